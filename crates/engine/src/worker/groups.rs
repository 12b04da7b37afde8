//! Commit groups: after a number of writes are complete, one flush makes them durable.
//!
//! The slots of a worker are divided into groups of as many slots as a group has writes (fewer if the depth is
//! smaller). A group takes its writes, waits for all of them, flushes, and only then takes the next writes, like a log
//! writer that owns these slots. Reads use the same slots but do not count. If a group is not full when the stream
//! ends, its writes are not flushed.
//!
//! On every engine a flush covers the writes of its own group, all of them complete. A blocking backend has lanes of
//! one slot, so each lane is a group: its writes are sequential, and up to depth groups commit at once. Other engines
//! write a group at once, and up to depth / writes groups commit at once. [`crate::run`] reports this difference in
//! a note. At depth 1, the usual log, all engines do the same.
//!
//! Commits of an open loop ([`CommitPattern`]) are grouped as in databases: all commits that wait when the log writer
//! is free share the next flush, and no commit waits for later ones.

use workload::SyncMode;
use workload::stream::CommitPattern;

/// Whether the mode flushes after groups of writes.
pub(super) fn flushes(sync: SyncMode) -> bool {
    matches!(sync, SyncMode::Fdatasync { .. } | SyncMode::Fsync { .. })
}

/// The commit groups of one worker.
#[derive(Debug)]
pub(super) struct WriteGroups {
    every: u32,
    pub(super) data_only: bool,
    slots: u32,
    groups: Vec<WriteGroup>,
    parked: Vec<bool>,
    /// Whether the flush in the slot repeats an earlier one, with no write in between.
    repeats: Vec<bool>,
    /// Whether a commit is due with the last write of its group, not with the first.
    is_open_loop: bool,
    /// Writes of each commit if arrivals are commits; 0 if they are writes.
    commit_writes: u32,
    /// The due times of the group's commits, if arrivals are commits.
    commits_due_ns: Vec<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WriteFollowUp {
    /// The next write of the same commit, which was due at this time.
    WriteOn(u64),
    /// Another commit, if one is waiting; otherwise the flush.
    Gather,
    Flush,
    /// Other writes of the group are still in flight or not started.
    Wait,
}

#[derive(Clone, Debug, Default)]
struct WriteGroup {
    issued: u32,
    done: u32,
    due_ns: u64,
    /// Whether it was flushed and not written since.
    flushed: bool,
}

impl WriteGroups {
    /// `None` if the mode does not flush. If the depth changes during the run (`is_steered`), each slot is a group. In an open loop, the time between the writes of a group is that of their arrivals,
    /// not of the storage: their commit is due with the last of them.
    pub(super) fn new(
        sync: SyncMode,
        depth: u32,
        commit: Option<CommitPattern>,
        is_open_loop: bool,
        is_steered: bool,
    ) -> Option<Self> {
        let (every, data_only) = match sync {
            SyncMode::Fdatasync { every } => (every.max(1), true),
            SyncMode::Fsync { every } => (every.max(1), false),
            SyncMode::None | SyncMode::Dsync | SyncMode::Sync | SyncMode::Fua => return None,
        };
        let commit = commit.map(|group| (group.writes.max(1), group.together_max.max(1)));
        let every = commit.map_or(every, |(writes, together)| writes.saturating_mul(together));
        let slots = if is_steered { 1 } else { every.min(depth) };
        let groups = vec![WriteGroup::default(); depth.div_ceil(slots) as usize];
        let parked = vec![false; depth as usize];
        let repeats = parked.clone();
        let commits_due_ns =
            Vec::with_capacity(commit.map_or(0, |(_, together)| together as usize));
        let commit_writes = commit.map_or(0, |(writes, _)| writes);
        Some(Self {
            every,
            data_only,
            slots,
            groups,
            parked,
            repeats,
            is_open_loop,
            commit_writes,
            commits_due_ns,
        })
    }

    fn index(&self, slot: u32) -> usize {
        (slot / self.slots) as usize
    }

    /// Records the start of a write. With the group's last write, its free slots are kept back until the flush.
    pub(super) fn started(&mut self, slot: u32, due_ns: u64, free: &mut Vec<u32>) {
        let index = self.index(slot);
        let group = &mut self.groups[index];
        group.due_ns = match group.issued {
            0 => due_ns,
            _ if self.is_open_loop => group.due_ns.max(due_ns),
            _ => group.due_ns.min(due_ns),
        };
        if self.commit_writes > 0 && group.issued.is_multiple_of(self.commit_writes) {
            self.commits_due_ns.push(due_ns);
        }
        group.issued += 1;
        group.flushed = false;
        if group.issued == self.every {
            let (slots, parked) = (self.slots, &mut self.parked);
            free.retain(|&other| {
                let mine = (other / slots) as usize == index;
                parked[other as usize] |= mine;
                !mine
            });
        }
    }

    /// Frees an idle slot, or keeps it back until its group's flush.
    pub(super) fn release(&mut self, slot: u32, free: &mut Vec<u32>) {
        if self.groups[self.index(slot)].issued == self.every {
            self.parked[slot as usize] = true;
        } else {
            free.push(slot);
        }
    }

    /// Records the end of a write, successful or not.
    pub(super) fn ended(&mut self, slot: u32) -> WriteFollowUp {
        let (every, index) = (self.every, self.index(slot));
        let group = &mut self.groups[index];
        group.done += 1;
        if group.done == every {
            return WriteFollowUp::Flush;
        }
        match (self.commit_writes, self.commits_due_ns.last()) {
            (0, _) | (_, None) => WriteFollowUp::Wait,
            (writes, _) if group.done.is_multiple_of(writes) => WriteFollowUp::Gather,
            (_, Some(due_ns)) => WriteFollowUp::WriteOn(*due_ns),
        }
    }

    /// The due times of the commits that the flush made durable; empty unless arrivals are commits.
    pub(super) fn commits_due_ns(&self) -> &[u64] {
        &self.commits_due_ns
    }

    pub(super) fn commit_due_ns(&self, slot: u32) -> Option<u64> {
        (!self.repeats[slot as usize]).then(|| self.groups[self.index(slot)].due_ns)
    }

    /// Records the end of a read in the slot. Returns whether the flush before it is repeated, as nothing was written since.
    pub(super) fn flush_again(&mut self, slot: u32) -> bool {
        let again = self.groups[self.index(slot)].flushed;
        self.repeats[slot as usize] = again;
        again
    }

    /// Records the end of the flush: the group starts again, and its kept slots become free.
    pub(super) fn flushed(&mut self, slot: u32, free: &mut Vec<u32>) {
        if std::mem::take(&mut self.repeats[slot as usize]) {
            return;
        }
        let group = self.index(slot);
        self.groups[group] = WriteGroup { flushed: true, ..WriteGroup::default() };
        self.commits_due_ns.clear();
        let first = group * self.slots as usize;
        let last = (first + self.slots as usize).min(self.parked.len());
        for kept in first..last {
            if std::mem::take(&mut self.parked[kept]) {
                free.push(kept as u32);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_two_slots(sync: SyncMode, is_open_loop: bool) -> WriteGroups {
        WriteGroups::new(sync, 2, None, is_open_loop, false).expect("flushes")
    }

    #[test]
    fn a_commit_of_an_open_loop_is_due_with_its_last_write() {
        for (is_open_loop, due_ns) in [(true, 30), (false, 10)] {
            let mut groups = of_two_slots(SyncMode::Fdatasync { every: 2 }, is_open_loop);
            groups.started(0, 10, &mut Vec::new());
            groups.started(1, 30, &mut Vec::new());
            assert_eq!(groups.commit_due_ns(1), Some(due_ns), "open loop: {is_open_loop}");
        }
    }

    #[test]
    fn a_group_takes_its_writes_then_waits_for_its_flush() {
        let mut groups = of_two_slots(SyncMode::Fdatasync { every: 3 }, false);
        let mut free = vec![1];
        groups.started(0, 10, &mut free);
        assert_eq!(groups.ended(0), WriteFollowUp::Wait);
        groups.release(0, &mut free);
        assert_eq!(free.pop(), Some(0));
        groups.started(0, 20, &mut free);
        free.pop();
        groups.started(1, 30, &mut free);
        assert_eq!(groups.ended(0), WriteFollowUp::Wait);
        groups.release(0, &mut free);
        assert!(free.is_empty(), "the group is full: its slot is kept");
        assert_eq!(groups.ended(1), WriteFollowUp::Flush);
        assert_eq!(groups.commit_due_ns(1), Some(10));
        groups.flushed(1, &mut free);
        assert_eq!(free, [0]);
    }

    #[test]
    fn a_read_brings_the_flush_again_until_there_is_another_write() {
        let mut groups =
            WriteGroups::new(SyncMode::Fsync { every: 1 }, 1, None, false, false).expect("flushes");
        let mut free = Vec::new();
        assert!(!groups.flush_again(0), "nothing was written yet");
        groups.started(0, 10, &mut free);
        assert_eq!(groups.ended(0), WriteFollowUp::Flush);
        assert_eq!(groups.commit_due_ns(0), Some(10));
        groups.flushed(0, &mut free);
        assert!(groups.flush_again(0));
        assert_eq!(groups.commit_due_ns(0), None);
        groups.flushed(0, &mut free);
        groups.started(0, 20, &mut free);
        assert!(!groups.flush_again(0), "the flush of the write comes first");
    }

    #[test]
    fn a_log_writer_takes_the_commits_that_wait_and_flushes_as_soon_as_none_does() {
        let commit = CommitPattern { writes: 2, together_max: 3 };
        let mut groups =
            WriteGroups::new(SyncMode::Fsync { every: 1 }, 1, Some(commit), true, false)
                .expect("flushes");
        let mut free = Vec::new();
        for due_ns in [10, 20] {
            groups.started(0, due_ns, &mut free);
            assert_eq!(groups.ended(0), WriteFollowUp::WriteOn(due_ns));
            groups.started(0, due_ns, &mut free);
            assert_eq!(groups.ended(0), WriteFollowUp::Gather);
        }
        assert_eq!(groups.commits_due_ns(), [10, 20]);
        groups.flushed(0, &mut free);
        assert!(groups.commits_due_ns().is_empty());
        for _ in 0..5 {
            groups.started(0, 30, &mut free);
            assert_ne!(groups.ended(0), WriteFollowUp::Flush);
        }
        groups.started(0, 30, &mut free);
        assert_eq!(groups.ended(0), WriteFollowUp::Flush, "three commits at most");
    }
}
