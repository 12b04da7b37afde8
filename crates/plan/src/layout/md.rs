//! Layouts of the kernel's software RAID: takes a level and slices, gives the commands of mdadm(8).

use super::{
    BuildAction, BuildCondition, BuildStep, LayoutConstruction, LayoutTarget, SystemCommand, text,
    words,
};
use base::Bytes;
use std::path::PathBuf;
use workload::RaidLevel;

/// All options are set whose defaults depend on the version of mdadm or the size of the disks. The array is declared
/// clean, so that no synchronisation runs during a measurement; a test does not read unwritten data back from parity.
/// The bitmap is mdadm's default for arrays from 100 GB on.
pub(super) fn work(
    level: RaidLevel,
    chunk: Option<Bytes>,
    slices: &[PathBuf],
    name: &str,
) -> LayoutConstruction {
    let device = PathBuf::from(format!("/dev/md/{name}"));
    let mut create = words(&["--create"]);
    create.push(text(&device));
    create.push(format!("--name={name}"));
    create.push("--metadata=1.2".to_owned());
    create.push(format!("--level={}", level.name()));
    create.extend(chunk.map(|chunk| format!("--chunk={}K", chunk.0 / 1024)));
    if level == RaidLevel::Raid10 {
        create.push("--layout=n2".to_owned());
    }
    if level != RaidLevel::Raid0 {
        create.extend(words(&["--bitmap=internal", "--assume-clean"]));
    }
    create.push(format!("--raid-devices={}", slices.len()));
    // mdadm must not ask questions about data on the slices.
    create.push("--run".to_owned());
    create.extend(slices.iter().map(|slice| text(slice)));
    let stop = BuildStep::run("mdadm", vec!["--stop".to_owned(), text(&device)]);
    // A name in /dev may outlive the array, or belong to an array that failed to start.
    let stands = SystemCommand::new("mdadm", vec!["--detail".to_owned(), text(&device)]);
    let mut take_down = vec![stop.when(BuildCondition::Succeeds(stands))];
    for slice in slices {
        let is_member = SystemCommand::new("mdadm", vec!["--examine".to_owned(), text(slice)]);
        let words = vec!["--zero-superblock".to_owned(), text(slice)];
        take_down.push(BuildStep::run("mdadm", words).when(BuildCondition::Succeeds(is_member)));
    }
    LayoutConstruction {
        place: LayoutTarget::Devices(vec![device.clone()]),
        build: vec![BuildStep::run("mdadm", create), BuildStep::of(BuildAction::Appears(device))],
        take_down,
    }
}
