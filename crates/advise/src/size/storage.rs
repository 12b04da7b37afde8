//! Which storages the runs measured: points and load lines gathered by machine, place and name, so that two storages of the same
//! name are never taken for one.
//!
//! Takes stored runs, newest first; returns one [`MeasuredStorage`] for each name that a requirement can be compared with, and
//! what was left out because something newer has its name. Pure; judges nothing.

use super::evidence::RunPoint;
use super::lines::{LoadLine, lines};
use super::raid;
use super::reason::Caveat;
use super::shop::{LayoutOffer, Shop};
use super::targets::{
    KnownLayout, TargetKind, array_layout, host, of_stage, place, place_of, simulated_layout,
};
use base::Bytes;
use record::depth_sweep::DepthSweepFinding;
use record::{Finding, PointRecord, Provenance, Purpose, Record, StageRecord, StudyKind};
use std::cmp::Reverse;
use workload::RoleKind;

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct MeasuredStorage<'a> {
    /// The layout's name, or that of the place without one.
    pub(super) name: String,
    /// The machine; empty: unknown, or simulated.
    pub(super) host: String,
    /// Where it is, as it was written; empty: unknown.
    pub(super) places: Vec<String>,
    /// What it is, by the run that measured it.
    pub(super) kind: TargetKind,
    pub(super) known_layout: KnownLayout,
    pub(super) usable: Option<Bytes>,
    pub(super) may_fail: Option<u32>,
    /// Its points, newest run first.
    pub(super) points: Vec<RunPoint<'a>>,
    /// Its load lines, newest run first.
    pub(super) lines: Vec<LoadLine<'a>>,
    /// The roles of its checks that commit, newest run first.
    pub(super) commits: Vec<CommitRole>,
    /// Measurements of it that are left out because they did not last.
    pub(super) fleeting: Vec<Caveat>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CommitRole {
    /// By its index in the list.
    pub(super) run: usize,
    pub(super) role: String,
    /// The name of the profile; `None`: it is not known.
    pub(super) profile: Option<String>,
}

impl Default for CommitRole {
    /// The role of the usual profile.
    fn default() -> Self {
        Self { run: usize::MAX, role: "log".to_owned(), profile: None }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OlderStorage {
    pub(super) name: String,
    /// Where it is, with the machine if that differs.
    pub(super) place: String,
    /// The runs that measured it, by their index in the list.
    pub(super) runs: Vec<usize>,
}

impl MeasuredStorage<'_> {
    /// The runs that measured it, newest first.
    pub(super) fn runs(&self) -> Vec<usize> {
        let of_lines = self.lines.iter().map(|line| line.run);
        let mut runs: Vec<usize> =
            self.points.iter().map(|point| point.run).chain(of_lines).collect();
        runs.sort_unstable();
        runs.dedup();
        runs
    }

    fn newest(&self) -> usize {
        self.runs().first().copied().unwrap_or(usize::MAX)
    }

    /// Whether it is known from a record only: then there is no place that a command could measure.
    pub(super) fn recorded(&self) -> bool {
        self.kind == TargetKind::Record
    }

    pub(super) fn place(&self) -> String {
        let place = self.places.join(", ");
        if self.host.is_empty() { place } else { format!("{place} on {}", self.host) }
    }

    /// Its construction: by the file of disks, else by the place, else by its name. With a caveat if that is doubtful.
    pub(super) fn layout(&self, shop: &Shop) -> (LayoutOffer, Option<Caveat>) {
        let is_here = |offer: &&LayoutOffer| match &offer.at {
            Some(at) => self.places.len() == 1 && self.places[0] == place_of(at),
            None => offer.name == self.name,
        };
        let offers: Vec<&LayoutOffer> = shop.layouts.iter().filter(is_here).collect();
        let has_its_disks = |offer: &&&LayoutOffer| {
            offer.disks.zip(self.known_layout.disks).is_none_or(|(offered, known)| offered == known)
        };
        let fitting: Vec<&LayoutOffer> = offers.iter().filter(has_its_disks).copied().collect();
        let own = LayoutOffer {
            level: self.known_layout.level.or_else(|| raid::level_of(&self.name)),
            disks: self.known_layout.disks,
            usable: self.usable,
            ..LayoutOffer::named(&self.name)
        };
        match &fitting[..] {
            [offer] => {
                let layout = LayoutOffer {
                    level: offer.level.or(own.level),
                    disks: offer.disks.or(own.disks),
                    price: offer.price.or(own.price),
                    usable: offer.usable.or(own.usable),
                    iops: offer.iops,
                    ..own
                };
                (layout, None)
            }
            _ if offers.is_empty() => (own, None),
            _ => {
                let disks = offers.iter().map(|offer| offer.disks).collect();
                (own, Some(Caveat::OtherLayouts { name: self.name.clone(), disks }))
            }
        }
    }
}

/// All storages, each name once (the newest), and those left out because of it.
pub(super) fn storages<'a>(
    records: &'a [(String, Record)],
    shop: &Shop,
) -> (Vec<MeasuredStorage<'a>>, Vec<OlderStorage>) {
    let mut all: Vec<MeasuredStorage<'a>> = Vec::new();
    for (run, (_, record)) in records.iter().enumerate() {
        let stages = record.study.iter().flat_map(|study| &study.stages);
        // A comparison of recorded points measured nothing: these points count where they were measured or imported.
        for stage in stages.filter(|stage| stage.provenance != Provenance::Recorded) {
            add_points(&mut all, run, record, stage);
        }
    }
    // Lines and queue-depth sweeps know only a place: they belong to the layout that was there, if any.
    for (run, (_, record)) in records.iter().enumerate() {
        for stage in record.study.iter().flat_map(|study| &study.stages) {
            if let Some(Finding::DepthSweep(found)) = &stage.finding {
                let own = storage_at(&mut all, records, run, of_stage(record, stage), shop);
                let lasts = |point: &&PointRecord| {
                    let again = point.purpose == Purpose::Again;
                    again || !found.fleeting().contains(&point.point.load.depth)
                };
                own.points
                    .extend(measured(stage).filter(lasts).map(|point| RunPoint { run, point }));
                own.fleeting.extend(depths_left_out(found, &records[run].0));
            }
        }
        for line in lines(run, record) {
            let place = match line.stage {
                Some(stage) => of_stage(record, stage),
                None => (place_of(&record.target), TargetKind::Other),
            };
            storage_at(&mut all, records, run, place, shop).lines.push(line);
        }
    }
    for (run, (_, record)) in records.iter().enumerate() {
        add_commit_roles(&mut all, run, record);
    }
    for storage in &mut all {
        storage.points.sort_by_key(|point| point.run);
        storage.lines.sort_by_key(|line| line.run);
    }
    keep_newest(all)
}

/// The newest one of each name. Places without a layout's name are distinguished by the machine.
fn keep_newest(mut all: Vec<MeasuredStorage<'_>>) -> (Vec<MeasuredStorage<'_>>, Vec<OlderStorage>) {
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

/// Adds the points of a stage, by their subjects.
fn add_points<'a>(
    all: &mut Vec<MeasuredStorage<'a>>,
    run: usize,
    record: &'a Record,
    stage: &'a StageRecord,
) {
    if matches!(stage.finding, Some(Finding::DepthSweep(_))) || has_no_layout(stage) {
        return;
    }
    for point in measured(stage) {
        let (name, targets) = (&point.point.subject, &point.point.targets);
        let found: Vec<(String, TargetKind)> =
            targets.iter().filter_map(|target| place(record, stage, target)).collect();
        let known = found.len() == targets.len() && !found.is_empty();
        let found = if known { found } else { vec![(record.target.clone(), TargetKind::Other)] };
        let kind = match stage.provenance {
            Provenance::Measured => found[0].1,
            Provenance::Recorded | Provenance::Imported => TargetKind::Record,
        };
        let places: Vec<String> = found.into_iter().map(|(place, _)| place).collect();
        let host = host(record, &places);
        let is_same = |storage: &&mut MeasuredStorage<'_>| {
            storage.name == *name && storage.host == host && storage.places == places
        };
        let standing = match &stage.finding {
            Some(Finding::Race(race)) => race.standings.iter().find(|one| one.name == *name),
            _ => None,
        };
        let own = match all.iter_mut().find(is_same) {
            Some(own) => own,
            None => {
                all.push(new_storage(name.clone(), host, places, kind));
                all.last_mut().expect("one was pushed")
            }
        };
        own.points.push(RunPoint { run, point });
        if let Some(standing) = standing {
            own.usable = own.usable.or(standing.usable);
            own.may_fail = own.may_fail.or(standing.may_fail);
        }
    }
}

fn new_storage<'a>(
    name: String,
    host: String,
    places: Vec<String>,
    kind: TargetKind,
) -> MeasuredStorage<'a> {
    let known_layout = match &places[..] {
        [place] => simulated_layout(place),
        _ => KnownLayout::default(),
    };
    MeasuredStorage { name, host, places, kind, known_layout, ..MeasuredStorage::default() }
}

/// Adds the roles of a check that commit to the storages at its place, whether a load line was found or not.
fn add_commit_roles(all: &mut [MeasuredStorage<'_>], run: usize, record: &Record) {
    let places = [place_of(&record.target)];
    let host = host(record, &places);
    let here =
        |storage: &&mut MeasuredStorage<'_>| storage.host == host && storage.places == places;
    let roles = record.findings.iter().filter(|role| role.kind == RoleKind::Commit);
    let roles: Vec<CommitRole> = roles
        .map(|role| {
            let profile = record.subject.name().map(str::to_owned);
            CommitRole { run, role: role.role.clone(), profile }
        })
        .collect();
    for storage in all.iter_mut().filter(here) {
        storage.commits.extend(roles.iter().cloned());
    }
}

/// The storage at these places: the layout that was there nearest to that time, else one with the name of its place or the one
/// that the file gives it.
fn storage_at<'a, 'b>(
    all: &'b mut Vec<MeasuredStorage<'a>>,
    records: &[(String, Record)],
    run: usize,
    (place, kind): (String, TargetKind),
    shop: &Shop,
) -> &'b mut MeasuredStorage<'a> {
    let record = &records[run].1;
    let places = vec![place.clone()];
    let host = host(record, &places);
    let start_distance_s = |storage: &MeasuredStorage<'_>| {
        let start = |run: usize| records[run].1.started_unix_s;
        let distances = storage.runs().into_iter().map(|other| start(other).abs_diff(start(run)));
        distances.min().unwrap_or(u64::MAX)
    };
    let here = all.iter().enumerate();
    let here = here.filter(|(_, storage)| storage.host == host && storage.places == places);
    let nearest = here.min_by_key(|(_, storage)| (start_distance_s(storage), storage.newest()));
    let number = nearest.map(|(number, _)| number).unwrap_or_else(|| {
        let is_here =
            |offer: &&LayoutOffer| offer.at.as_deref().map(place_of) == Some(place.clone());
        let offer = shop.layouts.iter().find(is_here);
        let name = offer.map_or(place.clone(), |offer| offer.name.clone());
        all.push(new_storage(name, host, places, kind));
        all.len() - 1
    });
    let own = &mut all[number];
    if own.known_layout == KnownLayout::default() {
        own.known_layout = array_layout(record);
    }
    if own.kind == TargetKind::Other {
        own.kind = kind;
    }
    own
}

fn depths_left_out(found: &DepthSweepFinding, run: &str) -> Option<Caveat> {
    let depths = found.fleeting().to_vec();
    (!depths.is_empty()).then(|| Caveat::DepthsLeftOut { run: run.to_owned(), depths })
}

/// Points that say something about a storage; reference points only show the machine.
pub(super) fn measured(stage: &StageRecord) -> impl Iterator<Item = &PointRecord> {
    stage.points.iter().filter(|point| point.purpose.counts())
}

/// Whether the points of a stage are of disks or hosts without a layout.
pub(super) fn has_no_layout(stage: &StageRecord) -> bool {
    matches!(stage.study, StudyKind::Calibrate | StudyKind::Scale)
}

pub(super) fn newest_first(runs: &[usize], records: &[(String, Record)]) -> Vec<String> {
    let mut all: Vec<&(String, Record)> = runs.iter().filter_map(|run| records.get(*run)).collect();
    all.sort_by_key(|(_, record)| Reverse(record.started_unix_s));
    all.into_iter().map(|(name, _)| name.clone()).collect()
}
