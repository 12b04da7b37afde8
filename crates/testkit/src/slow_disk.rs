//! A disk with a real service time: takes a size and times, gives a loop device whose I/Os take this time at the device.
//!
//! The kernel's throttle delays an I/O before it is issued, so the latency at a throttled device stays that of the device below.
//! Here a user-space file system below the loop device answers each request after its service time. A bounded number of requests
//! is served at once; others wait. Needs root, `/dev/fuse` and loop devices.

mod calls;
mod service;

use crate::fuse::unmount;
use crate::lab::{self, LabError, LabResult};
use calls::SlowDiskCalls;
use fuser::{BackgroundSession, Config, MountOption};
use std::fs::{self, OpenOptions};
use std::path::{Path, PathBuf};

/// The size and the times of the disk.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SlowDiskOptions {
    pub size_bytes: u64,
    /// Requests that are served in parallel; at least 1.
    pub slots: u32,
    /// The time of every read and write, without the transfer.
    pub service_ns: u64,
    /// The rate of a transfer in one slot.
    pub bytes_per_s: u64,
    pub flush_ns: u64,
    /// The share of the service time that is random (exponential), 0 to 1; the mean does not change.
    pub jitter: f64,
    /// The seed, which determines all random times together with the order of requests.
    pub seed: u64,
}

impl Default for SlowDiskOptions {
    /// A solid-state disk of 1 GiB that carries about 8,000 small I/Os per second.
    fn default() -> Self {
        Self {
            size_bytes: 1 << 30,
            slots: 4,
            service_ns: 450_000,
            bytes_per_s: 200_000_000,
            flush_ns: 300_000,
            jitter: 0.2,
            seed: 1,
        }
    }
}

/// A running disk; removed on drop.
#[derive(Debug)]
pub struct SlowDisk {
    device: Option<PathBuf>,
    mount: PathBuf,
    session: Option<BackgroundSession>,
}

impl SlowDisk {
    /// Makes the disk on the content of `image`, which is created or extended as needed. The image should be in memory, because
    /// its own latency comes before the service time. `mount` is an empty directory for the file system below the disk.
    /// [`LabError::Lacking`] without root, `/dev/fuse` or loop devices.
    pub fn up(image: &Path, mount: &Path, options: SlowDiskOptions) -> LabResult<Self> {
        if !lab::is_root() {
            return Err(LabError::Lacking("it needs root".to_owned()));
        }
        for device in ["/dev/fuse", "/dev/loop-control"] {
            if !Path::new(device).exists() {
                return Err(LabError::Lacking(format!("there is no {device}")));
            }
        }
        let open =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(image);
        let image_file = open.map_err(|e| lab::failed("open", image, &e))?;
        let length = image_file.metadata().map_or(0, |facts| facts.len());
        image_file
            .set_len(length.max(options.size_bytes))
            .map_err(|e| lab::failed("make larger", image, &e))?;
        fs::create_dir_all(mount).map_err(|e| lab::failed("make", mount, &e))?;
        let mut config = Config::default();
        config.mount_options =
            vec![MountOption::FSName("plimsoll-slow-disk".to_owned()), MountOption::NoAtime];
        let calls = SlowDiskCalls::new(image_file, options);
        let session = fuser::spawn_mount(calls, mount, &config)
            .map_err(|e| lab::failed("mount", mount, &e))?;
        let mut disk = Self { device: None, mount: mount.to_owned(), session: Some(session) };
        disk.device = Some(lab::attach(&mount.join(calls::NAME), false)?);
        Ok(disk)
    }

    pub fn device(&self) -> &Path {
        self.device.as_deref().unwrap_or(Path::new(""))
    }
}

impl Drop for SlowDisk {
    fn drop(&mut self) {
        let detached = self
            .device
            .as_ref()
            .map_or(Ok(()), |device| lab::detach(device, &self.mount.join(calls::NAME)));
        if let Err(error) = detached {
            eprintln!("the slow disk stays: {error}");
        }
        unmount(&self.mount, self.session.take());
    }
}
