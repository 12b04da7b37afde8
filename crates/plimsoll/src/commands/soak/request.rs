//! The command line of a soak: read whole, with all mistakes at once, and the command that resumes it.

use super::values::{load, planned_s, time, window_s};
use crate::flags::{SoakFlags, engine};
use base::Bytes;
use report::messages::soak::SoakFault;
use session::failure::{Ending, Failure};
use session::profiles;
use session::repeat_command::RepeatCommand;
use session::soak::{self, SoakLoad, SoakRequest};
use std::path::Path;

/// Intervals from a tenth of a second to a minute.
const INTERVAL_NS: std::ops::RangeInclusive<u64> = 100_000_000..=60_000_000_000;

/// Reads the whole command line; reports all mistakes at once.
pub(super) fn read(flags: &SoakFlags) -> Result<SoakRequest, Failure> {
    let mut lines = Vec::new();
    let simulated = workload::simulation(&flags.target).is_some();
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
        let load = load?;
        let command = command(flags, matches!(load, SoakLoad::LineShare(_)));
        Some(SoakRequest {
            target: flags.target.clone(),
            profile,
            source_text,
            load,
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
            command,
        })
    };
    match read() {
        Some(request) if lines.is_empty() => Ok(request),
        _ => Err(Failure::of(Ending::Wrong, lines)),
    }
}

/// The command that resumes the soak, without its seed. The budget counts where load lines are measured.
fn command(flags: &SoakFlags, measures_lines: bool) -> RepeatCommand {
    RepeatCommand::of("soak")
        .path(Path::new(&flags.target))
        .option("--for", Some(&flags.profile))
        .option("--roles", Some(flags.roles.join(",")).filter(|roles| !roles.is_empty()))
        .option("--load", Some(&flags.load))
        .option("--days", Some(flags.days.as_str()).filter(|_| flags.time.is_none()))
        .option("--time", flags.time.as_deref())
        .option("--budget", Some(&flags.budget).filter(|_| measures_lines))
        .option("--sla", flags.sla.as_deref())
        .option("--every", flags.every.as_deref())
        .option("--window", flags.window.as_deref())
        .option("--interval", flags.interval.as_deref())
        .option("--size", flags.size.as_deref())
        .option("--engine", flags.engine.as_deref())
        .option("--on-event", flags.on_event.as_deref())
        .permission(&flags.writes.permission())
}
