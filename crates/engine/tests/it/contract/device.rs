//! Prefill of a block device, on a real loop device if run as root: writes nothing outside the range, extends nothing.

use super::job::ScratchFile;
use engine::prefill;
use engine::prefill::PrefillError;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::Command;
use sys::guard::{self, FreeSpaceRule};
use sys::inventory::SystemRoots;

const MIB: u64 = 1 << 20;

/// A loop device that is removed on drop; needs root.
struct LoopDevice(PathBuf);

impl LoopDevice {
    fn new(image: &Path) -> Option<Self> {
        let shown = Command::new("losetup").args(["-f", "--show"]).arg(image).output().ok()?;
        let name = String::from_utf8_lossy(&shown.stdout).trim().to_owned();
        shown.status.success().then(|| Self(name.into()))
    }
}

impl Drop for LoopDevice {
    fn drop(&mut self) {
        let _ = Command::new("losetup").arg("-d").arg(&self.0).status();
    }
}

#[test]
fn a_device_is_laid_within_its_range_and_never_beyond_its_end() {
    let image = ScratchFile::new(4 * MIB);
    let Some(device) = LoopDevice::new(&image.path) else {
        eprintln!("SKIPPED: loop devices need root");
        return;
    };
    let mut go = |_, _| ControlFlow::Continue(());
    let judged = guard::device(&device.0, std::slice::from_ref(&device.0), &SystemRoots::default());
    let target = judged.expect("it is free and named");
    prefill(&target, MIB, 3 * MIB, 7, FreeSpaceRule::Nothing, &mut go)
        .expect("a free device can be prefilled");
    let beyond = prefill(&target, 0, 5 * MIB, 7, FreeSpaceRule::Nothing, &mut go);
    assert!(
        matches!(beyond, Err(PrefillError::TooSmall { size_bytes, .. }) if size_bytes == 4 * MIB)
    );
    drop((target, device));
    let data = image.read();
    assert_eq!(data.len() as u64, 4 * MIB);
    let blank = |bytes: &[u8]| bytes.iter().all(|&byte| byte == 0);
    let sectors = |from: u64, to: u64| data[from as usize..to as usize].chunks(512);
    assert!(sectors(MIB, 3 * MIB).all(|sector| !blank(sector)));
    assert!(sectors(0, MIB).chain(sectors(3 * MIB, 4 * MIB)).all(blank));
}
