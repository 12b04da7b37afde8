//! The counters of the devices below the files of a proof: takes the files, gives the counts of each device since the begin.

use compat::sqliosim::log::Device;
use std::path::{Path, PathBuf};
use sys::counters::CounterWatch;
use sys::inventory::SystemRoots;

/// The counters of the devices below the files, since the begin.
pub(super) struct Counters {
    watch: CounterWatch,
    files: Vec<CountedFile>,
}

struct CountedFile {
    path: PathBuf,
    /// The name of the device below it.
    device: String,
    sector_bytes: u64,
}

impl CountedFile {
    /// `None` if no device is known below the file.
    fn find(path: &Path) -> Option<Self> {
        let roots = SystemRoots::default();
        // A file that does not exist yet is on the device of its folder.
        let stack = sys::inventory::target(path, &roots)
            .or_else(|_| sys::inventory::target(path.parent().unwrap_or(Path::new("/")), &roots));
        let device = stack.ok()?.device_names().into_iter().next()?;
        Some(Self { path: path.to_owned(), device, sector_bytes: sector_bytes(path).into() })
    }
}

impl Counters {
    pub(super) fn begin(paths: &[PathBuf]) -> Self {
        let files: Vec<CountedFile> =
            paths.iter().filter_map(|path| CountedFile::find(path)).collect();
        let devices: Vec<String> = files.iter().map(|file| file.device.clone()).collect();
        Self { watch: CounterWatch::start(&SystemRoots::default(), &devices, &[]), files }
    }

    /// The counts of the device below a file.
    pub(super) fn device_below(&self, path: &str, total_ms: u64) -> Option<Device> {
        let file = self.files.iter().find(|file| is_same(&file.path, path))?;
        let disks = self.watch.look().disks;
        let (_, counted) = disks.iter().find(|(name, _)| *name == file.device)?;
        Some(Device {
            sector_bytes: file.sector_bytes,
            reads: counted.reads,
            read_ms: counted.read_ms,
            writes: counted.writes,
            write_ms: counted.write_ms,
            idle_ms: total_ms.saturating_sub(counted.busy_ms),
            read_bytes: counted.read_bytes(),
            written_bytes: counted.written_bytes(),
            name: file.device.clone(),
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
