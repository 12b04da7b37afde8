//! One worker's counts over one reporting interval; samples of many workers merge into one.

use crate::Histogram;
use serde::{Deserialize, Serialize};

/// The counts of one worker (or, merged, one stream) in one interval.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct IntervalSample {
    pub phase: usize,
    pub stream: usize,
    /// The worker's number within the stream; meaningless once merged.
    pub worker: u32,
    pub index: u64,
    pub start_ns: u64,
    pub end_ns: u64,
    pub warm_up: bool,
    /// Whether the interval was cut short by the end of the run.
    pub partial: bool,
    /// Whether the process was stopped within the interval; its counts then say nothing about the storage.
    pub stopped: bool,
    pub replay: bool,
    pub read: DirectionSample,
    pub write: DirectionSample,
    /// Flushes (`fdatasync`, `fsync`): `total` is the commit, from the intended start of the group's first write, or of its
    /// last in an open loop, to the end of its flush; `service` is the flush alone.
    pub flush: DirectionSample,
    /// Trims, until they are counted as writes.
    pub trim: DirectionSample,
    /// Arrivals that were due in the interval (open loop).
    pub due: u64,
    /// Arrivals due and not yet submitted when the interval ended (open loop).
    pub backlog: u64,
    /// Arrivals dropped because they waited too long (open loop).
    pub dropped: u64,
    /// Outstanding I/Os integrated over the interval, in I/O-nanoseconds: divided by the length, the mean depth.
    pub depth_ns: u128,
    /// Operations started, by the number outstanding including them: 1, 2 to 3, 4 to 7, and so on to 64 and more.
    /// Operations that a closed loop starts together all count at the depth they reach.
    pub depths: [u64; 7],
    /// Submissions to the kernel by their number of operations: none, up to 4, 8, 16, 32, 64, and more.
    pub submits: [u64; 7],
    /// The same for operations whose completions were reaped together.
    pub completes: [u64; 7],
    /// Every operation, in the order of completion; only if the stream keeps records.
    pub records: Vec<OperationRecord>,
    /// The longest period without a completion that ended in the interval or continued at its end: start and end within
    /// the phase, in nanoseconds. It may begin before the interval. Merged, it is the overlap of the workers' longest
    /// periods. Pauses of the load itself (an open loop, think time) count too.
    pub quiet_ns: (u64, u64),
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DirectionSample {
    pub ios: u64,
    pub bytes: u64,
    pub errors: u64,
    /// Short transfers that were finished by another submission.
    pub short: u64,
    /// Intended start to completion: what an application experiences. In a closed loop, submission to completion.
    pub total: Histogram,
    /// Submission to completion; empty in a closed loop, where it equals `total`.
    pub service: Histogram,
    /// Intended start to submission; empty in a closed loop.
    pub late: Histogram,
    /// How long the submission to the kernel took; only where the stream measures it.
    pub handover: Histogram,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OperationRecord {
    /// Its number among the operations of the worker, in the order of their starts.
    pub number: u64,
    /// When it was submitted, within the phase, in nanoseconds.
    pub start_ns: u64,
    pub end_ns: u64,
    /// 0: a read, 1: a write, 2: a trim, 3: a flush; [`OperationRecord::CLOSED`].
    pub direction: u8,
    /// Index of the file among those of the worker, from 0.
    pub file: u32,
    pub offset_bytes: u64,
    pub length_bytes: u32,
    /// How long its submission to the kernel took.
    pub handover_ns: u64,
}

impl OperationRecord {
    /// Not an operation: all of a file was used, and it is closed until its next use.
    pub const CLOSED: u8 = 4;
}

impl IntervalSample {
    pub fn new(phase: usize, stream: usize, worker: u32) -> Self {
        Self { phase, stream, worker, ..Self::default() }
    }

    /// Keeps a period without a completion if it is the longest.
    #[inline]
    pub fn was_quiet(&mut self, from_ns: u64, until_ns: u64) {
        if until_ns.saturating_sub(from_ns) > self.quiet_ns.1 - self.quiet_ns.0 {
            self.quiet_ns = (from_ns, until_ns);
        }
    }

    /// Reads, writes and trims completed.
    pub fn ios(&self) -> u64 {
        self.read.ios + self.write.ios + self.trim.ios
    }

    /// Bytes read, written and trimmed.
    pub fn bytes(&self) -> u64 {
        self.read.bytes + self.write.bytes + self.trim.bytes
    }

    pub fn errors(&self) -> u64 {
        self.read.errors + self.write.errors + self.flush.errors + self.trim.errors
    }

    /// Counts trims as writes: both change what is stored, and results have one place for that. Code that distinguishes
    /// them must look before this call.
    pub fn count_trims_as_writes(&mut self) {
        if self.trim.ios + self.trim.errors > 0 {
            let trim = std::mem::take(&mut self.trim);
            self.write.merge(&trim);
        }
    }

    pub fn length_ns(&self) -> u64 {
        self.end_ns - self.start_ns
    }

    pub fn merge(&mut self, other: &Self) {
        self.start_ns = self.start_ns.min(other.start_ns);
        self.end_ns = self.end_ns.max(other.end_ns);
        self.partial |= other.partial;
        self.stopped |= other.stopped;
        self.replay |= other.replay;
        self.read.merge(&other.read);
        self.write.merge(&other.write);
        self.flush.merge(&other.flush);
        self.trim.merge(&other.trim);
        self.due += other.due;
        self.backlog += other.backlog;
        self.dropped += other.dropped;
        self.depth_ns += other.depth_ns;
        for (sums, counts) in [
            (&mut self.depths, &other.depths),
            (&mut self.submits, &other.submits),
            (&mut self.completes, &other.completes),
        ] {
            sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        }
        self.records.extend_from_slice(&other.records);
        let from_ns = self.quiet_ns.0.max(other.quiet_ns.0);
        self.quiet_ns = (from_ns, self.quiet_ns.1.min(other.quiet_ns.1).max(from_ns));
    }

    /// Empties the counts, keeping the memory.
    pub fn clear(&mut self) {
        self.read.clear();
        self.write.clear();
        self.flush.clear();
        self.trim.clear();
        (self.due, self.backlog, self.dropped, self.depth_ns) = (0, 0, 0, 0);
        (self.depths, self.submits, self.completes) = ([0; 7], [0; 7], [0; 7]);
        self.records.clear();
        self.quiet_ns = (0, 0);
        (self.partial, self.stopped) = (false, false);
    }
}

impl DirectionSample {
    pub fn merge(&mut self, other: &Self) {
        self.ios += other.ios;
        self.bytes += other.bytes;
        self.errors += other.errors;
        self.short += other.short;
        self.total.merge(&other.total);
        self.service.merge(&other.service);
        self.late.merge(&other.late);
        self.handover.merge(&other.handover);
    }

    /// Empties it, keeping its memory.
    pub fn clear(&mut self) {
        (self.ios, self.bytes, self.errors, self.short) = (0, 0, 0, 0);
        self.total.clear();
        self.service.clear();
        self.late.clear();
        self.handover.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn workers_are_quiet_together_only_while_each_of_them_is() {
        let quiet = |times: &[(u64, u64)]| {
            let mut interval = IntervalSample::new(0, 0, 0);
            times.iter().for_each(|(from_ns, until_ns)| interval.was_quiet(*from_ns, *until_ns));
            interval
        };
        let mut both = quiet(&[(10, 12), (20, 50), (60, 80)]);
        assert_eq!(both.quiet_ns, (20, 50));
        both.merge(&quiet(&[(0, 5), (30, 70)]));
        assert_eq!(both.quiet_ns, (30, 50));
        both.merge(&quiet(&[(60, 99)]));
        assert_eq!(both.quiet_ns.0, both.quiet_ns.1, "never all three");
        both.clear();
        assert_eq!(both.quiet_ns, (0, 0));
    }
}
