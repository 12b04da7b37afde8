//! Checking contents: stamps what is written, remembers what each page may hold, examines what is read.
//!
//! A worker that does not check has [`Unchecked`], of which nothing is left in its loop. One that does takes no memory
//! and no lock for an operation: its ledger is its own, because the planner lets nobody else into its part of the target
//! meanwhile, and goes on to whoever uses that part in the next phase. Only a fault that is told takes memory.

use super::{Op, OpKind};
use integrity::{Allowed, Fault, Glance, Headed, Ledger, PageId, PagePlace, Seen, Stamper};
use plan::WorkerPlan;

/// What a worker asks of a check.
pub trait Check {
    /// Whether it does anything.
    const CHECKS: bool;

    /// Whether a read of this place is to be left out.
    fn leaves_out(&self, offset_bytes: u64, length_bytes: u32) -> bool;

    /// An operation is about to be handed over, `time_ns` after the worker's start: a write is stamped, a read noted.
    fn begin(&mut self, op: &Op, buffer: &mut [u8], time_ns: u64);

    /// A read or a write ended, and was whole or failed. What a read found that must not be there.
    fn end(
        &mut self,
        slot: u32,
        kind: OpKind,
        offset_bytes: u64,
        buffer: &[u8],
        whole: bool,
    ) -> Option<Found>;

    /// A flush failed: whatever was acknowledged may be gone.
    fn doubt(&mut self);
}

/// Content that must not be there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Where, in bytes from the start of the target.
    pub offset_bytes: u64,
    /// Bytes of the page.
    pub length_bytes: u32,
    /// What it is and what it had to be, for people.
    pub text: String,
}

/// Nothing is checked.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unchecked;

impl Check for Unchecked {
    const CHECKS: bool = false;

    fn leaves_out(&self, _offset_bytes: u64, _length_bytes: u32) -> bool {
        false
    }

    fn begin(&mut self, _op: &Op, _buffer: &mut [u8], _time_ns: u64) {}

    fn end(
        &mut self,
        _slot: u32,
        _kind: OpKind,
        _offset_bytes: u64,
        _buffer: &[u8],
        _whole: bool,
    ) -> Option<Found> {
        None
    }

    fn doubt(&mut self) {}
}

/// One worker's check of its part of a target.
#[derive(Debug)]
pub struct Checked {
    format: Format,
    ledger: Ledger,
    /// Whether the ledger knows every write to the part.
    knows_all: bool,
    /// The target's number, and all there are among which a misdirected page is looked for.
    file: [u32; 1],
    offset_bytes: u64,
    page_bytes: u64,
    leaves_out: bool,
    /// What each slot's read was allowed to see when it was issued, page by page.
    glances: Vec<Glance>,
    pages_per_slot: usize,
}

/// What a page says of itself.
#[derive(Debug)]
enum Format {
    Stamped(Stamper),
    Headed(Headed),
}

impl Checked {
    /// The check that the plan of a worker asks for; none where it asks for none. `run` is unlike that of any other run,
    /// so that what an earlier one left is never taken for what this one wrote; `ledger` is that of the phase before.
    pub fn new(work: &WorkerPlan, run: u64, ledger: Option<Ledger>) -> Option<Self> {
        let check = work.check?;
        let format = match &work.emulation.headers {
            Some(headers) => {
                let thread = u16::try_from(work.stream + 1).unwrap_or(u16::MAX);
                Format::Headed(Headed::new(headers, run, thread))
            }
            None => Format::Stamped(Stamper::new(run, run, check.page_bytes as usize)),
        };
        let page_bytes = u64::from(check.page_bytes);
        let largest = |share: f64, blocks: &workload::BlockSizes| {
            if share > 0.0 { blocks.largest().0 } else { 0 }
        };
        let largest = largest(work.read_share, &work.read_blocks)
            .max(largest(1.0 - work.read_share, &work.write_blocks));
        let pages_per_slot = (largest / page_bytes).max(1) as usize;
        Some(Self {
            format,
            knows_all: check.knows_all,
            ledger: ledger.unwrap_or_else(|| Ledger::new(work.length_bytes.div_ceil(page_bytes))),
            file: [work.target as u32],
            offset_bytes: work.offset_bytes,
            page_bytes,
            leaves_out: check.leaves_out,
            glances: vec![Glance::default(); pages_per_slot * work.depth as usize],
            pages_per_slot,
        })
    }

    /// What is known of the part when the worker ended.
    pub fn into_ledger(self) -> Ledger {
        self.ledger
    }

    fn first_page(&self, offset_bytes: u64) -> u64 {
        (offset_bytes - self.offset_bytes) / self.page_bytes
    }

    /// The generation that a page holds, where that is known; otherwise what is wrong with it.
    fn examine(
        &mut self,
        page: &[u8],
        at: u64,
        place: PagePlace,
        allowed: Allowed,
    ) -> Result<Option<u32>, String> {
        let id = self.id(at);
        match &mut self.format {
            Format::Headed(headed) => headed.examine(page, place, allowed).map(|()| None),
            Format::Stamped(stamper) => match stamper.examine(page, id, allowed, &self.file) {
                Ok(Seen::Whole(generation)) => Ok(Some(generation)),
                Ok(_) => Ok(None),
                Err(fault) => Err(<Fault as ToString>::to_string(&fault)),
            },
        }
    }

    /// Pages are named by where they are on the target, so that one of another part is known for what it is.
    fn id(&self, page: u64) -> PageId {
        let sector = (self.offset_bytes + page * self.page_bytes) / integrity::SECTOR_BYTES as u64;
        PageId { file: self.file[0], page: sector }
    }
}

impl Check for Checked {
    const CHECKS: bool = true;

    #[inline]
    fn leaves_out(&self, offset_bytes: u64, length_bytes: u32) -> bool {
        let first = self.first_page(offset_bytes);
        let pages = u64::from(length_bytes) / self.page_bytes;
        self.leaves_out && (first..first + pages).all(|page| !self.ledger.was_written(page))
    }

    #[inline]
    fn begin(&mut self, op: &Op, buffer: &mut [u8], time_ns: u64) {
        let first = self.first_page(op.offset_bytes);
        let base = op.slot as usize * self.pages_per_slot;
        if op.kind == OpKind::Read
            && let Format::Stamped(stamper) = &self.format
        {
            stamper.prepare_sparsely(buffer);
        }
        for (number, page) in buffer.chunks_exact_mut(self.page_bytes as usize).enumerate() {
            let at = first + number as u64;
            if op.kind == OpKind::Write {
                let (id, generation) = (self.id(at), self.ledger.issue(at));
                match &self.format {
                    Format::Stamped(stamper) => stamper.stamp(page, id, generation, time_ns),
                    Format::Headed(headed) => {
                        let place = place(op.offset_bytes, number, self.page_bytes);
                        headed.stamp(page, place, generation, time_ns);
                    }
                }
            } else {
                self.glances[base + number] = self.ledger.glance(at);
            }
        }
    }

    #[inline]
    fn end(
        &mut self,
        slot: u32,
        kind: OpKind,
        offset_bytes: u64,
        buffer: &[u8],
        whole: bool,
    ) -> Option<Found> {
        let first = self.first_page(offset_bytes);
        let base = slot as usize * self.pages_per_slot;
        let mut found = None;
        for (number, page) in buffer.chunks_exact(self.page_bytes as usize).enumerate() {
            let at = first + number as u64;
            if kind == OpKind::Write {
                self.ledger.done(at, whole);
                continue;
            }
            let glance = self.glances[base + number];
            let mut allowed = self.ledger.since(at, glance);
            let foreign = matches!(&self.format, Format::Headed(headed) if headed.knows_foreign());
            // What may hold anything holds it; looking would only take time.
            if !whole || allowed.anything && !foreign {
                continue;
            }
            allowed.anything |= !self.knows_all;
            let place = place(offset_bytes, number, self.page_bytes);
            match self.examine(page, at, place, allowed) {
                Ok(Some(generation)) => self.ledger.seen(at, glance, generation),
                Ok(None) => {}
                Err(text) => {
                    self.ledger.forget(at);
                    found.get_or_insert(Found {
                        offset_bytes: place.offset_bytes,
                        length_bytes: self.page_bytes as u32,
                        text,
                    });
                }
            }
        }
        found
    }

    fn doubt(&mut self) {
        (0..self.ledger.pages()).for_each(|page| self.ledger.forget(page));
    }
}

/// The place of the page of this number within an operation.
fn place(offset_bytes: u64, number: usize, page_bytes: u64) -> PagePlace {
    let within_bytes = number as u64 * page_bytes;
    PagePlace { offset_bytes: offset_bytes + within_bytes, within_bytes }
}
