//! The table of SQLIOSim's words and keys: the meaning, the storage, the range and the treatment of each.
//!
//! The reader follows it, [`super::write()`] iterates over it, and the documentation is generated from it.

use super::{File, Simulation};
use crate::foreign::{OptionRow, Treatment, honoured};
use Treatment::{Approximated, Honoured};

/// Every word and key, for the documentation.
pub const OPTIONS: &[OptionRow] = &rows();

/// Where a value is stored, and its allowed range.
#[derive(Clone, Copy)]
pub(super) enum ValueSlot {
    /// A number with its smallest and largest value.
    Number(fn(&mut Simulation) -> &mut i64, i64, i64),
    /// `TRUE` or `FALSE`.
    Truth(fn(&mut Simulation) -> &mut bool),
    Text(fn(&mut Simulation) -> &mut String),
    FileNumber(fn(&mut File) -> &mut i64, i64, i64),
    /// `TRUE` or `FALSE` of a file.
    FileTruth(fn(&mut File) -> &mut bool),
    FileText(fn(&mut File) -> &mut String),
}

#[derive(Clone, Copy)]
pub(super) struct SqliosimKey {
    pub(super) section: &'static str,
    /// The name as the shipped files spell it.
    pub(super) name: &'static str,
    /// Another spelling, such as that of the documentation; empty if there is none.
    pub(super) other: &'static str,
    /// The value when the key is missing.
    pub(super) default: &'static str,
    pub(super) slot: ValueSlot,
    pub(super) row: OptionRow,
}

impl SqliosimKey {
    const fn new(
        row: (&'static str, &'static str, &'static str, &'static str),
        slot: ValueSlot,
        (name, meaning): (&'static str, &'static str),
        treatment: Treatment,
    ) -> Self {
        let (section, key, other, default) = row;
        let row = OptionRow { name, meaning, treatment };
        Self { section, name: key, other, default, slot, row }
    }

    /// Whether `name` is this key in one of its spellings; case is ignored.
    pub(super) fn is(&self, name: &str) -> bool {
        name.eq_ignore_ascii_case(self.name)
            || !self.other.is_empty() && name.eq_ignore_ascii_case(self.other)
    }

    /// Sets the default, unless it is a key of files.
    pub(super) fn reset(&self, simulation: &mut Simulation) {
        let number = || self.default.parse().unwrap_or_default();
        match self.slot {
            ValueSlot::Number(of, ..) => *of(simulation) = number(),
            ValueSlot::Truth(of) => *of(simulation) = self.default == "TRUE",
            ValueSlot::Text(of) => self.default.clone_into(of(simulation)),
            ValueSlot::FileNumber(..) | ValueSlot::FileTruth(_) | ValueSlot::FileText(_) => {}
        }
    }

    /// The value as a configuration writes it; keys of files are taken from `file`.
    pub(super) fn shown(&self, simulation: &mut Simulation, file: &mut File) -> String {
        let truth = |truth: bool| if truth { "TRUE" } else { "FALSE" }.to_owned();
        match self.slot {
            ValueSlot::Number(of, ..) => of(simulation).to_string(),
            ValueSlot::Truth(of) => truth(*of(simulation)),
            ValueSlot::Text(of) => of(simulation).clone(),
            ValueSlot::FileNumber(of, ..) => of(file).to_string(),
            ValueSlot::FileTruth(of) => truth(*of(file)),
            ValueSlot::FileText(of) => of(file).clone(),
        }
    }
}

impl std::fmt::Debug for SqliosimKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.row.name)
    }
}

pub(super) const SECTIONS: [&str; 7] =
    ["CONFIG", "RandomUser", "AuditUser", "ReadAheadUser", "BulkUpdateUser", "ShrinkUser", "FileN"];

/// A row of the table: the section, the key, its other spelling, its default, its slot, its meaning, its treatment.
macro_rules! keys {
    ($($section:literal $key:literal $(or $other:literal)? = $default:literal, $slot:expr, $meaning:literal, $treatment:expr;)+) => {
        &[$(SqliosimKey::new(
            ($section, $key, concat!($($other)?), $default),
            $slot,
            (concat!("[", $section, "] ", $key $(, " or ", $other)?), concat!($meaning, " (default ", $default, ")")),
            $treatment,
        )),+]
    };
}

/// Larger than any duration or count of a test.
const MANY: i64 = 1 << 40;
/// The largest size of a file or of memory, in MB.
const MB: i64 = 1 << 32;
/// 100 %, in hundredths of a percent.
const ALL: i64 = 10_000;
/// The most pages of a run: 64 MiB.
const RUN: i64 = 8192;
/// The most users of a kind.
const USERS: i64 = 4096;

/// Every key, in the order of output.
pub(super) const KEYS: &[SqliosimKey] = keys! {
    "CONFIG" "ErrorFile" = "sqliosim.log.xml", ValueSlot::Text(|s| &mut s.config.error_file), "the log file", Honoured;
    "CONFIG" "CPUCount" = "0", ValueSlot::Number(|s| &mut s.config.cpu_count, 0, 1024), "CPUs to simulate; 0: all",
        Approximated("only the number of users that UserCount=-1 means depends on CPUCount; each file has one thread");
    "CONFIG" "Affinity" = "0", ValueSlot::Number(|s| &mut s.config.affinity, 0, i64::MAX), "bit mask of the CPUs to run on; 0: all",
        Approximated("the thread of each file is pinned to one of these CPUs, in turn");
    "CONFIG" "IOAffinity" = "0", ValueSlot::Number(|s| &mut s.config.io_affinity, 0, i64::MAX), "bit mask of the CPUs for I/O; 0: all",
        Approximated("accepted without effect; there are no separate I/O threads, so use Affinity");
    "CONFIG" "MaxMemoryMB" = "0", ValueSlot::Number(|s| &mut s.config.max_memory_mb, 0, MB), "size of the buffer pool; 0: free memory",
        Approximated("the lazy writer starts when this much memory holds dirty pages; 0 means 128 MB");
    "CONFIG" "StopOnError" = "TRUE", ValueSlot::Truth(|s| &mut s.config.stop_on_error), "stop at the first error", Honoured;
    "CONFIG" "TestCycles" = "1", ValueSlot::Number(|s| &mut s.config.test_cycles, 0, 1 << 31), "number of cycles, each with a full audit; 0: endless", Honoured;
    "CONFIG" "TestCycleDuration" = "300", ValueSlot::Number(|s| &mut s.config.test_cycle_duration_s, 1, MANY >> 10), "seconds of a cycle, without its audit", Honoured;
    "CONFIG" "CacheHitRatio" = "1000", ValueSlot::Number(|s| &mut s.config.cache_hit_ratio, 0, ALL), "share of pages found in memory, in 1/100 %", Honoured;
    "CONFIG" "NoBuffering" = "TRUE", ValueSlot::Truth(|s| &mut s.config.no_buffering), "bypass the system's cache (O_DIRECT)", Honoured;
    "CONFIG" "WriteThrough" = "TRUE", ValueSlot::Truth(|s| &mut s.config.write_through), "each write is durable (O_DSYNC); otherwise fsync at checkpoints", Honoured;
    "CONFIG" "MaxOutstandingIO" = "0", ValueSlot::Number(|s| &mut s.config.max_outstanding_io, 0, 1 << 20), "maximum outstanding operations; 0: no limit",
        Approximated("the limit holds per file and is at most what fits into 256 MiB of buffers; 0 means 64");
    "CONFIG" "TargetIODuration" = "100", ValueSlot::Number(|s| &mut s.config.target_io_duration_ms, 0, MANY >> 10), "mean latency in ms above which fewer operations are issued", Honoured;
    "CONFIG" "AllowIOBursts" = "TRUE", ValueSlot::Truth(|s| &mut s.config.allow_io_bursts), "no throttling during fills, checkpoints and audits", Honoured;
    "CONFIG" "UseScatterGather" or "ScatterGather" = "TRUE", ValueSlot::Truth(|s| &mut s.config.scatter_gather), "transfer runs of pages as one vectored operation; implies NoBuffering", Honoured;
    "CONFIG" "ForceReadAhead" = "TRUE", ValueSlot::Truth(|s| &mut s.config.force_read_ahead), "also read ahead pages that are in memory",
        Approximated("the set of pages in memory is not simulated, so read-ahead always reads");
    "CONFIG" "DeleteFilesAtStartup" = "TRUE", ValueSlot::Truth(|s| &mut s.config.delete_at_startup), "begin with new files",
        Approximated("an existing file is overwritten, never removed, and only if Plimsoll created it or --overwrite names it");
    "CONFIG" "DeleteFilesAtShutdown" = "FALSE", ValueSlot::Truth(|s| &mut s.config.delete_at_shutdown), "remove the files at the end, unless there was an error", Honoured;
    "CONFIG" "StampFiles" = "FALSE", ValueSlot::Truth(|s| &mut s.config.stamp_files), "write the whole files before the first cycle",
        Approximated("every page is always written, with its stamp, before the first cycle");

    "RandomUser" "UserCount" = "-1", ValueSlot::Number(|s| &mut s.random.users, -1, USERS), "number of users; -1: two per CPU, at most 8", Honoured;
    "RandomUser" "JumpToNewRegionPercentage" = "500", ValueSlot::Number(|s| &mut s.random.jump, 0, ALL), "share of chains that start in another region, in 1/100 %", Honoured;
    "RandomUser" "MinIOChainLength" = "50", ValueSlot::Number(|s| &mut s.random.chain_min, 1, MANY), "minimum pages of a chain; SQLIOSim's documentation says 1, its shipped files say 50", Honoured;
    "RandomUser" "MaxIOChainLength" = "100", ValueSlot::Number(|s| &mut s.random.chain_max, 1, MANY >> 10), "maximum pages of a chain", Honoured;
    "RandomUser" "RandomUserReadWriteRatio" = "9000", ValueSlot::Number(|s| &mut s.random.update, 0, ALL), "share of pages that are updated, in 1/100 %", Honoured;
    "RandomUser" "MinLogPerBuffer" = "64", ValueSlot::Number(|s| &mut s.random.log_bytes_min, 0, 64_000), "minimum bytes of log per update", Honoured;
    "RandomUser" "MaxLogPerBuffer" = "8192", ValueSlot::Number(|s| &mut s.random.log_bytes_max, 0, 64_000), "maximum bytes of log per update", Honoured;
    "RandomUser" "RollbackChance" = "100", ValueSlot::Number(|s| &mut s.random.rollback, 0, ALL), "share of updates without log, in 1/100 %", Honoured;
    "RandomUser" "SleepAfter" = "5", ValueSlot::Number(|s| &mut s.random.sleep_ms, 0, MANY >> 10), "pause after a chain in ms", Honoured;
    "RandomUser" "YieldPercentage" = "0", ValueSlot::Number(|s| &mut s.random.yield_percentage, 0, ALL), "probability that a user yields the CPU",
        Approximated("users have no threads of their own and yield at each operation");
    "RandomUser" "CPUSimulation" = "FALSE", ValueSlot::Truth(|s| &mut s.random.cpu_simulation), "simulate CPU work",
        Approximated("accepted without effect; CPU work is not simulated and does not delay I/O");
    "RandomUser" "CPUCyclesMin" = "0", ValueSlot::Number(|s| &mut s.random.cpu_cycles_min, 0, i64::MAX), "minimum of the simulated CPU work", Approximated("accepted without effect; CPU work is not simulated");
    "RandomUser" "CPUCyclesMax" = "0", ValueSlot::Number(|s| &mut s.random.cpu_cycles_max, 0, i64::MAX), "maximum of the simulated CPU work", Approximated("accepted without effect; CPU work is not simulated");

    "AuditUser" "UserCount" = "2", ValueSlot::Number(|s| &mut s.audit.users, -1, USERS), "number of users; -1: two per CPU, at most 8", Honoured;
    "AuditUser" "BuffersValidated" = "64", ValueSlot::Number(|s| &mut s.audit.least, 1, MANY >> 10), "pages checked in one pass", Honoured;
    "AuditUser" "DelayAfterCycles" = "2", ValueSlot::Number(|s| &mut s.audit.cycles, 1, MANY >> 10), "passes before a pause", Honoured;
    "AuditUser" "AuditDelay" = "200", ValueSlot::Number(|s| &mut s.audit.delay_ms, 0, MANY >> 10), "duration of each pause in ms", Honoured;

    "ReadAheadUser" "UserCount" = "2", ValueSlot::Number(|s| &mut s.read_ahead.users, -1, USERS), "number of users; -1: two per CPU, at most 8", Honoured;
    "ReadAheadUser" "BuffersRAMin" = "32", ValueSlot::Number(|s| &mut s.read_ahead.least, 1, RUN), "minimum pages of a run", Honoured;
    "ReadAheadUser" "BuffersRAMax" = "64", ValueSlot::Number(|s| &mut s.read_ahead.most, 1, RUN), "maximum pages of a run", Honoured;
    "ReadAheadUser" "DelayAfterCycles" = "2", ValueSlot::Number(|s| &mut s.read_ahead.cycles, 1, MANY >> 10), "runs before a pause", Honoured;
    "ReadAheadUser" "RADelay" = "200", ValueSlot::Number(|s| &mut s.read_ahead.delay_ms, 0, MANY >> 10), "duration of each pause in ms", Honoured;

    "BulkUpdateUser" "UserCount" = "-1", ValueSlot::Number(|s| &mut s.bulk.users, -1, USERS), "number of users; -1: two per CPU, at most 8", Honoured;
    "BulkUpdateUser" "BuffersBUMin" = "64", ValueSlot::Number(|s| &mut s.bulk.least, 1, RUN), "minimum pages of a run", Honoured;
    "BulkUpdateUser" "BuffersBUMax" = "128", ValueSlot::Number(|s| &mut s.bulk.most, 1, RUN), "maximum pages of a run", Honoured;
    "BulkUpdateUser" "DelayAfterCycles" = "2", ValueSlot::Number(|s| &mut s.bulk.cycles, 1, MANY >> 10), "runs before a pause", Honoured;
    "BulkUpdateUser" "BUDelay" = "10", ValueSlot::Number(|s| &mut s.bulk.delay_ms, 0, MANY >> 10), "duration of each pause in ms", Honoured;

    "ShrinkUser" "MinShrinkInterval" = "120", ValueSlot::Number(|s| &mut s.shrink.every_s_min, 0, MANY >> 10), "minimum seconds between changes of a file's size", Honoured;
    "ShrinkUser" "MaxShrinkInterval" = "600", ValueSlot::Number(|s| &mut s.shrink.every_s_max, 0, MANY >> 10), "maximum seconds between changes of a file's size", Honoured;
    "ShrinkUser" "MinExtends" or "MinExtents" = "1", ValueSlot::Number(|s| &mut s.shrink.extents_min, 1, 1 << 20), "minimum number of increments in one size change", Honoured;
    "ShrinkUser" "MaxExtends" or "MaxExtents" = "20", ValueSlot::Number(|s| &mut s.shrink.extents_max, 1, 1 << 20), "maximum number of increments in one size change", Honoured;

    "FileN" "FileName" = "none", ValueSlot::FileText(|f| &mut f.name), "the file; a section without FileName is ignored", Honoured;
    "FileN" "InitialSize" = "0", ValueSlot::FileNumber(|f| &mut f.initial_mb, 0, MB), "initial size in MB", Honoured;
    "FileN" "MaxSize" = "0", ValueSlot::FileNumber(|f| &mut f.max_mb, 0, MB), "maximum size in MB; 0: the initial size", Honoured;
    "FileN" "Increment" = "0", ValueSlot::FileNumber(|f| &mut f.increment_mb, 0, MB), "MB added by each growth; 0: the size is fixed", Honoured;
    "FileN" "Shrinkable" = "FALSE", ValueSlot::FileTruth(|f| &mut f.shrinkable), "the file shrinks again after growth, but not below its initial size", Honoured;
    "FileN" "Sparse" = "FALSE", ValueSlot::FileTruth(|f| &mut f.sparse), "a sparse file",
        Approximated("no space is reserved in advance; its pages are still written before the first cycle");
    "FileN" "LogFile" = "FALSE", ValueSlot::FileTruth(|f| &mut f.log), "the file holds the log", Honoured;
};

/// The words of the command line.
pub(super) const WORDS: [OptionRow; 7] = [
    honoured(
        "-cfg FILE",
        "the configuration file (default sqliosim.cfg.ini; if it does not exist, every key has its default)",
    ),
    honoured("-save FILE", "write the resulting configuration with every key"),
    honoured("-log FILE", "the log file; overrides ErrorFile"),
    honoured(
        "-dir DIR",
        "folder for sqliosim.mdx and sqliosim.ldx, which replace the files of all [FileN]; may be repeated",
    ),
    honoured("-d SECONDS", "seconds of the main run of each cycle; overrides TestCycleDuration"),
    honoured(
        "-size MB",
        "initial size of data files, which may grow to twice this size; log files have half of this size, at most 50 MB",
    ),
    honoured("-?", "prints the usage; also --help"),
];

const fn rows() -> [OptionRow; WORDS.len() + KEYS.len()] {
    let mut rows = [WORDS[0]; WORDS.len() + KEYS.len()];
    let mut at = 0;
    while at < rows.len() {
        rows[at] = if at < WORDS.len() { WORDS[at] } else { KEYS[at - WORDS.len()].row };
        at += 1;
    }
    rows
}
