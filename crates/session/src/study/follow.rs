//! A study on a following host: prepares its places as the first host does, runs the plans that the first host sends, and
//! stores its own part.

use super::stage_points::prepare_places;
use super::warnings::StageWatch;
use super::{Stage, StudyRequest, StudyRun, run_record};
use crate::failure::Failure;
use crate::hosts::{FollowerResult, FollowerRun, HostGroup, StageTurn};
use crate::live::Progress;
use crate::progress::Watch;
use crate::recorder::Recorder;
use record::{Record, RunFailure, State};
use run_record::start;
use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use store::Store;
use workload::EngineChoice;

struct FollowerStudy<'a> {
    hosts: &'a HostGroup,
    interrupt: &'a Arc<AtomicBool>,
    recorder: RefCell<Recorder>,
    watch: RefCell<Watch>,
    record: Record,
    seed: u64,
    /// Whether a host was lost or failed, or the user stopped this one.
    is_over: bool,
}

/// Runs the plans that the first host sends, stage by stage.
/// Fails only if a host cannot begin; later failures are in the [`StudyRun`].
pub(super) fn measure(
    mut request: StudyRequest,
    store: Store,
    hosts: &HostGroup,
    interrupt: &Arc<AtomicBool>,
    progress: Progress,
) -> Result<StudyRun, Failure> {
    hosts.agree(Ok(()))?;
    let seed = hosts.value_of_first(|| Ok(0))?;
    let record = start(&request, seed);
    let recorder =
        hosts.agree(Recorder::begin_study(store, &record, &run_record::this_holder()))?;
    let begun_ns = sys::clock::unix_now();
    let mut follower_study = FollowerStudy {
        hosts,
        interrupt,
        recorder: RefCell::new(recorder),
        watch: RefCell::new(Watch::new(progress, Vec::new())),
        record,
        seed,
        is_over: false,
    };
    let engine = request.engine.clone();
    let measured = follower_study.stages(&mut request.stages, &engine);
    Ok(follower_study.finish(measured, begun_ns))
}

impl FollowerStudy<'_> {
    fn stages(&mut self, stages: &mut [Stage], engine: &EngineChoice) -> Result<(), Failure> {
        for stage in stages {
            let engine_failed = self.stage(stage, engine)?;
            if self.is_over {
                return Ok(());
            }
            if let Some(failure) = engine_failed {
                // The first host ends the study, and says so.
                self.hosts.turn(StageTurn::End)?;
                return Err(Failure::from(&failure));
            }
        }
        self.hosts.turn(StageTurn::End).map(drop)
    }

    /// Runs one stage. Returns why the engine failed, if it did.
    fn stage(
        &mut self,
        stage: &mut Stage,
        engine: &EngineChoice,
    ) -> Result<Option<RunFailure>, Failure> {
        match self.hosts.turn(StageTurn::End)? {
            StageTurn::Skip => return Ok(None),
            StageTurn::Carry => {}
            StageTurn::End => {
                self.is_over = true;
                return Ok(None);
            }
        }
        let made = prepare_places(stage, engine, self.seed, self.interrupt, &self.watch);
        self.hosts.agree(made)?;
        let Some(hosts) = self.hosts.several() else { return Ok(None) };
        let stage_watch = StageWatch::start(&stage.shelf);
        let (held, recorder, interrupt) = (&stage.shelf.held, &self.recorder, self.interrupt);
        let follower_run = FollowerRun { held, recorder, interrupt };
        let follower_result = follower_run.run(&mut hosts.borrow_mut())?;
        let FollowerResult { trials, totals, failed, interrupted, has_lost_host } = follower_result;
        let mut seen = stage_watch.stop(&stage.shelf, &totals, engine);
        hosts.borrow().leave_shared_device(&mut seen);
        let warnings = summary::warning::check_machine(&seen);
        run_record::add_warnings(&mut self.record, warnings);
        run_record::add_load(&mut self.record, seen.load);
        run_record::add_notes(&mut self.record, totals);
        self.record.trials.extend(trials);
        self.is_over = interrupted || has_lost_host;
        stage.shelf.close();
        Ok(failed)
    }

    /// Sends this host's report to the first host, and stores the record.
    fn finish(mut self, failed: Result<(), Failure>, begun_ns: u64) -> StudyRun {
        if let Some(hosts) = self.hosts.several() {
            let busy_share = self.record.machine.as_ref().map(|load| load.busy_share);
            hosts.borrow().report(busy_share, &self.record.warnings);
        }
        self.record.state = match &failed {
            _ if self.interrupt.load(Ordering::Relaxed) => State::Interrupted,
            Err(_) => State::Failed,
            Ok(()) => State::Done,
        };
        self.record.hosts = self.hosts.of_part();
        self.record.seconds = (sys::clock::unix_now() - begun_ns) as f64 / 1e9;
        let mut recorder = self.recorder.into_inner();
        recorder.finish(&mut self.record);
        let progress = self.watch.into_inner().progress;
        StudyRun { record: self.record, recorder, progress, failed, leftover_messages: Vec::new() }
    }
}
