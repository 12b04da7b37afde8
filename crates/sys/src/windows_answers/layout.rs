//! The partitions of a disk (`IOCTL_DISK_GET_DRIVE_LAYOUT_EX`, DRIVE_LAYOUT_INFORMATION_EX) and what they are for.

use super::{Answer, AnswerFault, text_of};

/// The head of the structure, and one PARTITION_INFORMATION_EX.
const HEAD_BYTES: usize = 48;
const ENTRY_BYTES: usize = 144;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableStyle {
    Mbr,
    Gpt,
    Raw,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartitionUse {
    /// A volume with a file system, or one that is to get it.
    Data,
    /// Kept free for the conversion into another kind of disk.
    Reserved,
    /// A machine starts from it: an EFI system partition, or the active partition of an MBR.
    System,
    Recovery,
    /// Data or metadata of the Logical Disk Manager (a dynamic disk).
    DynamicDisk,
    StorageSpaces,
    /// Metadata of a failover cluster.
    Cluster,
    StorageReplica,
    Other,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partition {
    /// From 1; 0 for one that has no device.
    pub number: u32,
    pub start_bytes: u64,
    pub size_bytes: u64,
    pub usage: PartitionUse,
    /// Its name in a GPT.
    pub name: Option<String>,
}

/// The partitions of a disk, without empty entries of an MBR.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DriveLayout {
    pub style: TableStyle,
    pub partitions: Vec<Partition>,
}

impl DriveLayout {
    pub fn read(bytes: &[u8]) -> Result<Self, AnswerFault> {
        let answer = Answer::new("DRIVE_LAYOUT_INFORMATION_EX", bytes, 8)?;
        let style = match answer.u32(0) {
            0 => TableStyle::Mbr,
            1 => TableStyle::Gpt,
            // Partitions that are not understood are not partitions that are not there.
            2 if answer.u32(4) == 0 => {
                return Ok(Self { style: TableStyle::Raw, partitions: Vec::new() });
            }
            _ => return Err(answer.senseless("PartitionStyle")),
        };
        let entries = answer.elements(HEAD_BYTES, answer.u32(4), ENTRY_BYTES)?;
        let read: Result<Vec<_>, _> = entries.map(|entry| partition(entry, style)).collect();
        Ok(Self { style, partitions: read?.into_iter().flatten().collect() })
    }
}

/// One partition; none for an empty entry of an MBR.
fn partition(entry: Answer<'_>, style: TableStyle) -> Result<Option<Partition>, AnswerFault> {
    let (usage, name) = if style == TableStyle::Gpt {
        let units: Vec<u16> = (72..ENTRY_BYTES).step_by(2).map(|at| entry.u16(at)).collect();
        (of_guid(entry.array(32)), Some(text_of(&units)).filter(|name| !name.is_empty()))
    } else {
        match of_type(entry.bytes[32], entry.flag(33)) {
            Some(usage) => (usage, None),
            None => return Ok(None),
        }
    };
    Ok(Some(Partition {
        number: entry.u32(24),
        start_bytes: entry.count(8, "StartingOffset")?,
        size_bytes: entry.count(16, "PartitionLength")?,
        usage,
        name,
    }))
}

/// The types of winioctl.h (PARTITION_*); none is an unused entry.
fn of_type(kind: u8, active: bool) -> Option<PartitionUse> {
    Some(match kind {
        0 => return None,
        0x42 => PartitionUse::DynamicDisk,
        0xd7 | 0xe7 => PartitionUse::StorageSpaces,
        0xef => PartitionUse::System,
        _ if active => PartitionUse::System,
        0x27 => PartitionUse::Recovery,
        0x01 | 0x04 | 0x06 | 0x07 | 0x0b | 0x0c | 0x0e => PartitionUse::Data,
        _ => PartitionUse::Other,
    })
}

/// The types of PARTITION_INFORMATION_GPT.
fn of_guid(bytes: [u8; 16]) -> PartitionUse {
    const KNOWN: [(u128, PartitionUse); 9] = [
        (0xebd0_a0a2_b9e5_4433_87c0_68b6_b726_99c7, PartitionUse::Data),
        (0xe3c9_e316_0b5c_4db8_817d_f92d_f002_15ae, PartitionUse::Reserved),
        (0xc12a_7328_f81f_11d2_ba4b_00a0_c93e_c93b, PartitionUse::System),
        (0xde94_bba4_06d1_4d40_a16a_bfd5_0179_d6ac, PartitionUse::Recovery),
        (0x5808_c8aa_7e8f_42e0_85d2_e1e9_0434_cfb3, PartitionUse::DynamicDisk),
        (0xaf9b_60a0_1431_4f62_bc68_3311_714a_69ad, PartitionUse::DynamicDisk),
        (0xe75c_af8f_f680_4cee_afa3_b001_e56e_fc2d, PartitionUse::StorageSpaces),
        (0xdb97_dba9_0840_4bae_97f0_ffb9_a327_c7e1, PartitionUse::Cluster),
        (0x558d_43c5_a1ac_43c0_aac8_d147_2b29_23d1, PartitionUse::StorageReplica),
    ];
    let guid = guid(bytes);
    KNOWN.iter().find(|known| known.0 == guid).map_or(PartitionUse::Other, |known| known.1)
}

/// A GUID as it is printed; its first three fields are little-endian in memory.
fn guid(mut bytes: [u8; 16]) -> u128 {
    bytes[..4].reverse();
    bytes[4..6].reverse();
    bytes[6..8].reverse();
    u128::from_be_bytes(bytes)
}

#[cfg(test)]
mod tests {
    use super::super::image::Image;
    use super::*;

    const MIB: u64 = 1 << 20;
    /// As they stand on disk.
    const EFI: [u8; 16] = *b"\x28\x73\x2a\xc1\x1f\xf8\xd2\x11\xba\x4b\0\xa0\xc9\x3e\xc9\x3b";
    const DATA: [u8; 16] = *b"\xa2\xa0\xd0\xeb\xe5\xb9\x33\x44\x87\xc0\x68\xb6\xb7\x26\x99\xc7";
    const SPACES: [u8; 16] = *b"\x8f\xaf\x5c\xe7\x80\xf6\xee\x4c\xaf\xa3\xb0\x01\xe5\x6e\xfc\x2d";
    const LDM: [u8; 16] = *b"\xaa\xc8\x08\x58\x8f\x7e\xe0\x42\x85\xd2\xe1\xe9\x04\x34\xcf\xb3";
    const CLUSTER: [u8; 16] = *b"\xa9\xdb\x97\xdb\x40\x08\xae\x4b\x97\xf0\xff\xb9\xa3\x27\xc7\xe1";

    fn table(style: u32, count: u32) -> Image {
        Image::new(HEAD_BYTES + count as usize * ENTRY_BYTES).u32(0, style).u32(4, count)
    }

    fn entry(image: Image, index: usize, number: u32, start: u64, size: u64) -> Image {
        let at = HEAD_BYTES + index * ENTRY_BYTES;
        image.u64(at + 8, start).u64(at + 16, size).u32(at + 24, number)
    }

    #[test]
    fn a_system_disk_with_a_gpt() {
        let image = entry(table(1, 2), 0, 1, MIB, 100 * MIB);
        let image = entry(image, 1, 2, 101 * MIB, 60_000 * MIB);
        let image =
            image.bytes(HEAD_BYTES + 32, &EFI).wide(HEAD_BYTES + 72, "EFI system partition");
        let image = image.bytes(HEAD_BYTES + ENTRY_BYTES + 32, &DATA);
        let read = DriveLayout::read(&image.0).expect("whole");
        let efi = Partition {
            number: 1,
            start_bytes: MIB,
            size_bytes: 100 * MIB,
            usage: PartitionUse::System,
            name: Some("EFI system partition".to_owned()),
        };
        let data = Partition {
            number: 2,
            start_bytes: 101 * MIB,
            size_bytes: 60_000 * MIB,
            usage: PartitionUse::Data,
            name: None,
        };
        assert_eq!(read, DriveLayout { style: TableStyle::Gpt, partitions: vec![efi, data] });
    }

    #[test]
    fn what_manages_a_disk_is_known_by_its_partitions() {
        let uses = [
            (SPACES, PartitionUse::StorageSpaces),
            (LDM, PartitionUse::DynamicDisk),
            (CLUSTER, PartitionUse::Cluster),
            ([0x5a; 16], PartitionUse::Other),
        ];
        for (guid, usage) in uses {
            let image = entry(table(1, 1), 0, 1, MIB, MIB).bytes(HEAD_BYTES + 32, &guid);
            let read = DriveLayout::read(&image.0).expect("whole");
            assert_eq!(read.partitions[0].usage, usage);
        }
    }

    #[test]
    fn an_mbr_with_an_active_a_dynamic_and_empty_entries() {
        let image = entry(table(0, 4), 0, 1, MIB, 500 * MIB);
        let image = entry(image, 1, 2, 501 * MIB, MIB);
        let image = image.bytes(HEAD_BYTES + 32, &[7, 0x80]);
        let image = image.bytes(HEAD_BYTES + ENTRY_BYTES + 32, &[0x42, 0]);
        let read = DriveLayout::read(&image.0).expect("whole");
        assert_eq!(read.style, TableStyle::Mbr);
        let uses: Vec<_> = read.partitions.iter().map(|one| one.usage).collect();
        assert_eq!(uses, [PartitionUse::System, PartitionUse::DynamicDisk]);
    }

    #[test]
    fn a_new_disk_has_no_table_and_a_cut_answer_is_a_fault() {
        let read = DriveLayout::read(&table(2, 0).0).expect("whole");
        assert_eq!(read, DriveLayout { style: TableStyle::Raw, partitions: Vec::new() });
        let whole = table(1, 2).0;
        let fault = DriveLayout::read(&whole[..whole.len() - 1]).expect_err("it is cut");
        assert!(matches!(fault, AnswerFault::Short { needed_bytes: 336, got_bytes: 335, .. }));
        assert!(DriveLayout::read(&table(9, 0).0).is_err());
        assert!(DriveLayout::read(&Image::new(8).u32(0, 1).u32(4, u32::MAX).0).is_err());
    }
}
