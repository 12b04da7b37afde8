//! `plimsoll check`: ground -> facts -> prefilling -> the study of every role -> verdict -> store -> report.

use crate::commands::exposing::exposed;
use crate::commands::hosts;
use crate::exit::Outcome;
use crate::flags::{Check, engine};
use base::{Bytes, Nanos};
use report::messages::arguments::ArgumentFault;
use session::answer;
use session::check::{ActiveCheck, CheckRequest};
use session::failure::{Ending, Failure};
use session::live::Progress;
use session::marked_devices;
use session::output::{self, Place};
use session::profiles;
use session::recorder;
use session::target;
use std::path::{Path, PathBuf};
use workload::Requirement;

/// The shortest time to measure that can give an answer, in nanoseconds.
const BUDGET_NS_MIN: u64 = 5_000_000_000;
/// The default time, in seconds.
const BUDGET_S_USUAL: f64 = 90.0;

/// Checks one storage against one profile.
pub(crate) fn run(flags: &Check) -> Outcome {
    let interrupt = session::interrupt()?;
    let hosts = hosts::join(&interrupt)?;
    let target = hosts.place(&flags.target);
    let (request, page) = hosts.agree(prepare(flags, &target))?;
    let request = CheckRequest { seed: hosts.value_of_first(|| Ok(request.seed))?, ..request };
    if !target.starts_with("sim:") {
        hosts.claim(&[PathBuf::from(&target)])?;
    }
    let test_target = target::open(&target, request.size, &flags.writes.permission());
    let test_target = hosts.agree(test_target)?;
    let writes = request.profile.roles.iter().any(|role| role.stream.writes());
    let test_target = hosts.share(test_target, writes)?;
    let store = hosts.open_store(flags.output.store.as_deref())?;
    let leads = hosts.leads();
    let mut progress = Progress::new(flags.output.json || !leads, flags.output.lang.language());
    if leads {
        let (targets, named) = ([Path::new(&target)], flags.output.store.as_deref());
        progress.exposed = exposed(&flags.exposing, [&target, &flags.profile], &targets, named)?;
    }
    let active_check = ActiveCheck::begin(&request, test_target, store, &mut progress);
    let mut active_check = hosts.agree(active_check)?;
    active_check.join(hosts);
    active_check.prefill(&interrupt, &mut progress)?;
    let failed = active_check.measure(&interrupt, &mut progress);
    let record = active_check.finish(failed.is_err());
    progress.wipe();
    if !leads {
        return failed.map(|()| answer::ending(&record).into());
    }
    // The user did not request the default page, so a failure to write it does not prevent the answer.
    let page = page.or_else(|| {
        if flags.no_report {
            return None;
        }
        let usual = answer::usual_page("check", record.started_unix_s);
        let told = |failure: Failure| failure.lines.iter().for_each(|line| progress.say(line));
        self::page(flags, &usual).map_err(told).ok()
    });
    let page_written = answer::show(
        &record,
        flags.output.json,
        page.as_ref(),
        active_check.recorder(),
        &mut progress,
    )?;
    failed?;
    let page_written = page_written || flags.report.is_none();
    Ok(answer::final_ending(answer::ending(&record), page_written, active_check.recorder()).into())
}

/// Reads the command line; changes nothing.
fn prepare(flags: &Check, target: &str) -> Result<(CheckRequest, Option<Place>), Failure> {
    let request = read(flags)?;
    let destroy = flags.writes.destroy.iter().map(PathBuf::as_path);
    marked_devices::check_all_used(destroy, [Path::new(target)])?;
    let page = flags.report.as_deref().map(|named| page(flags, named)).transpose()?;
    Ok((CheckRequest { target: target.to_owned(), ..request }, page))
}

/// The place of the page.
fn page(flags: &Check, named: &Path) -> Result<Place, Failure> {
    let mut kept = output::files_of_store(&recorder::place(flags.output.store.as_deref())?);
    if !flags.target.starts_with("sim:") {
        kept.push(PathBuf::from(&flags.target));
    }
    output::place("--report", named, &kept, Some(&flags.writes.overwrite))
}

/// Reads the whole command line; reports all mistakes at once.
fn read(flags: &Check) -> Result<CheckRequest, Failure> {
    let mut lines = Vec::new();
    let mut wrong = |line: String| lines.push(line);
    let requirement = Requirement::read(flags.requirement.as_deref().unwrap_or_default())
        .map_err(|all| all.iter().for_each(|e| wrong(format!("--require: {e}"))));
    let budget = flags.budget.parse::<Nanos>().map_err(|e| wrong(format!("--budget: {e}")));
    let size = flags.size.as_deref().map(Bytes::with_unit).transpose();
    let size = size.map_err(|e| wrong(format!("--size: {e}")));
    let engine = engine(flags.engine.as_deref()).map_err(&mut wrong);
    if flags.engine.is_some() && flags.target.starts_with("sim:") {
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
    let mut words = vec!["plimsoll check".to_owned(), answer::quoted(&flags.target)];
    let mut option = |name: &str, value: Option<&str>| {
        if let Some(value) = value {
            words.push(format!("{name} {}", answer::quoted(value)));
        }
    };
    option("--for", Some(&flags.profile));
    option("--require", flags.requirement.as_deref());
    option("--budget", Some(&flags.budget));
    option("--size", flags.size.as_deref());
    option("--engine", flags.engine.as_deref());
    let roles = flags.roles.join(",");
    option("--roles", Some(roles.as_str()).filter(|r| !r.is_empty()));
    words.extend(answer::write_words(&flags.writes.permission()));
    words.push(format!("--seed {seed}"));
    let given_up = flags.writes.destroy.iter().chain(&flags.writes.overwrite);
    let file = Some(Path::new(&flags.profile)).filter(|_| profiles::is_file(&flags.profile));
    let paths =
        [Path::new(&flags.target)].into_iter().chain(file).chain(given_up.map(PathBuf::as_path));
    answer::from_anywhere(words.join(" "), paths)
}
