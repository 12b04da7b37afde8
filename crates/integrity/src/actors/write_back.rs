//! How dirty pages reach the file: the lazy writer's bursts when there are too many, and checkpoints. SQLIOSim does not
//! document its own; the numbers here are ours.

use super::{ActorOperation, FileActivity};
use workload::ActorName;

/// Checkpoints: all dirty pages in the order of the file, then a flush.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckpointParameters {
    /// From the end of one to the start of the next, in nanoseconds; 0: only one at the end of the run.
    pub every_ns: u64,
}

impl Default for CheckpointParameters {
    /// 30 s: several in each cycle of SQLIOSim's 300 s. Databases take one every 1 to 5 minutes.
    fn default() -> Self {
        Self { every_ns: 30_000_000_000 }
    }
}

/// The lazy writer: wakes up regularly and writes the oldest dirty pages in a burst if there are too many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LazyWriterParameters {
    /// Sleep between two checks, in nanoseconds.
    pub every_ns: u64,
    pub burst_pages: u32,
    /// Most adjacent pages that are written together.
    pub run_pages: u32,
}

impl Default for LazyWriterParameters {
    /// 20 checks a second and runs of up to 32 pages.
    fn default() -> Self {
        Self { every_ns: 50_000_000, burst_pages: 256, run_pages: 32 }
    }
}

#[derive(Clone, Debug)]
enum WriteBackKind {
    Lazy { own: LazyWriterParameters, pool_pages: u64, left: u32 },
    Checkpoint { own: CheckpointParameters, once: bool },
}

/// A lazy writer or a checkpoint.
#[derive(Clone, Debug)]
pub struct WriteBackActor {
    kind: WriteBackKind,
    /// Pages that a checkpoint still has to write, in descending order.
    todo: Vec<u64>,
    step: WriteBackStep,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WriteBackStep {
    Rest,
    Begin,
    Write,
    Flush,
    End,
}

impl WriteBackActor {
    /// Most pages that are written together.
    pub const RUN_MAX: u32 = 32;

    /// The lazy writer: keeps the dirty pages below `pool_pages`.
    pub fn lazy(own: LazyWriterParameters, pool_pages: u64) -> Self {
        Self {
            kind: WriteBackKind::Lazy { own, pool_pages, left: 0 },
            todo: Vec::new(),
            step: WriteBackStep::Begin,
        }
    }

    /// Checkpoints, one after the other; the first after the usual interval.
    pub fn checkpoints(own: CheckpointParameters) -> Self {
        let kind = WriteBackKind::Checkpoint { own, once: false };
        Self { kind, todo: Vec::new(), step: WriteBackStep::Rest }
    }

    pub fn last_checkpoint() -> Self {
        let kind =
            WriteBackKind::Checkpoint { own: CheckpointParameters { every_ns: 0 }, once: true };
        Self { kind, todo: Vec::new(), step: WriteBackStep::Begin }
    }

    pub(super) fn name(&self) -> ActorName {
        if matches!(self.kind, WriteBackKind::Lazy { .. }) {
            ActorName::LazyWriter
        } else {
            ActorName::Checkpoint
        }
    }

    pub(super) fn next(&mut self, stage: &mut FileActivity) -> ActorOperation {
        match &mut self.kind {
            WriteBackKind::Lazy { own, pool_pages, left } => {
                if *left == 0 && stage.dirty.len() as u64 > *pool_pages {
                    *left = own.burst_pages;
                }
                let run = own.run_pages.clamp(1, Self::RUN_MAX);
                if *left > 0
                    && let Some((first, pages)) = stage.dirty.take_run(run)
                {
                    *left = left.saturating_sub(pages);
                    return ActorOperation::Write { first, pages };
                }
                *left = 0;
                ActorOperation::Rest { ns: own.every_ns }
            }
            WriteBackKind::Checkpoint { own, once } => {
                let (every_ns, once) = (own.every_ns, *once);
                self.checkpoint(stage, every_ns, once)
            }
        }
    }

    fn checkpoint(
        &mut self,
        stage: &mut FileActivity,
        every_ns: u64,
        once: bool,
    ) -> ActorOperation {
        if self.step == WriteBackStep::Begin {
            self.todo = stage.dirty.take_all();
            self.todo.reverse();
            self.step = WriteBackStep::Write;
        }
        // The file may have been truncated since the checkpoint began.
        while self.todo.last().is_some_and(|&page| page >= stage.pages) {
            self.todo.pop();
        }
        match self.step {
            WriteBackStep::Rest => {
                self.step = WriteBackStep::Begin;
                ActorOperation::Rest { ns: every_ns }
            }
            WriteBackStep::Begin | WriteBackStep::Write => {
                let Some(first) = self.todo.pop() else {
                    self.step = WriteBackStep::Flush;
                    return ActorOperation::Await;
                };
                let mut pages = 1;
                while pages < Self::RUN_MAX && first + u64::from(pages) < stage.pages {
                    if self.todo.last() != Some(&(first + u64::from(pages))) {
                        break;
                    }
                    self.todo.pop();
                    pages += 1;
                }
                ActorOperation::Write { first, pages }
            }
            WriteBackStep::Flush => {
                self.step = if once { WriteBackStep::End } else { WriteBackStep::Rest };
                ActorOperation::Flush
            }
            WriteBackStep::End => ActorOperation::End,
        }
    }
}
