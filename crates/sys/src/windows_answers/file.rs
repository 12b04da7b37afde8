//! A file: its identity, its real path, and what its attributes and reparse tag say.

use super::{Answer, AnswerFault, text_of};

/// A FILE_ID_INFO: equal only for handles to the same file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileId {
    pub volume: u64,
    pub file: u128,
}

impl FileId {
    pub fn read(bytes: &[u8]) -> Result<Self, AnswerFault> {
        let answer = Answer::new("FILE_ID_INFO", bytes, 24)?;
        Ok(Self { volume: answer.u64(0), file: u128::from_le_bytes(answer.array(8)) })
    }
}

/// What the reparse point of a file makes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reparse {
    /// A name of something else: a symbolic link, a junction, a mounted volume.
    Link,
    /// Its blocks are in the store of deduplication.
    Deduplicated,
    /// Its content comes from another place when it is opened: cloud files, tiered storage.
    Recalled,
    /// It is compressed by the system ("compact OS").
    SystemCompressed,
    /// Known by its tag only.
    Other(u32),
}

/// A FILE_ATTRIBUTE_TAG_INFO.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileAttributes {
    pub read_only: bool,
    pub directory: bool,
    pub sparse: bool,
    pub compressed: bool,
    pub encrypted: bool,
    /// Whether a file of ReFS has checksums of its data, so that each write goes to a new place.
    pub integrity_stream: bool,
    pub reparse: Option<Reparse>,
}

impl FileAttributes {
    pub fn read(bytes: &[u8]) -> Result<Self, AnswerFault> {
        let answer = Answer::new("FILE_ATTRIBUTE_TAG_INFO", bytes, 8)?;
        let (attributes, tag) = (answer.u32(0), answer.u32(4));
        let has = |flag: u32| attributes & flag != 0;
        Ok(Self {
            read_only: has(0x1),
            directory: has(0x10),
            sparse: has(0x200),
            compressed: has(0x800),
            encrypted: has(0x4000),
            integrity_stream: has(0x8000),
            reparse: has(0x400).then(|| reparse(tag)),
        })
    }
}

/// The tags of winnt.h (IO_REPARSE_TAG_*).
fn reparse(tag: u32) -> Reparse {
    // Bit 29 marks every tag whose file stands for another (IsReparseTagNameSurrogate).
    const SURROGATE: u32 = 0x2000_0000;
    match tag {
        0x8000_0013 => Reparse::Deduplicated,
        0x8000_0017 => Reparse::SystemCompressed,
        // HSM, HSM2, and the sixteen of cloud files, which differ in their fourth digit.
        0xc000_0004 | 0x8000_0006 => Reparse::Recalled,
        _ if tag & 0xffff_0fff == 0x9000_001a => Reparse::Recalled,
        _ if tag & SURROGATE != 0 => Reparse::Link,
        _ => Reparse::Other(tag),
    }
}

/// Where a handle really leads (GetFinalPathNameByHandleW).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FinalPath {
    /// `E:\data\a.mdf`
    Local { letter: char, shown: String },
    /// `\\server\share\a.mdf`
    Network { shown: String },
    /// A volume without a letter: `\\?\Volume{...}\a.mdf`, which programs take as it is.
    NoLetter { shown: String },
}

impl FinalPath {
    /// None if the path has none of the three forms.
    pub fn read(units: &[u16]) -> Option<Self> {
        let text = text_of(units);
        let rest = text.strip_prefix(r"\\?\")?;
        if let Some(share) = rest.strip_prefix(r"UNC\") {
            return Some(Self::Network { shown: format!(r"\\{share}") });
        }
        if rest.starts_with("Volume{") {
            return Some(Self::NoLetter { shown: text });
        }
        let letter = rest.chars().next().filter(char::is_ascii_alphabetic)?;
        let shown = rest.to_owned();
        rest[1..].starts_with(':').then_some(Self::Local { letter, shown })
    }

    /// The path as people write it.
    pub fn shown(&self) -> &str {
        match self {
            Self::Local { shown, .. } | Self::Network { shown } | Self::NoLetter { shown } => shown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::image::{Image, wide};
    use super::*;

    #[test]
    fn the_identity_has_all_its_bits() {
        let image = Image::new(24).u64(0, 77).u64(8, 5).u64(16, 1 << 63);
        let id = FileId { volume: 77, file: 5 | 1 << 127 };
        assert_eq!(FileId::read(&image.0), Ok(id));
        assert!(FileId::read(&image.0[..20]).is_err());
    }

    #[test]
    fn a_reparse_tag_says_whether_a_file_is_a_link() {
        let of = |tag: u32| {
            let image = Image::new(8).u32(0, 0x400).u32(4, tag).0;
            FileAttributes::read(&image).expect("whole").reparse
        };
        for link in [0xa000_000c, 0xa000_0003] {
            assert_eq!(of(link), Some(Reparse::Link));
        }
        assert_eq!(of(0x8000_0013), Some(Reparse::Deduplicated));
        assert_eq!([0x9000_001a, 0x9000_701a].map(of), [Some(Reparse::Recalled); 2]);
        assert_eq!(of(0x8000_001b), Some(Reparse::Other(0x8000_001b)));
        // A tag without the attribute is what was left in the field.
        let plain = FileAttributes::read(&Image::new(8).u32(0, 0x20).u32(4, 0xa000_000c).0);
        assert_eq!(plain.expect("whole").reparse, None);
    }

    #[test]
    fn attributes_that_change_a_measurement() {
        let read = FileAttributes::read(&Image::new(8).u32(0, 0x8a01).0).expect("whole");
        assert!(read.read_only && read.sparse && read.compressed && read.integrity_stream);
        assert!(!read.directory && !read.encrypted);
    }

    #[test]
    fn final_paths_are_shown_as_people_write_them() {
        let of = |text: &str| FinalPath::read(&wide(text));
        let local = FinalPath::Local { letter: 'E', shown: r"E:\data\a b.mdf".to_owned() };
        assert_eq!(of(r"\\?\E:\data\a b.mdf"), Some(local));
        let network = of(r"\\?\UNC\nas1\sql\a.mdf").expect("a share");
        assert_eq!(network.shown(), r"\\nas1\sql\a.mdf");
        let guid = r"\\?\Volume{4c1b02c1-d990-11dc-99ae-806e6f6e6963}\a.mdf";
        assert_eq!(of(guid), Some(FinalPath::NoLetter { shown: guid.to_owned() }));
        assert_eq!(of(r"\Device\HarddiskVolume3\a.mdf"), None);
    }
}
