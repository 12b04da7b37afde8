//! The content of one file, and the fault of each of its pages. Takes plain bytes at offsets; decides nothing.

use super::injected_fault::StorageFaultKind;
use super::power::VolatileCache;
use integrity::FaultKind;

/// The fault of a page that is not as it was written.
#[derive(Clone, Debug)]
pub(super) struct PageTaint {
    pub(super) wrong: StorageFaultKind,
    /// The findings that are correct for it.
    pub(super) kinds: Vec<FaultKind>,
    /// The begin, on the clock of the storage.
    pub(super) from_ns: u64,
    /// Its index in the list of injected faults, once a read met it.
    pub(super) fault: Option<usize>,
}

/// The state of a page, without its bytes.
#[derive(Clone, Debug, Default)]
pub(super) struct PageState {
    pub(super) taint: Option<PageTaint>,
    /// When its last write was answered.
    pub(super) written_ns: u64,
}

#[derive(Debug)]
pub(super) struct FileContent {
    pub(super) name: String,
    pub(super) page_bytes: usize,
    pub(super) now: Vec<u8>,
    /// The content of each page before its last whole write.
    before: Vec<u8>,
    pub(super) pages: Vec<PageState>,
    /// The data that survives a power cut, if tracked.
    pub(super) power: Option<VolatileCache>,
}

impl FileContent {
    pub(super) fn new(name: String, page_bytes: usize, power: Option<VolatileCache>) -> Self {
        let (now, before, pages) = (Vec::new(), Vec::new(), Vec::new());
        Self { name, page_bytes, now, before, pages, power }
    }

    pub(super) fn length(&self) -> u64 {
        self.now.len() as u64
    }

    pub(super) fn resize(&mut self, length: u64) {
        let length = length as usize;
        self.now.resize(length, 0);
        self.before.resize(length, 0);
        self.pages.resize(length.div_ceil(self.page_bytes), PageState::default());
        if let Some(power) = &mut self.power {
            power.resize(length);
        }
    }

    pub(super) fn touched(&self, offset: u64, length: usize) -> std::ops::Range<usize> {
        let page = self.page_bytes as u64;
        let end = (offset + length as u64).div_ceil(page);
        (offset / page) as usize..(end as usize).min(self.pages.len())
    }

    /// The bytes of a page; the last may be short.
    pub(super) fn place(&self, page: usize) -> std::ops::Range<usize> {
        page * self.page_bytes..((page + 1) * self.page_bytes).min(self.now.len())
    }

    pub(super) fn before(&self, page: usize) -> &[u8] {
        &self.before[self.place(page)]
    }

    pub(super) fn is_zero(&self, page: usize) -> bool {
        self.now[self.place(page)].iter().all(|&byte| byte == 0)
    }

    pub(super) fn is_clean(&self, pages: std::ops::Range<usize>) -> bool {
        self.pages[pages].iter().all(|page| page.taint.is_none())
    }

    /// The part of a range that the file has.
    pub(super) fn read(&self, offset: u64, length: usize) -> Vec<u8> {
        let from = (offset as usize).min(self.now.len());
        self.now[from..(from + length).min(self.now.len())].to_vec()
    }

    /// Writes without a fault; whole pages lose their fault.
    pub(super) fn write(&mut self, offset: u64, bytes: &[u8], now_ns: u64) {
        let (mut at, end) = (offset as usize, offset as usize + bytes.len());
        if end > self.now.len() {
            self.resize(end as u64);
        }
        while at < end {
            let page = at / self.page_bytes;
            let stop = end.min((page + 1) * self.page_bytes);
            if at.is_multiple_of(self.page_bytes) {
                let place = self.place(page);
                let (before, now) = (&mut self.before[place.clone()], &self.now[place]);
                before.copy_from_slice(now);
            }
            let from = at - offset as usize;
            self.now[at..stop].copy_from_slice(&bytes[from..from + stop - at]);
            if stop - at == self.place(page).len() {
                self.pages[page].taint = None;
            }
            self.pages[page].written_ns = now_ns;
            at = stop;
        }
    }

    pub(super) fn taint(
        &mut self,
        page: usize,
        wrong: StorageFaultKind,
        kinds: &[FaultKind],
        from_ns: u64,
    ) {
        let kinds = kinds.to_vec();
        self.pages[page].taint = Some(PageTaint { wrong, kinds, from_ns, fault: None });
    }

    /// Marks a page as not written: zeros if it was never written. If it already holds the same data, nothing is lost.
    pub(super) fn mark_lost(
        &mut self,
        page: usize,
        meant: &[u8],
        wrong: StorageFaultKind,
        from_ns: u64,
    ) {
        self.pages[page].written_ns = from_ns;
        if self.now[self.place(page)] == *meant {
            return;
        }
        let both = [FaultKind::LostWrite, FaultKind::Zeroed];
        let kinds = if self.is_zero(page) { &both[..] } else { &both[..1] };
        self.taint(page, wrong, kinds, from_ns);
    }
}
