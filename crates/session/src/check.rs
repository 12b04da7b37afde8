//! One check, from its opened target to its stored record: prefills, measures role by role, judges, stores.

use crate::conditions::{self, ConditionWatch};
use crate::failure::{Ending, Failure};
use crate::hosts::{FollowerResult, FollowerRun, HostGroup};
use crate::live::Progress;
use crate::load::renew;
use crate::recorder::Recorder;
use crate::runner::PlanRunner;
use crate::target::{self, FILE_BYTES_MIN, TestTarget};
use crate::trials::{TrialRunner, TrialSetup, target_of};
use crate::{answer, engine_failure, profiles};
use base::{Bytes, Clock, Nanos};
use engine::virtual_time::SimWorld;
use plan::MachineFacts;
use record::{Note, Record, RunKind, State, TrialPurpose, TrialRecord, Verdict};
use report::messages::progress::ProgressText;
use std::cell::RefCell;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use store::Store;
use study::{CheckPlan, CheckResult, Observation, judge};
use summary::warning::Detail;
use summary::{Conditions, Warning, WarningKind, Weight};
use sys::file::PathKind;
use sys::guard::FreeSpaceRule;
use sys::inventory::Inventory;
use workload::{EngineChoice, Profile, Requirement, Role, RoleKind};

pub struct CheckRequest {
    pub target: String,
    pub profile: Profile,
    pub source_text: String,
    pub requirement: Requirement,
    pub requirement_text: String,
    pub budget_ns: u64,
    pub size: Option<Bytes>,
    pub engine: EngineChoice,
    pub seed: u64,
    pub command: String,
}

pub struct ActiveCheck<'a> {
    request: &'a CheckRequest,
    pub(crate) target: TestTarget,
    hosts: HostGroup,
    inventory: Option<Inventory>,
    facts: MachineFacts,
    recorder: RefCell<Recorder>,
    record: Record,
    begun_ns: u64,
}

impl<'a> ActiveCheck<'a> {
    /// Examines the machine and opens the run in the store.
    pub fn begin(
        request: &'a CheckRequest,
        test_target: TestTarget,
        store: Store,
        progress: &mut Progress,
    ) -> Result<Self, Failure> {
        progress.begin(&ProgressText::LooksAtStorage.to_string(), None);
        let inventory = test_target.root.as_deref().and_then(answer::look);
        let facts = facts_of(&test_target, &request.engine)?;
        let mut record = Record {
            kind: RunKind::Check,
            command: request.command.clone(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            started_unix_s: (sys::clock::unix_now() / 1_000_000_000).cast_signed(),
            seed: request.seed,
            target: test_target.title.clone(),
            subject: request.profile.name.clone().into(),
            requirement: request.requirement_text.clone(),
            source_text: request.source_text.clone(),
            facts: inventory.as_ref().map(Inventory::groups).unwrap_or_default(),
            ..Record::default()
        };
        progress.label_metrics(record.kind, &record.target, &record.subject);
        let recorder = RefCell::new(Recorder::begin(store, &record)?);
        record.notes.extend(job_notes(&request.profile.roles));
        record.notes.extend(profiles::fidelity_note(&request.source_text));
        let begun_ns = sys::clock::unix_now();
        Ok(Self {
            request,
            target: test_target,
            hosts: HostGroup::alone(),
            inventory,
            facts,
            recorder,
            record,
            begun_ns,
        })
    }

    /// Sets the hosts that measure together.
    pub fn join(&mut self, hosts: HostGroup) {
        self.record.notes.extend(hosts.notes());
        self.hosts = hosts;
    }

    pub fn recorder(&mut self) -> &Recorder {
        self.recorder.get_mut()
    }

    /// Prefills the test file, or the named file or device.
    pub fn prefill(
        &mut self,
        interrupt: &AtomicBool,
        progress: &mut Progress,
    ) -> Result<(), Failure> {
        let budget = Nanos(self.request.budget_ns);
        // The size of a file in a folder is the check's own choice, that of a named file or device is not.
        let is_chosen = self.request.size.is_none() && Path::new(&self.request.target).is_dir();
        let time =
            if is_chosen { PrefillTime::AtMost(budget) } else { PrefillTime::Before(budget) };
        let prefilled = prefill(&self.target, self.request.seed, time, interrupt, progress);
        let size = self.hosts.agree(prefilled).inspect_err(|failure| {
            let interrupted = failure.ending == Ending::Interrupted;
            self.record.state = if interrupted { State::Interrupted } else { State::Failed };
            self.recorder.get_mut().finish(&mut self.record);
        })?;
        if size.is_some() {
            (self.target.size, self.target.prefill_size) = (size, size);
            self.facts = facts_of(&self.target, &self.request.engine)?;
        }
        Ok(())
    }

    /// The roles, adapted to this target, with their budgets.
    fn plan(&self) -> CheckPlan {
        let mut plan =
            CheckPlan::new(&self.request.profile, self.request.requirement, self.request.budget_ns);
        let block = self.facts.targets[0].block_bytes;
        plan.roles.iter_mut().for_each(|role| role.fit_to(u64::from(block)));
        plan.on_device =
            self.target.held.as_ref().is_some_and(|held| held.kind() == PathKind::Device);
        plan
    }

    fn trial_setup<'r>(&self, roles: &'r [Role]) -> TrialSetup<'r> {
        TrialSetup {
            roles,
            target: target_of(&self.target),
            held: self.target.held.clone(),
            facts: self.facts.clone(),
            engine: self.request.engine.clone(),
            seed: self.request.seed,
            budget_s: self.request.budget_ns as f64 / 1e9,
        }
    }

    /// Measures every role within the budget. Results before a failure are kept.
    pub fn measure(
        &mut self,
        interrupt: &Arc<AtomicBool>,
        progress: &mut Progress,
    ) -> Result<(), Failure> {
        if !self.hosts.leads() {
            return self.follow(interrupt);
        }
        self.hosts.keep_part(&self.record);
        let known = conditions::of_stack(self.inventory.as_ref(), self.target.size.map(|s| s.0));
        let plan = self.plan();
        let held = std::slice::from_ref(&self.target.held);
        let condition_watch = ConditionWatch::start(self.inventory.as_ref(), held);
        let simulated = self.target.root.is_none();
        progress
            .begin(&ProgressText::Measuring.to_string(), Some(self.request.budget_ns as f64 / 1e9));
        let setup = self.trial_setup(&plan.roles);
        let names = plan.roles.iter().flat_map(Role::stream_names).collect();
        let world = SimWorld::with_seed(self.request.seed);
        let mut runner = PlanRunner::new(interrupt, &self.recorder, world, names);
        runner.watch = (!simulated).then_some(&condition_watch);
        runner.hosts = self.hosts.several();
        let mut runner = TrialRunner::new(setup, runner, progress);
        let (mut trials, mut findings) = (Vec::new(), Vec::new());
        let conditions = || if simulated { known.clone() } else { condition_watch.lap(&known) };
        let mut on_trial = |trial: &TrialRecord, _: &Observation| {
            self.recorder.borrow_mut().trial_end(trial);
            trials.push(trial.clone());
        };
        let outcome = plan.drive(&mut runner, &conditions, &mut on_trial, &mut |finding| {
            findings.push(finding.clone());
        });
        let totals = runner.runner.totals;
        if let Some(held) = &self.target.held {
            renew(held);
        }
        self.record.engine = totals.engine;
        self.record.notes.extend(totals.notes);
        self.record.notes.extend(engine_failure::notes(&totals.failures, &totals.names));
        let mut seen = match simulated {
            // A simulated storage has its own clock: the load of this machine cannot disturb it.
            true => Conditions { simulated, ..Conditions::default() },
            false => condition_watch.stop(&known, self.hosts.counted_io(totals.own_io)),
        };
        let fallback = |used| conditions::engine_fallback(&self.request.engine, used);
        seen.engine_fallback = totals.engine_kind.and_then(fallback);
        if let Some(held) = &self.target.held {
            let size_bytes = self.target.size.map_or(u64::MAX, |size| size.0);
            conditions::of_file(&mut seen, held, 0..size_bytes);
        }
        // A role that uses the page cache leaves pages in it, as intended.
        seen.direct = plan.roles.iter().any(Role::uses_page_cache).then_some(false);
        seen.interrupted = interrupt.load(Ordering::Relaxed);
        (self.record.trials, self.record.findings) = (trials, findings);
        self.record.state = state(outcome.is_err(), seen.interrupted);
        self.judge(&plan, &seen, outcome.as_ref().ok());
        self.record.hosts = self.hosts.conclude(seen.cpu_busy_share(), &self.record.warnings);
        self.record.machine = seen.load;
        outcome.map(drop).map_err(|error| error.failure())
    }

    /// Runs the plans that the first host sends. The first host gives the verdict.
    fn follow(&mut self, interrupt: &Arc<AtomicBool>) -> Result<(), Failure> {
        let Some(hosts) = self.hosts.several() else { return Ok(()) };
        let known = conditions::of_stack(self.inventory.as_ref(), self.target.size.map(|s| s.0));
        let roles = self.plan().roles;
        let held = [self.target.held.clone()];
        let condition_watch = ConditionWatch::start(self.inventory.as_ref(), &held);
        let follower_run = FollowerRun { held: &held, recorder: &self.recorder, interrupt };
        let FollowerResult { trials, totals, failed, interrupted, .. } =
            follower_run.run(&mut hosts.borrow_mut())?;
        if let Some(held) = &self.target.held {
            renew(held);
        }
        let mut seen = condition_watch.stop(&known, totals.own_io);
        hosts.borrow().leave_shared_device(&mut seen);
        self.record.warnings = warnings_of(&roles, &trials, &seen);
        hosts.borrow().report(seen.cpu_busy_share(), &self.record.warnings);
        self.record.machine = seen.load;
        self.record.trials = trials;
        self.record.hosts = Some(hosts.borrow().of_part());
        self.record.engine = totals.engine;
        self.record.notes.extend(totals.notes);
        self.record.state = state(failed.is_some(), interrupted);
        failed.map_or(Ok(()), |failure| Err(Failure::from(&failure)))
    }

    /// Sets the warnings of the trials and of the role searches, the heaviest first.
    fn warning(&mut self, roles: &[Role], seen: &Conditions, of_searches: Vec<Warning>) {
        let mut warnings = warnings_of(roles, &self.record.trials, seen);
        warnings.extend(of_searches);
        // The answer names a known quota; a guess from the rates says nothing more.
        let is_known = |role: &str| {
            let finding = self.record.findings.iter().find(|finding| finding.role == role);
            finding.and_then(|finding| finding.quota.as_ref()).is_some_and(|q| q.owner.is_some())
        };
        let is_named = |of: &Warning| of.subject.name().is_some_and(is_known);
        warnings.retain(|of| of.kind != WarningKind::Quota || !is_named(of));
        self.record.warnings = summary::warning::heaviest_first(warnings);
    }

    fn judge(&mut self, plan: &CheckPlan, seen: &Conditions, result: Option<&CheckResult>) {
        let warnings = result.map(|result| result.warnings.clone()).unwrap_or_default();
        let together = result.and_then(|result| result.together.as_ref());
        self.warning(&plan.roles, seen, warnings);
        let (findings, trials) = (&self.record.findings, &self.record.trials);
        let requirement = &self.request.requirement;
        let warnings = &self.record.warnings;
        let (verdict, reason) = judge::overall(findings, together, warnings, requirement);
        let reason = judge::fit_holds_for(reason, trials, seen.rotational);
        (self.record.verdict, self.record.reason) = (Some(verdict), reason);
        let forbids = self.record.warnings.iter().any(|d| d.weight == Weight::Forbids);
        if self.record.state == State::Interrupted && verdict == Verdict::Fit || forbids {
            self.record.verdict = Some(Verdict::CannotTell);
        }
        let quotas = self.record.findings.iter().filter_map(|finding| finding.quota.as_ref());
        let group = quotas.filter_map(|quota| Some(quota.owner.as_ref()?.group.clone())).next();
        self.record.notes.extend(group.map(|group| Note::LimitedByGroup { group }));
        let left_out = self.request.profile.roles.iter().filter(|role| !role.measured);
        let left_out: Vec<String> = left_out.map(|role| role.name.clone()).collect();
        self.record.notes.extend((!left_out.is_empty()).then_some(Note::NotMeasured(left_out)));
    }

    pub fn finish(&mut self, failed: bool) -> Record {
        if failed {
            self.record.state = State::Failed;
        }
        self.record.seconds = (sys::clock::unix_now() - self.begun_ns) as f64 / 1e9;
        self.recorder.get_mut().finish(&mut self.record);
        self.record.clone()
    }
}

/// Notes about the job of a profile: the peak factor of its rates, and the streams that run in the background.
pub fn job_notes(roles: &[Role]) -> Vec<Note> {
    let Some(job) = roles.iter().find_map(|role| role.job.as_ref()) else { return Vec::new() };
    let names = job.background.iter().map(|stream| stream.name.clone()).collect();
    let depth = Note::JobDepth { job: job.file_depth, test: job.depth() };
    let depth = (job.file_depth != job.depth()).then_some(depth);
    let is_one_load = job.streams.len() > 1 && job.sessions().is_none();
    let together = is_one_load.then_some(Note::JobLimit);
    let notes = [together, depth, Note::of_peak(job.peak_factor), Note::of_background(names)];
    notes.into_iter().flatten().collect()
}

fn state(failed: bool, interrupted: bool) -> State {
    match (failed, interrupted) {
        (true, _) => State::Failed,
        (false, true) => State::Interrupted,
        (false, false) => State::Done,
    }
}

/// The warnings of the trials that the answer is based on, and of the machine.
pub fn warnings_of(roles: &[Role], trials: &[TrialRecord], seen: &Conditions) -> Vec<Warning> {
    let mut warnings = summary::warning::check_machine(seen);
    for trial in trials {
        let Some(role) = roles.iter().find(|r| r.name == trial.role) else { continue };
        let closed = trial.rate_iops.is_none();
        let same = trials.iter().filter(|t| t.role == trial.role);
        let beside: Vec<_> = same.flat_map(|t| &t.streams).collect();
        for stream in &trial.streams {
            let own = Conditions {
                closed_loop: closed,
                depth: Some(trial.depth).filter(|_| closed && !role.has_sessions()),
                quantile: Some(role.latency_limit.quantile),
                ..of_streams(seen, role)
            };
            let found = summary::warning::check_stream(stream, &own);
            let queues = |d: &Warning| {
                // Commits wait for the single log writer: the wait is part of their latency, and not a delay of this machine.
                let is_wait = d.kind == WarningKind::LateArrivals && role.kind == RoleKind::Commit;
                let limit_ns = role.latency_limit.latency_ns.0 as f64;
                let is_small = matches!(&d.detail, Detail::LateArrivals { late_ns, .. }
                    if (*late_ns as f64) < LATE_LIMIT_SHARE_MIN * limit_ns);
                is_wait || is_small
            };
            warnings.extend(
                found.into_iter().filter(|d| matters(d.kind, trial) && !queues(d)).map(|mut d| {
                    if is_of_one_trial(d.kind) {
                        let (trial, detail) = (trial.purpose.to_string(), Box::new(d.detail));
                        d.detail = Detail::InTrial { trial, detail };
                    }
                    d
                }),
            );
            warnings.extend(summary::warning::quota_warning(stream, &own, &beside));
        }
    }
    summary::warning::heaviest_first(warnings)
}

/// Whether a warning says little without the trial in which it was seen.
fn is_of_one_trial(kind: WarningKind) -> bool {
    matches!(kind, WarningKind::IoErrors | WarningKind::LatencyStep | WarningKind::FewIos)
}

/// The conditions of the streams of a role. A job as a whole has no single block size.
fn of_streams(seen: &Conditions, role: &Role) -> Conditions {
    let of_stream = conditions::of_stream(seen, &role.stream);
    match &role.job {
        Some(_) => Conditions { block_bytes: None, ..of_stream },
        None => of_stream,
    }
}

/// A delay of operations below this share of the latency limit decides nothing: latencies count from the planned start, so they contain it
/// (our choice).
const LATE_LIMIT_SHARE_MIN: f64 = 0.05;

/// Whether a warning about one trial affects the answer. Search trials are short and overloaded on purpose.
fn matters(kind: WarningKind, trial: &TrialRecord) -> bool {
    let own = trial.purpose.without_sharing();
    let confirms = matches!(own, TrialPurpose::Confirm | TrialPurpose::RequiredRate);
    let answers = confirms || trial.held.is_none() && trial.rate_iops.is_none();
    // The line of shared flushes has an answer only where it was confirmed.
    let unused = matches!(trial.purpose, TrialPurpose::Shared(_)) && trial.held != Some(true);
    match kind {
        WarningKind::IoErrors | WarningKind::PageCache | WarningKind::EasyData => true,
        // Only the trials of a role together can show a quota.
        WarningKind::Quota | WarningKind::NotSettled | WarningKind::TooShort => false,
        WarningKind::FewIos => confirms && trial.held != Some(false) && !unused,
        // Above the load line, operations wait on purpose.
        WarningKind::Overloaded | WarningKind::LateArrivals => {
            confirms && trial.held == Some(true) && !unused
        }
        WarningKind::LatencyStep => answers && trial.held != Some(false),
        // A kind that is not named above counts wherever its trial gives an answer.
        _ => answers,
    }
}

/// The facts about the target and this machine that the planner needs.
pub(crate) fn facts_of(
    test_target: &TestTarget,
    engine: &EngineChoice,
) -> Result<MachineFacts, Failure> {
    let held = std::slice::from_ref(&test_target.held);
    target::facts(vec![target_of(test_target)], held, engine)
}

/// A prefill that takes longer than this announces its estimated duration; a shorter one prints nothing.
const PREFILL_SEEN_S: f64 = 2.0;

#[derive(Clone, Copy, Debug)]
pub(crate) enum PrefillTime {
    /// As long as the whole target takes.
    Whole,
    /// The same, with a measurement of this time behind it.
    Before(Nanos),
    /// At most as long as the measurement behind it: a slow storage gets a smaller test file.
    AtMost(Nanos),
}

impl PrefillTime {
    fn budget(self) -> Option<Nanos> {
        match self {
            Self::Whole => None,
            Self::Before(budget) | Self::AtMost(budget) => Some(budget),
        }
    }

    /// The bytes after which the prefill pauses: all, or so many that twice as many would still take no longer than allowed.
    fn step(self, done: u64, elapsed_ns: u64, all: u64) -> Option<u64> {
        match self {
            _ if done >= all => None,
            Self::AtMost(_) if done == 0 => Some(all.min(FILE_BYTES_MIN)),
            Self::AtMost(most) if elapsed_ns > most.0 / 2 => None,
            Self::AtMost(_) => Some(all.min(2 * done)),
            Self::Whole | Self::Before(_) => Some(all),
        }
    }
}

/// Writes random data to the part of the target that is read later, and returns its size. Announces the estimated duration of a long
/// prefill.
pub(crate) fn prefill(
    test_target: &TestTarget,
    seed: u64,
    time: PrefillTime,
    interrupt: &AtomicBool,
    progress: &mut Progress,
) -> Result<Option<Bytes>, Failure> {
    let (Some(held), Some(size)) = (&test_target.held, test_target.prefill_size) else {
        return Ok(None);
    };
    progress.begin(&ProgressText::Prefilling { size }.to_string(), None);
    let clock = sys::clock::SystemClock::new();
    let begun_ns = clock.now_ns();
    let elapsed_ns = || clock.now_ns() - begun_ns;
    let mut announced = false;
    let (mut filled, mut prefilled) = (0, Ok(()));
    while let (Ok(()), Some(to)) = (&prefilled, time.step(filled, elapsed_ns(), size.0)) {
        let from = filled;
        prefilled =
            engine::prefill(held, from, to, seed, FreeSpaceRule::Reserve, &mut |done, _| {
                let (done, elapsed_s) = (from + done, elapsed_ns() as f64 / 1e9);
                progress.share(done as f64 / size.0 as f64);
                if !announced && elapsed_s >= PREFILL_SEEN_S {
                    announced = true;
                    progress.say(announcement(time, size, done, elapsed_s));
                }
                if interrupt.load(Ordering::Relaxed) {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
        filled = to;
    }
    progress.wipe();
    prefilled.map_err(|e| engine_failure::ended_by_prefill(&e, interrupt))?;
    if announced {
        let took = elapsed_ns() as f64 / 1e9;
        let said = match time.budget() {
            Some(budget) => ProgressText::PrefillTookBefore { took, budget: budget.to_string() },
            None => ProgressText::PrefillTook { took },
        };
        progress.say(said);
    }
    Ok(Some(Bytes(filled)))
}

/// How long the prefill will take, from what is done.
fn announcement(time: PrefillTime, size: Bytes, done: u64, elapsed_s: f64) -> ProgressText {
    let each_s = elapsed_s / done.max(1) as f64;
    let takes = each_s * size.0 as f64;
    let Some(budget) = time.budget() else { return ProgressText::PrefillTakes { size, takes } };
    let (text, budget_s) = (budget.to_string(), budget.0 as f64 / 1e9);
    if matches!(time, PrefillTime::AtMost(_)) && takes > budget_s {
        return ProgressText::PrefillTakesAtMost { takes: budget_s, budget: text };
    }
    ProgressText::PrefillTakesBefore { size, takes, budget: text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_file_doubles_until_its_prefill_would_take_longer_than_the_measurement() {
        let file_of = |time: PrefillTime, bytes_per_s: u64| {
            let mut filled = 0;
            let elapsed_ms = |filled: u64| filled / (bytes_per_s / 1000);
            while let Some(to) = time.step(filled, elapsed_ms(filled) * 1_000_000, 64 << 30) {
                filled = to;
            }
            (filled >> 20, elapsed_ms(filled) / 1000)
        };
        let budget = Nanos::secs(90);
        assert_eq!(file_of(PrefillTime::AtMost(budget), 50 << 20), (4096, 81));
        assert_eq!(file_of(PrefillTime::AtMost(budget), 1 << 30), (65_536, 64));
        // At least the smallest file.
        assert_eq!(file_of(PrefillTime::AtMost(budget), 1 << 19), (64, 128));
        assert_eq!(file_of(PrefillTime::Before(budget), 50 << 20), (65_536, 1310));
    }
}
