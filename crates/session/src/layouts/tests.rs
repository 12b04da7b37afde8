//! Layouts on loop devices: they are built as planned, removed whichever step fails, and leftovers of a killed run are
//! removed. Needs root and btrfs; otherwise the tests are visibly skipped.

use super::disks::size;
use super::*;
use crate::live::Progress;
use plan::layout::BuildStep;
use report::Language;
use std::cell::RefCell;
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::sync::atomic::AtomicBool;
use sys::guard;
use sys::inventory::SystemRoots;
use testkit::lab::{LabConfig, LabGuard};
use testkit::{TempDir, skip};

const GIB: u64 = 1 << 30;

/// Disks, and a store that does not exist yet. Fields are dropped in this order: the lab before the folder that holds it.
struct LayoutFixture {
    lab: LabGuard,
    writes: Permission,
    store: PathBuf,
    _place: TempDir,
}

impl LayoutFixture {
    fn new(disks: u32) -> Option<Self> {
        let place = TempDir::new("layouts");
        let wish = LabConfig { disks, size_bytes: 2 * GIB, parts: true, ..LabConfig::default() };
        let lab = LabGuard::up_or_skip(&place.path().join("lab"), &wish)?;
        let writes = Permission { destroy: lab.0.devices.clone(), ..Permission::default() };
        let store = place.path().join("results.db");
        Some(Self { lab, writes, store, _place: place })
    }

    fn survey(&self, list: &str) -> Option<LayoutPlan> {
        let wanted = LayoutRequest {
            list,
            disks: &self.lab.0.devices,
            slice: Some(Bytes::mib(256)),
            writes: &self.writes,
            store: Some(&self.store),
        };
        let found = survey(&wanted);
        match found.against {
            Ok(()) => found.planned,
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

    /// Asserts that nothing is left: no mount, no slice, no signature, no marker, and no user of a disk.
    fn is_clean(&self, after: &str) {
        let folder = markers_folder(Some(&self.store)).expect("a store has a place");
        assert!(!folder.exists(), "{after}: {} stays", folder.display());
        for device in &self.lab.0.devices {
            assert!(!layout::slice(device, 1).exists(), "{after}: a slice stays");
            let file = File::open(device).expect("root may read");
            let found = guard::signatures(&file, 2 * GIB).expect("it is read");
            assert_eq!(found, [], "{after}: {}", device.display());
            drop(file);
            let granted = guard::device(device, &self.writes.destroy, &SystemRoots::default());
            assert!(granted.is_ok(), "{after}: {granted:?}");
        }
    }
}

fn quiet() -> RefCell<Progress> {
    RefCell::new(Progress::new(true, Language::En))
}

const LIST: &str = "none; btrfs-single,btrfs-raid0,btrfs-raid1,btrfs-raid10,btrfs-raid5";

#[test]
fn every_profile_of_btrfs_stands_and_falls() {
    let Some(stand) = LayoutFixture::new(4) else { return };
    let list = "none; btrfs-single,btrfs-raid0,btrfs-raid1,btrfs-raid10,btrfs-raid5,btrfs-raid6";
    let Some(planned) = stand.survey(list) else { return };
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
        let mounted = sys::inventory::mounts(&SystemRoots::default());
        let mount = mounted.iter().find(|mount| mount.point == *folder).expect("it is mounted");
        assert_eq!(mount.kind, "btrfs");
        let file = File::options().write(true).create(true).truncate(true).open(folder.join("x"));
        file.and_then(|file| file.write_all_at(&vec![7; 1 << 20], 0)).expect("it takes data");
    }
    // What the profiles promise for four disks of 2 GiB.
    let gib: Vec<u64> = built.iter().map(|b| b.usable.0 / GIB).collect();
    assert_eq!(gib, [8, 8, 8, 4, 4, 6, 4]);
    // Other commands are refused these disks while the layouts exist.
    for device in &stand.lab.0.devices {
        assert!(guard::device(device, &stand.writes.destroy, &SystemRoots::default()).is_err());
    }
    standing.take_down().expect("it falls");
    stand.is_clean("taking down");
}

#[test]
fn whichever_step_fails_nothing_is_left() {
    let Some(stand) = LayoutFixture::new(2) else { return };
    let Some(mut planned) = stand.survey("btrfs-single,btrfs-raid1") else { return };
    let whole = planned.plan.build.clone();
    for number in 0..whole.len() {
        let fails = BuildStep::command("false", &[]);
        planned.plan.build = whole.clone();
        planned.plan.build[number] = fails;
        let failure = planned
            .build(Bytes::mib(1), &AtomicBool::new(false), &quiet())
            .expect_err("a step fails");
        let after = format!("{} failed", whole[number]);
        assert_eq!(
            (failure.ending, failure.lines.len()),
            (Ending::Target, 2),
            "{after}: {failure:?}"
        );
        stand.is_clean(&after);
    }
}

#[test]
fn a_user_who_stops_it_gets_blank_disks() {
    let Some(stand) = LayoutFixture::new(4) else { return };
    let Some(planned) = stand.survey(LIST) else { return };
    let stopped =
        planned.build(Bytes::mib(1), &AtomicBool::new(true), &quiet()).expect_err("it is stopped");
    assert_eq!(stopped.ending, Ending::Interrupted);
    stand.is_clean("stopping");
}

/// Leaves the layouts as a killed run does: the lock is released, and nothing is taken down.
fn kill(mut standing: LayoutGuard) {
    drop(standing.marker.take().expect("it stands"));
}

impl LayoutFixture {
    fn fingerprints(&self) -> Vec<String> {
        let each = |device: &PathBuf| leftovers::fingerprint(device).expect("root may read");
        self.lab.0.devices.iter().map(each).collect()
    }

    /// The refusal to build again with these devices marked for destruction; asserts that no disk is touched.
    fn refusal(&self, destroy: &[PathBuf], why: &str) -> String {
        let before = self.fingerprints();
        let writes = Permission { destroy: destroy.to_vec(), ..Permission::default() };
        let (disks, slice) = (&self.lab.0.devices[..], Some(Bytes::mib(256)));
        let store = Some(self.store.as_path());
        let found = survey(&LayoutRequest { list: LIST, disks, slice, writes: &writes, store });
        let refused = found.against.expect_err(why).lines.join("\n");
        assert_eq!(self.fingerprints(), before, "{why}: a refused command wrote to a disk");
        refused
    }
}

#[test]
fn what_a_killed_run_left_is_taken_down_by_who_marks_all_of_its_disks_and_by_nobody_else() {
    let Some(stand) = LayoutFixture::new(4) else { return };
    let Some(planned) = stand.survey(LIST) else { return };
    let build = || planned.build(Bytes::mib(1), &AtomicBool::new(false), &quiet());
    let standing = build().expect("it is built");
    let all = stand.lab.0.devices.clone();
    let refused = stand.refusal(&all, "it is in use");
    assert!(!refused.contains("that was killed"), "{refused}");
    kill(standing);
    for (marked, why) in [(&all[..0], "no disk is marked"), (&all[..3], "one is not marked")] {
        let refused = stand.refusal(marked, why);
        let device = all[3].display();
        for part in [&format!("--destroy {device}"), "that was killed", "umount", "wipefs"] {
            assert!(refused.contains(part), "{why}: {refused}");
        }
    }
    let Some(again) = stand.survey(LIST) else { return };
    let standing = again.build(Bytes::mib(1), &AtomicBool::new(false), &quiet());
    standing.expect("the leftover is taken down first").take_down().expect("it falls");
    stand.is_clean("cleaning");
}

#[test]
fn a_leftover_that_somebody_else_uses_or_changed_stays_as_it_is() {
    let Some(stand) = LayoutFixture::new(4) else { return };
    let Some(planned) = stand.survey(LIST) else { return };
    kill(planned.build(Bytes::mib(1), &AtomicBool::new(false), &quiet()).expect("it is built"));
    let all = stand.lab.0.devices.clone();
    let elsewhere = stand.store.with_file_name("elsewhere");
    std::fs::create_dir(&elsewhere).expect("own");
    let run = |program: &str, words: &[&Path]| {
        let status = std::process::Command::new(program).args(words).status();
        assert!(status.is_ok_and(|status| status.success()), "{program} {words:?}");
    };
    let tag = planned.site.tag(&planned.layouts);
    let own = planned.site.folder.join(format!("plimsoll-{tag}-2"));
    run("mount", &[Path::new("--bind"), &own, &elsewhere]);
    let refused = stand.refusal(&all, "somebody mounted it");
    run("umount", &[&elsewhere]);
    assert!(refused.contains(&format!("is mounted at {}", elsewhere.display())), "{refused}");
    // Two changes: a file system on a slice that had none, and another UUID of an existing file system.
    let disk = |number: usize| {
        File::options().read(true).write(true).open(&all[number]).expect("root may write")
    };
    for (index, place, bytes) in
        [(1, 1u64 << 20, &b"XFSB"[..]), (2, (1 << 20) + (256 << 20) + 65_568, &[7; 16])]
    {
        let file = disk(index);
        let mut before = vec![0; bytes.len()];
        file.read_exact_at(&mut before, place).expect("read");
        file.write_all_at(bytes, place).expect("written");
        file.sync_all().expect("durable");
        let refused = stand.refusal(&all, "somebody changed it");
        let messages = format!("{} no longer holds what was built on it", all[index].display());
        assert!(refused.contains(&messages), "{refused}");
        // The same holds if the change happens after the check.
        let marked: Vec<DeviceNumber> = all.iter().filter_map(|disk| number(disk)).collect();
        let late = leftovers::clear(&planned.site.folder, &marked).expect_err("it was changed");
        assert!(late.lines[0].contains(&messages), "{late:?}");
        let mut now = vec![0; bytes.len()];
        file.read_exact_at(&mut now, place).expect("read");
        assert_eq!(now, bytes);
        file.write_all_at(&before, place).expect("written");
        file.sync_all().expect("durable");
    }
    let marked: Vec<DeviceNumber> = all.iter().filter_map(|disk| number(disk)).collect();
    let messages = leftovers::clear(&planned.site.folder, &marked).expect("as it was built");
    assert!(messages.len() == 1 && messages[0].contains("on 4 of 4 disks"), "{messages:?}");
    stand.is_clean("cleaning");
}

#[test]
fn a_disk_that_is_not_given_up_or_is_held_is_refused() {
    let Some(stand) = LayoutFixture::new(2) else { return };
    let wanted = |writes, list| {
        let disks = &stand.lab.0.devices;
        let slice = None;
        survey(&LayoutRequest { list, disks, slice, writes, store: Some(&stand.store) }).against
    };
    let one = Permission { destroy: vec![stand.lab.0.devices[0].clone()], ..Permission::default() };
    let refused = wanted(&one, "btrfs-raid0").expect_err("the second was not named");
    assert_eq!(refused.ending, Ending::Target);
    assert!(refused.lines[0].contains("--destroy"), "{refused:?}");
    let mut options = File::options();
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, 0o200);
    options.read(true);
    // The kernel holds a loop device for a moment after scanning its partitions.
    let held = (0..100).find_map(|_| {
        let opened = options.open(&stand.lab.0.devices[1]).ok();
        if opened.is_none() {
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
        opened
    });
    let held = held.expect("it is free within 5 s");
    let refused = wanted(&stand.writes, "btrfs-raid0").expect_err("it is held");
    assert!(refused.lines[0].contains("exclusive use"), "{refused:?}");
    drop(held);
    let wrong = wanted(&stand.writes, "raid10 x 64k").expect_err("two are too few");
    assert!(wrong.lines[0].contains("needs 4 disks"), "{wrong:?}");
    // A layout that does not fit is reported before any disk is marked for destruction, with the other problems.
    let nothing = Permission::default();
    let (list, disks, slice) = ("btrfs-raid0", &stand.lab.0.devices[..], Some(Bytes::gib(3)));
    let found =
        survey(&LayoutRequest { list, disks, slice, writes: &nothing, store: Some(&stand.store) });
    let messages = found.against.as_ref().expect_err("nothing was named").lines.join("\n");
    assert_eq!(messages.matches("--destroy").count(), 2, "{messages}");
    assert_eq!(messages.matches("holds 2 GiB, and 1 layout").count(), 2, "{messages}");
    let room = found.room(Bytes::gib(5)).expect_err("two slices of 3 GiB have no room for that");
    assert!(room.lines[0].contains("have room for a test file of"), "{room:?}");
    stand.is_clean("refusing");
}

#[test]
fn a_disk_that_takes_the_place_of_a_marked_one_stays_as_it_is() {
    let Some(stand) = LayoutFixture::new(3) else { return };
    let [one, two, other] = &stand.lab.0.devices[..] else { panic!("three were asked for") };
    let link = stand.store.with_file_name("link");
    let lead = |to: &Path| {
        let _ = std::fs::remove_file(&link);
        std::os::unix::fs::symlink(to, &link).expect("own");
    };
    lead(two);
    let disks = [one.clone(), link.clone()];
    // As the command line is read.
    let destroy = disks.clone().map(write_permission::remember_target).to_vec();
    let writes = Permission { destroy, ..Permission::default() };
    let found = || {
        let slice = Some(Bytes::mib(256));
        let (list, store) = ("btrfs-raid0", Some(stand.store.as_path()));
        survey(&LayoutRequest { list, disks: &disks, slice, writes: &writes, store })
    };
    lead(other);
    let refused = found().against.expect_err("the link leads to a disk that was not marked");
    let messages = format!("{} would be overwritten", link.display());
    assert!(refused.lines[0].contains(&messages), "{refused:?}");
    lead(two);
    let Some(mut planned) = found().planned else { return };
    assert_eq!(planned.site.disks[1].path, *two, "the link is followed once");
    // Simulates a device swapped between two checks: an unmarked device is refused before the first command.
    planned.site.disks[1].path.clone_from(other);
    planned.judged[1] = number(other).expect("a device");
    let failure = planned.build(Bytes::mib(1), &AtomicBool::new(false), &quiet());
    let failure = failure.expect_err("it was not marked");
    assert!(failure.lines[0].contains("would be overwritten"), "{failure:?}");
    stand.is_clean("refusing");
}

/// If the kernel and the tools support the layout: it is built, takes data, and is removed completely.
fn stands_and_falls(list: &str) {
    let Some(stand) = LayoutFixture::new(5) else { return };
    let Some(planned) = stand.survey(list) else { return };
    let standing = planned.build(Bytes::mib(1), &AtomicBool::new(false), &quiet());
    let standing = standing.unwrap_or_else(|failure| panic!("{list}: {failure:?}"));
    for layout in planned.built() {
        let sizes = layout.places.iter().map(|place| size(place).expect("it can be asked"));
        assert!(sizes.sum::<u64>() >= 200 << 20, "{layout:?}");
    }
    standing.take_down().unwrap_or_else(|failure| panic!("{list}: {failure:?}"));
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
