//! The commands that build layouts, compared with the installed tools: every option exists, and steps that need no
//! array are run. Skips visibly what the machine lacks.

use base::Bytes;
use plan::layout::{
    BuildAction, BuildCondition, BuildDisk, BuildSite, BuildStep, SystemCommand as PlannedCommand,
    construct,
};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;
use workload::{DiskLayout, LayoutBuilder, RaidLevel};

/// The steps of every possible layout, on six disks of 1 TiB.
fn every_step() -> Vec<BuildStep> {
    let disk = |n| BuildDisk { path: PathBuf::from(format!("/dev/sd{n}")), size_bytes: 1 << 40 };
    let disks = ["a", "b", "c", "d", "e", "f"].map(disk).to_vec();
    let site = BuildSite { disks, slice_bytes: 1 << 30, folder: PathBuf::from("/x") };
    let mut layouts = vec![DiskLayout::Plain];
    for &level in RaidLevel::ALL {
        for builder in [LayoutBuilder::Md, LayoutBuilder::Btrfs, LayoutBuilder::Lvm] {
            let chunk =
                (level.striped() && builder != LayoutBuilder::Btrfs).then_some(Bytes::kib(64));
            if (builder, level) != (LayoutBuilder::Md, RaidLevel::Single) {
                layouts.push(DiskLayout::Built { builder, level, chunk });
            }
        }
    }
    let plan = construct(&layouts, &site).expect("all of them can be built");
    plan.build.into_iter().chain(plan.take_down).collect()
}

fn commands() -> Vec<PlannedCommand> {
    let of = |step: BuildStep| {
        let run = match step.action {
            BuildAction::Run(command) | BuildAction::Await(command, _) => Some(command),
            _ => None,
        };
        let asked = match step.when {
            BuildCondition::Succeeds(command) => Some(command),
            _ => None,
        };
        [run, asked]
    };
    every_step().into_iter().flat_map(of).flatten().collect()
}

/// The help text of a tool and its manual; empty if one of them is missing.
fn help(program: &str, ways: &[&[&str]]) -> String {
    let mut text = String::new();
    let manual = [program];
    let own = ways.iter().map(|&words| (program, words));
    for (tool, words) in own.chain([("man", &manual[..])]) {
        // A wide page, so that no word of a manual is broken at the end of a line.
        let told =
            Command::new(tool).args(words).env("LC_ALL", "C").env("MANWIDTH", "500").output();
        match told {
            Ok(told) if tool != "man" || told.status.success() => {
                text += &String::from_utf8_lossy(&told.stdout);
                text += &String::from_utf8_lossy(&told.stderr);
            }
            _ => {
                testkit::skip(&format!("{program} or its manual is not installed"));
                return String::new();
            }
        }
    }
    text
}

#[test]
fn every_option_is_one_of_the_tools_own() {
    let mut known: BTreeMap<&str, String> = BTreeMap::new();
    let mut seen = 0;
    for command in commands() {
        let program = command.program;
        let ways: &[&[&str]] = match program {
            "mdadm" => &[&["--create", "--help"], &["--help-options"], &["--misc", "--help"]],
            "btrfs" => &[&["device", "scan", "--help"]],
            // The tools of LVM list their less common options only with this option.
            "pvcreate" | "vgcreate" | "lvcreate" | "vgremove" | "pvremove" | "vgs" | "pvs"
            | "lvs" => &[&["--longhelp"]],
            _ => &[&["--help"]],
        };
        let text = known.entry(program).or_insert_with(|| help(program, ways));
        for word in command.words.iter().filter(|word| word.starts_with('-') && !text.is_empty()) {
            let option = word.split('=').next().unwrap_or_default();
            let whole = text.match_indices(option).any(|(at, _)| {
                let next = text[at + option.len()..].chars().next();
                !next.is_some_and(|c| c.is_ascii_alphanumeric() || c == '-')
            });
            // LVM writes --raid-free forms as --[raid]..., none of which are used here.
            assert!(whole, "{program} knows no {option}: {command}");
            seen += 1;
        }
    }
    assert!(seen > 0 || known.values().all(String::is_empty));
}
