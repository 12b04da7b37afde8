//! A service level agreement: what a storage must do in which share of minutes, hours or days.
//!
//! Takes a text such as `p99<=20ms in 99.9% of minutes; iops>=3000 in every hour`, gives typed clauses or every mistake with
//! its place. Pure.

use base::Nanos;
use serde::{Deserialize, Serialize};

/// One clause of an agreement.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SlaClause {
    /// What is measured in each window, and its limit.
    pub metric: SlaMetric,
    /// The length of a window.
    pub window: SlaWindow,
    /// The share of windows that must keep the limit, above 0 and at most 1; 1: every window.
    #[serde(with = "base::float")]
    pub share: f64,
}

/// What a clause limits.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum SlaMetric {
    /// The latency at a quantile is at most so long.
    Latency {
        /// The share of operations at or under the limit, above 0 and below 1.
        #[serde(with = "base::float")]
        quantile: f64,
        /// The limit.
        limit_ns: Nanos,
    },
    /// The mean latency is at most so long.
    MeanLatency {
        /// The limit.
        limit_ns: Nanos,
    },
    /// So many operations per second at least.
    Iops {
        /// The limit.
        #[serde(with = "base::float")]
        min: f64,
    },
    /// So many MiB per second at least.
    Mibps {
        /// The limit.
        #[serde(with = "base::float")]
        min: f64,
    },
}

/// The length of a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SlaWindow {
    /// One minute of the clock.
    Minute,
    /// One hour of the clock.
    Hour,
    /// One day of the clock, in local time.
    Day,
}
