//! Rates over time in bounded memory, and the phases of the load.
//!
//! Intervals are merged in pairs when there are too many. Phases come from binary segmentation (Scott and Knott 1974): the series
//! is split where that reduces the squared deviations most, as long as the gain exceeds that of noise (BIC; Yao 1988) and the two
//! sides differ by a relevant amount.

use crate::counters::add_known;
use crate::{CounterInterval, IoEvent, IoKind};
use serde::{Deserialize, Serialize};

const POINTS_MAX: usize = 2_000;
const INTERVAL_NS: u64 = 1_000_000_000;
/// The least points of a phase, and the most phases.
const PHASE_POINTS_MIN: usize = 5;
const PHASES_MAX: usize = 8;
/// Adjacent phases differ at least by this factor in their rate or by this share of reads.
const RATE_RATIO_MIN: f64 = 1.25;
const SHARE_STEP_MIN: f64 = 0.1;

/// The sums of one interval. Sums that the source has not are absent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RatePoint {
    /// How much of the interval the source recorded. The sums are those of this time; 0 is a gap.
    pub recorded_ns: f64,
    pub reads: f64,
    pub writes: f64,
    pub flushes: Option<f64>,
    pub discards: Option<f64>,
    pub read_bytes: Option<f64>,
    pub write_bytes: Option<f64>,
    /// The latencies of all I/O together, in nanoseconds.
    pub latency_sum_ns: Option<f64>,
}

impl RatePoint {
    fn add(&mut self, other: &Self, share: f64) {
        self.recorded_ns += other.recorded_ns * share;
        self.reads += other.reads * share;
        self.writes += other.writes * share;
        for (sum, more) in [
            (&mut self.flushes, other.flushes),
            (&mut self.discards, other.discards),
            (&mut self.read_bytes, other.read_bytes),
            (&mut self.write_bytes, other.write_bytes),
            (&mut self.latency_sum_ns, other.latency_sum_ns),
        ] {
            add_known(sum, more.map(|more| more * share));
        }
    }

    pub fn operations(&self) -> f64 {
        self.reads + self.writes
    }

    /// Reads and writes per second that was recorded.
    pub fn operations_per_s(&self) -> f64 {
        self.operations() * 1e9 / self.recorded_ns.max(1.0)
    }

    /// The share of reads among reads and writes; `None` without any.
    pub fn read_share(&self) -> Option<f64> {
        (self.operations() > 0.0).then(|| self.reads / self.operations())
    }
}

/// Sums over intervals of one length.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RateSeries {
    pub interval_ns: u64,
    /// The intervals in order of time.
    pub points: Vec<RatePoint>,
}

impl RateSeries {
    /// The points with their numbers, without gaps. A point that lasted less than half as long as the longest says too little.
    pub fn lasting(&self) -> Vec<(usize, &RatePoint)> {
        let longest = self.points.iter().map(|point| point.recorded_ns).fold(0.0, f64::max);
        let lasts = |(_, point): &(usize, &RatePoint)| point.recorded_ns > longest / 2.0;
        self.points.iter().enumerate().filter(lasts).collect()
    }
}

/// A part of the capture whose load is about the same.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct LoadPhase {
    /// When it begins, since the start of the capture.
    pub begin_ns: u64,
    /// How long it is, gaps included.
    pub length_ns: u64,
    /// How much of it was not recorded.
    pub gap_ns: u64,
    pub operations_per_s: f64,
    /// Bytes read and written per second that was recorded, if known.
    pub bytes_per_s: Option<f64>,
    /// The share of reads among reads and writes, 0 to 1; absent without any.
    pub read_share: Option<f64>,
}

pub(super) struct SeriesFold {
    series: RateSeries,
}

impl Default for SeriesFold {
    fn default() -> Self {
        Self { series: RateSeries { interval_ns: INTERVAL_NS, points: Vec::new() } }
    }
}

impl SeriesFold {
    pub(super) fn event(&mut self, event: &IoEvent) {
        let bytes = f64::from(event.length_bytes);
        let mut sums = RatePoint {
            latency_sum_ns: event.latency_ns.map(|ns| ns as f64),
            ..RatePoint::default()
        };
        match event.operation {
            IoKind::Read => (sums.reads, sums.read_bytes) = (1.0, Some(bytes)),
            IoKind::Write => (sums.writes, sums.write_bytes) = (1.0, Some(bytes)),
            IoKind::Flush => sums.flushes = Some(1.0),
            IoKind::Trim => sums.discards = Some(1.0),
        }
        self.at(event.issued_ns).add(&sums, 1.0);
    }

    /// Takes an interval and spreads its sums over the points that it touches.
    pub(super) fn interval(&mut self, interval: &CounterInterval) {
        let length_ns = interval.length_ns.max(1);
        let latencies = interval.read.latency_sum_ns.zip(interval.write.latency_sum_ns);
        let sums = RatePoint {
            recorded_ns: length_ns as f64,
            reads: interval.read.operations,
            writes: interval.write.operations,
            flushes: interval.flush.map(|side| side.operations),
            discards: interval.discard.map(|side| side.operations),
            read_bytes: interval.read.bytes,
            write_bytes: interval.write.bytes,
            latency_sum_ns: latencies.map(|(reads, writes)| reads + writes),
        };
        let end_ns = interval.begin_ns.saturating_add(length_ns);
        // Makes room for the whole interval first, so that the width of points no longer changes below.
        self.at(end_ns - 1);
        let width = self.series.interval_ns;
        let mut from = interval.begin_ns;
        while from < end_ns {
            let to = (from / width * width).saturating_add(width).min(end_ns);
            self.at(from).add(&sums, (to - from) as f64 / length_ns as f64);
            from = to;
        }
    }

    fn at(&mut self, at_ns: u64) -> &mut RatePoint {
        let series = &mut self.series;
        while at_ns / series.interval_ns >= POINTS_MAX as u64 {
            let pair = |pair: &[RatePoint]| {
                let mut sum = pair[0];
                pair[1..].iter().for_each(|other| sum.add(other, 1.0));
                sum
            };
            series.points = series.points.chunks(2).map(pair).collect();
            series.interval_ns = series.interval_ns.saturating_mul(2);
        }
        let index = (at_ns / series.interval_ns) as usize;
        if series.points.len() <= index {
            series.points.resize(index + 1, RatePoint::default());
        }
        &mut series.points[index]
    }

    /// The series of a source that recorded all this time, of single I/Os.
    pub(super) fn recorded_throughout(mut self, length_ns: u64) -> RateSeries {
        if length_ns > 0 {
            self.at(length_ns - 1);
        }
        let width = self.series.interval_ns;
        for (point, index) in self.series.points.iter_mut().zip(0u64..) {
            point.recorded_ns = length_ns.saturating_sub(index * width).min(width) as f64;
            let RatePoint { flushes, discards, read_bytes, write_bytes, .. } = point;
            for sum in [flushes, discards, read_bytes, write_bytes] {
                sum.get_or_insert(0.0);
            }
        }
        self.series
    }

    /// The series of a source that recorded the intervals alone.
    pub(super) fn recorded_in_part(self) -> RateSeries {
        self.series
    }
}

pub fn phases(series: &RateSeries, length_ns: u64) -> Vec<LoadPhase> {
    let rate = |point: &RatePoint| point.operations_per_s().ln_1p();
    let share = |point: &RatePoint| point.read_share().unwrap_or(0.5);
    let (places, points): (Vec<usize>, Vec<RatePoint>) =
        series.lasting().into_iter().map(|(place, point)| (place, *point)).unzip();
    let columns = [points.iter().map(rate).collect::<Vec<_>>(), points.iter().map(share).collect()];
    let sums: Vec<Sums> = columns.iter().map(|column| Sums::new(column)).collect();
    let mut cuts = vec![0, points.len()];
    while cuts.len() <= PHASES_MAX {
        let found = cuts.windows(2).filter_map(|pair| best_cut(&sums, pair[0], pair[1]));
        let matters = found.filter(|cut| differs(&points, &cuts, cut.at));
        let Some(best) = matters.max_by(|a, b| a.gain.total_cmp(&b.gain)) else { break };
        cuts.push(best.at);
        cuts.sort_unstable();
    }
    cuts.windows(2)
        .filter(|pair| pair[1] > pair[0])
        .map(|pair| phase(series, places[pair[0]], places[pair[1] - 1], length_ns))
        .collect()
}

fn phase(series: &RateSeries, first: usize, last: usize, length_ns: u64) -> LoadPhase {
    let (points, width) = (&series.points[first..=last], series.interval_ns);
    let mut sum = RatePoint::default();
    points.iter().for_each(|point| sum.add(point, 1.0));
    let gaps = points.iter().filter(|point| point.recorded_ns == 0.0).count();
    let begin_ns = first as u64 * width;
    let bytes = sum.read_bytes.zip(sum.write_bytes).map(|(read, write)| read + write);
    LoadPhase {
        begin_ns,
        length_ns: (points.len() as u64 * width).min(length_ns.saturating_sub(begin_ns)),
        gap_ns: gaps as u64 * width,
        operations_per_s: sum.operations_per_s(),
        bytes_per_s: bytes.map(|bytes| bytes * 1e9 / sum.recorded_ns),
        read_share: sum.read_share(),
    }
}

struct Cut {
    at: usize,
    gain: f64,
}

/// The best place to split a part; `None` if noise alone would gain as much.
fn best_cut(sums: &[Sums], from: usize, to: usize) -> Option<Cut> {
    if to - from < 2 * PHASE_POINTS_MIN {
        return None;
    }
    let n = (to - from) as f64;
    let gain = |at: usize| {
        let of = |sums: &Sums| {
            // Half the log-likelihood ratio of normal values with a common variance.
            let floor = 1e-6 * n;
            let before = sums.squared(from, to) + floor;
            let after = sums.squared(from, at) + sums.squared(at, to) + floor;
            n * (before / after).ln()
        };
        sums.iter().map(of).sum::<f64>()
    };
    let places = from + PHASE_POINTS_MIN..=to - PHASE_POINTS_MIN;
    let best =
        places.map(|at| Cut { at, gain: gain(at) }).max_by(|a, b| a.gain.total_cmp(&b.gain))?;
    // One more mean and one more change point.
    (best.gain > 3.0 * sums.len() as f64 * n.ln()).then_some(best)
}

/// Whether the parts on both sides of a cut differ by a relevant amount.
fn differs(points: &[RatePoint], cuts: &[usize], at: usize) -> bool {
    let from = cuts.iter().filter(|cut| **cut < at).max().copied().unwrap_or(0);
    let to = cuts.iter().filter(|cut| **cut > at).min().copied().unwrap_or(points.len());
    let sums = |range: &[RatePoint]| {
        let mut sum = RatePoint::default();
        range.iter().for_each(|point| sum.add(point, 1.0));
        sum
    };
    let (before, after) = (sums(&points[from..at]), sums(&points[at..to]));
    let rates = [before.operations_per_s(), after.operations_per_s()];
    let (low, high) = (rates[0].min(rates[1]), rates[0].max(rates[1]));
    let shares = before.read_share().zip(after.read_share());
    high > low * RATE_RATIO_MIN || shares.is_some_and(|(a, b)| (a - b).abs() > SHARE_STEP_MIN)
}

/// Sums up to every place, for squared deviations of any part.
struct Sums {
    values: Vec<f64>,
    squares: Vec<f64>,
}

impl Sums {
    fn new(column: &[f64]) -> Self {
        let (mut values, mut squares) = (vec![0.0], vec![0.0]);
        let (mut sum, mut square) = (0.0, 0.0);
        for value in column {
            sum += value;
            square += value * value;
            values.push(sum);
            squares.push(square);
        }
        Self { values, squares }
    }

    fn squared(&self, from: usize, to: usize) -> f64 {
        let sum = self.values[to] - self.values[from];
        (self.squares[to] - self.squares[from] - sum * sum / (to - from) as f64).max(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Rng;

    fn series(seed: u64, parts: &[(usize, f64, f64)]) -> RateSeries {
        let mut rng = Rng::new(seed);
        let mut points = Vec::new();
        for (count, rate, share) in parts {
            for _ in 0..*count {
                let operations = (rate + rate.sqrt() * rng.normal() * 3.0).max(0.0);
                points.push(RatePoint {
                    recorded_ns: INTERVAL_NS as f64,
                    reads: operations * share,
                    writes: operations * (1.0 - share),
                    ..RatePoint::default()
                });
            }
        }
        RateSeries { interval_ns: INTERVAL_NS, points }
    }

    fn seconds(found: &[LoadPhase]) -> Vec<u64> {
        found.iter().map(|phase| phase.length_ns / INTERVAL_NS).collect()
    }

    #[test]
    fn phases_are_found_and_noise_is_none() {
        for seed in 1..20 {
            let load = series(seed, &[(60, 1_000.0, 0.7), (30, 4_000.0, 0.7), (90, 4_000.0, 0.2)]);
            let found = phases(&load, 180 * INTERVAL_NS);
            assert_eq!(seconds(&found), [60, 30, 90], "seed {seed}: {found:?}");
            assert!(
                (found[0].operations_per_s / 1_000.0 - 1.0).abs() < 0.05,
                "seed {seed}: {found:?}"
            );
            assert!((found[2].read_share.expect("there is I/O") - 0.2).abs() < 0.01, "seed {seed}");
            let even = series(seed, &[(300, 2_000.0, 0.5)]);
            assert_eq!(phases(&even, 300 * INTERVAL_NS).len(), 1, "seed {seed}");
        }
    }

    #[test]
    fn a_gap_is_no_phase_of_silence() {
        let mut load = series(
            1,
            &[(60, 1_000.0, 0.7), (30, 0.0, 0.7), (60, 1_000.0, 0.7), (60, 4_000.0, 0.7)],
        );
        load.points[60..90].fill(RatePoint::default());
        let found = phases(&load, 210 * INTERVAL_NS);
        assert_eq!(seconds(&found), [150, 60], "{found:?}");
        assert_eq!(found[0].gap_ns, 30 * INTERVAL_NS);
        assert!((found[0].operations_per_s / 1_000.0 - 1.0).abs() < 0.05, "{found:?}");
    }

    #[test]
    fn days_fit_into_the_series_and_nothing_is_lost() {
        let mut fold = SeriesFold::default();
        let mut operations = 0.0;
        for hour in 0..100u64 {
            let interval = CounterInterval {
                begin_ns: hour * 3_600 * INTERVAL_NS,
                length_ns: 3_600 * INTERVAL_NS,
                read: crate::DirectionCounters {
                    operations: 360.0,
                    bytes: Some(720.0),
                    ..Default::default()
                },
                ..CounterInterval::default()
            };
            operations += interval.read.operations;
            fold.interval(&interval);
        }
        let series = fold.recorded_in_part();
        assert!(series.points.len() <= POINTS_MAX && series.points.len() > POINTS_MAX / 2 - 1);
        let sum: f64 = series.points.iter().map(|point| point.reads).sum();
        assert!((sum - operations).abs() < 1e-6 * operations, "{sum}");
    }
}
