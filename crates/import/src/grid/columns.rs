//! Which column of a grid holds what, and in which unit, by the names that spreadsheets and the classic tools give them.
//!
//! Takes a header and lines; gives rows, or why a line is none. Never guesses a unit: what may be two of them is refused.

use base::Bytes;
use base::shown::csv_text_read;
use compat::import::number::{plain, step, whole};
use csv::StringRecord;
use record::{Purpose, StudyKind};
use study::RecordedRow;
use study::recorded::{at_level, sync_of};

/// The names of the columns, in small letters, words with `_` between them; those of one column mean the same. The first few
/// are told where a column is missing.
const LAYOUT: &[&str] =
    &["layout", "subject", "target", "array", "raid", "raid_level", "raid_type", "files"];
const OP: &[&str] = &[
    "op",
    "operation",
    "direction",
    "io_type",
    "i_o_type",
    "rw",
    "r_w",
    "read_write",
    "reads_writes",
    "k",
];
/// The same as the share of reads in percent.
const SHARE: &[&str] = &["read_percent", "reads_percent", "read_pct"];
/// Sizes in KiB, which SQLIO and spreadsheets call KB.
const BLOCK: &[&str] = &[
    "block_kib",
    "block",
    "block_kb",
    "block_size_kib",
    "block_size_kb",
    "blocksize_kb",
    "io_size_kb",
    "i_o_size_kb",
    "io_kb",
    "i_o_kb",
    "size_kb",
    "b",
];
const BLOCK_BYTES: &[&str] =
    &["block_bytes", "block_size_bytes", "blocksize_bytes", "io_size_bytes", "i_o_size_bytes"];
/// Those of them that do not name the unit: a number from [`BLOCK_KIB_SURE`] on may be in bytes.
const BLOCK_BARE: &[&str] = &["block", "b"];
/// Below it a size of a column that names no unit is taken for KiB, as the classic notation has it: a grid of blocks of 4 MiB
/// and more is as rare as one of blocks under 4,096 bytes (ours).
const BLOCK_KIB_SURE: f64 = 4096.0;
/// Sizes whose fields have to say their unit.
const BLOCK_UNSAID: &[&str] =
    &["block_size", "blocksize", "io_size", "i_o_size", "transfer_size", "request_size", "bs"];
const DEPTH: &[&str] = &[
    "depth",
    "outstanding",
    "queue_depth",
    "qd",
    "iodepth",
    "io_depth",
    "outstanding_io",
    "outstanding_ios",
    "outstanding_i_o",
    "outstanding_i_os",
    "outstanding_requests",
    "oio",
    "o",
];
const THREADS: &[&str] = &["threads", "streams", "thread_count", "num_threads", "t"];
const ORDER: &[&str] =
    &["order", "access", "random", "access_pattern", "io_pattern", "i_o_pattern", "pattern", "f"];
/// MiB/s, which SQLIO calls MBs/sec and DISKSPD called MB/s.
const VALUE: &[&str] = &[
    "mb_per_s",
    "mib_per_s",
    "mibps",
    "value",
    "mbs_sec",
    "mb_sec",
    "mb_s",
    "mbs_s",
    "mib_s",
    "mib_sec",
    "mb_per_sec",
    "mbs_per_sec",
    "mbs_per_s",
    "mib_per_sec",
    "throughput_mb_s",
    "throughput_mib_s",
];
const IOPS: &[&str] = &[
    "iops",
    "ios_sec",
    "io_sec",
    "i_os_sec",
    "i_o_sec",
    "ios_s",
    "io_s",
    "i_o_s",
    "ios_per_sec",
    "ios_per_s",
    "io_per_s",
    "i_o_per_s",
    "i_o_per_sec",
];
/// What the throughput of a line is in.
const UNIT: &[&str] = &["unit", "units", "value_unit", "uom"];
/// What may be more than one unit, and is asked for.
const UNCLEAR: &[&str] = &[
    "mbps",
    "mbit_s",
    "mbits_s",
    "mbits_sec",
    "gbps",
    "kbps",
    "kb_s",
    "kbs_sec",
    "gb_s",
    "throughput",
    "bandwidth",
    "speed",
    "transfer_rate",
];

/// Columns of our own cells, beside those.
const STUDY: &[&str] = &["study"];
const PURPOSE: &[&str] = &["purpose"];
const FILL: &[&str] = &["fill_percent"];
const DESCRIPTOR: &[&str] = &["descriptor"];

/// Columns of the table of `plimsoll sqlio --sweep`, whose `access` is an order or a number of stripes.
const SWEEP: [&str; 5] = ["log", "files", "access", "run", "error"];

/// So many names of a column are told where it is missing.
const NAMES_TOLD: usize = 4;
/// What no storage moves: 10 TiB/s. Beyond it a figure is in another unit, or is a slip.
const MIBPS_MAX: f64 = 1e7;
/// How far a throughput and the operations of the same line may lie apart beside what is lost where they are printed rounded.
const APART: f64 = 0.015;
/// The largest block that can be loaded here.
const BLOCK_MAX_BYTES: f64 = 67_108_864.0;
/// A million bytes a second in MiB/s.
const MEGABYTE: f64 = 1e6 / 1_048_576.0;

/// Where each column stands.
pub(super) struct Columns {
    layout: usize,
    op: usize,
    /// Whether the operation is a share of reads.
    share: bool,
    block: usize,
    /// What a size without a unit counts, in bytes; none: it has to say it.
    block_unit: Option<f64>,
    /// Whether the column's name tells no unit.
    block_bare: bool,
    depth: usize,
    threads: usize,
    order: Option<usize>,
    value: Option<usize>,
    iops: Option<usize>,
    unit: Option<usize>,
    own: Option<Own>,
    /// Where a table of a sweep says why a run failed; none: it is another grid.
    failed: Option<usize>,
    marks: Marks,
}

/// What commas are in a file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Marks {
    /// Fields are told apart by commas, so that one inside a number may part thousands.
    pub(super) commas: bool,
    /// Some figures have a decimal comma, so that a dot inside a number may part thousands.
    pub(super) decimal_commas: bool,
}

/// Where the columns stand that a cell of ours has beside those.
struct Own {
    study: usize,
    purpose: usize,
    fill: usize,
    descriptor: usize,
}

/// What a line is that is no cell of a layout.
pub(super) enum Other {
    /// A cell of this study.
    Study(String),
    /// A reference cell, or one that gave nothing.
    Aside,
}

/// A column's name as it is looked up: `Block (KB)` is `block_kb`.
fn named(field: &str) -> String {
    let plain = field.to_lowercase().replace('%', " percent");
    let words = plain.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("_")
}

/// Where a header has columns of any of these names.
fn places(header: &StringRecord, names: &[&str]) -> Vec<usize> {
    let any = |field: &str| names.contains(&named(field).as_str());
    header.iter().enumerate().filter(|(_, field)| any(field)).map(|(at, _)| at).collect()
}

/// Which of two columns holds a figure is not guessed.
fn twice(header: &StringRecord, names: &[&str]) -> Option<String> {
    let [first, second, ..] = places(header, names)[..] else { return None };
    Some(format!(
        "the header names both `{}` and `{}`, which mean the same: rename one of them",
        &header[first], &header[second]
    ))
}

/// Whether a header names a column of latencies.
pub(super) fn tells_latency(header: &StringRecord) -> bool {
    let is = |field: &str| {
        let name = named(field);
        ["latency", "lat_", "p99", "avg_ms", "response"].iter().any(|start| name.starts_with(start))
    };
    header.iter().any(is)
}

/// Whether a header names columns enough of a grid that more can be said of it than that it is not known.
pub(super) fn is_header(header: &StringRecord) -> bool {
    kinds(header) >= 4
}

/// How many kinds of a grid's columns a header names.
pub(super) fn kinds(header: &StringRecord) -> usize {
    let block = [BLOCK, BLOCK_BYTES, BLOCK_UNSAID].concat();
    let value = [VALUE, IOPS, UNCLEAR].concat();
    let kinds = [LAYOUT, &[OP, SHARE].concat(), &block, DEPTH, THREADS, &value];
    kinds.iter().filter(|names| !places(header, names).is_empty()).count()
}

impl Columns {
    /// Finds the columns of a header.
    ///
    /// # Errors
    /// Each column that is missing, by the names it may have, and each that is there twice.
    pub(super) fn of(header: &StringRecord, marks: Marks) -> Result<Self, Vec<String>> {
        let find = |names: &[&str]| places(header, names).first().copied();
        let block = [BLOCK, BLOCK_BYTES, BLOCK_UNSAID].concat();
        let mut wrong: Vec<String> = [LAYOUT, OP, &block, DEPTH, THREADS, ORDER, VALUE, IOPS, UNIT]
            .iter()
            .filter_map(|names| twice(header, names))
            .collect();
        let share = find(OP).is_none().then(|| find(SHARE)).flatten();
        let own = || {
            let (study, purpose) = (find(STUDY)?, find(PURPOSE)?);
            Some(Own { study, purpose, fill: find(FILL)?, descriptor: find(DESCRIPTOR)? })
        };
        let mut need = |names: &[&str], more: &str| {
            find(names).unwrap_or_else(|| {
                let told = &names[..names.len().min(NAMES_TOLD)];
                wrong.push(format!("the header names no column `{}`{more}", told.join("` or `")));
                0
            })
        };
        let (value, iops) = (find(VALUE), find(IOPS));
        let mut columns = Self {
            layout: need(LAYOUT, ": each line names the layout that it is of"),
            op: share.unwrap_or_else(|| need(OP, "")),
            share: share.is_some(),
            block: need(&block, ""),
            block_unit: find(BLOCK).map(|_| 1024.0).or(find(BLOCK_BYTES).map(|_| 1.0)),
            block_bare: find(BLOCK_BARE).is_some(),
            depth: need(DEPTH, ""),
            threads: need(THREADS, ""),
            order: find(ORDER),
            value,
            iops,
            unit: find(UNIT),
            own: own(),
            failed: find(&SWEEP[4..]).filter(|_| SWEEP.iter().all(|name| find(&[name]).is_some())),
            marks,
        };
        let unclear = find(UNCLEAR).filter(|_| value.is_none() && iops.is_none());
        if value.is_none() && iops.is_none() && unclear.is_none() {
            need(VALUE, " or `iops`");
        }
        wrong.extend(unclear.map(|at| {
            format!(
                "the header's `{}` may be in several units: call it mib_per_s where it is in MiB/s, which SQLIO calls MBs/sec, or iops",
                &header[at]
            )
        }));
        // Our own figures are not rounded, and are not held against each other.
        columns.iops = columns.iops.filter(|_| columns.own.is_none() || columns.value.is_none());
        if wrong.is_empty() { Ok(columns) } else { Err(wrong) }
    }

    /// Whether a line is a cell of ours that is not one of a layout, or gave nothing.
    pub(super) fn other(&self, fields: &StringRecord) -> Option<Other> {
        let field = |at: usize| fields.get(at).unwrap_or_default();
        if self.failed.is_some_and(|at| !field(at).is_empty()) {
            return Some(Other::Aside);
        }
        let own = self.own.as_ref()?;
        let study = field(own.study);
        if !study.parse().is_ok_and(StudyKind::is_of_layouts) {
            return Some(Other::Study(study.to_owned()));
        }
        let nothing = self.value.is_some_and(|at| field(at).is_empty());
        (field(own.purpose).parse() == Ok(Purpose::Reference) || nothing).then_some(Other::Aside)
    }

    /// The cell of a line.
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    pub(super) fn row(&self, fields: &StringRecord) -> Result<RecordedRow, String> {
        let field = |at: usize| fields.get(at).filter(|text| !text.is_empty());
        let text = |at: usize, what: &str| field(at).ok_or_else(|| format!("{what} is missing"));
        let number = |at: usize, what: &str| self.number(text(at, what)?, what);
        let count = |at: usize, what: &str| {
            let text = text(at, what)?;
            let count = whole(text).and_then(|n| u32::try_from(n).ok()).filter(|n| *n > 0);
            count.ok_or_else(|| format!("{what} is `{text}`, not a whole number above 0"))
        };
        let read_percent = match self.share {
            true => percent(text(self.op, "the share of reads")?)?,
            false => direction(text(self.op, "the operation")?)?,
        };
        let random = match self.order.and_then(field) {
            // One stripe is read from its begin to its end; several are neither in order nor random.
            Some("1") if self.failed.is_some() => Some(false),
            Some(stripes) if self.failed.is_some() && whole(stripes).is_some() => None,
            told => told.map(order).transpose()?,
        };
        let bytes = self.bytes(text(self.block, "the block size")?)?;
        let own = |at: fn(&Own) -> usize| self.own.as_ref().and_then(|own| field(at(own)));
        let level = own(|own| own.fill).map_or(Some(0), |level| level.parse::<u8>().ok());
        let level = level.filter(|level| *level <= 100).ok_or("the fill level is no percentage")?;
        let printed = |at: Option<usize>, what: &str| {
            let figure = |at| {
                number(at, what).map(|value| (value, step(field(at).unwrap_or_default()) / 2.0))
            };
            at.map(figure).transpose()
        };
        let moved = times(bytes / 1_048_576.0);
        let iops = printed(self.iops, "the number of operations")?.map(moved);
        let value = printed(self.value, "the throughput")?;
        let unit = self.unit.and_then(field).map(|unit| unit_mibps(unit, bytes)).transpose()?;
        if self.value.is_none() && unit.is_some_and(|unit| unit != bytes / 1_048_576.0) {
            return Err("the unit is not that of its column of operations: write IOPS".to_owned());
        }
        let value = value.map(times(unit.unwrap_or(1.0)));
        Ok(RecordedRow {
            subject: at_level(csv_text_read(text(self.layout, "the layout")?), level),
            read_percent,
            block: Bytes(bytes as u64),
            // Without -o SQLIO has one I/O of each thread outstanding, and the table of its sweep no number.
            depth: match field(self.depth) {
                None if self.failed.is_some() => 1,
                _ => count(self.depth, "the depth")?,
            },
            threads: count(self.threads, "the number of threads")?,
            random,
            sync: sync_of(csv_text_read(own(|own| own.descriptor).unwrap_or_default()))?,
            mibps: throughput(agreed(value, iops, unit.is_some())?)?,
            seen: None,
        })
    }

    fn number(&self, text: &str, what: &str) -> Result<f64, String> {
        let thousands = |(whole, rest): (&str, &str)| {
            (1..4).contains(&whole.len())
                && !whole.starts_with('0')
                && rest.len() == 3
                && !rest.contains(['.', ','])
        };
        let Marks { commas, decimal_commas } = self.marks;
        let unsure = [(commas, ',', "comma"), (decimal_commas, '.', "dot")];
        for (_, mark, name) in unsure.into_iter().filter(|(known, ..)| *known) {
            if text.split_once(mark).is_some_and(thousands) {
                let joined = text.replace(mark, "");
                return Err(format!(
                    "{what} is `{text}`, which may be {joined} or a decimal: write it without the {name}"
                ));
            }
        }
        plain(text).ok_or_else(|| format!("{what} is `{text}`, not a number"))
    }

    /// A block size in bytes.
    fn bytes(&self, text: &str) -> Result<f64, String> {
        let end = text.find(char::is_alphabetic).unwrap_or(text.len());
        let (figure, unit) = (text[..end].trim(), text[end..].trim());
        let unit_bytes = match unit.to_ascii_lowercase().as_str() {
            "" => self.block_unit.ok_or_else(|| {
                format!("the block size is `{text}` without a unit: call the column block_kib or block_bytes, or write 64K")
            })?,
            "k" | "kb" | "kib" => 1024.0,
            "m" | "mb" | "mib" => 1_048_576.0,
            "b" | "bytes" => 1.0,
            _ => return Err(format!("the block size is `{text}`, not a size")),
        };
        let figure = self.number(figure, "the block size")?;
        if unit.is_empty() && self.block_bare && figure >= BLOCK_KIB_SURE {
            return Err(format!(
                "the block size is `{text}`, in KiB or in bytes: call the column block_kib or block_bytes"
            ));
        }
        let bytes = figure * unit_bytes;
        if bytes < 512.0 || bytes % 512.0 != 0.0 {
            return Err(format!("the block size of {bytes} bytes is no multiple of 512"));
        }
        if bytes > BLOCK_MAX_BYTES {
            return Err(format!("the block size is `{text}`, which is more than 64 MiB"));
        }
        Ok(bytes)
    }
}

/// A figure and how far it may be off, so many times as much.
fn times(factor: f64) -> impl Fn((f64, f64)) -> (f64, f64) {
    move |(value, off)| (value * factor, off * factor)
}

/// One of a unit in MiB/s; `bytes` are those of an operation. SQLIO and DISKSPD call MiB/s MB/s.
fn unit_mibps(unit: &str, bytes: f64) -> Result<f64, String> {
    let word = unit.to_lowercase().replace("/sec", "/s").replace("mbs/s", "mb/s");
    match word.as_str() {
        "mib/s" | "mibps" | "mb/s" => Ok(1.0),
        "kib/s" | "kibps" => Ok(1.0 / 1024.0),
        "gib/s" | "gibps" => Ok(1024.0),
        "b/s" | "bytes/s" => Ok(1.0 / 1_048_576.0),
        "iops" | "io/s" | "ios/s" | "i/o/s" | "ops/s" => Ok(bytes / 1_048_576.0),
        _ => Err(format!(
            "the unit is `{unit}`, which is not known or may be several: write MiB/s, KiB/s, GiB/s, MB/s (as MiB/s) or IOPS"
        )),
    }
}

/// The throughput of a line in MiB/s, where its operations tell it too: both have to say the same, be it in millions of bytes, each
/// within half of its last printed digit. Of the two the one that is printed finer is taken.
fn agreed(
    value: Option<(f64, f64)>,
    of_iops: Option<(f64, f64)>,
    told: bool,
) -> Result<f64, String> {
    let ((value, off), (moved, moved_off)) = match (value, of_iops) {
        (Some(value), Some(moved)) => (value, moved),
        (one, other) => {
            let known = one.or(other).map(|(mibps, _)| mibps);
            return known.ok_or_else(|| "the throughput is missing".to_owned());
        }
    };
    let near = |unit: f64| {
        (value * unit - moved).abs() <= (APART * moved).max(off * unit + moved_off + 1e-9)
    };
    let finer = |unit: f64| if moved_off < off * unit { moved } else { value * unit };
    match () {
        () if near(1.0) => Ok(finer(1.0)),
        () if !told && near(MEGABYTE) => Ok(finer(MEGABYTE)),
        () => Err(format!(
            "the throughput is `{value}`, and its operations move `{moved:.2}` MiB/s: one of them is wrong, or in another unit"
        )),
    }
}

/// A throughput in MiB/s that can be one.
fn throughput(mibps: f64) -> Result<f64, String> {
    match mibps {
        0.0 => Err("the throughput is 0: leave out what gave nothing".to_owned()),
        more if more > MIBPS_MAX => {
            Err(format!("the throughput of {more} MiB/s is none of a storage"))
        }
        right => Ok(right),
    }
}

/// Whether a line is random.
fn order(text: &str) -> Result<bool, String> {
    match text.to_ascii_lowercase().as_str() {
        "random" | "rand" | "rnd" | "1" | "true" | "yes" => Ok(true),
        "sequential" | "seq" | "0" | "false" | "no" => Ok(false),
        other => Err(format!("the order is `{other}`, neither random nor sequential")),
    }
}

/// The share of reads of a direction, in percent.
fn direction(op: &str) -> Result<f64, String> {
    match op.to_ascii_lowercase().as_str() {
        "read" | "reads" | "r" => Ok(100.0),
        "write" | "writes" | "w" => Ok(0.0),
        _ => Err(format!("the operation is `{op}`, neither read nor write")),
    }
}

fn percent(text: &str) -> Result<f64, String> {
    let share = plain(text).filter(|share| *share <= 100.0);
    share.ok_or_else(|| format!("the share of reads is `{text}`, not a percentage"))
}
