//! The layout of a written page: a header, a tag in every further sector, and a body derived from the seed.
//!
//! Layout, little-endian; everything else is body:
//!
//! | bytes | of sector 0 |
//! | --- | --- |
//! | 0..4 | `PLPG` |
//! | 4..8 | CRC-32C (Castagnoli) of all other bytes of the page |
//! | 8..16 | number of the page in its file |
//! | 16..20 | number of the file |
//! | 20..24 | generation: how often the page was written, from 1 |
//! | 24..32 | the run |
//! | 32..40 | when, in nanoseconds since the run began |
//! | 40..44 | number of the body's pattern |
//! | 44..48 | a check of run, file, page and generation, as in the other sectors |
//!
//! | bytes | of every further sector of 512 bytes |
//! | --- | --- |
//! | 0..8 | number of the page |
//! | 8..12 | generation |
//! | 12..16 | a check of run, file, page, generation and sector |
//!
//! So the sectors of a torn page show which writes they come from, and a sector in the wrong location shows which page
//! it belongs to.

use base::{Rng, random};
use std::ops::Range;

/// Bytes of a sector: the smallest unit that a disk writes as a whole.
pub const SECTOR_BYTES: usize = 512;
pub(crate) const HEADER_BYTES: usize = 48;
pub(crate) const TAG_BYTES: usize = 16;
/// The number of different bodies: enough that neighbours differ.
const PATTERNS: usize = 16;
/// The distance between the starts of two bodies on the one tape of random bytes that they share. It is one CPU cache
/// line, so that all bodies of 8 KiB pages fit into the L1 cache, which sixteen separate bodies would not.
const PATTERN_STEP_BYTES: usize = 64;
const MAGIC: [u8; 4] = *b"PLPG";
/// The content of a buffer before a read, by which bytes that were not read are recognised.
const UNREAD: [u8; 8] = *b"UNREAD\r\n";

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PageId {
    pub file: u32,
    pub page: u64,
}

/// The content of a page's header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageStamp {
    pub id: PageId,
    /// How often it was written, from 1.
    pub generation: u32,
    pub run: u64,
    /// The time of the write, in nanoseconds since that run began.
    pub time_ns: u64,
    /// Number of the body's pattern.
    pub pattern: u32,
    /// The check of run, file, page and generation.
    pub(crate) check: u32,
}

/// Writes pages of one run, and examines them.
#[derive(Clone, Debug)]
pub struct PageStamper {
    pub(crate) run: u64,
    pub(crate) page_bytes: usize,
    tape: Vec<u8>,
    sums: ChecksumTable,
}

/// The bytes that vary between pages, in the order of [`ChecksumTable`].
fn varying(id: PageId, generation: u32, time_ns: u64, check: u32) -> [u8; VARYING] {
    let mut bytes = [0; VARYING];
    bytes[..8].copy_from_slice(&id.page.to_le_bytes());
    bytes[8..12].copy_from_slice(&id.file.to_le_bytes());
    bytes[12..16].copy_from_slice(&generation.to_le_bytes());
    bytes[16..24].copy_from_slice(&time_ns.to_le_bytes());
    bytes[24..].copy_from_slice(&check.to_le_bytes());
    bytes
}

/// The value that makes the check of each sector different; 0 for the first.
#[inline]
fn of_sector(sector: usize) -> u32 {
    (sector as u32).wrapping_mul(0x9e37_79b1)
}

/// Writes everything except the body and the checksum.
#[inline]
fn write_head(page: &mut [u8], run: u64, pattern: u64, bytes: &[u8; VARYING]) {
    page[..4].copy_from_slice(&MAGIC);
    page[8..24].copy_from_slice(&bytes[..16]);
    page[24..32].copy_from_slice(&run.to_le_bytes());
    page[32..40].copy_from_slice(&bytes[16..24]);
    page[40..44].copy_from_slice(&(pattern as u32).to_le_bytes());
    page[44..48].copy_from_slice(&bytes[24..]);
    let check = u32::from_le_bytes(half(&bytes[24..]));
    for (number, sector) in page.chunks_exact_mut(SECTOR_BYTES).enumerate().skip(1) {
        sector[..8].copy_from_slice(&bytes[..8]);
        sector[8..12].copy_from_slice(&bytes[12..16]);
        sector[12..TAG_BYTES].copy_from_slice(&(check ^ of_sector(number)).to_le_bytes());
    }
}

/// Where the checksum is in a page.
pub const CHECKSUM: Range<usize> = 4..8;

/// Whether the byte belongs to the time of the page or to the checksum over it: neither follows from a generation.
pub fn is_of_time(at: usize) -> bool {
    CHECKSUM.contains(&at) || (32..40).contains(&at)
}

impl PageStamper {
    /// A stamper for pages of `page_bytes` (a multiple of 512, up to 1 MiB) of the run `run`; `seed` gives their bodies.
    ///
    /// # Panics
    /// For any other size: a bug of the caller.
    pub fn new(run: u64, seed: u64, page_bytes: usize) -> Self {
        let fits = (SECTOR_BYTES..=1 << 20).contains(&page_bytes);
        assert!(fits && page_bytes.is_multiple_of(SECTOR_BYTES), "pages of {page_bytes} bytes");
        let mut tape = vec![0; page_bytes + (PATTERNS - 1) * PATTERN_STEP_BYTES];
        Rng::at(seed, &[run]).fill(&mut tape);
        let bare = |pattern: usize, varying: &[u8; VARYING]| {
            let mut page = tape[pattern * PATTERN_STEP_BYTES..][..page_bytes].to_vec();
            write_head(&mut page, run, pattern as u64, varying);
            page
        };
        let sums = ChecksumTable::new(PATTERNS, bare, checksum);
        Self { run, page_bytes, tape, sums }
    }

    pub fn page_bytes(&self) -> usize {
        self.page_bytes
    }

    /// Fills `page` with generation `generation` of page `id`.
    ///
    /// # Panics
    /// If the buffer has another size: a bug of the caller.
    pub fn stamp(&self, page: &mut [u8], id: PageId, generation: u32, time_ns: u64) {
        assert_eq!(page.len(), self.page_bytes, "the buffer of a page");
        let pattern = self.pattern_of(id, generation);
        page.copy_from_slice(self.pattern(pattern));
        let varying = varying(id, generation, time_ns, self.check(id, generation));
        write_head(page, self.run, pattern, &varying);
        page[CHECKSUM].copy_from_slice(&self.sums.of(pattern as usize, &varying).to_le_bytes());
    }

    /// The generation of the page, if every byte of it is right, including the checksum.
    #[inline]
    pub(crate) fn verified_generation(&self, page: &[u8], id: PageId) -> Option<u32> {
        let stamp = PageStamp::read(page)?;
        let generation = stamp.generation;
        let pattern = self.pattern_of(id, generation);
        let check = self.check(id, generation);
        let head = stamp.id == id && stamp.run == self.run && stamp.check == check;
        if !head || u64::from(stamp.pattern) != pattern || page.len() != self.page_bytes {
            return None;
        }
        let body = self.pattern(pattern);
        if page[HEADER_BYTES..SECTOR_BYTES] != body[HEADER_BYTES..SECTOR_BYTES] {
            return None;
        }
        let mut tag = [0; TAG_BYTES];
        tag[..8].copy_from_slice(&id.page.to_le_bytes());
        tag[8..12].copy_from_slice(&generation.to_le_bytes());
        let sectors = page.chunks_exact(SECTOR_BYTES).zip(body.chunks_exact(SECTOR_BYTES));
        for (number, (sector, body)) in sectors.enumerate().skip(1) {
            tag[12..].copy_from_slice(&(check ^ of_sector(number)).to_le_bytes());
            if sector[..TAG_BYTES] != tag || sector[TAG_BYTES..] != body[TAG_BYTES..] {
                return None;
            }
        }
        let varying = varying(id, generation, stamp.time_ns, check);
        let sum = self.sums.of(pattern as usize, &varying);
        (u32::from_le_bytes(half(&page[CHECKSUM])) == sum).then_some(generation)
    }

    /// Marks a buffer before a read, so that bytes that were not read can be recognised.
    pub fn prepare(&self, buffer: &mut [u8]) {
        buffer
            .chunks_mut(UNREAD.len())
            .for_each(|part| part.copy_from_slice(&UNREAD[..part.len()]));
    }

    /// The same at a lower cost: marks only the first word of each sector, which no written sector begins with. The check
    /// for bytes that were not read looks only at this word.
    pub fn prepare_sparsely(&self, buffer: &mut [u8]) {
        for sector in buffer.chunks_exact_mut(SECTOR_BYTES) {
            sector[..8].copy_from_slice(&UNREAD);
        }
    }

    pub(crate) fn pattern_of(&self, id: PageId, generation: u32) -> u64 {
        let mixed = random::derive(self.run, &[u64::from(id.file), id.page, u64::from(generation)]);
        mixed % PATTERNS as u64
    }

    pub(crate) fn pattern(&self, number: u64) -> &[u8] {
        let start = (number as usize % PATTERNS) * PATTERN_STEP_BYTES;
        &self.tape[start..start + self.page_bytes]
    }

    /// The check of run, file, page and generation, the same for all sectors except for [`of_sector`].
    #[inline]
    fn check(&self, id: PageId, generation: u32) -> u32 {
        check_of(self.run, id, generation)
    }

    fn tag_check(&self, id: PageId, generation: u32, sector: usize) -> u32 {
        self.check(id, generation) ^ of_sector(sector)
    }

    /// Whether the header is of this run and its check is right, whatever the state of the rest of the page.
    pub(crate) fn is_valid_header(&self, stamp: &PageStamp) -> bool {
        stamp.run == self.run && stamp.check == self.tag_check(stamp.id, stamp.generation, 0)
    }

    /// The page and generation in the tag of this sector (not the first of a page), if its check fits one of `files`.
    pub(crate) fn read_tag(
        &self,
        sector: &[u8],
        number: usize,
        files: &[u32],
    ) -> Option<(PageId, u32)> {
        let page = u64::from_le_bytes(word(&sector[..8]));
        let generation = u32::from_le_bytes(half(&sector[8..12]));
        let check = u32::from_le_bytes(half(&sector[12..16]));
        let ids = files.iter().map(|&file| PageId { file, page });
        ids.map(|id| (id, generation))
            .find(|&(id, generation)| self.tag_check(id, generation, number) == check)
    }
}

#[inline]
fn check_of(run: u64, id: PageId, generation: u32) -> u32 {
    let words = run ^ (u64::from(id.file) << 32 | u64::from(generation));
    let mixed =
        words.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ id.page.wrapping_mul(0xd1b5_4a32_d192_ed03);
    ((mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 32) as u32
}

impl PageStamp {
    /// Whether the header agrees with its own check, for any run and page size.
    pub(crate) fn agrees(&self) -> bool {
        self.check == check_of(self.run, self.id, self.generation)
    }

    /// Reads the header; `None` if there is none.
    pub fn read(page: &[u8]) -> Option<Self> {
        (page.len() >= HEADER_BYTES && page[..4] == MAGIC).then(|| Self {
            id: PageId {
                page: u64::from_le_bytes(word(&page[8..16])),
                file: u32::from_le_bytes(half(&page[16..20])),
            },
            generation: u32::from_le_bytes(half(&page[20..24])),
            run: u64::from_le_bytes(word(&page[24..32])),
            time_ns: u64::from_le_bytes(word(&page[32..40])),
            pattern: u32::from_le_bytes(half(&page[40..44])),
            check: u32::from_le_bytes(half(&page[44..48])),
        })
    }
}

/// Whether the checksum of a page is right.
pub(crate) fn is_sound(page: &[u8]) -> bool {
    u32::from_le_bytes(half(&page[CHECKSUM])) == checksum(page)
}

fn checksum(page: &[u8]) -> u32 {
    crc32c::crc32c_append(crc32c::crc32c(&page[..4]), &page[8..])
}

/// Whether the sector begins with the mark of [`PageStamper::prepare`] or [`PageStamper::prepare_sparsely`].
pub(crate) fn is_unread(sector: &[u8]) -> bool {
    sector.starts_with(&UNREAD)
}

fn word(bytes: &[u8]) -> [u8; 8] {
    bytes.try_into().expect("the slice has eight bytes")
}

fn half(bytes: &[u8]) -> [u8; 4] {
    bytes.try_into().expect("the slice has four bytes")
}

/// Bytes that vary: page 8, file 4, generation 4, time 8, check 4.
pub(crate) const VARYING: usize = 28;

/// Precomputed checksums for the pages of one run.
#[derive(Clone, Debug)]
pub(crate) struct ChecksumTable {
    /// The checksum of each pattern with all varying bytes zero.
    bare: Vec<u32>,
    /// The contribution of each value of each varying byte.
    adds: Vec<[u32; 256]>,
}

impl ChecksumTable {
    /// Computes the table. `page` returns the page of a pattern with these varying bytes, without its checksum;
    /// `checksum` is the ordinary CRC.
    pub(crate) fn new(
        patterns: usize,
        mut page: impl FnMut(usize, &[u8; VARYING]) -> Vec<u8>,
        checksum: impl Fn(&[u8]) -> u32,
    ) -> Self {
        let zero = [0; VARYING];
        let bare: Vec<u32> = (0..patterns).map(|pattern| checksum(&page(pattern, &zero))).collect();
        let mut adds = Vec::with_capacity(VARYING);
        for at in 0..VARYING {
            let mut add = [0; 256];
            for bit in 0..8 {
                let mut varying = zero;
                varying[at] = 1 << bit;
                let one = checksum(&page(0, &varying)) ^ bare[0];
                let with_bit =
                    add.iter_mut().enumerate().filter(|(value, _)| value >> bit & 1 == 1);
                with_bit.for_each(|(_, add)| *add ^= one);
            }
            adds.push(add);
        }
        Self { bare, adds }
    }

    #[inline]
    pub(crate) fn of(&self, pattern: usize, varying: &[u8; VARYING]) -> u32 {
        let added = varying.iter().zip(&self.adds).map(|(&byte, add)| add[usize::from(byte)]);
        added.fold(self.bare[pattern], |sum, add| sum ^ add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_tells_what_it_is() {
        for page_bytes in [512, 4096, 8192, 65536] {
            let stamper = PageStamper::new(7, 1, page_bytes);
            let mut page = vec![0; page_bytes];
            let id = PageId { file: 3, page: 1 << 40 };
            stamper.stamp(&mut page, id, 9, 77);
            assert!(is_sound(&page));
            let stamp = PageStamp::read(&page).unwrap();
            assert_eq!((stamp.id, stamp.generation, stamp.run, stamp.time_ns), (id, 9, 7, 77));
            for (number, sector) in page.chunks(SECTOR_BYTES).enumerate().skip(1) {
                assert_eq!(stamper.read_tag(sector, number, &[1, 3]), Some((id, 9)));
                assert_eq!(stamper.read_tag(sector, number + 1, &[1, 3]), None, "sector {number}");
            }
        }
    }

    #[test]
    fn a_checksum_put_together_is_that_of_the_whole_page() {
        for (page_bytes, seed) in [(512, 1), (4096, 2), (8192, 3), (65536, 4)] {
            let stamper = PageStamper::new(7, seed, page_bytes);
            let mut rng = Rng::new(seed);
            for _ in 0..200 {
                let id = PageId { file: rng.bits() as u32, page: rng.bits() };
                let generation = rng.bits() as u32;
                let mut page = stamper.image(id, generation.max(1), rng.bits());
                assert!(is_sound(&page), "{id:?} of {page_bytes} bytes");
                assert_eq!(stamper.verified_generation(&page, id), Some(generation.max(1)));
                let bit = rng.below(page_bytes as u64 * 8) as usize;
                page[bit / 8] ^= 1 << (bit % 8);
                assert_eq!(
                    stamper.verified_generation(&page, id),
                    None,
                    "bit {bit} of {page_bytes} bytes"
                );
            }
        }
    }

    #[test]
    fn any_changed_bit_is_seen() {
        let stamper = PageStamper::new(7, 1, 4096);
        let mut page = vec![0; 4096];
        stamper.stamp(&mut page, PageId { file: 0, page: 5 }, 1, 0);
        for bit in 0..4096 * 8 {
            page[bit / 8] ^= 1 << (bit % 8);
            assert!(PageStamp::read(&page).is_none() || !is_sound(&page), "bit {bit}");
            assert_eq!(
                stamper.verified_generation(&page, PageId { file: 0, page: 5 }),
                None,
                "bit {bit}"
            );
            page[bit / 8] ^= 1 << (bit % 8);
        }
        assert!(is_sound(&page));
    }

    #[test]
    fn the_checksum_is_castagnolis() {
        // The check value of CRC-32C in the catalogue of parametrised CRC algorithms.
        assert_eq!(crc32c::crc32c(b"123456789"), 0xe306_9283);
    }
}
