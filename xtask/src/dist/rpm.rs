//! Takes the parts of a release; gives an RPM package.

use super::Release;
use super::archive::folders;
use super::contents::{self, DOCUMENTS, Parts};
use rpm::{BuildConfig, CompressionWithLevel, FileOptions, PackageBuilder};

/// The whole package, without a signature. It requires nothing: the binary contains its C library.
pub(super) fn package(release: &Release, parts: &Parts) -> Result<Vec<u8>, String> {
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
