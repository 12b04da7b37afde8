//! All profiles and jobs for users can be run: each role of each profile, each example and each whole job in the
//! documents is read and planned without a problem, on a plain described machine.

use base::{Bytes, Nanos};
use plan::{MachineFacts, TargetFacts, TargetKind};
use std::path::{Path, PathBuf};
use workload::profile::BUILT_IN;
use workload::{EngineKind, JobTarget, Pace, RoleKind, StopCondition, TargetLocation, Workload};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Two CPUs, devices and files of 160 GiB where direct I/O takes `block_bytes`; a file whose size the job gives does not exist
/// yet, and there is space for it. Simulated targets are unchanged.
fn facts(workload: &Workload, block_bytes: u32) -> MachineFacts {
    let of = |target: &JobTarget| match &target.place {
        TargetLocation::Sim(text) => {
            engine::virtual_time::facts(text).expect("a simulated target is right")
        }
        TargetLocation::Path(path) => TargetFacts {
            kind: match target.size {
                _ if path.starts_with("/dev") => TargetKind::Device,
                Some(_) => TargetKind::Absent,
                None => TargetKind::File,
            },
            size_bytes: match target.size {
                Some(_) if !path.starts_with("/dev") => 0,
                _ => 160 * Bytes::GIB,
            },
            block_bytes,
            room: plan::FreeSpace { free_bytes: 200 * Bytes::GIB, ..plan::FreeSpace::default() },
            may_write: true,
            direct: true,
        },
        TargetLocation::Null => TargetFacts {
            kind: TargetKind::Virtual,
            size_bytes: 1 << 40,
            block_bytes: 512,
            room: plan::FreeSpace::default(),
            may_write: true,
            direct: true,
        },
    };
    let simulated = workload.targets.iter().all(|t| matches!(t.place, TargetLocation::Sim(_)));
    let real = vec![EngineKind::Uring, EngineKind::Libaio, EngineKind::Sync, EngineKind::Null];
    MachineFacts {
        cpus: vec![0, 1],
        engines: if simulated { vec![EngineKind::Sim] } else { real },
        targets: workload.targets.iter().map(of).collect(),
    }
}

#[track_caller]
fn planned(what: &str, workload: &Workload, block_bytes: u32) {
    if let Err(problems) = plan::plan(workload, &facts(workload, block_bytes), 1) {
        let lines: Vec<_> = problems.iter().map(report::plan_problem).collect();
        panic!("{what} on blocks of {block_bytes}: {}", lines.join("; "));
    }
}

#[test]
fn every_role_of_every_profile_is_planned_on_small_and_large_sectors() {
    for (name, text) in BUILT_IN {
        let profile = job::profile::read(name, text)
            .unwrap_or_else(|problems| panic!("{name}: {problems:?}"));
        assert!(profile.roles.iter().any(|r| r.measured && r.kind != RoleKind::Load), "{name}");
        for role in &profile.roles {
            assert!(!role.source.trim().is_empty(), "{name}: {} names no source", role.name);
            for block_bytes in [512, 4096] {
                let mut stream = role.stream.clone();
                stream.fit_to(u64::from(block_bytes));
                stream.target = "t".to_owned();
                stream.name.clone_from(&role.name);
                stream.stop = StopCondition {
                    duration_ns: Some(Nanos::secs(10)),
                    ..StopCondition::default()
                };
                for pace in [Pace::Closed, Pace::Fixed { rate_iops: 100.0 }] {
                    let workload = one(workload::Stream { pace, ..stream.clone() });
                    planned(&format!("{name}, role {}", role.name), &workload, block_bytes);
                }
            }
        }
    }
}

fn one(stream: workload::Stream) -> Workload {
    let target = JobTarget {
        name: "t".to_owned(),
        place: TargetLocation::Path("/srv/test".into()),
        size: Some(workload::Extent::Bytes(Bytes(4 * Bytes::GIB))),
    };
    Workload::new(&stream.name.clone(), vec![target], vec![stream])
}

/// Files below a folder with one of these endings.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the folder is part of the project");
    let paths = entries.map(|e| e.expect("readable").path());
    let mut found: Vec<PathBuf> = paths
        .flat_map(|path| if path.is_dir() { files(&path, ending) } else { vec![path] })
        .filter(|path| path.extension().is_some_and(|e| e == ending))
        .collect();
    found.sort();
    found
}

#[test]
fn every_example_and_every_whole_job_in_the_documents_is_planned() {
    let mut jobs: Vec<(String, String)> = Vec::new();
    let read = |path: &Path| std::fs::read_to_string(path).expect("readable");
    for path in files(&root().join("examples"), "toml") {
        jobs.push((path.display().to_string(), read(&path)));
    }
    let examples = jobs.len();
    assert!(examples >= 7, "only {examples} examples were found");
    let mut papers = files(&root().join("docs"), "md");
    papers.push(root().join("README.md"));
    for path in papers {
        let text = read(&path);
        for block in text.split("```toml\n").skip(1) {
            let block = block.split("```").next().unwrap_or_default();
            // Fragments show one key; a whole job names a target and a stream.
            if block.contains("[target.") && block.contains("[stream.") {
                jobs.push((path.display().to_string(), block.to_owned()));
            }
        }
    }
    assert!(jobs.len() > examples, "no document shows a whole job");
    for (name, text) in jobs {
        let reading = job::read(&name, &text);
        let told = job::show(&name, &text, &reading.problems, false);
        let workload = reading.workload.filter(|_| reading.problems.is_empty());
        // Old jobs of other tools assume sectors of 512 bytes.
        let block_bytes = if name.contains("dialects") { 512 } else { 4096 };
        planned(&name, &workload.unwrap_or_else(|| panic!("{told}")), block_bytes);
    }
}
