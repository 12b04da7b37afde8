//! A page of the kernel's ring buffer: takes its bytes, gives its records with their times and how many were lost
//! before it. The layout is that of kernel/trace/ring_buffer.c and include/linux/ring_buffer.h.

use super::format::BlockFormats;

/// The bits of the commit word: the length of the data, and the losses before the page.
const COMMIT_LENGTH: u64 = (1 << 27) - 1;
const EVENTS_MISSED: u64 = 1 << 31;
const MISSED_COUNT_STORED: u64 = 1 << 30;

/// Types of records above the data lengths 1 to 28 (`enum ring_buffer_type`).
const PADDING: u32 = 29;
const TIME_EXTEND: u32 = 30;
const TIME_STAMP: u32 = 31;
/// An absolute time has 59 bits; the page's time has the others.
const TIME_STAMP_BITS: u32 = 59;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageFacts {
    pub begin_ns: u64,
    /// Records lost between the previous page and this one.
    pub lost: u64,
    /// Whether records were lost whose number is not in the page; the CPU's counters have it.
    pub lost_uncounted: bool,
    /// Whether all records fit into the page. If one does not, the rest of the page is left out.
    pub sound: bool,
}

/// Passes on each record of a page with its time; `None` if the bytes are shorter than a page header.
pub fn read(
    formats: &BlockFormats,
    page: &[u8],
    mut record: impl FnMut(u64, &[u8]),
) -> Option<PageFacts> {
    let begin_ns = word(page, formats.page_time)?;
    let commit = word(page, formats.page_commit)?;
    let length = (commit & COMMIT_LENGTH) as usize;
    let data = page.get(formats.page_data..)?;
    let stored = commit & MISSED_COUNT_STORED != 0;
    let lost = if stored { word(data, length).unwrap_or(0) } else { 0 };
    let mut facts = PageFacts {
        begin_ns,
        lost,
        lost_uncounted: commit & EVENTS_MISSED != 0 && !stored,
        sound: length <= data.len(),
    };
    facts.sound &= records(&data[..length.min(data.len())], begin_ns, &mut record);
    Some(facts)
}

/// Walks the records; returns whether all fit.
fn records(mut data: &[u8], mut at_ns: u64, record: &mut impl FnMut(u64, &[u8])) -> bool {
    while let Some(head) = half(data, 0) {
        let (kind, delta) = (head & 31, u64::from(head >> 5));
        let next = half(data, 4);
        let length = match kind {
            // Nothing follows in this page.
            PADDING if delta == 0 => return true,
            0 | PADDING => next.map(|length| (length as usize).saturating_add(4)),
            TIME_EXTEND | TIME_STAMP => Some(8),
            words => Some(4 + words as usize * 4),
        };
        let Some(whole) = length.and_then(|length| data.get(..length)) else { return false };
        let long = next.map_or(0, |high| u64::from(high) << 27) + delta;
        match kind {
            TIME_EXTEND => at_ns = at_ns.wrapping_add(long),
            TIME_STAMP => at_ns = long | at_ns >> TIME_STAMP_BITS << TIME_STAMP_BITS,
            _ => {
                at_ns = at_ns.wrapping_add(delta);
                let from = if kind == 0 { 8 } else { 4 };
                if kind != PADDING {
                    record(at_ns, whole.get(from..).unwrap_or_default());
                }
            }
        }
        data = &data[whole.len()..];
    }
    data.is_empty()
}

fn word(bytes: &[u8], at: usize) -> Option<u64> {
    let bytes = bytes.get(at..at.checked_add(8)?)?;
    Some(u64::from_ne_bytes(bytes.try_into().ok()?))
}

fn half(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_ne_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}
