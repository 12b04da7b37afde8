//! Performance counters of Windows as `relog -f csv` and `typeperf` write them.
//!
//! Takes lines; gives reports to a [`CounterSink`]. The first line names the counters:
//! `\\HOST\PhysicalDisk(0 C:)\Disk Reads/sec`. Objects other than disks are ignored. A blank field is a missing value.

use super::counter_log::{CounterSink, LogHeading};
use super::counter_names::{counter, is_disk};
use super::lines::{Codepage, excerpt};
use super::rates::{Column, DiskRates};
use super::{lines, moment};

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
    /// The fields that are counters of disks, in their order.
    counters: Vec<DiskCounter>,
    field_count: usize,
}

/// A field of each line: where it stands, and what it is.
struct DiskCounter {
    field: usize,
    device: usize,
    column: Column,
}

impl PerformanceCounterReader {
    pub(super) fn line(&mut self, number: u64, line: &str, sink: &mut dyn CounterSink) {
        if is_first_line(line) {
            return self.first_line(number, line, sink);
        }
        let line = line.trim();
        // typeperf prints text at the end.
        if self.field_count == 0 || !line.starts_with(['"', '0', '1', '2', '3']) {
            return;
        }
        let mut fields = fields(line, self.separator);
        let local = fields.next().and_then(|text| moment::read(&text));
        let moment =
            local.map(|local| self.behind_min.map_or(local, |behind| local.in_utc(behind)));
        let Some(moment) = moment else {
            let text = format!("\"{}\" is not a time", excerpt(line));
            return sink.problem(number, text);
        };
        let mut found = vec![(DiskRates::default(), false); self.devices.len()];
        let (mut counters, mut count) = (self.counters.iter().peekable(), 1);
        for (at, text) in (1..).zip(fields) {
            count += 1;
            let Some(DiskCounter { device, column, .. }) =
                counters.next_if(|next| next.field == at)
            else {
                continue;
            };
            if text.trim().is_empty() || text.trim() == "-1" {
                continue;
            }
            let Some(value) = lines::number(&text) else {
                return sink.problem(number, format!("\"{}\" is not a number", excerpt(&text)));
            };
            found[*device].0.set(*column, value);
            found[*device].1 = true;
        }
        if count < self.field_count {
            let (missing, all) = (self.field_count - count, self.field_count);
            let text = format!("{missing} of {all} values are missing; is the log cut?");
            return sink.problem(number, text);
        }
        sink.report(number, Some(moment));
        for (name, (rates, _)) in self.devices.iter().zip(found).filter(|(_, (_, any))| *any) {
            sink.disk(number, name, &rates);
        }
    }

    fn first_line(&mut self, number: u64, line: &str, sink: &mut dyn CounterSink) {
        self.separator = if line.contains("\";\"") || line.contains(";\\\\") { ';' } else { ',' };
        let names = || fields(line, self.separator);
        self.behind_min = names().next().and_then(|format| behind_min(&format));
        let hosts = || names().filter_map(|name| Some(path(&name)?.host.to_owned()));
        let host = hosts().next().unwrap_or_default();
        let many_hosts = hosts().any(|other| other != host);
        self.devices.clear();
        self.counters.clear();
        self.field_count = names().count();
        for (field, name) in names().enumerate() {
            let Some(path) = path(&name).filter(|path| is_disk(path.object)) else { continue };
            let Some(column) = counter(path.counter) else { continue };
            let instance = path.instance;
            let name =
                if many_hosts { format!("{} {instance}", path.host) } else { instance.to_owned() };
            let known = self.devices.iter().position(|device| *device == name);
            let device = known.unwrap_or_else(|| {
                self.devices.push(name);
                self.devices.len() - 1
            });
            self.counters.push(DiskCounter { field, device, column });
        }
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
fn fields(line: &str, separator: char) -> impl Iterator<Item = String> {
    let mut characters = Some(line.trim().chars().peekable());
    std::iter::from_fn(move || {
        let rest = characters.as_mut()?;
        let (mut field, mut quoted) = (String::new(), false);
        while let Some(c) = rest.next() {
            match c {
                '"' if quoted && rest.peek() == Some(&'"') => field.extend(rest.next()),
                '"' => quoted = !quoted,
                _ if c == separator && !quoted => return Some(field),
                _ => field.push(c),
            }
        }
        characters = None;
        Some(field)
    })
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

pub(super) fn is_first_line(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("\"(PDH-CSV") || line.starts_with("(PDH-CSV")
}

/// The codepage in which the first line has the most disk names.
pub(super) fn codepage(raw: &[u8]) -> Codepage {
    let known = |page: &Codepage| {
        let text = page.decoded(raw);
        let separator = if text.contains("\";\"") { ';' } else { ',' };
        let is_of_disk = |name: &String| path(name).is_some_and(|path| is_disk(path.object));
        fields(&text, separator).filter(is_of_disk).count()
    };
    // Reversed, so that the first of equals wins: `max_by_key` returns the last.
    Codepage::ALL.into_iter().rev().max_by_key(known).unwrap_or(Codepage::Western)
}
