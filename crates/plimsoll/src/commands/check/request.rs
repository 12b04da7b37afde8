//! The command line of a check: read whole, with all mistakes at once, and the command that repeats it.

use crate::flags::{Check, engine};
use base::Bytes;
use report::messages::arguments::ArgumentFault;
use session::check::CheckRequest;
use session::failure::Failure;
use session::hosts::HostGroup;
use session::repeat_command::RepeatCommand;
use session::requests::mistakes::Mistakes;
use session::requests::values;
use session::{answer, profiles};
use std::path::Path;
use workload::Requirement;

/// Reads the whole command line; reports all mistakes at once.
pub(super) fn read(flags: &Check, hosts: &HostGroup) -> Result<CheckRequest, Failure> {
    let mut mistakes = Mistakes::default();
    let requirement = Requirement::read(flags.requirement.as_deref().unwrap_or_default())
        .map_err(|all| all.iter().for_each(|e| mistakes.add(format!("--require: {e}"))));
    let budget = mistakes.keep("--budget", values::budget(&flags.budget));
    let size = flags.size.as_deref().map(Bytes::with_unit).transpose();
    let size = mistakes.keep("--size", size).flatten();
    let engine = engine(flags.engine.as_deref()).map_err(|line| mistakes.add(line));
    if flags.engine.is_some() && workload::simulation(&flags.target).is_some() {
        mistakes.add(ArgumentFault::EngineOfSimulation { target: flags.target.clone() });
    }
    let rate_iops = requirement.as_ref().ok().and_then(|requirement| requirement.iops_min);
    let profile = profiles::load_at(&flags.profile, rate_iops)
        .and_then(|(text, profile)| Ok((text, profiles::choose(profile, &flags.roles)?)))
        .map_err(|failure| failure.lines.iter().for_each(|line| mistakes.add(line)));
    if let (Ok(requirement), Ok((_, profile))) = (&requirement, &profile) {
        for clause in profile.unjudged_clauses(requirement) {
            let (clause, profile_name) = (clause.to_owned(), profile.name.clone());
            let judged = profile.judged_clauses().join(", ");
            mistakes.add(ArgumentFault::ClauseNotJudged { clause, profile: profile_name, judged });
        }
    }
    let (Ok(requirement), Some(budget), Ok(engine), Ok((source_text, profile)), true) =
        (requirement, budget, engine, profile, mistakes.is_empty())
    else {
        return Err(mistakes.failure());
    };
    let seed = flags.output.seed.unwrap_or_else(answer::new_seed);
    let requirement = profile.requirement(requirement);
    Ok(CheckRequest {
        target: flags.target.clone(),
        profile,
        source_text,
        requirement,
        requirement_text: flags.requirement.clone().unwrap_or_default(),
        budget_ns: budget.0,
        size,
        engine,
        seed,
        command: command(flags, hosts, seed),
    })
}

fn command(flags: &Check, hosts: &HostGroup, seed: u64) -> String {
    let line = RepeatCommand::of("check").on(hosts).path(Path::new(&flags.target));
    // The profile can be a file.
    line.option("--for", Some(&flags.profile))
        .option("--require", flags.requirement.as_deref())
        .option("--budget", Some(&flags.budget))
        .option("--size", flags.size.as_deref())
        .option("--engine", flags.engine.as_deref())
        .option("--roles", Some(flags.roles.join(",")).filter(|roles| !roles.is_empty()))
        .permission(&flags.writes)
        .seed(seed)
        .from_anywhere()
}
