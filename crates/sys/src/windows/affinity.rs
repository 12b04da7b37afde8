//! Which CPUs this process may use, and pinning a thread to one. CPUs count through all processor groups.

use std::io;
use windows_sys::Win32::System::SystemInformation::GROUP_AFFINITY;
use windows_sys::Win32::System::Threading::{
    ALL_PROCESSOR_GROUPS, GetActiveProcessorCount, GetActiveProcessorGroupCount, GetCurrentProcess,
    GetCurrentThread, GetProcessAffinityMask, SetThreadGroupAffinity,
};

/// The CPUs this process may run on, ascending; empty when the kernel does not report them.
pub fn allowed() -> Vec<u32> {
    let (mut own, mut all) = (0usize, 0usize);
    // SAFETY: both are valid places for an answer.
    let code = unsafe { GetProcessAffinityMask(GetCurrentProcess(), &raw mut own, &raw mut all) };
    // SAFETY: the call takes a number.
    let groups = unsafe { GetActiveProcessorGroupCount() };
    if code != 0 && groups == 1 {
        return (0..usize::BITS).filter(|cpu| own >> cpu & 1 == 1).collect();
    }
    // With several groups a mask covers one of them only; a process may use all.
    // SAFETY: the call takes a number.
    (0..unsafe { GetActiveProcessorCount(ALL_PROCESSOR_GROUPS) }).collect()
}

/// Pins the calling thread.
pub fn pin(cpu: u32) -> io::Result<()> {
    let mut first = 0;
    // SAFETY: the call takes a number.
    for group in 0..unsafe { GetActiveProcessorGroupCount() } {
        // SAFETY: the call takes a number.
        let count = unsafe { GetActiveProcessorCount(group) };
        if cpu < first + count {
            let affinity =
                GROUP_AFFINITY { Mask: 1 << (cpu - first), Group: group, Reserved: [0; 3] };
            // SAFETY: the structure lives through the call; the old affinity is not asked for.
            return super::call::checked(unsafe {
                SetThreadGroupAffinity(
                    GetCurrentThread(),
                    &raw const affinity,
                    std::ptr::null_mut(),
                )
            });
        }
        first += count;
    }
    Err(io::ErrorKind::InvalidInput.into())
}
