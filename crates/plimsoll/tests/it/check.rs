//! `plimsoll check`: exit codes by need, text, page, JSON, the same answer for the same seed, nothing left behind.

use crate::drive::{TestPlace, names_in};
use serde_json::Value;

#[test]
fn a_simulated_storage_is_fit_or_not_by_need() {
    let place = TestPlace::new("need");
    for medium in ["sim:ssd", "sim:cloud"] {
        for (need, code, verdict) in [("iops>=1", 0, "fit"), ("iops>=100000000", 1, "not-fit")] {
            let words = ["check", medium, "--seed", "11", "--need", need, "--json"];
            let ended = place.expect(code, &words);
            assert_eq!(ended.json()["verdict"], verdict, "{medium} {need}");
            assert_eq!(ended.stderr, "", "with --json nothing else is said");
        }
    }
    let ended = place.expect(1, &["check", "sim:hdd", "--seed", "11", "--need", "iops>=100000"]);
    assert!(ended.stdout.starts_with("x NOT FIT"), "{}", ended.stdout);
}

#[test]
fn the_text_fits_a_terminal_and_the_page_is_written() {
    let place = TestPlace::new("text");
    let words = ["check", "sim:ssd", "--seed", "5", "--report", "page.html"];
    let ended = place.expect(0, &words);
    let lines: Vec<&str> = ended.stdout.lines().collect();
    assert!(lines.len() <= 40, "{} lines\n{}", lines.len(), ended.stdout);
    for line in &lines {
        // The command that repeats the run is one line, to be copied.
        let copied = line.starts_with("repeat") || line.starts_with("stored");
        assert!(copied || line.chars().count() <= 80, "longer than 80 columns: {line}");
    }
    assert!(lines[0].contains("FIT") && lines[0].contains("sim:ssd"), "the answer first");
    assert!(!ended.stdout.contains('\x1b'), "no colours into a pipe");
    for leak in ["None", "Some(", "NaN", "inf ", "Ok("] {
        assert!(!ended.stdout.contains(leak), "{leak} leaks\n{}", ended.stdout);
    }
    assert!(ended.stdout.contains("--seed 5"), "the command that repeats it");
    let page = place.read("page.html");
    assert!(page.starts_with("<!DOCTYPE html>") && page.trim_end().ends_with("</html>"));
    assert!(!page.contains("src=\"http"), "the page needs no network");
}

#[test]
fn reports_of_one_minute_do_not_replace_each_other() {
    let place = TestPlace::new("pages");
    let folder = place.folder("here");
    for seed in ["1", "2", "3"] {
        let words = ["check", "sim:hdd", "--seed", seed, "--budget", "5s"];
        let ended = place.command(&words).current_dir(&folder).output().unwrap();
        assert!(ended.status.code().is_some_and(|c| c <= 2));
    }
    let pages = names_in(&folder);
    assert_eq!(pages.len(), 3, "{pages:?}");
    assert!(pages.iter().all(|p| p.starts_with("plimsoll-check-") && p.ends_with(".html")));
}

/// What a seed decides: everything but the times of this very run.
fn decided(mut document: Value) -> Value {
    let fields = document.as_object_mut().expect("a document is an object");
    for time in ["started_unix_s", "seconds"] {
        assert!(fields.remove(time).is_some(), "the document has no {time}");
    }
    document
}

#[test]
fn the_same_seed_finds_the_same() {
    let place = TestPlace::new("seed");
    let check =
        |seed| place.call(&["check", "sim:hdd", "--budget", "5s", "--seed", seed, "--json"]).json();
    let (first, again, other) = (decided(check("21")), decided(check("21")), decided(check("22")));
    assert!(first["findings"].as_array().is_some_and(|f| f.len() >= 2));
    assert_eq!(first, again);
    assert_ne!(first["trials"], other["trials"], "another seed draws other blocks");
}

#[test]
fn a_directory_is_checked_and_left_as_it_was() {
    let place = TestPlace::new("directory");
    let folder = place.folder("target");
    std::fs::write(format!("{folder}/keep"), "mine").unwrap();
    let words = ["check", &folder, "--size", "64MiB", "--budget", "5s", "--report", "r.html"];
    let ended = place.call(&words);
    assert!((0..=2).contains(&ended.code), "{}\n{}", ended.stdout, ended.stderr);
    assert_eq!(names_in(&folder), ["keep"]);
    assert_eq!(std::fs::read_to_string(format!("{folder}/keep")).unwrap(), "mine");
    assert!(ended.stdout.contains("64 MiB") || ended.stdout.contains("load line"));
}

#[test]
fn a_file_of_somebody_else_is_refused_until_it_is_named() {
    let place = TestPlace::new("foreign-check");
    let bytes = vec![7_u8; 1 << 20];
    let path = place.write("foreign", &bytes);
    let ended = place.expect(4, &["check", &path, "--budget", "5s"]);
    ended.tells("--overwrite");
    assert!(std::fs::read(&path).unwrap() == bytes, "a refused file was written to");
    let words = ["check", &path, "--budget", "5s", "--overwrite", &path];
    let ended = place.call(&words);
    assert!((0..=2).contains(&ended.code), "{}", ended.stderr);
    assert!(std::fs::read(&path).unwrap() != bytes, "the file was not laid");
}

/// Stalls travel with the number: to the terminal, the JSON, the page, and out of the store again.
#[test]
fn stalls_are_a_doubt_in_every_output_and_none_where_nothing_stalls() {
    let place = TestPlace::new("stalls");
    let climb = |target: &str, more: &[&str]| {
        let words = ["ramp", target, "--block", "8k", "--ceiling", "p99<=15ms", "--budget", "60s"];
        let words: Vec<&str> = words.iter().chain(&["--seed", "3"]).chain(more).copied().collect();
        place.call(&words)
    };
    let kinds = |document: Value| -> Vec<String> {
        let doubts = document["doubts"].as_array().expect("doubts").iter();
        doubts.map(|doubt| doubt["kind"].as_str().expect("a kind").to_owned()).collect()
    };
    let stalling = "sim:ssd?stall=5s:2s:30s";
    let told = climb(stalling, &["--report", "page.html"]);
    assert!(told.stdout.contains("seen: stalls of about"), "{}", told.stdout);
    assert!(place.read("page.html").contains("The storage stalled"));
    assert!(kinds(climb(stalling, &["--json"]).json()).contains(&"stalls".to_owned()));
    place.expect(0, &["report", "1", "-o", "again.html"]);
    assert!(place.read("again.html").contains("The storage stalled"), "from the store");
    assert!(!kinds(climb("sim:ssd", &["--json"]).json()).contains(&"stalls".to_owned()));
    let words = ["check", "sim:ssd?stall=5s:1s:10s", "--for", "postgres", "--seed", "3"];
    let words = [&words[..], &["--budget", "2m", "--json"]].concat();
    assert!(kinds(place.expect(1, &words).json()).contains(&"stalls".to_owned()));
    let words = ["check", "sim:ssd?stall=500ms:2s:5s", "--for", "etcd", "--seed", "3", "--json"];
    let log = place.expect(1, &words).json();
    assert!(kinds(log.clone()).contains(&"stalls".to_owned()));
    let reason = log["findings"][0]["reason"].as_str().expect("a reason");
    assert!(reason.contains("because of stalls of about 2 s"), "{reason}");
}

/// Text without its line breaks, to look for a sentence.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_fit_says_on_the_terminal_what_it_rests_on() {
    let place = TestPlace::new("rests");
    let credits = "sim:cloud?quota_iops=3000&burst=600000&burst_iops=9000";
    let need = "iops>=5000, p99<=10ms";
    let ended = place
        .expect(0, &["check", credits, "--need", need, "--roles", "data", "--seed", "1"])
        .stdout;
    let told = flat(&ended);
    assert!(told.contains("Burst credits or a cache may last longer than this run"), "{ended}");
    assert!(told.contains("operations (") && !told.contains("No rate is required"), "{ended}");
    assert!(ended.lines().count() <= 40, "{ended}");
    let ended = place.expect(0, &["check", "sim:nvme", "--roles", "data", "--seed", "1"]).stdout;
    let told = flat(&ended);
    assert!(told.contains("No rate is required of data, so any load line is enough"), "{ended}");
    assert!(told.contains("--need 'iops>=N' states one"), "{ended}");
}

/// What is called a quota: a throttle at any number, and no medium at a round one; and none where latency is the limit.
#[test]
fn a_quota_is_a_throttle_and_no_round_number() {
    let place = TestPlace::new("quota");
    let limits = |target: &str, roles: &str, more: &[&str]| -> Vec<String> {
        let words = ["check", target, "--roles", roles, "--seed", "3", "--json"];
        let ended = place.call(&words.iter().chain(more).copied().collect::<Vec<_>>()).json();
        let findings = ended["findings"].as_array().expect("findings").iter();
        findings
            .map(|one| {
                let value =
                    one["quota"]["value"].as_f64().map_or(String::new(), |v| format!(" {v:.0}"));
                format!("{}{value}", one["limit"].as_str().expect("a limit"))
            })
            .collect()
    };
    let named = |target: &str, roles: &str| limits(target, roles, &[])[0].clone();
    assert_eq!(named("sim:cloud?quota_iops=3000", "data"), "quota 3000");
    assert_eq!(named("sim:cloud?quota_iops=2941", "data"), "quota 2941");
    // 500 MiB/s of a medium, and one commit for each rotation of a disk.
    for (target, role) in [("sim:ssd?mibps=500", "scan"), ("sim:hdd", "log")] {
        assert!(!named(target, role).starts_with("quota"), "{target}: {}", named(target, role));
    }
    // The latency limit is met at a small part of what the quota lets through.
    let tight = limits("sim:cloud?quota_iops=20000&iops=21000", "data", &["--need", "p99<=4ms"]);
    assert_eq!(tight, ["device"]);
}
