//! fio's report on `steadystate`: the rates of the last seconds, and how far they are from the criterion.

use super::super::SteadyView;
use super::entries::PrintedJob;

const SECOND_NS: u64 = 1_000_000_000;
/// A clone that has reported nothing for longer has ended.
const LATE_NS: u64 = 2 * SECOND_NS;
/// The longest list of samples that is printed, in seconds.
const LONGEST_S: u64 = 86_400;

/// A criterion and its state at the end of the run.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Steady {
    /// The criterion in fio's form: `iops:20.000000%`.
    pub(super) criterion: String,
    /// What is evaluated: `iops`, `bw` or `lat`.
    pub(super) name: &'static str,
    pub(super) slope_asked: bool,
    pub(super) percent: bool,
    pub(super) duration_s: u64,
    pub(super) attained: bool,
    /// The slope or the largest deviation; in percent of the mean if the criterion is in percent.
    pub(super) value: f64,
    pub(super) max_deviation: f64,
    pub(super) slope: f64,
    /// The last samples, in operations per second.
    pub(super) iops: Vec<u64>,
    /// The last samples, in bytes per second.
    pub(super) bw: Vec<u64>,
    /// The last mean latencies in nanoseconds, of a criterion of latencies.
    pub(super) lat: Vec<u64>,
}

/// What was done in a second.
#[derive(Clone, Copy, Default)]
struct SecondCounts {
    ios: u64,
    bytes: u64,
    latency_sum_ns: f64,
}

impl SecondCounts {
    fn latency_ns(&self) -> u64 {
        if self.ios > 0 { (self.latency_sum_ns / self.ios as f64) as u64 } else { 0 }
    }
}

/// Evaluates the intervals of an entry.
pub(super) fn of(entry: &PrintedJob<'_>, steady_view: &SteadyView) -> Steady {
    let (kind, limit_text) =
        steady_view.criterion.split_once(':').unwrap_or((&steady_view.criterion, "0"));
    let percent = limit_text.trim().ends_with('%');
    let limit: f64 = limit_text.trim().trim_end_matches('%').parse().unwrap_or(0.0);
    let kinds = ["bw", "lat"];
    let name = kinds.into_iter().find(|name| kind.starts_with(name)).unwrap_or("iops");
    let slope_asked = kind.ends_with("_slope");
    let duration_s = steady_view.duration.0 / 1_000_000_000;
    let seconds = whole_seconds(entry);
    let after_ramp = (steady_view.ramp.0.div_ceil(SECOND_NS) as usize).min(seconds.len());
    let counted = &seconds[after_ramp..];
    let wanted = duration_s.clamp(1, LONGEST_S) as usize;
    let is_full = counted.len() >= wanted;
    let last = &counted[counted.len().saturating_sub(wanted)..];
    let samples = |of: fn(&SecondCounts) -> u64| last.iter().map(of).collect::<Vec<u64>>();
    let (mut iops, mut bw) = (samples(|one| one.ios), samples(|one| one.bytes));
    let mut lat = if name == "lat" { samples(SecondCounts::latency_ns) } else { Vec::new() };
    let values = match name {
        "bw" => &bw,
        "lat" => &lat,
        _ => &iops,
    };
    let middle = mean(values);
    let furthest = values.iter().map(|&v| (v as f64 - middle).abs()).fold(0.0, f64::max);
    // fio evaluates nothing until it has enough samples.
    let (max_deviation, slope) = match (is_full, slope_asked) {
        (false, _) => (0.0, 0.0),
        (true, false) => (furthest, 0.0),
        (true, true) => (0.0, slope(values)),
    };
    iops.resize(wanted, 0);
    bw.resize(wanted, 0);
    lat.resize(if name == "lat" { wanted } else { 0 }, 0);
    let raw = if slope_asked { slope.abs() } else { max_deviation };
    let value = match percent {
        true if middle > 0.0 => 100.0 * raw / middle,
        _ => raw,
    };
    Steady {
        criterion: format!("{kind}:{limit:.6}{}", if percent { "%" } else { "" }),
        name,
        slope_asked,
        percent,
        duration_s,
        attained: is_full && middle > 0.0 && value < limit,
        value,
        max_deviation,
        slope,
        iops,
        bw,
        lat,
    }
}

/// The counts of each whole second that every running clone has reported; fio takes one sample per second and ignores
/// the rest.
fn whole_seconds(entry: &PrintedJob<'_>) -> Vec<SecondCounts> {
    let last_ns = entry.reported_ns.iter().copied().max().unwrap_or(0);
    let running = entry.reported_ns.iter().filter(|end_ns| **end_ns + LATE_NS >= last_ns);
    let end_ns = running.min().copied().unwrap_or(0);
    let mut seconds = vec![SecondCounts::default(); (end_ns / SECOND_NS) as usize];
    for row in &entry.intervals {
        let middle_ns = row.start_ns.midpoint(row.end_ns);
        if let Some(second) = seconds.get_mut((middle_ns / SECOND_NS) as usize) {
            for side in [row.read, row.write, row.trim] {
                second.ios += side.ios;
                second.bytes += side.bytes;
                second.latency_sum_ns += side.mean_ns * side.ios as f64;
            }
        }
    }
    seconds
}

/// The mean; 0 without values.
pub(super) fn mean(values: &[u64]) -> f64 {
    values.iter().sum::<u64>() as f64 / values.len().max(1) as f64
}

/// The slope of the least-squares line, per sample.
fn slope(values: &[u64]) -> f64 {
    let count = values.len() as f64;
    if count < 2.0 {
        return 0.0;
    }
    let (x_mean, y_mean) = ((count - 1.0) / 2.0, mean(values));
    let (mut up, mut down) = (0.0, 0.0);
    for (x, &y) in values.iter().enumerate() {
        up += (x as f64 - x_mean) * (y as f64 - y_mean);
        down += (x as f64 - x_mean).powi(2);
    }
    up / down
}
