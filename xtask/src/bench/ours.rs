//! The Plimsoll side: builds the release binary, writes a job, runs it, reads its JSON.
//!
//! Takes a [`BenchLoad`]; gives the [`BenchResult`] of the binary. Never links the engine: the bench measures the
//! program that people run.

use crate::source;
use serde_json::Value;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use testkit::TempDir;

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

fn parse_result(text: &str) -> Result<BenchResult, String> {
    let document: Value =
        serde_json::from_str(text).map_err(|e| format!("plimsoll's JSON: {e}"))?;
    let stream = &document["trials"][0]["streams"][0];
    let iops = stream["iops"]["value"].as_f64().ok_or("plimsoll's JSON holds no iops")?;
    let late_ns_p50 = stream["read"]["late_ns_p50"].as_u64();
    Ok(BenchResult { iops, late_ns_p50 })
}

pub(super) struct BenchFolder {
    pub(super) folder: TempDir,
    pub(super) file: PathBuf,
    pub(super) bytes: u64,
    /// The CPU the one worker is pinned to: the last that this process may use.
    pub(super) cpu: usize,
}

impl BenchFolder {
    /// Writes the file and reads it once, so that the page cache holds it.
    pub(super) fn lay(bytes: u64) -> Result<Self, String> {
        let folder = TempDir::new("bench");
        let ground =
            Self { file: folder.join("data"), cpu: last_cpu().unwrap_or(0), folder, bytes };
        ground.write().map_err(|e| format!("failed to lay the bench's file: {e}"))?;
        Ok(ground)
    }

    /// Not zeros: they could be cheaper to read.
    fn write(&self) -> std::io::Result<()> {
        let mut random = std::fs::File::open("/dev/urandom")?;
        let mut file = std::fs::File::create(&self.file)?;
        let mut chunk = vec![0; 1 << 20];
        for _ in 0..self.bytes >> 20 {
            random.read_exact(&mut chunk)?;
            file.write_all(&chunk)?;
        }
        // Pages under writeback would disturb the first turn.
        file.sync_all()?;
        let mut file = std::fs::File::open(&self.file)?;
        while file.read(&mut chunk)? > 0 {}
        Ok(())
    }
}

/// The last of `Cpus_allowed_list`, such as 3 of `0-1,3`.
fn last_cpu() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let list = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:"))?;
    list.trim().rsplit([',', '-']).next()?.parse().ok()
}

/// Processor time in seconds of all children that have ended (proc(5), `cutime` and `cstime`, in hundredths).
pub(super) fn children_cpu_s() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name is in brackets and may contain anything; the state is the first field after it.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = fields.get(13)?.parse::<f64>().ok()? + fields.get(14)?.parse::<f64>().ok()?;
    Some(ticks / 100.0)
}

/// The first word group after `name:` in a file of the kernel, such as the CPU's model.
pub(super) fn kernel_says(file: &str, name: &str) -> Option<String> {
    let text = std::fs::read_to_string(Path::new(file)).ok()?;
    text.lines()
        .filter_map(|line| line.split_once(':'))
        .find(|(key, _)| key.trim() == name)
        .map(|(_, value)| value.trim().to_owned())
}

/// IOPS of one turn.
/// Fair means: no random map, no dropped page cache, one thread, every I/O timed as by default.
pub(super) fn run_fio(ground: &BenchFolder, options: &[&str], seconds: u64) -> Result<f64, String> {
    let mut fio = Command::new("fio");
    fio.args(["--name=peer", "--rw=randread", "--bs=4k", "--direct=0", "--invalidate=0"])
        .args(["--norandommap", "--randrepeat=0", "--thread", "--time_based", "--ramp_time=300ms"])
        .arg(format!("--filename={}", ground.file.display()))
        .arg(format!("--size={}", ground.bytes))
        .arg(format!("--cpus_allowed={}", ground.cpu))
        .arg(format!("--runtime={seconds}"))
        .args(options);
    document(&mut fio)?["jobs"][0]["read"]["iops"]
        .as_f64()
        .filter(|iops| *iops > 0.0)
        .ok_or_else(|| "fio's JSON holds no read iops".to_owned())
}

/// What a run of fio tells.
pub(crate) fn document(fio: &mut Command) -> Result<Value, String> {
    let output = fio
        .arg("--output-format=json")
        .output()
        .map_err(|e| format!("failed to start fio (apt-get install fio): {e}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let said = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        return Err(format!("fio failed: {said}"));
    }
    parsed(&text).map_err(|e| format!("fio gave no JSON: {e}: {text}{said}"))
}

/// Notes may precede the document.
fn parsed(text: &str) -> serde_json::Result<Value> {
    serde_json::from_str(&text[text.find('{').unwrap_or(0)..])
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

    #[test]
    fn fio_json_is_read_past_its_notes() {
        let text = "note: x\n{\"jobs\":[]}";
        assert_eq!(parsed(text).expect("JSON"), serde_json::json!({ "jobs": [] }));
        assert!(parsed("nothing").is_err());
    }
}
