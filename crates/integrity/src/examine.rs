//! Compares a page that was read with its allowed content, and classifies what is wrong.
//!
//! A sound page costs one comparison and takes no memory. Any other page is examined sector by sector, which does. Where
//! writes overlapped, it is examined byte by byte, because no layer below guarantees that two writes mix only in whole sectors.

use crate::fault::{FaultKind, PageFault, SectorContent, SectorRun};
use crate::ledger::AllowedContent;
use crate::stamp::{
    CHECKSUM, HEADER_BYTES, PageId, PageStamp, PageStamper, SECTOR_BYTES, TAG_BYTES, is_of_time,
    is_sound, is_unread,
};

/// The most generations of a page that a mixture is checked against (ours); with more, any mixture is accepted.
const MIXED_MAX: u32 = 64;

/// The most wrong bits, of 128, in a tag that still counts as this page's (ours); unrelated tags differ in 64 on average.
const ROTTEN_BITS_MAX: u32 = 16;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValidContent {
    /// This generation, whole; 0: zeros.
    Whole(u32),
    /// Parts of writes that overlapped, failed, or were in flight.
    Mixed,
    /// Arbitrary content, which is allowed here.
    Anything,
}

impl PageStamper {
    /// Examines a page that was read and returns what it holds. `files` are the numbers of all files of the run, which a
    /// misdirected page may belong to.
    pub fn examine(
        &self,
        page: &[u8],
        id: PageId,
        allowed: AllowedContent,
        files: &[u32],
    ) -> Result<ValidContent, Box<PageFault>> {
        if let Some(generation) = self.verified_generation(page, id)
            && generation > 0
            && allowed.holds(generation)
        {
            return Ok(ValidContent::Whole(generation));
        }
        let sectors = PageSectors::of(self, page, id, files);
        let kind = match sectors.judge(page, allowed, self.run) {
            Err(kind) if kind != FaultKind::NotRead => {
                if allowed.anything || allowed.mixes() && self.is_mixture(page, id, allowed) {
                    return Ok(if allowed.anything {
                        ValidContent::Anything
                    } else {
                        ValidContent::Mixed
                    });
                }
                let is_rotten = kind == FaultKind::Strange && self.resembles(page, id, allowed);
                if is_rotten { FaultKind::Checksum } else { kind }
            }
            Err(kind) => kind,
            Ok(content) => return Ok(content),
        };
        Err(Box::new(sectors.fault(self, page, id, allowed, kind)))
    }

    /// The expected page of generation `generation`, written at `time_ns`; zeros for generation 0.
    pub fn image(&self, id: PageId, generation: u32, time_ns: u64) -> Vec<u8> {
        let mut image = vec![0; self.page_bytes];
        if generation > 0 {
            self.stamp(&mut image, id, generation, time_ns);
        }
        image
    }

    /// Whether every byte is that of an allowed generation. The checksum and the time, which do not follow from a
    /// generation, are ignored.
    fn is_mixture(&self, page: &[u8], id: PageId, allowed: AllowedContent) -> bool {
        if allowed.ceiling - allowed.floor >= MIXED_MAX {
            return true;
        }
        let images: Vec<Vec<u8>> =
            (allowed.floor..=allowed.ceiling).map(|g| self.image(id, g, 0)).collect();
        (0..page.len()).all(|at| is_of_time(at) || images.iter().any(|image| image[at] == page[at]))
    }

    /// Whether a quarter of the bytes match an allowed page; in unrelated pages one in 256 matches.
    fn resembles(&self, page: &[u8], id: PageId, allowed: AllowedContent) -> bool {
        [allowed.floor, allowed.ceiling].into_iter().filter(|&g| g > 0).any(|generation| {
            let image = self.image(id, generation, 0);
            page.iter().zip(&image).filter(|(a, b)| a == b).count() >= page.len() / 4
        })
    }

    fn sector(&self, page: &[u8], number: usize, id: PageId, files: &[u32]) -> SectorContent {
        let start = number * SECTOR_BYTES;
        let sector = &page[start..start + SECTOR_BYTES];
        if is_unread(sector) {
            return SectorContent::NotRead;
        }
        if sector.iter().all(|&byte| byte == 0) {
            return SectorContent::Zeros;
        }
        let origin = if number == 0 {
            PageStamp::read(sector)
                .filter(|stamp| self.is_valid_header(stamp))
                .map(|stamp| (stamp.id, stamp.generation))
        } else {
            self.read_tag(sector, number, files)
        };
        match origin {
            Some((page_id, generation)) if page_id == id => {
                let body =
                    &self.pattern(self.pattern_of(id, generation))[start..start + SECTOR_BYTES];
                let head = if number == 0 { HEADER_BYTES } else { TAG_BYTES };
                if sector[head..] == body[head..] {
                    SectorContent::ThisPage { generation }
                } else {
                    SectorContent::WrongBytes { generation }
                }
            }
            Some((PageId { page, file }, generation)) => {
                SectorContent::OtherPage { page, file, generation }
            }
            None => SectorContent::Unknown,
        }
    }
}

struct PageSectors {
    sectors: Vec<SectorContent>,
}

impl PageSectors {
    fn of(stamper: &PageStamper, page: &[u8], id: PageId, files: &[u32]) -> Self {
        let numbers = 0..page.len() / SECTOR_BYTES;
        Self { sectors: numbers.map(|number| stamper.sector(page, number, id, files)).collect() }
    }

    fn any(&self, is: impl Fn(&SectorContent) -> bool) -> bool {
        self.sectors.iter().any(is)
    }

    /// Decides what the page holds, or what is wrong. The most certain signs are checked first.
    fn judge(
        &self,
        page: &[u8],
        allowed: AllowedContent,
        run: u64,
    ) -> Result<ValidContent, FaultKind> {
        if self.any(|s| *s == SectorContent::NotRead) {
            return Err(FaultKind::NotRead);
        }
        if self.any(|s| matches!(s, SectorContent::OtherPage { .. })) {
            return Err(FaultKind::Misdirected);
        }
        let generations = self.generations();
        let Some(generations) = generations else {
            // A sector does not come from a write of this run to this page.
            return Err(self.judge_unknown(page, run));
        };
        let oldest = generations.iter().copied().min().unwrap_or(0);
        let newest = generations.iter().copied().max().unwrap_or(0);
        let within = generations.iter().all(|&generation| allowed.holds(generation));
        if within && (oldest == newest || allowed.mixes()) {
            // The checksum also covers the time in the header, which no other sector repeats.
            let sound = oldest == 0 || is_sound(page);
            return match (oldest == newest, sound) {
                (true, true) => Ok(ValidContent::Whole(newest)),
                (true, false) if !allowed.mixes() => Err(FaultKind::Checksum),
                _ => Ok(ValidContent::Mixed),
            };
        }
        Err(match (oldest, newest) {
            (0, 0) => FaultKind::Zeroed,
            (0, _) if allowed.floor > 0 => FaultKind::Zeroed,
            (old, new) if old == new && new > allowed.ceiling => FaultKind::NeverWritten,
            (old, new) if old == new => FaultKind::LostWrite,
            _ => FaultKind::Torn,
        })
    }

    fn judge_unknown(&self, page: &[u8], run: u64) -> FaultKind {
        let other_run =
            PageStamp::read(page).is_some_and(|stamp| stamp.run != run && is_sound(page));
        let any_ours = self.any(|s| {
            matches!(s, SectorContent::ThisPage { .. } | SectorContent::WrongBytes { .. })
        });
        if other_run || !any_ours { FaultKind::Strange } else { FaultKind::Checksum }
    }

    /// The generation of every sector; `None` if any is not a whole sector of this page. Zeros are generation 0.
    fn generations(&self) -> Option<Vec<u32>> {
        let generation = |sector: &SectorContent| match sector {
            SectorContent::ThisPage { generation } => Some(*generation),
            SectorContent::Zeros => Some(0),
            _ => None,
        };
        self.sectors.iter().map(generation).collect()
    }

    fn fault(
        &self,
        stamper: &PageStamper,
        page: &[u8],
        id: PageId,
        allowed: AllowedContent,
        kind: FaultKind,
    ) -> PageFault {
        let wanted = self.nearest(allowed);
        let mut right = vec![0; page.len()];
        if wanted > 0 {
            let time_ns = PageStamp::read(page).map_or(0, |stamp| stamp.time_ns);
            stamper.stamp(&mut right, id, wanted, time_ns);
        }
        // The checksum differs whenever another byte does.
        let differing =
            (0..page.len()).filter(|&at| page[at] != right[at] && !CHECKSUM.contains(&at));
        let (mut bytes_differing, mut first_differing) = (0, None);
        for at in differing {
            first_differing.get_or_insert(at as u32);
            bytes_differing += 1;
        }
        let allowed = (allowed.floor, allowed.ceiling);
        let sectors = self.runs(page, &right, wanted);
        PageFault { kind, id, allowed, sectors, bytes_differing, first_differing, nearest: wanted }
    }

    /// The generation to compare with: the allowed one that most sectors have, or the newest allowed one.
    fn nearest(&self, allowed: AllowedContent) -> u32 {
        let own = self.sectors.iter().filter_map(|sector| match sector {
            SectorContent::ThisPage { generation } | SectorContent::WrongBytes { generation } => {
                Some(*generation)
            }
            _ => None,
        });
        let own: Vec<u32> = own.filter(|generation| allowed.holds(*generation)).collect();
        let count = |generation: &u32| own.iter().filter(|other| *other == generation).count();
        own.iter().copied().max_by_key(count).unwrap_or(allowed.ceiling)
    }

    /// Groups the sectors into runs. A sector of unknown origin is compared with the same sector of the correct page.
    fn runs(&self, page: &[u8], right: &[u8], generation: u32) -> Vec<SectorRun> {
        let mut runs: Vec<SectorRun> = Vec::new();
        for (number, &content) in self.sectors.iter().enumerate() {
            let content = match content {
                SectorContent::Unknown => rotten_tag(page, right, number)
                    .map_or(content, |bits| SectorContent::WrongTag { generation, bits }),
                content => content,
            };
            match runs.last_mut() {
                Some(run) if run.content == content => run.count += 1,
                _ => runs.push(SectorRun { first: number as u32, count: 1, content }),
            }
        }
        runs
    }
}

/// The number of wrong bits in the sector's tag, if there are few and its body is right.
fn rotten_tag(page: &[u8], right: &[u8], number: usize) -> Option<u32> {
    let start = number * SECTOR_BYTES;
    let head = if number == 0 { HEADER_BYTES } else { TAG_BYTES };
    let body = start + head..start + SECTOR_BYTES;
    let tag = (start..start + head).filter(|&at| number > 0 || !is_of_time(at));
    let bits = tag.map(|at| (page[at] ^ right[at]).count_ones()).sum();
    (page[body.clone()] == right[body] && bits <= ROTTEN_BITS_MAX).then_some(bits)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: PageId = PageId { file: 1, page: 10 };
    const BYTES: usize = 8192;

    fn stamper() -> PageStamper {
        PageStamper::new(99, 5, BYTES)
    }

    fn page(id: PageId, generation: u32) -> Vec<u8> {
        let mut page = vec![0; BYTES];
        stamper().stamp(&mut page, id, generation, 1234);
        page
    }

    fn exactly(generation: u32) -> AllowedContent {
        AllowedContent { floor: generation, ceiling: generation, anything: false }
    }

    fn kind(page: &[u8], allowed: AllowedContent) -> Result<ValidContent, FaultKind> {
        stamper().examine(page, ID, allowed, &[0, 1, 2]).map_err(|fault| fault.kind)
    }

    #[test]
    fn what_was_written_passes() {
        assert_eq!(kind(&page(ID, 3), exactly(3)), Ok(ValidContent::Whole(3)));
        assert_eq!(kind(&vec![0; BYTES], exactly(0)), Ok(ValidContent::Whole(0)));
        let anything = AllowedContent { floor: 0, ceiling: 0, anything: true };
        assert_eq!(kind(&vec![0xa5; BYTES], anything), Ok(ValidContent::Anything));
        assert_eq!(
            kind(&page(PageId { file: 0, page: 3 }, 3), anything),
            Ok(ValidContent::Anything)
        );
        assert_eq!(kind(&page(ID, 3), anything), Ok(ValidContent::Anything));
    }

    #[test]
    fn a_flipped_bit_of_a_tag_is_told_as_that() {
        for (at, sector) in
            [(2 * SECTOR_BYTES + 3, 2), (2 * SECTOR_BYTES + 13, 2), (10, 0), (26, 0)]
        {
            let mut rotten = page(ID, 3);
            rotten[at] ^= 4;
            let fault =
                stamper().examine(&rotten, ID, exactly(3), &[1]).expect_err("a bit is wrong");
            assert_eq!(fault.kind, FaultKind::Checksum, "byte {at}");
            let run = SectorRun {
                first: sector,
                count: 1,
                content: SectorContent::WrongTag { generation: 3, bits: 1 },
            };
            assert!(fault.sectors.contains(&run), "byte {at}: {:?}", fault.sectors);
        }
        let mut foreign = page(ID, 3);
        foreign[1024..1040].fill(0x5a);
        let fault = stamper().examine(&foreign, ID, exactly(3), &[1]).expect_err("a tag is wrong");
        let run = SectorRun { first: 2, count: 1, content: SectorContent::Unknown };
        assert!(fault.sectors.contains(&run), "{:?}", fault.sectors);
    }

    #[test]
    fn each_fault_has_its_name() {
        let (old, new) = (page(ID, 2), page(ID, 3));
        let mut torn = new.clone();
        torn[..1536].copy_from_slice(&old[..1536]);
        let mut rotten = new.clone();
        rotten[5000] ^= 4;
        let mut rotten_time = new.clone();
        rotten_time[34] ^= 4;
        let other = page(PageId { file: 2, page: 11 }, 3);
        let mut part_of_other = new.clone();
        part_of_other[4096..].copy_from_slice(&other[4096..]);
        let mut half_zero = new.clone();
        half_zero[4096..].fill(0);
        let mut unread = new.clone();
        stamper().prepare(&mut unread[4096..]);
        let mut sparsely = vec![0x77; BYTES];
        stamper().prepare_sparsely(&mut sparsely);
        let mut strange = vec![0; BYTES];
        PageStamper::new(98, 5, BYTES).stamp(&mut strange, ID, 3, 0);
        for (what, page, want) in [
            ("old", &old, FaultKind::LostWrite),
            ("future", &page(ID, 4), FaultKind::NeverWritten),
            ("torn", &torn, FaultKind::Torn),
            ("rotten", &rotten, FaultKind::Checksum),
            ("rotten time", &rotten_time, FaultKind::Checksum),
            ("other page", &other, FaultKind::Misdirected),
            ("part of another page", &part_of_other, FaultKind::Misdirected),
            ("zeros", &vec![0; BYTES], FaultKind::Zeroed),
            ("half zeros", &half_zero, FaultKind::Zeroed),
            ("unread", &unread, FaultKind::NotRead),
            ("wholly unread", &sparsely, FaultKind::NotRead),
            ("another run", &strange, FaultKind::Strange),
            ("noise", &vec![0xa5; BYTES], FaultKind::Strange),
        ] {
            assert_eq!(kind(page, exactly(3)), Err(want), "{what}");
        }
    }

    #[test]
    fn a_torn_page_tells_its_sectors_and_generations() {
        let mut torn = page(ID, 3);
        torn[..1536].copy_from_slice(&page(ID, 2)[..1536]);
        let fault = stamper().examine(&torn, ID, exactly(3), &[1]).unwrap_err();
        let run = |first, count, generation| SectorRun {
            first,
            count,
            content: SectorContent::ThisPage { generation },
        };
        assert_eq!(fault.sectors, [run(0, 3, 2), run(3, 13, 3)]);
        assert_eq!(fault.allowed, (3, 3));
        let mut rotten = page(ID, 3);
        rotten[5000] ^= 4;
        rotten[6000] ^= 4;
        let fault = stamper().examine(&rotten, ID, exactly(3), &[1]).unwrap_err();
        assert_eq!((fault.bytes_differing, fault.first_differing), (2, Some(5000)));
    }

    #[test]
    fn sectors_of_writes_under_way_may_be_mixed() {
        let mut mixed = page(ID, 3);
        mixed[512..1024].copy_from_slice(&page(ID, 2)[512..1024]);
        mixed[4096..].copy_from_slice(&page(ID, 4)[4096..]);
        let within = AllowedContent { floor: 2, ceiling: 4, anything: false };
        assert_eq!(kind(&mixed, within), Ok(ValidContent::Mixed));
        assert_eq!(kind(&mixed, AllowedContent { floor: 3, ..within }), Err(FaultKind::Torn));
        let mut fresh = page(ID, 1);
        fresh[1024..].fill(0);
        assert_eq!(
            kind(&fresh, AllowedContent { floor: 0, ceiling: 1, anything: false }),
            Ok(ValidContent::Mixed)
        );
        assert_eq!(kind(&fresh, exactly(1)), Err(FaultKind::Zeroed));
    }

    #[test]
    fn writes_under_way_may_mix_at_any_byte() {
        let within = AllowedContent { floor: 2, ceiling: 3, anything: false };
        for cut in [1, 5, 35, 47, 100, 700, 4097, 8191] {
            let mut mixed = page(ID, 3);
            mixed[..cut].copy_from_slice(&page(ID, 2)[..cut]);
            let seen = kind(&mixed, within);
            assert!(
                matches!(seen, Ok(ValidContent::Mixed | ValidContent::Whole(_))),
                "{cut}: {seen:?}"
            );
            mixed[6000] ^= 1;
            assert_eq!(kind(&mixed, within), Err(FaultKind::Checksum), "{cut}");
        }
    }

    #[test]
    fn any_flipped_bit_is_bit_rot_and_nothing_else() {
        let good = page(ID, 3);
        for bit in (0..600 * 8).chain((600 * 8..BYTES * 8).step_by(97)) {
            let mut page = good.clone();
            page[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(kind(&page, exactly(3)), Err(FaultKind::Checksum), "bit {bit}");
        }
        let small = PageStamper::new(99, 5, SECTOR_BYTES);
        let good = small.image(ID, 3, 7);
        for bit in 0..SECTOR_BYTES * 8 {
            let mut page = good.clone();
            page[bit / 8] ^= 1 << (bit % 8);
            let fault = small.examine(&page, ID, exactly(3), &[1]).unwrap_err();
            assert_eq!(fault.kind, FaultKind::Checksum, "bit {bit} of a small page");
        }
    }
}
