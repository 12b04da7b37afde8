//! SQLIOSim's XML log: takes entries and counts, gives the text that scrapers read.
//!
//! The elements, attributes and sentences are those of published excerpts. No whole log was published: the root
//! element is ours, and scrapers look for `ENTRY`.

use super::Simulation;
use base::calendar;
use std::fmt::Write;

/// What kind of entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogEntryKind {
    /// What is going on.
    Info,
    /// What may be of interest.
    Warning,
    /// What is wrong: scrapers fail on it.
    Error,
}

/// One entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogEntry {
    /// What kind.
    pub kind: LogEntryKind,
    /// When, in seconds since 1970 of the local clock.
    pub local_s: i64,
    /// The thread.
    pub thread: u32,
    /// Who, such as `Display Monitor` or `CPU Idle User`.
    pub user: String,
    /// The function that SQLIOSim names here.
    pub function: &'static str,
    /// What kind of failure; none for entries that are no errors.
    pub cause: Option<Cause>,
    /// The sentence.
    pub text: String,
}

/// What kind of failure, as Windows numbers them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// A page was not what it had to be, in every read.
    Validation,
    /// An operation failed.
    Device,
    /// The file ended early.
    EndOfFile,
    /// Nothing that Windows has a number for.
    None,
}

impl Cause {
    fn result(self) -> (&'static str, &'static str) {
        match self {
            Self::Validation => (
                "0x80070467",
                "While accessing the hard disk, a disk operation failed even after retries.",
            ),
            Self::Device => {
                ("0x8007045D", "The request could not be performed because of an I/O device error.")
            }
            Self::EndOfFile => ("0x80070026", "Reached the end of the file."),
            Self::None => ("0x00000000", ""),
        }
    }
}

/// What was counted on a file, for its final summary.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// The file, as it was named.
    pub name: String,
    /// Whether it is sparse.
    pub sparse: bool,
    /// The target duration, in milliseconds.
    pub target_ms: u64,
    /// The running average at the end, in milliseconds.
    pub average_ms: u64,
    /// Times that operations were held back.
    pub throttled: u64,
    /// The most operations under way at once.
    pub blocks: u64,
    /// Reads of one page.
    pub reads: u64,
    /// Reads of runs.
    pub scatter_reads: u64,
    /// Writes of one page.
    pub writes: u64,
    /// Writes of runs.
    pub gather_writes: u64,
    /// Time of all operations, in milliseconds.
    pub total_ms: u64,
    /// What is known of the device below; none: nothing.
    pub device: Option<Device>,
}

/// What the device below a file counted meanwhile.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Device {
    /// Bytes of its sectors.
    pub sector_bytes: u64,
    /// Reads.
    pub reads: u64,
    /// Their time, in milliseconds.
    pub read_ms: u64,
    /// Writes.
    pub writes: u64,
    /// Their time, in milliseconds.
    pub write_ms: u64,
    /// Time without any, in milliseconds.
    pub idle_ms: u64,
    /// Bytes read.
    pub read_bytes: u64,
    /// Bytes written.
    pub written_bytes: u64,
    /// Its name.
    pub name: String,
}

/// The first entry's sentence: what is simulated.
pub fn beginning(simulation: &Simulation, cpus: usize, memory_mb: u64) -> String {
    let config = &simulation.config;
    let cpus = if config.cpu_count > 0 { config.cpu_count } else { cpus as i64 };
    format!(
        "CPUCount = {cpus}, Affinity = {}, IOAffinity = {}, MaxMemory = {memory_mb} MB, StopOnError = {}, TestCycles = {}, \
         TestCycleDuration = {} s, CacheHitRatio = {}.{:02}%",
        config.affinity,
        config.io_affinity,
        if config.stop_on_error { "Yes" } else { "No" },
        config.test_cycles,
        config.test_cycle_duration_s,
        config.cache_hit_ratio / 100,
        config.cache_hit_ratio % 100
    )
}

/// The sentence about a page that is wrong; `offset` is the first byte of it that differs.
pub fn validation(name: &str, page: u64, offset: u32) -> String {
    format!("Buffer validation failed on {name} Page: {page}, offset 0x{offset:X}")
}

/// The sentence about operations that take too long.
pub fn outstanding(count: u64) -> String {
    format!("{count} IO requests are outstanding for more than 15 sec.")
}

impl Summary {
    /// The final summary, one sentence for each entry.
    pub fn sentences(&self) -> Vec<String> {
        let mut lines = vec![
            format!("********** Final Summary for file {} **********", self.name),
            format!(
                "File Attributes: Compression = No, Encryption = No, Sparse = {}",
                if self.sparse { "Yes" } else { "No" }
            ),
            format!(
                "Target IO Duration (ms) = {}, Running Average IO Duration (ms) = {}, Number of times IO throttled = {}, \
                 IO request blocks = {}",
                self.target_ms, self.average_ms, self.throttled, self.blocks
            ),
            format!(
                "Reads = {}, Scatter Reads = {}, Writes = {}, Gather Writes = {}, Total IO Time (ms) = {}",
                self.reads, self.scatter_reads, self.writes, self.gather_writes, self.total_ms
            ),
        ];
        if let Some(device) = &self.device {
            // Geometry and cache settings are not known here, and are not made up.
            lines.push(format!("DRIVE LEVEL: Sector size = {}", device.sector_bytes));
            lines.push(format!(
                "DRIVE LEVEL: Read count = {}, Read time = {}, Write count = {}, Write time = {}, Idle time = {}, \
                 Bytes read = {}, Bytes written = {}, Storage manager name = {}",
                device.reads,
                device.read_ms,
                device.writes,
                device.write_ms,
                device.idle_ms,
                device.read_bytes,
                device.written_bytes,
                device.name
            ));
        }
        lines
    }
}

/// The whole log.
pub fn write(entries: &[LogEntry]) -> String {
    let mut text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <?xml-stylesheet type=\"text/xsl\" href=\"ErrorLog.xslt\"?>\n<SQLIOSIM_LOG>\n"
        .to_owned();
    for entry in entries {
        // A string takes whatever is written to it.
        let _ = one(&mut text, entry);
    }
    text + "</SQLIOSIM_LOG>\n"
}

fn one(text: &mut String, entry: &LogEntry) -> std::fmt::Result {
    let kind = match entry.kind {
        LogEntryKind::Info => "INFO",
        LogEntryKind::Warning => "WARNING",
        LogEntryKind::Error => "ERROR",
    };
    let (result, system) = entry.cause.map_or(("", ""), Cause::result);
    let (date, time) = moment(entry.local_s);
    writeln!(
        text,
        "<ENTRY TYPE='{kind}' TIME='{time}' DATE='{date}' TID='{}' User='{}' File='{}' Func='{}' HRESULT='{result}' \
         SYSTEXT='{system}'>",
        entry.thread,
        escaped(&entry.user),
        source(entry.function),
        entry.function,
    )?;
    writeln!(text, "<EXTENDED_DESCRIPTION>{}</EXTENDED_DESCRIPTION>", escaped(&entry.text))?;
    writeln!(text, "</ENTRY>")
}

/// The file of SQLIOSim that holds a function.
fn source(function: &str) -> &'static str {
    match function.split("::").next() {
        Some("CBUF") => "buffer.cpp",
        Some("ErrorDumpHandler") => "page.cpp",
        Some("CLogicalFile") => "FileIO.cpp",
        _ => "sqliosim.cpp",
    }
}

/// Text as XML; what XML cannot hold becomes `?`.
fn escaped(text: &str) -> String {
    let odd = |c: char| c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}');
    quick_xml::escape::escape(text.replace(odd, "?")).into_owned()
}

/// `MM/DD/YY` and `HH:MM:SS`.
fn moment(local_s: i64) -> (String, String) {
    let at = calendar::utc(local_s);
    let (month, day, year) = (u8::from(at.month()), at.day(), at.year().rem_euclid(100));
    let (hour, minute, second) = at.to_hms();
    (format!("{month:02}/{day:02}/{year:02}"), format!("{hour:02}:{minute:02}:{second:02}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_those_of_the_calendar() {
        let shown = |s| moment(s);
        // date -u -d @1204651308 '+%D %T'
        assert_eq!(shown(1_204_651_308), ("03/04/08".to_owned(), "17:21:48".to_owned()));
        assert_eq!(shown(951_782_400), ("02/29/00".to_owned(), "00:00:00".to_owned()));
        assert_eq!(shown(-1), ("12/31/69".to_owned(), "23:59:59".to_owned()));
    }

    #[test]
    fn names_break_nothing() {
        assert_eq!(escaped("a'<&>\"\u{1}"), "a&apos;&lt;&amp;&gt;&quot;?");
    }
}
