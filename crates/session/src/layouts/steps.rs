//! Carries out steps of building layouts: takes one, runs its command shielded from terminal signals, returns its failure.

use plan::layout::{BuildAction, BuildCondition, BuildStep, SystemCommand};
use report::messages::layouts::LayoutFault;
use std::io::{Error, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::{self, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use sys::inventory::SystemRoots;
use workload::LayoutBuilder;

/// The most tries of a step whose device may be busy for a moment: udev and others examine devices that just changed.
const TRIES: u32 = 100;
/// The pause between two tries or two checks.
const PAUSE: Duration = Duration::from_millis(100);

/// Carries out a step, if its condition holds.
pub(super) fn run_step(step: &BuildStep, interrupt: &AtomicBool) -> Result<(), String> {
    if !needed(&step.when) {
        return Ok(());
    }
    match &step.action {
        BuildAction::Run(command) => run(command).map(drop),
        BuildAction::MakeFolder(path) => std::fs::create_dir_all(path).map_err(|error| {
            fault(path, &error, |path, error| LayoutFault::CannotMake { path, error })
        }),
        BuildAction::RemoveFolder(path) => remove_folder(path),
        BuildAction::Appears(path) => {
            let there = (0..TRIES).any(|_| {
                let there = path.exists();
                if !there {
                    std::thread::sleep(PAUSE);
                }
                there
            });
            if there {
                Ok(())
            } else {
                Err(LayoutFault::DidNotAppear { path: path.display().to_string() }.to_string())
            }
        }
        BuildAction::Await(command, says) => loop {
            if run(command)?.trim() == *says {
                return Ok(());
            }
            if interrupt.load(Ordering::Relaxed) {
                return Err(LayoutFault::Interrupted.to_string());
            }
            std::thread::sleep(10 * PAUSE);
        },
    }
}

/// Carries out a step of taking down, with retries while the device is busy. An optional step is tried once.
pub(super) fn undo_step(step: &BuildStep) -> Result<(), String> {
    let never = AtomicBool::new(false);
    let mut last = Ok(());
    for _ in 0..if step.optional { 1 } else { TRIES } {
        last = run_step(step, &never);
        if last.is_ok() || step.optional {
            return Ok(());
        }
        std::thread::sleep(PAUSE);
    }
    last
}

/// Makes the kernel read the partition table of a disk.
pub(super) fn reread(disk: &Path) {
    let words = vec!["--update".to_owned(), disk.display().to_string()];
    let _ = run(&SystemCommand { program: "partx", words, input: String::new() });
}

fn fault(path: &Path, error: &Error, of: fn(String, String) -> LayoutFault) -> String {
    of(path.display().to_string(), error.to_string()).to_string()
}

fn remove_folder(path: &Path) -> Result<(), String> {
    match std::fs::remove_dir(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(fault(path, &error, |path, error| LayoutFault::CannotRemove { path, error }))
        }
        _ => Ok(()),
    }
}

/// Whether the condition of a step holds now.
pub(super) fn needed(when: &BuildCondition) -> bool {
    match when {
        BuildCondition::Always => true,
        BuildCondition::Exists(path) => path.exists(),
        BuildCondition::Mounted(point) => sys::inventory::mounts(&SystemRoots::default())
            .iter()
            .any(|mount| mount.point == *point),
        BuildCondition::Succeeds(command) => run(command).is_ok(),
    }
}

/// Runs a command. Returns its standard output, or an error with its standard error.
fn run(command: &SystemCommand) -> Result<String, String> {
    let error_of = |what: &str| format!("{command}: {what}");
    let program =
        program(command.program).ok_or_else(|| error_of(&LayoutFault::NotInstalled.to_string()))?;
    let mut child = process::Command::new(program);
    // Ctrl-C must reach only this process, which then takes the layouts down.
    sys::signal::shield(&mut child);
    let mut child = child
        .args(&command.words)
        .env("LC_ALL", "C")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| error_of(&error.to_string()))?;
    if let Some(mut input) = child.stdin.take() {
        // If the command does not read its input, it has ended, and its exit status shows why.
        let _ = input.write_all(command.input.as_bytes());
    }
    let ended = child.wait_with_output().map_err(|error| error_of(&error.to_string()))?;
    if ended.status.success() {
        return Ok(String::from_utf8_lossy(&ended.stdout).into_owned());
    }
    let error = String::from_utf8_lossy(&ended.stderr);
    let failed = LayoutFault::StepFailed.to_string();
    Err(error_of(if error.trim().is_empty() { &failed } else { error.trim() }))
}

/// The path of a program: in PATH, or in the system directories for root, which sudo may leave out of PATH.
pub(super) fn program(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let usual = ["/usr/sbin", "/sbin", "/usr/bin", "/bin"].map(PathBuf::from);
    let folders = std::env::split_paths(&path).chain(usual);
    folders.map(|folder| folder.join(name)).find(|path| path.is_file())
}

/// Whether the kernel supports a builder, after trying to load its module.
pub(super) fn kernel_has(builder: LayoutBuilder) -> bool {
    let has_line = |path: &str, end: &str| {
        let text = SystemRoots::default().proc_text(path).unwrap_or_default();
        text.lines().any(|line| line.ends_with(end))
    };
    let (module, has): (&str, &dyn Fn() -> bool) = match builder {
        LayoutBuilder::Md => ("md_mod", &|| SystemRoots::default().proc.join("mdstat").exists()),
        LayoutBuilder::Btrfs => ("btrfs", &|| has_line("filesystems", "\tbtrfs")),
        LayoutBuilder::Lvm => ("dm_mod", &|| has_line("devices", " device-mapper")),
    };
    if has() {
        return true;
    }
    let words = vec!["--quiet".to_owned(), module.to_owned()];
    let _ = run(&SystemCommand { program: "modprobe", words, input: String::new() });
    has()
}
