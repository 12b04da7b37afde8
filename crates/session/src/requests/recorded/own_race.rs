//! The race of a stored run, whose settings are used again if the user requests no others: its points with their weights
//! and roles, its score, and how much of the error probability its looks left. Takes a stored run; races nothing.

use super::stored_race::stages;
use record::note::RecordedNote;
use record::race::{Criterion, RaceFinding, Score, WeightedLoad};
use record::{Finding, Provenance, Record};

/// The run's own race.
pub(super) struct OwnRace {
    pub(super) loads: Vec<WeightedLoad>,
    pub(super) score: Score,
    pub(super) criterion: Criterion,
    /// The share of the error probability that its last look had.
    pub(super) share: f64,
    /// The note about the reused race.
    pub(super) note: RecordedNote,
}

impl OwnRace {
    /// The race of a run with one race of layouts, or several over the same points by the same score; `None` for other runs.
    pub(super) fn of(name: &str, record: &Record) -> Option<Self> {
        let found = stages(record).filter_map(|stage| match &stage.finding {
            Some(Finding::Race(found)) => Some((stage, found)),
            _ => None,
        });
        let all: Vec<_> = found.collect();
        let (_, first) = all.first()?;
        let alike = |found: &RaceFinding| {
            let by = |found: &RaceFinding| (found.score, found.criterion);
            found.loads == first.loads && by(found) == by(first)
        };
        if !all.iter().all(|(_, found)| alike(found)) {
            return None;
        }
        let shares = all.iter().map(|(stage, found)| match stage.provenance {
            Provenance::Measured => found.share_of_last_look(),
            // All points were taken before the only look.
            Provenance::Recorded | Provenance::Imported => 1.0,
        });
        Some(Self {
            loads: first.loads.clone(),
            score: first.score,
            criterion: first.criterion,
            share: shares.fold(1.0, f64::min),
            note: RecordedNote::ComparedAs {
                run: name.to_owned(),
                by_ratio: first.score == Score::Ratio,
            },
        })
    }
}
