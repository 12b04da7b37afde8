//! Orion's output: the text on the screen, the summary, and the tables of MB/s, IOPS and latencies. Never does I/O.
//!
//! The layout is that of 11.1, of which whole files are known. One MB is 2^20 bytes.

use super::{OrionView, Point};
use crate::outcome::Outcome;
use base::clock;
use std::fmt::Write as _;

const VERSION: &str = "11.1.0.7.0";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Table {
    Mbps,
    Iops,
    /// Mean latency of small I/Os in milliseconds.
    Latency,
}

impl Table {
    pub const ALL: [Self; 3] = [Self::Mbps, Self::Iops, Self::Latency];

    pub fn suffix(self) -> &'static str {
        match self {
            Self::Mbps => "mbps.csv",
            Self::Iops => "iops.csv",
            Self::Latency => "lat.csv",
        }
    }
}

struct PointResult<'a> {
    point: &'a Point,
    small: StreamSum,
    iops: f64,
    mbps: f64,
}

/// The sums of some streams that the tables need; merging distributions thousands of times would be wasted.
#[derive(Clone, Copy, Debug, Default)]
struct StreamSum {
    ios: u64,
    bytes: u64,
    mean_ns: f64,
    /// The measured time of the longest stream.
    seconds: f64,
}

/// `yyyymmdd_hhmm` of a time in UTC, as in the names of Orion's files.
pub fn stamp(unix_ns: u64) -> String {
    let at = clock::utc((unix_ns / 1_000_000_000).cast_signed());
    let (year, month, day) = (at.year(), u8::from(at.month()), at.day());
    format!("{year:04}{month:02}{day:02}_{:02}{:02}", at.hour(), at.minute())
}

/// The text on the screen before the first point; `run` is the prefix of the file names.
pub fn screen(view: &OrionView, run: &str) -> String {
    let seconds = total_points(view) as u64 * u64::from(view.seconds);
    format!(
        "ORION: ORacle IO Numbers -- Version {VERSION}\n{run}\n\
         Calibration will take approximately {} minutes.\n\
         Using a large value for -cache_size may take longer.\n",
        seconds / 60 + 1
    )
}

/// The number of points as Orion counts them: a matrix that starts at 0 includes the point without load.
fn total_points(view: &OrionView) -> usize {
    let empty = view.small_columns.contains(&0) && view.large_columns.contains(&0);
    view.points.len() + usize::from(empty)
}

/// The summary; `sizes` are the sizes of the LUNs in bytes, in their order.
pub fn summary(view: &OrionView, sizes: &[u64], outcome: &Outcome) -> String {
    let mut out = format!("ORION VERSION {VERSION}\n\nCommandline:\n{}\n\n", view.command);
    let large =
        if view.stream_depth.is_some() { "Large Sequential Streams" } else { "Large Random IOs" };
    let _ = write!(
        out,
        "This maps to this test:\nTest: {}\nSmall IO size: {} KB\nLarge IO size: {} KB\nIO Types: Small Random IOs, {large}\n",
        view.testname, view.small_kib, view.large_kib
    );
    if let Some(depth) = view.stream_depth {
        let _ = writeln!(out, "Number of Concurrent IOs Per Stream: {depth}");
    }
    match view.stripe_kib {
        None => out += "Simulated Array Type: CONCAT\n",
        Some(stripe) => {
            let _ = writeln!(out, "Simulated Array Type: RAID 0\nStripe Depth: {stripe} KB");
        }
    }
    let cache = view.cache_mib.map_or_else(|| "Not Entered".to_owned(), |mib| format!("{mib} MB"));
    let _ = write!(
        out,
        "Write: {}%\nCache Size: {cache}\nDuration for each Data Point: {} seconds\nSmall Columns:{}\nLarge Columns:{}\nTotal Data Points: {}\n\n",
        view.write_percent,
        view.seconds,
        columns(&view.small_columns),
        columns(&view.large_columns),
        total_points(view)
    );
    for (index, lun) in view.luns.iter().enumerate() {
        let _ = writeln!(out, "Name: {lun}\tSize: {}", sizes.get(index).unwrap_or(&0));
    }
    let _ = write!(out, "{} FILEs found.\n\n{}", view.luns.len(), extremes(view, outcome));
    out
}

fn columns(loads: &[u32]) -> String {
    loads.iter().map(|load| format!(",{load:>7}")).collect()
}

fn seen<'a>(view: &'a OrionView, outcome: &Outcome) -> Vec<PointResult<'a>> {
    let one = |point: &'a Point| {
        let small = of_streams(outcome, &point.small_streams);
        let large = of_streams(outcome, &point.large_streams);
        PointResult {
            point,
            iops: if small.seconds > 0.0 { small.ios as f64 / small.seconds } else { 0.0 },
            mbps: if large.seconds > 0.0 {
                large.bytes as f64 / f64::from(1 << 20) / large.seconds
            } else {
                0.0
            },
            small,
        }
    };
    view.points.iter().map(one).collect()
}

fn of_streams(outcome: &Outcome, streams: &std::ops::Range<usize>) -> StreamSum {
    let streams = outcome.streams.get(streams.clone()).unwrap_or_default();
    let longest_ns = streams.iter().map(|s| s.runtime_ns).max().unwrap_or(0);
    let both = || streams.iter().flat_map(|s| [&s.read, &s.write]);
    let counts = both().map(|one| one.total.count() as f64);
    let weighted = both().zip(counts.clone()).map(|(one, count)| one.total.mean_ns * count);
    StreamSum {
        ios: both().map(|one| one.ios).sum(),
        bytes: both().map(|one| one.bytes).sum(),
        mean_ns: weighted.sum::<f64>() / counts.sum::<f64>().max(1.0),
        seconds: longest_ns as f64 / 1e9,
    }
}

/// A text on how much of an interrupted run was measured; `None` if the run was not interrupted.
pub fn cut(view: &OrionView, outcome: &Outcome) -> Option<String> {
    if !outcome.interrupted {
        return None;
    }
    let seconds = |point: &Point| {
        let of = |streams| of_streams(outcome, streams).seconds;
        of(&point.small_streams).max(of(&point.large_streams))
    };
    let reached: Vec<f64> = view.points.iter().map(seconds).filter(|s| *s > 0.0).collect();
    let mut text =
        format!("Interrupted: {} of {} data points with a load", reached.len(), view.points.len());
    let requested_s = f64::from(view.seconds);
    if let Some(last) = reached.last().filter(|last| **last < 0.99 * requested_s) {
        let _ = write!(text, ", the last one for {last:.1} of {requested_s} seconds");
    }
    text.push_str("; there are no results for the others");
    Some(text)
}

/// The best figures, which end the summary and the output on the screen. Those of an interrupted run are marked "so
/// far", because they are not the extremes of the whole matrix.
pub fn extremes(view: &OrionView, outcome: &Outcome) -> String {
    let seen = seen(view, outcome);
    let so_far = if outcome.interrupted { " so far" } else { "" };
    let at = |one: &PointResult<'_>| {
        format!("@ Small={} and Large={}", one.point.small, one.point.large)
    };
    let most = |value: fn(&PointResult<'_>) -> f64| {
        let some = seen.iter().filter(|one| value(one) > 0.0);
        some.max_by(|a, b| value(a).total_cmp(&value(b)))
    };
    let mut out = cut(view, outcome).map_or(String::new(), |cut| format!("{cut}\n"));
    if let Some(best) = most(|one| one.mbps) {
        let _ = writeln!(out, "Maximum Large MBPS{so_far}={:.2} {}", best.mbps, at(best));
    }
    if let Some(best) = most(|one| one.iops) {
        let _ = writeln!(out, "Maximum Small IOPS{so_far}={:.0} {}", best.iops, at(best));
    }
    let measured = seen.iter().filter(|one| one.small.ios > 0);
    let least = measured.min_by(|a, b| a.small.mean_ns.total_cmp(&b.small.mean_ns));
    if let Some(best) = least {
        let _ = writeln!(
            out,
            "Minimum Small Latency{so_far}={:.2} {}",
            best.small.mean_ns / 1e6,
            at(best)
        );
    }
    out
}

/// One of the tables: large loads down, small loads across, cells seven wide, empty where nothing was measured.
pub fn table(view: &OrionView, which: Table, outcome: &Outcome) -> String {
    let seen = seen(view, outcome);
    let loads = |of: fn(&Point) -> u32, first: u32| {
        let mut loads: Vec<u32> =
            view.points.iter().map(of).filter(|load| *load >= first).collect();
        loads.sort_unstable();
        loads.dedup();
        loads
    };
    let (first_small, first_large) = if which == Table::Mbps { (0, 1) } else { (1, 0) };
    let smalls = loads(|p| p.small, first_small);
    let larges = loads(|p| p.large, first_large);
    let mut out = format!("Large/Small{}\n", columns(&smalls));
    for large in larges {
        let cell = |small: &u32| {
            let one = seen.iter().find(|s| s.point.small == *small && s.point.large == large);
            let text = one.filter(|s| measured(s, which)).map(|s| match which {
                Table::Mbps => format!("{:.2}", s.mbps),
                Table::Iops => format!("{:.0}", s.iops),
                Table::Latency => format!("{:.2}", s.small.mean_ns / 1e6),
            });
            format!(",{:>7}", text.unwrap_or_default())
        };
        let cells: String = smalls.iter().map(cell).collect();
        let _ = writeln!(out, "{large:>11}{}", cells.trim_end_matches([',', ' ']));
    }
    out
}

fn measured(seen: &PointResult<'_>, which: Table) -> bool {
    match which {
        Table::Mbps => seen.mbps > 0.0,
        Table::Iops | Table::Latency => seen.small.ios > 0,
    }
}
