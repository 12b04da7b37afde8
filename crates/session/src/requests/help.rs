//! What the help of several commands has in common: the headings of options, and values with a line of help each.

use crate::verify::io_pattern::Database;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use integrity::commits::DurabilityMode;

pub const WHAT: &str = "What to measure";
pub const LENGTH: &str = "How long";
pub const CHECKED: &str = "What to check";
pub const COURSE: &str = "How it runs";
pub const BUILT: &str = "Layouts to build";
pub const WRITTEN: &str = "What may be written";
pub const RESULT: &str = "Where the result goes";

/// Reads one of `values` by its name; each stands beside its help.
fn named<T: Copy + Send + Sync + 'static, const N: usize>(
    values: [(T, &'static str); N],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    let words = values.map(|(value, help)| PossibleValue::new(name(value)).help(help));
    PossibleValuesParser::new(words).map(move |word| {
        let named = values.iter().find(|(value, _)| name(*value) == word);
        named.expect("it is one of the names").0
    })
}

pub fn durability_mode() -> impl TypedValueParser<Value = DurabilityMode> {
    let values = [
        (DurabilityMode::Dsync, "Direct I/O and O_DSYNC"),
        (DurabilityMode::Fua, "Direct I/O and RWF_DSYNC on each write"),
        (
            DurabilityMode::Fdatasync,
            "Direct I/O; fdatasync after log writes and, in `verify`, at checkpoints",
        ),
        (
            DurabilityMode::Fsync,
            "Direct I/O; fsync after log writes and, in `verify`, at checkpoints",
        ),
        (
            DurabilityMode::BufferedFsync,
            "Page cache; fsync after log writes and, in `verify`, at checkpoints",
        ),
    ];
    named(values, DurabilityMode::name)
}

/// Reads the database whose way of writing is repeated.
pub fn database() -> impl TypedValueParser<Value = Database> {
    let values = [
        (Database::SqlServer, "Pages of 8 KiB and log: direct I/O with O_DSYNC"),
        (Database::Postgres, "Pages of 8 KiB: page cache, fsync at checkpoints; log: fdatasync"),
        (
            Database::MySql,
            "Pages of 16 KiB: direct I/O, fsync at checkpoints; log: page cache with fsync",
        ),
    ];
    named(values, Database::name)
}
