//! Performance counters of Windows as `relog -f csv` and `typeperf` write them.
//!
//! Takes lines; gives reports to a [`CounterSink`]. The first line names the counters:
//! `\\HOST\PhysicalDisk(0 C:)\Disk Reads/sec`. Objects other than disks are ignored. A blank field is a missing value.

use super::counter_log::{CounterSink, LogHeading};
use super::counter_names::{counter, is_disk};
use super::lines::Codepage;
use super::moment;
use super::number;
use super::problem::excerpt;
use super::rates::{Column, DiskRates};

/// The path of a counter.
struct CounterPath<'t> {
    host: &'t str,
    object: &'t str,
    instance: &'t str,
    counter: &'t str,
}

/// Reads such a log line by line.
#[derive(Default)]
pub(super) struct PerformanceCounterReader {
    separator: char,
    /// How many minutes the clock of the log is behind UTC.
    behind_min: Option<i64>,
    devices: Vec<String>,
    /// For each field: its device and its column.
    fields: Vec<Option<(usize, Column)>>,
}

impl PerformanceCounterReader {
    /// Takes the next line.
    pub(super) fn line(&mut self, number: u64, line: &str, sink: &mut dyn CounterSink) {
        if is_first_line(line) {
            return self.first_line(number, line, sink);
        }
        let line = line.trim();
        // typeperf prints text at the end.
        if self.fields.is_empty() || !line.starts_with(['"', '0', '1', '2', '3']) {
            return;
        }
        let fields = fields(line, self.separator);
        let local = fields.first().and_then(|text| moment::read(text));
        let moment =
            local.map(|local| self.behind_min.map_or(local, |behind| local.in_utc(behind)));
        let Some(moment) = moment else {
            let text = format!("\"{}\" is not a time", excerpt(line));
            return sink.problem(number, text);
        };
        if fields.len() < self.fields.len() {
            let text = format!(
                "{} of {} values are missing; is the log cut?",
                self.fields.len() - fields.len(),
                self.fields.len()
            );
            return sink.problem(number, text);
        }
        sink.report(number, Some(moment));
        let mut found = vec![(DiskRates::default(), false); self.devices.len()];
        for (text, field) in fields.iter().zip(&self.fields) {
            let Some((device, column)) = field else { continue };
            if text.trim().is_empty() || text.trim() == "-1" {
                continue;
            }
            let Some(value) = number::read(text) else {
                return sink.problem(number, format!("\"{}\" is not a number", excerpt(text)));
            };
            found[*device].0.set(*column, value);
            found[*device].1 = true;
        }
        for (name, (rates, _)) in self.devices.iter().zip(found).filter(|(_, (_, any))| *any) {
            sink.disk(number, name, &rates);
        }
    }

    fn first_line(&mut self, number: u64, line: &str, sink: &mut dyn CounterSink) {
        self.separator = if line.contains("\";\"") || line.contains(";\\\\") { ';' } else { ',' };
        let names = fields(line, self.separator);
        self.behind_min = names.first().and_then(|format| behind_min(format));
        let paths: Vec<Option<CounterPath<'_>>> = names.iter().map(|name| path(name)).collect();
        let hosts = paths.iter().flatten().map(|path| path.host);
        let host = hosts.clone().next().unwrap_or_default().to_owned();
        let many_hosts = hosts.clone().any(|other| other != host);
        self.devices.clear();
        self.fields = paths
            .iter()
            .map(|path| {
                let path = path.as_ref().filter(|path| is_disk(path.object))?;
                let column = counter(path.counter)?;
                let instance = path.instance;
                let name = match many_hosts {
                    true => format!("{} {instance}", path.host),
                    false => instance.to_owned(),
                };
                let known = self.devices.iter().position(|device| *device == name);
                let device = known.unwrap_or_else(|| {
                    self.devices.push(name);
                    self.devices.len() - 1
                });
                Some((device, column))
            })
            .collect();
        if self.devices.is_empty() {
            let text = "no column is a rate or a latency of a disk in English, German or Russian; log \\PhysicalDisk(*)\\Disk Reads/sec, \
                        Disk Writes/sec, Disk Read Bytes/sec, Disk Write Bytes/sec, Avg. Disk sec/Read, Avg. Disk sec/Write";
            sink.problem(number, text.to_owned());
        }
        // The first row has no predecessor, so the length of its interval is unknown.
        sink.start(&LogHeading { host, system: "Windows".to_owned(), date: None }, true);
    }
}

/// The 480 of `(PDH-CSV 4.0) (Pacific Standard Time)(480)`.
fn behind_min(format: &str) -> Option<i64> {
    format.trim_end().strip_suffix(')')?.rsplit_once('(')?.1.parse().ok()
}

/// The fields of a line: each in quotes, with a quote inside doubled.
fn fields(line: &str, separator: char) -> Vec<String> {
    let (mut fields, mut field, mut quoted) = (Vec::new(), String::new(), false);
    let mut characters = line.trim().chars().peekable();
    while let Some(c) = characters.next() {
        match c {
            '"' if quoted && characters.peek() == Some(&'"') => field.extend(characters.next()),
            '"' => quoted = !quoted,
            _ if c == separator && !quoted => fields.push(std::mem::take(&mut field)),
            _ => field.push(c),
        }
    }
    fields.push(field);
    fields
}

/// `\\HOST\Object(instance)\Counter`, with or without the host.
fn path(name: &str) -> Option<CounterPath<'_>> {
    let (host, rest) = match name.strip_prefix(r"\\") {
        Some(rest) => rest.split_once('\\')?,
        None => ("", name.strip_prefix('\\')?),
    };
    let (object, counter) = rest.rsplit_once('\\')?;
    let (object, instance) = object.split_once('(')?;
    Some(CounterPath { host, object, instance: instance.strip_suffix(')')?, counter })
}

/// Whether a line names counters.
pub(super) fn is_first_line(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("\"(PDH-CSV") || line.starts_with("(PDH-CSV")
}

/// The codepage in which the first line has the most disk names.
pub(super) fn codepage(raw: &[u8]) -> Codepage {
    let known = |page: &Codepage| {
        let text = page.decoded(raw);
        let separator = if text.contains("\";\"") { ';' } else { ',' };
        let names = fields(&text, separator);
        names.iter().filter_map(|name| path(name)).filter(|path| is_disk(path.object)).count()
    };
    // Reversed, so that the first of equals wins: `max_by_key` returns the last.
    Codepage::ALL.into_iter().rev().max_by_key(known).unwrap_or(Codepage::Western)
}
