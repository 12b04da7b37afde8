//! The Plimsoll side: builds the release binary, writes a job, runs it, reads its JSON.
//!
//! Takes a [`BenchLoad`]; gives the [`BenchResult`] of the binary. Never links the engine: the bench measures the
//! program that people run.

use super::ground::BenchFolder;
use crate::source;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The load of one worker: 4 KiB random reads from the page cache.
#[derive(Clone, Debug)]
pub(super) struct BenchLoad {
    pub(super) engine: &'static str,
    pub(super) depth: u32,
    pub(super) pace: BenchPace,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum BenchPace {
    /// A completion starts the next one.
    Closed,
    /// Open loop at equal distances, arrivals per second.
    Fixed(u32),
    /// Open loop at exponential distances, arrivals per second.
    Poisson(u32),
}

impl BenchPace {
    /// Arrivals per second of an open loop.
    pub(super) fn rate(self) -> Option<f64> {
        match self {
            Self::Closed => None,
            Self::Fixed(rate) | Self::Poisson(rate) => Some(f64::from(rate)),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct BenchResult {
    pub(super) iops: f64,
    /// Median time from the scheduled arrival to the submission (open loop).
    pub(super) late_ns_p50: Option<u64>,
}

#[derive(Clone, Copy)]
pub(super) enum BuildProfile {
    /// As users have them: the figures are valid.
    Release,
    /// As for tests: shows only whether a bench runs.
    Dev,
}

/// Builds the release binary; returns its path.
pub(super) fn build(profile: BuildProfile) -> Result<PathBuf, String> {
    let words = match profile {
        BuildProfile::Release => &["--package", "plimsoll"][..],
        // The options with which the tests were built.
        BuildProfile::Dev => &["--workspace", "--bins"],
    };
    cargo(profile, words, "plimsoll")
}

/// Builds the bare loop over the kernel; returns its path.
pub(super) fn build_floor(profile: BuildProfile) -> Result<PathBuf, String> {
    cargo(profile, &["--package", "sys", "--example", "floor"], "examples/floor")
}

fn cargo(profile: BuildProfile, words: &[&str], product: &str) -> Result<PathBuf, String> {
    let mut build = source::cargo();
    build.args(["build", "--quiet"]).args(words);
    let folder = match profile {
        BuildProfile::Release => {
            build.arg("--release");
            "release"
        }
        BuildProfile::Dev => "debug",
    };
    source::run_cargo(&mut build).map_err(|e| format!("failed to build {product}: {e}"))?;
    let root = source::root();
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or(root.join("target"), PathBuf::from);
    Ok(root.join(target).join(folder).join(product))
}

/// One run of `seconds` counted seconds.
pub(super) fn run(
    binary: &Path,
    ground: &BenchFolder,
    load: &BenchLoad,
    seconds: u64,
) -> Result<BenchResult, String> {
    let told = |e: std::io::Error| format!("failed to run {}: {e}", binary.display());
    let job = ground.folder.join("job.toml");
    std::fs::write(&job, job_text(ground, load, seconds)).map_err(told)?;
    let output = Command::new(binary)
        .arg("run")
        .arg(&job)
        .args(["--json", "--seed", "1", "--store"])
        .arg(ground.folder.join("results.db"))
        .output()
        .map_err(told)?;
    if !output.status.success() {
        return Err(format!(
            "plimsoll run ended with {}: {}",
            output.status,
            String::from_utf8_lossy(&output.stderr)
        ));
    }
    parse_result(&String::from_utf8_lossy(&output.stdout))
}

/// I/Os per second of the bare loop.
pub(super) fn run_floor(
    floor: &Path,
    ground: &BenchFolder,
    engine: &str,
    seconds: u64,
) -> Result<f64, String> {
    let output = Command::new(floor)
        .arg(engine)
        .arg(&ground.file)
        .args([seconds.to_string(), ground.cpu.to_string()])
        .output()
        .map_err(|e| format!("failed to run {}: {e}", floor.display()))?;
    let text = String::from_utf8_lossy(&output.stdout);
    text.trim().parse().map_err(|_| {
        format!("the bare loop failed: {}", String::from_utf8_lossy(&output.stderr).trim())
    })
}

fn job_text(ground: &BenchFolder, load: &BenchLoad, seconds: u64) -> String {
    // A null target needs a size.
    let path = if load.engine == "null" { "null".into() } else { ground.file.to_string_lossy() };
    let pace = match load.pace {
        BenchPace::Closed => String::new(),
        BenchPace::Fixed(rate) => format!("rate = {rate}\narrivals = \"fixed\"\n"),
        BenchPace::Poisson(rate) => format!("rate = {rate}\narrivals = \"poisson\"\n"),
    };
    format!(
        "[job]\nname = \"peers\"\nwarm_up = \"300ms\"\ninterval = \"100ms\"\n\n\
         [engine]\nkind = \"{engine}\"\n\n\
         [target.file]\npath = \"{path}\"\nsize = {bytes}\n\n\
         [stream.reads]\nread = \"100%\"\nblock = \"4k\"\ncache = \"buffered\"\ndepth = {depth}\n\
         pin = [{cpu}]\nduration = \"{seconds}s\"\n{pace}",
        engine = load.engine,
        bytes = ground.bytes,
        depth = load.depth,
        cpu = ground.cpu,
    )
}

/// Reads the one stream of the document.
fn parse_result(text: &str) -> Result<BenchResult, String> {
    let document: serde_json::Value =
        serde_json::from_str(text).map_err(|e| format!("plimsoll's JSON: {e}"))?;
    let stream = &document["trials"][0]["streams"][0];
    let iops = stream["iops"]["value"].as_f64().ok_or("plimsoll's JSON holds no iops")?;
    let late_ns_p50 = stream["read"]["late_ns_p50"].as_u64();
    Ok(BenchResult { iops, late_ns_p50 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_stream_is_read() {
        let text = r#"{"trials": [{"streams": [{"name": "reads", "iops": {"value": 5.5, "low": 5},
            "flush": {"late_ns_p50": null}, "read": {"late_ns_p50": 900}}]}]}"#;
        assert_eq!(parse_result(text), Ok(BenchResult { iops: 5.5, late_ns_p50: Some(900) }));
        assert!(parse_result("{}").is_err());
    }
}
