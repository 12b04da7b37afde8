//! Orion's summary (also copied from the screen) and, in [`csv`], its tables; files of one run become one record.

pub mod csv;

use crate::import::contents::{Direction, Row, Run, Test};
use crate::import::{ReaderResult, number};
use base::Nanos;
use record::note::ImportNote;
use record::{Fact, FactGroup, FactKey, FactName, FactRemark, FactTitle};

/// A megabyte in Orion's figures: its large I/Os are whole MiB.
const MIB: f64 = (1u64 << 20) as f64;

/// Reads a summary, or several in one file: each begins with the tool's version.
pub fn read(name: &str, text: &str) -> ReaderResult {
    let begins = |(_, line): &(usize, &str)| line.trim_start().starts_with("ORION VERSION ");
    let mut starts: Vec<usize> = lines_at(text).filter(begins).map(|(at, _)| at).skip(1).collect();
    if starts.is_empty() {
        return one(name, text);
    }
    starts.insert(0, 0);
    let (mut runs, mut wrong, mut before) = (Vec::new(), Vec::new(), 0);
    for (index, &start) in starts.iter().enumerate() {
        let part = &text[start..starts.get(index + 1).copied().unwrap_or(text.len())];
        match one(name, part) {
            // Tables in other files cannot be assigned to one of several summaries.
            Ok(found) => runs.extend(found.into_iter().map(|run| {
                let mut run = Run { line: before + 1, key: String::new(), ..run };
                run.keep_source(part);
                run
            })),
            Err(found) => wrong.extend(found.into_iter().map(|(line, why)| (before + line, why))),
        }
        before += part.matches('\n').count();
    }
    if wrong.is_empty() { Ok(runs) } else { Err(wrong) }
}

/// The lines of a text with the byte offset of each.
fn lines_at(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    text.split_inclusive('\n').map(move |line| {
        at += line.len();
        (at - line.len(), line)
    })
}

fn one(name: &str, text: &str) -> ReaderResult {
    let mut run =
        Run { tool: "orion", line: 1, key: key(name), subject: subject(name), ..Run::default() };
    let mut wrong = Vec::new();
    let mut settings = RunSettings::default();
    let (mut command_next, mut rows) = (false, Vec::new());
    for (line, text) in text.lines().enumerate().map(|(at, text)| (at + 1, text.trim())) {
        if command_next && !text.is_empty() {
            run.command = format!("orion {text}");
            command_next = false;
        } else if let Some(version) = text.strip_prefix("ORION VERSION ") {
            run.version = version.to_owned();
        } else if text.starts_with("Commandline:") {
            command_next = true;
        } else if let Some(lun) = text.strip_prefix("Name:") {
            run.add_target(lun.split_whitespace().next().unwrap_or_default());
        } else if let Some((name, value)) = text.split_once(':') {
            settings.take(name, value);
            let own = |row: &Fact| matches!(&row.name, FactName::Written(known) if known == name);
            if SETTINGS.contains(&name) && !rows.iter().any(own) {
                rows.push(Fact::new(name.to_owned(), value.trim()));
            }
        }
        if let Err(text) = figure(text, line, &mut run.tests) {
            wrong.push((line, text));
        }
    }
    if run.tests.is_empty() && wrong.is_empty() {
        wrong.push((
            1,
            "the summary has no figures (\"Maximum Small IOPS=... @ Small=... and Large=...\")"
                .to_owned(),
        ));
    }
    let least =
        run.tests.iter().flat_map(|test| &test.rows).filter_map(|row| Some((row, row.mean_ns?)));
    rows.extend(least.map(|(row, (ns, _))| {
        let point = row.name.clone();
        Fact::new(FactKey::MinimumSmallLatency, Nanos(ns as u64))
            .with(FactRemark::MeanOfSmallIos { point })
    }));
    if !rows.is_empty() {
        run.facts.push(FactGroup { title: FactTitle::OrionSettings, rows });
    }
    for row in run.tests.iter_mut().flat_map(|test| &mut test.rows) {
        settings.complete(row);
    }
    if wrong.is_empty() { Ok(vec![run]) } else { Err(wrong) }
}

const SETTINGS: [&str; 7] = [
    "Test",
    "Small IO size",
    "Large IO size",
    "IO Types",
    "Simulated Array Type",
    "Write",
    "Duration for each Data Point",
];

#[derive(Default)]
struct RunSettings {
    small_bytes: Option<f64>,
    large_bytes: Option<f64>,
    seconds: Option<f64>,
    write_percent: Option<f64>,
}

impl RunSettings {
    fn take(&mut self, name: &str, value: &str) {
        let leading = number::leading(value);
        match name {
            "Small IO size" => self.small_bytes = leading.map(|kib| kib * 1024.0),
            "Large IO size" => self.large_bytes = leading.map(|kib| kib * 1024.0),
            "Duration for each Data Point" => self.seconds = leading,
            "Write" => self.write_percent = leading,
            _ => {}
        }
    }

    /// Completes a point: large I/Os alone have throughput, small ones alone IOPS; the size gives the other.
    fn complete(&self, row: &mut Row) {
        row.seconds = self.seconds;
        // Without the other direction, the mean of all operations is that of reads or of writes.
        let mean_ns = row.mean_ns.map(|(ns, _)| ns);
        match self.write_percent {
            Some(0.0) => row.read.mean_ns = row.read.mean_ns.or(mean_ns),
            Some(100.0) => row.write.mean_ns = row.write.mean_ns.or(mean_ns),
            _ => {}
        }
        let is_mixed = row.name.split('+').all(|count| count != "0");
        match (row.iops, row.mibps) {
            (None, Some((mibps, step))) if !is_mixed => {
                row.block_bytes = self.large_bytes;
                row.iops = self.large_bytes.map(|size| (mibps * MIB / size, step * MIB / size));
            }
            (Some((iops, step)), None) if !is_mixed => {
                row.block_bytes = self.small_bytes;
                row.mibps = self.small_bytes.map(|size| (iops * size / MIB, step * size / MIB));
            }
            // A mixed point has the rate of its small I/Os and the throughput of its large ones.
            (Some((iops, iops_step)), Some((mibps, mibps_step)))
                if is_mixed && !row.mixed_blocks =>
            {
                let (Some(small), Some(large)) = (self.small_bytes, self.large_bytes) else {
                    return;
                };
                row.iops = Some((iops + mibps * MIB / large, iops_step + mibps_step * MIB / large));
                row.mibps =
                    Some((mibps + iops * small / MIB, mibps_step + iops_step * small / MIB));
                row.mixed_blocks = true;
                // The latency is that of the small ones.
                row.mean_ns = None;
            }
            _ => {}
        }
    }
}

/// The row of a point of the matrix; added when it is new.
pub(crate) fn point(tests: &mut Vec<Test>, small: u64, large: u64, line: usize) -> &mut Row {
    let name = format!("small {small}, large {large}");
    let at = tests.iter().position(|test| test.name == name).unwrap_or_else(|| {
        let depth = Some(small as f64 + large as f64).filter(|depth| *depth > 0.0);
        let row = Row { name: format!("{small}+{large}"), line, depth, ..Row::default() };
        let purpose = "outstanding I/Os of each size".to_owned();
        tests.push(Test { name, purpose, rows: vec![row] });
        tests.len() - 1
    });
    let rows = &mut tests[at].rows;
    if rows.is_empty() {
        rows.push(Row::default());
    }
    &mut rows[0]
}

/// Reads a line such as `Maximum Small IOPS=918 @ Small=68 and Large=0`; ignores other lines.
fn figure(text: &str, line: usize, tests: &mut Vec<Test>) -> Result<(), String> {
    const STARTS: [&str; 5] = [
        "Maximum Large MBPS=",
        "Maximum Small IOPS=",
        "Minimum Small Latency=",
        "Small Read Latency:",
        "Small Write Latency:",
    ];
    let Some(start) = STARTS.iter().find(|start| text.starts_with(**start)) else { return Ok(()) };
    let rest = &text[start.len()..];
    let (value, place) =
        rest.rsplit_once('@').ok_or("this figure has no \"@ Small=... and Large=...\"")?;
    let at = |name: &str| {
        let digits = place.split_once(name)?.1;
        number::leading(digits).map(|n| n as u64)
    };
    let (Some(small), Some(large)) = (at("Small="), at("Large=")) else {
        return Err(format!("\"{}\" is not a point such as Small=5 and Large=0", place.trim()));
    };
    let wrong = || format!("\"{}\" is not a figure", value.trim());
    if start.ends_with(':') {
        let latency = latency(value).ok_or_else(wrong)?;
        let row = point(tests, small, large, line);
        let side = if start.contains("Read") { &mut row.read } else { &mut row.write };
        (side.mean_ns, side.min_ns, side.max_ns) =
            (latency.mean_ns, latency.min_ns, latency.max_ns);
        return Ok(());
    }
    let number = number::leading(value).ok_or_else(wrong)?;
    let step = number::step(value.split_whitespace().next().unwrap_or_default());
    let row = point(tests, small, large, line);
    match *start {
        "Maximum Large MBPS=" => row.mibps = Some((number, step)),
        "Maximum Small IOPS=" => row.iops = Some((number, step)),
        _ => {
            // Versions before 11.2 print milliseconds without a unit.
            let unit = if value.contains("usec") { 1e3 } else { 1e6 };
            row.mean_ns = Some((number * unit, step * unit));
        }
    }
    Ok(())
}

/// `avg=169.594 us, min=..., max=..., std dev=... us`.
fn latency(text: &str) -> Option<Direction> {
    let ns = |name: &str| {
        let rest = text.split_once(name)?.1;
        number::leading(rest).map(|us| us * 1e3)
    };
    Some(Direction {
        mean_ns: Some(ns("avg=")?),
        min_ns: Some(ns("min=")? as u64),
        max_ns: Some(ns("max=")? as u64),
        ..Direction::default()
    })
}

/// The endings of the files of one run.
const ENDINGS: [&str; 4] = ["_summary.txt", "_iops.csv", "_lat.csv", "_mbps.csv"];

/// The common part of the names of one run's files; empty for a name that is not Orion's.
pub(crate) fn key(name: &str) -> String {
    ENDINGS.iter().find_map(|end| name.strip_suffix(end)).unwrap_or_default().to_owned()
}

/// The name of the test: the file's name without its folder and date.
pub(crate) fn subject(name: &str) -> String {
    let base = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let base = ENDINGS.iter().find_map(|end| base.strip_suffix(end)).unwrap_or(base);
    let base = base.rsplit_once('.').map_or(base, |pair| pair.0);
    let undated = base.rsplitn(3, '_').collect::<Vec<_>>();
    match &undated[..] {
        [time, date, rest] if digits(time, 4) && digits(date, 8) => (*rest).to_owned(),
        _ => base.to_owned(),
    }
}

fn digits(text: &str, count: usize) -> bool {
    text.len() == count && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Joins the files of each Orion run into one run; points of the same load become one row.
pub(crate) fn joined(runs: Vec<Run>) -> Vec<Run> {
    let mut out: Vec<Run> = Vec::new();
    for run in runs {
        let known = out.iter_mut().find(|known| !run.key.is_empty() && known.key == run.key);
        match known {
            Some(known) => join(known, run),
            None => out.push(run),
        }
    }
    for run in out.iter_mut().filter(|run| run.tool == "orion") {
        let size = |row: &Row| row.block_bytes.filter(|_| row.depth.is_some());
        let sized: Vec<(bool, f64)> = run
            .tests
            .iter()
            .flat_map(|test| &test.rows)
            .filter_map(|row| Some((row.name.ends_with("+0"), size(row)?)))
            .collect();
        let seconds = run.tests.iter().flat_map(|test| &test.rows).find_map(|row| row.seconds);
        let of = |small: bool| sized.iter().find(|s| s.0 == small).map(|s| s.1);
        let settings = RunSettings {
            small_bytes: of(true),
            large_bytes: of(false),
            seconds,
            ..RunSettings::default()
        };
        for row in run.tests.iter_mut().flat_map(|test| &mut test.rows) {
            settings.complete(row);
        }
    }
    out
}

fn join(into: &mut Run, other: Run) {
    into.keep_source(&format!("{}\n# {}\n{}", into.source_text, other.file, other.source_text));
    into.notes.push(ImportNote::JoinedWith(other.file.clone()));
    into.notes.extend(
        other.notes.into_iter().filter(|note| !into.notes.contains(note)).collect::<Vec<_>>(),
    );
    into.facts.extend(other.facts);
    if into.targets.is_empty() {
        into.targets = other.targets;
    }
    for (name, text) in [(&mut into.version, other.version), (&mut into.command, other.command)] {
        if name.is_empty() {
            *name = text;
        }
    }
    for (test, row) in
        other.tests.iter().flat_map(|test| test.rows.iter().map(move |row| (test, row)))
    {
        let mine = match into.tests.iter_mut().find(|known| known.name == test.name) {
            Some(known) => &mut known.rows[0],
            None => {
                into.tests.push(test.clone());
                continue;
            }
        };
        if row.mixed_blocks {
            (mine.iops, mine.mibps, mine.mean_ns) = (row.iops, row.mibps, row.mean_ns);
            mine.mixed_blocks = true;
        } else if !mine.mixed_blocks {
            mine.iops = mine.iops.or(row.iops);
            mine.mibps = mine.mibps.or(row.mibps);
            mine.mean_ns = mine.mean_ns.or(row.mean_ns);
        }
        mine.seconds = mine.seconds.or(row.seconds);
        mine.block_bytes = mine.block_bytes.or(row.block_bytes);
        if mine.read == Direction::default() {
            mine.read = row.read.clone();
        }
        if mine.write == Direction::default() {
            mine.write = row.write.clone();
        }
    }
}
