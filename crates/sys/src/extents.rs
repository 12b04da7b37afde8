//! The space that a file really occupies: takes an open file, gives its holes, unwritten extents and cached pages;
//! never reads its content and never changes it.
//!
//! Reads of holes and unwritten extents are answered by the file system without touching the device, and cached pages
//! by memory: numbers from such a file say nothing about the storage.

pub use crate::system::extents::{map, page_bytes, physical_extents, residency};

/// How the map of a file was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MapMethod {
    /// By the `FIEMAP` ioctl, which distinguishes unwritten extents from data.
    Fiemap,
    /// By seeking for holes. Whether unwritten extents count as data or holes depends on the file system.
    SeekHole,
}

/// The data, unwritten space and holes of a file, in bytes. The three kinds sum to `looked_bytes`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileMap {
    pub method: MapMethod,
    /// Bytes that were examined: the whole file, or a part of a file with very many extents.
    pub looked_bytes: u64,
    pub data_bytes: u64,
    /// Bytes that were reserved but never written.
    pub unwritten_bytes: u64,
    /// Bytes without any space.
    pub hole_bytes: u64,
    /// Extents that were found, of data and unwritten.
    pub extents: u64,
}

/// Pages of a file in the page cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Residency {
    /// Pages that were examined: all, or a sample of a huge file if the kernel has no `cachestat`.
    pub looked_pages: u64,
    pub cached_pages: u64,
}

impl Residency {
    /// Share of the pages in memory, 0 to 1; 0 for an empty file.
    pub fn share(&self) -> f64 {
        if self.looked_pages == 0 {
            0.0
        } else {
            self.cached_pages as f64 / self.looked_pages as f64
        }
    }
}
