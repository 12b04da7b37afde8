//! What the text of a target names on Windows: a disk, a volume, another device, or a path of files.

/// A device that a text names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeviceName {
    /// `\\.\PhysicalDrive2`
    Disk(u32),
    /// `\\.\E:`, with an upper-case letter.
    Volume(char),
    /// Any other name below `\\.\`, which no command takes.
    Other,
}

impl DeviceName {
    /// None for a path of files; `\\.\E:\` is one, the root folder of a volume. Slashes of both kinds are taken, as Windows does.
    pub fn of(text: &str) -> Option<Self> {
        let text = text.replace('/', r"\");
        let name = text.strip_prefix(r"\\.\").or_else(|| text.strip_prefix(r"\\?\"))?;
        let is_long_path = text.starts_with(r"\\?\");
        let letter = name.strip_suffix(':').map(str::as_bytes);
        if let Some([letter]) = letter
            && letter.is_ascii_alphabetic()
        {
            return Some(Self::Volume(char::from(letter.to_ascii_uppercase())));
        }
        const DISK: &str = "physicaldrive";
        let number = name.get(..DISK.len()).filter(|head| head.eq_ignore_ascii_case(DISK));
        let digits = number.map(|_| &name[DISK.len()..]);
        if let Some(digits) = digits.filter(|digits| digits.bytes().all(|b| b.is_ascii_digit()))
            && let Ok(number) = digits.parse()
        {
            return Some(Self::Disk(number));
        }
        // `\\?\C:\long\path` and `\\.\C:\path` are files.
        let is_file = name.as_bytes().get(1) == Some(&b':') || is_long_path;
        (!is_file).then_some(Self::Other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_devices_are_told_from_paths() {
        let of = DeviceName::of;
        for text in [
            r"\\.\PhysicalDrive12",
            r"\\.\physicaldrive12",
            "//./PHYSICALDRIVE12",
            r"\\?\PhysicalDrive12",
        ] {
            assert_eq!(of(text), Some(DeviceName::Disk(12)), "{text}");
        }
        for text in [r"\\.\e:", "//./E:", r"\\?\E:"] {
            assert_eq!(of(text), Some(DeviceName::Volume('E')), "{text}");
        }
        for text in [
            r"E:\data",
            "E:",
            r"\\.\E:\data\x.dat",
            r"\\?\E:\x.dat",
            r"\\server\share\x",
            "x.dat",
            r"\\?\UNC\s\x",
        ] {
            assert_eq!(of(text), None, "{text}");
        }
        for text in [
            r"\\.\pipe\sql",
            r"\\.\:",
            r"\\.\PhysicalDrive",
            r"\\.\PhysicalDrive2x",
            r"\\.\Harddisk0Partition1",
        ] {
            assert_eq!(of(text), Some(DeviceName::Other), "{text}");
        }
    }
}
