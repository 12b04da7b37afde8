//! A volume: the disks under it, its file system and clusters, encryption, and the page files on it.

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

/// The units of a file system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClusterFacts {
    /// The unit of allocation; SQL Server wants 64 KiB.
    pub cluster_bytes: u32,
    pub sector_bytes: u32,
    pub clusters: u64,
    pub free_clusters: u64,
    /// The number that FILE_ID_INFO repeats.
    pub serial: u64,
}

impl ClusterFacts {
    /// Reads an NTFS_VOLUME_DATA_BUFFER (`FSCTL_GET_NTFS_VOLUME_DATA`).
    pub fn of_ntfs(bytes: &[u8]) -> Result<Self, AnswerFault> {
        let answer = Answer::new("NTFS_VOLUME_DATA_BUFFER", bytes, 96)?;
        Self::sound(
            answer,
            Self {
                serial: answer.u64(0),
                clusters: answer.count(16, "TotalClusters")?,
                free_clusters: answer.count(24, "FreeClusters")?,
                sector_bytes: answer.u32(40),
                cluster_bytes: answer.u32(44),
            },
        )
    }

    /// Reads a REFS_VOLUME_DATA_BUFFER (`FSCTL_GET_REFS_VOLUME_DATA`).
    pub fn of_refs(bytes: &[u8]) -> Result<Self, AnswerFault> {
        let answer = Answer::new("REFS_VOLUME_DATA_BUFFER", bytes, 64)?;
        Self::sound(
            answer,
            Self {
                serial: answer.u64(16),
                clusters: answer.count(32, "TotalClusters")?,
                free_clusters: answer.count(40, "FreeClusters")?,
                sector_bytes: answer.u32(56),
                cluster_bytes: answer.u32(60),
            },
        )
    }

    fn sound(answer: Answer<'_>, facts: Self) -> Result<Self, AnswerFault> {
        if facts.cluster_bytes.is_power_of_two() && facts.sector_bytes.is_power_of_two() {
            Ok(facts)
        } else {
            Err(answer.senseless("BytesPerCluster"))
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

/// Where a page file is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PageFilePlace {
    Letter(char),
    /// The name of a volume device, such as `\Device\HarddiskVolume3` (QueryDosDeviceW gives it for a letter).
    Device(String),
    /// Windows chooses the volume.
    Anywhere,
}

/// The places of page files: the values `PagingFiles` and `ExistingPageFiles` of the memory manager in the registry (REG_MULTI_SZ), or
/// names that EnumPageFilesW gives. What has another form is kept as a device, so that it is not lost.
pub fn page_files(units: &[u16]) -> Vec<PageFilePlace> {
    let texts = units.split(|unit| *unit == 0).map(String::from_utf16_lossy);
    texts.filter(|text| !text.trim().is_empty()).map(|text| page_file(text.trim())).collect()
}

fn page_file(text: &str) -> PageFilePlace {
    // `\??\` is the folder of the letters in the names of the kernel; sizes stand behind the name.
    let path = text.strip_prefix(r"\??\").unwrap_or(text);
    let mut chars = path.chars();
    match (chars.next(), chars.next()) {
        (Some('?'), Some(':')) => PageFilePlace::Anywhere,
        (Some(letter), Some(':')) if letter.is_ascii_alphabetic() => {
            PageFilePlace::Letter(letter.to_ascii_uppercase())
        }
        _ => {
            let device = path.rsplit_once('\\').map_or(path, |(device, _)| device);
            PageFilePlace::Device(device.to_owned())
        }
    }
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
    fn clusters_of_ntfs_and_refs() {
        let ntfs = Image::new(96).u64(0, 0x1234_5678_9abc_def0).u64(16, 1000).u64(24, 400);
        let ntfs = ntfs.u32(40, 512).u32(44, 65_536);
        let facts = ClusterFacts {
            cluster_bytes: 65_536,
            sector_bytes: 512,
            clusters: 1000,
            free_clusters: 400,
            serial: 0x1234_5678_9abc_def0,
        };
        assert_eq!(ClusterFacts::of_ntfs(&ntfs.0), Ok(facts));
        assert!(ClusterFacts::of_ntfs(&[0; 96]).is_err());
        let refs = Image::new(160).u32(0, 160).u64(16, 0x1234_5678_9abc_def0).u64(32, 1000);
        let refs = refs.u64(40, 400).u32(56, 512).u32(60, 65_536);
        assert_eq!(ClusterFacts::of_refs(&refs.0), Ok(facts));
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
    fn page_files_from_the_registry_and_the_kernel() {
        let units = wide("\\??\\C:\\pagefile.sys\0d:\\pagefile.sys 4096 8192\0?:\\pagefile.sys\0");
        let units = &units[..units.len() - 1];
        let places =
            [PageFilePlace::Letter('C'), PageFilePlace::Letter('D'), PageFilePlace::Anywhere];
        assert_eq!(page_files(units), places);
        let device = PageFilePlace::Device(r"\Device\HarddiskVolume3".to_owned());
        let told: Vec<u16> = r"\Device\HarddiskVolume3\pagefile.sys".encode_utf16().collect();
        assert_eq!(page_files(&told), [device]);
        assert_eq!(page_files(&[0, 0]), []);
    }
}
