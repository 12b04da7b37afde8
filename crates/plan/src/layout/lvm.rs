//! Layouts of LVM: takes a level and slices, gives the commands of lvm(8).

use super::{
    BuildAction, BuildCondition, BuildStep, LayoutConstruction, LayoutTarget, SystemCommand, text,
    words,
};
use base::Bytes;
use std::path::PathBuf;
use workload::RaidLevel;

/// The logical volume's name.
const VOLUME: &str = "data";

/// One group with one volume over all of it. Every command sees only these slices. No initial synchronisation runs
/// during a measurement: lvcreate(8) skips it, or, for raid6, the build waits for it.
pub(super) fn work(
    level: RaidLevel,
    chunk: Option<Bytes>,
    slices: &[PathBuf],
    group: &str,
) -> LayoutConstruction {
    let all: Vec<String> = slices.iter().map(|slice| text(slice)).collect();
    let list = all.join(",");
    let count = slices.len();
    let with = |first: &[&str], rest: &[String]| {
        let mut out = words(first);
        out.extend(words(&["--devices", &list]));
        out.extend_from_slice(rest);
        out
    };
    // No backup of a test's metadata below /etc/lvm is needed.
    let changes = ["--yes", "--autobackup", "n"];
    let kind = if level == RaidLevel::Single { "linear" } else { level.name() };
    let mut create = with(&[&changes[..], &["--type", kind]].concat(), &[]);
    let stripes = match level {
        RaidLevel::Single | RaidLevel::Raid1 => None,
        RaidLevel::Raid0 => Some(count),
        RaidLevel::Raid10 => Some(count / 2),
        RaidLevel::Raid5 => Some(count - 1),
        RaidLevel::Raid6 => Some(count - 2),
    };
    create.extend(stripes.into_iter().flat_map(|n| ["--stripes".to_owned(), n.to_string()]));
    let chunk = chunk.map(|chunk| format!("{}k", chunk.0 / 1024));
    create.extend(chunk.into_iter().flat_map(|size| ["--stripesize".to_owned(), size]));
    match level {
        RaidLevel::Raid1 => create.extend(["--mirrors".to_owned(), (count - 1).to_string()]),
        RaidLevel::Raid10 => create.extend(words(&["--mirrors", "1"])),
        _ => {}
    }
    if matches!(level, RaidLevel::Raid1 | RaidLevel::Raid10 | RaidLevel::Raid5) {
        create.push("--nosync".to_owned());
    }
    create.extend(words(&["--extents", "100%FREE", "--name", VOLUME, group]));
    let device = PathBuf::from(format!("/dev/{group}/{VOLUME}"));
    let mut build = vec![
        BuildStep::run("pvcreate", with(&["--yes"], &all)),
        BuildStep::run("vgcreate", with(&changes, &[&[group.to_owned()], &all[..]].concat())),
        BuildStep::run("lvcreate", create),
        BuildStep::of(BuildAction::Appears(device.clone())),
    ];
    if level == RaidLevel::Raid6 {
        let volume = format!("{group}/{VOLUME}");
        let ask = with(&["--noheadings", "--options", "sync_percent"], &[volume]);
        build.push(BuildStep::of(BuildAction::Await(SystemCommand::new("lvs", ask), "100.00")));
    }
    let group = [group.to_owned()];
    let stands = BuildCondition::Succeeds(SystemCommand::new("vgs", with(&[], &group)));
    let mut take_down =
        vec![BuildStep::run("vgremove", with(&["--yes", "--force"], &group)).when(stands)];
    for slice in &all {
        let own = std::slice::from_ref(slice);
        let is_member = BuildCondition::Succeeds(SystemCommand::new("pvs", with(&[], own)));
        take_down.push(BuildStep::run("pvremove", with(&["--yes"], own)).when(is_member));
    }
    LayoutConstruction { place: LayoutTarget::Devices(vec![device]), build, take_down }
}
