//! The kinds of numbers in a record: types that pair the numbers of two records, and from which `report` makes names.

use record::{PointRecord, RoleIo};
use workload::{LatencyLimit, PointLoad, RoleKind};

#[derive(Clone, Debug, PartialEq)]
pub enum Quantity {
    LoadLine(RoleIo, LatencyLimit),
    /// The latency at that load line, at the quantile of the limit.
    LatencyAtLine(RoleIo, LatencyLimit),
    MeanAtLine(RoleIo, LatencyLimit),
    /// The latency at the required rate of a role, alone if it ran alone.
    LatencyAtRate {
        rate: f64,
        kind: RoleKind,
        limit: LatencyLimit,
    },
    SingleCommits,
    /// The rate of commits in groups of this many.
    GroupCommits(u32),
    PointRate(PointName),
    PointP99(PointName),
    StreamRate(StreamName),
    /// The mean of the 99th percentiles of a stream's intervals, with the arrivals of an open loop.
    IntervalP99(StreamName, Option<OfferedRate>),
    MeanLatency(StreamName, Option<OfferedRate>),
    /// The rates of this many points together.
    AllRates(usize),
    /// The 99th percentiles of this many points together.
    AllLatencies(usize),
}

#[derive(Clone, Debug, PartialEq)]
pub struct PointName {
    /// All of it in the lab book's notation.
    pub descriptor: String,
    pub load: NamedLoad,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NamedLoad {
    /// The load; sequential if its order is unknown.
    pub load: PointLoad,
    pub order_known: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StreamName {
    pub name: String,
    /// Its number among the streams of that name, from 1.
    pub number: usize,
}

/// The largest relative difference of two rates of arrivals that count as one, because they are measured: half of the last of
/// three digits.
const OFFERED_APART_MAX: f64 = 0.005;

/// Arrivals per second. Rates that differ by at most 0.5 % are equal.
#[derive(Clone, Copy, Debug)]
pub struct OfferedRate(pub f64);

impl PartialEq for OfferedRate {
    fn eq(&self, other: &Self) -> bool {
        (self.0 - other.0).abs() <= OFFERED_APART_MAX * self.0.max(other.0)
    }
}

/// A number with the role, phase or stage that it belongs to.
#[derive(Clone, Debug, PartialEq)]
pub struct NumberName {
    /// The role, phase or stage.
    pub group: String,
    pub what: Quantity,
}

impl Quantity {
    pub(super) fn load_line((io, limit): (RoleIo, LatencyLimit)) -> Self {
        Self::LoadLine(io, limit)
    }

    pub(super) fn latency_at_line((io, limit): (RoleIo, LatencyLimit)) -> Self {
        Self::LatencyAtLine(io, limit)
    }

    pub(super) fn mean_at_line((io, limit): (RoleIo, LatencyLimit)) -> Self {
        Self::MeanAtLine(io, limit)
    }

    pub(super) fn point(&self) -> Option<&PointName> {
        match self {
            Self::PointRate(point) | Self::PointP99(point) => Some(point),
            _ => None,
        }
    }

    pub(super) fn stream(&self) -> Option<&str> {
        match self {
            Self::StreamRate(stream)
            | Self::IntervalP99(stream, _)
            | Self::MeanLatency(stream, _) => Some(&stream.name),
            _ => None,
        }
    }
}

impl PointName {
    /// The name of a point, the same for all repeats. A point of unknown order is the same as none of known order.
    pub(super) fn of(one: &PointRecord) -> Self {
        let point = record::Point { repeat: 0, ..one.point.clone() };
        let order = one.order();
        let load = PointLoad { random: order.unwrap_or(false), ..point.load };
        let descriptor = PointRecord { point, ..one.clone() }.descriptor();
        Self { descriptor, load: NamedLoad { load, order_known: order.is_some() } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measured_rates_of_one_offered_rate_are_equal() {
        let is_same = |a: f64, b: f64| OfferedRate(a) == OfferedRate(b);
        assert!(is_same(120.0, 120.3) && is_same(10.0, 10.04) && is_same(10_000.0, 9_990.0));
        assert!(!is_same(1000.0, 1010.0));
    }
}
