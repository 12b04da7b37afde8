//! Output for programs: one JSON document for a record, one CSV line for an interval, a trial or a point.
//!
//! The JSON has a version and the CSV a fixed header; docs/reference/json.md and docs/reference/csv.md describe them.

pub(crate) mod csv;
mod json;
mod trials;

pub use crate::studies::points_csv;
pub use csv::{interval_line, intervals_csv, intervals_header};
pub use json::inventory_json;
pub use json::{FORMAT, json};
pub use trials::{trial_columns, trials_csv};
