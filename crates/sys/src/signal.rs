//! Ctrl-C, termination and a terminal that is closed: the first asks for a clean end, the second ends at once.

use std::io;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::sync::{Arc, atomic::AtomicBool};

static FLAG: AtomicPtr<AtomicBool> = AtomicPtr::new(std::ptr::null_mut());

/// Raises `flag` at the first `SIGINT`, `SIGTERM` or `SIGHUP` and exits with 130 at the second. Call it once.
/// A `SIGHUP` that the caller has us ignore, as `nohup` does, stays ignored.
///
/// # Errors
/// When the kernel refuses the handler.
pub fn on_interrupt(flag: &Arc<AtomicBool>) -> io::Result<()> {
    // The handler may look at the flag at any later time: one reference is given away for good.
    FLAG.store(Arc::into_raw(Arc::clone(flag)).cast_mut(), Ordering::SeqCst);
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
    // SAFETY: the pointer is null or comes from an `Arc` that is never released; `_exit` may be called in a handler.
    unsafe {
        if flag.is_null() || (*flag).swap(true, Ordering::SeqCst) {
            libc::_exit(130);
        }
    }
}
