//! The unit of the throughput of a load: IOPS for small random operations, MiB/s otherwise.
//!
//! Throughput is stored in MiB/s; this module converts it to numbers and text.

use crate::language::Language;
use crate::words::figure::{ranged, rate_word};
use record::RateUnit;
use summary::Estimate;
use workload::PointLoad;

/// Random operations up to this size are shown in IOPS, since the time of an operation limits them and not its bytes.
const COUNTED_MAX: u64 = 64 << 10;

/// The unit of a load's throughput.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rate {
    unit: RateUnit,
    /// The value of 1 MiB/s in this unit.
    per_mibps: f64,
}

impl Rate {
    pub(crate) fn of(load: &PointLoad) -> Self {
        if load.random && (1..=COUNTED_MAX).contains(&load.block.0) {
            return Self {
                unit: RateUnit::Iops,
                per_mibps: f64::from(1 << 20) / load.block.0 as f64,
            };
        }
        Self { unit: RateUnit::Mibps, per_mibps: 1.0 }
    }

    pub(crate) fn unit(self, language: Language) -> String {
        rate_word(language, self.unit)
    }

    pub(crate) fn value(self, mibps: f64) -> f64 {
        mibps * self.per_mibps
    }

    pub(crate) fn estimate(self, mibps: &Estimate) -> Estimate {
        mibps.times(self.per_mibps)
    }

    /// A value alone, for a column that names the unit.
    pub(crate) fn number(self, language: Language, mibps: f64) -> String {
        language.number(self.value(mibps))
    }

    /// A value with its interval, for a column that names the unit.
    pub(crate) fn ranged(self, language: Language, mibps: &Estimate) -> String {
        ranged(language, &self.estimate(mibps))
    }

    /// A value with its unit: `900 MiB/s`.
    pub(crate) fn plain(self, language: Language, mibps: f64) -> String {
        format!("{} {}", self.number(language, mibps), self.unit(language))
    }

    /// A value with its unit, and its interval if it has one: `900 MiB/s (893 - 907)`.
    pub(crate) fn with_interval(self, language: Language, mibps: &Estimate) -> String {
        let plain = self.plain(language, mibps.value);
        match language.interval(&self.estimate(mibps)) {
            Some(interval) => format!("{plain} ({interval})"),
            None => plain,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Bytes;

    #[test]
    fn small_random_operations_are_counted_and_others_are_measured() {
        let of = |kib: u64, random: bool| {
            let load = PointLoad { block: Bytes(kib << 10), random, ..PointLoad::SEQUENTIAL_READ };
            Rate::of(&load).with_interval(Language::En, &Estimate::between(1.5, 1.0, 2.0))
        };
        assert_eq!(of(8, true), "192 IOPS (128 - 256)");
        assert_eq!(of(64, true), "24 IOPS (16 - 32)");
        assert_eq!(of(128, true), "1.5 MiB/s (1 - 2)");
        assert_eq!(of(8, false), "1.5 MiB/s (1 - 2)");
    }
}
