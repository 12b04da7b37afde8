//! Layouts on loop devices: they stand as planned, fall whatever step fails, and what a killed run left is cleaned.
//! Takes root and btrfs; skips, visibly, otherwise.

use super::*;
use std::fs::File;
use std::os::unix::fs::FileExt;
use testkit::lab::{Guarded, Lab, LabError, Wish};
use testkit::{TempDir, skip};

const GIB: u64 = 1 << 30;

/// Disks, and a store that is not there yet. Fields fall in this order: the lab before the folder that it lies in.
struct Stand {
    lab: Guarded,
    writes: Writes,
    store: PathBuf,
    _place: TempDir,
}

impl Stand {
    fn new(disks: u32) -> Option<Self> {
        let place = TempDir::new("layouts");
        let wish = Wish { disks, size_bytes: 2 * GIB, parts: true, ..Wish::default() };
        let lab = match Lab::up(&place.path().join("lab"), &wish) {
            Ok(lab) => Guarded(lab),
            Err(LabError::Lacking(why)) => {
                skip(&why);
                return None;
            }
            Err(error) => panic!("{error}"),
        };
        let writes = Writes { destroy: lab.0.devices.clone(), overwrite: Vec::new(), fills: false };
        let store = place.path().join("results.db");
        Some(Self { lab, writes, store, _place: place })
    }

    fn look(&self, list: &str) -> Option<Planned> {
        let wanted = Wanted {
            list,
            disks: &self.lab.0.devices,
            slice: Some(Bytes::mib(256)),
            writes: &self.writes,
            store: Some(&self.store),
        };
        let looked = look(&wanted);
        match looked.against {
            Ok(()) => looked.planned,
            Err(failure)
                if failure
                    .lines
                    .iter()
                    .all(|l| l.contains("installed") || l.contains("kernel")) =>
            {
                skip(&failure.lines.join("; "));
                None
            }
            Err(failure) => panic!("{failure:?}"),
        }
    }

    /// Nothing is left: no mount, no slice, no signature, no marker, and nobody holds a disk.
    fn is_clean(&self, after: &str) {
        let folder = folder(Some(&self.store)).expect("a store has a place");
        assert!(!folder.exists(), "{after}: {} stays", folder.display());
        for device in &self.lab.0.devices {
            assert!(!layout::slice(device, 1).exists(), "{after}: a slice stays");
            let file = File::open(device).expect("root may read");
            let found = guard::signatures(&file, 2 * GIB).expect("it is read");
            assert_eq!(found, [], "{after}: {}", device.display());
            drop(file);
            let granted = guard::device(device, &self.writes.destroy, &Roots::default());
            assert!(granted.is_ok(), "{after}: {granted:?}");
        }
    }
}

fn quiet() -> RefCell<Progress> {
    RefCell::new(Progress::new(true))
}

const LIST: &str = "none; btrfs-single,btrfs-raid0,btrfs-raid1,btrfs-raid10,btrfs-raid5";

#[test]
fn every_profile_of_btrfs_stands_and_falls() {
    let Some(stand) = Stand::new(4) else { return };
    let list = "none; btrfs-single,btrfs-raid0,btrfs-raid1,btrfs-raid10,btrfs-raid5,btrfs-raid6";
    let Some(planned) = stand.look(list) else { return };
    stand.is_clean("looking");
    let built = planned.built();
    let standing =
        planned.build(Bytes::mib(1), &AtomicBool::new(false), &quiet()).expect("it is built");
    let names: Vec<&str> = built.iter().map(|b| b.name.as_str()).collect();
    assert_eq!(names[..3], ["none", "btrfs-single", "btrfs-raid0"]);
    assert_eq!(built[0].places.len(), 4);
    assert!(!built[0].folder && built[1..].iter().all(|b| b.folder), "{built:?}");
    for layout in &built[1..] {
        let [folder] = &layout.places[..] else { panic!("{layout:?}") };
        let mounted = sys::inventory::mounts(&Roots::default());
        let mount = mounted.iter().find(|mount| mount.point == *folder).expect("it is mounted");
        assert_eq!(mount.kind, "btrfs");
        let file = File::options().write(true).create(true).truncate(true).open(folder.join("x"));
        file.and_then(|file| file.write_all_at(&vec![7; 1 << 20], 0)).expect("it takes data");
    }
    // What the profiles promise for four disks of 2 GiB.
    let gib: Vec<u64> = built.iter().map(|b| b.usable.0 / GIB).collect();
    assert_eq!(gib, [8, 8, 8, 4, 4, 6, 4]);
    // Nobody else may have them meanwhile.
    for device in &stand.lab.0.devices {
        assert!(guard::device(device, &stand.writes.destroy, &Roots::default()).is_err());
    }
    standing.down().expect("it falls");
    stand.is_clean("taking down");
}

#[test]
fn whichever_step_fails_nothing_is_left() {
    let Some(stand) = Stand::new(2) else { return };
    let Some(mut planned) = stand.look("btrfs-single,btrfs-raid1") else { return };
    let whole = planned.plan.build.clone();
    for number in 0..whole.len() {
        let fails = Step::command("false", &[]);
        planned.plan.build = whole.clone();
        planned.plan.build[number] = fails;
        let failure = planned
            .build(Bytes::mib(1), &AtomicBool::new(false), &quiet())
            .expect_err("a step fails");
        let after = format!("{} failed", whole[number]);
        assert_eq!((failure.exit, failure.lines.len()), (Exit::Target, 2), "{after}: {failure:?}");
        stand.is_clean(&after);
    }
}

#[test]
fn a_user_who_stops_it_gets_blank_disks() {
    let Some(stand) = Stand::new(4) else { return };
    let Some(planned) = stand.look(LIST) else { return };
    let stopped =
        planned.build(Bytes::mib(1), &AtomicBool::new(true), &quiet()).expect_err("it is stopped");
    assert_eq!(stopped.exit, Exit::Interrupted);
    stand.is_clean("stopping");
}

#[test]
fn what_a_killed_run_left_is_cleaned_and_what_others_made_of_a_disk_is_not() {
    let Some(stand) = Stand::new(4) else { return };
    let Some(planned) = stand.look(LIST) else { return };
    let mut standing =
        planned.build(Bytes::mib(1), &AtomicBool::new(false), &quiet()).expect("it is built");
    assert_eq!(clean_up(Some(&stand.store)).expect("it looks"), [""; 0], "it is in use");
    // Killed: the lock goes with the process, and nothing is taken down.
    drop(standing.marker.take());
    let told = clean_up(Some(&stand.store)).expect("it cleans");
    assert!(told.len() == 1 && told[0].contains("on 4 of 4 disks"), "{told:?}");
    stand.is_clean("cleaning");

    let mut standing =
        planned.build(Bytes::mib(1), &AtomicBool::new(false), &quiet()).expect("it is built");
    drop(standing.marker.take());
    // By hand the layouts are taken down and a disk is put to another use.
    for step in &planned.plan.take_down {
        steps::undone(step).expect("it falls");
    }
    let disk = File::options().write(true).open(&stand.lab.0.devices[2]).expect("root may write");
    disk.write_all_at(b"XFSB", 0).expect("written");
    disk.sync_all().expect("durable");
    let told = clean_up(Some(&stand.store)).expect("it looks");
    assert!(told[0].contains("on 0 of 4 disks"), "{told:?}");
    let mut first = [0; 4];
    File::open(&stand.lab.0.devices[2]).expect("open").read_exact_at(&mut first, 0).expect("read");
    assert_eq!(&first, b"XFSB");
}

#[test]
fn a_disk_that_is_not_given_up_or_is_held_is_refused() {
    let Some(stand) = Stand::new(2) else { return };
    let wanted = |writes, list| {
        let disks = &stand.lab.0.devices;
        let slice = None;
        look(&Wanted { list, disks, slice, writes, store: Some(&stand.store) }).against
    };
    let one = Writes {
        destroy: vec![stand.lab.0.devices[0].clone()],
        overwrite: Vec::new(),
        fills: false,
    };
    let refused = wanted(&one, "btrfs-raid0").expect_err("the second was not named");
    assert_eq!(refused.exit, Exit::Target);
    assert!(refused.lines[0].contains("--destroy"), "{refused:?}");
    let held = guard::hold(&stand.lab.0.devices[1]).expect("it is free");
    let refused = wanted(&stand.writes, "btrfs-raid0").expect_err("it is held");
    assert!(refused.lines[0].contains("exclusive use"), "{refused:?}");
    drop(held);
    let wrong = wanted(&stand.writes, "raid10 x 64k").expect_err("two are too few");
    assert!(wrong.lines[0].contains("needs 4 disks"), "{wrong:?}");
    // What does not fit is told before anything is given up, with the rest.
    let nothing = Writes::default();
    let (list, disks, slice) = ("btrfs-raid0", &stand.lab.0.devices[..], Some(Bytes::gib(3)));
    let looked = look(&Wanted { list, disks, slice, writes: &nothing, store: Some(&stand.store) });
    let told = looked.against.as_ref().expect_err("nothing was named").lines.join("\n");
    assert_eq!(told.matches("--destroy").count(), 2, "{told}");
    assert_eq!(told.matches("holds 2 GiB, and 1 layout").count(), 2, "{told}");
    let room = looked.room(Bytes::gib(5)).expect_err("two slices of 3 GiB have no room for that");
    assert!(room.lines[0].contains("have room for a test file of"), "{room:?}");
    stand.is_clean("refusing");
}

/// Where the kernel and the tools can: the device is there, takes data, and all of it is gone afterwards.
fn stands_and_falls(list: &str) {
    let Some(stand) = Stand::new(5) else { return };
    let Some(planned) = stand.look(list) else { return };
    let standing = planned.build(Bytes::mib(1), &AtomicBool::new(false), &quiet());
    let standing = standing.unwrap_or_else(|failure| panic!("{list}: {failure:?}"));
    for layout in planned.built() {
        let sizes = layout.places.iter().map(|place| size(place).expect("it can be asked"));
        assert!(sizes.sum::<u64>() >= 200 << 20, "{layout:?}");
    }
    standing.down().unwrap_or_else(|failure| panic!("{list}: {failure:?}"));
    stand.is_clean(list);
}

#[test]
fn every_level_of_md_stands_and_falls() {
    stands_and_falls("raid0,raid10,raid5,raid6 x 64k; raid1");
}

#[test]
fn every_level_of_lvm_stands_and_falls() {
    stands_and_falls("lvm-single; lvm-raid0,lvm-raid5,lvm-raid6 x 64k; lvm-raid1");
}
