//! Kills a writer of our own again and again at moments that the seed chooses, and checks after each. Ends a process and
//! not the power: it tells of kernel and file system, not of the device.

use crate::exit::Failure;
use base::Rng;
use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// What a writer says when its first commit is about to begin.
pub(crate) const WRITING: &str = "writing";
/// A writer lives at most this long, in microseconds.
const LIFE_US_MAX: u64 = 500_000;

/// Starts a writer with these words and kills it after a while.
pub(crate) fn one(words: &[OsString], rng: &mut Rng) -> Result<(), Failure> {
    let failed = |e: std::io::Error| Failure::bug(format!("failed to start a writer: {e}"));
    let own = std::env::current_exe().map_err(failed)?;
    let mut command = Command::new(own);
    command.args(words).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(failed)?;
    let begun = child.stdout.take().is_some_and(|out| {
        let mut lines = BufReader::new(out).lines().map_while(Result::ok);
        lines.any(|line| line.starts_with(WRITING))
    });
    if begun {
        std::thread::sleep(Duration::from_micros(rng.below(LIFE_US_MAX)));
    }
    end(child, begun)
}

fn end(mut child: Child, begun: bool) -> Result<(), Failure> {
    drop(child.kill());
    let mut told = String::new();
    if let Some(stderr) = &mut child.stderr {
        drop(stderr.read_to_string(&mut told));
    }
    drop(child.wait());
    if begun {
        return Ok(());
    }
    let line = told.lines().last().unwrap_or("it said nothing");
    Err(Failure::target(format!("the writer did not begin: {line}")))
}

/// Drops what the kernel holds in memory; only root may.
pub(crate) fn drop_caches() -> Result<(), Failure> {
    std::fs::write("/proc/sys/vm/drop_caches", "3").map_err(|e| {
        Failure::wrong(format!("failed to drop the kernel's caches, which only root may: {e}"))
    })
}
