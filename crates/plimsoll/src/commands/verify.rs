//! `plimsoll verify`: fields -> play -> verdict -> evidence -> answer.

use crate::commands::check;
use crate::commands::papers::print_bytes;
use crate::exit::{Exit, Failure, Outcome};
use crate::flags::{Style, Verify};
use crate::session::answer::{self, quoted};
use crate::session::live::Progress;
use crate::session::output::{self, Place};
use crate::session::verify::field::{self, Field};
use crate::session::verify::play::{self, Asked, Played};
use crate::session::verify::tell::{self, Told, Verdict};
use crate::session::verify::{dump, way::Way};
use base::{Bytes, Nanos};
use clap::ValueEnum;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use workload::EngineKind;

/// Length of a cycle's exercise, as `TestCycleDuration` is by default, in nanoseconds.
const CYCLE_NS: u64 = 300_000_000_000;

/// Proves storages, or cleans up after proofs that were killed.
pub(crate) fn run(flags: &Verify) -> Outcome {
    if flags.clean {
        return clean(flags);
    }
    let (asked, size) = read(flags)?;
    let named = flags.dump.as_deref();
    let dump = named.map(|path| output::place("--dump", path, &flags.targets)).transpose()?;
    let interrupt = crate::session::interrupt()?;
    let mut fields = Vec::new();
    for (number, target) in flags.targets.iter().enumerate() {
        fields.push(Field::find(target, number, size, &flags.writes)?);
    }
    let way = Way::of(flags.style, sys::affinity::allowed().len());
    let mut progress = Progress::new(flags.json);
    progress.begin("preparing", None);
    let played = play::play(&fields, &way, &asked, &interrupt, &mut progress)?;
    progress.wipe();
    let interrupted = interrupt.load(Ordering::Relaxed);
    let verdict = verdict(&played, &asked, interrupted);
    let command = command(flags, asked.seed);
    let mut told = Told {
        fields: &fields,
        title: way.title,
        verdict,
        engine: asked.engine.name(),
        cycles: asked.cycles,
        command: &command,
        dump: None,
    };
    if verdict == Verdict::Faulty {
        told.dump = evidence(&played, dump, &command, &mut progress);
    }
    let text = if flags.json {
        format!("{:#}\n", tell::document(&played, &told))
    } else {
        tell::text(&played, &told)
    };
    print_bytes(text.as_bytes())?;
    let failed = played.failures().next().is_some();
    if verdict == Verdict::Faulty {
        keep(fields, &mut progress);
    }
    Ok(match verdict {
        Verdict::Sound => Exit::Done,
        Verdict::Faulty => Exit::NotFit,
        Verdict::Interrupted => Exit::Interrupted,
        Verdict::CannotTell if failed => Exit::Target,
        Verdict::CannotTell => Exit::CannotTell,
    })
}

/// Reads the whole command line; tells all that is wrong with it at once.
fn read(flags: &Verify) -> Result<(Asked, Option<Bytes>), Failure> {
    let mut lines = Vec::new();
    let size = flags.size.as_deref().map(str::parse::<Bytes>).transpose();
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
    let minutes_ns = flags.minutes * 60e9;
    if !(1e6..=1e18).contains(&minutes_ns) {
        lines.push(format!("--minutes: {} is no time to test for", flags.minutes));
    }
    if flags.cycles == Some(0) {
        lines.push("--cycles must be at least 1".to_owned());
    }
    let (Ok(size), Ok(slow), Ok(engine), true) = (size, slow, engine, lines.is_empty()) else {
        return Err(Failure { exit: Exit::Wrong, lines });
    };
    let works = |kind: &EngineKind| {
        engine::probe::engines().iter().any(|(found, why)| found == kind && why.is_empty())
    };
    let usual = || [EngineKind::Uring, EngineKind::Libaio].into_iter().find(works);
    let engine = engine.kind.or_else(usual).unwrap_or(EngineKind::Sync);
    let (cycles, cycle_ns) = match flags.cycles {
        Some(cycles) => (cycles, CYCLE_NS),
        None => {
            let cycles = (minutes_ns / CYCLE_NS as f64).ceil().max(1.0);
            (cycles as u32, (minutes_ns / cycles) as u64)
        }
    };
    let asked = Asked {
        engine,
        cycles,
        cycle_ns,
        slow_ns: slow.0,
        stop_on_fault: flags.stop,
        seed: flags.seed.unwrap_or_else(answer::new_seed),
    };
    Ok((asked, size))
}

fn verdict(played: &Played, asked: &Asked, interrupted: bool) -> Verdict {
    if played.tally().faults() > 0 {
        Verdict::Faulty
    } else if interrupted {
        Verdict::Interrupted
    } else if played.is_whole(asked.cycles) && played.failures().next().is_none() {
        Verdict::Sound
    } else {
        Verdict::CannotTell
    }
}

/// Writes what was wrong; where that cannot be done the answer comes without it.
fn evidence(
    played: &Played,
    dump: Option<Place>,
    command: &str,
    progress: &mut Progress,
) -> Option<String> {
    let place = match dump {
        Some(place) => place,
        None => match output::place("--dump", &usual_dump(), &[]) {
            Ok(place) => place,
            Err(failure) => {
                failure.lines.iter().for_each(|line| progress.say(&format!("plimsoll: {line}")));
                return None;
            }
        },
    };
    match place.write_text(&dump::text(played, command)) {
        Ok(()) => Some(place.shown()),
        Err(error) => {
            progress.say(&format!("plimsoll: failed to write {}: {error}", place.shown()));
            None
        }
    }
}

/// A name that nobody has yet, such as `plimsoll-verify-2026-03-01-1405.txt`.
fn usual_dump() -> PathBuf {
    let moment = report::words::moment((sys::clock::unix_now() / 1_000_000_000) as i64);
    let digits: String = moment.trim_end_matches(" UTC").replace(' ', "-").replace(':', "");
    let name = |more: String| PathBuf::from(format!("plimsoll-verify-{digits}{more}.txt"));
    let numbered = (2..).map(|number| name(format!("-{number}")));
    let mut free = std::iter::once(name(String::new())).chain(numbered).filter(|p| !p.exists());
    free.next().expect("a folder cannot hold every number")
}

/// Files on which something was wrong stay: whoever looks for the reason needs them.
fn keep(fields: Vec<Field>, progress: &mut Progress) {
    for field in fields {
        if field.own {
            progress.say(&format!(
                "plimsoll: {} and its log stay for whoever looks for the reason; `plimsoll verify --clean {}` removes them",
                field.data.path.display(),
                quoted(&field.title)
            ));
        }
        field.keep();
    }
}

fn clean(flags: &Verify) -> Outcome {
    let mut text = String::new();
    for folder in &flags.targets {
        let cleaned = field::clean(folder)?;
        let each = |what: &str, paths: &[PathBuf]| -> String {
            paths.iter().map(|path| format!("{what} {}\n", path.display())).collect()
        };
        text += &each("removed", &cleaned.removed);
        text += &each("in use, stays:", &cleaned.in_use);
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
    let style: Option<clap::builder::PossibleValue> = Style::to_possible_value(&flags.style);
    words.extend(style.map(|style| format!("--for {}", style.get_name())));
    words.push(match flags.cycles {
        Some(cycles) => format!("--cycles {cycles}"),
        None => format!("--minutes {}", flags.minutes),
    });
    let mut option = |name: &str, value: Option<&str>| {
        words.extend(value.map(|value| format!("{name} {}", quoted(value))));
    };
    option("--size", flags.size.as_deref());
    option("--engine", flags.engine.as_deref());
    option("--slow", Some(flags.slow.as_str()).filter(|slow| *slow != "1s"));
    if flags.stop {
        words.push("--stop".to_owned());
    }
    words.extend(answer::write_words(&flags.writes));
    words.push(format!("--seed {seed}"));
    words.join(" ")
}
