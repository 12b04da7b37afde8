//! Tests of the packages without a build: archives, checksums, and the same bytes twice.

use super::contents::{PackagedFile, tar_gz, zip};
use super::*;
use std::io::Read;

fn files() -> Vec<PackagedFile> {
    let program = PackagedFile { executable: true, ..PackagedFile::new("usr/bin/a", *b"a") };
    vec![PackagedFile::new("usr/share/doc/a/b", *b"text"), program]
}

#[test]
fn an_archive_has_sorted_files_of_root_and_of_one_time() {
    let bytes = tar_gz(&files(), 7).expect("it fits");
    let mut reversed = files();
    reversed.reverse();
    assert_eq!(
        bytes,
        tar_gz(&reversed, 7).expect("it fits"),
        "the order of the files does not matter"
    );
    let mut archive = tar::Archive::new(flate2::read::GzDecoder::new(&bytes[..]));
    let mut found = Vec::new();
    for entry in archive.entries().expect("a tar file") {
        let mut entry = entry.expect("whole");
        let mut text = String::new();
        entry.read_to_string(&mut text).expect("text");
        let head = entry.header();
        assert_eq!(
            (head.mtime().ok(), head.uid().ok(), head.gid().ok()),
            (Some(7), Some(0), Some(0))
        );
        let path = entry.path().expect("a path").display().to_string();
        found.push((path, head.mode().expect("a mode"), text));
    }
    let expected = [
        ("usr/", 0o755, ""),
        ("usr/bin/", 0o755, ""),
        ("usr/share/", 0o755, ""),
        ("usr/share/doc/", 0o755, ""),
        ("usr/share/doc/a/", 0o755, ""),
        ("usr/bin/a", 0o755, "a"),
        ("usr/share/doc/a/b", 0o644, "text"),
    ];
    assert_eq!(found, expected.map(|(path, mode, text)| (path.to_owned(), mode, text.to_owned())));
}

#[test]
fn a_zip_gives_back_its_files_and_does_not_depend_on_their_order() {
    let bytes = zip(&files(), 1_700_000_000).expect("it fits");
    let mut reversed = files();
    reversed.reverse();
    assert_eq!(bytes, zip(&reversed, 1_700_000_000).expect("it fits"));
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(bytes)).expect("a zip file");
    let mut found = Vec::new();
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index).expect("whole");
        let mut text = String::new();
        entry.read_to_string(&mut text).expect("text");
        let time = entry.last_modified().expect("a time").to_string();
        found.push((entry.name().to_owned(), entry.unix_mode(), text, time));
    }
    let expected = [("usr/bin/a", 0o100_755, "a"), ("usr/share/doc/a/b", 0o100_644, "text")];
    let time = "2023-11-14 22:13:20";
    let expected = expected
        .map(|(path, mode, text)| (path.to_owned(), Some(mode), text.to_owned(), time.to_owned()));
    assert_eq!(found, expected);
}

#[test]
fn checksums_are_those_of_sha256sum() {
    let files = BTreeMap::from([("a".to_owned(), b"abc".to_vec())]);
    let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  a\n";
    assert_eq!(checksums(&files), expected);
}

#[test]
fn symbols_are_seen() {
    let own = fs::read("/proc/self/exe").expect("this test");
    assert!(has_symbols(&own), "a test keeps its symbols");
    assert!(!has_symbols(b"#!/bin/sh\n"));
}

#[test]
fn a_folder_with_other_files_is_not_emptied() {
    let folder = testkit::TempDir::new("dist-out");
    fs::write(folder.join("thesis.txt"), "mine").expect("writable");
    assert!(write(folder.path(), &BTreeMap::new()).is_err());
    assert!(folder.join("thesis.txt").exists());
}

/// Without a build: the bytes of packages whose binary is a script.
#[test]
fn the_same_source_gives_the_same_packages() {
    let folder = testkit::TempDir::new("dist-script");
    let script = folder.join("plimsoll");
    let text = "#!/bin/sh\nif [ \"$1\" = man ]; then echo page >\"$3/plimsoll.1\"; else echo \"for $2\"; fi\n";
    fs::write(&script, text).expect("writable");
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).expect("ours");
    let mut project = build::Project::linux().expect("the source of a project");
    project.release.epoch_s = 1_700_000_000;
    let first = packages(&project, &script).expect("every part is there");
    let second = packages(&project, &script).expect("every part is there");
    assert!(first == second, "the bytes differ");
    assert_eq!(first.len(), 5, "{:?}", first.keys());
    let sbom: serde_json::Value =
        serde_json::from_slice(&first[&project.release.sbom_name()]).expect("JSON");
    let named = |name: &str| {
        sbom["components"].as_array().expect("a list").iter().find(|c| c["name"] == name).cloned()
    };
    let sqlite = named("sqlite").expect("SQLite is inside");
    assert!(sqlite["version"].as_str().is_some_and(|v| v.starts_with("3.")), "{sqlite}");
    assert!(named("ring").expect("ring is inside")["hashes"][0]["content"].is_string());
    assert_eq!(named("proptest"), None, "what only tests is not inside");
    assert_eq!(named("clap_derive"), None, "what only runs in the compiler is not inside");
}
