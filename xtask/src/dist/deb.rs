//! Takes the parts of a release; gives a Debian package.
//!
//! The format is that of deb(5): an `ar` archive of a version, a control archive and a data archive.

use super::archive::{PackagedFile, folders, gz, tar_gz};
use super::contents::{self, DOCUMENTS, Parts};
use super::{Release, hex};
use md5::{Digest, Md5};
use std::fmt::Write as _;

/// The licence in the format of Debian's programs. <https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/>
const COPYRIGHT: &str = "\
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: plimsoll
Source: https://example.org/plimsoll
Comment: The binary contains libraries of others. THIRD-PARTY.txt beside this
 file names each of them with its licence.

Files: *
Copyright: The Plimsoll authors
License: Expat or Apache-2.0

License: Expat
 The text is in LICENSE-MIT beside this file.

License: Apache-2.0
 The text is in LICENSE-APACHE beside this file.
";

pub(super) fn package(release: &Release, parts: &Parts) -> Result<Vec<u8>, String> {
    let mut files = contents::installed(parts, "share/zsh/vendor-completions");
    let changelog = files
        .iter()
        .find(|file| file.path.ends_with("/CHANGELOG.md"))
        .ok_or("no CHANGELOG.md among the documents")?;
    let changelog = gz(&changelog.bytes)?;
    // Debian's programs expect these two names.
    files.push(PackagedFile::new(format!("{DOCUMENTS}/changelog.gz"), changelog));
    files.push(PackagedFile::new(format!("{DOCUMENTS}/copyright"), COPYRIGHT));
    let mut files: Vec<_> = files.into_iter().map(|file| file.below("usr")).collect();
    files.sort_by(|a, b| a.path.cmp(&b.path));
    let control = [
        PackagedFile::new("control", control(release, &files)),
        PackagedFile::new("md5sums", md5sums(&files)),
    ];
    let members = [
        ("debian-binary", b"2.0\n".to_vec()),
        ("control.tar.gz", tar_gz(&control, release.epoch_s)?),
        ("data.tar.gz", tar_gz(&files, release.epoch_s)?),
    ];
    let mut archive = ar::Builder::new(Vec::new());
    for (name, bytes) in members {
        let mut header = ar::Header::new(name.into(), bytes.len() as u64);
        header.set_mode(0o100_644);
        header.set_mtime(release.epoch_s);
        archive
            .append(&header, &bytes[..])
            .map_err(|error| format!("failed to write the .deb: {error}"))?;
    }
    archive.into_inner().map_err(|error| format!("failed to write the .deb: {error}"))
}

/// The package's control file. It has no dependencies: the binary contains its C library.
fn control(release: &Release, files: &[PackagedFile]) -> String {
    // As dpkg counts: files in whole KiB, and one KiB for each folder.
    let files_kib: usize = files.iter().map(|file| file.bytes.len().div_ceil(1024)).sum();
    format!(
        "Package: plimsoll\n\
         Version: {}-1\n\
         Architecture: {}\n\
         Maintainer: The Plimsoll authors <plimsoll@example.org>\n\
         Installed-Size: {}\n\
         Section: admin\n\
         Priority: optional\n\
         Homepage: https://example.org/plimsoll\n\
         Description: {}\n{}",
        release.version,
        release.deb_arch(),
        files_kib + folders(files).len(),
        contents::SUMMARY,
        contents::DESCRIPTION.lines().fold(String::new(), |text, line| text + " " + line + "\n"),
    )
}

fn md5sums(files: &[PackagedFile]) -> String {
    files.iter().fold(String::new(), |mut text, file| {
        let _ = writeln!(text, "{}  {}", hex(&Md5::digest(&file.bytes)), file.path);
        text
    })
}
