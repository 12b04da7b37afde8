//! Texts and number formats that the terminal and the page share.
//!
//! Returns short plain text; adds no colours and no escapes, and knows no layout.

mod capture;
pub(crate) mod content_fault;
pub(crate) mod diff;
pub(crate) mod failure;
pub(crate) mod figure;
pub(crate) mod note;
pub(crate) mod point_load;
mod reason;
pub(crate) mod sizing;
mod soak;
pub(crate) mod warning;

use crate::catalogue::{
    self, activity, engine as engine_text, page, plan_fault, terminal, unit, verdict as text,
};
use crate::language::{Language, time_unit};
use base::number;
use base::refusal::{InventoryError, WriteRefusal};
pub(crate) use capture::replay_timing;
pub use capture::{assumptions, fitted};
pub use capture::{fidelity, fidelity_unknown};
pub use failure::{run_failure, store_trouble};
use integrity::TestPhase;
pub use note::note;
use plan::PlanProblem;
pub use point_load::role_io;
pub(crate) use reason::{at_required_rate, quantile_of, stalls, tried_together};
pub use reason::{reason, role_reason, run_reason, study_reason};
use record::{
    Limit, Quota, Record, RoleFinding, RoleIo, RunSubject, SessionsFinding, State, StoredPart,
    TransactionRate, TrialPurpose, Verdict,
};
pub use sizing::{need_error, run_name, shop_error};
pub(crate) use soak::{broken_time, sla_metric, weekdays_of};
pub use soak::{
    broken_times, clause, clause_finding, is_over, share, signable, sla_verdict, soak_course,
    soak_event, soak_load, soak_notes, soak_role, soak_role_head, soak_verdict,
};
use summary::{Estimate, LatencySummary, LimitOwner, QuotaUnit, StreamSummary, Weight};
pub(crate) use warning::named;
pub use warning::{detail, warning};
use workload::{Activity, EngineUse, LatencyLimit, Role, RoleKind, SyncMode};

pub fn purpose(language: Language, purpose: &TrialPurpose) -> String {
    page::purpose_text(language, purpose)
}

/// A purpose that is made of another one. Purposes of points and of imported files keep their names.
pub(crate) fn computed_purpose(language: Language, purpose: &TrialPurpose) -> String {
    match purpose {
        TrialPurpose::Shared(own) => page::purpose_shared(language, &self::purpose(language, own)),
        other => other.to_string(),
    }
}

pub fn verdict(language: Language, verdict: Verdict) -> &'static str {
    text::verdict_text(language, &verdict)
}

/// The answer of an integrity test, for the title of a page; empty for any other run.
pub(crate) fn proved(language: Language, record: &Record) -> String {
    let answer = record.proof.as_ref().map(|proof| crate::proof::word(language, proof));
    format!("{}: {}", answer.unwrap_or_default(), record.target)
}

/// The writes of a commit that ends with a flush.
fn flushed_writes(finding: &RoleFinding) -> Option<u64> {
    match finding.io {
        RoleIo::Stream {
            sync: SyncMode::Fdatasync { every } | SyncMode::Fsync { every }, ..
        } if finding.kind == RoleKind::Commit => Some(every.into()),
        _ => None,
    }
}

pub(crate) fn rate_of_quota(language: Language, value: f64, counted: QuotaUnit) -> String {
    let name = match counted {
        QuotaUnit::Iops => unit::iops(language),
        QuotaUnit::Mibps => unit::mibps(language),
        QuotaUnit::ReadIops => unit::read_iops(language),
        QuotaUnit::WriteIops => unit::write_iops(language),
        QuotaUnit::ReadMibps => unit::read_mibps(language),
        QuotaUnit::WriteMibps => unit::write_mibps(language),
        QuotaUnit::Reads => unit::reads(language),
        QuotaUnit::Writes => unit::writes(language),
        QuotaUnit::ReadMbps => unit::read_mbps(language),
        QuotaUnit::WriteMbps => unit::write_mbps(language),
    };
    format!("{} {name}", language.number(value))
}

/// A quota with its rate, and with its control group if it is known.
fn quota(language: Language, quota: &Quota) -> String {
    let rate = &rate_of_quota(language, quota.value, quota.unit);
    match &quota.owner {
        Some(LimitOwner { group, device }) => {
            text::limit_quota_owner(language, &text::LimitQuotaOwner { group, device, rate })
        }
        None => text::limit_quota_rate(language, rate),
    }
}

/// The limit, as the end of "limited by".
pub fn limit(language: Language, finding: &RoleFinding) -> String {
    let known = match (finding.limit, &finding.quota) {
        (Limit::Quota, Some(known)) => {
            let limit = quota(language, known);
            let counts_writes = known.owner.is_some() && known.unit == QuotaUnit::Writes;
            return match flushed_writes(finding).filter(|_| counts_writes) {
                Some(writes) => text::limit_quota_commit(language, &limit, writes + 1),
                None => limit,
            };
        }
        (Limit::Quota, None) => text::limit_quota_unsure(language),
        (Limit::Device, _) => text::limit_device(language),
        (Limit::Cpu, _) => text::limit_cpu(language),
        (Limit::Depth, _) => text::limit_depth(language),
        (Limit::Unknown, _) => text::limit_unknown(language),
    };
    known.to_owned()
}

/// The effect of a warning on the answer, in one or two words.
pub fn weight(language: Language, weight: Weight) -> &'static str {
    text::weight_text(language, &weight)
}

/// How the run ended; none if it was completed.
pub fn state(language: Language, state: State) -> Option<&'static str> {
    match state {
        State::Done => None,
        State::Running => Some(text::state_running(language)),
        State::Interrupted => Some(text::state_interrupted(language)),
        State::Failed => Some(text::state_failed(language)),
    }
}

pub fn rate_unit(language: Language, kind: RoleKind) -> &'static str {
    match kind {
        RoleKind::Commit => unit::commits(language),
        RoleKind::Load | RoleKind::Bulk => unit::iops(language),
    }
}

/// A rate with the time for which it ran, where that is known.
pub(crate) fn rate_for(language: Language, rate: String, seconds: Option<f64>) -> String {
    match seconds {
        Some(seconds) => text::rate_for(language, &rate, &language.duration(seconds)),
        None => rate,
    }
}

/// Three significant digits below 1,000, whole numbers with thousands separated above; `?` when not finite. English.
pub fn number(value: f64) -> String {
    Language::En.number(value)
}

/// A value with its unit and its interval, such as `8,240 IOPS (7,990 - 8,410)`.
pub fn estimate(language: Language, estimate: &Estimate, unit: &str) -> String {
    let interval = language.interval(estimate);
    let interval = interval.unwrap_or_else(|| unit::no_interval(language).to_owned());
    format!("{} {unit} ({interval})", language.number(estimate.value))
}

/// Operations and throughput of one direction, such as `2,443 IOPS, 19.1 MiB/s`.
pub(crate) fn rates(language: Language, stream: &StreamSummary, of: &LatencySummary) -> String {
    let (iops, mibps) = stream.rates_of(of);
    let (iops, mibps) = (language.number(iops), language.number(mibps));
    format!("{iops} {}, {mibps} {}", unit::iops(language), unit::mibps(language))
}

/// A load line for people: transfers in MiB/s and others in operations per second, together with the other figure.
pub(crate) struct LineFigures {
    pub(crate) line: Estimate,
    pub(crate) unit: &'static str,
    pub(crate) beside: Option<(f64, &'static str)>,
}

impl LineFigures {
    pub(crate) fn of(language: Language, finding: &RoleFinding) -> Option<Self> {
        let (line, rate_unit) = (finding.load_line?, rate_unit(language, finding.kind));
        let mibps = finding.mibps.map(|mibps| (mibps, unit::mibps(language)));
        Some(match (finding.kind, mibps) {
            (RoleKind::Bulk, Some((mibps, unit))) => {
                let beside = Some((line.value, rate_unit));
                let line = Estimate { value: mibps, ..line.times(mibps / line.value) };
                Self { line, unit, beside }
            }
            (_, beside) => Self { line, unit: rate_unit, beside },
        })
    }
}

/// What the sessions of a job reach, and how long their transactions wait for the storage.
fn sessions(language: Language, finding: &RoleFinding, found: &SessionsFinding) -> String {
    let figures = |of: &TransactionRate| {
        let mean = of.latency_ns_mean.map(|ns| text::mean_latency(language, ns));
        let quantile = language.quantile(finding.latency_limit.quantile);
        let latency = of.latency_ns.map(|ns| format!("{quantile} {}", language.latency(ns as f64)));
        [mean, latency].into_iter().flatten().collect::<Vec<_>>().join(", ")
    };
    let rate =
        |of: &TransactionRate| estimate(language, &of.per_second, unit::transactions(language));
    let reached = text::sessions_reached(
        language,
        found.sessions.into(),
        &rate(&found.reached),
        &figures(&found.reached),
    );
    let today = found.today.as_ref().zip(finding.reason.required_rate());
    let today = today.map(|(today, required)| {
        text::sessions_required(language, required, &rate(today), &figures(today))
    });
    reached + &today.unwrap_or_default()
}

/// The load line of a role as a multiple of its job's load, such as `3.4 (3.1 - 3.8) times the load of the job (612 IOPS)`; for a job
/// with sessions, what they reach.
pub fn job_multiple(language: Language, finding: &RoleFinding) -> Option<String> {
    if let Some(found) = &finding.sessions {
        return Some(sessions(language, finding, found));
    }
    let (job_iops, line) = (finding.job_iops?, finding.load_line.as_ref()?);
    let times = |rate_iops| workload::load_times(rate_iops, job_iops, finding.job_log_iops);
    let times = line.map(times);
    let (value, interval) = (times.value, language.interval(&times));
    let interval = interval.map_or(String::new(), |interval| format!(" ({interval})"));
    let rate = format!("{} {}", language.number(job_iops), unit::iops(language));
    let multiple =
        text::job_multiple(language, &format!("{}{interval}", language.number(value)), &rate);
    let log = finding.job_log_iops.filter(|_| value > 1.0);
    let log = log.map_or(String::new(), |log_iops| {
        let (rate, times, other) = (log_iops, value, job_iops - log_iops);
        text::job_log(language, &text::JobLog { rate, times, other })
    });
    Some(multiple + &log)
}

/// A quantile as people say it: 0.999 is `p99.9`.
pub fn quantile(q: f64) -> String {
    Language::En.quantile(q)
}

/// A duration in seconds as people say it.
pub fn duration(language: Language, seconds: f64) -> String {
    language.duration(seconds)
}

/// The middle of two times and the margin, with their unit: `("40", "10", "min")`; none if both times read the same.
pub(crate) fn margin(low_s: f64, high_s: f64) -> Option<[String; 3]> {
    let (middle_s, half_s) = (f64::midpoint(low_s, high_s), (high_s - low_s) / 2.0);
    let (scale_s, unit) = time_unit(middle_s);
    let decimals = usize::from(middle_s < 9.95 * scale_s);
    let step = 0.1_f64.powi(decimals as i32);
    // Rounded up, so that both ends stay within the margin.
    let half = (half_s / scale_s / step).ceil() * step;
    let known = low_s >= 0.0
        && high_s.is_finite()
        && Language::En.duration(low_s) != Language::En.duration(high_s);
    known.then(|| {
        let [middle, half] = [middle_s / scale_s, half].map(|x| number::trimmed(x, decimals));
        [middle, half, unit.to_owned()]
    })
}

/// A time with a known lower and upper end, as one number with its margin: `about 40 min, +/- 10 min`.
pub fn about(language: Language, low_s: f64, high_s: f64) -> String {
    match margin(low_s, high_s) {
        Some([middle, half, unit]) => {
            let [middle, half] = [middle, half].map(|digits| language.measure((digits, &unit)));
            unit::about(language, &middle, &half)
        }
        None => language.duration(high_s),
    }
}

/// The confidence of the intervals that a record shows, such as `95 % intervals in brackets`; `None` if it shows none.
pub fn confidence(language: Language, record: &Record) -> Option<String> {
    let findings = record.findings.iter().flat_map(|f| {
        let group = f.commits_group.as_ref().map(|group| &group.load_line);
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
        [&standing.latency_ns_p99, &standing.mean_mibps, &standing.lead].into_iter().flatten()
    });
    let streams = streams.flat_map(|s| [&s.iops, &s.mibps]);
    let mut known = findings.flatten().chain(streams).chain(raced);
    let any = known.any(Estimate::is_known);
    any.then(|| text::confidence(language, summary::estimate::CONFIDENCE * 100.0))
}

/// What a role is for, in the words of its profile; without them, its operations.
pub(crate) fn role_title(
    language: Language,
    title: &str,
    activity: Option<Activity>,
    io: &RoleIo,
) -> String {
    match activity.filter(|_| title.is_empty()) {
        Some(activity) => {
            format!("{}: {}", activity::text(language, &activity), role_io(language, io))
        }
        None if title.is_empty() => role_io(language, io),
        None => title.to_owned(),
    }
}

pub fn profile_role(language: Language, role: &Role) -> String {
    role_title(language, &role.title, role.activity, &RoleIo::of(role))
}

/// What the database does, without its I/O; none for a job.
pub(crate) fn role_activity(language: Language, finding: &RoleFinding) -> Option<String> {
    let activity = finding.activity.map(|one| activity::text(language, &one).to_owned());
    Some(finding.title.clone()).filter(|title| !title.is_empty()).or(activity)
}

/// The latency at the load line, or at the smallest load if there is no line, and the limit.
pub fn latency_of_limit(language: Language, finding: &RoleFinding) -> String {
    let LatencyLimit { quantile, latency_ns: limit_ns } = finding.latency_limit;
    let latency_ns = finding.latency_ns.unwrap_or_default() as f64;
    let (quantile, has_line) = (language.quantile(quantile), finding.load_line.is_some());
    terminal::latency_of_limit(language, &quantile, latency_ns, has_line, limit_ns.0 as f64)
}

/// A sentence with its full stop, which imported results may omit.
pub(crate) fn ended(mut text: String) -> String {
    if !text.ends_with(['.', '!', '?']) {
        text.push('.');
    }
    text
}

/// What was measured and on what. A job without a name is named after its file, and so may be its target; results of other tools may have
/// no target.
pub(crate) fn subject_and_target(language: Language, record: &Record) -> String {
    let subject = run_subject(language, &record.subject);
    if record.target.is_empty() || record.subject.name() == Some(&record.target) {
        return subject;
    }
    catalogue::verdict::subject_on(language, &subject, &record.target)
}

pub fn run_subject(language: Language, subject: &RunSubject) -> String {
    catalogue::run_subject::text(language, subject)
}

pub fn stored_part(language: Language, part: &StoredPart) -> String {
    catalogue::store_fault::part_text(language, part)
}

/// What an integrity test does at present, in the language of the process.
pub fn test_phase(phase: TestPhase) -> &'static str {
    catalogue::progress::test_phase_text(Language::of_process(), &phase)
}

/// The subject that is a list of names.
pub(crate) fn recorded_points(language: Language, subject: &RunSubject) -> String {
    match subject {
        RunSubject::RecordedPoints { names } => {
            catalogue::run_subject::recorded_points(language, &names.join(", "))
        }
        _ => unreachable!("its sentence stands in run_subject.ftl: {subject:?}"),
    }
}

/// The number of warnings of each weight, heaviest first; `forbids` names the heaviest.
pub(crate) fn counted(
    language: Language,
    weights: impl Iterator<Item = Weight> + Clone,
    forbids: fn(Language, u64) -> String,
) -> Vec<String> {
    use crate::catalogue::terminal::{count_notes, count_warnings};
    type Text = fn(Language, u64) -> String;
    let texts: [(Weight, Text); 3] = [
        (Weight::Forbids, forbids),
        (Weight::Warning, count_warnings),
        (Weight::Note, count_notes),
    ];
    let of = |weight: Weight| weights.clone().filter(|own| *own == weight).count() as u64;
    let known = texts.into_iter().map(|(weight, text)| (of(weight), text));
    known.filter(|(count, _)| *count > 0).map(|(count, text)| text(language, count)).collect()
}

/// The warnings of a record, heaviest first; equals keep their order.
pub fn warnings(record: &Record) -> Vec<&summary::Warning> {
    let mut all: Vec<_> = record.warnings.iter().collect();
    all.sort_by_key(|warning| std::cmp::Reverse(warning.weight));
    all
}

/// A problem of a job behind its place, in the language of the process.
pub fn plan_problem(problem: &PlanProblem) -> String {
    format!("{}: {}", problem.place, plan_fault::text(Language::of_process(), &problem.fault))
}

/// A reason not to write to a file or device, in the language of the process.
pub fn write_refusal(refusal: &WriteRefusal) -> String {
    catalogue::write_refusal::text(Language::of_process(), refusal)
}

/// Why a path could not be examined, in the language of the process.
pub fn inventory_error(error: &InventoryError) -> String {
    catalogue::inventory_error::text(Language::of_process(), error)
}

/// The message about memory that the system refused, before and after the number of bytes. Allocates nothing.
pub fn memory_refused() -> [&'static str; 2] {
    let language = Language::of_process();
    [catalogue::system::memory_refused(language), catalogue::system::memory_refused_bytes(language)]
}

/// The engine of a run; empty if it is not known.
pub(crate) fn engine(language: Language, of: &EngineUse) -> String {
    match of {
        EngineUse::Own(kind, features) if !features.is_empty() => {
            let names: Vec<&str> =
                features.iter().map(|one| engine_text::feature_text(language, one)).collect();
            engine_text::with_features(language, kind.name(), &names.join(", "))
        }
        EngineUse::Simulated => engine_text::simulated(language).to_owned(),
        EngineUse::Recorded => engine_text::recorded(language).to_owned(),
        EngineUse::Imported(tool) => engine_text::imported(language, tool),
        EngineUse::Own(..) | EngineUse::Unknown | EngineUse::Other(_) => of.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_run_measured_has_the_words_of_the_store_in_english_and_its_own_elsewhere() {
        let (names, grid) = (vec!["r10".to_owned(), "r5".to_owned()], "-k(R) -b8".to_owned());
        let limit = "p99<=10ms".parse().expect("a limit");
        for subject in [
            RunSubject::UnderLimit { limit },
            RunSubject::RoleUnderLimit { role: "wal".to_owned(), limit },
            RunSubject::EachDisk { disks: 14 },
            RunSubject::UpToDisks { disks: 14 },
            RunSubject::UpToHosts { hosts: 2 },
            RunSubject::Depths { depths: "1-16".to_owned() },
            RunSubject::Profile { profile: "postgres".to_owned() },
            RunSubject::Grid { grid },
            RunSubject::ClassicGrid,
            RunSubject::RecordedPoints { names },
            RunSubject::Replay { device: "sda".to_owned() },
        ] {
            let typed = run_subject(Language::En, &subject).replace('\u{2264}', "<=");
            assert_eq!(typed, subject.words());
            for other in [Language::De, Language::Ru] {
                assert_ne!(run_subject(other, &subject), subject.words());
            }
        }
    }

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
            assert_eq!(about(Language::En, low_s, high_s), text, "{low_s} {high_s}");
        }
        assert_eq!(about(Language::En, 10.0, f64::INFINITY), "?");
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
        assert_eq!(duration(Language::En, 87.4), "87 s");
    }
}
