//! `cargo xtask dist`: takes the source; gives the files for installation without Rust: a static binary, a .deb, an .rpm, a
//! tarball, a .zip for Windows, the list of components (SBOM) and checksums, in target/dist.
//!
//! The same commit gives the same bytes in every folder: no file has a time, an owner or a path of the machine. Never publishes.

mod build;
mod components;
mod contents;
mod packages;

use crate::windows;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

const HELP: &str = "\
cargo xtask dist [--out FOLDER] [--debug | --binary FILE]
    build the packages of a release into FOLDER (target/dist); of the debug build, for .ci/try-packages, or of FILE";

/// The data in the names and headers of all packages.
#[derive(Debug)]
struct Release {
    version: String,
    /// The architecture, as Rust and RPM call it: `x86_64`.
    arch: &'static str,
    /// `linux` or `windows`.
    system: &'static str,
    /// The time of the last commit, in seconds since 1970: the time of every file in every package.
    epoch_s: u64,
}

impl Release {
    /// The prefix of the file names of a release, except the .deb and the .rpm, which have their own rules.
    fn stem(&self) -> String {
        format!("plimsoll-{}-{}-{}", self.version, self.arch, self.system)
    }

    fn deb_arch(&self) -> &'static str {
        match self.arch {
            "x86_64" => "amd64",
            "aarch64" => "arm64",
            other => other,
        }
    }

    fn deb_name(&self) -> String {
        format!("plimsoll_{}-1_{}.deb", self.version, self.deb_arch())
    }

    fn rpm_name(&self) -> String {
        format!("plimsoll-{}-1.{}.rpm", self.version, self.arch)
    }

    fn tarball_name(&self) -> String {
        format!("{}.tar.gz", self.stem())
    }

    fn zip_name(&self) -> String {
        format!("{}.zip", self.stem())
    }

    fn sbom_name(&self) -> String {
        format!("{}.cdx.json", self.stem())
    }
}

pub(crate) fn run(words: &[&str]) -> Result<(), String> {
    let project = build::Project::linux()?;
    let (mut out, mut binary, mut debug) = (project.target_folder.join("dist"), None, false);
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match *word {
            "--out" => out = PathBuf::from(words.next().ok_or(HELP)?),
            "--binary" => binary = Some(PathBuf::from(words.next().ok_or(HELP)?)),
            "--debug" => debug = true,
            _ => return Err(format!("\"{word}\" is not an option here\n{HELP}")),
        }
    }
    // Who names a binary wants the packages of that one.
    let for_windows = binary.is_none();
    let built = match binary {
        Some(file) => file,
        None if debug => build::debug_binary(&project)?,
        None => build::static_binary(&project)?,
    };
    let mut files = packages(&project, &built)?;
    match windows::lacking().filter(|_| for_windows) {
        Some(lacks) => testkit::skip(&format!("the .zip for Windows: {lacks}")),
        None if for_windows => files.extend(windows_packages(debug)?),
        None => {}
    }
    files.insert("SHA256SUMS".to_owned(), checksums(&files).into_bytes());
    write(&out, &files)?;
    for (name, bytes) in &files {
        println!("{:>6.2} MB  {}", bytes.len() as f64 / 1e6, out.join(name).display());
    }
    Ok(())
}

fn packages(project: &build::Project, binary: &Path) -> Result<BTreeMap<String, Vec<u8>>, String> {
    let release = &project.release;
    let components = components::of(project)?;
    let sbom = components::document(release, &components);
    let parts = contents::Parts::gather(binary, components::text(&components)?, sbom.clone())?;
    if has_symbols(&parts.binary) {
        return Err(format!("{} is not stripped: see profile.release", binary.display()));
    }
    let tarball: Vec<_> = contents::installed(&parts, "share/zsh/site-functions")
        .into_iter()
        .map(|file| file.below(&release.stem()))
        .collect();
    Ok(BTreeMap::from([
        (release.deb_name(), packages::deb(release, &parts)?),
        (release.rpm_name(), packages::rpm(release, &parts)?),
        (release.tarball_name(), contents::tar_gz(&tarball, release.epoch_s)?),
        (release.sbom_name(), sbom),
        (release.stem(), parts.binary),
    ]))
}

fn windows_packages(debug: bool) -> Result<BTreeMap<String, Vec<u8>>, String> {
    let project = build::Project::windows()?;
    let release = &project.release;
    let program = build::windows_binary(&project, debug)?;
    let components = components::of(&project)?;
    let sbom = components::document(release, &components);
    let files: Vec<_> =
        contents::for_windows(&program, components::text(&components)?, sbom.clone())?
            .into_iter()
            .map(|file| file.below(&release.stem()))
            .collect();
    Ok(BTreeMap::from([
        (release.zip_name(), contents::zip(&files, release.epoch_s)?),
        (release.sbom_name(), sbom),
    ]))
}

/// Whether a file is an ELF program with a table of symbols (elf(5)): a profile that strips can be overruled in silence.
fn has_symbols(file: &[u8]) -> bool {
    const TABLE_OF_SYMBOLS: usize = 2;
    let number = |at: usize, length: usize| {
        let bytes = file.get(at..at + length).unwrap_or_default();
        bytes.iter().rev().fold(0, |number, byte| number << 8 | usize::from(*byte))
    };
    let (start, size, count) = (number(0x28, 8), number(0x3a, 2), number(0x3c, 2));
    let is_table = |section: usize| number(start + section * size + 4, 4) == TABLE_OF_SYMBOLS;
    file.starts_with(b"\x7fELF") && (0..count).any(is_table)
}

/// The checksums in the format of `sha256sum`, for `sha256sum -c`.
fn checksums(files: &BTreeMap<String, Vec<u8>>) -> String {
    files.iter().fold(String::new(), |mut text, (name, bytes)| {
        let _ = writeln!(text, "{}  {name}", hex(&Sha256::digest(bytes)));
        text
    })
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Writes the files. Files of an older version are removed, because `SHA256SUMS` must cover the folder.
fn write(out: &Path, files: &BTreeMap<String, Vec<u8>>) -> Result<(), String> {
    let failed = |path: &Path, error| format!("failed to write {}: {error}", path.display());
    if out.exists() {
        for entry in fs::read_dir(out).map_err(|e| failed(out, e))? {
            let path = entry.map_err(|e| failed(out, e))?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if !name.starts_with("plimsoll") && name != "SHA256SUMS" {
                return Err(format!("{} is not of a release: remove it", path.display()));
            }
            fs::remove_file(&path).map_err(|e| failed(&path, e))?;
        }
    }
    fs::create_dir_all(out).map_err(|e| failed(out, e))?;
    for (name, bytes) in files {
        let path = out.join(name);
        fs::write(&path, bytes).map_err(|e| failed(&path, e))?;
        let mode = if name.ends_with("-linux") { 0o755 } else { 0o644 };
        fs::set_permissions(&path, fs::Permissions::from_mode(mode))
            .map_err(|e| failed(&path, e))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
