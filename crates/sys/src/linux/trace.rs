//! A private instance of the kernel's event tracing: takes event names and filters, gives raw pages of its ring buffers, the
//! formats of events and the counts of lost ones. Never parses a page and never changes tracing of other programs.
//!
//! The instance is named `plimsoll-PID` and removed when it is dropped. A killed process leaves it behind with tracing
//! off and a ring buffer of the minimum size (`free_buffer`); the next instance removes it.

use crate::inventory::{SystemRoots, mounts};
use crate::trace::{CpuLoss, TracedEvent};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

/// The prefix of the names of Plimsoll's instances.
const PREFIX: &str = "plimsoll-";
/// The size of all ring buffers together, and the minimum and maximum of one CPU, in KiB.
const BUFFERS_KIB: usize = 64 << 10;
const BUFFER_KIB_MIN: usize = 1 << 10;
const BUFFER_KIB_MAX: usize = 16 << 10;
/// The page size of the ring buffer if it can be set (Linux 6.8): fewer reads at the same cost each.
const PAGE_KIB: usize = 64;
/// A size limit larger than the description of any event.
const EVENT_TEXT_BYTES: usize = 64 << 10;

/// The tracing file system: the system's mount, or one for this process only.
#[derive(Debug)]
pub struct TraceFileSystem {
    folder: PathBuf,
    /// Keeps a mount that is not attached to the directory tree.
    _detached: Option<OwnedFd>,
}

impl TraceFileSystem {
    /// Finds it, or mounts it for this process only.
    ///
    /// # Errors
    /// When the kernel has none, or the privilege is missing.
    pub fn open(roots: &SystemRoots) -> io::Result<Self> {
        let mounted = mounts(roots).into_iter().find(|mount| mount.kind == "tracefs");
        if let Some(mount) = mounted.filter(|mount| mount.point.join("instances").is_dir()) {
            return Ok(Self { folder: mount.point, _detached: None });
        }
        Self::detached()
    }

    /// Mounts it without attaching it to the directory tree; the mount ends with the process.
    ///
    /// # Errors
    /// When the kernel has none, is older than Linux 5.2, or the privilege is missing.
    pub fn detached() -> io::Result<Self> {
        const FSOPEN_CLOEXEC: u32 = 1;
        const FSMOUNT_CLOEXEC: u32 = 1;
        const FSCONFIG_CMD_CREATE: u32 = 6;
        let null = std::ptr::null::<libc::c_char>();
        // SAFETY: the name is a C string; the call gives a new descriptor or -1.
        let context = descriptor(unsafe {
            libc::syscall(libc::SYS_fsopen, c"tracefs".as_ptr(), FSOPEN_CLOEXEC)
        })?;
        // SAFETY: this command takes neither key nor value.
        let created = unsafe {
            libc::syscall(
                libc::SYS_fsconfig,
                context.as_raw_fd(),
                FSCONFIG_CMD_CREATE,
                null,
                null,
                0,
            )
        };
        if created != 0 {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: the call takes numbers and an open descriptor, and gives a new one or -1.
        let mount = descriptor(unsafe {
            libc::syscall(libc::SYS_fsmount, context.as_raw_fd(), FSMOUNT_CLOEXEC, 0)
        })?;
        let folder = PathBuf::from(format!("/proc/self/fd/{}", mount.as_raw_fd()));
        Ok(Self { folder, _detached: Some(mount) })
    }

    /// The text of `events/PATH`, such as `header_page` or `block/block_rq_issue/format`.
    ///
    /// # Errors
    /// When the kernel has no such event.
    pub fn event_text(&self, path: &str) -> io::Result<String> {
        let mut file = File::open(self.folder.join("events").join(path))?;
        // Some of these files return their text only to the first read, so it must fetch everything.
        let mut text = vec![0; EVENT_TEXT_BYTES];
        let mut length = 0;
        loop {
            match file.read(&mut text[length..])? {
                0 => break,
                count => length += count,
            }
        }
        text.truncate(length);
        String::from_utf8(text).map_err(|_| io::ErrorKind::InvalidData.into())
    }

    /// Removes instances of processes that are gone.
    fn remove_leftovers(&self, roots: &SystemRoots) {
        let Ok(entries) = fs::read_dir(self.folder.join("instances")) else { return };
        for entry in entries.flatten() {
            let name = entry.file_name();
            let pid = name.to_str().and_then(|name| name.strip_prefix(PREFIX)?.parse::<u32>().ok());
            if pid.is_some_and(|pid| !roots.proc.join(pid.to_string()).exists()) {
                // Another capture may already have removed it.
                drop(fs::remove_dir(entry.path()));
            }
        }
    }
}

fn descriptor(number: libc::c_long) -> io::Result<OwnedFd> {
    if number < 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the number is a descriptor that the kernel has just made for this caller.
    Ok(unsafe { OwnedFd::from_raw_fd(number as i32) })
}

/// An instance that traces from its creation until it is dropped.
#[derive(Debug)]
pub struct TraceInstance {
    folder: PathBuf,
    /// Page readers of the CPUs, by number.
    cpus: Vec<(u32, File)>,
    page_bytes: usize,
    /// Closing it, even by a kill, stops tracing and frees the buffers.
    free_buffer: Option<File>,
    /// Keeps the mount.
    _file_system: TraceFileSystem,
}

impl TraceInstance {
    /// Makes the instance and starts tracing. `buffer_kib` is the size per CPU; if `None`, it follows from the number of CPUs.
    ///
    /// # Errors
    /// When the kernel refuses a part of it; nothing is left behind.
    pub fn start(
        file_system: TraceFileSystem,
        roots: &SystemRoots,
        events: &[TracedEvent],
        buffer_kib: Option<usize>,
    ) -> io::Result<Self> {
        file_system.remove_leftovers(roots);
        let name = format!("{PREFIX}{}", std::process::id());
        let folder = file_system.folder.join("instances").join(name);
        fs::create_dir(&folder)?;
        let mut own = Self {
            folder,
            cpus: Vec::new(),
            page_bytes: 0,
            free_buffer: None,
            _file_system: file_system,
        };
        own.set("tracing_on", "0")?;
        own.set("trace_clock", "mono")?;
        // These options cost time at every event or process switch, and the block events carry the same data.
        drop(own.set("options/record-cmd", "0"));
        drop(own.set("options/disable_on_free", "1"));
        drop(own.set("buffer_subbuf_size_kb", &PAGE_KIB.to_string()));
        own.page_bytes = own.subbuffer_bytes();
        own.free_buffer = File::options().write(true).open(own.folder.join("free_buffer")).ok();
        own.open_cpus()?;
        let each = (BUFFERS_KIB / own.cpus.len().max(1)).clamp(BUFFER_KIB_MIN, BUFFER_KIB_MAX);
        own.set("buffer_size_kb", &buffer_kib.unwrap_or(each).to_string())?;
        for event in events {
            own.set(&format!("events/{}/filter", event.event), &event.filter)?;
            own.set(&format!("events/{}/enable", event.event), "1")?;
        }
        own.set("tracing_on", "1")?;
        Ok(own)
    }

    /// The numbers of the CPUs that have a buffer.
    pub fn cpus(&self) -> impl Iterator<Item = u32> {
        self.cpus.iter().map(|cpu| cpu.0)
    }

    /// Stops tracing; what is in the buffers can still be read.
    pub fn stop(&self) -> io::Result<()> {
        self.set("tracing_on", "0")
    }

    /// Reads the next page of a CPU, by its position in [`Self::cpus`]; empty if there is nothing to read.
    pub fn read_page<'a>(&mut self, cpu: usize, page: &'a mut Vec<u8>) -> io::Result<&'a [u8]> {
        page.resize(self.page_bytes, 0);
        loop {
            match self.cpus[cpu].1.read(page) {
                Ok(length) => return Ok(&page[..length]),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(&[]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// The events that each CPU has lost so far.
    pub fn losses(&self) -> Vec<(u32, CpuLoss)> {
        self.cpus().map(|cpu| (cpu, self.loss_of(cpu))).collect()
    }

    fn loss_of(&self, cpu: u32) -> CpuLoss {
        let path = self.folder.join(format!("per_cpu/cpu{cpu}/stats"));
        let text = fs::read_to_string(path).unwrap_or_default();
        let value = |name: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
            line.and_then(|value| value.trim().parse().ok()).unwrap_or(0)
        };
        CpuLoss {
            overrun: value("overrun") + value("commit overrun"),
            dropped: value("dropped events"),
        }
    }

    fn open_cpus(&mut self) -> io::Result<()> {
        for entry in fs::read_dir(self.folder.join("per_cpu"))?.flatten() {
            let name = entry.file_name();
            let number = name.to_str().and_then(|name| name.strip_prefix("cpu")?.parse().ok());
            let Some(number) = number else { continue };
            let file = OpenOptions::new()
                .read(true)
                .custom_flags(libc::O_NONBLOCK)
                .open(entry.path().join("trace_pipe_raw"))?;
            self.cpus.push((number, file));
        }
        self.cpus.sort_by_key(|cpu| cpu.0);
        Ok(())
    }

    fn subbuffer_bytes(&self) -> usize {
        let text = fs::read_to_string(self.folder.join("buffer_subbuf_size_kb")).ok();
        let kib = text.and_then(|text| text.trim().parse::<usize>().ok());
        kib.map_or(crate::extents::page_bytes() as usize, |kib| kib << 10)
    }

    fn set(&self, file: &str, value: &str) -> io::Result<()> {
        let path = self.folder.join(file);
        write(&path, value)
            .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))
    }
}

fn write(path: &Path, value: &str) -> io::Result<()> {
    use std::io::Write;
    File::options().write(true).open(path)?.write_all(value.as_bytes())
}

impl Drop for TraceInstance {
    fn drop(&mut self) {
        drop(self.stop());
        // An instance with open files cannot be removed.
        self.cpus.clear();
        self.free_buffer = None;
        drop(fs::remove_dir(&self.folder));
    }
}
