//! Layouts of LVM: takes a level and slices, gives the commands of lvm(8).

use super::{Action, Command, Standpoint, Step, When, Work, text, words};
use base::Bytes;
use std::path::PathBuf;
use workload::Level;

/// The logical volume's name.
const VOLUME: &str = "data";

/// One group with one volume over all of it. Every command sees our slices and nothing else of the machine. No first
/// synchronisation runs while it is measured: lvcreate(8) skips it, or, for raid6, it is waited for.
pub(super) fn work(level: Level, chunk: Option<Bytes>, slices: &[PathBuf], group: &str) -> Work {
    let all: Vec<String> = slices.iter().map(|slice| text(slice)).collect();
    let list = all.join(",");
    let count = slices.len();
    let with = |first: &[&str], rest: &[String]| {
        let mut out = words(first);
        out.extend(words(&["--devices", &list]));
        out.extend_from_slice(rest);
        out
    };
    // Nothing of a test is worth keeping below /etc/lvm.
    let changes = ["--yes", "--autobackup", "n"];
    let kind = if level == Level::Single { "linear" } else { level.name() };
    let mut create = with(&[&changes[..], &["--type", kind]].concat(), &[]);
    let stripes = match level {
        Level::Single | Level::Raid1 => None,
        Level::Raid0 => Some(count),
        Level::Raid10 => Some(count / 2),
        Level::Raid5 => Some(count - 1),
        Level::Raid6 => Some(count - 2),
    };
    create.extend(stripes.into_iter().flat_map(|n| ["--stripes".to_owned(), n.to_string()]));
    let chunk = chunk.map(|chunk| format!("{}k", chunk.0 / 1024));
    create.extend(chunk.into_iter().flat_map(|size| ["--stripesize".to_owned(), size]));
    match level {
        Level::Raid1 => create.extend(["--mirrors".to_owned(), (count - 1).to_string()]),
        Level::Raid10 => create.extend(words(&["--mirrors", "1"])),
        _ => {}
    }
    if matches!(level, Level::Raid1 | Level::Raid10 | Level::Raid5) {
        create.push("--nosync".to_owned());
    }
    create.extend(words(&["--extents", "100%FREE", "--name", VOLUME, group]));
    let device = PathBuf::from(format!("/dev/{group}/{VOLUME}"));
    let mut build = vec![
        Step::run("pvcreate", with(&["--yes"], &all)),
        Step::run("vgcreate", with(&changes, &[&[group.to_owned()], &all[..]].concat())),
        Step::run("lvcreate", create),
        Step::of(Action::Appears(device.clone())),
    ];
    if level == Level::Raid6 {
        let volume = format!("{group}/{VOLUME}");
        let ask = with(&["--noheadings", "--options", "sync_percent"], &[volume]);
        build.push(Step::of(Action::Await(Command::new("lvs", ask), "100.00")));
    }
    let group = [group.to_owned()];
    let stands = When::Succeeds(Command::new("vgs", with(&[], &group)));
    let mut take_down =
        vec![Step::run("vgremove", with(&["--yes", "--force"], &group)).when(stands)];
    for slice in &all {
        let own = std::slice::from_ref(slice);
        let is_member = When::Succeeds(Command::new("pvs", with(&[], own)));
        take_down.push(Step::run("pvremove", with(&["--yes"], own)).when(is_member));
    }
    Work { place: Standpoint::Devices(vec![device]), build, take_down }
}
