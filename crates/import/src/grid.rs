//! Grids of cells as somebody published or exported them: CSV with a header, one cell in each line.
//!
//! Takes text; gives rows for [`study::Recorded`] and the record of a study, or every mistake with its line. Columns are told by their names, in any
//! order (`columns`); others are left alone. What `results export` writes of the cells of layouts is such a grid, without its
//! reference cells. Never guesses a figure.

mod columns;
pub mod pasted;

use columns::{Columns, Marks, Other};
use csv::{ReaderBuilder, StringRecord, Trim};
use record::{
    Cell, CellId, CellRecord, FactGroup, Provenance, Purpose, Record, RunKind, StageRecord, State,
    StudyKind, StudyRecord, Until,
};
use std::collections::{BTreeSet, HashMap, HashSet};
use study::recorded::merged;
use study::{Ask, CellRunner, Recorded, RecordedRow};

/// So many mistakes of one kind are told each by itself.
const ALIKE_TOLD: usize = 3;
/// So many names of a list are told.
const NAMES_MAX: usize = 10;

/// The cells of a grid, in their order, or what is wrong in which line (from 1). Blocks are in KiB, throughput in MiB/s (what
/// the tools of the classic method call MB/s).
///
/// # Errors
/// Every line that is not a cell; of those that are wrong in the same way the first few, and how many more.
pub fn read(text: &str) -> Result<Vec<RecordedRow>, Vec<(usize, String)>> {
    let commas = mark(text) == b',';
    let mut lines = lines(text);
    let Some((at, header)) = lines.next() else {
        return Err(vec![(1, "is empty: a grid has a header and a cell in each line".to_owned())]);
    };
    if let Some(why) = other_export(&header) {
        return Err(vec![(at, why)]);
    }
    let decimal_commas = !commas && self::lines(text).any(|(_, line)| has_decimal_comma(&line));
    let columns = Columns::of(&header, Marks { commas, decimal_commas })
        .map_err(|texts| texts.into_iter().map(|text| (at, text)).collect::<Vec<_>>())?;
    let (mut rows, mut troubles, mut others) = (Vec::new(), Vec::new(), BTreeSet::new());
    for (at, line) in lines {
        match columns.other(&line) {
            Some(Other::Study(name)) => {
                others.insert(name);
            }
            Some(Other::Aside) => {}
            None => match fitting(&header, &line, commas).and_then(|()| columns.row(&line)) {
                Ok(row) => rows.push(row),
                Err(text) => troubles.push((at, text)),
            },
        }
    }
    if rows.is_empty() && troubles.is_empty() {
        let others: Vec<String> = others.into_iter().take(NAMES_MAX).collect();
        troubles.push((at, empty(&others)));
    }
    if troubles.is_empty() { Ok(rows) } else { Err(folded(troubles)) }
}

/// A comma inside a number parts it, and all that stands behind it moves on by a column. Empty fields behind the last column are
/// a spreadsheet's.
///
/// # Errors
/// A line that has more fields than the header names.
fn fitting(header: &StringRecord, line: &StringRecord, commas: bool) -> Result<(), String> {
    let filled = (1..=line.len()).rev().find(|&count| !line[count - 1].is_empty()).unwrap_or(0);
    if filled <= header.len() {
        return Ok(());
    }
    let help = match commas {
        true => "is a comma part of a number or a name? quote that field, or part fields by `;`",
        false => "quote a field that holds what parts them",
    };
    Err(format!("has {filled} fields, and the header {}: {help}", header.len()))
}

/// Of mistakes that differ in nothing but their figures the first few, and how many more there are.
fn folded(troubles: Vec<(usize, String)>) -> Vec<(usize, String)> {
    // What stands between backticks is the file's.
    let kind = |text: &str| text.split('`').step_by(2).collect::<String>();
    let mut kinds: HashMap<String, Vec<(usize, String)>> = HashMap::new();
    for (line, text) in troubles {
        let kind: String = kind(&text).chars().filter(|c| !c.is_ascii_digit()).collect();
        kinds.entry(kind).or_default().push((line, text));
    }
    let fold = |(_, mut all): (String, Vec<(usize, String)>)| {
        // One more is told as it is: that takes no more room.
        if all.len() > ALIKE_TOLD + 1 {
            let (more, line) = (all.len() - ALIKE_TOLD, all[ALIKE_TOLD].0);
            all.truncate(ALIKE_TOLD);
            all.push((line, format!("and {more} more lines of the same kind")));
        }
        all
    };
    let mut told: Vec<(usize, String)> = kinds.into_iter().flat_map(fold).collect();
    told.sort_by_key(|(line, _)| *line);
    told
}

/// Names of layouts that differ in nothing but capital letters: two layouts, or a slip of who wrote them.
pub fn alike_but_for_case(names: &[String]) -> Vec<String> {
    let mut first: HashMap<String, &String> = HashMap::new();
    let mut alike = Vec::new();
    for name in names {
        let other = *first.entry(name.to_lowercase()).or_insert(name);
        if other != name && alike.len() < NAMES_MAX {
            alike.push(format!(
                "`{other}` and `{name}` differ in capital letters alone and stand as two layouts; write one of them where they are the same"
            ));
        }
    }
    alike
}

/// Why a file with the right header is no grid.
fn empty(others: &[String]) -> String {
    match others {
        [] => {
            "holds no cell of a layout: a grid has a cell in each line behind the header".to_owned()
        }
        names => format!(
            "holds the cells of {}, whose places are no layouts; a grid is made of those of {}. `plimsoll diff` and \
             `plimsoll results show` take the run that it was exported from",
            names.join(" and "),
            StudyKind::OF_LAYOUTS.map(StudyKind::name).join(", ")
        ),
    }
}

/// What our own exports are that are no grid, by their headers.
fn other_export(header: &StringRecord) -> Option<String> {
    let has = |names: &[&str]| names.iter().all(|name| header.iter().any(|field| field == *name));
    let what = if has(&["trial", "stream", "rate_iops", "offered_iops"]) {
        "is the trials of a run"
    } else if has(&["trial", "stream", "interval", "start_s"]) {
        "is the intervals of a run"
    } else {
        return None;
    };
    Some(format!(
        "{what}, which do not tell block sizes; a grid is made of a study's cells: export them with `plimsoll results export RUN \
         --csv`, without --trials, of a compare or a segment, or name that run itself"
    ))
}

/// Whether a text begins as a grid does: with a header that names most of its columns. What [`read`] can say more of than that
/// it is not known begins so, too.
pub fn is_grid(text: &str) -> bool {
    let known =
        |header: &StringRecord| columns::is_header(header) || other_export(header).is_some();
    lines(text).next().is_some_and(|(_, header)| known(&header))
}

/// What fields are told apart by, as the first line that holds something shows it.
fn mark(text: &str) -> u8 {
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let mark = [b';', b'\t'].into_iter().find(|mark| first.as_bytes().contains(mark));
    mark.unwrap_or(b',')
}

/// Whether a line has a figure with a decimal comma.
fn has_decimal_comma(line: &StringRecord) -> bool {
    let digits =
        |text: &str| !text.is_empty() && text.bytes().all(|letter| letter.is_ascii_digit());
    line.iter().any(|field| {
        field.split_once(',').is_some_and(|(whole, rest)| digits(whole) && digits(rest))
    })
}

/// The lines that hold something, with their numbers from 1, taken apart at their mark.
fn lines(text: &str) -> impl Iterator<Item = (usize, StringRecord)> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let reader = ReaderBuilder::new()
        .delimiter(mark(text))
        .has_headers(false)
        .flexible(true)
        .trim(Trim::All)
        .from_reader(text.as_bytes());
    let each = reader.into_records().map(|line| line.expect("text in memory is UTF-8 and is read"));
    let at = |line: &StringRecord| line.position().map_or(1, |at| at.line() as usize);
    each.filter(|line| line.iter().any(|field| !field.is_empty())).map(move |l| (at(&l), l))
}

/// What is to be said of cells beside their figures.
fn notes(text: &str, rows: &[RecordedRow], layouts: &[String]) -> Vec<String> {
    let mut notes = vec![
        "the file does not tell when the cells were measured; its own date stands in".to_owned(),
    ];
    if lines(text).next().is_some_and(|(_, header)| columns::tells_latency(&header)) {
        notes.push(
            "latencies are not taken from a grid: what asks for them is answered from the run that was measured"
                .to_owned(),
        );
    }
    if rows.iter().any(|row| row.random.is_none()) {
        notes.push(
            "the file does not say of all cells whether they were random: those answer for neither"
                .to_owned(),
        );
    }
    notes.extend(merged(rows).told());
    notes.extend(alike_but_for_case(layouts));
    notes
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
    let mut repeats: HashMap<CellId, u32> = HashMap::new();
    for row in rows {
        let targets = std::slice::from_ref(&row.subject);
        let cell = Cell::new(&row.subject, targets, row.load());
        let known = repeats.entry(cell.id()).or_default();
        let repeat = std::mem::replace(known, *known + 1);
        let until = Until { half_width: 0.0, time_min_ns: 0, time_max_ns: 0, warm_up_ns: 0 };
        let purpose = match row.random {
            None => Purpose::RecordedWithoutOrder,
            Some(_) => Purpose::Import,
        };
        let ask = Ask { cell: cell.clone(), until, purpose };
        let seen = Recorded::new([row.clone()]).run(&ask);
        let seen = seen.ok().flatten().expect("a record answers the cell that it is made of");
        cells.push(CellRecord { purpose, cell: Cell { repeat, ..cell }, seen });
    }
    let mut known = HashSet::new();
    let named = rows.iter().map(|row| &row.subject).filter(|name| !name.is_empty());
    let layouts: Vec<String> = named.filter(|name| known.insert(*name)).cloned().collect();
    let notes = notes(text, rows, &layouts);
    let command = format!("plimsoll results import {}", base::shell::quoted(file.as_bytes(), true));
    let stage = StageRecord {
        // As a race of these cells has it, against which it may be held.
        name: "compare".to_owned(),
        study: StudyKind::Import,
        provenance: Provenance::Imported,
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
        kind: RunKind::Import,
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

#[cfg(test)]
mod tests {
    use super::*;
    use base::Bytes;

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
        assert_eq!(record.notes.len(), 3, "{:?}", record.notes);
        assert!(record.notes[2].contains("up to 2 times"), "{:?}", record.notes);
        let stage = &record.study.as_ref().unwrap().stages[0];
        let repeats: Vec<u32> = stage.cells.iter().map(|one| one.cell.repeat).collect();
        assert_eq!(repeats, [0, 0, 1]);
        for (one, row) in stage.cells.iter().zip(&rows) {
            let back =
                RecordedRow { random: None, seen: None, ..RecordedRow::of(&one.cell, &one.seen) };
            assert_eq!(&back, row);
        }
    }

    #[test]
    fn the_cells_that_a_study_exports_are_a_grid() {
        let head = "stage,purpose,subject,targets,disks,descriptor,read_percent,block_kib,depth,threads,random,fill_percent,\
                    repeat,mibps,study\n";
        let line = |purpose: &str, study: &str, fill: u32, value: &str| {
            format!(
                "c,{purpose},a,a,1,a -k70R+fdatasync4 -b8 -o2 -t1 -frandom -R(a),70,8,2,1,1,{fill},0,{value},{study}\n"
            )
        };
        let text = [
            head.to_owned(),
            line("reference", "compare", 0, "9"),
            line("race", "compare", 0, "7"),
            line("race", "segment", 50, "8"),
            line("race", "compare", 0, ""),
            line("each alone", "calibrate", 0, "5"),
        ];
        let rows = read(&text.concat()).unwrap();
        let told: Vec<(&str, f64, Option<bool>, f64)> = rows
            .iter()
            .map(|row| (row.subject.as_str(), row.read_percent, row.random, row.mibps))
            .collect();
        assert_eq!(told, [("a", 70.0, Some(true), 7.0), ("a at 50 %", 70.0, Some(true), 8.0)]);
        assert!(rows[0].load().to_string().starts_with("-k70R+fdatasync4 "), "{rows:?}");
        let alone = read(&[head.to_owned(), line("each alone", "calibrate", 0, "5")].concat());
        let (at, why) = &alone.unwrap_err()[0];
        assert!(*at == 1 && why.contains("calibrate") && why.contains("compare"), "{why}");
    }

    #[test]
    fn what_is_exported_and_no_grid_is_refused_with_what_to_do() {
        let trials = "trial,role,purpose,stream,rate_iops,depth,offered_iops,iops\n0,a,b,c,,1,,5\n";
        let intervals = "trial,role,purpose,stream,interval,start_s,end_s\n0,a,b,c,0,0,1\n";
        for (text, what) in [(trials, "trials"), (intervals, "intervals")] {
            assert!(is_grid(text), "what is known of it is said");
            let [(1, why)] = &read(text).unwrap_err()[..] else { panic!("one line") };
            assert!(why.contains(what) && why.contains("without --trials"), "{why}");
        }
        let both =
            read("layout,op,block_kib,depth,threads,value,mibps\na,read,8,1,1,5,6\n").unwrap_err();
        assert!(both.len() == 1 && both[0].1.contains("both `value` and `mibps`"), "{both:?}");
        for value in ["0", "1e300"] {
            let text = SMALL.replace("33.5", value);
            assert!(read(&text).unwrap_err()[0].1.contains("throughput"), "{value}");
        }
        assert!(
            read("layout,op,block_kib,depth,threads,value\n").unwrap_err()[0].1.contains("no cell")
        );
    }

    #[test]
    fn a_comma_inside_a_number_is_no_end_of_it() {
        let head = "layout,op,block_kib,depth,threads,order,value\n";
        for value in ["1,234.5", "1,5"] {
            let text = format!("{head}b,read,8,1,1,random,9\na,read,8,1,1,random,{value}\n");
            let [(3, why)] = &read(&text).unwrap_err()[..] else { panic!("one line") };
            assert!(why.contains("8 fields, and the header 7") && why.contains("`;`"), "{why}");
        }
        // What a spreadsheet leaves behind the last column, and leaves out of it, is nothing.
        let text = format!("{head}a,read,8,1,1,random,9,,\n");
        assert_eq!(read(&text).unwrap()[0].mibps, 9.0);
        let text = "layout;op;block_kib;depth;threads;value;order\na;read;8;1;1;1,5\n";
        assert_eq!(read(text).unwrap()[0].mibps, 1.5);
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
        let value = missing("mb_per_s` or `mib_per_s` or `mibps` or `value` or `iops");
        assert_eq!(header, [missing("depth` or `outstanding` or `queue_depth` or `qd"), value]);
        let wrong = format!(
            "{SMALL}r10,trim,8,1,1,5\nr10,read,8,0,1,5\nr10,read,8,1,1,-\nr10,read,7,1,1\n,read,0.3,1,1,5\n"
        );
        let troubles = read(&wrong).unwrap_err();
        let lines: Vec<usize> = troubles.iter().map(|trouble| trouble.0).collect();
        assert_eq!(lines, [4, 5, 6, 7, 8], "{troubles:?}");
        assert!(troubles[1].1.contains("the depth is `0`"), "{troubles:?}");
    }
    #[test]
    fn mistakes_of_one_kind_are_told_a_few_times_and_counted() {
        let lines = |value: &str, count: usize| format!("r10,read,8,1,1,{value}\n").repeat(count);
        let head = "layout,op,block_kib,depth,threads,value\n";
        let troubles = read(&[head, &lines("1.2.3", 600), &lines("0", 4)].concat()).unwrap_err();
        let numbers: Vec<usize> = troubles.iter().map(|(line, _)| *line).collect();
        assert_eq!(numbers, [2, 3, 4, 5, 602, 603, 604, 605], "{troubles:?}");
        assert_eq!(troubles[3].1, "and 597 more lines of the same kind");
        assert!(troubles[2].1.contains("`1.2.3`") && troubles[7].1.contains("is 0"));
    }

    #[test]
    fn headers_of_sqlio_and_spreadsheets_are_known_with_their_units() {
        let plain = "layout,op,block_kib,depth,threads,mib_per_s,order\na,read,8,2,4,16,random\n";
        let expected = read(plain).unwrap();
        let same = [
            "Layout,Reads/Writes,Block (KB),Outstanding,Threads,MBs/sec,Access\na,read,8,2,4,16.00,random\n",
            "layout,R/W,Block Size,Queue Depth,# Threads,IOs/sec,Pattern\na,R,8K,2,4,2048,rand\n",
            "RAID,Read %,I/O Size (KB),Outstanding I/Os,Threads,IOPS,MB/s,order\na,100,8,2,4,2048,16.0,random\n",
            // Millions of bytes a second, as the operations of the line show.
            "layout,op,block_bytes,depth,threads,iops,MB/s,order\na,read,8192,2,4,2048,16.777216,random\n",
            "layout;op;block (KiB);depth;threads;MiB/s;order\na;read;8;2;4;16,0;Random\n",
        ];
        for text in same {
            assert!(is_grid(text), "{text}");
            assert_eq!(read(text), Ok(expected.clone()), "{text}");
        }
        let refused = [
            (
                "layout,op,block,depth,threads,Mbps\na,read,8,2,4,16\n",
                "`Mbps` may be in several units",
            ),
            (
                "layout,op,Block Size,depth,threads,iops\na,read,8192,2,4,16\n",
                "`8192` without a unit",
            ),
            (
                "layout,op,block,depth,threads,iops,MB/s\na,read,8,2,4,2048,160\n",
                "its operations move `16.00` MiB/s",
            ),
            (
                "layout,op,block,depth,threads,MB/s\na,read,8,2,4,\"1,234\"\n",
                "may be 1234 or a decimal",
            ),
            ("op,block,depth,threads,MB/s\nread,8,2,4,16\n", "each line names the layout"),
            (
                "layout,op,block,block_kb,depth,threads,MB/s\na,read,8,8,2,4,16\n",
                "`block` and `block_kb`",
            ),
        ];
        for (text, why) in refused {
            assert!(is_grid(text), "more can be said of it: {text}");
            let troubles = read(text).unwrap_err();
            assert!(troubles.len() == 1 && troubles[0].1.contains(why), "{text}{troubles:?}");
        }
    }

    #[test]
    fn figures_are_as_good_as_they_are_printed() {
        let of = |value: &str, iops: u32| {
            read(&format!(
                "layout,op,block_kib,depth,threads,MB/s,IOPS\na,read,8,1,1,{value},{iops}\n"
            ))
        };
        for (value, iops) in [("0.8", 100), ("1.6", 200), ("0.6", 75), ("1", 100), ("0.8", 98)] {
            let rows = of(value, iops).unwrap_or_else(|why| panic!("{value} {iops}: {why:?}"));
            let moved = f64::from(iops) / 128.0;
            assert!((rows[0].mibps - moved).abs() < 1e-9, "the finer one counts: {rows:?}");
        }
        for (value, iops) in [("0.80", 100), ("0.9", 100), ("7.8", 100), ("0.7", 100)] {
            let why = of(value, iops).unwrap_err();
            assert!(why[0].1.contains("in another unit"), "{value} {iops}: {why:?}");
        }
    }

    #[test]
    fn a_unit_of_a_line_is_read_or_refused_and_so_is_a_block_that_none_loads() {
        let of = |kib: u32, unit: &str| {
            read(&format!(
                "layout,op,block_kib,depth,threads,value,unit\na,read,{kib},1,1,2,{unit}\n"
            ))
        };
        let units = [("MiB/s", 2.0), ("MB/s", 2.0), ("GiB/s", 2048.0), ("KiB/s", 2.0 / 1024.0)];
        for (unit, mibps) in units.into_iter().chain([("IOPS", 2.0 / 128.0), ("", 2.0)]) {
            assert_eq!(of(8, unit).unwrap()[0].mibps, mibps, "{unit}");
        }
        for unit in ["GB/s", "Mbps", "furlongs"] {
            let why = of(8, unit).unwrap_err();
            assert!(why[0].1.contains(&format!("the unit is `{unit}`")), "{why:?}");
        }
        assert_eq!(of(65_536, "MiB/s").unwrap()[0].block, Bytes(64 << 20));
        let why = of(9_999_999, "MiB/s").unwrap_err();
        assert!(why[0].1.contains("more than 64 MiB"), "{why:?}");
    }

    #[test]
    fn a_dot_that_may_part_thousands_beside_decimal_commas_is_refused() {
        let of = |one: &str, other: &str| {
            read(&format!(
                "layout;op;block_kib;depth;threads;IOPS\na;R;8;1;1;{one}\na;R;8;8;1;{other}\n"
            ))
        };
        let why = of("987,5", "1.234").unwrap_err();
        assert!(why[0].1.contains("1234 or a decimal: write it without the dot"), "{why:?}");
        assert_eq!(of("987.5", "1.234").unwrap()[1].mibps, 1.234 / 128.0);
        assert_eq!(of("987,5", "1234").unwrap()[1].mibps, 1234.0 / 128.0);
        assert_eq!(of("987,5", "0.125").unwrap()[1].mibps, 0.125 / 128.0);
    }

    #[test]
    fn latencies_of_a_grid_are_said_to_be_left_alone() {
        let text = "layout,op,block_kib,depth,threads,value,latency_ms_p99\na,read,8,1,1,2,0.4\n";
        let notes = |text: &str| record("g.csv", text, None, "1", &read(text).unwrap()).notes;
        assert!(notes(text).iter().any(|note| note.starts_with("latencies are not taken")));
        assert!(!notes(SMALL).iter().any(|note| note.starts_with("latencies")));
    }

    #[test]
    fn a_large_block_that_nobody_says_the_unit_of_is_refused() {
        let of = |name: &str, size: &str| {
            read(&format!("layout,op,{name},depth,threads,value\na,read,{size},1,1,2\n"))
        };
        assert_eq!(of("block", "1024").unwrap()[0].block, Bytes(1 << 20));
        assert_eq!(of("block", "8192b").unwrap()[0].block, Bytes(8192));
        assert_eq!(of("block_bytes", "8192").unwrap()[0].block, Bytes(8192));
        assert_eq!(of("block_kib", "8192").unwrap()[0].block, Bytes(8 << 20));
        let why = of("block", "8192").unwrap_err();
        assert!(why[0].1.contains("call the column block_kib or block_bytes"), "{why:?}");
    }

    #[test]
    fn what_tells_no_order_answers_for_neither_and_names_unlike_in_capitals_are_told() {
        let text = format!("{SMALL}R10,read,8,1,2,34.5\n");
        let rows = read(&text).unwrap();
        let record = record("g.csv", &text, None, "1", &rows);
        let stage = &record.study.as_ref().unwrap().stages[0];
        assert!(stage.cells.iter().all(|one| one.purpose == Purpose::RecordedWithoutOrder));
        assert!(record.notes.iter().any(|note| note.contains("`r10` and `R10`")), "{record:?}");
    }
}
