//! A process that is stopped and continued: the time is a warning, not latency or a change of speed.

use crate::drive::{CommandOutput, TestPlace, signal, until, wait};
use serde_json::Value;
use std::process::Child;
use std::time::{Duration, Instant};

/// The shortest time that counts as a stop is 1 s.
const STOP: Duration = Duration::from_millis(2500);

/// Stops the process, and continues it after this time on the clock that it reads.
fn stop(child: &Child) {
    signal(child, "STOP");
    let begun = Instant::now();
    until("the stop is long enough", || begun.elapsed() > STOP);
    signal(child, "CONT");
}

#[track_caller]
fn warned(ended: &CommandOutput) -> Value {
    let record = ended.json();
    let warnings = record["warnings"].as_array().expect("a list").clone();
    let told = warnings.iter().find(|warning| warning["kind"] == "process-stopped");
    let text = told.and_then(|warning| warning["text"].as_str()).unwrap_or_default();
    assert!(text.starts_with("The process did not run for "), "{warnings:#?}");
    assert!(!warnings.iter().any(|warning| warning["kind"] == "burst-credits"), "{warnings:#?}");
    assert!(!warnings.iter().any(|warning| warning["kind"] == "clock-jump"), "{warnings:#?}");
    record
}

#[test]
fn a_run_that_was_stopped_leaves_the_time_out() {
    let place = TestPlace::new("stopped-run");
    let text = "[job]\ninterval = \"100ms\"\n[target.t]\npath = \"d\"\nsize = \"8MiB\"\n[stream.s]\nrate = 500\n\
                duration = \"4s\"\n";
    let child = place.start(&["run", &place.write("job.toml", text), "--json"]);
    place.until_measured(4);
    stop(&child);
    let ended = wait(child);
    ended.must_be(0, &["run"]);
    let record = warned(&ended);
    let stream = &record["trials"][0]["streams"][0];
    // An open loop that owes 2.5 s of arrivals would have waits of that length.
    let longest_ns = stream["read"]["max_ns"].as_u64().expect("a number");
    assert!(u128::from(longest_ns) < STOP.as_nanos() / 2, "{longest_ns}");
    let seconds = stream["seconds"].as_f64().expect("a number");
    assert!((2.0..3.95).contains(&seconds), "{seconds} s were counted");
    assert!(place.call(&["results", "show", "last"]).stdout.contains("did not run for"));
}

#[test]
fn a_storage_is_not_accused_of_the_time_in_which_verify_was_stopped() {
    let place = TestPlace::new("stopped-verify");
    let folder = place.folder("target");
    // An operation of more than 1 s counts as slow.
    let child = place.start(&["verify", &folder, "--size", "16MiB", "--minutes", "0.1", "--json"]);
    until("it has begun", || place.call(&["results", "list", "--json"]).stdout.contains("verify"));
    until("it exercises", || std::fs::read_dir(&folder).is_ok_and(|entries| entries.count() >= 2));
    stop(&child);
    let ended = wait(child);
    ended.must_be(0, &["verify"]);
    let record = warned(&ended);
    assert_eq!(record["proof"]["answer"], "sound");
    let slow = record["proof"]["files"].as_array().expect("a list").iter();
    assert!(
        slow.clone()
            .all(|file| file["counts"]["io_ns_max"].as_u64().is_some_and(|ns| ns < 2_000_000_000)),
        "{:#}",
        record["proof"]
    );
}
