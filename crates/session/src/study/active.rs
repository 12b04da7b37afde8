//! A study that is being measured: its record, recorder and progress line, and the order of its stages.
//!
//! Builds the layouts of a stage and takes them down, and tells the other hosts what follows. `stage_points` measures the
//! points of a stage, `ramp` its trials. Never starts I/O itself.
//!
//! A reference point is the same point, measured again and again: it shows changes of the machine.

use super::resume::{self, StartedStudy};
use super::{EarlierStage, StudyRequest, Work, run_record};
use crate::failure::{Ending, Failure};
use crate::hosts::{HostGroup, StageTurn};
use crate::layouts::{LayoutGuard, StageLayouts};
use crate::live::Progress;
use crate::progress::Watch;
use crate::recorder::Recorder;
use crate::shelf::Shelf;
use record::{
    Drift, Finding, Journal, Measurement, Point, PointRecord, Purpose, Record, RunFailure,
    StageRecord, State, Until,
};
use report::Language;
use report::messages::progress::ProgressText;
use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use study::conduct;
use study::conduct::Progress as Step;
use study::reference::ReferencedStudy;
use study::{Outlook, PointRequest, Runner, Study};
use workload::PointLoad;

pub(super) struct ActiveStudy {
    pub(super) record: Record,
    pub(super) seed: u64,
    /// Seconds from the first start of the study to the start of this process.
    begun_before_s: f64,
    begun_ns: u64,
    pub(super) watch: RefCell<Watch>,
    pub(super) recorder: RefCell<Recorder>,
    /// Messages about layouts that could not be taken down.
    pub(super) leftover_messages: Vec<String>,
    pub(super) hosts: HostGroup,
    /// Whether no other host has refused. Then all hosts wait for the next message.
    pub(super) are_hosts_together: bool,
}

impl ActiveStudy {
    pub(super) fn new(begun: StartedStudy, watch: Watch, hosts: HostGroup) -> Self {
        let StartedStudy { mut record, seed, begun_before_s, recorder } = begun;
        record.notes.extend(hosts.notes());
        Self {
            hosts,
            are_hosts_together: true,
            record,
            seed,
            begun_before_s,
            begun_ns: sys::clock::unix_now(),
            watch: RefCell::new(watch),
            recorder: RefCell::new(recorder),
            leftover_messages: Vec::new(),
        }
    }

    pub(super) fn stage_record(&mut self, number: usize) -> &mut StageRecord {
        let study = self.record.study.as_mut().expect("the record of a study was made with it");
        &mut study.stages[number]
    }

    fn stages_before(&self, number: usize) -> &[StageRecord] {
        self.record.study.as_ref().map_or(&[], |study| &study.stages[..number])
    }

    /// Returns the failure if something could not be stored.
    pub(super) fn check_stored(&self) -> Result<(), Failure> {
        self.recorder.borrow().check_stored()
    }

    /// Returns the start of this stage, in seconds since the study first began. A stage on simulated storage starts at the same
    /// virtual time as in the earlier run, because its stored points are replayed.
    pub(super) fn now_s(&self, number: usize, simulated: bool) -> f64 {
        if simulated {
            return resume::simulated_s(self.stages_before(number));
        }
        self.begun_before_s + (sys::clock::unix_now() - self.begun_ns) as f64 / 1e9
    }

    /// A new study of this stage; `None` for a ramp.
    fn finding_study(
        &self,
        request: &StudyRequest,
        number: usize,
    ) -> Option<Box<dyn FindingStudy>> {
        match &request.stages[number].work {
            Work::Points(build) | Work::Recorded(build, _) => {
                let earlier = self.stages_before(number).iter().zip(&request.stages);
                let earlier =
                    earlier.map(|(record, stage)| EarlierStage { record, shelf: &stage.shelf });
                Some(build(self.seed, &earlier.collect::<Vec<_>>()))
            }
            Work::Ramp(_) => None,
        }
    }

    /// Runs one stage. Results before a failure are kept.
    pub(super) fn stage(
        &mut self,
        request: &mut StudyRequest,
        number: usize,
        interrupt: &Arc<AtomicBool>,
    ) -> Result<(), Failure> {
        let journal = self.stage_record(number).journal();
        let mut study = self.finding_study(request, number);
        let whole = match &mut study {
            Some(study) => all_known(study.as_mut(), &journal),
            None => self.stage_record(number).finding.is_some(),
        };
        if !whole {
            // The known points are given to a new study one by one, so that simulated time advances with them.
            study = self.finding_study(request, number);
        }
        let name = &request.stages[number].name;
        self.watch.borrow_mut().begin_stage(number, name, journal.len(), whole);
        if let Some(building) = request.stages[number].building.as_ref().filter(|_| !whole) {
            let disks = building.disks.clone();
            request.stages.iter_mut().for_each(|stage| stage.shelf.close_disks(&disks));
        }
        let layout_guard = match &request.stages[number].building {
            Some(building) if !whole => {
                let (shelf, layout_guard) = self.build_layouts(building, interrupt)?;
                request.stages[number].shelf = shelf;
                Some(layout_guard)
            }
            _ => None,
        };
        self.send_turn(if whole { StageTurn::Skip } else { StageTurn::Carry })?;
        let done = if whole {
            Ok(())
        } else {
            self.measure_stage(request, number, (study.as_deref_mut(), &journal), interrupt)
        };
        if let Some(layout_guard) = layout_guard {
            // No file on a layout may be open when the layout is taken down.
            request.stages[number].shelf.close();
            self.take_down_layouts(layout_guard);
        }
        done?;
        if let Some(study) = study {
            let (finding, drift) = (study.finding(), study.drift());
            if !interrupt.load(Ordering::Relaxed) {
                let mut recorder = self.recorder.borrow_mut();
                recorder.stage_end(number as u32, &finding, drift.as_ref());
            }
            let record = self.stage_record(number);
            (record.finding, record.drift) = (Some(finding), drift);
        }
        Ok(())
    }

    /// Prints the finding of a stage if further stages follow, which may take days.
    pub(super) fn print_finding(&mut self, number: usize, language: Language) {
        let stages =
            &self.record.study.as_ref().expect("the record of a study was made with it").stages;
        if number + 1 < stages.len() && stages[number].finding.is_some() {
            let summary = report::studies::stage_text(language, &stages[number]);
            self.watch.borrow_mut().progress.say(format!("  {}", summary.headline));
        }
    }

    fn build_layouts(
        &self,
        building: &StageLayouts,
        interrupt: &Arc<AtomicBool>,
    ) -> Result<(Shelf, LayoutGuard), Failure> {
        let own =
            |progress: Progress| std::mem::replace(&mut self.watch.borrow_mut().progress, progress);
        let progress = RefCell::new(own(Progress::new(true, Language::En)));
        let built = building.build(interrupt, &progress);
        own(progress.into_inner());
        built
    }

    fn take_down_layouts(&mut self, layout_guard: LayoutGuard) {
        self.watch.borrow_mut().progress.begin(&ProgressText::TakingDown.to_string(), None);
        let taken_down = layout_guard.take_down();
        self.watch.borrow_mut().progress.wipe();
        self.leftover_messages
            .extend(taken_down.err().map_or_else(Vec::new, |failure| failure.lines));
    }

    fn send_turn(&mut self, turn: StageTurn) -> Result<(), Failure> {
        let sent = self.hosts.turn(turn).map(drop);
        self.are_hosts_together &= sent.is_ok();
        sent
    }

    /// Ends the study on all hosts, and collects their figures.
    pub(super) fn conclude_hosts(&mut self, interrupted: bool) {
        if self.are_hosts_together && !interrupted && !self.hosts.has_lost() {
            // A host that is lost only now is noticed below.
            drop(self.send_turn(StageTurn::End));
        }
        if self.are_hosts_together {
            let busy_share = self.record.machine.as_ref().map(|load| load.busy_share);
            self.record.hosts = self.hosts.conclude(busy_share, &self.record.warnings);
        }
    }

    pub(super) fn finish(
        mut self,
        failed: &Result<(), Failure>,
        interrupted: bool,
    ) -> (Record, Recorder, Progress) {
        self.record.state = match failed {
            _ if interrupted => State::Interrupted,
            Err(_) => State::Failed,
            Ok(()) => State::Done,
        };
        // The time between an interruption and its resumption does not count.
        self.record.seconds += (sys::clock::unix_now() - self.begun_ns) as f64 / 1e9;
        run_record::close(&mut self.record, interrupted);
        let mut recorder = self.recorder.into_inner();
        recorder.finish(&mut self.record);
        (self.record, recorder, self.watch.into_inner().progress)
    }
}

pub const REFERENCE: &str = "reference";

/// The number of points of a study between two reference points.
const REFERENCE_EVERY: usize = 10;

/// A study whose findings can be read at any time.
pub trait FindingStudy: Study {
    fn finding(&self) -> Finding;

    /// The drift of the machine during the study; `None` without reference points.
    fn drift(&self) -> Option<Drift> {
        None
    }
}

impl<S: FindingStudy> FindingStudy for ReferencedStudy<S> {
    fn finding(&self) -> Finding {
        self.inner().finding()
    }

    fn drift(&self) -> Option<Drift> {
        Some(ReferencedStudy::drift(self))
    }
}

impl FindingStudy for study::calibrate::Calibrate {
    fn finding(&self) -> Finding {
        Finding::Calibrate(Self::finding(self))
    }
}

impl FindingStudy for study::race::Race {
    fn finding(&self) -> Finding {
        Finding::Race(Self::finding(self))
    }
}

impl FindingStudy for study::depth_sweep::DepthSweep {
    fn finding(&self) -> Finding {
        Finding::DepthSweep(Self::finding(self))
    }
}

impl FindingStudy for study::scale::Scale {
    fn finding(&self) -> Finding {
        Finding::Scale(Self::finding(self))
    }
}

pub fn reference(target: &str, load: PointLoad) -> Point {
    Point::new(REFERENCE, &[target.to_owned()], load)
}

/// Returns a study that repeats `point` between its own points, so that changes of the machine show.
pub fn referenced<S: FindingStudy + 'static>(
    study: S,
    point: Point,
    until: Until,
) -> Box<dyn FindingStudy> {
    let reference = PointRequest { point, until, purpose: Purpose::Reference };
    Box::new(ReferencedStudy::new(study, reference, REFERENCE_EVERY))
}

/// Conducts a study to its end. Returns the measured points, which are all in the store by then.
pub(super) fn drive<R: Runner<PointRequest>>(
    study: &mut dyn FindingStudy,
    journal: &Journal,
    runner: &mut R,
    number: usize,
    (watch, recorder): (&RefCell<Watch>, &RefCell<Recorder>),
) -> (Vec<PointRecord>, Result<(), Failure>)
where
    R::Error: std::fmt::Display,
{
    let mut points = Vec::new();
    let conducted =
        conduct(&mut DynStudy(study, recorder), journal, runner, &mut |step| match step {
            Step::Begins(_, outlook) => watch.borrow_mut().outlook(outlook),
            Step::Known(..) => watch.borrow_mut().point_known(),
            Step::Measured(ask, seen) => {
                let (point, purpose) = (ask.point.clone(), ask.purpose);
                let point = PointRecord { purpose, point, measured: seen.clone() };
                recorder.borrow_mut().point(number as u32, &point);
                watch.borrow_mut().point_ended();
                points.push(point);
            }
        });
    let driven = conducted.map(drop).map_err(|error| {
        Failure::of(Ending::Target, error.to_string().lines().map(str::to_owned).collect())
    });
    (points, driven)
}

/// Gives a study all known points. Returns whether it needs no others.
pub(super) fn all_known(study: &mut dyn FindingStudy, journal: &Journal) -> bool {
    while let Some(ask) = study.next_request() {
        let Some(known) = journal.get(&ask.point.id()) else { return false };
        study.take(&ask, known);
    }
    true
}

/// Adapts a [`FindingStudy`] to the function [`conduct`].
struct DynStudy<'a>(&'a mut dyn FindingStudy, &'a RefCell<Recorder>);

impl Study for DynStudy<'_> {
    fn next_request(&mut self) -> Option<PointRequest> {
        self.0.next_request()
    }

    fn take(&mut self, ask: &PointRequest, seen: &Measurement) {
        self.0.take(ask, seen);
    }

    fn outlook(&self) -> Outlook {
        self.0.outlook()
    }

    fn skip_failed(&mut self, ask: &PointRequest, failure: &RunFailure) -> bool {
        // If the store fails, the study must not continue without the point.
        self.1.borrow().stops().is_none() && self.0.skip_failed(ask, failure)
    }
}
