//! `plimsoll soak`: flags -> request -> session -> record; a stored soak -> text, sheet, CSV; the systemd unit.

use crate::commands::exposing::exposed;
use crate::commands::hosts;
use crate::commands::papers::print_bytes;
use crate::exit::{Exit, Outcome};
use crate::flags::{Soak, SoakAction, SoakFlags, SoakReport, SoakUnit, engine};
use base::{Bytes, Nanos, units};
use report::messages::program::ProgramFault;
use report::messages::soak::SoakFault;
use report::messages::system::SystemAction;
use session::failure::{Ending, Failure};
use session::live::Progress;
use session::output;
use session::soak::{self, EventOutput, SoakLoad, SoakRequest};
use session::{answer, profiles, recorder, terminal};
use std::path::{Path, PathBuf};

/// The shortest soak, and the longest: a year.
const PLANNED_S_MIN: u64 = 60;
const PLANNED_S_MAX: u64 = 366 * 86_400;
/// The shortest window: half of the seconds of a minute have to count.
const WINDOW_S_MIN: u64 = 60;
/// Intervals from a tenth of a second to a minute.
const INTERVAL_NS: std::ops::RangeInclusive<u64> = 100_000_000..=60_000_000_000;
const DAY_S: f64 = 86_400.0;

/// Runs a soak, shows one, or prints a unit.
pub(crate) fn run(flags: &Soak) -> Outcome {
    match &flags.action {
        Some(SoakAction::Report(flags)) => show(flags),
        Some(SoakAction::Unit(flags)) => unit(flags),
        None => measure(&flags.load),
    }
}

fn measure(flags: &SoakFlags) -> Outcome {
    let interrupt = session::interrupt()?;
    let hosts = hosts::join(&interrupt)?;
    let request = hosts.agree(read(flags))?;
    let request = SoakRequest { target: hosts.place(&request.target), ..request };
    let (json, leads) = (flags.output.json, hosts.leads());
    let mut progress = Progress::new(json || !leads, flags.output.lang.language());
    if leads {
        let (targets, store) = ([Path::new(&request.target)], flags.output.store.as_deref());
        progress.exposed =
            exposed(&flags.exposing, [&request.target, &flags.profile], &targets, store)?;
    }
    let mut events = EventOutput::new(json, flags.on_event.clone());
    let store = flags.output.store.as_deref();
    let outcome = soak::run(&request, store, &hosts, &interrupt, &mut events, &mut progress)?;
    let (record, recorder) = (&outcome.record, &outcome.recorder);
    if !leads {
        return Ok(answer::ending(record).into());
    }
    answer::show(record, json, None, recorder, &mut progress)?;
    Ok(answer::final_ending(answer::ending(record), true, recorder).into())
}

/// Reads the whole command line; reports all mistakes at once.
fn read(flags: &SoakFlags) -> Result<SoakRequest, Failure> {
    let mut lines = Vec::new();
    let simulated = flags.target.starts_with("sim:");
    let load = load(&flags.load).map_err(|line| lines.push(line)).ok();
    let planned_s = planned_s(flags).map_err(|line| lines.push(line)).ok();
    let window_s = window_s(flags).map_err(|line| lines.push(line)).ok();
    let sla = flags.sla.as_deref().map(workload::sla::read).transpose();
    let sla = sla
        .map_err(|errors| lines.extend(errors.iter().map(|error| format!("--sla: {error}"))))
        .ok();
    let usual = if simulated { "10s" } else { "1s" };
    let interval = flags.interval.as_deref().unwrap_or(usual);
    let interval = time("--interval", interval).and_then(|ns| match INTERVAL_NS.contains(&ns) {
        true => Ok(ns),
        false => {
            let interval = interval.to_owned();
            Err(SoakFault::IntervalNotInRange { interval }.to_string())
        }
    });
    let interval = interval.map_err(|line| lines.push(line)).ok();
    let budget = time("--budget", &flags.budget).map_err(|line| lines.push(line)).ok();
    let size = flags.size.as_deref().map(Bytes::with_unit).transpose();
    let size = size.map_err(|error| lines.push(format!("--size: {error}"))).ok();
    let engine = engine(flags.engine.as_deref()).map_err(|line| lines.push(line)).ok();
    let profile = profiles::load(&flags.profile)
        .and_then(|(text, profile)| Ok((text, profiles::choose(profile, &flags.roles)?)))
        .map_err(|failure| lines.extend(failure.lines))
        .ok();
    if let (Some(load), Some((_, profile))) = (&load, &profile) {
        lines.extend(soak::load_problems(load, profile));
    }
    let read = || {
        let (source_text, profile) = profile?;
        Some(SoakRequest {
            target: flags.target.clone(),
            profile,
            source_text,
            load: load?,
            planned_s: planned_s?,
            window_s: window_s?,
            sla: sla?.unwrap_or_default(),
            sla_text: flags.sla.clone().unwrap_or_default(),
            size: size?,
            engine: engine?,
            seed: flags.output.seed,
            interval_ns: interval?,
            line_budget_ns: budget?,
            permission: flags.writes.permission(),
            command: command(flags),
        })
    };
    match read() {
        Some(request) if lines.is_empty() => Ok(request),
        _ => Err(Failure::of(Ending::Wrong, lines)),
    }
}

/// Reads `60%`, `1x`, `500` or `log=200,data=1500`.
fn load(text: &str) -> Result<SoakLoad, String> {
    let wrong = || SoakFault::NotALoad { load: text.to_owned() }.to_string();
    let positive = |text: &str| {
        units::quantity(text).filter(|number| *number > 0.0 && number.is_finite()).ok_or_else(wrong)
    };
    if text.contains('=') {
        let rates = text.split(',').map(|one| {
            let (name, rate) = one.split_once('=').ok_or_else(wrong)?;
            Ok((name.trim().to_owned(), positive(rate)?))
        });
        return rates.collect::<Result<_, String>>().map(SoakLoad::Rates);
    }
    if let Some(percent) = text.trim().strip_suffix('%') {
        return match positive(percent)? {
            percent if percent <= 100.0 => Ok(SoakLoad::LineShare(percent / 100.0)),
            _ => Err(SoakFault::MoreThanTheLine { load: text.to_owned() }.to_string()),
        };
    }
    match text.trim().strip_suffix(['x', 'X']) {
        Some(times) => positive(times).map(SoakLoad::Multiple),
        None => positive(text).map(SoakLoad::Rate),
    }
}

fn planned_s(flags: &SoakFlags) -> Result<u64, String> {
    let (option, length, planned_s) = match &flags.time {
        Some(text) => ("--time", text, time("--time", text)? / 1_000_000_000),
        None => {
            let text = &flags.days;
            let days = text.trim().parse::<f64>().ok().filter(|days| *days > 0.0);
            let wrong = || SoakFault::NotDays { days: text.clone() }.to_string();
            ("--days", text, (days.ok_or_else(wrong)? * DAY_S) as u64)
        }
    };
    match planned_s {
        PLANNED_S_MIN..=PLANNED_S_MAX => Ok(planned_s),
        _ => {
            let (length, option) = (length.clone(), option.to_owned());
            Err(SoakFault::LengthNotInRange { length, option }.to_string())
        }
    }
}

fn window_s(flags: &SoakFlags) -> Result<Option<(u64, u64)>, String> {
    let (Some(every), Some(window)) = (&flags.every, &flags.window) else { return Ok(None) };
    let every_s = time("--every", every)? / 1_000_000_000;
    let window_s = time("--window", window)? / 1_000_000_000;
    if window_s < WINDOW_S_MIN {
        return Err(SoakFault::WindowTooShort { window: window.clone() }.to_string());
    }
    if window_s >= every_s {
        let (every, window) = (every.clone(), window.clone());
        return Err(SoakFault::WindowNotShorter { every, window }.to_string());
    }
    Ok(Some((every_s, window_s)))
}

/// A time above zero; `m` is short for minutes.
fn time(option: &str, text: &str) -> Result<u64, String> {
    let number = text.strip_suffix('m').filter(|number| number.parse::<f64>().is_ok());
    let whole = number.map(|number| format!("{number}min"));
    let time = whole.as_deref().unwrap_or(text).parse::<Nanos>();
    let time = time.map_err(|error| format!("{option}: {error}"))?;
    if time.0 > 0 {
        return Ok(time.0);
    }
    let (option, time) = (option.to_owned(), text.to_owned());
    Err(SoakFault::NotAboveZero { option, time }.to_string())
}

/// The command that resumes the soak, without its seed.
fn command(flags: &SoakFlags) -> String {
    let mut words = vec!["plimsoll soak".to_owned(), answer::quoted(&flags.target)];
    let mut option = |name: &str, value: Option<&str>| {
        words.extend(value.map(|value| format!("{name} {}", answer::quoted(value))));
    };
    option("--for", Some(&flags.profile));
    let roles = flags.roles.join(",");
    option("--roles", Some(roles.as_str()).filter(|roles| !roles.is_empty()));
    option("--load", Some(&flags.load));
    option("--days", Some(flags.days.as_str()).filter(|_| flags.time.is_none()));
    option("--time", flags.time.as_deref());
    option("--sla", flags.sla.as_deref());
    option("--every", flags.every.as_deref());
    option("--window", flags.window.as_deref());
    option("--interval", flags.interval.as_deref());
    option("--size", flags.size.as_deref());
    option("--engine", flags.engine.as_deref());
    option("--on-event", flags.on_event.as_deref());
    words.extend(answer::write_words(&flags.writes.permission()));
    let file = Some(Path::new(&flags.profile)).filter(|_| profiles::is_file(&flags.profile));
    let given = flags.writes.destroy.iter().chain(&flags.writes.overwrite).map(PathBuf::as_path);
    answer::from_anywhere(
        words.join(" "),
        [Path::new(&flags.target)].into_iter().chain(file).chain(given),
    )
}

/// Shows a stored soak, and writes the requested files.
fn show(flags: &SoakReport) -> Outcome {
    let store = recorder::open_to_read(flags.store.as_deref())?;
    let run = recorder::find(&store, &flags.run)?;
    let record = soak::load(&store, run)?;
    let kept = output::files_of_store(store.path());
    let write = |option: &str, file: &Path, text: String| {
        let place = output::place(option, file, &kept, None)?;
        place
            .write_text(&text)
            .map_err(|e| Failure::system(Ending::Target, SystemAction::Write, place.shown(), &e))
    };
    if let Some(file) = &flags.sla_sheet {
        let sheet = report::soak_sheet(&record, flags.lang.language()).ok_or_else(|| {
            let fault = SoakFault::NoSheetYet { run: run.to_string() };
            Failure::of(Ending::CannotTell, vec![fault.to_string()])
        })?;
        write("--sla-sheet", file, sheet)?;
    }
    if let Some(file) = &flags.csv {
        let minutes = store.soak_minutes(run).map_err(Failure::target)?;
        write("--csv", file, report::soak_csv(&record, &minutes))?;
    }
    let text = match flags.json {
        true => report::export::json(&record),
        false => {
            let language = flags.lang.language();
            terminal::shown(report::terminal(&record, &terminal::style(language)), language)
        }
    };
    print_bytes(text.as_bytes())
}

/// Prints a unit for systemd.
fn unit(flags: &SoakUnit) -> Outcome {
    let program = std::env::current_exe().map_err(|error| {
        Failure::target(ProgramFault::ProgramNotFound { error: error.to_string() })
    })?;
    let folder = std::env::current_dir().map_err(|error| {
        Failure::target(ProgramFault::WorkingFolderNotFound { error: error.to_string() })
    })?;
    let text = report::soak_unit(&program, &folder, &flags.words);
    print_bytes(text.as_bytes())?;
    Ok(Exit::Done)
}
