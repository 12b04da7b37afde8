//! Every refusal of the guard: decisions on fake machines, files in the temporary folder, loop devices as root.

use base::refusal::DeviceHolder;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::os::fd::AsRawFd;
use std::os::unix::fs::{FileExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use sys::file::OpenMode;
use sys::guard::{self, DeviceFacts, FileRemoval, FileWritePermission, WriteReason, WriteRefusal};
use sys::inventory::{DeviceNumber, SystemRoots};

use crate::tree::{self, FakeMachine};
use sys::target::Target;

/// Why an existing file may be written.
fn reason(judged: Result<FileWritePermission, WriteRefusal>) -> Option<WriteReason> {
    match judged {
        Ok(FileWritePermission::Present(target)) => target.write_reason(),
        _ => None,
    }
}

fn facts(tree: &FakeMachine, major: u32, minor: u32) -> DeviceFacts {
    guard::device_facts(&tree.roots(), DeviceNumber { major, minor })
}

pub(crate) fn skip(why: &str) {
    // Past the test harness's capture, so that skips are visible in a passing run.
    let _ = writeln!(std::io::stderr(), "SKIPPED: {why}");
}

/// The holders as a refusal names them.
fn shown(holders: &[DeviceHolder]) -> Vec<String> {
    holders.iter().map(ToString::to_string).collect()
}

#[test]
fn a_disk_under_the_root_array_is_held_and_carries_the_root() {
    let tree = FakeMachine::new(&tree::md());
    let found = facts(&tree, 8, 0);
    assert_eq!(shown(&found.holders), ["md0"]);
    assert_eq!(found.mounted, [("md0".to_owned(), PathBuf::from("/"))]);
    let reasons = guard::judge(Path::new("/dev/sda"), &found, true);
    assert!(reasons.contains(&WriteRefusal::Root { device: "md0".to_owned() }), "{reasons:?}");
    assert!(reasons.iter().any(|r| matches!(r, WriteRefusal::Held { .. })));
}

#[test]
fn a_disk_whose_partition_is_mounted_is_refused() {
    let tree = FakeMachine::new(&tree::looped());
    let found = facts(&tree, 8, 0);
    assert!(found.mounted.iter().any(|(part, point)| part == "sda1" && point == Path::new("/")));
}

#[test]
fn a_volume_holds_its_disks_by_name() {
    let tree = FakeMachine::new(&tree::lvm());
    let found = facts(&tree, 8, 16);
    assert_eq!(shown(&found.holders), ["dm-0 (vg-data)"]);
    assert_eq!(found.mounted, [("dm-0".to_owned(), PathBuf::from("/data"))]);
}

#[test]
fn the_second_device_of_a_btrfs_is_mounted_though_the_table_names_the_first() {
    let tree = FakeMachine::new(&tree::btrfs());
    assert_eq!(facts(&tree, 8, 17).mounted, [("sdb1".to_owned(), PathBuf::from("/srv"))]);
    assert_eq!(facts(&tree, 8, 16).mounted, [("sdb1".to_owned(), PathBuf::from("/srv"))]);
}

#[test]
fn swap_and_loops_on_a_device_are_found() {
    let text = tree::sata("sda", 0, 2048)
        + "[proc]\nswaps = Filename Type Size Used Priority\\n/dev/sda1 partition 8388604 0 -2\n\
           [sys/devices/virtual/block/loop3]\ndev = 7:3\nloop/backing_file = /dev/sda\n";
    let tree = FakeMachine::new(&text);
    let found = facts(&tree, 8, 0);
    assert_eq!(
        (found.swap, shown(&found.holders)),
        (vec!["sda1".to_owned()], vec!["loop3".to_owned()])
    );
}

/// A loop device with a partition.
fn divided(number: u32, of: &str) -> String {
    format!(
        "[sys/devices/virtual/block/loop{number}]\ndev = 7:{number}\nloop/backing_file = {of}\n\
         [sys/devices/virtual/block/loop{number}/loop{number}p1]\ndev = 259:{number}\npartition = 1\n"
    )
}

fn mounted(rows: &[&str]) -> String {
    let row = |row: &&str| format!("20 1 {row} rw - ext4 none rw\\n");
    format!("[proc]\nself/mountinfo = {}\n", rows.iter().map(row).collect::<String>())
}

#[test]
fn what_shows_the_same_file_or_disk_shares_its_fate() {
    let file = "/images/a.img";
    let two = divided(0, file) + &divided(1, file) + &divided(2, "/images/b.img");
    let idle = FakeMachine::new(&two);
    let found = facts(&idle, 7, 0);
    assert_eq!((&found.aliases[..], &found.holders[..]), (&["loop1".to_owned()][..], &[][..]));
    assert_eq!(guard::judge(Path::new("/dev/loop0"), &found, true), []);
    // A mount of the device itself, of its partition, and of neither: the partition of its alias is mounted.
    let busy = FakeMachine::new(&(two + &mounted(&["259:1 / /mnt", "259:2 / /other"])));
    let at = [("loop1p1".to_owned(), PathBuf::from("/mnt"))];
    assert_eq!(facts(&busy, 7, 0).mounted, at);
    assert_eq!(facts(&busy, 259, 0).mounted, at);
    assert_eq!(facts(&busy, 7, 1).mounted, at);
    // A loop device over a disk with a mounted partition, and the other way round.
    let disk = tree::sata("sda", 0, 2048) + &tree::sata("sdb", 16, 2048) + &divided(3, "/dev/sda");
    let below = FakeMachine::new(&(disk.clone() + &mounted(&["8:1 / /data", "8:17 / /other"])));
    let at = [("sda1".to_owned(), PathBuf::from("/data"))];
    assert_eq!(facts(&below, 7, 3).mounted, at);
    assert_eq!(facts(&below, 259, 3).mounted, at);
    assert_eq!(facts(&below, 7, 3).aliases, ["sda"]);
    let above = FakeMachine::new(&(disk + &mounted(&["259:3 / /image"])));
    let at = [("loop3p1".to_owned(), PathBuf::from("/image"))];
    assert_eq!(facts(&above, 8, 0).mounted, at);
    assert_eq!(facts(&above, 8, 1).mounted, at);
    assert_eq!(facts(&above, 8, 16).mounted, []);
}

#[test]
fn partitions_that_overlap_share_their_fate_and_others_do_not() {
    let part = |number: u32, start: u64| {
        format!(
            "[sys/devices/virtual/block/sdb/sdb{number}]\ndev = 8:{}\npartition = {number}\nstart = {start}\nsize = 2048\n",
            16 + number
        )
    };
    let disk = "[sys/devices/virtual/block/sdb]\ndev = 8:16\n".to_owned()
        + &part(1, 2048)
        + &part(2, 4095)
        + &part(3, 6143)
        + &divided(3, "/dev/sdb3");
    let idle = facts(&FakeMachine::new(&disk), 8, 17);
    assert_eq!((&idle.aliases[..], &idle.holders[..]), (&["sdb2".to_owned()][..], &[][..]));
    let tree = FakeMachine::new(&(disk + &mounted(&["8:18 / /data"])));
    let at = [("sdb2".to_owned(), PathBuf::from("/data"))];
    assert_eq!(
        facts(&tree, 8, 17).mounted,
        at,
        "the last sector of the first is the other's first"
    );
    assert_eq!(facts(&tree, 8, 19).mounted, [], "the third begins behind the second");
    // Devices built on the third contain bytes of the third only.
    assert_eq!(facts(&tree, 8, 18).holders, []);
    assert_eq!(shown(&facts(&tree, 8, 19).holders), ["loop3"]);
}

#[test]
fn where_the_list_of_devices_is_hidden_nothing_that_exists_is_written() {
    let folder = std::env::temp_dir().join(format!("plimsoll-hidden-{}", std::process::id()));
    fs::create_dir(&folder).expect("own");
    let file = folder.join("t");
    fs::write(&file, "rows").expect("own");
    let hidden = SystemRoots { sys: folder.join("no-sys"), ..SystemRoots::default() };
    let given = [file.clone()];
    assert!(reason(guard::file(&file, &given, &SystemRoots::default())).is_some());
    let refused = guard::file(&file, &given, &hidden).expect_err("loop devices cannot be seen");
    assert!(matches!(refused, WriteRefusal::DevicesHidden { .. }), "{refused:?}");
    // A new file needs no such knowledge.
    assert!(matches!(
        guard::file(&folder.join("new"), &[][..], &hidden),
        Ok(FileWritePermission::Absent(_))
    ));
    let devices = fs::read_dir("/dev").into_iter().flatten().flatten().map(|entry| entry.path());
    let is_device = |path: &PathBuf| {
        use std::os::unix::fs::FileTypeExt;
        fs::metadata(path).is_ok_and(|meta| meta.file_type().is_block_device())
    };
    if let Some(device) = devices.into_iter().find(is_device) {
        let refused =
            guard::device(&device, std::slice::from_ref(&device), &hidden).expect_err("hidden");
        assert!(matches!(refused[..], [WriteRefusal::DevicesHidden { .. }]), "{refused:?}");
    } else {
        skip("there is no block device to ask for");
    }
    fs::remove_dir_all(&folder).expect("own");
}

#[test]
fn volumes_of_one_group_share_no_bytes_and_two_maps_of_one_disk_do() {
    let group = "LVM-0123456789abcdef0123456789abcdef";
    let volume = |number: u32, id: &str| {
        format!(
            "[sys/devices/virtual/block/dm-{number}]\ndev = 252:{number}\ndm/name = v{number}\ndm/uuid = {id}\nslaves/sda1 ->\n"
        )
    };
    let member = tree::sata_partition("sda", 0);
    let disk = tree::sata("sda", 0, 2048)
        + &tree::built_on(&member, "dm-0")
        + &tree::built_on(&member, "dm-1")
        + &mounted(&["252:1 / /data"]);
    let siblings =
        disk.clone() + &volume(0, &format!("{group}a")) + &volume(1, &format!("{group}b"));
    let found = facts(&FakeMachine::new(&siblings), 252, 0);
    assert_eq!((found.mounted, found.holders), (vec![], vec![]));
    let maps = disk + &volume(0, "MAP-a") + &volume(1, "MAP-b");
    let found = facts(&FakeMachine::new(&maps), 252, 0);
    assert_eq!(found.mounted, [("dm-1".to_owned(), PathBuf::from("/data"))]);
    assert_eq!(shown(&found.holders), ["dm-1 (v1)"]);
}

#[test]
fn an_idle_disk_needs_its_name_and_nothing_else() {
    let tree = FakeMachine::new(&tree::sata("sda", 0, 2048));
    let mut found = facts(&tree, 8, 0);
    assert_eq!(guard::judge(Path::new("/dev/sda"), &found, true), []);
    assert!(matches!(
        guard::judge(Path::new("/dev/sda"), &found, false)[..],
        [WriteRefusal::DeviceNotNamed { .. }]
    ));
    found.busy = true;
    assert!(matches!(
        guard::judge(Path::new("/dev/sda"), &found, true)[..],
        [WriteRefusal::Busy { .. }]
    ));
    (found.busy, found.read_only) = (false, true);
    assert!(matches!(
        guard::judge(Path::new("/dev/sda"), &found, true)[..],
        [WriteRefusal::ReadOnly { .. }]
    ));
}

#[test]
fn a_link_names_the_device_it_leads_to() {
    let tree = FakeMachine::new(&tree::sata("sda", 0, 2048));
    let dev = tree.path().join("dev");
    fs::create_dir_all(dev.join("disk/by-id")).expect("folder");
    symlink("../../sda", dev.join("disk/by-id/ata-ST4000")).expect("link");
    let number = tree.roots().number_of_path(Path::new("/dev/disk/by-id/ata-ST4000"));
    assert_eq!(number, Some(DeviceNumber { major: 8, minor: 0 }));
    assert_eq!(tree.roots().number_of_path(Path::new("/dev/sdz")), None);
}

/// A file of a fixed size with the given bytes at the given offsets.
fn image(folder: &Path, parts: &[(u64, &[u8])]) -> File {
    let path = folder.join("image");
    let file = File::options().read(true).write(true).create(true).truncate(true).open(path);
    let file = file.expect("an image");
    file.set_len(4 << 20).expect("size");
    for (offset, bytes) in parts {
        file.write_all_at(bytes, *offset).expect("bytes");
    }
    file
}

#[test]
fn signatures_are_known_by_their_bytes() {
    let tree = FakeMachine::new("");
    let md = [0xfc, 0x4e, 0x2b, 0xa9];
    let mut mbr = [0u8; 66];
    (mbr[4], mbr[64], mbr[65]) = (0x83, 0x55, 0xaa);
    let mut lvm = [0u8; 32];
    lvm[..8].copy_from_slice(b"LABELONE");
    lvm[24..].copy_from_slice(b"LVM2 001");
    let size = 4u64 << 20;
    let cases: [(&str, u64, &[u8]); 21] = [
        ("ext2/3/4", 1080, &[0x53, 0xef]),
        ("xfs", 0, b"XFSB"),
        ("btrfs", 65_600, b"_BHRfS_M"),
        ("ntfs", 3, b"NTFS    "),
        ("gpt", 512, b"EFI PART"),
        ("gpt (backup)", size - 512, b"EFI PART"),
        ("mbr", 446, &mbr),
        ("swap", 4086, b"SWAPSPACE2"),
        ("luks", 0, b"LUKS\xba\xbe"),
        ("lvm2", 512, &lvm),
        ("md", 4096, &md),
        ("md", size - 8192, &md),
        ("md", size - 65_536, &md),
        ("zfs", 131_072 + 5 * 1024, &[0x0c, 0xb1, 0xba, 0, 0, 0, 0, 0]),
        ("bitlocker", 3, b"-FVE-FS-"),
        ("ceph bluestore", 0, b"bluestore block device"),
        ("oracle asm", 32, b"ORCLDISK"),
        ("vmfs", 1 << 20, &[0x0d, 0xd0, 0x01, 0xc0]),
        ("drbd", size - 4096 + 60, &[0x83, 0x74, 0x02, 0x6d]),
        ("firmware raid", size - 1024, b"Intel Raid ISM Cfg Sig. "),
        ("firmware raid", size - 512, &[0xde, 0x11, 0xde, 0x11]),
    ];
    for (name, offset, bytes) in cases {
        let file = image(tree.path(), &[(offset, bytes)]);
        let found = guard::signatures(&file, size).expect("readable");
        assert_eq!(found.iter().map(|s| s.name).collect::<Vec<_>>(), [name]);
    }
    let empty = image(tree.path(), &[]);
    assert_eq!(guard::signatures(&empty, size).expect("readable"), []);
    assert!(guard::blank(&empty, size).expect("readable"));
    let other = image(tree.path(), &[(70_000, b"data")]);
    assert!(!guard::blank(&other, size).expect("readable"));
}

/// The guard's decision on a named and idle device with these bytes at these offsets.
fn judged(folder: &Path, parts: &[(u64, &[u8])]) -> Vec<WriteRefusal> {
    let found = guard::signatures(&image(folder, parts), 4 << 20).expect("readable");
    let facts = DeviceFacts { signatures: found, ..DeviceFacts::default() };
    guard::judge(Path::new("/dev/sda"), &facts, true)
}

#[test]
fn a_member_is_refused_though_nothing_of_it_is_active() {
    let tree = FakeMachine::new("");
    let cases: [(&str, u64, &[u8]); 9] = [
        ("lvm2", 512, b"LABELONE\x01\0\0\0\0\0\0\0\0\0\0\0\x20\0\0\0LVM2 001"),
        ("md", 4096, &[0xfc, 0x4e, 0x2b, 0xa9]),
        ("zfs", 131_072, &[0x0c, 0xb1, 0xba, 0, 0, 0, 0, 0]),
        ("bcache", 4120, b"\xc6\x85\x73\xf6\x4e\x1a\x45\xca\x82\x65\xf5\x7f\x48\xba\x6d\x81"),
        ("luks", 0, b"LUKS\xba\xbe"),
        ("bitlocker", 3, b"-FVE-FS-"),
        ("ceph bluestore", 0, b"bluestore block device"),
        ("vmfs", 1 << 20, &[0x0d, 0xd0, 0x01, 0xc0]),
        ("oracle asm", 32, b"ORCLDISK"),
    ];
    for (name, offset, bytes) in cases {
        let reasons = judged(tree.path(), &[(offset, bytes)]);
        let member = WriteRefusal::Member { device: PathBuf::from("/dev/sda"), holds: name };
        assert_eq!(reasons, [member], "{name}");
    }
    // A named device with a whole file system may be written; one of several devices may not.
    for (alone, several, magic, count) in [
        (&b"_BHRfS_M"[..], "btrfs (multi-device)", 65_600, 65_672),
        (
            b"\xc6\x85\x73\xf6\x66\xce\x90\xa9\xd9\x6a\x60\xcf\x80\x3d\xf7\xef",
            "bcachefs (multi-device)",
            4120,
            4219,
        ),
    ] {
        assert_eq!(judged(tree.path(), &[(magic, alone), (count, &[1])]), []);
        let reasons = judged(tree.path(), &[(magic, alone), (count, &[2])]);
        assert!(
            matches!(reasons[..], [WriteRefusal::Member { holds, .. }] if holds == several),
            "{reasons:?}"
        );
    }
    assert_eq!(judged(tree.path(), &[(1080, &[0x53, 0xef])]), []);
}

#[test]
fn what_a_partition_is_a_member_of_is_found_at_its_place_on_the_disk() {
    let tree = FakeMachine::new("");
    let disk = image(tree.path(), &[(1 << 20, b"LUKS\xba\xbe")]);
    let part = guard::signatures_in(&disk, 1 << 20..2 << 20).expect("readable");
    assert_eq!(part.iter().map(|s| (s.name, s.offset_bytes)).collect::<Vec<_>>(), [("luks", 0)]);
    let around = vec![("sda1".to_owned(), part[0])];
    let reasons = guard::judge(
        Path::new("/dev/sda"),
        &DeviceFacts { around, ..DeviceFacts::default() },
        true,
    );
    let member = WriteRefusal::Member { device: PathBuf::from("/dev/sda1"), holds: "luks" };
    assert_eq!(reasons, [member]);
}

#[test]
fn a_strangers_file_needs_its_name_and_ours_does_not() {
    let tree = FakeMachine::new("");
    let roots = tree.roots();
    let path = tree.path().join("data.mdf");
    let absent = guard::file(&path, &[], &roots).expect("absent");
    assert!(matches!(absent, FileWritePermission::Absent(_)), "{absent:?}");
    fs::write(&path, "precious").expect("file");
    assert!(matches!(guard::file(&path, &[], &roots), Err(WriteRefusal::FileNotOurs { .. })));
    let named = guard::file(&path, std::slice::from_ref(&path), &roots);
    assert_eq!(reason(named), Some(WriteReason::Named));
    assert_eq!(guard::finish(&path).expect("it is looked at"), FileRemoval::NotOurs);
    assert!(path.exists());
    // Nothing can be lost in a file without data.
    let hole = tree.path().join("hole.dat");
    File::create(&hole).expect("made");
    assert_eq!(reason(guard::file(&hole, &[], &roots)), Some(WriteReason::Blank));
    File::options().write(true).open(&hole).and_then(|file| file.set_len(1 << 20)).expect("made");
    let FileWritePermission::Present(blank) = guard::file(&hole, &[], &roots).expect("blank")
    else {
        panic!("it is there")
    };
    assert_eq!(blank.write_reason(), Some(WriteReason::Blank));
    fs::write(&hole, "test data").expect("written");
    assert!(matches!(guard::file(&hole, &[], &roots), Err(WriteRefusal::FileNotOurs { .. })));
    blank.renew().expect("marked");
    assert_eq!(reason(guard::file(&hole, &[], &roots)), Some(WriteReason::Ours));
    let ours = tree.path().join("plimsoll.dat");
    let opened = guard::create(&ours).expect("made");
    let judged = guard::file(&ours, &[], &roots).expect("ours");
    let FileWritePermission::Present(judged) = judged else { panic!("{judged:?}") };
    assert_eq!(judged.write_reason(), Some(WriteReason::Ours));
    assert!(judged.is(&opened));
    assert!(!judged.is(&Target::to_read(&path).expect("it is there")));
    assert!(guard::create(&ours).is_err(), "what exists is never made anew");
    assert_eq!(guard::finish(&ours).expect("removed"), FileRemoval::Removed);
    assert_eq!(guard::finish(&ours).expect("gone already is fine"), FileRemoval::Removed);
    assert!(!ours.exists());
}

#[test]
fn a_file_of_ours_into_which_others_wrote_needs_its_name() {
    let tree = FakeMachine::new("");
    let roots = tree.roots();
    let ours = tree.path().join("own data.dat");
    let target = guard::create(&ours).expect("made");
    let file = target.open(OpenMode { write: true, ..OpenMode::default() }).expect("ours");
    file.write_all_at(b"laid by us", 0).expect("written");
    target.renew().expect("marked again");
    assert!(guard::is_ours(&ours).expect("asked"));
    file.write_all_at(b"precious", 0).expect("written");
    // A coarse clock may give two writes the same time.
    file.set_modified(std::time::UNIX_EPOCH).expect("the time is set");
    let error = guard::file(&ours, &[], &roots).expect_err("changed since");
    assert!(matches!(error, WriteRefusal::FileChanged { .. }), "{error:?}");
    guard::file(&ours, std::slice::from_ref(&ours), &roots).expect("named");
    target.renew().expect("after a run that was allowed");
    assert!(guard::is_ours(&ours).expect("asked"));
    let strange = tree.path().join("strange");
    fs::write(&strange, "precious").expect("file");
    let judged = guard::file(&strange, std::slice::from_ref(&strange), &roots).expect("named");
    let FileWritePermission::Present(named) = judged else { panic!("{judged:?}") };
    named.renew().expect("nothing to do");
    assert!(!guard::is_ours(&strange).expect("asked"), "a stranger's file became ours");
    file.write_all_at(b"more", 0).expect("written");
    assert_eq!(
        guard::finish(&ours).expect("what we made may be removed, also half-written"),
        FileRemoval::Removed
    );
}

#[test]
fn copies_links_and_further_names_do_not_pass_for_ours() {
    let tree = FakeMachine::new("");
    let roots = tree.roots();
    let ours = tree.path().join("ours");
    let target = guard::create(&ours).expect("made");
    fs::write(&ours, "test data").expect("written");
    target.renew().expect("marked again");
    drop(target);
    let copy = tree.path().join("copy");
    let copied = Command::new("cp").args(["-a"]).args([&ours, &copy]).status();
    assert!(copied.expect("cp runs").success());
    assert!(matches!(guard::file(&copy, &[], &roots), Err(WriteRefusal::FileNotOurs { .. })));
    let link = tree.path().join("link");
    symlink(&ours, &link).expect("link");
    assert!(matches!(guard::file(&link, &[], &roots), Err(WriteRefusal::Link { .. })));
    let named = guard::file(&link, std::slice::from_ref(&ours), &roots);
    assert_eq!(reason(named), Some(WriteReason::Named), "its target is named");
    let second = tree.path().join("second");
    fs::hard_link(&ours, &second).expect("hard link");
    assert!(matches!(
        guard::file(&second, &[], &roots),
        Err(WriteRefusal::HardLinks { names: 2, .. })
    ));
    let nowhere = tree.path().join("nowhere");
    symlink(tree.path().join("missing"), &nowhere).expect("link");
    assert!(matches!(guard::file(&nowhere, &[], &roots), Err(WriteRefusal::Unreadable { .. })));
    assert!(guard::create(&nowhere).is_err());
    assert!(matches!(guard::file(tree.path(), &[], &roots), Err(WriteRefusal::NotAFile { .. })));
}

#[test]
fn files_the_kernel_uses_are_refused_even_when_named() {
    let folder = FakeMachine::new("");
    let file = folder.path().join("swapfile");
    fs::write(&file, "x").expect("file");
    let rows = format!("[proc]\nswaps = Filename Type\\n{} file 1 0 -2\n", file.display());
    let loops = format!(
        "[sys/devices/virtual/block/loop0]\ndev = 7:0\nloop/backing_file = {}\n",
        file.display()
    );
    let judged = |text: &str| {
        let roots = FakeMachine::new(text);
        guard::file(&file, std::slice::from_ref(&file), &roots.roots()).err()
    };
    assert!(matches!(judged(&rows), Some(WriteRefusal::SwapFile { .. })));
    assert!(matches!(judged(&loops), Some(WriteRefusal::LoopFile { .. })));
    for source in [file.display().to_string(), "swapfile".to_owned()] {
        let mounts = format!("[proc]\nself/mountinfo = 42 27 0:39 / /m ro - erofs {source} ro\n");
        assert!(matches!(judged(&mounts), Some(WriteRefusal::Mounted { .. })), "{source}");
    }
}

/// A loop device that is removed on drop; needs root.
pub(crate) struct LoopDevice(pub(crate) String);

impl LoopDevice {
    pub(crate) fn new(image: &Path) -> Option<Self> {
        let shown = Command::new("losetup").args(["-f", "--show"]).arg(image).output().ok()?;
        let name = String::from_utf8_lossy(&shown.stdout).trim().to_owned();
        shown.status.success().then_some(Self(name))
    }
}

impl Drop for LoopDevice {
    fn drop(&mut self) {
        let _ = Command::new("losetup").args(["-d", &self.0]).status();
    }
}

#[test]
fn a_real_device_is_refused_while_in_use_and_granted_when_named() {
    let tree = FakeMachine::new("");
    image(tree.path(), &[(1080, &[0x53, 0xef])]);
    let Some(device) = LoopDevice::new(&tree.path().join("image")) else {
        return skip("loop devices need root");
    };
    let (path, roots) = (PathBuf::from(&device.0), SystemRoots::default());
    let refused = guard::device(&path, &[PathBuf::from("/dev/null")], &roots);
    let holds = "ext2/3/4".to_owned();
    let wanted = WriteRefusal::DeviceWithSignaturesNotNamed { device: path.clone(), holds };
    assert_eq!(refused.err(), Some(vec![wanted]));
    let link = tree.path().join("by-id");
    symlink(&path, &link).expect("link");
    let granted =
        guard::device(&link, std::slice::from_ref(&link), &roots).expect("named through a link");
    assert_eq!((granted.path(), granted.real()), (&*link, &*path));
    let again = guard::device(&path, &[link], &roots).expect("we have it ourselves");
    assert!(granted.is(&again));
    granted.open(OpenMode { write: true, ..OpenMode::default() }).expect("our own opens go on");
    let open_exclusively = || {
        let mut options = File::options();
        std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, libc::O_EXCL);
        options.read(true).open(&path)
    };
    let taken = || open_exclusively().is_err();
    assert!(taken(), "it is had alone");
    drop(granted);
    assert!(taken(), "as long as any of them");
    drop(again);
    // A process that another test forks keeps a copy of each descriptor until it calls exec.
    let patience = std::time::Instant::now() + std::time::Duration::from_secs(20);
    let held = loop {
        match open_exclusively() {
            Ok(held) => break held,
            Err(error) => assert!(std::time::Instant::now() < patience, "and no longer: {error}"),
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    };
    let refused = guard::device(&path, std::slice::from_ref(&path), &roots);
    let Err(reasons) = refused else { panic!("{refused:?}") };
    assert!(matches!(reasons[..], [WriteRefusal::Busy { .. }]), "{reasons:?}");
    drop(held);
    let patience = std::time::Instant::now() + std::time::Duration::from_secs(20);
    while let Err(error) = guard::device(&path, std::slice::from_ref(&path), &roots) {
        assert!(std::time::Instant::now() < patience, "free again: {error:?}");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
}

#[test]
fn a_device_that_a_program_has_open_is_refused_with_its_name() {
    let tree = FakeMachine::new("");
    image(tree.path(), &[]);
    let Some(device) = LoopDevice::new(&tree.path().join("image")) else {
        return skip("loop devices need root");
    };
    let path = PathBuf::from(&device.0);
    let refused = |opened: File| {
        let child = Command::new("sleep").arg("600").stdin(opened).spawn();
        let mut child = child.expect("sleep runs");
        let refused = guard::device(&path, std::slice::from_ref(&path), &SystemRoots::default());
        child.kill().and_then(|()| child.wait()).expect("ended");
        (refused.err(), child.id().to_string(), "sleep".to_owned())
    };
    let (found, process, command) = refused(File::open(&path).expect("open"));
    let wanted = WriteRefusal::DeviceOpen { device: path.clone(), process, command };
    assert_eq!(found, Some(vec![wanted]));
    let image = tree.path().join("image");
    let (found, process, command) =
        refused(File::options().append(true).open(&image).expect("own"));
    assert_eq!(found, Some(vec![WriteRefusal::FileOpen { path: image, process, command }]));
    guard::device(&path, std::slice::from_ref(&path), &SystemRoots::default()).expect("free again");
}

/// The process of the test below: closes a device that its ring keeps, and waits.
#[test]
fn ring_process() {
    let Some(device) = std::env::var_os("PLIMSOLL_TEST_DEVICE") else { return };
    let device = File::open(device).expect("open");
    let ring = io_uring::IoUring::new(2).expect("a ring");
    ring.submitter().register_files(&[device.as_raw_fd()]).expect("registered");
    drop(device);
    println!("registered");
    std::io::stdin().read_line(&mut String::new()).expect("the parent ends it");
}

/// Bug: a device that a program had open only as a registered file of io_uring was not in use.
#[test]
fn a_device_that_only_a_ring_has_open_is_refused() {
    let tree = FakeMachine::new("");
    image(tree.path(), &[]).set_len(16 << 20).expect("size");
    let Some(device) = LoopDevice::new(&tree.path().join("image")) else {
        return skip("loop devices need root");
    };
    if io_uring::IoUring::new(2).is_err() {
        return skip("no io_uring here");
    }
    let mut program = Command::new(std::env::current_exe().expect("this test"));
    let program = program.args(["guard::ring_process", "--exact", "--nocapture"]);
    let program = program.env("PLIMSOLL_TEST_DEVICE", &device.0);
    let program = program.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut program = program.expect("it runs");
    let mut lines =
        BufReader::new(program.stdout.take().expect("piped")).lines().map_while(Result::ok);
    assert!(lines.any(|line| line.contains("registered")), "the ring was made");
    let folder = format!("/proc/{}/fdinfo", program.id());
    let infos = fs::read_dir(folder).expect("own").flatten();
    let texts = infos.filter_map(|info| fs::read_to_string(info.path()).ok());
    let is_shown = texts.into_iter().any(|text| text.contains(&device.0));
    let path = PathBuf::from(&device.0);
    let judged = guard::device(&path, std::slice::from_ref(&path), &SystemRoots::default());
    drop(program.stdin.take());
    program.wait().expect("ended");
    if !is_shown {
        return skip("the kernel does not show the files of a ring");
    }
    let refused = judged.expect_err("the ring has it open");
    let process = program.id().to_string();
    let is_named = |reason: &WriteRefusal| matches!(reason, WriteRefusal::DeviceOpen { process: by, .. } if *by == process);
    assert!(refused.iter().any(is_named), "{refused:?}");
}

#[test]
fn a_file_that_a_program_has_mapped_and_closed_is_refused_with_its_name() {
    let tree = FakeMachine::new("[proc]\n7/comm = db\n7/map_files ->\n");
    let file = tree.path().join("rows");
    fs::write(&file, "rows").expect("own");
    symlink(&file, tree.path().join("proc/7/map_files/1000-2000")).expect("link");
    let refused = guard::file(&file, std::slice::from_ref(&file), &tree.roots());
    let (process, command) = ("7".to_owned(), "db".to_owned());
    assert_eq!(refused.err(), Some(WriteRefusal::FileOpen { path: file, process, command }));
}

/// The image of a running virtual machine, the file of a running database.
#[test]
fn a_named_file_that_a_program_writes_to_is_refused_with_its_name() {
    let folder = std::env::temp_dir().join(format!("plimsoll-written-{}", std::process::id()));
    fs::create_dir(&folder).expect("own");
    let file = folder.join("disk.img");
    fs::write(&file, "rows").expect("own");
    let judged = |write: bool| {
        let opened = File::options().read(true).write(write).open(&file).expect("own");
        let mut program = Command::new("sleep").arg("600").stdin(opened).spawn().expect("it runs");
        let judged = guard::file(&file, std::slice::from_ref(&file), &SystemRoots::default());
        program.kill().and_then(|()| program.wait()).expect("ended");
        judged
    };
    let refused = judged(true).expect_err("it is written to");
    assert!(
        matches!(&refused, WriteRefusal::FileOpen { command, .. } if command == "sleep"),
        "{refused:?}"
    );
    assert!(judged(false).is_ok(), "who only reads loses nothing that was not given up");
    fs::remove_dir_all(&folder).expect("own");
}

#[test]
fn a_mounted_device_is_refused_even_when_named() {
    let tree = FakeMachine::new("");
    image(tree.path(), &[]).set_len(16 << 20).expect("size");
    let Some(device) = LoopDevice::new(&tree.path().join("image")) else {
        return skip("loop devices need root");
    };
    let made = Command::new("mkfs.ext4").args(["-q", &device.0]).status();
    let point = tree.path().join("mnt");
    fs::create_dir_all(&point).expect("folder");
    let mounted = Command::new("mount").arg(&device.0).arg(&point).status();
    if !made.is_ok_and(|s| s.success()) || !mounted.is_ok_and(|s| s.success()) {
        return skip("ext4 cannot be made or mounted here");
    }
    let path = PathBuf::from(&device.0);
    let refused = guard::device(&path, std::slice::from_ref(&path), &SystemRoots::default());
    let unmounted = Command::new("umount").arg(&point).status().expect("umount runs");
    assert!(unmounted.success());
    let Err(reasons) = refused else { panic!("{refused:?}") };
    assert!(matches!(reasons[..], [WriteRefusal::Mounted { .. }]), "{reasons:?}");
    guard::device(&path, std::slice::from_ref(&path), &SystemRoots::default()).expect("free again");
}

#[test]
fn two_loop_devices_over_one_file_are_had_together_or_not_at_all() {
    let tree = FakeMachine::new("");
    image(tree.path(), &[]);
    let image = tree.path().join("image");
    let (Some(first), Some(second)) = (LoopDevice::new(&image), LoopDevice::new(&image)) else {
        return skip("loop devices need root");
    };
    // The kernel knows the file, whatever its name is.
    let renamed = tree.path().join("renamed");
    fs::rename(&image, &renamed).expect("own");
    let roots = SystemRoots::default();
    let judged = guard::file(&renamed, std::slice::from_ref(&renamed), &roots);
    assert!(matches!(judged, Err(WriteRefusal::LoopFile { .. })), "{judged:?}");
    let path = PathBuf::from(&first.0);
    let judge = || guard::device(&path, std::slice::from_ref(&path), &roots);
    let alone = || {
        let mut options = File::options();
        std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, libc::O_EXCL);
        options.read(true).open(&second.0)
    };
    let held = alone().expect("it is free");
    let Err(reasons) = judge() else { panic!("its alias is in use") };
    assert!(matches!(reasons[..], [WriteRefusal::Busy { .. }]), "{reasons:?}");
    drop(held);
    let target = judge().expect("both are free");
    assert!(alone().is_err(), "its alias is held with it");
    drop(target);
    // A child that another test starts just now has it open until it runs its program.
    let free = (0..100).any(|_| {
        let free = alone().is_ok();
        if !free {
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        free
    });
    assert!(free, "both are free");
}
