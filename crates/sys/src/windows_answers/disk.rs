//! A disk as its driver describes it: length, geometry, number, attributes, counters.

use super::{Answer, AnswerFault};

/// The size of a disk or volume in bytes (`IOCTL_DISK_GET_LENGTH_INFO`, GET_LENGTH_INFORMATION).
pub fn length_bytes(bytes: &[u8]) -> Result<u64, AnswerFault> {
    let answer = Answer::new("GET_LENGTH_INFORMATION", bytes, 8)?;
    answer.count(0, "Length")
}

/// `IOCTL_DISK_GET_DRIVE_GEOMETRY_EX`. It needs no access rights, unlike the length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiskGeometry {
    pub size_bytes: u64,
    /// The unit of addressing.
    pub sector_bytes: u32,
    pub removable: bool,
}

impl DiskGeometry {
    pub fn read(bytes: &[u8]) -> Result<Self, AnswerFault> {
        let answer = Answer::new("DISK_GEOMETRY_EX", bytes, 32)?;
        let sector_bytes = answer.u32(20);
        if !sector_bytes.is_power_of_two() {
            return Err(answer.senseless("BytesPerSector"));
        }
        // RemovableMedia of MEDIA_TYPE; the lower values are floppy disks.
        const REMOVABLE: u32 = 11;
        Ok(Self {
            size_bytes: answer.count(24, "DiskSize")?,
            sector_bytes,
            removable: answer.u32(8) == REMOVABLE,
        })
    }
}

/// `IOCTL_STORAGE_GET_DEVICE_NUMBER`: which device a handle leads to, whatever it was opened as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeviceNumber {
    /// FILE_DEVICE_DISK is 7.
    pub device_type: u32,
    /// The N of `PhysicalDriveN`.
    pub number: u32,
    /// From 1; none for a whole disk, and for a device that cannot have partitions.
    pub partition: Option<u32>,
}

impl DeviceNumber {
    const DISK: u32 = 7;

    pub fn read(bytes: &[u8]) -> Result<Self, AnswerFault> {
        let answer = Answer::new("STORAGE_DEVICE_NUMBER", bytes, 12)?;
        let partition = answer.u32(8);
        Ok(Self {
            device_type: answer.u32(0),
            number: answer.u32(4),
            partition: Some(partition).filter(|number| *number != 0 && *number != u32::MAX),
        })
    }

    /// Whether it is a disk or a part of one. Numbers of other kinds of devices count separately.
    pub fn is_disk(self) -> bool {
        self.device_type == Self::DISK
    }
}

/// `IOCTL_DISK_GET_DISK_ATTRIBUTES`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiskAttributes {
    /// Whether Windows shows no volume of it.
    pub offline: bool,
    pub read_only: bool,
}

impl DiskAttributes {
    pub fn read(bytes: &[u8]) -> Result<Self, AnswerFault> {
        let answer = Answer::new("GET_DISK_ATTRIBUTES", bytes, 16)?;
        let attributes = answer.u64(8);
        Ok(Self { offline: attributes & 1 != 0, read_only: attributes & 2 != 0 })
    }
}

/// Whether a disk belongs to a failover cluster (`IOCTL_DISK_IS_CLUSTERED`, a BOOLEAN).
pub fn is_clustered(bytes: &[u8]) -> Result<bool, AnswerFault> {
    Ok(Answer::new("BOOLEAN", bytes, 1)?.flag(0))
}

/// The counters of a disk since they were switched on (`IOCTL_DISK_PERFORMANCE`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiskPerformance {
    pub read_bytes: u64,
    pub written_bytes: u64,
    /// The time of all reads together.
    pub read_ns: u64,
    /// The time of all writes together.
    pub write_ns: u64,
    pub idle_ns: u64,
    /// The moment of the look, on the clock of the other times.
    pub now_ns: u64,
    /// Wraps at 2^32.
    pub reads: u32,
    /// Wraps at 2^32.
    pub writes: u32,
    pub queue_depth: u32,
}

impl DiskPerformance {
    /// Reads a DISK_PERFORMANCE, whose times count 100 ns.
    pub fn read(bytes: &[u8]) -> Result<Self, AnswerFault> {
        let answer = Answer::new("DISK_PERFORMANCE", bytes, 68)?;
        let ns = |at, field| Ok::<u64, AnswerFault>(answer.count(at, field)?.saturating_mul(100));
        Ok(Self {
            read_bytes: answer.count(0, "BytesRead")?,
            written_bytes: answer.count(8, "BytesWritten")?,
            read_ns: ns(16, "ReadTime")?,
            write_ns: ns(24, "WriteTime")?,
            idle_ns: ns(32, "IdleTime")?,
            now_ns: ns(56, "QueryTime")?,
            reads: answer.u32(40),
            writes: answer.u32(44),
            queue_depth: answer.u32(48),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::image::Image;
    use super::*;

    const GIB: u64 = 1 << 30;

    #[test]
    fn the_length_is_read_and_a_short_answer_tells_what_it_lacks() {
        assert_eq!(length_bytes(&Image::new(8).u64(0, 500 * GIB).0), Ok(500 * GIB));
        let short = AnswerFault::Short {
            structure: "GET_LENGTH_INFORMATION",
            needed_bytes: 8,
            got_bytes: 4,
        };
        assert_eq!(length_bytes(&[0; 4]), Err(short));
        assert!(length_bytes(&[0xff; 8]).is_err());
    }

    #[test]
    fn a_fixed_disk_and_a_removable_one() {
        // Cylinders, FixedMedia, tracks, sectors, 512 bytes; then the size.
        let fixed = Image::new(40).u64(0, 65_270).u32(8, 12).u32(12, 255).u32(16, 63).u32(20, 512);
        let fixed = fixed.u64(24, 500 * GIB);
        let geometry = DiskGeometry { size_bytes: 500 * GIB, sector_bytes: 512, removable: false };
        assert_eq!(DiskGeometry::read(&fixed.0), Ok(geometry));
        let stick = DiskGeometry::read(&fixed.u32(8, 11).u32(20, 4096).0);
        assert_eq!(stick, Ok(DiskGeometry { sector_bytes: 4096, removable: true, ..geometry }));
        assert!(DiskGeometry::read(&[0; 40]).is_err());
    }

    #[test]
    fn a_volume_has_the_number_of_its_disk() {
        let volume = Image::new(12).u32(0, 7).u32(4, 3).u32(8, 2);
        let read = DeviceNumber::read(&volume.0).expect("whole");
        assert_eq!((read.number, read.partition, read.is_disk()), (3, Some(2), true));
        for whole in [0, u32::MAX] {
            let disk = Image::new(12).u32(0, 7).u32(4, 3).u32(8, whole);
            assert_eq!(DeviceNumber::read(&disk.0).expect("whole").partition, None);
        }
        // FILE_DEVICE_CD_ROM
        assert!(!DeviceNumber::read(&Image::new(12).u32(0, 2).0).expect("whole").is_disk());
    }

    #[test]
    fn attributes_and_membership_of_a_cluster() {
        let offline = Image::new(16).u32(0, 16).u64(8, 1);
        let both = DiskAttributes { offline: true, read_only: true };
        assert_eq!(
            DiskAttributes::read(&offline.0),
            Ok(DiskAttributes { read_only: false, ..both })
        );
        assert_eq!(DiskAttributes::read(&offline.u64(8, 3).0), Ok(both));
        assert_eq!((is_clustered(&[1]), is_clustered(&[0])), (Ok(true), Ok(false)));
        assert!(is_clustered(&[]).is_err());
    }

    #[test]
    fn counters_are_read_in_nanoseconds() {
        let image = Image::new(88)
            .u64(0, 8 * GIB)
            .u64(8, 2 * GIB)
            .u64(16, 30_000_000)
            .u64(24, 10_000_000)
            .u64(32, 500_000_000)
            .u32(40, 1_048_576)
            .u32(44, 262_144)
            .u32(48, 7)
            .u64(56, 133_000_000_000_000_000)
            .u32(64, 2);
        let read = DiskPerformance {
            read_bytes: 8 * GIB,
            written_bytes: 2 * GIB,
            read_ns: 3_000_000_000,
            write_ns: 1_000_000_000,
            idle_ns: 50_000_000_000,
            now_ns: 13_300_000_000_000_000_000,
            reads: 1_048_576,
            writes: 262_144,
            queue_depth: 7,
        };
        assert_eq!(DiskPerformance::read(&image.0), Ok(read));
    }
}
