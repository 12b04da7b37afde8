//! The layouts and points of `compare`, and the race over them.

use super::build::{self, LayoutEntries};
use super::mistakes::Mistakes;
use super::values::{self, BUILT, LENGTH, WHAT};
use super::{StudySetup, recorded};
use crate::failure::Failure;
use crate::profiles;
use crate::repeat_command::RepeatCommand;
use crate::shelf::{Shelf, ShelfRequest};
use crate::study::{REFERENCE, Stage, StudyRequest, Work, reference, referenced};
use crate::write_permission::Permission;
use base::{Bytes, Nanos};
use clap::Args;
use record::key::Settings;
use record::race::{Criterion, Score, WeightedLoad};
use record::{Point, RunSubject, StudyKind};
use report::messages::arguments::ArgumentFault;
use report::messages::requests::RequestFault;
use serde::Serialize;
use std::path::PathBuf;
use study::race::{Candidate, Race, RaceConfig};
use workload::{
    AccessPattern, BlockSizes, Pace, PointGrid, PointLoad, Profile, Role, RoleKind, Stream,
};

/// The layouts, and the points at which they are compared.
#[derive(Args, Clone, Debug, Default, PartialEq, Serialize)]
#[command(next_help_heading = WHAT)]
pub struct RaceRequest {
    /// A layout: `NAME=PLACE[,usable=SIZE][,redundancy=DISKS THAT MAY FAIL]`
    #[arg(long = "layout", value_name = "LAYOUT")]
    pub layouts: Vec<String>,
    /// Compare with the I/O of this database profile (see `plimsoll profiles`), where each role has its weight; or with the I/O
    /// of this job file
    #[arg(long = "for", alias = "profile", value_name = "PROFILE")]
    pub profile: Option<String>,
    /// Name the best layout for each request size, random and sequential separately, as for layouts that differ in their chunk
    /// size (stripe segment)
    #[arg(long)]
    pub each_size: bool,
    /// Compare recorded points instead of measuring: a CSV file with the columns layout, op, block_kib, depth, threads and
    /// value, or one that `results export` wrote
    #[arg(long, value_name = "FILE")]
    pub recorded: Option<String>,
    /// Fill each target to these levels in turn, such as 10,50 (whole percent from 1 to 95), and compare on all filled space at each level;
    /// devices need --destroy, and files need --overwrite
    #[arg(long = "fill", value_name = "PERCENTS", value_delimiter = ',', value_parser = values::fill_level, allow_hyphen_values = true)]
    pub fills: Vec<u8>,
    /// Build these layouts, separated by semicolons, on --disks and remove them at the end: 'raid0,raid10 x 64k,256k' (mdadm,
    /// two chunk sizes each), 'btrfs-raid1', 'lvm-raid5 x 64k', none (single disks). Needs root
    #[arg(long, help_heading = BUILT, value_name = "LAYOUTS")]
    pub build: Option<String>,
    /// Disks for --build, each also named with --destroy; every layout gets a slice of each
    #[arg(long, help_heading = BUILT, value_name = "DEVICES", value_delimiter = ',', num_args = 1..)]
    pub disks: Vec<String>,
    /// Size of the slice that each layout gets of each disk [default: 16 GiB, or an equal share of smaller disks]
    #[arg(long, help_heading = BUILT, value_name = "SIZE", value_parser = values::size, allow_hyphen_values = true)]
    #[serde(serialize_with = "values::texts")]
    pub slice: Option<Bytes>,
    /// The points to measure: block size, depth, threads and direction, such as '-b(8,64) -o(1-64) -t(1,2,4) -k(R,W)'
    /// [default: 210 points; 32 points with --each-size]
    #[arg(long, value_name = "GRID", allow_hyphen_values = true)]
    pub grid: Option<String>,
    /// Compare throughput, or the 99th percentile of latency at each point [default: throughput]
    #[arg(long = "metric", value_name = "throughput|p99", value_parser = values::criterion)]
    pub criterion: Option<Criterion>,
    /// Shortest time of a point, at least 1s; it continues up to twice as long until its throughput is known to +/-5 % [default: 3s; 10s
    /// with --metric p99]
    #[arg(long, help_heading = LENGTH, value_name = "TIME", value_parser = values::point_time, allow_hyphen_values = true)]
    #[serde(serialize_with = "values::texts")]
    pub time: Option<Nanos>,
    /// The smallest difference that counts, in percent, above 0 and below 100 [default: 2%; 10% with --metric p99]
    #[arg(long = "practical", value_name = "PERCENT", value_parser = values::practical, allow_hyphen_values = true)]
    #[serde(serialize_with = "values::texts")]
    pub practical_percent: Option<f64>,
    /// Measure each point at most this many times, up to 1000; after that the comparison ends undecided [default: 160 divided by the
    /// number of points, at least 1 and at most 32]
    #[arg(long, help_heading = LENGTH, value_name = "N", value_parser = values::whole::<1000>)]
    pub passes: Option<u32>,
}

impl RaceRequest {
    /// Adds every option that means nothing beside another one, or without it.
    pub(super) fn judge(&self, mistakes: &mut Mistakes) {
        let [profile, recorded, fill] =
            [self.profile.is_some(), self.recorded.is_some(), !self.fills.is_empty()];
        let conflicts = [
            ("--for", "--grid", profile && self.grid.is_some()),
            ("--recorded", "--layout", recorded && !self.layouts.is_empty()),
            ("--recorded", "--build", recorded && self.build.is_some()),
            ("--recorded", "--fill", recorded && fill),
            ("--recorded", "--for", recorded && profile),
            ("--recorded", "--grid", recorded && self.grid.is_some()),
            ("--recorded", "--metric", recorded && self.criterion.is_some()),
            ("--recorded", "--passes", recorded && self.passes.is_some()),
            ("--each-size", "--for", self.each_size && profile),
            ("--each-size", "--recorded", self.each_size && recorded),
            ("--each-size", "--fill", self.each_size && fill),
        ];
        for (one, other, _) in conflicts.into_iter().filter(|(_, _, both)| *both) {
            mistakes.add_conflict(one, other);
        }
        let of_build = [("--disks", !self.disks.is_empty()), ("--slice", self.slice.is_some())];
        for (option, _) in of_build.into_iter().filter(|(_, given)| *given && self.build.is_none())
        {
            mistakes.add(ArgumentFault::NeedsBuild { option: option.to_owned() });
        }
    }
}

/// A candidate and its places, as the user wrote them.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) candidate: Candidate,
    /// One place for each target of the candidate.
    pub(super) places: Vec<String>,
}

/// Reads `NAME=PLACE[,usable=SIZE][,redundancy=N]`.
pub(super) fn entry(text: &str, mistakes: &mut Mistakes) -> Option<Entry> {
    let slip =
        |mistakes: &mut Mistakes, line: String| mistakes.add(format!("--layout {text}: {line}"));
    let Some((name, rest)) = text.split_once('=').filter(|(name, _)| !name.trim().is_empty())
    else {
        let form = "NAME=PLACE (raid10=/mnt/a)".to_owned();
        slip(mistakes, RequestFault::LayoutForm { form }.to_string());
        return None;
    };
    let mut parts = rest.split(',');
    let place = parts.next().unwrap_or_default().to_owned();
    if place.is_empty() {
        mistakes.add(RequestFault::LayoutWithoutPlace { layout: text.to_string() });
    }
    let name = name.trim();
    if name == REFERENCE {
        slip(mistakes, RequestFault::NameIsTaken { name: name.to_string() }.to_string());
    }
    let mut candidate = Candidate::new(name, &[name.to_owned()]);
    let mut said: Vec<&str> = Vec::new();
    for part in parts {
        let (key, value) = part.split_once('=').unwrap_or((part, ""));
        if said.contains(&key.trim()) {
            slip(mistakes, RequestFault::KeyTwice { key: key.trim().to_string() }.to_string());
            continue;
        }
        said.push(key.trim());
        let right = match key.trim() {
            "usable" => Bytes::capacity(value)
                .map(|size| candidate.usable = Some(size))
                .map_err(|error| error.to_string()),
            "redundancy" => {
                value.trim().parse::<u32>().map(|disks| candidate.may_fail = Some(disks)).map_err(
                    |_| RequestFault::NotANumberOfDisks { value: value.to_string() }.to_string(),
                )
            }
            _ => Err(RequestFault::UnknownKey { key: key.to_string() }.to_string()),
        };
        if let Err(line) = right {
            slip(mistakes, line);
        }
    }
    Some(Entry { candidate, places: vec![place] })
}

/// Reads a grid in the lab book's notation.
fn read_grid(text: &str, mistakes: &mut Mistakes) -> Vec<WeightedLoad> {
    match job::grid::read(text) {
        Ok(loads) if loads.sets.is_empty() => WeightedLoad::of_grid(&loads.grid),
        Ok(_) => {
            mistakes.add(RequestFault::GridNamesLayouts);
            Vec::new()
        }
        Err(problems) => {
            for problem in problems {
                mistakes.add(format!("--grid: {}; {}", problem.text, problem.help));
            }
            Vec::new()
        }
    }
}

/// The loads of the measured roles of a database, with their weights.
pub(super) fn of_profile(profile: &Profile) -> Vec<WeightedLoad> {
    let measured = profile.roles.iter().filter(|role| role.measured);
    measured.flat_map(of_role).collect()
}

/// The loads of a role at an eighth of its queue depth and at its full depth, with its main block sizes. For a job, those of
/// each stream, weighted by its rate.
fn of_role(role: &Role) -> Vec<WeightedLoad> {
    let Some(job) = &role.job else {
        return of_stream(&role.stream, role.kind, &role.name, role.weight);
    };
    let closed = job.at(Pace::Closed, role.stream.depth);
    let rates = job.streams.iter().map(|stream| stream.pace.rate_iops().unwrap_or_default());
    let each = closed.iter().zip(rates).map(|(stream, rate_iops)| {
        of_stream(stream, RoleKind::Load, &stream.name, rate_iops / job.rate_iops())
    });
    each.flatten().collect()
}

fn of_stream(stream: &Stream, kind: RoleKind, group: &str, weight: f64) -> Vec<WeightedLoad> {
    let depths = match kind {
        // A commit waits for the one before it.
        RoleKind::Commit => vec![1],
        RoleKind::Load | RoleKind::Bulk if stream.depth <= 1 => vec![1],
        RoleKind::Load | RoleKind::Bulk => vec![stream.depth.div_ceil(8), stream.depth],
    };
    let reads = stream.read_percent > 0.0;
    let sizes = sizes(if reads { &stream.read_blocks } else { &stream.write_blocks });
    let all: f64 = sizes.iter().map(|size| size.1).sum();
    let mut loads = Vec::new();
    for (block, share) in &sizes {
        loads.extend(depths.iter().map(|&depth| WeightedLoad {
            load: PointLoad {
                read_percent: stream.read_percent,
                block: *block,
                random: stream.access != AccessPattern::Sequential,
                depth,
                threads: stream.workers,
                sync: stream.sync,
            },
            weight: weight * share / all / depths.len() as f64,
            group: group.to_owned(),
        }));
    }
    loads
}

/// Representative block sizes with their shares: the ends of a range, the three most frequent of a list.
fn sizes(blocks: &BlockSizes) -> Vec<(Bytes, f64)> {
    match blocks {
        BlockSizes::Fixed(size) => vec![(*size, 1.0)],
        BlockSizes::Range { low, high, .. } => vec![(*low, 1.0), (*high, 1.0)],
        BlockSizes::Weighted(list) => {
            let mut list = list.clone();
            list.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
            list.truncate(3);
            list
        }
    }
}

/// A race without its measurement settings.
pub(super) struct RaceOutline<'a> {
    pub(super) entries: Vec<Entry>,
    pub(super) loads: Vec<WeightedLoad>,
    pub(super) request: &'a RaceRequest,
    pub(super) setup: &'a StudySetup,
    /// The size to use of each place; `None`: the default.
    pub(super) size: Option<Bytes>,
    pub(super) writes: Permission,
    /// Directories on file systems that were built for the race.
    pub(super) own: Vec<PathBuf>,
    pub(super) apart: Vec<(String, String)>,
    pub(super) subject: RunSubject,
}

/// Reads the rest of the request and examines the places. Reports all problems at once.
pub(super) fn study_request(
    outline: RaceOutline<'_>,
    mut mistakes: Mistakes,
    tune: impl FnOnce(RaceConfig) -> RaceConfig,
) -> Result<StudyRequest, Failure> {
    let RaceOutline { entries, loads, request, setup, writes, own, apart, .. } = outline;
    let RaceOutline { size, subject, .. } = outline;
    let fills = request.fills.clone();
    let places = entries.iter().flat_map(|entry| {
        entry.candidate.targets.iter().cloned().zip(entry.places.iter().cloned())
    });
    let will_write = !fills.is_empty() || loads.iter().any(|weighted| weighted.load.writes());
    // The block sizes of a role are fitted to the storage.
    let named = loads.iter().filter(|weighted| weighted.group.is_empty());
    let blocks: Vec<Bytes> = named.map(|weighted| weighted.load.block).collect();
    let look = |places: Vec<(String, String)>| {
        Shelf::look(&ShelfRequest {
            places,
            size,
            writes: &writes,
            will_write,
            blocks: &blocks,
            fills: &fills,
            disks: false,
            own: &own,
        })
    };
    let looked = if apart.is_empty() { None } else { mistakes.take(look(apart)) };
    let mut shelf = mistakes.take(look(places.collect()));
    if let (Some(shelf), Some(looked)) = (&mut shelf, &looked) {
        shelf.copy_places(looked);
    }
    if entries.len() < 2 {
        mistakes.add(RequestFault::FewLayouts);
    }
    let sector = shelf.as_ref().map_or(1, Shelf::sector_bytes);
    let loads = fitted(loads, u64::from(sector));
    let candidates = entries.into_iter().map(|entry| entry.candidate).collect();
    let config = RaceConfig::new(candidates, loads, 0);
    let config = config_of_request(config, request);
    let Some(shelf) = shelf.filter(|_| mistakes.is_empty()) else { return Err(mistakes.failure()) };
    let command = RepeatCommand::of("compare").options(request).setup(setup);
    let config = tune(config);
    let config = if fills.is_empty() { config } else { RaceConfig { fills, ..config } };
    let stages = vec![stage(&command, shelf, config)];
    Ok(setup.request(command, subject, stages))
}

/// Rounds block sizes of roles up to sectors, as direct I/O on all places needs. Merges loads of a role that become equal.
fn fitted(loads: Vec<WeightedLoad>, sector_bytes: u64) -> Vec<WeightedLoad> {
    let mut all: Vec<WeightedLoad> = Vec::new();
    for mut weighted in loads {
        if !weighted.group.is_empty() {
            weighted.load.block = Bytes(weighted.load.block.0.next_multiple_of(sector_bytes));
        }
        match all
            .iter_mut()
            .find(|known| known.load == weighted.load && known.group == weighted.group)
        {
            Some(known) if !weighted.group.is_empty() => known.weight += weighted.weight,
            _ => all.push(weighted),
        }
    }
    all
}

/// The configuration of a race with the settings of the request.
pub(super) fn config_of_request(config: RaceConfig, request: &RaceRequest) -> RaceConfig {
    let criterion = request.criterion.unwrap_or(config.criterion);
    let usual = if criterion == Criterion::LatencyP99 { TIME_P99 } else { Nanos::secs(3) };
    let time = request.time.unwrap_or(usual);
    let practical = request.practical_percent.map(|percent| percent / 100.0);
    let mut until = config.until;
    (until.time_min_ns, until.time_max_ns) = (time.0, time.0.saturating_mul(2));
    let usual = if criterion == Criterion::LatencyP99 { PRACTICAL_P99 } else { config.practical };
    RaceConfig {
        until,
        practical: practical.unwrap_or(usual),
        passes_max: request.passes.unwrap_or(config.passes_max),
        ..config
    }
    .ranked_by(criterion)
}

/// The least time of a point in a race of latencies: for a 99th percentile, a rotating disk needs it to do 299 operations.
const TIME_P99: Nanos = Nanos::secs(10);
/// The smallest relative difference of latencies that counts: short points do not determine a percentile more precisely.
const PRACTICAL_P99: f64 = 0.1;

pub(super) fn stage(command: &RepeatCommand, shelf: Shelf, config: RaceConfig) -> Stage {
    let settings = Settings::Race(config.key());
    let work = Work::Points(Box::new(move |seed, _| {
        let race = Race::new(RaceConfig { seed, ..config.clone() });
        let first = &config.candidates[0].targets[0];
        let reference = reference(first, config.loads[0].load);
        // The part of the first fill level stays the same while the places are filled further.
        let reference = Point { fill_percent: config.fills[0], ..reference };
        referenced(race, reference, config.until)
    }));
    Stage::of(StudyKind::Compare, None, command, (settings, shelf, work))
}

/// Request sizes below, at and above common chunk sizes, at queue depths 1 and 8.
const EACH_SIZE_GRID: &str = "-k(R,W) -b(8,64,256,1024) -o(1,8) -f(random,sequential)";

/// A study that races layouts, with the layouts to build for it.
pub fn compare(
    request: &RaceRequest,
    setup: &StudySetup,
    mut mistakes: Mistakes,
) -> Result<StudyRequest, Failure> {
    request.judge(&mut mistakes);
    if let Some(file) = &request.recorded {
        return recorded::read(request, file, setup, mistakes);
    }
    // With fill levels, the filled part is the part that is used.
    let size = setup.size.filter(|_| request.fills.is_empty());
    let setup = StudySetup { size, ..setup.clone() };
    let mut request = request.clone();
    request.fills.sort_unstable();
    request.fills.dedup();
    let own = (request.clone(), setup.clone());
    build::study_request(&request, &setup, mistakes, move |built| {
        over_points(&own.0, &own.1, built)
    })
}

/// The named and the built layouts, with the places that must be examined separately.
fn entries(
    request: &RaceRequest,
    built: &LayoutEntries,
    mistakes: &mut Mistakes,
) -> (Vec<Entry>, Vec<(String, String)>) {
    let named = request.layouts.iter().filter_map(|text| entry(text, mistakes));
    let named: Vec<Entry> = named.collect();
    let apart = built.separate_places(&named, mistakes);
    (built.all_entries(named), apart)
}

fn size(setup: &StudySetup, built: &LayoutEntries) -> Option<Bytes> {
    setup.size.or(built.size)
}

fn over_points(
    request: &RaceRequest,
    setup: &StudySetup,
    built: &LayoutEntries,
) -> Result<StudyRequest, Failure> {
    let mut mistakes = Mistakes::default();
    let (entries, apart) = entries(request, built, &mut mistakes);
    let profile = request.profile.as_deref().map(profiles::load_with_rates);
    let profile = profile.and_then(|loaded| mistakes.take(loaded)).map(|(_, profile)| profile);
    let each_size = request.each_size;
    let grid = request.grid.as_deref().or(each_size.then_some(EACH_SIZE_GRID));
    let loads = match (&profile, grid) {
        (Some(profile), _) => of_profile(profile),
        (None, Some(text)) => read_grid(text, &mut mistakes),
        // The profile could not be read: there are no points.
        (None, None) if request.profile.is_some() => Vec::new(),
        (None, None) => WeightedLoad::of_grid(&PointGrid::classic()),
    };
    let subject = match (&profile, grid) {
        (Some(profile), _) => RunSubject::Profile { profile: profile.name.clone() },
        (None, Some(grid)) => RunSubject::Grid { grid: grid.to_owned() },
        (None, None) => RunSubject::ClassicGrid,
    };
    let weighs = profile.is_some();
    let outline = RaceOutline {
        entries,
        loads,
        request,
        setup,
        size: size(setup, built),
        writes: built.writes(setup),
        own: built.folders.clone(),
        apart,
        subject,
    };
    study_request(outline, mistakes, |config| {
        if each_size {
            // All request sizes have the same weight, regardless of their throughput.
            let config = config.for_each_block();
            RaceConfig { passes_max: request.passes.unwrap_or(config.passes_max), ..config }
        } else if weighs {
            // Roles transfer very different amounts: a mean of MiB/s would be dominated by scans.
            RaceConfig { score: Score::Ratio, ..config }
        } else {
            config
        }
    })
}
