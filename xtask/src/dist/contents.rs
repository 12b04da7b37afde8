//! Takes a binary and the source; gives the files of a package: binary, man pages, completions, documentation and licences.

use super::archive::{PackagedFile, gz};
use super::build::output;
use crate::source;
use std::path::Path;
use std::process::Command;
use testkit::TempDir;

/// The folder of the documentation below `/usr`.
pub(super) const DOCUMENTS: &str = "share/doc/plimsoll";

/// The summary in the lists of a package manager.
pub(super) const SUMMARY: &str = "measures how much database load a storage carries";
/// The description on its page of the package.
pub(super) const DESCRIPTION: &str = "\
Plimsoll measures the storage under a database. It says how much load the
storage carries within a latency limit, how certain that is, and what breaks
first. It runs jobs of fio, DISKSPD, SQLIO, Iometer, Orion and SQLIOSim.";

pub(super) struct Parts {
    pub(super) binary: Vec<u8>,
    /// The man page of each command, compressed, with its file name.
    man: Vec<PackagedFile>,
    bash: String,
    zsh: String,
    fish: String,
    documents: Vec<PackagedFile>,
}

impl Parts {
    /// Asks the binary for its man pages and completions, and reads the documents of the source.
    pub(super) fn gather(binary: &Path, licences: String, sbom: Vec<u8>) -> Result<Self, String> {
        let shell = |name: &str| output(&mut Command::new(binary), &["completions", name]);
        let folder = TempDir::new("dist-man");
        let place =
            folder.path().to_str().ok_or("the folder for temporary files has no UTF-8 name")?;
        output(&mut Command::new(binary), &["man", "--dir", place])?;
        let man = read(folder.path(), "", &|name| name.ends_with(".1"))?
            .into_iter()
            .map(|page| Ok(PackagedFile::new(format!("{}.gz", page.path), gz(&page.bytes)?)))
            .collect::<Result<_, String>>()?;
        Ok(Self {
            binary: bytes_of(binary)?,
            man,
            bash: shell("bash")?,
            zsh: shell("zsh")?,
            fish: shell("fish")?,
            documents: documents(licences, sbom)?,
        })
    }
}

/// Texts and pictures by their path in the source; the README's links lead to them.
fn documents(licences: String, sbom: Vec<u8>) -> Result<Vec<PackagedFile>, String> {
    let root = source::root();
    let mut documents = vec![
        PackagedFile::new("THIRD-PARTY.txt", licences),
        PackagedFile::new("plimsoll.cdx.json", sbom),
    ];
    for name in ["README.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT"] {
        documents.push(PackagedFile::new(name, bytes_of(&root.join(name))?));
    }
    documents.extend(read(&root, "examples", &|_| true)?);
    // The settings of mdBook are useful only with the source.
    documents.extend(read(&root, "docs", &|name| !name.ends_with("/book.toml"))?);
    Ok(documents)
}

/// Every file of the .zip: Windows has no prefix to install below, so the program stands beside its documents.
pub(super) fn for_windows(
    program: &Path,
    licences: String,
    sbom: Vec<u8>,
) -> Result<Vec<PackagedFile>, String> {
    let mut files = documents(licences, sbom)?;
    let bytes = bytes_of(program)?;
    files.push(PackagedFile { executable: true, ..PackagedFile::new("plimsoll.exe", bytes) });
    Ok(files)
}

/// Every file by its path below `/usr`, `/usr/local` or any other prefix. The folder of zsh differs between distributions.
pub(super) fn installed(parts: &Parts, zsh_folder: &str) -> Vec<PackagedFile> {
    let mut files = vec![
        PackagedFile {
            executable: true,
            ..PackagedFile::new("bin/plimsoll", parts.binary.clone())
        },
        PackagedFile::new("share/bash-completion/completions/plimsoll", parts.bash.clone()),
        PackagedFile::new(format!("{zsh_folder}/_plimsoll"), parts.zsh.clone()),
        PackagedFile::new("share/fish/vendor_completions.d/plimsoll.fish", parts.fish.clone()),
    ];
    files.extend(parts.man.iter().cloned().map(|page| page.below("share/man/man1")));
    files.extend(parts.documents.iter().cloned().map(|document| document.below(DOCUMENTS)));
    files.sort_by(|a, b| a.path.cmp(&b.path));
    files
}

/// The files below a folder of `root` whose path matches, sorted.
fn read(
    root: &Path,
    folder: &str,
    wanted: &dyn Fn(&str) -> bool,
) -> Result<Vec<PackagedFile>, String> {
    let failed = |error| format!("failed to read {}: {error}", root.join(folder).display());
    let mut found = Vec::new();
    for entry in std::fs::read_dir(root.join(folder)).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let name = entry.file_name().into_string().map_err(|_| "a file name is no UTF-8")?;
        let path = if folder.is_empty() { name } else { format!("{folder}/{name}") };
        if entry.file_type().map_err(failed)?.is_dir() {
            found.extend(read(root, &path, wanted)?);
        } else if wanted(&path) {
            found.push(PackagedFile::new(path.clone(), bytes_of(&root.join(path))?));
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(found)
}

fn bytes_of(path: &Path) -> Result<Vec<u8>, String> {
    std::fs::read(path).map_err(|error| format!("failed to read {}: {error}", path.display()))
}
