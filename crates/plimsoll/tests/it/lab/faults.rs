//! Storage that fails during a measurement: the failure is reported with errno, offset and time, the exit code is 4,
//! and earlier measurements are kept.

use super::stand::{DeviceLab, done};
use crate::drive::{CommandOutput, wait};
use engine::prefill::PrefillError;
use serde_json::Value;
use testkit::lab::{Lab, LabConfig, LabGuard};

const MIB: u64 = 1 << 20;

/// A job of reads that runs longer than the test waits.
pub(super) fn reads(path: &str) -> String {
    format!(
        "[job]\ninterval = \"100ms\"\n[target.t]\npath = \"{path}\"\n\
         [stream.r]\nblock = \"4k\"\ndepth = 4\nduration = \"1min\"\n"
    )
}

/// The first failure is on standard error and in the record, in the same words.
#[track_caller]
fn tells(ended: &CommandOutput, begin: &str, reason: &str) {
    let line = ended.stderr.lines().find(|l| l.contains(begin)).unwrap_or_default();
    assert!(line.ends_with(reason), "stderr lacks {begin} .. {reason}:\n{}", ended.stderr);
    assert!(line.contains(" at offset ") && line.contains(" failed after "), "{line}");
    assert!(!ended.stderr.contains("panicked"), "{}", ended.stderr);
}

/// Takes all but the first MiB from a device, whose content is this file.
fn cut(image: &std::path::Path) {
    let image = std::fs::File::options().write(true).open(image);
    image.and_then(|image| image.set_len(MIB)).expect("the image is ours");
}

/// The last run in the store.
fn kept(stand: &DeviceLab) -> Value {
    stand.place.record("last")
}

fn sum(record: &Value, what: &str) -> u64 {
    let streams = |t: &Value| t["streams"].as_array().cloned().unwrap_or_default();
    let trials = record["trials"].as_array().expect("trials");
    let of =
        |s: &Value| ["read", "write"].map(|d| s[d][what].as_u64().unwrap_or(0)).iter().sum::<u64>();
    trials.iter().flat_map(streams).map(|s| of(&s)).sum()
}

#[test]
fn a_device_that_loses_its_end_under_a_job_ends_it_and_keeps_what_was_measured() {
    let Some(stand) = DeviceLab::new("fault-job", 64 * MIB) else { return };
    let job = stand.place.write("job.toml", reads(&stand.device()));
    let child = stand.measuring(&["run", &job]);
    cut(&stand.image());
    let ended = wait(child);
    ended.must_be(4, &["run"]);
    tells(&ended, "r: read of 4096 bytes", "Input/output error (os error 5)");
    ended.shows("Input/output error");
    let record = kept(&stand);
    assert!(sum(&record, "ios") > 0 && sum(&record, "errors") > 0, "{record:#}");
}

#[test]
fn a_check_of_a_device_that_fails_gives_no_verdict_and_says_where_it_failed() {
    let Some(stand) = DeviceLab::new("fault-check", 128 * MIB) else { return };
    let device = stand.device();
    let words =
        ["check", &device, "--destroy", &device, "--for", "generic-oltp", "--roles", "read"];
    let child = stand.measuring(&[&words[..], &["--size", "64MiB", "--budget", "8s"]].concat());
    cut(&stand.image());
    let ended = wait(child);
    ended.must_be(4, &["check"]);
    // The role is named although every trial has only one stream.
    tells(&ended, "read: read of 8192 bytes", "Input/output error (os error 5)");
    ended.shows("CANNOT TELL");
    assert!(sum(&kept(&stand), "ios") > 0);
}

#[test]
fn a_dead_disk_is_named_before_a_shelf_is_scaled_and_none_of_it_is_taken_for_a_limit() {
    let place = crate::drive::TestPlace::new("fault-scale");
    let wish = LabConfig { disks: 3, size_bytes: 64 * MIB, ..LabConfig::default() };
    let Some(lab) = LabGuard::up_or_skip(&place.dir.join("lab"), &wish) else { return };
    let disks: Vec<String> = lab.0.devices.iter().map(|disk| disk.display().to_string()).collect();
    cut(&lab.0.folder.join("disk2.img"));
    let all: Vec<&str> = disks.iter().map(String::as_str).collect();
    let words = [&["scale"][..], &all, &["--time", "1s", "--pause", "0s"]].concat();
    let ended = place.expect(4, &words);
    ended.tells(&format!("{} cannot be read: Input/output error", disks[1]));
    ended.tells("leave it out");
    assert!(!ended.stdout.contains("fill"), "{}", ended.stdout);
    drop((lab, place));
}

fn writes(path: &str) -> String {
    format!(
        "[target.t]\npath = \"{path}\"\n[stream.w]\nread = 0\nblock = \"64k\"\ndepth = 4\n\
         duration = \"1min\"\n"
    )
}

#[test]
fn what_would_fill_a_file_system_is_refused_with_what_to_do() {
    let Some(stand) = DeviceLab::new("fault-full", 64 * MIB) else { return };
    let folder = stand.place.folder("mnt");
    let Some(_mounted) = stand.mount(&folder) else { return };
    // Holes do not count as allocated space: the reserve stays free.
    let path = format!("{folder}/sparse");
    let sparse = std::fs::File::create(&path).and_then(|f| f.set_len(512 * MIB));
    sparse.expect("a sparse file can be larger than the file system");
    let job = stand.place.write("job.toml", writes(&path));
    stand.place.expect(4, &["run", &job, "--overwrite", &path]).tells("but 1 GiB must");
    std::fs::remove_file(path).expect("it is ours");
    let text = "[target.t]\npath = \"mnt/new\"\nsize = \"32MiB\"\n[stream.w]\nios = 10\n";
    stand.place.expect(4, &["run", &stand.place.write("job.toml", text)]).tells("at least 1 GiB");
    stand
        .place
        .expect(4, &["check", &folder, "--budget", "5s"])
        .tells("of which 1 GiB must stay free, so there is no room for 64 MiB: the smallest test file (64 MiB) does not fit");
    for words in [
        &["verify", &folder][..],
        &["powercut", "write", &folder, "--ledger", "l", "--same-device"],
    ] {
        let ended = stand.place.expect(4, words);
        ended.tells("choose another directory, or give an existing file as the target");
        assert!(!ended.stderr.contains("--size"), "no size fits: {}", ended.stderr);
    }
    // The same holds for a file that grows.
    let file = format!("{folder}/there");
    std::fs::write(&file, [1; 4096]).expect("there is room");
    let words =
        ["powercut", "write", &file, "--overwrite", &file, "--ledger", "l", "--same-device"];
    stand.place.expect(4, &words).tells("failed to reserve space for ");
    assert_eq!(std::fs::metadata(&file).expect("it stays").len(), 4096);
}

#[test]
fn a_thin_device_whose_ground_fills_up_while_it_is_laid_fails_where_it_fills() {
    let Some(stand) = DeviceLab::new("fault-thin", 64 * MIB) else { return };
    let folder = stand.place.folder("mnt");
    let Some(_mounted) = stand.mount(&folder) else { return };
    let wish = LabConfig { size_bytes: 256 * MIB, ..LabConfig::default() };
    let thin =
        LabGuard(Lab::up(format!("{folder}/thin").as_ref(), &wish).expect("loops stand here"));
    let device = thin.0.devices[0].display().to_string();
    let job = stand.place.write("job.toml", writes(&device));
    let ended = stand.place.expect(4, &["run", &job, "--destroy", &device]);
    tells(&ended, "w: write of ", "No space left on device (os error 28)");
    assert!(sum(&kept(&stand), "ios") > 0);
    let ended = stand.place.expect(4, &["check", &device, "--destroy", &device, "--budget", "5s"]);
    ended.tells(&format!("failed to prefill {device}: the write at offset "));
    ended.tells("os error");
}

#[test]
fn laying_that_finds_no_space_gives_back_what_it_took() {
    let Some(stand) = DeviceLab::new("fault-lay", 64 * MIB) else { return };
    let folder = stand.place.folder("mnt");
    let Some(_mounted) = stand.mount(&folder) else { return };
    let path = std::path::PathBuf::from(format!("{folder}/data"));
    let free = || sys::guard::space(folder.as_ref()).expect("a mounted file system").free_bytes;
    for before in [0, 8 * MIB] {
        std::fs::write(&path, vec![1; before as usize]).expect("there is room");
        done("sync", &["-f", &folder]);
        let had = free();
        let go = &mut |_, _| std::ops::ControlFlow::Continue(());
        let file =
            std::fs::File::options().read(true).write(true).open(&path).expect("it is there");
        let target = sys::target::Target::own(&path, file).expect("a file of the test");
        let told =
            engine::prefill(&target, before, 256 * MIB, 7, sys::guard::FreeSpaceRule::Nothing, go)
                .expect_err("there is no room");
        let (PrefillError::Io { source, .. } | PrefillError::Write { source, .. }) = &told else {
            panic!("no error of the system: {told:?}");
        };
        assert_eq!(source.raw_os_error(), Some(28), "{told:?}");
        assert_eq!(std::fs::metadata(&path).expect("it stays").len(), before);
        done("sync", &["-f", &folder]);
        // A block of the file's extent map may stay; the reserved space does not.
        assert!(had - free() < MIB, "{had} bytes were free, {} are", free());
    }
}

#[test]
fn a_device_that_is_detached_under_a_job_serves_it_to_its_end() {
    let Some(stand) = DeviceLab::new("fault-detach", 64 * MIB) else { return };
    let job = stand.place.write("job.toml", reads(&stand.device()).replace("1min", "2s"));
    let child = stand.measuring(&["run", &job]);
    // The kernel waits for the last user: from here on the device exists only as long as the job.
    done("losetup", &["-d", &stand.device()]);
    let ended = wait(child);
    ended.must_be(0, &["run"]);
    let record = kept(&stand);
    assert_eq!((sum(&record, "errors"), record["state"].as_str()), (0, Some("done")));
}
