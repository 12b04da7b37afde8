//! `plimsoll verify`: flags -> request -> session -> exit code.

use crate::exit::Outcome;
use crate::flags::{Verify, engine};
use base::{Bytes, Nanos};
use compat::foreign::Mapping;
use report::messages::arguments::ArgumentFault;
use report::messages::foreign::ForeignFault;
use session::failure::Failure;
use session::requests::mistakes::Mistakes;
use session::verify::request::{self, MINUTES, ProofRequest};

/// Tests the integrity of storages, or removes the files of killed runs.
pub(crate) fn run(flags: &Verify) -> Outcome {
    let ending = if flags.clean {
        request::clean(&flags.targets)
    } else {
        request::carry_out(&read(flags)?)
    };
    Ok(ending?.into())
}

/// Reads the whole command line; reports all mistakes at once.
fn read(flags: &Verify) -> Result<ProofRequest, Failure> {
    let mut mistakes = Mistakes::default();
    let mut maps = Vec::new();
    for text in &flags.map {
        match Mapping::read(text) {
            Some(map) => maps.push(map),
            None => mistakes.add(ForeignFault::NotAMapping { value: text.clone() }),
        }
    }
    let size = flags.size.as_deref().map(Bytes::with_unit).transpose();
    let size = mistakes.keep("--size", size).flatten();
    let slow = mistakes.keep("--slow", flags.slow.parse::<Nanos>());
    let engine = engine(flags.engine.as_deref()).map_err(|line| mistakes.add(line));
    let minutes = flags.minutes.unwrap_or(MINUTES);
    if !(1e6..=1e18).contains(&(minutes * 60e9)) {
        mistakes.add(ArgumentFault::NoMinutes { minutes: minutes.to_string() });
    }
    if flags.cycles == Some(0) {
        mistakes.add(ArgumentFault::NoCycles);
    }
    let (Some(slow), true) = (slow, mistakes.is_empty()) else { return Err(mistakes.failure()) };
    Ok(ProofRequest {
        targets: flags.targets.clone(),
        database: flags.style,
        mode: flags.mode,
        overlap: flags.overlap,
        cfg: flags.cfg.clone(),
        maps,
        minutes: flags.minutes,
        cycles: flags.cycles,
        size,
        engine: engine.unwrap_or_default(),
        stop: flags.stop,
        slow,
        dump: flags.dump.clone(),
        report: flags.report.clone(),
        permission: flags.writes.clone(),
        as_json: flags.output.json,
        language: flags.output.lang.language(),
        store: flags.output.store.clone(),
        seed: flags.output.seed,
    })
}
