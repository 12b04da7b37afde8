//! Shows the stored answers of a run's races, with the current prices of their layouts: measures nothing, races nothing.
//!
//! Takes a stored run; returns the points and findings of its races. If other settings are requested, the points are raced
//! again instead (see `recorded`).

use super::RecordedLayout;
use crate::failure::Failure;
use crate::requests::StudySetup;
use crate::requests::mistakes::Mistakes;
use crate::shelf::Shelf;
use crate::study::{FindingStudy, Stage, StudyRequest, Work};
use job::plan::RaceRequest;
use record::key::Settings;
use record::note::RecordedNote;
use record::race::{Answer, Criterion, RaceFinding};
use record::{
    Drift, Finding, Measurement, PointRecord, Purpose, Record, RunSubject, StageRecord, StudyKind,
    Until,
};
use std::collections::VecDeque;
use study::race::Candidate;
use study::{Outlook, PointRequest, RecordedPoints, Study};

/// A finished race of the run.
pub(super) type FinishedRace<'a> = (&'a StageRecord, &'a RaceFinding);

/// The races of layouts in a run; `None` if other settings are requested, or if one of the races is unfinished.
pub(super) fn races<'a>(
    request: &RaceRequest,
    record: &'a Record,
) -> Option<Vec<FinishedRace<'a>>> {
    let other_settings = request.profile.is_some()
        || request.grid.is_some()
        || request.practical_percent.is_some()
        || request.ranking.is_some()
        || request.passes.is_some();
    // Another price changes the ranking.
    let priced =
        |found: &RaceFinding| found.criterion == Criterion::Price && !request.layouts.is_empty();
    let races: Option<Vec<FinishedRace<'a>>> = stages(record)
        .map(|stage| match &stage.finding {
            Some(Finding::Race(found))
                if !matches!(found.answer, Answer::NotYet(_)) && !priced(found) =>
            {
                Some((stage, found))
            }
            _ => None,
        })
        .collect();
    races.filter(|races| !races.is_empty() && !other_settings)
}

pub(super) fn stages(record: &Record) -> impl Iterator<Item = &StageRecord> {
    let stages = record.study.iter().flat_map(|study| &study.stages);
    stages.filter(|stage| stage.study.is_of_layouts())
}

/// The price, capacity and redundancy of the layouts of a run.
pub(super) fn known(record: &Record) -> Vec<Candidate> {
    let races = stages(record).filter_map(|stage| match &stage.finding {
        Some(Finding::Race(found)) => Some(found),
        _ => None,
    });
    let one = |standing: &record::race::CandidateResult| Candidate {
        price: standing.price,
        usable: standing.usable,
        may_fail: standing.may_fail,
        ..Candidate::new(&standing.name, &[])
    };
    races.flat_map(|found| &found.standings).map(one).collect()
}

/// The races of a run with their stored answers, and the offers that the user gives now.
pub(super) fn study_request(
    (request, setup): (&RaceRequest, &StudySetup),
    (run, record): (i64, &Record),
    races: Vec<FinishedRace<'_>>,
    offers: &[Candidate],
    mut mistakes: Mistakes,
) -> Result<StudyRequest, Failure> {
    let name = &run.to_string();
    let mut names: Vec<String> = Vec::new();
    for standing in races.iter().flat_map(|(_, found)| &found.standings) {
        if !names.contains(&standing.name) {
            names.push(standing.name.clone());
        }
    }
    let layouts: Vec<RecordedLayout<'_>> =
        names.iter().map(|name| RecordedLayout { subject: name, layout: name }).collect();
    super::unknown(offers, &layouts, &mut mistakes);
    let mut notes = vec![RecordedNote::AnswerOf(name.to_owned())];
    let warnings = record.warnings.iter().map(|warning| Box::new(warning.detail.clone()));
    notes.extend(warnings.map(|detail| RecordedNote::WarningOf { run: name.to_owned(), detail }));
    let points = || races.iter().flat_map(|(stage, _)| &stage.points);
    let without_order = points().filter(|point| point.order().is_none()).count();
    notes.extend(super::points::order_unknown(without_order, points().count()));
    let one = races.len() == 1;
    let stages = races.into_iter().enumerate().map(|(number, (stage, found))| {
        let stored_race = StoredRace::of(stage, found, offers);
        let points: Vec<PointRecord> = stored_race.rest.iter().cloned().collect();
        // The notes are about all stages; only the first one has them.
        let notes = if number == 0 { notes.clone() } else { Vec::new() };
        let part = (!one).then(|| stage.name.clone());
        Stage {
            name: Stage::name_of(StudyKind::Compare.name(), part.as_deref()),
            part,
            study: match stage.study {
                StudyKind::Segment => StudyKind::Segment,
                _ => StudyKind::Compare,
            },
            command: super::command(request, setup, name),
            settings: Settings::replayed(name, &stored_race.finding.standings, &points),
            shelf: Shelf::of_record(&RunSubject::target_of_run(run), notes),
            building: None,
            work: Work::Recorded(
                Box::new(move |_, _: &[_]| Box::new(stored_race.clone())),
                RecordedPoints::of_points(&points),
            ),
        }
    });
    let stages = stages.collect();
    super::study_of_stages(setup, &names, stages, mistakes)
}

/// A finished race that is shown again.
#[derive(Clone)]
struct StoredRace {
    /// The points that are not yet returned.
    rest: VecDeque<PointRecord>,
    finding: RaceFinding,
    drift: Option<Drift>,
}

impl StoredRace {
    fn of(stage: &StageRecord, found: &RaceFinding, offers: &[Candidate]) -> Self {
        let mut finding = found.clone();
        for standing in &mut finding.standings {
            for offer in offers {
                if offer.name == standing.name {
                    *standing = standing.clone().offered(offer.price, offer.usable, offer.may_fail);
                }
            }
        }
        // The results of the reference point are in the drift.
        let rest = stage.points.iter().filter(|one| one.purpose.counts()).cloned().collect();
        Self { rest, finding, drift: stage.drift.clone() }
    }
}

impl Study for StoredRace {
    fn next_request(&mut self) -> Option<PointRequest> {
        let one = self.rest.front()?;
        let purpose = match one.purpose {
            same @ (Purpose::Race | Purpose::RecordedWithoutOrder) => same,
            _ => Purpose::Recorded,
        };
        let until = Until { half_width: 0.0, time_min_ns: 0, time_max_ns: 0, warm_up_ns: 0 };
        Some(PointRequest { point: one.point.clone(), until, purpose })
    }

    fn take(&mut self, _: &PointRequest, _: &Measurement) {
        self.rest.pop_front();
    }

    fn outlook(&self) -> Outlook {
        Outlook { points_likely: self.rest.len(), points_max: self.rest.len(), longest_ns: 0 }
    }
}

impl FindingStudy for StoredRace {
    fn finding(&self) -> Finding {
        Finding::Race(self.finding.clone())
    }

    fn drift(&self) -> Option<Drift> {
        self.drift.clone()
    }
}
