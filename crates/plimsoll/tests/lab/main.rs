//! The whole binary on the disk lab: devices that are throttled, that fail, and that must not be written to. Takes root,
//! loop devices and a control group; skips, visibly, otherwise.

#[path = "../it/drive.rs"]
mod drive;
mod facts;
mod faults;
mod fio_beside;
mod layouts;
mod plan;
mod proof;
mod refusals;
mod reserve;
mod stand;
mod store_full;
#[path = "../it/swapping.rs"]
mod swapping;
mod swaps;
mod throttle;
mod tools;

use std::path::Path;
use std::process::Command;
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::Duration;

/// All labs share the disk below and the CPUs.
static LABS: RwLock<()> = RwLock::new(());

/// A lab in which rates are measured: no other stands meanwhile.
type Alone = RwLockWriteGuard<'static, ()>;

/// A lab in which devices are refused, fail, or are built on: others like it may stand beside it.
type Beside = RwLockReadGuard<'static, ()>;

/// Waits for the labs of all other tests to be gone.
fn alone() -> Alone {
    LABS.write().unwrap_or_else(PoisonError::into_inner)
}

/// Waits for a lab that must be alone to be gone.
fn beside() -> Beside {
    LABS.read().unwrap_or_else(PoisonError::into_inner)
}

struct Mounted<'a>(&'a Path);

impl Drop for Mounted<'_> {
    /// The kernel lets go of a ring's files a moment after the process that had it is gone: until then it is busy.
    fn drop(&mut self) {
        let begun = std::time::Instant::now();
        let gone = || Command::new("umount").arg(self.0).output().is_ok_and(|o| o.status.success());
        while !gone() {
            if begun.elapsed() > Duration::from_secs(20) {
                eprintln!("{} stays mounted", self.0.display());
                return;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}
