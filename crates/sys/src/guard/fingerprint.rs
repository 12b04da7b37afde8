//! The content of a disk as one line of text: its partition table, its partitions, and the identity of each file
//! system, array or volume group on them. Two readings are equal as long as nobody reformats or repartitions the disk;
//! never writes.

use std::fmt::Write;
use std::fs::File;
use std::io;
use std::ops::Range;

use super::signature::{Signature, read, signatures, signatures_in};
use crate::file;

/// The maximum number of partitions of a table (UEFI 2.10, 5.3.1: usual tables have 128).
const PARTITIONS_MAX: u32 = 1024;

pub fn fingerprint(disk: &File, size_bytes: u64) -> io::Result<String> {
    // The cached pages of the whole disk do not show writes through its partitions.
    file::forget_range(disk, 0, 0)?;
    let all = 0..size_bytes;
    let mut line = contents(disk, &all, &signatures(disk, size_bytes)?)?;
    for (id, part) in partitions(disk, &all)? {
        let held = contents(disk, &part, &signatures_in(disk, part.clone())?)?;
        write!(line, " | {id} {} {} {held}", part.start, part.end).map_err(io::Error::other)?;
    }
    Ok(line)
}

/// Every signature of a range, with its offset and, if the format has one, its identity.
fn contents(disk: &File, part: &Range<u64>, found: &[Signature]) -> io::Result<String> {
    let mut text = String::new();
    for signature in found {
        let (at, length) = identity(signature.name);
        let id = match signature.offset_bytes.checked_add_signed(at) {
            Some(place) if length > 0 => read(disk, part, place, length)?,
            _ => Vec::new(),
        };
        let comma = if text.is_empty() { "" } else { "," };
        let Signature { name, offset_bytes, .. } = signature;
        write!(text, "{comma}{name}@{offset_bytes}={}", hex(&id)).map_err(io::Error::other)?;
    }
    Ok(text)
}

/// The offset of a format's UUID from its signature, and the UUID's length, both in bytes.
fn identity(name: &str) -> (i64, usize) {
    match name {
        // The UUID of the physical volume: 32 characters after the label (lvm2, format_text/layout.h).
        "lvm2" => (32, 32),
        // set_uuid (linux/raid/md_p.h).
        "md" => (16, 16),
        // fsid, 32 bytes before the magic.
        "btrfs" | "btrfs (multi-device)" => (-32, 16),
        "ext2/3/4" => (48, 16),
        "xfs" => (32, 16),
        "gpt" => (56, 16),
        "luks" => (168, 36),
        _ => (0, 0),
    }
}

/// The partitions of a GPT in the order of its table, each with its UUID and its range in bytes.
fn partitions(disk: &File, all: &Range<u64>) -> io::Result<Vec<(String, Range<u64>)>> {
    let mut found = Vec::new();
    for sector in [512, 4096] {
        let head = read(disk, all, sector, 92)?;
        if !head.starts_with(b"EFI PART") {
            continue;
        }
        let word = |at: usize| u32::from_le_bytes(std::array::from_fn(|i| head[at + i]));
        // UEFI 2.10, 5.3.2: where the entries begin, how many there are, how long each is.
        let first = u64::from(word(72)) | u64::from(word(76)) << 32;
        let (count, length) = (word(80).min(PARTITIONS_MAX), u64::from(word(84)));
        for number in 0..u64::from(count) {
            let place = first.saturating_mul(sector).saturating_add(number * length);
            let entry = read(disk, all, place, 48)?;
            if entry.len() < 48 || entry[..16].iter().all(|byte| *byte == 0) {
                continue;
            }
            let block = |at: usize| u64::from_le_bytes(std::array::from_fn(|i| entry[at + i]));
            let start = block(32).saturating_mul(sector).min(all.end);
            let end = block(40).saturating_add(1).saturating_mul(sector).clamp(start, all.end);
            found.push((hex(&entry[16..32]), start..end));
        }
        break;
    }
    Ok(found)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::write_all_at;

    const MIB: u64 = 1 << 20;

    /// A disk with one partition of 2 MiB after the first MiB.
    fn disk() -> File {
        let path = std::env::temp_dir().join(format!("plimsoll-print-{}", std::process::id()));
        let mut options = File::options();
        let disk = options.read(true).write(true).create_new(true).open(&path).expect("own");
        std::fs::remove_file(&path).expect("own");
        disk.set_len(8 * MIB).expect("own");
        let mut head = [0; 92];
        head[..8].copy_from_slice(b"EFI PART");
        head[72] = 2;
        (head[80], head[84]) = (128, 128);
        let mut entry = [7; 48];
        entry[32..40].copy_from_slice(&(MIB / 512).to_le_bytes());
        entry[40..].copy_from_slice(&(3 * MIB / 512 - 1).to_le_bytes());
        write_all_at(&disk, &head, 512).expect("own");
        write_all_at(&disk, &entry, 1024).expect("own");
        disk
    }

    #[test]
    fn whatever_is_made_of_a_disk_changes_its_fingerprint_and_data_do_not() {
        let disk = disk();
        let line = || fingerprint(&disk, 8 * MIB).expect("it is read");
        let write = |bytes: &[u8], at: u64| write_all_at(&disk, bytes, at).expect("own");
        let before = line();
        assert!(before.contains(&format!("{} {MIB} {} ", "07".repeat(16), 3 * MIB)), "{before}");
        write(b"rows of a table", MIB + 8192);
        assert_eq!(line(), before);
        let mut known = vec![before];
        // The disk's own UUID, the partition's, a further partition, a file system, its UUID, a file system over all.
        let changes: [(&[u8], u64); 6] = [
            (&[1], 512 + 56),
            (&[1], 1024 + 16),
            (&[9; 48], 1024 + 128),
            (b"_BHRfS_M", MIB + 65_600),
            (&[1; 16], MIB + 65_568),
            (b"XFSB", 0),
        ];
        for (bytes, at) in changes {
            write(bytes, at);
            let now = line();
            assert!(!known.contains(&now), "{bytes:?} at {at}: {now}");
            known.push(now);
        }
    }
}
