//! Oracle's Orion: its command line and list of LUNs in; its screen, summary and tables out.
//!
//! [`read`] gives the workload, whose phases are the points of Orion's matrix of small and large loads, and a
//! [`OrionView`]. [`screen`], [`summary()`] and [`table`] are its output. Never does I/O.

mod build;
pub mod import;
mod loads;
pub mod options;
mod read;
mod tool;
mod write;

pub use options::OPTIONS;
pub use read::read;
pub use tool::TOOL;
pub use write::{Table, cut, extremes, screen, stamp, summary, table};

/// What the output repeats and the workload does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrionView {
    pub usage: bool,
    pub command: String,
    /// The prefix of its file names.
    pub testname: String,
    /// The way to run, which selects the matrix.
    pub run: Run,
    /// Size of small I/Os in KB of 1024 bytes.
    pub small_kib: u32,
    pub large_kib: u32,
    /// Outstanding I/Os of each large sequential stream; `None` for random large I/O.
    pub stream_depth: Option<u32>,
    /// The stripe size in KB when the LUNs are striped; `None` when they are concatenated.
    pub stripe_kib: Option<u32>,
    pub write_percent: u32,
    /// Megabytes read to warm the cache before each point with sequential streams; `None` if not given.
    pub cache_mib: Option<u32>,
    /// Duration of a point in seconds.
    pub seconds: u32,
    pub luns: Vec<String>,
    /// Small loads of the matrix, as the summary lists them.
    pub small_columns: Vec<u32>,
    pub large_columns: Vec<u32>,
    pub points: Vec<Point>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Run {
    /// Small I/O alone, then large I/O alone.
    Simple,
    /// Every combination.
    Normal,
    /// Small I/O alone, up to high loads.
    Oltp,
    /// Large I/O alone, up to high loads.
    Dss,
    /// As the options say.
    Advanced,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Point {
    pub small: u32,
    /// Outstanding large I/Os, or large streams.
    pub large: u32,
    /// The indices of its small streams in the workload.
    pub small_streams: std::ops::Range<usize>,
    /// The indices of its large streams.
    pub large_streams: std::ops::Range<usize>,
}
