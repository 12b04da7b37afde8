//! What load lines of checks and ramps say about a requirement: lines of another mix, block size or order say nothing, and those
//! under another latency limit only as much as it allows.
//!
//! Takes roles of stored runs; returns a [`CarriedLoad`] with what is surely carried and what surely is not.

use super::SizeRequirement;
use super::evidence::{CarriedLoad, FirstLimit, SAME_MIX};
use super::reason::{Caveat, Evidence, LineEvidence, LineMismatch, LineRate, OtherLimit};
use base::Bytes;
use record::{Finding, Limit, Record, RoleFinding, StageRecord, Verdict};
use summary::{Estimate, WarningKind, Weight};
use workload::{LatencyLimit, RoleKind};

/// The load line of one role, and what it was measured with.
#[derive(Clone, Debug, PartialEq)]
pub struct LoadLine<'a> {
    /// The run, by its index in the list.
    pub run: usize,
    /// The stage of a study; `None` for a check.
    pub stage: Option<&'a StageRecord>,
    /// What was found.
    pub role: &'a RoleFinding,
    /// The share of writes in its trials.
    pub write: f64,
    /// Mean size of an operation.
    pub block: Bytes,
    /// The warning that forbids any answer by it.
    pub forbidden: Option<WarningKind>,
}

/// The largest relative difference of operation sizes that count as the same: a role's sizes are known by their mean.
const SAME_BLOCK: f64 = 0.1;
/// The largest difference of the shares of writes that counts as none: chance decides how many of the operations are writes.
const EXACT_MIX: f64 = 0.02;
/// Commits are compared with lines of commits up to twice as large: the flush takes the time, and not its bytes.
const SAME_COMMIT: f64 = 2.0;

/// Every line of a run, and roles without one in which a load is known to break the limit.
pub fn lines(run: usize, record: &Record) -> Vec<LoadLine<'_>> {
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

/// How the latency limit of a line compares with that of the requirement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LimitComparison {
    /// The same limit.
    Same,
    /// A stricter one: the storage carries at least the line.
    Stricter,
    /// A looser one: the storage carries at most the line.
    Looser,
    /// Stricter in quantile or latency, looser in the other.
    Other,
}

impl LoadLine<'_> {
    /// Whether operations are sequential.
    pub fn sequential(&self) -> bool {
        self.role.io.is_sequential()
    }

    /// Why it says nothing about a requirement; `None`: it does.
    pub fn mismatch(&self, requirement: &SizeRequirement) -> Option<LineMismatch> {
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
    pub fn is_exactly(&self, requirement: &SizeRequirement) -> bool {
        let block = requirement.block.is_none_or(|wanted| wanted == self.block);
        block && (self.write - requirement.write).abs() <= EXACT_MIX
    }

    /// Whether its role is of the required kind, so that users may expect it to count.
    pub fn has_required_kind(&self, requirement: &SizeRequirement) -> bool {
        match self.role.kind {
            RoleKind::Commit => requirement.commits,
            RoleKind::Bulk => requirement.mibps.is_some(),
            RoleKind::Load => !requirement.commits,
        }
    }

    /// Compares its latency limit with that of the requirement.
    pub fn compare_limit(&self, requirement: &SizeRequirement) -> LimitComparison {
        let own = self.role.latency_limit;
        let Some(required) = requirement.latency_limit else { return LimitComparison::Stricter };
        let near = |a: f64, b: f64| (a - b).abs() < 1e-9;
        let stricter =
            own.quantile >= required.quantile - 1e-9 && own.latency_ns <= required.latency_ns;
        let looser =
            own.quantile <= required.quantile + 1e-9 && own.latency_ns >= required.latency_ns;
        match (stricter, looser) {
            _ if near(own.quantile, required.quantile) && own.latency_ns == required.latency_ns => {
                LimitComparison::Same
            }
            (true, _) => LimitComparison::Stricter,
            (_, true) => LimitComparison::Looser,
            _ => LimitComparison::Other,
        }
    }

    /// Whether its latency met the required limit, although its own limit is looser.
    fn met_limit(&self, required: LatencyLimit) -> bool {
        let quantile = self.role.latency_limit.quantile >= required.quantile - 1e-9;
        quantile && self.role.latency_ns.is_some_and(|ns| ns <= required.latency_ns.0)
    }

    /// Whether the latency at the line, which has a looser limit, exceeded the required one.
    fn exceeded_limit(&self, required: LatencyLimit) -> bool {
        let quantile = self.role.latency_limit.quantile <= required.quantile + 1e-9;
        quantile && self.role.latency_ns.is_some_and(|ns| ns > required.latency_ns.0)
    }

    /// Whether there is a line; otherwise only the rate is known that surely breaks the latency limit.
    pub fn is_found(&self) -> bool {
        self.role.load_line.is_some()
    }

    /// The upper end of its interval. If no line was found: the lowest rate that is known to break the latency limit, 0 if every
    /// load does; infinite if none is known.
    pub fn high(&self) -> f64 {
        let refuted = self.role.refuted.map(|load| load.rate);
        let high = self.role.load_line.map(|line| line.high).or(refuted);
        high.filter(|high| high.is_finite()).unwrap_or(f64::INFINITY)
    }

    /// Whether it alone decides under this latency limit: only the storage limited it.
    pub fn decides(&self, requirement: &SizeRequirement) -> bool {
        self.cap(requirement).is_some()
    }

    /// The rate beyond which nothing is believed to be carried under the required latency limit, whatever a point's closed loop
    /// saw; `None` if the line does not show it.
    fn cap(&self, requirement: &SizeRequirement) -> Option<f64> {
        let held = matches!(self.role.limit, Limit::Depth | Limit::Cpu);
        let under = matches!(
            self.compare_limit(requirement),
            LimitComparison::Same | LimitComparison::Looser
        );
        let line = self.role.load_line.map_or_else(|| self.high(), |line| line.value);
        (under && !held && line.is_finite()).then_some(line)
    }

    /// Whether a newer line rules this one out: under the same or a looser limit it allows less, or under the same or a stricter
    /// one it carries more. A stricter limit never allows more.
    pub fn is_outdated_by(&self, newer: &Self) -> bool {
        let is_above = |loose: &Self, strict: &Self| {
            let (loose_limit, limit) = (loose.role.latency_limit, strict.role.latency_limit);
            let held = matches!(loose.role.limit, Limit::Depth | Limit::Cpu);
            loose_limit.quantile <= limit.quantile + 1e-9
                && loose_limit.latency_ns >= limit.latency_ns
                && !held
                && strict.value() > loose.high()
        };
        newer.run < self.run && (is_above(newer, self) || is_above(self, newer))
    }

    /// The rate that is known to meet its limit; 0: none is.
    pub fn value(&self) -> f64 {
        self.role.load_line.map_or(0.0, |line| line.value)
    }

    /// The line as evidence; `run` is the run's name.
    fn evidence(&self, requirement: &SizeRequirement, run: &str) -> LineEvidence {
        let met = requirement.latency_limit.is_some_and(|required| self.met_limit(required));
        let differs = match self.compare_limit(requirement) {
            LimitComparison::Same => None,
            LimitComparison::Stricter => Some(OtherLimit::Stricter),
            LimitComparison::Looser | LimitComparison::Other if met => {
                Some(OtherLimit::MeetsRequired)
            }
            LimitComparison::Looser => Some(OtherLimit::Looser),
            LimitComparison::Other => Some(OtherLimit::Mixed),
        };
        LineEvidence {
            role: self.role.role.clone(),
            limit: self.role.latency_limit,
            // A commit's limit is its own: without a required limit there is nothing to differ from.
            differs: differs.filter(|_| requirement.latency_limit.is_some()),
            run: run.to_owned(),
        }
    }

    /// What the line says about the requirement; `run` is the run's name.
    pub fn carry(&self, requirement: &SizeRequirement, run: &str) -> CarriedLoad {
        let role = self.role;
        let under = self.compare_limit(requirement);
        let line = role.load_line.unwrap_or(Estimate {
            value: 0.0,
            low: 0.0,
            high: 0.0,
            confidence: 0.95,
        });
        // Beyond a line that the depth or this machine's processors limited, nothing is known.
        let seen = !matches!(role.limit, Limit::Depth | Limit::Cpu);
        let most = Some(self.high()).filter(|most| seen && most.is_finite());
        // Under a looser limit, the latency at the line may still have met the required one, or exceeded it.
        let kept = requirement.latency_limit.is_some_and(|required| self.met_limit(required));
        let broke = requirement.latency_limit.is_some_and(|required| self.exceeded_limit(required));
        let (sure_iops, at_most) = match under {
            LimitComparison::Same => (line.value, most),
            LimitComparison::Stricter => (line.value, None),
            LimitComparison::Looser if broke => (0.0, most.map(|_| line.value)),
            LimitComparison::Looser => (if kept { line.value } else { 0.0 }, most),
            LimitComparison::Other => (if kept { line.value } else { 0.0 }, None),
        };
        let first = match (role.limit, role.kind) {
            (Limit::Quota, _) => FirstLimit::Quota,
            (Limit::Cpu, _) => FirstLimit::Processors,
            (Limit::Depth, _) => FirstLimit::NotSeen,
            // Without a required limit, latency cannot fail.
            (_, RoleKind::Load) if requirement.latency_limit.is_none() => FirstLimit::NotSeen,
            (Limit::Device | Limit::Unknown, RoleKind::Load) => FirstLimit::Latency,
            (Limit::Device | Limit::Unknown, _) => FirstLimit::Throughput,
        };
        let mut caveats = Vec::new();
        if requirement.block.is_some_and(|wanted| wanted != self.block) {
            caveats.push(Caveat::MeanBlock(self.block));
        }
        let evidence = Evidence::Line(self.evidence(requirement, run));
        let same_quantile =
            |latency_limit: LatencyLimit| (latency_limit.quantile - 0.99).abs() < 1e-9;
        CarriedLoad {
            iops: line,
            sure_iops,
            at_most,
            latency_ns_p99: role.latency_ns.filter(|_| same_quantile(role.latency_limit)),
            block: self.block,
            random: !self.sequential(),
            evidence,
            first_limit: first,
            caveats,
            outstanding: None,
            wider: false,
        }
    }
}

/// What all lines of a storage together allow under the required latency limit, in operations per second.
#[derive(Clone, Debug, PartialEq)]
pub struct Bounds {
    /// The rate that is surely carried.
    pub least: f64,
    /// The rate beyond which nothing is believed to be surely carried.
    pub most: f64,
    /// The rate beyond which nothing is carried, surely.
    pub at_most: f64,
    /// The line that sets `least`.
    confirms: Option<CarriedLoad>,
    /// The line that sets `most`.
    allows: Option<CarriedLoad>,
}

/// The bounds of all lines, newest first. A stricter latency limit never allows more than a looser one: a line holds under every
/// looser limit, and bounds every stricter one. If lines contradict each other, the newer one counts.
pub fn bounds(requirement: &SizeRequirement, lines: &[&LoadLine<'_>], names: &[&str]) -> Bounds {
    let (most, at_most) = (f64::INFINITY, f64::INFINITY);
    let mut bounds = Bounds { least: 0.0, most, at_most, confirms: None, allows: None };
    for line in lines {
        let run = names.get(line.run).copied().unwrap_or_default();
        let carry = line.carry(requirement, run);
        let sure_iops = carry.sure_iops.min(bounds.most);
        if sure_iops > bounds.least {
            (bounds.least, bounds.confirms) = (sure_iops, Some(carry.clone()));
        }
        if let Some(cap) = line.cap(requirement) {
            let cap = cap.max(bounds.least);
            if cap < bounds.most {
                (bounds.most, bounds.allows) = (cap, Some(carry.clone()));
            }
            let at_most = carry.at_most.map_or(f64::INFINITY, |most| most.max(bounds.least));
            bounds.at_most = bounds.at_most.min(at_most);
        }
    }
    bounds
}

/// Limits the answer to what all lines allow. The number, its interval, its latency and its origin are always those of one
/// measurement: where another line decides, that line is shown if its number is the one that counts.
pub fn apply_bounds(mut carry: CarriedLoad, bounds: &Bounds) -> CarriedLoad {
    let sure_iops = carry.sure_iops.clamp(bounds.least, bounds.most);
    // Its number is the sure one, and it is sure by this line alone.
    let decides = |line: &&CarriedLoad| {
        [line.iops.value, line.sure_iops].iter().all(|iops| (iops - sure_iops).abs() < 1e-9)
    };
    let mut at_most = carry.at_most;
    if sure_iops > carry.sure_iops {
        match bounds.confirms.as_ref().filter(decides) {
            Some(line) => carry = line.clone().beside(&carry),
            None => carry.caveats.push(Caveat::OtherLineConfirms(sure_iops)),
        }
    } else if sure_iops < carry.sure_iops {
        match bounds.allows.as_ref().filter(decides) {
            Some(line) => carry = line.clone().instead_of(&carry),
            None => {
                let line = bounds.allows.as_ref().and_then(CarriedLoad::line).cloned();
                let allows =
                    line.map(|line| Caveat::NewerLineAllows { line, most_iops: sure_iops });
                carry.caveats.splice(0..0, allows);
            }
        }
        let most = at_most.unwrap_or(f64::INFINITY).min(bounds.at_most);
        at_most = most.is_finite().then_some(most);
    }
    let at_most = at_most.map(|most| most.max(sure_iops));
    CarriedLoad { sure_iops, at_most, ..carry }
}

impl CarriedLoad {
    /// The load line that it is.
    fn line(&self) -> Option<&LineEvidence> {
        match &self.evidence {
            Evidence::Line(line) => Some(line),
            _ => None,
        }
    }

    /// This line, and another one for comparison.
    fn beside(mut self, other: &Self) -> Self {
        let line = other.line().cloned();
        let iops = other.iops.value;
        self.caveats.extend(line.map(|line| Caveat::LineBeside { line, iops }));
        self
    }

    /// This line, which rules out more than it carries.
    fn instead_of(mut self, old: &Self) -> Self {
        let rate = |of: &Self| {
            let line = of.line()?;
            Some(LineRate { iops: of.iops.value, limit: line.limit, run: line.run.clone() })
        };
        let both = rate(old).zip(rate(&self));
        self.caveats.extend(both.map(|(old, new)| Caveat::Outdated { old, new }));
        self
    }
}

/// The points of a storage and its lines under other latency limits, as one answer: the greater lower bound, and the least upper
/// bound.
pub fn combine_with_points(
    requirement: &SizeRequirement,
    points: CarriedLoad,
    lines: &[CarriedLoad],
) -> CarriedLoad {
    let line_most = lines.iter().filter_map(|line| line.at_most).reduce(f64::min);
    let best = lines.iter().reduce(|a, b| if b.sure_iops > a.sure_iops { b } else { a });
    let Some(best) = best else { return points };
    let points_most = points.at_most;
    let mut joined = if points.sure_iops >= best.sure_iops { points } else { best.clone() };
    if !joined.is_line() && requirement.latency_limit.is_none() {
        let beside = |carry: &CarriedLoad| {
            Some(Caveat::LineBeside { line: carry.line()?.clone(), iops: carry.iops.value })
        };
        joined.caveats.extend(lines.iter().filter_map(beside));
    }
    let sound = |most: &f64| *most >= joined.sure_iops;
    let all = [joined.at_most, line_most, points_most];
    joined.at_most = all.into_iter().flatten().filter(sound).reduce(f64::min);
    joined
}

/// The answer of lines under other latency limits, if there are no points.
pub fn of_lines_alone(
    requirement: &SizeRequirement,
    lines: Vec<CarriedLoad>,
) -> Option<CarriedLoad> {
    let mut lines = lines.into_iter();
    let first = lines.next()?;
    let all: Vec<CarriedLoad> = lines.collect();
    let mut carry = combine_with_points(requirement, first, &all);
    if requirement.latency_limit.is_none() {
        carry.caveats.push(Caveat::LowerBound);
    }
    Some(carry)
}
