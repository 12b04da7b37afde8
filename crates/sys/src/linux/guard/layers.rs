//! The files that hold the bytes of a file: takes an open file and [`SystemRoots`], gives the file and, below an overlay
//! file system, the file of the layer; says when a file that cannot be found may hold them. Opens nothing for I/O.
//!
//! Overlay, FUSE and network file systems number files anew: one file then has several identities, and a loop device
//! or a program may use it under another one.

use std::cell::LazyCell;
use std::ffi::{OsStr, OsString};
use std::fs::{File, Metadata};
use std::io;
use std::os::fd::AsRawFd;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use crate::file::FileIdentity;
use crate::inventory::{DeviceNumber, MountEntry, SystemRoots, mounts};
use crate::system::target;

/// `FUSE_SUPER_MAGIC` of linux/magic.h.
const FUSE: i64 = 0x6573_5546;
/// How the types of file systems begin that ask a server or a program, and those without files.
const SLOW_TO_ANSWER: [&str; 11] =
    ["nfs", "cifs", "smb", "9p", "afs", "ceph", "fuse", "autofs", "devtmpfs", "proc", "sysfs"];
/// Looks at a file and its layer before they count as different: a writer may change one between the two.
const LOOKS: u32 = 3;
/// `OVERLAYFS_SUPER_MAGIC` of linux/magic.h.
const OVERLAY: i64 = 0x794c_7630;
/// File systems without a device number of their own that number their own files: btrfs, tmpfs, ramfs, bcachefs
/// (linux/magic.h) and ZFS (OpenZFS, sys/fs/zfs.h).
const OWN_NUMBERS: [i64; 5] =
    [0x9123_683e, 0x0102_1994, 0x8584_58f6_u32 as i64, 0xca45_1a4e_u32 as i64, 0x2fc1_2fc1];

/// A file and the files below it that hold its bytes.
#[derive(Debug)]
pub(super) struct FileLayers {
    /// Open without access (`O_PATH`), top down; empty if no path leads to it.
    pub(super) files: Vec<File>,
    identities: Vec<FileIdentity>,
    /// Whether a file that cannot be found may hold the bytes.
    bottom_hidden: bool,
    /// The file system of the last, if it has one number for each file. FUSE may give one to each name.
    bottom: Option<u64>,
    name: OsString,
    /// The size if no path leads to it; `None` if unknown.
    size_bytes: Option<u64>,
    /// The mount table, if the bottom is hidden.
    mounts: Vec<MountEntry>,
}

impl FileLayers {
    pub(super) fn of(file: File, roots: &SystemRoots) -> io::Result<Self> {
        let meta = file.metadata()?;
        let name = target::real_path(&file)?.file_name().unwrap_or_default().to_owned();
        let identities = vec![FileIdentity::of(&meta)];
        let mut layers = Self {
            files: vec![file],
            identities,
            bottom_hidden: true,
            bottom: None,
            name,
            size_bytes: None,
            mounts: Vec::new(),
        };
        let mounts = LazyCell::new(|| mounts(roots));
        while let Some(last) = layers.files.last() {
            let (meta, kind) = (last.metadata()?, file_system_kind(last));
            layers.bottom = (kind != Some(FUSE)).then_some(meta.dev());
            if kind != Some(OVERLAY) {
                layers.bottom_hidden = DeviceNumber::from_stat(meta.dev()).major == 0
                    && kind.is_none_or(|kind| !OWN_NUMBERS.contains(&kind));
                break;
            }
            let Some(below) = layer_below(last, &mounts, roots) else { break };
            let identity = FileIdentity::of(&below.metadata()?);
            if layers.identities.contains(&identity) {
                break;
            }
            layers.identities.push(identity);
            layers.files.push(below);
        }
        if layers.bottom_hidden {
            layers.mounts = mounts.clone();
        }
        Ok(layers)
    }

    /// A file by the numbers that the kernel gives, the path and the bytes that it had.
    pub(super) fn numbered(
        identity: Option<FileIdentity>,
        path: &Path,
        size_bytes: Option<u64>,
    ) -> Self {
        let own = |identity: &FileIdentity| match *identity {
            FileIdentity::File { file_system, .. } => {
                DeviceNumber::from_stat(file_system).major != 0
            }
            FileIdentity::Device(_) => true,
        };
        Self {
            files: Vec::new(),
            bottom_hidden: !identity.as_ref().is_some_and(own),
            bottom: None,
            identities: identity.into_iter().collect(),
            name: path.file_name().unwrap_or_default().to_owned(),
            size_bytes,
            mounts: Vec::new(),
        }
    }

    /// Its path; the last part of it if no path leads there any more.
    pub(super) fn path(&self) -> PathBuf {
        let found = self.files.first().and_then(|file| target::real_path(file).ok());
        found.unwrap_or_else(|| PathBuf::from(&self.name))
    }

    /// The last part of its path.
    pub(super) fn name(&self) -> &OsStr {
        &self.name
    }

    /// Whether both certainly have bytes of the same file.
    pub(super) fn are(&self, other: &Self) -> bool {
        self.identities.iter().any(|identity| other.identities.contains(identity))
    }

    /// Whether both may be the same file: nothing shows that they are, and nothing shows which file holds their bytes.
    pub(super) fn may_be(&self, other: &Self) -> bool {
        // One that grows has a size between two of the other.
        let sizes = || [self.size_bytes(), other.size_bytes(), self.size_bytes()];
        // The size of a loop device is in whole sectors.
        let unit = if self.files.is_empty() || other.files.is_empty() { 512 } else { 1 };
        self.cannot_tell(other)
            && match sizes().map(|bytes| bytes.map(|bytes| bytes / unit)) {
                [Some(before), Some(of_other), Some(after)] => {
                    of_other > 0 && (before..=after).contains(&of_other)
                }
                _ => false,
            }
    }

    /// Whether a file that cannot be found may hold its bytes.
    pub(super) fn is_hidden(&self) -> bool {
        self.bottom_hidden
    }

    /// Whether an open file with this path may be this one, although its name differs. Not asked of a file system that may keep this
    /// process waiting, unless it is the own one.
    pub(super) fn may_be_at(&self, path: &Path) -> bool {
        let own = |mount: &MountEntry| {
            let on = |identity: &FileIdentity| matches!(identity, FileIdentity::File { file_system, .. } if DeviceNumber::from_stat(*file_system) == mount.number);
            self.identities.iter().any(on)
        };
        let under = self.mounts.iter().filter(|mount| path.starts_with(&mount.point));
        under.max_by_key(|mount| mount.point.as_os_str().len()).is_some_and(|mount| {
            own(mount) || !SLOW_TO_ANSWER.iter().any(|kind| mount.kind.starts_with(kind))
        })
    }

    fn size_bytes(&self) -> Option<u64> {
        self.files.first().map_or(self.size_bytes, size_now)
    }

    /// The same, also for a file of the same name: the size of a loop device is that of the file when it was attached.
    pub(super) fn may_be_by_name(&self, other: &Self) -> bool {
        self.may_be(other) || self.cannot_tell(other) && self.name == other.name
    }

    fn cannot_tell(&self, other: &Self) -> bool {
        let has = |layers: &Self, bottom: Option<u64>| {
            let on = |identity: &FileIdentity| matches!(identity, FileIdentity::File { file_system, .. } if Some(*file_system) == bottom);
            layers.identities.iter().any(on)
        };
        (self.bottom_hidden || other.bottom_hidden)
            && !has(self, other.bottom)
            && !has(other, self.bottom)
    }
}

/// The size as the file system has it now: FUSE and network file systems would give the one of a while ago.
fn size_now(file: &File) -> Option<u64> {
    // SAFETY: all fields are integers, for which zeros are values; the kernel fills the place for an empty path.
    unsafe {
        let mut found: libc::statx = std::mem::zeroed();
        let (empty, flags) = (c"".as_ptr(), libc::AT_EMPTY_PATH | libc::AT_STATX_FORCE_SYNC);
        let mask = libc::STATX_SIZE;
        let code = libc::statx(file.as_raw_fd(), empty, flags, mask, &raw mut found);
        (code == 0).then_some(found.stx_size)
    }
}

fn file_system_kind(file: &File) -> Option<i64> {
    // SAFETY: statfs is plain integers, for which all zero is a valid value; the descriptor is open.
    let (code, stat) = unsafe {
        let mut stat: libc::statfs = std::mem::zeroed();
        (libc::fstatfs(file.as_raw_fd(), &raw mut stat), stat)
    };
    (code == 0).then_some(stat.f_type)
}

/// The file of a layer that an overlay file system shows as this one. Its folders are those that the mounting process
/// named; here they may lead elsewhere, so the file found there is compared.
fn layer_below(file: &File, mounts: &[MountEntry], roots: &SystemRoots) -> Option<File> {
    let id = target::mount_id(file, roots)?;
    let mount = mounts.iter().find(|mount| mount.id == id)?;
    let real = target::real_path(file).ok()?;
    let below_point = real.strip_prefix(&mount.point).ok()?;
    let root = Path::new(&mount.root).strip_prefix("/").ok()?;
    let inside: PathBuf = root.components().chain(below_point.components()).collect();
    let found = layer_folders(mount).into_iter().filter(|folder| folder.is_absolute());
    let mut found = found.filter_map(|folder| target::to_judge(&folder.join(&inside), false).ok());
    found.find(|below| (0..LOOKS).any(|_| have_same_times(file, below)))
}

/// The folders of the layers of an overlay file system.
fn layer_folders(mount: &MountEntry) -> Vec<PathBuf> {
    let options = mount.super_options.iter().filter_map(|option| option.split_once('='));
    options
        .flat_map(|(name, value)| match name {
            // Colons stand between the folders, and behind a backslash in them (overlayfs.rst of Linux).
            "lowerdir" => value
                .replace("\\:", "\0")
                .split(':')
                .map(|folder| PathBuf::from(folder.replace('\0', ":")))
                .collect(),
            "upperdir" | "lowerdir+" | "datadir+" => vec![PathBuf::from(value)],
            _ => Vec::new(),
        })
        .collect()
}

/// Whether both have the same size and times. Nobody can set the time of the last change, and it counts nanoseconds.
fn have_same_times(one: &File, other: &File) -> bool {
    let state = |meta: &Metadata| {
        let (changed, modified) = (meta.ctime_nsec(), meta.mtime_nsec());
        (meta.len(), meta.ctime(), changed, meta.mtime(), modified)
    };
    let (one, other) = (one.metadata(), other.metadata());
    matches!((one, other), (Ok(one), Ok(other)) if state(&one) == state(&other))
}
