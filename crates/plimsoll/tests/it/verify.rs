//! `plimsoll verify`: correct storage is sound, altered data is reported with its evidence, files of killed runs are removed.

use crate::drive::{TestPlace, names_in, signal, until, wait};
use std::os::unix::fs::FileExt;

const SHORT: [&str; 5] = ["--size", "24MiB", "--minutes", "0.02", "--json"];

fn words<'a>(target: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    ["verify", target].into_iter().chain(SHORT).chain(more.iter().copied()).collect()
}

#[test]
fn an_honest_place_is_sound_whoever_writes_and_nothing_stays_there() {
    let place = TestPlace::new("verify-sound");
    let folder = place.folder("target");
    for database in ["sqlserver", "postgres", "mysql"] {
        let ring = if testkit::place::is_tested() { "iocp" } else { "uring" };
        for engine in [ring, "sync"] {
            let more = ["--for", database, "--engine", engine];
            let ended = place.call(&words(&folder, &more));
            if ended.code == 4 && ended.stderr.contains("engine") {
                testkit::skip(&ended.stderr);
                continue;
            }
            ended.must_be(0, &more);
            let told = ended.json();
            assert_eq!(told["proof"]["answer"], "sound", "{told:#}");
            for file in told["proof"]["files"].as_array().expect("a list") {
                let audited = file["counts"]["pages_audited"].as_u64();
                assert!(audited >= Some(1) && audited >= file["pages"].as_u64(), "{file:#}");
            }
        }
    }
    assert!(names_in(&folder).is_empty());
    let ended = place.expect(0, &["verify", &folder, "--size", "24MiB", "--minutes", "0.01"]);
    assert!(ended.stdout.starts_with("+ SOUND"), "{}", ended.stdout);
    assert!(ended.stdout.lines().count() <= 40, "{}", ended.stdout);
}

#[test]
fn every_way_to_be_durable_is_tried_and_writes_may_overlap() {
    let place = TestPlace::new("verify-modes");
    let folder = place.folder("target");
    for (mode, direct, durability) in [
        ("dsync", true, "O_DSYNC"),
        ("fua", true, "RWF_DSYNC"),
        ("fdatasync", true, "fdatasync"),
        ("fsync", true, "fsync"),
        ("buffered+fsync", false, "fsync"),
    ] {
        let told = place.expect(0, &words(&folder, &["--mode", mode, "--overlap"])).json();
        let proof = &told["proof"];
        assert_eq!(proof["answer"], "sound", "{told:#}");
        let files = proof["files"].as_array().expect("a list");
        assert_eq!(files.len(), 2, "{proof:#}");
        for file in files {
            assert_eq!(file["writing"]["durability"], durability, "{mode}: {file:#}");
            assert_eq!(file["writing"]["direct"], direct, "{mode}: {file:#}");
        }
        let command = told["command"].as_str().expect("words");
        assert!(command.contains(&format!("--mode {mode} --overlap")), "{command}");
    }
}

#[test]
fn what_is_altered_under_it_is_told_with_its_evidence_and_stays() {
    let place = TestPlace::new("verify-altered");
    let folder = place.folder("target");
    let words = ["verify", &folder, "--size", "24MiB", "--minutes", "60", "--for", "postgres"];
    let words: Vec<&str> = words.into_iter().chain(["--stop", "--dump", "evidence.txt"]).collect();
    let mut child = place.start(&words);
    spoil_until(&folder, || child.try_wait().expect("the child is ours").is_some());
    let ended = wait(child);
    ended.must_be(1, &words);
    assert!(ended.stdout.starts_with("x FAULTY"), "{}", ended.stdout);
    ended.shows("checksum");
    assert!(ended.stdout.lines().count() <= 40, "{}", ended.stdout);
    let evidence = place.read("evidence.txt");
    assert!(evidence.contains("differences") && evidence.contains("72 6f 74"), "{evidence}");
    ended.tells("are kept as evidence, read-only");
    let cleaned = place.expect(0, &["verify", "--clean", &folder]);
    cleaned.shows("kept as evidence of a fault");
    assert_eq!(names_in(&folder).len(), 2, "the evidence is no leftover of a killed run");
}

#[test]
fn a_killed_run_is_cleaned_up_after_and_nothing_else_is() {
    let place = TestPlace::new("verify-killed");
    let folder = place.folder("target");
    place.write("target/plimsoll-verify-mine.data", "a stranger's");
    let words = ["verify", &folder, "--size", "24MiB", "--minutes", "60"];
    let child = place.start(&words);
    until("its files are there", || names_in(&folder).len() == 3);
    let kept = place.expect(0, &["verify", "--clean", &folder]);
    kept.shows("in use");
    assert_eq!(names_in(&folder).len(), 3, "files of a run that goes on stay");
    signal(&child, "KILL");
    assert_eq!(wait(child).code, -1, "killed by the signal");
    let job =
        "[target.t]\npath = \"target/t\"\nsize = \"1MiB\"\n[stream.s]\nduration = \"100ms\"\n";
    let job = place.write("job.toml", job);
    for words in [
        &["run", &job][..],
        &["check", &folder, "--size", "64MiB", "--budget", "5s", "--no-report"],
        &["verify", &folder, "--size", "16MiB", "--minutes", "0.02"],
    ] {
        let told = place.call(words);
        told.tells("a `verify` that was killed left 24 MiB in ");
        told.tells("target: plimsoll-verify-");
        told.tells("To remove them: plimsoll verify --clean ");
        assert!(!told.stderr.contains("mine"), "{}", told.stderr);
    }
    std::fs::remove_file(place.dir.join("target/t")).expect("the job keeps its file");
    place.expect(0, &["verify", "--clean", &folder]);
    assert!(!place.call(&["run", &job]).stderr.contains("killed"));
    std::fs::remove_file(place.dir.join("target/t")).expect("the job keeps its file");
    assert_eq!(names_in(&folder), ["plimsoll-verify-mine.data"]);
}

#[test]
fn an_interrupt_ends_it_and_leaves_nothing() {
    let place = TestPlace::new("verify-interrupt");
    let folder = place.folder("target");
    let words = ["verify", &folder, "--size", "24MiB", "--minutes", "60"];
    let child = place.start(&words);
    until("its files are there", || names_in(&folder).len() == 2);
    signal(&child, "INT");
    let ended = wait(child);
    ended.must_be(130, &words);
    assert!(names_in(&folder).is_empty());
}

/// Damages a running test's data file repeatedly, until a page is read before it is written again and `holds` returns true.
fn spoil_until(folder: &str, mut holds: impl FnMut() -> bool) {
    until("the fault is found", || {
        let data = names_in(folder).into_iter().find(|name| name.ends_with(".data"));
        if let Some(name) = data {
            let path = std::path::Path::new(folder).join(name);
            // The file becomes read-only when `--stop` ends the test at the fault.
            let file = match std::fs::File::options().write(true).open(path) {
                Err(error) if error.kind() == std::io::ErrorKind::PermissionDenied => return true,
                file => file.expect("the file is there"),
            };
            // The middle of every page of the first half, which is never truncated.
            for page in 0..1000_u64 {
                file.write_all_at(b"rot", page * 8192 + 4000).expect("it can be written");
            }
        }
        holds()
    });
}

#[test]
fn what_was_found_survives_a_kill_in_store_and_dump() {
    let place = TestPlace::new("verify-survives");
    let folder = place.folder("target");
    let words = ["verify", &folder, "--size", "24MiB", "--minutes", "60", "--for", "postgres"];
    let words: Vec<&str> = words.into_iter().chain(["--dump", "evidence.txt"]).collect();
    let child = place.start(&words);
    let kept = || {
        let shown = place.call(&["results", "show", "1", "--json"]);
        shown.code == 0 && shown.json()["proof"]["answer"] == "faulty"
    };
    spoil_until(&folder, kept);
    signal(&child, "KILL");
    let ended = wait(child);
    assert!(ended.stderr.contains("plimsoll: fault in data"), "{}", ended.stderr);
    assert!(ended.stderr.contains("checksum at page"), "{}", ended.stderr);
    assert!(place.read("evidence.txt").contains("72 6f 74"), "the dump has the bytes");
    let told = place.record("1");
    let file = &told["proof"]["files"][0];
    assert_eq!(file["findings"][0]["kind"], "checksum", "{told:#}");
    let rows = &file["findings"][0]["evidence"]["received"]["rows"];
    let received = rows[0]["received"].as_str().expect("the bytes are kept in the store");
    assert!(received.starts_with("72 6f 74"), "{rows}");
    assert!(told["seconds"].as_f64().is_some_and(|s| s > 0.0), "{}", told["seconds"]);
    let shown = place.expect(0, &["results", "show", "1"]).stdout;
    assert!(shown.contains("FAULTY") && shown.contains("has not finished"), "{shown}");
    let listed = place.expect(0, &["results"]).stdout;
    assert!(listed.contains("faulty"), "{listed}");
    // The dump is recognised, and replaced only by another dump.
    let again =
        ["verify", &folder, "--size", "24MiB", "--minutes", "0.01", "--dump", "evidence.txt"];
    place.expect(0, &again);
    place.write("mine.txt", "a stranger's");
    let mine = ["verify", &folder, "--size", "24MiB", "--minutes", "0.01", "--dump", "mine.txt"];
    place.expect(4, &mine).tells("was not written by plimsoll");
}

#[test]
fn all_that_is_wrong_with_targets_and_flags_is_told() {
    let place = TestPlace::new("verify-wrong");
    let (one, two) = (place.write("one", "a"), place.write("two", "b"));
    let ended = place.expect(3, &["verify", "nowhere/deep", &one, &two]);
    for name in ["nowhere/deep", "one", "two"] {
        ended.tells(name);
    }
    let folder = place.folder("target");
    place.expect(3, &["verify", &folder, &format!("{folder}/.")]).tells("named twice");
    place
        .expect(3, &["verify", &folder, "--minutes", "-1"])
        .tells("--minutes: -1 is not a test time");
    for more in [["--minutes", "1"], ["--json", "--clean"], ["--report", "r.html"]] {
        let ended = place.call(&["verify", "--clean", &folder, more[0], more[1]]);
        assert_eq!(ended.code, 3, "{more:?}: {}{}", ended.stdout, ended.stderr);
    }
}
