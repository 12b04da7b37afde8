//! Wide tables, as spreadsheets have them: several columns with values, one for each layout, queue depth, block size or direction.
//!
//! Takes the header of a table without a column of values; gives the columns and the rows of the same table with one value in
//! each row. Guesses no value: an empty cell, or a dash, is no point.

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

    /// What the head of a column says.
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
                let number = words.concat();
                let names = ["queuedepth", "iodepth", "depth", "qd", "q", "o"];
                let number =
                    names.iter().find_map(|name| number.strip_prefix(name)).unwrap_or(&number);
                number.parse::<u32>().ok().map(|depth| depth.to_string())
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
    /// The columns with values: the number of each, and what its head says.
    values: Vec<(usize, String)>,
    /// The columns that all values of a row share.
    shared: Vec<usize>,
}

impl WideTable {
    /// The wide table of a header whose known columns are `known`; `None` if it has a column of values, or if its other columns
    /// are of no kind.
    pub(super) fn of(
        header: &StringRecord,
        columns: &StringRecord,
        known: &[&str],
    ) -> Option<Self> {
        let has = |name: &str| columns.iter().any(|column| column == name);
        let wide: Vec<usize> =
            (0..columns.len()).filter(|at| !known.contains(&&columns[*at])).collect();
        if has("value") || wide.is_empty() {
            return None;
        }
        let kinds = [WideKind::Direction, WideKind::Block, WideKind::Depth, WideKind::Layout];
        kinds.into_iter().filter(|kind| !kind.columns().iter().any(|name| has(name))).find_map(
            |kind| {
                let value = |at: &usize| Some((*at, kind.value(&header[*at])?));
                let values = wide.iter().map(value).collect::<Option<Vec<_>>>()?;
                let shared = (0..columns.len()).filter(|at| !wide.contains(at)).collect();
                Some(Self { kind, values, shared })
            },
        )
    }

    /// The columns of the table with one value in each row.
    pub(super) fn columns(&self, columns: &StringRecord) -> StringRecord {
        let shared = self.shared.iter().map(|at| &columns[*at]);
        shared.chain([self.kind.columns()[0], "value"]).collect()
    }

    /// The rows of a row, each under the head of its value.
    pub(super) fn rows(
        &self,
        header: &StringRecord,
        fields: &StringRecord,
    ) -> Vec<[StringRecord; 2]> {
        let row = |(at, value): &(usize, String)| {
            let cell = &fields[*at];
            let of = |all: &StringRecord, kind: &str, value: &str| -> StringRecord {
                self.shared.iter().map(|at| &all[*at]).chain([kind, value]).collect()
            };
            let heads = of(header, &header[*at], &header[*at]);
            (!["", "-"].contains(&cell)).then(|| [heads, of(fields, value, cell)])
        };
        self.values.iter().filter_map(row).collect()
    }
}
