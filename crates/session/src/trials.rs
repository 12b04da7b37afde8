//! The trials of checks and ramps: each becomes one small plan of a role on one target, which the [`PlanRunner`] runs.

use crate::live::Progress;
use crate::runner::{PlanRunner, PlannedRequest, RequestError, RequestErrorReason, RequestWatch};
use crate::target::TestTarget;
use base::{Nanos, random};
use plan::{MachineFacts, Plan};
use record::TrialRecord;
use report::Language;
use report::messages::progress::ProgressText;
use report::terminal::Live;
use sample::IntervalSample;
use study::{
    Fold, Observation, OnInterval, Runner, TogetherTrial, Trial, TrialFlow, TrialInterval,
};
use workload::stream::CommitPattern;
use workload::{
    EngineChoice, EngineKind, JobTarget, Pace, Role, RoleKind, StopCondition, Stream, Workload,
};

pub struct TrialSetup<'a> {
    pub roles: &'a [Role],
    pub target: JobTarget,
    /// The opened target; `None` for a simulated one.
    pub held: Option<sys::target::Target>,
    pub facts: MachineFacts,
    pub engine: EngineChoice,
    pub seed: u64,
    /// Budget of all trials together in seconds, for the time left.
    pub budget_s: f64,
}

pub struct TrialRunner<'a> {
    setup: TrialSetup<'a>,
    pub runner: PlanRunner<'a>,
    progress: &'a mut Progress,
    done_s: f64,
    trials: u64,
}

impl<'a> TrialRunner<'a> {
    pub fn new(setup: TrialSetup<'a>, runner: PlanRunner<'a>, progress: &'a mut Progress) -> Self {
        Self { setup, runner, progress, done_s: 0.0, trials: 0 }
    }

    /// The plan of these streams, which all run as long as `trial`.
    fn plan(
        &self,
        name: &str,
        trial: &Trial,
        streams: Vec<Stream>,
    ) -> Result<Plan, RequestErrorReason> {
        let setup = &self.setup;
        let mut workload = Workload::new(name, vec![setup.target.clone()], streams);
        workload.phases[0].warm_up_ns = Nanos(trial.warm_up_ns);
        workload.engine = setup.engine.clone();
        workload.interval_ns = Nanos(trial.interval_ns);
        // Every trial has its own random seed, so that two trials never read the same blocks in the same order.
        let seed = random::derive(setup.seed, &[self.trials]);
        plan::plan(&workload, &setup.facts, seed).map_err(RequestErrorReason::Plan)
    }

    fn alone(
        &mut self,
        trial: &Trial,
        on_interval: OnInterval<'_>,
    ) -> Result<Observation, RequestErrorReason> {
        let (role, target) = (&self.setup.roles[trial.role], &self.setup.target.name);
        let name = role.name.clone();
        let mut streams = streams_of(role, trial, target);
        let counted = streams.len();
        streams.extend(background_of(role, trial, target));
        self.measure(&name, trial, streams, Some(counted), on_interval)
    }

    fn together(
        &mut self,
        together: &TogetherTrial,
        on_interval: OnInterval<'_>,
    ) -> Result<Observation, RequestErrorReason> {
        let (roles, target) = (self.setup.roles, &self.setup.target.name);
        let own = |trial: &Trial| streams_of(&roles[trial.role], trial, target);
        let beside = |trial: &Trial| background_of(&roles[trial.role], trial, target);
        let streams = together.trials.iter().flat_map(own);
        let streams: Vec<Stream> = streams.chain(together.trials.iter().flat_map(beside)).collect();
        let names: Vec<&str> = streams.iter().map(|stream| stream.name.as_str()).collect();
        let name = TogetherTrial::label(&names);
        let rates = together.trials.iter().filter_map(|trial| trial.pace.rate_iops());
        let all = Trial {
            pace: Pace::Poisson { rate_iops: rates.sum() },
            depth: together.trials.iter().map(|trial| trial.depth).sum(),
            ..together.trials[0].clone()
        };
        self.measure(&name, &all, streams, None, on_interval)
    }

    /// Runs these streams as long as `trial`. The first `counted` of them are looked at as one; `None`: each by itself.
    fn measure(
        &mut self,
        name: &str,
        trial: &Trial,
        streams: Vec<Stream>,
        counted: Option<usize>,
        on_interval: OnInterval<'_>,
    ) -> Result<Observation, RequestErrorReason> {
        self.runner.check_storable()?;
        let plan = self.plan(name, trial, streams)?;
        self.trials += 1;
        self.progress.doing(&doing(name, trial));
        self.runner.recorder().borrow_mut().trial_begin(&TrialRecord {
            role: name.to_owned(),
            purpose: trial.purpose.clone(),
            rate_iops: trial.pace.rate_iops(),
            depth: trial.depth,
            ..TrialRecord::default()
        });
        let simulated = plan.engine == EngineKind::Sim;
        let began_s = self.runner.now_s(simulated);
        let mut fold = match counted {
            Some(counted) => Fold::of_trial(name, &plan.streams, counted),
            None => Fold::of_roles(&plan.streams),
        };
        let held = std::slice::from_ref(&self.setup.held);
        let request = PlannedRequest { plan: &plan, held, ends_together: false };
        let mut watch = TrialWatch {
            progress: &mut *self.progress,
            name,
            streams: counted.is_none().then_some(&plan.streams),
            on_interval,
            warm_up_ns: trial.warm_up_ns,
            done_s: self.done_s,
            budget_s: self.setup.budget_s,
            simulated,
        };
        let measured = self.runner.measure(request, &mut fold, &mut watch);
        let notes = measured?;
        self.runner.check_storable()?;
        self.done_s += notes.phases.iter().map(|p| p.length_ns as f64 / 1e9).sum::<f64>();
        let interrupted = self.runner.is_stopped();
        Ok(Observation { interrupted, ..fold.observation(began_s) })
    }
}

impl Runner<Trial> for TrialRunner<'_> {
    type Error = RequestError;

    fn run(
        &mut self,
        trial: &Trial,
        on_interval: OnInterval<'_>,
    ) -> Result<Observation, RequestError> {
        self.alone(trial, on_interval).map_err(|reason| RequestError { point: None, reason })
    }
}

impl Runner<TogetherTrial> for TrialRunner<'_> {
    type Error = RequestError;

    fn run(
        &mut self,
        trial: &TogetherTrial,
        on_interval: OnInterval<'_>,
    ) -> Result<Observation, RequestError> {
        self.together(trial, on_interval).map_err(|reason| RequestError { point: None, reason })
    }
}

/// Shows the progress of a trial, and lets its methodology end it.
struct TrialWatch<'a> {
    progress: &'a mut Progress,
    name: &'a str,
    /// The names of the streams that are looked at one by one.
    streams: Option<&'a Vec<String>>,
    on_interval: OnInterval<'a>,
    warm_up_ns: u64,
    done_s: f64,
    budget_s: f64,
    simulated: bool,
}

impl RequestWatch for TrialWatch<'_> {
    fn interval(&mut self, all: &IntervalSample) -> TrialFlow {
        self.progress.rates(self.streams.map_or(self.name, |names| &names[all.stream]), all);
        let done_s = self.done_s + all.end_ns as f64 / 1e9;
        self.progress.advance(done_s, self.budget_s, self.simulated);
        if all.warm_up {
            return TrialFlow::Continue;
        }
        let elapsed_ns = all.end_ns.saturating_sub(self.warm_up_ns);
        (self.on_interval)(&TrialInterval { elapsed_ns, interval: all })
    }

    fn say(&mut self, line: &str) {
        self.progress.say(line);
    }

    fn answering(&mut self, count: u32, all: u32) {
        self.progress.answering(count, all);
    }

    fn live(&mut self) -> Live {
        self.progress.whole()
    }
}

pub fn target_of(test_target: &TestTarget) -> JobTarget {
    JobTarget {
        name: "storage".to_owned(),
        place: test_target.place.clone(),
        size: test_target.size.map(workload::Extent::Bytes),
    }
}

/// The streams of a role with the trial's pace, depth and group: one stream, or those of the role's job.
pub(crate) fn streams_of(role: &Role, trial: &Trial, target: &str) -> Vec<Stream> {
    let mut streams = match &role.job {
        Some(job) => job.at(trial.pace, trial.depth),
        None => vec![stream_of(role, trial)],
    };
    streams.iter_mut().for_each(|stream| in_trial(stream, trial, target));
    streams
}

/// The closed loops that run beside the streams of a job.
fn background_of(role: &Role, trial: &Trial, target: &str) -> Vec<Stream> {
    let mut streams = role.job.as_ref().map_or_else(Vec::new, |job| job.background.clone());
    streams.iter_mut().for_each(|stream| in_trial(stream, trial, target));
    streams
}

/// Sets a stream to run on the trial's target until the trial ends.
fn in_trial(stream: &mut Stream, trial: &Trial, target: &str) {
    target.clone_into(&mut stream.target);
    stream.stop = StopCondition {
        duration_ns: Some(Nanos(trial.duration_ns_max)),
        ..StopCondition::default()
    };
    stream.on_error = workload::ErrorAction::Continue;
}

fn stream_of(role: &Role, trial: &Trial) -> Stream {
    let mut stream = Stream { name: role.name.clone(), pace: trial.pace, ..role.stream.clone() };
    stream.workers = stream.workers.min(trial.depth).max(1);
    stream.depth = trial.depth.div_ceil(stream.workers);
    let group = trial.group.max(1);
    let Some(writes) = role.stream.sync.every() else { return stream };
    stream.sync = role.stream.sync.with_every(writes * group);
    // Database sessions commit independently: the unit that arrives is a commit, not a write.
    if role.kind == RoleKind::Commit && trial.pace.rate_iops().is_some() {
        stream.commit = Some(CommitPattern { writes, together_max: group });
        // There is one log writer, however many commits wait.
        (stream.workers, stream.depth) = (1, 1);
    }
    stream
}

fn doing(role: &str, trial: &Trial) -> String {
    let role = role.to_owned();
    let purpose = report::words::purpose(Language::of_process(), &trial.purpose);
    let text = match trial.pace {
        Pace::Closed | Pace::ThinkTime { .. } => {
            ProgressText::TrialAtDepth { role, purpose, depth: trial.depth.into() }
        }
        pace => {
            let rate = pace.rate_iops().unwrap_or_default();
            ProgressText::TrialAtRate { role, purpose, rate }
        }
    };
    text.to_string()
}
