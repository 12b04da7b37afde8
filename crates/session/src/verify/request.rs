//! A proof of storages: takes a request, runs a database's I/O on them, reports whether a write was ever lost, torn or
//! misplaced.

use super::io_pattern::{Database, IoPattern};
use super::proof_target::{self, ProofTarget};
use super::prove::{self, ProofInputs};
use super::run::ProofSettings;
use super::simulated;
use crate::answer;
use crate::failure::{Ending, Failure};
use crate::live::Progress;
use crate::repeat_command::RepeatCommand;
use crate::requests::values::time_text;
use crate::write_permission::Permission;
use crate::{claim, foreign, marked_devices, output, recorder, terminal};
use ::record::RunKind;
use base::{Bytes, Nanos};
use compat::TOOLS;
use compat::foreign::Mapping;
use compat::simulation::Simulation;
use integrity::commits::DurabilityMode;
use report::Language;
use report::messages::integrity::IntegrityFault;
use report::messages::targets::TargetFault;
use std::path::{Path, PathBuf};
use workload::EngineChoice;

/// The length of the exercise of a cycle in nanoseconds, the default of `TestCycleDuration`.
const CYCLE_NS: u64 = 300_000_000_000;
/// The default length of the exercise in minutes.
pub const MINUTES: f64 = 10.0;

/// A configuration of SQLIOSim.
struct ProofConfiguration {
    simulation: Simulation,
    text: String,
    notes: Vec<String>,
}

/// The request of a proof.
#[derive(Clone, Debug)]
pub struct ProofRequest {
    /// Directories, files or devices; empty: the files of the configuration, or the working directory.
    pub targets: Vec<PathBuf>,
    pub database: Database,
    /// How writes are made durable; `None`: as the database does.
    pub mode: Option<DurabilityMode>,
    /// Whether writes of the same page may overlap.
    pub overlap: bool,
    /// A configuration of SQLIOSim to use instead of `database`.
    pub cfg: Option<String>,
    /// Mappings from the configuration's paths to local ones.
    pub maps: Vec<Mapping>,
    pub minutes: Option<f64>,
    pub cycles: Option<u32>,
    /// Size of data and log together.
    pub size: Option<Bytes>,
    pub engine: EngineChoice,
    /// Whether the first fault ends the proof.
    pub stop: bool,
    /// Operations that take longer than this are counted as slow.
    pub slow: Nanos,
    /// Where to write the evidence of faults.
    pub dump: Option<PathBuf>,
    /// Where to write the HTML report.
    pub report: Option<PathBuf>,
    pub permission: Permission,
    pub as_json: bool,
    /// The language of the answer and the report.
    pub language: Language,
    pub store: Option<PathBuf>,
    pub seed: Option<u64>,
}

/// Proves storages.
///
/// # Errors
/// Why a target is refused, and failures of the storage that are not faults.
pub fn carry_out(request: &ProofRequest) -> Result<Ending, Failure> {
    let configured =
        request.cfg.as_deref().map(|file| configuration(file, &request.maps)).transpose()?;
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
    marked_devices::check_all_used(destroy, proof_targets.iter().flat_map(ProofTarget::paths))?;
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
        let title = simulated::title(simulation);
        return simulated::open_files(&title, simulation, &request.permission)
            .map(|proof_target| vec![proof_target]);
    }
    let here = [PathBuf::from(".")];
    let targets = if request.targets.is_empty() { &here[..] } else { &request.targets };
    twice(targets)?;
    // Report all problems at once.
    let (mut proof_targets, mut failure) = (Vec::new(), claim::all(targets).err());
    for (number, target) in targets.iter().enumerate() {
        match (ProofTarget::find(target, number, request.size, &request.permission), &mut failure) {
            (Ok(proof_target), _) => proof_targets.push(proof_target),
            (Err(more), Some(failure)) => {
                failure.lines.extend(more.lines);
            }
            (Err(more), None) => failure = Some(more),
        }
    }
    failure.map_or(Ok(proof_targets), Err)
}

/// Refuses a target that is named more than once, even by different names.
fn twice(targets: &[PathBuf]) -> Result<(), Failure> {
    let real = |target: &PathBuf| std::fs::canonicalize(target).unwrap_or_else(|_| target.clone());
    let real: Vec<PathBuf> = targets.iter().map(real).collect();
    let again =
        targets.iter().enumerate().filter(|(number, _)| real[..*number].contains(&real[*number]));
    let repeated = again.map(|(_, target)| {
        TargetFault::NamedTwice { name: target.display().to_string() }.to_string()
    });
    let lines: Vec<String> = repeated.collect();
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

/// The length, engine and other settings of the proof.
fn proof_settings(
    request: &ProofRequest,
    configured: Option<&ProofConfiguration>,
    cpus: &[u32],
) -> Result<ProofSettings, Failure> {
    let seed = request.seed.unwrap_or_else(answer::new_seed);
    let mut settings = match configured {
        Some(configured) => simulated::settings(&configured.simulation, seed, cpus)?,
        None => {
            let engine = prove::engine(None);
            let (cycles, cycle_ns) = within(request.minutes.unwrap_or(MINUTES));
            ProofSettings { engine, cycles, cycle_ns, slow_ns: 0, stop_on_fault: false, seed }
        }
    };
    settings.engine = prove::engine(request.engine.kind);
    settings.slow_ns = request.slow.0;
    settings.stop_on_fault |= request.stop;
    match (request.cycles, request.minutes, configured) {
        (Some(cycles), _, None) => (settings.cycles, settings.cycle_ns) = (cycles, CYCLE_NS),
        (Some(cycles), ..) => settings.cycles = cycles,
        (None, Some(minutes), _) => (settings.cycles, settings.cycle_ns) = within(minutes),
        (None, None, _) => {}
    }
    Ok(settings)
}

/// The number of cycles, and the length of each in nanoseconds, that take this many minutes in total.
fn within(minutes: f64) -> (u32, u64) {
    let ns = minutes * 60e9;
    let cycles = (ns / CYCLE_NS as f64).ceil().max(1.0);
    (cycles as u32, (ns / cycles) as u64)
}

/// Removes leftover files of killed runs from these directories, and prints which files are kept.
///
/// # Errors
/// Why a directory cannot be cleaned.
pub fn clean(targets: &[PathBuf]) -> Result<Ending, Failure> {
    let mut lines = Vec::new();
    let here = [PathBuf::from(".")];
    for folder in if targets.is_empty() { &here[..] } else { targets } {
        let cleaned = proof_target::clean(folder)?;
        let mut tell = |paths: &[PathBuf], line: fn(String) -> IntegrityFault| {
            lines.extend(paths.iter().map(|path| line(path.display().to_string())));
        };
        tell(&cleaned.removed, |path| IntegrityFault::Removed { path });
        tell(&cleaned.in_use, |path| IntegrityFault::StaysInUse { path });
        tell(&cleaned.others, |path| IntegrityFault::StaysOfOthers { path });
        tell(&cleaned.evidence, |path| IntegrityFault::StaysAsEvidence { path });
    }
    if lines.is_empty() {
        lines.push(IntegrityFault::NothingToRemove);
    }
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    terminal::print(text.as_bytes()).map(|()| Ending::Done)
}

/// The command that repeats it.
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
    let line = request.maps.iter().fold(line, |line, one| line.option("--map", Some(map(one))));
    let minutes = match (request.cycles, request.minutes, &request.cfg) {
        (None, None, None) => Some(MINUTES),
        (None, minutes, _) => minutes,
        (Some(_), ..) => None,
    };
    // Without a target the command uses the current directory, and names in a configuration are relative to it.
    let here = (request.targets.is_empty() || request.cfg.is_some()).then_some(Path::new("."));
    line.option("--cycles", request.cycles)
        .option("--minutes", minutes)
        .option("--size", request.size.map(Bytes::option_value))
        .option("--engine", request.engine.kind.map(|kind| kind.name()))
        .option("--slow", Some(request.slow).filter(|slow| *slow != Nanos::secs(1)).map(time_text))
        .switch("--stop", request.stop)
        .permission(&request.permission)
        .seed(seed)
        .needs(here)
        .from_anywhere()
}
