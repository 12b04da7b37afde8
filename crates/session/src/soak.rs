//! A soak, from its request to its record: loads a target for days at a fixed rate, and keeps the results of every minute.
//!
//! A soak that was killed resumes when the same command is given again; the time in between is a gap. If the load is a share
//! of the load lines, an ordinary check, stored as a separate run, measures them first.

mod fold;
mod load;
mod segment;

use super::study::run_record;
use super::write_permission;
use crate::failure::{Ending, Failure};
use crate::hosts::HostGroup;
use crate::live::Progress;
use crate::recorder::Recorder;
use crate::repeat_command::RepeatCommand;
use crate::runner::PlanRunner;
use crate::target::{self, TestTarget};
use crate::write_permission::Permission;
use crate::{answer, check};
pub use ::study::soak::sheet_days;
use base::Bytes;
pub use load::{SoakLoad, problems as load_problems};
use record::soak::{SlaVerdict, SoakMinute, SoakRecord, SoakSetup};
use record::{Record, RunKind, State, Verdict};
use report::messages::hosts::HostMessage;
use report::messages::soak::SoakFault;
pub use segment::EventOutput;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use store::{RunId, SoakStart, Store, StoreError, UnfinishedSoak};
use summary::warning::failed_in_soak;
use sys::inventory::Inventory;
use workload::{EngineChoice, Profile, SlaClause};

#[derive(Debug)]
pub struct SoakRequest {
    /// A directory, file, device or simulated storage.
    pub target: String,
    /// The roles to run; a job is a profile of one role.
    pub profile: Profile,
    pub source_text: String,
    pub load: SoakLoad,
    pub planned_s: u64,
    /// Period and length of the windows in which load runs, in seconds; `None`: all the time.
    pub window_s: Option<(u64, u64)>,
    pub sla: Vec<SlaClause>,
    /// The text of the clauses as the user wrote it.
    pub sla_text: String,
    /// The size of the test file or of the part of the device.
    pub size: Option<Bytes>,
    pub engine: EngineChoice,
    /// The seed; `None`: a new one.
    pub seed: Option<u64>,
    /// How long an interval is, in nanoseconds.
    pub interval_ns: u64,
    /// The budget for measuring the load lines first, in nanoseconds, if they are needed.
    pub line_budget_ns: u64,
    /// A complete soak that began less than this many seconds ago is shown, and no second one begins; `None`: one begins.
    pub once_s: Option<u64>,
    pub permission: Permission,
    /// The command that repeats it, without the seed.
    pub command: RepeatCommand,
}

impl SoakRequest {
    /// Everything that decides what runs when: an unfinished soak with the same identity is resumed.
    fn identity(&self, hosts: usize) -> String {
        let Self { target, load, planned_s, window_s, size, engine, .. } = self;
        let source = record::hash(&self.source_text);
        let size = size.map(|size| size.0);
        let engine = engine.kind.map(|kind| kind.name());
        let mut identity = serde_json::json!({
            "version": 1,
            "target": target,
            "source": format!("{source:016x}"),
            "load": load.key(),
            "planned_s": planned_s,
            "window_s": window_s,
            "sla": self.sla_text,
            "size": size,
            "engine": engine,
        });
        if hosts > 1 {
            identity["hosts"] = hosts.into();
        }
        identity.to_string()
    }
}

/// A soak that has ended: its stored record, and where it is stored.
pub struct SoakOutcome {
    pub record: Record,
    pub recorder: Recorder,
}

/// Runs a soak on all hosts, or resumes one that was stopped. The first host keeps the minutes of all hosts together, each
/// other host keeps the intervals of its own part.
/// What was measured is stored, also if the target fails.
pub fn run(
    request: &SoakRequest,
    store: Option<&Path>,
    hosts: &HostGroup,
    interrupt: &Arc<AtomicBool>,
    events: &mut EventOutput,
    progress: &mut Progress,
) -> Result<SoakOutcome, Failure> {
    let destroy = request.permission.destroy.iter().map(PathBuf::as_path);
    let all_used = write_permission::check_all_used(destroy, [Path::new(&request.target)]);
    let rates_only = match request.load {
        SoakLoad::LineShare(_) if hosts.count() > 1 => Err(Failure::wrong(HostMessage::SoakRates)),
        _ if request.once_s.is_some() && hosts.count() > 1 => {
            Err(Failure::wrong(HostMessage::SoakOnce))
        }
        _ => Ok(()),
    };
    hosts.agree(all_used.and(rates_only))?;
    hosts.claim(&[PathBuf::from(&request.target)])?;
    let test_target = target::open(&request.target, request.size, &request.permission);
    let writes = load::roles(&request.profile).any(|role| role.stream.writes());
    let test_target = hosts.share(hosts.agree(test_target)?, writes)?;
    let opened = hosts.open_store(store)?;
    if let Some(run) = complete(request, &opened)? {
        progress.say(SoakFault::Complete { run: run.to_string() });
        let recorder = Recorder::of_complete(opened, run);
        return Ok(SoakOutcome { record: recorder.load()?, recorder });
    }
    if !hosts.leads() {
        return segment::run(request, test_target, opened, hosts, interrupt, progress);
    }
    let subject = request.profile.name.clone().into();
    progress.label_metrics(RunKind::Soak, &test_target.title, &subject);
    let begun = open(request, test_target, (opened, store), hosts.count(), interrupt, progress);
    let mut begun = hosts.agree(begun)?;
    begun.record.notes.extend(hosts.notes());
    soak(request, begun, hosts, events, interrupt, progress)
}

/// The unfinished soak that this request continues.
fn unfinished(
    request: &SoakRequest,
    store: &Store,
    identity: &str,
) -> Result<Option<UnfinishedSoak>, Failure> {
    let now_unix_s = (sys::clock::unix_now() / 1_000_000_000).cast_signed();
    let found = store.unfinished_soak(identity)?;
    Ok(found.filter(|found| {
        !is_outdated(found.started_unix_s, request.planned_s, request.once_s, now_unix_s)
    }))
}

/// Whether a stopped soak is left as it is: its planned time is over, and the next one of a service is due.
fn is_outdated(started_unix_s: i64, planned_s: u64, once_s: Option<u64>, now_unix_s: i64) -> bool {
    let age_s = now_unix_s.saturating_sub(started_unix_s).max(0).cast_unsigned();
    once_s.is_some_and(|once_s| age_s >= once_s.max(planned_s))
}

/// The same soak, if it is complete and no second one may begin.
fn complete(request: &SoakRequest, store: &Store) -> Result<Option<RunId>, Failure> {
    let Some(once_s) = request.once_s else { return Ok(None) };
    let now_unix_s = sys::clock::unix_now() / 1_000_000_000;
    let after_unix_s = now_unix_s.saturating_sub(once_s).cast_signed();
    let identity = request.identity(1);
    let begun = unfinished(request, store, &identity)?;
    Ok(store.complete_soak(&identity, after_unix_s)?.filter(|_| begun.is_none()))
}

/// Opens the run of a soak, or resumes the run of one that was stopped.
fn open(
    request: &SoakRequest,
    test_target: TestTarget,
    (opened, store): (Store, Option<&Path>),
    hosts: usize,
    interrupt: &Arc<AtomicBool>,
    progress: &mut Progress,
) -> Result<OpenSoak, Failure> {
    let identity = request.identity(hosts);
    let found = unfinished(request, &opened, &identity)?;
    if let Some(found) = found.as_ref().filter(|found| run_record::holder_lives(&found.holder)) {
        return Err(Failure::target(
            SoakFault::RunsAlready {
                run: found.run.to_string(),
                process: run_record::holder_number(&found.holder).to_string(),
            }
            .to_string(),
        ));
    }
    let Some(found) = found else {
        return begin(request, test_target, (opened, store, identity), interrupt, progress);
    };
    progress.say(SoakFault::Resumed { run: found.run.to_string() });
    let run = found.run;
    let recorder = Recorder::take_over_soak(opened, &found, &run_record::this_holder())?;
    let recorder =
        recorder.ok_or_else(|| Failure::target(SoakFault::TakenOver { run: run.to_string() }))?;
    let record = recorder.load()?;
    let record = Record { state: State::Running, warnings: Vec::new(), ..record };
    check::prefill(&test_target, found.seed, check::PrefillTime::Whole, interrupt, progress)?;
    Ok(OpenSoak { recorder, record, setup: found.setup, test_target })
}

struct OpenSoak {
    recorder: Recorder,
    record: Record,
    setup: SoakSetup,
    test_target: TestTarget,
}

/// Opens a new run, after measuring the load lines if they are needed.
fn begin(
    request: &SoakRequest,
    test_target: TestTarget,
    (opened, store, identity): (Store, Option<&Path>, String),
    interrupt: &Arc<AtomicBool>,
    progress: &mut Progress,
) -> Result<OpenSoak, Failure> {
    let seed = request.seed.unwrap_or_else(answer::new_seed);
    let title = test_target.title.clone();
    let (test_target, roles) = load::rates(request, test_target, seed, store, interrupt, progress)?;
    let inventory = test_target.root.as_deref().and_then(answer::facts_at_once);
    let started_unix_s = (sys::clock::unix_now() / 1_000_000_000).cast_signed();
    let record = Record {
        kind: RunKind::Soak,
        command: request.command.clone().seed(seed).from_anywhere(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        started_unix_s,
        seed,
        target: title,
        subject: request.profile.name.clone().into(),
        requirement: request.sla_text.clone(),
        source_text: request.source_text.clone(),
        facts: inventory.as_ref().map(Inventory::groups).unwrap_or_default(),
        ..Record::default()
    };
    let setup = SoakSetup {
        roles,
        sla: request.sla.clone(),
        planned_s: request.planned_s,
        window_every_s: request.window_s.map(|window| window.0),
        window_s: request.window_s.map(|window| window.1),
        utc_offset_s: if test_target.root.is_none() {
            0
        } else {
            sys::clock::utc_offset_s(started_unix_s)
        },
    };
    let soak = SoakStart { identity, holder: run_record::this_holder(), setup: setup.clone() };
    let recorder = Recorder::begin_soak(opened, &record, &soak)?;
    Ok(OpenSoak { recorder, record, setup, test_target })
}

/// Runs the load to the end, and judges the soak.
fn soak(
    request: &SoakRequest,
    begun: OpenSoak,
    hosts: &HostGroup,
    events: &mut EventOutput,
    interrupt: &Arc<AtomicBool>,
    progress: &mut Progress,
) -> Result<SoakOutcome, Failure> {
    let OpenSoak { recorder, mut record, setup, test_target } = begun;
    let mut soak_loop = segment::SoakLoop::new(request, &setup, &test_target, recorder, &record)?;
    let ended = soak_loop.run(hosts, interrupt, events, progress);
    progress.wipe();
    let mut recorder = soak_loop.into_recorder(&mut record);
    let (minutes, stalls) = recorder.soak_so_far()?;
    let finding = study::soak::conclude(&setup, &minutes, &stalls, record.seed);
    record.verdict = verdict(&finding);
    record.seconds = minutes.first().map_or(0.0, |role| counted_s(role));
    warn_about_failures(&setup, &minutes, &mut record);
    record.soak = Some(SoakRecord { setup, finding: Some(finding) });
    record.hosts = hosts.conclude(None, &record.warnings);
    record.state = match (&ended, interrupt.load(Ordering::Relaxed)) {
        (Err(_), _) => State::Failed,
        (Ok(()), true) => State::Interrupted,
        (Ok(()), false) => State::Done,
    };
    recorder.finish(&mut record);
    ended?;
    Ok(SoakOutcome { record, recorder })
}

/// The verdict on the minutes of a soak so far; `None` without an agreement.
pub(crate) fn verdict_so_far(store: &Store, run: RunId) -> Result<Option<Verdict>, StoreError> {
    let Some(soak) = store.soak(run)? else { return Ok(None) };
    Ok(study::soak::verdict(&soak.setup, &store.soak_minutes(run)?).map(Verdict::from))
}

fn verdict(finding: &record::soak::SoakFinding) -> Option<Verdict> {
    SlaVerdict::worst(&finding.clauses).map(Verdict::from)
}

/// The record of a stored soak. If the soak has not ended, the finding is computed from its minutes so far.
pub fn load(store: &Store, run: RunId) -> Result<Record, Failure> {
    let record = store.load(run).and_then(|record| concluded(store, run, record));
    let record = record?;
    if record.soak.is_none() {
        let line = SoakFault::NotASoak { run: run.to_string() }.to_string();
        return Err(Failure::of(Ending::Wrong, vec![line]));
    }
    Ok(record)
}

/// Adds the finding to the record of an unfinished soak, from its minutes so far. Leaves other records unchanged.
pub(crate) fn concluded(
    store: &Store,
    run: RunId,
    mut record: Record,
) -> Result<Record, StoreError> {
    if let Some(soak) = record.soak.as_mut().filter(|soak| soak.finding.is_none()) {
        let minutes = store.soak_minutes(run)?;
        let stalls = store.soak_stalls(run)?;
        let finding = study::soak::conclude(&soak.setup, &minutes, &stalls, record.seed);
        record.verdict = verdict(&finding);
        record.seconds = minutes.first().map_or(0.0, |role| counted_s(role));
        soak.finding = Some(finding);
        let setup = soak.setup.clone();
        warn_about_failures(&setup, &minutes, &mut record);
    }
    Ok(record)
}

/// Adds a warning for each role whose operations failed, in any minute.
fn warn_about_failures(setup: &SoakSetup, minutes: &[Vec<SoakMinute>], record: &mut Record) {
    let of_role = |(role, minutes): (&record::soak::SoakRole, &Vec<SoakMinute>)| {
        let sum = |of: fn(&SoakMinute) -> u64| minutes.iter().map(of).sum();
        failed_in_soak(&role.name, sum(|minute| minute.errors), sum(|minute| minute.ios))
    };
    record.warnings.extend(setup.roles.iter().zip(minutes).filter_map(of_role));
}

/// Seconds of load.
fn counted_s(minutes: &[SoakMinute]) -> f64 {
    minutes.iter().map(|minute| minute.counted_s).sum()
}

const DAY_S: i64 = 86_400;

/// The start of a soak; a simulated one starts at midnight.
fn begun(simulated: bool, started_unix_s: i64) -> i64 {
    if simulated { started_unix_s.div_euclid(DAY_S) * DAY_S } else { started_unix_s }
}

/// Seconds since 1970 that never go back and never jump, even if the machine's clock is changed. The wall clock is read once; the time
/// since boot is added, which also advances while the machine is suspended and cannot be set. On simulated storage the virtual clock
/// is used; its zero is midnight.
#[derive(Clone, Copy, Debug)]
struct SoakClock {
    simulated: bool,
    /// The time at the zero of the underlying clock.
    zero_unix_s: f64,
}

impl SoakClock {
    /// The clock of a soak that begins, or that resumes after `after_unix_s`.
    fn start(simulated: bool, begun_unix_s: i64, after_unix_s: Option<i64>) -> Self {
        if simulated {
            return Self { simulated, zero_unix_s: begun_unix_s as f64 };
        }
        let now_s = sys::clock::unix_now() as f64 / 1e9;
        // If the clock was set back, stored minutes must not be overwritten; the last one may be incomplete.
        let least_s = after_unix_s.map_or(now_s, |after_s| (after_s - 60) as f64);
        Self { simulated, zero_unix_s: now_s.max(least_s) - since_start_s() }
    }

    fn is_simulated(&self) -> bool {
        self.simulated
    }

    fn now_unix_s(&self, runner: &PlanRunner<'_>) -> f64 {
        self.real_now_unix_s().unwrap_or_else(|| self.zero_unix_s + runner.now_s(true))
    }

    /// Now; `None` on simulated storage, whose time the runner knows.
    fn real_now_unix_s(&self) -> Option<f64> {
        (!self.simulated).then(|| self.zero_unix_s + since_start_s())
    }

    /// How long ago an interval ended; 0 on simulated storage. A long time shows that the machine was suspended.
    fn behind_s(&self, ended_unix_s: f64) -> f64 {
        self.real_now_unix_s().map_or(0.0, |now_s| now_s - ended_unix_s)
    }
}

fn since_start_s() -> f64 {
    sys::clock::since_start_ns() as f64 / 1e9
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stopped_soak_of_last_week_does_not_take_the_place_of_this_week_s() {
        const DAY_S: i64 = 86_400;
        let outdated = |days, once_s| is_outdated(0, 86_400, once_s, days * DAY_S);
        let week_s = Some(6 * 86_400);
        assert!(!outdated(0, week_s) && !outdated(5, week_s));
        assert!(outdated(7, week_s));
        // By hand, the same command always continues it; one that takes longer than its period does, too.
        assert!(!outdated(7, None));
        assert!(!is_outdated(0, 8 * 86_400, week_s, 7 * DAY_S));
    }
}
