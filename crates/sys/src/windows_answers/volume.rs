//! A volume: the disks under it, its file system, encryption, and the page files on it.

use super::{Answer, AnswerFault, text_of};

/// A piece of a disk that holds bytes of a volume.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiskExtent {
    /// The N of `PhysicalDriveN`.
    pub disk: u32,
    pub start_bytes: u64,
    pub size_bytes: u64,
}

impl DiskExtent {
    pub(super) fn overlaps(&self, other: &Self) -> bool {
        let end = |one: &Self| one.start_bytes.saturating_add(one.size_bytes);
        self.disk == other.disk && self.start_bytes < end(other) && other.start_bytes < end(self)
    }
}

/// Where the bytes of a volume are (`IOCTL_VOLUME_GET_VOLUME_DISK_EXTENTS`). Several for a spanned, striped or mirrored one.
pub fn disk_extents(bytes: &[u8]) -> Result<Vec<DiskExtent>, AnswerFault> {
    let answer = Answer::new("VOLUME_DISK_EXTENTS", bytes, 8)?;
    let count = answer.u32(0);
    if count == 0 {
        return Err(answer.senseless("NumberOfDiskExtents"));
    }
    let extents = answer.elements(8, count, 24)?;
    extents
        .map(|extent| {
            Ok(DiskExtent {
                disk: extent.u32(0),
                start_bytes: extent.count(8, "StartingOffset")?,
                size_bytes: extent.count(16, "ExtentLength")?,
            })
        })
        .collect()
}

/// What GetVolumeInformationByHandleW tells, from its flags and buffers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VolumeInformation {
    /// `NTFS`, `ReFS`.
    pub file_system: String,
    pub label: String,
    pub read_only: bool,
    /// Whether the whole volume is compressed (FAT only; NTFS compresses files).
    pub compressed: bool,
    /// Whether reads and writes can go to storage-class memory without a copy.
    pub direct_access: bool,
    /// Whether files can share blocks: a write may then go to a new place.
    pub clones_blocks: bool,
}

impl VolumeInformation {
    pub fn read(flags: u32, file_system: &[u16], label: &[u16]) -> Self {
        let has = |flag: u32| flags & flag != 0;
        Self {
            file_system: text_of(file_system),
            label: text_of(label),
            read_only: has(0x0008_0000),
            compressed: has(0x8000),
            direct_access: has(0x2000_0000),
            clones_blocks: has(0x0800_0000),
        }
    }
}

/// Whether a volume is encrypted by BitLocker, from the first sector of its partition, read through the disk: through an unlocked
/// volume the sector looks like that of the file system.
pub fn is_bitlocker(sector: &[u8]) -> Result<bool, AnswerFault> {
    let answer = Answer::new("boot sector", sector, 512)?;
    /// The identifier of BitLocker To Go, whose volumes look like FAT32 ("BitLocker Disk Encryption format", libbde, 3.2).
    const TO_GO: [u8; 16] = *b"\x3b\xd6\x67\x49\x29\x2e\xd8\x4a\x83\x99\xf6\xa3\x39\xe3\xd0\x01";
    Ok(answer.array(3) == *b"-FVE-FS-" || answer.array(424) == TO_GO)
}

/// The letters of the volumes with page files, from the value `ExistingPageFiles` of the memory manager in the registry (REG_MULTI_SZ).
pub fn page_files(units: &[u16]) -> Vec<char> {
    let texts = units.split(|unit| *unit == 0).map(String::from_utf16_lossy);
    texts.filter_map(|text| page_file(text.trim())).collect()
}

fn page_file(text: &str) -> Option<char> {
    // `\??\` is the folder of the letters in the names of the kernel.
    let path = text.strip_prefix(r"\??\").unwrap_or(text);
    let letter = path.chars().next().filter(char::is_ascii_alphabetic)?;
    path[1..].starts_with(':').then(|| letter.to_ascii_uppercase())
}

#[cfg(test)]
mod tests {
    use super::super::image::{Image, wide};
    use super::*;

    const GIB: u64 = 1 << 30;

    #[test]
    fn a_volume_on_two_disks() {
        let image = Image::new(56).u32(0, 2);
        let image = image.u32(8, 1).u64(16, 1 << 20).u64(24, 100 * GIB);
        let image = image.u32(32, 2).u64(40, 0).u64(48, 50 * GIB);
        let first = DiskExtent { disk: 1, start_bytes: 1 << 20, size_bytes: 100 * GIB };
        let second = DiskExtent { disk: 2, start_bytes: 0, size_bytes: 50 * GIB };
        assert_eq!(disk_extents(&image.0), Ok(vec![first, second]));
        // The answer for a buffer with room for one, with ERROR_MORE_DATA.
        assert!(disk_extents(&image.0[..32]).is_err());
        assert!(disk_extents(&[0; 32]).is_err(), "wine leaves zeros");
    }

    #[test]
    fn a_file_system_and_its_label() {
        let read = VolumeInformation::read(0x0808_0046, &wide("ReFS"), &wide("Данные"));
        assert_eq!((read.file_system.as_str(), read.label.as_str()), ("ReFS", "Данные"));
        assert!(read.read_only && read.clones_blocks && !read.compressed && !read.direct_access);
    }

    #[test]
    fn bitlocker_is_known_by_its_boot_sector() {
        let locked = Image::new(512).bytes(0, b"\xeb\x58\x90-FVE-FS-").bytes(510, &[0x55, 0xaa]);
        assert_eq!(is_bitlocker(&locked.0), Ok(true));
        let to_go = Image::new(512).bytes(0, b"\xeb\x58\x90MSWIN4.1");
        assert_eq!(is_bitlocker(&to_go.0), Ok(false));
        let id = b"\x3b\xd6\x67\x49\x29\x2e\xd8\x4a\x83\x99\xf6\xa3\x39\xe3\xd0\x01";
        assert_eq!(is_bitlocker(&to_go.bytes(424, id).0), Ok(true));
        let ntfs = Image::new(512).bytes(0, b"\xeb\x52\x90NTFS    ");
        assert_eq!(is_bitlocker(&ntfs.0), Ok(false));
        assert!(is_bitlocker(&ntfs.0[..100]).is_err());
    }

    #[test]
    fn page_files_from_the_registry() {
        let units = wide("\\??\\C:\\pagefile.sys\0d:\\pagefile.sys\0");
        assert_eq!(page_files(&units), ['C', 'D']);
        assert_eq!(page_files(&[0, 0]), []);
    }
}
