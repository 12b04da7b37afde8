//! What load lines of checks and ramps say about a requirement: lines of another mix, block size or order say nothing, and those
//! under another latency limit only as much as it allows.
//!
//! Takes roles of stored runs; returns a [`CarriedLoad`] with what is surely carried and what surely is not.

use super::SizeRequirement;
use super::evidence::{CarriedLoad, FirstLimit, SAME_MIX};
use super::reason::{Caveat, Evidence, LineMismatch, LineRate};
use base::Bytes;
use record::{Finding, Limit, Record, RoleFinding, StageRecord, Verdict};
use summary::{Estimate, WarningKind, Weight};
use workload::{LatencyLimit, RoleKind};

/// The load line of one role, and what it was measured with.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct LoadLine<'a> {
    /// By its index in the list.
    pub(super) run: usize,
    /// The stage of a study; `None` for a check.
    pub(super) stage: Option<&'a StageRecord>,
    pub(super) role: &'a RoleFinding,
    /// The share of writes in its trials.
    pub(super) write: f64,
    pub(super) block: Bytes,
    /// The warning that forbids any answer by it.
    pub(super) forbidden: Option<WarningKind>,
}

/// The largest relative difference of operation sizes that count as the same: a role's sizes are known by their mean.
const SAME_BLOCK: f64 = 0.1;
/// The largest difference of the shares of writes that counts as none: chance decides how many of the operations are writes.
const EXACT_MIX: f64 = 0.02;
/// Commits are compared with lines of commits up to twice as large: the flush takes the time, and not its bytes.
const SAME_COMMIT: f64 = 2.0;

/// Every line of a run, and roles without one in which a load is known to break the limit.
pub(super) fn lines(run: usize, record: &Record) -> Vec<LoadLine<'_>> {
    let stages = record.study.iter().flat_map(|study| &study.stages);
    let ramps = stages.filter_map(|stage| match &stage.finding {
        Some(Finding::Ramp(role)) => Some((Some(stage), role)),
        _ => None,
    });
    let checks = record.findings.iter().map(|role| (None, role));
    let known = checks.chain(ramps).filter(|(_, role)| {
        let misses = role.kind == RoleKind::Load && role.verdict == Verdict::NotFit;
        role.load_line.is_some() || role.refuted.is_some() || misses
    });
    known
        .filter_map(|(stage, role)| {
            let (write, block) = shape(record, &role.role)?;
            let forbids = record.warnings.iter().find(|warning| {
                warning.weight == Weight::Forbids && warning.subject.covers(&role.role)
            });
            let forbidden = forbids.map(|warning| warning.kind);
            Some(LoadLine { run, stage, role, write, block, forbidden })
        })
        .collect()
}

/// The share of writes and the mean operation size in the trials of a role.
fn shape(record: &Record, role: &str) -> Option<(f64, Bytes)> {
    let streams = record.trials.iter().filter(|trial| trial.role == role);
    let (mut reads, mut writes, mut bytes) = (0, 0, 0);
    for stream in streams.flat_map(|trial| &trial.streams) {
        (reads, writes) = (reads + stream.read.ios, writes + stream.write.ios);
        bytes += stream.read.bytes + stream.write.bytes;
    }
    let all = reads + writes;
    (all > 0).then(|| (writes as f64 / all as f64, Bytes(bytes / all)))
}

impl LoadLine<'_> {
    pub(super) fn sequential(&self) -> bool {
        self.role.io.is_sequential()
    }

    /// Why it says nothing about a requirement; `None`: it does.
    pub(super) fn mismatch(&self, requirement: &SizeRequirement) -> Option<LineMismatch> {
        if let Some(kind) = self.forbidden {
            return Some(LineMismatch::Forbidden(kind));
        }
        let kind = self.has_required_kind(requirement);
        // For throughput, either order may be meant.
        let random = requirement.random.or(requirement.iops.map(|_| true));
        let order = requirement.commits || random.is_none_or(|random| random != self.sequential());
        let mix = (self.write - requirement.write).abs() * 100.0 <= SAME_MIX;
        let block = requirement.block.is_none_or(|wanted| {
            let ratio = self.block.0 as f64 / wanted.0 as f64;
            let room = if requirement.commits { SAME_COMMIT } else { 1.0 + SAME_BLOCK };
            ratio.max(1.0 / ratio) <= room + 1e-9
        });
        let other = || LineMismatch::OtherOperation(self.role.io.clone());
        (!(kind && order && mix && block)).then(other)
    }

    /// Whether its operations have exactly the required size and mix.
    pub(super) fn is_exactly(&self, requirement: &SizeRequirement) -> bool {
        let block = requirement.block.is_none_or(|wanted| wanted == self.block);
        block && (self.write - requirement.write).abs() <= EXACT_MIX
    }

    /// Whether its role is of the required kind, so that users may expect it to count.
    pub(super) fn has_required_kind(&self, requirement: &SizeRequirement) -> bool {
        match self.role.kind {
            RoleKind::Commit => requirement.commits,
            RoleKind::Bulk => requirement.mibps.is_some(),
            RoleKind::Load => !requirement.commits,
        }
    }

    fn is_as_strict(&self, limit: LatencyLimit) -> bool {
        let own = self.role.latency_limit;
        own.quantile >= limit.quantile - 1e-9 && own.latency_ns <= limit.latency_ns
    }

    fn is_as_loose(&self, limit: LatencyLimit) -> bool {
        let own = self.role.latency_limit;
        own.quantile <= limit.quantile + 1e-9 && own.latency_ns >= limit.latency_ns
    }

    /// Whether the depth or this machine's processors limited it: then nothing is known beyond it.
    fn is_held(&self) -> bool {
        matches!(self.role.limit, Limit::Depth | Limit::Cpu)
    }

    /// Whether there is a line; otherwise only the rate is known that surely breaks the latency limit.
    pub(super) fn is_found(&self) -> bool {
        self.role.load_line.is_some()
    }

    /// The upper end of its interval. If no line was found: the lowest rate that is known to break the latency limit, 0 if every
    /// load does; infinite if none is known.
    pub(super) fn high(&self) -> f64 {
        let refuted = self.role.refuted.map(|load| load.rate);
        let high =
            self.role.load_line.and_then(|line| line.interval).map(|ends| ends.high).or(refuted);
        high.filter(|high| high.is_finite()).unwrap_or(f64::INFINITY)
    }

    /// The rate that is known to meet its limit; 0: none is.
    pub(super) fn value(&self) -> f64 {
        self.role.load_line.map_or(0.0, |line| line.value)
    }

    /// Whether a newer line rules this one out: under the same or a looser limit it allows less, or under the same or a stricter
    /// one it carries more. A stricter limit never allows more.
    pub(super) fn is_outdated_by(&self, newer: &Self) -> bool {
        let is_above = |loose: &Self, strict: &Self| {
            loose.is_as_loose(strict.role.latency_limit)
                && !loose.is_held()
                && strict.value() > loose.high()
        };
        newer.run < self.run && (is_above(newer, self) || is_above(self, newer))
    }

    pub(super) fn rate(&self, iops: f64, run: &str) -> LineRate {
        LineRate { iops, limit: self.role.latency_limit, run: run.to_owned() }
    }

    /// What the line says about the requirement; `run` is the run's name. A line holds under every looser limit, and bounds every
    /// stricter one.
    pub(super) fn carry(&self, requirement: &SizeRequirement, run: &str) -> CarriedLoad {
        let (role, required) = (self.role, requirement.latency_limit);
        let none = Estimate::between(0.0, 0.0, 0.0);
        let iops = role.load_line.unwrap_or(none);
        let is_strict = required.is_none_or(|limit| self.is_as_strict(limit));
        let is_loose = required.is_some_and(|limit| self.is_as_loose(limit));
        // Under a looser limit, the latency at the line may still have met the required one, or exceeded it.
        let latency = required.zip(role.latency_ns).filter(|_| !is_strict);
        let met = latency.is_some_and(|(limit, ns)| {
            role.latency_limit.quantile >= limit.quantile - 1e-9 && ns <= limit.latency_ns.0
        });
        let broke = latency.is_some_and(|(limit, ns)| ns > limit.latency_ns.0) && self.is_found();
        let most = if broke { iops.value } else { self.high() };
        let first_limit = match (role.limit, role.kind) {
            (Limit::Quota, _) => FirstLimit::Quota,
            (Limit::Cpu, _) => FirstLimit::Processors,
            (Limit::Depth, _) => FirstLimit::NotSeen,
            // Without a required limit, latency cannot fail.
            (_, RoleKind::Load) if required.is_none() => FirstLimit::NotSeen,
            (Limit::Device | Limit::Unknown, RoleKind::Load) => FirstLimit::Latency,
            (Limit::Device | Limit::Unknown, _) => FirstLimit::Throughput,
        };
        let other_size = requirement.block.is_some_and(|wanted| wanted != self.block);
        let is_p99 = (role.latency_limit.quantile - 0.99).abs() < 1e-9;
        CarriedLoad {
            iops,
            sure_iops: if is_strict || met { iops.value } else { 0.0 },
            at_most: Some(most).filter(|most| is_loose && !self.is_held() && most.is_finite()),
            latency_ns_p99: role.latency_ns.filter(|_| is_p99),
            block: self.block,
            random: !self.sequential(),
            first_limit,
            evidence: Evidence::Line {
                role: role.role.clone(),
                limit: role.latency_limit,
                run: run.to_owned(),
            },
            caveats: other_size.then_some(Caveat::MeanBlock(self.block)).into_iter().collect(),
            wider: false,
        }
    }
}
