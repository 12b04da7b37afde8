//! The content of each page, derived from its bytes alone. Its meaning is decided when all pages are known.

use super::{CommitDesign, PageLocation};
use crate::stamp::is_sound;
use crate::{AllowedContent, FaultKind, PageStamp, PageStamper, SectorContent};
use std::collections::HashMap;

/// The most writes that the bytes of a page are compared with if they are mixed within sectors. With more, any mixture
/// is accepted.
const CANDIDATES_MAX: usize = 64;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum CommitPageContent {
    #[default]
    Unseen,
    /// This commit's page, whole; 0: zeros.
    Whole(u32),
    /// Parts of writes of these commits, the oldest and the newest.
    Torn(u32, u32),
    /// Data that no write of the run can have left.
    Damaged(FaultKind),
}

impl CommitPageContent {
    /// The newest commit that the page proves to have been written; 0: none.
    fn newest(self) -> u32 {
        match self {
            Self::Whole(commit) | Self::Torn(_, commit) => commit,
            Self::Unseen | Self::Damaged(_) => 0,
        }
    }
}

/// What the caller knows of the target that is being checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TargetContinuity {
    /// Nothing: only pages of the run can show that the run wrote to it.
    #[default]
    Unknown,
    /// It is the target of the run, whatever it holds now.
    Same,
    /// Another run was written over this one later.
    Replaced,
}

/// Takes the pages found after a power cut; [`CommitCheck::conclude`] returns what they mean.
///
/// Uses about ten bytes of memory per page, and a list of the writes that may follow the last acknowledgement.
#[derive(Debug)]
pub struct CommitCheck {
    pub(super) design: CommitDesign,
    pub(super) acknowledged: u32,
    /// The last commit that may have been issued.
    pub(super) ceiling: u32,
    pub(super) log: Vec<CommitPageContent>,
    pub(super) data: Vec<CommitPageContent>,
    /// For each data page, the newest commit that must be there by the acknowledgements; 0: the zeros from before the run.
    pub(super) floors: Vec<u32>,
    /// The possible later commits of each data page, oldest first.
    pub(super) newer: HashMap<u32, Vec<u32>>,
    /// The newest commits found in the log and in the data pages.
    pub(super) newest: (u32, u32),
    /// Whether a page of the run or its head was found.
    pub(super) here: bool,
    /// Another run of which a page was found.
    pub(super) other: Option<u64>,
    pub(super) continuity: TargetContinuity,
    stamper: PageStamper,
}

impl CommitCheck {
    /// A check of a run whose commits up to `acknowledged` were acknowledged as durable.
    ///
    /// # Panics
    /// If the design is invalid: see [`CommitDesign::check`].
    pub fn new(design: CommitDesign, acknowledged: u32) -> Self {
        assert_eq!(design.check(), Ok(()), "a design of a run");
        let ceiling = acknowledged.saturating_add(design.ahead);
        let promised = design.data_durable(acknowledged);
        let mut floors = vec![0; design.data_pages as usize];
        let mut newer: HashMap<u32, Vec<u32>> = HashMap::new();
        let mut pages = Vec::new();
        for commit in 1..=ceiling {
            design.pages_of(commit, &mut pages);
            for &page in &pages {
                if commit <= promised {
                    floors[page as usize] = commit;
                } else {
                    newer.entry(page).or_default().push(commit);
                }
            }
        }
        Self {
            acknowledged,
            ceiling,
            log: vec![CommitPageContent::Unseen; design.log_pages as usize],
            data: vec![CommitPageContent::Unseen; design.data_pages as usize],
            floors,
            newer,
            newest: (0, 0),
            here: false,
            other: None,
            continuity: TargetContinuity::default(),
            stamper: PageStamper::new(design.run, design.seed, design.page_bytes as usize),
            design,
        }
    }

    /// Every page location, in the order on the target.
    pub fn places(&self) -> impl Iterator<Item = PageLocation> + use<> {
        let (log, data) = (self.design.log_pages, self.design.data_pages);
        (0..log)
            .map(PageLocation::Log)
            .chain((0..data).map(PageLocation::Data))
            .chain([PageLocation::Head])
    }

    /// Whether anything of the run was found so far.
    pub fn is_here(&self) -> bool {
        self.here
    }

    pub fn other_run(&self) -> Option<u64> {
        self.other
    }

    /// Sets what the caller knows of the target.
    pub fn set_continuity(&mut self, continuity: TargetContinuity) {
        self.continuity = continuity;
    }

    /// Takes the page read at a location.
    ///
    /// # Panics
    /// If the location or the length does not fit the design: a bug of the caller.
    pub fn take(&mut self, place: PageLocation, page: &[u8]) {
        let (holding, seen) = match self.holding(place, page) {
            Ok(holding) => (holding, holding.newest()),
            // Bytes that several writes may have left prove none of these writes.
            Err(candidates) => {
                (self.mixture(page, place, &candidates.0).unwrap_or(candidates.1), 0)
            }
        };
        let stamp = PageStamp::read(page).filter(PageStamp::agrees);
        self.here |= seen > 0 || stamp.is_some_and(|stamp| stamp.run == self.design.run);
        let other = stamp.map(|stamp| stamp.run).filter(|&run| run != self.design.run);
        self.other = self.other.or(other);
        let (log, data) = &mut self.newest;
        match place {
            PageLocation::Log(_) => *log = seen.max(*log),
            PageLocation::Data(_) => *data = seen.max(*data),
            PageLocation::Head => return,
        }
        self.record_content(place, holding);
    }

    /// Records that the location could not be read.
    pub fn unreadable(&mut self, place: PageLocation) {
        self.record_content(place, CommitPageContent::Damaged(FaultKind::IoError));
    }

    fn record_content(&mut self, place: PageLocation, holding: CommitPageContent) {
        match place {
            PageLocation::Log(slot) => self.log[slot as usize] = holding,
            PageLocation::Data(page) => self.data[page as usize] = holding,
            PageLocation::Head => {}
        }
    }

    /// The content according to the page's stamps and tags. If they do not decide it, the commits whose bytes may be there,
    /// and the content if the page is not a mixture of them.
    fn holding(
        &self,
        place: PageLocation,
        page: &[u8],
    ) -> Result<CommitPageContent, (Vec<u32>, CommitPageContent)> {
        assert_eq!(page.len(), self.design.page_bytes as usize, "a page");
        let id = self.design.id(place);
        if page.iter().all(|&byte| byte == 0) {
            return Ok(CommitPageContent::Whole(0));
        }
        let stamp =
            PageStamp::read(page).filter(|stamp| stamp.id == id && stamp.run == self.design.run);
        if let Some(stamp) = stamp
            && stamp.generation > 0
            && is_sound(page)
        {
            let known = stamp.generation <= self.ceiling;
            return Ok(if known {
                CommitPageContent::Whole(stamp.generation)
            } else {
                CommitPageContent::Damaged(FaultKind::NeverWritten)
            });
        }
        let candidates = self.candidates(place);
        let wanted = candidates[0];
        let exactly = AllowedContent { floor: wanted, ceiling: wanted, anything: false };
        let Err(fault) = self.stamper.examine(page, id, exactly, &[0, 1]) else {
            return Ok(CommitPageContent::Whole(wanted));
        };
        let torn = fault.sectors.iter().try_fold((u32::MAX, 0), |(oldest, newest), run| {
            let commit = match run.content {
                SectorContent::ThisPage { generation } => generation,
                SectorContent::Zeros => 0,
                _ => return None,
            };
            Some((commit.min(oldest), commit.max(newest)))
        });
        match torn {
            Some((oldest, newest)) if oldest < newest && newest <= self.ceiling => {
                Ok(CommitPageContent::Torn(oldest, newest))
            }
            Some(_) => Err((candidates, CommitPageContent::Damaged(FaultKind::Checksum))),
            None => Err((candidates, CommitPageContent::Damaged(fault.kind))),
        }
    }

    /// The commits that a location may hold by the acknowledgements alone, oldest first; never empty.
    fn candidates(&self, place: PageLocation) -> Vec<u32> {
        match place {
            PageLocation::Log(slot) => {
                let first = slot + 1;
                let rounds =
                    self.acknowledged.checked_sub(first).map(|n| n / self.design.log_pages);
                let floor = rounds.map_or(0, |rounds| first + rounds * self.design.log_pages);
                let next = if floor == 0 { first } else { floor + self.design.log_pages };
                if next <= self.ceiling { vec![floor, next] } else { vec![floor] }
            }
            PageLocation::Data(page) => {
                let newer = self.newer.get(&page).map_or(&[][..], Vec::as_slice);
                std::iter::once(self.floors[page as usize]).chain(newer.iter().copied()).collect()
            }
            PageLocation::Head => vec![1],
        }
    }

    /// Recognises a page torn within a sector: every byte comes from one of the possible writes.
    fn mixture(
        &self,
        page: &[u8],
        place: PageLocation,
        candidates: &[u32],
    ) -> Option<CommitPageContent> {
        let newest = *candidates.last()?;
        if candidates.len() < 2 {
            return None;
        }
        if candidates.len() > CANDIDATES_MAX {
            return Some(CommitPageContent::Torn(candidates[0], newest));
        }
        let id = self.design.id(place);
        let images: Vec<Vec<u8>> =
            candidates.iter().map(|&commit| self.stamper.image(id, commit, 0)).collect();
        // The checksum and the time cannot be derived from a commit.
        let unknowable = |at: usize| (4..8).contains(&at) || (32..40).contains(&at);
        let mixes = |images: &[Vec<u8>]| {
            let told = |at: usize| images.iter().any(|image| image[at] == page[at]);
            (0..page.len()).all(|at| unknowable(at) || told(at))
        };
        // The shortest list of newest commits that explains every byte: older commits need not be in the page.
        let oldest = (0..candidates.len() - 1).rev().find(|&from| mixes(&images[from..]))?;
        Some(CommitPageContent::Torn(candidates[oldest], newest))
    }
}
