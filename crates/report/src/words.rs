//! The words and number formats that the terminal and the page have in common.
//!
//! Takes values, gives short plain text in ASCII; never colours, never escapes, knows no layout.

mod capture;
pub(crate) mod diff;
mod fidelity;
mod reason;
pub(crate) mod sizing;
mod soak;
mod warning;

pub use capture::{fitted, replay_timing};
pub use fidelity::{FIDELITY_UNKNOWN, fidelity, fidelity_summary};
pub use reason::reason;
pub use sizing::{need_error, shop_error};
pub use soak::{
    clause, clause_finding, share, signable, sla_verdict, soak_event, soak_load, soak_notes,
    soak_role,
};
pub use warning::{detail, warning};

use base::{Nanos, calendar, units};
use record::{Limit, Record, RoleFinding, RunKind, State, Verdict};
use summary::stream::measured_ns;
use summary::{Estimate, Weight};
use workload::{LatencyLimit, Requirement, RoleKind};

/// The answer in capitals.
pub fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Fit => "FIT",
        Verdict::NotFit => "NOT FIT",
        Verdict::CannotTell => "CANNOT TELL",
    }
}

/// The answer of a proof, for the title of a page; nothing for what is no proof.
pub(crate) fn proved(record: &Record) -> String {
    let answer = record.proof.as_ref().map(crate::proof::word);
    format!("{}: {}", answer.unwrap_or_default(), record.target)
}

/// What limits, as the end of "limited by".
pub fn limit(finding: &RoleFinding) -> String {
    let known = match (finding.limit, &finding.quota) {
        (Limit::Quota, Some(quota)) => {
            let rate = format!("{} {}", number(quota.value), quota.unit);
            return match &quota.owner {
                Some(owner) => format!("the quota of {owner}: {rate}"),
                None => {
                    format!("what looks like a quota: {rate}, without the spread that storage has")
                }
            };
        }
        (Limit::Quota, None) => {
            "what may be a quota or the interface (a steady rate at a round number)"
        }
        (Limit::Device, _) => "the storage itself",
        (Limit::Cpu, _) => "the CPUs of this machine",
        (Limit::Depth, _) => "the depth that was allowed",
        (Limit::Unknown, _) => "not found out",
    };
    known.to_owned()
}

/// What a warning does to the answer, in one or two words.
pub fn weight(weight: Weight) -> &'static str {
    match weight {
        Weight::Forbids => "no verdict",
        Weight::Warning => "warning",
        Weight::Note => "note",
    }
}

/// How the run ended, when that is not simply well.
pub fn state(state: State) -> Option<&'static str> {
    match state {
        State::Done => None,
        State::Running => Some("not finished"),
        State::Interrupted => Some("interrupted"),
        State::Failed => Some("failed"),
    }
}

/// A peak below this multiple of the mean is not worth a note.
const JOB_PEAK_MIN: f64 = 1.25;

/// The unit of a role's load line.
pub fn rate_unit(kind: RoleKind) -> &'static str {
    match kind {
        RoleKind::Commit => "commits/s",
        RoleKind::Load | RoleKind::Bulk => "IOPS",
    }
}

/// Three significant digits below 1,000, whole numbers with thousands separated above; `?` when not finite.
pub fn number(value: f64) -> String {
    match value {
        v if !v.is_finite() => "?".to_owned(),
        v if v.abs() < 999.5 => units::significant(v),
        v if v < 0.0 => format!("-{}", units::grouped(-v.round() as u64)),
        v => units::grouped(v.round() as u64),
    }
}

/// The interval of an estimate, such as `7,990 - 8,410`; `None` when the data were too few for one.
pub fn interval(estimate: &Estimate) -> Option<String> {
    (estimate.low.is_finite() && estimate.high.is_finite())
        .then(|| format!("{} - {}", number(estimate.low), number(estimate.high)))
}

/// A value with its unit and its interval, such as `8,240 IOPS (7,990 - 8,410)`.
pub fn estimate(estimate: &Estimate, unit: &str) -> String {
    let gap = if unit.starts_with('/') { "" } else { " " };
    let interval = interval(estimate).unwrap_or_else(|| "no interval".to_owned());
    format!("{}{gap}{unit} ({interval})", number(estimate.value))
}

/// How many times the load of its job a role carries, such as `carries 3.4 times (3.1 - 3.8) the load of the job, 612 IOPS`.
pub fn job_multiple(finding: &RoleFinding) -> Option<String> {
    let (job_iops, line) = (finding.job_iops?, finding.load_line.as_ref()?);
    let times = Estimate {
        value: line.value / job_iops,
        low: line.low / job_iops,
        high: line.high / job_iops,
        ..*line
    };
    let interval = interval(&times).map_or(String::new(), |interval| format!(" ({interval})"));
    Some(format!(
        "carries {} times{interval} the load of the job, {} IOPS",
        number(times.value),
        number(job_iops)
    ))
}

/// What is worth knowing of a job whose rate changes; none where its peak is near its mean.
pub fn job_peak(peak_factor: f64) -> Option<String> {
    (peak_factor >= JOB_PEAK_MIN).then(|| {
        let peak = number(peak_factor);
        format!(
            "the rate of the job changes: its peak is {peak} times its mean, and the answer is for the mean; to \
             require the peak, add --require 'load>={peak}x'"
        )
    })
}

/// A latency in nanoseconds with three significant digits; `?` when it is not a number.
pub fn latency(ns: f64) -> String {
    if ns.is_finite() && ns >= 0.0 { Nanos(ns.round() as u64).to_string() } else { "?".to_owned() }
}

/// A measured latency; a dash for one that was not measured.
pub fn latency_or_dash(ns: f64) -> String {
    measured_ns(ns).map_or("-".to_owned(), latency)
}

/// A quantile as people say it: 0.999 is `p99.9`.
pub fn quantile(q: f64) -> String {
    format!("p{}", units::trimmed(q * 100.0, 3))
}

/// A percentage of `share`, where 1 is 100 %.
pub fn percent(share: f64) -> String {
    match share * 100.0 {
        p if !p.is_finite() => "? %".to_owned(),
        p if p > 0.0 && p < 1.0 => "<1 %".to_owned(),
        p => format!("{} %", number(p.round())),
    }
}

/// A duration in seconds as people say it.
pub fn duration(seconds: f64) -> String {
    match seconds {
        s if !s.is_finite() || s < 0.0 => "?".to_owned(),
        s if s < 10.0 => format!("{} s", units::trimmed(s, 1)),
        s if s < 119.5 => format!("{s:.0} s"),
        s if s < 7_170.0 => format!("{} min", units::trimmed(s / 60.0, 1)),
        s if s < 172_800.0 => format!("{} h", units::trimmed(s / 3_600.0, 1)),
        s => format!("{} d", units::trimmed(s / 86_400.0, 1)),
    }
}

/// The middle of two times and how far they are from it, with their unit: `("40", "10", "min")`; none where they are the same.
pub(crate) fn margin(low_s: f64, high_s: f64) -> Option<[String; 3]> {
    let (middle_s, half_s) = (f64::midpoint(low_s, high_s), (high_s - low_s) / 2.0);
    let (scale_s, unit) = match middle_s {
        s if s < 119.5 => (1.0, "s"),
        s if s < 7_170.0 => (60.0, "min"),
        s if s < 172_800.0 => (3_600.0, "h"),
        _ => (86_400.0, "d"),
    };
    let decimals = usize::from(middle_s < 9.95 * scale_s);
    let step = 0.1_f64.powi(decimals as i32);
    // Rounded up, so that both ends stay within.
    let half = (half_s / scale_s / step).ceil() * step;
    let known = low_s >= 0.0 && high_s.is_finite() && duration(low_s) != duration(high_s);
    known.then(|| {
        let [middle, half] = [middle_s / scale_s, half].map(|x| units::trimmed(x, decimals));
        [middle, half, unit.to_owned()]
    })
}

/// A time of which two ends are known, as one number with its margin: `about 40 min, +/- 10 min`.
pub fn about(low_s: f64, high_s: f64) -> String {
    match margin(low_s, high_s) {
        Some([middle, half, unit]) => format!("about {middle} {unit}, +/- {half} {unit}"),
        None => duration(high_s),
    }
}

/// A moment in UTC, such as `2025-11-21 08:00 UTC`.
pub fn moment(unix_s: i64) -> String {
    let at = calendar::utc(unix_s);
    let (year, month, day) = (at.year(), u8::from(at.month()), at.day());
    format!("{year:04}-{month:02}-{day:02} {:02}:{:02} UTC", at.hour(), at.minute())
}

/// How much of something is there, for a bar: the share and what it is a share of.
#[derive(Clone, Debug, PartialEq)]
pub struct Gauge {
    /// The share; above 1 when there is more than was asked for.
    pub share: f64,
    /// What the share is of, such as `of the 5,000 IOPS needed`.
    pub of: String,
}

impl Gauge {
    /// The share in words: `86 % of the 5,000 IOPS needed`, and beyond twice as much `3.4 times the 5,000 IOPS needed`.
    pub fn text(&self) -> String {
        if !self.share.is_finite() || self.share < TIMES_MIN {
            return format!("{} {}", percent(self.share), self.of);
        }
        let whole = self.of.strip_prefix("of ").unwrap_or(&self.of);
        format!("{} times {whole}", rough(self.share))
    }
}

/// From this on a share is told as a multiple.
const TIMES_MIN: f64 = 2.0;

/// Two significant digits: a multiple is told to be compared, not to be added up.
fn rough(value: f64) -> String {
    let step = 10f64.powf(value.log10().floor() - 1.0);
    number((value / step).round() * step)
}

/// The confidence of the intervals that a record shows, such as `95 % intervals in brackets`; `None` when it shows none.
pub fn confidence(record: &Record) -> Option<String> {
    let findings = record.findings.iter().flat_map(|f| {
        let group = f.commits_group.as_ref().map(|group| &group.0);
        [f.load_line.as_ref(), f.commits_single.as_ref(), group]
    });
    let streams = record.trials.iter().flat_map(|trial| &trial.streams);
    let stages = record.study.iter().flat_map(|study| &study.stages);
    let raced = stages.filter_map(|stage| match &stage.finding {
        Some(record::Finding::Race(finding)) => Some(&finding.standings),
        _ => None,
    });
    let raced = raced.flatten();
    let raced = raced.flat_map(|standing| {
        standing.latency_ns_p99.iter().chain([&standing.mean_mibps, &standing.lead])
    });
    let streams = streams.flat_map(|s| [&s.iops, &s.mibps]);
    let known = findings.flatten().chain(streams).chain(raced);
    let first = known.filter(|e| e.is_known()).map(|e| e.confidence).next()?;
    Some(format!("{} % intervals in brackets", units::trimmed(first * 100.0, 1)))
}

/// What a finding carries against the requirement; `None` when the requirement names no number for such a role or
/// nothing was found.
pub fn carried(finding: &RoleFinding, requirement: &Requirement) -> Option<Gauge> {
    let line = finding.load_line.as_ref().map(|line| line.value);
    match finding.kind {
        RoleKind::Commit => gauge(line, requirement.commits_min, "commits/s needed"),
        RoleKind::Load => gauge(line, requirement.iops_min, "IOPS needed"),
        RoleKind::Bulk => None,
    }
    .or_else(|| gauge(finding.mibps, requirement.mibps_min, "MiB/s needed"))
}

/// What commits that share flushes carry of the commits that are needed.
pub fn carried_shared(finding: &RoleFinding, requirement: &Requirement) -> Option<Gauge> {
    let (rate, _) = finding.commits_group?;
    gauge(Some(rate.value), requirement.commits_min, "commits/s needed")
}

fn gauge(have: Option<f64>, want: Option<f64>, unit: &str) -> Option<Gauge> {
    let (have, want) = (have?, want?);
    (have.is_finite() && want > 0.0)
        .then(|| Gauge { share: have / want, of: format!("of the {} {unit}", number(want)) })
}

/// How much of its latency limit a finding uses at the load line.
pub fn latency_limit_used(finding: &RoleFinding) -> Option<Gauge> {
    let latency_limit_ns = finding.latency_limit.latency_ns.0;
    let latency_ns = finding.latency_ns.filter(|_| latency_limit_ns > 0)?;
    Some(Gauge {
        share: latency_ns as f64 / latency_limit_ns as f64,
        of: "of the latency limit".to_owned(),
    })
}

/// The latency limit in words: `p99 <= 10 ms`.
pub fn latency_limit(latency_limit: &LatencyLimit) -> String {
    latency_limit.to_string()
}

/// The latency limit in words with the sign of mathematics, for pages.
pub fn latency_limit_fine(latency_limit: &LatencyLimit) -> String {
    latency_limit.to_string().replace("<=", "\u{2264}")
}

/// The requirement as it was written, read again; an empty one when it cannot be read.
pub fn requirement(record: &Record) -> Requirement {
    Requirement::read(&record.requirement).unwrap_or_default()
}

/// What the latencies of flushes are: commits, from the first write to the end of the flush, or, as imported results have
/// them, flushes alone.
pub(crate) fn flush(record: &Record) -> &'static str {
    if record.kind == RunKind::Import { "flush" } else { "commit" }
}

/// The warnings of a record, heaviest first; equals keep their order.
pub fn warnings(record: &Record) -> Vec<&summary::Warning> {
    let mut all: Vec<_> = record.warnings.iter().collect();
    all.sort_by_key(|warning| std::cmp::Reverse(warning.weight));
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_with_two_ends_is_one_number_with_a_margin() {
        for (low_s, high_s, text) in [
            (1800.0, 3000.0, "about 40 min, +/- 10 min"),
            (60.0, 61.0, "about 60 s, +/- 1 s"),
            (60.0, 60.2, "60 s"),
            (3.0, 8.0, "about 5.5 s, +/- 2.5 s"),
            (7200.0, 36_000.0, "about 6 h, +/- 4 h"),
            (0.0, 0.0, "0 s"),
            (700.0, 200_000.0, "about 28 h, +/- 28 h"),
        ] {
            assert_eq!(about(low_s, high_s), text, "{low_s} {high_s}");
        }
        assert_eq!(about(10.0, f64::INFINITY), "?");
    }

    #[test]
    fn moments_are_right_around_leap_days_and_before_1970() {
        for (unix_s, text) in [
            (0, "1970-01-01 00:00 UTC"),
            (951_782_400, "2000-02-29 00:00 UTC"),
            (1_709_251_199, "2024-02-29 23:59 UTC"),
            (1_763_712_000, "2025-11-21 08:00 UTC"),
            (-60, "1969-12-31 23:59 UTC"),
            (4_107_542_400, "2100-03-01 00:00 UTC"),
        ] {
            assert_eq!(moment(unix_s), text);
        }
    }

    #[test]
    fn shares_are_told_as_percent_or_as_multiples() {
        for (share, text) in [
            (0.004, "<1 % of the 1 IOPS needed"),
            (0.86, "86 % of the 1 IOPS needed"),
            (1.99, "199 % of the 1 IOPS needed"),
            (3.44, "3.4 times the 1 IOPS needed"),
            (17.8, "18 times the 1 IOPS needed"),
            (2_853.58, "2,900 times the 1 IOPS needed"),
            (f64::INFINITY, "? % of the 1 IOPS needed"),
        ] {
            let gauge = Gauge { share, of: "of the 1 IOPS needed".to_owned() };
            assert_eq!(gauge.text(), text);
        }
    }

    #[test]
    fn numbers_never_show_more_than_is_known() {
        for (value, text) in [
            (0.0, "0"),
            (0.523, "0.52"),
            (12.34, "12.3"),
            (999.4, "999"),
            (999.6, "1,000"),
            (-4_210.0, "-4,210"),
            (f64::NAN, "?"),
            (f64::INFINITY, "?"),
        ] {
            assert_eq!(number(value), text);
        }
        assert_eq!(quantile(0.999), "p99.9");
        assert_eq!(percent(0.004), "<1 %");
        assert_eq!(duration(87.4), "87 s");
    }
}
