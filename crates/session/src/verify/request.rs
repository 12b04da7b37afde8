//! A proof of storages: takes a request, runs a database's I/O on them, reports whether a write was ever lost, torn or
//! misplaced.

use super::io_pattern::{Database, IoPattern};
use super::proof_target::{self, ProofTarget};
use super::prove::{self, ProofInputs};
use super::run::ProofSettings;
use crate::failure::{Ending, Failure};
use crate::live::Progress;
use crate::repeat_command::RepeatCommand;
use crate::requests::values::{
    self, COURSE, LENGTH, RESULT, WHAT, WrongValue, database, durability_mode, time_text,
};
use crate::verify::proof_target::{FileRequest, RegionSize};
use crate::write_permission::{self, Permission};
use crate::{answer, claim, foreign, output, recorder, terminal};
use ::record::{FileRole, RunKind};
use base::{Bytes, Nanos};
use clap::Args;
use compat::TOOLS;
use compat::foreign::Mapping;
use compat::simulation::{File, Simulation};
use integrity::commits::DurabilityMode;
use report::Language;
use report::messages::arguments::ArgumentFault;
use report::messages::foreign::ForeignFault;
use report::messages::integrity::IntegrityFault;
use report::messages::targets::TargetFault;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use workload::EngineChoice;

/// The length of the exercise of a cycle in nanoseconds, the default of `TestCycleDuration`.
const CYCLE_NS: u64 = 300_000_000_000;
/// The shortest and longest exercise that `--minutes` accepts, in nanoseconds (ours: 1 ms to 31 years).
const EXERCISE_NS: std::ops::RangeInclusive<f64> = 1e6..=1e18;
/// The default length of the exercise in minutes.
const MINUTES: f64 = 10.0;

struct ProofConfiguration {
    simulation: Simulation,
    text: String,
    notes: Vec<String>,
}

/// The storages, the way of writing and the length of a proof.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = WHAT)]
pub struct ProofRequest {
    /// Directories, files or block devices, tested at the same time [default: the files of --cfg, or `.`]
    pub targets: Vec<PathBuf>,
    /// The database whose way of writing is repeated
    #[arg(long = "for", value_name = "DATABASE", value_parser = database(), default_value = "sqlserver")]
    pub database: Database,
    /// How writes of data and log are made durable [default: as the database of --for does it]
    #[arg(long, value_name = "MODE", value_parser = durability_mode(), conflicts_with = "cfg")]
    pub mode: Option<DurabilityMode>,
    /// Let writes of the same page overlap, which databases never do. The page may then contain any of these writes or a mixture
    /// of them
    #[arg(long)]
    pub overlap: bool,
    /// Run this configuration of SQLIOSim instead of --for (see docs/dialects/sqliosim.md)
    #[arg(long, value_name = "FILE", conflicts_with = "database")]
    pub cfg: Option<String>,
    /// Replace a drive, path or device of the configuration by one of this machine, such as 'F:=/mnt/f'
    #[arg(long = "map", value_name = "FROM=TO", requires = "cfg", value_parser = mapping)]
    pub maps: Vec<Mapping>,
    /// Minutes to write and read; the first fill and the final audits take additional time [default: 10, or as in --cfg]
    #[arg(long, help_heading = LENGTH, value_name = "N", allow_negative_numbers = true, value_parser = minutes)]
    pub minutes: Option<f64>,
    /// Number of cycles of 5 minutes instead of --minutes, each with an audit of every page
    #[arg(long, help_heading = LENGTH, value_name = "N", conflicts_with = "minutes", value_parser = cycles)]
    pub cycles: Option<u32>,
    /// Size of data and log together, such as 16GiB, at least 16 MiB; 10 % of a file system, at least 1 GiB, stays free
    /// [default: the smaller of 4 GiB and 25 % of the free space; all of a device or file]
    #[arg(long, value_name = "SIZE", value_parser = values::size, allow_hyphen_values = true)]
    pub size: Option<Bytes>,
    /// I/O engine: uring, libaio, iocp or sync [default: the best that works here]
    #[arg(long, help_heading = COURSE, value_name = "ENGINE", value_parser = values::engine)]
    pub engine: Option<EngineChoice>,
    /// Stop at the first fault, after the reads that examine it
    #[arg(long, help_heading = COURSE)]
    pub stop: bool,
    /// Count the operations that take longer than this
    #[arg(long, help_heading = COURSE, value_name = "TIME", default_value = "1s", value_parser = values::duration)]
    pub slow: Nanos,
    /// The file for the wrong bytes, written as they are found [default: plimsoll-verify-DATE.txt, created only if a fault
    /// is found]
    #[arg(long, help_heading = RESULT, value_name = "FILE")]
    pub dump: Option<PathBuf>,
    #[command(flatten)]
    pub permission: Permission,
    /// Write the HTML report
    #[arg(long, help_heading = RESULT, value_name = "FILE")]
    pub report: Option<PathBuf>,
    #[arg(skip)]
    pub as_json: bool,
    /// The language of the answer and the report.
    #[arg(skip)]
    pub language: Language,
    #[arg(skip)]
    pub store: Option<PathBuf>,
    #[arg(skip)]
    pub seed: Option<u64>,
}

fn mapping(text: &str) -> Result<Mapping, WrongValue> {
    let wrong = || values::wrong(ForeignFault::NotAMapping { value: text.to_owned() });
    Mapping::read(text).ok_or_else(wrong)
}

fn minutes(text: &str) -> Result<f64, WrongValue> {
    let minutes = text.parse::<f64>().ok().filter(|n| EXERCISE_NS.contains(&(n * 60e9)));
    minutes.ok_or_else(|| values::wrong(ArgumentFault::NoMinutes { minutes: text.to_owned() }))
}

fn cycles(text: &str) -> Result<u32, WrongValue> {
    let cycles = text.parse::<u32>().ok().filter(|cycles| *cycles > 0);
    cycles.ok_or_else(|| values::wrong(ArgumentFault::NoCycles { cycles: text.to_owned() }))
}

/// Proves storages.
pub fn carry_out(request: &ProofRequest) -> Result<Ending, Failure> {
    let maps: Vec<Mapping> =
        request.maps.iter().cloned().chain(Mapping::of_this_system()).collect();
    let configured = request.cfg.as_deref().map(|file| configuration(file, &maps)).transpose()?;
    let cpus = sys::affinity::allowed();
    let settings = proof_settings(request, configured.as_ref(), &cpus)?;
    let store = recorder::open(request.store.as_deref())?;
    let mut kept = output::files_of_store(store.path());
    kept.extend(request.targets.iter().cloned());
    let place = |option, path: &Option<PathBuf>| {
        let overwrite = Some(&request.permission.overwrite[..]);
        path.as_deref().map(|path| output::place(option, path, &kept, overwrite)).transpose()
    };
    let dump = place("--dump", &request.dump)?;
    let page = place("--report", &request.report)?;
    // From here on, files must be removed again, so a signal must not end the process.
    crate::interrupt()?;
    let proof_targets = open_targets(request, configured.as_ref())?;
    let destroy = request.permission.destroy.iter().map(PathBuf::as_path);
    write_permission::check_all_used(destroy, proof_targets.iter().flat_map(ProofTarget::paths))?;
    let mut io_pattern = match &configured {
        Some(configured) => IoPattern::simulated(&configured.simulation, &cpus),
        None => IoPattern::of(request.database, cpus.len()),
    };
    if let Some(mode) = request.mode {
        io_pattern.make_durable(mode);
    }
    io_pattern.overlap = request.overlap;
    let command = command(request, settings.seed);
    let (source_text, notes) =
        configured.map_or_else(Default::default, |configured| (configured.text, configured.notes));
    let mut progress = Progress::new(request.as_json, request.language);
    let inputs = ProofInputs {
        kind: RunKind::Verify,
        targets: proof_targets,
        io_pattern,
        settings,
        command,
        source_text,
        notes: notes.into_iter().map(Into::into).collect(),
        dump,
    };
    let proved = prove::prove(inputs, store, &mut progress)?;
    let page_written = answer::show(
        &proved.record,
        request.as_json,
        page.as_ref(),
        &proved.recorder,
        &mut progress,
    )?;
    // A fault takes precedence over a file that could not be written.
    let ending = match proved.ending() {
        Ending::NotFit => Ending::NotFit,
        _ if !page_written || !proved.dumped => Ending::Target,
        ending => answer::final_ending(ending, page_written, &proved.recorder),
    };
    if proved.is_faulty() {
        proved.keep(true, &mut progress);
    } else {
        proved.targets.into_iter().for_each(ProofTarget::finish);
    }
    Ok(ending)
}

/// Opens the named storages, the files of the configuration, or the working directory.
fn open_targets(
    request: &ProofRequest,
    configured: Option<&ProofConfiguration>,
) -> Result<Vec<ProofTarget>, Failure> {
    let simulation = configured.map(|configured| &configured.simulation);
    if let Some(simulation) =
        simulation.filter(|s| request.targets.is_empty() && !s.files.is_empty())
    {
        if request.size.is_some() {
            return Err(Failure::wrong(IntegrityFault::SizeBesideConfiguration));
        }
        let title = simulated_title(simulation);
        return open_simulated_files(&title, simulation, &request.permission)
            .map(|proof_target| vec![proof_target]);
    }
    let here = [PathBuf::from(".")];
    let targets = if request.targets.is_empty() { &here[..] } else { &request.targets };
    refuse_repeated(targets)?;
    // Report all problems at once.
    let (mut proof_targets, mut failure) = (Vec::new(), claim::all(targets).err());
    for (number, target) in targets.iter().enumerate() {
        match (ProofTarget::find(target, number, request.size, &request.permission), &mut failure) {
            (Ok(proof_target), _) => proof_targets.push(proof_target),
            (Err(refusal), Some(failure)) => failure.lines.extend(refusal.lines),
            (Err(refusal), None) => failure = Some(refusal),
        }
    }
    failure.map_or(Ok(proof_targets), Err)
}

/// Refuses a target that is named more than once, even by different names.
fn refuse_repeated(targets: &[PathBuf]) -> Result<(), Failure> {
    let (mut seen, mut lines) = (HashSet::new(), Vec::new());
    for target in targets {
        let real = sys::file::canonical(target).unwrap_or_else(|_| target.clone());
        if !seen.insert(real) {
            let name = target.display().to_string();
            lines.push(TargetFault::NamedTwice { name }.to_string());
        }
    }
    if lines.is_empty() { Ok(()) } else { Err(Failure::of(Ending::Wrong, lines)) }
}

/// Reads a configuration of SQLIOSim; every problem is shown with its place.
fn configuration(file: &str, maps: &[Mapping]) -> Result<ProofConfiguration, Failure> {
    let Some(read) = TOOLS.iter().find_map(|tool| tool.simulation) else {
        return Err(Failure::wrong(IntegrityFault::NoConfigurations));
    };
    let read = read(file, &foreign::read_text, maps);
    let notes = foreign::check_configuration(&read.sources, &read.notes, &read.problems)?;
    let text = read.sources.last().map(|source| source.text.clone()).unwrap_or_default();
    Ok(ProofConfiguration { simulation: read.view, text, notes })
}

fn proof_settings(
    request: &ProofRequest,
    configured: Option<&ProofConfiguration>,
    cpus: &[u32],
) -> Result<ProofSettings, Failure> {
    let seed = request.seed.unwrap_or_else(answer::new_seed);
    let mut settings = match configured {
        Some(configured) => simulated_settings(&configured.simulation, seed, cpus)?,
        None => {
            let engine = prove::engine(None);
            let (cycles, cycle_ns) = cycles_within(request.minutes.unwrap_or(MINUTES));
            ProofSettings { engine, cycles, cycle_ns, slow_ns: 0, stop_on_fault: false, seed }
        }
    };
    settings.engine = prove::engine(request.engine.as_ref().and_then(|engine| engine.kind));
    settings.slow_ns = request.slow.0;
    settings.stop_on_fault |= request.stop;
    match (request.cycles, request.minutes, configured) {
        (Some(cycles), _, None) => (settings.cycles, settings.cycle_ns) = (cycles, CYCLE_NS),
        (Some(cycles), ..) => settings.cycles = cycles,
        (None, Some(minutes), _) => (settings.cycles, settings.cycle_ns) = cycles_within(minutes),
        (None, None, _) => {}
    }
    Ok(settings)
}

/// The number of cycles, and the length of each in nanoseconds, that take this many minutes in total.
fn cycles_within(minutes: f64) -> (u32, u64) {
    let ns = minutes * 60e9;
    let cycles = (ns / CYCLE_NS as f64).ceil().max(1.0);
    (cycles as u32, (ns / cycles) as u64)
}

/// Removes leftover files of killed runs from these directories, and prints which files are kept.
pub fn clean(targets: &[PathBuf]) -> Result<Ending, Failure> {
    let mut lines = Vec::new();
    let here = [PathBuf::from(".")];
    for folder in if targets.is_empty() { &here[..] } else { targets } {
        let cleaned = proof_target::clean(folder)?;
        let shown = |path: &PathBuf| path.display().to_string();
        let removed = cleaned.removed.iter().map(shown);
        lines.extend(removed.map(|path| IntegrityFault::Removed { path }));
        let in_use = cleaned.in_use.iter().map(shown);
        lines.extend(in_use.map(|path| IntegrityFault::StaysInUse { path }));
        let others = cleaned.others.iter().map(shown);
        lines.extend(others.map(|path| IntegrityFault::StaysOfOthers { path }));
        let evidence = cleaned.evidence.iter().map(shown);
        lines.extend(evidence.map(|path| IntegrityFault::StaysAsEvidence { path }));
    }
    if lines.is_empty() {
        lines.push(IntegrityFault::NothingToRemove);
    }
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    terminal::print(text.as_bytes()).map(|()| Ending::Done)
}

fn command(request: &ProofRequest, seed: u64) -> String {
    let line = RepeatCommand::of("verify");
    let line = request.targets.iter().fold(line, |line, target| line.path(target));
    let line = match &request.cfg {
        Some(file) => line.path_option("--cfg", Path::new(file)),
        None => line.option("--for", Some(request.database.name())),
    };
    let line = line
        .option("--mode", request.mode.map(|mode| mode.name()))
        .switch("--overlap", request.overlap);
    let map = |map: &Mapping| format!("{}={}", map.from, map.to);
    let line =
        request.maps.iter().fold(line, |line, mapping| line.option("--map", Some(map(mapping))));
    let minutes = match (request.cycles, request.minutes, &request.cfg) {
        (None, None, None) => Some(MINUTES),
        (None, minutes, _) => minutes,
        (Some(_), ..) => None,
    };
    let engine = request.engine.as_ref().and_then(|engine| engine.kind);
    // Without a target the command uses the current directory, and names in a configuration are relative to it.
    let here = (request.targets.is_empty() || request.cfg.is_some()).then_some(Path::new("."));
    line.option("--cycles", request.cycles)
        .option("--minutes", minutes)
        .option("--size", request.size.map(Bytes::option_value))
        .option("--engine", engine.map(|kind| kind.name()))
        .option("--slow", Some(request.slow).filter(|slow| *slow != Nanos::secs(1)).map(time_text))
        .switch("--stop", request.stop)
        .permission(&request.permission)
        .seed(seed)
        .needs(here)
        .from_anywhere()
}

/// The threshold for slow operations: the default of `verify`, since SQLIOSim warns only from 15 s.
const SLOW_NS: u64 = 1_000_000_000;
/// SQL Server's limit of users for each CPU, and the number of its own users, which is subtracted.
const USERS_EACH: u64 = 1023;
const USERS_OWN: u64 = 100;

/// Claims and opens the files that the configuration names.
pub fn open_simulated_files(
    title: &str,
    simulation: &Simulation,
    writes: &Permission,
) -> Result<ProofTarget, Failure> {
    // For a file that does not exist yet, claim its directory.
    claim::all(simulation.files.iter().map(|file| {
        let path = Path::new(&file.path);
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        if path.exists() { path } else { folder.unwrap_or(Path::new(".")) }
    }))?;
    let wanted = |file: &File| FileRequest {
        what: if file.log { FileRole::Log } else { FileRole::Data },
        path: PathBuf::from(&file.path),
        bytes: mb(file.initial_mb),
        sizes: sizes(file),
        sparse: file.sparse,
        removed: simulation.config.delete_at_shutdown,
    };
    ProofTarget::of_files(title, simulation.files.iter().map(wanted).collect(), writes)
}

/// The settings of the proof on a machine with these usable CPUs.
pub fn simulated_settings(
    simulation: &Simulation,
    seed: u64,
    cpus: &[u32],
) -> Result<ProofSettings, Failure> {
    let config = &simulation.config;
    let users = simulation.users_all(cpus.len());
    let most = (USERS_EACH * cpus.len() as u64).saturating_sub(USERS_OWN);
    if users > most {
        return Err(Failure::wrong(IntegrityFault::TooManyUsers {
            users,
            most,
            cpus: cpus.len() as u64,
        }));
    }
    if config.affinity != 0 && IoPattern::simulated(simulation, cpus).cpus.is_empty() {
        return Err(Failure::wrong(IntegrityFault::NoSuchCpus {
            affinity: config.affinity.to_string(),
            allowed: cpus.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
        }));
    }
    Ok(ProofSettings {
        engine: prove::engine(None),
        cycles: u32::try_from(config.test_cycles).unwrap_or(u32::MAX),
        cycle_ns: u64::try_from(config.test_cycle_duration_s)
            .unwrap_or(1)
            .saturating_mul(1_000_000_000),
        slow_ns: SLOW_NS,
        stop_on_fault: config.stop_on_error,
        seed,
    })
}

/// The name of the target: the folders of the files.
pub fn simulated_title(simulation: &Simulation) -> String {
    let mut folders: Vec<String> = Vec::new();
    for file in &simulation.files {
        let folder = Path::new(&file.path).parent().map(|p| p.display().to_string());
        let folder = folder.filter(|folder| !folder.is_empty()).unwrap_or(".".to_owned());
        if !folders.contains(&folder) {
            folders.push(folder);
        }
    }
    folders.join(", ")
}

fn mb(size: i64) -> u64 {
    u64::try_from(size).unwrap_or(0).saturating_mul(Bytes::MIB)
}

fn sizes(file: &File) -> RegionSize {
    if file.log || file.increment_mb == 0 || file.max_mb <= file.initial_mb {
        return RegionSize::Fixed;
    }
    RegionSize::Growing {
        bytes_max: mb(file.max_mb),
        increment_bytes: mb(file.increment_mb),
        shrinks: file.shrinkable,
    }
}
