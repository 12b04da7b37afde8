//! Takes files; gives reproducible archives of them: sorted, owned by root, with one time.

use flate2::{Compression, GzBuilder};
use std::collections::BTreeSet;
use std::io::{Cursor, Write};
use time::OffsetDateTime;
use zip::DateTime;
use zip::write::{SimpleFileOptions, ZipWriter};

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
