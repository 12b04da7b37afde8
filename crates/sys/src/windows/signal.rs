//! Ctrl-C, Ctrl-Break and a closed console: the first requests a clean end, the second ends the process at once.

use super::call::checked;
use super::process;
use crate::absent::unsupported;
use std::io;
use std::os::windows::process::CommandExt;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};
use std::time::Duration;
use windows_sys::Win32::System::Console::{CTRL_BREAK_EVENT, CTRL_C_EVENT, SetConsoleCtrlHandler};
use windows_sys::Win32::System::Threading::CREATE_NEW_PROCESS_GROUP;

static FLAG: AtomicPtr<AtomicBool> = AtomicPtr::new(std::ptr::null_mut());

/// How long Windows lets a program end after its console was closed.
const CLOSE_GRACE: Duration = Duration::from_secs(5);

/// Raises `flag` at the first Ctrl-C, Ctrl-Break or closed console and exits with 130 at the second. Call it once.
pub fn on_interrupt(flag: &Arc<AtomicBool>) -> io::Result<()> {
    // The handler may read the flag at any later time, so one reference is leaked.
    FLAG.store(Arc::into_raw(Arc::clone(flag)).cast_mut(), Ordering::SeqCst);
    // SAFETY: the handler lives for ever and uses an atomic alone.
    checked(unsafe { SetConsoleCtrlHandler(Some(handle), 1) })
}

/// Runs in a thread of its own.
unsafe extern "system" fn handle(event: u32) -> i32 {
    let flag = FLAG.load(Ordering::SeqCst);
    // SAFETY: the pointer is null or comes from an `Arc` that is never released.
    let again = unsafe { flag.is_null() || (*flag).swap(true, Ordering::SeqCst) };
    if again {
        process::end(130);
    }
    if ![CTRL_C_EVENT, CTRL_BREAK_EVENT].contains(&event) {
        // Windows ends the process when this returns.
        std::thread::sleep(CLOSE_GRACE);
    }
    1
}

pub fn watch_report_requests() -> io::Result<()> {
    Err(unsupported("SIGUSR1"))
}

/// Whether results were requested since the last call: nobody can.
pub fn take_report_request() -> bool {
    false
}

/// A write beyond a limit of size is an error in Windows anyway.
pub fn fail_on_large_files() {}

/// Keeps Ctrl-C in the console away from a command that is to be started.
pub fn shield(command: &mut Command) {
    command.creation_flags(CREATE_NEW_PROCESS_GROUP);
}
