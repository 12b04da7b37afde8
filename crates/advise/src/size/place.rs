//! Where the files of a database go: each kind to the storage that was measured to do its kind of I/O best.
//!
//! Takes requirements and stored runs; returns the storages for each kind, best first, with head-room over the requirement and
//! what fails first. Load lines come before points: a storage without a line follows with its points.

use super::evidence::{CarriedLoad, FirstLimit, PointSample, durable, samples};
use super::lines::LoadLine;
use super::reason::{ChoiceSource, Evidence, OpenReason, PlacementBasis, PointBasis};
use super::storage::{MeasuredStorage, storages};
use super::storage_evidence::evidence_for;
use super::{Fit, Shop, SizeRequirement, fit, fits, head_room, raid, stores, wanted};
use base::Bytes;
use record::RateUnit;
use record::Record;
use summary::Estimate;
use workload::{RoleKind, SyncMode};

/// A kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum File {
    /// Small random reads and writes.
    Data,
    /// Small sequential writes, each of which somebody waits for.
    Log,
    /// Bursts of larger writes.
    Temporary,
    /// Long reads and writes in large blocks.
    Backup,
}

impl File {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Data, Self::Log, Self::Temporary, Self::Backup];

    /// The name that databases use.
    pub fn name(self) -> &'static str {
        match self {
            Self::Data => "data",
            Self::Log => "log",
            Self::Temporary => "tempdb",
            Self::Backup => "backup",
        }
    }

    /// Whether a role of a profile does its I/O.
    fn is(self, role: &str, kind: RoleKind) -> bool {
        match self {
            Self::Log => kind == RoleKind::Commit,
            Self::Data => kind == RoleKind::Load && self.is_named(role),
            Self::Temporary | Self::Backup => self.is_named(role),
        }
    }

    /// Whether a word of a role's name is that of this kind: `data` is one of `data-read`, and none of `metadata`.
    fn is_named(self, role: &str) -> bool {
        let role = role.to_ascii_lowercase();
        let mut words = role.split(|c: char| !c.is_ascii_alphanumeric());
        words.any(|word| word == self.name() || self == Self::Temporary && word == "temp")
    }

    /// Its requirement: the one with its name; a single requirement without a name belongs to the kind that it suggests.
    fn requirement(self, requirements: &[SizeRequirement]) -> Option<&SizeRequirement> {
        let called = |requirement: &&SizeRequirement| self.is_named(&requirement.role);
        let only = match requirements {
            [one] if one.role.is_empty() && one.iops.is_some() => {
                let own = if one.commits { Self::Log } else { Self::Data };
                (own == self).then_some(one)
            }
            _ => None,
        };
        requirements.iter().find(called).or(only)
    }
}

/// A storage that a kind of file may go to.
#[derive(Clone, Debug, PartialEq)]
pub struct StorageChoice {
    /// Its name.
    pub name: String,
    /// Its rate for this I/O.
    pub value: Estimate,
    /// The unit of the number.
    pub unit: RateUnit,
    /// The head-room over the requirement; `None` if nothing of this kind is required.
    pub head_room: Option<f64>,
    /// What fails first when the load grows.
    pub first_limit: FirstLimit,
    /// How many disks may fail, where that is known.
    pub may_fail: Option<u32>,
    /// The origin of the number.
    pub source: ChoiceSource,
    /// Why it may not be enough; `None`: it is, or nothing is required.
    pub open: Option<OpenReason>,
    /// Its capacity and the required one, if it is too small.
    pub too_small: Option<(Bytes, Bytes)>,
}

impl StorageChoice {
    /// Whether the number is a measured load line; else it is from measurement points.
    pub fn is_line(&self) -> bool {
        matches!(self.source, ChoiceSource::Line { .. })
    }
}

/// Where a kind of file goes.
#[derive(Clone, Debug, PartialEq)]
pub struct Placement {
    /// Which kind.
    pub file: File,
    /// The storages with a number: those with a load line, best first, then those with points, best first.
    pub places: Vec<StorageChoice>,
    /// What the numbers are.
    pub basis: PlacementBasis,
}

/// Where each kind goes: by load lines if there are some, and by the points of studies for storages without one.
pub fn placements(
    requirements: &[SizeRequirement],
    shop: &Shop,
    records: &[(String, Record)],
) -> Vec<Placement> {
    let (storages, _) = storages(records, shop);
    let names: Vec<&str> = records.iter().map(|(name, _)| name.as_str()).collect();
    let one = |file: File| {
        let requirement = file.requirement(requirements);
        // A line is of one block size: for a requirement that names none it is one of several, and considered with them.
        let lines = !requirement.is_some_and(SizeRequirement::any_block);
        let lined =
            lines.then(|| placement_by_lines(file, requirement, &storages, &names, shop)).flatten();
        let has_line = |storage: &&MeasuredStorage<'_>| {
            let places = lined.iter().flat_map(|lined| &lined.places);
            places.into_iter().any(|spot| spot.name == storage.name)
        };
        let others = storages.iter().filter(|storage| !has_line(storage)).collect::<Vec<_>>();
        let by_points = placement_by_points(file, requirement, &others, &names, shop);
        match lined {
            None => by_points,
            Some(lined) => Placement {
                basis: combine_basis(lined.basis, by_points.basis),
                places: lined.places.into_iter().chain(by_points.places).collect(),
                file,
            },
        }
    };
    File::ALL.into_iter().map(one).collect()
}

/// The basis of lines and of points.
fn combine_basis(lines: PlacementBasis, points: PlacementBasis) -> PlacementBasis {
    match (lines, points) {
        (PlacementBasis::Lines(same), PlacementBasis::Points(points)) => {
            PlacementBasis::LinesAndPoints(same, points)
        }
        _ => lines,
    }
}

/// By load lines on different storages.
fn placement_by_lines(
    file: File,
    requirement: Option<&SizeRequirement>,
    storages: &[MeasuredStorage<'_>],
    names: &[&str],
    shop: &Shop,
) -> Option<Placement> {
    let own = |line: &&LoadLine<'_>| {
        let role = line.role;
        let ramp = line.stage.is_some()
            && requirement.is_some_and(|requirement| line.mismatch(requirement).is_none());
        role.load_line.is_some()
            && line.forbidden.is_none()
            && (ramp || file.is(&role.role, role.kind))
    };
    let mut lines: Vec<(&MeasuredStorage<'_>, &LoadLine<'_>)> = Vec::new();
    for storage in storages {
        let all: Vec<&LoadLine<'_>> = storage.lines.iter().filter(own).collect();
        let meant = |line: &&&LoadLine<'_>| {
            requirement.is_some_and(|requirement| line.mismatch(requirement).is_none())
        };
        // The newest one.
        let best = all.iter().find(meant).or(all.first());
        lines.extend(best.map(|line| (storage, *line)));
    }
    let moved = lines.iter().all(|(_, line)| line.role.kind == RoleKind::Bulk);
    let unit = match file {
        File::Log => RateUnit::Commits,
        _ if moved => RateUnit::Mibps,
        _ => RateUnit::Iops,
    };
    let spot = |storage: &MeasuredStorage<'_>, line: &LoadLine<'_>| {
        let spot =
            StorageChoice { unit, ..choice_by_line(requirement, storage, line, names, moved)? };
        // A requirement that is not proven comes last, as does a storage that is too small.
        let required = requirement.is_some_and(|requirement| line.mismatch(requirement).is_none());
        let unproven = required && spot.head_room.is_none();
        let spot = StorageChoice { may_fail: may_fail(storage, shop), ..spot };
        let (small, spot) = limit_to_capacity(spot, requirement, storage, shop);
        Some((small || unproven, spot))
    };
    let mut places: Vec<(bool, StorageChoice)> =
        lines.iter().filter_map(|(storage, line)| spot(storage, line)).collect();
    places.sort_by(|(a_small, a), (b_small, b)| {
        a_small.cmp(b_small).then(b.value.value.total_cmp(&a.value.value))
    });
    let places: Vec<StorageChoice> = places.into_iter().map(|(_, spot)| spot).collect();
    let mut latency_limits = lines.iter().map(|(_, line)| line.role.latency_limit);
    let first = latency_limits.next();
    let basis =
        PlacementBasis::Lines(latency_limits.all(|latency_limit| Some(latency_limit) == first));
    (!places.is_empty()).then_some(Placement { file, places, basis })
}

/// The rate of a storage by its line. What is not surely carried has no head-room, and the answer says why.
fn choice_by_line(
    requirement: Option<&SizeRequirement>,
    storage: &MeasuredStorage<'_>,
    line: &LoadLine<'_>,
    names: &[&str],
    moved: bool,
) -> Option<StorageChoice> {
    let rate = line.role.load_line?;
    let each = line.role.mibps.filter(|_| moved).map_or(1.0, |mibps| mibps / rate.value);
    let whole = |value: f64| value * each;
    let scaled = |rate: Estimate| Estimate {
        value: whole(rate.value),
        low: whole(rate.low),
        high: whole(rate.high),
        ..rate
    };
    let mut value = scaled(rate);
    let blank = SizeRequirement::blank();
    let mut first = line.carry(requirement.unwrap_or(&blank), names[line.run]).first_limit;
    let matching = requirement.filter(|requirement| line.mismatch(requirement).is_none());
    let mut source =
        ChoiceSource::Line { limit: line.role.latency_limit, run: names[line.run].to_owned() };
    let (head_room, open) = match matching
        .map(|requirement| (requirement, evidence_for(requirement, storage, names)))
    {
        None => (None, None),
        // The number is that of the answer, whose head-room it has, even if another line or a point gave it.
        Some((requirement, Ok(carry))) => {
            (value, first) = (scaled(carry.iops), carry.first_limit);
            source = match &carry.evidence {
                Evidence::Line(line) => {
                    ChoiceSource::Line { limit: line.limit, run: line.run.clone() }
                }
                other => ChoiceSource::Evidence(other.clone()),
            };
            head_room_of(requirement, &carry)
        }
        Some((requirement, Err(gap))) => {
            let block = gap.block.unwrap_or(line.block);
            let short = gap.at_most.map(|most| most / wanted(requirement, block) - 1.0);
            (short.filter(|room| *room < 0.0), Some(OpenReason::Gap(gap.reason)))
        }
    };
    Some(StorageChoice {
        name: storage.name.clone(),
        value,
        unit: RateUnit::Iops,
        head_room,
        first_limit: first,
        may_fail: None,
        source,
        open,
        too_small: None,
    })
}

/// The rate of a storage for a kind of file's I/O, and its class: higher classes come after the others whatever their rate,
/// because they do not meet the requirement, or the rate says little.
type RankedChoice = (u8, StorageChoice);

/// By the evidence for its requirement, else by the points that come nearest to its I/O.
fn placement_by_points(
    file: File,
    requirement: Option<&SizeRequirement>,
    storages: &[&MeasuredStorage<'_>],
    names: &[&str],
    shop: &Shop,
) -> Placement {
    let matching = requirement.filter(|requirement| file != File::Log || requirement.commits);
    let mut places: Vec<RankedChoice> = storages
        .iter()
        .filter_map(|storage| {
            let (after, spot) = match matching
                .map(|requirement| choice_by_requirement(file, requirement, storage, names))
            {
                Some(Some(found)) => found,
                Some(None) if file == File::Data => return None,
                _ => choice_by_point(file, storage, names)?,
            };
            let spot = StorageChoice { may_fail: may_fail(storage, shop), ..spot };
            let (small, spot) = limit_to_capacity(spot, requirement, storage, shop);
            Some((if small { after.max(RANK_INSUFFICIENT) } else { after }, spot))
        })
        .collect();
    places.sort_by(|(a_after, a), (b_after, b)| {
        a_after.cmp(b_after).then(b.value.value.total_cmp(&a.value.value))
    });
    let not_durable = |(after, _): &RankedChoice| *after == RANK_NOT_DURABLE;
    let (durable, not_durable) = (!places.iter().all(not_durable), places.iter().any(not_durable));
    let mut places: Vec<StorageChoice> = places.into_iter().map(|(_, spot)| spot).collect();
    let answered = places.iter().any(|spot| spot.head_room.is_some());
    let required = PointBasis::Required;
    let (unit, basis) = match (file, matching) {
        (File::Data, Some(requirement)) => {
            (if requirement.in_mibps() { RateUnit::Mibps } else { RateUnit::Iops }, required)
        }
        (File::Data, None) => (RateUnit::Iops, PointBasis::SmallestReads),
        (File::Log, Some(_)) if durable => (
            if not_durable { RateUnit::Iops } else { RateUnit::Commits },
            PointBasis::DurableRequired,
        ),
        (File::Log, _) if durable => (RateUnit::Iops, PointBasis::DurableWrites),
        (File::Log, _) => (RateUnit::Iops, PointBasis::Writes),
        (_, Some(_)) if answered => (RateUnit::Mibps, required),
        (File::Temporary, _) => (RateUnit::Mibps, PointBasis::MediumWrites),
        (File::Backup, _) => (RateUnit::Mibps, PointBasis::LargestBlocks),
    };
    let none = places.is_empty();
    let basis = if none { PlacementBasis::Nothing } else { PlacementBasis::Points(basis) };
    places.iter_mut().for_each(|spot| spot.unit = unit);
    Placement { file, places, basis }
}

/// Storages that do not meet the requirement come after those that do.
const RANK_INSUFFICIENT: u8 = 1;
/// A write that nothing waits for is fast on storage that loses it: those come last.
const RANK_NOT_DURABLE: u8 = 2;

/// What a storage carries of a requirement; if it exceeds the latency limit, its rate without the limit, which is stated.
fn choice_by_requirement(
    file: File,
    requirement: &SizeRequirement,
    storage: &MeasuredStorage<'_>,
    names: &[&str],
) -> Option<RankedChoice> {
    let moved = match file {
        File::Data => requirement.in_mibps(),
        File::Log => false,
        File::Temporary | File::Backup => true,
    };
    let spot = |carry: &CarriedLoad| {
        let each = if moved { carry.block.0 as f64 / f64::from(1 << 20) } else { 1.0 };
        let of = |value: f64| value * each;
        let iops = carry.iops;
        let wanted = wanted(requirement, carry.block);
        // Of what nothing is known to be carried, there is no head-room.
        let unknown = carry.sure_iops <= 0.0;
        let (head_room, open) = match unknown {
            true => head_room_of(requirement, carry),
            false => (Some(head_room(carry, wanted)), None),
        };
        StorageChoice {
            name: storage.name.clone(),
            value: Estimate {
                value: of(iops.value),
                low: of(iops.low),
                high: of(iops.high),
                ..iops
            },
            unit: RateUnit::Iops,
            head_room,
            first_limit: carry.first_limit,
            may_fail: None,
            source: ChoiceSource::Evidence(carry.evidence.clone()),
            open,
            too_small: None,
        }
    };
    let gap = match evidence_for(requirement, storage, names) {
        Ok(carry) => {
            let spot = spot(&carry);
            return Some((if spot.open.is_some() { RANK_INSUFFICIENT } else { 0 }, spot));
        }
        Err(gap) => gap,
    };
    let open = SizeRequirement { latency_limit: None, ..requirement.clone() };
    let carry = evidence_for(&open, storage, names).ok()?;
    let block = gap.block.unwrap_or(carry.block);
    let short = gap.at_most.map(|most| most / wanted(requirement, block) - 1.0);
    let open = Some(OpenReason::Gap(gap.reason));
    let head_room = short.filter(|room| *room < 0.0);
    // Either the latency limit was seen to break, or nothing is known.
    let first = if gap.at_most.is_some() { FirstLimit::Latency } else { FirstLimit::NotSeen };
    Some((RANK_INSUFFICIENT, StorageChoice { head_room, first_limit: first, open, ..spot(&carry) }))
}

/// The head-room of what is carried, or why it may not be enough.
fn head_room_of(
    requirement: &SizeRequirement,
    carry: &CarriedLoad,
) -> (Option<f64>, Option<OpenReason>) {
    let wanted = wanted(requirement, carry.block);
    if fit(carry, wanted) != Fit::CannotTell {
        return (Some(head_room(carry, wanted)), None);
    }
    (None, Some(OpenReason::Uncertain(carry.caveats.first().cloned())))
}

/// The point that comes nearest to a kind of file's I/O.
fn choice_by_point(
    file: File,
    storage: &MeasuredStorage<'_>,
    names: &[&str],
) -> Option<RankedChoice> {
    let all = samples(&storage.points);
    let (value, sample) = nearest_point(file, &all)?;
    let not_durable = file == File::Log && sample.load.sync == SyncMode::None;
    let source =
        ChoiceSource::Point { load: sample.load, not_durable, run: names[sample.run].to_owned() };
    let spot = StorageChoice {
        name: storage.name.clone(),
        value,
        unit: RateUnit::Iops,
        head_room: None,
        first_limit: FirstLimit::NotSeen,
        may_fail: None,
        source,
        open: None,
        too_small: None,
    };
    Some((if not_durable { RANK_NOT_DURABLE } else { 0 }, spot))
}

/// Limits the head-room to that of the capacity; returns also whether the data do not fit.
fn limit_to_capacity(
    mut spot: StorageChoice,
    requirement: Option<&SizeRequirement>,
    storage: &MeasuredStorage<'_>,
    shop: &Shop,
) -> (bool, StorageChoice) {
    let (made, _) = storage.made(shop);
    let own = made.usable;
    let made = made.level.zip(made.disks).zip(shop.disks.first());
    let sum = || made.and_then(|((level, disks), disk)| stores(disk, level, disks));
    let usable = own.or_else(sum);
    let Some((requirement, room)) =
        requirement.and_then(|requirement| Some((requirement, fits(requirement, usable)?)))
    else {
        return (false, spot);
    };
    if spot.head_room.is_none_or(|own| room < own) && (room < 0.0 || spot.head_room.is_some()) {
        (spot.first_limit, spot.head_room) = (FirstLimit::Capacity, Some(room));
    }
    spot.too_small = usable.zip(requirement.usable).filter(|_| room < 0.0);
    (room < 0.0, spot)
}

/// How many disks may fail: as given for the race, else by the RAID level.
fn may_fail(storage: &MeasuredStorage<'_>, shop: &Shop) -> Option<u32> {
    let (made, _) = storage.made(shop);
    storage.may_fail.or_else(|| raid::may_fail_of(made.level?, made.disks))
}

/// The point that comes nearest to a kind of file's I/O, and its number.
fn nearest_point(file: File, all: &[PointSample]) -> Option<(Estimate, &PointSample)> {
    let written = |sample: &PointSample| sample.load.read_percent == 0.0;
    match file {
        File::Data => {
            let reads = of(all, |s| s.load.read_percent == 100.0 && s.load.random);
            let least = reads.iter().map(|s| s.load.block).min()?;
            let least = reads.into_iter().filter(|s| s.load.block == least);
            let best = least.max_by(|a, b| a.iops.value.total_cmp(&b.iops.value))?;
            Some((best.iops, best))
        }
        File::Log => {
            let alone = of(all, |s| written(s) && s.load.depth * s.load.threads == 1);
            // A durable one says more about a log than any other.
            let not_durable = |s: &PointSample| s.load.sync == SyncMode::None;
            let nearest =
                alone.into_iter().min_by_key(|s| (not_durable(s), s.load.block, s.load.random))?;
            Some((nearest.iops, nearest))
        }
        File::Temporary => {
            // A durable write one at a time is a log's.
            let about = |block: Bytes| (ABOUT_64K.0..=ABOUT_64K.1).contains(&block.0);
            let writes = of(all, |s| written(s) && !durable(&s.load) && about(s.load.block));
            let far = |s: &&PointSample| (s.load.block.0 as f64 / 65_536.0).ln().abs();
            let nearest = writes.iter().copied().min_by(|a, b| far(a).total_cmp(&far(b)))?;
            most(writes, nearest.load.block)
        }
        File::Backup => {
            let large = |s: &PointSample| s.load.block.0 >= ABOUT_64K.0;
            let long = of(all, |s| !s.load.random && !durable(&s.load) && large(s));
            let largest = long.iter().map(|s| s.load.block).max()?;
            most(long, largest)
        }
    }
}

/// The bytes of an operation of about 64 KiB: a factor of two either way.
const ABOUT_64K: (u64, u64) = (32 << 10, 128 << 10);

fn of(all: &[PointSample], is: impl Fn(&PointSample) -> bool) -> Vec<&PointSample> {
    all.iter().filter(|sample| is(sample)).collect()
}

/// The point with this block that moves most.
fn most(these: Vec<&PointSample>, block: Bytes) -> Option<(Estimate, &PointSample)> {
    let same = these.into_iter().filter(|sample| sample.load.block == block);
    let best = same.max_by(|a, b| a.mibps.value.total_cmp(&b.mibps.value))?;
    Some((best.mibps, best))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_of_file_is_a_word_of_a_role() {
        for (file, role, is_named) in [
            (File::Data, "data-4k", true),
            (File::Data, "metadata", false),
            (File::Log, "Log", true),
            (File::Log, "catalog", false),
            (File::Temporary, "temp", true),
            (File::Temporary, "template-db", false),
        ] {
            assert_eq!(file.is_named(role), is_named, "{role}");
        }
    }
}
