//! The reserve of free space on a small file system: it applies to all files of one command, to two commands at once,
//! and while files grow.

use super::stand::DeviceLab;
use crate::drive::{TestPlace, wait};
use engine::integrity_test::FileControl;
use std::fs::File;
use std::path::Path;
use sys::guard::{self, FreeSpaceRule};

const MIB: u64 = 1 << 20;
/// 1 GiB of it stays free, and little more than 1 GiB can be used.
const SIZE_BYTES: u64 = 2300 * MIB;

fn free_bytes(folder: &str) -> u64 {
    guard::space(folder.as_ref()).expect("a mounted file system").free_bytes
}

#[test]
fn two_checks_at_once_leave_the_reserve_free() {
    let Some(stand) = DeviceLab::new("reserve-two", SIZE_BYTES) else { return };
    let folder = stand.place.folder("mnt");
    let Some(_mounted) = stand.mount(&folder) else { return };
    // Each alone would fit.
    let start = |name: &str| {
        let target = Path::new(&folder).join(name).display().to_string();
        std::fs::create_dir(&target).expect("the file system is ours");
        let store = stand.place.dir.join(format!("{name}.db")).display().to_string();
        let words = ["check", &target, "--size", "800MiB", "--budget", "5s", "--store", &store];
        stand.place.start(&[&words[..], &["--report", "/dev/null"]].concat())
    };
    let mut children = vec![start("a"), start("b")];
    let mut least_bytes = u64::MAX;
    while children.iter_mut().all(|child| child.try_wait().is_ok_and(|ended| ended.is_none())) {
        least_bytes = least_bytes.min(free_bytes(&folder));
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let ended: Vec<_> = children.into_iter().map(wait).collect();
    // Space that is allocated and released may use the reserve for a moment; remaining data must not.
    let refused = ended.iter().filter(|ended| ended.stderr.contains("free"));
    assert!(
        refused.clone().count() >= 1,
        "{:?}",
        ended.iter().map(|e| &e.stderr).collect::<Vec<_>>()
    );
    refused.for_each(|ended| ended.must_be(4, &["check"]));
    eprintln!("least free: {} MiB", least_bytes / MIB);
}

#[test]
fn files_that_grow_leave_the_reserve_free() {
    let Some(stand) = DeviceLab::new("reserve-growth", SIZE_BYTES) else { return };
    let folder = stand.place.folder("mnt");
    let Some(_mounted) = stand.mount(&folder) else { return };
    let open = |name: &str| {
        let path = Path::new(&folder).join(name);
        File::options().read(true).write(true).create_new(true).open(path).expect("own")
    };
    let (mut first, mut second) = (open("first"), open("second"));
    let (mut sizes, step) = ([0; 2], 64 * MIB);
    loop {
        let grown = [&mut first, &mut second].into_iter().zip(&mut sizes).map(|(file, size)| {
            let grown = file.resize(*size, *size + step);
            *size += if grown.is_ok() { step } else { 0 };
            assert_eq!(file.metadata().expect("open").len(), *size);
            grown
        });
        if let Some(error) = grown.filter_map(Result::err).last() {
            assert_eq!(error.kind(), std::io::ErrorKind::StorageFull, "{error}");
            break;
        }
    }
    let free = free_bytes(&folder);
    let kept = FreeSpaceRule::Reserve.bytes(SIZE_BYTES);
    assert!(free >= kept && free < kept + 2 * step, "{} MiB are free", free / MIB);
    // The prefill obeys the same reserve, also in a separate folder.
    let target = stand.place.write("job.toml", job(&format!("{folder}/third")));
    stand.place.expect(4, &["run", &target]).tells("10 %");
    assert!(!Path::new(&folder).join("third").exists());
}

fn job(path: &str) -> String {
    format!("[target.t]\npath = \"{path}\"\nsize = \"256MiB\"\n[stream.s]\nios = 10\n")
}

#[test]
fn files_of_a_configuration_that_may_grow_beyond_the_reserve_are_refused_together() {
    let Some(stand) = DeviceLab::new("reserve-sqliosim", SIZE_BYTES) else { return };
    let folder = stand.place.folder("mnt");
    let Some(_mounted) = stand.mount(&folder) else { return };
    let file = |number: u32, max_mb: u32| {
        format!(
            "[File{number}]\nFileName={folder}/{number}.mdx\nInitialSize=50\nMaxSize={max_mb}\nIncrement=50\n\
             Shrinkable=FALSE\nLogFile=FALSE\nSparse=FALSE\n"
        )
    };
    let config = |max_mb| {
        let text = "[CONFIG]\nTestCycles=1\nTestCycleDuration=1\n".to_owned();
        stand.place.write("a.ini", text + &file(1, max_mb) + &file(2, max_mb))
    };
    // Each file alone would fit.
    let ended = stand.place.expect(4, &["sqliosim", "-cfg", &config(700), "-log", "log.xml"]);
    ended.tells("there is no room for 700 MiB");
    let left =
        TestPlace::call(&stand.place, &["sqliosim", "-cfg", &config(300), "-log", "log.xml"]);
    left.must_be(0, &["sqliosim"]);
}

#[test]
fn holes_of_a_file_do_not_take_the_reserve() {
    let Some(stand) = DeviceLab::new("reserve-holes", SIZE_BYTES) else { return };
    let folder = stand.place.folder("mnt");
    let Some(_mounted) = stand.mount(&folder) else { return };
    let path = format!("{folder}/sparse");
    File::create(&path).and_then(|file| file.set_len(2 * SIZE_BYTES)).expect("holes need no space");
    let text =
        format!("[target.t]\npath = \"{path}\"\n[stream.w]\nread = 0\nduration = \"1min\"\n");
    let job = stand.place.write("job.toml", text);
    let before = free_bytes(&folder);
    for words in [
        format!("verify {path} --minutes 0.2"),
        format!("check {path} --budget 5s"),
        format!("run {job}"),
        format!("powercut write {path} --ledger l --same-device --size 2GiB"),
    ] {
        let ended = stand.place.line(4, &format!("{words} --overwrite {path}"));
        ended.tells("but 1 GiB must");
        let free = free_bytes(&folder);
        assert!(free + MIB > before, "{words:?} took {} MiB", (before - free) / MIB);
    }
}
