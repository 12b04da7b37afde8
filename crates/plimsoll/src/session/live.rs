//! Live progress on standard error: a bar that redraws on a terminal, a line every 10 s otherwise.

use crate::session::terminal;
use base::Clock;
use report::terminal::{Live, Style, progress_line};
use sample::Cell;
use std::io::{IsTerminal, Write};

/// How often the bar is redrawn, and how often a plain line is printed, in nanoseconds.
const REDRAW_NS: u64 = 100_000_000;
const LINE_NS: u64 = 10_000_000_000;

/// Shows what is going on; prints nothing at all when quiet.
pub(crate) struct Progress {
    style: Style,
    terminal: bool,
    /// Says nothing at all.
    quiet: bool,
    /// Shows no progress, but says what has to be said.
    still: bool,
    clock: sys::clock::SystemClock,
    begun_ns: u64,
    shown_ns: Option<u64>,
    drawn: bool,
    /// The latest state.
    pub(crate) live: Live,
}

impl Progress {
    /// Starts the clock.
    pub(crate) fn new(quiet: bool) -> Self {
        let clock = sys::clock::SystemClock::new();
        let terminal = std::io::stderr().is_terminal();
        let begun_ns = clock.now_ns();
        Self {
            style: terminal::style_for_progress(),
            terminal,
            quiet,
            still: false,
            begun_ns,
            clock,
            // A log gets no line from work that is done before one is due.
            shown_ns: (!terminal).then_some(begun_ns),
            drawn: false,
            live: Live::default(),
        }
    }

    /// For the command of another tool, whose stderr scripts may read: progress on a terminal only, and only if wanted.
    pub(crate) fn for_tool(wanted: bool) -> Self {
        let mut own = Self::new(false);
        own.still = !(wanted && own.terminal);
        own
    }

    /// Starts another piece of work; `seconds` is how long it will take, if that is known.
    pub(crate) fn begin(&mut self, doing: &str, seconds: Option<f64>) {
        self.begun_ns = self.clock.now_ns();
        self.live = Live { doing: doing.to_owned(), left_s: seconds, ..Live::default() };
        if self.terminal {
            self.shown_ns = None;
        } else {
            // A log gets its first line after the pause: what ends sooner needs none.
            self.shown_ns.get_or_insert(self.begun_ns);
        }
        self.show();
    }

    /// What is being done now, without starting the clock anew.
    pub(crate) fn doing(&mut self, doing: &str) {
        doing.clone_into(&mut self.live.doing);
        self.show();
    }

    /// Moves on to `share` (0 to 1) of the piece of work; the time left follows from the time taken.
    pub(crate) fn share(&mut self, share: f64) {
        let elapsed_s = self.elapsed_s();
        self.live.share = Some(share.clamp(0.0, 1.0));
        self.live.left_s =
            (share > 0.02).then(|| (elapsed_s / share - elapsed_s).max(0.0)).or(self.live.left_s);
        self.show();
    }

    /// Moves on by time: `done_s` of `all_s` seconds.
    pub(crate) fn time(&mut self, done_s: f64, all_s: f64) {
        self.live.share = (all_s > 0.0).then(|| (done_s / all_s).min(1.0));
        self.live.left_s = Some((all_s - done_s).max(0.0));
        self.show();
    }

    /// The rates of one interval.
    pub(crate) fn rates(&mut self, cell: &Cell) {
        let seconds = cell.length_ns() as f64 / 1e9;
        if seconds <= 0.0 {
            return;
        }
        self.live.iops = Some(cell.ios() as f64 / seconds);
        self.live.mibps = Some(cell.bytes() as f64 / seconds / f64::from(1 << 20));
        let slower = cell.read.total.quantile_ns(0.99).max(cell.write.total.quantile_ns(0.99));
        self.live.p99_ns = Some(slower);
    }

    /// Prints a line that stays, above the bar.
    pub(crate) fn say(&mut self, line: &str) {
        if !self.quiet {
            self.wipe();
            write(&format!("{line}\n"));
        }
    }

    /// Prints a line that stays, above the bar, also when quiet: what must be known though no answer ever comes.
    pub(crate) fn warn(&mut self, line: &str) {
        self.wipe();
        write(&format!("{line}\n"));
    }

    /// Wipes the bar.
    pub(crate) fn wipe(&mut self) {
        if self.drawn {
            write("\r\x1b[2K");
            self.drawn = false;
        }
    }

    fn elapsed_s(&self) -> f64 {
        (self.clock.now_ns() - self.begun_ns) as f64 / 1e9
    }

    fn show(&mut self) {
        let now_ns = self.clock.now_ns();
        let pause_ns = if self.terminal { REDRAW_NS } else { LINE_NS };
        let due = self.shown_ns.is_none_or(|shown| now_ns - shown >= pause_ns);
        if self.quiet || self.still || !due {
            return;
        }
        self.live.elapsed_s = self.elapsed_s();
        let line = progress_line(&self.live, &self.style, self.terminal);
        if self.terminal {
            write(&format!("\r\x1b[2K{line}"));
            self.drawn = true;
        } else {
            write(&format!("{line}\n"));
        }
        self.shown_ns = Some(now_ns);
    }
}

/// Writes to standard error; a reader that went away must not end a measurement.
fn write(text: &str) {
    let mut stderr = std::io::stderr().lock();
    drop(stderr.write_all(text.as_bytes()).and_then(|()| stderr.flush()));
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.wipe();
    }
}
