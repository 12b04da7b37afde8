//! SQLIO 1.5.SG: its command line and parameter file in, its report out, and the lab book's notation for sweeps.
//!
//! [`read`] gives the workload and a [`View`]; [`head`] and [`tail`] are the report before and after the run;
//! [`sweep`] lists the command lines of a matrix. Never does I/O.

mod build;
pub mod import;
pub mod options;
mod parameters;
mod pins;
mod read;
pub mod sweep;
mod tool;
mod words;
mod write;

pub use options::{OPTIONS, OWN_OPTIONS};
pub use pins::keep_pins;
pub use read::{read, read_with};
pub use tool::TOOL;
pub use write::{
    Ground, Numbers, head, numbers, raw_is_smaller, stripes_are_larger, stripes_bytes, tail,
};

/// What the report repeats and the workload does not say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// Whether only the usage is asked for.
    pub usage: bool,
    /// Writes, or reads.
    pub writes: bool,
    /// Seconds.
    pub seconds: u32,
    /// Block size in KB of 1024 bytes.
    pub block_kib: u32,
    /// Where operations go.
    pub way: Way,
    /// The first block that is used, in blocks.
    pub start_block: u32,
    /// Outstanding I/Os of each thread on each file; `None`: one after the other.
    pub outstanding: Option<u32>,
    /// What `-B` says; `None`: not given, the same as [`Buffering::None`].
    pub buffering: Option<Buffering>,
    /// What `-a` says.
    pub mask: Option<u64>,
    /// What `-L` says; without it there are no latencies in the report.
    pub latency: Option<Timer>,
    /// Whether CPU use is reported, and whether for each CPU.
    pub cpu: Option<PerCpu>,
    /// The parameter file as it was named.
    pub parameter_file: Option<String>,
    /// Threads in all.
    pub threads: u32,
    /// Every file or raw target.
    pub files: Vec<FileView>,
}

/// A file or a raw target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileView {
    /// As the tool names it, such as `1:` or `c:\testfile.dat`; also the name of its target.
    pub name: String,
    /// Threads that work on it.
    pub threads: u32,
    /// The number of the first of them.
    pub first_thread: u32,
    /// The mask of its line in the parameter file.
    pub mask: u64,
    /// Its size as the parameter file says, in MB of 2^20 bytes.
    pub size_mib: Option<u64>,
    /// Whether it is a disk or a partition.
    pub raw: bool,
}

/// Where operations go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Any block of the file.
    Random,
    /// The next block of the file, for all threads together.
    Sequential,
    /// By the columns of a matrix of blocks.
    Stripes {
        /// Blocks of a row.
        factor: u32,
        /// Rows.
        run: u32,
        /// Whether every thread keeps to its first column (`-v1.1.1`).
        same_run: bool,
    },
}

/// Which caches may take part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Buffering {
    /// Neither that of files nor that of disks.
    None,
    /// Both.
    Both,
    /// That of disks.
    Disk,
    /// That of files.
    File,
}

/// What times latencies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Timer {
    /// The system's counter.
    System,
    /// The processor's.
    Processor,
}

/// How CPU use is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PerCpu {
    /// All together.
    All,
    /// Each one too.
    Each,
}
