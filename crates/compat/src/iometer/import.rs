//! Iometer's results.csv with 56 or 80 columns, one or more sessions: each session is a run, each test a row.
//!
//! Columns are found by the names in each header. The figures come from the ALL row; managers, workers and processors
//! become facts. Specifications precede the tests of a cycle; where workers run different ones, the ALL row names
//! none.

use super::write::BIN_TOPS_MS;
use crate::import::contents::{Direction, Row, Run, Test};
use crate::import::{ReaderResult, number};
use record::{Fact, FactGroup, FactName, FactTitle, FactValue};
use std::collections::HashMap;

/// The names of the 21 latency bins start after this column.
const BEFORE_BINS: &str = "Segments Retransmitted/Second";
/// The most rows of workers and disks that are kept as facts.
const FACTS_MAX: usize = 200;

pub fn read(text: &str) -> ReaderResult {
    let mut reader = CsvReader::default();
    for (number, line) in text.lines().enumerate() {
        reader.take(number + 1, line.trim_end());
    }
    reader.runs.retain(|run| !run.tests.is_empty());
    if reader.runs.is_empty() && reader.wrong.is_empty() {
        reader.wrong.push((1, "there is no row that starts with ALL: no test ended".to_owned()));
    }
    if reader.wrong.is_empty() { Ok(reader.runs) } else { Err(reader.wrong) }
}

#[derive(Default)]
struct CsvReader {
    runs: Vec<Run>,
    wrong: Vec<(usize, String)>,
    /// The header above the line, such as `'Version`.
    heading: String,
    /// The columns of the current results by name, and their number.
    columns: HashMap<String, usize>,
    width: usize,
    bins: Option<usize>,
    specifications: Vec<Specification>,
}

#[derive(Default)]
struct Specification {
    name: String,
    /// The block size of each line, in bytes.
    blocks: Vec<f64>,
    replies: bool,
}

impl CsvReader {
    fn take(&mut self, line: usize, text: &str) {
        if let Some(heading) = text.strip_prefix('\'') {
            self.heading(line, heading, text);
            return;
        }
        let heading = self.heading.clone();
        match heading.as_str() {
            "Test Type,Test Description" => {
                let described = text.split_once(',').map_or("", |pair| pair.1).trim();
                if let Some(run) = self.runs.last_mut() {
                    run.subject = described.to_owned();
                }
                self.heading.clear();
            }
            "Version" => {
                if let Some(run) = self.runs.last_mut() {
                    run.version = text.trim().to_owned();
                }
            }
            "Time Stamp" => {
                if let Some(run) = self.runs.last_mut().filter(|run| run.started_unix_s.is_none()) {
                    run.started_unix_s = number::moment(text);
                }
            }
            _ if heading.starts_with("Access specification name") => {
                let name = text.rsplit_once(',').map_or(text, |pair| pair.0);
                // Rows replace the commas of a name.
                let name = name.trim().replace(',', " ");
                self.specifications.push(Specification { name, ..Specification::default() });
            }
            _ if heading.starts_with("size,% of size") => self.block(line, text),
            _ if heading.starts_with("Target Type,") => self.row(line, text),
            _ => {}
        }
    }

    fn heading(&mut self, line: usize, heading: &str, text: &str) {
        self.heading = heading.to_owned();
        if heading.starts_with("Test Type,") || self.runs.is_empty() {
            self.runs.pop_if(|run| run.tests.is_empty());
            self.runs.push(Run { tool: "iometer", line, ..Run::default() });
        }
        if heading == "Access specifications" {
            self.specifications.clear();
        }
        if heading.starts_with("Target Type,") {
            let names: Vec<&str> = text[1..].split(',').map(str::trim).collect();
            self.width = names.len();
            self.bins = names.iter().position(|name| *name == BEFORE_BINS).map(|at| at + 1);
            self.columns =
                names.iter().enumerate().map(|(at, name)| ((*name).to_owned(), at)).collect();
        }
    }

    fn block(&mut self, line: usize, text: &str) {
        let cells: Vec<Option<f64>> = text.split(',').take(8).map(number::plain).collect();
        let whole = cells.len() == 8 && cells.iter().all(Option::is_some);
        let figure = |at: usize| cells.get(at).copied().flatten().filter(|_| whole);
        match (self.specifications.last_mut(), figure(0), figure(7)) {
            (Some(specification), Some(size), Some(reply)) => {
                specification.blocks.push(size);
                specification.replies |= reply > 0.0;
            }
            (None, Some(_), _) => self
                .wrong
                .push((line, "a line of an access specification has no name above it".to_owned())),
            _ => self.wrong.push((
                line,
                "an access specification has eight whole numbers in a line".to_owned(),
            )),
        }
    }

    /// The specifications of a row: the one that it names, or all where its workers run different ones.
    fn of_row(&self, name: &str) -> Vec<&Specification> {
        let named: Vec<_> =
            self.specifications.iter().rev().filter(|s| s.name == name).take(1).collect();
        if named.is_empty() { self.specifications.iter().collect() } else { named }
    }

    fn row(&mut self, line: usize, text: &str) {
        let cells: Vec<&str> = text.split(',').map(str::trim).collect();
        let kind = cells[0];
        if kind != "ALL" {
            self.fact(kind, &cells);
            return;
        }
        if cells.len() != self.width {
            let problem = format!("the row has {} columns, its header {}", cells.len(), self.width);
            self.wrong.push((line, problem));
            return;
        }
        let bins = self.bins(line, &cells);
        let get = |names: &[&str]| {
            let column = names.iter().find_map(|name| self.columns.get(*name))?;
            cells.get(*column).copied()
        };
        let figure = |names: &[&str]| get(names).and_then(number::plain);
        let missing = missing(&get);
        if !missing.is_empty() {
            self.wrong.extend(missing.into_iter().map(|text| (line, text)));
            return;
        }
        let count = |name: &str| get(&[name]).and_then(number::whole);
        let ios = count("Read I/Os").unwrap_or(0) + count("Write I/Os").unwrap_or(0);
        let iops = figure(&["IOps"]).unwrap_or(0.0);
        let bytes =
            count("Bytes Read").unwrap_or(0) as f64 + count("Bytes Written").unwrap_or(0) as f64;
        let name = get(&["Access Specification Name"]).unwrap_or_default();
        let specifications = self.of_row(name);
        let name = match name {
            "" => specifications.iter().map(|s| s.name.as_str()).collect::<Vec<_>>().join(" + "),
            name => name.to_owned(),
        };
        let blocks: Vec<f64> = specifications.iter().flat_map(|s| s.blocks.clone()).collect();
        let replies = specifications.iter().any(|s| s.replies);
        let number = self.tests() + 1;
        let block_bytes = match blocks[..] {
            [one] if !replies => Some(one),
            _ => (ios > 0).then(|| bytes / ios as f64),
        };
        let depth = figure(&["Queue Depth"]).zip(figure(&["# Disks"]));
        let mut row = Row {
            name: format!("test {number}"),
            line,
            seconds: (iops > 0.0 && ios > 0).then(|| ios as f64 / iops),
            iops: Some((iops, 1e-6)),
            mibps: figure(MIBPS).map(|value| (value, 1e-6)),
            block_bytes,
            mixed_blocks: blocks.len() != 1 || replies,
            depth: depth.map(|(queue, disks)| queue * disks).filter(|depth| *depth > 0.0),
            mean_ns: figure(&["Average Response Time"]).map(|ms| (ms * 1e6, 1.0)),
            read: direction("Read", &get),
            write: direction("Write", &get),
            ..Row::default()
        };
        let test = format!("{number}: {name}");
        let only_reads = row.write.ios == Some(0);
        match bins {
            Some(buckets) if only_reads => row.read.buckets = buckets,
            Some(buckets) if row.read.ios == Some(0) => row.write.buckets = buckets,
            Some(buckets) => self.mixed(&test, &buckets),
            None => {}
        }
        if let Some(run) = self.runs.last_mut() {
            run.tests.push(Test { name: test, purpose: name, rows: vec![row] });
        }
    }

    fn tests(&self) -> usize {
        self.runs.last().map_or(0, |run| run.tests.len())
    }

    /// The latency bins of the row; `None` in the layout with 56 columns.
    fn bins(&mut self, line: usize, cells: &[&str]) -> Option<Vec<(u64, u64)>> {
        let first = self.bins?;
        let mut buckets = Vec::new();
        for (index, cell) in cells.get(first..)?.iter().enumerate() {
            let Some(count) = number::whole(cell) else {
                self.wrong.push((
                    line,
                    format!("latency bin {} is \"{cell}\", which is not a whole number", index + 1),
                ));
                return None;
            };
            let top_ms = BIN_TOPS_MS.get(index).copied().unwrap_or(1e5);
            if count > 0 {
                buckets.push((number::ms_to_ns(top_ms), count));
            }
        }
        (!buckets.is_empty()).then_some(buckets)
    }

    /// Adds bins that count reads and writes together as facts, because they belong to neither direction.
    fn mixed(&mut self, test: &str, buckets: &[(u64, u64)]) {
        let row = |&(top_ns, count): &(u64, u64)| {
            Fact::new(FactName::Written(format!("<= {}", base::Nanos(top_ns))), count)
        };
        let rows = buckets.iter().map(row).collect();
        let title = FactTitle::MixedLatencies { test: test.to_owned() };
        if let Some(run) = self.runs.last_mut() {
            run.facts.push(FactGroup { title, rows });
        }
    }

    fn fact(&mut self, kind: &str, cells: &[&str]) {
        let number_of_test = self.tests();
        let get = |name: &str| {
            let cell = cells.get(*self.columns.get(name)?)?;
            (!cell.is_empty()).then_some(*cell)
        };
        let value = match kind {
            "WORKER" | "MANAGER" | "DISK" => {
                get("IOps").map(|rate| FactValue::of_number(rate, FactValue::Iops))
            }
            "PROCESSOR" => get("% CPU Utilization").map(|percent| {
                FactValue::of_number(percent, |percent| FactValue::BusyShare(percent / 100.0))
            }),
            _ => None,
        };
        let (Some(value), Some(name)) = (value, get("Target Name")) else { return };
        let (row, title) = (
            Fact::new(format!("{} {name}", kind.to_ascii_lowercase()), value),
            FactTitle::ImportedWorkers { test: number_of_test },
        );
        let Some(run) = self.runs.last_mut() else { return };
        if kind == "DISK" {
            run.add_target(name);
        }
        match run.facts.iter_mut().find(|group| group.title == title) {
            Some(group) if group.rows.len() < FACTS_MAX => group.rows.push(row),
            Some(_) => {}
            None => run.facts.push(FactGroup { title, rows: vec![row] }),
        }
    }
}

/// Throughput in MiB/s, by its names in different versions.
const MIBPS: &[&str] = &["MiBps (Binary)", "MBps (Binary)", "MBps"];

/// The required figures that a row lacks.
fn missing<'a>(get: &impl Fn(&[&str]) -> Option<&'a str>) -> Vec<String> {
    let needed =
        [&["IOps"][..], MIBPS, &["Average Response Time"], &["Read I/Os"], &["Write I/Os"]];
    let missing = |names: &&[&str]| {
        let cell = get(names).unwrap_or("absent");
        (number::plain(cell).is_none())
            .then(|| format!("\"{}\" is \"{cell}\", which is not a number", names[0]))
    };
    needed.iter().filter_map(missing).collect()
}

fn direction<'a>(name: &str, get: &impl Fn(&[&str]) -> Option<&'a str>) -> Direction {
    let figure = |names: &[String]| {
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        get(&names).and_then(number::plain)
    };
    let count = |column: String| get(&[&column]).and_then(number::whole);
    let bytes = if name == "Read" { "Bytes Read" } else { "Bytes Written" };
    let ms = |what: &str| figure(&[format!("{what} {name} Response Time")]).filter(|ms| *ms > 0.0);
    Direction {
        ios: count(format!("{name} I/Os")),
        bytes: count(bytes.to_owned()),
        errors: count(format!("{name} Errors")).unwrap_or(0),
        iops: figure(&[format!("{name} IOps")]),
        mibps: figure(&MIBPS.iter().map(|unit| format!("{name} {unit}")).collect::<Vec<_>>()),
        mean_ns: ms("Average").map(|ms| ms * 1e6),
        max_ns: ms("Maximum").map(number::ms_to_ns),
        ..Direction::default()
    }
}
