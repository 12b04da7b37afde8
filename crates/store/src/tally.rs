//! Writing and reading one interval as a row of the table.
//!
//! Unsigned numbers are stored as the same 64 bits. The order of columns is defined only here. Each row has a checksum of its
//! columns, its stream and its number, so that a bit that changes later is detected.

use rusqlite::types::{Value, ValueRef};
use rusqlite::{Row, Transaction};
use summary::{Interval, IntervalDirection};

const WARM_UP: i64 = 1;
const PARTIAL: i64 = 2;

/// The columns before the directions.
const FRONT: [&str; 8] =
    ["idx", "ns_start", "ns_end", "flags", "due", "backlog", "dropped", "depth_mean"];
/// The columns of each direction.
const EACH: [&str; 11] = [
    "ios",
    "bytes",
    "errors",
    "short",
    "ns_mean",
    "ns_p50",
    "ns_p90",
    "ns_p99",
    "ns_p999",
    "ns_max",
    "service_ns_p99",
];
const DIRECTIONS: [&str; 3] = ["read", "write", "flush"];
/// The number of columns of an interval, without its stream, number and checksum.
const COLUMNS: usize = FRONT.len() + EACH.len() * DIRECTIONS.len();

/// The columns of an interval, in the order that [`interval`] reads them.
pub(crate) fn columns() -> String {
    let mut names: Vec<String> = FRONT.iter().map(|name| format!("i.{name}")).collect();
    for direction in DIRECTIONS {
        names.extend(EACH.iter().map(|name| format!("i.{direction}_{name}")));
    }
    names.join(", ")
}

/// Stores one interval, and the number of intervals of its stream.
pub(crate) fn insert(
    transaction: &Transaction<'_>,
    stream: i64,
    number: i64,
    interval: &Interval,
) -> rusqlite::Result<()> {
    let names = columns().replace("i.", "");
    let marks = vec!["?"; 3 + COLUMNS].join(", ");
    let sql = format!("INSERT INTO intervals (stream, number, checksum, {names}) VALUES ({marks})");
    let fields = fields(interval);
    let checksum = checksum(stream, number, fields.iter().map(ValueRef::from));
    let mut values = [stream, number, checksum].map(Value::Integer).to_vec();
    values.extend(fields);
    transaction.prepare_cached(&sql)?.execute(rusqlite::params_from_iter(values))?;
    let count = "UPDATE streams SET intervals = ?2 WHERE id = ?1";
    transaction.prepare_cached(count)?.execute([stream, number + 1])?;
    Ok(())
}

/// The checksum of an interval (CRC-32C) over the 64 bits of its stream, its number and each column with its type.
fn checksum<'a>(stream: i64, number: i64, columns: impl Iterator<Item = ValueRef<'a>>) -> i64 {
    let mut bytes = Vec::with_capacity(16 + 9 * COLUMNS);
    bytes.extend([stream.to_le_bytes(), number.to_le_bytes()].concat());
    for column in columns {
        let (kind, value) = match column {
            ValueRef::Integer(value) => (1, value.to_le_bytes()),
            // SQLite stores a negative zero as a zero.
            ValueRef::Real(value) => (2, (value + 0.0).to_le_bytes()),
            ValueRef::Null | ValueRef::Text(_) | ValueRef::Blob(_) => (3, [0; 8]),
        };
        bytes.push(kind);
        bytes.extend(value);
    }
    i64::from(crc32c::crc32c(&bytes))
}

/// Whether a row is unchanged since it was written. Its columns start at `at`; its checksum follows them.
pub(crate) fn is_intact(
    row: &Row<'_>,
    stream: i64,
    number: i64,
    at: usize,
) -> rusqlite::Result<bool> {
    let columns: rusqlite::Result<Vec<_>> = (at..at + COLUMNS).map(|i| row.get_ref(i)).collect();
    let written = row.get_ref(at + COLUMNS)?;
    Ok(written == ValueRef::Integer(checksum(stream, number, columns?.into_iter())))
}

fn fields(live: &Interval) -> Vec<Value> {
    let Interval {
        index,
        start_ns,
        end_ns,
        warm_up,
        partial,
        due,
        backlog,
        dropped,
        depth_mean,
        read,
        write,
        flush,
    } = live;
    let flags = i64::from(*warm_up) * WARM_UP + i64::from(*partial) * PARTIAL;
    let mut values = vec![
        whole(*index),
        whole(*start_ns),
        whole(*end_ns),
        Value::Integer(flags),
        whole(*due),
        whole(*backlog),
        whole(*dropped),
        real(*depth_mean),
    ];
    for direction in [read, write, flush] {
        let IntervalDirection {
            ios,
            bytes,
            errors,
            short,
            mean_ns,
            p50_ns,
            p90_ns,
            p99_ns,
            p999_ns,
            max_ns,
            service_p99_ns,
        } = direction;
        values.extend([ios, bytes, errors, short].map(|x| whole(*x)));
        values.push(real(*mean_ns));
        values.extend([p50_ns, p90_ns, p99_ns, p999_ns, max_ns, service_p99_ns].map(|x| whole(*x)));
    }
    values
}

fn whole(value: u64) -> Value {
    Value::Integer(value as i64)
}

/// SQLite converts NaN to NULL; the mean of nothing is 0 here.
fn real(value: f64) -> Value {
    Value::Real(if value.is_nan() { 0.0 } else { value })
}

/// Reads an interval whose columns start at `at`.
pub(crate) fn interval(row: &Row<'_>, at: usize) -> rusqlite::Result<Interval> {
    let mut reader = RowReader { row, at };
    let (index, start_ns, end_ns) = (reader.whole()?, reader.whole()?, reader.whole()?);
    let flags = reader.whole()? as i64;
    Ok(Interval {
        index,
        start_ns,
        end_ns,
        warm_up: flags & WARM_UP != 0,
        partial: flags & PARTIAL != 0,
        due: reader.whole()?,
        backlog: reader.whole()?,
        dropped: reader.whole()?,
        depth_mean: reader.real()?,
        read: reader.direction()?,
        write: reader.direction()?,
        flush: reader.direction()?,
    })
}

struct RowReader<'a, 'b> {
    row: &'a Row<'b>,
    at: usize,
}

impl RowReader<'_, '_> {
    fn whole(&mut self) -> rusqlite::Result<u64> {
        self.at += 1;
        self.row.get::<_, i64>(self.at - 1).map(|value| value as u64)
    }

    fn real(&mut self) -> rusqlite::Result<f64> {
        self.at += 1;
        self.row.get(self.at - 1)
    }

    fn direction(&mut self) -> rusqlite::Result<IntervalDirection> {
        Ok(IntervalDirection {
            ios: self.whole()?,
            bytes: self.whole()?,
            errors: self.whole()?,
            short: self.whole()?,
            mean_ns: self.real()?,
            p50_ns: self.whole()?,
            p90_ns: self.whole()?,
            p99_ns: self.whole()?,
            p999_ns: self.whole()?,
            max_ns: self.whole()?,
            service_p99_ns: self.whole()?,
        })
    }
}
