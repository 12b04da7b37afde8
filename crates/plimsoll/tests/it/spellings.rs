//! The notation of sizes, numbers and names: the same everywhere, and an ambiguous value is refused.

use crate::drive::TestPlace;

/// Every option of Plimsoll that takes a size, with the words before it.
const SIZES: [(&[&str], &str); 14] = [
    (&["check", "sim:ssd"], "--size"),
    (&["verify", "."], "--size"),
    (&["calibrate", "sim:hdd?disks=3&layout=none"], "--size"),
    (&["calibrate", "sim:hdd?disks=3&layout=none"], "--block"),
    (&["scale", "sim:hdd?disks=3&layout=none"], "--size"),
    (&["scale", "sim:hdd?disks=3&layout=none"], "--block"),
    (&["ramp", "sim:ssd"], "--size"),
    (&["ramp", "sim:ssd"], "--block"),
    (&["compare", "--layout", "a=sim:ssd", "--layout", "b=sim:ssd"], "--size"),
    (&["compare", "--build", "raid0", "--disks", "/no/disk"], "--slice"),
    (&["powercut", "write", ".", "--ledger", "127.0.0.1:1"], "--size"),
    (&["powercut", "write", ".", "--ledger", "127.0.0.1:1"], "--page-size"),
    (&["sqlio", "-kR", "-s1", "no.dat"], "--size"),
    (&["size", "--require", "iops>=1"], "--require"),
];

#[test]
fn every_size_of_the_command_line_names_its_unit() {
    let place = TestPlace::new("units");
    for (words, option) in SIZES {
        let value = if option == "--require" { "iops>=1, block=4" } else { "4" };
        let words = if option == "--require" { &words[..1] } else { words };
        let ended = place.call(&[words, &[option, value]].concat());
        assert_ne!(ended.code, 0, "{words:?} {option}: {}", ended.stderr);
        assert!(
            ended.stderr.contains("\"4\" needs its unit") && ended.stderr.contains(option),
            "{words:?} {option}: {}",
            ended.stderr
        );
        // With a unit this message does not appear.
        let value = if option == "--require" { "iops>=1, block=4k" } else { "1q" };
        let ended = place.call(&[words, &[option, value]].concat());
        assert!(!ended.stderr.contains("needs its unit"), "{words:?} {option}: {}", ended.stderr);
    }
}

#[test]
fn a_folder_that_is_made_for_the_store_is_told() {
    let place = TestPlace::new("store-folder");
    let store = place.dir.join("new/deep/x.db").display().to_string();
    place.expect(0, &["results", "--store", &store]);
    assert!(!place.dir.join("new").exists(), "to read makes nothing");
    let first = place.call(&["results", "--store", &store, "rm", "1"]);
    assert!(
        first.stderr.contains("made the folder") && first.stderr.contains("new/deep"),
        "{}",
        first.stderr
    );
    let second = place.call(&["results", "--store", &store, "rm", "1"]);
    assert!(!second.stderr.contains("made the folder"), "{}", second.stderr);
    // A path with a trailing slash is not a file.
    place
        .expect(3, &["results", "--store", "folder/"])
        .tells("name a file in it: --store folder/results.db");
    assert!(!place.dir.join("folder").exists());
}

#[test]
fn memory_gives_no_verdict() {
    let memory = format!("/dev/shm/plimsoll-it-{}", std::process::id());
    if std::fs::create_dir(&memory).is_err() {
        eprintln!("SKIPPED: no folder can be made in /dev/shm");
        return;
    }
    let place = TestPlace::new("memory");
    let verify = place.call(&["verify", &memory, "--size", "16MiB", "--minutes", "0.02"]);
    let words = ["ramp", &memory, "--size", "64MiB", "--budget", "5s", "--engine", "sync"];
    let ramp = place.call(&words);
    drop(std::fs::remove_dir_all(&memory));
    for ended in [verify, ramp] {
        assert_eq!(ended.code, 2, "{}\n{}", ended.stdout, ended.stderr);
        ended.shows("is memory, not storage");
    }
}
