//! The whole binary on the disk lab: devices that are throttled, that fail, and that must not be written to. Needs root, loop
//! devices and a control group; skips visibly otherwise. Every lab has separate devices and a separate group, so that several can
//! exist at once.

mod cpu_quota;
mod facts;
mod faults;
mod fio_beside;
mod proof;
mod refusals;
mod reserve;
pub(crate) mod stand;
mod store_full;
mod swaps;
mod throttle;
mod tools;

use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// Unmounts its folder on drop.
pub(crate) struct Mounted<'a>(pub(crate) &'a Path);

impl Drop for Mounted<'_> {
    /// The kernel releases a ring's files a moment after its process has ended: until then the mount is busy.
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
