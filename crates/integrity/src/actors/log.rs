//! The log writer: writes pending log records to the circular log file; each write is durable before the next.

use super::{ActorOperation, FileActivity};
use base::Rng;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LogWriterParameters {
    /// Smallest write in bytes; only whole log pages are written.
    pub write_bytes_min: u32,
    /// Largest write in bytes: 60 KiB in SQL Server, 64 KiB here.
    pub write_bytes_max: u32,
    /// Whether a flush follows each write, for a file without write-through.
    pub flushes: bool,
    /// How long to wait while there is nothing to write, in nanoseconds.
    pub idle_ns: u64,
}

impl Default for LogWriterParameters {
    fn default() -> Self {
        Self { write_bytes_min: 512, write_bytes_max: 64 << 10, flushes: false, idle_ns: 1_000_000 }
    }
}

/// The log writer of one log file.
#[derive(Clone, Debug)]
pub struct LogActor {
    own: LogWriterParameters,
    page_bytes: u32,
    rng: Rng,
    at: u64,
    step: LogStep,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LogStep {
    Write,
    Await,
    Flush,
    Look { first: u64, pages: u32 },
}

/// On average, one write in this many is read back at once, as log readers and backups do.
const LOOKS: u64 = 16;

impl LogActor {
    pub fn new(own: LogWriterParameters, page_bytes: u32, rng: Rng) -> Self {
        Self { own, page_bytes, rng, at: 0, step: LogStep::Write }
    }

    pub fn run_pages_max(own: &LogWriterParameters, page_bytes: u32) -> u32 {
        own.write_bytes_max.div_ceil(page_bytes).max(1)
    }

    pub(super) fn next(&mut self, stage: &mut FileActivity) -> ActorOperation {
        match self.step {
            LogStep::Await => {
                self.step = if self.own.flushes { LogStep::Flush } else { LogStep::Write };
                return ActorOperation::Await;
            }
            LogStep::Flush => {
                self.step = LogStep::Write;
                return ActorOperation::Flush;
            }
            LogStep::Look { first, pages } => {
                self.step = LogStep::Await;
                return ActorOperation::Read { first, pages };
            }
            LogStep::Write => {}
        }
        if stage.log_bytes == 0 {
            return ActorOperation::Rest { ns: self.own.idle_ns };
        }
        let most = u64::from(self.own.write_bytes_max.max(self.page_bytes));
        let least = u64::from(self.own.write_bytes_min);
        // All pending bytes are written together, as in a group commit.
        let bytes = stage.log_bytes.clamp(least.min(most), most);
        stage.log_bytes = stage.log_bytes.saturating_sub(bytes);
        let pages = bytes.div_ceil(u64::from(self.page_bytes)).min(stage.pages);
        if self.at + pages > stage.pages {
            self.at = 0;
        }
        let (first, pages) = (self.at, pages as u32);
        self.at += u64::from(pages);
        self.step = LogStep::Await;
        if self.rng.below(LOOKS) == 0 && first >= u64::from(pages) {
            self.step = LogStep::Look { first: first - u64::from(pages), pages };
        }
        ActorOperation::Write { first, pages }
    }
}
