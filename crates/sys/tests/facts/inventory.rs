//! The inventory on fake machines: takes trees of text, compares the stacks and remarks with the expected ones.

use base::facts::{FactRemark, FactTitle, FactValue, OverlayReach};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sys::counters::memory_wait_ns;
use sys::inventory::{
    self, CpuQuota, CpuSet, Inventory, InventoryTarget, InventoryTargetKind, LevelKind, QuotaKind,
};

use crate::tree::{self, FakeMachine};

fn of(tree: &FakeMachine, path: &str) -> Inventory {
    let target = InventoryTarget {
        path: PathBuf::from(path),
        kind: InventoryTargetKind::Directory,
        number: None,
    };
    inventory::of_target(target, &tree.roots())
}

/// The stack in short: indented names with their kinds.
fn stack(found: &Inventory) -> Vec<String> {
    let kind = |l: &inventory::StackLevel| l.kind.map_or("", LevelKind::name);
    found
        .levels
        .iter()
        .map(|l| format!("{}{} {}", "-".repeat(l.depth as usize), l.name, kind(l)))
        .collect()
}

/// Whether the level, the file system or the part of the machine of this name has the remark.
fn has(found: &Inventory, remark: &FactRemark, about: &str) -> bool {
    found.remarks().iter().any(|(title, found)| found == remark && is_about(title, about))
}

fn is_about(title: &FactTitle, about: &str) -> bool {
    match title {
        FactTitle::Level { name, .. } => name == about,
        FactTitle::FileSystem { path } => path == about,
        other => format!("{other:?}") == about,
    }
}

fn reorders(scheduler: &str) -> FactRemark {
    FactRemark::Reorders { scheduler: scheduler.to_owned() }
}

#[test]
fn an_md_raid10_of_partitions_is_seen_to_its_disks() {
    let tree = FakeMachine::new(&tree::md());
    let found = of(&tree, "/var/lib/db");
    assert_eq!(
        stack(&found)[..4],
        ["md0 md array", "-sda1 partition", "--sda disk", "-sdb1 partition"]
    );
    assert_eq!(found.levels.len(), 9);
    let array = found.levels[0].array.as_ref().expect("an array");
    assert_eq!((array.layout.as_str(), array.members, array.missing), ("raid10", 4, 1));
    assert!(array.busy() && has(&found, &FactRemark::ArrayBusy, "md0"));
    let disk = &found.levels[2];
    assert_eq!(disk.model.as_deref(), Some("ST4000NM0035-1V4"));
    assert_eq!((disk.depth_max, disk.requests_max, disk.numa_node), (Some(32), Some(64), Some(0)));
    assert_eq!(disk.scheduler.as_deref(), Some("mq-deadline"));
    assert_eq!(disk.detail, FactValue::from("sata"));
    assert_eq!(disk.size_bytes, 7_814_037_168 * 512);
    assert!(
        has(&found, &reorders("mq-deadline"), "sda")
            && has(&found, &FactRemark::WriteBackCache, "sda")
    );
    assert!(
        has(&found, &FactRemark::NotOnBlock, "sdd1")
            && !has(&found, &FactRemark::NotOnBlock, "sda1")
    );
}

#[test]
fn an_nvme_partition_has_nothing_to_remark_on() {
    let tree = FakeMachine::new(&tree::nvme());
    let found = of(&tree, "/x");
    assert_eq!(stack(&found), ["nvme0n1p1 partition", "-nvme0n1 nvme"]);
    assert_eq!(found.levels[1].numa_node, Some(1));
    assert_eq!(found.levels[1].fua, Some(true));
    assert!(
        !found
            .remarks()
            .iter()
            .any(|(title, _)| is_about(title, "nvme0n1") || is_about(title, "nvme0n1p1")),
        "{:?}",
        found.remarks()
    );
}

#[test]
fn limits_of_control_groups_above_us_count_for_our_device_only() {
    let tree = FakeMachine::new(&tree::virtio());
    let found = of(&tree, "/x");
    assert_eq!(stack(&found), ["vda virtual disk"]);
    let limits: Vec<_> = found.io_quotas().map(|q| (q.kind, q.limit_per_s, &*q.group)).collect();
    let expected =
        [(QuotaKind::WriteBytes, 104_857_600, "/app"), (QuotaKind::ReadIops, 3000, "/app")];
    assert_eq!(limits, expected);
    assert_eq!(found.quotas.cpus(), Some(1.5));
    assert_eq!(found.quotas.memory_bytes, Some(1 << 30));
    assert!(
        has(&found, &FactRemark::CpuLimit, "KernelLimits")
            && has(&found, &FactRemark::HostHidden, "System")
    );
}

#[test]
fn limits_of_version_1_are_seen_too() {
    let text = "[proc]\nself/cgroup = 7:blkio:/lab\\n1:cpu,cpuacct:/\nself/mountinfo = 2 1 0:9 / /sys/fs/cgroup/blkio rw - cgroup cgroup rw,blkio\n\
                [sys/fs/cgroup/blkio/lab]\nblkio.throttle.read_iops_device = 7:0 1000\nblkio.throttle.write_bps_device = 7:0 1048576\n";
    let tree = FakeMachine::new(text);
    let found = inventory::machine(&tree.roots());
    let limits: Vec<_> = found.quotas.io.iter().map(|q| (q.kind, q.limit_per_s)).collect();
    assert_eq!(limits, [(QuotaKind::ReadIops, 1000), (QuotaKind::WriteBytes, 1_048_576)]);
}

#[test]
fn limits_of_cpu_time_come_with_how_often_they_stopped_the_group() {
    let quotas = |text: &str| {
        let tree = FakeMachine::new(text);
        let (roots, mounts) = (tree.roots(), inventory::mounts(&tree.roots()));
        (inventory::cpu_quotas(&roots, &mounts), inventory::cpu_set(&roots, &mounts))
    };
    let quota = |group: &str, cpus, [periods, throttled, throttled_ns]: [u64; 3]| CpuQuota {
        group: group.to_owned(),
        cpus,
        periods,
        throttled,
        throttled_ns,
    };
    let (found, set) = quotas(
        "[proc]\nself/cgroup = 2:cpu,cpuacct:/docker/db\\n1:cpuset:/docker/db\n\
         self/mountinfo = 2 1 0:9 /docker /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu,cpuacct\\n\
         3 1 0:9 /docker /sys/fs/cgroup/cpuset rw - cgroup cgroup rw,cpuset\n\
         [sys/fs/cgroup/cpu]\ncpu.cfs_quota_us = -1\ncpu.cfs_period_us = 100000\n\
         [sys/fs/cgroup/cpu/db]\ncpu.cfs_quota_us = 10000\ncpu.cfs_period_us = 100000\n\
         cpu.stat = nr_periods 120\\nnr_throttled 100\\nthrottled_time 9000000000\n\
         [sys/devices/system/cpu]\nonline = 0-7\n\
         [sys/fs/cgroup/cpuset]\ncpuset.cpus = 0,3\n[sys/fs/cgroup/cpuset/db]\ncpuset.cpus = 0,3\n",
    );
    assert_eq!(found, [quota("/db", 0.1, [120, 100, 9_000_000_000])]);
    // Its own group allows no more than the one above, which is the one to change.
    assert_eq!(set, Some(CpuSet { group: "/".to_owned(), cpus: 2 }));
    let (found, set) = quotas(
        &tree::virtio().replace("max = 150000 100000", "max = 150000 100000\ncpu.stat = usage_usec 5\\nnr_periods 9\\nnr_throttled 2\\nthrottled_usec 70"),
    );
    assert_eq!(found, [quota("/app", 1.5, [9, 2, 70_000])]);
    assert_eq!(set, None);
}

#[test]
fn waiting_for_memory_is_the_time_of_at_least_one_process() {
    let text = "[proc]\npressure/memory = some avg10=0.00 avg60=0.00 avg300=0.00 total=2117\\nfull avg10=0.00 total=9\n";
    assert_eq!(memory_wait_ns(&FakeMachine::new(text).roots()), Some(2_117_000));
    assert_eq!(memory_wait_ns(&FakeMachine::new("").roots()), None);
}

#[test]
fn a_logical_volume_shows_both_disks() {
    let tree = FakeMachine::new(&tree::lvm());
    let found = of(&tree, "/data/x");
    assert_eq!(
        stack(&found),
        ["dm-0 lvm volume", "-sda1 partition", "--sda disk", "-sdb1 partition", "--sdb disk"]
    );
    let volume = FactValue::Volume { name: "vg-data".to_owned(), suspended: false };
    assert_eq!(found.levels[0].detail, volume);
}

#[test]
fn a_btrfs_shows_all_its_devices_though_the_mount_names_one() {
    let tree = FakeMachine::new(&tree::btrfs());
    let found = of(&tree, "/srv");
    assert_eq!(
        stack(&found),
        ["pool btrfs", "-sda1 partition", "--sda disk", "-sdb1 partition", "--sdb disk"]
    );
    let array = found.levels[0].array.as_ref().expect("an array");
    assert_eq!((array.layout.as_str(), array.action.as_str()), ("raid1", "balance"));
    assert!(has(&found, &FactRemark::ArrayBusy, "pool"));
}

#[test]
fn the_counters_of_all_members_of_a_btrfs_count_what_reaches_it() {
    let counted = |text: &str, path: &str| of(&FakeMachine::new(text), path).counted_devices();
    let both = |copies| vec![("sda1".to_owned(), copies), ("sdb1".to_owned(), copies)];
    assert_eq!(counted(&tree::btrfs(), "/srv"), both(2), "raid1 writes everything twice");
    for (profile, copies) in
        [("raid0", 1), ("single", 1), ("raid10", 2), ("raid1c3", 3), ("raid6", 1)]
    {
        let text =
            tree::btrfs().replace("allocation/data/raid1 ", &format!("allocation/data/{profile} "));
        assert_eq!(counted(&text, "/srv"), both(copies), "{profile}");
    }
    let missing = tree::btrfs().replace("devinfo/2/missing = 0", "devinfo/2/missing = 1");
    assert_eq!(counted(&missing, "/srv"), both(1), "how many copies are written is not known");
}

#[test]
fn a_loop_device_shows_the_file_system_below() {
    let tree = FakeMachine::new(&tree::looped());
    let found = of(&tree, "/mnt/x");
    assert_eq!(
        stack(&found),
        ["loop0 loop device", "-/ file system", "--sda1 partition", "---sda disk"]
    );
    assert!(has(&found, &FactRemark::PageCache, "loop0"));
    assert_eq!((found.buffered_loop().as_deref(), found.in_memory()), (Some("loop0"), None));
    assert_eq!(found.device_names(), ["loop0", "sda1", "sda"]);
    // The lower levels count the same bytes again.
    assert_eq!(found.counted_devices(), [("loop0".to_owned(), 1)]);
}

#[test]
fn an_overlay_leads_to_its_upper_layer_and_never_round_in_circles() {
    let row = "20 1 8:1 / /host rw - ext4 /dev/sda1 rw\\n21 1 0:50 / /c rw - overlay overlay rw,upperdir=/host/up";
    let text = tree::sata("sda", 0, 2048) + "[proc]\nself/mountinfo = " + row + "\n";
    assert_eq!(
        stack(&of(&FakeMachine::new(&text), "/c")),
        ["/c overlay", "-/host file system", "--sda1 partition", "---sda disk"]
    );
    let row = "20 1 0:40 / /host rw - tmpfs tmpfs rw\\n21 1 0:50 / /c rw - overlay overlay rw,upperdir=/host/up";
    let found = of(&FakeMachine::new(&format!("[proc]\nself/mountinfo = {row}\n")), "/c");
    assert_eq!(found.in_memory().as_deref(), Some("/host"));
    let own = "[proc]\nself/mountinfo = 21 1 0:50 / / rw - overlay overlay rw,upperdir=/var/lib/docker/x\n";
    let found = of(&FakeMachine::new(own), "/c");
    assert_eq!(stack(&found), ["/ overlay"]);
    let path = "/var/lib/docker/x".to_owned();
    let detail = FactValue::UpperLayer { path, reach: OverlayReach::Outside };
    assert_eq!(found.levels[0].detail, detail);
}

#[test]
fn an_upper_layer_given_relative_to_elsewhere_is_not_guessed() {
    let row = "20 1 8:1 / /host rw - ext4 /dev/sda1 rw\\n21 1 0:50 / /c rw - overlay overlay rw,upperdir=host/up";
    let text = tree::sata("sda", 0, 2048) + &format!("[proc]\nself/mountinfo = {row}\n");
    let found = of(&FakeMachine::new(&text), "/c/db");
    assert_eq!(stack(&found), ["/c overlay"]);
    let path = "host/up".to_owned();
    let detail = FactValue::UpperLayer { path, reach: OverlayReach::Relative };
    assert_eq!(found.levels[0].detail, detail);
}

#[test]
fn memory_that_passes_for_a_device_or_a_file_system_is_told() {
    let text = "[sys/devices/virtual/block/zram0]\ndev = 253:0\nsize = 2048\n\
        [proc]\nself/mountinfo = 20 1 253:0 / /z rw - ext4 /dev/zram0 rw\\n21 1 0:40 / /t rw - tmpfs tmpfs rw\\n\
        22 1 0:41 / /p rw - proc proc rw\n";
    let tree = FakeMachine::new(text);
    let found = of(&tree, "/z");
    assert_eq!(stack(&found), ["zram0 memory device"]);
    assert_eq!(found.levels[0].size_bytes, 1 << 20);
    assert!(has(&found, &FactRemark::Memory, "zram0"), "{:?}", found.remarks());
    assert!(has(&of(&tree, "/t"), &FactRemark::Memory, "/t"));
    assert_eq!(found.in_memory().as_deref(), Some("zram0"));
    assert_eq!(of(&tree, "/t").in_memory().as_deref(), Some("/t"));
    assert!(has(&of(&tree, "/p"), &FactRemark::NoStorage, "/p"));
}

#[test]
fn the_whole_machine_tells_each_top_once() {
    let tree = FakeMachine::new(&tree::md());
    let found = inventory::machine(&tree.roots());
    assert_eq!(found.levels.iter().filter(|l| l.depth == 0).count(), 1);
    assert_eq!(found.file_systems.len(), 1);
    assert_eq!(found.levels.len(), 9);
}

#[test]
fn others_at_work_are_rates_of_the_window() {
    let tree = FakeMachine::new(&tree::nvme());
    let stat = tree.path().join("proc/diskstats");
    let io = tree.path().join("proc/4242/io");
    fs::create_dir_all(io.parent().expect("a parent")).expect("folder");
    fs::write(&stat, "259 0 nvme0n1 100 0 800 5 0 0 0 0 0 50 5\n").expect("file");
    fs::write(&io, "rchar: 1\nread_bytes: 0\nwrite_bytes: 0\n").expect("file");
    let stat_of_process = format!("4242 (postgres) S{}", " 0".repeat(49));
    fs::write(tree.path().join("proc/4242/stat"), stat_of_process).expect("file");
    let before = inventory::ActivityLook::now(&tree.roots());
    fs::write(&stat, "259 0 nvme0n1 300 0 2400 9 0 0 0 0 0 300 9\n").expect("file");
    fs::write(&io, "rchar: 1\nread_bytes: 819200\nwrite_bytes: 0\n").expect("file");
    let after = inventory::ActivityLook::now(&tree.roots());
    let mut found = of(&tree, "/x");
    let activity = before.until(&after, Duration::from_millis(500));
    assert_eq!(activity.disks[0].read_iops, 400.0);
    assert_eq!(activity.disks[0].busy_share, 0.5);
    assert_eq!(activity.processes[0].name, "postgres");
    assert_eq!(activity.processes[0].read_bytes_per_s, 1_638_400.0);
    found.activity = Some(activity);
    assert!(has(&found, &FactRemark::InUse { device: "nvme0n1".to_owned() }, "OtherIo"));
}

#[test]
fn this_machine_can_be_looked_at() {
    let roots = inventory::SystemRoots::default();
    let found = inventory::target(&std::env::temp_dir(), &roots).expect("the temporary folder");
    assert!(found.memory.total_bytes > 0 && found.cpu.online > 0 && !found.cpu.allowed.is_empty());
    assert!(!found.file_systems.is_empty() && !found.groups().is_empty());
    assert!(inventory::target(Path::new("/no/such/place"), &roots).is_err());
    assert!(inventory::target(Path::new("/dev/null"), &roots).is_err());
}

#[test]
fn a_device_is_known_by_what_stays_and_not_by_its_name() {
    let told = |name: &str, number: u32, wwid: &str| {
        let place = "sys/devices/pci0000:00/0000:00:1f.2";
        let own = format!("[{place}/ata0/host0/block/{name}]\ndevice/wwid = {wwid}\n");
        let text = tree::sata(name, number, 2048) + if wwid.is_empty() { "" } else { &own };
        let machine = FakeMachine::new(&text);
        let of = |name: &str| inventory::identity_of_device(name, &machine.roots());
        (of(name), of(&format!("{name}1")))
    };
    let (disk, part) = told("sda", 0, "naa.5000c500a1b2c3d4");
    assert!(disk.is_some() && part.is_some() && disk != part, "{disk:?} {part:?}");
    assert_eq!(told("sdb", 0, "naa.5000c500a1b2c3d4"), (disk.clone(), part), "another name");
    assert_ne!(told("sda", 0, "naa.5000c500a1b2c3d5").0, disk, "another disk");
    assert_eq!(told("sda", 0, ""), (None, None), "a disk that tells nothing");
}
