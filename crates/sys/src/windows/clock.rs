//! The kernel's clocks.

use std::sync::OnceLock;
use windows_sys::Win32::Foundation::{FILETIME, SYSTEMTIME};
use windows_sys::Win32::System::Performance::{QueryPerformanceCounter, QueryPerformanceFrequency};
use windows_sys::Win32::System::SystemInformation::GetTickCount64;
use windows_sys::Win32::System::Threading::{
    GetCurrentProcess, GetCurrentThread, GetProcessTimes, GetThreadTimes,
};
use windows_sys::Win32::System::Time::{
    FileTimeToSystemTime, SystemTimeToFileTime, SystemTimeToTzSpecificLocalTime,
};

/// The kernel's call behind the clock.
pub(crate) const SOURCE: &str = "QueryPerformanceCounter";
/// From 1601, where times of Windows begin, to 1970, in seconds.
const EPOCH_S: i64 = 11_644_473_600;

/// The kernel's monotonic clock in nanoseconds.
pub fn monotonic_ns() -> u64 {
    static FREQUENCY: OnceLock<u64> = OnceLock::new();
    let frequency = *FREQUENCY.get_or_init(|| {
        let mut per_s = 0;
        // SAFETY: the place is valid; the call cannot fail since Windows XP.
        unsafe { QueryPerformanceFrequency(&raw mut per_s) };
        per_s.max(1) as u64
    });
    let mut count = 0;
    // SAFETY: the place is valid; the call cannot fail since Windows XP.
    unsafe { QueryPerformanceCounter(&raw mut count) };
    (u128::from(count as u64) * 1_000_000_000 / u128::from(frequency)) as u64
}

/// Nanoseconds since the machine started, suspended time included.
pub fn since_start_ns() -> u64 {
    // SAFETY: the call takes nothing.
    unsafe { GetTickCount64() }.saturating_mul(1_000_000)
}

/// How far local time is ahead of UTC at an instant in seconds since 1970, in seconds; 0 if the time zone is unknown.
pub fn utc_offset_s(unix_s: i64) -> i32 {
    let ticks = (unix_s.saturating_add(EPOCH_S).max(0) as u64).saturating_mul(10_000_000);
    let utc = FILETIME { dwLowDateTime: ticks as u32, dwHighDateTime: (ticks >> 32) as u32 };
    let (mut parts, mut local) = (SYSTEMTIME::default(), SYSTEMTIME::default());
    let mut there = FILETIME::default();
    // SAFETY: all places are valid and nothing is kept of them; a null zone is that of the machine.
    let known = unsafe {
        FileTimeToSystemTime(&raw const utc, &raw mut parts) != 0
            && SystemTimeToTzSpecificLocalTime(std::ptr::null(), &raw const parts, &raw mut local)
                != 0
            && SystemTimeToFileTime(&raw const local, &raw mut there) != 0
    };
    let ahead = value(there) as i64 - ticks as i64;
    if known { (ahead / 10_000_000) as i32 } else { 0 }
}

/// Processor time that the calling thread has used, in nanoseconds.
pub fn thread_cpu_ns() -> u64 {
    let used = thread_times();
    used.user_ns + used.kernel_ns
}

pub(crate) fn process_cpu_ns() -> u64 {
    let used = process_times();
    used.user_ns + used.kernel_ns
}

pub(crate) struct CpuTimes {
    pub(crate) user_ns: u64,
    pub(crate) kernel_ns: u64,
}

pub(crate) fn thread_times() -> CpuTimes {
    let mut times = [FILETIME::default(); 4];
    let [begun, ended, kernel, user] = times.each_mut().map(|place| &raw mut *place);
    // SAFETY: all four places are valid.
    unsafe { GetThreadTimes(GetCurrentThread(), begun, ended, kernel, user) };
    CpuTimes { user_ns: value(times[3]) * 100, kernel_ns: value(times[2]) * 100 }
}

pub(crate) fn process_times() -> CpuTimes {
    let mut times = [FILETIME::default(); 4];
    let [begun, ended, kernel, user] = times.each_mut().map(|place| &raw mut *place);
    // SAFETY: all four places are valid.
    unsafe { GetProcessTimes(GetCurrentProcess(), begun, ended, kernel, user) };
    CpuTimes { user_ns: value(times[3]) * 100, kernel_ns: value(times[2]) * 100 }
}

/// A time in units of 100 ns.
pub(crate) fn value(time: FILETIME) -> u64 {
    u64::from(time.dwHighDateTime) << 32 | u64::from(time.dwLowDateTime)
}

/// Sleeps of the standard library already use the best timer of the system.
pub fn sharpen_timers() {}

/// The counter of the processor is read through the system, which knows whether it may be trusted.
pub(crate) fn counter_is_trusted() -> bool {
    false
}
