//! Ends a wait for completions at a time that the waits of Windows, which count milliseconds, cannot hold: by a timer of high
//! resolution that interrupts the wait.

use crate::clock::SystemClock;
use base::Clock;
use std::ffi::c_void;
use std::io;
use std::os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle};
use std::time::Duration;
use windows_sys::Win32::System::Threading::{
    CREATE_WAITABLE_TIMER_HIGH_RESOLUTION, CancelWaitableTimer, CreateWaitableTimerExW, INFINITE,
    SetWaitableTimer, TIMER_ALL_ACCESS,
};

/// The timer wakes this much early; the rest is spent in looks at the port.
const EARLY_NS: u64 = 50_000;
/// Without a timer a wait ends up to one tick of the system late: the last of it is spent in looks.
const TICK_NS: u64 = 2_000_000;

/// The timer of one queue; none where the system has no such timer, or lets it interrupt no wait.
#[derive(Debug)]
pub(super) struct WakeTimer {
    timer: Option<OwnedHandle>,
    clock: SystemClock,
}

pub(super) struct Wait {
    clock: SystemClock,
    end_ns: Option<u64>,
    is_set: bool,
}

unsafe extern "system" fn woken(_: *const c_void, _: u32, _: u32) {}

impl WakeTimer {
    pub(super) fn new() -> Self {
        let clock = SystemClock::new();
        let none = std::ptr::null();
        let flags = CREATE_WAITABLE_TIMER_HIGH_RESOLUTION;
        // SAFETY: the call takes no pointers that are not null.
        let timer = unsafe { CreateWaitableTimerExW(none, none.cast(), flags, TIMER_ALL_ACCESS) };
        if timer.is_null() {
            return Self { timer: None, clock };
        }
        // SAFETY: the call has just given this handle, and nobody else has it.
        Self { timer: Some(unsafe { OwnedHandle::from_raw_handle(timer) }), clock }
    }

    /// Starts a wait that ends after `left`; without it, it ends only with what is waited for.
    pub(super) fn start(&self, left: Option<Duration>) -> Wait {
        let left_ns = left.map(|left| left.as_nanos() as u64);
        let end_ns = left_ns.map(|left| self.clock.now_ns() + left);
        let sleep_ns = left_ns.map_or(0, |left| left.saturating_sub(EARLY_NS));
        let is_set = sleep_ns > 0 && self.set(sleep_ns).is_ok();
        Wait { clock: self.clock, end_ns, is_set }
    }

    /// Ends a wait. A call of the timer that is queued already only ends a later wait early.
    pub(super) fn end(&self, wait: &Wait) {
        if wait.is_set
            && let Some(timer) = &self.timer
        {
            // SAFETY: the timer is open.
            unsafe { CancelWaitableTimer(timer.as_raw_handle()) };
        }
    }

    fn set(&self, sleep_ns: u64) -> io::Result<()> {
        let timer = self.timer.as_ref().ok_or(io::ErrorKind::Unsupported)?;
        // Negative: from now on, in units of 100 ns.
        let due = -((sleep_ns / 100) as i64);
        let none = std::ptr::null();
        // SAFETY: the timer is open, and the function that it calls in this thread lives for ever.
        super::call::checked(unsafe {
            SetWaitableTimer(timer.as_raw_handle(), &raw const due, 0, Some(woken), none, 0)
        })
    }
}

impl Wait {
    pub(super) fn is_over(&self) -> bool {
        self.end_ns.is_some_and(|end_ns| self.clock.now_ns() >= end_ns)
    }

    /// How long the next look at the port may wait, in milliseconds.
    pub(super) fn timeout_ms(&self) -> u32 {
        let Some(end_ns) = self.end_ns else { return INFINITE };
        let left_ns = end_ns.saturating_sub(self.clock.now_ns());
        if self.is_set && left_ns > EARLY_NS {
            // The timer ends the wait; this is for one that fails.
            return (left_ns / 1_000_000) as u32 + 1;
        }
        (left_ns.saturating_sub(TICK_NS) / 1_000_000) as u32
    }

    pub(super) fn is_alertable(&self) -> bool {
        self.is_set
    }
}
