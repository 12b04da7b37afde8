//! `plimsoll powercut`: commits to a file with the ledger in a file or over loopback, writers that are killed, files that others
//! alter.

use crate::drive::{TestPlace, signal, until, wait};
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::fs::{FileExt, PermissionsExt};
use std::process::Child;

const SIZE: [&str; 6] = ["--size", "1MiB", "--seed", "7", "--mode", "buffered+fsync"];
/// An existing file needs no free space.
const OVER: [&str; 2] = ["--overwrite", "t"];

fn write<'a>(more: &[&'a str]) -> Vec<&'a str> {
    ["powercut", "write", "t"].into_iter().chain(SIZE).chain(more.iter().copied()).collect()
}

fn secret(place: &TestPlace, name: &str, text: &str) {
    let path = place.write(name, text);
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o600)).expect("it is ours");
}

/// Starts a ledger; returns it and its address.
fn ledger(place: &TestPlace) -> (Child, String) {
    let words = "powercut ledger --listen 127.0.0.1:0 --secret-file secret acknowledged";
    let mut child = place.start(&words.split(' ').collect::<Vec<_>>());
    let mut line = String::new();
    let out = child.stdout.as_mut().expect("it is a pipe");
    BufReader::new(out).read_line(&mut line).expect("it says where it listens");
    let address = line.trim_start_matches("listening at ").split(';').next().unwrap_or("");
    (child, address.to_owned())
}

/// Waits until the output of the child shows that the writer has begun.
fn began(child: &mut Child) {
    let mut start = [0; 7];
    child.stdout.as_mut().expect("it is a pipe").read_exact(&mut start).expect("it begins");
    assert_eq!(&start, b"writing");
}

#[test]
fn what_was_acknowledged_to_a_ledger_that_listens_is_checked() {
    let place = TestPlace::new("powercut-net");
    secret(&place, "secret", "known to both of them\n");
    secret(&place, "other", "known to nobody else\n");
    let (server, address) = ledger(&place);
    let known = ["--ledger", &address, "--secret-file", "secret"];
    let known_over = [&known[..], &OVER].concat();
    place.expect(4, &write(&["--ledger", &address, "--secret-file", "other"])).tells("secret");
    assert!(!place.dir.join("t").exists(), "a stranger writes nothing");
    place.expect(3, &write(&["--ledger", &address]));
    place.write("t", "");
    let ended =
        place.expect(0, &write(&[&known_over[..], &["--seconds", "1", "--group", "3"]].concat()));
    ended.shows("confirmed by the ledger");
    let check = [&["powercut", "check", "t", "--json"][..], &known].concat();
    let told = place.expect(0, &check).json();
    assert_eq!((told["verdict"].as_str(), told["lies_total"].as_u64()), (Some("kept"), Some(0)));
    assert!(told["commits_acknowledged"].as_u64() > Some(0), "{told}");
    assert_eq!(told["writer_ended"], true);

    // The newest page of the log is reverted to its content before the run.
    let newest = told["commit_newest"].as_u64().expect("a number");
    let file = File::options().write(true).open(place.dir.join("t")).expect("it is there");
    let log_pages = 4 * 512;
    file.write_all_at(&[0; 8192], (newest - 1) % log_pages * 8192).expect("it is ours");
    let told = place.expect(1, &check).json();
    assert_eq!(told["verdict"], "lied");
    assert_eq!(told["lies"][0]["commit"], newest);
    signal(&server, "INT");
    wait(server).must_be(0, &["ledger"]);
}

#[test]
fn a_killed_writer_loses_nothing_that_was_acknowledged() {
    let place = TestPlace::new("powercut-kill");
    let ledger = ["--ledger", "l", "--same-device", "--overwrite", "t"];
    place.write("t", "");
    let mut child = place.start(&write(&ledger));
    began(&mut child);
    let check = ["powercut", "check", "t", "--ledger", "l", "--json"];
    until("something is acknowledged", || place.call(&check).code != 2);
    child.kill().expect("it is ours");
    child.wait().expect("it is ours");
    let told = place.expect(0, &check).json();
    assert_eq!(
        (told["verdict"].as_str(), told["writer_ended"].as_bool()),
        (Some("kept"), Some(false))
    );
    // Damage in the middle of a data page.
    let file = File::options().read(true).write(true).open(place.dir.join("t")).expect("there");
    let mut length = [0; 8];
    let mut page = 4 * 512;
    while file.read_exact_at(&mut length, page * 8192).is_ok() && length == [0; 8] {
        page += 1;
    }
    file.write_all_at(b"rotten", page * 8192 + 4000).expect("it is ours");
    let told = place.call(&check);
    assert!([0, 1].contains(&told.code), "{}", told.stderr);
    std::fs::write(place.dir.join("t"), "").expect("it is ours");
    let told = place.expect(1, &["powercut", "check", "t", "--ledger", "l"]);
    told.shows("LIED");
    told.shows("first lie");
    told.shows("it holds nothing of this run");
    assert!(
        told.stdout.contains(" holds zeros") && !told.stdout.contains("older version"),
        "{}",
        told.stdout
    );
    assert!(told.stdout.contains(": log page"), "the log is named too: {}", told.stdout);

    // Another file in its place does not count as lost data, unless the user confirms that it is the target.
    std::fs::remove_file(place.dir.join("t")).expect("it is ours");
    place.write("t", "somebody's diary");
    let check = ["powercut", "check", "t", "--ledger", "l"];
    let told = place.expect(2, &check);
    assert!(told.stdout.contains("CANNOT TELL") && !told.stdout.contains("lie"), "{}", told.stdout);
    let told = place.expect(2, &[&check[..], &["--json"]].concat()).json();
    assert_eq!((told["lies_total"].as_u64(), told["target"].as_str()), (Some(0), Some("unknown")));
    place.expect(1, &[&check[..], &["--same-target"]].concat());
}

#[test]
fn a_run_that_another_one_was_written_over_is_not_accused() {
    let place = TestPlace::new("powercut-over");
    place.write("t", "");
    let words = write(&["--ledger", "l", "--same-device", "--overwrite", "t", "--seconds", "1"]);
    place.expect(0, &words);
    let check = ["powercut", "check", "t", "--ledger", "l"];
    let first = place.expect(0, &[&check[..], &["--json"]].concat()).json();
    let first = first["run"].as_str().expect("a run").to_owned();
    place.expect(0, &words);
    place.expect(0, &check);
    let told = place.expect(2, &[&check[..], &["--run", &first]].concat());
    told.shows("overwrote this run later");
}

#[test]
fn kills_are_repeated_and_leave_nothing() {
    let place = TestPlace::new("powercut-kills");
    place.folder("d");
    let words = ["powercut", "write", "d", "--kill", "3", "--ledger", "l"];
    let words = [&words[..], &SIZE].concat();
    let ended = place.call(&words);
    if ended.code == 4 && ended.stderr.contains("must stay free") {
        eprintln!("SKIPPED: the disk is too full for a new file: {}", ended.stderr.trim_end());
        return;
    }
    ended.must_be(0, &words);
    ended.shows("KEPT");
    ended.shows("3 kills");
    let left: Vec<_> = std::fs::read_dir(place.dir.join("d")).expect("there").collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn what_cannot_tell_is_refused_before_anything_is_written() {
    let place = TestPlace::new("powercut-refused");
    place.expect(4, &write(&["--ledger", "l"])).tells("--same-device");
    assert!(!place.dir.join("t").exists());
    place.write("t", "somebody's diary");
    place.expect(4, &write(&["--ledger", "l", "--same-device"])).tells("--overwrite");
    assert_eq!(place.read("t"), "somebody's diary");
    let small = ["--ledger", "l", "--same-device", "--page-size", "256", "--size", "1MiB"];
    let words = ["powercut", "write", "new"];
    place.expect(3, &[&words[..], &small].concat()).tells("--page-size");
    assert!(!place.dir.join("l").exists() && !place.dir.join("new").exists());
    place.write("open", "a secret that others can read");
    let all = std::fs::Permissions::from_mode(0o644);
    std::fs::set_permissions(place.dir.join("open"), all).expect("it is ours");
    place.expect(3, &["powercut", "ledger", "--secret-file", "open", "l"]).tells("chmod 600");
    secret(&place, "short", "short");
    place.expect(3, &["powercut", "ledger", "--secret-file", "short", "l"]).tells("16 bytes");
    place.expect(3, &["powercut", "check", "t", "--ledger", "no-such"]);
    place.write("strange", "no ledger at all");
    place.expect(3, &["powercut", "check", "t", "--ledger", "strange"]).tells("is not a ledger");
    place.expect(3, &["powercut", "write", "d", "--ledger", "l", "--group", "0"]);
    std::os::unix::fs::symlink("nowhere", place.dir.join("link")).expect("own");
    place
        .expect(
            4,
            &write(&["--ledger", "link", "--same-device", "--overwrite", "t", "--seconds", "1"]),
        )
        .tells("broken symbolic link");
    assert!(!place.dir.join("nowhere").exists());
}
