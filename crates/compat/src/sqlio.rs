//! SQLIO 1.5.SG: its command line and parameter file in, its report out, and the lab book's notation for sweeps.
//!
//! [`read`] gives the workload and a [`SqlioView`]; [`head`] and [`tail`] are the report before and after the run;
//! [`sweep`] lists the command lines of a matrix. Never does I/O.

mod build;
pub mod import;
pub mod options;
mod parameters;
mod read;
pub mod sweep;
mod tool;
mod words;
mod write;

pub use build::keep_pins;
pub use options::{OPTIONS, OWN_OPTIONS};
pub use read::{read, read_with};
pub use tool::TOOL;
pub use write::{
    FilePreparation, Numbers, head, numbers, raw_is_smaller, stripes_are_larger, stripes_bytes,
    tail,
};

/// What the report repeats and the workload does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SqlioView {
    pub usage: bool,
    /// Whether operations are writes; reads otherwise.
    pub writes: bool,
    pub seconds: u32,
    /// Block size in KB of 1024 bytes.
    pub block_kib: u32,
    pub access_order: AccessOrder,
    /// The first block that is used, in blocks.
    pub start_block: u32,
    /// Outstanding I/Os of each thread on each file; `None` for one at a time.
    pub outstanding: Option<u32>,
    /// The value of `-B`; `None` if not given, which means [`Buffering::None`].
    pub buffering: Option<Buffering>,
    pub mask: Option<u64>,
    /// The value of `-L`; without it the report has no latencies.
    pub latency: Option<Timer>,
    pub cpu: Option<PerCpu>,
    pub parameter_file: Option<String>,
    pub threads: u32,
    pub files: Vec<FileView>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileView {
    /// Its name as the tool prints it, such as `1:` or `c:\testfile.dat`; also the name of its target.
    pub name: String,
    pub threads: u32,
    pub first_thread: u32,
    /// The CPU mask of its line in the parameter file.
    pub mask: u64,
    /// Its size in the parameter file, in MB of 2^20 bytes.
    pub size_mib: Option<u64>,
    /// Whether it is a disk or a partition.
    pub raw: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccessOrder {
    Random,
    /// The next block of the file, for all threads together.
    Sequential,
    /// Through the columns of a matrix of blocks.
    Stripes {
        /// The number of blocks in a row.
        factor: u32,
        /// The number of rows.
        run: u32,
        /// Whether every thread stays in its first column (`-v1.1.1`).
        same_run: bool,
    },
}

/// Which caches may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Buffering {
    /// Neither the file cache nor the disk cache.
    None,
    Both,
    Disk,
    File,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Timer {
    /// The system's performance counter.
    System,
    /// The processor's cycle counter.
    Processor,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PerCpu {
    All,
    /// Also each CPU alone.
    Each,
}
