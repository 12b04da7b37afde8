//! What one run leaves behind: everything a report shows and a store keeps, as plain data.

use summary::{Doubt, Estimate, StreamSummary};
use workload::{Ceiling, RoleKind};

/// Everything about one run of `check` or `run`.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// What kind of run: `check` or `run`.
    pub kind: String,
    /// The command that repeats it, seed included.
    pub command: String,
    /// The version of the program.
    pub version: String,
    /// When it started, in seconds since 1970, UTC.
    pub started_unix_s: i64,
    /// How long it took in seconds.
    pub seconds: f64,
    /// The seed of every random choice.
    pub seed: u64,
    /// What was tested, for people.
    pub target: String,
    /// The profile's name, or the job's.
    pub subject: String,
    /// The engine and what it got, such as `uring (registered buffers, deferred task run)`.
    pub engine: String,
    /// The need as it was written; empty: the profile's own ceilings.
    pub need: String,
    /// The job or profile text that was run, so that it can be repeated.
    pub source_text: String,
    /// Whether it is whole.
    pub state: State,
    /// Facts in groups.
    pub facts: Vec<FactGroup>,
    /// Every trial, in order.
    pub trials: Vec<TrialRecord>,
    /// One answer for each role; empty for `run`.
    pub findings: Vec<RoleFinding>,
    /// The answer in all; `None` for `run`.
    pub verdict: Option<Verdict>,
    /// One sentence that says why.
    pub reason: String,
    /// What makes the numbers doubtful, heaviest first.
    pub doubts: Vec<Doubt>,
    /// Other remarks, such as engine fall-backs and I/O errors with errno, offset and time.
    pub notes: Vec<String>,
}

/// Whether a run is whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Still going, or killed before it could say otherwise.
    Running,
    /// Whole.
    Done,
    /// Stopped by the user.
    Interrupted,
    /// Ended by a failure of the target.
    Failed,
}

/// Facts that belong together.
#[derive(Clone, Debug, PartialEq)]
pub struct FactGroup {
    /// The heading, such as `Device /dev/sda`.
    pub title: String,
    /// Name, value, and a remark that may be empty.
    pub rows: Vec<(String, String, String)>,
}

/// One trial.
#[derive(Clone, Debug, PartialEq)]
pub struct TrialRecord {
    /// The role's name; for `run`, the phase's.
    pub role: String,
    /// What it was for.
    pub purpose: String,
    /// The arrival rate asked for; `None`: closed loop.
    pub rate_iops: Option<f64>,
    /// Outstanding I/Os asked for.
    pub depth: u32,
    /// What each stream did (`check`: one).
    pub streams: Vec<StreamSummary>,
    /// Whether the load was held under the ceiling; `None`: not asked or not decided.
    pub held: Option<bool>,
}

/// The answer for one role.
#[derive(Clone, Debug, PartialEq)]
pub struct RoleFinding {
    /// The role's name.
    pub role: String,
    /// One line for people.
    pub title: String,
    /// What kind of answer.
    pub kind: RoleKind,
    /// What one operation is, such as `8 KiB random read 70 %`.
    pub operation: String,
    /// The limit it had to keep.
    pub ceiling: Ceiling,
    /// The load line in operations (commits for log roles) per second: the highest load held under
    /// the ceiling. `None`: not even the smallest load was held, or cannot tell.
    pub load_line: Option<Estimate>,
    /// The load line as throughput in MiB/s.
    pub mibps: Option<f64>,
    /// The latency at the ceiling's quantile, at the load line, in nanoseconds.
    pub latency_ns: Option<u64>,
    /// Closed loop saturation in operations per second, if it was measured.
    pub saturation_iops: Option<f64>,
    /// Log roles: commits per second at depth 1.
    pub commits_single: Option<Estimate>,
    /// Log roles: median and 99th percentile of the commit latency at depth 1, in nanoseconds.
    pub commit_latency_ns: Option<(u64, u64)>,
    /// Log roles: commits per second with group commit, and the group's size.
    pub commits_group: Option<(Estimate, u32)>,
    /// What limits.
    pub limit: Limit,
    /// The answer.
    pub verdict: Verdict,
    /// One sentence that says why.
    pub reason: String,
}

/// What limits a role.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// The storage itself.
    Device,
    /// A throttle at a round number.
    Quota,
    /// The CPUs of this machine.
    Cpu,
    /// The depth that was allowed.
    Depth,
    /// It was not found out.
    Unknown,
}

/// The answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It carries the load.
    Fit,
    /// It does not.
    NotFit,
    /// The evidence does not allow an answer.
    CannotTell,
}
