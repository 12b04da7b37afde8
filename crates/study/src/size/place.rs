//! Where the files of a database go: each kind to the storage that was measured to do its kind of I/O best.
//!
//! Takes needs and stored runs; gives for each kind the storages, best first, with head-room over what is needed and what
//! fails first. Load lines come before cells.

use super::evidence::{First, Sample, carry, samples};
use super::lines::Line;
use super::storage::{Storage, storages};
use super::{Shop, SizeNeed, raid, wanted};
use crate::record::Record;
use base::Bytes;
use summary::Estimate;
use workload::{Level, RoleKind, SyncMode};

/// A kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum File {
    /// Small random reads and writes.
    Data,
    /// Small writes one after the other, each of which somebody waits for.
    Log,
    /// Bursts of larger writes.
    Temporary,
    /// Long reads and writes in large blocks.
    Backup,
}

impl File {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Data, Self::Log, Self::Temporary, Self::Backup];

    /// As databases call it.
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
        let role = role.to_ascii_lowercase();
        match self {
            Self::Log => kind == RoleKind::Commit,
            Self::Temporary => role.contains("temp"),
            Self::Backup => role.contains("backup"),
            Self::Data => kind == RoleKind::Load && role.contains("data"),
        }
    }

    /// What is needed of it: the need that is called so; of a single need without a name what its kind tells.
    fn need(self, needs: &[SizeNeed]) -> Option<&SizeNeed> {
        let called = |need: &&SizeNeed| {
            let role = need.role.to_ascii_lowercase();
            let other = self == Self::Temporary && role.contains("temp");
            other || role.contains(self.name())
        };
        let only = match needs {
            [one] if one.role.is_empty() && one.iops.is_some() => {
                let own = if one.commits { Self::Log } else { Self::Data };
                (own == self).then_some(one)
            }
            _ => None,
        };
        needs.iter().find(called).or(only)
    }
}

/// A storage that a kind of file may go to.
#[derive(Clone, Debug, PartialEq)]
pub struct Spot {
    /// Its name.
    pub name: String,
    /// What it does of this I/O, in the placement's unit.
    pub value: Estimate,
    /// How much more that is than what is needed; none where nothing is needed of this kind.
    pub head_room: Option<f64>,
    /// What fails first when the load grows.
    pub first: First,
    /// How many disks may fail, where that is known.
    pub may_fail: Option<u32>,
    /// Where the number is from, with its ceiling and its run.
    pub how: String,
}

/// Where a kind of file goes.
#[derive(Clone, Debug, PartialEq)]
pub struct Placement {
    /// Which kind.
    pub file: File,
    /// The places that can be told apart by a number, best first.
    pub places: Vec<Spot>,
    /// The unit of the numbers.
    pub unit: &'static str,
    /// What the numbers are, in words; why there are none, where there are none.
    pub by: String,
}

/// Where each kind goes, by load lines where there are some, else by the cells of studies.
pub fn placements(needs: &[SizeNeed], shop: &Shop, records: &[(String, Record)]) -> Vec<Placement> {
    let (storages, _) = storages(records, shop);
    let names: Vec<&str> = records.iter().map(|(name, _)| name.as_str()).collect();
    let one = |file: File| {
        let need = file.need(needs);
        checked(file, need, &storages, &names, shop)
            .unwrap_or_else(|| celled(file, need, &storages, &names, shop))
    };
    File::ALL.into_iter().map(one).collect()
}

/// By load lines on different storages.
fn checked(
    file: File,
    need: Option<&SizeNeed>,
    storages: &[Storage<'_>],
    names: &[&str],
    shop: &Shop,
) -> Option<Placement> {
    let own = |line: &&Line<'_>| {
        let role = line.role;
        let ramp = line.stage.is_some() && need.is_some_and(|need| line.strange_to(need).is_none());
        role.load_line.is_some()
            && line.forbidden.is_none()
            && (ramp || file.is(&role.role, role.kind))
    };
    let mut lines: Vec<(&Storage<'_>, &Line<'_>)> = Vec::new();
    for storage in storages {
        let all: Vec<&Line<'_>> = storage.lines.iter().filter(own).collect();
        let meant = |line: &&&Line<'_>| need.is_some_and(|need| line.strange_to(need).is_none());
        lines.extend(all.iter().find(meant).or(all.first()).map(|line| (storage, *line)));
    }
    let moved = lines.iter().all(|(_, line)| line.role.kind == RoleKind::Bulk);
    let mut places: Vec<Spot> = lines
        .iter()
        .filter_map(|(storage, line)| {
            let rate = line.role.load_line?;
            let each = line.role.mibps.filter(|_| moved).map_or(1.0, |mibps| mibps / rate.value);
            let whole = |value: f64| value * each;
            let value = Estimate {
                value: whole(rate.value),
                low: whole(rate.low),
                high: whole(rate.high),
                ..rate
            };
            let blank = SizeNeed::blank();
            let carried = line.carry(need.unwrap_or(&blank), names[line.run]);
            let head_room = need
                .filter(|need| line.strange_to(need).is_none())
                .map(|need| carried.seen() / wanted(need, line.block) - 1.0);
            let how = format!("{} in {}", line.role.ceiling, names[line.run]);
            let (first, may_fail) = (carried.first, may_fail(storage, shop));
            Some(Spot { name: storage.name.clone(), value, head_room, first, may_fail, how })
        })
        .collect();
    places.sort_by(|a, b| b.value.value.total_cmp(&a.value.value));
    let unit = match file {
        File::Log => "commits/s",
        _ if moved => "MiB/s",
        _ => "IOPS",
    };
    let mut ceilings = lines.iter().map(|(_, line)| line.role.ceiling);
    let first = ceilings.next();
    let by = if ceilings.all(|ceiling| Some(ceiling) == first) {
        "load lines"
    } else {
        "load lines under different ceilings, which are not the same question"
    };
    (!places.is_empty()).then(|| Placement { file, places, unit, by: by.to_owned() })
}

/// By the cells that come nearest to its I/O.
fn celled(
    file: File,
    need: Option<&SizeNeed>,
    storages: &[Storage<'_>],
    names: &[&str],
    shop: &Shop,
) -> Placement {
    let mut places: Vec<(bool, Spot)> = storages
        .iter()
        .filter_map(|storage| {
            let (name, may_fail) = (storage.name.clone(), may_fail(storage, shop));
            let asked = need.filter(|need| match file {
                File::Data => true,
                File::Log => need.commits,
                File::Temporary | File::Backup => false,
            });
            let carried = asked.map(|need| (need, carry(need, &storage.cells, names)));
            match carried {
                Some((need, Ok(found))) => {
                    let head_room = Some(found.surely / wanted(need, found.block) - 1.0);
                    let (value, first, how) = (found.iops, found.first, found.how);
                    Some((false, Spot { name, value, head_room, first, may_fail, how }))
                }
                Some((_, Err(_))) if file == File::Data => None,
                _ => {
                    let all = samples(&storage.cells);
                    let (value, sample) = kind_of(file, &all)?;
                    let hasty = file == File::Log && sample.load.sync == SyncMode::None;
                    let (first, head_room) = (First::NotSeen, None);
                    let little = if hasty { ", not durable: tells little of a log" } else { "" };
                    let how = format!("{}{little}, in {}", sample.load, names[sample.run]);
                    Some((hasty, Spot { name, value, head_room, first, may_fail, how }))
                }
            }
        })
        .collect();
    // A write that nothing waits for is fast on whatever loses it: those come last.
    places.sort_by(|(a_hasty, a), (b_hasty, b)| {
        a_hasty.cmp(b_hasty).then(b.value.value.total_cmp(&a.value.value))
    });
    let (durable, hasty) =
        places.iter().fold((false, false), |(a, b), (hasty, _)| (a | !hasty, b | hasty));
    let places: Vec<Spot> = places.into_iter().map(|(_, spot)| spot).collect();
    let (unit, by) = match (file, need) {
        (File::Data, Some(_)) => ("IOPS", "what their cells carry of this need"),
        (File::Data, None) => ("IOPS", "their smallest random reads, at best"),
        (File::Log, Some(need)) if need.commits && durable => (
            if hasty { "IOPS" } else { "commits/s" },
            "what their durable writes carry of this need",
        ),
        (File::Log, _) if durable => ("IOPS", "their smallest durable writes, one at a time"),
        (File::Log, _) => ("IOPS", "their smallest writes, one at a time; no commit was measured"),
        (File::Temporary, _) => ("MiB/s", "their writes of about 64 KiB"),
        (File::Backup, _) => ("MiB/s", "their largest sequential blocks"),
    };
    let by = if places.is_empty() { "nothing of the kind was measured" } else { by };
    Placement { file, places, unit, by: by.to_owned() }
}

/// How many disks may fail: as the race was told, else as its level tells.
fn may_fail(storage: &Storage<'_>, shop: &Shop) -> Option<u32> {
    let (made, _) = storage.made(shop);
    let by_level = || match (made.level?, made.disks) {
        (Level::Raid1, None) => None,
        (level, disks) => Some(raid::may_fail(level, disks.unwrap_or(1))),
    };
    storage.may_fail.or_else(by_level)
}

/// The cell that comes nearest to a kind of file's I/O, and its number.
fn kind_of(file: File, all: &[Sample]) -> Option<(Estimate, &Sample)> {
    let written = |sample: &Sample| sample.load.read_percent == 0.0;
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
            // One that is durable tells more of a log than any other.
            let hasty = |s: &Sample| s.load.sync == SyncMode::None;
            let nearest =
                alone.into_iter().min_by_key(|s| (hasty(s), s.load.block, s.load.random))?;
            Some((nearest.iops, nearest))
        }
        File::Temporary => {
            let writes = of(all, written);
            let far = |s: &&Sample| (s.load.block.0 as f64 / 65_536.0).ln().abs();
            let nearest = writes.iter().copied().min_by(|a, b| far(a).total_cmp(&far(b)))?;
            most(writes, nearest.load.block)
        }
        File::Backup => {
            let long = of(all, |s| !s.load.random);
            let largest = long.iter().map(|s| s.load.block).max()?;
            most(long, largest)
        }
    }
}

fn of(all: &[Sample], is: impl Fn(&Sample) -> bool) -> Vec<&Sample> {
    all.iter().filter(|sample| is(sample)).collect()
}

/// The one of these with this block that moves most.
fn most(these: Vec<&Sample>, block: Bytes) -> Option<(Estimate, &Sample)> {
    let same = these.into_iter().filter(|sample| sample.load.block == block);
    let best = same.max_by(|a, b| a.mibps.value.total_cmp(&b.mibps.value))?;
    Some((best.mibps, best))
}
