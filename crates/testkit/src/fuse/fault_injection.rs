//! The faulty variants of operations: takes an operation, executes it with a fault, and records the findings that are
//! correct for it. Executes it correctly if the fault would not show.

use super::disk::{DelayedResult, EIO, FaultyDisk};
use super::power::SECTOR_BYTES;
use integrity::FaultKind;
use std::fmt;

/// The delay of a late operation: the time-out of a database (15 s), plus 1 s.
const LATE_NS: u64 = 16_000_000_000;

impl FaultyDisk {
    pub(super) fn touches_bad_page(&mut self, file: u64, offset: u64, length: usize) -> bool {
        let content = &self.files[&file];
        let is_bad = |page: &usize| {
            let taint = content.pages[*page].taint.as_ref();
            taint.is_some_and(|taint| taint.wrong == StorageFaultKind::BadSector)
        };
        let bad = content.touched(offset, length).find(is_bad);
        if let Some(page) = bad {
            let now_ns = self.now_ns();
            self.show_page(file, page, now_ns);
        }
        bad.is_some()
    }

    /// Records that a read met the faults of the pages that it touches.
    pub(super) fn show(&mut self, file: u64, offset: u64, length: usize, now_ns: u64) {
        for page in self.files[&file].touched(offset, length) {
            if self.files[&file].pages[page].taint.is_some() {
                self.show_page(file, page, now_ns);
            }
        }
    }

    fn show_page(&mut self, file: u64, page: usize, now_ns: u64) {
        let Some(taint) = self.files[&file].pages[page].taint.clone() else { return };
        let shown = now_ns > taint.from_ns + self.options.apart_ns;
        let number = match taint.fault {
            Some(number) => number,
            None => self.record_fault(file, page, taint.wrong, &taint.kinds, false),
        };
        self.faults[number].shown |= shown;
        let pages = self.files.get_mut(&file).map(|content| &mut content.pages);
        if let Some(Some(taint)) = pages.map(|pages| &mut pages[page].taint) {
            taint.fault = Some(number);
        }
    }

    fn record_fault(
        &mut self,
        file: u64,
        page: usize,
        wrong: StorageFaultKind,
        kinds: &[FaultKind],
        transient: bool,
    ) -> usize {
        let content = &self.files[&file];
        self.faults.push(InjectedFault {
            wrong,
            file: content.name.clone(),
            page: page as u64,
            page_bytes: content.page_bytes as u64,
            kinds: kinds.to_vec(),
            transient,
            shown: transient,
        });
        self.faults.len() - 1
    }

    pub(super) fn read_wrongly(
        &mut self,
        wrong: StorageFaultKind,
        file: u64,
        offset: u64,
        mut bytes: Vec<u8>,
    ) -> DelayedResult<Vec<u8>> {
        let content = &self.files[&file];
        let page_bytes = content.page_bytes;
        let first = (offset / page_bytes as u64) as usize;
        let picked = first + self.rng.below((bytes.len() / page_bytes) as u64) as usize;
        match wrong {
            StorageFaultKind::ReadError => {
                self.injected += 1;
                self.record_fault(file, picked, wrong, &[FaultKind::IoError], true);
                return DelayedResult::now(Err(EIO));
            }
            StorageFaultKind::EmptyRead => {
                self.injected += 1;
                self.record_fault(file, picked, wrong, &[FaultKind::WrongLength], true);
                return DelayedResult::now(Ok(Vec::new()));
            }
            StorageFaultKind::Late => {
                self.injected += 1;
                self.record_fault(file, picked, wrong, &[FaultKind::Late], true);
                return DelayedResult { result: Ok(bytes), late_ns: LATE_NS };
            }
            _ => {}
        }
        let apart = self.now_ns() > content.pages[picked].written_ns + self.options.apart_ns;
        if apart && let Some((page, kinds)) = self.wrong_page(wrong, file, picked) {
            self.injected += 1;
            let at = (picked - first) * page_bytes;
            bytes[at..at + page_bytes].copy_from_slice(&page);
            self.record_fault(file, picked, wrong, &kinds, true);
        }
        DelayedResult::now(Ok(bytes))
    }

    /// The bytes returned instead of a page, and the correct findings; `None` if the fault would not show.
    fn wrong_page(
        &mut self,
        wrong: StorageFaultKind,
        file: u64,
        picked: usize,
    ) -> Option<(Vec<u8>, Vec<FaultKind>)> {
        let content = &self.files[&file];
        let right = &content.now[content.place(picked)];
        match wrong {
            StorageFaultKind::FlipOnRead if !content.is_zero(picked) => {
                let mut page = right.to_vec();
                let bit = self.rng.below(page.len() as u64 * 8) as usize;
                page[bit / 8] ^= 1 << (bit % 8);
                Some((page, vec![FaultKind::Checksum]))
            }
            StorageFaultKind::StaleRead => {
                let page = content.before(picked).to_vec();
                let mut kinds = vec![FaultKind::StaleRead];
                if page.iter().all(|&byte| byte == 0) {
                    kinds.push(FaultKind::Zeroed);
                }
                (page != right).then_some((page, kinds))
            }
            StorageFaultKind::MisdirectedRead => {
                let other = self.rng.below(content.pages.len() as u64) as usize;
                let shows = other != picked
                    && !content.is_zero(other)
                    && content.is_clean(other..other + 1)
                    && content.now[content.place(other)] != *right;
                let page = content.now[content.place(other)].to_vec();
                shows.then_some((page, vec![FaultKind::Misdirected]))
            }
            _ => None,
        }
    }

    pub(super) fn write_wrongly(
        &mut self,
        wrong: StorageFaultKind,
        file: u64,
        offset: u64,
        bytes: &[u8],
    ) -> DelayedResult<u32> {
        let now_ns = self.now_ns();
        let page_bytes = self.files[&file].page_bytes;
        let first = (offset / page_bytes as u64) as usize;
        let pages = bytes.len() / page_bytes;
        let picked = first + self.rng.below(pages as u64) as usize;
        let mut answer = DelayedResult::now(Ok(bytes.len() as u32));
        match wrong {
            StorageFaultKind::LostWrite => {
                self.injected += 1;
                self.with(file, |content| {
                    for (number, meant) in bytes.chunks(page_bytes).enumerate() {
                        content.mark_lost(first + number, meant, wrong, now_ns);
                    }
                });
            }
            StorageFaultKind::Torn => self.tear(file, offset, bytes),
            StorageFaultKind::MisdirectedWrite => self.misdirect(file, offset, bytes),
            StorageFaultKind::WriteError => {
                self.injected += 1;
                let stop = self.rng.below(bytes.len() as u64 + 1) as usize;
                self.write_plain(file, offset, &bytes[..stop]);
                self.record_fault(file, picked, wrong, &[FaultKind::IoError], true);
                answer.result = Err(EIO);
            }
            StorageFaultKind::Late => {
                self.injected += 1;
                self.write_plain(file, offset, bytes);
                self.record_fault(file, picked, wrong, &[FaultKind::Late], true);
                answer.late_ns = LATE_NS;
            }
            _ => {
                self.write_plain(file, offset, bytes);
                self.damage_page(wrong, file, picked);
            }
        }
        answer
    }

    fn with(&mut self, file: u64, change: impl FnOnce(&mut super::disk::FileContent)) {
        if let Some(content) = self.files.get_mut(&file) {
            change(content);
        }
    }

    fn damage_page(&mut self, wrong: StorageFaultKind, file: u64, page: usize) {
        self.injected += 1;
        let now_ns = self.now_ns();
        let mut noise = vec![0; self.files[&file].page_bytes];
        self.rng.fill(&mut noise);
        let bit = self.rng.below(noise.len() as u64 * 8) as usize;
        self.with(file, |content| {
            let place = content.place(page);
            let bytes = &mut content.now[place];
            let kind = match wrong {
                StorageFaultKind::FlipAtRest => {
                    bytes[bit / 8] ^= 1 << (bit % 8);
                    FaultKind::Checksum
                }
                StorageFaultKind::Zeroed => {
                    bytes.fill(0);
                    FaultKind::Zeroed
                }
                StorageFaultKind::Garbage => {
                    let length = bytes.len();
                    bytes.copy_from_slice(&noise[..length]);
                    FaultKind::Strange
                }
                _ => FaultKind::IoError,
            };
            content.taint(page, wrong, &[kind], now_ns);
        });
    }

    /// Writes only the first sectors.
    fn tear(&mut self, file: u64, offset: u64, bytes: &[u8]) {
        let sectors = (bytes.len() / SECTOR_BYTES) as u64;
        if sectors < 2 {
            return self.write_plain(file, offset, bytes);
        }
        self.injected += 1;
        let stop = SECTOR_BYTES * (1 + self.rng.below(sectors - 1)) as usize;
        let now_ns = self.now_ns();
        let pages = self.files[&file].touched(offset, bytes.len());
        let page_bytes = self.files[&file].page_bytes;
        self.write_plain(file, offset, &bytes[..stop]);
        let torn = pages.start + stop / page_bytes;
        self.with(file, |content| {
            for page in torn..pages.end {
                let meant = &bytes[(page - pages.start) * page_bytes..][..page_bytes];
                if page > torn || stop.is_multiple_of(page_bytes) {
                    content.mark_lost(page, meant, StorageFaultKind::Torn, now_ns);
                    continue;
                }
                if content.now[content.place(page)] == *meant {
                    continue;
                }
                let end = content.place(page).end;
                let bare = content.now[end - SECTOR_BYTES..end].iter().all(|&byte| byte == 0);
                let both = [FaultKind::Torn, FaultKind::Zeroed];
                content.taint(
                    page,
                    StorageFaultKind::Torn,
                    if bare { &both } else { &both[..1] },
                    now_ns,
                );
            }
        });
    }

    fn misdirect(&mut self, file: u64, offset: u64, bytes: &[u8]) {
        let content = &self.files[&file];
        let pages = content.touched(offset, bytes.len());
        let (first, count, all) = (pages.start, pages.len(), content.pages.len());
        let other = self.rng.below((all - count + 1) as u64) as usize;
        let apart = other + count <= first || first + count <= other;
        let now_ns = self.now_ns();
        if !apart || !content.is_clean(other..other + count) {
            return self.write_plain(file, offset, bytes);
        }
        self.injected += 1;
        let place = (other * content.page_bytes) as u64;
        self.with(file, |content| {
            content.write(place, bytes, now_ns);
            for (page, meant) in bytes.chunks(content.page_bytes).enumerate() {
                let kinds = [FaultKind::Misdirected];
                content.taint(other + page, StorageFaultKind::MisdirectedWrite, &kinds, now_ns);
                content.mark_lost(first + page, meant, StorageFaultKind::MisdirectedWrite, now_ns);
            }
        });
    }
}

base::words! {
    /// One kind of fault.
    ///
    /// A read that reports success and leaves the buffer unchanged is not among them: the kernel fills the reader's buffer
    /// from the answer, so a file system cannot cause it.
    #[derive(PartialOrd, Ord)]
    pub enum StorageFaultKind as "fault" {
        /// A bit of a page flips after it was written.
        FlipAtRest = "flip-at-rest",
        /// A bit flips in the result of a read; the page is correct.
        FlipOnRead = "flip-on-read",
        /// The first sectors of a write are kept, the others are not.
        Torn = "torn",
        LostWrite = "lost-write",
        /// A read returns the content of the page before its last write.
        StaleRead = "stale-read",
        MisdirectedWrite = "misdirected-write",
        MisdirectedRead = "misdirected-read",
        /// A read returns nothing, as at the end of the file.
        EmptyRead = "empty-read",
        Zeroed = "zeroed",
        Garbage = "garbage",
        ReadError = "read-error",
        /// A page cannot be read until it is written again.
        BadSector = "bad-sector",
        /// A write fails once, partly done.
        WriteError = "write-error",
        /// An operation takes longer than a database waits.
        Late = "late",
    }
}

impl StorageFaultKind {
    pub fn affects_writes(self) -> bool {
        !matches!(
            self,
            Self::FlipOnRead
                | Self::StaleRead
                | Self::MisdirectedRead
                | Self::EmptyRead
                | Self::ReadError
        )
    }

    pub fn affects_reads(self) -> bool {
        self == Self::Late || !self.affects_writes()
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InjectedFault {
    pub wrong: StorageFaultKind,
    pub file: String,
    /// The page, counted in pages of `page_bytes`.
    pub page: u64,
    /// The size of a page of this file, in bytes.
    pub page_bytes: u64,
    /// The findings that are correct for it.
    pub kinds: Vec<FaultKind>,
    pub transient: bool,
    /// Whether a read met it whose result is impossible on correct storage.
    pub shown: bool,
}

impl fmt::Display for InjectedFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let offset = self.page * self.page_bytes;
        let kinds: Vec<&str> = self.kinds.iter().map(|kind| kind.name()).collect();
        write!(
            f,
            "{} file={} offset={offset} bytes={} right_names=\"{}\" {} {}",
            self.wrong.name(),
            self.file,
            self.page_bytes,
            kinds.join(" or "),
            if self.transient { "passes" } else { "stays" },
            if self.shown { "shown" } else { "not_shown" },
        )
    }
}
