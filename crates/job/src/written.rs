//! The text of values in the job language.

use base::{Bytes, Nanos};
use std::fmt::Write as _;
use workload::Extent;

/// A size in the largest unit that divides it.
pub(super) fn bare(bytes: Bytes) -> String {
    for (unit, shift) in [("TiB", 40), ("GiB", 30), ("MiB", 20), ("KiB", 10)] {
        if bytes.0 > 0 && bytes.0.is_multiple_of(1 << shift) {
            return format!("{}{unit}", bytes.0 >> shift);
        }
    }
    bytes.0.to_string()
}

pub(super) fn size(bytes: Bytes) -> String {
    quoted(&bare(bytes))
}

pub(super) fn extent(extent: Extent) -> String {
    match extent {
        Extent::Bytes(bytes) => size(bytes),
        Extent::Percent(percent) => quoted(&format!("{percent}%")),
    }
}

pub(super) fn time(time: Nanos) -> String {
    quoted(&bare_time(time))
}

pub(super) fn bare_time(time: Nanos) -> String {
    let units = [("s", 1_000_000_000), ("ms", 1_000_000), ("us", 1_000)];
    match units.iter().find(|(_, ns)| time.0.is_multiple_of(*ns)) {
        Some((unit, ns)) => format!("{}{unit}", time.0 / ns),
        None => format!("{}ns", time.0),
    }
}

pub(super) fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            c if c.is_control() => {
                write!(out, "\\u{:04X}", u32::from(c)).expect("a String takes all text");
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
