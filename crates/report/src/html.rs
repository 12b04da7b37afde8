//! The report page: one self-contained file with the verdict first, charts, tables, facts and warnings.
//!
//! Takes a record, gives HTML that opens from disk without a network. All text goes through templates
//! that escape, and nothing in it steers what shows it; nothing of a record is ever part of a script.

mod cards;
mod chart;
mod chart_words;
mod comparison;
mod evidence;
mod library;
mod page;
mod proof;
mod soak;
mod stages;
mod table;

use crate::language::Language;
use base::shown;
use record::Record;

/// The page for a record. Below 2.5 MB for every record: courses are thinned to fit.
pub fn html(record: &Record, language: Language) -> String {
    html_in_site(record, language, &[])
}

/// The page with links before its own, addresses and texts, to the pages of a site that it stands in.
pub fn html_in_site(record: &Record, language: Language, links: &[(String, String)]) -> String {
    shown::escaped(&page::page(language, record, links, library::LIBRARY).into_string())
        .into_owned()
}

/// The page without the charts' library, for tests of its structure; its charts cannot be drawn.
pub fn html_without_library(record: &Record, language: Language) -> String {
    shown::escaped(&page::page(language, record, &[], b"").into_string()).into_owned()
}

/// The statement on two results and the table of their numbers, as a part of a page.
pub use comparison::comparison;
/// The look that all pages share, and the sign of the program.
pub use page::{LOOK, brand};

/// The source of the script that the page carries, for a test of the content security policy.
pub const SCRIPT: &str = include_str!("html/report.js");

/// The content security policy of the page.
pub use library::policy;
