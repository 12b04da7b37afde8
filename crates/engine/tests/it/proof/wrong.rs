//! Fault injection: executes an operation wrongly, and records what an integrity test must report about it.

use super::disk::{DiskFault, InjectedFault, MemoryDisk};
use super::store::{MemoryBackend, PendingOperation};
use base::Clock;
use engine::backend::IoKind;
use integrity::FaultKind;

/// The smallest unit of a page that is never torn, in bytes.
const SECTOR: usize = 512;

impl MemoryBackend {
    /// Executes the operation wrongly and records the fault, or executes it correctly if the fault could not be seen.
    /// Returns its result.
    pub(crate) fn misbehave(&mut self, wrong: DiskFault, going: &PendingOperation) -> i32 {
        let op = going.op;
        let whole = op.length_bytes as usize;
        let page_bytes = self.disk.borrow().page_bytes;
        let first = op.offset_bytes / page_bytes as u64;
        let pages = (whole / page_bytes) as u64;
        let picked = first + self.rng.below(pages);
        let clean = self.disk.borrow().clean(first, pages);
        let at = (picked - first) as usize * page_bytes;
        if !clean {
            self.carry(going, 0, whole, None);
            return whole as i32;
        }
        if op.kind == IoKind::Write {
            return self.write_wrong(wrong, going, first, pages, picked);
        }
        let overlapped = self.disk.borrow().acknowledged_ns[picked as usize] >= going.submitted_ns;
        match wrong {
            DiskFault::ReadError | DiskFault::EmptyRead => {
                let kind = if wrong == DiskFault::ReadError {
                    FaultKind::IoError
                } else {
                    FaultKind::WrongLength
                };
                self.saw(picked, &[kind]);
                return if wrong == DiskFault::ReadError { -5 } else { 0 };
            }
            DiskFault::NothingRead => self.saw(picked, &[FaultKind::NotRead]),
            DiskFault::PartNotRead => {
                // The picked page is the first that is incomplete.
                let sectors = (page_bytes / SECTOR) as u64;
                let stop = at + SECTOR * self.rng.below(sectors) as usize;
                self.carry(going, 0, stop, None);
                self.saw(picked, &[FaultKind::NotRead]);
                for page in picked + 1..first + pages {
                    self.saw(page, &[FaultKind::NotRead]);
                }
            }
            DiskFault::Late => {
                self.carry(going, 0, whole, None);
                self.saw(picked, &[FaultKind::Late]);
            }
            _ => {
                self.carry(going, 0, whole, None);
                if !overlapped {
                    self.read_wrong(wrong, going, picked, at);
                }
            }
        }
        if wrong == DiskFault::NothingRead {
            (first..first + pages).for_each(|page| self.saw(page, &[FaultKind::NotRead]));
        }
        whole as i32
    }

    /// Returns a wrong page from a read although the disk has the right one.
    fn read_wrong(&mut self, wrong: DiskFault, going: &PendingOperation, picked: u64, at: usize) {
        let disk = self.disk.borrow();
        let page_bytes = disk.page_bytes;
        let mut page = disk.now[disk.bytes(picked)].to_vec();
        let kinds: Vec<FaultKind> = match wrong {
            DiskFault::FlipOnRead if !disk.is_zero(picked) => {
                let bit = self.rng.below(page_bytes as u64 * 8) as usize;
                page[bit / 8] ^= 1 << (bit % 8);
                vec![FaultKind::Checksum]
            }
            DiskFault::StaleRead => {
                let old = disk.before[disk.bytes(picked)].to_vec();
                let zero = old.iter().all(|&byte| byte == 0);
                if old == page {
                    return;
                }
                page = old;
                if zero {
                    vec![FaultKind::StaleRead, FaultKind::Zeroed]
                } else {
                    vec![FaultKind::StaleRead]
                }
            }
            DiskFault::MisdirectedRead => {
                let other = self.rng.below(disk.pages());
                if other == picked || disk.is_zero(other) || !disk.clean(other, 1) {
                    return;
                }
                page = disk.now[disk.bytes(other)].to_vec();
                vec![FaultKind::Misdirected]
            }
            _ => return,
        };
        drop(disk);
        let all = (going.op.skip_bytes + going.op.length_bytes) as usize;
        let start = if going.piece > 0 { all - at - page_bytes } else { at };
        self.buffers[going.op.slot as usize][start..start + page_bytes].copy_from_slice(&page);
        self.saw(picked, &kinds);
    }

    #[expect(clippy::too_many_lines, reason = "an arm for each fault")]
    fn write_wrong(
        &mut self,
        wrong: DiskFault,
        going: &PendingOperation,
        first: u64,
        pages: u64,
        picked: u64,
    ) -> i32 {
        let now_ns = self.clock.now_ns();
        let whole = going.op.length_bytes as usize;
        let page_bytes = self.disk.borrow().page_bytes;
        let lose = |disk: &mut MemoryDisk, page: u64| {
            let kinds = disk.lost(page, FaultKind::LostWrite);
            disk.taint(page, &kinds, now_ns);
        };
        match wrong {
            DiskFault::LostWrite => {
                let disk = &mut *self.disk.borrow_mut();
                disk.injected += 1;
                (first..first + pages).for_each(|page| lose(disk, page));
            }
            DiskFault::Torn => {
                let sectors = (whole / SECTOR) as u64;
                let stop = SECTOR * (1 + self.rng.below(sectors - 1)) as usize;
                self.carry(going, 0, stop, None);
                let disk = &mut *self.disk.borrow_mut();
                disk.injected += 1;
                let torn = first + (stop / page_bytes) as u64;
                for page in torn..first + pages {
                    if page == torn && !stop.is_multiple_of(page_bytes) {
                        let from = disk.bytes(page).end - SECTOR..disk.bytes(page).end;
                        let bare = disk.now[from].iter().all(|&byte| byte == 0);
                        let both = [FaultKind::Torn, FaultKind::Zeroed];
                        disk.taint(page, if bare { &both } else { &both[..1] }, now_ns);
                    } else {
                        lose(disk, page);
                    }
                }
            }
            DiskFault::MisdirectedWrite => {
                let room = self.disk.borrow().pages() - pages;
                let other = self.rng.below(room + 1);
                let apart = other + pages <= first || first + pages <= other;
                if !apart || !self.disk.borrow().clean(other, pages) {
                    self.carry(going, 0, whole, None);
                    return whole as i32;
                }
                self.carry(going, 0, whole, Some(other * page_bytes as u64));
                let disk = &mut *self.disk.borrow_mut();
                disk.injected += 1;
                for page in 0..pages {
                    disk.taint(other + page, &[FaultKind::Misdirected], now_ns);
                    lose(disk, first + page);
                }
            }
            DiskFault::WriteError => {
                let stop = self.rng.below(whole as u64 + 1) as usize;
                self.carry(going, 0, stop, None);
                self.saw(picked, &[FaultKind::IoError]);
                return -5;
            }
            DiskFault::Late => {
                self.carry(going, 0, whole, None);
                self.saw(picked, &[FaultKind::Late]);
            }
            _ => {
                self.carry(going, 0, whole, None);
                let bit = self.rng.below(page_bytes as u64 * 8) as usize;
                let disk = &mut *self.disk.borrow_mut();
                disk.injected += 1;
                let place = disk.bytes(picked);
                let page = &mut disk.now[place];
                match wrong {
                    DiskFault::FlipAtRest => {
                        page[bit / 8] ^= 1 << (bit % 8);
                        disk.taint(picked, &[FaultKind::Checksum], now_ns);
                    }
                    DiskFault::Zeroed => {
                        page.fill(0);
                        disk.taint(picked, &[FaultKind::Zeroed], now_ns);
                    }
                    _ => {
                        disk.bad[picked as usize] = true;
                    }
                }
            }
        }
        whole as i32
    }

    /// Records a transient fault.
    fn saw(&mut self, page: u64, kinds: &[FaultKind]) {
        let disk = &mut *self.disk.borrow_mut();
        disk.injected += 1;
        disk.truths.push(InjectedFault {
            page,
            kinds: kinds.to_vec(),
            transient: true,
            must: true,
        });
    }
}
