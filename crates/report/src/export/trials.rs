//! Every trial of a record as CSV, one line for each of its streams: load and latency, suitable for drawing a curve.
//!
//! docs/reference/csv.md describes the columns; a test checks that it describes all of them.

use super::field::{Field, line};
use crate::stream_figures::STREAM_FIGURES;
use record::{Record, TrialRecord};
use summary::stream::measured_ns;
use summary::{LatencySummary, StreamSummary};

/// The columns before those of each direction.
const FRONT: [&str; 16] = [
    "trial",
    "role",
    "purpose",
    "stream",
    "rate_iops",
    "depth",
    "offered_iops",
    "iops",
    "iops_low",
    "iops_high",
    "mibps",
    "depth_mean",
    "dropped",
    "seconds",
    "held",
    "command",
];
/// The columns of each direction.
const EACH: [&str; 9] =
    ["ios", "errors", "mean_ms", "p50_ms", "p90_ms", "p99_ms", "p999_ms", "max_ms", "mibps"];
const QUANTILES: [f64; 4] = [0.5, 0.9, 0.99, 0.999];
const DIRECTIONS: [&str; 3] = ["read", "write", "flush"];

/// All trials, with the header.
pub fn trials_csv(record: &Record, decimal_comma: bool) -> String {
    let mut text =
        line(&trial_columns().into_iter().map(Field::Owned).collect::<Vec<_>>(), decimal_comma);
    for (number, trial) in record.trials.iter().enumerate() {
        for stream in &trial.streams {
            let mut fields = front(number, trial, stream);
            fields.push(Field::Text(&record.command));
            for direction in [&stream.read, &stream.write, &stream.flush] {
                fields.extend(each(direction, stream.seconds));
            }
            let values = STREAM_FIGURES.iter().map(|figure| (figure.value)(stream));
            fields.extend(values.map(|value| Field::Number(value.unwrap_or(f64::NAN))));
            text += &line(&fields, decimal_comma);
        }
    }
    text
}

/// The names of all columns.
pub fn trial_columns() -> Vec<String> {
    let mut names: Vec<String> = FRONT.iter().map(|name| (*name).to_owned()).collect();
    for direction in DIRECTIONS {
        names.extend(EACH.iter().map(|name| format!("{direction}_{name}")));
    }
    names.extend(STREAM_FIGURES.iter().map(|figure| figure.key.to_owned()));
    names
}

fn front<'a>(number: usize, trial: &'a TrialRecord, stream: &'a StreamSummary) -> Vec<Field<'a>> {
    vec![
        Field::Count(number as u64),
        Field::Text(&trial.role),
        Field::Owned(trial.purpose.to_string()),
        Field::Text(&stream.name),
        Field::Number(trial.rate_iops.unwrap_or(f64::NAN)),
        Field::Count(trial.depth.into()),
        Field::Number(stream.offered_iops.unwrap_or(f64::NAN)),
        Field::Number(stream.iops.value),
        Field::Number(stream.iops.low),
        Field::Number(stream.iops.high),
        Field::Number(stream.mibps.value),
        Field::Number(stream.depth_mean),
        Field::Count(stream.dropped),
        Field::Number(stream.seconds),
        trial.held.map_or(Field::Text(""), |held| Field::Count(held.into())),
    ]
}

/// Latencies are empty without operations, and percentiles if there are too few operations for them.
fn each(direction: &LatencySummary, seconds: f64) -> Vec<Field<'static>> {
    let done = |ns: f64| Field::Number(measured_ns(ns).map_or(f64::NAN, |ns| ns / 1e6));
    let quantile = |wanted: f64| done(direction.total_ns(wanted).map_or(f64::NAN, |ns| ns as f64));
    let mut fields = vec![Field::Count(direction.ios), Field::Count(direction.errors)];
    fields.push(done(direction.mean_ns));
    fields.extend(QUANTILES.map(quantile));
    fields.push(done(direction.max_ns as f64));
    let mibps = (direction.ios > 0).then(|| direction.mibps(seconds));
    fields.push(Field::Number(mibps.unwrap_or(f64::NAN)));
    fields
}

#[cfg(test)]
mod tests {
    use super::*;
    use testkit::record::check_example;

    #[test]
    fn each_stream_of_a_trial_is_a_line() {
        let record = check_example();
        let text = trials_csv(&record, false);
        assert!(!record.trials.is_empty());
        let lines: Vec<&str> = text.lines().collect();
        let streams: usize = record.trials.iter().map(|trial| trial.streams.len()).sum();
        assert_eq!(lines.len(), streams + 1);
        assert_eq!(
            lines[0].split(',').count(),
            FRONT.len() + 3 * EACH.len() + STREAM_FIGURES.len()
        );
    }

    #[test]
    fn a_decimal_comma_has_semicolons_and_what_is_not_known_is_empty() {
        let mut record = check_example();
        record.command = "plimsoll".to_owned();
        let trial = &mut record.trials[0];
        (trial.rate_iops, trial.held) = (None, Some(true));
        let stream = &mut trial.streams[0];
        stream.iops.value = 1.5;
        stream.flush = LatencySummary::default();
        let text = trials_csv(&record, true);
        let fields: Vec<&str> = text.lines().nth(1).expect("a trial").split(';').collect();
        assert_eq!((fields[4], fields[7], fields[14]), ("", "1,5", "1"));
        assert_eq!(
            fields[FRONT.len() + 2 * EACH.len()..][..EACH.len()],
            ["0", "0", "", "", "", "", "", "", ""]
        );
    }

    #[test]
    fn every_column_is_described() {
        let described = include_str!("../../../../docs/reference/csv.md");
        for name in FRONT.iter().chain(&EACH) {
            assert!(
                described.contains(&format!("`{name}`")),
                "{name} is not in docs/reference/csv.md"
            );
        }
    }
}
