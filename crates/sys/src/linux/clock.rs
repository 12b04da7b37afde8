//! The kernel's clocks.

/// The kernel's call behind the clock.
pub(crate) const SOURCE: &str = "clock_gettime";

/// The kernel's monotonic clock in nanoseconds, which also stamps trace events (`trace_clock` mono).
pub fn monotonic_ns() -> u64 {
    read_ns(libc::CLOCK_MONOTONIC)
}

/// Nanoseconds since the machine started, suspended time included.
pub fn since_start_ns() -> u64 {
    read_ns(libc::CLOCK_BOOTTIME)
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

pub(crate) fn process_cpu_ns() -> u64 {
    read_ns(libc::CLOCK_PROCESS_CPUTIME_ID)
}

/// Makes the kernel wake the calling thread from timed sleeps as exactly as it can.
pub fn sharpen_timers() {
    // SAFETY: this option takes a number and changes only the calling thread's timer slack.
    unsafe {
        libc::prctl(libc::PR_SET_TIMERSLACK, 1 as libc::c_ulong, 0, 0, 0);
    }
}

/// Whether the processor says that its counter is invariant, and the kernel uses it as its own clock.
pub(crate) fn counter_is_trusted() -> bool {
    let source =
        std::fs::read_to_string("/sys/devices/system/clocksource/clocksource0/current_clocksource");
    let processor = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    source.is_ok_and(|name| name.trim() == "tsc")
        && ["constant_tsc", "nonstop_tsc"].iter().all(|flag| processor.contains(flag))
}

fn read_ns(clock: libc::clockid_t) -> u64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `time` is a valid place for the answer.
    unsafe {
        libc::clock_gettime(clock, &raw mut time);
    }
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}
