//! The counters of processes in `/proc`.

use crate::inventory::{ProcessCounters, SystemRoots};
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::MetadataExt;

/// Whether a process has the device open, or a file of the file system on it: `device` is that of `FileIdentity::device`.
pub fn has_open(roots: &SystemRoots, pid: u32, device: u64) -> bool {
    let Ok(entries) = fs::read_dir(roots.proc.join(format!("{pid}/fd"))) else { return false };
    let files = entries.flatten().filter_map(|entry| fs::metadata(entry.path()).ok());
    files.into_iter().any(|file| [file.dev(), file.rdev()].contains(&device))
}

/// The I/O and the CPU time of each process except this one since its start (proc(5), `/proc/PID/io` and `/proc/PID/stat`). The
/// I/O of other users' processes is hidden without privileges.
pub(crate) fn processes(roots: &SystemRoots) -> BTreeMap<u32, ProcessCounters> {
    let Ok(entries) = fs::read_dir(&roots.proc) else { return BTreeMap::new() };
    let own = std::process::id();
    let mut processes = BTreeMap::new();
    for entry in entries.flatten() {
        let Ok(pid) = entry.file_name().to_string_lossy().parse::<u32>() else { continue };
        if pid == own {
            continue;
        }
        let stat = roots.proc_text(&format!("{pid}/stat"));
        let Some(counters) = stat.and_then(|text| read_stat(&text)) else { continue };
        let text = roots.proc_text(&format!("{pid}/io")).unwrap_or_default();
        let value = |key: &str| {
            text.lines()
                .find_map(|l| l.strip_prefix(key)?.strip_prefix(':')?.trim().parse::<u64>().ok())
                .unwrap_or(0)
        };
        let (read_bytes, written_bytes) = (value("read_bytes"), value("write_bytes"));
        processes.insert(pid, ProcessCounters { read_bytes, written_bytes, ..counters });
    }
    processes
}

/// The flag of a kernel thread (`PF_KTHREAD` in the kernel's `sched.h`).
const KERNEL_THREAD: u64 = 0x0020_0000;

/// Reads `/proc/PID/stat`; the name, in parentheses, may hold any character.
fn read_stat(text: &str) -> Option<ProcessCounters> {
    let (name, rest) = text.split_once('(')?.1.rsplit_once(')')?;
    let words: Vec<&str> = rest.split_whitespace().collect();
    // proc(5) numbers the fields from 1, and the state, which follows the name, is the third.
    let field = |number: usize| words.get(number - 3)?.parse::<u64>().ok();
    Some(ProcessCounters {
        name: name.to_owned(),
        read_bytes: 0,
        written_bytes: 0,
        started_ticks: field(22)?,
        cpu_ticks: field(14)? + field(15)?,
        is_kernel: field(9)? & KERNEL_THREAD != 0,
        cpu: field(39)? as u32,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counters::DiskCounters;
    use crate::inventory::{ActivityLook, ForeignTicks};
    use std::time::Duration;

    fn look(disk_read: u64, disk_written: u64, processes: &[(u32, u64, u64)]) -> ActivityLook {
        let disk = DiskCounters {
            reads: disk_read / 4096,
            writes: disk_written / 4096,
            read_sectors: disk_read / 512,
            written_sectors: disk_written / 512,
            ..DiskCounters::default()
        };
        let process = |&(pid, read_bytes, written_bytes): &(u32, u64, u64)| {
            let counters = read_stat(&stat(&format!("p{pid}"), 0, 0)).expect("a line of stat");
            (pid, ProcessCounters { read_bytes, written_bytes, ..counters })
        };
        ActivityLook {
            disks: BTreeMap::from([("sda".to_owned(), disk)]),
            processes: processes.iter().map(process).collect(),
        }
    }

    /// A line of `/proc/PID/stat` of a process on CPU 1 that began at tick 100.
    fn stat(name: &str, flags: u64, cpu_ticks: u64) -> String {
        format!(
            "7 ({name}) S 1 7 7 0 -1 {flags} 0 0 0 0 {cpu_ticks} 0 9 9 20 0 1 0 100 0 0{} 1 0",
            " 0".repeat(14)
        )
    }

    #[test]
    fn cpu_time_is_that_of_programs_by_name_and_of_the_kernel() {
        let look = |all: &[(u32, &str, u64, u64)]| ActivityLook {
            disks: BTreeMap::new(),
            processes: all
                .iter()
                .map(|&(pid, name, flags, ticks)| {
                    (pid, read_stat(&stat(name, flags, ticks)).expect("a line of stat"))
                })
                .collect(),
        };
        let kernel = KERNEL_THREAD | 0x40;
        let before = look(&[(1, "java", 0, 500), (2, "java", 0, 7), (3, "loop0", kernel, 10)]);
        let mut after = look(&[
            (1, "java", 0, 530),
            (2, "java", 0, 12),
            (3, "loop0", kernel, 14),
            (4, "a) (b", 0, 3),
        ]);
        let sum = |after: &ActivityLook, cpus: &[u32]| {
            let mut sum = ForeignTicks::default();
            before.add_cpu_ticks(after, cpus, &mut sum);
            sum
        };
        let programs = BTreeMap::from([("java".to_owned(), 35), ("a) (b".to_owned(), 3)]);
        assert_eq!(sum(&after, &[0, 1]), ForeignTicks { kernel: 4, programs });
        assert_eq!(sum(&after, &[0]), ForeignTicks::default(), "they ran on another CPU");
        // The number of a process that ended went to another one.
        after.processes.retain(|pid, _| *pid == 1);
        after.processes.values_mut().for_each(|process| process.started_ticks += 1);
        let programs = BTreeMap::from([("java".to_owned(), 530)]);
        assert_eq!(sum(&after, &[1]), ForeignTicks { kernel: 0, programs });
    }

    #[test]
    fn a_process_that_did_more_than_the_devices_reaped_a_child() {
        let mib = 1 << 20;
        let before = look(0, 0, &[(1, 0, 0), (2, 0, 0), (3, 5, 5), (4, 0, 0)]);
        let after = look(
            8 * mib,
            4 * mib,
            // Honest; a parent that reaped; quiet; more written than the devices wrote.
            &[(1, 8 * mib, 0), (2, 900 * mib, 0), (3, 5, 5), (4, 0, 5 * mib)],
        );
        let found = before.until(&after, Duration::from_secs(1)).processes;
        let pids: Vec<u32> = found.iter().map(|process| process.pid).collect();
        assert_eq!(pids, [1], "{found:?}");
    }

    #[test]
    fn a_process_shares_the_device_of_a_file_that_it_has_open() {
        let file = fs::File::open("/proc/self/exe").expect("the test itself");
        let device = file.metadata().expect("it is open").dev();
        let own = |device| has_open(&SystemRoots::default(), std::process::id(), device);
        assert!(own(device) && !own(u64::MAX));
        drop(file);
    }
}
