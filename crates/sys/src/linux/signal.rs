//! Ctrl-C, termination and a closed terminal: the first signal requests a clean end, the second ends the process at
//! once. A file at its size limit is a write error, not the end of the process. `SIGUSR1` requests the results so far.

use std::io::{self, IsTerminal};
use std::os::unix::process::CommandExt;
use std::process::Command;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::sync::{Arc, atomic::AtomicBool};

/// Whether a progress line may be on the terminal when the handler ends the process.
static TERMINAL: AtomicBool = AtomicBool::new(false);

static FLAG: AtomicPtr<AtomicBool> = AtomicPtr::new(std::ptr::null_mut());

/// Whether `SIGUSR1` arrived since the last check.
static REPORT_REQUESTED: AtomicBool = AtomicBool::new(false);

/// Raises `flag` at the first `SIGINT`, `SIGTERM` or `SIGHUP` and exits with 130 at the second. Call it once. If the
/// caller ignores `SIGHUP`, as `nohup` does, it stays ignored.
pub fn on_interrupt(flag: &Arc<AtomicBool>) -> io::Result<()> {
    // The handler may read the flag at any later time, so one reference is leaked.
    FLAG.store(Arc::into_raw(Arc::clone(flag)).cast_mut(), Ordering::SeqCst);
    TERMINAL.store(io::stderr().is_terminal(), Ordering::SeqCst);
    for signal in [libc::SIGINT, libc::SIGTERM, libc::SIGHUP] {
        if signal == libc::SIGHUP && ignored(signal) {
            continue;
        }
        let handler = handle as extern "C" fn(libc::c_int);
        // SAFETY: the action is fully initialised; the handler only uses atomics and `_exit`.
        let code = unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            action.sa_sigaction = handler as libc::sighandler_t;
            action.sa_flags = libc::SA_RESTART;
            libc::sigaction(signal, &raw const action, std::ptr::null_mut())
        };
        if code != 0 {
            return Err(io::Error::last_os_error());
        }
    }
    Ok(())
}

/// Records each `SIGUSR1` from now on, for [`take_report_request`]. Without this, the signal ends the process.
pub fn watch_report_requests() -> io::Result<()> {
    extern "C" fn note(_signal: libc::c_int) {
        REPORT_REQUESTED.store(true, Ordering::Relaxed);
    }
    let handler = note as extern "C" fn(libc::c_int);
    // SAFETY: the action is fully initialised; the handler only stores to an atomic.
    let code = unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = handler as libc::sighandler_t;
        action.sa_flags = libc::SA_RESTART;
        libc::sigaction(libc::SIGUSR1, &raw const action, std::ptr::null_mut())
    };
    if code == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// Whether `SIGUSR1` arrived since the last call.
pub fn take_report_request() -> bool {
    REPORT_REQUESTED.swap(false, Ordering::Relaxed)
}

/// Makes a write beyond the file size limit (`RLIMIT_FSIZE`, `ulimit -f`) fail with "file too large", instead of ending
/// the process by `SIGXFSZ`.
pub fn fail_on_large_files() {
    // SAFETY: no handler is given; the call takes numbers only.
    unsafe { libc::signal(libc::SIGXFSZ, libc::SIG_IGN) };
}

/// Keeps Ctrl-C in the terminal away from a command that is to be started.
pub fn shield(command: &mut Command) {
    command.process_group(0);
}

fn ignored(signal: libc::c_int) -> bool {
    // SAFETY: without a new action the call only writes the present one, to a valid place.
    unsafe {
        let mut present: libc::sigaction = std::mem::zeroed();
        libc::sigaction(signal, std::ptr::null(), &raw mut present) == 0
            && present.sa_sigaction == libc::SIG_IGN
    }
}

extern "C" fn handle(_signal: libc::c_int) {
    let flag = FLAG.load(Ordering::SeqCst);
    // SAFETY: the pointer is null or comes from an `Arc` that is never released; `write` and `_exit` may be called in a
    // handler, and one byte is read from a static.
    unsafe {
        if flag.is_null() || (*flag).swap(true, Ordering::SeqCst) {
            if TERMINAL.load(Ordering::SeqCst) {
                // So that the shell's prompt begins on a new line.
                libc::write(libc::STDERR_FILENO, c"\n".as_ptr().cast(), 1);
            }
            libc::_exit(130);
        }
    }
}
