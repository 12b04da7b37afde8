//! Wide tables, as spreadsheets have them: several columns with values, one for each layout, queue depth, block size or direction.
//!
//! Takes the header of a table without a column of values; gives the columns and the rows of the same table with one value in
//! each row. Guesses no value: an empty cell, or a dash, is no point.

use super::columns::{COLUMNS_READ, has};
use csv::StringRecord;

/// What distinguishes the columns with values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WideKind {
    Direction,
    Block,
    Depth,
    Layout,
}

impl WideKind {
    /// The column that has it in a table with one value in each row, and others that say the same.
    fn columns(self) -> &'static [&'static str] {
        match self {
            Self::Direction => &["op", "read_percent"],
            Self::Block => &["block_kib"],
            Self::Depth => &["depth"],
            Self::Layout => &["layout", "disks"],
        }
    }

    /// What the head of a column says; `None` if it says nothing of this kind.
    fn value(self, head: &str) -> Option<String> {
        let words = head.to_lowercase();
        let words: Vec<&str> =
            words.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
        match self {
            Self::Direction => match words.first()?.trim_end_matches('s') {
                "read" if are_units(&words[1..]) => Some("read".to_owned()),
                "write" if are_units(&words[1..]) => Some("write".to_owned()),
                _ => None,
            },
            Self::Block => size_kib(&words.concat()),
            Self::Depth => {
                let word = words.concat();
                let names = ["queuedepth", "iodepth", "depth", "qd", "q", "o"];
                let depth = names.iter().find_map(|name| word.strip_prefix(name)).unwrap_or(&word);
                depth.parse::<u32>().ok().map(|depth| depth.to_string())
            }
            Self::Layout => Some(head.to_owned()),
        }
    }
}

/// Whether these words are a unit of throughput, such as `MB/s`.
fn are_units(words: &[&str]) -> bool {
    ["", "mib", "mibs", "mb", "mbs", "mbps", "mibps"]
        .contains(&&*words.concat().replace("sec", "s"))
        || ["mibs", "mbs", "mbpers", "mibpers"].contains(&&*words.concat())
}

/// `8k`, `64kb` or `1m` in KiB.
fn size_kib(text: &str) -> Option<String> {
    let unit = text.find(|c: char| !c.is_ascii_digit())?;
    let factor = match &text[unit..] {
        "k" | "kb" | "kib" => 1,
        "m" | "mb" | "mib" => 1024,
        _ => return None,
    };
    text[..unit].parse::<u64>().ok().map(|number| (number * factor).to_string())
}

/// How the rows of a wide table are unfolded.
#[derive(Clone, Debug)]
pub(super) struct WideTable {
    kind: WideKind,
    values: Vec<WideColumn>,
    /// The columns that all values of a row share.
    shared: Vec<usize>,
}

#[derive(Clone, Debug)]
struct WideColumn {
    at: usize,
    /// What its head says of the kind, such as `8` for a column `8k` of blocks.
    says: String,
}

/// A row of the table with one value in each row.
pub(super) struct SingleValueRow {
    /// The heads of the wide table that its fields come from, for messages.
    pub(super) heads: StringRecord,
    pub(super) fields: StringRecord,
}

impl WideTable {
    /// `None` if the header has a column of values, or if its other columns are of no kind.
    pub(super) fn of(header: &StringRecord, columns: &StringRecord) -> Option<Self> {
        let is_other = |at: &usize| !COLUMNS_READ.contains(&&columns[*at]);
        let (others, shared): (Vec<usize>, Vec<usize>) = (0..columns.len()).partition(is_other);
        if has(columns, "value") || others.is_empty() {
            return None;
        }
        for kind in [WideKind::Direction, WideKind::Block, WideKind::Depth, WideKind::Layout] {
            if kind.columns().iter().any(|name| has(columns, name)) {
                continue;
            }
            let value = |at: &usize| Some(WideColumn { at: *at, says: kind.value(&header[*at])? });
            if let Some(values) = others.iter().map(value).collect() {
                return Some(Self { kind, values, shared });
            }
        }
        None
    }

    /// The columns of the table with one value in each row.
    pub(super) fn columns(&self, columns: &StringRecord) -> StringRecord {
        self.with_shared(columns, self.kind.columns()[0], "value")
    }

    /// The rows of a row, each under the head of its value.
    pub(super) fn rows(&self, header: &StringRecord, fields: &StringRecord) -> Vec<SingleValueRow> {
        let filled = self.values.iter().filter(|column| !["", "-"].contains(&&fields[column.at]));
        let rows = filled.map(|column| {
            let head = &header[column.at];
            SingleValueRow {
                heads: self.with_shared(header, head, head),
                fields: self.with_shared(fields, &column.says, &fields[column.at]),
            }
        });
        rows.collect()
    }

    /// The shared fields of a row, then these two.
    fn with_shared(&self, fields: &StringRecord, kind: &str, value: &str) -> StringRecord {
        self.shared.iter().map(|at| &fields[*at]).chain([kind, value]).collect()
    }
}
