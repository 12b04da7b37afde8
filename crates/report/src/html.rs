//! The report page: one self-contained file with the verdict first, charts, tables, facts and warnings.
//!
//! Returns HTML that opens from disk without a network. All text passes through templates that escape it and make control
//! characters visible. Nothing of a record is ever part of a script.

mod cards;
mod chart;
mod comparison;
mod evidence;
mod heat_map;
mod history;
mod live;
mod page;
mod proof;
mod soak;
mod stages;
mod table;

use crate::language::Language;
use base::shown;
use maud::Markup;
use record::Record;

/// The page for a record. It stays below 2.5 MB for every record, because time series are thinned.
pub fn html(record: &Record, language: Language) -> String {
    html_in_site(record, language, &SiteFrame::default())
}

/// What a site adds to a page that is part of it.
#[derive(Clone, Debug, Default)]
pub struct SiteFrame {
    /// Links before the page's own: addresses and texts.
    pub links: Vec<(String, String)>,
    pub below: Option<Markup>,
}

pub fn html_in_site(record: &Record, language: Language, frame: &SiteFrame) -> String {
    shown::escaped(&page::page(language, record, frame, page::LIBRARY).into_string()).into_owned()
}

/// The page without the chart library, for tests of its structure; its charts are not drawn.
pub fn html_without_library(record: &Record, language: Language) -> String {
    shown::escaped(&page::page(language, record, &SiteFrame::default(), b"").into_string())
        .into_owned()
}

/// The statement on two results and the table of their numbers, as part of a page.
pub use comparison::comparison;
/// The common styles of all pages, and the logo of the program.
pub use page::{LOOK, brand};
pub(crate) use page::{generator, head, masthead_of};

/// The source of the page's script, for a test of the content security policy.
pub const SCRIPT: &str = include_str!("html/report.js");

/// The source of the additional script on the page of a run in progress.
pub const LIVE_SCRIPT: &str = include_str!("html/live.js");

pub use history::history_page;
pub use live::{LIVE_INTERVALS, live_event, live_page};
/// The content security policies of the two pages.
pub use page::{live_policy, policy};
