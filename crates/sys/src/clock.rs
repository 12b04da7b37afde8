//! The real clocks: a fast monotonic one and the wall clock. No other code reads the time.
//!
//! The fast clock reads the time-stamp counter where the kernel trusts it as its own clock source; it is calibrated once
//! against the kernel's monotonic clock over 10 ms (error about 2 ppm). Elsewhere it is that clock.

use crate::heartbeat;
use crate::system::clock as system;
use base::Clock;
use std::sync::OnceLock;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The monotonic clock; all copies in a process show the same time. After [`heartbeat::start`], it does not advance
/// while the process is stopped. Its origin is that of the kernel's monotonic clock.
#[derive(Clone, Copy, Debug)]
pub struct SystemClock {
    counter: Option<TimestampCounter>,
}

/// Nanoseconds are `origin_ns + ((counter - origin) * factor >> 32)`.
#[derive(Clone, Copy, Debug)]
struct TimestampCounter {
    origin: u64,
    origin_ns: u64,
    factor: u64,
}

static COUNTER: OnceLock<Option<TimestampCounter>> = OnceLock::new();

pub use system::{monotonic_ns, sharpen_timers, since_start_ns, thread_cpu_ns, utc_offset_s};

const CALIBRATION_NS: u64 = 10_000_000;

impl SystemClock {
    /// The clock; the first call of a process calibrates, which takes 10 ms.
    pub fn new() -> Self {
        Self { counter: *COUNTER.get_or_init(calibrate) }
    }

    /// The source of the time: `tsc` or the kernel's call.
    pub fn source(&self) -> &'static str {
        if self.counter.is_some() { "tsc" } else { system::SOURCE }
    }

    /// How long until the clock shows `until_ns`; zero when it is past.
    pub fn left(&self, until_ns: u64) -> Duration {
        Duration::from_nanos(until_ns.saturating_sub(self.now_ns()))
    }

    pub fn sleep_until(&self, until_ns: u64) {
        loop {
            let left = self.left(until_ns);
            if left.is_zero() {
                return;
            }
            std::thread::sleep(left);
        }
    }
}

impl Default for SystemClock {
    fn default() -> Self {
        Self::new()
    }
}

impl Clock for SystemClock {
    #[inline]
    fn now_ns(&self) -> u64 {
        heartbeat::running_ns(|| self.raw_ns())
    }
}

impl SystemClock {
    /// The time including the stops of this process.
    #[inline]
    pub(crate) fn raw_ns(&self) -> u64 {
        match &self.counter {
            Some(counter) => {
                let ticks = read_counter().wrapping_sub(counter.origin);
                counter.origin_ns + ((u128::from(ticks) * u128::from(counter.factor)) >> 32) as u64
            }
            None => monotonic_ns(),
        }
    }
}

/// The wall clock in nanoseconds since 1970 (UTC).
pub fn unix_now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_nanos() as u64)
}

#[cfg(target_arch = "x86_64")]
#[inline]
fn read_counter() -> u64 {
    // SAFETY: the instruction is part of the architecture and touches no memory.
    unsafe { core::arch::x86_64::_rdtsc() }
}

#[cfg(not(target_arch = "x86_64"))]
fn read_counter() -> u64 {
    0
}

/// A pair of readings taken as closely together as ten tries allow.
fn pair() -> (u64, u64) {
    let best = (0..10).map(|_| {
        let before = read_counter();
        let ns = monotonic_ns();
        let after = read_counter();
        (after.wrapping_sub(before), before.wrapping_add(after.wrapping_sub(before) / 2), ns)
    });
    best.min_by_key(|x| x.0).map_or((0, 0), |x| (x.1, x.2))
}

fn calibrate() -> Option<TimestampCounter> {
    if !cfg!(target_arch = "x86_64") || !system::counter_is_trusted() {
        return None;
    }
    let (origin, origin_ns) = pair();
    std::thread::sleep(Duration::from_nanos(CALIBRATION_NS));
    let (end, end_ns) = pair();
    let ticks = end.checked_sub(origin).filter(|&ticks| ticks > 0)?;
    let span_ns = end_ns.checked_sub(origin_ns)?;
    let factor = (u128::from(span_ns) << 32) / u128::from(ticks);
    Some(TimestampCounter { origin, origin_ns, factor: u64::try_from(factor).ok()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fast_clock_follows_the_kernel_and_never_goes_back() {
        let clock = SystemClock::new();
        let (mut last, start) = (0, (clock.now_ns(), monotonic_ns()));
        while monotonic_ns() < start.1 + 30_000_000 {
            let now = clock.now_ns();
            assert!(now >= last);
            last = now;
        }
        let ours = clock.now_ns() - start.0;
        let theirs = monotonic_ns() - start.1;
        let ratio = ours as f64 / theirs as f64;
        assert!((ratio - 1.0).abs() < 0.05, "{ratio}");
    }
}
