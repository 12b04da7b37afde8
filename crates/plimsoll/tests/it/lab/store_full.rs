//! A store on a file system that fills up under a command: the command reports this, prints its whole result and ends with 4.

use super::Mounted;
use super::stand::tried;
use crate::drive::{TestPlace, signal, until, wait};
use std::io::Write;

#[test]
fn every_command_whose_store_fills_up_says_so_and_ends_with_4() {
    let place = TestPlace::new("store-full");
    let text = "[target.t]\npath = \"d\"\nsize = \"8MiB\"\n[stream.s]\nduration = \"8s\"\n";
    let job = &place.write("job.toml", text);
    let target = place.folder("target");
    let rows = &format!("{}/rows.csv", place.folder("rows"));
    let commands: [&[&str]; 3] = [
        &["run", job, "--csv", rows],
        &["check", &target, "--size", "64MiB", "--budget", "10s", "--report", "/dev/null"],
        &["verify", &target, "--size", "16MiB", "--minutes", "5"],
    ];
    for words in commands {
        for json in [false, true] {
            let folder = place.folder(&format!("store-{}-{json}", words[0]));
            if let Err(why) = tried("mount", &["-t", "tmpfs", "-o", "size=1m", "none", &folder]) {
                testkit::skip(&format!("no tmpfs can be mounted: {why}"));
                return;
            }
            let _mounted = Mounted(folder.as_ref());
            let store = format!("{folder}/results.db");
            let words =
                [words, &["--store", &store], if json { &["--json"] } else { &[] }].concat();
            let child = place.start(&words);
            until("the run is in the store", || {
                let list = place.call(&["results", "list", "--json", "--store", &store]);
                list.stdout.contains("\"unfinished\"")
            });
            let mut filler = std::fs::File::create(format!("{folder}/filler")).expect("it is ours");
            while filler.write_all(&[1; 4096]).is_ok() {}
            if words[0] == "verify" {
                // It stores little before its end.
                signal(&child, "INT");
            }
            let ended = wait(child);
            ended.must_be(4, &words);
            ended.tells("Some results are not in the store: ");
            ended.tells("full");
            if words[0] == "run" {
                let rows = std::fs::read_to_string(rows).expect("the intervals");
                assert!(rows.lines().count() > 8, "8 s in intervals of 1 s: {rows}");
            }
            if json {
                let record = ended.json();
                let warnings = record["warnings"].as_array().expect("a list");
                assert!(warnings.iter().any(|d| d["kind"] == "not-stored"), "{warnings:?}");
                assert!(!record["trials"].is_null() && record["state"] != "running");
            }
        }
    }
}

#[test]
fn a_run_is_removed_from_a_store_on_a_full_file_system() {
    let place = TestPlace::new("store-full-rm");
    let folder = place.folder("small");
    let image = place.write("image", "");
    let tmpfs = |options| vec!["-t", "tmpfs", "-o", options, "none"];
    // The second has no room for another file; the third never overwrites.
    for (made, source) in [
        (vec![], tmpfs("size=8m")),
        (vec![], tmpfs("size=8m,nr_inodes=9")),
        (vec!["-q", image.as_str()], vec!["-o", "loop", image.as_str()]),
    ] {
        let sized = std::fs::File::create(&image).and_then(|file| file.set_len(128 << 20));
        sized.expect("it is ours");
        let made = if made.is_empty() { Ok(String::new()) } else { tried("mkfs.btrfs", &made) };
        let mounted = made.and_then(|_| tried("mount", &[&source[..], &[&folder]].concat()));
        if let Err(why) = mounted {
            testkit::skip(&format!("no small file system: {why}"));
            continue;
        }
        let _mounted = Mounted(folder.as_ref());
        remove_from_full(&place, &folder);
    }
}

fn remove_from_full(place: &TestPlace, folder: &str) {
    let store = format!("{folder}/results.db");
    for seed in ["1", "2"] {
        let words = ["check", "sim:hdd", "--budget", "5s", "--seed", seed, "--store", &store];
        place.call(&[&words[..], &["--no-report"]].concat());
    }
    for number in 0..9 {
        let Ok(mut filler) = std::fs::File::create(format!("{folder}/filler{number}")) else {
            break;
        };
        while filler.write_all(&[1; 4096]).is_ok() {}
        drop(filler.sync_all());
    }
    let before = std::fs::metadata(&store).expect("the store").len();
    let removed = place.expect(0, &["results", "rm", "1", "--store", &store]);
    removed.tells("no space left for");
    let copy = removed.stderr.split(" in ").last().expect("the copy").trim();
    assert!(!std::path::Path::new(copy).exists(), "{copy} was left");
    assert!(std::fs::metadata(&store).expect("the store").len() < before);
    place.expect(0, &["results", "show", "2", "--store", &store]);
    place.expect(3, &["results", "show", "1", "--store", &store]);
}
