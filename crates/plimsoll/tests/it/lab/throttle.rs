//! Known limits on real devices: the kernel throttles loop devices to a set rate, and the answers are compared with it.

use std::process::Output;

use serde_json::Value;
use testkit::lab::{LabConfig, LabGuard};
use testkit::place::TempDir;

const IOPS: f64 = 1000.0;

/// The share of the load line that a check of 24 s must find at least.
const LINE_SHARE_MIN: f64 = 0.95;

/// The most measurements before a result counts as wrong.
const TRIES: usize = 6;

struct ThrottleLab {
    lab: LabGuard,
    folder: TempDir,
}

impl ThrottleLab {
    fn new(name: &str, disks: u32) -> Option<Self> {
        let folder = TempDir::new(name);
        let limit = IOPS as u64;
        let wish =
            LabConfig { disks, size_bytes: 2 << 30, iops: (limit, limit), ..LabConfig::default() };
        let lab = LabGuard::up_or_skip(&folder.join("lab"), &wish)?;
        Some(Self { lab, folder })
    }

    fn device(&self, index: usize) -> String {
        self.lab.0.devices[index].display().to_string()
    }

    /// A check with reads only, because the kernel limits reads and writes separately. Within a latency limit of 200 ms, a queue
    /// with constant service times (M/D/1) carries 98.8 % of its saturation.
    fn check(&self, target: &[&str]) -> Value {
        let size = ["--size", "64MiB", "--budget", "24s", "--require", "p99<=200ms"];
        let roles = ["--for", "generic-oltp", "--roles", "read"];
        self.plimsoll(&[&["check"], target, &roles, &size].concat())
    }

    /// The document that `plimsoll` prints inside the limits.
    fn plimsoll(&self, words: &[&str]) -> Value {
        let done: Output = self
            .lab
            .0
            .command(env!("CARGO_BIN_EXE_plimsoll"))
            .args(words)
            .arg("--json")
            .arg("--store")
            .arg(self.folder.join("results.db"))
            .current_dir(self.folder.path())
            .output()
            .expect("plimsoll starts");
        let said = String::from_utf8_lossy(&done.stderr);
        serde_json::from_slice(&done.stdout)
            .unwrap_or_else(|e| panic!("{e}: {} {said}", done.status))
    }
}

fn number(of: &Value) -> f64 {
    of.as_f64().unwrap_or_else(|| panic!("{of} is no number"))
}

fn has_warning(record: &Value, kind: &str) -> bool {
    record["warnings"].as_array().is_some_and(|all| all.iter().any(|d| d["kind"] == kind))
}

/// Mistakes in a result, one sentence each.
type ProblemTexts = Vec<String>;

/// A busy machine misses slices of the throttle, and a throttle does not return them. A real mistake in counts or verdicts is
/// wrong every time.
#[track_caller]
fn holds_once(measure: impl Fn() -> Value, wrong: impl Fn(&Value) -> ProblemTexts) {
    let mut all = Vec::new();
    for _ in 0..TRIES {
        let record = measure();
        let found = wrong(&record);
        if found.is_empty() {
            return;
        }
        eprintln!("again, as {}", found.join("; "));
        all.push(format!("{}: {record:#}", found.join("; ")));
    }
    panic!("wrong in {TRIES} of {TRIES} tries: {}", all.join("\n"));
}

/// `said` if the condition does not hold.
fn unless(holds: bool, said: impl FnOnce() -> String) -> Option<String> {
    (!holds).then(said)
}

fn is_near(is: f64, share: f64) -> bool {
    (is / IOPS - 1.0).abs() <= share
}

/// Mistakes in: the saturation (within 1 %), the load line (below it, near enough for 24 s), the named limit.
fn misses_the_limit(record: &Value) -> ProblemTexts {
    let found = &record["findings"][0];
    let (line, full) = (number(&found["load_line"]["value"]), number(&found["saturation_iops"]));
    eprintln!("load line {line:.1}, saturation {full:.1}, limit {}", found["limit"]);
    let under = (LINE_SHARE_MIN * IOPS..=IOPS).contains(&line);
    let wrong = [
        unless(is_near(full, 0.01), || format!("saturation {full}")),
        unless(under, || format!("load line {line}")),
        unless(found["limit"] == "quota", || format!("limit {}", found["limit"])),
        unless(found["verdict"] == "fit", || format!("verdict {}", found["verdict"])),
    ];
    wrong.into_iter().flatten().collect()
}

#[test]
fn a_run_on_throttled_devices_reports_the_throttle_within_a_percent() {
    let Some(bench) = ThrottleLab::new("lab-run", 2) else { return };
    let (reads, writes) = (bench.device(0), bench.device(1));
    let job = format!(
        "[job]\nwarm_up = \"2s\"\nduration = \"6s\"\ninterval = \"250ms\"\n\
         [target.a]\npath = \"{reads}\"\n[target.b]\npath = \"{writes}\"\n\
         [stream.reads]\ntarget = \"a\"\ndepth = 8\n\
         [stream.writes]\ntarget = \"b\"\nread = 0\ndepth = 32\n"
    );
    let file = bench.folder.join("job.toml");
    std::fs::write(&file, job).expect("a job can be written");
    let measure = || bench.plimsoll(&["run", &file.to_string_lossy(), "--destroy", &writes]);
    holds_once(measure, |record| {
        let streams = record["trials"][0]["streams"].as_array().expect("streams");
        let rates: Vec<f64> = streams.iter().map(|s| number(&s["iops"]["value"])).collect();
        eprintln!("reads and writes: {rates:.2?} IOPS");
        let near = rates.iter().all(|iops| is_near(*iops, 0.01));
        let rate = unless(near, || format!("{rates:.2?} IOPS"));
        let quota = unless(has_warning(record, "quota"), || "no quota is told".to_owned());
        // Both devices are counted, and their counters agree with the I/O that was done.
        let kinds = ["device-counters", "littles-law", "io-errors", "rate-times-size"];
        let counted =
            kinds.map(|kind| unless(!has_warning(record, kind), || format!("{kind} is told")));
        rate.into_iter().chain(quota).chain(counted.into_iter().flatten()).collect()
    });
}

#[test]
fn a_mix_that_is_throttled_in_one_direction_is_under_a_quota() {
    let Some(bench) = ThrottleLab::new("lab-mix", 1) else { return };
    let device = bench.device(0);
    let job = format!(
        "[job]\nwarm_up = \"2s\"\nduration = \"6s\"\ninterval = \"250ms\"\n\
         [target.a]\npath = \"{device}\"\n[stream.mix]\nread = 67\ndepth = 64\n"
    );
    let file = bench.folder.join("job.toml");
    std::fs::write(&file, job).expect("a job can be written");
    let measure = || bench.plimsoll(&["run", &file.to_string_lossy(), "--destroy", &device]);
    holds_once(measure, |record| {
        let stream = &record["trials"][0]["streams"][0];
        // Reads reach their limit first; the rate of writes follows from the mix.
        let reads = number(&stream["read"]["ios"]) / number(&stream["seconds"]);
        eprintln!("mix: {:.1} IOPS, reads {reads:.1}", number(&stream["iops"]["value"]));
        let told = record["warnings"].to_string().contains("read IOPS");
        let quota = has_warning(record, "quota") && told;
        let wrong = [
            unless(is_near(reads, 0.02), || format!("{reads} reads a second")),
            unless(quota, || "no quota of reads is told".to_owned()),
        ];
        wrong.into_iter().flatten().collect()
    });
}

#[test]
fn a_check_of_a_throttled_device_finds_its_line_and_says_quota() {
    let Some(bench) = ThrottleLab::new("lab-check", 1) else { return };
    let device = bench.device(0);
    holds_once(|| bench.check(&[&device, "--destroy", &device]), misses_the_limit);
}
