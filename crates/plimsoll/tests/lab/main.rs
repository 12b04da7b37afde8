//! The whole binary on the disk lab: devices that are throttled, that fail, and that must not be written to. Takes root,
//! loop devices and a control group; skips, visibly, otherwise.

#[path = "../it/drive.rs"]
mod drive;
mod facts;
mod faults;
mod layouts;
mod plan;
mod proof;
mod refusals;
mod stand;
mod throttle;
mod tools;

use std::path::Path;
use std::process::Command;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// One lab at a time: they share the disk below, and a machine of two CPUs.
static ONE: Mutex<()> = Mutex::new(());

type Turn = MutexGuard<'static, ()>;

/// Waits for the labs of other tests to be gone.
fn turn() -> Turn {
    ONE.lock().unwrap_or_else(PoisonError::into_inner)
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
