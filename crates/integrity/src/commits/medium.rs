//! Whether commits were faster than the medium can make them durable without a protected cache.

/// What the kernel reports about the medium.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MediumFacts {
    /// Whether it rotates; `None` if unknown, as for a virtual disk.
    pub rotational: Option<bool>,
    /// Whether it reports a cache that loses its content without power (the kernel's `write back`); `None` if unknown.
    pub volatile_cache: Option<bool>,
}

/// The most flushes per second if each takes one revolution at 15,000 rpm, the fastest disks ever made. The log's next
/// page begins where the last one ended, and that position has passed the head when its write arrives.
const REVOLUTIONS_PER_S_MAX: f64 = 250.0;
/// The shortest time to program a flash page, in seconds: single-level cells, as stated by manufacturers (100 us for
/// the fastest, 200 us and more for usual ones).
const PROGRAM_S_MIN: f64 = 100e-6;

/// Why a flush rate is implausible.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ImplausibleRate {
    /// More flushes per second than the fastest disk has revolutions.
    Revolutions { flushes_per_s: f64, most_per_s: f64 },
    /// A flush took less time than programming flash does, on a device that reports a volatile cache.
    Program {
        /// Mean seconds from flush to flush.
        took_s: f64,
        /// The least possible time in seconds.
        least_s: f64,
    },
}

/// Checks a rate of consecutive flushes against the medium; `None` if the rate is possible or cannot be judged.
pub fn implausible(flushes_per_s: f64, medium: MediumFacts) -> Option<ImplausibleRate> {
    if medium.rotational == Some(true) && flushes_per_s > REVOLUTIONS_PER_S_MAX {
        return Some(ImplausibleRate::Revolutions {
            flushes_per_s,
            most_per_s: REVOLUTIONS_PER_S_MAX,
        });
    }
    let flash = medium.rotational == Some(false) && medium.volatile_cache == Some(true);
    (flash && flushes_per_s > 1.0 / PROGRAM_S_MIN)
        .then_some(ImplausibleRate::Program { took_s: 1.0 / flushes_per_s, least_s: PROGRAM_S_MIN })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_cannot_be_is_doubted() {
        let disk = MediumFacts { rotational: Some(true), volatile_cache: Some(true) };
        assert_eq!(implausible(120.0, disk), None);
        assert!(matches!(implausible(5000.0, disk), Some(ImplausibleRate::Revolutions { .. })));
        let flash = MediumFacts { rotational: Some(false), volatile_cache: Some(true) };
        assert_eq!(implausible(5000.0, flash), None);
        assert!(matches!(implausible(20_000.0, flash), Some(ImplausibleRate::Program { .. })));
        let protected = MediumFacts { volatile_cache: Some(false), ..flash };
        assert_eq!(implausible(1e6, protected), None);
        assert_eq!(implausible(1e6, MediumFacts::default()), None);
    }
}
