//! What each warning means for the person who reads it, and what can be done about it.
//!
//! Takes the kind of a warning, gives fixed sentences; thresholds and sources stand in docs/explanation/methods/warnings.md.

use summary::WarningKind;

/// What a kind of warning means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meaning {
    /// A heading of a few words.
    pub title: &'static str,
    /// Why it matters, in one sentence.
    pub why: &'static str,
    /// What to do about it, in one sentence.
    pub remedy: &'static str,
}

/// The meaning of a kind of warning.
pub fn meaning(kind: WarningKind) -> Meaning {
    let (title, why, remedy) = of_the_numbers(kind)
        .or_else(|| of_the_storage(kind))
        .or_else(|| of_the_machine(kind))
        .unwrap_or_else(|| of_the_run(kind));
    Meaning { title, why, remedy }
}

type MeaningTexts = (&'static str, &'static str, &'static str);

fn of_the_numbers(kind: WarningKind) -> Option<MeaningTexts> {
    Some(match kind {
        WarningKind::LittlesLaw => (
            "Depth, rate and latency disagree",
            "With a fixed number of I/Os in flight, rate times latency has to give that number; here it does not, so one of the three is measured wrongly.",
            "Repeat the run on a quiet machine; if it stays, report it as a fault of the program.",
        ),
        WarningKind::RateTimesSize => (
            "Rate and throughput disagree",
            "Operations per second times their size has to give the throughput; short transfers or a wrong block size break that.",
            "Look for short transfers in the table of the run.",
        ),
        WarningKind::Contradiction => (
            "The imported figures contradict each other",
            "Two figures of the imported file cannot both be true: counts, rates, percentiles or the histogram do not belong together.",
            "Look at the line that is named; measure again, or leave the result out.",
        ),
        WarningKind::DeviceCounters => (
            "The device counted something else",
            "The kernel's counters of the device show another amount of I/O than was issued: a cache answered, or a layer splits or adds I/O.",
            "Look for a cache, RAID, or encryption layer between the target and the device.",
        ),
        WarningKind::RequestSize => (
            "The device got requests of another size",
            "A layer split the requests or merged neighbours, so the numbers are those of another block size.",
            "Use random access, the scheduler none, or a block size that the device takes whole.",
        ),
        WarningKind::FewIos => (
            "Too few operations for the percentile",
            "A high percentile rests on its slowest few operations; with so few of them it can be far off.",
            "Give more time with --budget.",
        ),
        WarningKind::NotSettled => (
            "The throughput had not settled",
            "The rate was still moving when time was up, so a longer run may give another number.",
            "Give more time with --budget, or run when nothing else uses the storage.",
        ),
        WarningKind::LatencyStep => (
            "The latency changed its level",
            "The latency moved to another level and stayed there: the average describes neither of the two.",
            "Look at the course over time, and at what happened at that moment.",
        ),
        WarningKind::SlowPhases => (
            "The storage is slower at times",
            "At times it carries less than at others, though something comes back all the while: something else uses it, or it has work of its own.",
            "Count on the lower number, or look for what works there at those times; a longer budget meets more of them.",
        ),
        WarningKind::Stalls => (
            "The storage stalled",
            "At times nothing moved, and what arrived then waited for the end of it, whatever the load.",
            "Look for what stalls it, such as a snapshot or a cache that is written back; a longer budget sees how often it does.",
        ),
        _ => return None,
    })
}

fn of_the_storage(kind: WarningKind) -> Option<MeaningTexts> {
    Some(match kind {
        WarningKind::Quota => (
            "It may be a quota",
            "Rate or throughput stand at a round number with almost no spread, as a limiter or a bus makes them, and operations wait: the plan you pay for or the interface may limit, and not the media.",
            "Compare with the limits of the volume, of the machine type and of the interface.",
        ),
        WarningKind::BurstCredits => (
            "Burst credits ran out",
            "The storage was fast for a while, then fell and stayed low: only the low level lasts.",
            "Plan with the level after the drop.",
        ),
        WarningKind::Holes => (
            "Never-written blocks were read",
            "Storage answers reads of holes without touching the medium, so reads look too fast.",
            "Let the program lay its own file.",
        ),
        WarningKind::PageCache => (
            "Memory answered instead of the storage",
            "The operating system's page cache took part, so some of the I/O never reached the storage.",
            "Use direct I/O or a larger file.",
        ),
        WarningKind::Memory => (
            "This is memory, not storage",
            "The target keeps its data in memory: no disk answers, and nothing is left when the power goes.",
            "Name a folder or device on the storage that will carry the data.",
        ),
        WarningKind::SmallFile => (
            "The test file is small",
            "A cache in the storage or in a controller may hold the whole file, and real data will not fit in it.",
            "Free some space or ask for a larger file with --size.",
        ),
        WarningKind::EasyData => (
            "The data written are easy",
            "Data that compress or repeat are cheaper for some storage than real data.",
            "Write incompressible data, which is the default.",
        ),
        WarningKind::ArraySync => (
            "The array is busy with itself",
            "A resync, scrub or rebuild shares the disks with the test.",
            "Repeat the run when it has finished.",
        ),
        WarningKind::Scheduler => (
            "An I/O scheduler reorders",
            "The kernel's scheduler may delay and reorder I/O, which changes latencies.",
            "On SSD and virtual disks the scheduler none is usual.",
        ),
        WarningKind::Misaligned => (
            "The partition is not aligned",
            "Blocks straddle the physical sectors of the device, so one write becomes two.",
            "Create the partition on a 1 MiB boundary.",
        ),
        _ => return None,
    })
}

fn of_the_machine(kind: WarningKind) -> Option<MeaningTexts> {
    Some(match kind {
        WarningKind::CpuSaturated => (
            "The CPUs were busy",
            "The machine may have run out of CPU before the storage ran out of speed; the storage may carry more.",
            "Use more CPUs, or read the number as the limit of this machine.",
        ),
        WarningKind::CpuStolen => (
            "The hypervisor took CPU time",
            "Other guests of the same host ran while this one wanted to, which shows up as latency.",
            "Repeat the run at another hour and compare.",
        ),
        WarningKind::FewCpus => (
            "More workers than CPUs",
            "The workers wait for each other, and that waiting is counted as latency.",
            "Use fewer workers with more depth each.",
        ),
        WarningKind::OtherIo => (
            "Others used the device",
            "Other processes did I/O on the same device, so the storage carries more than the number says.",
            "Repeat the run while they are stopped.",
        ),
        WarningKind::ClockJump => (
            "The clock jumped",
            "The wall clock was set during the run, so times shown in the course may be off; durations are not.",
            "Nothing, unless it repeats.",
        ),
        WarningKind::EngineFallback => (
            "Another engine was used",
            "The usual engine is not available here; the one that was used may cost more CPU and so reach less.",
            "Allow io_uring (kernel.io_uring_disabled, the container's system call filter), or name the engine you want.",
        ),
        _ => return None,
    })
}

fn of_the_run(kind: WarningKind) -> MeaningTexts {
    match kind {
        WarningKind::Interrupted => (
            "The run was interrupted",
            "It was stopped before it was done; what was measured until then is shown.",
            "Repeat it with the command below.",
        ),
        WarningKind::ProcessStopped => (
            "The process was stopped",
            "The program did not run for a time: it was stopped, its virtual machine was paused, or the machine slept. That time is no latency of the storage.",
            "Repeat the run if the time that is left out matters.",
        ),
        WarningKind::Unmounted => (
            "The file system was unmounted during the run",
            "The mount was taken away while files on it were open (umount -l). They were tested to the end; the path leads elsewhere by now.",
            "Find out who unmounted it, mount it again and repeat the run.",
        ),
        WarningKind::NotStored => (
            "Results are missing in the store",
            "The store refused a part of the results, so reports made from it later lack that part; this report has everything.",
            "Keep this report. Make room for the store, or name another with --store, and repeat the run.",
        ),
        WarningKind::TooShort => (
            "Too short for the cycle",
            "The database's own cycle, such as its checkpoint, is longer than the run.",
            "Give more time with --budget.",
        ),
        WarningKind::Overloaded => (
            "More load than it could take",
            "Operations arrived faster than they were done, so waiting grew until arrivals were given up or the run ended; latencies depend on that.",
            "Nothing, if the load was meant to be too high.",
        ),
        WarningKind::LateArrivals => (
            "The load generator was late",
            "Operations were issued later than scheduled because every slot was taken or this machine was busy; the lateness is counted as latency.",
            "Use more depth, workers or CPUs, or a lower rate.",
        ),
        WarningKind::IoErrors => (
            "Operations failed",
            "The storage returned errors; a number that was measured beside them says little.",
            "Look at the notes and at the kernel's log.",
        ),
        _ => (
            "A check failed",
            "One of the checks of the numbers failed.",
            "See docs/explanation/methods/warnings.md.",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_warning_has_a_meaning_of_its_own() {
        let mut titles: Vec<_> = WarningKind::ALL.iter().map(|kind| meaning(*kind).title).collect();
        assert!(!titles.contains(&"A check failed"), "a kind has no meaning yet: {titles:?}");
        titles.sort_unstable();
        titles.dedup();
        assert_eq!(titles.len(), WarningKind::ALL.len());
    }
}
