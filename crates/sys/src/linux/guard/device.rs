//! Whether a block device may be overwritten: takes its path, the devices marked for destruction and [`SystemRoots`],
//! gives a writable target or every reason against it; opens the device for reading only.

use base::refusal::DeviceHolder;
use std::fs::File;
use std::io::{self, Seek, SeekFrom};
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::openers::{self, OpenerQuery};
use super::related::{self, related_devices};
use crate::file::{FileIdentity, OpenMode};
use crate::guard::{
    DeviceFacts, MarkedTargets, Signature, SignatureKind, WriteReason, WriteRefusal, blank,
    signatures, signatures_in,
};
use crate::inventory::{DeviceNumber, SystemRoots, mounts};
use crate::system::target;
use crate::target::Target;

/// Opens a device and checks the open descriptor. Returns `Ok` only if `destroy` names this device and nobody uses it;
/// this process then holds it exclusively.
///
/// Devices are compared by number, so `/dev/disk/by-id/...` names the disk it leads to. The name of a disk does not
/// cover its partitions, and the name of a partition does not cover its disk.
pub fn device(
    path: &Path,
    destroy: impl Into<MarkedTargets>,
    roots: &SystemRoots,
) -> Result<Target, Vec<WriteRefusal>> {
    let unreadable = |error| vec![WriteRefusal::unreadable(path, &error)];
    let held = target::to_judge(path, true).map_err(unreadable)?;
    let meta = held.metadata().map_err(unreadable)?;
    if !meta.file_type().is_block_device() {
        return Err(vec![WriteRefusal::NotADevice { path: path.to_owned() }]);
    }
    let number = DeviceNumber::from_stat(meta.rdev());
    if roots.block_name(number).is_none() {
        // A loop device does not lock its backing device: only the list in `/sys` shows it.
        return Err(vec![WriteRefusal::DevicesHidden { path: path.to_owned() }]);
    }
    let mut facts = device_facts(roots, number);
    // Taken first, so that the facts read below cannot change.
    let mut alone = Vec::new();
    let nodes = facts.aliases.iter().map(|alias| roots.dev.join(alias));
    // Nobody can open an alias without a device node.
    let aliases = nodes.filter_map(|node| target::to_judge(&node, true).ok());
    for device in aliases.chain([held.try_clone().map_err(unreadable)?]) {
        match open_exclusively(&device, &facts) {
            Ok(one) => alone.push(one),
            Err(error) if error.raw_os_error() == Some(libc::EBUSY) => facts.busy = true,
            Err(error) => return Err(unreadable(error)),
        }
    }
    let named = destroy.into().names(FileIdentity::of(&meta));
    let target = Target::new(path, held, Some(WriteReason::Named), alone).map_err(unreadable)?;
    let mut file = target.open(OpenMode::default()).map_err(unreadable)?;
    facts.size_bytes = file.seek(SeekFrom::End(0)).map_err(unreadable)?;
    facts.signatures = signatures(&file, facts.size_bytes).map_err(unreadable)?;
    facts.blank = blank(&file, facts.size_bytes).map_err(unreadable)?;
    facts.around = around(&file, &facts, roots).map_err(unreadable)?;
    drop(file);
    facts.openers =
        openers::lasting_openers(roots, &OpenerQuery::device(roots, number, &facts.aliases));
    let mut reasons = judge(path, &facts, named);
    reasons.extend(files_open(roots, &facts));
    if reasons.is_empty() { Ok(target) } else { Err(reasons) }
}

/// The programs that write to a file under a loop device.
fn files_open(roots: &SystemRoots, facts: &DeviceFacts) -> Vec<WriteRefusal> {
    let files = facts.file_backed.iter().filter_map(|name| related::file_below(roots, name));
    let open = files.flat_map(|file| {
        let openers = openers::lasting_openers(roots, &OpenerQuery::File(&file));
        openers.into_iter().map(move |opener| WriteRefusal::FileOpen {
            path: file.path(),
            process: opener.pid.to_string(),
            command: opener.command,
        })
    });
    open.collect()
}

/// Opens a device exclusively for this process. If there is no other reason against it, this is tried more than once,
/// because services that watch devices open each for a moment.
fn open_exclusively(device: &File, facts: &DeviceFacts) -> io::Result<Arc<File>> {
    let used = !(facts.mounted.is_empty() && facts.swap.is_empty() && facts.holders.is_empty());
    let mut file = target::open_exclusive(device);
    let attempts = if used { 1 } else { openers::LOOKS };
    for _ in 1..attempts {
        let is_busy = |error: &io::Error| error.raw_os_error() == Some(libc::EBUSY);
        if !file.as_ref().is_err_and(is_busy) {
            break;
        }
        std::thread::sleep(openers::PAUSE);
        file = target::open_exclusive(device);
    }
    file
}

/// Returns every reason against writing to a device with these facts. Empty: it may be written.
pub fn judge(device: &Path, facts: &DeviceFacts, named: bool) -> Vec<WriteRefusal> {
    let device = device.to_owned();
    let mut reasons = Vec::new();
    for (part, point) in &facts.mounted {
        reasons.push(if point.as_os_str() == "/" {
            WriteRefusal::Root { device: part.clone() }
        } else {
            WriteRefusal::Mounted { device: part.clone(), point: point.clone() }
        });
    }
    reasons.extend(facts.swap.iter().map(|d| WriteRefusal::Swap { device: d.clone() }));
    for holder in &facts.holders {
        reasons.push(WriteRefusal::Held { device: device.clone(), holder: holder.to_string() });
    }
    let own = facts.signatures.iter().map(|signature| (device.clone(), signature));
    let around =
        facts.around.iter().map(|(name, signature)| (Path::new("/dev").join(name), signature));
    for (device, signature) in own.chain(around).filter(|(_, s)| s.kind == SignatureKind::Member) {
        let member = WriteRefusal::Member { device, holds: signature.name };
        if !reasons.contains(&member) {
            reasons.push(member);
        }
    }
    // A mount or holder already explains the exclusive use.
    if facts.busy && reasons.is_empty() {
        reasons.push(WriteRefusal::Busy { device: device.clone() });
    }
    if facts.mounted.is_empty() && facts.swap.is_empty() {
        reasons.extend(facts.openers.iter().map(|opener| WriteRefusal::DeviceOpen {
            device: device.clone(),
            process: opener.pid.to_string(),
            command: opener.command.clone(),
        }));
    }
    if facts.read_only {
        reasons.push(WriteRefusal::ReadOnly { device: device.clone() });
    }
    if !named {
        reasons.push(not_named(device, facts));
    }
    reasons
}

fn not_named(device: PathBuf, facts: &DeviceFacts) -> WriteRefusal {
    let mut names: Vec<&str> = facts.signatures.iter().map(|s| s.name).collect();
    names.dedup();
    match (names.is_empty(), facts.blank) {
        (false, _) => {
            WriteRefusal::DeviceWithSignaturesNotNamed { device, holds: names.join(", ") }
        }
        (true, false) => WriteRefusal::DeviceWithDataNotNamed { device },
        (true, true) => WriteRefusal::DeviceNotNamed { device },
    }
}

/// The facts in `/proc` and `/sys` about a device and all that share bytes with it. The caller adds signatures,
/// exclusive use and size.
pub fn device_facts(roots: &SystemRoots, number: DeviceNumber) -> DeviceFacts {
    let name = roots.block_name(number).unwrap_or_else(|| number.to_string());
    let mut facts = DeviceFacts { name: name.clone(), blank: true, ..DeviceFacts::default() };
    facts.read_only = roots.block_text(&name, "ro").is_some_and(|v| v == "1");
    let related = related_devices(roots, &name);
    let parent = roots.parent_disk(&name);
    let is_part = |name: &String| roots.parent_disk(name).is_some();
    let builds =
        related.above.iter().filter(|device| !is_part(device) && parent.as_ref() != Some(device));
    facts.holders =
        builds.chain(&related.held_beside).map(|device| holder(roots, device)).collect();
    let family = related.own.iter().chain(&related.above).chain(&related.beside);
    let numbers: Vec<(String, DeviceNumber)> = family
        .filter_map(|n| Some((n.clone(), roots.block_number(n)?)))
        .chain(std::iter::once((name, number)))
        .collect();
    let member = |n: DeviceNumber| numbers.iter().find(|(_, m)| *m == n).map(|(name, _)| name);
    for mount in mounts(roots) {
        for device in devices_of(roots, &mount) {
            if let Some(part) = member(device)
                && !facts.mounted.contains(&(part.clone(), mount.point.clone()))
            {
                facts.mounted.push((part.clone(), mount.point.clone()));
            }
        }
    }
    for line in roots.proc_text("swaps").unwrap_or_default().lines().skip(1) {
        let path = line.split_whitespace().next().unwrap_or("");
        if let Some(part) = roots.number_of_path(Path::new(path)).and_then(member) {
            facts.swap.push(part.clone());
        }
    }
    facts.aliases = related.aliases;
    facts.file_backed = related.file_backed;
    facts
}

/// The signatures on the partitions of a device; for a partition, those of its whole disk. Device nodes of partitions
/// may be missing, so they are read at their offsets on the disk.
fn around(
    file: &File,
    facts: &DeviceFacts,
    roots: &SystemRoots,
) -> io::Result<Vec<(String, Signature)>> {
    let mut found = Vec::new();
    for name in roots.partitions(&facts.name) {
        // In units of 512 bytes, whatever the sectors of the disk (sysfs-block).
        let bytes =
            |what: &str| roots.block_text(&name, what)?.parse::<u64>().ok()?.checked_mul(512);
        let (Some(start), Some(size)) = (bytes("start"), bytes("size")) else { continue };
        let end = start.saturating_add(size).min(facts.size_bytes);
        let held = signatures_in(file, start.min(end)..end)?;
        found.extend(held.into_iter().map(|signature| (name.clone(), signature)));
    }
    // A container may have access to the partition only.
    if let Some(disk) = roots.parent_disk(&facts.name)
        && let Ok(mut file) = File::open(roots.dev.join(&disk))
    {
        let size_bytes = file.seek(SeekFrom::End(0))?;
        let held = signatures(&file, size_bytes)?;
        found.extend(held.into_iter().map(|signature| (disk.clone(), signature)));
    }
    Ok(found)
}

/// Every device of a mounted file system: btrfs names only one of its devices in the mount table.
fn devices_of(roots: &SystemRoots, mount: &crate::inventory::MountEntry) -> Vec<DeviceNumber> {
    let Some(first) = mount.device(roots) else { return Vec::new() };
    if mount.kind == "btrfs"
        && let Some(name) = roots.block_name(first)
    {
        for id in roots.sys_names("fs/btrfs") {
            let members = roots.sys_names(&format!("fs/btrfs/{id}/devices"));
            if members.contains(&name) {
                return members.iter().filter_map(|m| roots.block_number(m)).collect();
            }
        }
    }
    vec![first]
}

/// A holder with its volume name.
fn holder(roots: &SystemRoots, device: &str) -> DeviceHolder {
    DeviceHolder { device: device.to_owned(), volume: roots.block_text(device, "dm/name") }
}
