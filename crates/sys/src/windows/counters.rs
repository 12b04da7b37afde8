//! Counters of disks, CPUs and this process.

use super::clock;
use super::device::Disk;
use crate::counters::{CpuTicks, DiskCounters, ProcessUse};
use crate::inventory::SystemRoots;
use crate::windows_answers::disk::DiskPerformance;
use windows_sys::Wdk::System::SystemInformation::{
    NtQuerySystemInformation, SystemProcessorPerformanceInformation,
};
use windows_sys::Win32::System::ProcessStatus::{GetProcessMemoryInfo, PROCESS_MEMORY_COUNTERS};
use windows_sys::Win32::System::Threading::GetCurrentProcess;
use windows_sys::Win32::System::WindowsProgramming::SYSTEM_PROCESSOR_PERFORMANCE_INFORMATION;

const MS: u64 = 1_000_000;
/// A tick of 10 ms in units of 100 ns.
const TICK: u64 = 100_000;
/// More CPUs than one processor group has.
const CPUS_MAX: usize = 64;

pub fn disks(_: &SystemRoots) -> Vec<(String, DiskCounters)> {
    Disk::all().filter_map(|disk| Some((disk.name(), of_disk(&disk.performance()?)))).collect()
}

fn of_disk(counted: &DiskPerformance) -> DiskCounters {
    DiskCounters {
        reads: counted.reads.into(),
        read_sectors: counted.read_bytes / 512,
        read_ms: counted.read_ns / MS,
        writes: counted.writes.into(),
        written_sectors: counted.written_bytes / 512,
        write_ms: counted.write_ns / MS,
        in_flight: counted.queue_depth.into(),
        busy_ms: counted.now_ns.saturating_sub(counted.idle_ns) / MS,
        // Windows integrates no queue; by Little's law the sum of all durations is the same.
        queue_ms: (counted.read_ns + counted.write_ns) / MS,
        ..DiskCounters::default()
    }
}

pub fn cpus(_: &SystemRoots) -> Vec<(u32, CpuTicks)> {
    let mut all = [SYSTEM_PROCESSOR_PERFORMANCE_INFORMATION::default(); CPUS_MAX];
    let mut length = 0;
    // SAFETY: the place has the length that is passed.
    let status = unsafe {
        let (place, room) = (all.as_mut_ptr().cast(), size_of_val(&all) as u32);
        NtQuerySystemInformation(
            SystemProcessorPerformanceInformation,
            place,
            room,
            &raw mut length,
        )
    };
    if status < 0 {
        return Vec::new();
    }
    let count = length as usize / size_of::<SYSTEM_PROCESSOR_PERFORMANCE_INFORMATION>();
    all[..count].iter().enumerate().map(|(cpu, times)| (cpu as u32, of_cpu(times))).collect()
}

/// Idle time is a part of the time in the kernel.
fn of_cpu(times: &SYSTEM_PROCESSOR_PERFORMANCE_INFORMATION) -> CpuTicks {
    let ticks = |time: i64| time.max(0) as u64 / TICK;
    let (idle, kernel) = (ticks(times.IdleTime), ticks(times.KernelTime));
    // Time in deferred calls and interrupts.
    let interrupts = ticks(times.Reserved1[0]) + ticks(times.Reserved1[1]);
    CpuTicks {
        total: kernel + ticks(times.UserTime),
        idle,
        io_wait: 0,
        system: kernel.saturating_sub(idle),
        interrupts,
        steal: 0,
    }
}

/// Windows does not count how long processes wait for memory.
pub fn memory_wait_ns(_: &SystemRoots) -> Option<u64> {
    None
}

pub(crate) fn of_process() -> ProcessUse {
    let times = clock::process_times();
    let mut memory = PROCESS_MEMORY_COUNTERS::default();
    // SAFETY: the place has the length that is passed.
    unsafe {
        let length = size_of::<PROCESS_MEMORY_COUNTERS>() as u32;
        GetProcessMemoryInfo(GetCurrentProcess(), &raw mut memory, length);
    }
    ProcessUse {
        user_ns: times.user_ns,
        system_ns: times.kernel_ns,
        memory_max_bytes: memory.PeakWorkingSetSize as u64,
        ..ProcessUse::default()
    }
}

pub(crate) fn of_thread() -> ProcessUse {
    let times = clock::thread_times();
    ProcessUse { user_ns: times.user_ns, system_ns: times.kernel_ns, ..of_process() }
}
