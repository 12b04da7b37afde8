//! The counters of the devices below the files of a proof: takes the files, gives the counts of each device since the begin.

use compat::sqliosim::log::Device;
use std::path::{Path, PathBuf};
use sys::counters::CounterWatch;
use sys::inventory::SystemRoots;

/// The counters of the devices below the files, since the begin.
pub(super) struct Counters {
    watch: CounterWatch,
    /// For each file its device, and the sector size in bytes.
    below: Vec<(PathBuf, String, u64)>,
}

impl Counters {
    pub(super) fn begin(paths: &[PathBuf]) -> Self {
        let below = |path: &PathBuf| {
            let roots = SystemRoots::default();
            // A file that does not exist yet is on the device of its folder.
            let found = sys::inventory::target(path, &roots).or_else(|_| {
                sys::inventory::target(path.parent().unwrap_or(Path::new("/")), &roots)
            });
            let found = found.ok()?;
            let name = found.device_names().into_iter().next()?;
            Some((path.clone(), name, u64::from(sector_bytes(path))))
        };
        let below: Vec<_> = paths.iter().filter_map(below).collect();
        let names: Vec<String> = below.iter().map(|below| below.1.clone()).collect();
        Self { watch: CounterWatch::start(&SystemRoots::default(), &names, &[]), below }
    }

    /// The counts of the device below a file.
    pub(super) fn of(&self, path: &str, total_ms: u64) -> Option<Device> {
        let (_, name, sector_bytes) = self.below.iter().find(|below| is_same(&below.0, path))?;
        let seen = self.watch.look();
        let (_, counted) = seen.disks.iter().find(|disk| disk.0 == *name)?;
        Some(Device {
            sector_bytes: *sector_bytes,
            reads: counted.reads,
            read_ms: counted.read_ms,
            writes: counted.writes,
            write_ms: counted.write_ms,
            idle_ms: total_ms.saturating_sub(counted.busy_ms),
            read_bytes: counted.read_bytes(),
            written_bytes: counted.written_bytes(),
            name: name.clone(),
        })
    }
}

/// The smallest unit of direct I/O on the file system of a file.
fn sector_bytes(path: &Path) -> u32 {
    let at = if path.exists() { path } else { path.parent().unwrap_or(Path::new("/")) };
    std::fs::File::open(at).map_or(512, |file| sys::file::direct_align_bytes(&file).max(512))
}

/// Whether a path leads to this real path in another spelling, such as a relative one.
pub(super) fn is_same(path: &Path, real: &str) -> bool {
    let real = Path::new(real);
    path == real || sys::file::canonical(path).is_ok_and(|found| found == real)
}
