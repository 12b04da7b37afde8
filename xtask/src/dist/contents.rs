//! Takes a binary and the source; gives the files of a package: binary, man pages, completions, documentation and licences.

use super::build::output;
use crate::source;
use flate2::{Compression, GzBuilder};
use std::collections::BTreeSet;
use std::io::{Cursor, Write};
use std::path::Path;
use std::process::Command;
use testkit::TempDir;
use time::OffsetDateTime;
use zip::DateTime;
use zip::write::{SimpleFileOptions, ZipWriter};

/// The folder of the documentation below `/usr`.
pub(super) const DOCUMENTS: &str = "share/doc/plimsoll";

pub(super) const SUMMARY: &str = "measures how much database load a storage carries";
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

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PackagedFile {
    /// Relative, without a leading slash.
    pub(super) path: String,
    pub(super) executable: bool,
    pub(super) bytes: Vec<u8>,
}

impl PackagedFile {
    pub(super) fn new(path: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Self {
        Self { path: path.into(), executable: false, bytes: bytes.into() }
    }

    /// The same file in a folder.
    pub(super) fn below(mut self, folder: &str) -> Self {
        self.path = format!("{folder}/{}", self.path);
        self
    }

    pub(super) fn mode(&self) -> u16 {
        if self.executable { 0o755 } else { 0o644 }
    }
}

/// Every folder above the files, each before what it contains.
pub(super) fn folders(files: &[PackagedFile]) -> BTreeSet<&str> {
    files
        .iter()
        .flat_map(|file| file.path.match_indices('/').map(|(at, _)| &file.path[..at]))
        .collect()
}

pub(super) fn tar_gz(files: &[PackagedFile], epoch_s: u64) -> Result<Vec<u8>, String> {
    let failed = |error| format!("failed to write an archive: {error}");
    let header = |kind, mode: u16, size| {
        let mut header = tar::Header::new_ustar();
        header.set_entry_type(kind);
        header.set_mode(mode.into());
        header.set_size(size);
        header.set_mtime(epoch_s);
        header.set_uid(0);
        header.set_gid(0);
        header.set_username("root").and_then(|()| header.set_groupname("root")).map(|()| header)
    };
    let mut tar = tar::Builder::new(Vec::new());
    for folder in folders(files) {
        let mut head = header(tar::EntryType::Directory, 0o755, 0).map_err(failed)?;
        tar.append_data(&mut head, format!("{folder}/"), &[][..]).map_err(failed)?;
    }
    let mut sorted: Vec<_> = files.iter().collect();
    sorted.sort_by_key(|file| &file.path);
    for file in sorted {
        let size = file.bytes.len() as u64;
        let mut head = header(tar::EntryType::Regular, file.mode(), size).map_err(failed)?;
        tar.append_data(&mut head, &file.path, &file.bytes[..]).map_err(failed)?;
    }
    gz(&tar.into_inner().map_err(failed)?)
}

/// A zip file. Its times have no zone; they are UTC.
pub(super) fn zip(files: &[PackagedFile], epoch_s: u64) -> Result<Vec<u8>, String> {
    let failed = |error: &dyn std::fmt::Display| format!("failed to write an archive: {error}");
    let seconds = i64::try_from(epoch_s).unwrap_or_default();
    let moment = OffsetDateTime::from_unix_timestamp(seconds).map_err(|e| failed(&e))?;
    let (year, month, day) = (moment.year(), u8::from(moment.month()), moment.day());
    let year = u16::try_from(year).map_err(|e| failed(&e))?;
    let (hour, minute, second) = moment.to_hms();
    let time = DateTime::from_date_and_time(year, month, day, hour, minute, second);
    let options = SimpleFileOptions::default().last_modified_time(time.map_err(|e| failed(&e))?);
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let mut sorted: Vec<_> = files.iter().collect();
    sorted.sort_by_key(|file| &file.path);
    for file in sorted {
        zip.start_file(&file.path, options.unix_permissions(file.mode().into()))
            .map_err(|e| failed(&e))?;
        zip.write_all(&file.bytes).map_err(|e| failed(&e))?;
    }
    Ok(zip.finish().map_err(|e| failed(&e))?.into_inner())
}

/// Compressed as by `gzip -9n`: without a name and a time.
pub(super) fn gz(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let mut writer = GzBuilder::new().mtime(0).write(Vec::new(), Compression::best());
    writer
        .write_all(bytes)
        .and_then(|()| writer.finish())
        .map_err(|error| format!("failed to compress: {error}"))
}
