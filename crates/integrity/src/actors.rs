//! The actors of a database: they request reads, writes and flushes of pages, one after the other.
//!
//! An actor turns the state of a [`FileActivity`] and a seed into [`ActorOperation`]s. It knows no file, buffer or
//! clock; equal seeds and equal states give equal operations. Names and default values are those of SQLIOSim's
//! configuration; each number names its key. What SQLIOSim does not document (its lazy writer, the checkpoint interval)
//! is marked as not in SQLIOSim.

mod log;
mod pool;
mod resize;
mod sweep;
mod throttle;
mod user;
mod write_back;

pub use log::{LogActor, LogWriterParameters};
pub use pool::DirtyPages;
pub use resize::{ShrinkActor, ShrinkParameters};
pub use sweep::{FileSweep, PageRunActor, PageRunParameters};
pub use throttle::OperationThrottle;
pub use user::{RandomUser, RandomUserParameters};
pub use write_back::{CheckpointParameters, LazyWriterParameters, WriteBackActor};

use base::Rng;
use workload::ActorName;

/// The next operation of an actor. Page numbers are those of its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActorOperation {
    /// Reads a run of pages and checks each against its allowed content.
    Read {
        first: u64,
        pages: u32,
    },
    Write {
        first: u64,
        pages: u32,
    },
    /// Makes the writes so far durable.
    Flush,
    /// Truncates the file to this many pages, or extends it.
    Resize {
        pages: u64,
    },
    /// Waits until all own operations are done.
    Await,
    /// Waits until all own operations are done, then pauses.
    Rest {
        ns: u64,
    },
    End,
}

/// The state that all actors of a file share.
#[derive(Debug)]
pub struct FileActivity {
    pub pages: u64,
    /// Pages that were updated in memory and are not written yet.
    pub dirty: DirtyPages,
    /// Bytes of log records that are not written yet.
    pub log_bytes: u64,
    /// Whether so many log bytes are pending that users have to wait for the log.
    pub log_is_behind: bool,
}

/// An actor. An enum, so that the loop that drives the actors needs no dynamic dispatch.
#[derive(Clone, Debug)]
pub enum Actor {
    Random(RandomUser),
    /// Reads or writes runs: audit, read-ahead, bulk update.
    Runs(PageRunActor),
    /// Fills or reads the whole file once.
    Sweep(FileSweep),
    WriteBack(WriteBackActor),
    Log(LogActor),
    /// Shrinks and grows the file.
    Shrink(ShrinkActor),
}

impl Actor {
    pub fn next(&mut self, stage: &mut FileActivity) -> ActorOperation {
        match self {
            Self::Random(actor) => actor.next(stage),
            Self::Runs(actor) => actor.next(stage),
            Self::Sweep(actor) => actor.next(stage),
            Self::WriteBack(actor) => actor.next(stage),
            Self::Log(actor) => actor.next(stage),
            Self::Shrink(actor) => actor.next(stage),
        }
    }

    pub fn name(&self) -> ActorName {
        match self {
            Self::Random(_) => ActorName::User,
            Self::Runs(actor) => actor.name(),
            Self::Sweep(actor) => actor.name(),
            Self::WriteBack(actor) => actor.name(),
            Self::Log(_) => ActorName::LogWriter,
            Self::Shrink(_) => ActorName::Shrink,
        }
    }
}

/// The parameters of the actors of one data file and its log.
#[derive(Clone, Debug, PartialEq)]
pub struct ActorParameters {
    /// `CacheHitRatio`: share of a user's pages that are in memory and need no read.
    pub cache_hit_share: f64,
    /// `MaxMemoryMB`: pages that may be dirty in memory before the lazy writer writes.
    pub pool_pages: u64,
    /// `MaxOutstandingIO`: the most outstanding operations of a file.
    pub outstanding_max: u32,
    /// `TargetIODuration`, in nanoseconds: while operations take longer on average, fewer are kept outstanding.
    pub target_io_ns: u64,
    /// `AllowIOBursts`: filling, checkpoints and the final audit are not throttled.
    pub bursts: bool,
    /// `UseScatterGather`: a run of pages is one vectored operation on scattered buffers.
    pub scatter: bool,
    pub random: RandomUserParameters,
    /// `[AuditUser]`: `BuffersValidated` pages, single reads.
    pub audit: PageRunParameters,
    /// `[ReadAheadUser]`: `BuffersRAMin` to `BuffersRAMax` pages.
    pub read_ahead: PageRunParameters,
    /// `[BulkUpdateUser]`: `BuffersBUMin` to `BuffersBUMax` pages.
    pub bulk: PageRunParameters,
    /// `[ShrinkActor]`; `None` if the file cannot change its size.
    pub shrink: Option<ShrinkParameters>,
    /// Not in SQLIOSim: checkpoints.
    pub checkpoint: CheckpointParameters,
    /// Not in SQLIOSim: the lazy writer.
    pub lazy_writer: LazyWriterParameters,
    /// Not in SQLIOSim: how log records become writes.
    pub log: LogWriterParameters,
    /// Not in SQLIOSim: share of the overwrites of pages not read since their last write that read the page first.
    pub read_back_share: f64,
}

impl Default for ActorParameters {
    /// SQLIOSim's documented values, on a machine of four CPUs.
    fn default() -> Self {
        let run = |users, least, most, delay_ns| PageRunParameters {
            users,
            least,
            most,
            cycles: 2,
            delay_ns,
        };
        Self {
            cache_hit_share: 0.1,
            pool_pages: 16_384,
            outstanding_max: 64,
            target_io_ns: 100_000_000,
            bursts: true,
            scatter: true,
            random: RandomUserParameters::default(),
            audit: run(2, 64, 64, 200_000_000),
            read_ahead: run(2, 32, 64, 200_000_000),
            bulk: run(2, 64, 128, 10_000_000),
            shrink: None,
            checkpoint: CheckpointParameters::default(),
            lazy_writer: LazyWriterParameters::default(),
            log: LogWriterParameters::default(),
            read_back_share: 0.0,
        }
    }
}

impl ActorParameters {
    pub fn run_pages_max(&self) -> u32 {
        [self.read_ahead.most, self.bulk.most, WriteBackActor::RUN_MAX, FileSweep::RUN_MAX]
            .into_iter()
            .max()
            .expect("the list is not empty")
    }

    /// The actors of a data file, as many as the parameters say.
    pub fn data_actors(&self, seed: u64) -> Vec<Actor> {
        let mut number = 0;
        let mut rng = || {
            number += 1;
            Rng::at(seed, &[number])
        };
        let mut actors = Vec::new();
        for _ in 0..self.random.users {
            let user = RandomUser::new(self.random, self.cache_hit_share, rng());
            actors.push(Actor::Random(user));
        }
        for _ in 0..self.audit.users {
            actors.push(Actor::Runs(PageRunActor::audit(self.audit, rng())));
        }
        for _ in 0..self.read_ahead.users {
            actors.push(Actor::Runs(PageRunActor::read_ahead(self.read_ahead, rng())));
        }
        for _ in 0..self.bulk.users {
            actors.push(Actor::Runs(PageRunActor::bulk(self.bulk, rng())));
        }
        actors.push(Actor::WriteBack(WriteBackActor::lazy(self.lazy_writer, self.pool_pages)));
        if self.checkpoint.every_ns > 0 {
            actors.push(Actor::WriteBack(WriteBackActor::checkpoints(self.checkpoint)));
        }
        if let Some(shrink) = self.shrink {
            actors.push(Actor::Shrink(ShrinkActor::new(shrink, rng())));
        }
        actors
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stage(pages: u64) -> FileActivity {
        FileActivity { pages, dirty: DirtyPages::new(), log_bytes: 1 << 20, log_is_behind: false }
    }

    fn acts(seed: u64) -> Vec<ActorOperation> {
        let shrink =
            ShrinkParameters { pages_min: 500, pages_max: 1000, ..ShrinkParameters::default() };
        let parameters = ActorParameters { shrink: Some(shrink), ..ActorParameters::default() };
        let mut stage = stage(1000);
        let mut actors = parameters.data_actors(seed);
        actors.push(Actor::Log(LogActor::new(parameters.log, 512, Rng::new(seed))));
        let mut acts = Vec::new();
        for _ in 0..2000 {
            for actor in &mut actors {
                let act = actor.next(&mut stage);
                if let ActorOperation::Resize { pages } = act {
                    assert!((500..=1000).contains(&pages), "{pages}");
                    stage.pages = pages;
                    stage.dirty.cut(pages);
                }
                acts.push(act);
            }
        }
        acts
    }

    #[test]
    fn equal_seeds_give_equal_acts_within_the_file() {
        let first = acts(1);
        assert_eq!(first, acts(1));
        assert_ne!(first, acts(2));
        let mut pages_now = 1000;
        let mut seen = [0; 4];
        for act in first {
            match act {
                ActorOperation::Read { first, pages } | ActorOperation::Write { first, pages } => {
                    assert!(pages > 0 && first + u64::from(pages) <= 1000, "{act:?}");
                    seen[usize::from(matches!(act, ActorOperation::Write { .. }))] += 1;
                }
                ActorOperation::Resize { pages } => {
                    seen[2] += u64::from(pages != pages_now);
                    pages_now = pages;
                }
                ActorOperation::Flush => seen[3] += 1,
                _ => {}
            }
        }
        assert!(seen.iter().all(|&count| count > 10), "every kind of act came: {seen:?}");
    }

    #[test]
    fn users_wait_for_a_log_that_is_behind() {
        let random = RandomUserParameters { rest_ns: 0, ..RandomUserParameters::default() };
        let mut user = Actor::Random(RandomUser::new(random, 0.0, Rng::new(3)));
        let mut stage = FileActivity { log_bytes: 0, log_is_behind: true, ..stage(1000) };
        for _ in 0..100 {
            assert!(matches!(user.next(&mut stage), ActorOperation::Rest { ns: 1.. }));
        }
        assert_eq!(stage.log_bytes, 0);
        stage.log_is_behind = false;
        assert!((0..100).any(|_| matches!(user.next(&mut stage), ActorOperation::Read { .. })));
        assert!(stage.log_bytes > 0);
    }

    #[test]
    fn nobody_asks_for_what_a_small_file_lacks() {
        let mut stage = stage(3);
        for actor in &mut ActorParameters::default().data_actors(7) {
            for _ in 0..200 {
                if let ActorOperation::Read { first, pages }
                | ActorOperation::Write { first, pages } = actor.next(&mut stage)
                {
                    assert!(pages > 0 && first + u64::from(pages) <= 3, "{}", actor.name());
                }
            }
        }
    }
}
