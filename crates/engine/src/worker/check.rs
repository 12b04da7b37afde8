//! Checks contents: stamps writes, tracks what each page may hold, examines reads.
//!
//! A worker without checks has [`NoCheck`], which compiles to nothing in its loop. With checks, an operation neither
//! allocates nor locks: each worker has its own ledger, because the planner gives its part of the target to no other
//! worker in the phase. The ledger passes to the worker that uses that part in the next phase. Only a reported fault
//! allocates memory.

use super::page_ledger::{PartLedger, ReadBackTarget};
use super::{DiskOperation, IoKind};
use base::ContentFault;
use integrity::{
    AllowedContent, HeaderStamper, PageId, PagePosition, PageStamper, ReadSnapshot, ValidContent,
};
use plan::{FilePlan, WorkerPlan};

/// The interface of a content check.
pub trait PageCheck {
    const CHECKS: bool;

    /// The next read, if reads follow the earlier writes.
    fn next_written(&mut self) -> ReadBackTarget;

    /// Whether a read of this range of a file must be skipped.
    fn leaves_out(&self, file: u32, offset_bytes: u64, length_bytes: u32) -> bool;

    /// Prepares an operation before its submission, `time_ns` after the worker's start: stamps a write, records a read.
    fn begin(&mut self, op: &DiskOperation, buffer: &mut [u8], time_ns: u64);

    /// Processes the end of a read or write, which was whole or failed. Returns wrong content found by a read.
    /// `offset_bytes` is the offset of the whole operation, even if it was done in parts.
    fn end(
        &mut self,
        op: &DiskOperation,
        offset_bytes: u64,
        buffer: &[u8],
        whole: bool,
    ) -> Option<WrongPage>;

    /// Records a failed flush: any acknowledged write may be lost.
    fn warning(&mut self);
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongPage {
    pub offset_bytes: u64,
    pub length_bytes: u32,
    pub fault: ContentFault,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct NoCheck;

impl PageCheck for NoCheck {
    const CHECKS: bool = false;

    fn next_written(&mut self) -> ReadBackTarget {
        ReadBackTarget::Unknown
    }

    fn leaves_out(&self, _file: u32, _offset_bytes: u64, _length_bytes: u32) -> bool {
        false
    }

    fn begin(&mut self, _op: &DiskOperation, _buffer: &mut [u8], _time_ns: u64) {}

    fn end(
        &mut self,
        _op: &DiskOperation,
        _offset_bytes: u64,
        _buffer: &[u8],
        _whole: bool,
    ) -> Option<WrongPage> {
        None
    }

    fn warning(&mut self) {}
}

/// One worker's check of its parts of targets.
#[derive(Debug)]
pub struct WorkerCheck {
    format: PageFormat,
    parts: Vec<CheckedPart>,
    /// Whether every write to the parts is known.
    knows_all: bool,
    /// The numbers of the targets, which a misdirected page may belong to.
    files: Vec<u32>,
    /// What is read back next; `None` if the plan decides what is read.
    read_back: Option<ReadBackPosition>,
    page_bytes: u64,
    leaves_out: bool,
    /// What each slot's read could return when it was issued, page by page.
    snapshots: Vec<ReadSnapshot>,
    pages_per_slot: usize,
}

#[derive(Debug)]
struct CheckedPart {
    /// Its start in the file.
    offset_bytes: u64,
    contents: PartLedger,
}

#[derive(Debug, Default)]
struct ReadBackPosition {
    file: usize,
    page: u64,
}

#[derive(Debug)]
enum PageFormat {
    Stamped(PageStamper),
    Headed(HeaderStamper),
}

impl WorkerCheck {
    /// The check that the plan of a worker requires; `None` if it requires none. `run` differs from that of any other
    /// run, so that data of an earlier run is never taken for this one's. `known` returns the ledger of a part from an
    /// earlier phase.
    pub fn new(
        work: &WorkerPlan,
        run: u64,
        mut known: impl FnMut(&FilePlan) -> Option<PartLedger>,
    ) -> Option<Self> {
        let check = work.check?;
        let format = match &work.emulation.headers {
            Some(headers) => {
                let thread = u16::try_from(work.stream + 1).unwrap_or(u16::MAX);
                PageFormat::Headed(HeaderStamper::new(headers, run, thread))
            }
            None => PageFormat::Stamped(PageStamper::new(run, run, check.page_bytes as usize)),
        };
        let page_bytes = u64::from(check.page_bytes);
        let largest_if = |happens: bool, blocks: &workload::BlockSizes| {
            if happens { blocks.largest().0 } else { 0 }
        };
        let largest = largest_if(work.read_share > 0.0, &work.read_blocks)
            .max(largest_if(work.read_share < 1.0, &work.write_blocks));
        let pages_per_slot = (largest / page_bytes).max(1) as usize;
        let parts = work.parts().map(|part| {
            let pages = part.length_bytes.div_ceil(page_bytes);
            let contents = known(&part).unwrap_or_else(|| PartLedger::new(work, pages, page_bytes));
            CheckedPart { offset_bytes: part.offset_bytes, contents }
        });
        let parts: Vec<CheckedPart> = parts.collect();
        let follows = check.leaves_out && parts.iter().all(|part| part.contents.has_writes());
        Some(Self {
            format,
            knows_all: check.knows_all,
            parts,
            files: work.parts().map(|part| part.target as u32).collect(),
            read_back: follows.then(ReadBackPosition::default),
            page_bytes,
            leaves_out: check.leaves_out,
            snapshots: vec![ReadSnapshot::default(); pages_per_slot * work.depth as usize],
            pages_per_slot,
        })
    }

    /// The ledger of each part at the end of the worker, in the order of the plan.
    pub fn into_known(self) -> impl Iterator<Item = PartLedger> {
        self.parts.into_iter().map(|part| part.contents)
    }

    fn first_page(&self, file: u32, offset_bytes: u64) -> u64 {
        let start_bytes = self.parts[file as usize].offset_bytes;
        debug_assert!(offset_bytes >= start_bytes, "the planner keeps operations in their part");
        (offset_bytes - start_bytes) / self.page_bytes
    }

    /// Examines a page. Returns the generation that it holds, `None` if unknown.
    fn examine(
        &mut self,
        page: &[u8],
        id: PageId,
        place: PagePosition,
        allowed: AllowedContent,
    ) -> Result<Option<u32>, ContentFault> {
        match &mut self.format {
            PageFormat::Headed(headed) => headed.examine(page, place, allowed).map(|()| None),
            PageFormat::Stamped(stamper) => match stamper.examine(page, id, allowed, &self.files) {
                Ok(ValidContent::Whole(generation)) => Ok(Some(generation)),
                Ok(_) => Ok(None),
                Err(fault) => Err(fault.content()),
            },
        }
    }

    /// The identity of a page: its position on the target, so that a page of another part is recognised.
    fn id(&self, file: u32, page: u64) -> PageId {
        let start_bytes = self.parts[file as usize].offset_bytes;
        let sector = (start_bytes + page * self.page_bytes) / integrity::SECTOR_BYTES as u64;
        PageId { file: self.files[file as usize], page: sector }
    }
}

impl PageCheck for WorkerCheck {
    const CHECKS: bool = true;

    #[inline]
    fn next_written(&mut self) -> ReadBackTarget {
        let Some(position) = &mut self.read_back else { return ReadBackTarget::Unknown };
        while let Some(part) = self.parts.get(position.file) {
            if let Some(write) = part.contents.write_from(position.page) {
                position.page = write.first + write.pages;
                return ReadBackTarget::At {
                    file: position.file as u32,
                    offset_bytes: part.offset_bytes + write.first * self.page_bytes,
                    length_bytes: (write.pages * self.page_bytes) as u32,
                };
            }
            *position = ReadBackPosition { file: position.file + 1, page: 0 };
        }
        ReadBackTarget::End
    }

    #[inline]
    fn leaves_out(&self, file: u32, offset_bytes: u64, length_bytes: u32) -> bool {
        let first = self.first_page(file, offset_bytes);
        let pages = u64::from(length_bytes) / self.page_bytes;
        let ledger = &self.parts[file as usize].contents.ledger;
        self.leaves_out && (first..first + pages).all(|page| !ledger.was_written(page))
    }

    #[inline]
    fn begin(&mut self, op: &DiskOperation, buffer: &mut [u8], time_ns: u64) {
        let first = self.first_page(op.file, op.offset_bytes);
        let base = op.slot as usize * self.pages_per_slot;
        if op.kind == IoKind::Read
            && let PageFormat::Stamped(stamper) = &self.format
        {
            stamper.prepare_sparsely(buffer);
        }
        if op.kind == IoKind::Write {
            let pages = u64::from(op.length_bytes) / self.page_bytes;
            self.parts[op.file as usize].contents.record_write(first, pages);
        }
        for (number, page) in buffer.chunks_exact_mut(self.page_bytes as usize).enumerate() {
            let at = first + number as u64;
            let ledger = &mut self.parts[op.file as usize].contents.ledger;
            if op.kind == IoKind::Write {
                let generation = ledger.issue(at);
                let id = self.id(op.file, at);
                match &self.format {
                    PageFormat::Stamped(stamper) => stamper.stamp(page, id, generation, time_ns),
                    PageFormat::Headed(headed) => {
                        let place = place(op.offset_bytes, number, self.page_bytes);
                        headed.stamp(page, place, generation, time_ns);
                    }
                }
            } else {
                self.snapshots[base + number] = ledger.snapshot(at);
            }
        }
    }

    #[inline]
    fn end(
        &mut self,
        op: &DiskOperation,
        offset_bytes: u64,
        buffer: &[u8],
        whole: bool,
    ) -> Option<WrongPage> {
        let first = self.first_page(op.file, offset_bytes);
        let base = op.slot as usize * self.pages_per_slot;
        let mut found = None;
        for (number, page) in buffer.chunks_exact(self.page_bytes as usize).enumerate() {
            let at = first + number as u64;
            let ledger = &mut self.parts[op.file as usize].contents.ledger;
            if op.kind == IoKind::Write {
                ledger.complete(at, whole);
                continue;
            }
            let snapshot = self.snapshots[base + number];
            let mut allowed = ledger.allowed_since(at, snapshot);
            let foreign =
                matches!(&self.format, PageFormat::Headed(headed) if headed.knows_foreign());
            // A page with arbitrary allowed content needs no examination.
            if !whole || allowed.anything && !foreign {
                continue;
            }
            allowed.anything |= !self.knows_all;
            let place = place(offset_bytes, number, self.page_bytes);
            let seen = self.examine(page, self.id(op.file, at), place, allowed);
            let ledger = &mut self.parts[op.file as usize].contents.ledger;
            match seen {
                Ok(Some(generation)) => ledger.record_read(at, snapshot, generation),
                Ok(None) => {}
                Err(fault) => {
                    ledger.allow_anything(at);
                    found.get_or_insert(WrongPage {
                        offset_bytes: place.offset_bytes,
                        length_bytes: self.page_bytes as u32,
                        fault,
                    });
                }
            }
        }
        found
    }

    fn warning(&mut self) {
        for part in &mut self.parts {
            let ledger = &mut part.contents.ledger;
            (0..ledger.pages()).for_each(|page| ledger.allow_anything(page));
        }
    }
}

/// The position of page `number` within an operation.
fn place(offset_bytes: u64, number: usize, page_bytes: u64) -> PagePosition {
    let within_bytes = number as u64 * page_bytes;
    PagePosition { offset_bytes: offset_bytes + within_bytes, within_bytes }
}
