//! Grids of measurement points as CSV: a header, and one point in each line.
//!
//! Takes text; gives rows for [`study::RecordedPoints`] and a study's record, or every wrong line with its number. Columns
//! are `layout`, `op` (or `read_percent`), `block_kib`, `depth`, `threads`, `value` in MiB/s and, if known, `order` and `disks`;
//! others are ignored. `results export` writes such a grid for points of layouts. Never guesses a figure.

mod wide;

use base::Bytes;
use base::shown::csv_text_read;
use csv::{ReaderBuilder, StringRecord, Trim};
use record::note::ImportNote;
use record::{
    Fact, FactGroup, FactKey, FactRemark, FactTitle, Note, Point, PointId, PointRecord, Provenance,
    Purpose, Record, RunKind, StageRecord, State, StudyKind, StudyRecord, Until,
};
use serde::Deserialize;
use std::collections::{BTreeSet, HashMap, HashSet};
use study::recorded::{at_level, repeats_note};
use study::{PointRequest, RecordedPoints, RecordedRow};
use wide::WideTable;
use workload::grid::{order_of, sync_of};
use workload::{EngineUse, PointLoad, SyncMode};

/// The largest throughput that is accepted: 10 TiB/s.
const MIBPS_MAX: f64 = 1e7;
/// The largest block that the engine supports, in KiB.
const BLOCK_KIB_MAX: f64 = 65_536.0;
/// The longest header of a grid.
const HEADER_BYTES_MAX: usize = 4096;
/// The most points of a grid: days of work. Each takes about 1.5 KB of memory, and a comparison looks at all of them in each round.
const POINTS_MAX: usize = 16_384;
/// The most disks of a point.
const DISKS_MAX: u32 = 4096;
/// The most wrong lines that are told.
const WRONG_MAX: usize = 1_000;
/// The columns that every grid has.
const COLUMNS_REQUIRED: [&str; 3] = ["layout", "block_kib", "threads"];
const COLUMNS_READ: [&str; 15] = [
    "layout",
    "disks",
    "op",
    "read_percent",
    "block_kib",
    "depth",
    "threads",
    "value",
    "order",
    "access",
    "random",
    "study",
    "purpose",
    "fill_percent",
    "descriptor",
];
/// Columns and their other names: of an export, of the table of `plimsoll sqlio --sweep`, and of spreadsheets. None is without its unit.
const COLUMNS_OTHERWISE: [(&str, &[&str]); 6] = [
    ("layout", &["subject", "raid", "raid_level"]),
    ("op", &["operation"]),
    ("block_kib", &["block_kb", "block_size_kib", "block_size_kb", "bs_kib", "bs_kb"]),
    ("depth", &["outstanding", "outstanding_ios", "qd", "queue_depth", "iodepth", "io_depth"]),
    ("threads", &["workers", "numjobs"]),
    (
        "value",
        &["mibps", "mib_s", "mib_per_s", "mb_s", "mb_per_s", "mbs_per_s", "mbs_sec", "mb_sec"],
    ),
];

/// One line. The last columns come from an export and from the table of `plimsoll sqlio --sweep`.
#[derive(Deserialize)]
struct Line {
    #[serde(default)]
    layout: String,
    /// How many disks were loaded together, or their names.
    disks: Option<String>,
    op: Option<String>,
    read_percent: Option<f64>,
    block_kib: f64,
    /// The outstanding operations of each thread; a sweep without `-o` has one.
    depth: Option<u32>,
    threads: u32,
    value: Option<f64>,
    order: Option<String>,
    /// The order of a sweep, or the number of its stripes.
    access: Option<String>,
    random: Option<u8>,
    study: Option<String>,
    purpose: Option<String>,
    fill_percent: Option<u8>,
    descriptor: Option<String>,
}

/// The points of a grid in their order.
///
/// # Errors
/// Every invalid line, with its number from 1.
pub fn read(text: &str) -> Result<Vec<RecordedRow>, Vec<(usize, String)>> {
    let mut reader = reader(text);
    let header = reader.headers().map_err(|error| vec![wrong(&error)])?.clone();
    let table = columns(&header);
    let wide = WideTable::of(&header, &table, &COLUMNS_READ);
    let columns = wide.as_ref().map_or(table.clone(), |wide| wide.columns(&table));
    let lacking = columns_lacking(&columns);
    if !header.is_empty() && !lacking.is_empty() {
        let line = header.position().map_or(1, |at| at.line() as usize);
        let found = header.iter().collect::<Vec<_>>().join("`, `");
        let text = format!("no column is named `{}`; found `{found}`", lacking.join("` or `"));
        return Err(vec![(line, text)]);
    }
    let (mut rows, mut troubles, mut others) = (Vec::new(), Vec::new(), BTreeSet::new());
    for fields in reader.into_records() {
        let read = fields.map_err(|error| wrong(&error)).and_then(|fields| {
            let at = fields.position().map_or(1, |at| at.line() as usize);
            // Tables that were joined with `cat`.
            if fields == header {
                return Ok(Vec::new());
            }
            let fields = with_points(fields, text);
            let unfolded = match &wide {
                Some(wide) => wide.rows(&header, &fields),
                None => vec![[header.clone(), fields]],
            };
            let row = |[heads, fields]: &[StringRecord; 2]| {
                let line = fields.deserialize::<Line>(Some(&columns));
                let line = line.map_err(|error| (at, field(&error, heads)))?;
                line.row(&mut others).map_err(|why| (at, why))
            };
            unfolded.iter().map(row).filter_map(Result::transpose).collect::<Result<Vec<_>, _>>()
        });
        match read {
            Ok(row) => rows.extend(row),
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
        troubles.push((1, empty(&others)));
    }
    if troubles.is_empty() { Ok(rows) } else { Err(troubles) }
}

/// Whether a text begins with the header of a grid, of which one column may be missing.
pub fn is_grid(text: &str) -> bool {
    let header = text.lines().next().unwrap_or_default();
    let is_header = |header: &StringRecord| {
        let columns = columns(header);
        if let Some(wide) = WideTable::of(header, &columns, &COLUMNS_READ) {
            let columns = wide.columns(&columns);
            let has = |name: &str| columns.iter().any(|column| column == name);
            return columns_lacking(&columns).is_empty() && (has("op") || has("read_percent"));
        }
        let lacking = columns_lacking(&columns).len();
        let has_value = columns.iter().any(|column| column == "value");
        lacking == 0 || (lacking == 1 && has_value)
    };
    header.len() <= HEADER_BYTES_MAX && reader(text).headers().is_ok_and(is_header)
}

/// The names of the columns, whatever case and separators a spreadsheet gave them.
fn columns(header: &StringRecord) -> StringRecord {
    let column = |field: &str| {
        let field = field.to_lowercase().replace('%', " percent ");
        let words = field.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        let name = words.collect::<Vec<_>>().join("_");
        let is_one = |(_, others): &&(&str, &[&str])| others.contains(&name.as_str());
        COLUMNS_OTHERWISE.iter().find(is_one).map_or(name.clone(), |(own, _)| (*own).to_owned())
    };
    header.iter().map(column).collect()
}

/// The columns that every grid has and this one has not.
fn columns_lacking(columns: &StringRecord) -> Vec<&'static str> {
    let has = |name: &str| columns.iter().any(|column| column == name);
    // Growing sets of disks need no other name than their size.
    let lacks = |name: &&str| match *name {
        // Growing sets of disks need no other name than their size.
        "layout" => !has("layout") && !has("disks"),
        name => !has(name),
    };
    COLUMNS_REQUIRED.into_iter().filter(lacks).collect()
}

/// What separates fields: a `;` or tab of the header, because commas may then be decimal commas.
fn separator(text: &str) -> u8 {
    let header = text.lines().next().unwrap_or_default();
    [b';', b'\t'].into_iter().find(|mark| header.as_bytes().contains(mark)).unwrap_or(b',')
}

fn reader(text: &str) -> csv::Reader<&[u8]> {
    ReaderBuilder::new().delimiter(separator(text)).trim(Trim::All).from_reader(text.as_bytes())
}

/// The fields with decimal commas replaced by points.
fn with_points(fields: StringRecord, text: &str) -> StringRecord {
    if separator(text) == b',' {
        return fields;
    }
    let is_number = |field: &str| field.bytes().all(|byte| byte.is_ascii_digit() || byte == b',');
    let point =
        |field: &str| if is_number(field) { field.replacen(',', ".", 1) } else { field.to_owned() };
    fields.iter().map(point).collect()
}

/// The line at which the text is not CSV, and the reason.
fn wrong(error: &csv::Error) -> (usize, String) {
    let line = error.position().map_or(1, |at| at.line() as usize);
    let text = match error.kind() {
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
            format!(
                "has {len} fields and the header has {expected_len}: quote a field that holds a separator"
            )
        }
        _ => error.to_string(),
    };
    (line, text)
}

/// The problem with a field, with its column.
fn field(error: &csv::Error, header: &StringRecord) -> String {
    let csv::ErrorKind::Deserialize { err, .. } = error.kind() else { return error.to_string() };
    let column = err.field().and_then(|number| header.get(number as usize));
    let column = column.map(|name| format!("column `{name}`: ")).unwrap_or_default();
    format!("{column}{}", err.kind())
}

/// Why a file with the right header contains no grid.
fn empty(others: &BTreeSet<String>) -> String {
    if others.is_empty() {
        return "holds no point of a layout: a grid has one in each line below the header"
            .to_owned();
    }
    let others: Vec<&str> = others.iter().map(String::as_str).collect();
    format!(
        "holds the points of {}, which are no layouts; a grid is made of those of {}. `plimsoll diff` and `plimsoll results show` \
         take the run that it was exported from",
        others.join(" and "),
        StudyKind::OF_LAYOUTS.map(StudyKind::name).join(", ")
    )
}

impl Line {
    /// The point of the line; `None` for a point that belongs to no layout, is a reference point or has no value. Adds
    /// the names of studies whose points belong to no layouts to `others`.
    fn row(self, others: &mut BTreeSet<String>) -> Result<Option<RecordedRow>, String> {
        if let Some(study) = self
            .study
            .filter(|name| !name.parse().is_ok_and(|study| StudyKind::OF_LAYOUTS.contains(&study)))
        {
            others.insert(study);
            return Ok(None);
        }
        let is_own = self.purpose.is_some() || self.access.is_some();
        if self.purpose.is_some_and(|purpose| purpose.parse() == Ok(Purpose::Reference)) {
            return Ok(None);
        }
        let mibps = match self.value {
            None if is_own => return Ok(None),
            None => return Err("the value is missing".to_owned()),
            Some(value) if value > 0.0 && value <= MIBPS_MAX => value,
            Some(value) => {
                return Err(format!("a throughput of {value} MiB/s: leave out what gave nothing"));
            }
        };
        let kib = self.block_kib;
        if (kib * 2.0).fract() != 0.0 || !(0.5..=BLOCK_KIB_MAX).contains(&kib) {
            return Err(format!(
                "the block size of {kib} KiB is no multiple of 512 bytes up to 64 MiB"
            ));
        }
        let depth = match self.depth {
            None if self.access.is_none() => return Err("the depth is missing".to_owned()),
            depth => depth.unwrap_or(1),
        };
        if depth == 0 || self.threads == 0 {
            return Err("depth and threads begin at 1".to_owned());
        }
        if self.layout.is_empty() && self.disks.is_none() {
            return Err("the layout is missing".to_owned());
        }
        let order = match self.access.as_deref() {
            // With a thread for each stripe, the blocks are taken in their order; else a thread jumps from stripe to stripe.
            Some(stripes) if stripes.parse() == Ok(self.threads) => Some(false),
            Some(stripes) if stripes.parse::<u32>().is_ok() => None,
            access => self.order.as_deref().or(access).map(order).transpose()?,
        };
        let random = order.or(self.random.map(|flag| flag != 0));
        let layout = csv_text_read(&self.layout);
        Ok(Some(RecordedRow {
            subject: at_level(layout, self.fill_percent.unwrap_or(0)),
            load: PointLoad {
                read_percent: share(self.op.as_deref(), self.read_percent)?,
                block: Bytes((kib * 1024.0) as u64),
                random: random.unwrap_or(false),
                depth,
                threads: self.threads,
                sync: durability(csv_text_read(self.descriptor.as_deref().unwrap_or_default()))?,
            },
            is_order_known: random.is_some(),
            mibps,
            disks: disks(self.disks.as_deref(), layout)?,
        }))
    }
}

/// How the writes of a point became durable.
fn durability(descriptor: &str) -> Result<SyncMode, String> {
    sync_of(descriptor).map_err(|word| {
        format!(
            "the descriptor's `+{word}` is no way of making writes durable; use +dsync, +sync, +fua, +fdatasyncN or +fsyncN"
        )
    })
}

/// How many disks were loaded together: their number, or the names that a column or the layout lists.
fn disks(column: Option<&str>, layout: &str) -> Result<u32, String> {
    let text = column.filter(|text| !text.is_empty()).unwrap_or(layout);
    match text.parse::<u32>() {
        Ok(count) if column.is_some() => Some(count)
            .filter(|count| (1..=DISKS_MAX).contains(count))
            .ok_or_else(|| format!("the number of disks is {count}; it is 1 to {DISKS_MAX}")),
        _ => Ok(text.split(',').count() as u32),
    }
}

/// Whether a point is random.
fn order(text: &str) -> Result<bool, String> {
    order_of(text).ok_or_else(|| format!("the order is `{text}`, neither random nor sequential"))
}

/// The percentage of reads.
fn share(op: Option<&str>, read_percent: Option<f64>) -> Result<f64, String> {
    match (op, read_percent) {
        (Some("read"), None) => Ok(100.0),
        (Some("write"), None) => Ok(0.0),
        (None, Some(percent)) if (0.0..=100.0).contains(&percent) => Ok(percent),
        (Some(op), None) => Err(format!("the operation is `{op}`, neither read nor write")),
        _ => Err("give op, or read_percent from 0 to 100".to_owned()),
    }
}

/// Notes on points besides their figures.
fn notes(rows: &[RecordedRow]) -> Vec<Note> {
    let mut notes = vec![Note::Imported(ImportNote::PointsFileDate)];
    if rows.iter().any(|row| !row.is_order_known) {
        notes.push(Note::Imported(ImportNote::OrderUnknown));
    }
    notes.extend(repeats_note(rows).map(Note::Recorded));
    notes
}

/// The study of a grid's points: one stage with the points in their order and without a conclusion. `version` is the
/// program's.
pub fn record(
    file: &str,
    text: &str,
    modified_unix_s: Option<i64>,
    version: &str,
    rows: &[RecordedRow],
) -> Record {
    let mut points: Vec<PointRecord> = Vec::new();
    let mut repeats: HashMap<PointId, u32> = HashMap::new();
    for row in rows {
        let targets = std::slice::from_ref(&row.subject);
        let point = Point::new(&row.subject, targets, row.load);
        let known = repeats.entry(point.id()).or_default();
        let repeat = std::mem::replace(known, *known + 1);
        let until = Until { half_width: 0.0, time_min_ns: 0, time_max_ns: 0, warm_up_ns: 0 };
        let purpose =
            if row.is_order_known { Purpose::Import } else { Purpose::RecordedWithoutOrder };
        let request = PointRequest { point: point.clone(), until, purpose };
        let seen = RecordedPoints::new([row.clone()]).measured(&request);
        let measured = seen.expect("a record answers the point that it is made of");
        points.push(PointRecord { purpose, point: Point { repeat, ..point }, measured });
    }
    let mut known = HashSet::new();
    let named = rows.iter().map(|row| &row.subject).filter(|name| !name.is_empty());
    let layouts: Vec<String> = named.filter(|name| known.insert(*name)).cloned().collect();
    let command = format!("plimsoll results import {}", base::shell::quoted(file.as_bytes(), true));
    let stage = StageRecord {
        // The same name as in a race of these points, so that both can be compared.
        name: "compare".to_owned(),
        study: StudyKind::Import,
        provenance: Provenance::Imported,
        command: format!(
            "plimsoll compare --recorded {}",
            base::shell::quoted(file.as_bytes(), true)
        ),
        points,
        finding: None,
        drift: None,
    };
    let fact = Fact::new(FactKey::ImportFile, file).with(FactRemark::Points { count: rows.len() });
    Record {
        kind: RunKind::Import,
        command: command.clone(),
        version: version.to_owned(),
        started_unix_s: modified_unix_s.unwrap_or(0),
        target: layouts.join(", "),
        subject: "grid".into(),
        engine: EngineUse::Imported("CSV".to_owned()),
        source_text: text.to_owned(),
        state: State::Done,
        facts: vec![FactGroup { title: FactTitle::Import, rows: vec![fact] }],
        notes: notes(rows),
        study: Some(StudyRecord { identity: command, stages: vec![stage] }),
        ..Record::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use record::note::RecordedNote;

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
        assert!(stage.points.iter().all(|one| one.purpose == Purpose::RecordedWithoutOrder));
        let repeats: Vec<u32> = stage.points.iter().map(|one| one.point.repeat).collect();
        assert_eq!(repeats, [0, 0, 1]);
        for (one, row) in stage.points.iter().zip(&rows) {
            let told = (&*one.point.subject, one.point.load, one.measured.mibps.value);
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
        assert_eq!(troubles, [(2, "column `r10`: invalid float literal".to_owned())]);
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
            (4, "column `value`: invalid float literal"),
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
