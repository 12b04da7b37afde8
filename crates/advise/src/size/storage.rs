//! Which storages the runs measured: cells and load lines gathered by machine, place and name, so that two that are called
//! alike are never taken for one.
//!
//! Takes stored runs, newest first; gives one [`MeasuredStorage`] for each name that a need can be held against, and what was left
//! out because something newer has its name. Pure; judges nothing.

use super::asked::{LayoutOffer, Shop};
use super::lines::{Line, lines};
use super::raid;
use base::Bytes;
use record::ladder::LadderFinding;
use record::{CellRecord, Finding, Provenance, Purpose, Record, StageRecord};
use std::cmp::Reverse;
use workload::RaidLevel;

/// Something that was measured.
#[derive(Clone, Debug, PartialEq)]
pub struct MeasuredStorage<'a> {
    /// The layout's name; that of the place where it has none.
    pub name: String,
    /// The machine; empty: not told, or simulated.
    pub host: String,
    /// Where it is, as it was written; empty: not told.
    pub places: Vec<String>,
    /// What its files or devices are, as the run that measured them says; empty: not told.
    pub kinds: Vec<String>,
    /// How data lie and on how many disks, as the place itself tells; none: it does not.
    pub told: (Option<RaidLevel>, Option<u32>),
    /// What all of it costs, as it was told when it was raced.
    pub price: Option<f64>,
    /// What can be stored on it.
    pub usable: Option<Bytes>,
    /// How many disks may fail.
    pub may_fail: Option<u32>,
    /// Its cells with their runs, newest run first.
    pub cells: Vec<(usize, &'a CellRecord)>,
    /// Its load lines, newest run first.
    pub lines: Vec<Line<'a>>,
    /// What was measured of it and left out, because it did not last; in words.
    pub fleeting: Vec<String>,
}

/// A storage that has the name of a newer one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OlderStorage {
    /// The name.
    pub name: String,
    /// Where it is, the machine with it where that differs.
    pub place: String,
    /// The runs that measured it, by their place in the list.
    pub runs: Vec<usize>,
}

impl MeasuredStorage<'_> {
    /// The runs that measured it, newest first.
    pub fn runs(&self) -> Vec<usize> {
        let of_lines = self.lines.iter().map(|line| line.run);
        let mut runs: Vec<usize> = self.cells.iter().map(|(run, _)| *run).chain(of_lines).collect();
        runs.sort_unstable();
        runs.dedup();
        runs
    }

    fn newest(&self) -> usize {
        self.runs().first().copied().unwrap_or(usize::MAX)
    }

    /// Whether nothing but a record tells of it: then there is no place that a command could measure.
    pub fn recorded(&self) -> bool {
        self.kinds.iter().any(|kind| kind == RECORD)
    }

    /// Where it is, for people.
    pub fn place(&self) -> String {
        let place = self.places.join(", ");
        if self.host.is_empty() { place } else { format!("{place} on {}", self.host) }
    }

    /// What is known of its making: as it was told in the file, else as the place tells, else by its name. With what makes
    /// that doubtful.
    pub fn made(&self, shop: &Shop) -> (LayoutOffer, Option<String>) {
        let here = |made: &&LayoutOffer| match &made.at {
            Some(at) => self.places.len() == 1 && self.places[0] == place_of(at),
            None => made.name == self.name,
        };
        let all: Vec<&LayoutOffer> = shop.made.iter().filter(here).collect();
        let fits = |made: &&&LayoutOffer| {
            let same = |told: Option<u32>| made.disks.zip(told).is_none_or(|(a, b)| a == b);
            same(self.told.1)
        };
        let fitting: Vec<&LayoutOffer> = all.iter().filter(fits).copied().collect();
        let own = LayoutOffer {
            name: self.name.clone(),
            at: None,
            level: self.told.0.or_else(|| raid::level_of(&self.name)),
            disks: self.told.1,
            price: self.price,
        };
        match (&fitting[..], self.told.1) {
            ([one], _) => {
                let made = LayoutOffer {
                    name: self.name.clone(),
                    at: None,
                    level: one.level.or(own.level),
                    disks: one.disks.or(own.disks),
                    price: one.price.or(own.price),
                };
                (made, None)
            }
            ([], Some(disks)) if !all.is_empty() => {
                let why = format!("the file names no {} of {disks} disks", self.name);
                (own, Some(why))
            }
            ([], _) => (own, None),
            (several, _) => {
                let disks: Vec<String> = several
                    .iter()
                    .map(|made| made.disks.map_or("?".to_owned(), |disks| disks.to_string()))
                    .collect();
                let why = format!(
                    "the file names {} with {} disks: say with at=PLACE which one was measured",
                    self.name,
                    disks.join(" and with ")
                );
                (own, Some(why))
            }
        }
    }
}

/// All storages, each name once (the newest), and what was left out for that.
pub fn storages<'a>(
    records: &'a [(String, Record)],
    shop: &Shop,
) -> (Vec<MeasuredStorage<'a>>, Vec<OlderStorage>) {
    let mut all: Vec<MeasuredStorage<'a>> = Vec::new();
    for (run, (_, record)) in records.iter().enumerate() {
        for stage in record.study.iter().flat_map(|study| &study.stages) {
            raced(&mut all, run, record, stage);
        }
    }
    // Lines and ladders know a place only: they belong to the layout that stood there, if one did.
    for (run, (_, record)) in records.iter().enumerate() {
        for stage in record.study.iter().flat_map(|study| &study.stages) {
            if let Some(Finding::Ladder(found)) = &stage.finding {
                let places = of_stage(record, stage);
                let own = at(&mut all, records, run, places, shop);
                let lasts = |cell: &&CellRecord| {
                    let again = cell.purpose == Purpose::Again;
                    again || !found.fleeting().contains(&cell.cell.load.depth)
                };
                own.cells.extend(measured(stage).filter(lasts).map(|cell| (run, cell)));
                own.fleeting.extend(fleeting(found, &records[run].0));
            }
        }
        for line in lines(run, record) {
            let places = vec![match line.stage {
                Some(stage) => of_stage(record, stage).into_iter().next(),
                None => Some((place_of(&record.target), String::new())),
            }];
            let places = places.into_iter().flatten().collect();
            at(&mut all, records, run, places, shop).lines.push(line);
        }
    }
    for storage in &mut all {
        storage.cells.sort_by_key(|(run, _)| *run);
        storage.lines.sort_by_key(|line| line.run);
    }
    newest(all)
}

/// The newest one of each name. A place without a layout's name is told from that of another machine by the machine.
fn newest(mut all: Vec<MeasuredStorage<'_>>) -> (Vec<MeasuredStorage<'_>>, Vec<OlderStorage>) {
    all.sort_by_key(MeasuredStorage::newest);
    let (mut kept, mut left): (Vec<MeasuredStorage<'_>>, Vec<OlderStorage>) =
        (Vec::new(), Vec::new());
    for mut storage in all {
        let known = |name: &str| kept.iter().any(|other| other.name == name);
        let only_a_place = storage.places == [storage.name.clone()];
        if known(&storage.name) && only_a_place && !storage.host.is_empty() {
            storage.name = storage.place();
        }
        if known(&storage.name) {
            let (name, place) = (storage.name.clone(), storage.place());
            left.push(OlderStorage { name, place, runs: storage.runs() });
        } else {
            kept.push(storage);
        }
    }
    (kept, left)
}

/// Takes the cells of a stage, by their subjects.
fn raced<'a>(
    all: &mut Vec<MeasuredStorage<'a>>,
    run: usize,
    record: &'a Record,
    stage: &'a StageRecord,
) {
    if matches!(stage.finding, Some(Finding::Ladder(_))) {
        return;
    }
    for cell in measured(stage).filter(|cell| !bare(&cell.cell.subject)) {
        let (name, targets) = (&cell.cell.subject, &cell.cell.targets);
        let found: Vec<(String, String)> =
            targets.iter().filter_map(|target| place(record, stage, target)).collect();
        let known = found.len() == targets.len() && !found.is_empty();
        let found = if known { found } else { vec![(record.target.clone(), String::new())] };
        let (places, kinds): (Vec<String>, Vec<String>) = found.into_iter().unzip();
        let kinds = match stage.provenance {
            Provenance::Measured => kinds,
            Provenance::Recorded | Provenance::Imported => vec![RECORD.to_owned()],
        };
        let host = host(record, &places);
        let same = |storage: &&mut MeasuredStorage<'_>| {
            storage.name == *name && storage.host == host && storage.places == places
        };
        let standing = match &stage.finding {
            Some(Finding::Race(race)) => race.standings.iter().find(|one| one.name == *name),
            _ => None,
        };
        let own = match all.iter_mut().find(same) {
            Some(own) => own,
            None => {
                all.push(fresh(name.clone(), host, places, kinds));
                all.last_mut().expect("one was pushed")
            }
        };
        own.cells.push((run, cell));
        if let Some(standing) = standing {
            own.price = own.price.or(standing.price);
            own.usable = own.usable.or(standing.usable);
            own.may_fail = own.may_fail.or(standing.may_fail);
        }
    }
}

/// What a storage is of which there are recorded cells, and no place.
const RECORD: &str = "a record";
/// What would tell more of one.
pub const RECORD_TELLS: &str =
    "its cells are from a record: a ramp or a race where that storage stands would tell";

fn fresh<'a>(
    name: String,
    host: String,
    places: Vec<String>,
    kinds: Vec<String>,
) -> MeasuredStorage<'a> {
    let told = match &places[..] {
        [one] => simulated(one),
        _ => (None, None),
    };
    let (price, usable, may_fail) = (None, None, None);
    let (cells, lines, fleeting) = (Vec::new(), Vec::new(), Vec::new());
    MeasuredStorage {
        name,
        host,
        places,
        kinds,
        told,
        price,
        usable,
        may_fail,
        cells,
        lines,
        fleeting,
    }
}

/// The storage at these places: the layout that stood there nearest to that time, else one that has the name of its place
/// or the one that the file gives it.
fn at<'a, 'b>(
    all: &'b mut Vec<MeasuredStorage<'a>>,
    records: &[(String, Record)],
    run: usize,
    found: Vec<(String, String)>,
    shop: &Shop,
) -> &'b mut MeasuredStorage<'a> {
    let record = &records[run].1;
    let (places, kinds): (Vec<String>, Vec<String>) = found.into_iter().unzip();
    let host = host(record, &places);
    let far = |storage: &MeasuredStorage<'_>| {
        let when = |run: usize| records[run].1.started_unix_s;
        let each = storage.runs().into_iter().map(|other| when(other).abs_diff(when(run)));
        (each.min().unwrap_or(u64::MAX), storage.newest())
    };
    let here = all.iter().enumerate();
    let here = here.filter(|(_, storage)| storage.host == host && storage.places == places);
    let nearest = here.min_by_key(|(_, storage)| far(storage)).map(|(number, _)| number);
    let number = nearest.unwrap_or_else(|| {
        let place = places.join(", ");
        let told =
            shop.made.iter().find(|made| made.at.as_deref().map(place_of) == Some(place.clone()));
        let name = told.map_or(place, |made| made.name.clone());
        all.push(fresh(name, host, places, kinds.clone()));
        all.len() - 1
    });
    let own = &mut all[number];
    if own.told == (None, None) {
        own.told = inventory(record);
    }
    if own.kinds.iter().all(String::is_empty) && !kinds.is_empty() {
        own.kinds = kinds;
    }
    own
}

/// What a ladder gave at first and is left out.
fn fleeting(found: &LadderFinding, run: &str) -> Option<String> {
    let depths: Vec<String> = found.fleeting().iter().map(ToString::to_string).collect();
    (!depths.is_empty()).then(|| {
        format!(
            "it went slower while its ladder was measured in {run}: what depth{} {} gave did not last and is left out",
            if depths.len() > 1 { "s" } else { "" },
            depths.join(", ")
        )
    })
}

/// Cells that say something of a storage; reference cells only say what the machine did.
fn measured(stage: &StageRecord) -> impl Iterator<Item = &CellRecord> {
    stage.cells.iter().filter(|cell| cell.purpose.counts())
}

/// Whether cells of this subject are of disks without a layout.
pub(super) fn bare(subject: &str) -> bool {
    matches!(subject, "disk" | "disks")
}

/// A place and what it is, as the record tells of a target of a stage.
fn place(record: &Record, stage: &StageRecord, target: &str) -> Option<(String, String)> {
    let title = format!("Places of {}", stage.name);
    let groups =
        record.facts.iter().filter(|group| group.title == title || group.title == "Places");
    let rows = groups.flat_map(|group| &group.rows);
    let found = rows.filter(|(name, ..)| name == target).find(|(.., word)| !word.is_empty());
    found.map(|(_, what, word)| (place_of(word), what.clone()))
}

/// The places of a stage that has one; what was tested where the record does not tell them.
fn of_stage(record: &Record, stage: &StageRecord) -> Vec<(String, String)> {
    let found = place(record, stage, "target");
    vec![found.unwrap_or_else(|| (place_of(&record.target), String::new()))]
}

/// A place without what does not tell it from another.
fn place_of(text: &str) -> String {
    match text.trim_end_matches('/') {
        "" => text.to_owned(),
        short => short.to_owned(),
    }
}

/// The machine that was measured; what is simulated is the same on all of them.
fn host(record: &Record, places: &[String]) -> String {
    if places.iter().any(|place| place.starts_with("sim:")) {
        return String::new();
    }
    fact(record, "System", "host").unwrap_or_default()
}

fn fact(record: &Record, title: &str, name: &str) -> Option<String> {
    let rows = record.facts.iter().filter(|group| group.title == title);
    let mut rows = rows.flat_map(|group| &group.rows);
    rows.find(|(row, ..)| row == name).map(|(_, value, _)| value.clone())
}

/// What a simulated storage is made of: `sim:hdd?disks=8&layout=raid10`.
fn simulated(place: &str) -> (Option<RaidLevel>, Option<u32>) {
    let Some((_, words)) = place.strip_prefix("sim:").and_then(|rest| rest.split_once('?')) else {
        return (None, None);
    };
    let of = |key: &str| {
        let mut pairs = words.split('&').filter_map(|pair| pair.split_once('='));
        pairs.find(|(name, _)| *name == key).map(|(_, value)| value)
    };
    let disks = of("disks").and_then(|text| text.parse().ok());
    let level = match of("layout") {
        Some(name) => RaidLevel::ALL.into_iter().find(|level| level.name() == name),
        // Several are striped.
        None => disks.filter(|disks| *disks > 1).map(|_| RaidLevel::Raid0),
    };
    (level, disks)
}

/// What an array is made of, where the record looked at one target: its row `layout`, such as `raid10 over 14`.
fn inventory(record: &Record) -> (Option<RaidLevel>, Option<u32>) {
    let rows = record.facts.iter().flat_map(|group| &group.rows);
    let arrays = rows.filter(|(name, ..)| name == "layout").map(|(_, value, _)| value);
    let mut found = arrays.filter_map(|text| {
        let (level, disks) = text.split_once(" over ")?;
        Some((raid::level_of(level)?, disks.trim().parse().ok()?))
    });
    found.next().map_or((None, None), |(level, disks)| (Some(level), Some(disks)))
}

/// The names of runs, newest first, as people write them.
pub fn named(runs: &[usize], records: &[(String, Record)]) -> String {
    let mut all: Vec<&(String, Record)> = runs.iter().filter_map(|run| records.get(*run)).collect();
    all.sort_by_key(|(_, record)| Reverse(record.started_unix_s));
    all.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ")
}
