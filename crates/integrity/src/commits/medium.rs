//! Whether commits were faster than the medium can make them durable without a protected cache.

/// What the kernel tells of the medium.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MediumFacts {
    /// It turns; none where nobody knows, as of a virtual disk.
    pub rotational: Option<bool>,
    /// It has a cache that forgets without power, as it says itself (the kernel's `write back`).
    pub volatile_cache: Option<bool>,
}

/// Flushes in a second that one revolution each allows at 15,000 turns a minute, the fastest disks that were made. The
/// log's next page begins where the last one ended, which has passed the head by the time its write comes.
const REVOLUTIONS_PER_S_MAX: f64 = 250.0;
/// The shortest time that a flash page takes to be programmed, in seconds: single-level cells, as makers state it
/// (100 us for the fastest, 200 us and more for usual ones).
const PROGRAM_S_MIN: f64 = 100e-6;

/// Why a rate cannot be what it says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ImplausibleRate {
    /// More flushes in a second than the fastest disk turns.
    Revolutions {
        /// Flushes in a second.
        flushes_per_s: f64,
        /// The most that can be.
        most_per_s: f64,
    },
    /// A flush took less time than flash takes to be programmed, on a device that says that its cache is volatile.
    Program {
        /// Mean seconds from flush to flush.
        took_s: f64,
        /// The least that can be.
        least_s: f64,
    },
}

/// Holds a rate of flushes, one after the other, against the medium; none: it can be, or nobody can tell.
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
