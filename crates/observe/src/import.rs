//! Logs of other tools as captures: iostat, sar, performance counters of Windows, blkparse, iologs of fio, metrics of fleets.
//!
//! Takes the text of a log, which it reads several times and holds in memory only if it is an answer of a monitoring system; gives a header and then intervals or I/Os, or
//! the first mistakes with their lines. A log with a mistake gives nothing else. Never opens a file, never reads a clock.

mod blkparse;
mod cloud_metrics;
mod counter_log;
mod counter_names;
mod disk_table;
mod event_log;
mod iolog;
mod lines;
mod metric_table;
mod moment;
mod performance_counters;
mod prometheus;
mod rates;
mod report_clock;
mod sysstat_json;

pub use lines::ImportProblem;

use crate::{
    CaptureHeader, CaptureNote, CaptureSource, CounterInterval, IoEvent, Process, ProcessIndex,
};
use blkparse::BlkparseLog;
use counter_log::{CounterSink, CounterSurvey, IntervalReader, chosen};
use disk_table::DiskTableReader;
use event_log::{EventSink, EventSurvey};
use iolog::IologLog;
use lines::{Codepage, LineError, LogLines, ProblemList};
use performance_counters::PerformanceCounterReader;
use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, BufRead, Read};

/// The user's options for a log.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ImportRequest {
    /// The device, if the log has several.
    pub device: Option<String>,
    /// The length of an interval, for a log without times.
    pub interval_ns: Option<u64>,
    /// The version of the program, for the header.
    pub version: String,
    pub command: String,
}

#[derive(Clone, Debug, PartialEq)]
pub struct DeviceCount {
    pub name: String,
    /// The approximate number of its I/Os in the log.
    pub operations: f64,
}

/// The devices of a log, busiest first when they are listed.
#[derive(Clone, Debug, Default)]
struct DeviceList {
    by_name: BTreeMap<String, f64>,
}

/// The most devices; no machine has more.
const DEVICES_MAX: usize = 4_096;

impl DeviceList {
    fn add(&mut self, name: &str, operations: f64) {
        if let Some(sum) = self.by_name.get_mut(name) {
            *sum += operations;
        } else if self.by_name.len() < DEVICES_MAX {
            self.by_name.insert(name.to_owned(), operations);
        }
    }

    fn count(&self, name: &str) -> Option<DeviceCount> {
        let operations = *self.by_name.get(name)?;
        Some(DeviceCount { name: name.to_owned(), operations })
    }

    /// The device of this name; `/dev/sda` means sda.
    fn named(&self, name: &str) -> Option<DeviceCount> {
        self.count(name).or_else(|| self.count(name.strip_prefix("/dev/")?))
    }

    /// The only device; a sum over all devices does not count.
    fn only(&self) -> Option<DeviceCount> {
        let mut names = self.by_name.keys().filter(|name| !name.ends_with(SUM_OF_ALL));
        let first = names.next().or_else(|| self.by_name.keys().next())?;
        if names.next().is_some() { None } else { self.count(first) }
    }

    fn listed(&self) -> Vec<DeviceCount> {
        let mut all: Vec<DeviceCount> =
            self.by_name.keys().filter_map(|name| self.count(name)).collect();
        all.sort_by(|a, b| b.operations.total_cmp(&a.operations).then_with(|| a.name.cmp(&b.name)));
        all
    }
}

/// The instance of a performance counter that is the sum over all disks.
const SUM_OF_ALL: &str = "_Total";

#[derive(Clone, Debug, PartialEq)]
pub enum ImportItem {
    /// The header; comes first, once.
    Header(Box<CaptureHeader>),
    /// A process, before its first I/O.
    Process(ProcessIndex, Process),
    /// An I/O, in order of issue.
    Event(IoEvent),
    /// An interval, in order of time.
    Interval(Box<CounterInterval>),
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct ImportSummary {
    pub intervals: u64,
    pub events: u64,
}

/// Why a log was not imported.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    #[error("the log cannot be read: {0}")]
    Read(io::Error),
    #[error("the capture cannot be written: {0}")]
    Write(io::Error),
    #[error(
        "the format of the log is not known; text and JSON of `iostat -x`, text of `sar -d`, JSON of `sadf -j`, performance counters \
         of Windows as CSV (relog, typeperf), text of `blkparse`, traces of fio (write_iolog), and JSON of Prometheus \
         (query_range), CloudWatch (get-metric-data) and Azure Monitor can be imported"
    )]
    UnknownFormat,
    /// It is a data file of sar, or what sadf makes of one.
    #[error(
        "the log is a data file of sar (or text of sadf); import its JSON: `sadf -j FILE -- -d > sar.json`, and for a file of an \
         older sysstat `sadf -c FILE > NEW` before"
    )]
    SarData,
    /// It has no I/O at all.
    #[error(
        "the log has no complete interval of a disk; log for longer, with `iostat -x -t 1` or `sar -d 1`"
    )]
    Empty,
    /// It is an answer of a monitoring system, and no metric in it is one of a disk.
    #[error(
        "the answer has no metric of a disk; ask Prometheus for {{__name__=~\"node_disk_.+\"}}, CloudWatch for VolumeReadOps, \
         VolumeWriteOps and the like, Azure Monitor for Disk Read Operations/Sec and the like"
    )]
    NoDiskMetric,
    /// Every row of the device has numbers that no disk reaches.
    #[error(
        "every row of {device} has impossible numbers, the first in line {line}: a counter was reset or wrapped; log again, or take \
         another device"
    )]
    Impossible { device: String, line: u64 },
    #[error(
        "the log does not say how many reads and how many writes there were; log with `iostat -x -t 1` (without -s), `sar -d 1` or \
         the counters Disk Reads/sec and Disk Writes/sec"
    )]
    NoRates,
    /// It is a log of single I/Os and has none.
    #[error("the log has no read, write, flush or discard; log while the storage is in use")]
    NoEvents,
    /// All its I/Os have the same time.
    #[error(
        "the log has no times, so rates are not known; record the trace again with fio 3.31 or newer, or replay it with \
         plimsoll fio --read_iolog"
    )]
    WithoutTimes,
    /// It has several devices and the request names none of them.
    #[error("{}", DeviceChoice(.named.as_deref(), .devices))]
    Device { named: Option<String>, devices: Vec<DeviceCount> },
    #[error("the log has errors, and nothing was imported; the first error is in {}", .0[0])]
    Mistakes(Vec<ImportProblem>),
}

struct DeviceChoice<'a>(Option<&'a str>, &'a [DeviceCount]);

/// The most devices that a message lists.
const LISTED_MAX: usize = 12;

impl fmt::Display for DeviceChoice<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(name) => {
                write!(f, "the log has no device {}; it has ", base::shown::escaped(name))?
            }
            None => f.write_str("the log has several devices; name one with --device: ")?,
        }
        for (index, device) in self.1.iter().take(LISTED_MAX).enumerate() {
            let comma = if index > 0 { ", " } else { "" };
            let name = base::shown::escaped(&device.name);
            write!(f, "{comma}{name} ({:.0} I/Os)", device.operations)?;
        }
        match self.1.len().saturating_sub(LISTED_MAX) {
            0 => Ok(()),
            more => write!(f, " and {more} more"),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LogFormat {
    Iostat,
    IostatJson,
    Sar,
    SadfJson,
    PerformanceCounters,
    Prometheus,
    CloudWatch,
    AzureMonitor,
    Blkparse,
    FioIolog,
}

impl LogFormat {
    /// Whether it is the answer of a monitoring system.
    fn is_answer(self) -> bool {
        matches!(self, Self::Prometheus | Self::CloudWatch | Self::AzureMonitor)
    }

    fn source(self) -> CaptureSource {
        match self {
            Self::Iostat | Self::IostatJson => CaptureSource::Iostat,
            Self::Sar | Self::SadfJson => CaptureSource::Sar,
            Self::PerformanceCounters => CaptureSource::PerformanceCounters,
            Self::Prometheus => CaptureSource::NodeExporter,
            Self::CloudWatch => CaptureSource::CloudWatch,
            Self::AzureMonitor => CaptureSource::AzureMonitor,
            Self::Blkparse => CaptureSource::Blkparse,
            Self::FioIolog => CaptureSource::FioIolog,
        }
    }
}

/// Lines at the start of a log by which it is recognised; `sar -A` has many tables before that of the disks.
const FIRST_LINES: u64 = 20_000;

pub type OpenLog<'o> = dyn FnMut() -> io::Result<Box<dyn BufRead>> + 'o;

/// Receives the capture item by item.
pub type GiveItem<'g> = dyn FnMut(ImportItem) -> io::Result<()> + 'g;

/// Imports a log: `give` receives the header and then the items of the log, in order of time.
pub fn import(
    open: &mut OpenLog<'_>,
    request: &ImportRequest,
    give: &mut GiveItem<'_>,
) -> Result<ImportSummary, ImportError> {
    if is_sar_data(open()?)? {
        return Err(ImportError::SarData);
    }
    let (format, codepage) = match json_format(open()?)? {
        Some(format) => (format, Codepage::Western),
        None => recognised(open()?)?.ok_or(ImportError::UnknownFormat)?,
    };
    if format.source().has_events() {
        import_events(open, request, format, give)
    } else {
        import_counters(open, request, format, codepage, give)
    }
}

impl From<io::Error> for ImportError {
    fn from(error: io::Error) -> Self {
        Self::Read(error)
    }
}

fn import_counters(
    open: &mut OpenLog<'_>,
    request: &ImportRequest,
    format: LogFormat,
    codepage: Codepage,
    give: &mut GiveItem<'_>,
) -> Result<ImportSummary, ImportError> {
    let mut survey = CounterSurvey::default();
    walk(open()?, format, codepage, &mut survey)?;
    let survey = {
        mistakes(std::mem::take(&mut survey.problems))?;
        survey
    };
    let devices = survey.devices.listed();
    if devices.is_empty() {
        return Err(if format.is_answer() {
            ImportError::NoDiskMetric
        } else {
            ImportError::Empty
        });
    }
    if !survey.has_rates() {
        return Err(ImportError::NoRates);
    }
    let Some(device) = chosen(&survey.devices, request.device.as_deref()) else {
        return Err(ImportError::Device { named: request.device.clone(), devices });
    };
    let source = format.source();
    let times = survey.times(request.interval_ns, source.covers_delay());
    let left_out = survey.left_out_rates().filter(|_| source.leaves_out_idle());
    // The first pass collects the mistakes and notes, which must precede the first interval.
    let mut summary = ImportSummary::default();
    let mut count = |_| {
        summary.intervals += 1;
        true
    };
    let mut reader = IntervalReader::new(&device.name, times, left_out, &mut count);
    walk(open()?, format, codepage, &mut reader)?;
    let (lacks_rates, impossible) = (reader.lacks_rates, reader.impossible.first().copied());
    let (more_notes, problems) = reader.finish();
    mistakes(problems)?;
    if summary.intervals == 0 {
        return Err(match impossible {
            _ if lacks_rates => ImportError::NoRates,
            Some(line) => ImportError::Impossible { device: device.name, line },
            None => ImportError::Empty,
        });
    }
    let mut notes = survey.notes(times, request.interval_ns);
    notes.extend(more_notes);
    let header = CaptureHeader {
        host: survey.heading.host.clone(),
        system: survey.heading.system.clone(),
        started: times.started,
        ..header(request, format, &device.name, notes)
    };
    give(ImportItem::Header(Box::new(header))).map_err(ImportError::Write)?;
    let mut trouble = None;
    let mut pass_on = |interval| {
        trouble = give(ImportItem::Interval(Box::new(interval))).err();
        trouble.is_none()
    };
    let mut reader = IntervalReader::new(&device.name, times, left_out, &mut pass_on);
    walk(open()?, format, codepage, &mut reader)?;
    reader.finish();
    match trouble {
        Some(error) => Err(ImportError::Write(error)),
        None => Ok(summary),
    }
}

fn import_events(
    open: &mut OpenLog<'_>,
    request: &ImportRequest,
    format: LogFormat,
    give: &mut GiveItem<'_>,
) -> Result<ImportSummary, ImportError> {
    let mut survey = EventSurvey::default();
    walk_events(open()?, format, &mut survey)?;
    mistakes(std::mem::take(&mut survey.problems))?;
    let devices = survey.devices();
    if devices.listed().is_empty() {
        return Err(ImportError::NoEvents);
    }
    let Some(device) = chosen(&devices, request.device.as_deref()) else {
        let (named, devices) = (request.device.clone(), devices.listed());
        return Err(ImportError::Device { named, devices });
    };
    if survey.is_without_times(&device.name) {
        return Err(ImportError::WithoutTimes);
    }
    // The first pass counts the unpaired issues and completions, which the header must contain.
    let mut summary = ImportSummary::default();
    let mut count = |item| {
        summary.events += u64::from(matches!(item, ImportItem::Event(_)));
        true
    };
    let mut reader = survey.reader(&device.name, &mut count);
    walk_events(open()?, format, &mut reader)?;
    let totals = reader.finish();
    let mut notes = survey.notes(&device.name);
    notes.extend(event_log::unpaired(&totals));
    let header = header(request, format, &survey.shown_name(&device), notes);
    give(ImportItem::Header(Box::new(header))).map_err(ImportError::Write)?;
    let mut trouble = None;
    let mut pass_on = |item| {
        trouble = give(item).err();
        trouble.is_none()
    };
    let mut reader = survey.reader(&device.name, &mut pass_on);
    walk_events(open()?, format, &mut reader)?;
    reader.finish();
    match trouble {
        Some(error) => Err(ImportError::Write(error)),
        None => Ok(summary),
    }
}

/// A header without the log's facts about the machine.
fn header(
    request: &ImportRequest,
    format: LogFormat,
    device: &str,
    notes: Vec<CaptureNote>,
) -> CaptureHeader {
    CaptureHeader {
        version: request.version.clone(),
        command: request.command.clone(),
        notes,
        ..CaptureHeader::of(format.source(), device)
    }
}

fn mistakes(problems: ProblemList) -> Result<(), ImportError> {
    if problems.is_empty() { Ok(()) } else { Err(ImportError::Mistakes(problems.into_vec())) }
}

/// Reads a log of counters once.
fn walk(
    log: Box<dyn BufRead>,
    format: LogFormat,
    codepage: Codepage,
    sink: &mut dyn CounterSink,
) -> Result<(), ImportError> {
    match format {
        LogFormat::IostatJson | LogFormat::SadfJson => sysstat_json::read(log, sink),
        LogFormat::Prometheus => prometheus::read(log, sink),
        LogFormat::CloudWatch => cloud_metrics::read_cloudwatch(log, sink),
        LogFormat::AzureMonitor => cloud_metrics::read_azure(log, sink),
        _ => return walk_lines(log, format, codepage, sink),
    }
    Ok(())
}

fn walk_lines(
    log: Box<dyn BufRead>,
    format: LogFormat,
    codepage: Codepage,
    sink: &mut dyn CounterSink,
) -> Result<(), ImportError> {
    let mut counters = PerformanceCounterReader::default();
    let mut table = DiskTableReader::default();
    each_line(log, codepage, &mut |number, line| {
        match (line, format) {
            (Err(problem), _) => sink.problem(number, problem.to_owned()),
            (Ok(line), LogFormat::PerformanceCounters) => counters.line(number, line, sink),
            (Ok(line), _) => table.line(number, line, sink),
        }
        !sink.is_done()
    })?;
    table.finish(sink);
    Ok(())
}

/// Reads a log of single I/Os once.
fn walk_events(
    log: Box<dyn BufRead>,
    format: LogFormat,
    sink: &mut dyn EventSink,
) -> Result<(), ImportError> {
    let (mut blkparse, mut iolog) = (BlkparseLog::default(), IologLog::default());
    each_line(log, Codepage::Western, &mut |number, line| {
        match (line, format) {
            (Err(problem), _) => sink.problem(number, problem.to_owned()),
            (Ok(line), LogFormat::FioIolog) => iolog.line(number, line, sink),
            (Ok(line), _) => blkparse.line(number, line, sink),
        }
        !sink.is_done()
    })
}

/// Takes a line with its number, or why it cannot be read; returns whether to continue.
type TakeLine<'t> = dyn FnMut(u64, Result<&str, &'static str>) -> bool + 't;

fn each_line(
    log: Box<dyn BufRead>,
    codepage: Codepage,
    take: &mut TakeLine<'_>,
) -> Result<(), ImportError> {
    let mut lines = LogLines::new(log)?;
    lines.codepage = codepage;
    loop {
        let going = match lines.next() {
            Ok(Some((number, line))) => take(number, Ok(line)),
            Ok(None) => false,
            Err(LineError::Read(error)) => return Err(ImportError::Read(error)),
            Err(LineError::TooLong(number)) => {
                take(number, Err("the line is longer than 4 MiB: this is not the text of a log"));
                false
            }
        };
        if !going {
            return Ok(());
        }
    }
}

/// Whether a file begins as those of sar, on machines of either byte order, or as the text of `sadf -d`.
fn is_sar_data(mut log: Box<dyn BufRead>) -> io::Result<bool> {
    let begin = log.fill_buf()?;
    Ok([&b"\x96\xd5"[..], b"\xd5\x96", b"# hostname;"].iter().any(|mark| begin.starts_with(mark)))
}

/// Recognises JSON by the keys in its first part; other JSON is taken for that of iostat, which then says what is wrong.
fn json_format(log: Box<dyn BufRead>) -> io::Result<Option<LogFormat>> {
    const FIRST_BYTES: u64 = 64 << 10;
    let mut first = Vec::new();
    log.take(FIRST_BYTES).read_to_end(&mut first)?;
    let text = String::from_utf8_lossy(&first);
    if !text.trim_start_matches('\u{feff}').trim_start().starts_with('{') {
        return Ok(None);
    }
    let of_key = [
        ("\"file-date\"", LogFormat::SadfJson),
        ("\"sysstat\"", LogFormat::IostatJson),
        ("\"status\"", LogFormat::Prometheus),
        ("\"MetricDataResults\"", LogFormat::CloudWatch),
        ("\"timeseries\"", LogFormat::AzureMonitor),
        ("\"disk\"", LogFormat::IostatJson),
    ];
    Ok(of_key.into_iter().find(|(key, _)| text.contains(key)).map(|(_, format)| format))
}

/// Recognises the format of a log by its first lines.
fn recognised(log: Box<dyn BufRead>) -> Result<Option<(LogFormat, Codepage)>, ImportError> {
    let mut lines = LogLines::new(log)?;
    loop {
        let (number, format) = match lines.next() {
            Ok(Some((number, line))) => (number, format_of(line)),
            Ok(None) => return Ok(None),
            Err(LineError::TooLong(_)) => return Ok(None),
            Err(LineError::Read(error)) => return Err(ImportError::Read(error)),
        };
        if let Some(format) = format {
            return Ok(Some((format, performance_counters::codepage(lines.raw()))));
        }
        if number >= FIRST_LINES || lines.raw().is_empty() {
            return Ok(None);
        }
    }
}

fn format_of(line: &str) -> Option<LogFormat> {
    if performance_counters::is_first_line(line) {
        return Some(LogFormat::PerformanceCounters);
    }
    if iolog::is_first_line(line) {
        return Some(LogFormat::FioIolog);
    }
    if blkparse::is_event_line(line) {
        return Some(LogFormat::Blkparse);
    }
    let sar = disk_table::is_sar(line)?;
    Some(if sar { LogFormat::Sar } else { LogFormat::Iostat })
}
