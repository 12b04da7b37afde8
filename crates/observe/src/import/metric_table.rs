//! Figures of a monitoring system: values of many metrics at many times, as the reports of one log.
//!
//! Takes values in any order; gives the reports in order of time to a [`CounterSink`]. Holds the whole answer of the system in memory.

use super::counter_log::{CounterSink, LogHeading};
use super::moment::Moment;
use super::rates::{Column, DiskRates, Rate};
use serde::de::DeserializeOwned;
use std::collections::{BTreeMap, BTreeSet};
use std::io::BufRead;

/// The largest answer that is read into memory.
const ANSWER_BYTES_MAX: u64 = 256 << 20;

/// The meaning of a metric, whose value is per second or a mean.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Metric {
    pub column: Column,
    /// The rate by which a time is divided for the mean latency.
    pub divided_by: Option<Rate>,
}

impl Metric {
    pub(super) fn of(rate: Rate, factor: f64) -> Self {
        Self { column: Column { rate, factor }, divided_by: None }
    }

    /// The seconds that operations took together, per second.
    pub(super) fn spent(latency: Rate, operations: Rate) -> Self {
        Self { divided_by: Some(operations), ..Self::of(latency, 1e3) }
    }
}

/// The values of all devices, by the ends of their intervals in nanoseconds since 1970.
#[derive(Debug, Default)]
pub(super) struct MetricTable {
    pub heading: LogHeading,
    rows: BTreeMap<i64, BTreeMap<String, Vec<(Metric, f64)>>>,
}

impl MetricTable {
    pub(super) fn add(&mut self, end_ns: i64, device: &str, metric: Metric, value: f64) {
        let row = self.rows.entry(end_ns).or_default();
        match row.get_mut(device) {
            Some(values) => values.push((metric, value)),
            None => drop(row.insert(device.to_owned(), vec![(metric, value)])),
        }
    }

    /// Gives all reports; the first begins at `begin_ns`.
    pub(super) fn give(self, begin_ns: i64, sink: &mut dyn CounterSink) {
        sink.start(&self.heading, false);
        sink.begin(Moment::at_unix_ns(begin_ns));
        for (end_ns, devices) in self.rows {
            sink.report(1, Some(Moment::at_unix_ns(end_ns)));
            for (device, values) in devices {
                sink.disk(1, &device, &rates(&values));
            }
        }
    }
}

fn rates(values: &[(Metric, f64)]) -> DiskRates {
    let mut rates = DiskRates::default();
    for (metric, value) in values.iter().filter(|(metric, _)| metric.divided_by.is_none()) {
        rates.set(metric.column, *value);
    }
    for (metric, value) in values {
        match metric.divided_by.and_then(|operations| rates.of(operations)) {
            Some(operations) if operations > 0.0 => rates.set(metric.column, value / operations),
            Some(_) => rates.set(metric.column, 0.0),
            None => {}
        }
    }
    rates
}

/// The usual distance of times, which are not empty: the smallest. `None` with fewer than two different times.
pub(super) fn period_ns(times: &BTreeSet<i64>) -> Option<i64> {
    times.iter().zip(times.iter().skip(1)).map(|(a, b)| b - a).min()
}

/// Reads the JSON answers of a log, one after the other.
pub(super) fn answers<T: DeserializeOwned>(
    log: impl BufRead,
    sink: &mut dyn CounterSink,
) -> Option<Vec<T>> {
    let mut limited = log.take(ANSWER_BYTES_MAX);
    let read: Result<Vec<T>, serde_json::Error> =
        serde_json::Deserializer::from_reader(&mut limited).into_iter().collect();
    match read {
        Ok(answers) => Some(answers),
        Err(_) if limited.limit() == 0 => {
            let text =
                "the answers are larger than 256 MiB: ask for fewer metrics or a shorter time";
            sink.problem(1, text.to_owned());
            None
        }
        Err(error) => {
            let text = if error.is_eof() {
                "the answer is cut off: ask for it again".to_owned()
            } else {
                error.to_string()
            };
            sink.problem(error.line() as u64, text);
            None
        }
    }
}
