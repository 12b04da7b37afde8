//! Takes the parts of a release; gives a Debian package and an RPM package.

use super::contents::{self, DOCUMENTS, Parts};
use super::contents::{PackagedFile, folders, gz, tar_gz};
use super::{Release, hex};
use md5::{Digest, Md5};
use rpm::{BuildConfig, CompressionWithLevel, FileOptions, PackageBuilder};
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

/// The format is that of deb(5): an `ar` archive of a version, a control archive and a data archive.
pub(super) fn deb(release: &Release, parts: &Parts) -> Result<Vec<u8>, String> {
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

/// The whole package, without a signature. It requires nothing: the binary contains its C library.
pub(super) fn rpm(release: &Release, parts: &Parts) -> Result<Vec<u8>, String> {
    let failed = |error| format!("failed to write the .rpm: {error}");
    let time_s = u32::try_from(release.epoch_s).map_err(|_| "a time after 2106 fits no .rpm")?;
    let config = BuildConfig::v4().compression(CompressionWithLevel::Gzip(9)).source_date(time_s);
    let licence = "MIT OR Apache-2.0";
    let mut builder =
        PackageBuilder::new("plimsoll", &release.version, licence, release.arch, contents::SUMMARY);
    builder
        .using_config(config)
        .release("1")
        .url("https://example.org/plimsoll")
        .vendor("The Plimsoll authors")
        .description(contents::DESCRIPTION)
        // Instead of this machine's name.
        .build_host("localhost");
    let files = contents::installed(parts, "share/zsh/site-functions");
    // The folders that only this package has: rpm removes them with it.
    for folder in folders(&files).into_iter().filter(|folder| folder.starts_with(DOCUMENTS)) {
        let options = FileOptions::dir(format!("/usr/{folder}")).permissions(0o755);
        builder.with_dir_entry(options).map_err(failed)?;
    }
    for file in files {
        let options = FileOptions::new(format!("/usr/{}", file.path)).permissions(file.mode());
        let options = if file.path.contains("/LICENSE-") || file.path.ends_with("THIRD-PARTY.txt") {
            options.license()
        } else if file.path.starts_with(DOCUMENTS) || file.path.starts_with("share/man/") {
            options.doc()
        } else {
            options
        };
        builder.with_file_contents(file.bytes, options).map_err(failed)?;
    }
    let mut bytes = Vec::new();
    builder.build().and_then(|package| package.write(&mut bytes)).map_err(failed)?;
    Ok(bytes)
}
