//! Warnings about the run itself: numbers that contradict each other, too little of them, an early end.

use base::units::{grouped, readable, trimmed};
use base::{Bytes, Nanos};

pub(super) fn little(depth: f64, held: f64, allowed: f64) -> String {
    format!(
        "the depth was {depth:.0}, but IOPS x latency gives {held:.2} ({:+.1} %): time was lost outside the storage, \
         or the latencies are incomplete; Little's law allows {:.1} %",
        (held / depth - 1.0) * 100.0,
        allowed * 100.0
    )
}

pub(super) fn size_differs(mean_bytes: f64, block_bytes: f64, short: u64) -> String {
    format!(
        "an operation moved {mean_bytes:.0} bytes on average where {block_bytes:.0} were requested: throughput and IOPS \
         contradict each other (short transfers: {short})"
    )
}

pub(super) fn device_counted_less(share: f64) -> String {
    format!(
        "the device counted {:.0} % of the bytes that this run moved: a cache or holes answered the rest",
        share * 100.0
    )
}

pub(super) fn device_moved_more(times: f64) -> String {
    format!(
        "the device moved {times:.2} times the bytes of this run: the file system, copies on write, redundancy or \
         other processes add to them"
    )
}

pub(super) fn steady_rate(value: f64, unit: &str) -> String {
    format!(
        "the rate stands at {} {unit} with less spread than operations of the storage have: this may be a quota (of a cloud \
         volume, a control group or a controller) or the interface (a bus, a link), and not the limit of the media",
        readable(value)
    )
}

pub(super) fn few(quantile: f64, needed: u64, measured: u64) -> String {
    format!(
        "p{} takes {} operations, and {} were measured; run longer",
        trimmed(quantile * 100.0, 3),
        grouped(needed),
        grouped(measured)
    )
}

pub(super) fn short(seconds: f64, cycle_s: f64) -> String {
    format!(
        "{seconds:.0} s do not cover this database's cycle of {cycle_s:.0} s (checkpoints, backups)"
    )
}

/// All operations were done within the warm-up.
pub(super) const NOTHING_COUNTED: &str = "nothing was counted: all operations were done within the warm-up; shorten the warm-up, or run longer";

/// Too few intervals for a confidence interval of the rate.
pub(super) const NO_INTERVAL: &str =
    "too few intervals for a confidence interval of the rate: run at least 10 s";

pub(super) fn wide_interval(half: f64) -> String {
    format!(
        "the rate has not settled: its confidence interval is +/- {:.0} %; run longer",
        half * 100.0
    )
}

pub(super) fn overloaded(offered_iops: f64, done_iops: f64, dropped: u64, waiting: f64) -> String {
    let still = match waiting {
        few if few < 1.0 => String::new(),
        many => format!(", about {} still waited at the end", readable(many)),
    };
    // Arrivals that are dropped bound the queue, and with it the latencies of the others.
    let latencies = match dropped {
        0 => "the latencies grow with the length of the run",
        _ => "the latencies leave out the dropped ones",
    };
    format!(
        "{} operations per second arrived and {} were done ({} dropped{still}): the storage is overloaded, \
         {latencies}",
        readable(offered_iops),
        readable(done_iops),
        grouped(dropped)
    )
}

pub(super) fn late_arrivals(late_ns: u64, latency_ns: u64, simulated: bool) -> String {
    // A simulated storage has a clock of its own, which no machine can be too busy for.
    let machine = if simulated { "" } else { ", or this machine was too busy" };
    format!(
        "half of the operations started {} late or more, where the storage takes {}: all slots of the depth were \
         taken{machine}",
        Nanos(late_ns),
        Nanos(latency_ns)
    )
}

pub(super) fn failed(failed: u64, done: u64) -> String {
    format!(
        "{} operations failed ({} were done); see the notes for the first ones, and the kernel log",
        grouped(failed),
        grouped(done)
    )
}

/// The user stopped the run.
pub(super) const INTERRUPTED: &str =
    "the run was interrupted: only what was measured before is shown";

/// The user stopped an integrity test.
pub(super) const AUDIT_INTERRUPTED: &str =
    "it was interrupted: pages that were not audited by then may hold anything";

/// The audits of an integrity test went through the page cache: direct I/O was refused.
pub(super) const AUDIT_THROUGH_CACHE: &str = "direct I/O was requested and refused: the audits read through a page cache that was asked to drop its pages";

pub(super) fn audit_fits_memory(file_bytes: u64, memory_bytes: u64, sound: bool) -> String {
    format!(
        "{} of data and log fit into a memory of {} in front of the storage, which may have answered {}; choose a greater \
         --size",
        Bytes(file_bytes),
        Bytes(memory_bytes),
        if sound { "the audits" } else { "reads: there may be more faults" }
    )
}

/// The user stopped a study, which the same command resumes.
pub(super) const STUDY_INTERRUPTED: &str = "the study was interrupted; the same command resumes it";

/// The run is under way, or its process was killed.
pub(super) const UNFINISHED: &str =
    "the run is still going or was killed: only what it had written by then is shown";
