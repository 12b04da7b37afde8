//! Who else uses a file, and the extended attribute that marks it.

use super::layers::FileLayers;
use super::openers::{self, OpenerQuery};
use super::related::loop_over_file;
use crate::guard::{KernelUse, WriteRefusal};
use crate::inventory::{SystemRoots, mounts};
use crate::system::inventory::unescape;
use crate::system::target;
use std::ffi::{CStr, CString};
use std::fs::File;
use std::os::fd::AsRawFd;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

const ATTRIBUTE: &CStr = c"user.plimsoll";

/// The mark of an open file; none if it has none, or its file system keeps none.
pub(crate) fn attribute(file: &File) -> Option<Vec<u8>> {
    // A descriptor that was opened without access gives no attributes, its path does.
    let path = CString::new(target::descriptor(file).as_os_str().as_bytes()).ok()?;
    let mut value = [0u8; 128];
    // SAFETY: both names end in NUL and `value` is writable for the length given.
    let length = unsafe {
        libc::getxattr(path.as_ptr(), ATTRIBUTE.as_ptr(), value.as_mut_ptr().cast(), value.len())
    };
    // Absent, not supported, not permitted or too long: in each case there is no valid mark.
    usize::try_from(length).ok().map(|length| value[..length].to_vec())
}

/// Marks an open file; returns whether its file system keeps the mark.
pub(crate) fn set_attribute(file: &File, text: &[u8]) -> bool {
    // SAFETY: the name ends in NUL, `text` is valid for the given length, and the descriptor is open.
    let result = unsafe {
        libc::fsetxattr(file.as_raw_fd(), ATTRIBUTE.as_ptr(), text.as_ptr().cast(), text.len(), 0)
    };
    result == 0
}

pub(crate) struct FileUsers(FileLayers);

impl FileUsers {
    /// Refuses a file that the kernel uses, or that a program may write to unseen.
    pub(crate) fn of(path: &Path, held: &File, roots: &SystemRoots) -> Result<Self, WriteRefusal> {
        let unreadable = |error| WriteRefusal::unreadable(path, &error);
        if !roots.sys.join("class/block").is_dir() {
            return Err(WriteRefusal::DevicesHidden { path: path.to_owned() });
        }
        let layers = held.try_clone().and_then(|held| FileLayers::of(held, roots));
        let layers = layers.map_err(unreadable)?;
        if let Some(by) = used_by(roots, &layers) {
            return Err(WriteRefusal::used(path, by));
        }
        if let Some(point) = mounted_at(roots, &layers) {
            return Err(WriteRefusal::Mounted { device: path.display().to_string(), point });
        }
        if openers::has_hidden_writer(roots, &layers) {
            return Err(WriteRefusal::FileOpenUnseen { path: path.to_owned() });
        }
        Ok(Self(layers))
    }

    /// The refusal for a program that has the file open for writing.
    pub(crate) fn writer(&self, path: &Path, roots: &SystemRoots) -> Option<WriteRefusal> {
        let openers = openers::lasting_openers(roots, &OpenerQuery::File(&self.0));
        openers.into_iter().next().map(|opener| WriteRefusal::FileOpen {
            path: path.to_owned(),
            process: opener.pid.to_string(),
            command: opener.command,
        })
    }
}

/// The use that the kernel makes of a file, such as swap space or the backing file of a loop device.
pub fn in_use(path: &Path) -> Option<KernelUse> {
    let (roots, file) = (SystemRoots::default(), target::to_judge(path, true).ok()?);
    used_by(&roots, &FileLayers::of(file, &roots).ok()?)
}

/// Where a file is mounted without a loop device, as an image of EROFS (CONFIG_EROFS_FS_BACKED_BY_FILE) and of FUSE is.
fn mounted_at(roots: &SystemRoots, layers: &FileLayers) -> Option<PathBuf> {
    for mount in mounts(roots).into_iter().filter(|mount| mount.number.major == 0) {
        let source = Path::new(&mount.source);
        let is_source = if source.is_absolute() {
            is_file_at(roots, layers, source)
        } else {
            // A relative path was that of the mounting process.
            mount.kind == "erofs" && source.file_name() == Some(layers.name())
        };
        if is_source {
            return Some(mount.point);
        }
    }
    None
}

/// Whether this path leads to the file.
fn is_file_at(roots: &SystemRoots, layers: &FileLayers, path: &Path) -> bool {
    let file = target::to_judge(path, true).ok();
    let other = file.and_then(|file| FileLayers::of(file, roots).ok());
    other.is_some_and(|other| layers.are(&other))
}

fn used_by(roots: &SystemRoots, layers: &FileLayers) -> Option<KernelUse> {
    let swaps = roots.proc_text("swaps").unwrap_or_default();
    for line in swaps.lines().skip(1) {
        let mut words = line.split_whitespace();
        let path = unescape(words.next().unwrap_or(""));
        if words.next() == Some("file")
            && let Ok(swap) = target::to_judge(Path::new(&path), true)
            && let Ok(swap) = FileLayers::of(swap, roots)
            && (layers.are(&swap) || layers.may_be_by_name(&swap))
        {
            return Some(KernelUse::Swap);
        }
    }
    let (name, is_certain) = loop_over_file(roots, layers)?;
    let device = roots.dev.join(name);
    Some(if is_certain { KernelUse::Loop(device) } else { KernelUse::MaybeLoop(device) })
}
