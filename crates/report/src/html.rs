//! The report page: one self-contained file with the verdict first, charts, tables, facts and warnings.
//!
//! Takes a record, gives HTML that opens from disk without a network. All text goes through templates
//! that escape, and nothing in it steers what shows it; nothing of a record is ever part of a script.

mod cards;
mod chart;
mod evidence;
mod library;
mod page;
mod proof;
mod soak;
mod stages;
mod table;

use base::shown;
use record::Record;

/// The page for a record. Below 2.5 MB for every record: courses are thinned to fit.
pub fn html(record: &Record) -> String {
    shown::escaped(&page::page(record, library::LIBRARY).into_string()).into_owned()
}

/// The page without the charts' library, for tests of its structure; its charts cannot be drawn.
pub fn html_without_library(record: &Record) -> String {
    shown::escaped(&page::page(record, b"").into_string()).into_owned()
}

/// The source of the script that the page carries, for a test of the content security policy.
pub const SCRIPT: &str = include_str!("html/report.js");

/// The content security policy of the page.
pub use library::policy;
