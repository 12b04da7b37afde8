//! A service level agreement: limits that a storage must keep in a share of all minutes, hours or days.
//!
//! Parses a text such as `p99<=20ms in 99.9% of minutes; iops>=3000 in every hour` into typed clauses, or returns every
//! error with its position. Pure.

use crate::requirement::{Requirement, latency, with_typed_signs};
use base::{Nanos, number};
use serde::{Deserialize, Serialize};
use std::fmt;

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SlaClause {
    /// What is measured in each window, and its limit.
    pub metric: SlaMetric,
    pub window: SlaWindow,
    /// The share of windows that must keep the limit, above 0 and at most 1; 1: every window.
    pub share: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum SlaMetric {
    Latency {
        /// The share of operations at or under the limit, above 0 and below 1.
        quantile: f64,
        limit_ns: Nanos,
    },
    MeanLatency {
        limit_ns: Nanos,
    },
    Iops {
        min: f64,
    },
    Mibps {
        min: f64,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SlaWindow {
    Minute,
    Hour,
    /// One day of the clock, in local time.
    Day,
}

/// Why a clause could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{clause}\" (from character {place} on): {reason}")]
pub struct SlaError {
    pub clause: String,
    /// Where the clause begins in the text, in characters from 1.
    pub place: usize,
    pub reason: String,
}

/// The quantiles that a soak stores for each minute.
const QUANTILES: [f64; 3] = [0.5, 0.99, 0.999];
const METRICS: &str =
    "write p50<=TIME, p99<=TIME, p99.9<=TIME, mean<=TIME, iops>=N, mib/s>=N or mb/s>=N";
const WINDOWS: &str =
    "write after the limit when it must be met: \"in 99.9% of minutes\" or \"in every hour\"";

/// Reads every clause; returns all errors, not only the first.
pub fn read(text: &str) -> Result<Vec<SlaClause>, Vec<SlaError>> {
    let mut clauses: Vec<SlaClause> = Vec::new();
    let mut errors = Vec::new();
    for part in number::clauses(text) {
        let read = read_clause(part).and_then(|read| {
            if clauses.contains(&read) { Err("is given twice".to_owned()) } else { Ok(read) }
        });
        match read {
            Ok(read) => clauses.push(read),
            Err(reason) => errors.push(SlaError {
                clause: part.to_owned(),
                place: text[..part.as_ptr() as usize - text.as_ptr() as usize].chars().count() + 1,
                reason,
            }),
        }
    }
    if clauses.is_empty() && errors.is_empty() {
        let reason = format!("contains no clause; {METRICS}, and {WINDOWS}");
        errors.push(SlaError { clause: text.to_owned(), place: 1, reason });
    }
    if errors.is_empty() { Ok(clauses) } else { Err(errors) }
}

/// Reads `p99<=20ms in 99.9% of minutes`.
fn read_clause(text: &str) -> Result<SlaClause, String> {
    let mut words = text.split_whitespace();
    let limit: Vec<&str> =
        words.by_ref().take_while(|word| !word.eq_ignore_ascii_case("in")).collect();
    let (share, window) = read_window(&words.collect::<Vec<_>>().concat())?;
    let metric = read_metric(&limit.concat())?;
    if matches!(metric, SlaMetric::Latency { .. }) && window != SlaWindow::Minute {
        return Err("percentiles are stored for minutes, not for hours and days; write \
                    \"in 99.9% of minutes\", or limit the mean"
            .to_owned());
    }
    Ok(SlaClause { metric, window, share })
}

/// Reads the text after the word `in`, with spaces removed: `everyhour`, `99.9%ofminutes`.
fn read_window(text: &str) -> Result<(f64, SlaWindow), String> {
    let text = text.to_ascii_lowercase();
    let (share, window) = match (text.strip_prefix("every"), text.split_once("%of")) {
        (Some(window), _) => (1.0, window),
        (None, Some((percent, window))) => {
            let number =
                number::quantity(percent).filter(|number| *number > 0.0 && *number <= 100.0);
            let number = number.ok_or_else(|| {
                format!(
                    "\"{percent}%\" is not a share of time; write more than 0% and at most 100%"
                )
            })?;
            (rounded(number / 100.0), window)
        }
        _ => return Err(WINDOWS.to_owned()),
    };
    let window = match window {
        "minute" | "minutes" => SlaWindow::Minute,
        "hour" | "hours" => SlaWindow::Hour,
        "day" | "days" => SlaWindow::Day,
        other => return Err(format!("\"{other}\" is not a period; write minutes, hours or days")),
    };
    if share == 0.0 {
        return Err("a share this small is rounded to 0%; write at least 0.0000001%".into());
    }
    Ok((share, window))
}

/// Reads `p99<=20ms`, in the same way as a requirement.
fn read_metric(text: &str) -> Result<SlaMetric, String> {
    let text = &with_typed_signs(text);
    if let Some((name, value)) = text.split_once("<=")
        && name.trim().eq_ignore_ascii_case("mean")
    {
        return latency(&value.to_ascii_lowercase())
            .map(|limit_ns| SlaMetric::MeanLatency { limit_ns });
    }
    let mut requirement = Requirement::default();
    requirement.take(text, METRICS)?;
    let rounded_min = |min: f64| match rounded(min) {
        0.0 => Err(format!("\"{text}\" requires nothing; write a larger number")),
        min => Ok(min),
    };
    match requirement {
        Requirement { latency_limit: Some(limit), .. } => {
            let quantile = rounded(limit.quantile);
            let metric = SlaMetric::Latency { quantile, limit_ns: limit.latency_ns };
            QUANTILES.contains(&quantile).then_some(metric).ok_or_else(|| {
                "only the percentiles p50, p99 and p99.9 of each minute are stored; write one of them"
                    .to_owned()
            })
        }
        Requirement { iops_min: Some(min), .. } => Ok(SlaMetric::Iops { min: rounded_min(min)? }),
        Requirement { mibps_min: Some(min), .. } => Ok(SlaMetric::Mibps { min: rounded_min(min)? }),
        _ => Err(format!("is not measured for each minute; {METRICS}")),
    }
}

/// Rounds to nine decimals, as in the written form, so that a clause is the same after it is written and read.
fn rounded(value: f64) -> f64 {
    number::trimmed(value, 9).parse().unwrap_or(value)
}

impl fmt::Display for SlaClause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let window = match self.window {
            SlaWindow::Minute => "minute",
            SlaWindow::Hour => "hour",
            SlaWindow::Day => "day",
        };
        match self.share {
            1.0 => write!(f, "{} in every {window}", self.metric),
            share => {
                let percent = number::trimmed(share * 100.0, 7);
                write!(f, "{} in {percent}% of {window}s", self.metric)
            }
        }
    }
}

impl fmt::Display for SlaMetric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Latency { quantile, limit_ns } => {
                let percent = number::trimmed(quantile * 100.0, 7);
                write!(f, "p{percent} <= {}", exact(*limit_ns))
            }
            Self::MeanLatency { limit_ns } => write!(f, "mean <= {}", exact(*limit_ns)),
            Self::Iops { min } => write!(f, "iops >= {}", number::trimmed(*min, 9)),
            Self::Mibps { min } => write!(f, "mib/s >= {}", number::trimmed(*min, 9)),
        }
    }
}

/// A limit to the nanosecond: an agreement keeps the limit as written, not rounded to three digits.
fn exact(limit: Nanos) -> String {
    match limit.0 {
        ns @ 0..1_000_000 => format!("{} us", number::trimmed(ns as f64 / 1e3, 3)),
        ns @ 1_000_000..1_000_000_000 => format!("{} ms", number::trimmed(ns as f64 / 1e6, 6)),
        ns => format!("{} s", number::trimmed(ns as f64 / 1e9, 9)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn clauses_are_read_as_people_write_them() {
        let text = "p99<=20ms in 99.9% of minutes; IOPS >= 3,000 in every hour, mean<=5ms in 99 % of minutes,\
                    mb/s>=100 in 95% of days;p99.9 <= 1.5 s IN every minute";
        let read: Vec<String> = read(text).unwrap().iter().map(ToString::to_string).collect();
        assert_eq!(
            read,
            [
                "p99 <= 20 ms in 99.9% of minutes",
                "iops >= 3000 in every hour",
                "mean <= 5 ms in 99% of minutes",
                "mib/s >= 95.367431641 in 95% of days",
                "p99.9 <= 1.5 s in every minute",
            ]
        );
    }

    #[test]
    fn every_mistake_is_told_with_its_place() {
        let text = "p99<=20 in 99.9% of minutes; mean<=5ms; p95<=5ms in every minute; \
                    iops>=3000 in 101% of hours; load>=2x in every hour; p99<=5ms in every hour; \
                    iops>=1 in every week; mean<=1ms in 0% of minutes; µs in every day; \
                    iops>=2 in every day; iops>=2 in every day";
        let errors = read(text).unwrap_err();
        let told: Vec<(usize, bool)> = [
            "needs its unit",
            "when it must be met",
            "p50, p99 and p99.9",
            "more than 0% and at most 100%",
            "for each minute",
            "not for hours",
            "\"week\" is not a period",
            "more than 0%",
            "p99.9<=TIME",
            "twice",
        ]
        .iter()
        .zip(&errors)
        .map(|(part, error)| (error.place, error.reason.contains(part)))
        .collect();
        assert_eq!(told.len(), errors.len(), "{errors:#?}");
        for ((place, told), error) in told.iter().zip(&errors) {
            assert!(*told, "{error}");
            let rest: String = text.chars().skip(place - 1).collect();
            assert!(rest.starts_with(&error.clause), "{error}");
        }
        assert_eq!(read(" ; ").unwrap_err().len(), 1);
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_again(
            kind in 0..6usize,
            limit in 1..1_000_000_000_000u64,
            number in 0.001..1e6f64,
            percent in 0.001..=100.0f64,
            window in 0..3usize,
        ) {
            let (name, value) = [
                ("p50<=", format!("{limit}ns")),
                ("p99<=", format!("{limit}ns")),
                ("p99.9<=", format!("{limit}ns")),
                ("mean<=", format!("{limit}ns")),
                ("iops>=", number.to_string()),
                ("mb/s>=", number.to_string()),
            ][kind].clone();
            let window = if kind < 3 { "minutes" } else { ["minutes", "hours", "days"][window] };
            let text = format!("{name}{value} in {percent}% of {window}");
            let clauses = read(&text).unwrap();
            prop_assert_eq!(read(&clauses[0].to_string()).unwrap(), clauses, "{}", text);
        }

        #[test]
        fn no_text_stops_the_reader(text in ".{0,80}", tail in "[p9m<=>.,;%ina ofevry0-9µ]{0,60}") {
            for text in [&text, &tail, &format!("{text};{tail}")] {
                if let Err(errors) = read(text) {
                    prop_assert!(errors.iter().all(|one| one.place >= 1 && !one.reason.is_empty()));
                }
            }
        }
    }
}
