//! `compare --build` on loop devices: layouts are built, raced and gone again, also when the race is killed.

use crate::Turn;
use crate::drive::{Place, signal, until, wait};
use std::fs::File;
use std::path::Path;
use testkit::lab::{Guarded, Lab, LabError, Wish};

const GIB: u64 = 1 << 30;

/// Four disks. Fields fall in this order: the lab before the folder that it lies in.
struct Stand {
    lab: Guarded,
    place: Place,
    _turn: Turn,
}

impl Stand {
    fn new(name: &str) -> Option<Self> {
        Self::of(name, 6 * GIB)
    }

    fn of(name: &str, size_bytes: u64) -> Option<Self> {
        let turn = crate::turn();
        for tool in ["mkfs.btrfs", "sfdisk", "partx", "wipefs"] {
            if testkit::tool(tool).is_none() {
                testkit::skip(&format!("{tool} is not installed"));
                return None;
            }
        }
        let place = Place::new(name);
        let wish = Wish { disks: 4, size_bytes, parts: true, ..Wish::default() };
        match Lab::up(&place.dir.join("lab"), &wish) {
            Ok(lab) => Some(Self { lab: Guarded(lab), place, _turn: turn }),
            Err(LabError::Lacking(why)) => {
                testkit::skip(&why);
                None
            }
            Err(error) => panic!("{error}"),
        }
    }

    /// A race of two layouts of btrfs in short cells.
    fn race(&self, rest: &[&str]) -> Vec<String> {
        let disks: Vec<String> =
            self.lab.0.devices.iter().map(|device| device.display().to_string()).collect();
        let mut words = vec!["compare", "--build", "btrfs-raid0,btrfs-raid1", "--disks"];
        let list = disks.join(",");
        words.extend([list.as_str(), "--pause", "0s", "--time", "1s"]);
        if !rest.contains(&"--size") {
            words.extend(["--slice", "2560MiB", "--size", "64MiB"]);
        }
        if !rest.contains(&"--grid") {
            words.extend(["--grid", "-k(R,W) -b64 -o2"]);
        }
        words.push("--destroy");
        words.extend(disks.iter().map(String::as_str));
        words.extend(rest);
        words.into_iter().map(str::to_owned).collect()
    }

    fn is_clean(&self) {
        assert!(!self.place.dir.join("results.db.layouts").exists());
        for device in &self.lab.0.devices {
            let file = File::open(device).expect("root may read");
            let size = sys::file::size_bytes(&file).expect("it is asked");
            let found = sys::guard::signatures(&file, size).expect("it is read");
            assert_eq!(found, [], "{}", device.display());
            let slice = plan::layout::slice(device, 1);
            assert!(!slice.exists(), "{} stays", slice.display());
        }
    }

    fn stands(&self) -> bool {
        let folder = self.place.dir.join("results.db.layouts");
        let mounts = std::fs::read_to_string("/proc/self/mounts").unwrap_or_default();
        mounts.lines().filter(|line| line.contains(&folder.display().to_string())).count() == 2
    }
}

fn words(all: &[String]) -> Vec<&str> {
    all.iter().map(String::as_str).collect()
}

#[test]
fn layouts_are_built_raced_and_gone() {
    let Some(stand) = Stand::new("layouts-raced") else { return };
    let told = stand.place.expect(0, &words(&stand.race(&["--dry-run"])));
    assert!(told.stdout.contains("mkfs.btrfs") && told.stdout.contains("cells"), "{}", told.stdout);
    stand.is_clean();
    let ended = stand.place.call(&words(&stand.race(&["--json"])));
    assert!((0..=2).contains(&ended.code), "{}", ended.stderr);
    let record = ended.json();
    let text = record.to_string();
    assert!(text.contains("btrfs-raid0") && text.contains("btrfs-raid1"), "{text}");
    stand.is_clean();
}

#[test]
fn a_race_that_is_stopped_or_killed_leaves_nothing_for_long() {
    let Some(stand) = Stand::new("layouts-killed") else { return };
    let race = stand.race(&[]);
    let child = stand.place.start(&words(&race));
    until("the layouts stand", || stand.stands());
    signal(&child, "INT");
    assert_eq!(wait(child).code, 130);
    stand.is_clean();

    let child = stand.place.start(&words(&race));
    until("the layouts stand", || stand.stands());
    signal(&child, "KILL");
    wait(child);
    assert!(stand.stands(), "nobody could take them down");
    let refused = stand.place.expect(4, &["check", &stand.device(0), "--budget", "5s"]);
    refused.tells("is mounted at");
    let again = stand.place.call(&words(&race));
    again.tells("took down what an earlier run left: btrfs-raid0, btrfs-raid1 on 4 of 4 disks");
    assert!((0..=2).contains(&again.code), "{}", again.stderr);
    stand.is_clean();
}

#[test]
fn small_disks_are_enough_or_refused_before_they_are_touched() {
    let Some(stand) = Stand::of("layouts-small", GIB) else { return };
    // Slices of 511 MiB, and of each layout a quarter of that, as where nobody says.
    let usual = stand.race(&["--size", "127MiB", "--passes", "1"]);
    stand.place.expect(0, &words(&[&usual[..], &["--dry-run".to_owned()]].concat()));
    stand.is_clean();
    let ended = stand.place.call(&words(&usual));
    assert!((0..=2).contains(&ended.code), "{}", ended.stderr);
    assert!(ended.stdout.contains("btrfs-raid1"), "{}", ended.stdout);
    stand.is_clean();
    for rest in [
        &["--size", "4GiB", "--grid", "-q1"][..],
        &["--size", "4GiB", "--grid", "-q1", "--dry-run"],
    ] {
        let wrong = stand.place.expect(3, &words(&stand.race(rest)));
        for part in
            ["btrfs-raid0: 4 slices of 511 MiB have room for", "btrfs-raid1: 4 slices", "--grid"]
        {
            wrong.tells(part);
        }
    }
    let large = stand.race(&["--size", "4GiB"]);
    let refused = stand.place.expect(4, &words(&large));
    refused.tells("take a smaller --size or a larger --slice");
    stand.is_clean();
}

#[test]
fn nothing_is_built_before_all_is_right() {
    let Some(stand) = Stand::new("layouts-wrong") else { return };
    let wrong = stand.race(&["--practical", "many"]);
    stand.place.expect(3, &words(&wrong)).tells("--practical");
    let device = stand.device(0);
    let held = ["compare", "--build", "btrfs-raid0,btrfs-raid1", "--disks", &device];
    stand.place.expect(4, &held).tells("--destroy");
    if !Path::new("/proc/mdstat").exists() {
        let devices = stand.lab.0.devices.iter().map(|device| device.display().to_string());
        let all: Vec<String> = devices.collect();
        let list = all.join(",");
        let mut words = vec!["compare", "--build", "raid0,raid10 x 64k", "--disks", &list];
        words.push("--destroy");
        words.extend(all.iter().map(String::as_str));
        stand.place.expect(4, &words).tells("this kernel has no md");
    }
    stand.is_clean();
}

impl Stand {
    fn device(&self, index: usize) -> String {
        self.lab.0.devices[index].display().to_string()
    }
}
