//! The places of the files on the captured device: walks its file systems and reads the extents of each file.

use super::device::CapturedMount;
use observe::files::{EXTENTS_MAX, FILES_MAX, FileExtent, FileIndex, FileMap};
use std::path::{Path, PathBuf};
use sys::file::{FileFacts, FileKind};

/// File systems whose extents are offsets on their device; btrfs returns logical addresses instead.
const MAPPED: [&str; 5] = ["ext2", "ext3", "ext4", "xfs", "f2fs"];

/// Called before each directory with the number of mapped files. Returns whether the walk continues.
pub(super) type WalkListener<'a> = &'a mut dyn FnMut(usize) -> bool;

/// Maps the files of these file systems until `going` returns false. `None` if the extents of none of them are offsets on
/// the device.
pub(super) fn map(mounts: &[CapturedMount], going: WalkListener<'_>) -> Option<FileMap> {
    let mapped = mounts.iter().filter(|mount| MAPPED.contains(&mount.kind.as_str()));
    let mapped: Vec<_> = mapped.collect();
    if mapped.is_empty() {
        return None;
    }
    let mut walk = FileWalk::default();
    mapped.iter().for_each(|mount| walk.mount(mount, mapped.len() > 1, going));
    Some(FileMap::new(walk.paths, walk.extents, walk.left_out))
}

#[derive(Debug, Default)]
struct FileWalk {
    paths: Vec<String>,
    extents: Vec<FileExtent>,
    left_out: u64,
}

impl FileWalk {
    fn mount(&mut self, mount: &CapturedMount, whole_paths: bool, going: WalkListener<'_>) {
        let Ok(top) = FileFacts::at(&mount.point) else { return };
        let base = if whole_paths { Path::new("") } else { mount.point.as_path() };
        let mut folders: Vec<PathBuf> = vec![mount.point.clone()];
        while let Some(folder) = folders.pop() {
            if !going(self.paths.len()) || self.paths.len() >= FILES_MAX {
                // A directory that is not read counts as one left-out file.
                self.left_out += 1;
                continue;
            }
            let Ok(entries) = std::fs::read_dir(&folder) else {
                self.left_out += 1;
                continue;
            };
            for entry in entries.flatten() {
                // Links are not followed, and directories on another device are skipped.
                let Ok(found) = FileFacts::of_entry(&entry.path()) else { continue };
                if found.file_system() != top.file_system() {
                    continue;
                }
                if found.is_directory() {
                    folders.push(entry.path());
                } else if found.kind == FileKind::File && found.allocated_bytes > 0 {
                    self.file(&entry.path(), base, mount.offset_bytes);
                }
            }
        }
    }

    fn file(&mut self, path: &Path, base: &Path, offset_bytes: u64) {
        if self.paths.len() >= FILES_MAX || self.extents.len() >= EXTENTS_MAX {
            self.left_out += 1;
            return;
        }
        let room = EXTENTS_MAX - self.extents.len();
        let Ok(places) = sys::file::open_quietly(path)
            .and_then(|file| sys::extents::physical_extents(&file, room))
        else {
            self.left_out += 1;
            return;
        };
        let file = FileIndex(self.paths.len() as u32);
        let name = path.strip_prefix(base).unwrap_or(path);
        self.paths.push(name.to_string_lossy().into_owned());
        self.extents.extend(places.into_iter().map(|(start, length_bytes)| FileExtent {
            offset_bytes: start + offset_bytes,
            length_bytes,
            file,
        }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use testkit::TempDir;

    #[test]
    fn a_walk_tells_its_files_before_each_folder_and_ends_when_told() {
        let dir = TempDir::new("walk");
        for folder in ["a", "b"] {
            std::fs::create_dir(dir.join(folder)).unwrap();
            std::fs::write(dir.join(folder).join("file"), vec![1; 8192]).unwrap();
        }
        let point = dir.path().to_owned();
        let mounts = [CapturedMount { point, kind: "ext4".to_owned(), offset_bytes: 0 }];
        let heard = |folders: usize| {
            let mut counts = Vec::new();
            let map = map(&mounts, &mut |files| {
                counts.push(files);
                counts.len() <= folders
            });
            (counts, map.expect("its type is known"))
        };
        let (counts, whole) = heard(3);
        // On a file system without extents, the files are left out and do not count as mapped.
        let files = whole.paths().len();
        assert_eq!((counts.len(), files + whole.left_out_files as usize), (3, 2), "{counts:?}");
        assert!(counts.is_sorted() && counts[2] <= files, "{counts:?}");
        let (counts, cut) = heard(1);
        assert_eq!((counts, cut.paths().len(), cut.left_out_files), (vec![0, 0, 0], 0, 2));
    }
}
