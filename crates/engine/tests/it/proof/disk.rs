//! The data of a storage in memory, its possible faults, and the faults that were injected: see [`InjectedFault`].

use engine::backend::IoKind;
use engine::integrity_test::FileControl;
use integrity::FaultKind;
use std::cell::RefCell;
use std::io;
use std::rc::Rc;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DiskFault {
    FlipAtRest,
    FlipOnRead,
    Torn,
    LostWrite,
    StaleRead,
    MisdirectedWrite,
    MisdirectedRead,
    NothingRead,
    PartNotRead,
    EmptyRead,
    Zeroed,
    ReadError,
    BadSector,
    WriteError,
    Late,
}

impl DiskFault {
    pub(crate) const ALL: [Self; 15] = [
        Self::FlipAtRest,
        Self::FlipOnRead,
        Self::Torn,
        Self::LostWrite,
        Self::StaleRead,
        Self::MisdirectedWrite,
        Self::MisdirectedRead,
        Self::NothingRead,
        Self::PartNotRead,
        Self::EmptyRead,
        Self::Zeroed,
        Self::ReadError,
        Self::BadSector,
        Self::WriteError,
        Self::Late,
    ];

    pub(crate) fn is_of(self, kind: IoKind) -> bool {
        use DiskFault as W;
        match self {
            W::FlipAtRest | W::Torn | W::LostWrite | W::MisdirectedWrite | W::Zeroed => {
                kind == IoKind::Write
            }
            W::BadSector | W::WriteError => kind == IoKind::Write,
            W::Late => kind != IoKind::Flush,
            _ => kind == IoKind::Read,
        }
    }
}

/// Errors that honest storage also has, as shares of operations.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct OrdinaryErrors {
    pub(crate) short: f64,
    pub(crate) interrupted: f64,
    pub(crate) full: f64,
    pub(crate) failed: f64,
    pub(crate) flush_failed: f64,
}

/// An injected fault, and whether reads could have seen it.
#[derive(Clone, Debug)]
pub(crate) struct InjectedFault {
    pub(crate) page: u64,
    /// The kinds that are correct for it.
    pub(crate) kinds: Vec<FaultKind>,
    /// Whether a retry succeeds.
    pub(crate) transient: bool,
    /// Whether it must be found: a read returned content that honest storage could not return.
    pub(crate) must: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct PageTaint {
    pub(crate) kinds: Vec<FaultKind>,
    pub(crate) from_ns: u64,
}

/// The data of the storage, shared with its file.
#[derive(Debug)]
pub(crate) struct MemoryDisk {
    pub(crate) page_bytes: usize,
    pub(crate) now: Vec<u8>,
    /// The content of each page before its last whole write.
    pub(crate) before: Vec<u8>,
    pub(crate) taints: Vec<Option<PageTaint>>,
    /// When the last write of each page completed; `u64::MAX` while one is in flight.
    pub(crate) acknowledged_ns: Vec<u64>,
    pub(crate) bad: Vec<bool>,
    pub(crate) truths: Vec<InjectedFault>,
    pub(crate) injected: u64,
    pub(crate) wrong: Option<(DiskFault, f64)>,
    pub(crate) weather: OrdinaryErrors,
    pub(crate) resize_fails: bool,
}

impl MemoryDisk {
    pub(crate) fn new(pages: usize, page_bytes: usize) -> Self {
        Self {
            page_bytes,
            now: vec![0; pages * page_bytes],
            before: vec![0; pages * page_bytes],
            taints: vec![None; pages],
            acknowledged_ns: vec![0; pages],
            bad: vec![false; pages],
            truths: Vec::new(),
            injected: 0,
            wrong: None,
            weather: OrdinaryErrors::default(),
            resize_fails: false,
        }
    }

    pub(crate) fn pages(&self) -> u64 {
        self.taints.len() as u64
    }

    pub(crate) fn bytes(&self, page: u64) -> std::ops::Range<usize> {
        page as usize * self.page_bytes..(page as usize + 1) * self.page_bytes
    }

    pub(crate) fn is_zero(&self, page: u64) -> bool {
        self.now[self.bytes(page)].iter().all(|&byte| byte == 0)
    }

    pub(crate) fn clean(&self, first: u64, pages: u64) -> bool {
        (first..first + pages).all(|page| self.taints[page as usize].is_none())
    }

    pub(crate) fn taint(&mut self, page: u64, kinds: &[FaultKind], now_ns: u64) {
        self.taints[page as usize] = Some(PageTaint { kinds: kinds.to_vec(), from_ns: now_ns });
    }

    /// The correct kinds for a page whose write was lost; also zeros if it was never written.
    pub(crate) fn lost(&self, page: u64, kind: FaultKind) -> Vec<FaultKind> {
        if self.is_zero(page) { vec![kind, FaultKind::Zeroed] } else { vec![kind] }
    }
}

pub(crate) struct MemoryFile(pub(crate) Rc<RefCell<MemoryDisk>>);

impl FileControl for MemoryFile {
    fn resize(&mut self, from_bytes: u64, to_bytes: u64) -> io::Result<()> {
        let mut disk = self.0.borrow_mut();
        let pages = to_bytes as usize / disk.page_bytes;
        if disk.resize_fails && to_bytes > from_bytes {
            return Err(io::Error::from_raw_os_error(28));
        }
        disk.now.resize(to_bytes as usize, 0);
        disk.before.resize(to_bytes as usize, 0);
        disk.taints.resize(pages, None);
        disk.acknowledged_ns.resize(pages, 0);
        disk.bad.resize(pages, false);
        Ok(())
    }

    fn forget(&mut self, _: u64, _: u64) {}
}
