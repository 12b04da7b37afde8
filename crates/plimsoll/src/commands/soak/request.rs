//! The command line of a soak: read whole, with all mistakes at once, and the command that resumes it.

use super::values::{load, planned_s, time, window_s};
use crate::flags::{SoakFlags, engine};
use base::Bytes;
use report::messages::soak::SoakFault;
use session::failure::Failure;
use session::profiles;
use session::repeat_command::RepeatCommand;
use session::requests::mistakes::Mistakes;
use session::soak::{self, SoakLoad, SoakRequest};
use std::path::Path;

/// Intervals from a tenth of a second to a minute.
const INTERVAL_NS: std::ops::RangeInclusive<u64> = 100_000_000..=60_000_000_000;

/// Reads the whole command line; reports all mistakes at once.
pub(super) fn read(flags: &SoakFlags) -> Result<SoakRequest, Failure> {
    let mut mistakes = Mistakes::default();
    let simulated = workload::simulation(&flags.target).is_some();
    let load = load(&flags.load).map_err(|line| mistakes.add(line));
    let planned_s = planned_s(flags).map_err(|line| mistakes.add(line));
    let window_s = window_s(flags).map_err(|line| mistakes.add(line));
    let sla = flags.sla.as_deref().map(workload::sla::read).transpose();
    let sla = sla.map_err(|all| all.iter().for_each(|e| mistakes.add(format!("--sla: {e}"))));
    let usual = if simulated { "10s" } else { "1s" };
    let interval = flags.interval.as_deref().unwrap_or(usual);
    let interval_ns = time("--interval", interval).map_err(|line| mistakes.add(line));
    if interval_ns.is_ok_and(|ns| !INTERVAL_NS.contains(&ns)) {
        mistakes.add(SoakFault::IntervalNotInRange { interval: interval.to_owned() });
    }
    let budget_ns = time("--budget", &flags.budget).map_err(|line| mistakes.add(line));
    let once_ns = flags.once.as_deref().map(|text| time("--once", text)).transpose();
    let once_ns = once_ns.map_err(|line| mistakes.add(line));
    let size = flags.size.as_deref().map(Bytes::with_unit).transpose();
    let size = mistakes.keep("--size", size).flatten();
    let engine = engine(flags.engine.as_deref()).map_err(|line| mistakes.add(line));
    let profile = profiles::load_open(&flags.profile)
        .and_then(|(text, profile)| Ok((text, profiles::choose(profile, &flags.roles)?)))
        .map_err(|failure| failure.lines.iter().for_each(|line| mistakes.add(line)));
    if let (Ok(load), Ok((_, profile))) = (&load, &profile) {
        soak::load_problems(load, profile).iter().for_each(|line| mistakes.add(line));
    }
    let (Ok(load), Ok(planned_s), Ok(window_s), Ok(sla)) = (load, planned_s, window_s, sla) else {
        return Err(mistakes.failure());
    };
    let (Ok(interval_ns), Ok(line_budget_ns), Ok(once_ns)) = (interval_ns, budget_ns, once_ns)
    else {
        return Err(mistakes.failure());
    };
    let (Ok(engine), Ok((source_text, profile)), true) = (engine, profile, mistakes.is_empty())
    else {
        return Err(mistakes.failure());
    };
    let command = command(flags, matches!(load, SoakLoad::LineShare(_)));
    Ok(SoakRequest {
        target: flags.target.clone(),
        profile,
        source_text,
        load,
        planned_s,
        window_s,
        sla: sla.unwrap_or_default(),
        sla_text: flags.sla.clone().unwrap_or_default(),
        size,
        engine,
        seed: flags.output.seed,
        interval_ns,
        line_budget_ns,
        once_s: once_ns.map(|ns| ns / 1_000_000_000),
        permission: flags.writes.clone(),
        command,
    })
}

/// The command that resumes the soak, without its seed. The budget counts where load lines are measured.
fn command(flags: &SoakFlags, measures_lines: bool) -> RepeatCommand {
    let command = RepeatCommand::of("soak")
        .path(Path::new(&flags.target))
        .option("--for", Some(&flags.profile))
        .option("--roles", Some(flags.roles.join(",")).filter(|roles| !roles.is_empty()))
        .option("--load", Some(&flags.load))
        .option("--days", flags.days.as_deref())
        .option("--time", flags.time.as_deref())
        .option("--budget", Some(&flags.budget).filter(|_| measures_lines))
        .option("--sla", flags.sla.as_deref())
        .option("--every", flags.every.as_deref())
        .option("--window", flags.window.as_deref())
        .option("--interval", flags.interval.as_deref())
        .option("--size", flags.size.as_deref())
        .option("--engine", flags.engine.as_deref())
        .option("--on-event", flags.on_event.as_deref())
        .permission(&flags.writes);
    match &flags.events {
        Some(file) => command.path_option("--events", file),
        None => command,
    }
}
