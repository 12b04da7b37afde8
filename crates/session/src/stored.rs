//! Finds stored runs by the number or name that the user gives.

mod compared;
pub mod imports;
mod labels;
pub mod listing;
mod merging;
mod removal;
mod run_name;

pub use compared::compared;
pub use labels::{LabelChange, relabel};
pub use merging::{MergedStores, RebuiltRun, merge};
pub use removal::remove;
pub use run_name::{RunNameError, find, load_run, load_runs};

use crate::failure::Failure;
use std::io::Write;
use store::StoreError;

pub const LIST_RUNS_MAX: usize = 1000;

/// Writes interval rows as CSV: the outer error is the store's, the inner one the file's.
pub fn write_intervals(
    file: &mut dyn Write,
    rows: impl Iterator<Item = Result<summary::IntervalRow, StoreError>>,
) -> Result<std::io::Result<()>, Failure> {
    let mut written = file.write_all(report::export::intervals_header().as_bytes());
    for row in rows {
        let row = row?;
        if written.is_err() {
            break;
        }
        written = file.write_all(report::export::interval_line(&row).as_bytes());
    }
    Ok(written)
}
