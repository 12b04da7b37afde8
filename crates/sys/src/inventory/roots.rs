//! The folders that facts are read from: takes the paths of `/proc`, `/sys`, `/dev` and `/etc`, gives their texts; never writes.
//!
//! Every reader of this crate takes [`SystemRoots`], so that a test can provide a fake machine.

use crate::file::FileFacts;
use std::path::{Path, PathBuf};
use std::{fmt, fs};

/// The folders that facts are read from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SystemRoots {
    pub proc: PathBuf,
    pub sys: PathBuf,
    pub dev: PathBuf,
    /// The settings of the distribution, `/etc`.
    pub etc: PathBuf,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DeviceNumber {
    /// The driver's part.
    pub major: u32,
    /// The device's part.
    pub minor: u32,
}

impl DeviceNumber {
    /// From the kernel's `major:minor` text.
    pub fn parse(text: &str) -> Option<Self> {
        let (major, minor) = text.trim().split_once(':')?;
        Some(Self { major: major.parse().ok()?, minor: minor.parse().ok()? })
    }
}

impl fmt::Display for DeviceNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.major, self.minor)
    }
}

impl SystemRoots {
    /// The four folders below one root, as in a test tree.
    pub fn under(root: &Path) -> Self {
        Self {
            proc: root.join("proc"),
            sys: root.join("sys"),
            dev: root.join("dev"),
            etc: root.join("etc"),
        }
    }

    /// The trimmed text of a file below `/proc`; `None` if it is absent, unreadable or empty.
    pub fn proc_text(&self, path: &str) -> Option<String> {
        text(&self.proc.join(path))
    }

    /// The trimmed text of a file below `/sys`; `None` if it is absent, unreadable or empty.
    pub fn sys_text(&self, path: &str) -> Option<String> {
        text(&self.sys.join(path))
    }

    /// The names in a folder below `/sys`, sorted; empty if there is none.
    pub fn sys_names(&self, path: &str) -> Vec<String> {
        names(&self.sys.join(path))
    }

    /// The folder of a block device by its kernel name.
    pub fn block_folder(&self, name: &str) -> PathBuf {
        self.sys.join("class/block").join(name)
    }

    pub fn block_text(&self, name: &str, attribute: &str) -> Option<String> {
        text(&self.block_folder(name).join(attribute))
    }

    /// The name under which a block device is counted, such as `sda1`, `dm-0` or `PhysicalDrive1`.
    pub fn block_name(&self, number: DeviceNumber) -> Option<String> {
        crate::system::inventory::block_name(number, self)
    }

    pub fn block_number(&self, name: &str) -> Option<DeviceNumber> {
        DeviceNumber::parse(&self.block_text(name, "dev")?)
    }

    /// The disk of a partition; `None` for a whole device.
    pub fn parent_disk(&self, name: &str) -> Option<String> {
        let folder = fs::canonicalize(self.block_folder(name)).ok()?;
        folder.join("partition").exists().then_some(())?;
        Some(folder.parent()?.file_name()?.to_string_lossy().into_owned())
    }

    /// The partitions of a disk, sorted.
    pub fn partitions(&self, disk: &str) -> Vec<String> {
        let folder = self.block_folder(disk);
        names(&folder).into_iter().filter(|n| folder.join(n).join("partition").exists()).collect()
    }

    /// The number of the device a `/dev/...` path names, through symbolic links such as `/dev/disk/by-id`.
    ///
    /// A path that is not a device node is looked up by its last name, because the nodes of a test tree are plain files.
    pub fn number_of_path(&self, path: &Path) -> Option<DeviceNumber> {
        let inside = match path.strip_prefix("/dev") {
            Ok(rest) => self.dev.join(rest),
            Err(_) => path.to_path_buf(),
        };
        let real = fs::canonicalize(&inside).ok();
        let facts = real.as_ref().and_then(|path| FileFacts::at(path).ok());
        if let Some(number) = facts.and_then(|facts| facts.device()) {
            return Some(number);
        }
        let last = real.unwrap_or(inside);
        self.block_number(&last.file_name()?.to_string_lossy())
    }
}

/// The trimmed text of a file; `None` if it is absent, unreadable or empty.
pub(crate) fn text(path: &Path) -> Option<String> {
    let bytes = fs::read(path).ok()?;
    let text = String::from_utf8_lossy(&bytes).trim_matches(['\0', ' ', '\n', '\t']).to_owned();
    (!text.is_empty()).then_some(text)
}

/// The names in a folder, sorted; empty if there is none.
pub(crate) fn names(path: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir(path) else { return Vec::new() };
    let mut names: Vec<String> =
        entries.flatten().map(|e| e.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}
