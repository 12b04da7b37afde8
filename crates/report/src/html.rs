//! The report page: one self-contained file with the verdict first, charts, tables, facts and warnings.
//!
//! Takes a record, gives HTML that opens from disk without a network. All text goes through templates
//! that escape, and nothing in it steers what shows it; nothing of a record is ever part of a script.

mod cards;
mod chart;
mod chart_words;
mod comparison;
mod evidence;
mod heat_map;
mod history;
mod hosts;
mod library;
mod live;
mod page;
mod proof;
mod soak;
mod stages;
mod table;

pub(crate) use cards::mark as verdict_mark;

use crate::language::Language;
use base::shown;
use maud::Markup;
use record::Record;

/// The page for a record. Below 2.5 MB for every record: courses are thinned to fit.
pub fn html(record: &Record, language: Language) -> String {
    html_in_site(record, language, &SiteFrame::default())
}

/// What a site adds to a page that stands in it.
#[derive(Clone, Debug, Default)]
pub struct SiteFrame {
    /// Links before its own: addresses and texts.
    pub links: Vec<(String, String)>,
    /// What is shown below the answer.
    pub below: Option<Markup>,
}

/// The page as it stands in a site.
pub fn html_in_site(record: &Record, language: Language, frame: &SiteFrame) -> String {
    shown::escaped(&page::page(language, record, frame, library::LIBRARY).into_string())
        .into_owned()
}

/// The page without the charts' library, for tests of its structure; its charts cannot be drawn.
pub fn html_without_library(record: &Record, language: Language) -> String {
    shown::escaped(&page::page(language, record, &SiteFrame::default(), b"").into_string())
        .into_owned()
}

/// The statement on two results and the table of their numbers, as a part of a page.
pub use comparison::comparison;
pub(crate) use page::masthead_of;
/// The look that all pages share, and the sign of the program.
pub use page::{LOOK, brand};

/// The source of the script that the page carries, for a test of the content security policy.
pub const SCRIPT: &str = include_str!("html/report.js");

/// The source of the script that the page of a run under way carries beside it.
pub const LIVE_SCRIPT: &str = include_str!("html/live.js");

/// The history of a storage.
pub use history::history_page;
/// The content security policies of the two pages.
pub use library::{live_policy, policy};
/// A run under way.
pub use live::{LIVE_INTERVALS, live_event, live_page};
