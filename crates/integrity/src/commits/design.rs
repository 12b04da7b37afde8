//! Which commit writes what: its log slot and its data pages, derived from a seed, so that nothing has to be stored.

use crate::PageId;
use base::{Bytes, Rng};
use serde::{Deserialize, Serialize};

/// Bytes of a stored or sent design.
pub const DESIGN_BYTES: usize = 80;
const LOG_PAGES_MAX: u32 = 1 << 20;
const DATA_PAGES_MAX: u32 = 1 << 24;
/// Half of the writes to data pages fall into the first `1 / HOT_PART` of them, as with a database's hot pages.
const HOT_PART: u64 = 16;

base::words! {
    /// How writes are made durable.
    pub enum DurabilityMode as "durability mode" {
        /// Direct, `O_DSYNC`: every write is durable when it returns.
        Dsync = "dsync",
        /// Direct, `RWF_DSYNC` on each write, which the kernel may send with FUA.
        Fua = "fua",
        /// Direct, `fdatasync` after the log.
        Fdatasync = "fdatasync",
        /// Direct, `fsync` after the log.
        Fsync = "fsync",
        /// Through the page cache, `fsync` after the log.
        BufferedFsync = "buffered+fsync",
    }
}

impl DurabilityMode {
    pub fn each_durable(self) -> bool {
        matches!(self, Self::Dsync | Self::Fua)
    }
}

/// The parameters that fully determine a run of commits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CommitDesign {
    /// The run's identifier, which every page contains.
    pub run: u64,
    /// The seed that determines which pages a commit writes, and their bodies.
    pub seed: u64,
    /// Bytes of a page: a multiple of 512, up to 1 MiB.
    pub page_bytes: u32,
    pub log_pages: u32,
    /// Data pages, which are overwritten in place.
    pub data_pages: u32,
    /// The most data pages that one commit writes; at least 1.
    pub pages_max: u32,
    /// Commits that become durable together.
    pub group: u32,
    /// How many commits may be issued beyond the last that the ledger confirmed.
    pub ahead: u32,
    pub mode: DurabilityMode,
    /// Whether the ledger's file is on the tested device, where a power cut can affect both.
    pub same_device: bool,
    /// A number that identifies the target, such as a digest of its serial number; 0: nothing identifies it.
    pub identity: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PageLocation {
    /// In the log, at this slot.
    Log(u32),
    Data(u32),
    /// The page after the data pages, which names the run and is durable before the first commit.
    Head,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CommitGroup {
    pub first: u32,
    pub last: u32,
    /// Data pages with the commit that each will hold, in order of location.
    pub data: Vec<(u32, u32)>,
}

/// Why a run with a design is impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DesignFault {
    /// The size of a page is not a multiple of 512 bytes up to 1 MiB.
    PageSize {
        page: Bytes,
    },
    GroupEmpty,
    /// A group would be written with more than 16 MiB at once.
    GroupTooLarge {
        group: u64,
    },
    /// Fewer commits than two groups may be ahead of the ledger.
    TooFewAhead {
        /// The commits that may be ahead.
        ahead: u64,
    },
    LogSize {
        pages: u64,
        /// The fewest: twice what may be ahead of the ledger.
        least: u64,
        most: u64,
    },
    /// A commit writes no page, or more than 64.
    PagesOfCommit {
        pages: u64,
    },
    DataSize {
        pages: u64,
        /// The fewest: twice the pages of a commit.
        least: u64,
        most: u64,
    },
}

impl CommitDesign {
    pub fn check(&self) -> Result<(), DesignFault> {
        let Self { page_bytes, log_pages, data_pages, pages_max, group, ahead, .. } = *self;
        let (log_least, data_least) = (ahead.saturating_mul(2), pages_max.saturating_mul(2));
        let page = Bytes(page_bytes.into());
        let is_page = (512..=1 << 20).contains(&page_bytes) && page_bytes.is_multiple_of(512);
        if !is_page {
            Err(DesignFault::PageSize { page })
        } else if group == 0 {
            Err(DesignFault::GroupEmpty)
        } else if u64::from(group) * page.0 > 16 << 20 {
            Err(DesignFault::GroupTooLarge { group: group.into() })
        } else if ahead < group.saturating_mul(2) {
            Err(DesignFault::TooFewAhead { ahead: ahead.into() })
        } else if !(log_least..=LOG_PAGES_MAX).contains(&log_pages) {
            let (least, most) = (log_least.into(), LOG_PAGES_MAX.into());
            Err(DesignFault::LogSize { pages: log_pages.into(), least, most })
        } else if !(1..=64).contains(&pages_max) {
            Err(DesignFault::PagesOfCommit { pages: pages_max.into() })
        } else if !(data_least..=DATA_PAGES_MAX).contains(&data_pages) {
            let (least, most) = (data_least.into(), DATA_PAGES_MAX.into());
            Err(DesignFault::DataSize { pages: data_pages.into(), least, most })
        } else {
            Ok(())
        }
    }

    /// The total size in bytes: the log first, then the data pages, then the head.
    pub fn size_bytes(&self) -> u64 {
        self.offset_bytes(PageLocation::Head) + u64::from(self.page_bytes)
    }

    pub fn offset_bytes(&self, place: PageLocation) -> u64 {
        let number = match place {
            PageLocation::Log(slot) => u64::from(slot),
            PageLocation::Data(page) => u64::from(self.log_pages) + u64::from(page),
            PageLocation::Head => u64::from(self.log_pages) + u64::from(self.data_pages),
        };
        number * u64::from(self.page_bytes)
    }

    pub fn id(&self, place: PageLocation) -> PageId {
        match place {
            PageLocation::Log(slot) => PageId { file: 0, page: u64::from(slot) },
            PageLocation::Data(page) => PageId { file: 1, page: u64::from(page) },
            PageLocation::Head => PageId { file: 2, page: 0 },
        }
    }

    /// The last commit that a run may have: numbers have 32 bits, and the commits ahead of the ledger must fit too.
    pub fn commit_max(&self) -> u32 {
        (u32::MAX - 2 * self.log_pages) / self.group * self.group
    }

    pub fn slot_of(&self, commit: u32) -> u32 {
        (commit - 1) % self.log_pages
    }

    /// The number of a commit's group, from 0.
    pub fn group_of(&self, commit: u32) -> u32 {
        (commit - 1) / self.group
    }

    /// Puts the data pages that a commit writes into `pages`, each once.
    pub fn pages_of(&self, commit: u32, pages: &mut Vec<u32>) {
        pages.clear();
        let mut rng = Rng::at(self.seed, &[self.run, u64::from(commit)]);
        let count = 1 + rng.below(u64::from(self.pages_max)) as usize;
        let all = u64::from(self.data_pages);
        let hot = (all / HOT_PART).max(u64::from(self.pages_max) * 2).min(all);
        while pages.len() < count {
            let bound = if rng.below(2) == 0 { hot } else { all };
            let page = rng.below(bound) as u32;
            if !pages.contains(&page) {
                pages.push(page);
            }
        }
    }

    pub fn group(&self, first: u32) -> CommitGroup {
        let last = first + self.group - 1;
        let mut pages = Vec::new();
        let mut data = Vec::new();
        for commit in (first..=last).rev() {
            self.pages_of(commit, &mut pages);
            data.extend(pages.iter().map(|&page| (page, commit)));
        }
        // The sort is stable, so the newest commit of each page stays in front.
        data.sort_by_key(|&(page, _)| page);
        data.dedup_by_key(|&mut (page, _)| page);
        CommitGroup { first, last, data }
    }

    /// The bytes stored in a ledger.
    pub fn to_bytes(&self) -> [u8; DESIGN_BYTES] {
        let mut bytes = [0; DESIGN_BYTES];
        postcard::to_slice(self, &mut bytes)
            .expect("three numbers of 10 bytes, six of 5 and a word of 15 fit");
        bytes
    }

    /// Reads stored bytes; `None` if they are not a valid design.
    pub fn from_bytes(bytes: &[u8; DESIGN_BYTES]) -> Option<Self> {
        let design: Self = postcard::from_bytes(bytes).ok()?;
        design.check().is_ok().then_some(design)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn design() -> CommitDesign {
        CommitDesign {
            run: 7,
            seed: 3,
            page_bytes: 8192,
            log_pages: 64,
            data_pages: 100,
            pages_max: 4,
            group: 4,
            ahead: 16,
            mode: DurabilityMode::Fsync,
            same_device: true,
            identity: 11,
        }
    }

    #[test]
    fn a_design_comes_back_from_its_bytes() {
        assert_eq!(CommitDesign::from_bytes(&design().to_bytes()), Some(design()));
        assert_eq!(CommitDesign::from_bytes(&[0; DESIGN_BYTES]), None);
        assert_eq!(CommitDesign::from_bytes(&[255; DESIGN_BYTES]), None);
    }

    #[test]
    fn a_group_writes_the_newest_of_each_page() {
        let (design, mut pages) = (design(), Vec::new());
        let group = design.group(5);
        assert_eq!((group.first, group.last), (5, 8));
        for &(page, commit) in &group.data {
            for later in commit..=8 {
                design.pages_of(later, &mut pages);
                assert_eq!(pages.contains(&page), later == commit || pages.contains(&page));
                assert!(later == commit || !pages.contains(&page), "{page} of {later}");
            }
        }
        assert!(group.data.windows(2).all(|two| two[0].0 < two[1].0));
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let (log_most, data_most) = (LOG_PAGES_MAX.into(), DATA_PAGES_MAX.into());
        for (wrong, fault) in [
            (
                CommitDesign { page_bytes: 100, ..design() },
                DesignFault::PageSize { page: Bytes(100) },
            ),
            (CommitDesign { group: 0, ..design() }, DesignFault::GroupEmpty),
            (CommitDesign { group: 2049, ..design() }, DesignFault::GroupTooLarge { group: 2049 }),
            (CommitDesign { ahead: 7, ..design() }, DesignFault::TooFewAhead { ahead: 7 }),
            (
                CommitDesign { log_pages: 31, ..design() },
                DesignFault::LogSize { pages: 31, least: 32, most: log_most },
            ),
            (CommitDesign { pages_max: 0, ..design() }, DesignFault::PagesOfCommit { pages: 0 }),
            (
                CommitDesign { data_pages: 7, ..design() },
                DesignFault::DataSize { pages: 7, least: 8, most: data_most },
            ),
        ] {
            assert_eq!(wrong.check(), Err(fault));
        }
        assert_eq!(design().check(), Ok(()));
    }
}
