//! Captures counters: samples those of the disk and the I/O pressure, without root.

use super::{CaptureContext, CaptureResult, unwritten};
use crate::failure::Failure;
use observe::file::CaptureTotals;
use observe::{CaptureSource, CounterInterval, DirectionCounters};
use report::messages::capture::CaptureFault;
use sys::clock::monotonic_ns;
use sys::counters::{self, DiskCounters};
use sys::inventory::SystemRoots;

/// How many intervals are kept before they are written.
const INTERVALS_PER_CHUNK: usize = 10;

#[derive(Clone, Copy, Debug)]
struct CounterSample {
    at_ns: u64,
    disk: DiskCounters,
    /// Microseconds in which some task waited for I/O; `None` if the kernel does not count them.
    stall_us: Option<u64>,
}

impl CounterSample {
    fn now(name: &str, roots: &SystemRoots) -> Option<Self> {
        let mut disk = counters::disk(roots, name)?;
        // The kernel counts no flushes of a partition.
        disk.flushes = disk.flushes.filter(|_| roots.parent_disk(name).is_none());
        Some(Self { at_ns: monotonic_ns(), disk, stall_us: stall_us(roots) })
    }

    /// The interval since an earlier sample, with its true length.
    fn since(&self, earlier: &Self, start_ns: u64) -> CounterInterval {
        let length_ns = self.at_ns.saturating_sub(earlier.at_ns).max(1);
        let d = self.disk.since(&earlier.disk);
        let direction = |operations: u64, sectors: u64, merged: u64, ms: u64| DirectionCounters {
            operations: operations as f64,
            bytes: Some(sectors as f64 * 512.0),
            merged: Some(merged as f64),
            latency_sum_ns: Some(ms as f64 * 1e6),
        };
        let share = |ns: f64| (ns / length_ns as f64).clamp(0.0, 1.0);
        let stall = self.stall_us.zip(earlier.stall_us);
        CounterInterval {
            begin_ns: earlier.at_ns.saturating_sub(start_ns),
            length_ns,
            read: direction(d.reads, d.read_sectors, d.reads_merged, d.read_ms),
            write: direction(d.writes, d.written_sectors, d.writes_merged, d.write_ms),
            discard: d.discards.map(|discards| {
                direction(discards, d.discarded_sectors, d.discards_merged, d.discard_ms)
            }),
            flush: d.flushes.map(|flushes| direction(flushes, 0, 0, d.flush_ms)),
            queue_depth_mean: Some(d.queue_ms as f64 * 1e6 / length_ns as f64),
            busy_share: Some(share(d.busy_ms as f64 * 1e6)),
            io_stall_share: stall
                .map(|(later, earlier)| share(later.saturating_sub(earlier) as f64 * 1e3)),
        }
    }
}

/// `total` of the line `some` in /proc/pressure/io.
fn stall_us(roots: &SystemRoots) -> Option<u64> {
    let text = roots.proc_text("pressure/io")?;
    let some = text.lines().find(|line| line.starts_with("some "))?;
    some.split_whitespace().find_map(|word| word.strip_prefix("total=")?.parse().ok())
}

/// Samples until the end.
pub(super) fn run(context: &mut CaptureContext<'_>) -> Result<CaptureResult, Failure> {
    let request = context.request;
    let name = context.names();
    let sample = |context: &CaptureContext<'_>| {
        CounterSample::now(&name, &context.roots)
            .ok_or_else(|| Failure::target(CaptureFault::NoCounters { name: name.to_string() }))
    };
    let mut before = sample(context)?;
    let mut writer = context.create(CaptureSource::DiskCounters)?;
    context.start_ns = before.at_ns;
    let mut intervals = Vec::new();
    loop {
        // Sample times are multiples of the interval, so that a late sample makes only its own interval longer.
        let grid = (before.at_ns - context.start_ns) / request.interval_ns + 1;
        let going = context.wait_until(context.start_ns + grid * request.interval_ns);
        let now = sample(context)?;
        let interval = now.since(&before, context.start_ns);
        show(context, &interval);
        intervals.push(interval);
        before = now;
        if !going || intervals.len() == INTERVALS_PER_CHUNK {
            let written = writer.intervals(std::mem::take(&mut intervals));
            written.map_err(|error| unwritten(request, &error))?;
        }
        if !going {
            break;
        }
    }
    let totals = CaptureTotals { length_ns: context.elapsed_ns(), ..CaptureTotals::default() };
    let (file, totals) = writer.finish(totals).map_err(|error| unwritten(request, &error))?;
    let file_bytes = file.metadata().map_or(0, |found| found.len());
    Ok(CaptureResult { totals, seen_ios: 0, file_bytes, mapped_share: None, left_out_files: 0 })
}

fn show(context: &mut CaptureContext<'_>, interval: &CounterInterval) {
    let seconds = interval.length_ns as f64 / 1e9;
    let both = [&interval.read, &interval.write];
    let bytes: f64 = both.iter().filter_map(|side| side.bytes).sum();
    let operations: f64 = both.iter().map(|side| side.operations).sum();
    context.progress.live.iops = Some(operations / seconds);
    context.progress.live.mibps = Some(bytes / seconds / f64::from(1 << 20));
    context.show_time();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_late_sample_keeps_its_true_length_and_a_wrapped_time_its_value() {
        let sample = |at_ns, reads, read_ms, stall_us| CounterSample {
            at_ns,
            disk: DiskCounters { reads, read_ms, busy_ms: read_ms, ..DiskCounters::default() },
            stall_us: Some(stall_us),
        };
        let wrap = u64::from(u32::MAX);
        let first = sample(5_000, 100, wrap - 499, 10);
        let later = sample(5_000 + 2_000_000_000, 300, 500, 500_010);
        let interval = later.since(&first, 4_000);
        assert_eq!((interval.begin_ns, interval.length_ns), (1_000, 2_000_000_000));
        assert_eq!(interval.read.operations, 200.0);
        assert_eq!(interval.read.latency_sum_ns, Some(1e9));
        assert_eq!((interval.busy_share, interval.io_stall_share), (Some(0.5), Some(0.25)));
    }
}
