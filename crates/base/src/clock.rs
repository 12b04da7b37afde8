//! The [`Clock`] trait, the virtual clock that simulations advance themselves, and dates: conversions between seconds since 1970 and
//! the time of day. Never reads a clock.
//!
//! Real clocks live in `sys::clock`; no other code reads the time.

use serde::{Deserialize, Serialize};
use std::cell::Cell;
use std::rc::Rc;
pub use time::OffsetDateTime;
use time::{Date, Month};

/// A monotonic clock in nanoseconds since an arbitrary origin.
pub trait Clock {
    /// The current time in nanoseconds; never less than an earlier value of the same clock.
    fn now_ns(&self) -> u64;
}

/// A period in which the process did not run: stopped by a signal, frozen, in a paused or suspended machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProcessStop {
    /// When it began, in seconds since 1970 (UTC).
    pub at_unix_s: i64,
    pub length_ns: u64,
}

/// A clock that only its owner advances, shared by a simulated storage and the worker that drives it.
#[derive(Clone, Debug, Default)]
pub struct VirtualClock {
    now_ns: Rc<Cell<u64>>,
}

impl VirtualClock {
    pub fn new() -> Self {
        Self::default()
    }

    /// Advances the clock to `to_ns`; a time in the past does not change it.
    #[inline]
    pub fn advance_to(&self, to_ns: u64) {
        if to_ns > self.now_ns.get() {
            self.now_ns.set(to_ns);
        }
    }
}

impl Clock for VirtualClock {
    #[inline]
    fn now_ns(&self) -> u64 {
        self.now_ns.get()
    }
}

/// The date and the time of day in UTC; a moment beyond the year 9999 becomes the last moment of that year.
pub fn utc(unix_s: i64) -> OffsetDateTime {
    let end = if unix_s < 0 { Date::MIN } else { Date::MAX };
    OffsetDateTime::from_unix_timestamp(unix_s).unwrap_or(end.midnight().assume_utc())
}

/// Seconds since 1970 of a date in UTC; `None` if there is no such date.
pub fn unix_s(year: i32, month: u8, day: u8) -> Option<i64> {
    let date = Date::from_calendar_date(year, Month::try_from(month).ok()?, day).ok()?;
    Some(date.midnight().assume_utc().unix_timestamp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_virtual_clock_never_goes_back_and_is_shared() {
        let clock = VirtualClock::new();
        let other = clock.clone();
        clock.advance_to(50);
        clock.advance_to(10);
        assert_eq!(other.now_ns(), 50);
    }

    #[test]
    fn dates_come_back_and_strange_moments_have_one() {
        for (seconds, date) in [
            (0, (1970, 1, 1)),
            (951_782_400, (2000, 2, 29)),
            (-86_400, (1969, 12, 31)),
            (4_107_542_400, (2100, 3, 1)),
        ] {
            let at = utc(seconds);
            assert_eq!((at.year(), u8::from(at.month()), at.day()), date);
            assert_eq!(unix_s(date.0, date.1, date.2), Some(seconds));
        }
        assert_eq!((utc(i64::MAX).year(), utc(i64::MIN).year()), (9999, -9999));
        assert_eq!((unix_s(2024, 2, 30), unix_s(2024, 13, 1)), (None, None));
    }
}
