//! A layout of which the whole grid is known: its own settings as candidates, each raced over that grid.
//!
//! Takes the rows of one layout, gives of each setting how few of them the race needed to rank its values, beside what all
//! of them say. Measures nothing: the rows answer.

use super::{Answer, Candidate, Point, Race, RaceConfig, Score};
use crate::conduct::{Journal, Study, conduct};
use crate::recorded::{Recorded, RecordedRow};
use base::Bytes;
use workload::Load;

/// What a load can be set to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// The size of each operation.
    Block,
    /// Outstanding operations of each thread.
    Depth,
    /// Threads.
    Threads,
    /// Reads, writes, mixes.
    Direction,
    /// Random or sequential.
    Order,
}

/// What a setting's values are worth: what the race said of them, and what the whole grid says.
#[derive(Clone, Debug, PartialEq)]
pub struct SettingFinding {
    /// Which setting.
    pub setting: Setting,
    /// Its values, in the order of the race: best first.
    pub values: Vec<SettingValue>,
    /// Which is best by the race; values are named by their place in `values`.
    pub answer: Answer,
    /// Different cells that the race asked for.
    pub cells: usize,
    /// Cells that it could have asked for: those of all points that all values have.
    pub cells_max: usize,
}

/// One value of a setting.
#[derive(Clone, Debug, PartialEq)]
pub struct SettingValue {
    /// For people: `64 KiB`, `4`, `writes`.
    pub label: String,
    /// Its mean over all of its cells, by the score: in MiB/s.
    pub mean_mibps: f64,
    /// Different cells of it that the race asked for.
    pub cells: usize,
}

impl Setting {
    /// All of them, in the order in which they are told.
    pub const ALL: [Self; 5] =
        [Self::Block, Self::Depth, Self::Threads, Self::Direction, Self::Order];

    /// A load's value of this setting, as a number that sorts as people list them.
    fn value(self, load: &Load) -> u64 {
        match self {
            Self::Block => load.block.0,
            Self::Depth => u64::from(load.depth),
            Self::Threads => u64::from(load.threads),
            // Reads come before writes. A share of reads is at most 100.
            Self::Direction => (1e6 * (100.0 - load.read_percent)) as u64,
            Self::Order => u64::from(load.random),
        }
    }

    fn label(self, load: &Load) -> String {
        match self {
            Self::Block => load.block.to_string(),
            Self::Depth => load.depth.to_string(),
            Self::Threads => load.threads.to_string(),
            Self::Direction if load.read_percent >= 100.0 => "reads".to_owned(),
            Self::Direction if load.read_percent <= 0.0 => "writes".to_owned(),
            Self::Direction => format!("{} % reads", load.read_percent),
            Self::Order if load.random => "random".to_owned(),
            Self::Order => "sequential".to_owned(),
        }
    }

    /// The load with this setting the same for all, so that its values stand at the same points.
    fn alike(self, load: Load) -> Load {
        let usual = Load::SEQUENTIAL_READ;
        match self {
            Self::Block => Load { block: Bytes(usual.block.0), ..load },
            Self::Depth => Load { depth: usual.depth, ..load },
            Self::Threads => Load { threads: usual.threads, ..load },
            Self::Direction => Load { read_percent: usual.read_percent, ..load },
            Self::Order => Load { random: usual.random, ..load },
        }
    }
}

impl SettingFinding {
    /// Whether the race has the values in the order of the whole grid, but for those that differ by less than what counts.
    pub fn in_order(&self, practical: f64) -> bool {
        let mean = |at: usize| self.values[at].mean_mibps;
        let before = |at: usize| (0..at).all(|first| mean(at) < mean(first) * (1.0 + practical));
        (0..self.values.len()).all(before)
    }

    /// The value that is best on the whole grid, by its place in `values`.
    pub fn best_of_all(&self) -> usize {
        let mean = |at: &usize| self.values[*at].mean_mibps;
        let best = (0..self.values.len()).max_by(|a, b| mean(a).total_cmp(&mean(b)));
        best.unwrap_or_default()
    }
}

/// Races the values of a setting over all points that all of them have; none of a setting that has one value, or whose
/// values have no point in common. Each row is another cell.
pub fn rank(
    rows: &[RecordedRow],
    setting: Setting,
    (score, practical): (Score, f64),
    seed: u64,
) -> Option<SettingFinding> {
    let mut values: Vec<(u64, String)> = Vec::new();
    for load in rows.iter().map(RecordedRow::load) {
        let value = (setting.value(&load), setting.label(&load));
        if !values.contains(&value) {
            values.push(value);
        }
    }
    values.sort();
    let names: Vec<&str> = values.iter().map(|(_, label)| label.as_str()).collect();
    let moved: Vec<RecordedRow> = rows.iter().map(|row| candidate_of(row, setting)).collect();
    let record = Recorded::new(moved.iter().cloned());
    let all_have = |load: &Load| names.iter().all(|name| record.mibps(name, load).is_some());
    let first = moved.iter().filter(|row| names.first() == Some(&row.subject.as_str()));
    let point = |load| Point { load, weight: 1.0, group: String::new() };
    let points: Vec<Point> = first.map(RecordedRow::load).filter(all_have).map(point).collect();
    if names.len() < 2 || points.is_empty() {
        return None;
    }
    let candidates = names.iter().map(|name| Candidate::new(name, &[])).collect();
    let config = RaceConfig {
        practical,
        score,
        // It is asked what the record says, not how its cells would come out again.
        times: vec![1; points.len()],
        exact: true,
        ..RaceConfig::new(candidates, points, seed)
    };
    Some(raced(setting, config, record))
}

/// The row as a cell of the layout that is called like its value.
fn candidate_of(row: &RecordedRow, setting: Setting) -> RecordedRow {
    let Load { read_percent, block, random, depth, threads, .. } = setting.alike(row.load());
    let subject = setting.label(&row.load());
    RecordedRow {
        subject,
        read_percent,
        block,
        depth,
        threads,
        random: Some(random),
        ..row.clone()
    }
}

/// Lets a race run on rows that hold all of its cells.
fn raced(setting: Setting, config: RaceConfig, mut record: Recorded) -> SettingFinding {
    let truth = |name: &str| {
        let of = config.points.iter().filter_map(|point| record.mibps(name, &point.load));
        let count = config.points.len() as f64;
        match config.score {
            Score::Mean => of.sum::<f64>() / count,
            Score::Ratio => (of.map(f64::ln).sum::<f64>() / count).exp(),
        }
    };
    let means: Vec<f64> = config.candidates.iter().map(|one| truth(&one.name)).collect();
    let cells_max = means.len() * config.points.len();
    let mut race = Race::new(config);
    let ended = conduct(&mut race, &Journal::new(), &mut record, &mut |_| ());
    assert!(ended == Ok(true) && race.ask().is_none(), "a record holds every cell of its points");
    let found = race.finding();
    let cells = |of: Option<usize>| {
        let new = found.cells.iter().filter(|cell| cell.repeat == 0);
        new.filter(|cell| of.is_none_or(|one| one == cell.candidate)).count()
    };
    let value = |standing: &super::Standing| SettingValue {
        label: standing.name.clone(),
        mean_mibps: means[standing.candidate],
        cells: cells(Some(standing.candidate)),
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
        cells: cells(None),
        cells_max,
    }
}

impl Race {
    /// The settings of a layout that is alone and all of whose cells are known, each value of them over all points alike.
    pub(super) fn settings(&self) -> Vec<SettingFinding> {
        let alike = |point: &Point| point.weight == 1.0 && point.group.is_empty();
        let whole = self.over && self.config.fills.len() == 1;
        if self.config.candidates.len() > 1 || !whole || !self.config.points.iter().all(alike) {
            return Vec::new();
        }
        let row = |cell: &super::RacedCell| {
            let load = self.config.points[cell.point].load;
            RecordedRow {
                subject: String::new(),
                read_percent: load.read_percent,
                block: load.block,
                depth: load.depth,
                threads: load.threads,
                random: Some(load.random),
                sync: load.sync,
                mibps: cell.measured.mibps.value,
                seen: None,
            }
        };
        let rows: Vec<RecordedRow> =
            self.cells.iter().filter(|cell| cell.repeat == 0).map(row).collect();
        let how = (self.config.score, self.config.practical);
        let each = |setting: &Setting| rank(&rows, *setting, how, self.config.seed);
        Setting::ALL.iter().filter_map(each).collect()
    }
}
