//! An in-memory file system that injects faults, by seed: bit flips, torn, lost, misplaced, failed and late operations,
//! and the loss of unsynced data at a power cut. Takes the kinds of faults, gives a mounted directory and later the
//! injected faults.
//!
//! One flat directory. Every file bypasses the page cache, so that the cache hides no fault. Mounting needs root or
//! `fusermount3`, and `/dev/fuse`.

mod calls;
mod disk;
mod fault_injection;
mod power;

pub use fault_injection::{InjectedFault, StorageFaultKind};
pub use power::{LostSector, SECTOR_BYTES};

use calls::FuseCalls;
pub(crate) use calls::{DIRECT, attributes};
use disk::FaultyDisk;
use fuser::{BackgroundSession, Config, MountOption};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The attempts to unmount, and the pause between them.
const UNMOUNT_TRIES: u32 = 500;
const UNMOUNT_PAUSE: Duration = Duration::from_millis(20);

#[derive(Clone, Debug)]
pub struct FaultOptions {
    /// The seed, which determines all faults together with the order of operations.
    pub seed: u64,
    /// The kinds of faults; empty: storage without faults.
    pub wrongs: Vec<StorageFaultKind>,
    /// The share of the eligible operations that get a fault, 0 to 1.
    pub rate: f64,
    pub most: u64,
    /// The longest operation that gets a fault, in pages.
    pub largest: usize,
    /// Suffixes of the names of files with faults; empty: all files.
    pub only: Vec<String>,
    /// The size of a page in bytes, and exceptions by suffix of the file name.
    pub pages: (usize, Vec<(String, usize)>),
    /// A read this long after the answer to a write did not overlap it, in nanoseconds. Earlier reads are not required
    /// to see the fault.
    pub apart_ns: u64,
    /// Errors that correct storage has too.
    pub ordinary_errors: OrdinaryErrors,
    pub power: Option<PowerCutPlan>,
}

impl Default for FaultOptions {
    fn default() -> Self {
        Self {
            seed: 1,
            wrongs: Vec::new(),
            rate: 0.0,
            most: u64::MAX,
            largest: usize::MAX,
            only: Vec::new(),
            pages: (8192, Vec::new()),
            apart_ns: 250_000_000,
            ordinary_errors: OrdinaryErrors::default(),
            power: None,
        }
    }
}

impl FaultOptions {
    fn page_bytes(&self, name: &str) -> usize {
        let (usual, others) = &self.pages;
        let own = others.iter().find(|(end, _)| name.ends_with(end));
        own.map_or(*usual, |(_, bytes)| *bytes)
    }
}

/// Errors that correct storage has too: shares of operations, 0 to 1.
#[derive(Clone, Copy, Debug, Default)]
pub struct OrdinaryErrors {
    /// Short reads. There are no short writes: the kernel turns a short direct write of a file system into an I/O error.
    pub short: f64,
    pub full: f64,
    pub failed: f64,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct PowerCutPlan {
    /// The share of the synced writes that stay in the volatile cache although they were acknowledged as durable, 0 to 1.
    pub lying_share: f64,
    /// The number of operations until the power cut; `None`: no cut.
    pub after: Option<u64>,
}

/// The mounted file system; unmounted when dropped.
#[derive(Debug)]
pub struct FaultyFs {
    disk: Arc<Mutex<FaultyDisk>>,
    session: Option<BackgroundSession>,
    path: PathBuf,
}

impl FaultyFs {
    /// Mounts it on an empty directory.
    pub fn mount(path: &Path, options: FaultOptions) -> io::Result<Self> {
        let disk = Arc::new(Mutex::new(FaultyDisk::new(options)));
        let mut config = Config::default();
        config.mount_options = vec![
            MountOption::FSName("plimsoll-faulty".to_owned()),
            MountOption::Subtype("faulty".to_owned()),
            MountOption::NoAtime,
            MountOption::NoDev,
        ];
        let session = fuser::spawn_mount(FuseCalls::new(Arc::clone(&disk)), path, &config)?;
        Ok(Self { disk, session: Some(session), path: path.to_owned() })
    }

    fn disk(&self) -> MutexGuard<'_, FaultyDisk> {
        self.disk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The injected faults that a read met or that were reported to the caller.
    pub fn injected_faults(&self) -> Vec<InjectedFault> {
        self.disk().faults.clone()
    }

    /// The number of injected faults, whether or not a read met them.
    pub fn injected(&self) -> u64 {
        self.disk().injected
    }

    /// Reads, writes and flushes so far.
    pub fn operations(&self) -> u64 {
        self.disk().operations
    }

    /// Sets the kinds and the rate of faults from now on.
    pub fn set(&self, wrongs: &[StorageFaultKind], rate: f64) {
        let mut disk = self.disk();
        disk.options.wrongs = wrongs.to_vec();
        disk.options.rate = rate;
    }

    /// Plans a power cut after `operations` more writes and flushes; a share of the writes acknowledged as durable is
    /// not. Only files made after a mount with [`FaultOptions::power`] track the surviving data.
    pub fn cut_after(&self, lying_share: f64, operations: Option<u64>) {
        self.disk().cut_after(lying_share, operations);
    }

    pub fn is_dark(&self) -> bool {
        self.disk().dead
    }

    /// Turns the power on again; data that was not durable is kept, lost or torn.
    pub fn restore(&self) {
        self.disk().restore();
    }

    /// The sectors of a file that lost data acknowledged as durable.
    pub fn lost(&self, name: &str) -> Vec<LostSector> {
        let disk = self.disk();
        let content = disk.files.values().find(|content| content.name == name);
        content.and_then(|content| content.power.as_ref()).map(|p| p.lost()).unwrap_or_default()
    }

    /// For each sector of a file the number of the newest write acknowledged as durable; 0: none.
    pub fn promised(&self, name: &str) -> Vec<u32> {
        let disk = self.disk();
        let content = disk.files.values().find(|content| content.name == name);
        let power = content.and_then(|content| content.power.as_ref());
        power.map(|power| power.promised().to_vec()).unwrap_or_default()
    }
}

impl Drop for FaultyFs {
    fn drop(&mut self) {
        unmount(&self.path, self.session.take());
    }
}

/// Unmounts a file system and ends its FUSE session. The kernel closes the files of a ring shortly after its process ended; until
/// then the file system is busy.
pub(crate) fn unmount(path: &Path, session: Option<BackgroundSession>) {
    let (program, words) =
        if crate::lab::is_root() { ("umount", &[][..]) } else { ("fusermount3", &["-u"][..]) };
    let mut message = String::new();
    for _ in 0..UNMOUNT_TRIES {
        match Command::new(program).args(words).arg(path).output() {
            Ok(output) if output.status.success() => {
                // Its thread ends with the mount; its result changes nothing.
                let _ = session.map(BackgroundSession::join);
                return;
            }
            Ok(output) => message = String::from_utf8_lossy(&output.stderr).into_owned(),
            Err(error) => message = error.to_string(),
        }
        std::thread::sleep(UNMOUNT_PAUSE);
    }
    eprintln!("{} stays mounted: {message}", path.display());
}
