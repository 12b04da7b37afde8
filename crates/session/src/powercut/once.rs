//! The check after a power cut: takes a target and a ledger, reads all pages past the caches, and reports which
//! acknowledged commits are present.

use super::ledger::{self, LedgerAddress};
use super::target;
use crate::failure::{Ending, Failure};
use crate::requests::values::{self, WrongValue};
use crate::requests::values::{CHECKED, RESULT};
use crate::terminal;
use clap::Args;
use integrity::commits::{
    CommitCheck, CommitConclusion, CommitDesign, DurabilityVerdict, LedgerEntry, PageLocation,
    TargetContinuity,
};
use report::messages::powercut::PowerCutFault;
use report::messages::system::SystemAction;
use report::{Language, power_cut};
use std::io;
use std::path::{Path, PathBuf};
use sys::blocking::BlockingQueue;
use sys::transfer::{DiskOperation, OperationQueue};

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
    let conclusion = check(&path, design, entry, continuity)?;
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

const CHUNK_BYTES: u32 = 1 << 20;

/// Reads all pages and judges them; `continuity` returns the continuity of the target after all pages are read.
pub fn check(
    path: &Path,
    design: &CommitDesign,
    entry: &LedgerEntry,
    continuity: impl FnOnce(&CommitCheck) -> Result<TargetContinuity, Failure>,
) -> Result<CommitConclusion, Failure> {
    let failed = Failure::refused(Ending::Target, SystemAction::Read, path.display());
    let direct = sys::file::direct_works(path);
    let mode = sys::file::OpenMode { direct, ..sys::file::OpenMode::default() };
    let file = sys::file::open(path, mode).map_err(&failed)?;
    if !direct {
        sys::file::forget_range(&file, 0, 0).map_err(&failed)?;
    }
    let mut queue = BlockingQueue::on(vec![file], 1, CHUNK_BYTES as usize).map_err(failed)?;
    let mut check = CommitCheck::new(*design, entry.acknowledged);
    let places: Vec<PageLocation> = check.places().collect();
    let page = design.page_bytes;
    for places in places.chunks((CHUNK_BYTES / page) as usize) {
        let offset = design.offset_bytes(places[0]);
        match read(&mut queue, offset, places.len() as u32 * page) {
            Ok(()) => {
                let bytes = queue.buffer(0).chunks_exact(page as usize);
                places.iter().zip(bytes).for_each(|(&place, bytes)| check.take(place, bytes));
            }
            // Read page by page, so that an unreadable page does not hide its neighbours.
            Err(_) => {
                for &place in places {
                    match read(&mut queue, design.offset_bytes(place), page) {
                        Ok(()) => check.take(place, &queue.buffer(0)[..page as usize]),
                        Err(_) => check.unreadable(place),
                    }
                }
            }
        }
    }
    let continuity = continuity(&check)?;
    check.set_continuity(continuity);
    Ok(check.conclude())
}

/// Reads into the buffer. Bytes after the end of the file are zeros, as in a file that was partly lost.
fn read(queue: &mut BlockingQueue, offset_bytes: u64, length: u32) -> io::Result<()> {
    let mut moved = 0;
    let mut done = Vec::with_capacity(1);
    queue.buffer(0)[..length as usize].fill(0);
    while moved < length {
        queue.push(&DiskOperation {
            offset_bytes: offset_bytes + u64::from(moved),
            length_bytes: length - moved,
            skip_bytes: moved,
            ..DiskOperation::IDLE
        });
        queue.turn(1, || None, &mut done)?;
        let result = done.pop().map_or(0, |completion| completion.result);
        match u32::try_from(result) {
            Ok(0) => return Ok(()),
            Ok(more) => moved += more,
            Err(_) => {
                let error = io::Error::from_raw_os_error(-result);
                if error.kind() != io::ErrorKind::Interrupted {
                    return Err(error);
                }
            }
        }
    }
    Ok(())
}
