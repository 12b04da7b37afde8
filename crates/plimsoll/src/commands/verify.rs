//! `plimsoll verify`: flags -> request -> session -> exit code.

use crate::exit::Outcome;
use crate::flags::{Verify, engine};
use base::{Bytes, Nanos};
use compat::foreign::Mapping;
use session::failure::Failure;
use session::requests::mistakes::Mistakes;
use session::verify::request::{self, MINUTES, ProofRequest};

/// Proves storages, or cleans up after proofs that were killed.
pub(crate) fn run(flags: &Verify) -> Outcome {
    let ending = if flags.clean {
        request::clean(&flags.targets)
    } else {
        request::carry_out(&read(flags)?)
    };
    Ok(ending?.into())
}

/// Reads the whole command line; tells all that is wrong with it at once.
fn read(flags: &Verify) -> Result<ProofRequest, Failure> {
    let mut mistakes = Mistakes::default();
    let map = |map: &String| {
        Mapping::read(map).ok_or_else(|| format!("\"{map}\" is not FROM=TO, such as 'C:=/mnt/c'"))
    };
    let maps =
        flags.map.iter().filter_map(|text| mistakes.keep(&format!("--map {text}"), map(text)));
    let maps = maps.collect();
    let size = flags.size.as_deref().map(Bytes::with_unit).transpose();
    let size = mistakes.keep("--size", size).flatten();
    let slow = mistakes.keep("--slow", flags.slow.parse::<Nanos>());
    let engine = engine(flags.engine.as_deref()).map_err(|line| mistakes.add(line));
    let minutes = flags.minutes.unwrap_or(MINUTES);
    if !(1e6..=1e18).contains(&(minutes * 60e9)) {
        mistakes.add(format!("--minutes: {minutes} is no time to test for"));
    }
    if flags.cycles == Some(0) {
        mistakes.add("--cycles must be at least 1".to_owned());
    }
    let (Some(slow), true) = (slow, mistakes.is_empty()) else { return Err(mistakes.failure()) };
    Ok(ProofRequest {
        targets: flags.targets.clone(),
        database: flags.style.into(),
        mode: flags.mode.map(|mode| mode.mode()),
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
        permission: flags.writes.permission(),
        as_json: flags.output.json,
        language: flags.output.lang.language(),
        store: flags.output.store.clone(),
        seed: flags.output.seed,
    })
}
