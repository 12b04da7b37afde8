//! Text for a terminal: the answer first, in words that need no manual.
//!
//! Returns lines. Never prints, and does not query the terminal's capabilities.

mod busiest;
mod check;
pub(crate) mod ink;
mod live;
mod proof;
mod run;
mod soak;
pub(crate) mod stages;

pub use busiest::{BusiestOwners, BusyOwner};
pub use ink::symbols_in_ascii;
pub use live::{Live, progress_line, progress_lines};

use crate::language::Language;
use ink::Page;
use record::{Record, RoleFinding};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    pub colour: bool,
    /// Whether symbols of this program beyond ASCII may be used; names keep their letters.
    pub unicode: bool,
    /// Columns; fewer than 40 count as 40.
    pub width: usize,
    pub language: Language,
}

impl Style {
    /// English without colour and without symbols beyond ASCII, in 80 columns: for files and pipes.
    pub const PLAIN: Self =
        Self { colour: false, unicode: false, width: 80, language: Language::En };
}

/// The locations of the full results, for the last lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    pub report: Option<String>,
    /// The run in the store, such as `run 12 in ~/.local/share/plimsoll/results.db`.
    pub store: Option<String>,
}

/// The answer of a `check`, of an integrity test or of a study in at most 40 lines, or the tables of a `run`.
pub fn terminal(record: &Record, style: &Style) -> String {
    terminal_at(record, style, &Places::default())
}

/// The same as [`terminal()`], with the locations of the report and of the stored run.
pub fn terminal_at(record: &Record, style: &Style, places: &Places) -> String {
    if let Some(soak) = &record.soak {
        soak::page(record, soak, style, places).text()
    } else if let Some(proof_record) = &record.proof {
        proof::page(record, proof_record, style, places).text()
    } else if let Some(study) = record.study.as_ref().filter(|_| record.findings.is_empty()) {
        stages::page(record, study, style, places).text()
    } else if record.verdict.is_none() && record.findings.is_empty() {
        run::page(record, style, places).text()
    } else {
        check::page(record, style, places).text()
    }
}

/// The last lines: conditions, locations, and the command that repeats the run.
fn foot(page: &mut Page, record: &Record, places: &Places) {
    use crate::catalogue::terminal as label;
    use crate::words;
    use ink::Paint;
    use workload::EngineUse;
    let language = page.language();
    // The page lists what the engine used.
    let engine = match &record.engine {
        EngineUse::Own(kind, _) => kind.name().to_owned(),
        other => words::engine(language, other),
    };
    // The table of a check has no intervals; those of a job have.
    let is_job = |found: &RoleFinding| found.job_iops.is_some() || found.sessions.is_some();
    let has_intervals = record.findings.is_empty() || record.findings.iter().any(is_job);
    let confidence = words::confidence(language, record).filter(|_| has_intervals);
    let mut conditions = vec![
        engine,
        confidence.unwrap_or_default(),
        label::took(language, &language.duration(record.seconds)),
        language.moment(record.started_unix_s),
    ];
    // A run that was killed early has not stored all conditions.
    conditions.retain(|condition| !condition.is_empty());
    if !record.version.is_empty() {
        conditions.push(format!("plimsoll {}", record.version));
    }
    page.pair(label::measured(language), Paint::Quiet, &conditions.join(", "));
    if let Some(report) = &places.report {
        page.pair(label::report(language), Paint::Plain, report);
    }
    if let Some(store) = &places.store {
        page.pair(label::stored(language), Paint::Plain, store);
    }
    page.raw(label::repeat(language), &record.command);
}
