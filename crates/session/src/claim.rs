//! Exclusive claims on targets: takes the places that a command is about to load, and claims them for this process or
//! returns which process holds them.
//!
//! A device is claimed with everything below it, down to the disks, so that two of its partitions, an array and its
//! member, or two names of one disk are not measured side by side. For a directory or a file, only that inode is claimed:
//! load on the same disk shows in the disk's counters and causes a warning. A device is refused while a directory or file on
//! it is measured, and vice versa: a claim on a device is exclusive, or shared by the files and directories measured on
//! it. Claims last until the program ends, except those of layouts that are removed earlier.

use crate::answer;
use crate::failure::{Ending, Failure};
use report::messages::targets::TargetFault;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use sys::claim::{self, ClaimOutcome, ClaimSharing, NameClaim};
use sys::file::{FileFacts, FileIdentity};
use sys::inventory::{DeviceNumber, LevelKind, StackLevel, SystemRoots};

/// The most characters that are shown of the command line of the holder.
const COMMAND_CHARS_MAX: usize = 200;

static HELD: Mutex<BTreeMap<String, NameClaim>> = Mutex::new(BTreeMap::new());

/// The lock names of one place, each with whether other processes may share it.
type ClaimNames = Vec<(String, ClaimSharing)>;

/// Claims places until the program ends. Skips simulated places and those that do not exist yet.
pub fn all<P: AsRef<Path>>(places: impl IntoIterator<Item = P>) -> Result<(), Failure> {
    take(places, &mut Vec::new())
}

/// As [`all`], for places that are removed before the program ends: the kernel reuses the number of a removed file system.
/// If it fails, no claim is held.
pub fn for_a_while<P: AsRef<Path>>(
    places: impl IntoIterator<Item = P>,
) -> Result<ClaimSet, Failure> {
    let mut claimed = ClaimSet(Vec::new());
    take(places, &mut claimed.0).map(|()| claimed)
}

#[must_use]
#[derive(Debug)]
pub struct ClaimSet(Vec<String>);

impl Drop for ClaimSet {
    fn drop(&mut self) {
        let mut held = HELD.lock().unwrap_or_else(PoisonError::into_inner);
        self.0.iter().for_each(|name| drop(held.remove(name)));
    }
}

/// Claims places and adds the names that were not held before to `taken`.
fn take<P: AsRef<Path>>(
    places: impl IntoIterator<Item = P>,
    taken: &mut Vec<String>,
) -> Result<(), Failure> {
    let roots = SystemRoots::default();
    let mut lines: Vec<String> = Vec::new();
    for place in places {
        let place = place.as_ref();
        let Some(names) = lock_names(place, &roots) else { continue };
        if let Err(holder) = take_names(&names, &roots, taken) {
            let target = answer::quoted(place).to_string();
            let line = match holder {
                Some(number) => {
                    let process = describe_process(number, &roots);
                    TargetFault::BeingMeasured { target, process }
                }
                None => TargetFault::BeingMeasuredUnseen { target },
            };
            let line = line.to_string();
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
    }
    if lines.is_empty() { Ok(()) } else { Err(Failure::of(Ending::Target, lines)) }
}

/// Takes all names of a place. Fails with the process that holds one of them; if locks cannot be taken at all, succeeds.
fn take_names(
    names: &ClaimNames,
    roots: &SystemRoots,
    taken: &mut Vec<String>,
) -> Result<(), Option<u32>> {
    let mut held = HELD.lock().unwrap_or_else(PoisonError::into_inner);
    for (name, sharing) in names {
        let before = held.get(name).map(NameClaim::sharing);
        if before.is_some_and(|before| before >= *sharing) {
            continue;
        }
        // Release a shared claim of this process first: its own lock would refuse the exclusive one.
        drop(held.remove(name));
        match claim::take(name, *sharing, roots) {
            Ok(ClaimOutcome::Held(claim)) => {
                held.insert(name.clone(), claim);
                if before.is_none() {
                    taken.push(name.clone());
                }
            }
            Ok(ClaimOutcome::Refused(holder)) => return Err(holder),
            Err(_) => {}
        }
    }
    Ok(())
}

/// Releases all claims at the end of the program, so that no lock file stays.
pub fn give_back() {
    HELD.lock().unwrap_or_else(PoisonError::into_inner).clear();
}

fn lock_names(place: &Path, roots: &SystemRoots) -> Option<ClaimNames> {
    let facts = FileFacts::at(place).ok()?;
    let found = sys::inventory::target(place, roots).ok()?;
    let mut disks = numbers(&found.levels);
    let (own, sharing) = match facts.identity {
        FileIdentity::Device(number) => {
            disks.push(number);
            disks.sort_unstable();
            disks.dedup();
            (None, ClaimSharing::Alone)
        }
        FileIdentity::File { file_system, number } => (
            Some((format!("place/{file_system}:{number}"), ClaimSharing::Alone)),
            ClaimSharing::Shared,
        ),
    };
    let disks = disks.iter().map(|number| (format!("disk/{number}"), sharing));
    Some(own.into_iter().chain(disks).collect())
}

/// The devices of a stack, down to and including a loop device. The levels below its file are not claimed.
fn numbers(levels: &[StackLevel]) -> Vec<DeviceNumber> {
    let mut numbers = Vec::new();
    let mut file_at: Option<u32> = None;
    for level in levels {
        if file_at.is_some_and(|depth| level.depth > depth) {
            continue;
        }
        file_at = (level.kind == Some(LevelKind::Loop)).then_some(level.depth);
        numbers.extend(level.number);
    }
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

fn describe_process(number: u32, roots: &SystemRoots) -> String {
    match claim::command_of(number, roots) {
        Some(command) if command.chars().count() > COMMAND_CHARS_MAX => {
            let start: String = command.chars().take(COMMAND_CHARS_MAX).collect();
            format!("{number} ({start}...)")
        }
        Some(command) => format!("{number} ({command})"),
        None => number.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    fn level(depth: u32, kind: LevelKind, minor: u32) -> StackLevel {
        let number = Some(DeviceNumber { major: 8, minor });
        StackLevel { depth, kind: Some(kind), number, ..StackLevel::default() }
    }

    #[test]
    fn what_lies_below_a_file_is_not_claimed() {
        let stack = [
            level(0, LevelKind::Md, 9),
            level(1, LevelKind::Loop, 7),
            level(2, LevelKind::FileSystem, 99),
            level(3, LevelKind::Disk, 98),
            level(1, LevelKind::Partition, 17),
            level(2, LevelKind::Disk, 16),
        ];
        let minors: Vec<u32> = numbers(&stack).iter().map(|number| number.minor).collect();
        assert_eq!(minors, [7, 9, 16, 17]);
    }

    #[test]
    fn a_place_is_ours_however_often_it_is_claimed() {
        let folder = std::env::temp_dir().join(format!("plimsoll-claims-{}", std::process::id()));
        std::fs::create_dir(&folder).expect("own");
        let link = folder.join("link");
        std::os::unix::fs::symlink(&folder, &link).expect("own");
        let twice = all([&folder, &link, &folder.join("not there")]);
        let names = lock_names(&folder, &SystemRoots::default());
        std::fs::remove_dir_all(&folder).expect("own");
        assert!(twice.is_ok(), "{twice:?}");
        let alone =
            |names: &ClaimNames| names.iter().filter(|name| name.1 == ClaimSharing::Alone).count();
        assert_eq!(names.as_ref().map(alone), Some(1));
    }

    #[test]
    fn what_is_claimed_for_a_while_is_given_back() {
        let parent = std::env::temp_dir().join(format!("plimsoll-while-{}", std::process::id()));
        let name_of = |folder: &PathBuf| {
            std::fs::create_dir_all(folder).expect("own");
            lock_names(folder, &SystemRoots::default()).expect("it is there")[0].0.clone()
        };
        let is_held =
            |name: &String| HELD.lock().expect("no test panics with it").contains_key(name);
        // Another test may have claimed a folder and removed it, and a new folder may have its number.
        let folders = (0..).map(|number: u32| parent.join(number.to_string()));
        let mut named = folders.map(|folder| (name_of(&folder), folder));
        let (name, folder) = named.find(|(name, _)| !is_held(name)).expect("they do not end");
        let claimed = for_a_while([&folder]);
        let held = is_held(&name);
        drop(claimed);
        std::fs::remove_dir_all(&parent).expect("own");
        assert!(held && !is_held(&name));
    }
}
