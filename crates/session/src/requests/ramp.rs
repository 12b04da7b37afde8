//! `ramp`: a target and loads -> one line within the latency limit for each, or the table of queue depths; of a
//! whole job, the highest multiple of its load.

use super::mistakes::Mistakes;
use super::values::{self, LENGTH, WHAT};
use super::{StudySetup, TARGET, defaults, until_of};
use crate::failure::Failure;
use crate::profiles;
use crate::repeat_command::RepeatCommand;
use crate::shelf::{Shelf, ShelfRequest};
use crate::study::{RampWork, Stage, StudyRequest, Work};
use base::{Bytes, Nanos};
use clap::Args;
use record::key::Settings;
use record::{RunSubject, StudyKind};
use report::messages::arguments::ArgumentFault;
use report::messages::requests::RequestFault;
use serde::Serialize;
use std::collections::HashSet;
use study::depth_sweep::{DepthSweep, DepthSweepConfig};
use workload::{
    AccessPattern, BlockSizes, JobLoad, LatencyLimit, PointLoad, Role, RoleKind, Stream, SyncMode,
};

/// The default time for a load line: on flash it suffices for a precision of 5 %.
const BUDGET_NS: u64 = 60_000_000_000;
/// The same on rotating disks, which do a hundredth of the IOPS (docs/explanation/methods/load-line.md explains both).
const BUDGET_ROTATING_NS: u64 = 2_700_000_000_000;
/// The smallest relative gain that makes a doubling of the queue depth worthwhile.
const GAIN_MIN: f64 = 0.05;

/// The target, its loads and the latency limit.
#[derive(Args, Clone, Debug, PartialEq, Serialize)]
#[command(next_help_heading = WHAT)]
pub struct RampRequest {
    /// A directory, a file, a block device, or sim:MEDIUM
    pub target: String,
    /// Raise the load of this job, such as one that `plimsoll capture fit` wrote, instead of the I/O that --block and --mix
    /// describe; all its streams are raised together
    #[arg(long = "for", value_name = "JOB.toml")]
    pub job: Option<String>,
    /// Sizes of operations, multiples of 512 bytes, one load line for each
    #[arg(long = "block", value_name = "SIZES", value_delimiter = ',', default_value = "8k", value_parser = values::block, allow_hyphen_values = true)]
    #[serde(serialize_with = "values::texts")]
    pub blocks: Vec<Bytes>,
    /// Shares of reads, 0 to 100 percent, one load line for each
    #[arg(long = "mix", value_name = "PERCENTS", value_delimiter = ',', default_value = "100", value_parser = values::read_percent, allow_hyphen_values = true)]
    #[serde(serialize_with = "values::texts")]
    pub read_percents: Vec<f64>,
    /// The latency limit, such as 'p99<=10ms'
    #[arg(long, value_name = "LIMIT", default_value = "p99<=20ms", value_parser = values::latency_limit, allow_hyphen_values = true)]
    #[serde(serialize_with = "values::texts")]
    pub latency_limit: LatencyLimit,
    /// Sequential I/O instead of random
    #[arg(long)]
    pub sequential: bool,
    /// The most outstanding operations, 1 to 4096
    #[arg(long, value_name = "N", default_value = "64", value_parser = values::whole::<4096>, allow_hyphen_values = true)]
    pub depth_max: u32,
    /// Time to measure each load line, such as 90s or 10min, at least 5s [default: 60s; 45min on rotating disks]
    #[arg(long, help_heading = LENGTH, value_name = "TIME", value_parser = values::budget, allow_hyphen_values = true)]
    #[serde(serialize_with = "values::texts")]
    pub budget: Option<Nanos>,
    /// Measure at these queue depths instead of finding a load line: a list such as 1,4,16, or 1-256 for 1, 2, 4 ... 256
    /// (used if no value is given)
    #[arg(long, value_name = "DEPTHS", num_args = 0..=1, default_missing_value = "1-256")]
    pub depths: Option<String>,
    /// Shortest time at each queue depth of --depths, at least 1s
    #[arg(long, help_heading = LENGTH, value_name = "TIME", default_value = "10s", value_parser = values::point_time, allow_hyphen_values = true)]
    #[serde(serialize_with = "values::texts")]
    pub time: Nanos,
}

impl Default for RampRequest {
    /// The defaults of all options; the target is still missing.
    fn default() -> Self {
        Self { target: String::new(), ..defaults() }
    }
}

impl RampRequest {
    /// Adds every option that means nothing beside another one.
    fn judge(&self, mistakes: &mut Mistakes) {
        let usual = Self::default();
        let of_line = [
            ("--latency-limit", self.latency_limit != usual.latency_limit),
            ("--depth-max", self.depth_max != usual.depth_max),
            ("--budget", self.budget.is_some()),
        ];
        for (option, _) in of_line.into_iter().filter(|(_, given)| *given && self.depths.is_some())
        {
            mistakes.add(ArgumentFault::NotWithDepths { option: option.to_owned() });
        }
        if self.depths.is_none() && self.time != usual.time {
            mistakes.add(ArgumentFault::NeedsDepths { option: "--time".to_owned() });
        }
        let of_one_kind = [
            ("--block", self.blocks != usual.blocks),
            ("--mix", self.read_percents != usual.read_percents),
            ("--sequential", self.sequential),
            ("--depth-max", self.depth_max != usual.depth_max),
            ("--depths", self.depths.is_some()),
        ];
        for (option, _) in of_one_kind.into_iter().filter(|(_, given)| *given && self.job.is_some())
        {
            mistakes.add_conflict("--for", option);
        }
    }
}

/// A study that finds the highest load of each kind within the latency limit, or measures each of them at each depth.
pub fn ramp(
    request: &RampRequest,
    setup: &StudySetup,
    mut mistakes: Mistakes,
) -> Result<StudyRequest, Failure> {
    request.judge(&mut mistakes);
    if let Some(file) = &request.job {
        return match mistakes.take(job_ramp(request, file, setup)) {
            Some(study) if mistakes.is_empty() => Ok(study),
            _ => Err(mistakes.failure()),
        };
    }
    refuse_repeated(
        "--block",
        request.blocks.iter().map(|block| block.option_value()),
        &mut mistakes,
    );
    refuse_repeated("--mix", request.read_percents.iter().map(f64::to_string), &mut mistakes);
    let loads = loads(request);
    let depths = request.depths.as_deref().map(|text| depths(text, &mut mistakes));
    let blocks: Vec<Bytes> = loads.iter().map(|load| load.block).collect();
    let shelf = shelf(request, loads.iter().any(PointLoad::writes), &blocks, setup);
    let shelf = mistakes.take(shelf);
    let Some(shelf) = shelf.filter(|_| mistakes.is_empty()) else { return Err(mistakes.failure()) };
    let several = loads.len() > 1;
    let each = |load| stage(load, several, depths.as_deref(), (request, setup), shelf.clone());
    let subject = match &request.depths {
        None => RunSubject::UnderLimit { limit: request.latency_limit },
        Some(depths) => RunSubject::Depths { depths: depths.clone() },
    };
    let command = RepeatCommand::of("ramp").options(request).setup(setup);
    Ok(setup.request(command, subject, loads.iter().map(each).collect()))
}

/// Examines the target for a load.
pub(super) fn shelf(
    request: &RampRequest,
    will_write: bool,
    blocks: &[Bytes],
    setup: &StudySetup,
) -> Result<Shelf, Failure> {
    Shelf::look(&ShelfRequest {
        places: vec![(TARGET.to_owned(), request.target.clone())],
        size: setup.size,
        writes: &setup.permission,
        will_write,
        blocks,
        fills: &[],
        disks: false,
        own: &[],
    })
}

fn loads(request: &RampRequest) -> Vec<PointLoad> {
    let mut loads = Vec::new();
    for &block in &request.blocks {
        loads.extend(request.read_percents.iter().map(|&read_percent| PointLoad {
            read_percent,
            block,
            random: !request.sequential,
            depth: request.depth_max,
            threads: 1,
            sync: SyncMode::None,
        }));
    }
    loads
}

/// Refuses values that are named twice: they would be measured twice under one name.
fn refuse_repeated(option: &str, values: impl Iterator<Item = String>, mistakes: &mut Mistakes) {
    let mut seen = HashSet::new();
    for value in values {
        if seen.replace(value.clone()).is_some() {
            let option = option.to_owned();
            mistakes.add(RequestFault::ValueTwice { option, value });
        }
    }
}

/// `1-256` by doubling, or a list.
fn depths(text: &str, mistakes: &mut Mistakes) -> Vec<u32> {
    job::grid::depths(text).unwrap_or_else(|problems| {
        for problem in problems {
            mistakes.add(format!("--depths: {problem}; {}", job::grid::DEPTHS_HELP));
        }
        Vec::new()
    })
}

/// The stage of one load, which is one of `several` or the only one.
fn stage(
    load: &PointLoad,
    several: bool,
    depths: Option<&[u32]>,
    (request, setup): (&RampRequest, &StudySetup),
    shelf: Shelf,
) -> Stage {
    let part = several.then(|| exact_part(load));
    let name = Stage::name_of(StudyKind::Ramp.name(), part.as_deref());
    let (blocks, read_percents) = (vec![load.block], vec![load.read_percent]);
    let own = RampRequest { blocks, read_percents, ..request.clone() };
    let command = RepeatCommand::of("ramp").options(&own).setup(setup);
    let (settings, work) = match depths {
        None => {
            let budget_ns = budget_ns(request, &shelf);
            let work = RampWork { role: role(&name, load, request.latency_limit), budget_ns };
            let settings = Settings::ramp(&name, load, request.latency_limit, budget_ns);
            (settings, Work::Ramp(Box::new(work)))
        }
        Some(depths) => {
            let config = DepthSweepConfig {
                subject: name.clone(),
                targets: vec![TARGET.to_owned()],
                load: *load,
                depths: depths.to_vec(),
                until: until_of(request.time),
                gain_min: GAIN_MIN,
            };
            let settings = config.key();
            let work =
                Work::Points(Box::new(move |_, _| Box::new(DepthSweep::new(config.clone()))));
            (settings, work)
        }
    };
    Stage::of(StudyKind::Ramp, part, &command, (settings, shelf, work))
}

/// Time for a line on these places.
pub(super) fn budget_ns(request: &RampRequest, shelf: &Shelf) -> u64 {
    let usual = || if shelf.is_rotating(&shelf.stacks()) { BUDGET_ROTATING_NS } else { BUDGET_NS };
    request.budget.map_or_else(usual, |budget| budget.0)
}

/// The load as the one role of a check.
fn role(name: &str, load: &PointLoad, latency_limit: LatencyLimit) -> Role {
    let stream = Stream {
        read_percent: load.read_percent,
        read_blocks: BlockSizes::Fixed(load.block),
        write_blocks: BlockSizes::Fixed(load.block),
        access: if load.random { AccessPattern::Uniform } else { AccessPattern::Sequential },
        depth: load.depth,
        ..Stream::new(name, TARGET)
    };
    Role::new(RoleKind::Load, stream, latency_limit)
}

/// What distinguishes a load from the others of its command, as its options say it. It is exact: trials are found by it.
fn exact_part(load: &PointLoad) -> String {
    format!("block={} mix={}", load.block.option_value(), load.read_percent)
}

/// A study of one line: the rate of all streams of the job together.
pub(super) fn job_ramp(
    request: &RampRequest,
    file: &str,
    setup: &StudySetup,
) -> Result<StudyRequest, Failure> {
    let (text, profile) = profiles::load_open(file)?;
    let role =
        profile.roles.into_iter().find(|role| role.job.is_some()).ok_or_else(|| {
            Failure::wrong(RequestFault::ProfileNotJob { file: file.to_string() })
        })?;
    let role = Role { latency_limit: request.latency_limit, ..role };
    let Some(load) = &role.job else { unreachable!("the role was found by its job") };
    let will_write = all_streams(load).any(Stream::writes);
    let shelf = shelf(request, will_write, &smallest_blocks(load), setup)?;
    let command = RepeatCommand::of("ramp").options(request).setup(setup);
    let budget_ns = budget_ns(request, &shelf);
    let settings = Settings::JobRamp {
        job: format!("{:016x}", record::hash(&text)),
        quantile: request.latency_limit.quantile,
        latency_ns: request.latency_limit.latency_ns.0,
        budget_ns,
    };
    let work = Work::Ramp(Box::new(RampWork { role: role.clone(), budget_ns }));
    let stage = Stage::of(StudyKind::Ramp, None, &command, (settings, shelf, work));
    let stages = vec![Stage { name: role.name.clone(), ..stage }];
    let subject = RunSubject::RoleUnderLimit { role: role.name, limit: request.latency_limit };
    let request = setup.request(command, subject, stages);
    Ok(StudyRequest { source_text: text, ..request })
}

fn all_streams(load: &JobLoad) -> impl Iterator<Item = &Stream> {
    load.streams.iter().chain(&load.background)
}

fn smallest_blocks(load: &JobLoad) -> Vec<Bytes> {
    let smallest =
        |stream: &Stream| stream.read_blocks.smallest().min(stream.write_blocks.smallest());
    all_streams(load).map(smallest).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Bytes;

    #[test]
    fn a_block_or_a_mix_that_is_named_twice_is_refused() {
        let request = RampRequest {
            target: "sim:ssd".to_owned(),
            blocks: vec![Bytes::kib(8), Bytes::mib(1), Bytes::kib(1024)],
            read_percents: vec![100.0, 100.0],
            ..RampRequest::default()
        };
        let failure = ramp(&request, &StudySetup::default(), Mistakes::default()).err();
        let told = format!("{:?}", failure.expect("two mistakes"));
        for wanted in ["--block: 1MiB is there twice", "--mix: 100 is there twice"] {
            assert!(told.contains(wanted), "{told}");
        }
    }
}
