//! What keeps a capture from being made or read: takes the typed fact, gives the sentence.

use std::fmt;

/// What keeps a capture from being made or read.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the sentences below say what each is")]
pub enum CaptureFault {
    NeedsTrace { why: String },
    NotRegular { shown: String },
    Exists { shown: String },
    NotWritten { shown: String, error: String },
    TraceNeedsRoot,
    NoTraceInKernel { error: String },
    TraceNotStarted { error: String },
    TraceUnreadable { error: String },
    NoCounters { name: String },
    DeviceGone { shown: String },
    DeviceNotFound { shown: String, error: String },
    NoBlockDevice { shown: String, kind: String },
    NotAFile { shown: String },
    LogNotAFile { shown: String },
    OutputNotWritten { shown: String, error: String },
    ImportedNothing,
    LogMistakes { log: String },
    CaptureNotWritten { error: String },
    TooManyIos { ios_max: usize },
    NoSingleIo,
    NoReadOrWrite { path: String },
}

impl fmt::Display for CaptureFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NeedsTrace { why } => write!(f, "--process needs the block trace, as counters do not say who does I/O; {why}"),
            Self::NotRegular { shown } => write!(f, "{shown} is not a regular file; name another one"),
            Self::Exists { shown } => write!(f, "{shown} exists already; name another file, or write --overwrite to replace it"),
            Self::NotWritten { shown, error } => write!(f, "failed to write {shown} at {error}; what was captured before is in the file and can be read; name a \
                 file where there is space"),
            Self::TraceNeedsRoot => f.write_str("the block trace needs root: run it with sudo"),
            Self::NoTraceInKernel { error } => write!(f, "this kernel has no block trace ({error}): use one with CONFIG_BLK_DEV_IO_TRACE"),
            Self::TraceNotStarted { error } => write!(f, "the block trace cannot be started: {error}"),
            Self::TraceUnreadable { error } => write!(f, "failed to read the trace buffer: {error}; what was captured before is in the file"),
            Self::NoCounters { name } => write!(f, "/proc/diskstats has no counters of {name}; name the disk that it lies on (lsblk shows it)"),
            Self::DeviceGone { shown } => write!(f, "the device of {shown} is gone; attach it again"),
            Self::DeviceNotFound { shown, error } => write!(f, "failed to find {shown}: {error}; name a block device (lsblk lists them) or a path on its file system"),
            Self::NoBlockDevice { shown, kind } => write!(f, "{shown} is on a file system without a block device ({kind}); name a block device (lsblk lists them)"),
            Self::NotAFile { shown } => write!(f, "{shown} is not a file; name a capture"),
            Self::LogNotAFile { shown } => write!(f, "{shown} is not a file; a log is read several times, write it to one"),
            Self::OutputNotWritten { shown, error } => write!(f, "failed to write {shown}: {error}"),
            Self::ImportedNothing => f.write_str("an import gave nothing"),
            Self::LogMistakes { log } => write!(f, "{log} has mistakes; nothing was imported"),
            Self::CaptureNotWritten { error } => write!(f, "failed to write the capture: {error}"),
            Self::TooManyIos { ios_max } => write!(f, "it holds more than {ios_max} I/Os, which do not fit into memory; capture a shorter time"),
            Self::NoSingleIo => f.write_str("it holds counters of intervals and no single I/O; capture a block trace (as root, without \
                 --counters)"),
            Self::NoReadOrWrite { path } => write!(f, "{path}: it holds no read and no write; capture a busier time"),
        }
    }
}
