//! Killed writers of `powercut`: starts each writer, kills it at a random moment, and checks what is left. Ends at the first
//! lost commit.

use super::once::{CheckArguments, checked};
use super::request::WriteRequest;
use super::{kill, ledger, target};
use crate::failure::{Ending, Failure};
use crate::load;
use crate::{interrupt, terminal, write_permission};
use base::{Bytes, Rng, random};
use integrity::commits::{CommitDesign, DurabilityVerdict};
use report::messages::powercut::PowerCutFault;
use report::{Language, power_cut};
use std::ffi::OsString;
use std::path::Path;
use std::sync::atomic::Ordering;
use sys::file::PathKind;
use sys::target::Target as HeldTarget;

/// The target of the writers, checked once, and created if absent. Each writer gets its device and inode number.
struct KillTarget {
    numbers: (u64, u64),
    /// Keeps a file open, so that its numbers are not reused. `None` for a device, which each writer opens exclusively.
    held: Option<HeldTarget>,
}

impl KillTarget {
    fn take(request: &WriteRequest, design: &CommitDesign) -> Result<Self, Failure> {
        let held = target::prepare(&request.target, &request.permission, design, None)?.held;
        let numbers = held.numbers();
        Ok(Self { numbers, held: Some(held).filter(|held| held.kind() == PathKind::File) })
    }

    /// Finds the file after its file system was mounted again, which may change the device number.
    fn again(&mut self, path: &Path) -> Result<(), Failure> {
        let numbers = HeldTarget::to_read(path).map_err(Failure::target)?.numbers();
        if numbers.1 != self.numbers.1 {
            return Err(Failure::target(PowerCutFault::OtherFile {
                target: path.display().to_string(),
            }));
        }
        self.numbers = numbers;
        Ok(())
    }
}

/// Kills `count` writers one after the other, and ends at the first lost commit.
pub(super) fn kill_and_check(
    request: &WriteRequest,
    design: &CommitDesign,
    count: u32,
) -> Result<Ending, Failure> {
    let stop = interrupt()?;
    let path = target::file_path(&request.target);
    let mut rng = Rng::at(design.seed, &[2]);
    let (mut kills, mut commits) = (0, 0);
    let made = !path.exists();
    let removable = if request.remount { Some(kill::removable(&path)?) } else { None };
    let mut aim = KillTarget::take(request, design)?;
    for number in 0..count {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        kill::start_and_kill(&child(request, design, number, aim.numbers), &mut rng)?;
        if let Some(system) = &removable {
            // An open file would keep it mounted.
            aim.held = None;
            write_permission::forget_targets();
            kill::remount(system)?;
            aim.again(&path)?;
        }
        if request.drop_caches {
            kill::drop_caches()?;
        }
        let named = ledger::named(&request.ledger, request.secret_file.as_deref())?;
        let (design, entry) = named.find(None)?;
        let given = CheckArguments { target: &request.target, ledger: &named, same_target: false };
        let (conclusion, _) = checked(&given, &design, &entry)?;
        kills += 1;
        commits += u64::from(conclusion.acknowledged);
        if conclusion.verdict() == DurabilityVerdict::Lied {
            // The target is evidence: leave it unchanged.
            terminal::print(
                power_cut::text(Language::of_process(), &design, &entry, &conclusion, &[])
                    .as_bytes(),
            )?;
            let language = Language::of_process();
            let found = power_cut::found_after_kill(language, number + 1, design.seed);
            terminal::print(found.as_bytes())?;
            return Ok(Ending::NotFit);
        }
    }
    if made {
        let finish = || sys::guard::finish(&path);
        let removal = aim.held.as_ref().map_or_else(finish, HeldTarget::finish);
        load::stays(&path, removal).map_or(Ok(()), |fault| Err(Failure::target(fault)))?;
    }
    let language = Language::of_process();
    terminal::print(power_cut::after_kills(language, kills, commits).as_bytes())?;
    if let Some(warning) = target::in_memory(&path) {
        terminal::print(power_cut::warning_line(language, &warning).as_bytes())?;
    }
    Ok(match (stop.load(Ordering::Relaxed), commits) {
        (true, _) => Ending::Interrupted,
        (false, 0) => Ending::CannotTell,
        (false, _) => Ending::Done,
    })
}

fn child(
    request: &WriteRequest,
    design: &CommitDesign,
    number: u32,
    (device, inode): (u64, u64),
) -> Vec<OsString> {
    let seed = random::derive(design.seed, &[u64::from(number)]) >> 32;
    let mut words: Vec<OsString> = ["powercut", "write"].map(OsString::from).to_vec();
    words.push(request.target.clone().into());
    // Only the process is killed, so the ledger may be on the same device.
    words.push("--same-device".into());
    let bytes = |size: Bytes| OsString::from(format!("{}B", size.0));
    let mut pair = |option: &str, value: OsString| words.extend([OsString::from(option), value]);
    pair("--ledger", request.ledger.clone().into());
    pair("--mode", design.mode.name().into());
    pair("--group", design.group.to_string().into());
    pair("--pages", design.pages_max.to_string().into());
    pair("--page-size", bytes(request.page_size));
    pair("--size", bytes(request.size));
    pair("--seed", seed.to_string().into());
    if let Some(file) = &request.secret_file {
        pair("--secret-file", file.into());
    }
    request.permission.destroy.iter().for_each(|device| pair("--destroy", device.into()));
    request.permission.overwrite.iter().for_each(|file| pair("--overwrite", file.into()));
    // Permit this file and no other: it was created before the first writer, and the killed writers could not mark it.
    pair("--overwrite", target::file_path(&request.target).into());
    pair("--only", format!("{device}:{inode}").into());
    words
}
