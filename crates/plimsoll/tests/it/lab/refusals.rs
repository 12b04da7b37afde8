//! Devices that must not be overwritten: every refusal through the whole binary, with the device named by `--destroy`
//! and its content compared with the original; and the one case in which it is overwritten.

use super::stand::{DeviceLab, done, tried};
use std::fs::{self, File};
use std::os::unix::fs::{FileExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use testkit::lab::{LabConfig, LabGuard};

const MIB: u64 = 1 << 20;
/// `O_EXCL` of Linux: on a block device without `O_CREAT`, for an exclusive open.
const EXCLUSIVE: i32 = 0o200;

/// A check and a job that write, both with the device named, are refused with the reason; the image does not change.
#[track_caller]
fn refused(stand: &DeviceLab, reason: &str) {
    let device = stand.device();
    let before = fs::read(stand.image()).expect("the image can be read");
    let words = ["check", &device, "--budget", "5s", "--destroy", &device];
    stand.place.expect(4, &words).tells(reason);
    stand.place.expect(4, &["run", &writes(stand), "--destroy", &device]).tells(reason);
    // The kernel may write to active swap space when memory is short.
    assert!(
        fs::read(stand.image()).expect("still there") == before || holds_pages(&device),
        "a refused device was written to"
    );
}

/// Whether the kernel has swapped memory to the device: the fourth field of its line in proc_swaps(5).
fn holds_pages(device: &str) -> bool {
    let swaps = fs::read_to_string("/proc/swaps").unwrap_or_default();
    let line = swaps.lines().find(|line| line.split_whitespace().next() == Some(device));
    line.and_then(|line| line.split_whitespace().nth(3)).is_some_and(|used| used != "0")
}

fn writes(stand: &DeviceLab) -> String {
    let device = stand.device();
    let text = format!(
        "[target.d]\npath = \"{device}\"\n[stream.w]\nread = 0\nblock = \"4k\"\nios = 64\n"
    );
    stand.place.write("writes.toml", text)
}

#[test]
fn a_mounted_device_is_refused() {
    let Some(stand) = DeviceLab::new("refuse-mounted", 64 * MIB) else { return };
    let folder = stand.place.folder("mnt");
    let Some(mounted) = stand.mount(&folder) else { return };
    done("sync", &["-f", &folder]);
    refused(&stand, &format!("is mounted at {folder}"));
    drop(mounted);
    done("fsck.ext4", &["-n", "-f", &stand.device()]);
    stand.place.expect(4, &["check", &stand.device(), "--budget", "5s"]).tells("ext");
}

#[test]
fn swap_in_use_is_refused() {
    let Some(stand) = DeviceLab::new("refuse-swap", 32 * MIB) else { return };
    let device = stand.device();
    if let Err(why) = tried("mkswap", &[&device]).and_then(|_| tried("swapon", &[&device])) {
        return testkit::skip(&format!("no swap can be made here: {why}"));
    }
    let _off = DoneLast { program: "swapoff", words: vec![device] };
    refused(&stand, "is swap space in use");
}

/// A command that is run on drop.
struct DoneLast {
    program: &'static str,
    words: Vec<String>,
}

impl Drop for DoneLast {
    fn drop(&mut self) {
        done(self.program, &crate::drive::borrowed(&self.words));
    }
}

#[test]
fn a_device_that_another_program_has_for_itself_is_refused() {
    let Some(stand) = DeviceLab::new("refuse-busy", 32 * MIB) else { return };
    let held = File::options().read(true).custom_flags(EXCLUSIVE).open(stand.device());
    let held = held.expect("a free device can be had alone");
    refused(&stand, "is in exclusive use");
    drop(held);
    stand.place.expect(0, &["run", &writes(&stand), "--destroy", &stand.device()]);
}

#[test]
fn a_device_that_a_program_has_open_is_refused() {
    let Some(stand) = DeviceLab::new("refuse-open", 32 * MIB) else { return };
    let held = File::open(stand.device()).expect("root may read");
    refused(&stand, &format!("(process {})", std::process::id()));
    drop(held);
    stand.place.expect(0, &["run", &writes(&stand), "--destroy", &stand.device()]);
}

#[test]
fn a_device_serves_one_run_at_a_time() {
    let Some(stand) = DeviceLab::new("refuse-second", 32 * MIB) else { return };
    let device = stand.device();
    let text = format!(
        "[job]\ninterval = \"100ms\"\n[target.d]\npath = \"{device}\"\n\
         [stream.w]\nread = 0\nblock = \"4k\"\nduration = \"60s\"\n"
    );
    let job = stand.place.write("long.toml", text);
    let words = ["run", job.as_str(), "--destroy", &device];
    let first = stand.measuring(&words);
    let second = stand.place.expect(4, &words);
    second.tells("is in exclusive use");
    second.tells(&format!("(process {})", first.id()));
    crate::drive::signal(&first, "INT");
    crate::drive::wait(first).must_be(130, &words);
    stand.place.expect(0, &["run", &writes(&stand), "--destroy", &device]);
}

#[test]
fn no_store_and_no_output_goes_onto_a_device() {
    let Some(stand) = DeviceLab::new("refuse-output", 32 * MIB) else { return };
    let device = stand.device();
    let before = fs::read(stand.image()).expect("the image");
    for words in [["results", "list"].as_slice(), &["results", "show", "1"], &["check", "sim:hdd"]]
    {
        stand.place.expect(4, &[words, &["--store", &device]].concat()).tells("is a device");
    }
    let words = ["check", "sim:hdd", "--budget", "5s", "--seed", "1", "--report"];
    let image = stand.image().display().to_string();
    stand.place.expect(4, &[words.as_slice(), &[&device]].concat()).tells("is a device");
    stand
        .place
        .expect(4, &[words.as_slice(), &[&image]].concat())
        .tells("in use as the content of");
    stand.place.call(&[words.as_slice(), &["page.html"]].concat());
    stand.place.expect(4, &["results", "report", "last", "-o", &device]).tells("is a device");
    stand.place.expect(4, &["results", "export", "last", "--csv", "-o", &device]);
    assert!(fs::read(stand.image()).expect("the image") == before, "a device was written to");
}

#[test]
fn a_device_that_carries_another_is_refused() {
    let Some(stand) = DeviceLab::new("refuse-held", 32 * MIB) else { return };
    let upper = done("losetup", &["--find", "--show", &stand.device()]);
    let _let_go = DoneLast { program: "losetup", words: vec!["-d".to_owned(), upper.clone()] };
    refused(&stand, &format!("is held by {}", upper.trim_start_matches("/dev/")));
}

#[test]
fn every_disk_of_a_mounted_array_is_refused() {
    let place = crate::drive::TestPlace::new("refuse-array");
    let btrfs = Some("raid1".to_owned());
    let wish = LabConfig { disks: 2, size_bytes: 128 * MIB, btrfs, ..LabConfig::default() };
    let Some(lab) = LabGuard::up_or_skip(&place.dir.join("lab"), &wish) else { return };
    for device in lab.0.devices.iter().map(|d| d.display().to_string()) {
        let words = ["check", &device, "--budget", "5s", "--destroy", &device];
        place.expect(4, &words).tells("is mounted at");
    }
    drop(lab);
}

#[test]
fn what_a_device_holds_is_told_until_it_is_named() {
    let Some(stand) = DeviceLab::new("refuse-held-data", 32 * MIB) else { return };
    let device = stand.device();
    let disk = File::options().write(true).open(&device).expect("root may write");
    let mut table = [0; 66];
    (table[4], table[64], table[65]) = (0x83, 0x55, 0xaa);
    let cases: [(&str, u64, &[u8]); 4] = [
        ("holds mbr", 446, &table),
        ("holds xfs", 0, b"XFSB"),
        ("holds lvm2", 512, b"LABELONE\x01\0\0\0\0\0\0\0\0\0\0\0\x20\0\0\0LVM2 001"),
        ("holds data of an unknown kind", 5000, b"a database of its own"),
    ];
    for (told, offset, bytes) in cases {
        disk.write_all_at(&vec![0; MIB as usize], 0).expect("written");
        disk.write_all_at(bytes, offset).expect("written");
        disk.sync_all().expect("durable");
        let before = fs::read(stand.image()).expect("the image");
        let ended = stand.place.expect(4, &["check", &device, "--budget", "5s"]);
        ended.tells(told);
        ended.tells(&format!("--destroy {device}"));
        // Naming another device does not help.
        let other = ["check", &device, "--budget", "5s", "--destroy", "/dev/null"];
        stand
            .place
            .expect(3, &other)
            .tells("--destroy /dev/null: this command does not work on that device");
        assert!(fs::read(stand.image()).expect("the image") == before, "{told}: it was written to");
    }
    drop(disk);
    stand.place.expect(0, &["run", &writes(&stand), "--destroy", &device]);
}

/// It has no holder and no opener: only its signature shows the membership.
#[test]
fn a_member_of_something_larger_is_refused_until_it_is_wiped() {
    let Some(stand) = DeviceLab::new("refuse-member", 32 * MIB) else { return };
    let device = stand.device();
    let disk = File::options().write(true).open(&device).expect("root may write");
    let label = b"LABELONE\x01\0\0\0\0\0\0\0\0\0\0\0\x20\0\0\0LVM2 001";
    disk.write_all_at(label, 512).and_then(|()| disk.sync_all()).expect("durable");
    drop(disk);
    refused(&stand, &format!("{device} holds lvm2: it belongs to a volume manager"));
    for words in [
        &["calibrate", &device, "--write"][..],
        &["ramp", &device, "--mix", "0"],
        &["verify", &device, "--minutes", "0.1"],
        &["powercut", "write", &device, "--kill", "1", "--ledger", "kept"],
        &["compare", "--build", "none;btrfs-raid1", "--disks", &device],
    ] {
        let words = [words, &["--destroy", &device]].concat();
        let ended = stand.place.call(&words);
        assert!(matches!(ended.code, 3 | 4), "{words:?}: {}", ended.stderr);
        ended.tells(&format!("wipefs -a {device}"));
    }
    done("wipefs", &["-a", &device]);
    stand.place.expect(0, &["run", &writes(&stand), "--destroy", &device]);
}

#[test]
fn a_read_only_device_is_refused_and_reading_it_needs_no_leave() {
    let Some(stand) = DeviceLab::new("refuse-ro", 32 * MIB) else { return };
    let device = stand.device();
    if let Err(why) = tried("blockdev", &["--setro", &device]) {
        return testkit::skip(&format!("a device cannot be made read-only here: {why}"));
    }
    // The read-only flag stays with the number of the loop device when the next image is attached.
    let _writable_again =
        DoneLast { program: "blockdev", words: vec!["--setrw".to_owned(), device.clone()] };
    refused(&stand, "is read-only");
    let text = format!("[target.d]\npath = \"{device}\"\n[stream.r]\nblock = \"4k\"\nios = 64\n");
    let before = fs::read(stand.image()).expect("the image");
    stand.place.expect(0, &["run", &stand.place.write("reads.toml", text)]);
    assert!(fs::read(stand.image()).expect("the image") == before, "reading changed it");
}

#[test]
fn a_named_and_free_device_is_overwritten_as_far_as_it_was_asked_for() {
    let Some(stand) = DeviceLab::new("grant", 96 * MIB) else { return };
    let (device, link) = (stand.device(), stand.place.dir.join("by-id"));
    std::os::unix::fs::symlink(&device, &link).expect("a link");
    let disk = File::options().write(true).open(&device).expect("root may write");
    disk.write_all_at(b"the end", 96 * MIB - 7).expect("written");
    drop(disk);
    for words in [&["check", &device, "--budget", "5s"][..], &["run", &writes(&stand)]] {
        stand.place.expect(4, words).tells(&format!("--destroy {device}"));
    }
    // Named by another of its names, such as those in /dev/disk.
    let link = link.display().to_string();
    let words = ["check", &device, "--budget", "5s", "--size", "64MiB", "--destroy", &link];
    stand.place.verdict(&words);
    let bytes = fs::read(stand.image()).expect("the image");
    let (laid, rest) = bytes.split_at(64 * MIB as usize);
    assert!(
        laid.chunks(4096).all(|page| page.iter().any(|&b| b != 0)),
        "a hole in what was prefilled"
    );
    assert!(rest.ends_with(b"the end"), "what lies behind --size was touched");
    assert!(rest[..rest.len() - 7].iter().all(|&b| b == 0));
}

#[test]
fn the_disk_of_the_root_file_system_is_refused() {
    // A dry run: if the refusal ever fails, the plan is printed and nothing is written.
    let place = crate::drive::TestPlace::new("refuse-root");
    let Some(device) = root_device() else {
        return testkit::skip("the root has no device of its own here");
    };
    if File::open(&device).is_err() {
        return testkit::skip("the root's device cannot be opened here");
    }
    let device = device.display().to_string();
    let text = format!("[target.d]\npath = \"{device}\"\n[stream.w]\nread = 0\nios = 1\n");
    let job = place.write("job.toml", text);
    let ended = place.expect(4, &["run", &job, "--dry-run", "--destroy", &device]);
    ended.tells("carries the root file system");
}

fn root_device() -> Option<PathBuf> {
    let number = fs::metadata("/").ok()?.dev();
    let folder = fs::read_dir("/dev").ok()?;
    let block = |path: &Path| fs::metadata(path).is_ok_and(|m| m.rdev() == number && m.nlink() > 0);
    folder.filter_map(|e| Some(e.ok()?.path())).find(|path| block(path))
}

/// The same disk through another node, and with a file system on it that is being measured.
#[test]
fn a_device_that_is_measured_is_refused_by_every_name_and_what_stands_on_it_too() {
    let Some(stand) = DeviceLab::new("refuse-claimed", 256 * MIB) else { return };
    let device = stand.device();
    let number = fs::metadata(&device).expect("it is there").rdev();
    let node = stand.place.dir.join("node").display().to_string();
    let minor = (number & 0xff).to_string();
    done("mknod", &[&node, "b", &(number >> 8).to_string(), &minor]);
    let twice = stand.place.expect(3, &["calibrate", &device, &node]);
    twice.tells(&format!("{device} and {node} are the same storage"));
    let job = stand.place.write("job.toml", super::faults::reads(&device));
    let child = stand.measuring(&["run", &job]);
    let by = format!("is being measured by process {}", child.id());
    let store = stand.place.dir.join("other.db").display().to_string();
    let other = ["--store", store.as_str()];
    let depth_sweep = ["ramp", &node, "--depths", "1", "--time", "1s"];
    stand.place.expect(4, &[&depth_sweep[..], &other].concat()).tells(&by);
    let folder = stand.place.folder("mnt");
    let mounted = stand.mount(&folder);
    if mounted.is_some() {
        let small = ["check", &folder, "--size", "64MiB", "--budget", "5s"];
        stand.place.expect(4, &[&small[..], &other].concat()).tells(&by);
    }
    crate::drive::signal(&child, "KILL");
    crate::drive::wait(child);
    drop(mounted);
    stand.place.run_depth_sweep(&[&depth_sweep[..], &other].concat());
}
