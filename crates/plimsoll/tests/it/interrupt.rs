//! Ctrl-C and kills: the exit code is 130, measured values are kept, and no file stays behind.

use crate::drive::{TestPlace, list, names_in, signal, until, wait};

#[test]
fn an_interrupt_while_a_job_lays_its_file_leaves_no_half_of_it() {
    let place = TestPlace::new("int-lay-job");
    let text = "[target.t]\npath = \"own.dat\"\nsize = \"768MiB\"\n[stream.s]\nios = 10\n";
    let child = place.start(&["run", &place.write("job.toml", text)]);
    let own = place.dir.join("own.dat");
    until("the file is being prefilled", || std::fs::metadata(&own).is_ok_and(|m| m.len() > 0));
    signal(&child, "INT");
    wait(child).must_be(130, &["run"]);
    assert!(!own.exists(), "half a file stayed");
}

#[test]
fn an_interrupt_of_a_check_leaves_no_file_and_keeps_what_was_measured() {
    for (size, measures) in [("768MiB", false), ("64MiB", true)] {
        let place = TestPlace::new("int-check");
        let folder = place.folder("target");
        let child = place.start(&["check", &folder, "--size", size, "--budget", "60s"]);
        until("the run is in the store", || !place.runs().is_empty());
        if measures {
            place.until_measured(2);
        }
        signal(&child, "INT");
        let ended = wait(child);
        ended.must_be(130, &["check"]);
        assert!(names_in(&folder).is_empty());
        assert_eq!(place.runs()[0]["answer"], "interrupted");
        place.expect(0, &["results", "show", "last"]);
        assert!(!measures || ended.stdout.contains("interrupted"), "{}", ended.stdout);
        assert!(!measures || place.rows() > 2);
    }
}

/// Whether the signal of a closed terminal is ignored, which a program inherits from `nohup`.
fn hang_up_is_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").expect("a process has a status");
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.expect("the status has a mask of ignored signals") & 1 != 0
}

#[test]
fn an_interrupt_or_a_closed_terminal_ends_a_job_with_its_numbers() {
    for name in ["INT", "HUP"] {
        if name == "HUP" && !testkit::place::linux("wine itself ends at a closed terminal") {
            return;
        }
        if name == "HUP" && hang_up_is_ignored() {
            return testkit::skip(
                "the tests were started by nohup: a closed terminal ends nothing",
            );
        }
        let place = TestPlace::new("int-run");
        let text = "[job]\ninterval = \"100ms\"\n[target.t]\npath = \"own.dat\"\nsize = \"4MiB\"\n\
            [stream.s]\nduration = \"60s\"\n";
        let child = place.start(&["run", &place.write("job.toml", text), "--json"]);
        place.until_measured(2);
        signal(&child, name);
        let ended = wait(child);
        ended.must_be(130, &["run", name]);
        let document = ended.json();
        assert_eq!(document["state"], "interrupted", "{name}");
        assert!(!list(&document["trials"][0]["streams"]).is_empty(), "{name}: {document:#}");
        assert_eq!(place.runs()[0]["answer"], "interrupted", "{name}");
    }
}

#[test]
fn a_killed_check_leaves_no_file_and_a_readable_run() {
    let place = TestPlace::new("kill");
    let folder = place.folder("target");
    let child = place.start(&["check", &folder, "--size", "64MiB", "--budget", "60s"]);
    place.until_measured(2);
    signal(&child, "KILL");
    assert_eq!(wait(child).code, -1, "killed by the signal");
    until("its file is gone", || names_in(&folder).is_empty());
    assert_eq!(place.runs()[0]["answer"], "unfinished");
    let shown = place.expect(0, &["results", "show", "last"]);
    shown.shows("not finished");
    place.expect(0, &["results", "report", "last", "-o", "dead.html"]);
}
