//! A file system in memory that injects faults, by seed: flips, tears, loses, misplaces, fails and comes late, and
//! loses what was not synced when its power goes. Takes what is to go wrong, gives a mounted directory and,
//! afterwards, what was done.
//!
//! One directory without others in it. Every file bypasses the page cache, so that no fault hides behind it. Mounting
//! takes root or `fusermount3`, and `/dev/fuse`.

mod calls;
mod content;
mod disk;
mod injected_fault;
mod misdeed;
mod power;

pub use injected_fault::{InjectedFault, StorageFaultKind};
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

/// How often unmounting is tried, and how long is waited in between.
const UNMOUNT_TRIES: u32 = 500;
const UNMOUNT_PAUSE: Duration = Duration::from_millis(20);

/// The faults to inject.
#[derive(Clone, Debug)]
pub struct FaultOptions {
    /// Everything follows from it, and from the order of operations.
    pub seed: u64,
    /// What goes wrong; nothing: an honest storage.
    pub wrongs: Vec<StorageFaultKind>,
    /// The share of the operations that can go so, 0 to 1.
    pub rate: f64,
    /// How often something goes wrong at most.
    pub most: u64,
    /// The longest operation that it befalls, in pages.
    pub largest: usize,
    /// Ends of the names of files that it befalls; none given: all.
    pub only: Vec<String>,
    /// The size of a page, in bytes, and that of files whose names end so.
    pub pages: (usize, Vec<(String, usize)>),
    /// A read that comes this long after a write was answered was not under way beside it, in nanoseconds; of others
    /// it is not held that they must have seen anything.
    pub apart_ns: u64,
    /// What honest storage does too.
    pub ordinary_errors: OrdinaryErrors,
    /// What is lost when the power goes.
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

/// What honest storage does too: shares of operations, 0 to 1.
#[derive(Clone, Copy, Debug, Default)]
pub struct OrdinaryErrors {
    /// Reads that move a part and say so. Of direct writes the kernel makes an I/O error if a file system does that.
    pub short: f64,
    /// Writes for which there is no space, with a part of them done.
    pub full: f64,
    /// Writes that fail, with a part of them done.
    pub failed: f64,
}

/// A power cut to come.
#[derive(Clone, Copy, Debug, Default)]
pub struct PowerCutPlan {
    /// The share of the synced writes that stay in the volatile cache although they were said to be durable, 0 to 1.
    pub lying_share: f64,
    /// After how many operations the power goes; none: not yet.
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
    ///
    /// # Errors
    /// Those of mounting: no `/dev/fuse`, no right to it.
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

    /// Where it is mounted.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The faults that were injected, and met by a read or reported to the caller.
    pub fn deeds(&self) -> Vec<InjectedFault> {
        self.disk().deeds.clone()
    }

    /// How often something was done wrong, met or not.
    pub fn injected(&self) -> u64 {
        self.disk().injected
    }

    /// Reads, writes and flushes so far.
    pub fn operations(&self) -> u64 {
        self.disk().operations
    }

    /// From here on, this goes wrong.
    pub fn set(&self, wrongs: &[StorageFaultKind], rate: f64) {
        let mut disk = self.disk();
        disk.options.wrongs = wrongs.to_vec();
        disk.options.rate = rate;
    }

    /// From here on, this is what honest storage does.
    pub fn set_weather(&self, weather: OrdinaryErrors) {
        self.disk().options.ordinary_errors = weather;
    }

    /// The power goes after so many more writes and flushes; it lies about a share of those that it says are durable.
    /// Only files made after a mount with [`FaultOptions::power`] know what survives.
    pub fn cut_after(&self, lying_share: f64, operations: Option<u64>) {
        self.disk().cut_after(lying_share, operations);
    }

    /// Whether the power is gone.
    pub fn is_dark(&self) -> bool {
        self.disk().dead
    }

    /// Gives the power back; what was not durable is kept, lost or torn.
    pub fn restore(&self) {
        self.disk().restore();
    }

    /// The sectors of a file that do not hold what was said to be durable.
    pub fn lost(&self, name: &str) -> Vec<LostSector> {
        let disk = self.disk();
        let content = disk.files.values().find(|content| content.name == name);
        content.and_then(|content| content.power.as_ref()).map(|p| p.lost()).unwrap_or_default()
    }

    /// For each sector of a file the newest write that was said to be durable, by its number; 0: none.
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

/// Unmounts a file system and ends its session. The kernel closes the files of a ring shortly after its process ended; until
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
