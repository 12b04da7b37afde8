//! A latency heat map: intervals horizontally, latencies vertically, a stronger colour for more operations.
//!
//! An interval is stored with only five latencies (p50, p90, p99, p99.9 and the longest). The map spreads the operations between
//! two of these evenly over the logarithm of the latency, and the faster half over the octave below the median.

use crate::catalogue::live as text;
use crate::language::Language;
use maud::{Markup, html};
use record::live::LiveRun;
use std::collections::BTreeMap;
use summary::{Interval, IntervalDirection};

const COLUMNS: usize = 60;
/// The number of bands for each doubling of the latency, and the maximum number of bands.
const BANDS_EACH: f64 = 2.0;
const BANDS_MAX: i32 = 36;
/// The number of shades; each is one path of the image.
const SHADES: usize = 8;
/// The smallest share of an interval's operations that gets a colour: one in ten thousand.
const SHARE_MIN: f64 = 1e-4;

type HeatColumn = BTreeMap<i32, f64>;

/// The map with its scale; empty without measurements.
pub(super) fn section(language: Language, run: &LiveRun) -> Markup {
    let columns = columns(run);
    let bands = columns.iter().flat_map(BTreeMap::keys).copied();
    let Some(top) = bands.clone().max() else { return html! {} };
    let low = bands.min().unwrap_or(top).max(top - BANDS_MAX);
    let rows = top - low + 1;
    let label = |band: i32| language.latency((f64::from(band) / BANDS_EACH).exp2());
    html! {
        section aria-labelledby="heat" {
            h2 #heat { (text::heat_map(language)) }
            p.small { (text::heat_map_text(language, columns.len() as u64)) }
            div.heatmap {
                div.scale aria-hidden="true" { span { (label(top + 1)) } span { (label(f64::from(low + top).mul_add(0.5, 0.5) as i32)) } span { (label(low)) } }
                svg viewBox=(format!("0 0 {COLUMNS} {rows}")) preserveAspectRatio="none" role="img"
                    aria-label=(text::heat_map_label(language, &label(low), &label(top + 1))) {
                    @for (shade, path) in shades(&columns, low, top).iter().enumerate() {
                        @if !path.is_empty() { path d=(path) fill-opacity=(format!("{:.2}", (shade + 1) as f64 / SHADES as f64)) {} }
                    }
                }
            }
        }
    }
}

/// The operations of the newest intervals, all streams and directions together.
fn columns(run: &LiveRun) -> Vec<HeatColumn> {
    let mut all: BTreeMap<(usize, u64), HeatColumn> = BTreeMap::new();
    for (number, trial) in run.trials.iter().enumerate() {
        for interval in trial.streams.iter().flat_map(|stream| &stream.intervals) {
            let column = all.entry((number, interval.index)).or_default();
            add(column, interval);
        }
    }
    let left_out = all.len().saturating_sub(COLUMNS);
    all.into_values().skip(left_out).collect()
}

fn add(column: &mut HeatColumn, interval: &Interval) {
    for direction in [&interval.read, &interval.write, &interval.flush] {
        for (low_ns, high_ns, share) in segments(direction) {
            spread(column, low_ns, high_ns, share * direction.ios as f64);
        }
    }
}

/// Segments of the distribution: low and high latency, and the share of the operations between. Unknown latencies are skipped.
fn segments(direction: &IntervalDirection) -> Vec<(f64, f64, f64)> {
    let IntervalDirection { p50_ns, p90_ns, p99_ns, p999_ns, max_ns, .. } = *direction;
    let known = [(0.5, p50_ns), (0.9, p90_ns), (0.99, p99_ns), (0.999, p999_ns), (1.0, max_ns)];
    let mut last = (0.0, p50_ns as f64 / 2.0);
    let mut segments = Vec::new();
    for (share, ns) in known.into_iter().filter(|(_, ns)| *ns > 0) {
        let high_ns = (ns as f64).max(last.1);
        segments.push((last.1, high_ns, share - last.0));
        last = (share, high_ns);
    }
    segments
}

/// Spreads operations over the bands between two latencies.
fn spread(column: &mut HeatColumn, low_ns: f64, high_ns: f64, ios: f64) {
    let place = |ns: f64| ns.max(1.0).log2() * BANDS_EACH;
    let (low, high) = (place(low_ns), place(high_ns));
    let (first, last) = (low.floor() as i32, high.floor() as i32);
    for band in first..=last {
        let overlap = high.min(f64::from(band + 1)) - low.max(f64::from(band));
        let share = if high > low { overlap / (high - low) } else { 1.0 };
        if share * ios > 0.0 {
            *column.entry(band).or_default() += share * ios;
        }
    }
}

/// One path for each shade. Shades grow with the logarithm of the share, so that one operation in a thousand is visible.
fn shades(columns: &[HeatColumn], low: i32, top: i32) -> Vec<String> {
    let mut paths = vec![String::new(); SHADES];
    let right = COLUMNS - columns.len();
    for (at, column) in columns.iter().enumerate() {
        let all: f64 = column.values().sum();
        for (band, ios) in column.iter().filter(|(band, _)| **band >= low) {
            let share = ios / all;
            if share < SHARE_MIN {
                continue;
            }
            let strength = 1.0 - share.log10() / SHARE_MIN.log10();
            let shade = ((strength * SHADES as f64) as usize).min(SHADES - 1);
            paths[shade] += &format!("M{} {}h1v1h-1z", right + at, top - band);
        }
    }
    paths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_operation_is_in_one_band_and_the_slow_ones_are_above() {
        let direction = IntervalDirection {
            ios: 10_000,
            p50_ns: 100_000,
            p90_ns: 200_000,
            p99_ns: 1_000_000,
            p999_ns: 8_000_000,
            max_ns: 50_000_000,
            ..IntervalDirection::default()
        };
        let interval = Interval { read: direction.clone(), ..Interval::default() };
        let mut column = HeatColumn::new();
        add(&mut column, &interval);
        let all: f64 = column.values().sum();
        assert!((all - 10_000.0).abs() < 1e-6, "{all}");
        let band = |ns: f64| (ns.log2() * BANDS_EACH).floor() as i32;
        let above: f64 = column.range(band(8e6) + 1..).map(|(_, ios)| ios).sum();
        assert!(above > 0.0 && above <= 10.0, "{above}");
        assert!(column.keys().min() == Some(&band(5e4)) && column.keys().max() == Some(&band(5e7)));
        // A minute of a soak has no p90.
        let soak = IntervalDirection { p90_ns: 0, ..direction };
        let shares: f64 = segments(&soak).iter().map(|segment| segment.2).sum();
        assert!((shares - 1.0).abs() < 1e-9);
    }
}
