//! The JSON of sysstat: `iostat -o JSON` of 11.5 and later, `sadf -j`.
//!
//! Takes bytes; gives reports to a [`CounterSink`] while it reads, so that a log of days takes no more memory than one report.

use super::counter_log::{CounterSink, LogHeading};
use super::lines::excerpt;
use super::moment::{self, Moment};
use super::rates::{DiskRates, sysstat_column};
use serde::de::{DeserializeSeed, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer as _};
use serde_json::Value;
use std::cell::Cell;
use std::fmt;
use std::io::{self, BufRead, Read};
use std::rc::Rc;

/// The most bytes without a bracket, comma or line feed; iostat's JSON never has that many.
const TOKEN_BYTES_MAX: u32 = 16 * 1024;

/// Counts lines, and refuses texts that cannot be a log and would fill the memory. Leaves out the comma that `iostat -y` of
/// sysstat 11.5 to 12.1.4 writes before its first report.
struct IostatReader<R> {
    inner: R,
    line: Rc<Cell<u64>>,
    token_bytes: u32,
    opens_list: bool,
}

impl<R: BufRead> Read for IostatReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        for byte in &mut buffer[..count] {
            if *byte == b',' && self.opens_list {
                *byte = b' ';
            }
            self.opens_list = *byte == b'[' || self.opens_list && byte.is_ascii_whitespace();
            self.line.set(self.line.get() + u64::from(*byte == b'\n'));
            let ends = matches!(byte, b'{' | b'}' | b'[' | b']' | b',' | b'\n');
            self.token_bytes = if ends { 0 } else { self.token_bytes + 1 };
            if self.token_bytes > TOKEN_BYTES_MAX {
                return Err(io::Error::new(
                    io::ErrorKind::InvalidData,
                    "a value is longer than 16 KiB",
                ));
            }
        }
        Ok(count)
    }
}

pub(super) fn read(inner: impl BufRead, sink: &mut dyn CounterSink) {
    let line = Rc::new(Cell::new(1));
    let reader = IostatReader { inner, line: line.clone(), token_bytes: 0, opens_list: false };
    let mut json = serde_json::Deserializer::from_reader(reader);
    let heading = LogHeading::default();
    let columns = Vec::new();
    let mut walk =
        Walk { sink, line: line.clone(), heading, is_sadf: false, begun: false, columns };
    let result = json.deserialize_any(Node { walk: &mut walk, level: Level::Root });
    let Err(error) = result.and_then(|()| json.end()) else { return };
    if error.is_eof() {
        // iostat was killed before it closed its JSON: its complete reports count.
        walk.sink.cut();
    } else if !walk.sink.is_done() {
        // Other languages write numbers with commas, which JSON does not allow.
        let help =
            "write the log with `LC_ALL=C iostat -x -t -o JSON` or `LC_ALL=C sadf -j FILE -- -d`";
        walk.sink.problem(line.get(), format!("{error}; {help}"));
    }
}

/// The state of the walk through the document.
struct Walk<'s> {
    sink: &'s mut dyn CounterSink,
    line: Rc<Cell<u64>>,
    heading: LogHeading,
    is_sadf: bool,
    /// Whether the begin of the first report is known.
    begun: bool,
    /// The columns of the first disk, which all rows of a log have.
    columns: Vec<String>,
}

/// The time of a report of sadf, which also says how many seconds the report covers.
#[derive(Deserialize)]
struct SadfTime {
    date: String,
    time: String,
    #[serde(default)]
    utc: u8,
    #[serde(default)]
    interval: i64,
}

#[derive(Clone, Copy, PartialEq)]
enum Level {
    /// The document, `sysstat`, or `hosts`.
    Root,
    Host,
    Reports,
    Report,
    Disks,
}

struct Node<'w, 's> {
    walk: &'w mut Walk<'s>,
    level: Level,
}

impl<'de> DeserializeSeed<'de> for Node<'_, '_> {
    type Value = ();
    fn deserialize<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Node<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the JSON of iostat or sadf")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        let walk = self.walk;
        loop {
            if walk.sink.is_done() {
                return Err(serde::de::Error::custom("there are too many problems"));
            }
            let more = match self.level {
                Level::Root => list.next_element_seed(Node { walk, level: Level::Host })?.is_some(),
                Level::Reports => {
                    list.next_element_seed(Node { walk, level: Level::Report })?.is_some()
                }
                Level::Disks => match list.next_element::<serde_json::Map<String, Value>>()? {
                    Some(disk) => {
                        walk.disk(&disk);
                        true
                    }
                    None => false,
                },
                Level::Host | Level::Report => list.next_element::<IgnoredAny>()?.is_some(),
            };
            if !more {
                return Ok(());
            }
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let walk = self.walk;
        let mut moment: Option<Moment> = None;
        while let Some(key) = map.next_key::<String>()? {
            match (self.level, key.as_str()) {
                (Level::Root, "sysstat" | "hosts") => {
                    map.next_value_seed(Node { walk, level: Level::Root })?
                }
                (Level::Host, "nodename") => walk.heading.host = map.next_value()?,
                (Level::Host, "release") => {
                    walk.heading.system = format!("Linux {}", map.next_value::<String>()?)
                }
                (Level::Host, "date") => {
                    walk.heading.date = moment::date_in(&map.next_value::<String>()?)
                }
                (Level::Host, "file-date") => {
                    walk.is_sadf = true;
                    walk.heading.date = moment::date_in(&map.next_value::<String>()?)
                }
                (Level::Host, "statistics") => {
                    walk.sink.start(&walk.heading, !walk.is_sadf);
                    map.next_value_seed(Node { walk, level: Level::Reports })?;
                }
                (Level::Report, "timestamp") if walk.is_sadf => {
                    moment = walk.sadf_moment(&map.next_value()?);
                }
                (Level::Report, "timestamp") => {
                    let text: String = map.next_value()?;
                    moment = moment::read(&text);
                    if moment.is_none() {
                        walk.sink.problem(
                            walk.line.get(),
                            format!("\"{}\" is not a time", excerpt(&text)),
                        );
                    }
                }
                (Level::Report, "disk") => {
                    walk.sink.report(walk.line.get(), moment);
                    map.next_value_seed(Node { walk, level: Level::Disks })?;
                }
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        Ok(())
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }
}

impl Walk<'_> {
    fn sadf_moment(&mut self, at: &SadfTime) -> Option<Moment> {
        let zone = if at.utc == 1 { " UTC" } else { "" };
        let text = format!("{} {}{zone}", at.date, at.time);
        let Some(moment) = moment::read(&text) else {
            self.sink.problem(self.line.get(), format!("\"{}\" is not a time", excerpt(&text)));
            return None;
        };
        if !std::mem::replace(&mut self.begun, true) {
            self.sink.begin(moment.earlier_by_s(at.interval));
        }
        Some(moment)
    }

    fn disk(&mut self, disk: &serde_json::Map<String, Value>) {
        let line = self.line.get();
        let name = disk.get("disk_device").or_else(|| disk.get("disk-device"));
        let Some(name) = name.and_then(Value::as_str) else {
            return self.sink.problem(line, "a device has no \"disk_device\"".to_owned());
        };
        if self.columns.is_empty() {
            self.columns = disk.keys().cloned().collect();
        }
        let mut rates = DiskRates::default();
        for (key, value) in disk {
            // sadf leaves "/s" out.
            let column = sysstat_column(key).or_else(|| sysstat_column(&format!("{key}/s")));
            let Some(column) = column else { continue };
            match value.as_f64() {
                Some(number) => rates.set(column, number),
                None => {
                    return self.sink.problem(line, format!("\"{key}\" of {name} is not a number"));
                }
            }
        }
        // Sysstat 12 lost fields of a row (its issue 396): such a row is left out like one with a number that cannot be.
        for lost in self.columns.iter().filter(|column| !disk.contains_key(*column)) {
            if let Some(column) = sysstat_column(lost) {
                rates.set(column, f64::INFINITY);
            }
        }
        self.sink.disk(line, name, &rates);
    }
}
