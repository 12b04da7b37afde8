//! The marker of built layouts, a file beside the store: written before the first command, removed after the last one.
//!
//! After each command it gets a line for each disk whose content changed, with the fingerprint of the disk
//! ([`sys::guard::fingerprint`]). A disk with another fingerprint later was used for something else.
//!
//! The process that builds holds a lock on it. An unlocked marker was left by a killed process.

use crate::failure::{Ending, Failure};
use crate::input;
use plan::layout::{BuildDisk, BuildSite};
use report::messages::layouts::LayoutFault;
use report::messages::system::SystemAction;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use workload::DiskLayout;

/// The first line. Markers of another version are ignored.
const HEAD: &str = "plimsoll layouts 2";

#[derive(Debug)]
pub(super) struct LayoutMarker {
    pub(super) tag: String,
    pub(super) layouts: Vec<DiskLayout>,
    pub(super) site: BuildSite,
    /// The last recorded fingerprint of each disk.
    built: Vec<Option<String>>,
    path: PathBuf,
    /// The open file, which holds the lock.
    file: File,
}

impl LayoutMarker {
    pub(super) fn write(
        tag: &str,
        layouts: &[DiskLayout],
        site: &BuildSite,
    ) -> Result<Self, Failure> {
        let path = site.folder.join(format!("{tag}.txt"));
        let failed = |action, error: &std::io::Error| {
            Failure::system(Ending::Target, action, path.display(), error)
        };
        std::fs::create_dir_all(&site.folder)
            .map_err(|e| failed(SystemAction::MakeFolderOf, &e))?;
        let file = File::options().read(true).write(true).create(true).truncate(false).open(&path);
        let mut file = file.map_err(|e| failed(SystemAction::Create, &e))?;
        if !lock(&file, &path)? {
            return Err(Failure::target(LayoutFault::StandsElsewhere));
        }
        if file.metadata().is_ok_and(|meta| meta.len() > 0) {
            return Err(Failure::target(LayoutFault::UnknownMarker {
                file: path.display().to_string(),
            }));
        }
        file.write_all(text(tag, layouts, site).as_bytes())
            .and_then(|()| file.sync_all())
            .map_err(|e| failed(SystemAction::Write, &e))?;
        let (layouts, site) = (layouts.to_vec(), site.clone());
        let built = vec![None; site.disks.len()];
        Ok(Self { tag: tag.to_owned(), layouts, site, built, path, file })
    }

    /// The name of its layout with this number, counted from 1.
    pub(super) fn name(&self, number: usize) -> String {
        format!("plimsoll-{}-{number}", self.tag)
    }

    /// The fingerprint of a disk after building; `None` if it was not recorded.
    pub(super) fn built(&self, disk: usize) -> Option<&str> {
        self.built.get(disk)?.as_deref()
    }

    pub(super) fn record(&mut self, disk: usize, holds: &str) -> std::io::Result<()> {
        if self.built(disk) == Some(holds) {
            return Ok(());
        }
        self.file.write_all(format!("built {disk} {holds}\n").as_bytes())?;
        self.file.sync_all()?;
        self.built[disk] = Some(holds.to_owned());
        Ok(())
    }

    /// Removes the marker, and its folder if that is empty.
    pub(super) fn remove(self) {
        let _ = std::fs::remove_file(&self.path);
        let _ = std::fs::remove_dir(&self.site.folder);
    }
}

impl Drop for LayoutMarker {
    fn drop(&mut self) {
        sys::file::release(&self.file);
    }
}

/// All unlocked markers in a folder. Each is locked from now on.
pub(super) fn left_in(folder: &Path) -> Result<Vec<LayoutMarker>, Failure> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Ok(Vec::new()) };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|end| end == "txt"));
    paths.sort();
    let mut markers = Vec::new();
    for path in paths {
        let Ok(file) = File::options().read(true).write(true).open(&path) else { continue };
        if !lock(&file, &path)? {
            continue;
        }
        let bytes = input::read_up_to(&mut &file, input::INPUT_BYTES_MAX);
        let Some(text) = bytes.ok().and_then(|bytes| String::from_utf8(bytes).ok()) else {
            continue;
        };
        if text.is_empty() {
            // The process was killed before the first command.
            let _ = std::fs::remove_file(&path);
        } else if let Some((tag, layouts, site)) = read(&text, folder) {
            let built = built(&text, site.disks.len());
            markers.push(LayoutMarker { tag, layouts, site, built, path, file });
        }
    }
    Ok(markers)
}

fn lock(file: &File, path: &Path) -> Result<bool, Failure> {
    sys::file::take(file).map_err(Failure::refused(
        Ending::Target,
        SystemAction::Lock,
        path.display(),
    ))
}

fn text(tag: &str, layouts: &[DiskLayout], site: &BuildSite) -> String {
    let mut text = format!("{HEAD}\ntag {tag}\nslice {}\n", site.slice_bytes);
    layouts.iter().for_each(|layout| text += &format!("layout {layout}\n"));
    for disk in &site.disks {
        text += &format!("disk {} {}\n", disk.size_bytes, disk.path.display());
    }
    text + "end\n"
}

fn read(text: &str, folder: &Path) -> Option<(String, Vec<DiskLayout>, BuildSite)> {
    let mut lines = text.lines();
    // Without the line `end` the marker was never complete, and nothing was built.
    if lines.next() != Some(HEAD) || !text.contains("\nend\n") {
        return None;
    }
    let mut tag = None;
    let mut layouts = Vec::new();
    let mut site = BuildSite { disks: Vec::new(), slice_bytes: 0, folder: folder.to_owned() };
    for line in lines.take_while(|line| *line != "end") {
        match line.split_once(' ') {
            Some(("tag", name)) => tag = Some(name.to_owned()),
            Some(("slice", bytes)) => site.slice_bytes = bytes.parse().ok()?,
            Some(("layout", name)) => layouts.extend(job::layouts::read(name).ok()?),
            Some(("disk", rest)) => {
                let (size, path) = rest.split_once(' ')?;
                site.disks.push(BuildDisk { path: path.into(), size_bytes: size.parse().ok()? });
            }
            _ => {}
        }
    }
    let plain = |tag: &String| !tag.is_empty() && tag.bytes().all(|b| b.is_ascii_alphanumeric());
    Some((tag.filter(plain)?, layouts, site))
}

/// The last recorded fingerprint of each disk. Ignores a line that was cut off by a kill.
fn built(text: &str, disks: usize) -> Vec<Option<String>> {
    let mut built = vec![None; disks];
    for line in text.split_inclusive('\n').filter_map(|line| line.strip_suffix('\n')) {
        if let Some((number, holds)) =
            line.strip_prefix("built ").and_then(|rest| rest.split_once(' '))
            && let Some(place) = number.parse().ok().and_then(|n: usize| built.get_mut(n))
        {
            *place = Some(holds.to_owned());
        }
    }
    built
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_last_written_down_of_a_disk_counts_and_half_a_line_does_not() {
        let text = "head\nend\nbuilt 0 a\nbuilt 1 b\nbuilt 0 c d\nbuilt 7 x\nbuilt 1 cut";
        assert_eq!(built(text, 2), [Some("c d".to_owned()), Some("b".to_owned())]);
    }

    #[test]
    fn a_marker_is_read_as_it_was_written_or_not_at_all() {
        let layouts = job::layouts::read("none;raid10 x 64k;btrfs-raid1").expect("a list");
        let disk = |name: &str| BuildDisk { path: name.into(), size_bytes: 1 << 40 };
        let disks = vec![disk("/dev/sdb"), disk("/dev/disk with a space")];
        let site = BuildSite { disks, slice_bytes: 1 << 34, folder: PathBuf::from("/x") };
        let text = text("0123abcd", &layouts, &site);
        assert_eq!(read(&text, Path::new("/x")), Some(("0123abcd".to_owned(), layouts, site)));
        for end in 0..text.len() {
            assert_eq!(read(&text[..end], Path::new("/x")), None);
        }
    }
}
