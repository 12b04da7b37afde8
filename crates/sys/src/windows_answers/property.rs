//! The properties of a storage device (`IOCTL_STORAGE_QUERY_PROPERTY`): who made it, how it is attached, what it costs to seek, whether
//! it trims, its sectors and its write cache.

use super::{Answer, AnswerFault};

/// How a device is attached (STORAGE_BUS_TYPE).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bus {
    Scsi,
    Ata,
    Usb,
    Raid,
    Iscsi,
    Sas,
    Sata,
    FibreChannel,
    /// What a hypervisor provides.
    Virtual,
    /// A disk whose bytes are in a file, such as a mounted VHDX.
    FileBacked,
    /// A virtual disk of Storage Spaces.
    Spaces,
    Nvme,
    NvmeOverFabrics,
    /// Storage-class memory.
    Memory,
    /// Another known to Windows: memory cards, FireWire.
    Other,
}

impl Bus {
    fn of(number: u32) -> Option<Self> {
        Some(match number {
            // BusTypeUnknown, and what a later Windows adds.
            0 | 0x15.. => return None,
            1 => Self::Scsi,
            2 | 3 => Self::Ata,
            6 => Self::FibreChannel,
            7 => Self::Usb,
            8 => Self::Raid,
            9 => Self::Iscsi,
            0xa => Self::Sas,
            0xb => Self::Sata,
            0xe => Self::Virtual,
            0xf => Self::FileBacked,
            0x10 => Self::Spaces,
            0x11 => Self::Nvme,
            0x12 => Self::Memory,
            0x14 => Self::NvmeOverFabrics,
            _ => Self::Other,
        })
    }

    /// As inventories show it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Scsi => "scsi",
            Self::Ata => "ata",
            Self::Usb => "usb",
            Self::Raid => "raid",
            Self::Iscsi => "iscsi",
            Self::Sas => "sas",
            Self::Sata => "sata",
            Self::FibreChannel => "fibre channel",
            Self::Virtual => "virtual",
            Self::FileBacked => "file",
            Self::Spaces => "storage spaces",
            Self::Nvme => "pcie",
            Self::NvmeOverFabrics => "nvme-of",
            Self::Memory => "memory",
            Self::Other => "",
        }
    }
}

/// A STORAGE_DEVICE_DESCRIPTOR (`StorageDeviceProperty`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeviceDescription {
    pub bus: Option<Bus>,
    pub vendor: Option<String>,
    pub model: Option<String>,
    pub revision: Option<String>,
    pub serial: Option<String>,
    pub removable: bool,
    /// Whether the device takes several requests at once.
    pub queues_commands: bool,
}

impl DeviceDescription {
    pub fn read(bytes: &[u8]) -> Result<Self, AnswerFault> {
        let answer = Answer::new("STORAGE_DEVICE_DESCRIPTOR", bytes, 36)?;
        let text = |at: usize| text_at(bytes, answer.u32(at));
        Ok(Self {
            bus: Bus::of(answer.u32(28)),
            vendor: text(12),
            model: text(16),
            revision: text(20),
            serial: text(24),
            removable: answer.flag(10),
            queues_commands: answer.flag(11),
        })
    }
}

/// The text at an offset of a descriptor. Drivers without one say 0 or -1, pad with spaces, or point behind the answer.
fn text_at(bytes: &[u8], offset: u32) -> Option<String> {
    let from = bytes.get(offset as usize..).filter(|_| offset != 0)?;
    let end = from.iter().position(|byte| *byte == 0).unwrap_or(from.len());
    let text = String::from_utf8_lossy(&from[..end]).trim().to_owned();
    (!text.is_empty()).then_some(text)
}

/// Whether a distant block costs more than a near one (DEVICE_SEEK_PENALTY_DESCRIPTOR): a rotating disk.
pub fn has_seek_penalty(bytes: &[u8]) -> Result<bool, AnswerFault> {
    Ok(Answer::new("DEVICE_SEEK_PENALTY_DESCRIPTOR", bytes, 9)?.flag(8))
}

/// Whether the device takes TRIM or UNMAP (DEVICE_TRIM_DESCRIPTOR).
pub fn trims(bytes: &[u8]) -> Result<bool, AnswerFault> {
    Ok(Answer::new("DEVICE_TRIM_DESCRIPTOR", bytes, 9)?.flag(8))
}

/// A STORAGE_ACCESS_ALIGNMENT_DESCRIPTOR.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AccessAlignment {
    /// The unit of unbuffered I/O.
    pub logical_sector_bytes: u32,
    /// The unit that the device writes without reading first.
    pub physical_sector_bytes: u32,
    /// Where the first physical sector starts.
    pub offset_bytes: u32,
}

impl AccessAlignment {
    pub fn read(bytes: &[u8]) -> Result<Self, AnswerFault> {
        let answer = Answer::new("STORAGE_ACCESS_ALIGNMENT_DESCRIPTOR", bytes, 28)?;
        let sector = |at: usize, field| {
            Some(answer.u32(at)).filter(|n| n.is_power_of_two()).ok_or(answer.senseless(field))
        };
        Ok(Self {
            logical_sector_bytes: sector(16, "BytesPerLogicalSector")?,
            physical_sector_bytes: sector(20, "BytesPerPhysicalSector")?,
            offset_bytes: answer.u32(24),
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CacheType {
    NoCache,
    WriteBack,
    WriteThrough,
}

/// A STORAGE_WRITE_CACHE_PROPERTY. What a driver does not know is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WriteCache {
    pub kind: Option<CacheType>,
    pub enabled: Option<bool>,
    pub changeable: Option<bool>,
    /// Whether a single write can bypass it.
    pub write_through: Option<bool>,
    pub flushes: bool,
    /// "Turn off write-cache buffer flushing": an administrator says that power never fails, so Windows sends no flushes.
    pub flushes_dropped: bool,
    /// Whether the cache survives a loss of power.
    pub nonvolatile: bool,
}

impl WriteCache {
    pub fn read(bytes: &[u8]) -> Result<Self, AnswerFault> {
        let answer = Answer::new("STORAGE_WRITE_CACHE_PROPERTY", bytes, 27)?;
        // 0 is unknown, 1 no and 2 yes in each of these.
        let known = |at: usize| match answer.u32(at) {
            1 => Some(false),
            2 => Some(true),
            _ => None,
        };
        let kind = match answer.u32(8) {
            1 => Some(CacheType::NoCache),
            2 => Some(CacheType::WriteBack),
            3 => Some(CacheType::WriteThrough),
            _ => None,
        };
        Ok(Self {
            kind,
            enabled: known(12),
            changeable: known(16),
            write_through: known(20),
            flushes: answer.flag(24),
            flushes_dropped: answer.flag(25),
            nonvolatile: answer.flag(26),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::image::Image;
    use super::*;

    #[test]
    fn a_disk_says_who_made_it_and_how_it_is_attached() {
        let image = Image::new(160)
            .bytes(11, &[1])
            .u32(12, 40)
            .u32(16, 60)
            .u32(20, 90)
            .u32(24, 100)
            .u32(28, 0xb)
            .bytes(40, b"ATA     \0")
            .bytes(60, b"INTEL SSDSC2BB480G4\0")
            .bytes(90, b"D2010370\0")
            .bytes(100, b"  BTWL3330021N480QGN\0");
        let read = DeviceDescription::read(&image.0).expect("whole");
        let text = |text: &str| Some(text.to_owned());
        let told = DeviceDescription {
            bus: Some(Bus::Sata),
            vendor: text("ATA"),
            model: text("INTEL SSDSC2BB480G4"),
            revision: text("D2010370"),
            serial: text("BTWL3330021N480QGN"),
            removable: false,
            queues_commands: true,
        };
        assert_eq!(read, told);
    }

    #[test]
    fn a_device_without_texts_has_none() {
        // No vendor, a serial of -1, a model behind the end, and a bus that a later Windows may know.
        let image = Image::new(36).u32(16, 900).u32(24, u32::MAX).u32(28, 0x7f).bytes(10, &[1]);
        let none = DeviceDescription { removable: true, ..DeviceDescription::default() };
        assert_eq!(DeviceDescription::read(&image.0), Ok(none));
    }

    #[test]
    fn every_bus_that_databases_stand_on_is_named() {
        let of = |number| Bus::of(number).map(Bus::word);
        assert_eq!([1, 6, 9, 0xa].map(of), ["scsi", "fibre channel", "iscsi", "sas"].map(Some));
        assert_eq!([0xe, 0x10, 0x11].map(of), ["virtual", "storage spaces", "pcie"].map(Some));
        assert_eq!(of(0), None);
    }

    #[test]
    fn seek_penalty_and_trim() {
        let yes = Image::new(12).u32(0, 12).u32(4, 12).bytes(8, &[1]).0;
        assert_eq!((has_seek_penalty(&yes), trims(&yes)), (Ok(true), Ok(true)));
        assert_eq!((has_seek_penalty(&[0; 12]), trims(&[0; 12])), (Ok(false), Ok(false)));
        assert!(has_seek_penalty(&yes[..8]).is_err() && trims(&yes[..8]).is_err());
    }

    #[test]
    fn sectors_of_a_disk_that_emulates_512_bytes() {
        let image = Image::new(28).u32(0, 28).u32(4, 28).u32(16, 512).u32(20, 4096).u32(24, 512);
        let read = AccessAlignment::read(&image.0).expect("whole");
        assert_eq!((read.logical_sector_bytes, read.physical_sector_bytes), (512, 4096));
        assert_eq!(read.offset_bytes, 512);
        let fault = AccessAlignment::read(&image.u32(16, 0).0).expect_err("a sector has bytes");
        let structure = "STORAGE_ACCESS_ALIGNMENT_DESCRIPTOR";
        let field = "BytesPerLogicalSector";
        assert_eq!(fault, AnswerFault::Senseless { structure, field });
    }

    #[test]
    fn a_write_cache_whose_flushes_are_dropped() {
        let image = Image::new(28).u32(8, 2).u32(12, 2).u32(16, 1).u32(20, 2).bytes(24, &[1, 1, 0]);
        let cache = WriteCache {
            kind: Some(CacheType::WriteBack),
            enabled: Some(true),
            changeable: Some(false),
            write_through: Some(true),
            flushes: true,
            flushes_dropped: true,
            nonvolatile: false,
        };
        assert_eq!(WriteCache::read(&image.0), Ok(cache));
        let unknown = WriteCache::read(&[0; 28]).expect("whole");
        assert_eq!((unknown.kind, unknown.enabled, unknown.write_through), (None, None, None));
    }
}
