//! The contents of a foreign result as plain data: the rows between the readers and the record.
//!
//! A figure that the file does not have is absent, not zero.

use record::FactGroup;
use record::note::ImportNote;
use summary::Warning;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Run {
    /// The tool, such as `fio`.
    pub tool: &'static str,
    /// Its version as the file gives it; empty when the file does not.
    pub version: String,
    /// The file; filled in by the caller of the readers.
    pub file: String,
    pub line: usize,
    /// When it started, in seconds since 1970, UTC.
    pub started_unix_s: Option<i64>,
    /// When the file was last changed; filled in by the caller of the readers.
    pub modified_unix_s: Option<i64>,
    /// What was run, for people: job names, a description.
    pub subject: String,
    /// What was tested, for people.
    pub targets: Vec<String>,
    /// The foreign command; empty if the file does not have it.
    pub command: String,
    /// The part of the text that belongs to this run; empty for the whole file.
    pub source_text: String,
    pub facts: Vec<FactGroup>,
    /// Notes on how the file was read.
    pub notes: Vec<ImportNote>,
    /// Contradictions that the reader itself found.
    pub warnings: Vec<Warning>,
    pub tests: Vec<Test>,
    /// The key that parts of one run share (Orion); empty for none.
    pub key: String,
}

/// The most bytes of a file that are kept besides its figures.
const SOURCE_BYTES_MAX: usize = 1 << 20;
/// The most names that a line for people can show.
pub const NAMES_MAX: usize = 120;

impl Run {
    /// Adds the name of a target, once.
    pub fn add_target(&mut self, name: &str) {
        if self.targets.len() < NAMES_MAX && !self.targets.iter().any(|known| known == name) {
            self.targets.push(name.to_owned());
        }
    }

    /// Keeps the beginning of the text that belongs to this run.
    pub fn keep_source(&mut self, text: &str) {
        let mut end = text.len().min(SOURCE_BYTES_MAX);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        text[..end].clone_into(&mut self.source_text);
        if end < text.len() && !self.notes.contains(&ImportNote::TextCut) {
            self.notes.push(ImportNote::TextCut);
        }
    }
}

/// What ran at the same time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Test {
    /// A name for people.
    pub name: String,
    pub purpose: String,
    pub rows: Vec<Row>,
}

/// One row of figures: what the tool reports as one unit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    pub name: String,
    pub line: usize,
    pub seconds: Option<f64>,
    /// Operations per second, and one unit of its last decimal.
    pub iops: Option<(f64, f64)>,
    /// Throughput in MiB/s, and one unit of its last decimal.
    pub mibps: Option<(f64, f64)>,
    /// The requested bytes of one operation (the mean of a mix).
    pub block_bytes: Option<f64>,
    /// Whether that is a mean of several sizes, so that the sizes of reads and writes may differ.
    pub mixed_blocks: bool,
    /// Total outstanding operations that a closed loop kept.
    pub depth: Option<f64>,
    /// Whether its accesses were random (true) or sequential.
    pub random: Option<bool>,
    /// What it used, if the file says it of this row.
    pub targets: Vec<String>,
    /// Mean latency of reads and writes in nanoseconds, and the most that truncation may have cut off.
    pub mean_ns: Option<(f64, f64)>,
    pub read: Direction,
    pub write: Direction,
    pub flush: Direction,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Direction {
    pub ios: Option<u64>,
    pub bytes: Option<u64>,
    pub errors: u64,
    /// Transfers that were shorter than requested.
    pub short: u64,
    pub iops: Option<f64>,
    pub mibps: Option<f64>,
    pub mean_ns: Option<f64>,
    pub min_ns: Option<u64>,
    pub max_ns: Option<u64>,
    /// Quantile (0 to 1) and latency, in ascending order.
    pub quantiles: Vec<(f64, u64)>,
    /// The highest latency of a bucket and its count, in ascending order.
    pub buckets: Vec<(u64, u64)>,
}

/// The number of operations from a rate and a time.
pub fn counted(rate: Option<f64>, seconds: Option<f64>) -> Option<u64> {
    Some((rate? * seconds?).round() as u64)
}
