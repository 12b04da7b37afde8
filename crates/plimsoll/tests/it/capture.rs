//! `plimsoll capture` on a loop device: exact counts, every kind of end, and files on mounted file systems.

use crate::drive::{CommandOutput, TestPlace, signal, until, wait};
use crate::lab::{Mounted, stand::done};
use serde_json::Value;
use std::fs::{File, Permissions};
use std::io::Write;
use std::os::unix::fs::{FileExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command};
use testkit::lab::{LabConfig, LabGuard};

/// A loop device that can have partitions, and its path.
fn lab(place: &TestPlace, size_bytes: u64) -> Option<(LabGuard, String)> {
    let wish = LabConfig { size_bytes, parts: true, ..LabConfig::default() };
    let lab = LabGuard::up_or_skip(&place.dir.join("lab"), &wish)?;
    let device = lab.0.devices[0].display().to_string();
    Some((lab, device))
}

/// Makes a device node for a partition, because not every machine makes one automatically.
fn part(place: &TestPlace, device: &str, number: u32) -> Option<String> {
    let name = device.rsplit('/').next().expect("a device has a name");
    let known = std::fs::read_to_string(format!("/sys/class/block/{name}p{number}/dev")).ok()?;
    let (major, minor) = known.trim().split_once(':')?;
    let node = place.dir.join(format!("part{number}")).display().to_string();
    done("mknod", &[&node, "b", major, minor]);
    Some(node)
}

/// A running capture: its file is created when the trace has started.
fn started(place: &TestPlace, target: &str, file: &str) -> Child {
    let child = place.start(&["capture", target, "--for", "60s", "-o", file, "--quiet"]);
    until("the trace runs", || place.dir.join(file).exists());
    child
}

fn ended(child: Child, by: &str) -> CommandOutput {
    signal(&child, by);
    wait(child)
}

fn shown(place: &TestPlace, file: &str) -> Value {
    place.expect(0, &["capture", "show", file, "--json"]).json()
}

fn operations(load: &Value, operation: &str) -> u64 {
    let all = load["operations"].as_array().expect("it has operations");
    let found = all.iter().find(|one| one["operation"] == operation);
    found.map_or(0, |one| one["operations"].as_f64().expect("a number") as u64)
}

fn of_processes(load: &Value, names: &[&str], field: &str) -> u64 {
    let all = load["processes"].as_array().expect("it has processes").iter();
    let own = all.filter(|one| {
        let name = one["process"]["name"].as_str().expect("a name");
        names.iter().any(|begin| name.starts_with(begin))
    });
    own.map(|one| one[field].as_u64().expect("a number")).sum()
}

/// Writes 4 KiB at every 32 KiB, `times` times; each write is on the device before the next.
fn write_apart(path: &str, times: u64) {
    let file = File::options().write(true).open(path).expect("own file or device");
    for time in 0..times {
        file.write_all_at(&[7; 4096], time * 32_768).expect("own file or device");
        file.sync_data().expect("own file or device");
    }
}

#[test]
fn a_capture_has_exactly_the_ios_of_a_load_of_ours() {
    let place = TestPlace::new("capture-exact");
    let Some((_lab, device)) = lab(&place, 64 << 20) else { return };
    let text = format!(
        "[target.d]\npath = \"{device}\"\nsize = \"64MiB\"\n\
         [stream.s]\nread = \"70%\"\nblock = \"4k\"\nrate = 2000\nios = 1500\n"
    );
    let job = place.write("job.toml", text);
    let child = started(&place, &device, "c.capture");
    let run = place.expect(0, &["run", &job, "--destroy", &device, "--json"]).json();
    let done = ended(child, "INT");
    done.must_be(130, &["capture", "SIGINT"]);
    done.shows("Lost trace events: 0");
    let load = shown(&place, "c.capture");
    let ios = |side: &str| run["trials"][0]["streams"][0][side]["ios"].as_u64().expect("a number");
    let own = |field| of_processes(&load, &["worker-", "iou-wrk-"], field);
    assert_eq!((own("reads"), own("writes")), (ios("read"), ios("write")));
    // Nobody else writes to the device.
    assert_eq!(operations(&load, "write"), ios("write"));
    assert_eq!(ios("read") + ios("write"), 1500);
}

#[test]
fn a_capture_ends_in_order_by_signals_and_refuses_to_replace_a_file() {
    let place = TestPlace::new("capture-ends");
    let Some((_lab, device)) = lab(&place, 64 << 20) else { return };
    let child = started(&place, &device, "c.capture");
    write_apart(&device, 100);
    let done = ended(child, "TERM");
    done.must_be(130, &["capture", "SIGTERM"]);
    done.shows("Captured ");
    assert_eq!(operations(&shown(&place, "c.capture"), "write"), 100);
    let before = std::fs::read(place.dir.join("c.capture")).expect("it was written");
    let words = ["capture", &device, "--for", "1s", "-o", "c.capture"];
    place.expect(3, &words).tells("add --overwrite to replace it");
    assert_eq!(before, std::fs::read(place.dir.join("c.capture")).expect("it is still there"));
    place.expect(0, &[&words[..], &["--overwrite"]].concat());
    assert_eq!(operations(&shown(&place, "c.capture"), "write"), 0);
}

#[test]
fn a_ring_keeps_its_last_part_and_ends_at_a_latency() {
    let place = TestPlace::new("capture-ring");
    let Some((_lab, device)) = lab(&place, 64 << 20) else { return };
    for (length, kept) in [("60s", 50), ("1us", 0)] {
        let words = ["capture", &device, "--ring", length, "-o", length, "--quiet"];
        let child = place.start(&words);
        until("the trace runs", || place.dir.join(length).exists());
        write_apart(&device, 50);
        // The signal is sent until it takes effect: the I/Os are in the ring at most two rounds later.
        let part = format!("{length}.2");
        until("two parts are written", || {
            signal(&child, "USR1");
            place.dir.join(&part).exists()
        });
        write_apart(&device, kept);
        ended(child, "TERM").must_be(130, &words);
        assert_eq!(operations(&shown(&place, length), "write"), 2 * kept, "{length}");
        assert!(operations(&shown(&place, &format!("{length}.1")), "write") <= kept);
    }
    let words =
        ["capture", &device, "--ring", "60s", "--until-latency", "1ns", "-o", "c", "--quiet"];
    let child = place.start(&words);
    until("the trace runs", || place.dir.join("c").exists());
    write_apart(&device, 1);
    wait(child).must_be(0, &words);
    assert_eq!(operations(&shown(&place, "c"), "write"), 1);
}

#[test]
fn a_killed_capture_is_readable_up_to_its_last_chunk() {
    let place = TestPlace::new("capture-kill");
    let Some((_lab, device)) = lab(&place, 64 << 20) else { return };
    let child = started(&place, &device, "c.capture");
    write_apart(&device, 100);
    until("I/Os are in the file", || operations(&shown(&place, "c.capture"), "write") > 0);
    let done = ended(child, "KILL");
    assert_eq!(done.code, -1, "killed by the signal");
    let shown = place.expect(0, &["capture", "show", "c.capture", "--json"]);
    shown.tells("is incomplete");
    let written = operations(&shown.json(), "write");
    assert!((1..=100).contains(&written), "{written} writes");
}

#[test]
fn a_full_disk_keeps_what_was_captured() {
    let place = TestPlace::new("capture-full");
    let Some((_lab, device)) = lab(&place, 64 << 20) else { return };
    let small = place.folder("small");
    done("mount", &["-t", "tmpfs", "-o", "size=48k", "tmpfs", &small]);
    let mounted = Mounted(small.as_ref());
    let child = started(&place, &device, "small/c.capture");
    // About 9 bytes per I/O, written every 2 s: the first chunk fits, the second one does not.
    let job = format!(
        "[target.d]\npath = \"{device}\"\nsize = \"64MiB\"\n[stream.s]\nblock = \"4k\"\nrate = 2000\nios = 12000\n"
    );
    place.expect(0, &["run", &place.write("job.toml", job)]);
    let ended = wait(child);
    ended.must_be(4, &["capture", "on a full disk"]);
    ended.tells("No space left on device");
    ended.tells("what was captured before is in the file");
    assert!(operations(&shown(&place, "small/c.capture"), "read") > 0);
    drop(mounted);
}

#[test]
fn another_user_gets_counters_and_is_told_why() {
    let place = TestPlace::new("capture-user");
    let Some((_lab, device)) = lab(&place, 64 << 20) else { return };
    std::fs::set_permissions(place.dir.path(), Permissions::from_mode(0o777)).expect("ours");
    let words = ["capture", &device, "--for", "300ms", "--interval", "100ms", "-o", "c.capture"];
    let mut command = place.command(&words);
    let Ok(output) = command.uid(65_534).gid(65_534).output() else {
        return testkit::skip("the binary lies where other users may not run it");
    };
    let ended = crate::drive::ended(output);
    ended.must_be(0, &words);
    let all = format!("{}{}", ended.stdout, ended.stderr);
    assert!(
        all.contains("only counters were captured, because the block trace needs root"),
        "{all}"
    );
    assert!(!all.contains("panicked") && !all.contains("backtrace"), "{all}");
    let source = shown(&place, "c.capture")["header"]["source"].clone();
    assert_eq!(source, "disk-counters");
}

#[test]
fn a_discard_and_the_flushes_of_durable_writes_are_captured() {
    let place = TestPlace::new("capture-discard");
    if testkit::tool("blkdiscard").is_none() {
        return testkit::skip("there is no blkdiscard");
    }
    let Some((_lab, device)) = lab(&place, 64 << 20) else { return };
    let child = started(&place, &device, "c.capture");
    for offset in [0, 8 << 20, 24 << 20] {
        done("blkdiscard", &["-o", &offset.to_string(), "-l", "1048576", &device]);
    }
    write_apart(&device, 10);
    ended(child, "INT").must_be(130, &["capture"]);
    let load = shown(&place, "c.capture");
    assert_eq!((operations(&load, "trim"), operations(&load, "write")), (3, 10));
    assert!(operations(&load, "flush") >= 10, "each sync flushes a loop device");
}

#[test]
fn a_partition_is_captured_alone_and_from_its_own_start() {
    let place = TestPlace::new("capture-part");
    if testkit::tool("sfdisk").is_none() {
        return testkit::skip("there is no sfdisk");
    }
    let Some((_lab, device)) = lab(&place, 64 << 20) else { return };
    let table = place.write("table", "start=2048, size=32768\nstart=65536, size=32768\n");
    done("sh", &["-c", &format!("sfdisk -q {device} < {table}")]);
    // For kernels that do not read partition tables.
    let _ = Command::new("partx").args(["-a", &device]).output();
    let (Some(first), Some(second)) = (part(&place, &device, 1), part(&place, &device, 2)) else {
        return testkit::skip("the kernel makes no partitions of loop devices");
    };
    let child = started(&place, &second, "c.capture");
    write_apart(&first, 20);
    write_apart(&second, 30);
    ended(child, "INT").must_be(130, &["capture"]);
    let load = shown(&place, "c.capture");
    assert_eq!(operations(&load, "write"), 30);
    assert_eq!(load["header"]["device_bytes"], 32_768 * 512);
    let file = File::open(place.dir.join("c.capture")).expect("it was written");
    let (_, reader) = observe::file::CaptureReader::open(file).expect("it is a capture");
    let mut writes = Vec::new();
    for chunk in reader {
        if let observe::file::CaptureChunk::Events(events) = chunk.expect("it is whole") {
            let own = events.iter().filter(|one| one.operation == observe::IoKind::Write);
            writes.extend(own.map(|one| one.offset_bytes));
        }
    }
    assert_eq!(writes, (0..30).map(|time| time * 32_768).collect::<Vec<u64>>());
}

#[test]
fn two_devices_are_captured_at_once_and_each_is_shown_fitted_and_replayed_apart() {
    let place = TestPlace::new("capture-two");
    let wish = LabConfig { disks: 2, size_bytes: 64 << 20, parts: true, ..LabConfig::default() };
    let Some(lab) = LabGuard::up_or_skip(&place.dir.join("lab"), &wish) else { return };
    let [data, log] = [0, 1].map(|number| lab.0.devices[number].display().to_string());
    let words = ["capture", &data, &log, "--for", "60s", "-o", "c.capture", "--quiet"];
    let child = place.start(&words);
    until("the trace runs", || place.dir.join("c.capture").exists());
    std::thread::scope(|scope| {
        scope.spawn(|| write_apart(&data, 60));
        write_apart(&log, 40);
    });
    ended(child, "INT").must_be(130, &words);
    let load = shown(&place, "c.capture");
    let writes: Vec<u64> = load["volumes"]
        .as_array()
        .expect("it has devices")
        .iter()
        .map(|device| operations(device, "write"))
        .collect();
    assert_eq!((operations(&load, "write"), writes), (100, vec![60, 40]));
    let name = log.rsplit('/').next().expect("a device has a name");
    let alone = ["capture", "show", "c.capture", "--device", name, "--json"];
    let alone = place.expect(0, &alone).json();
    assert_eq!((operations(&alone, "write"), &alone["header"]["device"]), (40, &name.into()));
    place.expect(3, &["capture", "show", "c.capture", "--device", "sdz"]).tells(name);
    place.expect(0, &["capture", "fit", "c.capture", "-o", "c.toml"]);
    let job = place.read("c.toml");
    assert!(job.contains(&format!("path = \"fitted.data.{name}\"")), "{job}");
    assert!(job.matches("[target.").count() == 2, "{job}");
    place.expect(3, &["capture", "replay", "c.capture", "r.data"]).tells("--device");
    let words = ["capture", "replay", "c.capture", "r.data", "--device", name, "--json"];
    let replay = place.expect(0, &words).json();
    let streams = replay["trials"][0]["streams"].as_array().expect("it has streams").iter();
    let ios = |stream: &Value| stream["write"]["ios"].as_u64().unwrap_or(0);
    assert_eq!(streams.map(ios).sum::<u64>(), 40);
}

#[test]
fn the_time_in_an_io_scheduler_is_captured_and_absent_without_one() {
    let place = TestPlace::new("capture-scheduler");
    let Some((_lab, device)) = lab(&place, 64 << 20) else { return };
    let name = device.rsplit('/').next().expect("a device has a name").to_owned();
    let scheduler = format!("/sys/block/{name}/queue/scheduler");
    for (kind, has_queue) in [("mq-deadline", true), ("none", false)] {
        if std::fs::write(&scheduler, kind).is_err() {
            return testkit::skip("the kernel has no mq-deadline");
        }
        let file = format!("{kind}.capture");
        let child = started(&place, &device, &file);
        write_apart(&device, 50);
        ended(child, "INT").must_be(130, &["capture"]);
        let load = shown(&place, &file);
        let all = load["operations"].as_array().expect("it has operations");
        let write = all.iter().find(|one| one["operation"] == "write").expect("it wrote");
        let queueing = &write["queueing"];
        assert_eq!(queueing["operations"].as_u64(), has_queue.then_some(50), "{kind}: {write}");
        assert_eq!(queueing["mean_ns"].as_f64().is_some_and(|ns| ns > 0.0), has_queue);
    }
}

#[test]
fn ios_on_a_file_system_are_mapped_to_their_files() {
    mapped("ext4", &["-q", "-F", "-E", "lazy_itable_init=0,lazy_journal_init=0"]);
    mapped("xfs", &["-q", "-f"]);
}

/// Overwrites the files of a small database on a file system of this kind.
fn mapped(kind: &str, options: &[&str]) {
    let place = TestPlace::new(&format!("capture-{kind}"));
    let program = format!("mkfs.{kind}");
    if testkit::tool(&program).is_none() {
        return testkit::skip(&format!("there is no {program}"));
    }
    let Some((_lab, device)) = lab(&place, 512 << 20) else { return };
    let folder = place.folder("mnt");
    done(&program, &[options, &[&device]].concat());
    done("mount", &[&device, &folder]);
    let mounted = Mounted(folder.as_ref());
    let files = [("base/5/16384", 48u64 << 20), ("pg_wal/000000010000000000000001", 16 << 20)];
    for (name, bytes) in files {
        let path = Path::new(&folder).join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("own file system");
        let mut file = File::create(path).expect("own file system");
        file.write_all(&vec![1; bytes as usize]).expect("own file system");
        file.sync_all().expect("own file system");
    }
    done("sync", &["-f", &folder]);
    let child = started(&place, &folder, "c.capture");
    write_apart(&format!("{folder}/base/5/16384"), 1200);
    write_apart(&format!("{folder}/pg_wal/000000010000000000000001"), 400);
    ended(child, "INT").must_be(130, &["capture"]);
    drop(mounted);
    let load = shown(&place, "c.capture");
    let share = load["mapped_share"].as_f64().expect("files are known");
    assert!(share >= 0.95, "{kind}: {share} of the I/Os are mapped");
    let files = load["files"].as_array().expect("it has files");
    let writes = |name: &str| {
        let file = files.iter().find(|one| one["path"].as_str().is_some_and(|p| p.ends_with(name)));
        file.map_or(0, |one| one["write"]["operations"].as_u64().expect("a number"))
    };
    let counts = (writes("base/5/16384"), writes("pg_wal/000000010000000000000001"));
    assert_eq!(counts, (1200, 400), "{kind}: {files:?}");
    let roles: Vec<_> =
        load["roles"].as_array().expect("roles").iter().map(|r| &r["role"]).collect();
    assert!(
        roles.contains(&&Value::from("log")) && roles.contains(&&Value::from("data")),
        "{roles:?}"
    );
}
