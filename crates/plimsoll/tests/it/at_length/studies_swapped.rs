//! Storage that was swapped under its path between two runs of a study is recognised, and no point of the other storage is used.

use crate::drive::{TestPlace, points, signal, until, wait};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

/// A folder in memory, removed on drop.
struct MemoryFolder(PathBuf);

impl MemoryFolder {
    fn new() -> Option<Self> {
        let own = PathBuf::from(format!("/dev/shm/plimsoll-swapped-{}", std::process::id()));
        std::fs::create_dir(&own).ok().map(|()| Self(own))
    }
}

impl Drop for MemoryFolder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn another_file_system_under_the_same_path_is_measured_anew_and_the_first_one_gone_on_with() {
    let place = TestPlace::new("study-swapped");
    let first = place.folder("first");
    let device = |path: &str| {
        use std::os::unix::fs::MetadataExt;
        std::fs::metadata(path).map(|meta| meta.dev()).ok()
    };
    let Some(memory) = MemoryFolder::new().filter(|_| device("/dev/shm") != device(&first)) else {
        testkit::skip("there is no second file system to write to");
        return;
    };
    let link = place.dir.join("target");
    let points_to = |folder: &Path| {
        let _ = std::fs::remove_file(&link);
        symlink(folder, &link).expect("own");
    };
    let target = link.display().to_string();
    let words =
        ["ramp", &target, "--size", "64MiB", "--depths", "1,2,4", "--time", "1s", "--pause", "0s"];
    points_to(Path::new(&first));
    let child = place.start(&words);
    until("a point is measured", || !points(&place.shown("last")).is_empty());
    signal(&child, "KILL");
    wait(child);
    let kept = points(&place.shown("1"));

    points_to(&memory.0);
    let ended = place.run_depth_sweep(&words);
    ended.tells("run 1 was measured on other storage");
    ended.tells("none of its points are used");
    assert!(place.runs().len() == 2 && [3, 4].contains(&points(&place.shown("2")).len()));
    let document = place.record("2");
    assert!(document["notes"].to_string().contains("other storage"), "{:#}", document["notes"]);

    points_to(Path::new(&first));
    let ended = place.run_depth_sweep(&words);
    ended.tells("resuming run 1");
    let whole = points(&place.shown("1"));
    assert!([3, 4].contains(&whole.len()), "{whole:#?}");
    assert_eq!(whole.get(..kept.len()), Some(&kept[..]));
    assert_eq!(place.runs().len(), 2, "it went on in its own run");
}
