//! The real clocks: a fast monotonic one and the wall clock. No other code reads the time.
//!
//! The fast clock reads the time-stamp counter where the processor says it is invariant (`constant_tsc` and
//! `nonstop_tsc`) and the kernel trusts it as its own clock source; it is calibrated once against `CLOCK_MONOTONIC`
//! over 10 ms (error about 2 ppm). Elsewhere it is `clock_gettime`.

use crate::heartbeat;
use base::Clock;
use std::sync::OnceLock;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The monotonic clock; all copies in a process show the same time. After [`heartbeat::start`], it does not advance
/// while the process is stopped. Its origin is that of `CLOCK_MONOTONIC`.
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

/// How long the calibration takes, in nanoseconds.
const CALIBRATION_NS: u64 = 10_000_000;

impl SystemClock {
    /// The clock; the first call of a process calibrates, which takes 10 ms.
    pub fn new() -> Self {
        Self { counter: *COUNTER.get_or_init(calibrate) }
    }

    /// The source of the time: `tsc` or `clock_gettime`.
    pub fn source(&self) -> &'static str {
        if self.counter.is_some() { "tsc" } else { "clock_gettime" }
    }

    /// How long until the clock shows `until_ns`; zero when it is past.
    pub fn left(&self, until_ns: u64) -> Duration {
        Duration::from_nanos(until_ns.saturating_sub(self.now_ns()))
    }

    /// Sleeps until the clock shows `until_ns`.
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
            None => read_ns(libc::CLOCK_MONOTONIC),
        }
    }
}

/// The kernel's monotonic clock in nanoseconds, which also stamps trace events (`trace_clock` mono).
pub fn monotonic_ns() -> u64 {
    read_ns(libc::CLOCK_MONOTONIC)
}

/// Nanoseconds since the machine started, suspended time included.
pub fn since_start_ns() -> u64 {
    read_ns(libc::CLOCK_BOOTTIME)
}

/// The wall clock in nanoseconds since 1970 (UTC).
pub fn unix_now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_nanos() as u64)
}

/// How far local time is ahead of UTC at an instant in seconds since 1970, in seconds; 0 if the time zone is unknown.
pub fn utc_offset_s(unix_s: i64) -> i32 {
    // SAFETY: the structure is integers and a pointer, for which all zero is valid, and is only written to.
    let mut local: libc::tm = unsafe { std::mem::zeroed() };
    // SAFETY: both places are valid, and nothing is kept of them.
    let known = unsafe { !libc::localtime_r(&unix_s, &raw mut local).is_null() };
    if known { i32::try_from(local.tm_gmtoff).unwrap_or(0) } else { 0 }
}

/// Processor time that the calling thread has used, in nanoseconds.
pub fn thread_cpu_ns() -> u64 {
    read_ns(libc::CLOCK_THREAD_CPUTIME_ID)
}

/// Makes the kernel wake the calling thread from timed sleeps as exactly as it can.
pub fn sharpen_timers() {
    // SAFETY: this option takes a number and changes only the calling thread's timer slack.
    unsafe {
        libc::prctl(libc::PR_SET_TIMERSLACK, 1 as libc::c_ulong, 0, 0, 0);
    }
}

/// One of the kernel's clocks in nanoseconds.
pub(crate) fn read_ns(clock: libc::clockid_t) -> u64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `time` is a valid place for the answer.
    unsafe {
        libc::clock_gettime(clock, &raw mut time);
    }
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
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
        let ns = read_ns(libc::CLOCK_MONOTONIC);
        let after = read_counter();
        (after.wrapping_sub(before), before.wrapping_add(after.wrapping_sub(before) / 2), ns)
    });
    best.min_by_key(|x| x.0).map_or((0, 0), |x| (x.1, x.2))
}

fn calibrate() -> Option<TimestampCounter> {
    if !trusted() {
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

fn trusted() -> bool {
    if !cfg!(target_arch = "x86_64") {
        return false;
    }
    let source =
        std::fs::read_to_string("/sys/devices/system/clocksource/clocksource0/current_clocksource");
    let processor = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    source.is_ok_and(|name| name.trim() == "tsc")
        && ["constant_tsc", "nonstop_tsc"].iter().all(|flag| processor.contains(flag))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fast_clock_follows_the_kernel_and_never_goes_back() {
        let clock = SystemClock::new();
        let (mut last, start) = (0, (clock.now_ns(), read_ns(libc::CLOCK_MONOTONIC)));
        while read_ns(libc::CLOCK_MONOTONIC) < start.1 + 30_000_000 {
            let now = clock.now_ns();
            assert!(now >= last);
            last = now;
        }
        let ours = clock.now_ns() - start.0;
        let theirs = read_ns(libc::CLOCK_MONOTONIC) - start.1;
        let ratio = ours as f64 / theirs as f64;
        assert!((ratio - 1.0).abs() < 0.05, "{ratio}");
    }
}
