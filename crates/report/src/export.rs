//! What programs read: one JSON document for a record, one CSV line for an interval, a trial or a point.
//!
//! Both are formats of their own with a version or a fixed header, described in docs/reference/json.md and docs/reference/csv.md.

mod csv;
pub(crate) mod field;
mod json;
mod trials;

pub use crate::studies::points_csv;
pub use csv::{interval_line, intervals_csv, intervals_header};
pub use json::{FORMAT, json};
pub use trials::trials_csv;
