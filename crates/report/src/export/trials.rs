//! Every trial of a record as CSV, one line for each of its streams: load and latency, suitable for drawing a curve.
//!
//! docs/reference/csv.md describes the columns; a test checks that it describes all of them.

use super::csv::{Field, columns, line};
use crate::stream_figures::STREAM_FIGURES;
use record::{Reason, Record, TrialPurpose, TrialRecord};
use summary::stream::measured_ns;
use summary::{LatencySummary, StreamSummary};

/// The columns before those of each direction.
pub(super) const FRONT: &str = "trial,role,purpose,stream,rate_iops,depth,offered_iops,iops,iops_low,iops_high,mibps,depth_mean,dropped,seconds,held,command";
pub(super) const EACH: &str = "ios,errors,mean_ms,p50_ms,p90_ms,p99_ms,p999_ms,max_ms,mibps";
const QUANTILES: [f64; 4] = [0.5, 0.9, 0.99, 0.999];

pub fn trials_csv(record: &Record, decimal_comma: bool) -> String {
    let mut text =
        line(&trial_columns().into_iter().map(Field::Owned).collect::<Vec<_>>(), decimal_comma);
    for (number, trial) in record.trials.iter().enumerate() {
        for stream in &trial.streams {
            let mut fields = front(number, trial, stream, &record.reason);
            fields.push(Field::Text(&record.command));
            for direction in [&stream.read, &stream.write, &stream.flush] {
                fields.extend(each(direction, stream.seconds));
            }
            let values = STREAM_FIGURES.iter().map(|figure| (figure.value)(stream));
            fields.extend(values.map(Field::known));
            text += &line(&fields, decimal_comma);
        }
    }
    text
}

pub fn trial_columns() -> Vec<String> {
    let mut names = columns(FRONT, EACH);
    names.extend(STREAM_FIGURES.iter().map(|figure| figure.key.to_owned()));
    names
}

fn front<'a>(
    number: usize,
    trial: &'a TrialRecord,
    stream: &'a StreamSummary,
    reason: &Reason,
) -> Vec<Field<'a>> {
    vec![
        Field::Count(number as u64),
        Field::Text(&trial.role),
        Field::Owned(trial.purpose.to_string()),
        Field::Text(&stream.name),
        Field::known(requested_iops(trial, stream, reason)),
        Field::Count(trial.depth.into()),
        Field::known(stream.offered_iops),
        Field::Number(stream.iops.value),
        Field::known(stream.iops.interval.map(|ends| ends.low)),
        Field::known(stream.iops.interval.map(|ends| ends.high)),
        Field::Number(stream.mibps.value),
        Field::Number(stream.depth_mean),
        Field::Count(stream.dropped),
        Field::Number(stream.seconds),
        trial.held.map_or(Field::Text(""), |held| Field::Count(held.into())),
    ]
}

/// The requested rate of one stream. The rate of a trial is that of all its streams, whose own rates only the verdict on all
/// required rates keeps.
fn requested_iops(trial: &TrialRecord, stream: &StreamSummary, reason: &Reason) -> Option<f64> {
    if trial.streams.len() == 1 {
        return trial.rate_iops;
    }
    let found = reason.together()?;
    let together = trial.purpose == TrialPurpose::Together;
    found.roles.iter().find(|role| together && role.role == stream.name).map(|role| role.rate)
}

/// Latencies are empty without operations, and percentiles if there are too few operations for them.
fn each(direction: &LatencySummary, seconds: f64) -> Vec<Field<'static>> {
    let done = |ns: f64| Field::known(measured_ns(ns).map(|ns| ns / 1e6));
    let quantile = |wanted: f64| done(direction.total_ns(wanted).unwrap_or(0) as f64);
    let mut fields = vec![Field::Count(direction.ios), Field::Count(direction.errors)];
    fields.push(done(direction.mean_ns));
    fields.extend(QUANTILES.map(quantile));
    fields.push(done(direction.max_ns as f64));
    fields.push(Field::known(direction.mibps(seconds).filter(|_| direction.ios > 0)));
    fields
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Nanos;
    use record::{TogetherFinding, TogetherRole, Verdict};
    use testkit::record::check_example;
    use workload::{LatencyLimit, RoleKind};

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
        assert_eq!(fields[16 + 2 * 9..][..9], ["0", "0", "", "", "", "", "", "", ""]);
    }

    #[test]
    fn streams_that_ran_together_have_rates_of_their_own() {
        let mut record = check_example();
        let trial = &mut record.trials[0];
        (trial.rate_iops, trial.purpose) = (Some(1_100.0), TrialPurpose::Together);
        trial.streams = ["wal", "data"].map(|name| summary::summarize(name, &[])).to_vec();
        let rates = |record: &Record| {
            let text = trials_csv(record, true);
            let rate = |line: &str| line.split(';').nth(4).expect("a rate").to_owned();
            text.lines().skip(1).take(2).map(rate).collect::<Vec<_>>()
        };
        let role = |name: &str, rate| TogetherRole {
            role: name.to_owned(),
            kind: RoleKind::Load,
            rate,
            limit: LatencyLimit { quantile: 0.99, latency_ns: Nanos::millis(10) },
            operations: 2000,
            latency_ns: None,
            verdict: Verdict::Fit,
        };
        record.reason = Reason::Interrupted;
        assert_eq!(rates(&record), ["", ""]);
        record.reason = Reason::Together(Box::new(TogetherFinding {
            verdict: Verdict::Fit,
            seconds: 10.0,
            quota: None,
            roles: vec![role("wal", 300.0), role("data", 800.0)],
        }));
        assert_eq!(rates(&record), ["300", "800"]);
    }
}
