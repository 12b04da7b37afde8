//! `calibrate` and `scale`: disks and a load -> shelf -> the study of each disk alone, or of a growing set.

use super::mistakes::Mistakes;
use super::recorded::disks as recorded;
use super::until_of;
use super::values::{LENGTH, WHAT};
use super::{StudySetup, defaults, values};
use crate::failure::Failure;
use crate::hosts::HostGroup;
use crate::repeat_command::RepeatCommand;
use crate::shelf::{Shelf, ShelfRequest};
use crate::study::{EarlierStage, Stage, StudyRequest, Work, reference, referenced};
use base::{Bytes, Nanos};
use clap::Args;
use record::calibrate::CalibrateConfig;
use record::key::Settings;
use record::scale::{ScaleConfig, ScaleUnit};
use record::{Finding, RunSubject, StudyKind};
use report::messages::hosts::HostMessage;
use report::messages::requests::RequestFault;
use serde::Serialize;
use study::calibrate::Calibrate;
use study::scale::Scale;
use workload::{PointLoad, SyncMode};

/// The disks and the load on each.
#[derive(Args, Clone, Debug, PartialEq, Serialize)]
#[command(next_help_heading = WHAT)]
pub struct DisksRequest {
    /// The disks, in the order in which `scale` adds them: block devices (the shell expands /dev/sd[b-o] to a list), directories
    /// (each gets a prefilled file, removed at the end), files, or one simulated storage such as
    /// 'sim:hdd?disks=14&layout=none&slow=3:1.4'. With `scale --hosts` one storage
    #[arg(required = true, value_name = "DISKS")]
    pub disks: Vec<String>,
    /// `calibrate` measures writes too, `scale` writes instead of reading; devices need --destroy, and files need --overwrite.
    /// Without --write, devices and files are only read
    #[arg(long)]
    pub write: bool,
    /// Size of each operation, a multiple of 512 bytes
    #[arg(long, value_name = "SIZE", default_value = "64k", value_parser = values::block, allow_hyphen_values = true)]
    #[serde(serialize_with = "values::texts")]
    pub block: Bytes,
    /// Queue depth: outstanding operations of each thread, 1 to 4096
    #[arg(long, value_name = "N", default_value = "1", value_parser = values::whole::<4096>, allow_hyphen_values = true)]
    pub depth: u32,
    /// Threads on each disk, 1 to 1024
    #[arg(long, value_name = "N", default_value = "1", value_parser = values::whole::<1024>, allow_hyphen_values = true)]
    pub threads: u32,
    /// Random I/O instead of sequential
    #[arg(long)]
    pub random: bool,
    /// Judge recorded results instead of measuring: DISKS are result files of other tools, or CSV files with the columns layout
    /// (the disk), op, block_kib, depth, threads, value and, for `scale`, disks (how many were loaded together)
    #[arg(long, conflicts_with_all = ["write", "block", "depth", "threads", "random", "time"])]
    pub recorded: bool,
    /// Shortest time of a measurement point, at least 1s; it continues up to six times as long until its throughput is known to +/-2 %
    #[arg(long, help_heading = LENGTH, value_name = "TIME", default_value = "10s", value_parser = values::point_time, allow_hyphen_values = true)]
    #[serde(serialize_with = "values::texts")]
    pub time: Nanos,
}

impl Default for DisksRequest {
    /// The defaults of all options; the disks are still missing.
    fn default() -> Self {
        Self { disks: Vec::new(), ..defaults() }
    }
}

/// A study that compares disks with each other.
pub fn calibrate(
    request: &DisksRequest,
    setup: &StudySetup,
    mistakes: Mistakes,
) -> Result<StudyRequest, Failure> {
    if request.recorded {
        return recorded::calibrate(request, setup, mistakes);
    }
    let shelf = look_at_disks(request, setup, RequestFault::FewDisksToCompare, mistakes)?;
    let mut loads = vec![reads(request)];
    if request.write {
        loads.push(PointLoad { read_percent: 0.0, ..loads[0] });
    }
    let names = shelf.names();
    let until = until_of(request.time);
    let config = CalibrateConfig { loads, ..CalibrateConfig::new(&names, until, 0) };
    let subject = RunSubject::EachDisk { disks: names.len() as u64 };
    let settings = Settings::calibrate(&config);
    let work = Work::Points(Box::new(move |seed, _| {
        let study = Calibrate::new(CalibrateConfig { seed, ..config.clone() });
        let reference = reference(&config.disks[0], config.loads[0]);
        referenced(study, reference, config.until)
    }));
    Ok(study_request(StudyKind::Calibrate, (request, setup), subject, (settings, shelf, work)))
}

/// A study that grows a set of disks.
pub fn scale(
    request: &DisksRequest,
    setup: &StudySetup,
    mistakes: Mistakes,
) -> Result<StudyRequest, Failure> {
    if request.recorded {
        return recorded::scale(request, setup, mistakes);
    }
    let shelf = look_at_disks(request, setup, RequestFault::FewDisksToAdd, mistakes)?;
    let load = load(request);
    let names = shelf.names();
    let config = ScaleConfig { load, ..ScaleConfig::new(&names, until_of(request.time), 0) };
    let subject = RunSubject::UpToDisks { disks: names.len() as u64 };
    let settings = Settings::scale(&config);
    let places = places(&shelf);
    let work = Work::Points(Box::new(move |seed, before| {
        let alone = alone(&config, &places, before);
        let study = Scale::new(ScaleConfig { seed, alone, ..config.clone() });
        let reference = reference(&config.disks[0], config.load);
        referenced(study, reference, config.until)
    }));
    Ok(study_request(StudyKind::Scale, (request, setup), subject, (settings, shelf, work)))
}

/// A study that grows the set of hosts which load one storage.
pub fn scale_hosts(
    request: &DisksRequest,
    setup: &StudySetup,
    hosts: &HostGroup,
    mistakes: Mistakes,
) -> Result<StudyRequest, Failure> {
    let mut shelf = hosts.agree(look_at_one(request, setup, mistakes))?;
    hosts.grow_hosts(&mut shelf)?;
    let load = load(request);
    let names = shelf.names();
    let of_disks = ScaleConfig::new(&names, until_of(request.time), 0);
    let config = ScaleConfig { unit: ScaleUnit::Hosts, load, ..of_disks };
    let subject = RunSubject::UpToHosts { hosts: names.len() as u64 };
    let settings = Settings::scale(&config);
    let work = Work::Points(Box::new(move |seed, _| {
        let study = Scale::new(ScaleConfig { seed, ..config.clone() });
        let reference = reference(&config.disks[0], config.load);
        referenced(study, reference, config.until)
    }));
    Ok(study_request(StudyKind::Scale, (request, setup), subject, (settings, shelf, work)))
}

fn look_at_one(
    request: &DisksRequest,
    setup: &StudySetup,
    mut mistakes: Mistakes,
) -> Result<Shelf, Failure> {
    if request.disks.len() > 1 {
        mistakes.add(HostMessage::OneStorage);
    }
    let shelf = mistakes.take(look(request, setup, false));
    shelf.filter(|_| mistakes.is_empty()).ok_or_else(|| mistakes.failure())
}

/// The reads or the writes that run on the storages.
fn load(request: &DisksRequest) -> PointLoad {
    PointLoad { read_percent: if request.write { 0.0 } else { 100.0 }, ..reads(request) }
}

fn reads(request: &DisksRequest) -> PointLoad {
    PointLoad {
        read_percent: 100.0,
        block: request.block,
        random: request.random,
        depth: request.depth,
        threads: request.threads,
        sync: SyncMode::None,
    }
}

/// Examines the disks of a study that needs two or more.
fn look_at_disks(
    request: &DisksRequest,
    setup: &StudySetup,
    few: RequestFault,
    mut mistakes: Mistakes,
) -> Result<Shelf, Failure> {
    let shelf = mistakes.take(look(request, setup, true));
    let is_one = match &shelf {
        Some(shelf) => shelf.spots.len() < 2,
        // A single disk that cannot be used is also too few.
        None => {
            request.disks.len() < 2
                && !request.disks.iter().any(|disk| workload::simulation(disk).is_some())
        }
    };
    if is_one {
        mistakes.add(few);
    }
    shelf.filter(|_| mistakes.is_empty()).ok_or_else(|| mistakes.failure())
}

/// Examines the storages of a request. With `disks`, a simulated shelf counts as its disks, otherwise as one storage.
fn look(request: &DisksRequest, setup: &StudySetup, disks: bool) -> Result<Shelf, Failure> {
    Shelf::look(&ShelfRequest {
        places: request.disks.iter().map(|disk| (disk.clone(), disk.clone())).collect(),
        size: setup.size,
        writes: &setup.permission,
        will_write: request.write,
        blocks: &[request.block],
        fills: &[],
        disks,
        own: &[],
    })
}

fn study_request(
    study: StudyKind,
    (request, setup): (&DisksRequest, &StudySetup),
    subject: RunSubject,
    parts: (Settings, Shelf, Work),
) -> StudyRequest {
    let grows_hosts = parts.1.hosts() > 1;
    let command = RepeatCommand::of(study.name())
        .switch("--hosts", grows_hosts)
        .options(request)
        .setup(setup);
    let stage = Stage::of(study, None, &command, parts);
    setup.request(command, subject, vec![stage])
}

/// The name and the user's word of every place, since disks of two simulated storages have the same names.
fn places(shelf: &Shelf) -> Vec<(String, String)> {
    shelf.spots.iter().map(|spot| (spot.name.clone(), spot.word.clone())).collect()
}

/// The rate of each disk alone under the same load, if an earlier stage measured all of them on the same storage; else empty.
fn alone(config: &ScaleConfig, own: &[(String, String)], before: &[EarlierStage<'_>]) -> Vec<f64> {
    let here = |stage: &&EarlierStage<'_>| {
        let there = places(stage.shelf);
        own.iter().all(|place| there.contains(place))
    };
    let stages = before.iter().rev().filter(here);
    let mut calibrated = stages.filter_map(|stage| match stage.record.finding.as_ref()? {
        Finding::Calibrate(found) => found.loads.iter().find(|load| load.load == config.load),
        _ => None,
    });
    let Some(load) = calibrated.next() else { return Vec::new() };
    let of = |name: &String| load.disks.iter().find(|disk| disk.name == *name);
    let rates = config.disks.iter().map(|name| of(name).map(|disk| load.speed(disk)));
    rates.collect::<Option<_>>().unwrap_or_default()
}
