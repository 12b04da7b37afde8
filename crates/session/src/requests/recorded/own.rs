//! The race that a stored run held, as which its points are raced anew where nothing else is asked: its points with their weights
//! and roles, its score, and how much of the error its looks left. Takes a stored run; races nothing.

use super::retold::stages;
use record::note::RecordedNote;
use record::race::{Criterion, RaceFinding, Score, WeightedLoad};
use record::{Finding, Provenance, Record};

/// The run's own race.
pub(super) struct Own {
    pub(super) loads: Vec<WeightedLoad>,
    pub(super) score: Score,
    pub(super) criterion: Criterion,
    /// How much of the error its last look had.
    pub(super) share: f64,
    /// What is to be known of it.
    pub(super) note: RecordedNote,
}

impl Own {
    /// Of a run with one race of layouts, or several over the same points by the same score.
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
            // All of it was taken before it was looked at.
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
