//! Soaks on simulated storage: events are reported, and a stopped soak resumes without a minute lost or counted twice.

use crate::place::{TestPlace, on_hosts, shown};
use base::{Bytes, Nanos};
use record::soak::{ChangeKind, SlaVerdict, SoakFinding};
use record::{Record, State, Verdict};
use report::Language;
use session::failure::Ending;
use session::hosts::HostGroup;
use session::live::Progress;
use session::soak::{EventOutput, SoakLoad, SoakRequest};
use session::write_permission::Permission;
use session::{profiles, soak};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use store::{RunId, Store};
use workload::EngineChoice;

const DAY_S: u64 = 86_400;

pub(crate) fn request(target: &str, rate: f64, planned_s: u64, sla: &str) -> SoakRequest {
    let (source_text, profile) = profiles::load("generic-oltp").expect("it is built in");
    let profile = profiles::choose(profile, &["data".to_owned()]).expect("it has data");
    SoakRequest {
        target: target.to_owned(),
        profile,
        source_text,
        load: SoakLoad::Rate(rate),
        planned_s,
        window_s: None,
        sla: workload::sla::read(sla).expect("it is right"),
        sla_text: sla.to_owned(),
        size: Some(Bytes::mib(64)),
        engine: EngineChoice::default(),
        seed: Some(1),
        interval_ns: Nanos::secs(10).0,
        line_budget_ns: Nanos::secs(10).0,
        permission: Permission::default(),
        once_s: None,
        command: session::repeat_command::RepeatCommand::of("soak"),
    }
}

pub(crate) fn run(request: &SoakRequest, store: &Path, interrupt: &Arc<AtomicBool>) -> Record {
    run_on(&HostGroup::alone(), request, store, interrupt)
}

fn run_on(
    hosts: &HostGroup,
    request: &SoakRequest,
    store: &Path,
    interrupt: &Arc<AtomicBool>,
) -> Record {
    let mut events = EventOutput::default();
    let outcome = soak::run(
        request,
        Some(store),
        hosts,
        interrupt,
        &mut events,
        &mut Progress::new(true, Language::En),
    );
    outcome.unwrap_or_else(|failure| panic!("{:?}", failure.lines)).record
}

fn finding(record: &Record) -> &SoakFinding {
    record.soak.as_ref().and_then(|soak| soak.finding.as_ref()).expect("it is a soak")
}

#[test]
fn four_hosts_soak_one_storage_as_one_host_does() {
    let place = TestPlace::new("soak-hosts");
    let request = request("sim:ssd?stall=3000s:5s", 400.0, 2 * 3_600, "p99<=5ms in 95% of minutes");
    let interrupt = Arc::default();
    let all = on_hosts(4, |hosts| run_on(&hosts, &request, &place.store(), &interrupt));
    let record = &all[0];
    assert_eq!(record.state, State::Done);
    let found = finding(record);
    assert_eq!((found.minutes, found.gaps.len()), (120, 0));
    assert!(found.clauses.iter().all(|clause| clause.verdict == SlaVerdict::Met));
    assert!(found.stalls.iter().any(|stall| stall.length_s.round() == 5.0), "{:?}", found.stalls);
    let hosts = record.hosts.as_ref().expect("the record has its hosts");
    let rates = hosts.rates(0);
    let sum: f64 = rates.iter().map(|(_, iops)| iops).sum();
    assert_eq!(rates.len(), 4);
    assert!((sum / 400.0 - 1.0).abs() < 0.02, "{rates:?}");
    assert!(all[1..].iter().all(|record| record.state == State::Done));
    assert!(shown(record).contains("4 hosts measured together"), "{}", shown(record));
}

#[test]
fn a_step_a_daily_neighbour_and_stalls_are_told_and_nothing_else() {
    let place = TestPlace::new("soak-told");
    let target = "sim:ssd?daily=0.6:9h:17h&step=7d:1.1&stall=300000s:5s&stall=900000s:8s";
    let wanted = "p99<=5ms in 99% of minutes; iops>=10 in every hour";
    let record = run(&request(target, 12.0, 12 * DAY_S, wanted), &place.store(), &Arc::default());
    assert_eq!(record.state, State::Done);
    let found = finding(&record);
    assert_eq!((found.minutes, found.gaps.len(), found.excluded.len()), (12 * 1_440, 0, 0));
    let lengths: Vec<f64> = found.stalls.iter().map(|stall| stall.length_s.round()).collect();
    assert_eq!(lengths, [5.0, 8.0], "{:?}", found.stalls);
    assert!(found.clauses.iter().all(|clause| clause.verdict == SlaVerdict::Met));
    let role = &found.roles[0];
    let [change] = &role.changes[..] else { panic!("{:?}", role.changes) };
    let day = (change.at_unix_s - role.calendar[0].start_unix_s) as f64 / DAY_S as f64;
    assert!(change.kind == ChangeKind::Level && (day - 7.0).abs() < 0.1, "{change:?}");
    assert!(change.after > 1.03 * change.before, "{change:?}");
    let hours = role.hours.as_ref().expect("the neighbour comes every day");
    let slow = |hour: usize| hours.relative[hour].is_some_and(|relative| relative > 1.3);
    assert!((0..24).all(|hour| slow(hour) == (9..17).contains(&hour)), "{hours:?}");
    assert!(role.weekdays.is_none() && role.overloads.is_empty());
}

#[test]
fn a_stopped_soak_goes_on_and_each_minute_counts_once() {
    let place = TestPlace::new("soak-stopped");
    let request = request("sim:ssd", 20.0, 2 * DAY_S, "p99<=5ms in 99% of minutes");
    let interrupt = Arc::<AtomicBool>::default();
    let (flag, path) = (Arc::clone(&interrupt), place.store());
    // Stops it once a few hundred minutes are in the store.
    let stopper = std::thread::spawn(move || {
        loop {
            let minutes = Store::open_to_read(&path).and_then(|store| store.soak_minutes(RunId(1)));
            if minutes.is_ok_and(|minutes| minutes.iter().any(|role| role.len() > 300)) {
                return flag.store(true, Ordering::Relaxed);
            }
            // Each check opens the store: more frequent checks would take CPU time from the soak.
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
    });
    let first = run(&request, &place.store(), &interrupt);
    stopper.join().expect("it only reads");
    assert_eq!(first.state, State::Interrupted);
    let before = finding(&first).minutes;
    assert!((300..2 * 1_440).contains(&before), "{before}");
    let whole = run(&request, &place.store(), &Arc::default());
    assert_eq!(whole.state, State::Done);
    let found = finding(&whole);
    // The minute in which it was stopped may be short.
    assert!(found.minutes + 1 >= 2 * 1_440, "{}", found.minutes);
    assert_eq!(found.gaps, []);
    let store = Store::open_to_read(place.store()).expect("it is there");
    assert_eq!(store.list(9).expect("it can be read").len(), 1, "the same run went on");
    let minutes = store.soak_minutes(RunId(1)).expect("they are there").remove(0);
    assert!(minutes.windows(2).all(|pair| pair[1].start_unix_s - pair[0].start_unix_s == 60));
}

#[test]
fn load_above_what_the_storage_gives_is_an_overload_and_breaks_the_agreement() {
    let place = TestPlace::new("soak-overload");
    let request = request("sim:cloud?quota_iops=30", 40.0, 7_200, "p99<=100ms in 99% of minutes");
    let record = run(&request, &place.store(), &Arc::default());
    let found = finding(&record);
    assert_eq!(found.clauses[0].verdict, SlaVerdict::NotMet);
    let [overload] = &found.roles[0].overloads[..] else {
        panic!("{:?}", found.roles[0].overloads)
    };
    assert!(overload.constant_rate && (overload.iops - 30.0).abs() < 1.0, "{overload:?}");
}

#[test]
fn windows_are_no_gaps_and_shares_of_load_lines_are_measured_first() {
    let place = TestPlace::new("soak-windows");
    let request = SoakRequest {
        window_s: Some((3_600, 300)),
        load: SoakLoad::LineShare(0.01),
        ..request("sim:ssd?iops=4000", 1.0, DAY_S, "p99<=50ms in every minute")
    };
    let record = run(&request, &place.store(), &Arc::default());
    let found = finding(&record);
    assert_eq!((found.minutes, found.gaps.len()), (24 * 5, 0));
    let role = &record.soak.as_ref().expect("it is a soak").setup.roles[0];
    assert_eq!(role.line_share, Some(0.01));
    assert!(role.rate_iops > 5.0 && role.rate_iops < 40.0, "{role:?}");
    let store = Store::open_to_read(place.store()).expect("it is there");
    assert_eq!(store.list(9).expect("it can be read").len(), 2, "the check is a run of its own");
}

/// A night of 12 hours at 10 per second and a day of 12 hours at 50, for a volume that allows 30 per second and saves credits.
const DAY_CURVE: &str = r#"
[job]
name = "prod"

[target.storage]
path = "sim:cloud"

[stream.data]
target = "storage"
read = 70
block = "8k"
rate = 30
arrivals = "poisson"
curve = [1, 5]
curve_step = "12h"
depth = 64
duration = "1d"
"#;

#[test]
fn the_day_curve_of_a_job_spends_credits_by_day_and_they_come_back_by_night() {
    let place = TestPlace::new("soak-curve");
    let file = place.write("prod.toml", DAY_CURVE).display().to_string();
    let (source_text, profile) = profiles::load(&file).expect("the job is right");
    // The night saves 12 h of 20 credits per second; the day would spend more, and uses them up after 6 h.
    let target = "sim:cloud?quota_iops=30&burst=432000&burst_iops=200&quota_mibps=none";
    let usual = request(target, 1.0, 3 * DAY_S, "p99<=100ms in 99% of minutes");
    let load = SoakLoad::Multiple(1.0);
    let request = SoakRequest { profile, source_text, load, ..usual };
    let record = run(&request, &place.store(), &Arc::default());
    let found = finding(&record);
    let role = &found.roles[0];
    // 10 per second by night, 50 and then 30 by day: operations that wait too long are dropped.
    let iops = role.iops.expect("minutes count");
    assert!((iops - 25.0).abs() < 0.5 && found.stalls.is_empty(), "{iops} {:?}", found.stalls);
    assert_eq!(found.clauses[0].verdict, SlaVerdict::NotMet);
    // Once a day, in the afternoon: 432,000 credits last 6 h at 20 a second above the quota.
    assert_eq!(role.overloads.len(), 3, "{:?}", role.overloads);
    for overload in &role.overloads {
        assert!(overload.constant_rate && (overload.iops - 30.0).abs() < 1.0, "{overload:?}");
    }
    let start_s = role.calendar[0].start_unix_s;
    let first_h = (role.overloads[0].from_unix_s - start_s) as f64 / 3_600.0;
    assert!((first_h - 18.0).abs() < 0.5, "{first_h}");
}

#[test]
fn commits_that_share_flushes_count_once() {
    const SLA: &str = "iops>=100 in every minute";
    let place = TestPlace::new("soak-commits");
    let (source_text, profile) = profiles::load("postgres").expect("it is built in");
    let profile = profiles::choose(profile, &["wal".to_owned()]).expect("it has a log");
    let soak = SoakRequest { profile, source_text, ..request("sim:ssd", 10_000.0, 180, SLA) };
    let record = run(&soak, &place.store(), &Arc::default());
    let iops = finding(&record).roles[0].iops.expect("minutes count");
    assert!((iops / 10_000.0 - 1.0).abs() < 0.01, "{iops}");
}

#[test]
fn a_minute_with_a_failed_operation_meets_no_clause() {
    let place = TestPlace::new("soak-errors");
    let target = "sim:ssd?errors=0.0005";
    let record = run(
        &request(target, 100.0, 600, "p99<=1s in 50% of minutes"),
        &place.store(),
        &Arc::default(),
    );
    assert_eq!(record.verdict, Some(Verdict::NotFit));
    assert_eq!(finding(&record).clauses[0].verdict, SlaVerdict::NotMet);
    assert!(shown(&record).contains("operations failed"), "{}", shown(&record));
    // Without an agreement the target has failed.
    let mut without = request(target, 100.0, 600, "p99<=1s in every minute");
    without.sla.clear();
    let record = run(&without, &place.store(), &Arc::default());
    assert_eq!((record.verdict, session::answer::ending(&record)), (None, Ending::Target));
}
