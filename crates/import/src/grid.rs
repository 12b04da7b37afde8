//! Grids of cells as somebody published or exported them: CSV with a header, one cell in each line.
//!
//! Takes text; gives rows for [`study::Recorded`] and the record of a study, or every mistake with its line. Columns are told by their names, in any
//! order; others are left alone. Never guesses a figure.

use crate::number::{plain, whole};
use crate::record::KIND;
use base::Bytes;
use csv::{ReaderBuilder, StringRecord, Trim};
use study::record::{CellRecord, FactGroup, Record, StageRecord, State, StudyRecord};
use study::{Ask, Cell, CellRunner, Recorded, RecordedRow, Until};

/// The names of the columns; those of one column mean the same.
const LAYOUT: &[&str] = &["layout", "subject", "target"];
const OP: &[&str] = &["op", "operation", "direction"];
const BLOCK: &[&str] = &["block_kib", "block"];
const DEPTH: &[&str] = &["depth", "outstanding"];
const THREADS: &[&str] = &["threads", "streams"];
const ORDER: &[&str] = &["order", "access"];
const VALUE: &[&str] = &["mb_per_s", "mib_per_s", "mibps", "value"];

/// Where each column stands.
struct Columns {
    layout: usize,
    op: usize,
    block: usize,
    depth: usize,
    threads: usize,
    order: Option<usize>,
    value: usize,
}

/// The cells of a grid, in their order, or what is wrong in which line (from 1). Blocks are in KiB, throughput in MiB/s (what
/// the tools of the classic method call MB/s).
///
/// # Errors
/// Every line that is not a cell.
pub fn read(text: &str) -> Result<Vec<RecordedRow>, Vec<(usize, String)>> {
    let mut lines = lines(text);
    let Some((at, header)) = lines.next() else {
        return Err(vec![(1, "is empty: a grid has a header and a cell in each line".to_owned())]);
    };
    let columns = Columns::of(&header)
        .map_err(|texts| texts.into_iter().map(|text| (at, text)).collect::<Vec<_>>())?;
    let (mut rows, mut troubles) = (Vec::new(), Vec::new());
    for (at, line) in lines {
        match columns.row(&line) {
            Ok(row) => rows.push(row),
            Err(text) => troubles.push((at, text)),
        }
    }
    if troubles.is_empty() { Ok(rows) } else { Err(troubles) }
}

/// Whether a text begins as a grid does: with a header that names all of its columns.
pub fn is_grid(text: &str) -> bool {
    lines(text).next().is_some_and(|(_, header)| Columns::of(&header).is_ok())
}

/// The lines that hold something, with their numbers from 1, taken apart at the mark that the first of them shows.
fn lines(text: &str) -> impl Iterator<Item = (usize, StringRecord)> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let mark = [b';', b'\t'].into_iter().find(|mark| first.as_bytes().contains(mark));
    let reader = ReaderBuilder::new()
        .delimiter(mark.unwrap_or(b','))
        .has_headers(false)
        .flexible(true)
        .trim(Trim::All)
        .from_reader(text.as_bytes());
    let each = reader.into_records().map(|line| line.expect("text in memory is UTF-8 and is read"));
    let at = |line: &StringRecord| line.position().map_or(1, |at| at.line() as usize);
    each.filter(|line| line.iter().any(|field| !field.is_empty())).map(move |l| (at(&l), l))
}

/// The study that a grid's cells make: one stage in which they stand in their order and from which nothing was concluded.
/// `version` is the program's.
pub fn record(
    file: &str,
    text: &str,
    modified_unix_s: Option<i64>,
    version: &str,
    rows: &[RecordedRow],
) -> Record {
    let mut cells: Vec<CellRecord> = Vec::new();
    for row in rows {
        let targets = std::slice::from_ref(&row.subject);
        let cell = Cell::new(&row.subject, targets, row.load());
        let same = |known: &&CellRecord| Cell { repeat: 0, ..known.cell.clone() } == cell;
        let repeat = cells.iter().filter(same).count() as u32;
        let until = Until { half_width: 0.0, time_min_ns: 0, time_max_ns: 0, warm_up_ns: 0 };
        let ask = Ask { cell: cell.clone(), until, purpose: KIND };
        let seen = Recorded::new([row.clone()]).run(&ask);
        let seen = seen.ok().flatten().expect("a record answers the cell that it is made of");
        cells.push(CellRecord { purpose: KIND.to_owned(), cell: Cell { repeat, ..cell }, seen });
    }
    let mut layouts: Vec<&str> = Vec::new();
    for row in rows.iter().filter(|row| !row.subject.is_empty()) {
        if !layouts.contains(&row.subject.as_str()) {
            layouts.push(&row.subject);
        }
    }
    let mut notes = vec![
        "the file does not tell when the cells were measured; its own date stands in".to_owned(),
    ];
    if rows.iter().any(|row| row.random.is_none()) {
        notes.push("the file does not say of all cells whether they were random: those stand as sequential".to_owned());
    }
    let command = format!("plimsoll results import {}", base::shell::quoted(file.as_bytes(), true));
    let stage = StageRecord {
        // As a race of these cells has it, against which it may be held.
        name: "compare".to_owned(),
        study: KIND.to_owned(),
        command: format!(
            "plimsoll compare --recorded {}",
            base::shell::quoted(file.as_bytes(), true)
        ),
        cells,
        finding: None,
        drift: None,
    };
    let fact = ("File".to_owned(), file.to_owned(), format!("{} cells", rows.len()));
    Record {
        kind: KIND.to_owned(),
        command: command.clone(),
        version: version.to_owned(),
        started_unix_s: modified_unix_s.unwrap_or(0),
        seconds: 0.0,
        seed: 0,
        target: layouts.join(", "),
        subject: "grid".to_owned(),
        engine: "recorded (imported)".to_owned(),
        need: String::new(),
        source_text: text.to_owned(),
        state: State::Done,
        facts: vec![FactGroup { title: "Imported result".to_owned(), rows: vec![fact] }],
        trials: Vec::new(),
        findings: Vec::new(),
        verdict: None,
        reason: String::new(),
        doubts: Vec::new(),
        notes,
        study: Some(StudyRecord { identity: command, stages: vec![stage] }),
        proof: None,
    }
}

impl Columns {
    /// Errors: each column that is missing, by the names it may have.
    fn of(header: &StringRecord) -> Result<Self, Vec<String>> {
        let find = |names: &[&str]| {
            header
                .iter()
                .position(|field| names.iter().any(|name| field.eq_ignore_ascii_case(name)))
        };
        let mut missing = Vec::new();
        let mut need = |names: &[&str]| {
            find(names).unwrap_or_else(|| {
                missing.push(format!("the header names no column `{}`", names.join("` or `")));
                0
            })
        };
        let columns = Self {
            layout: need(LAYOUT),
            op: need(OP),
            block: need(BLOCK),
            depth: need(DEPTH),
            threads: need(THREADS),
            order: find(ORDER),
            value: need(VALUE),
        };
        if missing.is_empty() { Ok(columns) } else { Err(missing) }
    }

    fn row(&self, fields: &StringRecord) -> Result<RecordedRow, String> {
        let field = |at: usize| fields.get(at).filter(|text| !text.is_empty());
        let text = |at: usize, what: &str| field(at).ok_or_else(|| format!("{what} is missing"));
        let number = |at: usize, what: &str| {
            let text = text(at, what)?;
            plain(text).ok_or_else(|| format!("{what} is `{text}`, not a number"))
        };
        let count = |at: usize, what: &str| {
            let text = text(at, what)?;
            let count = whole(text).and_then(|n| u32::try_from(n).ok()).filter(|n| *n > 0);
            count.ok_or_else(|| format!("{what} is `{text}`, not a whole number above 0"))
        };
        let op = text(self.op, "the operation")?;
        let read_percent = match op.to_ascii_lowercase().as_str() {
            "read" | "reads" | "r" => 100.0,
            "write" | "writes" | "w" => 0.0,
            _ => return Err(format!("the operation is `{op}`, neither read nor write")),
        };
        let random = match self.order.and_then(field).map(str::to_ascii_lowercase).as_deref() {
            None => None,
            Some("random") => Some(true),
            Some("sequential") => Some(false),
            Some(other) => {
                return Err(format!("the order is `{other}`, neither random nor sequential"));
            }
        };
        let bytes = number(self.block, "the block size")? * 1024.0;
        if bytes < 512.0 || bytes % 512.0 != 0.0 {
            return Err(format!("the block size of {bytes} bytes is no multiple of 512"));
        }
        Ok(RecordedRow {
            subject: text(self.layout, "the layout")?.to_owned(),
            read_percent,
            block: Bytes(bytes as u64),
            depth: count(self.depth, "the depth")?,
            threads: count(self.threads, "the number of threads")?,
            random,
            mibps: number(self.value, "the throughput")?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str =
        "layout,op,block_kib,depth,threads,mb_per_s\nr10,read,8,1,2,33.5\nr10,write,0.5,4,1,7\n";

    #[test]
    fn a_grid_is_read_by_the_names_of_its_columns() {
        let rows = read(SMALL).unwrap();
        assert_eq!(rows.len(), 2);
        assert_eq!(
            (rows[0].read_percent, rows[0].block, rows[0].mibps),
            (100.0, Bytes(8192), 33.5)
        );
        assert_eq!((rows[1].read_percent, rows[1].block, rows[1].depth), (0.0, Bytes(512), 4));
        // Another order of columns, another separator, a decimal comma, a column that is of no use, quotes.
        let other =
            "table;value;threads;depth;block;op;subject;order\n\n3;33,5;2;1;8;R;\"r10\";random\n";
        assert_eq!(read(other).unwrap(), [RecordedRow { random: Some(true), ..rows[0].clone() }]);
        // As a spreadsheet saves it: a byte order mark, CRLF, the mark and quotes inside quotes.
        let saved = SMALL.replace("r10", "\"r10, \"\"64k\"\"\"").replace('\n', "\r\n");
        let saved = read(&format!("\u{feff}{saved}")).unwrap();
        assert_eq!((saved.len(), saved[1].subject.as_str()), (2, "r10, \"64k\""));
    }

    #[test]
    fn a_grid_is_a_study_whose_cells_come_back_as_its_rows() {
        let text = format!("{SMALL}r10,read,8,1,2,34.5\n");
        assert!(is_grid(&text) && !is_grid("a,b\n1,2\n") && !is_grid(""));
        let rows = read(&text).unwrap();
        let record = record("a grid.csv", &text, Some(7), "1", &rows);
        assert_eq!((record.target.as_str(), record.started_unix_s), ("r10", 7));
        assert_eq!(record.command, "plimsoll results import 'a grid.csv'");
        assert_eq!(record.notes.len(), 2, "{:?}", record.notes);
        let stage = &record.study.as_ref().unwrap().stages[0];
        let repeats: Vec<u32> = stage.cells.iter().map(|one| one.cell.repeat).collect();
        assert_eq!(repeats, [0, 0, 1]);
        for (one, row) in stage.cells.iter().zip(&rows) {
            let back = RecordedRow { random: None, ..RecordedRow::of(&one.cell, &one.seen) };
            assert_eq!(&back, row);
        }
    }

    #[test]
    fn grids_whose_figures_have_no_intervals_are_held_together() {
        use study::diff::{Answer, PRACTICAL, diff};
        let grid = |share: f64| {
            let lines: Vec<String> = (1..=8)
                .map(|depth| format!("r10,read,8,{depth},1,{}\n", share * f64::from(30 + depth)))
                .collect();
            let text = format!("layout,op,block_kib,depth,threads,value\n{}", lines.concat());
            record("g.csv", &text, None, "1", &read(&text).unwrap())
        };
        let half = diff(&grid(1.0), &grid(0.5), PRACTICAL);
        assert_eq!(half.answer, Answer::Worse, "{:?}", half.overall);
        assert!(
            half.rows.iter().all(|row| !row.ratio.is_known()),
            "one figure alone proves nothing"
        );
        assert_eq!(diff(&grid(1.0), &grid(1.0), PRACTICAL).answer, Answer::Same);
    }

    #[test]
    fn every_mistake_is_told_with_its_line() {
        assert_eq!(read("").unwrap_err()[0].0, 1);
        let header = read("layout,op,block_kib,threads\n").unwrap_err();
        let missing = |names: &str| (1, format!("the header names no column `{names}`"));
        let value = missing("mb_per_s` or `mib_per_s` or `mibps` or `value");
        assert_eq!(header, [missing("depth` or `outstanding"), value]);
        let wrong = format!(
            "{SMALL}r10,trim,8,1,1,5\nr10,read,8,0,1,5\nr10,read,8,1,1,-\nr10,read,7,1,1\n,read,0.3,1,1,5\n"
        );
        let troubles = read(&wrong).unwrap_err();
        let lines: Vec<usize> = troubles.iter().map(|trouble| trouble.0).collect();
        assert_eq!(lines, [4, 5, 6, 7, 8], "{troubles:?}");
        assert!(troubles[1].1.contains("the depth is `0`"), "{troubles:?}");
    }
}
