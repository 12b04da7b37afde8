//! The result of a soak: one row for each minute of each role, events, and the findings.
//!
//! A soak runs for days. A minute is the smallest unit that is kept. Times are seconds since 1970, UTC; hours of a day and weekdays are those of the machine that measured.

use crate::Verdict;
use base::words;
use serde::{Deserialize, Serialize};
use workload::SlaClause;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SoakSetup {
    pub roles: Vec<SoakRole>,
    /// The clauses of the service level agreement that is watched; empty: none.
    pub sla: Vec<SlaClause>,
    pub planned_s: u64,
    /// If load runs in windows only: the distance between their starts in seconds.
    pub window_every_s: Option<u64>,
    pub window_s: Option<u64>,
    /// Local time minus UTC, in seconds.
    pub utc_offset_s: i32,
}

/// A soak: its configuration and its findings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SoakRecord {
    pub setup: SoakSetup,
    /// The findings from its minutes; none before the first minute.
    pub finding: Option<SoakFinding>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SoakRole {
    pub name: String,
    /// The offered rate in operations per second; the mean where it changes over the day.
    pub rate_iops: f64,
    /// The rate as a share of the role's load line, if the line was measured first.
    pub line_share: Option<f64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SoakMinute {
    /// Its start: a multiple of 60.
    pub start_unix_s: i64,
    /// The seconds in which load ran and the process was not suspended.
    pub counted_s: f64,
    /// Operations that were due in these seconds.
    pub due: u64,
    pub ios: u64,
    pub bytes: u64,
    pub errors: u64,
    /// Operations that were due but had not started when the minute ended, and those given up.
    pub backlog: u64,
    /// The mean latency; 0 if nothing completed.
    pub mean_ns: f64,
    pub p50_ns: u64,
    pub p99_ns: u64,
    pub p999_ns: u64,
    pub max_ns: u64,
    /// Why the minute does not describe the storage; none: it counts.
    pub excluded: Option<MinuteExclusion>,
}

words! {
    /// Why a minute does not describe the storage.
    pub enum MinuteExclusion as "reason to leave out a minute" {
        /// The process did not run for a part of the minute, or started or ended in it.
        Short = "short",
        /// The CPUs of this machine were busy with other work.
        HostBusy = "host-busy",
        /// The hypervisor took CPU time from this machine.
        CpuSteal = "cpu-steal",
    }
}

/// A time in which no operation completed although operations were due.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SoakStall {
    pub at_unix_s: f64,
    pub length_s: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SoakGap {
    pub from_unix_s: i64,
    pub until_unix_s: i64,
}

/// Something that happens while a soak runs. Documents name it by `event`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case", deny_unknown_fields)]
pub enum SoakEvent {
    Started {
        at_unix_s: i64,
    },
    /// The load runs again after a gap.
    Gap(SoakGap),
    Stall(SoakStall),
    /// The latency of a role changed by more than chance explains.
    Change {
        role: String,
        at_unix_s: i64,
        /// When the change was detected.
        known_unix_s: i64,
        before_ns: f64,
        after_ns: f64,
    },
    /// The storage does not keep the offered rate.
    Overload {
        role: String,
        at_unix_s: i64,
        known_unix_s: i64,
        /// Operations that were due and had not started by then.
        backlog: u64,
    },
    /// The storage keeps the offered rate again, and no operation is waiting.
    OverloadEnded {
        role: String,
        at_unix_s: i64,
    },
    Ended {
        at_unix_s: i64,
    },
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SoakFinding {
    /// The number of minutes that count, of the role with the fewest.
    pub minutes: u64,
    /// The end of the newest minute; none before the first one.
    pub until_unix_s: Option<i64>,
    /// The minutes that do not count, by reason.
    pub excluded: Vec<ExcludedMinutes>,
    /// Times in which it did not run; pauses between planned windows are not gaps.
    pub gaps: Vec<SoakGap>,
    /// The finding for each clause of the agreement and each role: clause by clause, role by role.
    pub clauses: Vec<ClauseFinding>,
    pub roles: Vec<SoakRoleFinding>,
    /// Stalls, in the order of time.
    pub stalls: Vec<SoakStall>,
}

/// The number of minutes that were left out for one reason.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExcludedMinutes {
    pub reason: MinuteExclusion,
    pub minutes: u64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClauseFinding {
    pub clause: SlaClause,
    pub role: String,
    pub verdict: SlaVerdict,
    /// Windows that count.
    pub windows: u64,
    pub broken: u64,
    /// When they were, in the order of time: the first 1,000 times.
    pub broken_times: Vec<BrokenTime>,
    /// Windows that do not count, because the load offered less than the clause requires.
    pub unoffered: u64,
    /// The share of windows within the limit: observed, with its 95 % interval that stays valid under repeated looks.
    pub share: ShareInterval,
    /// The number of broken windows that the clause allows over the planned length.
    pub budget: f64,
    /// When the budget will be used up at the present pace; none: not within the planned length, or it is used up already.
    pub exhausted_unix_s: Option<i64>,
    /// If undecided: the days at this share after which it could be decided; none if no time would suffice.
    pub days_needed: Option<f64>,
}

/// Windows next to each other that broke the limit of a clause.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BrokenTime {
    pub from_unix_s: i64,
    /// The end of the last.
    pub until_unix_s: i64,
    pub windows: u64,
    /// The worst value of one of them, in nanoseconds, operations per second or MiB/s as the limit; none: in one of them nothing
    /// completed.
    pub worst: Option<f64>,
    pub errors: u64,
}

words! {
    pub enum SlaVerdict as "verdict on a clause" {
        /// The whole interval of the share meets the clause.
        Met = "met",
        /// The whole interval is below it, or the budget of the planned length is used up.
        NotMet = "not-met",
        /// The interval contains shares that meet the clause and shares that do not.
        CannotTell = "cannot-tell",
    }
}

impl SlaVerdict {
    /// The worst verdict of some clauses; `None` without clauses.
    pub fn worst(clauses: &[ClauseFinding]) -> Option<Self> {
        let has = |verdict: &Self| clauses.iter().any(|clause| clause.verdict == *verdict);
        [Self::NotMet, Self::CannotTell, Self::Met].into_iter().find(has)
    }
}

impl From<SlaVerdict> for Verdict {
    fn from(verdict: SlaVerdict) -> Self {
        match verdict {
            SlaVerdict::Met => Self::Fit,
            SlaVerdict::NotMet => Self::NotFit,
            SlaVerdict::CannotTell => Self::CannotTell,
        }
    }
}

/// A share with its 95 % interval.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShareInterval {
    /// The observed share; none without a window.
    pub value: Option<f64>,
    pub low: f64,
    pub high: f64,
    /// The number of independent windows to which the windows are equivalent.
    pub effective: f64,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SoakRoleFinding {
    pub role: String,
    /// Completed operations per second of the minutes that count; none if no minute counts.
    pub iops: Option<f64>,
    /// The minutes that do not count; none if all count.
    pub uncounted: Option<MinuteFigures>,
    /// Rate and latency over time: at most 720 parts of equal length, without those in which nothing ran.
    pub course: Vec<CoursePart>,
    /// Every hour in which minutes count, in the order of time.
    pub calendar: Vec<SoakHour>,
    /// Limits of p99 that can be agreed on, by the share of minutes within them.
    pub signable: Vec<SignableLimit>,
    /// Changes that stayed, in the order of time.
    pub changes: Vec<SoakChange>,
    /// The change of the mean latency per day, if it is clear and the changes do not explain it.
    pub trend: Option<SoakTrend>,
    /// The pattern by hour of day; none if none was found, or with fewer than four days of at least 20 hours.
    pub hours: Option<SoakPattern>,
    /// The pattern by weekday, from Monday; none if none was found, or with fewer than four whole weeks.
    pub weekdays: Option<SoakPattern>,
    /// Times in which the storage did not keep up with the offered rate.
    pub overloads: Vec<SoakOverload>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MinuteFigures {
    pub minutes: u64,
    pub iops: f64,
    pub p99_ns: u64,
    pub p99_ns_max: u64,
}

/// A part of the time of one role: of the minutes that count, or of all if none counts.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CoursePart {
    pub from_unix_s: i64,
    /// Seconds since 1970, UTC, at which its last minute ended.
    pub until_unix_s: i64,
    /// Minutes that do not count.
    pub excluded: u64,
    /// The rate and latency of the minutes that count, or of all if none counts.
    pub figures: MinuteFigures,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SoakHour {
    /// Its start; a multiple of 3,600 in local time.
    pub start_unix_s: i64,
    pub minutes: u64,
    pub p99_ns: u64,
    pub p99_ns_max: u64,
    pub iops: f64,
}

/// A limit that can be agreed on: the lower end of the interval of the share of minutes within it is at least `share`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SignableLimit {
    pub share: f64,
    /// The p99 latency that this share of minutes does not exceed.
    pub p99_ns: u64,
}

words! {
    pub enum ChangeKind as "kind of change" {
        /// The mean latency of minutes.
        Level = "level",
        /// The spread of mean latencies from minute to minute.
        Spread = "spread",
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SoakChange {
    pub kind: ChangeKind,
    pub at_unix_s: i64,
    /// The mean latency before, or the relative spread.
    pub before: f64,
    pub after: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SoakTrend {
    /// The relative change of the mean latency per day.
    #[serde(with = "base::float")]
    pub per_day: f64,
    /// The lower end of its 95 % interval.
    #[serde(with = "base::float")]
    pub low: f64,
    #[serde(with = "base::float")]
    pub high: f64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SoakPattern {
    /// The average latency in each hour, relative to the median hour of its day, or on each weekday, relative to the median day
    /// of its week; none if nothing was measured.
    pub relative: Vec<Option<f64>>,
    /// The probability of such a pattern by chance.
    #[serde(with = "base::float")]
    pub p_value: f64,
}

/// A time in which the storage did not keep up with the offered rate.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SoakOverload {
    pub from_unix_s: i64,
    pub until_unix_s: i64,
    pub iops: f64,
    /// Whether that rate was constant, as a quota without credits is.
    pub constant_rate: bool,
}
