//! The file and the data: holes, caches that could answer, data that is too easy.

use super::machine::{device_share, is_less};
use super::{Detail, Warning, WarningKind, Weight};
use crate::{Conditions, StreamSummary};

/// Share of the range that may be unwritten; beyond, reads of holes falsify rates.
const HOLE_SHARE_MAX: f64 = 0.001;
/// The share from which on no verdict can rest on it.
const HOLE_SHARE_FORBIDS: f64 = 0.05;
/// Share of the file's pages in the page cache that direct I/O should not leave there.
const CACHED_SHARE_MAX: f64 = 0.01;
/// A file of this multiple of memory lets the cache of a host or array of this machine's size answer at most half of the reads
/// (the field's usual rule for test files: twice the memory).
const FILE_PER_RAM_MIN: f64 = 2.0;
/// Percentage of easy data from which on compressing and deduplicating storage gains.
const EASY_PERCENT_MAX: f64 = 10.0;

pub(super) fn warnings(c: &Conditions) -> Vec<Warning> {
    [holes(c), cached(c), small(c)].into_iter().flatten().collect()
}

/// What a stream's own cache mode and data show.
pub(super) fn stream_warnings(stream: &StreamSummary, c: &Conditions) -> Vec<Warning> {
    let mut found = Vec::new();
    if c.direct == Some(false) && stream.read.ios + stream.write.ios > 0 {
        let (kind, detail) = (WarningKind::PageCache, Detail::Buffered);
        found.push(Warning::of_stream(&stream.name, kind, Weight::Warning, detail));
    }
    if let Some(easy) = c.easy_data_percent.filter(|e| *e > EASY_PERCENT_MAX)
        && stream.write.ios > 0
    {
        let detail = Detail::EasyData(easy);
        found.push(Warning::of_stream(&stream.name, WarningKind::EasyData, Weight::Note, detail));
    }
    found
}

fn holes(c: &Conditions) -> Option<Warning> {
    let holes = c.holes?;
    (holes.share() > HOLE_SHARE_MAX).then(|| {
        let forbids = holes.share() > HOLE_SHARE_FORBIDS;
        let weight = if forbids { Weight::Forbids } else { Weight::Warning };
        let detail = Detail::Holes { hole_bytes: holes.bytes, file_bytes: holes.of_bytes };
        Warning::of_run(WarningKind::Holes, weight, detail)
    })
}

fn cached(c: &Conditions) -> Option<Warning> {
    // Direct reads pass by clean pages that another program left: then the device counts every byte.
    let may_have_answered = match c.device_bytes {
        Some(_) => device_share(c).is_some_and(|share| is_less(share, c)),
        None => true,
    };
    let direct = c.direct != Some(false);
    let share = c.cached_share.filter(|s| *s > CACHED_SHARE_MAX && direct && may_have_answered)?;
    Some(Warning::of_run(WarningKind::PageCache, Weight::Warning, Detail::CachedShare(share)))
}

fn small(c: &Conditions) -> Option<Warning> {
    let file = c.file_bytes?;
    let detail = if let Some(cache_bytes) = c.cache_bytes.filter(|cache| file < *cache) {
        Detail::FitsCache { file_bytes: file, cache_bytes }
    } else {
        let ram = c.ram_bytes.filter(|ram| (file as f64) < FILE_PER_RAM_MIN * *ram as f64)?;
        Detail::FitsMemory { file_bytes: file, ram_bytes: ram }
    };
    Some(Warning::of_run(WarningKind::SmallFile, Weight::Note, detail))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Holes;
    use crate::warning::law::tests::healthy;

    const GIB: u64 = 1 << 30;

    fn check(change: impl Fn(&mut Conditions), want: &[(WarningKind, Weight)]) {
        let mut conditions = Conditions {
            file_bytes: Some(48 * GIB),
            ram_bytes: Some(24 * GIB),
            holes: Some(Holes { bytes: 0, of_bytes: 48 * GIB }),
            cached_share: Some(0.0),
            direct: Some(true),
            ..Conditions::default()
        };
        change(&mut conditions);
        let kinds: Vec<_> = warnings(&conditions).iter().map(|d| (d.kind, d.weight)).collect();
        assert_eq!(kinds, want);
    }

    #[test]
    fn each_is_provoked_and_silent_otherwise() {
        check(|_| {}, &[]);
        let holes = |gib| Some(Holes { bytes: gib * GIB, of_bytes: 48 * GIB });
        check(|c| c.holes = holes(1), &[(WarningKind::Holes, Weight::Warning)]);
        check(|c| c.holes = holes(24), &[(WarningKind::Holes, Weight::Forbids)]);
        let cached = [(WarningKind::PageCache, Weight::Warning)];
        check(|c| c.cached_share = Some(0.3), &cached);
        let counted = |c: &mut Conditions, bytes| {
            (c.cached_share, c.our_bytes, c.device_bytes) = (Some(0.3), Some(GIB), Some(bytes));
        };
        check(|c| counted(c, GIB / 2), &cached);
        check(|c| counted(c, GIB), &[]);
        check(|c| c.file_bytes = Some(4 * GIB), &[(WarningKind::SmallFile, Weight::Note)]);
        check(|c| c.cache_bytes = Some(64 * GIB), &[(WarningKind::SmallFile, Weight::Note)]);
    }

    #[test]
    fn buffered_and_easy_streams_are_told() {
        let (mut stream, conditions) = healthy(4);
        assert_eq!(stream_warnings(&stream, &conditions), []);
        stream.write.ios = 10;
        let conditions =
            Conditions { direct: Some(false), easy_data_percent: Some(50.0), ..conditions };
        let kinds: Vec<_> = stream_warnings(&stream, &conditions).iter().map(|d| d.kind).collect();
        assert_eq!(kinds, [WarningKind::PageCache, WarningKind::EasyData]);
    }
}
