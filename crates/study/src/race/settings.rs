//! A layout whose whole grid is known: its own settings as candidates, each raced over that grid.
//!
//! Takes the rows of one layout; returns for each setting how few rows the race needs to rank its values, beside the ranking by
//! all rows. Measures nothing: the rows answer.

use super::{Candidate, Race, RaceConfig};
use crate::conduct::{Study, conduct};
use crate::recorded::{RecordedPoints, RecordedRow};
use record::Journal;
use record::race::{
    Answer, Score, Setting, SettingFinding, SettingLevel, SettingValue, WeightedLoad,
};
use workload::PointLoad;

/// Races the values of a setting over all points that they share; `None` if the setting has one value, or its values share no
/// point. Each row is another point.
pub fn rank(
    rows: &[RecordedRow],
    setting: Setting,
    (score, practical): (Score, f64),
    seed: u64,
) -> Option<SettingFinding> {
    let mut levels: Vec<(u64, SettingLevel)> = Vec::new();
    for load in rows.iter().map(RecordedRow::load) {
        let level = (setting.value(&load), setting.level(&load));
        if !levels.contains(&level) {
            levels.push(level);
        }
    }
    levels.sort_by_key(|(value, _)| *value);
    let names: Vec<String> = levels.iter().map(|(value, _)| value.to_string()).collect();
    let levels: Vec<SettingLevel> = levels.into_iter().map(|(_, level)| level).collect();
    let moved: Vec<RecordedRow> = rows.iter().map(|row| candidate_of(row, setting)).collect();
    let record = RecordedPoints::new(moved.iter().cloned());
    let all_have = |load: &PointLoad| names.iter().all(|name| record.mibps(name, load).is_some());
    let first = moved.iter().filter(|row| names.first() == Some(&row.subject));
    let weighted = |load| WeightedLoad { load, weight: 1.0, group: String::new() };
    let loads: Vec<WeightedLoad> =
        first.map(RecordedRow::load).filter(all_have).map(weighted).collect();
    if names.len() < 2 || loads.is_empty() {
        return None;
    }
    let candidates = names.iter().map(|name| Candidate::new(name, &[])).collect();
    let config = RaceConfig {
        practical,
        score,
        // The question is what the record says, not how its points would repeat.
        times: vec![1; loads.len()],
        exact: true,
        ..RaceConfig::new(candidates, loads, seed)
    };
    Some(raced(setting, &levels, config, record))
}

/// The row as a point of a layout that is named after the setting's value.
fn candidate_of(row: &RecordedRow, setting: Setting) -> RecordedRow {
    let PointLoad { read_percent, block, random, depth, threads, .. } = setting.alike(row.load());
    let subject = setting.value(&row.load()).to_string();
    RecordedRow {
        layout: subject.clone(),
        subject,
        read_percent,
        block,
        depth,
        threads,
        random: Some(random),
        ..row.clone()
    }
}

/// Runs a race on rows that hold all of its points.
fn raced(
    setting: Setting,
    levels: &[SettingLevel],
    config: RaceConfig,
    mut record: RecordedPoints,
) -> SettingFinding {
    let truth = |name: &str| {
        let of = config.loads.iter().filter_map(|weighted| record.mibps(name, &weighted.load));
        let count = config.loads.len() as f64;
        match config.score {
            Score::Mean => of.sum::<f64>() / count,
            Score::Ratio => (of.map(f64::ln).sum::<f64>() / count).exp(),
        }
    };
    let means: Vec<f64> = config.candidates.iter().map(|one| truth(&one.name)).collect();
    let points_max = means.len() * config.loads.len();
    let mut race = Race::new(config);
    let ended = conduct(&mut race, &Journal::new(), &mut record, &mut |_| ());
    assert!(
        ended == Ok(true) && race.next_request().is_none(),
        "a record holds every point of its points"
    );
    let found = race.finding();
    let points = |of: Option<usize>| {
        let new = found.points.iter().filter(|point| point.repeat == 0);
        new.filter(|point| of.is_none_or(|one| one == point.candidate)).count()
    };
    let value = |standing: &record::race::CandidateResult| SettingValue {
        level: levels[standing.candidate].clone(),
        mean_mibps: means[standing.candidate],
        points: points(Some(standing.candidate)),
    };
    let place = |of: usize| found.standings.iter().position(|it| it.candidate == of);
    let places = |of: &[usize]| of.iter().filter_map(|&one| place(one)).collect();
    SettingFinding {
        setting,
        values: found.standings.iter().map(value).collect(),
        answer: match &found.answer {
            Answer::Best(one) => place(*one).map_or(Answer::NoneRan, Answer::Best),
            Answer::NoDifference(few) => Answer::NoDifference(places(few)),
            Answer::CannotTell(few) | Answer::NotYet(few) => Answer::CannotTell(places(few)),
            Answer::NoneRan => Answer::NoneRan,
        },
        points: points(None),
        points_max,
    }
}

impl Race {
    /// The settings of a lone layout whose points are all known, if all points have equal weight.
    pub(super) fn settings(&self) -> Vec<SettingFinding> {
        let alike = |weighted: &WeightedLoad| weighted.weight == 1.0 && weighted.group.is_empty();
        let whole = self.over && self.config.fills.len() == 1;
        if self.config.candidates.len() > 1 || !whole || !self.config.loads.iter().all(alike) {
            return Vec::new();
        }
        let row = |point: &record::race::RacedPoint| {
            let load = self.config.loads[point.load].load;
            RecordedRow {
                subject: String::new(),
                layout: String::new(),
                read_percent: load.read_percent,
                block: load.block,
                depth: load.depth,
                threads: load.threads,
                random: Some(load.random),
                sync: load.sync,
                mibps: point.measured.mibps.value,
                measured: None,
            }
        };
        let rows: Vec<RecordedRow> =
            self.points.iter().filter(|point| point.repeat == 0).map(row).collect();
        let how = (self.config.score, self.config.practical);
        let each = |setting: &Setting| rank(&rows, *setting, how, self.config.seed);
        Setting::ALL.iter().filter_map(each).collect()
    }
}
