//! The rows of one point, if a race has fewer rounds than the point has rows.
//!
//! Takes rows, returns rows in their order. Drops none: each round gets the mean of its share.

use super::{Key, RecordedRow, mean};
use record::Measurement;
use record::race::combine_repeats;
use std::collections::HashMap;
use summary::Estimate;

/// The rows of each point, by their places.
fn by_point(rows: &[RecordedRow]) -> HashMap<Key, Vec<usize>> {
    let mut points: HashMap<Key, Vec<usize>> = HashMap::new();
    for (place, row) in rows.iter().enumerate() {
        points.entry(row.key()).or_default().push(place);
    }
    points
}

/// The rows, with at most as many per point as `rounds` says, if it does. Further rows are dealt to the rounds in their order,
/// and a round gets the mean of its share.
pub fn spread_over_rounds(
    rows: &[RecordedRow],
    rounds: impl Fn(&RecordedRow) -> Option<u32>,
) -> Vec<RecordedRow> {
    let points = by_point(rows);
    let mut turn: HashMap<Key, usize> = HashMap::new();
    let mut all = Vec::new();
    for row in rows {
        let key = row.key();
        let places = &points[&key];
        let turn = turn.entry(key).or_insert(0);
        let rounds = rounds(row).map_or(places.len(), |rounds| rounds as usize);
        if *turn < rounds {
            let share = places.iter().skip(*turn).step_by(rounds);
            let share: Vec<RecordedRow> = share.map(|&place| rows[place].clone()).collect();
            all.push(if share.len() == 1 { row.clone() } else { pooled(&share) });
        }
        *turn += 1;
    }
    all
}

/// Merges some rows of a point into one.
fn pooled(rows: &[RecordedRow]) -> RecordedRow {
    let measured: Option<Vec<&Measurement>> =
        rows.iter().map(|row| row.measured.as_deref()).collect();
    let measured = measured.map(|all| Box::new(mean_of(&all)));
    RecordedRow { mibps: mean(rows), measured, ..rows[0].clone() }
}

/// Merges repeats into one measurement that lasted as long as all of them. Several have no common percentile.
fn mean_of(all: &[&Measurement]) -> Measurement {
    let rate = |of: fn(&Measurement) -> Estimate| {
        combine_repeats(&all.iter().map(|seen| of(seen)).collect::<Vec<_>>())
    };
    let count = all.len() as f64;
    let busy: Vec<f64> = all.iter().filter_map(|seen| seen.cpu_busy_share).collect();
    Measurement {
        mibps: rate(|seen| seen.mibps),
        iops: rate(|seen| seen.iops),
        latency_ns_mean: all.iter().map(|seen| seen.latency_ns_mean).sum::<f64>() / count,
        latency_ns_p99: None,
        seconds: all.iter().map(|seen| seen.seconds).sum(),
        settled: all.iter().all(|seen| seen.settled),
        errors: all.iter().map(|seen| seen.errors).sum(),
        began_s: all[0].began_s,
        cpu_busy_share: (!busy.is_empty()).then(|| busy.iter().sum::<f64>() / busy.len() as f64),
        stalls: all.iter().flat_map(|seen| seen.stalls.clone()).collect(),
        fell_to_iops: all.iter().filter_map(|seen| seen.fell_to_iops).reduce(f64::min),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Bytes;

    fn row(subject: &str, depth: u32, mibps: f64) -> RecordedRow {
        RecordedRow::random_reads(subject, Bytes(8_192), depth, mibps)
    }

    fn values(rows: &[RecordedRow]) -> Vec<f64> {
        rows.iter().map(|row| row.mibps).collect()
    }

    #[test]
    fn more_rows_than_rounds_answer_as_the_mean_of_their_share() {
        let rows = [50.0, 100.0, 80.0, 110.0, 90.0].map(|mibps| row("a", 1, mibps));
        let rows = [&rows[..], &[row("b", 1, 7.0), row("a", 2, 3.0)]].concat();
        let rounds = |count: u32| move |row: &RecordedRow| (row.depth == 1).then_some(count);
        assert_eq!(values(&spread_over_rounds(&rows, rounds(1))), [86.0, 7.0, 3.0]);
        assert_eq!(values(&spread_over_rounds(&rows, rounds(2))), [220.0 / 3.0, 105.0, 7.0, 3.0]);
        assert_eq!(spread_over_rounds(&rows, rounds(5)), rows);
        assert_eq!(spread_over_rounds(&rows, |_| None), rows);
    }

    #[test]
    fn what_was_measured_here_stays_measured_in_a_mean() {
        let load = row("a", 1, 1.0).load();
        let seen = |mibps: f64, busy: Option<f64>| {
            let seen = Measurement::of(&load, 1, Estimate::unknown(mibps), 3.0);
            Some(Box::new(Measurement { cpu_busy_share: busy, errors: 1, ..seen }))
        };
        let one = RecordedRow { measured: seen(10.0, Some(1.0)), ..row("a", 1, 10.0) };
        let other = RecordedRow { measured: seen(30.0, Some(0.5)), ..row("a", 1, 30.0) };
        let all = spread_over_rounds(&[one.clone(), other], |_| Some(1));
        let whole = all[0].measured.as_ref().expect("it was measured");
        assert_eq!((all[0].mibps, whole.mibps.value, whole.errors), (20.0, 20.0, 2));
        assert_eq!((whole.seconds, whole.cpu_busy_share), (6.0, Some(0.75)));
        let bare = spread_over_rounds(&[one, row("a", 1, 30.0)], |_| Some(1));
        assert!(bare[0].measured.is_none() && bare[0].mibps == 20.0);
    }
}
