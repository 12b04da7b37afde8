//! The log writer: turns log records that wait into writes, each durable before the next, around the log file.

use super::{Act, Stage};
use base::Rng;

/// How log records become writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LogWriter {
    /// Smallest write in bytes; a page of the log is never cut.
    pub write_bytes_min: u32,
    /// Largest write in bytes: 60 KiB in SQL Server, 64 KiB here.
    pub write_bytes_max: u32,
    /// Whether a flush follows each write, because the file is not written through.
    pub flushes: bool,
    /// How long to look away while there is nothing to write, in nanoseconds.
    pub idle_ns: u64,
}

impl Default for LogWriter {
    fn default() -> Self {
        Self { write_bytes_min: 512, write_bytes_max: 64 << 10, flushes: false, idle_ns: 1_000_000 }
    }
}

/// The log writer of one log file.
#[derive(Clone, Debug)]
pub struct LogUser {
    own: LogWriter,
    page_bytes: u32,
    rng: Rng,
    at: u64,
    step: Step,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Write,
    Await,
    Flush,
    Look { first: u64, pages: u32 },
}

/// One write in so many is read back at once, as log readers and backups do.
const LOOKS: u64 = 16;

impl LogUser {
    /// A log of pages of `page_bytes`.
    pub fn new(own: LogWriter, page_bytes: u32, rng: Rng) -> Self {
        Self { own, page_bytes, rng, at: 0, step: Step::Write }
    }

    /// Pages of the longest write of a log with such pages.
    pub fn run_pages_max(own: &LogWriter, page_bytes: u32) -> u32 {
        own.write_bytes_max.div_ceil(page_bytes).max(1)
    }

    pub(super) fn next(&mut self, stage: &mut Stage) -> Act {
        match self.step {
            Step::Await => {
                self.step = if self.own.flushes { Step::Flush } else { Step::Write };
                return Act::Await;
            }
            Step::Flush => {
                self.step = Step::Write;
                return Act::Flush;
            }
            Step::Look { first, pages } => {
                self.step = Step::Await;
                return Act::Read { first, pages };
            }
            Step::Write => {}
        }
        if stage.log_bytes == 0 {
            return Act::Rest { ns: self.own.idle_ns };
        }
        let most = u64::from(self.own.write_bytes_max.max(self.page_bytes));
        let least = u64::from(self.own.write_bytes_min);
        // All that waits goes at once, as in a group commit.
        let bytes = stage.log_bytes.clamp(least.min(most), most);
        stage.log_bytes = stage.log_bytes.saturating_sub(bytes);
        let pages = bytes.div_ceil(u64::from(self.page_bytes)).min(stage.pages);
        if self.at + pages > stage.pages {
            self.at = 0;
        }
        let (first, pages) = (self.at, pages as u32);
        self.at += u64::from(pages);
        self.step = Step::Await;
        if self.rng.below(LOOKS) == 0 && first >= u64::from(pages) {
            self.step = Step::Look { first: first - u64::from(pages), pages };
        }
        Act::Write { first, pages }
    }
}
