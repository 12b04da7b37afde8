//! The file and the data: holes, caches that could answer, data that is too easy.

use super::{Detail, Doubt, DoubtKind, Weight};
use crate::{Conditions, StreamSummary};

/// Share of the range that may be unwritten; beyond, reads of holes falsify rates.
const HOLE_SHARE_MAX: f64 = 0.001;
/// Share from which on no verdict can rest on it.
const HOLE_SHARE_FORBIDS: f64 = 0.05;
/// Share of the file's pages in the page cache that direct I/O should not leave there.
const CACHED_SHARE_MAX: f64 = 0.01;
/// A file of this multiple of memory lets the cache of a host or array of this machine's size answer half of the reads
/// at most (the field's usual rule for test files: twice the memory).
const FILE_PER_RAM_MIN: f64 = 2.0;
/// Percentage of easy data from which on compressing and deduplicating storage gains.
const EASY_PERCENT_MAX: f64 = 10.0;

/// What the file itself shows.
pub(super) fn doubts(c: &Conditions) -> Vec<Doubt> {
    [holes(c), cached(c), small(c)].into_iter().flatten().collect()
}

/// What a stream's own cache mode and data show.
pub(super) fn stream_doubts(stream: &StreamSummary, c: &Conditions) -> Vec<Doubt> {
    let mut found = Vec::new();
    if c.direct == Some(false) && stream.read.ios + stream.write.ios > 0 {
        let name = &stream.name;
        found.push(Doubt::new(DoubtKind::PageCache, Weight::Warning, name, Detail::Buffered));
    }
    if let Some(easy) = c.easy_data_percent.filter(|e| *e > EASY_PERCENT_MAX)
        && stream.write.ios > 0
    {
        let detail = Detail::EasyData(easy);
        found.push(Doubt::new(DoubtKind::EasyData, Weight::Note, &stream.name, detail));
    }
    found
}

fn holes(c: &Conditions) -> Option<Doubt> {
    let (holes, file) = (c.hole_bytes?, c.file_bytes.filter(|f| *f > 0)?);
    let share = holes as f64 / file as f64;
    (share > HOLE_SHARE_MAX).then(|| {
        let weight = if share > HOLE_SHARE_FORBIDS { Weight::Forbids } else { Weight::Warning };
        let detail = Detail::Holes { hole_bytes: holes, file_bytes: file };
        Doubt::new(DoubtKind::Holes, weight, "", detail)
    })
}

fn cached(c: &Conditions) -> Option<Doubt> {
    let share = c.cached_share.filter(|s| *s > CACHED_SHARE_MAX && c.direct != Some(false))?;
    Some(Doubt::new(DoubtKind::PageCache, Weight::Warning, "", Detail::CachedShare(share)))
}

fn small(c: &Conditions) -> Option<Doubt> {
    let file = c.file_bytes?;
    let detail = if let Some(cache_bytes) = c.cache_bytes.filter(|cache| file < *cache) {
        Detail::FitsCache { file_bytes: file, cache_bytes }
    } else {
        let ram = c.ram_bytes.filter(|ram| (file as f64) < FILE_PER_RAM_MIN * *ram as f64)?;
        Detail::FitsMemory { file_bytes: file, ram_bytes: ram }
    };
    Some(Doubt::new(DoubtKind::SmallFile, Weight::Note, "", detail))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doubt::law::tests::healthy;

    const GIB: u64 = 1 << 30;

    fn check(change: impl Fn(&mut Conditions), want: &[(DoubtKind, Weight)]) {
        let mut conditions = Conditions {
            file_bytes: Some(48 * GIB),
            ram_bytes: Some(24 * GIB),
            hole_bytes: Some(0),
            cached_share: Some(0.0),
            direct: Some(true),
            ..Conditions::default()
        };
        change(&mut conditions);
        let kinds: Vec<_> = doubts(&conditions).iter().map(|d| (d.kind, d.weight)).collect();
        assert_eq!(kinds, want);
    }

    #[test]
    fn each_is_provoked_and_silent_otherwise() {
        check(|_| {}, &[]);
        check(|c| c.hole_bytes = Some(GIB), &[(DoubtKind::Holes, Weight::Warning)]);
        check(|c| c.hole_bytes = Some(40 * GIB), &[(DoubtKind::Holes, Weight::Forbids)]);
        check(|c| c.cached_share = Some(0.3), &[(DoubtKind::PageCache, Weight::Warning)]);
        check(|c| c.file_bytes = Some(4 * GIB), &[(DoubtKind::SmallFile, Weight::Note)]);
        check(|c| c.cache_bytes = Some(64 * GIB), &[(DoubtKind::SmallFile, Weight::Note)]);
    }

    #[test]
    fn buffered_and_easy_streams_are_told() {
        let (mut stream, conditions) = healthy(4);
        assert_eq!(stream_doubts(&stream, &conditions), []);
        stream.write.ios = 10;
        let conditions =
            Conditions { direct: Some(false), easy_data_percent: Some(50.0), ..conditions };
        let kinds: Vec<_> = stream_doubts(&stream, &conditions).iter().map(|d| d.kind).collect();
        assert_eq!(kinds, [DoubtKind::PageCache, DoubtKind::EasyData]);
    }
}
