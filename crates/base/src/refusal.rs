//! Why a path is refused, and errors of the operating system: the reasons as data, found by `sys`. `report` makes the sentences.

use crate::Bytes;
use serde::{Deserialize, Serialize};
use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};

/// A device that another one is built on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceHolder {
    /// Its name in the kernel, such as `dm-0`.
    pub device: String,
    pub volume: Option<String>,
}

/// `dm-0 (vg-data)`.
impl Display for DeviceHolder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.volume {
            Some(volume) => write!(f, "{} ({volume})", self.device),
            None => f.write_str(&self.device),
        }
    }
}

/// One reason not to write to a file or device; `path`, and a `device` that was not named, are as given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WriteRefusal {
    /// It cannot be examined, so nothing is known and nothing is allowed.
    Unreadable {
        path: PathBuf,
        error: SystemError,
    },
    /// The kernel's list of block devices is hidden, so that the users of the file or device cannot be found.
    DevicesHidden {
        path: PathBuf,
    },
    NotADevice {
        path: PathBuf,
    },
    /// The user did not name the device, and its first MiB is all zeros.
    DeviceNotNamed {
        device: PathBuf,
    },
    /// The user did not name the device, and it holds data of an unknown kind.
    DeviceWithDataNotNamed {
        device: PathBuf,
    },
    /// The user did not name the device, and it has signatures.
    DeviceWithSignaturesNotNamed {
        device: PathBuf,
        /// The names of the signatures, with commas between them.
        holds: String,
    },
    Root {
        device: String,
    },
    Mounted {
        device: String,
        point: PathBuf,
    },
    Swap {
        device: String,
    },
    /// Something is built on the device.
    Held {
        device: PathBuf,
        holder: String,
    },
    /// The device is a member of something larger, active or not, which would be damaged.
    Member {
        /// The device, or the partition or disk with the signature.
        device: PathBuf,
        holds: &'static str,
    },
    Busy {
        device: PathBuf,
    },
    DeviceOpen {
        device: PathBuf,
        process: String,
        command: String,
    },
    ReadOnly {
        device: PathBuf,
    },
    /// Plimsoll did not make the file, and the user did not name it.
    FileNotOurs {
        path: PathBuf,
    },
    /// Plimsoll made the file, but another program changed it since.
    FileChanged {
        path: PathBuf,
    },
    /// It is a symbolic link, and the user did not name its destination.
    Link {
        link: PathBuf,
        to: PathBuf,
    },
    HardLinks {
        path: PathBuf,
        names: u64,
    },
    /// The kernel uses the file as swap space.
    SwapFile {
        path: PathBuf,
    },
    /// A loop device shows the content of the file.
    LoopFile {
        path: PathBuf,
        device: PathBuf,
    },
    /// A loop device may show the content of the file: the file system hides which file holds its bytes.
    MaybeLoopFile {
        path: PathBuf,
        device: PathBuf,
    },
    /// The kernel counts a writer of the file that no visible process has open under its name.
    FileOpenUnseen {
        path: PathBuf,
    },
    /// A program has the file open to write to it.
    FileOpen {
        path: PathBuf,
        process: String,
        command: String,
    },
    NotAFile {
        path: PathBuf,
    },
    /// A device of Windows that is no disk or volume was named.
    NotADisk {
        path: PathBuf,
    },
    /// A machine with Windows starts from the disk or volume, this one or another.
    SystemDisk {
        /// The disk or volume as given.
        device: PathBuf,
        /// The letter, or the name or number of the partition.
        volume: String,
    },
    /// Windows shows a file system on the disk or volume. It cannot be unmounted: whoever opens it mounts it again.
    VolumeInUse {
        /// The disk or volume as given.
        device: PathBuf,
        /// The letter, folder or name.
        volume: String,
        holds: String,
    },
    /// A page file of Windows is on the disk or volume.
    PageFile {
        /// The disk or volume as given.
        device: PathBuf,
        volume: String,
    },
    /// The disk belongs to something larger, which would be damaged.
    Managed {
        /// The disk or volume as given.
        device: PathBuf,
        /// The name of what it belongs to.
        holds: &'static str,
    },
    /// Windows does not tell which disks hold a volume, so each may.
    VolumeHidden {
        /// The disk or volume as given.
        device: PathBuf,
        volume: String,
    },
    /// An attribute of the disk forbids writes.
    ReadOnlyDisk {
        /// The disk or volume as given.
        device: PathBuf,
    },
    /// Another program has the file open and does not share it.
    FileInUse {
        path: PathBuf,
    },
}

/// What this program found wrong with an open file. It travels in an [`std::io::Error`], as an error of the
/// system does, and has English words as those have, for where no language is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum FileFault {
    /// Too little space would stay free in its file system.
    #[error("{left} would stay free, {kept} must")]
    SpaceShortage {
        /// The bytes that would stay free.
        left: Bytes,
        /// The bytes that have to stay free.
        kept: Bytes,
    },
    /// Opening it again gave another file than the one that may be used.
    #[error("another file has taken its place")]
    OtherFile,
    /// Nobody may change it or its directory, or write anywhere but at its end (chattr(1)).
    #[error("it is immutable or append-only (lsattr)")]
    Immutable,
    #[error("it may only be read")]
    OnlyRead,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KernelUse {
    Swap,
    /// As the content of this loop device.
    Loop(PathBuf),
    /// Perhaps as the content of this loop device; the file system hides which file holds its bytes.
    MaybeLoop(PathBuf),
}

impl WriteRefusal {
    /// The refusal of what cannot be examined.
    pub fn unreadable(path: &Path, error: &io::Error) -> Self {
        Self::Unreadable { path: path.to_owned(), error: error.into() }
    }

    pub fn used(path: &Path, by: KernelUse) -> Self {
        let path = path.to_owned();
        match by {
            KernelUse::Swap => Self::SwapFile { path },
            KernelUse::Loop(device) => Self::LoopFile { path, device },
            KernelUse::MaybeLoop(device) => Self::MaybeLoopFile { path, device },
        }
    }
}

/// Why a target could not be examined; `path` is as given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InventoryError {
    /// The path cannot be read.
    Path { path: PathBuf, error: String },
    /// It is neither a file, a directory nor a block device.
    NotATarget { path: PathBuf },
}

/// An error of the operating system.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum SystemError {
    Errno(i32),
    /// What this program found wrong with an open file.
    File(FileFault),
    /// An error without a number, in the words of the standard library.
    Text(String),
}

impl From<&io::Error> for SystemError {
    fn from(error: &io::Error) -> Self {
        let fault = error.get_ref().and_then(|inner| inner.downcast_ref::<FileFault>());
        match (fault, error.raw_os_error()) {
            (Some(fault), _) => Self::File(*fault),
            (None, Some(errno)) => Self::Errno(errno),
            (None, None) => Self::Text(error.to_string()),
        }
    }
}

impl SystemError {
    pub fn errno(&self) -> Option<i32> {
        match self {
            Self::Errno(errno) => Some(*errno),
            Self::File(_) | Self::Text(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Bytes;

    #[test]
    fn an_error_keeps_its_number_or_its_fault_and_else_its_words() {
        let shortage = FileFault::SpaceShortage { left: Bytes(1), kept: Bytes(2) };
        for (error, wanted) in [
            (io::Error::from_raw_os_error(28), SystemError::Errno(28)),
            (io::Error::other(shortage), SystemError::File(shortage)),
            (io::Error::other("odd"), SystemError::Text("odd".to_owned())),
        ] {
            let stored = SystemError::from(&error);
            assert_eq!(stored, wanted);
            let text = serde_json::to_string(&stored).expect("plain values");
            assert_eq!(serde_json::from_str::<SystemError>(&text).expect("its own form"), wanted);
        }
    }
}
