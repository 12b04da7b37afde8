//! The locations of files on a device: takes extents of files, gives the file at an offset; reads no file system itself.

pub const FILES_MAX: usize = 50_000;
pub const EXTENTS_MAX: usize = 500_000;
/// The most files of a map that was completed by an earlier one.
pub const COMPLETED_FILES_MAX: usize = 2 * FILES_MAX;
/// The most extents of a map that was completed by an earlier one: each later extent may split an earlier one.
pub const COMPLETED_EXTENTS_MAX: usize = 3 * EXTENTS_MAX;

/// The pseudo path of the ext4 journal, whose blocks belong to no file in a folder.
pub const JOURNAL: &str = "[ext4 journal]";
/// The largest journal that mkfs.ext4 makes.
const JOURNAL_BYTES_MAX: u64 = 1 << 30;

/// A file by its position in the list of paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileIndex(pub u32);

/// A contiguous part of a file on the captured device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FileExtent {
    /// Where it starts on the captured device, in bytes.
    pub offset_bytes: u64,
    pub length_bytes: u64,
    pub file: FileIndex,
}

/// The locations of files on the captured device at one moment.
///
/// Bytes without an extent are metadata, a journal, free space, or a file that was left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileMap {
    paths: Vec<String>,
    extents: Vec<FileExtent>,
    /// Files that are not in the map because it holds [`FILES_MAX`] files or [`EXTENTS_MAX`] extents, or because they
    /// could not be opened.
    pub left_out_files: u64,
}

impl FileMap {
    /// A map of these files. Extents may come in any order; if two overlap, the bytes belong to the one that starts first.
    pub fn new(paths: Vec<String>, mut extents: Vec<FileExtent>, left_out_files: u64) -> Self {
        extents.sort_unstable();
        let mut end = 0;
        extents.retain_mut(|extent| {
            let extent_end = extent.offset_bytes.saturating_add(extent.length_bytes);
            extent.offset_bytes = extent.offset_bytes.max(end);
            extent.length_bytes = extent_end.saturating_sub(extent.offset_bytes);
            end = end.max(extent_end);
            extent.length_bytes > 0
        });
        Self { paths, extents, left_out_files }
    }

    pub fn lookup(&self, offset_bytes: u64) -> Option<FileIndex> {
        let after = self.extents.partition_point(|extent| extent.offset_bytes <= offset_bytes);
        let extent = self.extents.get(after.checked_sub(1)?)?;
        (offset_bytes - extent.offset_bytes < extent.length_bytes).then_some(extent.file)
    }

    /// The path of a file below its mount point; empty for an index of another map.
    pub fn path(&self, file: FileIndex) -> &str {
        self.paths.get(file.0 as usize).map_or("", String::as_str)
    }

    pub fn paths(&self) -> &[String] {
        &self.paths
    }

    /// All extents, by offset; they do not overlap.
    pub fn extents(&self) -> &[FileExtent] {
        &self.extents
    }

    /// This map, completed by an earlier one: bytes without a file now belong to the file that had them before.
    #[must_use]
    pub fn completed_by(mut self, earlier: &Self) -> Self {
        let mut index_of = std::collections::HashMap::new();
        for (index, path) in self.paths.iter().enumerate() {
            index_of.insert(path.clone(), FileIndex(index as u32));
        }
        let mut found = Vec::new();
        for extent in &earlier.extents {
            for (offset_bytes, length_bytes) in self.gaps(extent) {
                let path = earlier.path(extent.file);
                let next = FileIndex(self.paths.len() as u32);
                let file = *index_of.entry(path.to_owned()).or_insert(next);
                if file == next {
                    self.paths.push(path.to_owned());
                }
                found.push(FileExtent { offset_bytes, length_bytes, file });
            }
        }
        found.append(&mut self.extents);
        let left_out_files = self.left_out_files.max(earlier.left_out_files);
        Self::new(self.paths, found, left_out_files)
    }

    /// This map with the journal of the file system. The journal's thread wrote to this part of the device, so bytes without a
    /// file there belong to the journal. A part that is larger than any journal is ignored.
    #[must_use]
    pub fn with_journal(mut self, offset_bytes: u64, length_bytes: u64) -> Self {
        if length_bytes > JOURNAL_BYTES_MAX {
            return self;
        }
        let file = FileIndex(self.paths.len() as u32);
        let gaps = self.gaps(&FileExtent { offset_bytes, length_bytes, file });
        let of_journal =
            |(offset_bytes, length_bytes)| FileExtent { offset_bytes, length_bytes, file };
        let mut extents: Vec<FileExtent> = gaps.into_iter().map(of_journal).collect();
        if extents.is_empty() {
            return self;
        }
        extents.append(&mut self.extents);
        self.paths.push(JOURNAL.to_owned());
        Self::new(self.paths, extents, self.left_out_files)
    }

    /// The parts of an extent that no extent of this map covers, as offset and length.
    fn gaps(&self, extent: &FileExtent) -> Vec<(u64, u64)> {
        let end = extent.offset_bytes + extent.length_bytes;
        let first = self
            .extents
            .partition_point(|own| own.offset_bytes + own.length_bytes <= extent.offset_bytes);
        let (mut at, mut gaps) = (extent.offset_bytes, Vec::new());
        for own in self.extents[first..].iter().take_while(|own| own.offset_bytes < end) {
            if own.offset_bytes > at {
                gaps.push((at, own.offset_bytes - at));
            }
            at = at.max(own.offset_bytes + own.length_bytes);
        }
        if at < end {
            gaps.push((at, end - at));
        }
        gaps
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(paths: &[&str], extents: &[(u64, u64, u32)]) -> FileMap {
        let extents = extents.iter().map(|&(offset_bytes, length_bytes, file)| FileExtent {
            offset_bytes,
            length_bytes,
            file: FileIndex(file),
        });
        FileMap::new(paths.iter().map(|&p| p.to_owned()).collect(), extents.collect(), 0)
    }

    #[test]
    fn what_the_journal_thread_wrote_to_is_the_journal_where_no_file_is() {
        let files = map(&["a"], &[(8192, 4096, 0)]);
        let with = files.clone().with_journal(4096, 12288);
        let owner = |offset| with.lookup(offset).map(|file| with.path(file));
        let offsets = [0, 4096, 8191, 8192, 12287, 12288, 16383, 16384];
        let journal = Some(JOURNAL);
        let expected = [None, journal, journal, Some("a"), Some("a"), journal, journal, None];
        assert_eq!(offsets.map(owner), expected);
        assert_eq!(files.clone().with_journal(0, 2 << 30), files, "larger than any journal");
        assert_eq!(files.clone().with_journal(8192, 4096), files, "a file has all of it");
    }

    #[test]
    fn an_offset_belongs_to_the_extent_that_covers_it() {
        let map = map(&["a", "b"], &[(8192, 4096, 1), (4096, 4096, 0), (20480, 1, 0)]);
        let owner = |offset| map.lookup(offset).map(|file| map.path(file));
        let offsets = [0, 4095, 4096, 8191, 8192, 12287, 12288, 20480, 20481, u64::MAX];
        let expected =
            [None, None, Some("a"), Some("a"), Some("b"), Some("b"), None, Some("a"), None, None];
        assert_eq!(offsets.map(owner), expected);
    }

    #[test]
    fn a_deleted_file_keeps_the_bytes_that_no_later_file_took() {
        let before = map(&["kept", "deleted"], &[(0, 10, 0), (10, 30, 1)]);
        let after = map(&["new", "kept"], &[(0, 10, 1), (20, 10, 0)]);
        let both = after.completed_by(&before);
        let owner = |offset| both.lookup(offset).map(|file| both.path(file));
        assert_eq!(
            [0, 10, 19, 20, 29, 30, 39, 40].map(owner),
            [
                Some("kept"),
                Some("deleted"),
                Some("deleted"),
                Some("new"),
                Some("new"),
                Some("deleted"),
                Some("deleted"),
                None
            ]
        );
    }
}
