//! The command line of a check: read whole, with all mistakes at once, and the command that repeats it.

use crate::flags::{Check, engine};
use base::{Bytes, Nanos};
use report::messages::arguments::ArgumentFault;
use session::check::CheckRequest;
use session::failure::{Ending, Failure};
use session::repeat_command::RepeatCommand;
use session::{answer, profiles};
use std::path::Path;
use workload::Requirement;

/// The shortest time to measure that can give an answer, in nanoseconds.
const BUDGET_NS_MIN: u64 = 5_000_000_000;
/// The default time, in seconds.
const BUDGET_S_USUAL: f64 = 90.0;

/// Reads the whole command line; reports all mistakes at once.
pub(super) fn read(flags: &Check) -> Result<CheckRequest, Failure> {
    let mut lines = Vec::new();
    let mut wrong = |line: String| lines.push(line);
    let requirement = Requirement::read(flags.requirement.as_deref().unwrap_or_default())
        .map_err(|all| all.iter().for_each(|e| wrong(format!("--require: {e}"))));
    let budget = flags.budget.parse::<Nanos>().map_err(|e| wrong(format!("--budget: {e}")));
    let size = flags.size.as_deref().map(Bytes::with_unit).transpose();
    let size = size.map_err(|e| wrong(format!("--size: {e}")));
    let engine = engine(flags.engine.as_deref()).map_err(&mut wrong);
    if flags.engine.is_some() && workload::simulation(&flags.target).is_some() {
        wrong(ArgumentFault::EngineOfSimulation { target: flags.target.clone() }.to_string());
    }
    let profile = profiles::load(&flags.profile)
        .and_then(|(text, profile)| Ok((text, profiles::choose(profile, &flags.roles)?)))
        .map_err(|failure| failure.lines.into_iter().for_each(&mut wrong));
    if budget.is_ok_and(|b| b.0 < BUDGET_NS_MIN) {
        let least = BUDGET_NS_MIN as f64 / 1e9;
        let budget = flags.budget.clone();
        wrong(ArgumentFault::BudgetTooShort { budget, least, usual: BUDGET_S_USUAL }.to_string());
    }
    if let (Ok(requirement), Ok((_, profile))) = (&requirement, &profile) {
        for clause in profile.unjudged_clauses(requirement) {
            let (clause, profile_name) = (clause.to_owned(), profile.name.clone());
            let judged = profile.judged_clauses().join(", ");
            wrong(
                ArgumentFault::ClauseNotJudged { clause, profile: profile_name, judged }
                    .to_string(),
            );
        }
    }
    match (requirement, budget, size, engine, profile) {
        (Ok(requirement), Ok(budget), Ok(size), Ok(engine), Ok((source_text, profile)))
            if lines.is_empty() =>
        {
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
                command: command(flags, seed),
            })
        }
        _ => Err(Failure::of(Ending::Wrong, lines)),
    }
}

/// The command that repeats the check.
fn command(flags: &Check, seed: u64) -> String {
    let line = RepeatCommand::of("check").path(Path::new(&flags.target));
    // The profile can be a file.
    line.option("--for", Some(&flags.profile))
        .option("--require", flags.requirement.as_deref())
        .option("--budget", Some(&flags.budget))
        .option("--size", flags.size.as_deref())
        .option("--engine", flags.engine.as_deref())
        .option("--roles", Some(flags.roles.join(",")).filter(|roles| !roles.is_empty()))
        .permission(&flags.writes.permission())
        .seed(seed)
        .from_anywhere()
}
