//! Signatures of formats on a device: takes its bytes, gives the signatures found in them; never writes.
//!
//! The table lists what a database server is likely to meet; offsets are of the formats' own documentation.

use std::fs::File;
use std::io;
use std::ops::Range;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignatureKind {
    PartitionTable,
    FileSystem,
    Swap,
    /// A part of something larger or hidden: of a volume group, an array, a pool, a datastore, an encryption, a cache.
    Member,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signature {
    pub name: &'static str,
    pub kind: SignatureKind,
    /// Where it was found, in bytes from the start of the device.
    pub offset_bytes: u64,
}

use SignatureKind::{FileSystem, Member, PartitionTable, Swap};

/// Signatures at a fixed offset from the start: name, kind, offset, bytes.
const FIXED: [(&str, SignatureKind, u64, &[u8]); 38] = [
    ("gpt", PartitionTable, 512, b"EFI PART"),
    ("gpt", PartitionTable, 4096, b"EFI PART"),
    ("ext2/3/4", FileSystem, 1080, &[0x53, 0xef]),
    ("xfs", FileSystem, 0, b"XFSB"),
    ("btrfs", FileSystem, 65_600, b"_BHRfS_M"),
    ("ntfs", FileSystem, 3, b"NTFS    "),
    ("exfat", FileSystem, 3, b"EXFAT   "),
    ("refs", FileSystem, 3, b"ReFS\0\0\0\0"),
    ("fat", FileSystem, 82, b"FAT32   "),
    ("fat", FileSystem, 54, b"FAT1"),
    ("f2fs", FileSystem, 1024, &[0x10, 0x20, 0xf5, 0xf2]),
    ("jfs", FileSystem, 32_768, b"JFS1"),
    ("nilfs2", FileSystem, 1030, &[0x34, 0x34]),
    ("reiserfs", FileSystem, 65_588, b"ReIsEr"),
    ("gfs2", FileSystem, 65_536, &[0x01, 0x16, 0x19, 0x70]),
    ("squashfs", FileSystem, 0, b"hsqs"),
    ("erofs", FileSystem, 1024, &[0xe2, 0xe1, 0xf5, 0xe0]),
    ("iso9660", FileSystem, 32_769, b"CD001"),
    ("udf", FileSystem, 32_769, b"BEA01"),
    ("hfs+", FileSystem, 1024, &[b'H', b'+', 0, 4]),
    ("apfs", FileSystem, 32, b"NXSB"),
    ("vmfs", Member, 1_048_576, &[0x0d, 0xd0, 0x01, 0xc0]),
    ("vmfs", Member, 2_097_152, &[0x5e, 0xf1, 0xab, 0x2f]),
    ("swap", Swap, 4086, b"SWAPSPACE2"),
    ("swap", Swap, 16_374, b"SWAPSPACE2"),
    ("swap", Swap, 65_526, b"SWAPSPACE2"),
    ("luks", Member, 0, b"LUKS\xba\xbe"),
    ("bitlocker", Member, 3, b"-FVE-FS-"),
    ("md", Member, 0, &MD),
    ("md", Member, 4096, &MD),
    ("bcache", Member, 4120, &BCACHE),
    ("bcachefs", FileSystem, 4120, &BCACHEFS),
    ("stratis", Member, 516, b"!Stra0tis\x86\xff\x02^\x41rh"),
    ("dm-verity", Member, 0, b"verity\0\0"),
    ("ceph bluestore", Member, 0, b"bluestore block device"),
    ("vdo", Member, 0, b"dmvdo001"),
    ("oracle asm", Member, 32, b"ORCLDISK"),
    ("oracle asm", Member, 40, b"ORCLDISK"),
];

/// The superblock magic of md, little-endian (linux/raid/md_p.h).
const MD: [u8; 4] = [0xfc, 0x4e, 0x2b, 0xa9];
const BCACHE: [u8; 16] = [
    0xc6, 0x85, 0x73, 0xf6, 0x4e, 0x1a, 0x45, 0xca, 0x82, 0x65, 0xf5, 0x7f, 0x48, 0xba, 0x6d, 0x81,
];
const BCACHEFS: [u8; 16] = [
    0xc6, 0x85, 0x73, 0xf6, 0x66, 0xce, 0x90, 0xa9, 0xd9, 0x6a, 0x60, 0xcf, 0x80, 0x3d, 0xf7, 0xef,
];
/// "EFI PART" again on the last block, which remains if only the start was wiped.
const GPT: &[u8] = b"EFI PART";
/// The metadata of DRBD 8 (clean and not) and 9, big-endian: its base 0x83740267 and 4 to 6 (drbdmeta).
const DRBD: [[u8; 4]; 3] =
    [[0x83, 0x74, 0x02, 0x6b], [0x83, 0x74, 0x02, 0x6c], [0x83, 0x74, 0x02, 0x6d]];

/// Every signature on the first and last bytes of a device or image of `size_bytes`, in the order of their offsets.
pub fn signatures(file: &File, size_bytes: u64) -> io::Result<Vec<Signature>> {
    signatures_in(file, 0..size_bytes)
}

/// The same for a range of it, such as a partition: offsets count from the start of the range.
pub fn signatures_in(file: &File, part: Range<u64>) -> io::Result<Vec<Signature>> {
    let mut found: Vec<Signature> = Vec::new();
    let mut add = |name, kind, offset_bytes| {
        if !found.iter().any(|s: &Signature| s.offset_bytes == offset_bytes) {
            found.push(Signature { name, kind, offset_bytes });
        }
    };
    let at = |offset: u64, length: usize| read(file, &part, offset, length);
    for (name, kind, offset, bytes) in FIXED {
        if at(offset, bytes.len())? == bytes {
            // One of several devices does not hold a whole file system.
            match shared(name, at)? {
                Some(shared) => add(shared, Member, offset),
                None => add(name, kind, offset),
            }
        }
    }
    // LVM puts its label in any of the first four sectors.
    for sector in 0..4u64 {
        let label = at(sector * 512, 32)?;
        if label.starts_with(b"LABELONE") && label.ends_with(b"LVM2 001") {
            add("lvm2", Member, sector * 512);
        }
    }
    // ZFS fills the second half of its label with a ring of uberblocks, any of which may be the first written.
    let ring = at(131_072, 131_072)?;
    let zfs = [[0x0c, 0xb1, 0xba, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0xba, 0xb1, 0x0c]];
    if let Some(slot) = ring.chunks(1024).position(|c| zfs.iter().any(|m| c.starts_with(m))) {
        add("zfs", Member, 131_072 + slot as u64 * 1024);
    }
    at_the_end(part.end - part.start, at, &mut add)?;
    if let Some(name) = boot_record(&at(0, 512)?, &found) {
        found.push(Signature { name, kind: PartitionTable, offset_bytes: 510 });
    }
    found.sort_by_key(|s| s.offset_bytes);
    Ok(found)
}

/// The name for a file system of several devices; the superblock holds their number.
fn shared(
    name: &str,
    at: impl Fn(u64, usize) -> io::Result<Vec<u8>>,
) -> io::Result<Option<&'static str>> {
    let (shared, offset, length) = match name {
        // `num_devices`, little-endian, at 0x88 of the superblock (btrfs on-disk format).
        "btrfs" => ("btrfs (multi-device)", 65_536 + 0x88, 8),
        // `nr_devices` at 123 of the superblock (bcachefs_format.h).
        "bcachefs" => ("bcachefs (multi-device)", 4096 + 123, 1),
        _ => return Ok(None),
    };
    let count = at(offset, length)?;
    let several = count.iter().rev().fold(0, |sum, byte| sum << 8 | u64::from(*byte)) > 1;
    Ok(several.then_some(shared))
}

/// Finds signatures at a fixed distance from the end of `size_bytes`.
fn at_the_end(
    size_bytes: u64,
    at: impl Fn(u64, usize) -> io::Result<Vec<u8>>,
    add: &mut impl FnMut(&'static str, SignatureKind, u64),
) -> io::Result<()> {
    let back = |bytes: u64| size_bytes.saturating_sub(bytes);
    for (offset, block) in [(back(512), 512), (back(4096), 4096)] {
        if offset >= block && at(offset, 8)? == GPT {
            add("gpt (backup)", PartitionTable, offset);
        }
    }
    // md 1.0 is 8 KiB before the end on a 4 KiB boundary, md 0.90 in the last whole 64 KiB block but one.
    for offset in [back(8192) & !4095, (size_bytes & !65_535).saturating_sub(65_536)] {
        if offset > 0 && at(offset, 4)? == MD {
            add("md", Member, offset);
        }
    }
    // Firmware RAID, which md assembles too: the DDF anchor is on the last sector, Intel's on the last but one.
    let sector = size_bytes & !511;
    for (before, bytes) in [
        (512, &[0xde, 0x11, 0xde, 0x11][..]),
        (512, &[0x11, 0xde, 0x11, 0xde]),
        (1024, b"Intel Raid ISM Cfg Sig. "),
    ] {
        let offset = sector.saturating_sub(before);
        if offset > 0 && at(offset, bytes.len())? == bytes {
            add("firmware raid", Member, offset);
        }
    }
    let drbd = (size_bytes & !4095).saturating_sub(4096);
    let magic = at(drbd + 60, 4)?;
    if drbd > 0 && DRBD.iter().any(|known| magic == known) {
        add("drbd", Member, drbd + 60);
    }
    Ok(())
}

/// A boot record with at least one used entry; boot sectors of FAT, NTFS and BitLocker end in the same two bytes.
fn boot_record(sector: &[u8], found: &[Signature]) -> Option<&'static str> {
    if sector.len() < 512 || sector[510..] != [0x55, 0xaa] {
        return None;
    }
    if found.iter().any(|s| s.offset_bytes < 100) {
        return None;
    }
    let entries: Vec<&[u8]> = sector[446..510].chunks(16).collect();
    let sound = entries.iter().all(|e| matches!(e[0], 0 | 0x80));
    (sound && entries.iter().any(|e| e[4] != 0)).then_some("mbr")
}

/// Reads `length` bytes at `offset` of a range; empty if the range ends before.
pub(super) fn read(
    file: &File,
    part: &Range<u64>,
    offset: u64,
    length: usize,
) -> io::Result<Vec<u8>> {
    let from = part.start.saturating_add(offset);
    if from.checked_add(length as u64).is_none_or(|end| end > part.end) {
        return Ok(Vec::new());
    }
    let mut bytes = vec![0; length];
    crate::file::read_exact_at(file, &mut bytes, from)?;
    Ok(bytes)
}

/// The disk GUID of a GPT, as sfdisk(8) prints it. None without a GPT, or if it is not in the usual place.
pub fn table_id(file: &File, size_bytes: u64) -> io::Result<Option<String>> {
    for sector in [512, 4096] {
        let head = read(file, &(0..size_bytes), sector, 72)?;
        if !head.starts_with(GPT) {
            continue;
        }
        // UEFI 2.10, 5.3.2: DiskGUID is at byte 56, its first three fields little-endian.
        let hex = |places: &[usize]| {
            places.iter().map(|place| format!("{:02X}", head[56 + place])).collect::<String>()
        };
        let fields = [&[3, 2, 1, 0][..], &[5, 4], &[7, 6], &[8, 9], &[10, 11, 12, 13, 14, 15]];
        return Ok(Some(fields.map(hex).join("-")));
    }
    Ok(None)
}

/// Whether the first MiB holds nothing but zeros, so that not even an unknown format begins there.
pub fn blank(file: &File, size_bytes: u64) -> io::Result<bool> {
    let length = size_bytes.min(1 << 20);
    Ok(read(file, &(0..size_bytes), 0, length as usize)?.iter().all(|b| *b == 0))
}
