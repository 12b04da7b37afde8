//! Finds the block device of a path, the tracepoints and counters that show its I/O, and the places of the files on
//! it.

use super::{CaptureContext, CaptureResult, unwritten};
use crate::failure::{Ending, Failure};
use observe::file::CaptureTotals;
use observe::files::{EXTENTS_MAX, FILES_MAX, FileExtent, FileIndex, FileMap};
use observe::trace::PairingLevel;
use observe::{CaptureSource, CounterInterval, DirectionCounters};
use report::messages::capture::CaptureFault;
use report::messages::system::SystemAction;
use std::path::{Path, PathBuf};
use sys::clock::monotonic_ns;
use sys::counters::{self, DiskCounters};
use sys::file::{FileFacts, FileKind};
use sys::inventory::{DeviceNumber, MountEntry, SystemRoots, mount_of, mounts};

#[derive(Clone, Debug)]
pub(super) struct CapturedMount {
    pub(super) point: PathBuf,
    /// Its type, such as `ext4`.
    pub(super) kind: String,
    /// The offset of its device on the captured device, in bytes.
    pub(super) offset_bytes: u64,
}

#[derive(Clone, Debug)]
pub(super) struct CapturedDevice {
    /// Its kernel name.
    pub(super) name: String,
    /// The device whose number is in the trace events; for a partition, its disk.
    pub(super) traced: DeviceNumber,
    /// Which tracepoints show its I/O.
    pub(super) level: PairingLevel,
    /// The numbers of the devices in its events.
    pub(super) event_devices: Vec<u64>,
    pub(super) filter: String,
    /// The first sector of the device on the traced device.
    pub(super) first_sector: u64,
    pub(super) size_bytes: Option<u64>,
    pub(super) sector_bytes: Option<u32>,
    pub(super) mounts: Vec<CapturedMount>,
}

/// The device that a path names, or the device of its file system.
pub(super) fn resolve(path: &Path, roots: &SystemRoots) -> Result<CapturedDevice, Failure> {
    let mounts = mounts(roots);
    let number = number(path, &mounts, roots)?;
    let shown = path.display();
    let gone = || Failure::target(CaptureFault::DeviceGone { shown: shown.to_string() });
    let name = roots.block_name(number).ok_or_else(gone)?;
    let sectors = |attribute| roots.block_text(&name, attribute)?.parse::<u64>().ok();
    let parent = roots.parent_disk(&name);
    let disk = parent.clone().unwrap_or_else(|| name.clone());
    let disk_number = roots.block_number(&disk).unwrap_or(number);
    let level = if roots.block_folder(&disk).join("mq").is_dir() {
        PairingLevel::Request
    } else {
        PairingLevel::Bio
    };
    let event_devices = match level {
        PairingLevel::Request => vec![id(disk_number)],
        // Bios keep the number of the partition that they were sent to.
        PairingLevel::Bio => {
            let parts = roots.partitions(&name).into_iter().filter_map(|p| roots.block_number(&p));
            std::iter::once(number).chain(parts).map(id).collect()
        }
    };
    let any = event_devices.iter().map(|device| format!("dev == {device}")).collect::<Vec<_>>();
    let any = any.join(" || ");
    let first_sector = if parent.is_some() { sectors("start").unwrap_or(0) } else { 0 };
    let size = sectors("size");
    let filter = match (level, &parent, size) {
        (PairingLevel::Request, Some(_), Some(size)) => {
            let end = first_sector + size;
            format!("{any} && ((sector >= {first_sector} && sector < {end}) || nr_sector == 0)")
        }
        _ => any,
    };
    Ok(CapturedDevice {
        traced: disk_number,
        level,
        event_devices,
        filter,
        first_sector,
        size_bytes: size.map(|sectors| sectors * 512),
        sector_bytes: roots
            .block_text(&disk, "queue/logical_block_size")
            .and_then(|text| text.parse().ok()),
        mounts: captured_mounts(&name, number, &mounts, roots),
        name,
    })
}

/// The kernel's number of a device within trace events.
fn id(number: DeviceNumber) -> u64 {
    u64::from(number.major) << 20 | u64::from(number.minor)
}

fn number(
    path: &Path,
    mounts: &[MountEntry],
    roots: &SystemRoots,
) -> Result<DeviceNumber, Failure> {
    let shown = path.display();
    // If no such file exists, a bare name such as `sda` is looked up in /dev.
    let named = roots.dev.join(path);
    let path = if FileFacts::at(path).is_ok() { path } else { &named };
    let found = FileFacts::at(path).map_err(|error| {
        Failure::wrong(CaptureFault::DeviceNotFound {
            shown: shown.to_string(),
            error: error.to_string(),
        })
    })?;
    if let Some(number) = found.device() {
        return Ok(number);
    }
    let real = sys::file::canonical(path)
        .map_err(|error| Failure::system(Ending::Target, SystemAction::LookAt, &shown, &error))?;
    let mount = mount_of(mounts, &real);
    mount.and_then(|mount| mount.device(roots)).ok_or_else(|| {
        let kind = mount.map_or("unknown", |mount| &mount.kind);
        Failure::wrong(CaptureFault::NoBlockDevice {
            shown: shown.to_string(),
            kind: kind.to_string(),
        })
    })
}

/// The file systems on the device and on its partitions, each once.
fn captured_mounts(
    name: &str,
    number: DeviceNumber,
    mounts: &[MountEntry],
    roots: &SystemRoots,
) -> Vec<CapturedMount> {
    let mut found: Vec<(DeviceNumber, CapturedMount)> = Vec::new();
    for mount in mounts {
        let Some(device) = mount.device(roots) else { continue };
        let mut parts = roots.partitions(name).into_iter();
        let part = parts.find(|part| roots.block_number(part) == Some(device));
        let start = part.and_then(|part| roots.block_text(&part, "start")?.parse::<u64>().ok());
        let offset_bytes = if device == number { Some(0) } else { start.map(|start| start * 512) };
        let (Some(offset_bytes), "/") = (offset_bytes, mount.root.as_str()) else { continue };
        if found.iter().all(|known| known.0 != device) {
            let (point, kind) = (mount.point.clone(), mount.kind.clone());
            found.push((device, CapturedMount { point, kind, offset_bytes }));
        }
    }
    found.into_iter().map(|one| one.1).collect()
}

const INTERVALS_PER_CHUNK: usize = 10;

#[derive(Clone, Copy, Debug)]
struct CounterSample {
    at_ns: u64,
    disk: DiskCounters,
    /// Microseconds in which some task waited for I/O; `None` if the kernel does not count them.
    stall_us: Option<u64>,
}

impl CounterSample {
    fn now(name: &str, roots: &SystemRoots) -> Option<Self> {
        let mut disk = counters::disk(roots, name)?;
        // The kernel counts no flushes of a partition.
        disk.flushes = disk.flushes.filter(|_| roots.parent_disk(name).is_none());
        Some(Self { at_ns: monotonic_ns(), disk, stall_us: stall_us(roots) })
    }

    /// The interval since an earlier sample, with its true length.
    fn since(&self, earlier: &Self, start_ns: u64) -> CounterInterval {
        let length_ns = self.at_ns.saturating_sub(earlier.at_ns).max(1);
        let d = self.disk.since(&earlier.disk);
        let direction = |operations: u64, sectors: u64, merged: u64, ms: u64| DirectionCounters {
            operations: operations as f64,
            bytes: Some(sectors as f64 * 512.0),
            merged: Some(merged as f64),
            latency_sum_ns: Some(ms as f64 * 1e6),
        };
        let share = |ns: f64| (ns / length_ns as f64).clamp(0.0, 1.0);
        let stall = self.stall_us.zip(earlier.stall_us);
        CounterInterval {
            begin_ns: earlier.at_ns.saturating_sub(start_ns),
            length_ns,
            read: direction(d.reads, d.read_sectors, d.reads_merged, d.read_ms),
            write: direction(d.writes, d.written_sectors, d.writes_merged, d.write_ms),
            discard: d.discards.map(|discards| {
                direction(discards, d.discarded_sectors, d.discards_merged, d.discard_ms)
            }),
            flush: d.flushes.map(|flushes| direction(flushes, 0, 0, d.flush_ms)),
            queue_depth_mean: Some(d.queue_ms as f64 * 1e6 / length_ns as f64),
            busy_share: Some(share(d.busy_ms as f64 * 1e6)),
            io_stall_share: stall
                .map(|(later, earlier)| share(later.saturating_sub(earlier) as f64 * 1e3)),
        }
    }
}

/// `total` of the line `some` in /proc/pressure/io.
fn stall_us(roots: &SystemRoots) -> Option<u64> {
    let text = roots.proc_text("pressure/io")?;
    let some = text.lines().find(|line| line.starts_with("some "))?;
    some.split_whitespace().find_map(|word| word.strip_prefix("total=")?.parse().ok())
}

/// Samples until the end.
pub(super) fn run(context: &mut CaptureContext<'_>) -> Result<CaptureResult, Failure> {
    let request = context.request;
    let name = context.names();
    let sample = |context: &CaptureContext<'_>| {
        CounterSample::now(&name, &context.roots)
            .ok_or_else(|| Failure::target(CaptureFault::NoCounters { name: name.to_string() }))
    };
    let mut before = sample(context)?;
    let mut writer = context.create(CaptureSource::DiskCounters)?;
    context.start_ns = before.at_ns;
    let mut intervals = Vec::new();
    loop {
        // Sample times are multiples of the interval, so that a late sample makes only its own interval longer.
        let grid = (before.at_ns - context.start_ns) / request.interval_ns + 1;
        let going = context.wait_until(context.start_ns + grid * request.interval_ns);
        let now = sample(context)?;
        let interval = now.since(&before, context.start_ns);
        show(context, &interval);
        intervals.push(interval);
        before = now;
        if !going || intervals.len() == INTERVALS_PER_CHUNK {
            let written = writer.intervals(std::mem::take(&mut intervals));
            written.map_err(|error| unwritten(request, &error))?;
        }
        if !going {
            break;
        }
    }
    let totals = CaptureTotals { length_ns: context.elapsed_ns(), ..CaptureTotals::default() };
    let (file, totals) = writer.finish(totals).map_err(|error| unwritten(request, &error))?;
    let file_bytes = file.metadata().map_or(0, |found| found.len());
    Ok(CaptureResult { totals, seen_ios: 0, file_bytes, mapped_share: None, left_out_files: 0 })
}

fn show(context: &mut CaptureContext<'_>, interval: &CounterInterval) {
    let seconds = interval.length_ns as f64 / 1e9;
    let both = [&interval.read, &interval.write];
    let bytes: f64 = both.iter().filter_map(|side| side.bytes).sum();
    let operations: f64 = both.iter().map(|side| side.operations).sum();
    context.progress.live.iops = Some(operations / seconds);
    context.progress.live.mibps = Some(bytes / seconds / f64::from(1 << 20));
    context.show_time();
}

/// File systems whose extents are offsets on their device; btrfs returns logical addresses instead.
const MAPPED: [&str; 5] = ["ext2", "ext3", "ext4", "xfs", "f2fs"];

/// Called before each directory with the number of mapped files. Returns whether the walk continues.
pub(super) type WalkListener<'a> = &'a mut dyn FnMut(usize) -> bool;

/// Maps the files of these file systems until `going` returns false. `None` if the extents of none of them are offsets on
/// the device.
pub(super) fn map(mounts: &[CapturedMount], going: WalkListener<'_>) -> Option<FileMap> {
    let mapped = mounts.iter().filter(|mount| MAPPED.contains(&mount.kind.as_str()));
    let mapped: Vec<_> = mapped.collect();
    if mapped.is_empty() {
        return None;
    }
    let mut walk = FileWalk::default();
    mapped.iter().for_each(|mount| walk.mount(mount, mapped.len() > 1, going));
    Some(FileMap::new(walk.paths, walk.extents, walk.left_out))
}

#[derive(Debug, Default)]
struct FileWalk {
    paths: Vec<String>,
    extents: Vec<FileExtent>,
    left_out: u64,
}

impl FileWalk {
    fn mount(&mut self, mount: &CapturedMount, whole_paths: bool, going: WalkListener<'_>) {
        let Ok(top) = FileFacts::at(&mount.point) else { return };
        let base = if whole_paths { Path::new("") } else { mount.point.as_path() };
        let mut folders: Vec<PathBuf> = vec![mount.point.clone()];
        while let Some(folder) = folders.pop() {
            if !going(self.paths.len()) || self.paths.len() >= FILES_MAX {
                // A directory that is not read counts as one left-out file.
                self.left_out += 1;
                continue;
            }
            let Ok(entries) = std::fs::read_dir(&folder) else {
                self.left_out += 1;
                continue;
            };
            for entry in entries.flatten() {
                // Links are not followed, and directories on another device are skipped.
                let Ok(found) = FileFacts::of_entry(&entry.path()) else { continue };
                if found.file_system() != top.file_system() {
                    continue;
                }
                if found.is_directory() {
                    folders.push(entry.path());
                } else if found.kind == FileKind::File && found.allocated_bytes > 0 {
                    self.file(&entry.path(), base, mount.offset_bytes);
                }
            }
        }
    }

    fn file(&mut self, path: &Path, base: &Path, offset_bytes: u64) {
        if self.paths.len() >= FILES_MAX || self.extents.len() >= EXTENTS_MAX {
            self.left_out += 1;
            return;
        }
        let room = EXTENTS_MAX - self.extents.len();
        let Ok(places) = sys::file::open_quietly(path)
            .and_then(|file| sys::extents::physical_extents(&file, room))
        else {
            self.left_out += 1;
            return;
        };
        let file = FileIndex(self.paths.len() as u32);
        let name = path.strip_prefix(base).unwrap_or(path);
        self.paths.push(name.to_string_lossy().into_owned());
        self.extents.extend(places.into_iter().map(|(start, length_bytes)| FileExtent {
            offset_bytes: start + offset_bytes,
            length_bytes,
            file,
        }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use testkit::TempDir;

    #[test]
    fn a_late_sample_keeps_its_true_length_and_a_wrapped_time_its_value() {
        let sample = |at_ns, reads, read_ms, stall_us| CounterSample {
            at_ns,
            disk: DiskCounters { reads, read_ms, busy_ms: read_ms, ..DiskCounters::default() },
            stall_us: Some(stall_us),
        };
        let wrap = u64::from(u32::MAX);
        let first = sample(5_000, 100, wrap - 499, 10);
        let later = sample(5_000 + 2_000_000_000, 300, 500, 500_010);
        let interval = later.since(&first, 4_000);
        assert_eq!((interval.begin_ns, interval.length_ns), (1_000, 2_000_000_000));
        assert_eq!(interval.read.operations, 200.0);
        assert_eq!(interval.read.latency_sum_ns, Some(1e9));
        assert_eq!((interval.busy_share, interval.io_stall_share), (Some(0.5), Some(0.25)));
    }

    #[test]
    fn a_walk_tells_its_files_before_each_folder_and_ends_when_told() {
        let dir = TempDir::new("walk");
        for folder in ["a", "b"] {
            std::fs::create_dir(dir.join(folder)).unwrap();
            std::fs::write(dir.join(folder).join("file"), vec![1; 8192]).unwrap();
        }
        let point = dir.path().to_owned();
        let mounts = [CapturedMount { point, kind: "ext4".to_owned(), offset_bytes: 0 }];
        let heard = |folders: usize| {
            let mut counts = Vec::new();
            let map = map(&mounts, &mut |files| {
                counts.push(files);
                counts.len() <= folders
            });
            (counts, map.expect("its type is known"))
        };
        let (counts, whole) = heard(3);
        // On a file system without extents, the files are left out and do not count as mapped.
        let files = whole.paths().len();
        assert_eq!((counts.len(), files + whole.left_out_files as usize), (3, 2), "{counts:?}");
        assert!(counts.is_sorted() && counts[2] <= files, "{counts:?}");
        let (counts, cut) = heard(1);
        assert_eq!((counts, cut.paths().len(), cut.left_out_files), (vec![0, 0, 0], 0, 2));
    }
}
