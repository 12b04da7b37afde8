//! The file and the data: holes, caches that could answer, data that is too easy.

use super::{Doubt, DoubtKind, Weight};
use crate::{Conditions, StreamSummary};
use base::Bytes;

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
        let text = "the I/O went through the page cache: memory answers what it holds, and writes are done later";
        let doubt =
            Doubt::new(DoubtKind::PageCache, Weight::Warning, &stream.name, text.to_owned());
        found.push(doubt);
    }
    if let Some(easy) = c.easy_data_percent.filter(|e| *e > EASY_PERCENT_MAX)
        && stream.write.ios > 0
    {
        let text = format!(
            "{easy:.0} % of what was written compresses away or repeats: storage that compresses or deduplicates does \
             less than it seems"
        );
        found.push(Doubt::new(DoubtKind::EasyData, Weight::Note, &stream.name, text));
    }
    found
}

fn holes(c: &Conditions) -> Option<Doubt> {
    let (holes, file) = (c.hole_bytes?, c.file_bytes.filter(|f| *f > 0)?);
    let share = holes as f64 / file as f64;
    (share > HOLE_SHARE_MAX).then(|| {
        let weight = if share > HOLE_SHARE_FORBIDS { Weight::Forbids } else { Weight::Warning };
        let text = format!(
            "{} of the tested {} were never written: reads of them are answered without the medium; lay the file first",
            Bytes(holes),
            Bytes(file)
        );
        Doubt::new(DoubtKind::Holes, weight, "", text)
    })
}

fn cached(c: &Conditions) -> Option<Doubt> {
    let share = c.cached_share.filter(|s| *s > CACHED_SHARE_MAX && c.direct != Some(false))?;
    let text = format!(
        "{:.0} % of the file is in the page cache although the I/O was direct: others read it, or the file system \
         does not know direct I/O",
        share * 100.0
    );
    Some(Doubt::new(DoubtKind::PageCache, Weight::Warning, "", text))
}

fn small(c: &Conditions) -> Option<Doubt> {
    let file = c.file_bytes?;
    let text = if let Some(cache) = c.cache_bytes.filter(|cache| file < *cache) {
        format!(
            "the tested {} fit into the storage's cache of {}: it may have answered in place of the disks",
            Bytes(file),
            Bytes(cache)
        )
    } else {
        let ram = c.ram_bytes.filter(|ram| (file as f64) < FILE_PER_RAM_MIN * *ram as f64)?;
        format!(
            "the tested {} are less than twice the memory of {}: a cache in the host, the controller or the array may \
             have answered; a larger --size, or a larger target, shows it",
            Bytes(file),
            Bytes(ram)
        )
    };
    Some(Doubt::new(DoubtKind::SmallFile, Weight::Note, "", text))
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
