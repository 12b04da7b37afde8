//! Blocks with fio's headers: writes the header and data of pages, and checks pages that were read.
//!
//! The layout is that of fio on a little-endian machine. Each page begins with a magic number, the number of the digest, the
//! length, a seed, the offset, the time, the writer, the number of the write, and a CRC-32C of all that; the digest of the data
//! follows. Pages are written as fio writes them until 3.40, and those of fio 3.41 are checked too. A page that another run
//! wrote can be checked by these alone. For a page that this run wrote, the number of the write is known too.

mod digest;

use crate::ledger::AllowedContent;
use base::ContentFault;
use base::random::{Rng, derive};
use digest::sum;
use workload::emulation::{BytePattern, Digest, HeaderFormat};

/// The magic number at the start of a header.
const MARK: u16 = 0xacca;
/// What differs between the headers of fio's versions.
#[derive(Clone, Copy, Debug)]
struct HeaderLayout {
    /// Bytes before the digest.
    bytes: usize,
    /// Where the number of the write begins, whose lowest 16 bits are judged.
    number_at: usize,
    checksum_at: usize,
}

/// fio until 3.40: 16 bits for the number of the digest.
const UNVERSIONED: HeaderLayout =
    HeaderLayout { bytes: Digest::HEADER_BYTES, number_at: 34, checksum_at: 36 };
/// fio since 3.41: 8 bits for the number of the digest behind a version, 64 bits for that of the write, then the writer and two
/// bytes that nobody sets.
const VERSIONED: HeaderLayout = HeaderLayout { bytes: 48, number_at: 32, checksum_at: 44 };
/// How a header with a version begins. No digest has a number with the highest bit of the version.
const VERSIONED_START: [u8; 3] = [0xca, 0xac, 0x81];

impl HeaderLayout {
    /// The layout of the header that begins here.
    fn of(header: &[u8]) -> Self {
        if header.starts_with(&VERSIONED_START) { VERSIONED } else { UNVERSIONED }
    }
}

/// Length of a stretch of data; the last eight bytes of each stretch differ between writes.
const STRETCH_BYTES: usize = 512;

/// Writes and examines pages with headers.
#[derive(Clone, Debug)]
pub struct HeaderStamper {
    headers: HeaderFormat,
    tape: Vec<u8>,
    scratch: Vec<u8>,
    seed: u64,
    thread: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PagePosition {
    /// From the start of the target, in bytes.
    pub offset_bytes: u64,
    /// From the start of the operation that transfers it, in bytes.
    pub within_bytes: u64,
}

impl HeaderStamper {
    /// A stamper for pages of this format; their random data is derived from `seed`, and `thread` is the writer.
    pub fn new(headers: &HeaderFormat, seed: u64, thread: u16) -> Self {
        let bytes = headers.page_bytes as usize;
        let mut tape = vec![0; bytes];
        Rng::new(seed).fill(&mut tape);
        let scratch = Vec::with_capacity(bytes);
        Self { headers: headers.clone(), tape, scratch, seed, thread }
    }

    /// Whether pages that this run did not write are checked.
    pub fn knows_foreign(&self) -> bool {
        self.headers.checks_foreign
    }

    /// Bytes of header and digest; 0 without a header.
    fn head_bytes(&self, layout: HeaderLayout) -> usize {
        match self.headers.digest {
            Digest::PatternOnly => 0,
            other => layout.bytes + other.bytes(),
        }
    }

    /// Fills `page` with the content of write `number`.
    pub fn stamp(&self, page: &mut [u8], place: PagePosition, number: u32, time_ns: u64) {
        let head = self.head_bytes(UNVERSIONED).min(page.len());
        match &self.headers.pattern {
            Some(pattern) => lay(pattern, page, place),
            None => self.random(page, place, number),
        }
        if self.headers.digest == Digest::PatternOnly {
            return;
        }
        let (front, data) = page.split_at_mut(head);
        let seed = derive(self.seed, &[place.offset_bytes, u64::from(number)]);
        front[..2].copy_from_slice(&MARK.to_le_bytes());
        front[2..4].copy_from_slice(&code(self.headers.digest).to_le_bytes());
        front[4..8].copy_from_slice(&((head + data.len()) as u32).to_le_bytes());
        front[8..16].copy_from_slice(&seed.to_le_bytes());
        front[16..24].copy_from_slice(&place.offset_bytes.to_le_bytes());
        front[24..28].copy_from_slice(&((time_ns / 1_000_000_000) as u32).to_le_bytes());
        front[28..32].copy_from_slice(&((time_ns % 1_000_000_000) as u32).to_le_bytes());
        front[32..34].copy_from_slice(&self.thread.to_le_bytes());
        front[34..36].copy_from_slice(&(number as u16).to_le_bytes());
        let check = !crc32c::crc32c(&front[..36]);
        front[36..40].copy_from_slice(&check.to_le_bytes());
        sum(self.headers.digest, data, &mut front[UNVERSIONED.bytes..]);
        swap(page, self.headers.offset_bytes as usize, head);
    }

    fn random(&self, page: &mut [u8], place: PagePosition, number: u32) {
        page.copy_from_slice(&self.tape[..page.len()]);
        let seed = derive(self.seed, &[place.offset_bytes, u64::from(number), 1]);
        for (at, stretch) in page.chunks_mut(STRETCH_BYTES).enumerate() {
            let unlike = derive(seed, &[at as u64]).to_le_bytes();
            // At the end and thus behind the largest header, so that every stretch of data differs.
            let length = stretch.len().min(8);
            let start = stretch.len() - length;
            stretch[start..].copy_from_slice(&unlike[..length]);
        }
    }

    /// Examines a page that was read, with the checks in fio's order.
    pub fn examine(
        &mut self,
        page: &[u8],
        place: PagePosition,
        allowed: AllowedContent,
    ) -> Result<(), ContentFault> {
        let offset = self.headers.offset_bytes as usize;
        let layout = HeaderLayout::of(page.get(offset..).unwrap_or(page));
        let head = self.head_bytes(layout);
        if page.len() <= head {
            return Err(ContentFault::NoRoomForHeader { block_bytes: page.len() as u64 });
        }
        if allowed.floor == 0 && !allowed.anything && page.iter().all(|&byte| byte == 0) {
            return Ok(());
        }
        let mut scratch = std::mem::take(&mut self.scratch);
        scratch.clear();
        scratch.extend_from_slice(page);
        swap(&mut scratch, offset, head);
        let answer = self.judge(&scratch, layout, place, allowed);
        self.scratch = scratch;
        answer
    }

    fn judge(
        &self,
        page: &[u8],
        layout: HeaderLayout,
        place: PagePosition,
        allowed: AllowedContent,
    ) -> Result<(), ContentFault> {
        let head = self.head_bytes(layout);
        let (front, data) = page.split_at(head);
        if head > 0 {
            judge_head(front, layout, page.len(), place, allowed)?;
        }
        if let (Digest::Pattern | Digest::PatternOnly | Digest::Meta, Some(pattern)) =
            (self.headers.digest, &self.headers.pattern)
        {
            let mut wanted = vec![0; page.len()];
            lay(pattern, &mut wanted, place);
            let differs = data.iter().zip(&wanted[head..]).position(|(got, wanted)| got != wanted);
            return differs.map_or(Ok(()), |at| {
                let (received, expected) = (data[at], wanted[head + at]);
                Err(ContentFault::PatternByte { at: (head + at) as u64, received, expected })
            });
        }
        let mut wanted = [0; Digest::BYTES_MAX];
        let wanted = &mut wanted[..self.headers.digest.bytes()];
        if head > 0 {
            sum(self.headers.digest, data, wanted);
        }
        if head == 0 || front[layout.bytes..] == *wanted {
            Ok(())
        } else {
            Err(ContentFault::Digest { digest: name(self.headers.digest).to_owned() })
        }
    }
}

fn judge_head(
    front: &[u8],
    layout: HeaderLayout,
    length: usize,
    place: PagePosition,
    allowed: AllowedContent,
) -> Result<(), ContentFault> {
    let half = |at: usize| u16::from_le_bytes([front[at], front[at + 1]]);
    let word = |at: usize| u32::from(half(at)) | u32::from(half(at + 2)) << 16;
    let mark = half(0);
    if mark != MARK {
        return Err(ContentFault::HeaderMagic { received: mark, expected: MARK });
    }
    if word(4) as usize != length {
        return Err(ContentFault::HeaderLength { received: word(4), expected: length as u64 });
    }
    let offset = u64::from(word(16)) | u64::from(word(20)) << 32;
    if offset != place.offset_bytes {
        let expected = place.offset_bytes;
        return Err(ContentFault::HeaderOffset { received: offset, expected });
    }
    let number = half(layout.number_at);
    let since = number.wrapping_sub(allowed.floor as u16);
    if !allowed.anything && u32::from(since) > allowed.ceiling - allowed.floor {
        let expected = allowed.ceiling as u16;
        return Err(ContentFault::HeaderNumber { received: number, expected });
    }
    let calculated = !crc32c::crc32c(&front[..layout.checksum_at]);
    let received = word(layout.checksum_at);
    if received != calculated {
        return Err(ContentFault::HeaderChecksum { received, calculated });
    }
    Ok(())
}

/// Swaps the first `bytes` of a page with those at `offset`.
fn swap(page: &mut [u8], offset: usize, bytes: usize) {
    if offset >= bytes && offset + bytes <= page.len() {
        let (front, back) = page.split_at_mut(offset);
        front[..bytes].swap_with_slice(&mut back[..bytes]);
    }
}

/// Fills a page with a repeated pattern, which starts at the start of the operation or of each of its pieces.
fn lay(pattern: &BytePattern, page: &mut [u8], place: PagePosition) {
    let length = pattern.bytes.len().max(1) as u64;
    let start = place.offset_bytes - place.within_bytes;
    for (at, byte) in page.iter_mut().enumerate() {
        let within = place.within_bytes + at as u64;
        let (base, within) = match pattern.restart_bytes {
            Some(every) => (within - within % u64::from(every), within % u64::from(every)),
            None => (0, within),
        };
        let at = (within % length) as usize;
        let of_offset =
            pattern.offset_positions.iter().find(|first| (**first..**first + 8).contains(&at));
        *byte = match of_offset {
            Some(first) => (start + base).to_le_bytes()[at - first],
            None => pattern.bytes[at],
        };
    }
}

/// fio's number of a digest.
fn code(digest: Digest) -> u16 {
    match digest {
        Digest::Meta => 1,
        Digest::Md5 => 2,
        Digest::Crc64 => 3,
        Digest::Crc32 => 4,
        Digest::Crc32c => 5,
        Digest::Crc16 => 7,
        Digest::Crc7 => 8,
        Digest::Sha256 => 9,
        Digest::Sha512 => 10,
        Digest::Sha3(224) => 11,
        Digest::Sha3(256) => 12,
        Digest::Sha3(384) => 13,
        Digest::Sha3(_) => 14,
        Digest::Xxhash => 15,
        Digest::Sha1 => 16,
        Digest::Pattern => 17,
        Digest::PatternOnly => 18,
    }
}

fn name(digest: Digest) -> &'static str {
    match digest {
        Digest::Meta => "meta",
        Digest::Md5 => "md5",
        Digest::Crc64 => "crc64",
        Digest::Crc32 => "crc32",
        Digest::Crc32c => "crc32c",
        Digest::Crc16 => "crc16",
        Digest::Crc7 => "crc7",
        Digest::Sha256 => "sha256",
        Digest::Sha512 => "sha512",
        Digest::Sha3(224) => "sha3-224",
        Digest::Sha3(256) => "sha3-256",
        Digest::Sha3(384) => "sha3-384",
        Digest::Sha3(_) => "sha3-512",
        Digest::Xxhash => "xxhash",
        Digest::Sha1 => "sha1",
        Digest::Pattern | Digest::PatternOnly => "pattern",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    const ANYTHING: AllowedContent = AllowedContent { floor: 0, ceiling: 0, anything: true };
    const PLACE: PagePosition = PagePosition { offset_bytes: 8192, within_bytes: 4096 };

    fn all() -> Vec<Digest> {
        let sha3 = [224, 256, 384, 512].map(Digest::Sha3);
        let others = [
            Digest::Meta,
            Digest::Md5,
            Digest::Crc64,
            Digest::Crc32,
            Digest::Crc32c,
            Digest::Crc16,
            Digest::Crc7,
            Digest::Sha256,
            Digest::Sha512,
            Digest::Xxhash,
            Digest::Sha1,
        ];
        others.into_iter().chain(sha3).collect()
    }

    fn headed(digest: Digest, pattern: Option<BytePattern>, offset_bytes: u32) -> HeaderStamper {
        let page_bytes = 4096;
        HeaderStamper::new(
            &HeaderFormat { digest, page_bytes, offset_bytes, pattern, checks_foreign: true },
            7,
            1,
        )
    }

    #[test]
    fn a_page_is_sound_where_it_was_written_and_nowhere_else() {
        for digest in all() {
            for offset_bytes in [0, 512] {
                let mut headed = headed(digest, None, offset_bytes);
                let mut page = vec![0; 4096];
                headed.stamp(&mut page, PLACE, 3, 5_000_000_001);
                assert_eq!(headed.examine(&page, PLACE, ANYTHING), Ok(()), "{digest:?}");
                let elsewhere = PagePosition { offset_bytes: 4096, ..PLACE };
                assert!(headed.examine(&page, elsewhere, ANYTHING).is_err(), "{digest:?}");
                let second = AllowedContent { floor: 2, ceiling: 2, anything: false };
                assert!(headed.examine(&page, PLACE, second).is_err(), "{digest:?}");
                let either = AllowedContent { floor: 2, ceiling: 3, anything: false };
                assert_eq!(headed.examine(&page, PLACE, either), Ok(()), "{digest:?}");
                page[4000] ^= 1;
                // A header alone and fio's sha512 do not cover all bytes.
                let blind = matches!(digest, Digest::Meta | Digest::Sha512);
                assert_eq!(headed.examine(&page, PLACE, ANYTHING).is_ok(), blind, "{digest:?}");
            }
        }
    }

    /// The page as fio writes it since 3.41, made of one as it was before.
    fn versioned(page: &[u8], digest: Digest, offset: usize) -> Vec<u8> {
        let mut new = page.to_vec();
        swap(&mut new, offset, 40 + digest.bytes());
        let old = new[..40].to_vec();
        new[2] = 0x81;
        new[3] = old[2];
        new[32..40].copy_from_slice(&[old[34], old[35], 1, 0, 0, 0, 0, 0]);
        new[40..42].copy_from_slice(&old[32..34]);
        new[42..44].copy_from_slice(&[0xde, 0xad]);
        let checksum = !crc32c::crc32c(&new[..44]);
        new[44..48].copy_from_slice(&checksum.to_le_bytes());
        let (front, data) = new.split_at_mut(48 + digest.bytes());
        sum(digest, data, &mut front[48..]);
        swap(&mut new, offset, 48 + digest.bytes());
        new
    }

    #[test]
    fn a_page_of_each_version_of_fio_is_sound_and_its_faults_are_seen() {
        for digest in all() {
            for offset_bytes in [0, 512] {
                let mut headed = headed(digest, None, offset_bytes);
                let mut page = vec![0; 4096];
                headed.stamp(&mut page, PLACE, 3, 5_000_000_001);
                let page = versioned(&page, digest, offset_bytes as usize);
                assert_eq!(headed.examine(&page, PLACE, ANYTHING), Ok(()), "{digest:?}");
                let mut fault = |at: usize| {
                    let mut wrong = page.clone();
                    wrong[at] ^= 1;
                    headed.examine(&wrong, PLACE, ANYTHING).err()
                };
                for at in [24, 37, 41, 43] {
                    let found = fault(offset_bytes as usize + at);
                    assert!(
                        matches!(found, Some(ContentFault::HeaderChecksum { .. })),
                        "{digest:?} {at}: {found:?}"
                    );
                }
                let found = fault(4000);
                let blind = matches!(digest, Digest::Meta | Digest::Sha512);
                assert_eq!(found.is_none(), blind, "{digest:?}: {found:?}");
            }
        }
    }

    #[test]
    fn every_wrong_field_is_named_with_its_values() {
        let mut headed = headed(Digest::Crc32c, None, 0);
        let mut page = vec![0; 4096];
        headed.stamp(&mut page, PLACE, 3, 0);
        let only = AllowedContent { floor: 3, ceiling: 3, anything: false };
        let mut fault = |at: usize, byte: u8| {
            let mut wrong = page.clone();
            wrong[at] = byte;
            headed.examine(&wrong, PLACE, only).expect_err("a byte is wrong")
        };
        let magic = fault(0, 0);
        assert_eq!(magic, ContentFault::HeaderMagic { received: 0xac00, expected: 0xacca });
        let length = fault(5, 2);
        assert_eq!(length, ContentFault::HeaderLength { received: 512, expected: 4096 });
        let expected = PLACE.offset_bytes;
        let offset = fault(23, 1);
        let received = expected | 1 << 56;
        assert_eq!(offset, ContentFault::HeaderOffset { received, expected });
        let number = fault(34, 2);
        assert_eq!(number, ContentFault::HeaderNumber { received: 2, expected: 3 });
        let checksum = fault(36, page[36] ^ 1);
        let calculated = u32::from_le_bytes([page[36], page[37], page[38], page[39]]);
        let received = calculated ^ 1;
        assert_eq!(checksum, ContentFault::HeaderChecksum { received, calculated });
        let data = fault(4000, page[4000] ^ 1);
        assert_eq!(data, ContentFault::Digest { digest: "crc32c".to_owned() });
    }

    #[test]
    fn a_pattern_runs_through_the_operation_with_its_offset() {
        let bytes: Arc<[u8]> = Arc::from([0xab, 0, 0, 0, 0, 0, 0, 0, 0, 0xcd]);
        let pattern = BytePattern { bytes, offset_positions: Arc::from([1]), restart_bytes: None };
        let mut headed = headed(Digest::PatternOnly, Some(pattern), 0);
        let mut page = vec![0; 4096];
        headed.stamp(&mut page, PLACE, 1, 0);
        // 4096 is 6 more than a multiple of the pattern's length.
        assert_eq!(page[..6], [0, 0, 0, 0xcd, 0xab, 0]);
        assert_eq!(page[5..13], 4096u64.to_le_bytes());
        assert_eq!(headed.examine(&page, PLACE, ANYTHING), Ok(()));
        let expected = page[100];
        page[100] ^= 8;
        let fault = ContentFault::PatternByte { at: 100, received: expected ^ 8, expected };
        assert_eq!(headed.examine(&page, PLACE, ANYTHING), Err(fault));
    }
}
