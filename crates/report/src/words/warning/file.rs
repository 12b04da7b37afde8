//! Warnings about the file, its data and the caches before it.

use base::Bytes;

/// The I/O went through the page cache.
pub(super) const BUFFERED: &str = "the I/O went through the page cache: memory answers reads that it holds, and writes reach the storage later";

pub(super) fn cached_share(share: f64) -> String {
    format!(
        "{:.0} % of the file is in the page cache although the I/O was direct: other processes read it, or the file system \
         ignores direct I/O",
        share * 100.0
    )
}

pub(super) fn buffered_loop(device: &str) -> String {
    format!(
        "the page cache stands between {device} and its backing file: it may have answered instead of the disk"
    )
}

pub(super) fn easy_data(percent: f64) -> String {
    format!(
        "{percent:.0} % of what was written compresses or repeats: storage that compresses or deduplicates does less work \
         than it seems"
    )
}

pub(super) fn holes(hole_bytes: u64, file_bytes: u64) -> String {
    format!(
        "{} of the tested {} were never written: reads of them are answered without the medium; prefill the file",
        Bytes(hole_bytes),
        Bytes(file_bytes)
    )
}

pub(super) fn in_cache(file_bytes: u64, cache_bytes: u64) -> String {
    format!(
        "the tested {} fit into the storage's cache of {}: it may have answered instead of the disks",
        Bytes(file_bytes),
        Bytes(cache_bytes)
    )
}

pub(super) fn in_memory(file_bytes: u64, ram_bytes: u64) -> String {
    format!(
        "the tested {} are less than twice the memory of {}: a cache in the host, the controller or the array may have \
         answered; a larger --size, or a larger target, shows it",
        Bytes(file_bytes),
        Bytes(ram_bytes)
    )
}

pub(super) fn unmounted(target: &str) -> String {
    format!(
        "the file system of {target} was unmounted during the run (umount -l): the answer is about that file system, \
         and not about what the path leads to now; mount it again and repeat the run"
    )
}

pub(super) fn not_stored(error: &str) -> String {
    format!(
        "not all results are stored: {error}. This output is complete: keep it, or free space and repeat the run"
    )
}
