//! The geometry of an array: splits an I/O into the reads and writes of each disk, in two steps.
//!
//! Step 1 is everything that must be read first (parity layouts), step 2 the I/O itself. Pure arithmetic without state
//! or time. A small write costs 4 disk I/Os on RAID 5 and 6 on RAID 6; a write of a whole stripe reads nothing.

use super::spec::{SimLayout, SimSpec};
use std::ops::Range;

/// The part of one disk in an I/O.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DiskRequest {
    /// The disk, or the first of `mirrors` disks.
    pub(super) disk: u32,
    /// How many disks from `disk` on can serve a read.
    pub(super) mirrors: u32,
    pub(super) offset_bytes: u64,
    pub(super) length_bytes: u32,
    pub(super) write: bool,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct DiskArray {
    layout: SimLayout,
    disks: u64,
    chunk_bytes: u64,
    disk_bytes: u64,
}

/// A read or write of one range.
#[derive(Clone, Copy, Debug)]
pub(super) struct IoRange {
    pub(super) offset_bytes: u64,
    pub(super) length_bytes: u32,
    pub(super) write: bool,
}

impl DiskArray {
    pub(super) fn new(spec: &SimSpec) -> Self {
        Self {
            layout: spec.layout(),
            disks: u64::from(spec.disks),
            chunk_bytes: spec.chunk_bytes,
            disk_bytes: spec.disk_bytes(),
        }
    }

    /// Whether writes of this array may have to read first.
    pub(super) fn has_parity(&self) -> bool {
        self.layout.parity_chunks() > 0
    }

    /// Adds the reads that must precede a write of `range`; none without parity.
    pub(super) fn reads_before(&self, range: IoRange, parts: &mut Vec<DiskRequest>) {
        if range.write && self.has_parity() {
            self.each_stripe(range, |stripe, first, last| {
                self.stripe_reads(stripe, first, last, parts)
            });
        }
    }

    /// Adds the reads or writes of the I/O itself.
    pub(super) fn parts(&self, range: IoRange, parts: &mut Vec<DiskRequest>) {
        match self.layout {
            SimLayout::None => self.each_piece(range, self.disk_bytes, |piece, within, length| {
                parts.push(part(piece, 1, within, length, range.write));
            }),
            SimLayout::Raid1 => {
                self.mirrored(
                    0,
                    self.disks,
                    range.offset_bytes,
                    range.length_bytes,
                    range.write,
                    parts,
                );
            }
            SimLayout::Raid0 => {
                self.each_piece(range, self.chunk_bytes, |chunk, within, length| {
                    let offset = chunk / self.disks * self.chunk_bytes + within;
                    parts.push(part(chunk % self.disks, 1, offset, length, range.write));
                })
            }
            SimLayout::Raid10 => {
                self.each_piece(range, self.chunk_bytes, |chunk, within, length| {
                    let pairs = self.disks / 2;
                    let offset = chunk / pairs * self.chunk_bytes + within;
                    self.mirrored(chunk % pairs * 2, 2, offset, length, range.write, parts);
                })
            }
            SimLayout::Raid5 | SimLayout::Raid6 if range.write => {
                self.each_stripe(range, |stripe, first, last| {
                    self.stripe_writes(stripe, first, last, parts)
                });
            }
            SimLayout::Raid5 | SimLayout::Raid6 => {
                self.each_piece(range, self.chunk_bytes, |chunk, within, length| {
                    let stripe = chunk / self.data_chunks();
                    let disk = self.data_disk(stripe, chunk % self.data_chunks());
                    parts.push(part(disk, 1, stripe * self.chunk_bytes + within, length, false));
                });
            }
        }
    }

    fn mirrored(
        &self,
        disk: u64,
        copies: u64,
        offset: u64,
        length: u32,
        write: bool,
        parts: &mut Vec<DiskRequest>,
    ) {
        if write {
            parts.extend((disk..disk + copies).map(|copy| part(copy, 1, offset, length, true)));
        } else {
            parts.push(part(disk, copies as u32, offset, length, false));
        }
    }

    fn each_piece(&self, range: IoRange, piece_bytes: u64, mut take: impl FnMut(u64, u64, u32)) {
        let (mut at, end) =
            (range.offset_bytes, range.offset_bytes + u64::from(range.length_bytes));
        while at < end {
            let (piece, within) = (at / piece_bytes, at % piece_bytes);
            let length = (piece_bytes - within).min(end - at);
            take(piece, within, length as u32);
            at += length;
        }
    }

    /// Calls `take` with each stripe and the first and last byte (exclusive) touched in it.
    fn each_stripe(&self, range: IoRange, mut take: impl FnMut(u64, u64, u64)) {
        let stripe_bytes = self.data_chunks() * self.chunk_bytes;
        self.each_piece(range, stripe_bytes, |stripe, within, length| {
            take(stripe, within, within + u64::from(length));
        });
    }

    fn data_chunks(&self) -> u64 {
        self.disks - u64::from(self.layout.parity_chunks())
    }

    /// The disk of chunk `number` of a stripe, parity chunks first. Parity moves back by one disk per stripe, and data start
    /// after it (left-symmetric).
    fn parity_disk(&self, stripe: u64, number: u64) -> u64 {
        (self.disks - 1 - stripe % self.disks + number) % self.disks
    }

    fn data_disk(&self, stripe: u64, chunk: u64) -> u64 {
        let parities = u64::from(self.layout.parity_chunks());
        self.parity_disk(stripe, (parities + chunk) % self.disks)
    }

    /// The part of chunk `chunk` that bytes `first..last` of its stripe touch, from the start of the chunk.
    fn touched(&self, chunk: u64, first: u64, last: u64) -> Option<Range<u64>> {
        let start = chunk * self.chunk_bytes;
        let (low, high) = (first.max(start), last.min(start + self.chunk_bytes));
        (low < high).then(|| low - start..high - start)
    }

    /// The part of each parity chunk that changes: the union of the touched parts of all data chunks.
    fn parity_span(&self, first: u64, last: u64) -> Range<u64> {
        let mut span = self.chunk_bytes..0;
        for touched in (0..self.data_chunks()).filter_map(|chunk| self.touched(chunk, first, last))
        {
            span = span.start.min(touched.start)..span.end.max(touched.end);
        }
        span
    }

    /// Adds reads of the changed data and its parity, or of all unchanged data, whichever needs fewer I/Os.
    fn stripe_reads(&self, stripe: u64, first: u64, last: u64, parts: &mut Vec<DiskRequest>) {
        let base = stripe * self.chunk_bytes;
        let span = self.parity_span(first, last);
        let touched = |chunk: u64| self.touched(chunk, first, last);
        // Of a chunk that is overwritten in the whole span, nothing has to be read to compute the parity anew.
        let is_overwritten = |chunk: &u64| {
            touched(*chunk).is_some_and(|part| part.start <= span.start && part.end >= span.end)
        };
        let changed = (0..self.data_chunks()).filter(|chunk| touched(*chunk).is_some()).count();
        let modify_ios = changed as u64 + u64::from(self.layout.parity_chunks());
        let unchanged = (0..self.data_chunks()).filter(|chunk| !is_overwritten(chunk));
        let rebuild_ios = unchanged.clone().count() as u64;
        if rebuild_ios < modify_ios {
            for chunk in unchanged {
                let (disk, length) =
                    (self.data_disk(stripe, chunk), (span.end - span.start) as u32);
                parts.push(part(disk, 1, base + span.start, length, false));
            }
        } else {
            self.stripe_parts(stripe, first, last, false, parts);
        }
    }

    fn stripe_writes(&self, stripe: u64, first: u64, last: u64, parts: &mut Vec<DiskRequest>) {
        self.stripe_parts(stripe, first, last, true, parts);
    }

    /// The touched data and its parity.
    fn stripe_parts(
        &self,
        stripe: u64,
        first: u64,
        last: u64,
        write: bool,
        parts: &mut Vec<DiskRequest>,
    ) {
        let base = stripe * self.chunk_bytes;
        for chunk in 0..self.data_chunks() {
            if let Some(touched) = self.touched(chunk, first, last) {
                let (disk, length) = (self.data_disk(stripe, chunk), touched.end - touched.start);
                parts.push(part(disk, 1, base + touched.start, length as u32, write));
            }
        }
        let span = self.parity_span(first, last);
        for number in 0..u64::from(self.layout.parity_chunks()) {
            let (disk, length) = (self.parity_disk(stripe, number), span.end - span.start);
            parts.push(part(disk, 1, base + span.start, length as u32, write));
        }
    }
}

fn part(disk: u64, mirrors: u32, offset_bytes: u64, length_bytes: u32, write: bool) -> DiskRequest {
    DiskRequest { disk: disk as u32, mirrors, offset_bytes, length_bytes, write }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn array(text: &str) -> DiskArray {
        DiskArray::new(&SimSpec::read(text).unwrap())
    }

    fn count(
        array: &DiskArray,
        offset_bytes: u64,
        length_bytes: u32,
        write: bool,
    ) -> (usize, usize) {
        let range = IoRange { offset_bytes, length_bytes, write };
        let (mut before, mut parts) = (Vec::new(), Vec::new());
        array.reads_before(range, &mut before);
        array.parts(range, &mut parts);
        (before.len(), parts.len())
    }

    #[test]
    fn small_writes_cost_the_known_penalties() {
        for (layout, reads, writes) in
            [("raid0", 0, 1), ("raid10", 0, 2), ("raid5", 2, 2), ("raid6", 3, 3)]
        {
            let array = array(&format!("hdd?disks=8&layout={layout}"));
            for offset in (0..100).map(|i| i * 8192) {
                assert_eq!(count(&array, offset, 8192, true), (reads, writes), "{layout} {offset}");
                assert_eq!(count(&array, offset, 8192, false), (0, 1), "{layout} {offset}");
            }
        }
        assert_eq!(count(&array("hdd?disks=3&layout=raid1"), 0, 8192, true), (0, 3));
    }

    #[test]
    fn whole_stripes_read_nothing_and_nearly_whole_ones_little() {
        let array = array("hdd?disks=8&layout=raid5&chunk=64k");
        assert_eq!(count(&array, 0, 7 * 65536, true), (0, 8));
        assert_eq!(count(&array, 0, 6 * 65536, true), (1, 7));
        assert_eq!(count(&array, 0, 2 * 7 * 65536, true), (0, 16));
    }

    #[test]
    fn every_byte_has_one_place_and_parity_goes_round() {
        for layout in ["none", "raid0", "raid5", "raid6"] {
            let array = array(&format!("hdd?disks=5&layout={layout}&chunk=64k&size=1MiB"));
            let spec =
                SimSpec::read(&format!("hdd?disks=5&layout={layout}&chunk=64k&size=1MiB")).unwrap();
            let mut places = HashSet::new();
            for block in 0..spec.usable_bytes() / 4096 {
                let mut parts = Vec::new();
                array.parts(
                    IoRange { offset_bytes: block * 4096, length_bytes: 4096, write: false },
                    &mut parts,
                );
                assert_eq!(parts.len(), 1);
                assert!(parts[0].offset_bytes + 4096 <= 1 << 20, "{layout}: {parts:?}");
                assert!(
                    places.insert((parts[0].disk, parts[0].offset_bytes)),
                    "{layout} block {block}"
                );
            }
        }
        let array = array("hdd?disks=5&layout=raid6");
        let parity: HashSet<u64> = (0..5).map(|stripe| array.parity_disk(stripe, 0)).collect();
        assert_eq!(parity.len(), 5);
    }

    #[test]
    fn parity_and_data_of_a_stripe_stand_on_different_disks() {
        for text in ["hdd?disks=3&layout=raid5", "hdd?disks=7&layout=raid6"] {
            let array = array(text);
            for stripe in 0..20 {
                let mut disks = HashSet::new();
                let parities = u64::from(array.layout.parity_chunks());
                disks.extend((0..parities).map(|p| array.parity_disk(stripe, p)));
                disks.extend((0..array.data_chunks()).map(|c| array.data_disk(stripe, c)));
                assert_eq!(disks.len() as u64, array.disks, "{text} stripe {stripe}");
            }
        }
    }
}
