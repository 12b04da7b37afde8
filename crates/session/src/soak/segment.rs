//! Runs the load of a soak segment by segment: a plan for each window, whose intervals are folded into minutes and stored.
//! A following host stores those of its own part as an ordinary run.

use super::fold::{MachineMinute, MinuteFold, StallFold};
use super::{SoakClock, SoakOutcome, SoakRequest, load};
use crate::conditions::ConditionWatch;
use crate::failure::{Ending, Failure};
use crate::hosts::{FollowerResult, FollowerRun, HostCpuFold, HostGroup};
use crate::live::Progress;
use crate::load::renew;
use crate::recorder::Recorder;
use crate::runner::{PlanRunner, RunListener};
use crate::target::TestTarget;
use crate::{answer, check, engine_failure};
use base::random;
use cluster::HostCpus;
use engine::RunControl;
use engine::virtual_time::SimWorld;
use plan::{MachineFacts, Plan};
use record::soak::{MinuteExclusion, SoakEvent, SoakGap, SoakSetup, SoakStall};
use record::{Note, Record, RunKind, State};
use report::messages::progress::ProgressText;
use report::messages::soak::SoakFault;
use report::messages::system::{SystemAction, SystemFailure};
use report::terminal::Live;
use sample::{EngineEvent, IntervalSample};
use std::cell::RefCell;
use std::fs::File;
use std::io::Write;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use store::{MinuteRows, Store};
use summary::{Conditions, MachineLoad, Totals};
use sys::inventory::Inventory;
use workload::EngineUse;

const MINUTE_S: i64 = 60;
/// The longest plan: a day (ours).
const SEGMENT_NS_MAX: u64 = 86_400_000_000_000;
/// An interval later than this, in seconds (ours), shows that the machine was suspended: the plan ends, and the time is read again.
const BEHIND_S_MAX: f64 = 5.0;
/// The longest pause between two plans that is not a gap, in seconds.
const PAUSE_S_MAX: f64 = 2.0;
/// Shares of busy and of stolen CPU time above which the latencies of a minute do not show the storage.
const BUSY_SHARE_MAX: f64 = 0.95;
const STEAL_SHARE_MAX: f64 = 0.05;

pub(super) struct SoakLoop<'a> {
    request: &'a SoakRequest,
    setup: &'a SoakSetup,
    test_target: &'a TestTarget,
    facts: MachineFacts,
    recorder: RefCell<Recorder>,
    seed: u64,
    begun_unix_s: i64,
    /// The last minute that was stored before this process began.
    last_unix_s: Option<i64>,
    engine: EngineUse,
    notes: Vec<Note>,
    /// Who used the CPUs of this machine; `None` for simulated storage.
    load: Option<MachineLoad>,
}

impl<'a> SoakLoop<'a> {
    pub(super) fn new(
        request: &'a SoakRequest,
        setup: &'a SoakSetup,
        test_target: &'a TestTarget,
        recorder: Recorder,
        record: &Record,
    ) -> Result<Self, Failure> {
        let facts = check::facts_of(test_target, &request.engine)?;
        let (minutes, _) = recorder.soak_so_far()?;
        let last = minutes.iter().filter_map(|role| role.last()).map(|minute| minute.start_unix_s);
        let begun_unix_s = super::begun(test_target.root.is_none(), record.started_unix_s);
        Ok(Self {
            request,
            setup,
            test_target,
            facts,
            last_unix_s: last.max(),
            recorder: RefCell::new(recorder),
            seed: record.seed,
            begun_unix_s,
            engine: EngineUse::Unknown,
            notes: Vec::new(),
            load: None,
        })
    }

    /// Returns the recorder, and adds the engine and its notes to the record.
    pub(super) fn into_recorder(self, record: &mut Record) -> Recorder {
        record.engine = self.engine;
        let seen = Conditions { load: self.load.clone(), ..Conditions::default() };
        record.warnings.extend(summary::warning::check_machine(&seen));
        record.machine = self.load;
        let new: Vec<Note> =
            self.notes.into_iter().filter(|note| !record.notes.contains(note)).collect();
        record.notes.extend(new);
        self.recorder.into_inner()
    }

    /// Runs every segment to the end of the planned time.
    pub(super) fn run(
        &mut self,
        hosts: &HostGroup,
        interrupt: &Arc<AtomicBool>,
        events: &mut EventOutput,
        progress: &mut Progress,
    ) -> Result<(), Failure> {
        let simulated = self.test_target.root.is_none();
        let held = std::slice::from_ref(&self.test_target.held);
        let condition_watch = (!simulated).then(|| ConditionWatch::start([], held));
        let streams = load::streams(&self.request.profile, &self.setup.roles, 0, 0);
        let names = streams.iter().map(|stream| stream.name.clone()).collect();
        let world = SimWorld::with_seed(self.seed);
        let mut runner = PlanRunner::new(interrupt, &self.recorder, world, names);
        runner.watch = condition_watch.as_ref();
        runner.hosts = hosts.several();
        let after = self.last_unix_s.map(|last| last + MINUTE_S);
        if let Some(after) = after.filter(|_| simulated) {
            runner.resume((after - self.begun_unix_s) as f64);
        }
        let clock = SoakClock::start(simulated, self.begun_unix_s, after);
        let mut listener = SoakListener {
            setup: self.setup,
            recorder: &self.recorder,
            clock,
            phase_unix_s: 0.0,
            begun_unix_s: self.begun_unix_s as f64,
            stored_unix_s: self.last_unix_s.unwrap_or(i64::MIN),
            ended_unix_s: after.map(|after| after as f64),
            folds: (0..self.setup.roles.len()).map(MinuteFold::new).collect(),
            stalls: StallFold::default(),
            machine: MachineWatch::start(condition_watch.as_ref()),
            watch: study::soak::SoakWatch::new(self.setup),
            events,
            progress,
        };
        listener.progress.begin("soak", None);
        listener.send(&SoakEvent::Started { at_unix_s: clock.now_unix_s(&runner) as i64 });
        let schedule = Schedule { begun_unix_s: self.begun_unix_s as f64, setup: self.setup };
        let mut ended = Ok(());
        while !interrupt.load(Ordering::Relaxed) {
            let now_unix_s = clock.now_unix_s(&runner);
            let Some(LoadWindow { from_s, until_s }) = schedule.next_window(now_unix_s) else {
                break;
            };
            if from_s > now_unix_s {
                listener.close();
                listener.progress.doing(&ProgressText::PauseBetweenWindows.to_string());
                runner.rest(((from_s - now_unix_s) * 1e9) as u64, simulated);
                continue;
            }
            let plan = self.plan(until_s - now_unix_s, now_unix_s)?;
            listener.begin_plan(now_unix_s, schedule.has_windows());
            let ran = runner.run(&plan, held, &mut listener);
            self.test_target.held.iter().for_each(renew);
            if let Err(error) = ran {
                ended = Err(error.failure());
                break;
            }
        }
        listener.close();
        let at_unix_s = clock.now_unix_s(&runner) as i64;
        listener.send(&SoakEvent::Ended { at_unix_s });
        let totals = runner.totals;
        let whole = |watch: &ConditionWatch| watch.stop(&Conditions::default(), totals.own_io).load;
        self.load = condition_watch.as_ref().and_then(whole);
        (self.engine, self.notes) = (totals.engine, totals.notes);
        self.notes.extend(engine_failure::notes(&totals.failures, &totals.names));
        ended
    }

    /// The plan of a segment of at most `left_s`.
    fn plan(&self, left_s: f64, now_unix_s: f64) -> Result<Plan, Failure> {
        let length_ns = ((left_s * 1e9) as u64).clamp(1, SEGMENT_NS_MAX);
        let unit_bytes = u64::from(self.facts.targets[0].block_bytes);
        let elapsed_ns = ((now_unix_s - self.begun_unix_s as f64).max(0.0) * 1e9) as u64;
        let mut streams =
            load::streams(&self.request.profile, &self.setup.roles, length_ns, elapsed_ns);
        streams.iter_mut().for_each(|stream| stream.fit_to(unit_bytes));
        let workload = load::workload(self.request, self.test_target, streams);
        let seed = random::derive(self.seed, &[elapsed_ns / 1_000_000_000]);
        plan::plan(&workload, &self.facts, seed).map_err(|problems| {
            Failure::of(Ending::Wrong, problems.iter().map(report::plan_problem).collect())
        })
    }
}

/// A time with load, in seconds since 1970, UTC.
#[derive(Clone, Copy, Debug)]
struct LoadWindow {
    from_s: f64,
    until_s: f64,
}

#[derive(Clone, Copy, Debug)]
struct Schedule<'a> {
    begun_unix_s: f64,
    setup: &'a SoakSetup,
}

impl Schedule<'_> {
    /// The current or next time with load; `None` if the soak is over.
    fn next_window(&self, now_unix_s: f64) -> Option<LoadWindow> {
        let end_s = self.begun_unix_s + self.setup.planned_s as f64;
        if end_s - now_unix_s < 1.0 {
            return None;
        }
        let (Some(every_s), Some(length_s)) = (self.setup.window_every_s, self.setup.window_s)
        else {
            return Some(LoadWindow { from_s: now_unix_s, until_s: end_s });
        };
        let (every_s, length_s) = (every_s as f64, length_s as f64);
        let number = ((now_unix_s - self.begun_unix_s) / every_s).floor();
        let start_s = self.begun_unix_s + number * every_s;
        let until_s = (start_s + length_s).min(end_s);
        if until_s - now_unix_s >= 1.0 {
            return Some(LoadWindow { from_s: now_unix_s.max(start_s), until_s });
        }
        let start_s = start_s + every_s;
        let until_s = (start_s + length_s).min(end_s);
        (start_s < end_s).then_some(LoadWindow { from_s: start_s, until_s })
    }

    fn has_windows(&self) -> bool {
        self.setup.window_s.is_some()
    }
}

/// Why a minute with this CPU load of a host does not count; `None` if it counts.
fn exclusion(cpus: HostCpus) -> Option<MinuteExclusion> {
    let over = |share: Option<f64>, most: f64| share.is_some_and(|share| share > most);
    let busy = over(cpus.busy_share, BUSY_SHARE_MAX).then_some(MinuteExclusion::HostBusy);
    let steal = over(cpus.steal_share, STEAL_SHARE_MAX).then_some(MinuteExclusion::CpuSteal);
    steal.or(busy)
}

struct MachineWatch<'a> {
    condition_watch: Option<&'a ConditionWatch>,
    /// The CPU load of the other hosts in the current minute.
    others: HostCpuFold,
    /// The latest judged minute, and its result, which all roles share.
    minute_unix_s: i64,
    minute: MachineMinute,
}

impl<'a> MachineWatch<'a> {
    fn start(condition_watch: Option<&'a ConditionWatch>) -> Self {
        let others = HostCpuFold::default();
        Self { condition_watch, others, minute_unix_s: 0, minute: MachineMinute::default() }
    }

    /// The state of the machines in a minute that has just ended.
    fn judge_minute(&mut self, minute_unix_s: i64) -> MachineMinute {
        if minute_unix_s != self.minute_unix_s {
            let own = self.condition_watch.map(ConditionWatch::lap_cpus);
            let excluded = own.into_iter().chain(self.others.take()).find_map(exclusion);
            self.minute = MachineMinute { excluded };
        }
        self.minute_unix_s = minute_unix_s;
        self.minute
    }
}

/// Folds the intervals of all segments into minutes, and stores each minute when it ends.
struct SoakListener<'a> {
    setup: &'a SoakSetup,
    recorder: &'a RefCell<Recorder>,
    clock: SoakClock,
    phase_unix_s: f64,
    begun_unix_s: f64,
    /// Minutes up to this one are stored already.
    stored_unix_s: i64,
    ended_unix_s: Option<f64>,
    folds: Vec<MinuteFold>,
    stalls: StallFold,
    machine: MachineWatch<'a>,
    watch: study::soak::SoakWatch,
    events: &'a mut EventOutput,
    progress: &'a mut Progress,
}

impl RunListener for SoakListener<'_> {
    fn event(&mut self, event: &EngineEvent, _: &RunControl) {
        if matches!(event, EngineEvent::PhaseStart { .. }) {
            self.phase_unix_s = self.clock.real_now_unix_s().unwrap_or(self.phase_unix_s);
        }
    }

    fn interval(&mut self, sample: &IntervalSample, control: &RunControl) -> Option<&Totals> {
        let at_unix_s = self.phase_unix_s + sample.start_ns as f64 / 1e9;
        let ended_unix_s = self.phase_unix_s + sample.end_ns as f64 / 1e9;
        self.ended_unix_s = Some(ended_unix_s);
        if (at_unix_s as i64).div_euclid(MINUTE_S) * MINUTE_S <= self.stored_unix_s {
            return None;
        }
        let rate_iops = self.setup.roles[sample.stream].rate_iops;
        let stall = self.stalls.push(sample, self.phase_unix_s);
        let rows = self.folds[sample.stream].push(sample, at_unix_s);
        self.keep(rows.into_iter().collect(), stall.into_iter().collect());
        let events = self.watch.backlog(sample.stream, ended_unix_s, sample.backlog, rate_iops);
        events.iter().for_each(|event| self.send(event));
        self.progress.rates(&self.setup.roles[sample.stream].name, sample);
        let done_s = ended_unix_s - self.begun_unix_s;
        self.progress.advance(done_s, self.setup.planned_s as f64, self.clock.is_simulated());
        if self.clock.behind_s(ended_unix_s) > BEHIND_S_MAX {
            control.streams.iter().for_each(|flag| flag.store(true, Ordering::Relaxed));
        }
        None
    }

    fn first_failure(&mut self, line: &str) {
        self.progress.say(line);
    }

    fn cpus_of_host(&mut self, rank: usize, cpus: HostCpus) {
        self.machine.others.add(rank, cpus);
    }

    fn answering(&mut self, count: u32, all: u32) {
        self.progress.answering(count, all);
    }

    fn stores_intervals(&self) -> bool {
        false
    }

    fn live(&mut self) -> Live {
        self.progress.whole()
    }
}

impl SoakListener<'_> {
    fn begin_plan(&mut self, now_unix_s: f64, windowed: bool) {
        self.phase_unix_s = now_unix_s;
        let Some(ended_unix_s) = self.ended_unix_s else { return };
        if !windowed && now_unix_s - ended_unix_s > PAUSE_S_MAX {
            self.send(&SoakEvent::Gap(SoakGap {
                from_unix_s: ended_unix_s as i64,
                until_unix_s: now_unix_s as i64,
            }));
        }
    }

    fn close(&mut self) {
        let rows: Vec<MinuteRows> = self.folds.iter_mut().filter_map(MinuteFold::end).collect();
        let stalls = self.stalls.end().into_iter().collect();
        self.keep(rows, stalls);
    }

    /// Stores minutes and stalls, and sends their events.
    fn keep(&mut self, mut rows: Vec<MinuteRows>, stalls: Vec<SoakStall>) {
        if rows.is_empty() && stalls.is_empty() {
            return;
        }
        let mut events: Vec<SoakEvent> = stalls.iter().copied().map(SoakEvent::Stall).collect();
        for row in &mut rows {
            self.machine.judge_minute(row.minute.start_unix_s).judge(&mut row.minute);
            events.extend(self.watch.push(row.role, &row.minute));
        }
        self.recorder.borrow_mut().soak_minutes(rows, stalls);
        events.iter().for_each(|event| self.send(event));
    }

    fn send(&mut self, event: &SoakEvent) {
        self.events.send(event).iter().for_each(|trouble| self.progress.warn(trouble));
        if let Some(line) = report::words::soak_event(self.progress.language(), event) {
            self.progress.say(&line);
        }
    }
}

pub(super) fn run(
    request: &SoakRequest,
    test_target: TestTarget,
    store: Store,
    hosts: &HostGroup,
    interrupt: &Arc<AtomicBool>,
    progress: &mut Progress,
) -> Result<SoakOutcome, Failure> {
    let mut record = start(request, &test_target);
    let opened = Recorder::begin(store, &record);
    let filled =
        check::prefill(&test_target, record.seed, check::PrefillTime::Whole, interrupt, progress);
    let recorder = RefCell::new(hosts.agree(opened.and_then(|opened| filled.map(|_| opened)))?);
    let begun_ns = sys::clock::unix_now();
    let inventory = test_target.root.as_deref().and_then(answer::facts_at_once);
    let held = [test_target.held.clone()];
    let condition_watch = ConditionWatch::start(inventory.as_ref(), &held);
    let follower_run = FollowerRun { held: &held, recorder: &recorder, interrupt };
    let follower_result = match hosts.several() {
        Some(several) => follower_run.run(&mut several.borrow_mut())?,
        None => FollowerResult::default(),
    };
    test_target.held.iter().for_each(renew);
    let FollowerResult { trials, totals, failed, interrupted, .. } = follower_result;
    let mut seen = condition_watch.stop(&Conditions::default(), totals.own_io);
    if let Some(several) = hosts.several() {
        let several = several.borrow();
        several.leave_shared_device(&mut seen);
        record.warnings = summary::warning::check_machine(&seen);
        several.report(seen.cpu_busy_share(), &record.warnings);
    }
    (record.trials, record.engine, record.machine) = (trials, totals.engine, seen.load);
    record.hosts = hosts.of_part();
    record.notes.extend(totals.notes);
    record.state = match (&failed, interrupted) {
        (Some(_), _) => State::Failed,
        (None, true) => State::Interrupted,
        (None, false) => State::Done,
    };
    record.seconds = (sys::clock::unix_now() - begun_ns) as f64 / 1e9;
    let mut recorder = recorder.into_inner();
    recorder.finish(&mut record);
    match failed {
        Some(failure) => Err(Failure::from(&failure)),
        None => Ok(SoakOutcome { record, recorder }),
    }
}

/// The record of the run that stores the part of this host, which is not a soak by itself, before it begins.
fn start(request: &SoakRequest, test_target: &TestTarget) -> Record {
    let inventory = test_target.root.as_deref().and_then(answer::facts_at_once);
    Record {
        kind: RunKind::Run,
        command: request.command.from_anywhere(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        started_unix_s: (sys::clock::unix_now() / 1_000_000_000).cast_signed(),
        seed: request.seed.unwrap_or_else(answer::new_seed),
        target: test_target.title.clone(),
        subject: request.profile.name.clone().into(),
        source_text: request.source_text.clone(),
        facts: inventory.as_ref().map(Inventory::groups).unwrap_or_default(),
        ..Record::default()
    }
}

/// The most commands that run at the same time; the command is not run for further events.
const COMMANDS_MAX: usize = 8;

#[derive(Debug, Default)]
pub struct EventOutput {
    /// Whether each is written to standard error as a line of JSON.
    print: bool,
    /// A file that gets the same lines, and its name.
    file: Option<(File, String)>,
    /// A shell command that is run for each event, with the same line on its standard input.
    command: Option<String>,
    children: Vec<Child>,
}

impl EventOutput {
    /// Where events go; without a file, `print` decides whether they are written to standard error.
    pub fn new(print: bool, file: Option<(File, String)>, command: Option<String>) -> Self {
        Self { print: print && file.is_none(), file, command, children: Vec::new() }
    }

    /// Sends an event. Returns the problems with the file and the command. Does not wait for the command.
    pub(super) fn send(&mut self, event: &SoakEvent) -> Vec<String> {
        let line = serde_json::to_string(event).unwrap_or_default() + "\n";
        if self.print {
            // Standard error may be closed.
            drop(std::io::stderr().write_all(line.as_bytes()));
        }
        let unwritten = self.file.as_mut().and_then(|(file, name)| {
            let error = file.write_all(line.as_bytes()).err()?;
            let action = SystemAction::Write;
            Some(SystemFailure { action, object: name, error: &error }.to_string())
        });
        unwritten.into_iter().chain(self.run_command(&line)).collect()
    }

    fn run_command(&mut self, line: &str) -> Option<String> {
        let command = self.command.as_ref()?;
        self.children.retain_mut(|child| matches!(child.try_wait(), Ok(None)));
        if self.children.len() >= COMMANDS_MAX {
            return Some(
                SoakFault::TooManyCommands {
                    commands_max: COMMANDS_MAX as u64,
                    command: command.to_string(),
                }
                .to_string(),
            );
        }
        let started = Command::new("sh")
            .args(["-c", command])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn();
        match started {
            Ok(mut child) => {
                // The line fits into the pipe buffer. Ignore a command that does not read it.
                drop(child.stdin.take().map(|mut input| input.write_all(line.as_bytes())));
                self.children.push(child);
                None
            }
            Err(error) => Some(
                SoakFault::CommandNotStarted {
                    command: command.to_string(),
                    error: error.to_string(),
                }
                .to_string(),
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setup(window: Option<(u64, u64)>) -> SoakSetup {
        SoakSetup {
            roles: Vec::new(),
            sla: Vec::new(),
            planned_s: 7_200,
            window_every_s: window.map(|window| window.0),
            window_s: window.map(|window| window.1),
            utc_offset_s: 0,
        }
    }

    fn next(schedule: &Schedule<'_>, now_unix_s: f64) -> Option<(f64, f64)> {
        schedule.next_window(now_unix_s).map(|window| (window.from_s, window.until_s))
    }

    #[test]
    fn load_runs_in_its_windows_and_ends_in_time() {
        let setup = setup(Some((3_600, 300)));
        let schedule = Schedule { begun_unix_s: 1_000.0, setup: &setup };
        assert_eq!(next(&schedule, 1_000.0), Some((1_000.0, 1_300.0)));
        assert_eq!(next(&schedule, 1_200.5), Some((1_200.5, 1_300.0)));
        assert_eq!(next(&schedule, 1_300.0), Some((4_600.0, 4_900.0)));
        assert_eq!(next(&schedule, 4_900.0), None);
        let setup = self::setup(None);
        let schedule = Schedule { begun_unix_s: 1_000.0, setup: &setup };
        assert_eq!(next(&schedule, 5_000.0), Some((5_000.0, 8_200.0)));
        assert_eq!(next(&schedule, 8_199.5), None);
    }

    #[test]
    fn a_minute_in_which_another_host_was_busy_does_not_count() {
        let mut machine = MachineWatch::start(None);
        let mut minute = |number: i64, busy_shares: [f64; 2]| {
            for (rank, busy_share) in busy_shares.into_iter().enumerate() {
                let cpus = HostCpus { busy_share: Some(busy_share), steal_share: Some(0.0) };
                (0..60).for_each(|_| machine.others.add(rank + 1, cpus));
            }
            machine.judge_minute(number * 60).excluded
        };
        assert_eq!(minute(1, [0.3, 0.4]), None);
        assert_eq!(minute(2, [0.3, 0.99]), Some(MinuteExclusion::HostBusy));
        assert_eq!(minute(3, [0.3, 0.4]), None, "each minute by itself");
    }
}
