//! Streams with linked rates, and transactions of sessions on simulated storage against their closed form and on every engine that works here.

use super::job::{ScratchFile, base_plan, engines, go, numbered};
use base::{Bytes, Nanos};
use engine::RunControl;
use engine::virtual_time::SimWorld;
use plan::{Plan, TargetPlan, WorkerPlan};
use sample::{EngineEvent, IntervalSample};
use workload::emulation::Prefill;
use workload::{
    AccessPattern, BlockSizes, EngineKind, RateLink, SessionCycle, SyncMode, TransactionPart,
};

const SECONDS: u64 = 40;

/// Reads of 1 ms, one at a time; a durable write takes 4 ms.
const DATA: &str = "ssd?iops=1000&channels=1&spread=0&latency=0us";
const LOG: &str = "ssd?channels=1&spread=0&latency=0us&write_latency=2ms&flush=2ms";

/// What each stream of a plan did in [`SECONDS`].
struct Totals {
    transactions: f64,
    reads: f64,
    log_writes: f64,
    log_bytes: f64,
    writes_behind: f64,
}

fn sessions(count: u32, cycle: SessionCycle) -> WorkerPlan {
    let reads = WorkerPlan::random_reads(1 << 30, Bytes::kib(8));
    let duration_ns = Some(SECONDS * 1_000_000_000);
    WorkerPlan {
        depth: count,
        transaction: Some(TransactionPart::Sessions(cycle)),
        duration_ns,
        ..reads
    }
}

fn cycle(reads: f64, think_ms: u64) -> SessionCycle {
    SessionCycle { reads, think_ns: Nanos::millis(think_ms), rate: None }
}

fn log() -> WorkerPlan {
    WorkerPlan {
        stream: 1,
        target: 1,
        read_share: 0.0,
        access: AccessPattern::Sequential,
        sync: SyncMode::Fdatasync { every: 1 },
        transaction: Some(TransactionPart::Commit { bytes: None }),
        ..sessions(1, cycle(0.0, 0))
    }
}

fn behind(writes: f64) -> WorkerPlan {
    let transaction = Some(TransactionPart::Behind { ios: writes, burst: 8 });
    WorkerPlan { stream: 2, read_share: 0.0, transaction, ..sessions(64, cycle(0.0, 0)) }
}

fn totals(workers: Vec<WorkerPlan>) -> Totals {
    let target = |text: &str| TargetPlan {
        path: None,
        sim: Some(text.to_owned()),
        size_bytes: 1 << 30,
        prefill_bytes: 0,
        prefill: Prefill::Data,
        writes: true,
    };
    let scratch = ScratchFile::new(1 << 20);
    let mut plan: Plan = base_plan(EngineKind::Sim, &scratch);
    plan.targets = vec![target(DATA), target(LOG)];
    plan.streams = vec!["sessions".to_owned(), "log".to_owned(), "behind".to_owned()];
    plan.phases[0].workers = workers;
    let mut intervals: Vec<IntervalSample> = Vec::new();
    let ran = SimWorld::new().run(&plan, &RunControl::new(&plan), &mut |event| {
        if let EngineEvent::Interval(interval) = event {
            intervals.push(*interval);
        }
    });
    ran.expect("the plan runs");
    let sum = |stream: usize, of: fn(&IntervalSample) -> u64| {
        let own = intervals.iter().filter(|interval| interval.stream == stream);
        own.map(of).sum::<u64>() as f64
    };
    Totals {
        transactions: sum(0, |interval| interval.flush.ios),
        reads: sum(0, |interval| interval.read.ios),
        log_writes: sum(1, |interval| interval.write.ios),
        log_bytes: sum(1, |interval| interval.write.bytes),
        writes_behind: sum(2, |interval| interval.write.ios),
    }
}

fn near(seen: f64, want: f64, share: f64, what: &str) {
    assert!((seen / want - 1.0).abs() <= share, "{what}: seen {seen}, expected {want}");
}

#[test]
fn one_session_takes_its_reads_its_commit_and_its_thoughts_one_after_another() {
    let ran = totals(vec![sessions(1, cycle(3.0, 5)), log()]);
    // 3 ms of reads, 4 ms of commit, 5 ms of thinking; waits for the others are up to 3 % too long.
    near(ran.transactions, SECONDS as f64 / 0.012, 0.05, "transactions");
    near(ran.reads / ran.transactions, 3.0, 0.03, "reads of a transaction");
    near(ran.log_writes, ran.transactions, 0.01, "writes of the log");
}

#[test]
fn sessions_are_as_fast_as_their_storage() {
    let ran = totals(vec![sessions(64, cycle(2.0, 5)), log()]);
    near(ran.transactions, SECONDS as f64 * 500.0, 0.03, "transactions of 2 reads of 1 ms");
}

#[test]
fn commits_that_wait_share_the_next_write() {
    let ran = totals(vec![sessions(32, cycle(0.0, 0)), log()]);
    let shared = ran.transactions / ran.log_writes;
    assert!((16.0..=32.0).contains(&shared), "{shared} commits for each write");
    near(ran.log_writes, SECONDS as f64 * 250.0, 0.05, "writes of the log, 4 ms each");
}

#[test]
fn a_write_of_the_log_is_as_large_as_its_commits() {
    let part = TransactionPart::Commit { bytes: Some(Bytes::kib(8)) };
    let write_blocks =
        BlockSizes::Range { low: Bytes::kib(4), high: Bytes::kib(512), step: Bytes::kib(4) };
    let log = WorkerPlan { transaction: Some(part), write_blocks, ..log() };
    let ran = totals(vec![sessions(32, cycle(0.0, 0)), log]);
    near(ran.log_bytes / ran.transactions, 8192.0, 0.01, "bytes of a transaction");
    assert!(ran.transactions > 8.0 * ran.log_writes, "commits share writes");
}

#[test]
fn a_rate_is_kept_as_long_as_the_sessions_can() {
    for (rate, want) in [(100.0, 100.0), (2000.0, 500.0)] {
        let arriving = SessionCycle { rate: Some(rate), ..cycle(2.0, 1) };
        let ran = totals(vec![sessions(32, arriving), log()]);
        near(ran.transactions, SECONDS as f64 * want, 0.05, "transactions that arrived");
    }
}

#[test]
fn writes_behind_follow_the_transactions_and_hold_them_back() {
    let ran = totals(vec![sessions(8, cycle(1.0, 0)), log(), behind(3.0)]);
    near(ran.writes_behind / ran.transactions, 3.0, 0.05, "writes of a transaction");
    let free = totals(vec![sessions(8, cycle(1.0, 0)), log()]);
    assert!(ran.transactions < 0.8 * free.transactions, "{}", ran.transactions);
}

#[test]
fn a_run_has_the_ios_of_its_rate_though_it_ends_between_two_bursts() {
    // 2,000 transactions in 40 s; if the first burst needed all of its I/Os, 3,584 of their 4,000 writes.
    let arriving = SessionCycle { rate: Some(50.0), ..cycle(1.0, 1) };
    let part = TransactionPart::Behind { ios: 2.0, burst: 512 };
    let behind = WorkerPlan { transaction: Some(part), ..behind(2.0) };
    let ran = totals(vec![sessions(8, arriving), log(), behind]);
    let want = 2.0 * ran.transactions;
    assert!((ran.writes_behind - want).abs() <= 256.0, "{} of {want}", ran.writes_behind);
}

#[test]
fn sessions_go_on_with_every_engine() {
    for engine in engines() {
        let scratch = ScratchFile::new(1 << 20);
        let mut plan = base_plan(engine, &scratch);
        let work =
            WorkerPlan { duration_ns: Some(400_000_000), ..plan.phases[0].workers[0].clone() };
        let part = |part: WorkerPlan| WorkerPlan {
            length_bytes: work.length_bytes,
            read_blocks: work.read_blocks.clone(),
            write_blocks: work.write_blocks.clone(),
            align_bytes: work.align_bytes,
            duration_ns: work.duration_ns,
            cache: work.cache,
            target: work.target,
            ..numbered(&part, part.stream as u32)
        };
        plan.targets[0].writes = true;
        plan.streams = vec!["sessions".to_owned(), "log".to_owned(), "behind".to_owned()];
        plan.phases[0].workers = vec![
            part(sessions(4, cycle(2.0, 1))),
            part(log()),
            part(WorkerPlan { depth: 4, ..behind(2.0) }),
        ];
        let intervals = go(&plan);
        let sum = |stream: usize, of: fn(&IntervalSample) -> u64| {
            let own = intervals.iter().filter(|interval| interval.stream == stream);
            own.map(of).sum::<u64>()
        };
        let transactions = sum(0, |interval| interval.flush.ios);
        let commits = sum(1, |interval| interval.flush.ios);
        assert!(transactions > 0, "{engine:?}");
        assert!(commits.abs_diff(transactions) <= 4, "{engine:?}: {commits} for {transactions}");
        assert!(sum(2, |interval| interval.write.ios) > 0, "{engine:?}");
    }
}

fn tied(work: &WorkerPlan, stream: usize, weight: f64) -> WorkerPlan {
    let tie = Some(RateLink { group: 3, weight });
    WorkerPlan { stream, tie, duration_ns: Some(300_000_000), ..numbered(work, 0) }
}

fn ios(intervals: &[IntervalSample], stream: usize) -> f64 {
    intervals
        .iter()
        .filter(|interval| interval.stream == stream)
        .map(|interval| interval.ios() as f64)
        .sum()
}

#[test]
fn streams_of_a_group_keep_the_ratio_of_their_weights() {
    for engine in engines() {
        let scratch = ScratchFile::new(1 << 20);
        let mut plan = base_plan(engine, &scratch);
        let work = plan.phases[0].workers[0].clone();
        plan.streams = vec!["a".to_owned(), "b".to_owned(), "free".to_owned()];
        plan.phases[0].workers = vec![tied(&work, 0, 1.0), tied(&work, 1, 8.0)];
        let intervals = go(&plan);
        let (light, heavy) = (ios(&intervals, 0), ios(&intervals, 1));
        // On any machine, no stream is ever ahead by more than its next operation; on the sync engine, by that of each of
        // its four threads.
        assert!(light > 0.0, "{engine:?} goes on");
        assert!((heavy - 8.0 * light).abs() <= 50.0, "{engine:?}: {heavy} for {light}");
    }
}
