//! The commands that build layouts and take them down: each as typed in a shell, with its capacity.

use base::Bytes;
use expect_test::expect_file;
use plan::PlanFault;
use plan::layout::{
    BuildDisk, BuildSite, ConstructionNote, ConstructionPlan, LayoutTarget, construct, take_down,
};
use std::path::PathBuf;
use workload::{DiskLayout, LayoutBuilder, RaidLevel};

const GIB: u64 = 1 << 30;

fn site(disks: &[&str]) -> BuildSite {
    let disk = |path: &&str| BuildDisk { path: PathBuf::from(path), size_bytes: 100 * GIB };
    BuildSite {
        disks: disks.iter().map(disk).collect(),
        slice_bytes: GIB,
        folder: PathBuf::from("/var/x.layouts"),
    }
}

fn built(builder: LayoutBuilder, level: RaidLevel, chunk_kib: u64) -> DiskLayout {
    let chunk = (chunk_kib > 0).then_some(Bytes::kib(chunk_kib));
    DiskLayout::Built { builder, level, chunk }
}

/// The commands that build the layouts, with plain names instead of this test's tag; the partition commands are tested elsewhere.
fn told(layout: DiskLayout, disks: usize) -> String {
    let names = ["/dev/sda", "/dev/sdb", "/dev/sdc", "/dev/nvme0n1", "/dev/sdd", "/dev/sde"];
    let site = site(&names[..disks]);
    let plan = construct(&[layout], &site).expect("it can be built");
    let tag = site.tag(&[layout]);
    let lines = |steps: &[plan::layout::BuildStep]| {
        let own = steps.iter().map(|step| step.to_string().replace(&tag, "TAG"));
        let own = own.filter(|line| {
            !["printf", "partx", "wipefs", "until test -e /dev/sd", "until test -e /dev/nvme"]
                .iter()
                .any(|start| line.starts_with(start))
        });
        own.map(|line| line + "\n").collect::<String>()
    };
    format!("{}--\n{}", lines(&plan.build), lines(&plan.take_down))
}

/// mdadm is told all that would follow its version, btrfs is mounted as databases want it, LVM sees no other disk of the machine.
#[test]
fn each_layout_is_built_and_taken_down_by_these_commands() {
    use LayoutBuilder::{Btrfs, Lvm, Md};
    use RaidLevel::{Raid0, Raid1, Raid5, Raid6, Raid10, Single};
    let mut text = String::new();
    for (builder, level, chunk_kib, disks) in [
        (Md, Raid0, 64, 2),
        (Md, Raid1, 0, 3),
        (Md, Raid10, 256, 4),
        (Md, Raid5, 512, 3),
        (Md, Raid6, 512, 4),
        (Btrfs, Single, 0, 2),
        (Btrfs, Raid10, 0, 4),
        (Btrfs, Raid5, 0, 3),
        (Btrfs, Raid6, 0, 4),
        (Lvm, Single, 0, 2),
        (Lvm, Raid0, 64, 2),
        (Lvm, Raid1, 0, 3),
        (Lvm, Raid10, 64, 4),
        (Lvm, Raid5, 128, 3),
        (Lvm, Raid6, 64, 5),
    ] {
        let layout = built(builder, level, chunk_kib);
        text += &format!("== {layout} of {disks} disks\n{}\n", told(layout, disks));
    }
    expect_file!["../golden/layouts.txt"].assert_eq(&text);
}

fn three() -> (Vec<DiskLayout>, BuildSite, ConstructionPlan) {
    let layouts = vec![
        DiskLayout::Plain,
        built(LayoutBuilder::Md, RaidLevel::Raid0, 64),
        built(LayoutBuilder::Btrfs, RaidLevel::Raid1, 0),
    ];
    let site = site(&["/dev/sda", "/dev/nvme0n1"]);
    let plan = construct(&layouts, &site).expect("it can be built");
    (layouts, site, plan)
}

#[test]
fn every_layout_has_its_slice_of_every_disk() {
    let (layouts, site, plan) = three();
    let all: Vec<String> = plan.build.iter().map(ToString::to_string).collect();
    let tag = site.tag(&layouts);
    let id = plan::layout::table_id(&tag, &site.disks[0].path);
    assert_eq!(
        all[0],
        format!(
            "printf 'label: gpt\\nlabel-id: {id}\\nstart=1MiB, size=1024MiB\\nstart=1025MiB, size=1024MiB\\n\
             start=2049MiB, size=1024MiB\\n' | sfdisk --quiet --wipe always --wipe-partitions always /dev/sda"
        )
    );
    assert_eq!(all[1], "partx --update /dev/sda");
    assert!(all[5].ends_with(" /dev/nvme0n1"));
    let whole = all.join("\n");
    for (slice, of) in [("sda2 /dev/nvme0n1p2", "mdadm"), ("sda3 /dev/nvme0n1p3", "mkfs.btrfs")] {
        assert!(all.iter().any(|line| line.starts_with(of) && line.ends_with(slice)), "{whole}");
    }
    let places: Vec<&LayoutTarget> = plan.layouts.iter().map(|standing| &standing.place).collect();
    let none = ["/dev/sda1", "/dev/nvme0n1p1"].map(PathBuf::from).to_vec();
    assert_eq!(places[0], &LayoutTarget::Devices(none));
    assert_eq!(places[1], &LayoutTarget::Devices(vec![format!("/dev/md/plimsoll-{tag}-2").into()]));
    let folder = format!("/var/x.layouts/plimsoll-{tag}-3");
    assert_eq!(places[2], &LayoutTarget::Folder(folder.into()));
}

#[test]
fn what_stands_on_a_slice_falls_before_it_and_the_table_last() {
    let (layouts, site, plan) = three();
    let all: Vec<String> = plan.take_down.iter().map(ToString::to_string).collect();
    let at = |start: &str, end: &str| {
        let found = all.iter().position(|line| line.starts_with(start) && line.ends_with(end));
        found.unwrap_or_else(|| panic!("no {start} .. {end} in {all:#?}"))
    };
    assert!(at("umount", "-3") < at("wipefs", "/dev/sda3"));
    assert!(at("mdadm --stop", "-2") < at("mdadm --zero-superblock", "/dev/sda2"));
    assert!(at("mdadm --zero-superblock", "/dev/nvme0n1p2") < at("wipefs", "/dev/nvme0n1p2"));
    assert!(at("wipefs", "/dev/sda1") < at("partx --delete", "/dev/sda"));
    assert!(at("partx --delete", "/dev/sda") < at("wipefs", "/dev/sda"));
    assert!(all.iter().filter(|line| line.starts_with("wipefs")).count() == 3 * 2 + 2);
    assert_eq!(take_down(&layouts, &site, &site.tag(&layouts)), plan.take_down);
    // Disks that now belong to another use are not changed.
    let gone = BuildSite { disks: site.disks[..1].to_vec(), ..site.clone() };
    let rest = take_down(&layouts, &gone, &site.tag(&layouts));
    assert!(rest.iter().all(|step| !step.to_string().contains("nvme")));
}

#[test]
fn names_follow_from_what_is_built_and_on_which_disks() {
    let (layouts, site, _) = three();
    assert_eq!(site.tag(&layouts), site.clone().tag(&layouts));
    assert_ne!(site.tag(&layouts), site.tag(&layouts[..2]));
    let other = BuildSite { slice_bytes: 2 * GIB, ..site.clone() };
    assert_ne!(site.tag(&layouts), other.tag(&layouts));
    let id = plan::layout::table_id("0123abcd", &site.disks[0].path);
    let fields: Vec<usize> = id.split('-').map(str::len).collect();
    assert_eq!(fields, [8, 4, 4, 4, 12]);
    assert_eq!(id.as_bytes()[14], b'8');
    assert_ne!(id, plan::layout::table_id("0123abcd", &site.disks[1].path));
}

#[test]
fn capacity_and_redundancy_are_those_of_the_level() {
    let sizes = [4 * GIB; 6];
    let uneven = [GIB, 2 * GIB, 4 * GIB];
    let table = [
        // layout, of six disks of 4 GiB, of 1, 2 and 4 GiB, disks of six that may fail
        (DiskLayout::Plain, 24, 7, 0),
        (built(LayoutBuilder::Md, RaidLevel::Raid0, 64), 24, 3, 0),
        (built(LayoutBuilder::Md, RaidLevel::Raid1, 0), 4, 1, 5),
        (built(LayoutBuilder::Btrfs, RaidLevel::Raid1, 0), 12, 3, 1),
        (built(LayoutBuilder::Md, RaidLevel::Raid10, 64), 12, 1, 1),
        (built(LayoutBuilder::Lvm, RaidLevel::Raid5, 64), 20, 2, 1),
        (built(LayoutBuilder::Md, RaidLevel::Raid6, 64), 16, 1, 2),
        (built(LayoutBuilder::Lvm, RaidLevel::Single, 0), 24, 7, 0),
    ];
    for (layout, six, three, may_fail) in table {
        assert_eq!(plan::layout::usable_bytes(layout, &sizes) / GIB, six, "{layout}");
        assert_eq!(plan::layout::usable_bytes(layout, &uneven) / GIB, three, "{layout}");
        assert_eq!(plan::layout::may_fail(layout, 6), may_fail, "{layout}");
    }
}

#[test]
fn all_that_keeps_them_from_being_built_is_told_at_once() {
    let mut site = site(&["/dev/sda", "/dev/sdb", "/dev/sdc"]);
    site.slice_bytes = 60 * GIB;
    let layouts = [
        built(LayoutBuilder::Md, RaidLevel::Raid6, 64),
        built(LayoutBuilder::Md, RaidLevel::Raid0, 64),
    ];
    let wrong = construct(&layouts, &site).expect_err("too few and too small");
    assert_eq!(wrong.len(), 4);
    assert_eq!(wrong[0].place, "raid6-64k");
    assert_eq!(wrong[0].fault, PlanFault::TooFewDisks { least: 4, disks: 3 });
    assert_eq!(wrong[1].place, "/dev/sda");
    let disk = Bytes::gib(100);
    let is_small = |fault: &PlanFault| matches!(fault, PlanFault::DiskTooSmall { disk: of, layouts: 2, .. } if *of == disk);
    assert!(is_small(&wrong[1].fault), "{wrong:?}");
    site.slice_bytes = 1000;
    assert!(construct(&layouts[1..], &site).is_err());
    let odd = built(LayoutBuilder::Lvm, RaidLevel::Raid10, 64);
    site.disks.extend([site.disks[0].clone(), site.disks[1].clone()]);
    site.slice_bytes = GIB;
    let wrong = construct(&[odd], &site).expect_err("five");
    assert_eq!(wrong[0].fault, PlanFault::OddDisks { disks: 5 });
}

#[test]
fn what_may_spoil_the_comparison_is_told() {
    let mut site = site(&["/dev/sda", "/dev/sdb"]);
    let layouts = [DiskLayout::Plain, built(LayoutBuilder::Md, RaidLevel::Raid0, 64)];
    assert_eq!(construct(&layouts, &site).expect("it can").notes, []);
    site.slice_bytes = 40 * GIB;
    site.disks[1].size_bytes = 200 * GIB;
    let notes = construct(&layouts, &site).expect("it can").notes;
    let [ConstructionNote::DisksDiffer, ConstructionNote::LateSlice { share }] = notes[..] else {
        panic!("{notes:?}")
    };
    assert_eq!((100.0 * share).round(), 40.0);
}
