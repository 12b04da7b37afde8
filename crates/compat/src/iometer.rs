//! Iometer: its configuration files (.icf of 1998 to 2014) or a classic specification in, its results.csv out.
//!
//! [`read`] gives the workload, with a phase for each test of the plan, and a [`IometerView`]; [`write`](write()) gives one
//! session's part of results.csv, in 56 or 80 columns. Never does I/O.

mod build;
mod classic;
mod config;
mod cycle;
pub mod import;
pub mod options;
mod parse;
mod read;
mod specification;
mod tool;
mod write;

pub use classic::{CLASSIC, Classic};
pub use options::OPTIONS;
pub use read::read;
pub use specification::{Line, Specification};
pub use tool::TOOL;
pub use write::{Clock, write};

/// What results.csv repeats and the workload does not have.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct IometerView {
    pub usage: bool,
    /// The file to which results are appended; `None` for standard output.
    pub results: Option<String>,
    /// Whether the layout of 1.1.0 with 80 columns is used instead of that with 56.
    pub wide: bool,
    /// The number of the test type, 0 to 7.
    pub test_type: u32,
    pub description: String,
    pub rows: Rows,
    pub tests: Vec<Test>,
}

/// Which rows results.csv has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rows {
    Nothing,
    /// Only the sum of all.
    All,
    /// Also managers and processors.
    Managers,
    /// Also workers.
    Workers,
    /// Also targets.
    #[default]
    Targets,
}

/// One test: a round's specifications at one step of the cycling.
#[derive(Clone, Debug, PartialEq)]
pub struct Test {
    /// The number of its round; the tests of a round differ only in the step of the cycling.
    pub round: usize,
    /// The specifications that the workers of the round run, in the order of the configuration.
    pub specifications: Vec<Specification>,
    pub workers: Vec<Worker>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Worker {
    pub manager: String,
    pub name: String,
    pub specification: String,
    /// Whether a reply follows each of its requests, so that a transaction is two I/Os.
    pub replies: bool,
    /// Outstanding I/Os on each of its targets.
    pub depth: u32,
    /// The first sector of 512 bytes that it uses.
    pub first_sector: u64,
    /// The number of sectors that it uses; 0 for all.
    pub sectors: u64,
    /// Its targets: each with the name in the configuration and the stream for it.
    pub targets: Vec<(String, String)>,
}
