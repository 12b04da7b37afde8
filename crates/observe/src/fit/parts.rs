//! The parts of classes in the transactions of sessions: takes a class, sets the stream's part, depth and flushes.

use super::classes::Class;
use super::pace::{self, FittedPace};
use super::sessions::{FittedSessions, FoundSessions};
use crate::roles::FileRole;
use crate::{IoEvent, IoKind};
use std::cmp::Reverse;
use workload::{Pace, SessionCycle, Stream, SyncMode, TransactionPart};

/// The depth of I/Os behind: this quantile, by I/O.
const BEHIND_QUANTILE: f64 = 0.95;
/// The fewest I/Os of a transaction that a job can say.
const IOS_MIN: f64 = 0.001;

/// The part of a class in transactions.
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
            if stream.sync != SyncMode::Fua {
                // Also on a device that gets no flushes; the next one may have a cache.
                stream.sync = SyncMode::Fdatasync { every: 1 };
            }
            (TransactionPart::Commit, FittedPace::Commits)
        }
        ClassPart::Behind | ClassPart::Ahead => {
            let depth = pace::depth_at(&pace::batches(&class.events), 0, BEHIND_QUANTILE);
            let burst = pace::burst(&class.events).min(4096);
            stream.depth = depth.clamp(burst, 4096);
            let ios = class.events.len() as f64 / sessions.transactions;
            let ios = ((ios * 1e3).round() / 1e3).max(IOS_MIN);
            (TransactionPart::Behind { ios, burst }, FittedPace::Behind { ios, burst })
        }
    };
    stream.transaction = Some(part);
    pace
}
