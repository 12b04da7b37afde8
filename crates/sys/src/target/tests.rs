//! A target stays the same file, whatever takes its name.

use super::*;
use crate::guard::{self, FileRemoval, FileWritePermission};
use crate::inventory::SystemRoots;
use std::io::Write;
use std::os::unix::fs::{FileExt, symlink};

/// A folder that is removed on drop.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("plimsoll-{name}-{}", std::process::id()));
        std::fs::create_dir(&path).expect("own");
        Self(path)
    }

    fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.join(name);
        std::fs::write(&path, text).expect("own");
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).expect("it is there")
}

#[test]
fn what_is_opened_later_is_what_was_judged() {
    let folder = Folder::new("held");
    let (named, victim) = (folder.file("named", "ours"), folder.file("victim", "precious"));
    let judged = guard::file(&named, std::slice::from_ref(&named), &SystemRoots::default());
    let Ok(FileWritePermission::Present(target)) = judged else { panic!("{judged:?}") };
    let write = OpenMode { write: true, ..OpenMode::default() };
    let swaps: [&dyn Fn(); 3] = [
        &|| symlink(&victim, &named).expect("own"),
        &|| std::fs::hard_link(&victim, &named).expect("own"),
        &|| std::fs::rename(&victim, &named).expect("own"),
    ];
    for (number, swap) in swaps.iter().enumerate() {
        std::fs::rename(&named, folder.0.join(format!("away{number}"))).expect("own");
        swap();
        let file = target.open(write).expect("it is held");
        file.write_all_at(b"over", 0).expect("written");
        assert_eq!(
            (text(&named), text(&folder.0.join("away0"))),
            ("precious".into(), "over".into())
        );
    }
    assert_eq!(target.finish().expect("it is looked at"), FileRemoval::NotOurs);
    assert_eq!(text(&named), "precious");
}

#[test]
fn what_is_only_read_cannot_be_written() {
    let folder = Folder::new("read-only");
    let target = Target::to_read(&folder.file("a", "precious")).expect("it is there");
    let refused = target.open(OpenMode { write: true, ..OpenMode::default() });
    assert_eq!(refused.map_err(|e| e.kind()).err(), Some(io::ErrorKind::PermissionDenied));
    assert!(target.open(OpenMode::default()).is_ok());
    assert!(Target::to_read(&folder.0).is_err(), "a directory is no target");
}

#[test]
fn a_new_file_is_made_where_it_was_judged_and_removed_only_while_it_has_its_name() {
    let folder = Folder::new("made");
    let (place, elsewhere) = (folder.0.join("place"), folder.0.join("elsewhere"));
    std::fs::create_dir(&place).expect("own");
    std::fs::create_dir(&elsewhere).expect("own");
    let judge = || guard::file(&place.join("new"), &[], &SystemRoots::default());
    let Ok(FileWritePermission::Absent(new)) = judge() else { panic!("nothing is there") };
    // The folder is replaced by a link to another one.
    std::fs::rename(&place, folder.0.join("moved")).expect("own");
    symlink(&elsewhere, &place).expect("own");
    let target = new.make().expect("it is made");
    assert!(!elsewhere.join("new").exists() && folder.0.join("moved/new").exists());
    // Another file takes its name.
    let made = folder.0.join("moved/new");
    std::fs::rename(&made, folder.0.join("kept")).expect("own");
    std::fs::write(&made, "precious").expect("own");
    assert_eq!(target.finish().expect("it is looked at"), FileRemoval::Replaced);
    assert_eq!(text(&made), "precious");
    std::fs::rename(folder.0.join("kept"), &made).expect("own");
    assert_eq!(target.finish().expect("it has its name again"), FileRemoval::Removed);
    assert!(!made.exists());
    let Ok(FileWritePermission::Absent(new)) = judge() else { panic!("nothing is there") };
    symlink(folder.0.join("victim"), elsewhere.join("new")).expect("own");
    new.make().expect_err("a link that leads nowhere took the name");
    assert!(!folder.0.join("victim").exists());
}

#[test]
fn a_file_beside_that_is_no_mark_is_never_removed() {
    let folder = Folder::new("beside");
    let (file, beside) = (folder.0.join("a"), folder.file(".a.plimsoll", "precious"));
    let target = guard::create(&file).expect("it is made");
    target
        .open(OpenMode { write: true, ..OpenMode::default() })
        .expect("ours")
        .write_all(b"x")
        .expect("own");
    target.renew().expect("marked");
    assert_eq!(target.finish().expect("removed"), FileRemoval::Removed);
    assert!(!file.exists());
    assert_eq!(text(&beside), "precious");
}

#[test]
fn what_was_named_stays_what_it_led_to_then() {
    let folder = Folder::new("named");
    let (first, victim) = (folder.file("first", "ours"), folder.file("victim", "precious"));
    let link = folder.0.join("link");
    symlink(&first, &link).expect("own");
    let marked = guard::MarkedTargets::now(std::slice::from_ref(&link));
    std::fs::remove_file(&link).expect("own");
    symlink(&victim, &link).expect("own");
    let judged = guard::file(&link, marked.clone(), &SystemRoots::default());
    assert!(matches!(judged, Err(guard::WriteRefusal::Link { .. })), "{judged:?}");
    assert!(guard::file(&first, marked, &SystemRoots::default()).is_ok());
}
