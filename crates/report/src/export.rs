//! What programs read: one JSON document for a record, one CSV line for an interval.
//!
//! Both are formats of their own with a version or a fixed header, described in docs/json.md and docs/csv.md.

mod csv;
mod json;

pub use crate::studies::cells_csv;
pub use csv::{interval_line, intervals_csv, intervals_header};
pub use json::{FORMAT, json};
