//! What a foreign result says, as plain data: the rows between the readers and the record.
//!
//! A figure that the file does not tell is absent, not zero.

use record::FactGroup;
use record::note::ImportNote;
use summary::Warning;

/// One run of a foreign tool.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Run {
    /// The tool, such as `fio`.
    pub tool: &'static str,
    /// Its version as the file tells it; empty when it does not.
    pub version: String,
    /// The file; filled in by the caller of the readers.
    pub file: String,
    /// The line at which it starts.
    pub line: usize,
    /// When it started, in seconds since 1970, UTC.
    pub started_unix_s: Option<i64>,
    /// When the file was last changed; filled in by the caller of the readers.
    pub modified_unix_s: Option<i64>,
    /// What was run, for people: job names, a description.
    pub subject: String,
    /// What was tested, for people.
    pub target: String,
    /// The foreign command, if the file tells it.
    pub command: String,
    /// The text that belongs to this run; empty: the whole file.
    pub source_text: String,
    /// Facts in groups.
    pub facts: Vec<FactGroup>,
    /// What to know of the reading.
    pub notes: Vec<ImportNote>,
    /// What the reader itself found to be contradictory.
    pub warnings: Vec<Warning>,
    /// The tests, in order.
    pub tests: Vec<Test>,
    /// Runs with the same key are parts of one (Orion); empty: none.
    pub key: String,
}

/// What ran together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Test {
    /// A name for people.
    pub name: String,
    /// What it was, in a few words.
    pub purpose: String,
    /// The rows that ran side by side.
    pub rows: Vec<Row>,
}

/// One row of figures: what the tool reports as one thing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// Its name.
    pub name: String,
    /// The line that it stands in.
    pub line: usize,
    /// Measured time in seconds.
    pub seconds: Option<f64>,
    /// Operations per second, and one unit of its last decimal.
    pub iops: Option<(f64, f64)>,
    /// Throughput in MiB/s, and one unit of its last decimal.
    pub mibps: Option<(f64, f64)>,
    /// Bytes of one operation as they were asked for (the mean of a mix).
    pub block_bytes: Option<f64>,
    /// Whether that is a mean of several sizes, so that reads and writes may differ in theirs.
    pub mixed_blocks: bool,
    /// Outstanding operations that a closed loop held in all.
    pub depth: Option<f64>,
    /// Mean latency of reads and writes in nanoseconds, and how much was cut off its end.
    pub mean_ns: Option<(f64, f64)>,
    /// Reads.
    pub read: Direction,
    /// Writes.
    pub write: Direction,
    /// Flushes.
    pub flush: Direction,
}

/// One direction of a row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Direction {
    /// Operations.
    pub ios: Option<u64>,
    /// Bytes.
    pub bytes: Option<u64>,
    /// Failures.
    pub errors: u64,
    /// Transfers that came back short.
    pub short: u64,
    /// Operations per second.
    pub iops: Option<f64>,
    /// Throughput in MiB/s.
    pub mibps: Option<f64>,
    /// Mean latency in nanoseconds.
    pub mean_ns: Option<f64>,
    /// Smallest.
    pub min_ns: Option<u64>,
    /// Largest.
    pub max_ns: Option<u64>,
    /// Quantile (0 to 1) and latency, rising.
    pub quantiles: Vec<(f64, u64)>,
    /// The highest latency of a bucket and its count, rising.
    pub buckets: Vec<(u64, u64)>,
}

/// Operations of a rate over a time.
pub fn counted(rate: Option<f64>, seconds: Option<f64>) -> Option<u64> {
    Some((rate? * seconds?).round() as u64)
}
