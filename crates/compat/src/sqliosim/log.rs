//! SQLIOSim's XML log: takes entries and counts, gives the text that scrapers read.
//!
//! The elements, attributes and sentences are those of published excerpts. No whole log is published, so the root
//! element is ours; scrapers look for `ENTRY`.

use super::Simulation;
use crate::xml::{XmlLines, escaped};
use base::clock;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogEntryKind {
    Info,
    Warning,
    /// An error; scrapers fail on it.
    Error,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogEntry {
    pub kind: LogEntryKind,
    /// Its time, in seconds since 1970 of the local clock.
    pub local_s: i64,
    pub thread: u32,
    /// The simulated user, such as `Display Monitor` or `CPU Idle User`.
    pub user: String,
    /// The function that SQLIOSim names here.
    pub function: &'static str,
    /// The kind of failure; `None` for entries that are no errors.
    pub cause: Option<Cause>,
    pub text: String,
}

/// The kind of a failure, by its Windows error number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// A page had unexpected contents in every read.
    Validation,
    Device,
    EndOfFile,
    /// A failure without a Windows error number.
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

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// The file, as named.
    pub name: String,
    pub sparse: bool,
    pub target_ms: u64,
    /// The running average at the end, in milliseconds.
    pub average_ms: u64,
    pub throttled: u64,
    /// The most outstanding operations.
    pub blocks: u64,
    /// Reads of one page.
    pub reads: u64,
    /// Reads of several pages.
    pub scatter_reads: u64,
    /// Writes of one page.
    pub writes: u64,
    /// Writes of several pages.
    pub gather_writes: u64,
    /// Total time of all operations, in milliseconds.
    pub total_ms: u64,
    /// The counters of the device below; `None` if unknown.
    pub device: Option<Device>,
}

/// The counters of the device below a file during the run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Device {
    pub sector_bytes: u64,
    pub reads: u64,
    /// Total time of reads, in milliseconds.
    pub read_ms: u64,
    pub writes: u64,
    /// Total time of writes, in milliseconds.
    pub write_ms: u64,
    pub idle_ms: u64,
    pub read_bytes: u64,
    pub written_bytes: u64,
    pub name: String,
}

/// The text of the first entry, which describes the simulation.
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

/// The text on a wrong page; `offset` is its first byte that differs.
pub fn validation(name: &str, page: u64, offset: u32) -> String {
    format!("Buffer validation failed on {name} Page: {page}, offset 0x{offset:X}")
}

/// The text on operations that take too long.
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
            // Geometry and cache settings are unknown and therefore left out.
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

pub fn write(entries: &[LogEntry]) -> String {
    let mut xml = XmlLines::new("", "");
    xml.line("<?xml version=\"1.0\" encoding=\"UTF-8\"?>");
    xml.line("<?xml-stylesheet type=\"text/xsl\" href=\"ErrorLog.xslt\"?>");
    xml.within("SQLIOSIM_LOG", |xml| entries.iter().for_each(|entry| one(xml, entry)));
    xml.text
}

fn one(xml: &mut XmlLines, entry: &LogEntry) {
    let kind = match entry.kind {
        LogEntryKind::Info => "INFO",
        LogEntryKind::Warning => "WARNING",
        LogEntryKind::Error => "ERROR",
    };
    let (result, system) = entry.cause.map_or(("", ""), Cause::result);
    let (date, time) = moment(entry.local_s);
    let name = format!(
        "ENTRY TYPE='{kind}' TIME='{time}' DATE='{date}' TID='{}' User='{}' File='{}' Func='{}' HRESULT='{result}' \
         SYSTEXT='{system}'",
        entry.thread,
        escaped(&plain(&entry.user)),
        source(entry.function),
        entry.function,
    );
    xml.within(&name, |xml| xml.put("EXTENDED_DESCRIPTION", plain(&entry.text)));
}

/// The source file of SQLIOSim that contains a function.
fn source(function: &str) -> &'static str {
    match function.split("::").next() {
        Some("CBUF") => "buffer.cpp",
        Some("ErrorDumpHandler") => "page.cpp",
        Some("CLogicalFile") => "FileIO.cpp",
        _ => "sqliosim.cpp",
    }
}

/// A text on one line: control characters become `?`.
fn plain(text: &str) -> String {
    text.replace(|c: char| c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}'), "?")
}

/// `MM/DD/YY` and `HH:MM:SS`.
fn moment(local_s: i64) -> (String, String) {
    let at = clock::utc(local_s);
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
        let hostile = "a'<&>\"\u{1}\n".to_owned();
        let entry = LogEntry {
            kind: LogEntryKind::Info,
            local_s: 0,
            thread: 1,
            user: hostile.clone(),
            function: "CBUF::Validate",
            cause: None,
            text: hostile,
        };
        let log = write(&[entry]);
        assert_eq!(log.matches("a&apos;&lt;&amp;&gt;&quot;??").count(), 2, "{log}");
        assert_eq!(log.lines().count(), 7, "{log}");
    }
}
