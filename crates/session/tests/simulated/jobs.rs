//! The load of a whole job, multiplied on simulated storage whose limit is known.

use crate::place::{CheckWords, TestPlace, ending, finding, json, shown};
use record::{Note, Verdict};
use session::failure::Ending;
use session::requests::ramp::RampRequest;
use workload::{FidelityFigure, FidelityMeasure};

/// A database at 500 I/Os per second: 400 in the data file, 100 in the log.
const JOB: &str = r#"
[job]
name = "prod"
duration = "10s"

[target.storage]
path = "sim:ssd"
size = "4GiB"

[stream.data]
target = "storage"
read = 75
block = "8k"
size = "3GiB"
rate = 400
arrivals = "poisson"
depth = 64

[stream.log]
target = "storage"
read = 0
block = "16k"
access = "sequential"
offset = "3GiB"
size = "1GiB"
rate = 100
sync = "fdatasync"
depth = 1
"#;

/// The fidelity of a fitted job whose share of reads is too high.
const FIDELITY: &str = "[fidelity]\ntarget = 'sdb'\niops = [500, 499]\nread_share = [0.5, 0.6]\n";
/// The note that the job misses one goal.
fn missed() -> Note {
    let missed = vec![FidelityMeasure::Figure(FidelityFigure::ReadShare)];
    Note::Fidelity { target: "sdb".to_owned(), missed }
}

#[test]
fn the_line_of_a_job_on_a_volume_with_a_quota_is_the_quota() {
    let place = TestPlace::new("job-quota");
    let file = place.write("prod.toml", &format!("{JOB}{FIDELITY}")).display().to_string();
    let request = RampRequest {
        job: Some(file),
        ..RampRequest { target: "sim:ssd?quota_iops=3000".to_owned(), ..RampRequest::default() }
    };
    let record = place.ramp(&request, 5);
    assert_eq!(ending(&record), Ending::Done);
    let role = &finding(&record, 0)["ramp"];
    assert_eq!(role["job_iops"], 500.0);
    let line = role["load_line"]["value"].as_f64().expect("a line was found");
    assert!((2_700.0..=3_000.0).contains(&line), "{line}");
    assert!(shown(&record).contains("the load of the job (500 IOPS)"), "{}", shown(&record));
    assert!(record.notes.contains(&missed()), "{:?}", record.notes);
}

#[test]
fn a_check_of_a_job_requires_its_load_or_the_multiple_that_is_named() {
    let place = TestPlace::new("job-check");
    let file = place.write("prod.toml", &format!("{JOB}{FIDELITY}")).display().to_string();
    let check = |requirement| {
        let target = "sim:ssd?quota_iops=3000";
        place.check(&CheckWords { target, profile: &file, requirement, ..CheckWords::USUAL })
    };
    let now = check("");
    assert_eq!(ending(&now), Ending::Done);
    assert_eq!(json(&now)["findings"][0]["at_required_rate"]["rate"], 500.0);
    assert!(now.notes.contains(&missed()), "{:?}", now.notes);
    assert!(
        shown(&now).contains("the fitted job misses its goals for: read share"),
        "{}",
        shown(&now)
    );
    assert_eq!(ending(&check("load>=4x, p99<=10ms")), Ending::Done);
    assert_eq!(ending(&check("load>=8x")), Ending::NotFit);
}

/// Reads are much faster than writes here: streams that each went as fast as they could would do mostly reads or mostly writes.
#[test]
fn a_job_of_two_streams_has_the_line_of_one_stream_with_the_same_mix() {
    let place = TestPlace::new("job-mix");
    let stream = |name: &str, read: u32, rate: u32| {
        format!(
            "[stream.{name}]\ntarget = \"storage\"\nread = {read}\nblock = \"8k\"\nrate = {rate}\n\
             arrivals = \"poisson\"\ndepth = 64\n"
        )
    };
    let text = format!(
        "[job]\nname = \"mix\"\nduration = \"10s\"\n[target.storage]\npath = \"sim:ssd\"\nsize = \"4GiB\"\n{}{}",
        stream("reads", 100, 1650),
        stream("writes", 0, 550)
    );
    let job = Some(place.write("mix.toml", &text).display().to_string());
    let ramp = RampRequest { target: "sim:ssd".to_owned(), ..RampRequest::default() };
    let of_job = RampRequest { job, ..ramp.clone() };
    let of_stream = RampRequest { read_percents: vec![75.0], ..ramp };
    let line = |request: &RampRequest| {
        let record = place.ramp(request, 5);
        finding(&record, 0)["ramp"]["load_line"]["value"].as_f64().expect("a line was found")
    };
    let (of_job, of_stream) = (line(&of_job), line(&of_stream));
    assert!((of_job / of_stream - 1.0).abs() < 0.05, "{of_job} {of_stream}");
}

/// Sixteen sessions: three reads, a commit that shares its flush, two writes behind each transaction.
fn sessions(rate: &str) -> String {
    format!(
        r#"
[job]
name = "bank"
duration = "10s"

[target.storage]
path = "sim:ssd"
size = "4GiB"

[stream.writers]
target = "storage"
read = 0
depth = 32
transaction = {{ behind = 2 }}

[stream.clients]
target = "storage"
depth = 16
transaction = {{ reads = 3, think = "2ms"{rate} }}

[stream.log]
target = "storage"
read = 0
access = "sequential"
sync = "fdatasync"
transaction = "commit"
"#
    )
}

#[test]
fn sessions_reach_what_the_quota_lets_them_and_keep_their_rate_below_it() {
    let place = TestPlace::new("job-sessions");
    for (rate, verdict) in
        [("", Verdict::Fit), (", rate = 60", Verdict::Fit), (", rate = 200", Verdict::NotFit)]
    {
        let file = place.write("bank.toml", &sessions(rate)).display().to_string();
        let record = place.check(&CheckWords {
            profile: &file,
            target: "sim:cloud?quota_iops=500",
            budget_s: 30,
            ..CheckWords::USUAL
        });
        let found = &record.findings[0];
        assert_eq!(found.verdict, verdict, "{rate}: {:?}", found.reason);
        let sessions = found.sessions.as_ref().expect("the job has sessions");
        assert_eq!(sessions.sessions, 16);
        // Each transaction has 5 I/Os of its own and a part of a write of the log: between 500 / 6 and 500 / 5.
        let reached = sessions.reached.per_second.value;
        assert!((83.0..=100.0).contains(&reached), "{rate}: {reached} transactions per second");
        let today = sessions.today.map(|today| today.per_second.value);
        assert_eq!(today.is_some(), !rate.is_empty());
        if verdict == Verdict::Fit {
            assert!(today.is_none_or(|kept| (57.0..=63.0).contains(&kept)), "{today:?}");
        }
    }
}
