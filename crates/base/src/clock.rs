//! The [`Clock`] trait, and the virtual clock that simulations advance themselves.
//!
//! Real clocks live in `sys::clock`; no other code reads the time.

use serde::{Deserialize, Serialize};
use std::cell::Cell;
use std::rc::Rc;

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
}
