//! What was measured, as far as it can answer a need: the cells of studies, by layout.

use super::asked::SizeNeed;
use crate::record::{Finding, Record};
use crate::scale::{ScaleFinding, ScalePoint};
use base::Bytes;
use summary::Estimate;
use workload::{Load, RoleKind};

/// One cell, and where it is from.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The layout; `disk` and `disks` are disks without one.
    pub subject: String,
    /// How many targets were loaded at the same time.
    pub targets: usize,
    /// With what.
    pub load: Load,
    /// Operations per second.
    pub iops: Estimate,
    /// MiB/s.
    pub mibps: Estimate,
    /// 99th percentile of the latency in nanoseconds.
    pub latency_ns_p99: Option<u64>,
    /// Mean latency in nanoseconds.
    pub latency_ns_mean: f64,
    /// The run, for people.
    pub run: String,
}

/// Every cell of the given runs; reference cells only say what the machine did.
pub fn samples(records: &[(String, Record)]) -> Vec<Sample> {
    let mut all = Vec::new();
    for (run, record) in records {
        for stage in record.study.iter().flat_map(|study| &study.stages) {
            for cell in stage.cells.iter().filter(|cell| cell.purpose != "reference") {
                all.push(Sample {
                    subject: cell.cell.subject.clone(),
                    targets: cell.cell.targets.len(),
                    load: cell.cell.load,
                    iops: cell.seen.iops,
                    mibps: cell.seen.mibps,
                    latency_ns_p99: cell.seen.latency_ns_p99,
                    latency_ns_mean: cell.seen.latency_ns_mean,
                    run: run.clone(),
                });
            }
        }
    }
    all
}

/// What the load lines of checks and ramps say of a need, by their targets: those of roles with its mix and its block size,
/// held under a ceiling that is no looser.
pub fn load_lines(need: &SizeNeed, records: &[(String, Record)]) -> Vec<(String, Carry)> {
    let mut all: Vec<(String, Carry)> = Vec::new();
    for (run, record) in records {
        for role in record.roles().filter(|role| role.kind == RoleKind::Load) {
            let Some(line) = role.load_line else { continue };
            let strict = need.ceiling.is_none_or(|ceiling| {
                role.ceiling.quantile >= ceiling.quantile - 1e-9
                    && role.ceiling.latency_ns <= ceiling.latency_ns
            });
            let known = all.iter().any(|(target, _)| *target == record.target);
            let Some((write, block)) = shape(record, &role.role).filter(|_| strict && !known)
            else {
                continue;
            };
            let fits = need.block.is_none_or(|wanted| wanted == block);
            if fits && (write - need.write).abs() * 100.0 <= SAME_MIX {
                let how = format!("load line of role {} at {} in {run}", role.role, role.ceiling);
                let latency_ns_p99 = role.latency_ns.filter(|_| role.ceiling.quantile == 0.99);
                let first = First::Latency;
                let doubts = Vec::new();
                let carry = Carry { iops: line, latency_ns_p99, block, how, first, doubts };
                all.push((record.target.clone(), carry));
            }
        }
    }
    all
}

/// The share of writes and the size of an operation of a role, as its trials did them.
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

/// The newest finding of growing a set of disks.
pub fn growth(records: &[(String, Record)]) -> Option<&ScaleFinding> {
    let stages =
        records.iter().flat_map(|(_, record)| record.study.iter().flat_map(|study| &study.stages));
    stages
        .filter_map(|stage| match &stage.finding {
            Some(Finding::Scale(finding)) if finding.points.len() > 1 => Some(finding),
            _ => None,
        })
        .next()
}

/// How much more `to` disks gave than `from`; only between the numbers that were measured.
pub fn grown(finding: &ScaleFinding, from: u32, to: u32) -> Option<f64> {
    let at = |disks: u32| -> Option<f64> {
        let n = disks as usize;
        let below = finding.points.iter().rfind(|point| point.disks <= n)?;
        let above = finding.points.iter().find(|point| point.disks >= n)?;
        let value = |point: &ScalePoint| point.mibps.value;
        if above.disks == below.disks {
            return Some(value(below));
        }
        let share = (n - below.disks) as f64 / (above.disks - below.disks) as f64;
        Some(value(below) + share * (value(above) - value(below)))
    };
    let (from, to) = (at(from)?, at(to)?);
    (from > 0.0).then_some(to / from)
}

/// What a layout carries of a need.
#[derive(Clone, Debug, PartialEq)]
pub struct Carry {
    /// Operations per second at the highest load that kept the ceiling.
    pub iops: Estimate,
    /// The 99th percentile there in nanoseconds.
    pub latency_ns_p99: Option<u64>,
    /// The size of an operation.
    pub block: Bytes,
    /// How it was found, in words.
    pub how: String,
    /// What fails first when the load grows.
    pub first: First,
    /// What makes it doubtful.
    pub doubts: Vec<String>,
}

/// What fails first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum First {
    /// A deeper load broke the ceiling.
    Latency,
    /// Deeper loads gave no more.
    Throughput,
    /// The deepest load that was measured still kept the ceiling, and gave more.
    NotSeen,
    /// The data do not fit any more.
    Capacity,
}

/// One load point of a layout: what it does under the mix.
#[derive(Clone, Debug)]
struct At {
    outstanding: u32,
    iops: Estimate,
    p99: Option<u64>,
    mixed: bool,
}

/// The shares of reads that count as the same, in percentage points.
const SAME_MIX: f64 = 5.0;
/// A deeper load that gives less than this more gives no more.
const NO_MORE: f64 = 1.03;

/// What the samples of one layout say of a need; none where they say nothing.
pub fn carry(need: &SizeNeed, samples: &[&Sample]) -> Option<Carry> {
    let mut doubts = Vec::new();
    let random = samples.iter().any(|sample| sample.load.random);
    if !random {
        doubts.push("only sequential I/O was measured".to_owned());
    }
    let usable: Vec<&Sample> =
        samples.iter().copied().filter(|sample| sample.load.random == random).collect();
    let block = nearest_block(need, &usable)?;
    if need.block.is_some_and(|wanted| wanted != block) {
        doubts.push(format!("measured with {block} only"));
    }
    let usable: Vec<&Sample> =
        usable.into_iter().filter(|sample| sample.load.block == block).collect();
    let mut points = points(need, &usable);
    points.sort_by_key(|at| at.outstanding);
    let kept = |at: &At| match (&need.ceiling, at.p99) {
        (None, _) => true,
        (Some(ceiling), Some(p99)) => {
            // The measured percentile is the 99th: it says nothing of rarer ones.
            ceiling.quantile <= 0.99 + 1e-9 && p99 <= ceiling.latency_ns.0
        }
        (Some(_), None) => false,
    };
    if need.ceiling.is_some_and(|ceiling| ceiling.quantile > 0.99 + 1e-9) {
        doubts.push("cells know the 99th percentile only; a rarer one takes a check".to_owned());
    } else if need.ceiling.is_some() && points.iter().all(|at| at.p99.is_none()) {
        doubts.push("no cell had enough operations for its 99th percentile".to_owned());
    }
    let best =
        points.iter().filter(|at| kept(at)).max_by(|a, b| a.iops.value.total_cmp(&b.iops.value))?;
    let deeper: Vec<&At> = points.iter().filter(|at| at.outstanding > best.outstanding).collect();
    let first = if deeper.iter().any(|at| !kept(at)) {
        First::Latency
    } else if deeper.iter().any(|at| at.iops.value < best.iops.value * NO_MORE) {
        First::Throughput
    } else {
        First::NotSeen
    };
    let mix = if best.mixed { "from its reads and writes" } else { "at this mix" };
    let how = format!("measured with {block} {mix}, {} outstanding", best.outstanding);
    Some(Carry { iops: best.iops, latency_ns_p99: best.p99, block, how, first, doubts })
}

/// The block size nearest to what is needed, by its logarithm; the smallest where none is named.
fn nearest_block(need: &SizeNeed, samples: &[&Sample]) -> Option<Bytes> {
    let blocks = samples.iter().map(|sample| sample.load.block);
    match need.block {
        None => blocks.min(),
        Some(wanted) => {
            let far = |block: &Bytes| (block.0 as f64 / wanted.0 as f64).ln().abs();
            blocks.min_by(|a, b| far(a).total_cmp(&far(b)))
        }
    }
}

/// What the mix does at each load: as measured, or put together from reads and writes as a storage shares its time:
/// 1 / (R / reads + W / writes).
fn points(need: &SizeNeed, samples: &[&Sample]) -> Vec<At> {
    let read_percent = 100.0 * (1.0 - need.write);
    let outstanding = |sample: &Sample| sample.load.depth * sample.load.threads;
    let exact: Vec<At> = samples
        .iter()
        .filter(|sample| (sample.load.read_percent - read_percent).abs() <= SAME_MIX)
        .map(|sample| At {
            outstanding: outstanding(sample),
            iops: sample.iops,
            p99: sample.latency_ns_p99,
            mixed: false,
        })
        .collect();
    if !exact.is_empty() {
        return exact;
    }
    let pure = |percent: f64| samples.iter().filter(move |s| s.load.read_percent == percent);
    let mut mixed = Vec::new();
    for read in pure(100.0) {
        // A race leaves points out: then the nearest load stands in, and the deeper of the two counts.
        let far = |write: &&&Sample| outstanding(write).abs_diff(outstanding(read));
        let Some(write) = pure(0.0).min_by_key(far) else { continue };
        let put = |of: fn(&Estimate) -> f64| {
            1.0 / ((1.0 - need.write) / of(&read.iops) + need.write / of(&write.iops))
        };
        mixed.push(At {
            outstanding: outstanding(read).max(outstanding(write)),
            iops: Estimate {
                value: put(|e| e.value),
                low: put(|e| e.low),
                high: put(|e| e.high),
                confidence: read.iops.confidence.min(write.iops.confidence),
            },
            p99: read.latency_ns_p99.zip(write.latency_ns_p99).map(|(a, b)| a.max(b)),
            mixed: true,
        });
    }
    mixed
}
