//! The identity of a file or device across a restart, when its name may change: takes a path and [`SystemRoots`], gives
//! a text of stable facts, or `None` if there are none. Never opens a device.

use crate::inventory::{DeviceNumber, SystemRoots};
use std::fs;
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::Path;
use std::time::UNIX_EPOCH;

/// Attributes with a device's own name, the best first.
const NAMES: [&str; 6] = ["wwid", "device/wwid", "serial", "device/serial", "dm/uuid", "md/uuid"];

/// The stable facts: for a file its inode number and creation time; for a device its own name or serial number and its
/// size. For a partition also its start, for a loop device also the identity of its backing file.
pub fn identity(path: &Path, roots: &SystemRoots) -> Option<String> {
    let meta = fs::metadata(path).ok()?;
    if meta.file_type().is_block_device() {
        let name = roots.block_name(DeviceNumber::from_stat(meta.rdev()))?;
        return of_device(&name, roots);
    }
    // An inode number alone is not unique: every file system has it.
    let born = meta.created().ok()?.duration_since(UNIX_EPOCH).ok()?;
    meta.is_file().then(|| format!("file {} of {}", meta.ino(), born.as_nanos()))
}

/// The same for a block device, by kernel name.
pub fn of_device(name: &str, roots: &SystemRoots) -> Option<String> {
    let own = |attribute: &str| roots.block_text(name, attribute);
    let sectors = own("size")?;
    if let Some(disk) = roots.parent_disk(name) {
        return Some(format!("{}, {sectors} from {}", of_device(&disk, roots)?, own("start")?));
    }
    if let Some(file) = own("loop/backing_file") {
        let offset = own("loop/offset").unwrap_or_default();
        return Some(format!("{}, {sectors} from {offset}", identity(Path::new(&file), roots)?));
    }
    let identity = NAMES.iter().find_map(|attribute| own(attribute))?;
    Some(format!("{identity}, {sectors}"))
}
