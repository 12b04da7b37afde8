//! What a file or device is known by across a restart, when its name may have changed: takes a path and
//! [`SystemRoots`], gives a text of facts that stay; none where there are none. Never opens a device.

use super::{DeviceNumber, SystemRoots};
use std::fs;
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::Path;
use std::time::UNIX_EPOCH;

/// Where a device tells its own name, the best first.
const NAMES: [&str; 6] = ["wwid", "device/wwid", "serial", "device/serial", "dm/uuid", "md/uuid"];

/// What stays: of a file its number and the time it was made; of a device its own name or serial number and its size,
/// of a partition also where it begins, of a loop device what is behind it.
pub fn identity(path: &Path, roots: &SystemRoots) -> Option<String> {
    let meta = fs::metadata(path).ok()?;
    if meta.file_type().is_block_device() {
        let name = roots.block_name(DeviceNumber::from_stat(meta.rdev()))?;
        return of_device(&name, roots);
    }
    // A number alone comes again on every file system.
    let born = meta.created().ok()?.duration_since(UNIX_EPOCH).ok()?;
    meta.is_file().then(|| format!("file {} of {}", meta.ino(), born.as_nanos()))
}

/// The same of a block device by its kernel name.
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
    let told = NAMES.iter().find_map(|attribute| own(attribute))?;
    Some(format!("{told}, {sectors}"))
}
