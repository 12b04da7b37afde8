//! Grids of measurement points as CSV: a header, and one point in each line.
//!
//! Takes text; gives rows for [`study::RecordedPoints`] and a study's record, or every wrong line with its number. Columns
//! are `layout`, `op` (or `read_percent`), `block_kib`, `depth`, `threads`, `value` in MiB/s and, if known, `order` and `disks`;
//! others are ignored. `results export` writes such a grid for points of layouts. Never guesses a figure.

mod columns;
mod line;
mod spreadsheet;
mod study_record;
mod wide;

pub use study_record::record;

use columns::{column_names, columns_lacking, has};
use csv::StringRecord;
use line::Line;
use record::StudyKind;
use spreadsheet::{csv_reader, first_line, separator, with_points};
use std::collections::BTreeSet;
use study::RecordedRow;
use wide::{SingleValueRow, WideTable};

const HEADER_BYTES_MAX: usize = 4096;
/// The most points of a grid: days of work. Each takes about 1.5 KB of memory, and a comparison looks at all of them in each round.
const POINTS_MAX: usize = 16_384;
const WRONG_MAX: usize = 1_000;
/// The points of a grid in their order.
///
/// # Errors
/// Every invalid line, with its number from 1.
pub fn read(text: &str) -> Result<Vec<RecordedRow>, Vec<(usize, String)>> {
    let mut reader = csv_reader(text);
    let header = reader.headers().map_err(|error| vec![wrong_line(&error)])?.clone();
    let table = GridTable::new(header, separator(text));
    if let Some(trouble) = table.trouble() {
        return Err(vec![trouble]);
    }
    let (mut rows, mut troubles, mut other_studies) = (Vec::new(), Vec::new(), BTreeSet::new());
    for fields in reader.into_records() {
        let fields = fields.map_err(|error| wrong_line(&error));
        match fields.and_then(|fields| table.rows(fields, &mut other_studies)) {
            Ok(of_line) => rows.extend(of_line),
            Err(trouble) => troubles.push(trouble),
        }
        if rows.len() > POINTS_MAX {
            return Err(vec![(1, format!("holds more than {POINTS_MAX} points: divide it"))]);
        }
        if troubles.len() == WRONG_MAX {
            break;
        }
    }
    if rows.is_empty() && troubles.is_empty() {
        troubles.push((1, no_points(&other_studies)));
    }
    if troubles.is_empty() { Ok(rows) } else { Err(troubles) }
}

/// Whether a text begins with the header of a grid, of which one column may be missing.
pub fn is_grid(text: &str) -> bool {
    let header = first_line(text);
    header.len() <= HEADER_BYTES_MAX && csv_reader(text).headers().is_ok_and(is_header)
}

fn is_header(header: &StringRecord) -> bool {
    let columns = column_names(header);
    if let Some(wide) = WideTable::of(header, &columns) {
        let columns = wide.columns(&columns);
        let has_direction = has(&columns, "op") || has(&columns, "read_percent");
        return columns_lacking(&columns).is_empty() && has_direction;
    }
    let lacking = columns_lacking(&columns).len();
    lacking == 0 || (lacking == 1 && has(&columns, "value"))
}

/// The header of a grid, and how its lines are read.
struct GridTable {
    header: StringRecord,
    wide: Option<WideTable>,
    /// The columns of a table with one value in each row.
    columns: StringRecord,
    separator: u8,
}

impl GridTable {
    fn new(header: StringRecord, separator: u8) -> Self {
        let names = column_names(&header);
        let wide = WideTable::of(&header, &names);
        let columns = wide.as_ref().map(|wide| wide.columns(&names)).unwrap_or(names);
        Self { header, wide, columns, separator }
    }

    /// Which columns are missing, with the line of the header.
    fn trouble(&self) -> Option<(usize, String)> {
        let lacking = columns_lacking(&self.columns);
        if self.header.is_empty() || lacking.is_empty() {
            return None;
        }
        let found = self.header.iter().collect::<Vec<_>>().join("`, `");
        let text = format!("no column is named `{}`; found `{found}`", lacking.join("` or `"));
        Some((line_of(self.header.position()), text))
    }

    /// The points of a line, or its number and what is wrong with it.
    fn rows(
        &self,
        fields: StringRecord,
        other_studies: &mut BTreeSet<String>,
    ) -> Result<Vec<RecordedRow>, (usize, String)> {
        let number = line_of(fields.position());
        // Tables that were joined with `cat`, and the empty rows that spreadsheets save below a table.
        if fields == self.header || fields.iter().all(str::is_empty) {
            return Ok(Vec::new());
        }
        let fields = with_points(&fields, self.separator);
        let single_values = match &self.wide {
            Some(wide) => wide.rows(&self.header, &fields),
            None => vec![SingleValueRow { heads: self.header.clone(), fields }],
        };
        let mut rows = Vec::new();
        for SingleValueRow { heads, fields } in single_values {
            let line = fields.deserialize::<Line>(Some(&self.columns));
            let line = line.map_err(|error| (number, wrong_field(&error, &heads, &fields)))?;
            rows.extend(line.row(other_studies).map_err(|why| (number, why))?);
        }
        Ok(rows)
    }
}

fn line_of(position: Option<&csv::Position>) -> usize {
    position.map_or(1, |position| position.line() as usize)
}

/// The line at which the text is not CSV, and the reason.
fn wrong_line(error: &csv::Error) -> (usize, String) {
    let text = match error.kind() {
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
            format!(
                "has {len} fields and the header has {expected_len}: quote a field that holds a separator"
            )
        }
        _ => error.to_string(),
    };
    (line_of(error.position()), text)
}

/// The problem with a field, with its column.
fn wrong_field(error: &csv::Error, header: &StringRecord, fields: &StringRecord) -> String {
    let csv::ErrorKind::Deserialize { err, .. } = error.kind() else { return error.to_string() };
    let at = |record: &StringRecord| Some(record.get(err.field()? as usize)?.to_owned());
    match (at(header), at(fields)) {
        (Some(name), Some(field)) if field.is_empty() => format!("column `{name}` is empty"),
        (Some(name), Some(field)) => format!("column `{name}`: \"{field}\" is not a number here"),
        _ => err.kind().to_string(),
    }
}

/// Why a file with the right header contains no grid.
fn no_points(other_studies: &BTreeSet<String>) -> String {
    if other_studies.is_empty() {
        return "holds no point of a layout: a grid has one in each line below the header"
            .to_owned();
    }
    let others: Vec<&str> = other_studies.iter().map(String::as_str).collect();
    format!(
        "holds the points of {}, which are no layouts; a grid is made of those of {}. `plimsoll diff` and `plimsoll results show` \
         take the run that it was exported from",
        others.join(" and "),
        StudyKind::OF_LAYOUTS.map(StudyKind::name).join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Bytes;
    use record::note::RecordedNote;
    use record::{Note, Purpose};
    use workload::PointLoad;

    const HEAD: &str = "layout,op,block_kib,depth,threads,value";

    fn grid(lines: &str) -> String {
        format!("{HEAD}\n{lines}")
    }

    #[test]
    fn a_grid_is_read_by_the_names_of_its_columns() {
        let rows = read(&grid("r10,read,8,1,2,33.5\nr10,write,0.5,4,1,7\n")).unwrap();
        assert_eq!(rows.len(), 2);
        let [one, other] = [rows[0].load, rows[1].load];
        assert_eq!((one.read_percent, one.block, rows[0].mibps), (100.0, Bytes(8192), 33.5));
        assert_eq!((other.read_percent, other.block, other.depth), (0.0, Bytes(512), 4));
        // Columns in another order, decimal commas, an unknown column, quotes.
        let other = "table;mb_per_s;threads;depth;block_kib;op;subject;order\n\n3;33,5;2;1;8;read;\"r10\";random\n";
        let random = PointLoad { random: true, ..one };
        let row = RecordedRow { load: random, is_order_known: true, ..rows[0].clone() };
        assert_eq!(read(other).unwrap(), [row]);
        let named =
            "Layout\tOp\tBlock (KB)\tQD\tThreads\tMB/s\tOrder\nr10\tread\t8\t1\t2\t33,5\trandom\n";
        assert!(is_grid(named));
        assert_eq!(read(named).unwrap(), read(other).unwrap());
        let unnamed = named.replace("Block (KB)", "Block");
        assert!(is_grid(&unnamed) && read(&unnamed).unwrap_err()[0].1.contains("`block_kib`"));
        // As saved by a spreadsheet: a byte order mark, CRLF, a separator and quotes inside quotes.
        let saved = grid("\"r10, \"\"64k\"\"\",read,8,1,2,33.5\n").replace('\n', "\r\n");
        let saved = read(&format!("\u{feff}{saved}")).unwrap();
        assert_eq!(saved[0].subject, "r10, \"64k\"");
        let named = read(&format!("\u{feff}sep=;\r\n{}\r\n;;;;;;;\r\n", other.trim_end()));
        assert_eq!(named.unwrap(), read(other).unwrap());
    }

    #[test]
    fn a_grid_is_a_study_whose_points_come_back_as_its_rows() {
        let text = grid("r10,read,8,1,2,33.5\nr10,write,8,4,1,7\nr10,read,8,1,2,34.5\n");
        assert!(is_grid(&text) && !is_grid("a,b\n1,2\n") && !is_grid(""));
        let rows = read(&text).unwrap();
        let record = record("a grid.csv", &text, Some(7), "1", &rows);
        assert_eq!((record.target.as_str(), record.started_unix_s), ("r10", 7));
        assert_eq!(record.command, "plimsoll results import 'a grid.csv'");
        assert!(
            matches!(record.notes[2], Note::Recorded(RecordedNote::Repeats { rows_max: 2, .. })),
            "{:?}",
            record.notes
        );
        let stage = &record.study.as_ref().unwrap().stages[0];
        assert!(stage.points.iter().all(|point| point.purpose == Purpose::RecordedWithoutOrder));
        let repeats: Vec<u32> = stage.points.iter().map(|point| point.point.repeat).collect();
        assert_eq!(repeats, [0, 0, 1]);
        for (point, row) in stage.points.iter().zip(&rows) {
            let told = (&*point.point.subject, point.point.load, point.measured.mibps.value);
            assert_eq!(told, (&*row.subject, row.load, row.mibps));
        }
    }

    #[test]
    fn the_points_that_a_study_exports_are_a_grid() {
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
            line("race", "compare", 50, "8"),
            line("race", "compare", 0, ""),
            line("each alone", "calibrate", 0, "5"),
        ];
        let rows = read(&text.concat()).unwrap();
        let told: Vec<(&str, f64, bool, f64)> = rows
            .iter()
            .map(|row| (row.subject.as_str(), row.load.read_percent, row.load.random, row.mibps))
            .collect();
        assert_eq!(told, [("a", 70.0, true, 7.0), ("a fill 50%", 70.0, true, 8.0)]);
        assert!(rows[0].load.to_string().contains("fdatasync4"), "{}", rows[0].load);
        let disks = [head.to_owned(), line("each alone", "calibrate", 0, "5")].concat();
        assert!(read(&disks).unwrap_err()[0].1.contains("holds the points of calibrate"));
    }

    #[test]
    fn the_table_of_a_sweep_is_a_grid() {
        let text = "log,operation,layout,block_kb,access,run,outstanding,threads,mbs_per_s,error\n\
                    a.log,read,/dev/x,8,random,,,2,0.78,\n\
                    b.log,write,/dev/x,64,1,2000,8,1,10.00,\n\
                    c.log,write,/dev/x,64,4,2000,8,1,10.00,\n\
                    c.log,write,/dev/x,64,4,487,8,4,10.00,\n\
                    d.log,write,/dev/x,64,4,2000,16,1,,no room\n";
        assert!(is_grid(text));
        let head = text.lines().next().expect("a header");
        for text in [text.to_owned(), text.replace(',', ";").replace('.', ",")] {
            let rows = read(&text).unwrap();
            let order = |row: &RecordedRow| row.is_order_known.then_some(row.load.random);
            let orders: Vec<_> = rows.iter().map(|row| (order(row), row.load.depth)).collect();
            assert_eq!(
                orders,
                [(Some(true), 1), (Some(false), 8), (None, 8), (Some(false), 8)],
                "the last one failed"
            );
            assert_eq!((rows[0].subject.as_str(), rows[1].mibps), ("/dev/x", 10.0));
        }
        assert_eq!(read(&format!("{text}{head}\n")), read(text));
    }

    #[test]
    fn a_wide_table_is_the_grid_of_its_values() {
        let long = "layout,op,block_kib,depth,threads,value\nr5,read,8,1,2,10\nr5,read,8,4,2,20.5\n\
                    r10,read,8,1,2,11\nr10,read,8,4,2,21\n";
        let mut expected = read(long).unwrap();
        let by_layout = "op;Block KB;QD;Threads;r5;r10\nread;8;1;2;10;11\nread;8;4;2;20,5;21\n";
        for text in [
            by_layout,
            "layout,op,block_kib,threads,QD 1,qd4,o=16\nr5,read,8,2,10,20.5,-\nr10,read,8,2,11,21,\n",
            "layout,op,depth,threads,8k,64 KB\nr5,read,1,2,10,\nr5,read,4,2,20.5,\nr10,read,1,2,11,\nr10,read,4,2,21,\n",
            "layout,block_kib,depth,threads,Read MB/s,Writes (MiB/s)\nr5,8,1,2,10,\nr5,8,4,2,20.5,-\nr10,8,1,2,11,\n\
             r10,8,4,2,21,\n",
        ] {
            assert!(is_grid(text), "{text}");
            let mut rows = read(text).unwrap();
            for rows in [&mut rows, &mut expected] {
                rows.sort_by_key(|row| (row.subject.clone(), row.load.depth));
            }
            assert_eq!(rows, expected, "{text}");
        }
        let troubles = read(&by_layout.replace("11", "11 MB")).unwrap_err();
        assert_eq!(troubles, [(2, "column `r10`: \"11 MB\" is not a number here".to_owned())]);
        assert!(!is_grid("block_kib,depth,threads,note\n8,1,1,x\n"), "no direction");
    }

    #[test]
    fn every_wrong_line_is_told_with_its_number() {
        let wrong = grid(
            "a,trim,8,1,1,5\na,read,8,0,1,5\na,read,8,1,1,-\na,read,7.1,1,1,5\na,read,8,1,1\na,read,8,1,1,1,5\na,read,8,1,1,0\n,read,8,1,1,5\n",
        );
        let troubles = read(&wrong).unwrap_err();
        let expected = [
            (2, "neither read nor write"),
            (3, "begin at 1"),
            (4, "column `value`: \"-\" is not a number here"),
            (5, "no multiple of 512 bytes"),
            (6, "has 5 fields and the header has 6"),
            (7, "has 7 fields and the header has 6"),
            (8, "leave out what gave nothing"),
            (9, "the layout is missing"),
        ];
        assert_eq!(troubles.len(), expected.len(), "{troubles:?}");
        for ((line, why), (at, part)) in troubles.iter().zip(expected) {
            assert!(*line == at && why.contains(part), "{line}: {why}");
        }
        for (text, part) in [
            ("", "holds no point"),
            (HEAD, "holds no point"),
            (
                "layout,op,block_kib,depth\na,read,8,1\n",
                "no column is named `threads`; found `layout`, `op`",
            ),
            (
                "layout,op,block_kib,depth,threads,value,mibps\na,read,8,1,1,5,6\n",
                "duplicate field",
            ),
        ] {
            let troubles = read(text).unwrap_err();
            assert!(troubles[0].1.contains(part), "{text}: {troubles:?}");
        }
    }
}
