//! The storage: takes reads, writes and flushes of files by number, gives their results, injects faults by seed and
//! records them. Knows nothing of the kernel.

use super::calls::FileAttributes;
use super::fault_injection::{InjectedFault, StorageFaultKind};
use super::power::VolatileCache;
use super::{FaultOptions, PowerCutPlan};
use base::{Clock, Rng};
use integrity::FaultKind;
use std::collections::BTreeMap;
use sys::clock::SystemClock;

/// "Input/output error".
pub(super) const EIO: i32 = 5;
/// "No space left on device".
pub(super) const ENOSPC: i32 = 28;

/// The end of an operation: its result or an error number, and its additional delay.
#[derive(Debug)]
pub(super) struct DelayedResult<T> {
    pub(super) result: Result<T, i32>,
    pub(super) late_ns: u64,
}

impl<T> DelayedResult<T> {
    pub(super) fn now(result: Result<T, i32>) -> Self {
        Self { result, late_ns: 0 }
    }
}

#[derive(Debug)]
pub(super) struct FaultyDisk {
    pub(super) options: FaultOptions,
    pub(super) files: BTreeMap<u64, FileContent>,
    pub(super) cards: BTreeMap<u64, FileAttributes>,
    pub(super) faults: Vec<InjectedFault>,
    pub(super) injected: u64,
    pub(super) operations: u64,
    pub(super) rng: Rng,
    /// Whether the power is off: every operation fails.
    pub(super) dead: bool,
    clock: SystemClock,
    next: u64,
}

impl FaultyDisk {
    pub(super) fn new(options: FaultOptions) -> Self {
        let rng = Rng::new(options.seed);
        Self {
            options,
            files: BTreeMap::new(),
            cards: BTreeMap::new(),
            faults: Vec::new(),
            injected: 0,
            operations: 0,
            rng,
            dead: false,
            clock: SystemClock::new(),
            next: 1,
        }
    }

    pub(super) fn now_ns(&self) -> u64 {
        self.clock.now_ns()
    }

    /// Makes an empty file; returns its number.
    pub(super) fn make(&mut self, name: &str) -> u64 {
        self.next += 1;
        let page_bytes = self.options.page_bytes(name);
        let power = self.options.power.map(|_| VolatileCache::new());
        self.files.insert(self.next, FileContent::new(name.to_owned(), page_bytes, power));
        self.next
    }

    /// Counts an operation; returns whether the power is off after it.
    fn count_operation(&mut self) -> bool {
        self.operations += 1;
        if self.options.power.and_then(|cut| cut.after).is_some_and(|n| self.operations >= n) {
            self.dead = true;
        }
        self.dead
    }

    /// Plans a power cut; `None`: never.
    pub(super) fn cut_after(&mut self, lying_share: f64, operations: Option<u64>) {
        self.operations = 0;
        self.options.power = Some(PowerCutPlan { lying_share, after: operations });
    }

    /// Turns the power on again: files hold the data that survived the cut.
    pub(super) fn restore(&mut self) {
        let lies = self.options.power.is_some_and(|cut| cut.lying_share > 0.0);
        for content in self.files.values_mut() {
            if let Some(power) = &mut content.power {
                content.now.copy_from_slice(power.cut(&mut self.rng, lies));
            }
        }
        self.dead = false;
        if let Some(cut) = &mut self.options.power {
            // No further cut until one is planned.
            *cut = PowerCutPlan::default();
        }
    }

    pub(super) fn read(&mut self, file: u64, offset: u64, length: usize) -> DelayedResult<Vec<u8>> {
        if self.dead {
            return DelayedResult::now(Err(EIO));
        }
        self.operations += 1;
        let now_ns = self.now_ns();
        if self.touches_bad_page(file, offset, length) {
            return DelayedResult::now(Err(EIO));
        }
        let content = &self.files[&file];
        let mut bytes = content.read(offset, length);
        if bytes.is_empty() {
            return DelayedResult::now(Ok(bytes));
        }
        if let Some(wrong) =
            self.draw_fault(file, offset, bytes.len(), StorageFaultKind::affects_reads)
        {
            return self.read_wrongly(wrong, file, offset, bytes);
        }
        self.show(file, offset, bytes.len(), now_ns);
        let draw = self.rng.unit();
        if draw < self.options.ordinary_errors.short && bytes.len() > 1 {
            let some = 1 + self.rng.below(bytes.len() as u64 - 1) as usize;
            bytes.truncate(some);
        }
        DelayedResult::now(Ok(bytes))
    }

    pub(super) fn write(
        &mut self,
        file: u64,
        offset: u64,
        bytes: &[u8],
        durable: bool,
    ) -> DelayedResult<u32> {
        if self.dead {
            return DelayedResult::now(Err(EIO));
        }
        let dark = self.count_operation();
        let mut bytes = bytes;
        let errors = self.options.ordinary_errors;
        let draw = self.rng.unit();
        let mut error = None;
        if !dark && self.may_fault(file) {
            if draw < errors.full + errors.failed && self.use_fault_budget() {
                bytes = &bytes[..self.rng.below(bytes.len() as u64 + 1) as usize];
                error = Some(if draw < errors.full { ENOSPC } else { EIO });
            } else if let Some(wrong) =
                self.draw_fault(file, offset, bytes.len(), StorageFaultKind::affects_writes)
            {
                return self.write_wrongly(wrong, file, offset, bytes);
            }
        }
        self.write_plain(file, offset, bytes);
        if dark {
            return DelayedResult::now(Err(EIO));
        }
        if durable && error.is_none() {
            self.settle(file);
        }
        DelayedResult::now(error.map_or(Ok(bytes.len() as u32), Err))
    }

    pub(super) fn flush(&mut self, file: u64) -> DelayedResult<()> {
        if self.dead || self.count_operation() {
            return DelayedResult::now(Err(EIO));
        }
        self.settle(file);
        DelayedResult::now(Ok(()))
    }

    fn settle(&mut self, file: u64) {
        let share = self.options.power.map_or(0.0, |cut| cut.lying_share);
        let content = self.files.get_mut(&file);
        if let Some(power) = content.and_then(|content| content.power.as_mut()) {
            power.flush(&mut self.rng, share);
        }
    }

    pub(super) fn write_plain(&mut self, file: u64, offset: u64, bytes: &[u8]) {
        let now_ns = self.now_ns();
        let Some(content) = self.files.get_mut(&file) else { return };
        content.write(offset, bytes, now_ns);
        if let Some(power) = &mut content.power {
            power.write(offset, bytes);
        }
    }

    fn may_fault(&self, file: u64) -> bool {
        let only = &self.options.only;
        let name = self.files.get(&file).map_or("", |content| content.name.as_str());
        only.is_empty() || only.iter().any(|end| name.ends_with(end))
    }

    /// Counts a fault; returns false if the maximum is reached.
    fn use_fault_budget(&mut self) -> bool {
        let more = self.injected < self.options.most;
        self.injected += u64::from(more);
        more
    }

    /// Draws the fault of an operation, if any. Pages that already have a fault get no other.
    fn draw_fault(
        &mut self,
        file: u64,
        offset: u64,
        length: usize,
        fits: impl Fn(StorageFaultKind) -> bool,
    ) -> Option<StorageFaultKind> {
        let fitting: Vec<StorageFaultKind> =
            self.options.wrongs.iter().copied().filter(|&wrong| fits(wrong)).collect();
        if fitting.is_empty() || self.rng.unit() >= self.options.rate || !self.may_fault(file) {
            return None;
        }
        let wrong = fitting[self.rng.below(fitting.len() as u64) as usize];
        let content = &self.files[&file];
        // Only whole existing pages get faults; other operations are the test's own, or a probe's.
        let whole = content.page_bytes as u64;
        let largest = self.options.largest.saturating_mul(content.page_bytes);
        let there = offset.is_multiple_of(whole)
            && length <= largest
            && (length as u64).is_multiple_of(whole)
            && offset + length as u64 <= content.length()
            && content.is_clean(content.touched(offset, length));
        (there && self.injected < self.options.most).then_some(wrong)
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: usize = 4096;
    const PAGES: u64 = 40;

    /// Writes and reads random pages and compares them with a correct copy; returns the number of wrong reads, and the
    /// storage.
    fn play(wrongs: &[StorageFaultKind], seed: u64) -> (u64, FaultyDisk) {
        let options = FaultOptions {
            seed,
            wrongs: wrongs.to_vec(),
            rate: 0.05,
            pages: (PAGE, Vec::new()),
            apart_ns: 0,
            ..FaultOptions::default()
        };
        let mut disk = FaultyDisk::new(options);
        let file = disk.make("f");
        let mut right = vec![0; PAGES as usize * PAGE];
        disk.files.get_mut(&file).expect("just made").resize(right.len() as u64);
        let mut rng = Rng::at(seed, &[1]);
        let mut wrong_reads = 0;
        for _ in 0..2000 {
            let (page, count) = (rng.below(PAGES - 4), 1 + rng.below(4) as usize);
            let place = page as usize * PAGE..(page as usize + count) * PAGE;
            let offset = place.start as u64;
            if rng.below(2) == 0 {
                rng.fill(&mut right[place.clone()]);
                let mut tries = 0;
                while disk.write(file, offset, &right[place.clone()], false).result.is_err() {
                    tries += 1;
                    assert!(tries < 20, "a write fails once");
                }
                continue;
            }
            let before = disk.faults.len();
            let read = disk.read(file, offset, place.len());
            let sound = read.late_ns == 0 && read.result.as_ref().is_ok_and(|b| *b == right[place]);
            wrong_reads += u64::from(!sound);
            let told = |fault: &InjectedFault| (page..page + count as u64).contains(&fault.page);
            let known = disk.faults[before..].iter().any(told)
                || disk.faults.iter().any(|fault| !fault.transient && told(fault));
            assert!(
                sound || known,
                "{wrongs:?}, seed {seed}: {page} came wrong, and nobody says so"
            );
        }
        (wrong_reads, disk)
    }

    #[test]
    fn an_honest_storage_gives_what_was_written() {
        let (wrong_reads, disk) = play(&[], 1);
        assert_eq!((wrong_reads, disk.faults.len(), disk.injected), (0, 0, 0));
    }

    #[test]
    fn whatever_comes_wrong_is_written_down() {
        for &wrong in StorageFaultKind::ALL {
            let (wrong_reads, disk) = play(&[wrong], 2);
            // A failed write is reported to the writer only, not to readers.
            assert!(wrong_reads > 0 || wrong == StorageFaultKind::WriteError, "{wrong:?}");
            assert!(
                disk.faults.iter().any(|fault| fault.shown && fault.wrong == wrong),
                "{wrong:?}"
            );
        }
    }

    #[test]
    fn equal_seeds_do_equal_wrong() {
        let faults = |seed| play(StorageFaultKind::ALL, seed).1.faults;
        assert_eq!(faults(3), faults(3));
        assert_ne!(faults(3), faults(4));
    }

    #[test]
    fn no_more_is_done_than_was_allowed() {
        let mut disk = play(&[StorageFaultKind::FlipAtRest], 5).1;
        let done = disk.injected;
        disk.options.most = done;
        let file = *disk.files.keys().next().expect("one was made");
        for _ in 0..500 {
            disk.write_plain(file, 0, &[7; PAGE]);
            disk.write(file, 0, &[7; PAGE], false).result.expect("it does not fail");
        }
        assert_eq!(disk.injected, done);
    }
}
