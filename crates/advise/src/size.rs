//! Which layout of how many disks carries the requirement: from load lines and measured points; by a rule of thumb only if
//! nothing was measured, which is then stated.
//!
//! Takes a requirement, what can be bought, and stored runs; returns choices with head-room, price and what fails first. Pure
//! arithmetic; the sentences are the report's.

mod combined;
mod evidence;
mod lines;
pub mod next;
pub mod raid;
pub mod reason;
pub mod requirement;
pub mod shop;
mod storage;
mod storage_evidence;
mod targets;

pub use combined::{CombinedRequirements, RoleShare, combine};
pub use evidence::{CarriedLoad, FirstLimit};
pub use next::NextRun;
pub use requirement::SizeRequirement;
pub use shop::{IopsOffer, LayoutOffer, LayoutPrice, Shop};

use base::Bytes;
use evidence::{NoEvidence, RunPoint};
use reason::{Caveat, DiskLoad, DiskRate, Evidence, EvidenceGap, LeftOut, StorageRuns};
use record::scale::ScaleUnit;
use record::{Finding, PointRecord, Record, StageRecord};
use serde::Serialize;
use storage::{MeasuredStorage, OlderStorage};
use workload::RaidLevel;

/// What was found for one requirement.
#[derive(Clone, Debug, PartialEq)]
pub struct Sizing {
    pub requirement: SizeRequirement,
    /// The choices, measured ones first; among these those that carry the requirement, then the cheapest, then those that survive
    /// a disk.
    pub choices: Vec<Choice>,
    /// Measured storages without evidence that they meet the latency limit.
    pub unproven: Vec<UnprovenStorage>,
    /// The runs that the answer rests on, newest first.
    pub taken: Vec<String>,
    /// Storages with the name of a newer one, and load lines of something else.
    pub left_out: Vec<LeftOut>,
    pub answer: Answer,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// Something that was measured carries the requirement.
    Carried,
    /// Everything that was measured is known to carry less.
    NotCarried,
    /// No measurement decides, or none went far enough.
    CannotTell,
}

/// Whether one storage carries the requirement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fit {
    #[serde(rename = "carried")]
    Carries,
    /// It surely does not.
    #[serde(rename = "not-carried")]
    Not,
    /// It was not measured far enough, or too loosely.
    CannotTell,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// A load line of a check or a ramp.
    #[serde(rename = "load-line")]
    Line,
    /// The points of studies.
    #[serde(rename = "points")]
    Measured,
    /// A rule of thumb, from the rate of one disk.
    #[serde(rename = "rule-of-thumb")]
    Rule,
}

/// A layout of some number of disks.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Choice {
    pub layout: String,
    /// Where it was measured; empty: unknown, or nowhere.
    pub place: String,
    pub level: Option<RaidLevel>,
    pub disks: Option<u32>,
    /// What it was seen to carry.
    #[serde(flatten)]
    pub load: CarriedLoad,
    /// The head-room over the requirement, by what it surely carries: 0.5 is half as much again.
    #[serde(skip)]
    pub head_room: f64,
    /// The required rate over what it surely carries; infinite if that is zero.
    #[serde(skip)]
    pub share: f64,
    #[serde(rename = "answer")]
    pub fit: Fit,
    /// The run that would decide, if that cannot be told; documents show its command.
    #[serde(skip)]
    pub next: Option<NextRun>,
    pub price: Option<LayoutPrice>,
    pub usable: Option<Bytes>,
    pub may_fail: Option<u32>,
}

impl Choice {
    /// The head-room, unless nothing is known to be carried.
    pub fn known_head_room(&self) -> Option<f64> {
        let unknown = self.share.is_infinite();
        (self.fit != Fit::CannotTell || !unknown).then_some(self.head_room)
    }

    pub fn source(&self) -> Source {
        match self.load.evidence {
            Evidence::Line { .. } => Source::Line,
            Evidence::Points { .. } => Source::Measured,
            Evidence::Rule(_) => Source::Rule,
        }
    }
}

/// A storage without a load that is known to meet the latency limit.
#[derive(Clone, Debug, PartialEq)]
pub struct UnprovenStorage {
    pub name: String,
    pub fit: Fit,
    pub reason: EvidenceGap,
    /// What else is known of it.
    pub caveats: Vec<Caveat>,
    /// The run that would decide, if that cannot be told.
    pub next: Option<NextRun>,
    level: Option<RaidLevel>,
}

/// The levels that rules of thumb are tried for.
const LEVELS: [RaidLevel; 5] =
    [RaidLevel::Raid0, RaidLevel::Raid1, RaidLevel::Raid10, RaidLevel::Raid5, RaidLevel::Raid6];

/// Everything that a requirement is compared with.
struct SizeContext<'a> {
    requirement: &'a SizeRequirement,
    shop: &'a Shop,
    records: &'a [(String, Record)],
    names: Vec<&'a str>,
    disk: Option<DiskRate>,
}

/// Sizes for one requirement from the runs given, newest first, each with its number.
pub fn size(requirement: &SizeRequirement, shop: &Shop, records: &[(String, Record)]) -> Sizing {
    let names: Vec<&str> = records.iter().map(|(name, _)| name.as_str()).collect();
    let disk = one_disk(requirement, shop, records, &names);
    let context = SizeContext { requirement, shop, records, names, disk };
    let (storages, left) = storage::storages(records, shop);
    let mut left_out: Vec<LeftOut> =
        left.iter().map(|one| context.older_storage(one, &storages)).collect();
    let (mut choices, mut unproven): (Vec<Choice>, Vec<UnprovenStorage>) = Default::default();
    let mut taken: Vec<usize> = Vec::new();
    for storage in &storages {
        left_out.extend(context.mismatched_lines(storage));
        match storage_evidence::evidence_for(requirement, storage, &context.names) {
            Ok(load) => choices.push(context.measured(storage, load)),
            Err(NoEvidence { reason, .. })
                if storage.points.is_empty() && !matches!(reason, EvidenceGap::NoLine { .. }) =>
            {
                // Its lines are of something else, which is reported already.
                if storage.lines.is_empty() {
                    let name = storage.name.clone();
                    left_out.push(LeftOut::Storage { name, reason });
                }
                continue;
            }
            Err(gap) => unproven.push(context.unproven(storage, gap)),
        }
        taken.extend(storage.runs());
    }
    let of_choices = choices.iter().map(|choice| choice.level);
    let known: Vec<Option<RaidLevel>> =
        of_choices.chain(unproven.iter().map(|storage| storage.level)).collect();
    // A layout that was measured is never predicted by a rule, not even if its measurements say nothing.
    for level in LEVELS.into_iter().filter(|level| !known.contains(&Some(*level))) {
        choices.extend(context.by_rule(level));
    }
    sort_choices(&mut choices);
    taken.sort_unstable();
    taken.dedup();
    let taken = taken.into_iter().map(|run| context.names[run].to_owned()).collect();
    let answer = answer(&choices, &unproven);
    Sizing { requirement: requirement.clone(), choices, unproven, taken, left_out, answer }
}

/// Puts the best choice first.
fn sort_choices(choices: &mut [Choice]) {
    // For the same money, more head-room is no reason to lose the data with one disk.
    let loses_data = |choice: &Choice| {
        choice.fit == Fit::Carries && choice.price.is_some() && choice.may_fail == Some(0)
    };
    choices.sort_by(|a, b| {
        // If nothing carries the requirement, a low price is no merit.
        let price = |choice: &Choice| match choice.fit {
            Fit::Carries => choice.price.as_ref().map_or(f64::INFINITY, |price| price.price),
            Fit::CannotTell | Fit::Not => 0.0,
        };
        rank(a)
            .cmp(&rank(b))
            .then(price(a).total_cmp(&price(b)))
            .then(loses_data(a).cmp(&loses_data(b)))
            .then(b.head_room.total_cmp(&a.head_room))
            .then(b.load.iops.value.total_cmp(&a.load.iops.value))
            .then(b.may_fail.cmp(&a.may_fail))
    });
}

/// The rank: measurements first, then what carries the requirement, then what may carry it.
fn rank(choice: &Choice) -> (bool, u8) {
    let fit = match choice.fit {
        Fit::Carries => 0,
        Fit::CannotTell => 1,
        Fit::Not => 2,
    };
    (choice.source() == Source::Rule, fit)
}

fn answer(choices: &[Choice], unproven: &[UnprovenStorage]) -> Answer {
    let measured = choices.iter().filter(|choice| choice.source() != Source::Rule);
    let fits: Vec<Fit> = measured
        .map(|choice| choice.fit)
        .chain(unproven.iter().map(|storage| storage.fit))
        .collect();
    if fits.contains(&Fit::Carries) {
        Answer::Carried
    } else if fits.is_empty() || fits.contains(&Fit::CannotTell) {
        Answer::CannotTell
    } else {
        Answer::NotCarried
    }
}

/// The random rate of one disk: measured with the nearest size of operations, else by its data sheet.
fn one_disk(
    requirement: &SizeRequirement,
    shop: &Shop,
    records: &[(String, Record)],
    names: &[&str],
) -> Option<DiskRate> {
    let mut own: Vec<RunPoint<'_>> = Vec::new();
    for (run, (_, record)) in records.iter().enumerate() {
        let stages = record.study.iter().flat_map(|study| &study.stages);
        let points = stages.filter(|stage| is_of_disks(stage)).flat_map(|stage| &stage.points);
        own.extend(
            points.filter(|point| is_single_disk(point)).map(|point| RunPoint { run, point }),
        );
    }
    // Without the latency limit: the rules count what the disk can do.
    let requirement = SizeRequirement {
        latency_limit: None,
        commits: false,
        random: Some(true),
        ..requirement.clone()
    };
    // A disk I/O of the rules is a random read; if none was measured, the measured mix counts.
    let reads = SizeRequirement { write: 0.0, ..requirement.clone() };
    let evidence_of =
        |requirement: &SizeRequirement| evidence::carry(requirement, &own, names, f64::INFINITY);
    let carried = evidence_of(&reads).or_else(|_| evidence_of(&requirement));
    let carried = carried.ok().map(|load| {
        let measured = match load.evidence {
            Evidence::Points { outstanding, .. } => {
                Some(DiskLoad { outstanding, block: load.block })
            }
            Evidence::Line { .. } | Evidence::Rule(_) => None,
        };
        DiskRate { iops: load.iops.value, measured }
    });
    carried.or_else(|| Some(DiskRate { iops: shop.disks.first()?.iops?, measured: None }))
}

/// Whether the targets of a stage are disks without a layout, not hosts.
fn is_of_disks(stage: &StageRecord) -> bool {
    let of_hosts =
        matches!(&stage.finding, Some(Finding::Scale(of)) if of.config.unit == ScaleUnit::Hosts);
    storage::has_no_layout(stage) && !of_hosts
}

fn is_single_disk(point: &PointRecord) -> bool {
    let own = &point.point;
    own.targets.len() == 1 && own.load.random && point.purpose.counts()
}

impl SizeContext<'_> {
    /// A storage that was left out because a newer one has its name.
    fn older_storage(&self, one: &OlderStorage, storages: &[MeasuredStorage<'_>]) -> LeftOut {
        let newer = storages.iter().find(|storage| storage.name == one.name);
        let known = |place: String, runs: &[usize]| {
            let runs = storage::newest_first(runs, self.records);
            StorageRuns { place, runs }
        };
        LeftOut::Namesake {
            name: one.name.clone(),
            old: known(one.place.clone(), &one.runs),
            new: newer.map(|storage| known(storage.place(), &storage.runs())),
        }
    }

    /// The load lines of a storage that are of the required kind but say nothing about the requirement, if no other one does.
    fn mismatched_lines(&self, storage: &MeasuredStorage<'_>) -> Vec<LeftOut> {
        if storage.lines.iter().any(|line| line.mismatch(self.requirement).is_none()) {
            return Vec::new();
        }
        let of_kind = storage.lines.iter().filter(|line| line.has_required_kind(self.requirement));
        let mismatched = of_kind.filter_map(|line| {
            Some(LeftOut::Line {
                storage: storage.name.clone(),
                line: line.role.role.clone(),
                run: self.names[line.run].to_owned(),
                role: self.requirement.role.clone(),
                reason: line.mismatch(self.requirement)?,
            })
        });
        mismatched.collect()
    }

    fn unproven(&self, storage: &MeasuredStorage<'_>, gap: NoEvidence) -> UnprovenStorage {
        let (layout, _) = storage.layout(self.shop);
        let block = gap.block.or(self.requirement.block).unwrap_or(Bytes(8 << 10));
        let least = wanted(self.requirement, block);
        let fit = match gap.at_most {
            Some(most) if least > most => Fit::Not,
            _ => Fit::CannotTell,
        };
        let request = self.probe(true, false, block);
        let again = matches!(gap.reason, EvidenceGap::NoLine { .. });
        let next =
            (fit == Fit::CannotTell).then(|| next::run(&request, storage, block, again, None));
        let record = fit == Fit::CannotTell && storage.recorded();
        let caveats = record.then_some(Caveat::FromRecord).into_iter();
        UnprovenStorage {
            name: storage.name.clone(),
            fit,
            reason: gap.reason,
            caveats: caveats.chain(storage.fleeting.iter().cloned()).collect(),
            next: next.flatten(),
            level: layout.level,
        }
    }

    /// The requirement as a command measures it. If it names no block size: with large sequential blocks if those were not tried,
    /// else with the block that was found to move most.
    fn probe(&self, wider: bool, random: bool, block: Bytes) -> SizeRequirement {
        if self.requirement.any_block() {
            SizeRequirement {
                block: Some(if wider { storage_evidence::LARGE } else { block }),
                random: self.requirement.random.or(Some(random && !wider)),
                ..self.requirement.clone()
            }
        } else {
            self.requirement.clone()
        }
    }

    fn measured(&self, storage: &MeasuredStorage<'_>, mut load: CarriedLoad) -> Choice {
        let (layout, caveat) = storage.layout(self.shop);
        load.caveats.extend(storage.fleeting.iter().cloned().chain(caveat));
        // Another run tells the rate, not the capacity.
        let is_open = load.fit(wanted(self.requirement, load.block)) == Fit::CannotTell;
        let request = self.probe(load.wider, load.random, load.block);
        let unclear = match &load.evidence {
            Evidence::Line { run, .. } => self.names.iter().position(|name| name == run),
            _ => None,
        };
        let next = next::run(&request, storage, load.block, load.is_line(), unclear);
        load.caveats.extend((is_open && storage.recorded()).then_some(Caveat::FromRecord));
        let may_fail = storage.may_fail;
        let choice = self.judged(layout, load);
        Choice {
            place: storage.place(),
            may_fail: may_fail.or(choice.may_fail),
            next: next.filter(|_| is_open),
            ..choice
        }
    }

    /// A layout that carries this load, with its price, capacity and head-room, and whether it carries the requirement.
    fn judged(&self, layout: LayoutOffer, mut load: CarriedLoad) -> Choice {
        let wanted = wanted(self.requirement, load.block);
        let (mut fit, mut head_room) = (load.fit(wanted), load.head_room(wanted));
        let share = wanted / load.sure_iops;
        let own_price = layout.price.map(|price| LayoutPrice { price, disks_alone: false });
        let price = own_price.or_else(|| self.shop.price(&layout.name, layout.disks?));
        let iops_price = layout.iops.further_price(wanted);
        let price = price.map(|price| LayoutPrice { price: price.price + iops_price, ..price });
        let usable = layout.usable.or_else(|| self.shop.usable(layout.level?, layout.disks?));
        match self.requirement.usable.zip(usable) {
            Some((needed, usable)) => {
                let room = usable.0 as f64 / needed.0 as f64 - 1.0;
                if room < 0.0 {
                    fit = Fit::Not;
                }
                if room < head_room {
                    (load.first_limit, head_room) = (FirstLimit::Capacity, room);
                }
            }
            None if self.requirement.usable.is_some() => {
                load.caveats.push(Caveat::CapacityUnknown);
                // It may be too small.
                if fit == Fit::Carries {
                    fit = Fit::CannotTell;
                }
            }
            None => {}
        }
        // More than the offer sells is not carried.
        if let Some(most) = layout.iops.limit() {
            head_room = head_room.min(most / wanted - 1.0);
            if most < wanted {
                fit = Fit::Not;
                load.caveats.push(Caveat::OfferedAtMost(most));
            }
        }
        Choice {
            may_fail: layout.level.and_then(|level| raid::may_fail_of(level, layout.disks)),
            layout: layout.name,
            place: String::new(),
            level: layout.level,
            disks: layout.disks,
            load,
            head_room,
            share,
            fit,
            next: None,
            price,
            usable,
        }
    }
}

/// The required operations per second, with operations of this size.
fn wanted(requirement: &SizeRequirement, block: Bytes) -> f64 {
    let moved = requirement.mibps.map(|mibps| mibps * f64::from(1 << 20) / block.0 as f64);
    [requirement.iops, moved].into_iter().flatten().fold(0.0, f64::max)
}
