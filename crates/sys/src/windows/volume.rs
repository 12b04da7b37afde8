//! The volumes of the machine: where they are mounted, their file systems, the disks below them.

use super::call::{ask, checked, text, wide};
use crate::windows_answers::volume::{DiskExtent, VolumeInformation, disk_extents};
use std::fs::{File, OpenOptions};
use std::io;
use std::os::windows::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use windows_sys::Win32::Foundation::INVALID_HANDLE_VALUE;
use windows_sys::Win32::Storage::FileSystem::{
    FindFirstVolumeW, FindNextVolumeW, FindVolumeClose, GetDiskFreeSpaceW, GetDriveTypeW,
    GetVolumeInformationW, GetVolumeNameForVolumeMountPointW, GetVolumePathNameW,
    GetVolumePathNamesForVolumeNameW,
};

/// `DRIVE_CDROM` of winbase.h.
const DRIVE_CDROM: u32 = 5;
/// `CTL_CODE('V', 0, METHOD_BUFFERED, FILE_ANY_ACCESS)` of ntddvol.h.
const IOCTL_VOLUME_GET_VOLUME_DISK_EXTENTS: u32 = 0x0056_0000;
/// Long enough for the paths of a volume and for its extents.
const UNITS: usize = 4096;

pub(super) struct Volume {
    /// `\\?\Volume{GUID}\`
    pub(super) name: String,
    /// Where it is mounted: `C:\`, a folder. Also a volume that is not can have a file system that Windows uses.
    pub(super) points: Vec<PathBuf>,
}

impl Volume {
    pub(super) fn of(path: &Path) -> Option<Self> {
        let point = point_of(path).ok()?;
        let mut name = [0u16; 64];
        let root = wide(&point);
        // SAFETY: the root ends in NUL, and the place has the length that is passed.
        let code = unsafe {
            GetVolumeNameForVolumeMountPointW(root.as_ptr(), name.as_mut_ptr(), name.len() as u32)
        };
        // A share of another machine has no such name.
        let name = if code != 0 { text(&name) } else { point.display().to_string() };
        Some(Self { name, points: vec![point] })
    }

    /// Every volume that is mounted.
    pub(super) fn all() -> Vec<Self> {
        let mut found = Self::every();
        found.retain(|volume| !volume.points.is_empty());
        found
    }

    pub(super) fn every() -> Vec<Self> {
        let mut found = Vec::new();
        let mut name = [0u16; 64];
        // SAFETY: the place has the length that is passed.
        let search = unsafe { FindFirstVolumeW(name.as_mut_ptr(), name.len() as u32) };
        if search == INVALID_HANDLE_VALUE {
            return found;
        }
        loop {
            found.push(Self { name: text(&name), points: points(&name) });
            // SAFETY: the search is open, and the place has the length that is passed.
            if unsafe { FindNextVolumeW(search, name.as_mut_ptr(), name.len() as u32) } == 0 {
                break;
            }
        }
        // SAFETY: the search is open, and nobody uses it any more.
        unsafe { FindVolumeClose(search) };
        found
    }

    pub(super) fn information(&self) -> Option<VolumeInformation> {
        let root = wide(Path::new(&self.name));
        let (mut label, mut kind) = ([0u16; 261], [0u16; 261]);
        let mut flags = 0;
        let none = std::ptr::null_mut();
        // SAFETY: the root ends in NUL, and the places have the lengths that are passed.
        let code = unsafe {
            let (label, kind) = (label.as_mut_ptr(), kind.as_mut_ptr());
            GetVolumeInformationW(root.as_ptr(), label, 261, none, none, &raw mut flags, kind, 261)
        };
        (code != 0).then(|| VolumeInformation::read(flags, &kind, &label))
    }

    /// Its pieces on disks; none for a share, and where the driver does not tell.
    pub(super) fn extents(&self) -> Option<Vec<DiskExtent>> {
        let device = self.name.strip_suffix('\\')?;
        let file = OpenOptions::new().access_mode(0).open(device).ok()?;
        extents_of(&file).ok()
    }

    /// False for a CD or DVD, whose driver tells no disk.
    pub(super) fn may_be_on_disk(&self) -> bool {
        let root = wide(Path::new(&self.name));
        // SAFETY: the root ends in NUL.
        unsafe { GetDriveTypeW(root.as_ptr()) != DRIVE_CDROM }
    }

    /// The bytes of its unit of allocation.
    pub(super) fn cluster_bytes(&self) -> Option<u32> {
        let units = units(self.points.first()?)?;
        Some(units.sector_bytes * units.sectors)
    }
}

/// The pieces on disks of an open volume.
pub(super) fn extents_of(volume: &File) -> io::Result<Vec<DiskExtent>> {
    let answer = ask(volume, IOCTL_VOLUME_GET_VOLUME_DISK_EXTENTS, &[], UNITS)?;
    disk_extents(&answer).map_err(|_| io::ErrorKind::InvalidData.into())
}

fn points(name: &[u16]) -> Vec<PathBuf> {
    let mut paths = [0u16; UNITS];
    let mut length = 0;
    // SAFETY: the name ends in NUL, and the place has the length that is passed.
    let code = unsafe {
        let (to, room) = (paths.as_mut_ptr(), paths.len() as u32);
        GetVolumePathNamesForVolumeNameW(name.as_ptr(), to, room, &raw mut length)
    };
    if code == 0 {
        return Vec::new();
    }
    let paths = paths.split(|unit| *unit == 0).take_while(|path| !path.is_empty());
    paths.map(|path| String::from_utf16_lossy(path).into()).collect()
}

/// Where the volume of a path is mounted.
fn point_of(path: &Path) -> io::Result<PathBuf> {
    let mut point = [0u16; 1024];
    let path = wide(path);
    // SAFETY: the path ends in NUL, and the place has the length that is passed.
    checked(unsafe { GetVolumePathNameW(path.as_ptr(), point.as_mut_ptr(), point.len() as u32) })?;
    Ok(text(&point).into())
}

struct Units {
    sectors: u32,
    sector_bytes: u32,
}

fn units(root: &Path) -> Option<Units> {
    let root = wide(root);
    let (mut sectors, mut sector_bytes, mut free, mut all) = (0, 0, 0, 0);
    // SAFETY: the root ends in NUL, and all places are valid.
    let code = unsafe {
        let units = (&raw mut sectors, &raw mut sector_bytes);
        GetDiskFreeSpaceW(root.as_ptr(), units.0, units.1, &raw mut free, &raw mut all)
    };
    (code != 0 && sector_bytes > 0).then_some(Units { sectors, sector_bytes })
}

/// The sector of the volume that an open file lies on.
pub(super) fn sector_bytes(file: &File) -> Option<u32> {
    let path = super::target::real_path(file).ok()?;
    units(&point_of(&path).ok()?).map(|units| units.sector_bytes)
}
