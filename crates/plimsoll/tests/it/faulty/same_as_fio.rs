//! The same jobs with fio and with `plimsoll` called as `fio`, in equal folders: exit code, whether stderr is empty,
//! documents, counts, depths, log files, sizes and contents of files.
//!
//! If measured values differ, fio runs a job twice, and Plimsoll may differ at least by as much as these two runs.
//! Needs fio 3.33 and skips without it; jobs on devices need root and loop devices.

mod compare;
mod cross;
mod files;
mod jobs;
mod shapes;

use crate::drive::TestPlace;
use jobs::FioCase;
use std::collections::BTreeMap;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use testkit::lab::{LabConfig, LabGuard};

/// The placeholder for the loop device in a job's words.
const DEVICE: &str = "@dev";
const DEVICE_BYTES: u64 = 16 << 20;
/// The most attempts at a job if only measured values differ, because other processes sometimes disturb a run.
const TRIES: usize = 3;
/// Jobs that run at the same time.
const LANES: usize = 8;

#[derive(Debug)]
pub(crate) struct CallResult {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// The result of all calls of a job: the result of each, and the files in the folder by name.
#[derive(Debug)]
pub(crate) struct JobResult {
    pub(crate) ended: Vec<CallResult>,
    pub(crate) files: BTreeMap<String, Vec<u8>>,
}

/// The program that runs a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tool {
    Fio,
    Ours,
}

/// fio, if it is the version to compare with.
pub(crate) fn fio() -> Option<PathBuf> {
    let Some(fio) = testkit::tool("fio") else {
        testkit::skip("there is no fio to compare with");
        return None;
    };
    let out = Command::new(&fio).arg("--version").output().expect("fio runs");
    let version = String::from_utf8_lossy(&out.stdout).trim().to_owned();
    if version != "fio-3.33" {
        testkit::skip(&format!("jobs are compared with fio-3.33, and here is {version}"));
        return None;
    }
    Some(fio)
}

/// Calls a program in a folder of the place. Plimsoll is called by the name `fio`, as through a link.
pub(crate) fn call(tool: Tool, place: &TestPlace, device: &str, words: &str) -> CallResult {
    let mut command = match tool {
        Tool::Fio => Command::new("fio"),
        Tool::Ours => Command::new(env!("CARGO_BIN_EXE_plimsoll")),
    };
    command
        .arg0("fio")
        .args(words.replace(DEVICE, device).split_whitespace())
        .current_dir(place.dir.join("work"))
        .env("PLIMSOLL_STORE", place.dir.join("results.db"))
        .env("XDG_CONFIG_HOME", place.dir.join("config"))
        .env("PLIMSOLL_DESTROY", device)
        .env("LC_ALL", "C.UTF-8")
        .stdin(Stdio::null());
    let out = command.output().expect("the program starts");
    let text = |bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes).into_owned();
        if device.is_empty() { text } else { text.replace(device, DEVICE) }
    };
    CallResult { code: out.status.code(), stdout: text(&out.stdout), stderr: text(&out.stderr) }
}

/// Runs all calls of a job in a new folder. `None` without a loop device, which is reported.
fn run(tool: Tool, case: &FioCase) -> Option<JobResult> {
    let place = TestPlace::new(&format!("same-{}", case.name));
    place.folder("work");
    if !case.job.is_empty() {
        place.write("work/job.fio", &case.job);
    }
    let lab = if case.needs_device() { Some(device(&place)?) } else { None };
    let device = lab.as_ref().map(|lab| lab.0.devices[0].display().to_string());
    let device = device.unwrap_or_default();
    let format = if case.json { "--output-format=json " } else { "" };
    let calls = case.calls.iter().map(|words| format!("{format}{words}"));
    let ended = calls.map(|words| call(tool, &place, &device, &words)).collect();
    let mut files = BTreeMap::new();
    files::gather(&place.dir.join("work"), "", &device, &mut files);
    if lab.is_some() {
        let bytes = std::fs::read(&device).expect("the device is ours");
        files.insert(DEVICE.to_owned(), bytes);
    }
    Some(JobResult { ended, files })
}

fn device(place: &TestPlace) -> Option<LabGuard> {
    let wish = LabConfig { disks: 1, size_bytes: DEVICE_BYTES, ..LabConfig::default() };
    LabGuard::up_or_skip(&place.dir.join("lab"), &wish)
}

/// The differences in the job, after the attempts that measured values may need. If measured values differ, fio runs again
/// beside each attempt, because a disturbance of one of its runs says nothing about Plimsoll.
fn differences(case: &FioCase) -> Vec<String> {
    let mut found = Vec::new();
    let Some(first) = run(Tool::Fio, case) else { return found };
    for _ in 0..TRIES {
        let Some(ours) = run(Tool::Ours, case) else { break };
        let mut all = compare::jobs(case, [&first, &first], &ours);
        if all.iter().any(|difference| difference.measured) {
            let Some(second) = run(Tool::Fio, case) else { break };
            all = compare::jobs(case, [&first, &second], &ours);
        }
        let is_gone = |known: &&String| !all.iter().any(|one| one.to_string().contains(*known));
        let gone: Vec<&String> = case.known.iter().filter(is_gone).collect();
        let is_known = |text: &str| case.known.iter().any(|known| text.contains(known));
        all.retain(|difference| !is_known(&difference.to_string()));
        let is_final = gone.is_empty() && !all.iter().all(|difference| difference.measured);
        let gone = gone.iter().map(|known| format!("no longer differs: {known}"));
        found = all.iter().map(ToString::to_string).chain(gone).collect();
        if is_final || found.is_empty() {
            break;
        }
    }
    found
}

/// `PLIMSOLL_SAME_AS_FIO=NAME` runs the jobs whose names contain it.
#[test]
fn jobs_are_those_of_fio() {
    if fio().is_none() {
        return;
    }
    let only = std::env::var("PLIMSOLL_SAME_AS_FIO").unwrap_or_default();
    let mut jobs = jobs::read();
    jobs.retain(|job| job.name.contains(&only));
    assert!(!jobs.is_empty(), "no job is named so: {only}");
    let (next, failed) = (AtomicUsize::new(0), Mutex::new(BTreeMap::new()));
    std::thread::scope(|scope| {
        for _ in 0..LANES {
            scope.spawn(|| {
                // Measured values agree only if neither program waits for the CPUs.
                testkit::place::raise_priority();
                while let Some(case) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let begun = std::time::Instant::now();
                    let found = differences(case);
                    eprintln!("{}: {:.1} s", case.name, begun.elapsed().as_secs_f64());
                    if !found.is_empty() {
                        failed.lock().expect("no lane panics with it").insert(&case.name, found);
                    }
                }
            });
        }
    });
    let failed = failed.into_inner().expect("all lanes ended");
    let text: String =
        failed.iter().map(|(name, all)| format!("{name}:\n  {}\n", all.join("\n  "))).collect();
    eprintln!("{} of {} jobs are the same as fio's", jobs.len() - failed.len(), jobs.len());
    assert!(failed.is_empty(), "\n{text}");
}
