//! The mount table: takes `/proc/self/mountinfo`, gives its rows and the row of a path; never mounts.

use crate::inventory::{DeviceNumber, MountEntry, SystemRoots};
use std::path::PathBuf;

/// Every mount this process sees, in the order they were made.
pub fn mounts(roots: &SystemRoots) -> Vec<MountEntry> {
    roots
        .proc_text("self/mountinfo")
        .map(|t| t.lines().filter_map(row).collect())
        .unwrap_or_default()
}

fn row(line: &str) -> Option<MountEntry> {
    let (left, right) = line.split_once(" - ")?;
    let left: Vec<&str> = left.split(' ').collect();
    let mut right = right.split(' ');
    Some(MountEntry {
        id: left.first()?.parse().ok()?,
        number: DeviceNumber::parse(left.get(2)?)?,
        root: unescape(left.get(3)?),
        point: PathBuf::from(unescape(left.get(4)?)),
        options: options(left.get(5)?),
        kind: right.next()?.to_owned(),
        source: unescape(right.next()?),
        super_options: right.next().map(options).unwrap_or_default(),
    })
}

fn options(text: &str) -> Vec<String> {
    text.split(',').map(unescape).collect()
}

/// Decodes blank, tab, newline and backslash, which the kernel writes as three octal digits.
pub(crate) fn unescape(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let code = bytes
            .get(at + 1..at + 4)
            .filter(|d| bytes[at] == b'\\' && d.iter().all(|c| (b'0'..=b'7').contains(c)))
            .map(|d| d.iter().fold(0u32, |sum, c| sum * 8 + u32::from(c - b'0')));
        match code.and_then(|c| u8::try_from(c).ok()) {
            Some(byte) => {
                out.push(byte);
                at += 4;
            }
            None => {
                out.push(bytes[at]);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inventory::mount_of;
    use std::path::Path;

    #[test]
    fn a_row_is_read_with_blanks_and_optional_fields() {
        let line = r"36 35 98:0 /mnt1 /mnt\040two rw,noatime shared:1 master:2 - ext3 /dev/root rw,errors=continue";
        let mount = row(line).expect("a row");
        assert_eq!(mount.point, PathBuf::from("/mnt two"));
        assert_eq!(mount.number, DeviceNumber { major: 98, minor: 0 });
        assert_eq!(mount.option("errors"), Some("continue"));
        assert!(mount.has("noatime"));
        assert_eq!(unescape(r"a\134b\x"), r"a\b\x");
    }

    #[test]
    fn the_longest_and_last_mount_point_wins() {
        let rows: Vec<MountEntry> = [
            "1 0 8:1 / / rw - ext4 /dev/sda1 rw",
            "2 1 8:2 / /data rw - ext4 /dev/sda2 rw",
            "3 1 8:3 / /data rw - xfs /dev/sda3 rw",
        ]
        .iter()
        .filter_map(|l| row(l))
        .collect();
        let kind = |p: &str| mount_of(&rows, Path::new(p)).map(|m| m.kind.clone());
        assert_eq!(kind("/data/x").as_deref(), Some("xfs"));
        assert_eq!(kind("/database").as_deref(), Some("ext4"));
    }
}
