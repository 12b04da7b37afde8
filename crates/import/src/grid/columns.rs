//! The names of a grid's columns.

use csv::StringRecord;

/// The columns that every grid has.
const COLUMNS_REQUIRED: [&str; 3] = ["layout", "block_kib", "threads"];
pub(super) const COLUMNS_READ: [&str; 15] = [
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

/// Our names of the columns, whatever case and separators a spreadsheet gave them.
pub(super) fn column_names(header: &StringRecord) -> StringRecord {
    header.iter().map(column_name).collect()
}

fn column_name(head: &str) -> String {
    let head = head.to_lowercase().replace('%', " percent ");
    let words = head.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let name = words.collect::<Vec<_>>().join("_");
    for (own_name, other_names) in COLUMNS_OTHERWISE {
        if other_names.contains(&name.as_str()) {
            return own_name.to_owned();
        }
    }
    name
}

/// The columns that every grid has and this one has not.
pub(super) fn columns_lacking(columns: &StringRecord) -> Vec<&'static str> {
    let lacks = |name: &&str| match *name {
        // Growing sets of disks need no other name than their size.
        "layout" => !has(columns, "layout") && !has(columns, "disks"),
        name => !has(columns, name),
    };
    COLUMNS_REQUIRED.into_iter().filter(lacks).collect()
}

/// Whether a table has a column of this name.
pub(super) fn has(columns: &StringRecord, name: &str) -> bool {
    columns.iter().any(|column| column == name)
}
