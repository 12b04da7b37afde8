//! `plimsoll verify`: fields -> play -> record -> store -> answer.

use crate::commands::check;
use crate::commands::papers::print_bytes;
use crate::exit::Outcome;
use crate::flags::{Style, Verify};
use base::{Bytes, Nanos};
use clap::ValueEnum;
use compat::TOOLS;
use compat::foreign::Mapping;
use compat::simulation::Simulation;
use record::RunKind;
use session::answer::{self, quoted};
use session::claim;
use session::failure::{Ending, Failure};
use session::foreign;
use session::given_up;
use session::live::Progress;
use session::output;
use session::recorder;
use session::verify::field::{self, Field};
use session::verify::play::Asked;
use session::verify::prove::{self, Proving};
use session::verify::simulated;
use session::verify::way::Way;
use std::path::{Path, PathBuf};

/// Length of a cycle's exercise, as `TestCycleDuration` is by default, in nanoseconds.
const CYCLE_NS: u64 = 300_000_000_000;
/// How long it exercises when nobody says, in minutes.
const MINUTES: f64 = 10.0;

/// A configuration of SQLIOSim.
struct Configured {
    simulation: Simulation,
    text: String,
    notes: Vec<String>,
}

/// Proves storages, or cleans up after proofs that were killed.
pub(crate) fn run(flags: &Verify) -> Outcome {
    if flags.clean {
        return clean(flags);
    }
    let configured =
        flags.cfg.as_deref().map(|file| configuration(file, &flags.map)).transpose()?;
    let cpus = sys::affinity::allowed();
    let (asked, size) = read(flags, configured.as_ref(), &cpus)?;
    let store = recorder::open(flags.output.store.as_deref())?;
    let mut kept = output::files_of_store(store.path());
    kept.extend(flags.targets.iter().cloned());
    let place = |option, path: &Option<PathBuf>| {
        let overwrite = Some(&flags.writes.overwrite[..]);
        path.as_deref().map(|path| output::place(option, path, &kept, overwrite)).transpose()
    };
    let dump = place("--dump", &flags.dump)?;
    let page = place("--report", &flags.report)?;
    // From here on there are files to be removed again, whatever ends the program.
    session::interrupt()?;
    let fields = fields(flags, configured.as_ref(), size)?;
    let destroy = flags.writes.destroy.iter().map(PathBuf::as_path);
    given_up::all_meant(destroy, fields.iter().flat_map(Field::paths))?;
    let mut way = match &configured {
        Some(configured) => Way::simulated(&configured.simulation, &cpus),
        None => Way::of(flags.style.into(), cpus.len()),
    };
    if let Some(mode) = flags.mode {
        way.make_durable(mode.mode());
    }
    way.overlap = flags.overlap;
    let command = command(flags, asked.seed);
    let (source_text, notes) =
        configured.map_or_else(Default::default, |configured| (configured.text, configured.notes));
    let mut progress = Progress::new(flags.output.json);
    let proving =
        Proving { kind: RunKind::Verify, fields, way, asked, command, source_text, notes, dump };
    let proved = prove::prove(proving, store, &mut progress)?;
    let given = answer::give(
        &proved.record,
        flags.output.json,
        page.as_ref(),
        &proved.recorder,
        &mut progress,
    )?;
    // A fault weighs more than a file that could not be written.
    let ending = match proved.ending() {
        Ending::NotFit => Ending::NotFit,
        _ if !given || !proved.dumped => Ending::Target,
        ending => answer::ended(ending, given, &proved.recorder),
    };
    if proved.is_faulty() {
        proved.keep(true, &mut progress);
    } else {
        proved.fields.into_iter().for_each(Field::finish);
    }
    Ok(ending.into())
}

/// The storages that are named, the files of the configuration, or the working directory.
fn fields(
    flags: &Verify,
    configured: Option<&Configured>,
    size: Option<Bytes>,
) -> Result<Vec<Field>, Failure> {
    let simulation = configured.map(|configured| &configured.simulation);
    if let Some(simulation) = simulation.filter(|s| flags.targets.is_empty() && !s.files.is_empty())
    {
        if size.is_some() {
            let text = "--size: the configuration names the files and their sizes; name a target, too, or change it there";
            return Err(Failure::wrong(text));
        }
        let title = simulated::title(simulation);
        return simulated::field(&title, simulation, &flags.writes.permission())
            .map(|field| vec![field]);
    }
    let here = [PathBuf::from(".")];
    let targets = if flags.targets.is_empty() { &here[..] } else { &flags.targets };
    twice(targets)?;
    // Everything that is wrong is told at once.
    let (mut fields, mut failure) = (Vec::new(), claim::all(targets).err());
    for (number, target) in targets.iter().enumerate() {
        match (Field::find(target, number, size, &flags.writes.permission()), &mut failure) {
            (Ok(field), _) => fields.push(field),
            (Err(more), Some(failure)) => {
                failure.lines.extend(more.lines);
            }
            (Err(more), None) => failure = Some(more),
        }
    }
    failure.map_or(Ok(fields), Err)
}

/// Refuses a target that is named more than once, by whatever name.
fn twice(targets: &[PathBuf]) -> Result<(), Failure> {
    let real = |target: &PathBuf| std::fs::canonicalize(target).unwrap_or_else(|_| target.clone());
    let real: Vec<PathBuf> = targets.iter().map(real).collect();
    let again =
        targets.iter().enumerate().filter(|(number, _)| real[..*number].contains(&real[*number]));
    let told = again
        .map(|(_, target)| format!("{} is named twice; name each target once", target.display()));
    let lines: Vec<String> = told.collect();
    if lines.is_empty() { Ok(()) } else { Err(Failure::of(Ending::Wrong, lines)) }
}

/// Reads a configuration of SQLIOSim; every problem is shown with its place.
fn configuration(file: &str, maps: &[String]) -> Result<Configured, Failure> {
    let mut mappings = Vec::new();
    for map in maps {
        mappings.push(Mapping::read(map).ok_or_else(|| {
            Failure::wrong(format!("--map {map}: \"{map}\" is not FROM=TO, such as 'C:=/mnt/c'"))
        })?);
    }
    let Some(read) = TOOLS.iter().find_map(|tool| tool.simulation) else {
        return Err(Failure::wrong(
            "--cfg: the tool that has such configurations was left out of this build",
        ));
    };
    let read = read(file, &foreign::load, &mappings);
    let notes = foreign::judged(&read.sources, &read.notes, &read.problems)?;
    let text = read.sources.last().map(|source| source.text.clone()).unwrap_or_default();
    Ok(Configured { simulation: read.view, text, notes })
}

/// Reads the whole command line; tells all that is wrong with it at once.
fn read(
    flags: &Verify,
    configured: Option<&Configured>,
    cpus: &[u32],
) -> Result<(Asked, Option<Bytes>), Failure> {
    let mut lines = Vec::new();
    let size = flags.size.as_deref().map(Bytes::with_unit).transpose();
    let slow = flags.slow.parse::<Nanos>();
    let engine = check::engine(flags.engine.as_deref());
    if let Err(error) = &size {
        lines.push(format!("--size: {error}"));
    }
    if let Err(error) = &slow {
        lines.push(format!("--slow: {error}"));
    }
    if let Err(error) = &engine {
        lines.push(error.clone());
    }
    let minutes = flags.minutes.unwrap_or(MINUTES);
    if !(1e6..=1e18).contains(&(minutes * 60e9)) {
        lines.push(format!("--minutes: {minutes} is no time to test for"));
    }
    if flags.cycles == Some(0) {
        lines.push("--cycles must be at least 1".to_owned());
    }
    let (Ok(size), Ok(slow), Ok(engine), true) = (size, slow, engine, lines.is_empty()) else {
        return Err(Failure::of(Ending::Wrong, lines));
    };
    let seed = flags.output.seed.unwrap_or_else(answer::new_seed);
    let mut asked = match configured {
        Some(configured) => simulated::asked(&configured.simulation, seed, cpus)?,
        None => {
            let engine = prove::engine(None);
            let (cycles, cycle_ns) = within(minutes);
            Asked { engine, cycles, cycle_ns, slow_ns: 0, stop_on_fault: false, seed }
        }
    };
    asked.engine = prove::engine(engine.kind);
    asked.slow_ns = slow.0;
    asked.stop_on_fault |= flags.stop;
    match (flags.cycles, flags.minutes, configured) {
        (Some(cycles), _, None) => (asked.cycles, asked.cycle_ns) = (cycles, CYCLE_NS),
        (Some(cycles), ..) => asked.cycles = cycles,
        (None, Some(minutes), _) => (asked.cycles, asked.cycle_ns) = within(minutes),
        (None, None, _) => {}
    }
    Ok((asked, size))
}

/// As many cycles as take so many minutes.
fn within(minutes: f64) -> (u32, u64) {
    let ns = minutes * 60e9;
    let cycles = (ns / CYCLE_NS as f64).ceil().max(1.0);
    (cycles as u32, (ns / cycles) as u64)
}

fn clean(flags: &Verify) -> Outcome {
    let mut text = String::new();
    let here = [PathBuf::from(".")];
    for folder in if flags.targets.is_empty() { &here[..] } else { &flags.targets } {
        let cleaned = field::clean(folder)?;
        let each = |what: &str, paths: &[PathBuf]| -> String {
            paths.iter().map(|path| format!("{what} {}\n", path.display())).collect()
        };
        text += &each("removed", &cleaned.removed);
        text += &each("in use, stays:", &cleaned.in_use);
        text += &each("of another command, stays:", &cleaned.others);
        text += &each("evidence of a fault, stays until rm -f:", &cleaned.evidence);
    }
    if text.is_empty() {
        "nothing to remove\n".clone_into(&mut text);
    }
    print_bytes(text.as_bytes())
}

/// The command that repeats it.
fn command(flags: &Verify, seed: u64) -> String {
    let mut words = vec!["plimsoll verify".to_owned()];
    words.extend(flags.targets.iter().map(quoted));
    match &flags.cfg {
        Some(file) => words.push(format!("--cfg {}", quoted(file))),
        None => {
            let style: Option<clap::builder::PossibleValue> =
                Style::to_possible_value(&flags.style);
            words.extend(style.map(|style| format!("--for {}", style.get_name())));
        }
    }
    if let Some(mode) = flags.mode.as_ref().and_then(ValueEnum::to_possible_value) {
        words.push(format!("--mode {}", mode.get_name()));
    }
    if flags.overlap {
        words.push("--overlap".to_owned());
    }
    words.extend(flags.map.iter().map(|map| format!("--map {}", quoted(map))));
    match (flags.cycles, flags.minutes, &flags.cfg) {
        (Some(cycles), ..) => words.push(format!("--cycles {cycles}")),
        (None, Some(minutes), _) => words.push(format!("--minutes {minutes}")),
        (None, None, None) => words.push(format!("--minutes {MINUTES}")),
        (None, None, Some(_)) => {}
    }
    let mut option = |name: &str, value: Option<&str>| {
        words.extend(value.map(|value| format!("{name} {}", quoted(value))));
    };
    option("--size", flags.size.as_deref());
    option("--engine", flags.engine.as_deref());
    option("--slow", Some(flags.slow.as_str()).filter(|slow| *slow != "1s"));
    if flags.stop {
        words.push("--stop".to_owned());
    }
    words.extend(answer::write_words(&flags.writes.permission()));
    words.push(format!("--seed {seed}"));
    let given_up = flags.writes.destroy.iter().chain(&flags.writes.overwrite);
    let given = flags.targets.iter().chain(given_up).map(PathBuf::as_path);
    // Without a target it works where it is begun, and so do the names in a configuration.
    let here = (flags.targets.is_empty() || flags.cfg.is_some()).then_some(Path::new("."));
    answer::from_anywhere(words.join(" "), given.chain(here))
}
