//! Counters in `/proc` and of getrusage(2).

use crate::counters::{CpuTicks, DiskCounters, ProcessUse};
use crate::inventory::SystemRoots;

impl DiskCounters {
    /// Reads the counters in the kernel's order; other fields that an old kernel lacks are 0. `None` with fewer than eleven.
    pub fn parse(text: &str) -> Option<Self> {
        let mut n = [0u64; 17];
        let mut count = 0;
        for (slot, word) in n.iter_mut().zip(text.split_whitespace()) {
            *slot = word.parse().ok()?;
            count += 1;
        }
        (count >= 11).then_some(Self {
            reads: n[0],
            reads_merged: n[1],
            read_sectors: n[2],
            read_ms: n[3],
            writes: n[4],
            writes_merged: n[5],
            written_sectors: n[6],
            write_ms: n[7],
            in_flight: n[8],
            busy_ms: n[9],
            queue_ms: n[10],
            discards: (count > 11).then_some(n[11]),
            discards_merged: n[12],
            discarded_sectors: n[13],
            discard_ms: n[14],
            flushes: (count > 15).then_some(n[15]),
            flush_ms: n[16],
        })
    }
}

/// The counters of every device in `/proc/diskstats`, with their names.
pub fn disks(roots: &SystemRoots) -> Vec<(String, DiskCounters)> {
    let text = roots.proc_text("diskstats").unwrap_or_default();
    text.lines()
        .filter_map(|line| {
            let mut words = line.split_whitespace().skip(2);
            let name = words.next()?.to_owned();
            Some((name, DiskCounters::parse(&words.collect::<Vec<_>>().join(" "))?))
        })
        .collect()
}

impl CpuTicks {
    fn parse(words: &str) -> Option<Self> {
        let n: Vec<u64> = words.split_whitespace().map_while(|w| w.parse().ok()).collect();
        let at = |i: usize| n.get(i).copied().unwrap_or(0);
        // user nice system idle iowait irq softirq steal; guest times are within user already.
        (n.len() >= 4).then(|| Self {
            total: (0..8).map(at).sum(),
            idle: at(3) + at(4),
            io_wait: at(4),
            system: at(2) + at(5) + at(6),
            interrupts: at(5) + at(6),
            steal: at(7),
        })
    }
}

/// The times of each CPU of `/proc/stat`, by number.
pub fn cpus(roots: &SystemRoots) -> Vec<(u32, CpuTicks)> {
    let text = roots.proc_text("stat").unwrap_or_default();
    text.lines()
        .filter_map(|line| {
            let (name, rest) = line.strip_prefix("cpu")?.split_once(' ')?;
            Some((name.parse().ok()?, CpuTicks::parse(rest)?))
        })
        .collect()
}

/// How long at least one process has waited for memory since the machine began, in nanoseconds (kernel documentation,
/// accounting/psi); `None` if the kernel does not count it.
pub fn memory_wait_ns(roots: &SystemRoots) -> Option<u64> {
    let text = roots.proc_text("pressure/memory")?;
    let some = text.lines().find_map(|line| line.strip_prefix("some "))?;
    let total_us = some.split_whitespace().find_map(|word| word.strip_prefix("total="))?;
    total_us.parse::<u64>().ok()?.checked_mul(1_000)
}

pub(crate) fn of_process() -> ProcessUse {
    of(libc::RUSAGE_SELF)
}

pub(crate) fn of_thread() -> ProcessUse {
    of(libc::RUSAGE_THREAD)
}

fn of(whose: libc::c_int) -> ProcessUse {
    // SAFETY: rusage is plain integers, for which all zero is a valid value.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: `usage` is a valid place to write one rusage to.
    let result = unsafe { libc::getrusage(whose, &mut usage) };
    assert_eq!(result, 0, "getrusage of oneself cannot fail");
    let ns = |t: libc::timeval| t.tv_sec as u64 * 1_000_000_000 + t.tv_usec as u64 * 1_000;
    ProcessUse {
        user_ns: ns(usage.ru_utime),
        system_ns: ns(usage.ru_stime),
        waits: usage.ru_nvcsw as u64,
        preemptions: usage.ru_nivcsw as u64,
        major_faults: usage.ru_majflt as u64,
        memory_max_bytes: usage.ru_maxrss as u64 * 1024,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_and_new_kernels_are_read() {
        let new = DiskCounters::parse("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17");
        assert_eq!(new.map(|d| (d.reads, d.queue_ms, d.flush_ms)), Some((1, 11, 17)));
        let old = DiskCounters::parse("1 2 3 4 5 6 7 8 9 10 11");
        assert_eq!(old.map(|d| (d.in_flight, d.flushes)), Some((9, None)));
        assert_eq!(DiskCounters::parse("1 2 3 4"), None);
    }

    #[test]
    fn steal_and_idle_are_shares_of_all_time() {
        let before = CpuTicks::parse("100 0 50 800 50 0 0 0 0 0").expect("ticks");
        let after = CpuTicks::parse("150 0 60 820 60 0 0 10 0 0").expect("ticks");
        let delta = after.since(&before);
        assert_eq!((delta.total, delta.idle, delta.steal), (100, 30, 10));
        assert!((delta.busy_share() - 0.7).abs() < 1e-12);
        assert!((delta.steal_share() - 0.1).abs() < 1e-12);
    }
}
