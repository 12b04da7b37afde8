//! Commit groups: after a number of writes are complete, one flush makes them durable.
//!
//! The slots of a worker are cut into groups of as many slots as a group has writes (fewer when the depth is
//! smaller). A group takes its writes, waits for all of them, flushes, and only then takes the next ones: the
//! way a log writer that owns those slots behaves. Reads use the same slots without counting. Writes of a group that
//! is not full when the stream ends are not flushed any more.
//!
//! On every engine a flush covers the writes of its own group, all of them complete. A backend that blocks has lanes
//! of one slot, so there each lane is a group: its writes follow one another, and up to as many groups as the depth
//! commit at once, where other engines write a group at once and commit depth / writes of them. [`crate::run`] says so
//! in a note. At depth 1, the usual log, all engines do the same.

use workload::SyncMode;

/// Whether the mode flushes after groups of writes.
pub(super) fn flushes(sync: SyncMode) -> bool {
    matches!(sync, SyncMode::Fdatasync { .. } | SyncMode::Fsync { .. })
}

/// The commit groups of one worker.
#[derive(Debug)]
pub(super) struct Groups {
    /// Writes for each flush.
    every: u32,
    /// Whether the flush is `fdatasync`.
    pub(super) data_only: bool,
    slots: u32,
    groups: Vec<Group>,
    parked: Vec<bool>,
}

#[derive(Clone, Debug, Default)]
struct Group {
    issued: u32,
    done: u32,
    first_due_ns: u64,
}

impl Groups {
    /// `None` when the mode does not flush.
    pub(super) fn new(sync: SyncMode, depth: u32) -> Option<Self> {
        let (every, data_only) = match sync {
            SyncMode::Fdatasync { every } => (every.max(1), true),
            SyncMode::Fsync { every } => (every.max(1), false),
            SyncMode::None | SyncMode::Dsync | SyncMode::Sync | SyncMode::Fua => return None,
        };
        let slots = every.min(depth);
        let groups = vec![Group::default(); depth.div_ceil(slots) as usize];
        Some(Self { every, data_only, slots, groups, parked: vec![false; depth as usize] })
    }

    fn index(&self, slot: u32) -> usize {
        (slot / self.slots) as usize
    }

    /// A write started. When it is the group's last, the group's free slots are kept until its flush.
    pub(super) fn started(&mut self, slot: u32, due_ns: u64, free: &mut Vec<u32>) {
        let index = self.index(slot);
        let group = &mut self.groups[index];
        if group.issued == 0 || due_ns < group.first_due_ns {
            group.first_due_ns = due_ns;
        }
        group.issued += 1;
        if group.issued == self.every {
            let (slots, parked) = (self.slots, &mut self.parked);
            free.retain(|&other| {
                let mine = (other / slots) as usize == index;
                parked[other as usize] |= mine;
                !mine
            });
        }
    }

    /// A slot has nothing to do: frees it, or keeps it until its group's flush.
    pub(super) fn release(&mut self, slot: u32, free: &mut Vec<u32>) {
        if self.groups[self.index(slot)].issued == self.every {
            self.parked[slot as usize] = true;
        } else {
            free.push(slot);
        }
    }

    /// A write ended, well or not; whether the slot must flush its group now.
    pub(super) fn ended(&mut self, slot: u32) -> bool {
        let every = self.every;
        let group = self.index(slot);
        self.groups[group].done += 1;
        self.groups[group].done == every
    }

    /// When the first write of the slot's group was due.
    pub(super) fn first_due_ns(&self, slot: u32) -> u64 {
        self.groups[self.index(slot)].first_due_ns
    }

    /// The flush ended: the group starts anew, and its kept slots are free again.
    pub(super) fn flushed(&mut self, slot: u32, free: &mut Vec<u32>) {
        let group = self.index(slot);
        self.groups[group] = Group::default();
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

    #[test]
    fn a_group_takes_its_writes_then_waits_for_its_flush() {
        let mut groups = Groups::new(SyncMode::Fdatasync { every: 3 }, 2).expect("flushes");
        let mut free = vec![1];
        groups.started(0, 10, &mut free);
        assert!(!groups.ended(0));
        groups.release(0, &mut free);
        assert_eq!(free.pop(), Some(0));
        groups.started(0, 20, &mut free);
        free.pop();
        groups.started(1, 30, &mut free);
        assert!(!groups.ended(0));
        groups.release(0, &mut free);
        assert!(free.is_empty(), "the group is full: its slot is kept");
        assert!(groups.ended(1));
        assert_eq!(groups.first_due_ns(1), 10);
        groups.flushed(1, &mut free);
        assert_eq!(free, [0]);
    }
}
