//! Which CPUs this process may use, and pinning a thread to one.

use std::io;

/// The CPUs the calling thread may run on, ascending; empty when the kernel does not report them.
pub fn allowed() -> Vec<u32> {
    let mut set = empty();
    // SAFETY: `set` is valid for the size that is passed.
    let code = unsafe { libc::sched_getaffinity(0, size_of::<libc::cpu_set_t>(), &raw mut set) };
    if code != 0 {
        return Vec::new();
    }
    (0..libc::CPU_SETSIZE as usize)
        // SAFETY: the number is below the size of the set.
        .filter(|&cpu| unsafe { libc::CPU_ISSET(cpu, &set) })
        .map(|cpu| cpu as u32)
        .collect()
}

/// Pins the calling thread.
pub fn pin(cpu: u32) -> io::Result<()> {
    if cpu as usize >= libc::CPU_SETSIZE as usize {
        return Err(io::Error::from(io::ErrorKind::InvalidInput));
    }
    let mut set = empty();
    // SAFETY: the number is below the size of the set, and `set` is valid for the call.
    let code = unsafe {
        libc::CPU_SET(cpu as usize, &mut set);
        libc::sched_setaffinity(0, size_of::<libc::cpu_set_t>(), &raw const set)
    };
    if code == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

fn empty() -> libc::cpu_set_t {
    // SAFETY: the set is an array of integers, for which all zeros is a value.
    unsafe { std::mem::zeroed() }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_pinned_thread_stays() {
        let cpu = *super::allowed().last().expect("some CPU");
        std::thread::spawn(move || {
            super::pin(cpu).expect("an allowed CPU can be had");
            assert_eq!(super::allowed(), [cpu]);
        })
        .join()
        .expect("no panic");
        assert!(super::pin(1_000_000).is_err());
    }
}
