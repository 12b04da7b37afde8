//! The conclusion from all pages: which commits are present, and which the storage acknowledged as durable and lost.

use super::pages::CommitPageContent;
use super::{CommitCheck, CommitDesign, PageLocation, TargetContinuity};
use crate::FaultKind;

/// The most lies that are kept one by one; beyond that, they are only counted.
const LIES_MAX: usize = 100_000;

/// Whether the storage kept what it acknowledged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DurabilityVerdict {
    /// Every acknowledged commit survived.
    Kept,
    /// The storage acknowledged something as durable that is missing.
    Lied,
    /// Nothing was acknowledged, or nothing shows that this is the target and the run.
    CannotTell,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CommitLossKind {
    /// Its log page is missing, and so is everything later.
    Lost,
    /// Its log page is missing although pages of this later commit are present: the order was broken too.
    Overtaken(u32),
    /// Only a part of its page is present.
    Torn,
    /// A data page is that of an earlier commit.
    Older,
    /// A data page is zeros, as before the run.
    Zeros,
    /// The page holds data that was never written, or cannot be read.
    Damaged(FaultKind),
}

/// What is found at the location of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FoundContent {
    /// Zeros, as before the run.
    Zeros,
    Commit(u32),
    /// Parts of the writes of these two commits, and possibly of some between them.
    Parts(u32, u32),
    /// Data that the run did not write.
    Strange,
}

/// A page that does not hold what the storage acknowledged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CommitLoss {
    /// The commit whose page it should be; 0: no commit wrote the page, but it no longer holds the zeros from before the run.
    pub commit: u32,
    pub place: PageLocation,
    pub kind: CommitLossKind,
    pub found: FoundContent,
    /// Whether the ledger has the acknowledgement. Otherwise it is proven by a later page, which is only written after it.
    pub acknowledged: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct CommitConclusion {
    /// All commits up to this one were acknowledged in the ledger.
    pub acknowledged: u32,
    /// All commits up to this one were acknowledged as durable, by the ledger or as proven by the pages found.
    pub durable: u32,
    /// The first commit whose log page must be present; earlier ones may have been overwritten.
    pub log_from: u32,
    /// Log pages of these commits that are present and whole.
    pub log_whole: u32,
    /// Log pages that a later commit, in flight at the cut, was overwriting.
    pub log_overwritten: u32,
    /// Data pages that hold the expected commit or a later one.
    pub data_sound: u32,
    /// Data pages that no commit had to write and that are still zeros.
    pub data_untouched: u32,
    /// Pages that were being written at the cut and are torn: not a lie, but the reason why databases keep copies of pages.
    pub torn_under_way: u32,
    /// The newest commit of which anything is present; 0: nothing is.
    pub newest: u32,
    /// Whether a page of the run or its head is present.
    pub here: bool,
    /// Another run of which a page is present.
    pub other_run: Option<u64>,
    /// What the caller knows of the target.
    pub continuity: TargetContinuity,
    /// The pages that were acknowledged as durable and lost (lies), ordered by commit; the first 100,000 found.
    pub lies: Vec<CommitLoss>,
    pub lies_total: u64,
}

impl CommitConclusion {
    /// Whether the storage kept what it acknowledged.
    pub fn verdict(&self) -> DurabilityVerdict {
        if !self.is_the_target() {
            return DurabilityVerdict::CannotTell;
        }
        match (self.lies_total, self.durable, self.acknowledged) {
            (_, 0, _) => DurabilityVerdict::CannotTell,
            (1.., ..) => DurabilityVerdict::Lied,
            (0, _, 0) => DurabilityVerdict::CannotTell,
            (0, ..) => DurabilityVerdict::Kept,
        }
    }

    /// Whether the pages can be compared with the run at all: pages of the run show that this is its target, or the
    /// caller knows it.
    pub fn is_the_target(&self) -> bool {
        match self.continuity {
            TargetContinuity::Unknown => self.here,
            TargetContinuity::Same => true,
            TargetContinuity::Replaced => false,
        }
    }

    /// The lie about the earliest commit.
    pub fn first_lie(&self) -> Option<&CommitLoss> {
        self.lies.first()
    }
}

impl CommitDesign {
    /// The last commit whose data pages are durable when commit `commit` is: a flush covers the groups before.
    pub(super) fn data_durable(&self, commit: u32) -> u32 {
        commit.checked_sub(1).map_or(0, |before| before / self.group * self.group)
    }

    fn group_end(&self, commit: u32) -> u32 {
        commit.div_ceil(self.group) * self.group
    }
}

/// Limits up to which commits are durable or issued.
struct CommitBounds {
    /// The last commit acknowledged as durable.
    durable: u32,
    /// The last commit whose data pages were acknowledged as durable.
    data_durable: u32,
    /// The last commit that can have been issued if the storage is honest. The first group whose log is not whole was not
    /// acknowledged as durable, so the group after it was never begun.
    issued: u32,
}

impl CommitCheck {
    /// Draws the conclusion after all pages were taken. A location that was not taken counts as unreadable.
    pub fn conclude(self) -> CommitConclusion {
        let bounds = self.bounds();
        let mut conclusion = CommitConclusion {
            acknowledged: self.acknowledged,
            durable: bounds.durable,
            log_from: bounds.durable.saturating_sub(self.design.log_pages) + 1,
            log_whole: 0,
            log_overwritten: 0,
            data_sound: 0,
            data_untouched: 0,
            torn_under_way: 0,
            newest: self.newest.0.max(self.newest.1),
            here: self.here,
            other_run: self.other,
            continuity: self.continuity,
            lies: Vec::new(),
            lies_total: 0,
        };
        // If this is not the target, no loss is reported, not even for single pages.
        if !conclusion.is_the_target() {
            return conclusion;
        }
        for commit in conclusion.log_from..=bounds.durable {
            self.judge_log(commit, &bounds, &mut conclusion);
        }
        for page in 0..self.design.data_pages {
            self.judge_data(page, &bounds, &mut conclusion);
        }
        conclusion.lies.sort_by_key(|lie| (lie.commit, lie.place));
        conclusion
    }

    fn bounds(&self) -> CommitBounds {
        let design = &self.design;
        let (log, data) = self.newest;
        let begun = design.data_durable(log);
        let durable = self.acknowledged.max(begun).max(design.group_end(data).min(self.ceiling));
        // If each write is durable at its return, the data pages are durable before the next group's log begins.
        let each = if design.mode.each_durable() { begun } else { 0 };
        let mut whole = durable;
        let there = |commit: u32| {
            self.log[design.slot_of(commit) as usize] == CommitPageContent::Whole(commit)
        };
        while whole < self.ceiling && (whole + 1..=whole + design.group).all(there) {
            whole += design.group;
        }
        CommitBounds {
            durable,
            data_durable: design.data_durable(durable).max(each),
            issued: whole.saturating_add(design.group).min(self.ceiling),
        }
    }

    fn judge_log(&self, commit: u32, bounds: &CommitBounds, conclusion: &mut CommitConclusion) {
        let place = PageLocation::Log(self.design.slot_of(commit));
        let holding = self.log[self.design.slot_of(commit) as usize];
        let next = commit.saturating_add(self.design.log_pages);
        let missing = match conclusion.newest {
            newest if newest > commit => CommitLossKind::Overtaken(newest),
            _ => CommitLossKind::Lost,
        };
        let kind = match holding {
            CommitPageContent::Whole(seen) if seen == commit => {
                conclusion.log_whole += 1;
                return;
            }
            CommitPageContent::Whole(seen) if seen == next => {
                conclusion.log_overwritten += 1;
                return;
            }
            CommitPageContent::Torn(oldest, _) if oldest >= commit => {
                conclusion.log_overwritten += 1;
                conclusion.torn_under_way += 1;
                return;
            }
            CommitPageContent::Damaged(_) | CommitPageContent::Unseen if next <= bounds.issued => {
                conclusion.log_overwritten += 1;
                conclusion.torn_under_way += 1;
                return;
            }
            CommitPageContent::Torn(_, newest) if newest >= commit => CommitLossKind::Torn,
            CommitPageContent::Whole(_) | CommitPageContent::Torn(..) => missing,
            CommitPageContent::Damaged(kind) => CommitLossKind::Damaged(kind),
            CommitPageContent::Unseen => CommitLossKind::Damaged(FaultKind::IoError),
        };
        let acknowledged = commit <= self.acknowledged;
        conclusion.add_loss(CommitLoss {
            commit,
            place,
            kind,
            found: holding.found(),
            acknowledged,
        });
    }

    fn judge_data(&self, page: u32, bounds: &CommitBounds, conclusion: &mut CommitConclusion) {
        let newer = self.newer.get(&page).map_or(&[][..], Vec::as_slice);
        let proven = newer.iter().rev().find(|&&commit| commit <= bounds.data_durable);
        let commit = proven.copied().unwrap_or(self.floors[page as usize]);
        let under_way = newer.iter().any(|&newer| newer > commit && newer <= bounds.issued);
        let holding = self.data[page as usize];
        let kind = match holding {
            CommitPageContent::Whole(0) if commit == 0 => {
                conclusion.data_untouched += 1;
                return;
            }
            CommitPageContent::Whole(seen) if seen >= commit => {
                conclusion.data_sound += 1;
                return;
            }
            CommitPageContent::Torn(oldest, _) if oldest >= commit => {
                conclusion.torn_under_way += 1;
                return;
            }
            CommitPageContent::Damaged(_) | CommitPageContent::Unseen if under_way => {
                conclusion.torn_under_way += 1;
                return;
            }
            CommitPageContent::Torn(_, newest) if newest >= commit => CommitLossKind::Torn,
            CommitPageContent::Whole(0) => CommitLossKind::Zeros,
            CommitPageContent::Whole(_) | CommitPageContent::Torn(..) => CommitLossKind::Older,
            CommitPageContent::Damaged(kind) => CommitLossKind::Damaged(kind),
            CommitPageContent::Unseen => CommitLossKind::Damaged(FaultKind::IoError),
        };
        let acknowledged = commit <= self.design.data_durable(self.acknowledged);
        let place = PageLocation::Data(page);
        conclusion.add_loss(CommitLoss {
            commit,
            place,
            kind,
            found: holding.found(),
            acknowledged,
        });
    }
}

impl CommitPageContent {
    fn found(self) -> FoundContent {
        match self {
            Self::Whole(0) => FoundContent::Zeros,
            Self::Whole(commit) => FoundContent::Commit(commit),
            Self::Torn(oldest, newest) => FoundContent::Parts(oldest, newest),
            Self::Damaged(_) | Self::Unseen => FoundContent::Strange,
        }
    }
}

impl CommitConclusion {
    fn add_loss(&mut self, lie: CommitLoss) {
        self.lies_total += 1;
        if self.lies.len() < LIES_MAX {
            self.lies.push(lie);
        }
    }
}
