//! Devices that share bytes with a given device: takes its name and [`SystemRoots`], gives the devices built on it, and
//! those beside it on the same disk or file. A write to one of them is a write to the other.
//!
//! The walk follows partitions, holders and slaves, and loop devices with their backing files and devices, up and down.
//! Volumes of one volume group, and partitions of one disk that do not overlap, share no bytes and are not related.

use std::fs::{self, File};
use std::ops::Range;
use std::os::fd::AsRawFd;
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::Path;

use super::layers::FileLayers;
use crate::file::FileIdentity;
use crate::inventory::{DeviceNumber, SystemRoots};
use crate::system::target;

/// Devices that share bytes with a given device, by kernel name.
#[derive(Clone, Debug, Default)]
pub(super) struct RelatedDevices {
    /// The device and its partitions.
    pub(super) own: Vec<String>,
    /// The devices built on these or on its whole disk, and that disk itself.
    pub(super) above: Vec<String>,
    /// Its underlying devices, and the other devices built on its underlying devices and files.
    pub(super) beside: Vec<String>,
    /// Those of `beside` that are not open exclusively while idle (unlike members of an array): this process can hold
    /// them too.
    pub(super) aliases: Vec<String>,
    /// Arrays and volumes in `beside`: they are in use as long as they exist.
    pub(super) held_beside: Vec<String>,
    /// Those of it and its underlying devices whose bytes are in a file.
    pub(super) file_backed: Vec<String>,
}

/// A loop device with a backing.
#[derive(Debug)]
struct LoopDevice {
    name: String,
    backing: LoopBacking,
}

#[derive(Debug)]
enum LoopBacking {
    Device(String),
    File(FileLayers),
}

impl LoopBacking {
    /// Whether both are, or may be, the same.
    fn may_be(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Device(one), Self::Device(other)) => one == other,
            (Self::File(one), Self::File(other)) => one.are(other) || one.may_be_by_name(other),
            _ => false,
        }
    }
}

/// Everything that shares bytes with a device.
pub(super) fn related_devices(roots: &SystemRoots, name: &str) -> RelatedDevices {
    let walk = RelationWalk { roots, loops: loop_devices(roots) };
    let mut related = RelatedDevices { own: vec![name.to_owned()], ..RelatedDevices::default() };
    related.own.extend(roots.partitions(name));
    // A write to a partition also damages what is built on the whole disk.
    let parent = roots.parent_disk(name);
    related.above.extend(parent.clone());
    let under: Vec<String> = related.own.iter().cloned().chain(parent).collect();
    for user in under.iter().flat_map(|device| walk.users(device)) {
        walk.add_users_above(&user, &related.own, &mut related.above);
    }
    let mut chain = vec![name.to_owned()];
    for twin in overlapping(roots, name) {
        related.aliases.push(twin.clone());
        walk.add_users_above(&twin, &chain, &mut related.beside);
        // Devices built on it contain bytes of this one.
        related.above.extend(walk.users(&twin));
    }
    walk.add_below(name, &mut chain, &mut related);
    let RelatedDevices { own, above, beside, aliases, held_beside, .. } = &mut related;
    beside.retain(|device| !own.contains(device) && !above.contains(device));
    aliases.retain(|device| !own.contains(device) && !above.contains(device));
    aliases.sort();
    aliases.dedup();
    // Its underlying devices do not count as built on it.
    let is_built = |device: &&String| !chain.contains(device) && !walk.slaves(device).is_empty();
    *held_beside = beside.iter().filter(is_built).cloned().collect();
    related
}

/// Other partitions of the same disk with some of the same sectors, as a hand-made partition table can have.
fn overlapping(roots: &SystemRoots, name: &str) -> Vec<String> {
    let (Some(disk), Some(own)) = (roots.parent_disk(name), sectors(roots, name)) else {
        return Vec::new();
    };
    let overlaps = |other: Range<u64>| other.start < own.end && own.start < other.end;
    let mut twins = roots.partitions(&disk);
    twins.retain(|other| other != name && sectors(roots, other).is_some_and(overlaps));
    twins
}

/// The sectors of a partition on its disk.
fn sectors(roots: &SystemRoots, part: &str) -> Option<Range<u64>> {
    let number = |attribute: &str| roots.block_text(part, attribute)?.parse::<u64>().ok();
    let start = number("start")?;
    Some(start..start.saturating_add(number("size")?))
}

struct RelationWalk<'a> {
    roots: &'a SystemRoots,
    loops: Vec<LoopDevice>,
}

impl RelationWalk<'_> {
    /// Devices built directly on a device: holders, and loop devices over it.
    fn users(&self, name: &str) -> Vec<String> {
        let mut users = folder_names(&self.roots.block_folder(name).join("holders"));
        users.extend(loops_over(&self.loops, &LoopBacking::Device(name.to_owned())));
        users
    }

    fn slaves(&self, name: &str) -> Vec<String> {
        folder_names(&self.roots.block_folder(name).join("slaves"))
    }

    /// Adds a device, its partitions, and everything built on these.
    fn add_users_above(&self, name: &str, without: &[String], all: &mut Vec<String>) {
        if all.iter().chain(without).any(|known| known == name) {
            return;
        }
        all.push(name.to_owned());
        for part in self.roots.partitions(name) {
            self.add_users_above(&part, without, all);
        }
        for user in self.users(name) {
            self.add_users_above(&user, without, all);
        }
    }

    /// Adds what is built on the devices and files below a device; `chain` leads from the first device down to this one.
    fn add_below(&self, name: &str, chain: &mut Vec<String>, related: &mut RelatedDevices) {
        if let Some(disk) = self.roots.parent_disk(name)
            && !chain.contains(&disk)
        {
            // Its bytes are bytes of the disk.
            chain.push(disk.clone());
            self.add_below(&disk, chain, related);
        }
        if let Some(device) = self.loops.iter().find(|device| device.name == name) {
            match &device.backing {
                LoopBacking::Device(disk) => {
                    related.aliases.push(disk.clone());
                    self.add_lower_device(disk, name, chain, related);
                }
                LoopBacking::File(_) => {
                    related.file_backed.push(name.to_owned());
                    let mut aliases = loops_over(&self.loops, &device.backing);
                    aliases.retain(|alias| !chain.contains(alias));
                    for alias in aliases {
                        related.aliases.push(alias.clone());
                        self.add_users_above(&alias, chain, &mut related.beside);
                    }
                }
            }
        }
        for slave in self.slaves(name) {
            self.add_lower_device(&slave, name, chain, related);
        }
    }

    /// Adds the underlying device of another one: itself, its partitions, what else is built on it, and what is below.
    fn add_lower_device(
        &self,
        lower: &str,
        upper: &str,
        chain: &mut Vec<String>,
        related: &mut RelatedDevices,
    ) {
        if chain.iter().any(|known| known == lower) {
            return;
        }
        chain.push(lower.to_owned());
        if !related.beside.iter().any(|known| known == lower) {
            related.beside.push(lower.to_owned());
        }
        for part in self.roots.partitions(lower) {
            self.add_users_above(&part, chain, &mut related.beside);
        }
        let disk = self.roots.parent_disk(lower);
        related.beside.extend(disk.clone());
        for device in std::iter::once(lower.to_owned()).chain(disk) {
            for user in self.users(&device) {
                if user != upper && !self.have_separate_parts(&user, upper) {
                    if self.loops.iter().any(|device| device.name == user) {
                        related.aliases.push(user.clone());
                    }
                    self.add_users_above(&user, chain, &mut related.beside);
                }
            }
        }
        self.add_below(lower, chain, related);
    }

    /// Whether two devices on the same underlying device have separate parts of it: volumes of one group, partitions of one map.
    fn have_separate_parts(&self, one: &str, other: &str) -> bool {
        let uuid = |name: &str| self.roots.block_text(name, "dm/uuid").unwrap_or_default();
        let (one, other) = (uuid(one), uuid(other));
        let are_same = |a: Option<&str>, b: Option<&str>| a.is_some() && a == b;
        are_same(volume_group(&one), volume_group(&other))
            || are_same(partitioned_device(&one), partitioned_device(&other))
    }
}

/// The volume group in `LVM-`, the group's UUID of 32 characters, then the volume's (lvm2, dev_manager.c).
fn volume_group(dm_uuid: &str) -> Option<&str> {
    dm_uuid.strip_prefix("LVM-")?.get(..32)
}

/// The partitioned device in `partN-` and its UUID (kpartx(8)).
fn partitioned_device(dm_uuid: &str) -> Option<&str> {
    let (number, device) = dm_uuid.strip_prefix("part")?.split_once('-')?;
    number.parse::<u32>().ok().map(|_| device)
}

fn loop_devices(roots: &SystemRoots) -> Vec<LoopDevice> {
    let names = roots.sys_names("class/block").into_iter().filter(|name| name.starts_with("loop"));
    let devices = names.filter_map(|name| {
        let backing = loop_backing(roots, &name)?;
        Some(LoopDevice { name, backing })
    });
    devices.collect()
}

fn loops_over(loops: &[LoopDevice], backing: &LoopBacking) -> Vec<String> {
    let over = loops.iter().filter(|device| device.backing.may_be(backing));
    over.map(|device| device.name.clone()).collect()
}

/// A loop device over this file, and whether that is certain; one that is certain first.
pub(super) fn loop_over_file(roots: &SystemRoots, file: &FileLayers) -> Option<(String, bool)> {
    let over = loop_devices(roots).into_iter().filter_map(|device| match device.backing {
        LoopBacking::File(below) if file.are(&below) => Some((device.name, true)),
        LoopBacking::File(below) if file.may_be_by_name(&below) => Some((device.name, false)),
        _ => None,
    });
    over.max_by_key(|(_, is_certain)| *is_certain)
}

/// The file under a loop device.
pub(super) fn file_below(roots: &SystemRoots, name: &str) -> Option<FileLayers> {
    match loop_backing(roots, name)? {
        LoopBacking::File(file) => Some(file),
        LoopBacking::Device(_) => None,
    }
}

fn loop_backing(roots: &SystemRoots, name: &str) -> Option<LoopBacking> {
    let text = roots.block_text(name, "loop/backing_file")?;
    let path = Path::new(&text);
    let status = status(roots, name);
    let device = match &status {
        Some(status) if status.lo_rdevice == 0 => None,
        Some(status) => Some(DeviceNumber::from_stat(status.lo_rdevice)),
        None if text.starts_with("/dev/") => roots.number_of_path(path),
        None => None,
    };
    if let Some(device) = device.and_then(|number| roots.block_name(number)) {
        return Some(LoopBacking::Device(device));
    }
    let identity = status.map(|it| FileIdentity::file(it.lo_device, it.lo_inode));
    let number = |what: &str| roots.block_text(name, what)?.parse::<u64>().ok();
    let end = || Some(number("size")? * 512 + number("loop/offset")?);
    let size_bytes = if number("loop/sizelimit") == Some(0) { end() } else { None };
    let known = FileLayers::numbered(identity, path, size_bytes);
    // The file may have grown since. The path may belong to another name space or to a file renamed since: the kernel
    // knows which file it is.
    let found = target::to_judge(path, true).and_then(|file| FileLayers::of(file, roots)).ok();
    let found = found.filter(|found| identity.is_none() || found.are(&known));
    Some(LoopBacking::File(found.unwrap_or(known)))
}

/// `struct loop_info64` of linux/loop.h.
#[repr(C)]
struct LoopInfo64 {
    lo_device: u64,
    lo_inode: u64,
    lo_rdevice: u64,
    lo_offset: u64,
    lo_sizelimit: u64,
    lo_number: u32,
    lo_encrypt_type: u32,
    lo_encrypt_key_size: u32,
    lo_flags: u32,
    lo_file_name: [u8; 64],
    lo_crypt_name: [u8; 64],
    lo_encrypt_key: [u8; 32],
    lo_init: [u64; 2],
}

/// `LOOP_GET_STATUS64` of linux/loop.h.
const LOOP_GET_STATUS64: u64 = 0x4c05;

/// The kernel's status of a loop device, if its device node exists.
fn status(roots: &SystemRoots, name: &str) -> Option<LoopInfo64> {
    let file = File::open(roots.dev.join(name)).ok()?;
    let meta = file.metadata().ok()?;
    if !meta.file_type().is_block_device()
        || roots.block_number(name) != Some(DeviceNumber::from_stat(meta.rdev()))
    {
        return None;
    }
    // SAFETY: all fields are integers, for which zeros are values; the request fills one such structure.
    let (code, status) = unsafe {
        let mut status: LoopInfo64 = std::mem::zeroed();
        (libc::ioctl(file.as_raw_fd(), LOOP_GET_STATUS64 as _, &raw mut status), status)
    };
    (code == 0).then_some(status)
}

fn folder_names(folder: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut names: Vec<String> =
        entries.flatten().map(|e| e.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}
