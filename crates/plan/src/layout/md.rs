//! Layouts of the kernel's software RAID: takes a level and slices, gives the commands of mdadm(8).

use super::{Action, Command, Standpoint, Step, When, Work, text, words};
use base::Bytes;
use std::path::PathBuf;
use workload::Level;

/// All options are set that would otherwise follow the version of mdadm or the size of the disks. The array is said to
/// be clean, so that no synchronisation runs while it is measured; what was not written is not read back from parity
/// in a test. The bitmap is what mdadm itself gives arrays from 100 GB on.
pub(super) fn work(level: Level, chunk: Option<Bytes>, slices: &[PathBuf], name: &str) -> Work {
    let device = PathBuf::from(format!("/dev/md/{name}"));
    let mut create = words(&["--create"]);
    create.push(text(&device));
    create.push(format!("--name={name}"));
    create.push("--metadata=1.2".to_owned());
    create.push(format!("--level={}", level.name()));
    create.extend(chunk.map(|chunk| format!("--chunk={}K", chunk.0 / 1024)));
    if level == Level::Raid10 {
        create.push("--layout=n2".to_owned());
    }
    if level != Level::Raid0 {
        create.extend(words(&["--bitmap=internal", "--assume-clean"]));
    }
    create.push(format!("--raid-devices={}", slices.len()));
    // Nobody is there to answer questions about what the slices may hold.
    create.push("--run".to_owned());
    create.extend(slices.iter().map(|slice| text(slice)));
    let stop = Step::run("mdadm", vec!["--stop".to_owned(), text(&device)]);
    // A name in /dev may outlive the array, or come from one that failed to start.
    let stands = Command::new("mdadm", vec!["--detail".to_owned(), text(&device)]);
    let mut take_down = vec![stop.when(When::Succeeds(stands))];
    for slice in slices {
        let is_member = Command::new("mdadm", vec!["--examine".to_owned(), text(slice)]);
        let words = vec!["--zero-superblock".to_owned(), text(slice)];
        take_down.push(Step::run("mdadm", words).when(When::Succeeds(is_member)));
    }
    Work {
        place: Standpoint::Devices(vec![device.clone()]),
        build: vec![Step::run("mdadm", create), Step::of(Action::Appears(device))],
        take_down,
    }
}
