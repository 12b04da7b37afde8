//! `plimsoll fio`: documents of runs that fail or never begin, depths, steady jobs, and files that it may replace.

use crate::drive::TestPlace;
use serde_json::Value;
use std::fs;

#[test]
fn what_never_begins_still_prints_one_document_without_jobs() {
    let place = TestPlace::new("fio-never-begins");
    for (code, words) in [
        (1, &["--name=x", "--rw=sideways", "--size=1m"][..]),
        (1, &["--name=x", "--no-such-option=1"]),
        (1, &["there-is-no-such.fio"]),
        (1, &["--name=x", "--rw=write", "--size=1m", "--opendir=x"]),
        (1, &["--name=x", "--rw=read", "--size=1m", "--output=/nowhere/at/all"]),
        (3, &["--name=x", "--rw=read", "--size=1m", "--seed=odd"]),
    ] {
        let words = [&["fio", "--output-format=json"][..], words].concat();
        let ended = place.expect(code, &words);
        let document = ended.json();
        assert_eq!(document["jobs"].as_array().map(Vec::len), Some(0), "{words:?}");
        assert!(document["fio version"].is_string() && document["timestamp"].is_u64());
        assert!(!ended.stderr.is_empty(), "{words:?}: nobody was told why");
    }
    let file = "--output=results.json";
    let words = ["fio", "--output-format=json+", "--name=x", "--rw=sideways", file];
    assert_eq!(place.expect(1, &words).stdout, "");
    let document: Value = serde_json::from_str(&place.read("results.json")).expect("it is whole");
    assert_eq!(document["jobs"].as_array().map(Vec::len), Some(0));
    // A call that only parses the jobs has no results, and people see only the message.
    for words in [
        &["fio", "--output-format=json", "--parse-only", "--name=x", "--rw=sideways"][..],
        &["fio", "--name=x", "--rw=sideways"],
    ] {
        assert_eq!(place.expect(1, words).stdout, "", "{words:?}");
    }
}

#[test]
fn files_are_only_created_where_that_is_asked() {
    let place = TestPlace::new("fio-create-only");
    let job = "fio --name=a --filename=data --size=2m --rw=randread --output-format=json";
    let document = place.line(0, &format!("{job} --create_only=1")).json();
    let read = &document["jobs"][0]["read"];
    assert_eq!((&read["total_ios"], document["jobs"][0]["error"].as_i64()), (&0.into(), Some(0)));
    assert_eq!(fs::metadata(place.dir.join("data")).expect("it was created").len(), 2 << 20);
    // The name in a section is that of results; files have the name of the section.
    place.write("n.fio", "[sect]\nname=real\nsize=1m\nrw=write\n");
    let document = place.line(0, "fio n.fio --output-format=json").json();
    assert_eq!(document["jobs"][0]["jobname"], "real");
    assert!(place.dir.join("sect.0.0").exists());
}

#[test]
fn stderr_is_silent_and_notes_go_where_they_are_asked_for() {
    let place = TestPlace::new("fio-silence");
    let words =
        ["fio", "--name=x", "--ioengine=null", "--size=1m", "--rw=read", "--output-format=json"];
    assert_eq!(place.expect(0, &words).stderr, "");
    let told = |notes: &str| {
        let mut command = place.command(&words);
        let output = command.env("PLIMSOLL_NOTES", notes).output().expect("the binary is there");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let warned = told("stderr");
    assert!(warned.contains("warning: "), "{warned}");
    assert_eq!((told("store"), told("notes.txt")), (String::new(), String::new()));
    assert!(place.read("notes.txt").contains("warning: "));
    let stored = place.record("last");
    assert!(stored["warnings"].as_array().is_some_and(|warnings| !warnings.is_empty()), "{stored}");
}

#[test]
fn a_job_that_cannot_begin_does_not_keep_the_others_from_it() {
    let place = TestPlace::new("fio-one-wrong");
    place.write("precious", vec![7_u8; 1 << 20]);
    let json = "fio --output-format=json";
    let wrong = "--name=wrong --rw=write --bs=4k --filename=precious --size=1m";
    let right = "--name=right --rw=write --bs=4k --filename=new --size=1m";
    let ended = place.line(1, &format!("{json} {wrong} {right}"));
    ended.tells("--overwrite");
    let jobs = &ended.json()["jobs"];
    let seen = |at: usize| (jobs[at]["error"].as_u64(), jobs[at]["write"]["total_ios"].as_u64());
    assert_eq!(seen(0), (Some(1), Some(0)), "{jobs}");
    assert_eq!(seen(1), (Some(0), Some(256)), "{jobs}");
    assert_eq!(fs::read(place.dir.join("precious")).expect("there"), vec![7_u8; 1 << 20]);
    // A refused overwrite is not reported as a fault of the disk.
    let alone = place.line(1, &format!("{json} {wrong}"));
    assert_eq!(alone.json()["jobs"][0]["error"], 1);
    let text = place.line(1, &format!("fio {wrong}")).stdout;
    let reason = "err= 1 (file:wrong, func=setup, error=";
    // Windows has other texts for its numbers.
    let told = if testkit::place::is_tested() { "" } else { "Operation not permitted)" };
    assert!(text.contains(&format!("{reason}{told}")), "{text}");
    // Neither is a wrong argument.
    let small = format!("{json} --name=x --rw=read --bs=64k --size=4k --filename=sim:ssd");
    assert_eq!(place.line(1, &small).json()["jobs"][0]["error"], 22);
}

#[test]
fn a_pipe_takes_the_whole_result_and_standard_output_the_line_of_progress() {
    let place = TestPlace::new("fio-pipe");
    let pipe = place.dir.join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status().expect("coreutils");
    assert!(made.success());
    let reader = std::thread::spawn(move || fs::read_to_string(pipe).expect("it ends"));
    let job =
        "fio --name=j --filename=null --size=1g --rw=read --rate_iops=100 --time_based --runtime=4";
    let ended = place.line(0, &format!("{job} --eta=always --output-format=json --output=pipe"));
    let document: Value =
        serde_json::from_str(&reader.join().expect("it read")).expect("one document");
    assert!(document["jobs"][0]["read"]["total_ios"].as_u64() > Some(0));
    let lines: Vec<&str> = ended.stdout.split_terminator('\r').collect();
    assert_eq!(lines[0], "Jobs: 1 (f=1), 0-100 IOPS");
    assert!(lines[2].starts_with("Jobs: 1 (f=1), 0-100 IOPS: [R(1)]["), "{lines:?}");
    assert!(lines[2].contains("[eta 00m:0"), "{lines:?}");
}

#[test]
fn folders_and_modes_of_new_files_are_those_of_fio() {
    use std::os::unix::fs::PermissionsExt;
    if !testkit::place::linux("files have no modes") {
        return;
    }
    let place = TestPlace::new("fio-modes");
    place.line(0, "fio --name=j --filename=a/b/f --size=64k --rw=write --minimal");
    let mode = |path: &str| fs::metadata(place.dir.join(path)).expect("it is there").permissions();
    assert_eq!(mode("a").mode() & 0o777, 0o700);
    place.write("plain", "made with the umask");
    assert_eq!(mode("a/b/f").mode() & 0o777, 0o644 & mode("plain").mode());
    let words = "fio --name=j --directory=absent --filename=f --size=64k --rw=write --minimal";
    place.line(1, words);
    assert!(!place.dir.join("absent").exists());
}
