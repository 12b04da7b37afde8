//! The volumes: limits of a throttled loop device and how they change, and what disturbs a check.

use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use testkit::lab::{Lab, LabConfig, LabError};

/// The size of a device. Its first half is tested, and is small enough to be filled through its own throttle; another program
/// writes to the second half.
const SIZE_BYTES: u64 = 128 << 20;

/// The limits of a throttle, per second; 0: none.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Limits {
    reads: u64,
    writes: u64,
    bytes: u64,
}

/// How the limits of a volume change during a check.
#[derive(Clone, Copy)]
pub(super) enum Course {
    Constant,
    /// Other limits for good, after a share of the time.
    Fall {
        after_share: f64,
        to: Limits,
    },
    /// Other limits for good, after a number of operations.
    Burst {
        operations: u64,
        to: Limits,
    },
    /// Other limits for the last `slow_s` of every `period_s`.
    Phases {
        period_s: u64,
        slow_s: u64,
        to: Limits,
    },
}

pub(super) struct Shape {
    pub(super) name: &'static str,
    limits: Limits,
    pub(super) course: Course,
}

const fn iops(each: u64) -> Limits {
    Limits { reads: each, writes: each, bytes: 0 }
}

pub(super) const SHAPES: [Shape; 6] = [
    Shape {
        name: "3300iops-20mb",
        limits: Limits { reads: 3300, writes: 3300, bytes: 20_000_000 },
        course: Course::Constant,
    },
    Shape {
        name: "2000reads-500writes",
        limits: Limits { reads: 2000, writes: 500, bytes: 0 },
        course: Course::Constant,
    },
    Shape {
        name: "30mb",
        limits: Limits { reads: 0, writes: 0, bytes: 30_000_000 },
        course: Course::Constant,
    },
    Shape {
        name: "2000iops-falls-to-500",
        limits: iops(2000),
        course: Course::Fall { after_share: 0.4, to: iops(500) },
    },
    Shape {
        name: "burst-of-5000-then-a-tenth",
        limits: iops(2000),
        course: Course::Burst { operations: 5_000, to: iops(200) },
    },
    Shape {
        name: "slow-5-of-20s",
        limits: iops(2000),
        course: Course::Phases { period_s: 20, slow_s: 5, to: iops(500) },
    },
];

impl Shape {
    pub(super) fn config(&self) -> LabConfig {
        LabConfig {
            size_bytes: SIZE_BYTES,
            iops: (self.limits.reads, self.limits.writes),
            bytes_per_s: self.limits.bytes,
            parts: true,
            ..LabConfig::default()
        }
    }

    /// The limits that decide a requirement for good: those after a fall, or those of the slow phases.
    pub(super) fn lasting(&self) -> Limits {
        match self.course {
            Course::Constant => self.limits,
            Course::Fall { to, .. } | Course::Burst { to, .. } | Course::Phases { to, .. } => to,
        }
    }

    /// Changes the limits of a lab along the course until `is_over`; `whole` is the time of the check.
    pub(super) fn follow(
        &self,
        lab: &Lab,
        whole: Duration,
        is_over: &AtomicBool,
    ) -> Result<(), String> {
        let begun = Instant::now();
        let operations = completed(lab)?;
        let mut now = self.limits;
        set(lab, now)?;
        while !is_over.load(Ordering::Relaxed) {
            let elapsed = begun.elapsed();
            let due = match self.course {
                Course::Constant => self.limits,
                Course::Fall { after_share, to } if elapsed >= whole.mul_f64(after_share) => to,
                Course::Burst { operations: all, to } if completed(lab)? - operations >= all => to,
                Course::Phases { period_s, slow_s, to }
                    if elapsed.as_secs() % period_s >= period_s - slow_s =>
                {
                    to
                }
                _ => self.limits,
            };
            if due != now {
                set(lab, due)?;
                now = due;
            }
            thread::sleep(Duration::from_millis(20));
        }
        Ok(())
    }
}

pub(super) fn divide(lab: &Lab) -> Result<(), String> {
    let sectors = SIZE_BYTES / 512 / 2;
    for number in 1..=2 {
        let mut command = Command::new("addpart");
        command.arg(&lab.devices[0]).arg(number.to_string());
        command.arg((sectors * (number - 1)).to_string()).arg(sectors.to_string());
        let status = command.status().map_err(|e| format!("cannot run addpart: {e}"))?;
        if !status.success() {
            return Err("addpart failed".to_owned());
        }
    }
    Ok(())
}

/// A half of the device, 1 or 2.
pub(super) fn half(lab: &Lab, number: u32) -> String {
    format!("{}p{number}", lab.devices[0].display())
}

pub(super) fn set(lab: &Lab, limits: Limits) -> Result<(), String> {
    lab.change_limits((limits.reads, limits.writes), limits.bytes)
        .map_err(|e: LabError| e.to_string())
}

/// The reads and writes that the lab's device has completed.
fn completed(lab: &Lab) -> Result<u64, String> {
    let name = lab.devices[0].file_name().expect("a device has a name").display().to_string();
    let path = format!("/sys/block/{name}/stat");
    let text = std::fs::read_to_string(&path).map_err(|e| format!("cannot read {path}: {e}"))?;
    let counts: Vec<u64> = text.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    Ok(counts[0] + counts[4])
}

/// What runs beside fio and beside the checks alike.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Disturbance {
    Quiet,
    BusyPrograms,
    Writer,
}

pub(super) struct Programs(Vec<Child>);

impl Drop for Programs {
    fn drop(&mut self) {
        for child in &mut self.0 {
            drop(child.kill());
            drop(child.wait());
        }
    }
}

impl Disturbance {
    pub(super) const ALL: [Self; 3] = [Self::Quiet, Self::BusyPrograms, Self::Writer];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Quiet => "quiet",
            Self::BusyPrograms => "busy",
            Self::Writer => "writer",
        }
    }

    /// The budgets of its checks in seconds.
    pub(super) fn budgets_s(self) -> &'static [u64] {
        match self {
            Self::Quiet => &[30, 90],
            Self::BusyPrograms | Self::Writer => &[30],
        }
    }

    /// Two programs that only calculate.
    pub(super) fn start_busy_programs(self) -> Result<Programs, String> {
        let mut programs = Programs(Vec::new());
        if self == Self::BusyPrograms {
            for _ in 0..2 {
                let mut command = Command::new("sh");
                command.args(["-c", "while :; do :; done"]);
                programs.0.push(command.spawn().map_err(|e| format!("cannot run sh: {e}"))?);
            }
        }
        Ok(programs)
    }

    /// Another program that writes to the lab's device under the same limits, at a tenth of the lowest limit.
    pub(super) fn start_writer(self, lab: &Lab, shape: &Shape) -> Result<Programs, String> {
        if self != Self::Writer {
            return Ok(Programs(Vec::new()));
        }
        let lasting = shape.lasting();
        let rate = if lasting.writes > 0 { lasting.writes / 10 } else { lasting.bytes / 81_920 };
        let mut command = lab.command("fio");
        command.args(["--name=writer", "--rw=randwrite", "--bs=8k", "--direct=1", "--thread"]);
        command.args(["--ioengine=libaio", "--iodepth=16", "--time_based", "--runtime=1d"]);
        command.arg(format!("--filename={}", half(lab, 2)));
        command.arg(format!("--rate_iops={rate}")).stdout(Stdio::null());
        command.spawn().map(|child| Programs(vec![child])).map_err(|e| format!("no fio: {e}"))
    }
}
