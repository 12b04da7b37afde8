//! The check after a power cut: takes a target and a ledger, reports which acknowledged commits are present.

use super::ledger::{self, LedgerAddress};
use super::{check, target};
use crate::failure::{Ending, Failure};
use crate::requests::help::{CHECKED, RESULT};
use crate::requests::values::{self, WrongValue};
use crate::terminal;
use clap::Args;
use integrity::commits::{
    CommitCheck, CommitConclusion, CommitDesign, DurabilityVerdict, LedgerEntry, TargetContinuity,
};
use report::messages::powercut::PowerCutFault;
use report::{Language, power_cut};
use std::path::{Path, PathBuf};

/// After the power cut: is every acknowledged commit there, complete and in order?
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = CHECKED)]
pub struct CheckRequest {
    /// The directory, file or block device that was written to
    pub target: PathBuf,
    /// Where the acknowledged commits were recorded: HOST:PORT of `powercut ledger`, or the file
    #[arg(long, value_name = "HOST:PORT|FILE")]
    pub ledger: String,
    /// The file with the secret that the ledger was started with
    #[arg(long, value_name = "FILE")]
    pub secret_file: Option<PathBuf>,
    /// The run, as `powercut write` named it [default: the last run of the ledger]
    #[arg(long, value_name = "RUN", value_parser = run_number)]
    pub run: Option<u64>,
    /// Confirm that TARGET is the one that was written to; if nothing of the run is on it, all commits count as lost
    #[arg(long)]
    pub same_target: bool,
    /// Print one JSON document
    #[arg(long = "json", help_heading = RESULT)]
    pub as_json: bool,
}

/// The number of a run, as `powercut write` prints it.
fn run_number(text: &str) -> Result<u64, WrongValue> {
    let wrong = || values::wrong(PowerCutFault::NotARunNumber { text: text.to_owned() });
    u64::from_str_radix(text, 16).map_err(|_| wrong())
}

/// Checks a target and prints the conclusion.
pub fn check_once(request: &CheckRequest) -> Result<Ending, Failure> {
    let named = ledger::named(&request.ledger, request.secret_file.as_deref())?;
    let (design, entry) = named.find(request.run)?;
    let given = CheckArguments {
        target: &request.target,
        ledger: &named,
        same_target: request.same_target,
    };
    let (conclusion, warnings) = checked(&given, &design, &entry)?;
    let text = if request.as_json {
        format!("{:#}\n", power_cut::document(&design, &entry, &conclusion, &warnings))
    } else {
        power_cut::text(Language::of_process(), &design, &entry, &conclusion, &warnings)
    };
    terminal::print(text.as_bytes())?;
    Ok(match conclusion.verdict() {
        DurabilityVerdict::Kept => Ending::Done,
        DurabilityVerdict::Lied => Ending::NotFit,
        DurabilityVerdict::CannotTell => Ending::CannotTell,
    })
}

pub(super) struct CheckArguments<'a> {
    pub(super) target: &'a Path,
    pub(super) ledger: &'a LedgerAddress,
    /// Whether the user asserts that this is the target that was written to.
    pub(super) same_target: bool,
}

pub(super) fn checked(
    given: &CheckArguments,
    design: &CommitDesign,
    entry: &LedgerEntry,
) -> Result<(CommitConclusion, Vec<String>), Failure> {
    let path = target::file_path(given.target);
    let identity = target::identity(&path);
    let continuity = |check: &CommitCheck| continuity(given, design, entry, identity, check);
    let conclusion = check::check(&path, design, entry, continuity)?;
    let language = Language::of_process();
    let mut warnings =
        power_cut::warnings(language, design, entry.commits_per_s(), target::medium(&path));
    warnings.extend(target::in_memory(&path));
    let moved = design.identity != 0 && identity != 0 && design.identity != identity;
    if moved && conclusion.is_the_target() {
        warnings.push(power_cut::copy_warning(language).to_owned());
    }
    Ok((conclusion, warnings))
}

/// What is known about the identity of the target, apart from the pages of the run.
fn continuity(
    given: &CheckArguments,
    design: &CommitDesign,
    entry: &LedgerEntry,
    identity: u64,
    check: &CommitCheck,
) -> Result<TargetContinuity, Failure> {
    if given.same_target {
        return Ok(TargetContinuity::Same);
    }
    if let Some(other) = check.other_run() {
        match given.ledger.known(Some(other))? {
            Some((_, later)) if later.first_unix_ns > entry.first_unix_ns => {
                return Ok(TargetContinuity::Replaced);
            }
            // Pages of an earlier run have come back, or are of another target.
            Some(_) => {}
            None if !check.is_here() => return Ok(TargetContinuity::Unknown),
            None => {}
        }
    }
    let same = identity != 0 && identity == design.identity;
    Ok(if same { TargetContinuity::Same } else { TargetContinuity::Unknown })
}
