//! Several hosts as threads of this process: they find the same load line of an array as one host, and the merged latencies
//! are those of all I/Os together. `PLIMSOLL_HOST_SEEDS=100` tests 100 seeds instead of the default number.

use crate::place::{CheckWords, TestPlace, finding, shown};
use base::{Bytes, Nanos};
use cluster::lead::StopRequest;
use cluster::{Group, HostCpus, LocalTransport, MergedEvent, Message, RunOutcome};
use engine::RunControl;
use plan::Plan;
use plan::hosts::{HostPart, part};
use record::scale::Saturation;
use record::{Finding, Record, RunFailure};
use report::Language;
use sample::{EngineEvent, Histogram, IntervalSample};
use session::load;
use session::requests::disks::DisksRequest;
use session::requests::ramp::RampRequest;
use session::write_permission::Permission;
use std::sync::Arc;
use sys::clock::SystemClock;
use workload::{HostRanges, LoadDivision};

const SEEDS: u64 = 6;

pub(crate) fn seeds() -> u64 {
    let asked = std::env::var("PLIMSOLL_HOST_SEEDS").ok();
    asked.and_then(|text| text.parse().ok()).unwrap_or(SEEDS)
}

/// Fails if more than 5 of 100 seeds missed; prints all of them.
pub(crate) fn assert_few_missed(what: &str, missed: &[String]) {
    let seeds = seeds();
    eprintln!("{what}: {} of {seeds} seeds missed {missed:?}", missed.len());
    assert!(20 * missed.len() as u64 <= seeds, "{what}: {missed:?} of {seeds} seeds");
}

fn load_line(record: &Record) -> f64 {
    record.findings[0].load_line.expect("a load line").value
}

#[test]
fn four_hosts_find_the_load_line_that_one_host_finds() {
    let place = TestPlace::new("hosts-line");
    let mut missed = Vec::new();
    for seed in 1..=seeds() {
        let words = CheckWords {
            target: "sim:ssd?iops=15000",
            roles: &["data"],
            budget_s: 30,
            seed,
            ..CheckWords::USUAL
        };
        let (alone, record) = (place.check(&words), place.check_from_hosts(&words, 4));
        let hosts = record.hosts.as_ref().expect("the record has its hosts");
        assert_eq!(hosts.hosts.len(), 4);
        let share = load_line(&record) / load_line(&alone);
        if !(0.95..=1.05).contains(&share) {
            missed.push(format!("seed {seed}: {share:.3}"));
        }
    }
    assert_few_missed("a load line within 5 % of that of one host", &missed);
}

/// A storage that saturates at this rate, of which one host at queue depth 4 gets 1,250 IOPS.
fn capped(iops: u64) -> String {
    format!("sim:ssd?iops=20000&channels=64&latency=0us&spread=0.1&cap_iops={iops}")
}

#[test]
fn scale_finds_how_many_hosts_saturate_the_storage() {
    let place = TestPlace::new("hosts-scale");
    let (mut missed, hosts) = (Vec::new(), 8);
    for seed in 1..=seeds() {
        let cap_iops = 1_700 + 1_013 * seed % 6_000;
        let request = DisksRequest {
            disks: vec![capped(cap_iops)],
            block: Bytes(8 << 10),
            depth: 4,
            random: true,
            time: Nanos::secs(2),
            ..DisksRequest::default()
        };
        let record = place.scale_hosts(&request, hosts, seed);
        assert_eq!(record.hosts.as_ref().expect("the record has its hosts").hosts.len(), hosts);
        let stages = &record.study.as_ref().expect("a study").stages;
        let Some(Finding::Scale(finding)) = &stages[0].finding else { panic!("no finding") };
        let truth = cap_iops.div_ceil(1_250) as usize;
        match finding.saturation {
            Saturation::Reached { count, .. } if count.abs_diff(truth) <= 1 => {}
            ref other => missed.push(format!("seed {seed}: {truth} hosts, found {other:?}")),
        }
    }
    assert_few_missed("the count of hosts within one", &missed);
}

#[test]
fn scale_tells_hosts_on_terminal_page_and_json() {
    let place = TestPlace::new("hosts-told");
    let request = DisksRequest {
        disks: vec![capped(3_000)],
        block: Bytes(8 << 10),
        depth: 4,
        random: true,
        time: Nanos::secs(2),
        ..DisksRequest::default()
    };
    let record = place.scale_hosts(&request, 4, 3);
    let told = shown(&record);
    assert!(told.contains("3 hosts saturate the storage at "), "{told}");
    assert!(told.contains("4 hosts measured together"), "{told}");
    assert!(told.contains("plimsoll scale --hosts "), "{told}");
    let page = report::html(&record, Language::En);
    assert!(page.contains("Throughput by number of hosts") && page.contains("Jain"), "{page}");
    let finding = finding(&record, 0);
    assert_eq!(finding["scale"]["config"]["unit"], "hosts", "{finding:#}");
    assert_eq!(place.stored().hosts, record.hosts, "the store has all of it");
}

#[test]
fn a_ramp_of_hosts_finds_the_line_of_one_host() {
    let place = TestPlace::new("hosts-ramp");
    let request = RampRequest {
        target: "sim:ssd?iops=8000".to_owned(),
        budget: Some(Nanos::secs(20)),
        ..RampRequest::default()
    };
    let line = |record: &Record| {
        let stages = &record.study.as_ref().expect("a study").stages;
        let Some(Finding::Ramp(finding)) = &stages[0].finding else { panic!("no finding") };
        finding.load_line.expect("a load line").value
    };
    let (alone, several) = (place.ramp(&request, 5), place.ramp_on_hosts(&request, 4, 5));
    let share = line(&several) / line(&alone);
    assert!((0.95..=1.05).contains(&share), "{share}");
    assert_eq!(several.hosts.as_ref().expect("the record has its hosts").hosts.len(), 4);
    assert!(shown(&several).contains("4 hosts measured together"));
    assert!(several.command.starts_with("mpirun -n 4 plimsoll ramp"), "{}", several.command);
}

/// Plans that record every operation, so that every latency is known.
fn plan_with_records(hosts: u32) -> Vec<Plan> {
    let text = "[job]\ninterval = '100ms'\n[target.t]\npath = 'sim:ssd'\nsize = '1GiB'\n\
        [stream.s]\nios = 40000\nread = 100\nblock = '8k'\ndepth = 32\nworkers = 4\n";
    let mut workload = job::read("merged", text).workload.expect("the job is right");
    workload.streams[0].emulation.keeps_records = true;
    let ready = load::plan(&workload, &Permission::default(), 11).expect("it can be planned");
    let host = |rank| HostPart {
        rank,
        hosts,
        division: LoadDivision::Shared,
        ranges: &[HostRanges::Disjoint],
        runs: &[],
    };
    (0..hosts).map(|rank| part(&ready.plan, &host(rank)).expect("a part")).collect()
}

/// The engine of one host: forwards every event, and keeps the latency of every operation.
fn run_part(
    plan: &Plan,
    hear: &mut dyn FnMut(EngineEvent),
) -> (Result<RunOutcome, RunFailure>, Vec<u64>) {
    let mut latencies_ns = Vec::new();
    engine::virtual_time::run(plan, &RunControl::new(plan), &mut |mut event| {
        if let EngineEvent::Interval(sample) = &mut event {
            let ended = sample.records.drain(..);
            latencies_ns.extend(ended.map(|record| record.end_ns - record.start_ns));
        }
        hear(event);
    })
    .expect("simulated storage does not fail");
    (Ok(RunOutcome::default()), latencies_ns)
}

/// The merged intervals of the first host, and the latencies of all operations on all hosts.
fn run_on_hosts(hosts: u32) -> (Vec<IntervalSample>, Vec<u64>) {
    let plans = plan_with_records(hosts);
    let (mut intervals, mut latencies_ns) = (Vec::new(), Vec::new());
    let mut ends = LocalTransport::group(plans.len()).into_iter();
    let first = ends.next().expect("one end for each host");
    std::thread::scope(|scope| {
        let follow = |end: LocalTransport| {
            scope.spawn(move || {
                let (clock, mut latencies_ns) = (SystemClock::new(), Vec::new());
                let mut group = Group::new(Arc::new(end), Arc::default());
                let (_, message) = group.receive(&clock).expect("an order");
                let Message::Run(order) = message else { panic!("{message:?}") };
                let ran = cluster::member::run(
                    &mut group,
                    1,
                    &clock,
                    &mut HostCpus::default,
                    |_, hear| {
                        let (outcome, own) = run_part(&order.plan, hear);
                        latencies_ns = own;
                        outcome
                    },
                );
                ran.expect("it runs to its end");
                latencies_ns
            })
        };
        let followers: Vec<_> = ends.map(follow).collect();
        let mut group = Group::new(Arc::new(first), Arc::default());
        let own = |_: &Arc<_>, hear: &mut dyn FnMut(EngineEvent)| {
            let (outcome, own) = run_part(&plans[0], hear);
            latencies_ns.extend(own);
            outcome
        };
        let stop = &mut StopRequest::default;
        let hear = &mut |event: MergedEvent<'_>| {
            if let MergedEvent::All(EngineEvent::Interval(sum)) = event {
                intervals.push(*sum);
            }
        };
        cluster::lead::run(&mut group, &SystemClock::new(), &plans, None, stop, own, hear);
        for follower in followers {
            latencies_ns.extend(follower.join().expect("a host does not fail"));
        }
    });
    (intervals, latencies_ns)
}

#[test]
fn percentiles_of_merged_hosts_are_those_of_all_ios_together() {
    let (intervals, mut latencies_ns) = run_on_hosts(4);
    let (mut merged, mut oracle) = (Histogram::new(), Histogram::new());
    intervals.iter().for_each(|interval| merged.merge(&interval.read.total));
    latencies_ns.iter().for_each(|latency_ns| oracle.record(*latency_ns));
    assert_eq!(latencies_ns.len(), 40_000);
    assert_eq!(merged, oracle, "each bucket holds the operations of all hosts");
    assert_eq!(merged.moments(), oracle.moments());
    latencies_ns.sort_unstable();
    for quantile in [0.5, 0.9, 0.99, 0.999, 0.9999, 1.0] {
        let rank = (quantile * latencies_ns.len() as f64).ceil() as usize;
        let exact_ns = latencies_ns[rank - 1] as f64;
        let share = merged.quantile_ns(quantile) as f64 / exact_ns;
        assert!((share - 1.0).abs() <= 0.001, "{quantile}: {share} of {exact_ns} ns");
    }
}
