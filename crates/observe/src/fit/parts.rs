//! The parts of classes in the transactions of sessions: takes a class, sets the stream's part, depth and flushes.

use super::classes::Class;
use super::pace::{self, FittedPace};
use super::sessions::{FittedSessions, FoundSessions};
use crate::roles::FileRole;
use crate::{IoEvent, IoKind};
use base::Bytes;
use std::cmp::Reverse;
use workload::{Pace, SessionCycle, Stream, SyncMode, TransactionPart};

/// The depth of I/Os behind: this quantile, by I/O.
const BEHIND_QUANTILE: f64 = 0.95;
/// Longer waves are cut into several: once a wave is many times as long as the queue is deep, its length changes nothing, and a short check
/// has to see several. The kernel's flusher wrote 6,600 pages of `PostgreSQL` at depth 125 every 6 s.
const WAVE_MAX: u32 = 512;
/// And the fewest waves of a capture: of one or two nobody knows how often they come.
const WAVES_MIN: u32 = 8;
/// The fewest I/Os of a transaction that a job can say.
const IOS_MIN: f64 = 0.001;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ClassPart {
    Sessions,
    Commit,
    Behind,
    /// Reads that sessions do not wait for.
    Ahead,
}

impl ClassPart {
    pub(super) fn of(
        event: &IoEvent,
        role: Option<FileRole>,
        sessions: &FoundSessions,
    ) -> Option<Self> {
        match (role?, event.operation) {
            (FileRole::Data, IoKind::Read) => {
                let waits = sessions.waits_for(event)?;
                Some(if waits { Self::Sessions } else { Self::Ahead })
            }
            (FileRole::Log, IoKind::Write) => Some(Self::Commit),
            (FileRole::Data, IoKind::Write) => Some(Self::Behind),
            _ => None,
        }
    }
}

/// Leaves one log, the largest. Without a log or reads of sessions no class has a part, and there is nothing to give.
pub(super) fn assign(classes: &mut [Class], sessions: FittedSessions) -> Option<FittedSessions> {
    classes.sort_by_key(|class| Reverse(class.events.len()));
    let mut has_log = false;
    for class in classes.iter_mut().filter(|class| class.part == Some(ClassPart::Commit)) {
        if std::mem::replace(&mut has_log, true) {
            class.part = None;
        }
    }
    let has_reads = classes.iter().any(|class| class.part == Some(ClassPart::Sessions));
    (has_log && has_reads).then_some(sessions)
}

pub(super) fn of(
    class: &Class,
    part: ClassPart,
    sessions: FittedSessions,
    stream: &mut Stream,
) -> FittedPace {
    stream.pace = Pace::Closed;
    let (part, pace) = match part {
        ClassPart::Sessions => {
            let FittedSessions { reads, think_ns, rate, .. } = sessions;
            let rate = Some(rate);
            stream.depth = sessions.sessions;
            let cycle = SessionCycle { reads, think_ns, rate };
            (TransactionPart::Sessions(cycle), FittedPace::Sessions(sessions))
        }
        ClassPart::Commit => {
            stream.depth = 1;
            let assumes_flushes = stream.sync == SyncMode::None;
            if stream.sync != SyncMode::Fua {
                // Also on a device that gets no flushes; the next one may have a cache.
                stream.sync = SyncMode::Fdatasync { every: 1 };
            }
            let all: u64 = class.events.iter().map(|event| u64::from(event.length_bytes)).sum();
            let smallest = stream.write_blocks.smallest().0;
            // Each write holds half a block twice: the log writes its last block anew.
            let again = sessions.transactions / sessions.grouped * smallest as f64 / 2.0;
            let bytes = (all as f64 - again) / sessions.transactions;
            let bytes = Bytes((bytes.round() as u64).clamp(1, stream.write_blocks.largest().0));
            (
                TransactionPart::Commit { bytes: Some(bytes) },
                FittedPace::Commits { assumes_flushes },
            )
        }
        ClassPart::Behind | ClassPart::Ahead => {
            let batches = pace::batches(&class.events);
            stream.depth = pace::depth_at(&batches, 0, BEHIND_QUANTILE).clamp(1, 4096);
            let most = (class.events.len() as u32 / WAVES_MIN).clamp(1, WAVE_MAX);
            let burst = pace::wave(&batches, stream.depth).min(most);
            let ios = class.events.len() as f64 / sessions.transactions;
            let ios = ((ios * 1e3).round() / 1e3).max(IOS_MIN);
            (TransactionPart::Behind { ios, burst }, FittedPace::Behind { ios, burst })
        }
    };
    stream.transaction = Some(part);
    pace
}
