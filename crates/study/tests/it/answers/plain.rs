//! A storage of plain numbers behind the `Runner` trait: takes a law from trial to behaviour, returns intervals without waiting.
//!
//! Never random: noise is a fixed pattern, so that every test gives the same numbers each time.

use base::{Bytes, Nanos};
use record::reason::LineReason;
use record::{Reason, TrialRecord};
use sample::{DirectionSample, IntervalSample};
use std::convert::Infallible;
use study::{
    CheckPlan, CheckResult, Fold, Observation, OnInterval, Runner, TogetherTrial, Trial, TrialFlow,
    TrialInterval,
};
use summary::Conditions;
use workload::{BlockSizes, LatencyLimit, Profile, Requirement, Role, RoleKind, Stream, SyncMode};

#[derive(Clone, Copy, Debug)]
pub(crate) struct StorageBehaviour {
    pub(crate) iops: f64,
    /// Latency of an operation or, with flushes, of a commit, in nanoseconds.
    pub(crate) latency_ns: u64,
    /// The share of operations that take a hundred times as long.
    pub(crate) slow_share: f64,
    pub(crate) failed_share: f64,
    /// Whether the user stops it half-way.
    pub(crate) interrupted: bool,
}

pub(crate) fn does(iops: f64, latency_ms: f64) -> StorageBehaviour {
    let latency_ns = (latency_ms * 1e6) as u64;
    StorageBehaviour { iops, latency_ns, slow_share: 0.0, failed_share: 0.0, interrupted: false }
}

/// The storage: a law, and what was requested of it.
pub(crate) struct Plain<F: FnMut(&Trial) -> StorageBehaviour> {
    pub(crate) law: F,
    pub(crate) flushes: bool,
    pub(crate) reads: bool,
    /// Whether all that is slow is read, and the rest written.
    pub(crate) slow_are_reads: bool,
    pub(crate) block_bytes: u64,
    pub(crate) writes: u64,
    pub(crate) asked: Vec<Trial>,
    pub(crate) spent_ns: u64,
}

impl<F: FnMut(&Trial) -> StorageBehaviour> Plain<F> {
    pub(crate) fn new(law: F) -> Self {
        let asked = Vec::new();
        Self {
            law,
            flushes: false,
            reads: false,
            slow_are_reads: false,
            block_bytes: 8192,
            writes: 1,
            asked,
            spent_ns: 0,
        }
    }

    fn interval(
        &self,
        trial: &Trial,
        does: &StorageBehaviour,
        number: u64,
        owed: &mut [f64; 3],
    ) -> IntervalSample {
        let mut interval = IntervalSample::new(0, 0, 0);
        interval.index = number;
        let from_ns = number * trial.interval_ns;
        let all_ns = trial.warm_up_ns + trial.duration_ns_max;
        (interval.start_ns, interval.end_ns) = (from_ns, (from_ns + trial.interval_ns).min(all_ns));
        interval.warm_up = interval.start_ns < trial.warm_up_ns;
        let noise = 1.0 + 0.02 * [0.5, -1.0, 1.0, 0.0, -0.5][(number % 5) as usize];
        let due = |owed: &mut f64, share: f64| {
            *owed += does.iops * noise * share * interval.length_ns() as f64 / 1e9;
            let whole = owed.floor();
            *owed -= whole;
            whole as u64
        };
        let [usual, slow, failed] = owed;
        let usual = due(usual, 1.0 - does.slow_share - does.failed_share);
        let (slow, failed) = (due(slow, does.slow_share), due(failed, does.failed_share));
        let record = |one: &mut DirectionSample| {
            one.ios = usual + slow;
            one.errors = failed;
            one.total.record_n(does.latency_ns, usual);
            one.total.record_n(does.latency_ns * 100, slow);
        };
        if self.slow_are_reads {
            (interval.read.ios, interval.write.ios) =
                (slow * 20, (usual + slow).saturating_sub(slow * 20));
            interval.read.total.record_n(does.latency_ns * 100, slow);
            interval.read.total.record_n(does.latency_ns, slow * 19);
            interval.write.total.record_n(does.latency_ns, interval.write.ios);
        } else if self.reads {
            record(&mut interval.read);
            interval.read.bytes = (usual + slow) * self.block_bytes;
        } else if self.flushes {
            // The writes alone are quick: the time of a commit is in the flushes.
            // In an open loop each commit counts, in a closed one each flush.
            let group = if trial.pace.rate_iops().is_some() { 1 } else { trial.group };
            interval.write.ios = (usual + slow) * u64::from(group) * self.writes;
            interval.write.bytes = interval.write.ios * self.block_bytes;
            interval.write.total.record_n(1_000, interval.write.ios);
            record(&mut interval.flush);
            interval.flush.service = interval.flush.total.clone();
        } else {
            record(&mut interval.write);
            interval.write.bytes = (usual + slow) * self.block_bytes;
        }
        if trial.pace.rate_iops().is_some() {
            interval.due = usual + slow + failed;
        }
        interval
    }
}

impl<F: FnMut(&Trial) -> StorageBehaviour> Runner<Trial> for Plain<F> {
    type Error = Infallible;

    fn run(&mut self, trial: &Trial, watch: OnInterval<'_>) -> Result<Observation, Infallible> {
        let began_s = self.spent_ns as f64 / 1e9;
        self.asked.push(trial.clone());
        let does = (self.law)(trial);
        let all_ns = trial.warm_up_ns + trial.duration_ns_max;
        let (mut seen, mut owed) = (Fold::of_trial("role", &["role".to_owned()], 1), [0.0; 3]);
        let mut end_ns = 0;
        for number in 0..all_ns.div_ceil(trial.interval_ns) {
            let interval = self.interval(trial, &does, number, &mut owed);
            end_ns = interval.end_ns;
            let elapsed_ns = interval.end_ns.saturating_sub(trial.warm_up_ns);
            let next = seen.push(&interval, &mut |interval| {
                if interval.warm_up {
                    TrialFlow::Continue
                } else {
                    watch(&TrialInterval { elapsed_ns, interval })
                }
            });
            if next == TrialFlow::Stop || does.interrupted && end_ns > all_ns / 2 {
                break;
            }
        }
        self.spent_ns += end_ns;
        Ok(Observation { interrupted: does.interrupted, ..seen.observation(began_s) })
    }
}

impl<F: FnMut(&Trial) -> StorageBehaviour> Runner<TogetherTrial> for Plain<F> {
    type Error = Infallible;

    fn run(
        &mut self,
        together: &TogetherTrial,
        watch: OnInterval<'_>,
    ) -> Result<Observation, Infallible> {
        let names: Vec<String> = (0..together.trials.len()).map(|role| role.to_string()).collect();
        let mut fold = Fold::of_roles(&names);
        let mut roles: Vec<_> =
            together.trials.iter().map(|trial| (trial, (self.law)(trial), [0.0; 3])).collect();
        self.asked.extend(together.trials.iter().cloned());
        let first = &together.trials[0];
        let mut numbers = 0..(first.warm_up_ns + first.duration_ns_max).div_ceil(first.interval_ns);
        let mut flow = TrialFlow::Continue;
        while let (TrialFlow::Continue, Some(number)) = (flow, numbers.next()) {
            for (stream, (trial, does, owed)) in roles.iter_mut().enumerate() {
                let interval = self.interval(trial, does, number, owed);
                let interval = IntervalSample { stream, ..interval };
                let elapsed_ns = interval.end_ns.saturating_sub(trial.warm_up_ns);
                flow = fold.push(&interval, &mut |interval| {
                    if interval.warm_up {
                        TrialFlow::Continue
                    } else {
                        watch(&TrialInterval { elapsed_ns, interval })
                    }
                });
            }
        }
        Ok(fold.observation(self.spent_ns as f64 / 1e9))
    }
}

/// p99 at most this many milliseconds.
pub(crate) fn p99_ms(ms: u64) -> LatencyLimit {
    LatencyLimit { quantile: 0.99, latency_ns: Nanos::millis(ms) }
}

/// A role of a kind, with a latency limit of 10 ms.
pub(crate) fn role(name: &str, kind: RoleKind) -> Role {
    let mut stream = Stream::new(name, "t");
    if kind != RoleKind::Load {
        (stream.read_percent, stream.write_blocks) = (0.0, BlockSizes::Fixed(Bytes::kib(8)));
    }
    if kind == RoleKind::Commit {
        stream.sync = SyncMode::Fdatasync { every: 1 };
    }
    Role::new(kind, stream, p99_ms(10))
}

/// Runs a check of these roles to its end; returns the answers, and the trials.
pub(crate) fn check<F: FnMut(&Trial) -> StorageBehaviour>(
    roles: Vec<Role>,
    requirement: &str,
    budget_s: u64,
    conditions: &Conditions,
    storage: &mut Plain<F>,
) -> (CheckResult, Vec<TrialRecord>) {
    let profile = Profile { name: "p".to_owned(), title: String::new(), roles };
    let requirement = if requirement.is_empty() {
        Requirement::default()
    } else {
        Requirement::read(requirement).expect("a requirement")
    };
    let plan = CheckPlan::new(&profile, requirement, budget_s * 1_000_000_000);
    let mut trials = Vec::new();
    let (conditions, mut on_trial) =
        (|| conditions.clone(), |trial: &TrialRecord, _: &Observation| trials.push(trial.clone()));
    let Ok(result) = plan.drive(storage, &conditions, &mut on_trial, &mut |_| {});
    (result, trials)
}

/// The loads that a verdict rests on.
pub(crate) fn line(reason: &Reason) -> &LineReason {
    match reason {
        Reason::Line(line) => line,
        other => panic!("{other:?}"),
    }
}
