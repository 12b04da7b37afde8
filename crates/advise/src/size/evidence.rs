//! What the points of studies say about a requirement: the highest load that met the latency limit, and how far beyond it was
//! measured.
//!
//! Takes the points of one storage; returns a [`CarriedLoad`], or why there is none. A storage that was not loaded far enough is never
//! said to carry no more.

use super::Fit;
use super::reason::{Caveat, Evidence, EvidenceGap};
use super::requirement::SizeRequirement;
use base::Bytes;
use record::{Measurement, PointRecord};
use serde::Serialize;
use summary::Estimate;
use workload::{PointLoad, SyncMode};

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CarriedLoad {
    /// Operations per second at the highest load that met the latency limit.
    pub iops: Estimate,
    /// What it surely carries: a load line, which is a lower bound already, or the lower end of a point's interval.
    #[serde(skip)]
    pub sure_iops: f64,
    /// The rate that it surely does not exceed; `None`: nothing was loaded that far.
    pub at_most: Option<f64>,
    pub latency_ns_p99: Option<u64>,
    pub block: Bytes,
    #[serde(skip)]
    pub random: bool,
    /// What fails first when the load grows.
    pub first_limit: FirstLimit,
    /// The origin of the number; documents have it in words, as the caveats.
    #[serde(skip)]
    pub evidence: Evidence,
    #[serde(skip)]
    pub caveats: Vec<Caveat>,
    /// Whether larger blocks, which were not tried, may move more than this, for a requirement in MiB/s.
    #[serde(skip)]
    pub wider: bool,
}

impl CarriedLoad {
    pub(super) fn is_line(&self) -> bool {
        matches!(self.evidence, Evidence::Line { .. })
    }

    /// Whether so many operations per second are carried.
    pub(super) fn fit(&self, wanted: f64) -> Fit {
        match self.at_most {
            _ if self.sure_iops >= wanted => Fit::Carries,
            Some(most) if wanted > most => Fit::Not,
            _ => Fit::CannotTell,
        }
    }

    /// The head-room of what is surely carried; if that is zero and surely too little, of the highest rate seen.
    pub(super) fn head_room(&self, wanted: f64) -> f64 {
        let only_seen = self.sure_iops <= 0.0 && self.fit(wanted) == Fit::Not;
        let iops = if only_seen { self.iops.value } else { self.sure_iops };
        iops / wanted - 1.0
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FirstLimit {
    /// A deeper load exceeded the latency limit.
    Latency,
    /// Deeper loads gave no more.
    Throughput,
    /// Perhaps a quota.
    Quota,
    /// The processors of the measuring machine.
    Processors,
    /// The deepest load that was measured still met the latency limit, and gave more.
    NotSeen,
    /// The data do not fit any more.
    Capacity,
}

/// Why points say nothing about what is carried.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct NoEvidence {
    pub(super) reason: EvidenceGap,
    /// The operations per second at which the lightest load already exceeded the latency limit: more is surely not carried.
    pub(super) at_most: Option<f64>,
    /// The size of an operation, if there was a fitting point.
    pub(super) block: Option<Bytes>,
}

/// One load point of a layout: its rate under the mix.
#[derive(Clone, Debug)]
struct LoadPoint {
    outstanding: u32,
    iops: Estimate,
    p99: Option<u64>,
    /// Whether its rate is combined from those of reads and of writes.
    is_combined: bool,
    fell: bool,
    run: usize,
}

impl LoadPoint {
    /// The lower end of its interval.
    fn sure_iops(&self) -> f64 {
        self.iops.ends().low
    }

    fn high(&self) -> f64 {
        self.iops.ends().high
    }
}

/// Whether a load met the latency limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LimitResult {
    Yes,
    No,
    /// Its 99th percentile is unknown, or another quantile is required.
    Unknown,
}

/// The shares of reads that count as the same, in percentage points.
pub(super) const SAME_MIX: f64 = 5.0;
/// If a load at least this many times as deep gives less than [`NO_MORE`] times as much, depth gives no more.
const DEEPER: f64 = 1.5;
const NO_MORE: f64 = 1.03;

/// A point of a storage: repeats of the newest run that measured it, combined.
#[derive(Clone, Debug)]
struct PointSample {
    load: PointLoad,
    iops: Estimate,
    p99: Option<u64>,
    /// Whether its rate fell for good; then the rate is the lower one.
    fell: bool,
    run: usize,
}

/// A point with the run that measured it, by its index in the list: newest first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct RunPoint<'a> {
    pub(super) run: usize,
    pub(super) point: &'a PointRecord,
}

/// The order and the block size of measured loads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct LoadKind {
    pub(super) random: bool,
    pub(super) block: Bytes,
}

/// What the points of one storage say about a requirement; `points` are of the newest run first, `names` those of the runs. A
/// point that promises more than load lines allow (`cap`, operations per second) is not believed: its closed loop waits, and
/// arrivals do not.
pub(super) fn carry(
    requirement: &SizeRequirement,
    points: &[RunPoint<'_>],
    names: &[&str],
    cap: f64,
) -> Result<CarriedLoad, NoEvidence> {
    let gap = |reason: EvidenceGap| NoEvidence { reason, at_most: None, block: None };
    let all = samples(points);
    let of_kind: Vec<&PointSample> =
        all.iter().filter(|s| is_durable(&s.load) == requirement.commits).collect();
    if of_kind.is_empty() {
        let order_unknown = all.is_empty() && !points.is_empty();
        return Err(gap(evidence_gap(requirement, order_unknown)));
    }
    let mut caveats: Vec<Caveat> = outdated_caveats(points, names);
    let random = choose_order(requirement, &of_kind).map_err(gap)?;
    let usable: Vec<&PointSample> =
        of_kind.into_iter().filter(|sample| sample.load.random == random).collect();
    let block =
        nearest_block(requirement, &usable).ok_or_else(|| gap(EvidenceGap::NothingMeasured))?;
    if requirement.block.is_some_and(|wanted| wanted != block) {
        caveats.push(Caveat::OnlyBlock(block));
    }
    let usable: Vec<&PointSample> =
        usable.into_iter().filter(|sample| sample.load.block == block).collect();
    let mut points = load_points(requirement, &usable);
    points.sort_by_key(|point| point.outstanding);
    if points.is_empty() {
        let reason = EvidenceGap::NoSuchMix(Some(block));
        return Err(NoEvidence { block: Some(block), ..gap(reason) });
    }
    if requirement.latency_limit.is_some_and(|limit| limit.quantile > 0.99 + 1e-9) {
        caveats.push(Caveat::OnlyP99);
    }
    let within_limit =
        || points.iter().filter(|point| limit_result(requirement, point) == LimitResult::Yes);
    let best = within_limit()
        .filter(|point| point.sure_iops() <= cap)
        .max_by(|a, b| a.iops.value.total_cmp(&b.iops.value));
    let Some(best) = best else { return Err(none_within_limit(requirement, &points, block)) };
    caveats.extend(best.fell.then_some(Caveat::RateFell));
    let (mut first_limit, at_most) = upper_bound(requirement, &points, best);
    if within_limit().any(|point| point.sure_iops() > cap) {
        first_limit = FirstLimit::Latency;
    }
    let evidence = Evidence::Points {
        combined: best.is_combined,
        outstanding: best.outstanding,
        run: names[best.run].to_owned(),
    };
    Ok(CarriedLoad {
        iops: best.iops,
        sure_iops: best.sure_iops(),
        at_most,
        latency_ns_p99: best.p99,
        block,
        random,
        first_limit,
        evidence,
        caveats,
        wider: false,
    })
}

/// Why there is no point of this kind; for existing points it may be unknown whether they were random.
fn evidence_gap(requirement: &SizeRequirement, order_unknown: bool) -> EvidenceGap {
    match (order_unknown, requirement.commits) {
        (true, _) => EvidenceGap::OrderUnknown,
        (false, true) => EvidenceGap::NoCommits,
        (false, false) => EvidenceGap::OnlyCommits,
    }
}

/// The orders and block sizes at which the mix of a requirement was measured.
pub(super) fn kinds(requirement: &SizeRequirement, points: &[RunPoint<'_>]) -> Vec<LoadKind> {
    let kind_of = |sample: &PointSample| {
        let PointLoad { random, block, .. } = sample.load;
        LoadKind { random, block }
    };
    let all = samples(points);
    let own: Vec<&PointSample> =
        all.iter().filter(|s| is_durable(&s.load) == requirement.commits).collect();
    let mut kinds: Vec<LoadKind> = own.iter().map(|sample| kind_of(sample)).collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds.retain(|kind| {
        let same = own.iter().copied().filter(|sample| kind_of(sample) == *kind);
        !load_points(requirement, &same.collect::<Vec<_>>()).is_empty()
    });
    kinds
}

/// Whether each write waits until it is durable.
fn is_durable(load: &PointLoad) -> bool {
    load.sync != SyncMode::None && load.read_percent < 100.0
}

/// The order whose points answer: a requirement for one order is never answered from the other one.
fn choose_order(
    requirement: &SizeRequirement,
    samples: &[&PointSample],
) -> Result<bool, EvidenceGap> {
    let has = |random: bool| samples.iter().any(|sample| sample.load.random == random);
    // A log is sequential by its nature, and throughput may be meant in either order.
    let either =
        requirement.random.is_none() && (requirement.commits || requirement.iops.is_none());
    let random = requirement.random.unwrap_or(!requirement.commits);
    if has(random) {
        Ok(random)
    } else if either {
        Ok(!random)
    } else {
        Err(if random { EvidenceGap::OnlySequential } else { EvidenceGap::OnlyRandom })
    }
}

fn limit_result(requirement: &SizeRequirement, point: &LoadPoint) -> LimitResult {
    match (&requirement.latency_limit, point.p99) {
        (None, _) => LimitResult::Yes,
        (Some(_), None) => LimitResult::Unknown,
        (Some(latency_limit), Some(p99)) => {
            let within = p99 <= latency_limit.latency_ns.0;
            // The measured percentile is the 99th: for other ones it decides only one way.
            match (within, latency_limit.quantile - 0.99) {
                (true, over) if over <= 1e-9 => LimitResult::Yes,
                (false, over) if over >= -1e-9 => LimitResult::No,
                _ => LimitResult::Unknown,
            }
        }
    }
}

/// What stopped the best load, and the rate that it surely cannot exceed.
fn upper_bound(
    requirement: &SizeRequirement,
    points: &[LoadPoint],
    best: &LoadPoint,
) -> (FirstLimit, Option<f64>) {
    let deeper = || points.iter().filter(|point| point.outstanding > best.outstanding);
    // The shallowest load that exceeded the latency limit moved more than any load that meets it can.
    let broken = deeper()
        .find(|point| limit_result(requirement, point) == LimitResult::No)
        .map(LoadPoint::high);
    // The best of a plateau may be its deepest load: it is flat nevertheless.
    let is_flat = points.iter().any(|point| {
        let (low, deep) =
            if point.outstanding < best.outstanding { (point, best) } else { (best, point) };
        f64::from(deep.outstanding) >= DEEPER * f64::from(low.outstanding)
            && deep.iops.value < low.iops.value * NO_MORE
    });
    let full = is_flat.then(|| points.iter().map(LoadPoint::high).fold(0.0, f64::max));
    let first = match (broken, full) {
        (Some(_), _) => FirstLimit::Latency,
        (None, Some(_)) => FirstLimit::Throughput,
        (None, None) => FirstLimit::NotSeen,
    };
    let at_most = [broken, full].into_iter().flatten().reduce(f64::min);
    (first, at_most.map(|most| most.max(best.high())))
}

/// No load is known to meet the latency limit: all exceeded it, or it is unknown.
fn none_within_limit(
    requirement: &SizeRequirement,
    points: &[LoadPoint],
    block: Bytes,
) -> NoEvidence {
    let lightest = &points[0];
    let broke = points.iter().all(|point| limit_result(requirement, point) == LimitResult::No);
    let (reason, at_most) = match requirement.latency_limit {
        Some(limit) if broke => {
            let outstanding = lightest.outstanding;
            (EvidenceGap::LightestBreaks { outstanding, limit }, Some(lightest.high()))
        }
        Some(limit) if points.iter().any(|point| point.p99.is_some()) => {
            (EvidenceGap::NoneMeets(limit), None)
        }
        _ => (EvidenceGap::NoPercentile, None),
    };
    NoEvidence { reason, at_most, block: Some(block) }
}

/// Points of an older run that a newer one contradicts.
#[derive(Clone, Copy, Debug, PartialEq)]
struct OutdatedPoints {
    old: usize,
    new: usize,
    /// Their load, at any depth.
    load: PointLoad,
}

/// Rates of the same load differ from day to day by less than this; the storage changed if they differ by more (ours).
const CHANGED: f64 = 1.1;

fn at_any_depth(load: PointLoad) -> PointLoad {
    PointLoad { depth: 1, threads: 1, ..load }
}

/// The points that a newer run contradicts: its rate of the same load differs beyond both intervals. The deeper loads that only the older
/// run has say nothing of today's storage either.
fn outdated_points(points: &[RunPoint<'_>]) -> Vec<OutdatedPoints> {
    let mut outdated = Vec::new();
    for old in points {
        let newer = points.iter().take_while(|new| new.run < old.run);
        for new in newer {
            if !contradicts(old.point, new.point) {
                continue;
            }
            let load = at_any_depth(old.point.point.load);
            let pair = OutdatedPoints { old: old.run, new: new.run, load };
            if !outdated.contains(&pair) {
                outdated.push(pair);
            }
            break;
        }
    }
    outdated
}

/// Whether two points of the same load have rates so far apart that the storage changed.
fn contradicts(a: &PointRecord, b: &PointRecord) -> bool {
    if (a.point.load, a.point.fill_percent) != (b.point.load, b.point.fill_percent) {
        return false;
    }
    let [a, b] = [a, b].map(|point| lasting_iops(&point.measured));
    let (least, most) = if a.value < b.value { (a, b) } else { (b, a) };
    let overlap = least.is_known() && most.is_known() && least.ends().high >= most.ends().low;
    !overlap && most.value > CHANGED * least.value
}

/// A caveat for each pair of runs that contradict each other.
fn outdated_caveats(points: &[RunPoint<'_>], names: &[&str]) -> Vec<Caveat> {
    let name = |run: usize| names[run].to_owned();
    let mut caveats = Vec::new();
    for pair in outdated_points(points) {
        let caveat = Caveat::PointsOutdated { old: name(pair.old), new: name(pair.new) };
        if !caveats.contains(&caveat) {
            caveats.push(caveat);
        }
    }
    caveats
}

/// The points of a storage, each from the newest run that has it.
fn samples(points: &[RunPoint<'_>]) -> Vec<PointSample> {
    let mut all: Vec<(PointSample, Vec<Estimate>)> = Vec::new();
    let outdated = outdated_points(points);
    let counts = |RunPoint { run, point }: &&RunPoint<'_>| {
        let load = at_any_depth(point.point.load);
        // A point of unknown order answers neither for random nor for sequential ones.
        point.order().is_some()
            && !outdated.iter().any(|pair| (pair.old, pair.load) == (*run, load))
    };
    for RunPoint { run, point } in points.iter().filter(counts) {
        let (load, measured) = (point.point.load, &point.measured);
        match all.iter_mut().find(|(sample, _)| sample.load == load) {
            None => {
                let p99 = measured.latency_ns_p99;
                let iops = lasting_iops(measured);
                let fell = measured.fell_to_iops.is_some();
                all.push((PointSample { load, iops, p99, fell, run: *run }, vec![iops]));
            }
            Some((sample, values)) if sample.run == *run => {
                values.push(lasting_iops(measured));
                sample.fell |= measured.fell_to_iops.is_some();
                // The worst of the repeats: all of them must meet a latency limit.
                sample.p99 = sample.p99.zip(measured.latency_ns_p99).map(|(a, b)| a.max(b));
            }
            // An older run measured the same: the newer one counts.
            Some(_) => {}
        }
    }
    all.into_iter()
        .map(|(sample, values)| PointSample {
            iops: record::race::combine_repeats(&values),
            ..sample
        })
        .collect()
}

/// The rate of a point; if it fell for good, the lower rate, without an interval.
fn lasting_iops(measured: &Measurement) -> Estimate {
    measured.fell_to_iops.map_or(measured.iops, Estimate::unknown)
}

/// The block size nearest to the required one, by its logarithm; the smallest if none is named.
fn nearest_block(requirement: &SizeRequirement, samples: &[&PointSample]) -> Option<Bytes> {
    let blocks = samples.iter().map(|sample| sample.load.block);
    match requirement.block {
        None => blocks.min(),
        Some(wanted) => {
            let distance = |block: &Bytes| (block.0 as f64 / wanted.0 as f64).ln().abs();
            blocks.min_by(|a, b| distance(a).total_cmp(&distance(b)))
        }
    }
}

/// The rate of the mix at each load: as measured, or combined from reads and writes as a storage shares its time:
/// 1 / (R / reads + W / writes).
fn load_points(requirement: &SizeRequirement, samples: &[&PointSample]) -> Vec<LoadPoint> {
    let read_percent = 100.0 * (1.0 - requirement.write);
    let outstanding = |sample: &PointSample| sample.load.depth * sample.load.threads;
    let exact: Vec<LoadPoint> = samples
        .iter()
        .filter(|sample| (sample.load.read_percent - read_percent).abs() <= SAME_MIX)
        .map(|sample| LoadPoint {
            outstanding: outstanding(sample),
            iops: sample.iops,
            p99: sample.p99,
            is_combined: false,
            fell: sample.fell,
            run: sample.run,
        })
        .collect();
    if !exact.is_empty() {
        return exact;
    }
    let pure = |percent: f64| samples.iter().filter(move |s| s.load.read_percent == percent);
    let mut combined = Vec::new();
    for read in pure(100.0) {
        // A race leaves points out: then the nearest load is used, and the deeper of the two counts.
        let distance = |write: &&&PointSample| outstanding(write).abs_diff(outstanding(read));
        let Some(write) = pure(0.0).min_by_key(distance) else { continue };
        let mix = |reads: f64, writes: f64| {
            1.0 / ((1.0 - requirement.write) / reads + requirement.write / writes)
        };
        let value = mix(read.iops.value, write.iops.value);
        let iops = match (read.iops.interval, write.iops.interval) {
            (Some(reads), Some(writes)) => {
                Estimate::between(value, mix(reads.low, writes.low), mix(reads.high, writes.high))
            }
            _ => Estimate::unknown(value),
        };
        combined.push(LoadPoint {
            outstanding: outstanding(read).max(outstanding(write)),
            iops,
            p99: read.p99.zip(write.p99).map(|(a, b)| a.max(b)),
            is_combined: true,
            fell: read.fell || write.fell,
            run: read.run.min(write.run),
        });
    }
    combined
}
