//! Imported points: how many of which layouts, and a table of means for each layout.

use super::{StageText, race};
use crate::catalogue::study as text;
use crate::language::Language;
use crate::words::figure::names;
use record::StageRecord;

/// The maximum number of layouts in the headline.
const NAMED_MAX: usize = 6;

pub(super) fn stage_text(language: Language, stage: &StageRecord) -> StageText {
    let mut layouts: Vec<&str> = Vec::new();
    for one in &stage.points {
        if !layouts.contains(&one.point.subject.as_str()) {
            layouts.push(&one.point.subject);
        }
    }
    let points = |name: &str| {
        let own = stage.points.iter().filter(|one| one.point.subject == name);
        own.map(|one| ((one.point.load, one.order()), one.measured.mibps.value)).collect::<Vec<_>>()
    };
    StageText {
        headline: text::imported(
            language,
            stage.points.len() as u64,
            &names(language, &layouts, NAMED_MAX),
        ),
        notes: vec![text::imported_next(language).to_owned()],
        warnings: Vec::new(),
        tables: layouts.iter().map(|name| race::means_of(language, name, &points(name))).collect(),
    }
}
