//! One file under two identities: overlay file systems, loop devices and programs on one of them, writes through the other.

use base::refusal::FileFault;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};
use sys::file::OpenMode;
use sys::guard::{self, FileWritePermission, WriteRefusal};
use sys::inventory::SystemRoots;

use crate::guard::{LoopDevice, skip};
use crate::tree::FakeMachine;

/// An overlay file system; unmounted on drop.
struct Overlay {
    place: FakeMachine,
    /// Further mounts, the last first.
    mounts: Vec<PathBuf>,
}

impl Overlay {
    /// With a file of an odd size in its upper folder, so that no loop device of somebody else may be over it.
    fn new() -> Option<Self> {
        Self::with("image")
    }

    /// The same with a file of this name: where layers cannot be seen, a loop device over any file of its name counts.
    fn with(image: &str) -> Option<Self> {
        let place = FakeMachine::new("");
        let folder = |name: &str| place.path().join(name);
        for name in ["lower", "upper", "work", "merged", "beside"] {
            fs::create_dir(folder(name)).expect("own");
        }
        static MADE: AtomicU64 = AtomicU64::new(5);
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        let size = (number << 20) + u64::from(std::process::id()) * 512;
        File::create(folder("upper").join(image)).and_then(|file| file.set_len(size)).expect("own");
        let [lower, upper, work] =
            ["lower", "upper", "work"].map(|name| folder(name).display().to_string());
        let layers = format!("lowerdir={lower},upperdir={upper},workdir={work}");
        let mut overlay = Self { mounts: Vec::new(), place };
        let merged = overlay.path("merged");
        overlay.mount(&["-t", "overlay", "none", "-o", layers.as_str()], merged)?;
        Some(overlay)
    }

    fn mount(&mut self, words: &[&str], point: PathBuf) -> Option<()> {
        let mounted = Command::new("mount").args(words).arg(&point).output().ok()?;
        mounted.status.success().then(|| self.mounts.insert(0, point))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.place.path().join(name)
    }
}

impl Drop for Overlay {
    fn drop(&mut self) {
        for point in &self.mounts {
            let _ = Command::new("umount").arg(point).status();
        }
    }
}

fn judged(file: &Path) -> Result<FileWritePermission, WriteRefusal> {
    guard::file(file, &[file.to_owned()][..], &SystemRoots::default())
}

#[test]
fn a_loop_device_over_a_file_keeps_its_other_paths_from_being_written() {
    let Some(overlay) = Overlay::new() else { return skip("an overlay file system needs root") };
    let (upper, merged) = (overlay.path("upper/image"), overlay.path("merged/image"));
    for written in [&merged, &upper] {
        judged(written).expect("nobody uses it");
    }
    for (used, written) in [(&upper, &merged), (&merged, &upper)] {
        let Some(device) = LoopDevice::new(used) else { return skip("no loop devices") };
        let refused = judged(written).expect_err("its bytes are those of a device");
        let wanted =
            WriteRefusal::LoopFile { path: written.clone(), device: PathBuf::from(&device.0) };
        assert_eq!(refused, wanted);
        // A second device over the other path has the same bytes.
        let Some(twin) = LoopDevice::new(written) else { return skip("no loop devices") };
        let mut options = File::options();
        std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, libc::O_EXCL);
        let alone = options.read(true).open(&device.0).expect("it is free");
        let twin = PathBuf::from(&twin.0);
        let refused = guard::device(&twin, std::slice::from_ref(&twin), &SystemRoots::default());
        let reasons = refused.expect_err("its twin is in use");
        assert!(matches!(reasons[..], [WriteRefusal::Busy { .. }]), "{reasons:?}");
        drop(alone);
    }
}

#[test]
fn a_file_whose_layer_is_out_of_sight_may_be_that_of_a_loop_device() {
    let Some(mut overlay) = Overlay::with("unseen") else {
        return skip("an overlay file system needs root");
    };
    let (upper, beside) = (overlay.path("upper"), overlay.path("beside"));
    let shown = upper.display().to_string();
    let bound = overlay.mount(&["--bind", shown.as_str()], beside.clone());
    let hidden = overlay.mount(&["-t", "tmpfs", "none"], upper);
    if bound.and(hidden).is_none() {
        return skip("no bind mounts");
    }
    let merged = overlay.path("merged/unseen");
    judged(&merged).expect("no loop device has its size or its name");
    // Another name of the file.
    fs::hard_link(beside.join("unseen"), beside.join("other")).expect("own");
    let Some(device) = LoopDevice::new(&beside.join("other")) else {
        return skip("no loop devices");
    };
    let refused = judged(&merged).expect_err("it may be the same file");
    assert_eq!(
        refused,
        WriteRefusal::MaybeLoopFile { path: merged, device: PathBuf::from(&device.0) }
    );
}

/// A FUSE file system tells neither which file holds the bytes of its own nor who uses that one.
#[test]
fn a_user_of_the_file_behind_a_fuse_file_is_found_by_the_size_that_both_have_now() {
    let Some(mut overlay) = Overlay::with("behind") else {
        return skip("an overlay file system needs root");
    };
    let (real, shown) = (overlay.path("upper"), overlay.path("beside"));
    let passed = Command::new("bindfs").arg("--no-allow-other").args([&real, &shown]).status();
    if !passed.is_ok_and(|passed| passed.success()) {
        return skip("no bindfs, or no FUSE");
    }
    overlay.mounts.insert(0, shown.clone());
    let (file, other, fuse) = (real.join("behind"), real.join("other"), shown.join("behind"));
    fs::hard_link(&file, &other).expect("own");
    judged(&fuse).expect("nobody uses it");
    let grow = |by| {
        let opened = File::options().write(true).open(&other).expect("own");
        opened.metadata().and_then(|meta| opened.set_len(meta.len() + by)).expect("own");
        opened
    };
    let mut program = Command::new("sleep").arg("600").stdin(grow(77)).spawn().expect("it runs");
    let written = judged(&fuse);
    program.kill().and_then(|()| program.wait()).expect("ended");
    let refused = written.expect_err("a program has it open under another name");
    assert!(
        matches!(&refused, WriteRefusal::FileOpen { command, .. } if command == "sleep"),
        "{refused:?}"
    );
    judged(&fuse).expect("nobody uses it any more");
    for (used, written) in [(&other, &fuse), (&fuse, &other)] {
        let Some(device) = LoopDevice::new(used) else { return skip("no loop devices") };
        drop(grow(4096));
        let refused = judged(written).expect_err("its bytes are those of a device");
        let (path, device) = (written.clone(), PathBuf::from(&device.0));
        assert_eq!(refused, WriteRefusal::MaybeLoopFile { path, device });
    }
}

#[test]
fn a_writer_under_another_name_or_on_another_file_system_is_found() {
    let folder = FakeMachine::new("");
    let (image, other) = (folder.path().join("image"), folder.path().join("other"));
    fs::write(&image, "rows").and_then(|()| fs::hard_link(&image, &other)).expect("own");
    let written = |used: &Path, file: &Path| {
        let opened = File::options().read(true).write(true).open(used).expect("own");
        let mut program = Command::new("sleep").arg("600").stdin(opened).spawn().expect("it runs");
        let judged = judged(file);
        program.kill().and_then(|()| program.wait()).expect("ended");
        judged.expect_err("it is written to")
    };
    assert_eq!(written(&other, &image), WriteRefusal::FileOpenUnseen { path: image.clone() });
    judged(&image).expect("nobody writes to it");
    let Some(overlay) = Overlay::new() else { return skip("an overlay file system needs root") };
    let (upper, merged) = (overlay.path("upper/image"), overlay.path("merged/image"));
    for (used, file) in [(&upper, &merged), (&merged, &upper)] {
        let refused = written(used, file);
        assert!(
            matches!(&refused, WriteRefusal::FileOpen { command, .. } if command == "sleep"),
            "{refused:?}"
        );
    }
}

#[test]
fn a_file_that_nobody_may_change_says_so() {
    let folder = FakeMachine::new("");
    let change = |sign: &str, path: &Path| {
        let changed = Command::new("chattr").arg(sign).arg(path).output();
        changed.is_ok_and(|changed| changed.status.success())
    };
    let path = folder.path().join("fixed");
    fs::write(&path, "rows").expect("own");
    let error = |error: std::io::Error| {
        error.get_ref().and_then(|e| e.downcast_ref::<FileFault>().copied())
    };
    for (sign, back) in [("+i", "-i"), ("+a", "-a")] {
        if !change(sign, &path) {
            return skip("chattr needs root, and a file system that has attributes");
        }
        let opened = judged(&path).map(|permission| {
            let FileWritePermission::Present(target) = permission else { panic!("it is there") };
            target.open(OpenMode { write: true, ..OpenMode::default() })
        });
        assert!(change(back, &path));
        let refused = opened.expect("it is looked at").expect_err("nobody may write to it");
        assert_eq!(error(refused), Some(FileFault::Immutable), "{sign}");
    }
    assert!(change("+i", folder.path()));
    let made = guard::create(&folder.path().join("new"));
    assert!(change("-i", folder.path()));
    assert_eq!(error(made.expect_err("nobody may make a file there")), Some(FileFault::Immutable));
}
