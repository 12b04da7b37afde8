//! The files of one worker: chooses the file of the next operation, by the rules of fio's `file_service_type`, and drops the cached
//! pages of a part between two passes over it. Operations still in flight are not awaited: the pages that they load stay cached.
//!
//! Returns a file's number with each operation. A file whose part was used completely rests until the others were too.
//! Costs nothing if there is one file.

use super::offsets::{IoExtent, OffsetGenerator};
use super::setup::{WorkerCounter, WorkerSetup};
use super::{Backend, PageCheck, SampleSink, Worker};
use base::distribution::IndexDistribution;
use base::{Clock, Rng, random};
use plan::{FilePlan, WorkerPlan};
use std::fs::File;
use std::sync::Arc;
use workload::Emulation;
use workload::emulation::FileOrder;

/// The path below a worker's seed for the seeds of its files; above the path of any lane.
const FILES: u64 = 0xF11E_0000;
/// The most draws of a random file (ours); then the next usable file is taken.
const DRAWS_MAX: u32 = 64;

#[derive(Debug)]
pub(super) struct FileRotation {
    files: Vec<RotationFile>,
    order: FileOrder,
    law: Option<IndexDistribution>,
    rng: Rng,
    /// The operations of a file's turn.
    turn: u32,
    open_max: usize,
    passes: bool,
    current: Option<FileTurn>,
    /// Where the search for the next file begins.
    next: usize,
    open: usize,
    resting: usize,
    /// The files closed since the last call of [`FileRotation::closed`]; `None` if no records are kept.
    closed: Option<Vec<u32>>,
}

#[derive(Debug)]
struct FileTurn {
    number: usize,
    operations_left: u32,
}

#[derive(Debug)]
struct RotationFile {
    places: OffsetGenerator,
    is_open: bool,
    /// Whether all of its part was used in this pass.
    is_used: bool,
    rests: bool,
}

impl FileRotation {
    /// `None` if there is only one file.
    pub(super) fn new(work: &WorkerPlan) -> Option<Self> {
        let rules = work.emulation.files.as_ref().filter(|_| !work.files.is_empty())?;
        let alone = WorkerPlan {
            files: Vec::new(),
            emulation: Emulation { files: None, ..work.emulation.clone() },
            ..work.clone()
        };
        let rotation_file = |(number, part): (usize, FilePlan)| {
            let seed = random::derive(work.seed, &[FILES, number as u64]);
            let (offset_bytes, length_bytes) = (part.offset_bytes, part.length_bytes);
            let work = WorkerPlan { offset_bytes, length_bytes, seed, ..alone.clone() };
            let places =
                OffsetGenerator::new(&work, WorkerCounter::default(), random::derive(seed, &[1]));
            RotationFile { places, is_open: false, is_used: false, rests: false }
        };
        let files: Vec<RotationFile> = work.parts().enumerate().map(rotation_file).collect();
        let count = files.len() as u64;
        let law = match rules.order {
            FileOrder::RoundRobin | FileOrder::Sequential => None,
            FileOrder::Random => Some(IndexDistribution::uniform(count)),
            FileOrder::Zipf(theta) => Some(IndexDistribution::zipf(count, theta)),
            FileOrder::Pareto(hot) => Some(IndexDistribution::pareto(count, hot)),
            FileOrder::Normal(percent) => {
                Some(IndexDistribution::normal(count, 0.5, percent / 100.0))
            }
        };
        Some(Self {
            files,
            order: rules.order,
            law,
            rng: Rng::new(random::derive(work.seed, &[FILES])),
            turn: rules.turn_operations.max(1),
            open_max: rules.open_max.max(1) as usize,
            passes: rules.skips_used,
            current: None,
            next: 0,
            open: 0,
            resting: 0,
            closed: work.emulation.keeps_records.then(|| Vec::with_capacity(work.files.len() + 1)),
        })
    }

    /// The file of the next operation, and the operation.
    pub(super) fn next(&mut self) -> (u32, IoExtent) {
        let number = loop {
            let number = self.file_in_turn();
            if !self.files[number].is_used {
                break number;
            }
            self.close(number);
        };
        let file = &mut self.files[number];
        let operation = file.places.next();
        file.is_used = self.passes && file.places.is_at_end();
        (number as u32, operation)
    }

    /// Takes the files that were closed since the last call, if records are kept.
    pub(super) fn closed(&mut self) -> impl Iterator<Item = u32> {
        self.closed.iter_mut().flat_map(|closed| closed.drain(..))
    }

    /// The file of the next operation, whether or not its part was used completely.
    pub(super) fn file_in_turn(&mut self) -> usize {
        if let Some(turn) = &mut self.current
            && !self.files[turn.number].rests
        {
            if self.order == FileOrder::Sequential {
                return turn.number;
            }
            if turn.operations_left > 0 {
                turn.operations_left -= 1;
                return turn.number;
            }
        }
        let number = self.draw_ready().unwrap_or_else(|| self.next_ready());
        let file = &mut self.files[number];
        self.open += usize::from(!std::mem::replace(&mut file.is_open, true));
        self.current = Some(FileTurn { number, operations_left: self.turn - 1 });
        number
    }

    fn is_ready(&self, number: usize) -> bool {
        let file = &self.files[number];
        !file.rests && (file.is_open || self.open < self.open_max)
    }

    fn draw_ready(&mut self) -> Option<usize> {
        for _ in 0..DRAWS_MAX {
            let number = self.law.as_ref()?.draw(&mut self.rng) as usize;
            if self.is_ready(number) {
                return Some(number);
            }
        }
        None
    }

    /// The next usable file; there always is one, because never all files rest.
    fn next_ready(&mut self) -> usize {
        loop {
            let number = self.next;
            self.next = (number + 1) % self.files.len();
            if self.is_ready(number) {
                return number;
            }
        }
    }

    /// Closes a file whose part was used completely, until all others were too.
    fn close(&mut self, number: usize) {
        let file = &mut self.files[number];
        (file.rests, file.is_open) = (true, false);
        self.open -= 1;
        if let Some(closed) = &mut self.closed {
            closed.push(number as u32);
        }
        self.resting += 1;
        if self.resting == self.files.len() {
            self.resting = 0;
            self.files.iter_mut().for_each(|file| (file.rests, file.is_used) = (false, false));
        }
    }
}

#[derive(Debug)]
pub(super) struct PassTracker {
    /// Each file with the part of it that is used.
    files: Vec<(Arc<File>, FilePlan)>,
    pass_bytes: u64,
}

impl PassTracker {
    /// `None` if no cache is dropped between passes. The first lane of a worker drops it for all lanes.
    pub(super) fn of(setup: &WorkerSetup) -> Option<Self> {
        let work = &setup.work;
        let pass_bytes = work.drop_every.filter(|bytes| *bytes > 0 && setup.lane == 0)?;
        let files: Vec<_> = setup.cached.iter().cloned().zip(work.parts()).collect();
        (!files.is_empty()).then_some(Self { files, pass_bytes })
    }

    /// The bytes at which the first pass or the worker ends.
    pub(super) fn limit(setup: &WorkerSetup) -> Option<u64> {
        let pass = Self::of(setup).map(|passes| passes.pass_bytes);
        pass.into_iter().chain(setup.work.bytes_max).min()
    }
}

impl<B: Backend, S: SampleSink, C: PageCheck> Worker<B, S, C> {
    /// Begins the next pass, unless the limit that was reached is the end. Returns whether it did.
    #[cold]
    pub(super) fn next_pass(&mut self, limit: u64) -> bool {
        let end = self.setup.work.bytes_max.unwrap_or(u64::MAX);
        let Some(passes) = &self.passes else { return false };
        if limit >= end {
            return false;
        }
        // This is only advice to the kernel: if pages cannot be dropped, the load continues with them.
        for (file, part) in &passes.files {
            let _ = sys::file::forget_range(file, part.offset_bytes, part.length_bytes);
        }
        self.bytes_limit = Some(limit.saturating_add(passes.pass_bytes).min(end));
        self.now_ns = self.backend.clock().now_ns().max(self.now_ns);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::{Bytes, Nanos};
    use plan::FilePlan;
    use workload::emulation::{FileRange, FileSet};
    use workload::{
        AccessPattern, BlockSizes, Extent, JobTarget, StopCondition, Stream, TargetLocation,
        Workload,
    };

    /// A worker that reads blocks of 4 KiB in turn from files with these numbers of blocks.
    fn turns(
        blocks: &[u64],
        order: FileOrder,
        turn: u32,
        open: u32,
        access: AccessPattern,
    ) -> FileRotation {
        let work = plan(blocks, order, turn, open, access);
        FileRotation::new(&work).expect("there are several files")
    }

    fn plan(
        blocks: &[u64],
        order: FileOrder,
        turn: u32,
        open: u32,
        access: AccessPattern,
    ) -> WorkerPlan {
        let mut stream = Stream::new("s", "0");
        stream.read_blocks = BlockSizes::Fixed(Bytes::kib(4));
        stream.access = access;
        stream.size = Some(Extent::Bytes(Bytes::kib(4 * blocks[0])));
        stream.stop =
            StopCondition { duration_ns: Some(Nanos::secs(1)), ..StopCondition::default() };
        let part = |(number, blocks): (usize, &u64)| FileRange {
            target: (number + 1).to_string(),
            offset: Bytes(0),
            length: Bytes::kib(4 * blocks),
        };
        let others: Vec<FileRange> = blocks[1..].iter().enumerate().map(part).collect();
        let files = FileSet {
            others: others.into(),
            order,
            turn_operations: turn,
            open_max: open,
            skips_used: true,
        };
        stream.emulation.files = Some(files);
        let target = |number: usize| JobTarget {
            name: number.to_string(),
            place: TargetLocation::Null,
            size: Some(Extent::Bytes(Bytes::kib(4 * blocks[number]))),
        };
        let targets = (0..blocks.len()).map(target).collect();
        let workload = Workload::new("w", targets, vec![stream]);
        let facts = crate::probe::facts(&workload, &vec![None; blocks.len()]).expect("facts");
        let plan = plan::plan(&workload, &facts, 1).expect("a plan");
        let work = plan.phases[0].workers[0].clone();
        assert_eq!(
            work.files.iter().map(|part: &FilePlan| part.target).collect::<Vec<_>>(),
            (1..blocks.len()).collect::<Vec<_>>()
        );
        work
    }

    fn numbers(turns: &mut FileRotation, count: usize) -> Vec<u32> {
        (0..count).map(|_| turns.next().0).collect()
    }

    #[test]
    fn files_take_turns_and_rest_once_they_were_used() {
        let mut all = turns(&[2, 4, 1], FileOrder::RoundRobin, 1, 3, AccessPattern::Sequential);
        assert_eq!(numbers(&mut all, 7), [0, 1, 2, 0, 1, 1, 1]);
        // The next pass uses all files again.
        let mut again = numbers(&mut all, 7);
        again.sort_unstable();
        assert_eq!(again, [0, 0, 1, 1, 1, 1, 2]);
    }

    #[test]
    fn a_turn_has_several_operations() {
        let mut all = turns(&[4, 4], FileOrder::RoundRobin, 3, 2, AccessPattern::Shuffled);
        assert_eq!(numbers(&mut all, 8), [0, 0, 0, 1, 1, 1, 0, 1]);
    }

    #[test]
    fn one_file_after_the_other() {
        let mut all = turns(&[2, 1, 3], FileOrder::Sequential, 1, 3, AccessPattern::Sequential);
        assert_eq!(numbers(&mut all, 6), [0, 0, 1, 2, 2, 2]);
        assert_eq!(all.closed().count(), 0, "it is not kept");
    }

    #[test]
    fn no_more_files_are_in_use_than_may_be_open() {
        let mut all = turns(&[2, 2, 2], FileOrder::RoundRobin, 1, 2, AccessPattern::Sequential);
        assert_eq!(numbers(&mut all, 6), [0, 1, 0, 1, 2, 2]);
    }

    #[test]
    fn random_files_are_all_used_in_a_pass() {
        let mut all = turns(&[50, 50, 50], FileOrder::Random, 1, 3, AccessPattern::Shuffled);
        let got = numbers(&mut all, 150);
        let count = |number: u32| got.iter().filter(|&&one| one == number).count();
        assert_eq!([count(0), count(1), count(2)], [50, 50, 50]);
        assert!(got[..20].windows(2).any(|pair| pair[0] == pair[1]), "they are drawn: {got:?}");
    }

    #[test]
    fn a_flush_goes_to_the_file_in_turn() {
        let mut all = turns(&[4, 4], FileOrder::RoundRobin, 1, 2, AccessPattern::Sequential);
        assert_eq!((all.next().0, all.file_in_turn(), all.next().0), (0, 1, 0));
    }
}
