//! A study of points from what was asked to its record: planned, gone on with or begun, conducted stage by stage, stored.
//!
//! Every point is in the store as soon as it has ended, so that whatever ends the program loses the point under way at most;
//! the same command goes on with what is there.

mod conclude;
pub mod dry_run;
mod follow;
pub(crate) mod holder;
mod imagined;
mod ramp;
mod resume;
mod taken;
mod warnings;

pub use ramp::RampWork;

use crate::exposed::ExposedMetrics;
use crate::failure::{Ending, Failure};
use crate::hosts::{HostGroup, StageTurn};
use crate::layouts::{Building, Standing};
use crate::live::Progress;
use crate::output::{self, Place};
use crate::points::{Manner, PointRunner};
use crate::progress::Watch;
use crate::recorder::{self, Recorder};
use crate::shelf::Shelf;
use crate::{answer, given_up, load, profiles};
use base::Nanos;
use record::key::{Settings, StageKey};
use record::{
    Drift, Finding, Journal, Measured, Note, Point, PointRecord, Provenance, Purpose, Record,
    RunKind, StageRecord, State, StudyKey, StudyKind, StudyRecord, Until,
};
use report::Language;
use report::messages::progress::ProgressText;
use resume::Begun;
use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use store::{RunStart, StageStart, StudyStart};
use study::conduct::Progress as Step;
use study::reference::ReferencedStudy;
use study::{Outlook, PointRequest, Recorded, Runner, Study, conduct};
use workload::{EngineChoice, PointLoad};

/// The subject of reference points.
pub const REFERENCE: &str = "reference";
/// Points of a study between two reference points.
const REFERENCE_EVERY: usize = 10;

/// A study that says at any time what it found.
pub trait Finds: Study {
    /// What is known so far.
    fn finding(&self) -> Finding;

    /// What became of the machine meanwhile, where a reference point tells.
    fn drift(&self) -> Option<Drift> {
        None
    }
}

impl<S: Finds> Finds for ReferencedStudy<S> {
    fn finding(&self) -> Finding {
        self.inner().finding()
    }

    fn drift(&self) -> Option<Drift> {
        Some(ReferencedStudy::drift(self))
    }
}

impl Finds for study::calibrate::Calibrate {
    fn finding(&self) -> Finding {
        Finding::Calibrate(Self::finding(self))
    }
}

impl Finds for study::race::Race {
    fn finding(&self) -> Finding {
        Finding::Race(Self::finding(self))
    }
}

impl Finds for study::depth_sweep::DepthSweep {
    fn finding(&self) -> Finding {
        Finding::DepthSweep(Self::finding(self))
    }
}

impl Finds for study::scale::Scale {
    fn finding(&self) -> Finding {
        Finding::Scale(Self::finding(self))
    }
}

/// The point that is repeated on this target.
pub fn reference(target: &str, load: PointLoad) -> Point {
    Point::new(REFERENCE, &[target.to_owned()], load)
}

/// A study among whose points this one is repeated, so that the machine's own ups and downs show.
pub fn referenced<S: Finds + 'static>(study: S, point: Point, until: Until) -> Box<dyn Finds> {
    let reference = PointRequest { point, until, purpose: Purpose::Reference };
    Box::new(ReferencedStudy::new(study, reference, REFERENCE_EVERY))
}

/// A stage before another: what came of it, and the places that it stood on.
#[derive(Clone, Copy)]
pub struct Before<'a> {
    pub record: &'a StageRecord,
    pub shelf: &'a Shelf,
}

/// Makes a study from the seed that its choices are drawn from and from the stages before it.
pub type Build = Box<dyn Fn(u64, &[Before<'_>]) -> Box<dyn Finds>>;

/// What a stage does.
pub enum Work {
    /// A study of points.
    Points(Build),
    /// The same on points that somebody recorded.
    Recorded(Build, Recorded),
    /// An open loop's climb to a latency limit.
    Ramp(Box<RampWork>),
}

/// One stage of what was asked: a study and the places that it stands on.
pub struct Stage {
    /// Its name in the plan; the command's where there is no plan.
    pub name: String,
    /// What study.
    pub study: StudyKind,
    /// The command that does this stage alone.
    pub command: String,
    /// Everything about the study that decides its points, without the seed.
    pub settings: Settings,
    pub shelf: Shelf,
    /// What its places are built of when it begins; none: they are there.
    pub building: Option<Building>,
    pub work: Work,
}

impl Stage {
    /// Everything that decides which points it asks for.
    fn key(&self) -> StageKey {
        let places = self.shelf.spots.iter().map(|spot| self.shelf.place_key(spot));
        let (study, settings) = (self.study, self.settings.clone());
        StageKey { study, settings, places: places.collect() }
    }

    /// Where its points come from.
    fn provenance(&self) -> Provenance {
        match self.work {
            Work::Recorded(..) => Provenance::Recorded,
            Work::Points(_) | Work::Ramp(_) => Provenance::Measured,
        }
    }

    fn places(&self) -> impl Iterator<Item = &Path> {
        let disks = self.building.iter().flat_map(|building| &building.disks);
        self.shelf.places().chain(disks.map(PathBuf::as_path))
    }
}

/// What the user asked for, read and found right.
pub struct StudyRequest {
    pub kind: RunKind,
    /// The command that repeats it, without the seed.
    pub command: String,
    /// What is studied, for people.
    pub subject: String,
    /// The text of the plan, where there is one.
    pub source_text: String,
    pub stages: Vec<Stage>,
    pub engine: EngineChoice,
    /// Quiet time before each point; none: by what the places are.
    pub pause: Option<Nanos>,
}

impl StudyRequest {
    /// Everything that decides which points are asked for.
    fn key(&self) -> StudyKey {
        let hosts = self.stages.iter().map(|stage| stage.shelf.hosts()).max().unwrap_or(1);
        let stages = self.stages.iter().map(Stage::key).collect();
        StudyKey::new(self.engine_key(), stages).on_hosts(hosts)
    }

    fn engine_key(&self) -> Option<String> {
        self.engine.kind.map(|kind| kind.name().to_owned())
    }

    /// What is studied, for people.
    pub fn target(&self) -> String {
        let mut titles: Vec<String> = self.stages.iter().map(|stage| stage.shelf.title()).collect();
        titles.dedup();
        titles.join("; ")
    }

    /// Everything real that it works on: the places of every stage, and the disks that layouts are built on.
    pub fn places(&self) -> impl Iterator<Item = &Path> {
        self.stages.iter().flat_map(Stage::places)
    }

    fn pause_ns(&self, stage: &Stage, stacks: &[sys::inventory::Inventory]) -> u64 {
        self.pause.map_or_else(|| stage.shelf.pause_ns(stacks), |pause| pause.0)
    }
}

/// How a study is carried out, beside what is studied.
#[derive(Clone, Debug, Default)]
pub struct StudyOptions {
    /// Only lists what would run.
    pub dry_run: bool,
    /// Begins again, although this very study was begun and not finished.
    pub fresh: bool,
    /// Where to write the HTML report.
    pub report: Option<PathBuf>,
    /// The devices that the user marked for destruction.
    pub destroy: Vec<PathBuf>,
    /// Answers with one JSON document.
    pub as_json: bool,
    /// The language of the answer and the report.
    pub language: Language,
    /// The file that keeps all results; none: the usual one.
    pub store: Option<PathBuf>,
    pub seed: Option<u64>,
}

/// A study that was carried out, as far as it came.
pub struct StudyRun {
    pub record: Record,
    pub recorder: Recorder,
    pub progress: Progress,
    /// What ended it before its end.
    pub failed: Result<(), Failure>,
    /// What could not be taken down, for people.
    standing: Vec<String>,
}

/// Carries out what was asked, on all hosts where there are several, and shows the answer on the first one; `exposed` is where a
/// monitoring system finds the figures meanwhile.
pub fn carry_out(
    asked: StudyRequest,
    options: &StudyOptions,
    hosts: HostGroup,
    exposed: Option<ExposedMetrics>,
) -> Result<Ending, Failure> {
    let leads = hosts.leads();
    let meant = given_up::all_meant(options.destroy.iter().map(PathBuf::as_path), asked.places());
    hosts.agree(meant)?;
    if options.dry_run && !leads {
        return Ok(Ending::Done);
    }
    if options.dry_run {
        let store = recorder::open_if_there(options.store.as_deref()).unwrap_or_default();
        let there = resume::foretold(&asked, options.fresh, options.seed, store.as_ref())?;
        return dry_run::tell(&asked, options.seed.unwrap_or(0), &there, options.as_json);
    }
    let page = options.report.as_deref().map(|named| page(&asked, named, options)).transpose()?;
    hosts.claim(&asked.places().map(Path::to_owned).collect::<Vec<_>>())?;
    let interrupt = crate::interrupt()?;
    let mut progress = Progress::new(options.as_json || !leads, options.language);
    progress.exposed = exposed;
    let StudyRun { record, recorder, mut progress, failed, standing } =
        measure(asked, options, hosts, &interrupt, progress)?;
    progress.wipe();
    if !leads {
        let interrupted = record.state == State::Interrupted;
        return failed.map(|()| if interrupted { Ending::Interrupted } else { Ending::Done });
    }
    let given = answer::give(&record, options.as_json, page.as_ref(), &recorder, &mut progress)?;
    recorder.left()?;
    if !interrupt.load(Ordering::Relaxed) || !standing.is_empty() {
        failed.and(standing_still(standing))?;
    }
    Ok(answer::ended(answer::ending(&record), given, &recorder))
}

/// Measures every stage that is not known yet, and stores what it gives. A host that follows measures what the first one sends.
///
/// # Errors
/// When it cannot begin. What fails later is in the [`StudyRun`].
pub fn measure(
    mut asked: StudyRequest,
    options: &StudyOptions,
    hosts: HostGroup,
    interrupt: &Arc<AtomicBool>,
    mut progress: Progress,
) -> Result<StudyRun, Failure> {
    let store = hosts.open_store(options.store.as_deref())?;
    if !hosts.leads() {
        return follow::measure(asked, store, &hosts, interrupt, progress);
    }
    let begun = resume::begin(&asked, options.fresh, options.seed, store, &mut progress);
    let begun = hosts.agree(begun)?;
    hosts.of_first(|| Ok(begun.seed))?;
    hosts.agree(Ok(()))?;
    let plan = imagined::ahead(&asked, &begun);
    let mut course = Course::new(begun, Watch::new(progress, plan), hosts);
    course.hosts.keep_part(&course.record);
    let mut failed = Ok(());
    for number in 0..asked.stages.len() {
        failed = course.stage(&mut asked, number, interrupt).and_then(|()| course.stored());
        if failed.is_err() || interrupt.load(Ordering::Relaxed) {
            break;
        }
        course.tell(number, options.language);
    }
    let standing = std::mem::take(&mut course.standing);
    let interrupted = interrupt.load(Ordering::Relaxed);
    course.conclude_hosts(interrupted);
    let (record, recorder, progress) = course.finish(&failed, interrupted);
    Ok(StudyRun { record, recorder, progress, failed, standing })
}

/// What could not be taken down is a failure, whatever else happened.
fn standing_still(lines: Vec<String>) -> Result<(), Failure> {
    if lines.is_empty() { Ok(()) } else { Err(Failure::of(Ending::Target, lines)) }
}

/// The place of the page.
fn page(asked: &StudyRequest, named: &Path, options: &StudyOptions) -> Result<Place, Failure> {
    let mut kept = output::files_of_store(&recorder::place(options.store.as_deref())?);
    let spots = asked.stages.iter().flat_map(|stage| &stage.shelf.spots);
    kept.extend(spots.map(|spot| PathBuf::from(&spot.word)));
    output::place("--report", named, &kept, None)
}

/// The command that does it again, from any folder.
fn again<'a>(command: &'a str, seed: u64, places: impl Iterator<Item = &'a Path>) -> String {
    let named = answer::files_among(command.split(' ').skip(2));
    answer::from_anywhere(format!("{command} --seed {seed}"), named.chain(places))
}

/// What the store is told when a study begins.
fn start(asked: &StudyRequest, seed: u64) -> (RunStart, StudyStart) {
    let run = RunStart {
        kind: asked.kind,
        command: again(&asked.command, seed, asked.places()),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        started_unix_s: (sys::clock::unix_now() / 1_000_000_000).cast_signed(),
        seed,
        target: asked.target(),
        subject: asked.subject.clone(),
        engine: String::new(),
        requirement: String::new(),
        source_text: asked.source_text.clone(),
        facts: conclude::facts(asked),
        notes: notes(asked),
    };
    let stage = |stage: &Stage| StageStart {
        name: stage.name.clone(),
        study: stage.study,
        provenance: stage.provenance(),
        command: again(&stage.command, seed, stage.places()),
    };
    let study = StudyStart {
        identity: asked.key().text(),
        holder: holder::own(),
        stages: asked.stages.iter().map(stage).collect(),
    };
    (run, study)
}

/// What all places are beside their names, each told once, and how closely a fitted job repeats its load.
fn notes(asked: &StudyRequest) -> Vec<Note> {
    let mut told: Vec<Note> = Vec::new();
    for note in asked.stages.iter().flat_map(|stage| stage.shelf.notes()) {
        if !told.contains(&note) {
            told.push(note);
        }
    }
    told.extend(profiles::fidelity_note(&asked.source_text));
    told
}

/// One study under way.
struct Course {
    record: Record,
    seed: u64,
    /// Seconds from the study's first beginning to that of this session.
    begun_before_s: f64,
    begun_ns: u64,
    watch: RefCell<Watch>,
    recorder: RefCell<Recorder>,
    /// What could not be taken down, for people.
    standing: Vec<String>,
    hosts: HostGroup,
    /// Whether no other host has refused: then all of them wait for what comes next.
    are_hosts_together: bool,
    /// How busy the CPUs of this host were in the last stage.
    cpu_busy_share: Option<f64>,
}

impl Course {
    fn new(begun: Begun, watch: Watch, hosts: HostGroup) -> Self {
        let Begun { mut record, seed, begun_before_s, recorder } = begun;
        record.notes.extend(hosts.notes());
        Self {
            hosts,
            are_hosts_together: true,
            cpu_busy_share: None,
            record,
            seed,
            begun_before_s,
            begun_ns: sys::clock::unix_now(),
            watch: RefCell::new(watch),
            recorder: RefCell::new(recorder),
            standing: Vec::new(),
        }
    }

    fn stage_record(&mut self, number: usize) -> &mut StageRecord {
        let study = self.record.study.as_mut().expect("the record of a study was made with it");
        &mut study.stages[number]
    }

    fn stages_before(&self, number: usize) -> &[StageRecord] {
        self.record.study.as_ref().map_or(&[], |study| &study.stages[..number])
    }

    /// Whether everything could be stored so far.
    fn stored(&self) -> Result<(), Failure> {
        self.recorder.borrow().left()
    }

    /// Seconds since the study first began at which this stage begins; of simulated storage at which it began, as what was measured of
    /// it then is lived through again.
    fn now_s(&self, number: usize, simulated: bool) -> f64 {
        if simulated {
            return resume::simulated_s(self.stages_before(number));
        }
        self.begun_before_s + (sys::clock::unix_now() - self.begun_ns) as f64 / 1e9
    }

    /// Carries out one stage; what was measured before a failure is kept.
    fn stage(
        &mut self,
        asked: &mut StudyRequest,
        number: usize,
        interrupt: &Arc<AtomicBool>,
    ) -> Result<(), Failure> {
        let journal = self.stage_record(number).journal();
        let build = |course: &Self| match &asked.stages[number].work {
            Work::Points(build) | Work::Recorded(build, _) => {
                let records = course.stages_before(number).iter();
                let before = records.zip(&asked.stages);
                let before = before.map(|(record, stage)| Before { record, shelf: &stage.shelf });
                Some(build(course.seed, &before.collect::<Vec<_>>()))
            }
            Work::Ramp(_) => None,
        };
        let mut study = build(self);
        let whole = match &mut study {
            Some(study) => all_known(study.as_mut(), &journal),
            None => self.stage_record(number).finding.is_some(),
        };
        if !whole {
            // What is known is told in its turn, so that simulated time goes by with it.
            study = build(self);
        }
        let turn = (journal.len(), whole);
        self.watch.borrow_mut().turn(number, &asked.stages[number].name, turn);
        if let Some(building) = asked.stages[number].building.as_ref().filter(|_| !whole) {
            let disks = building.disks.clone();
            asked.stages.iter_mut().for_each(|stage| stage.shelf.let_go(&disks));
        }
        let standing = match &asked.stages[number].building {
            Some(building) if !whole => {
                let (shelf, standing) = self.raise(building, interrupt)?;
                asked.stages[number].shelf = shelf;
                Some(standing)
            }
            _ => None,
        };
        self.tell_hosts(if whole { StageTurn::Skip } else { StageTurn::Carry })?;
        let done = if whole {
            Ok(())
        } else {
            self.carry(asked, number, (study.as_deref_mut(), &journal), interrupt)
        };
        if let Some(standing) = standing {
            // Nothing of it may be open when it falls.
            asked.stages[number].shelf.leave();
            self.fall(standing);
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

    /// Says what a stage found while others are still to come: that may take days.
    fn tell(&mut self, number: usize, language: Language) {
        let stages =
            &self.record.study.as_ref().expect("the record of a study was made with it").stages;
        if number + 1 < stages.len() && stages[number].finding.is_some() {
            let texts = report::studies::stage_text(language, &stages[number]);
            self.watch.borrow_mut().progress.say(&format!("  {}", texts.headline));
        }
    }

    /// Lets the places of a stage be built.
    fn raise(
        &self,
        building: &Building,
        interrupt: &Arc<AtomicBool>,
    ) -> Result<(Shelf, Standing), Failure> {
        let own =
            |progress: Progress| std::mem::replace(&mut self.watch.borrow_mut().progress, progress);
        let progress = RefCell::new(own(Progress::new(true, Language::En)));
        let raised = building.raise(interrupt, &progress);
        own(progress.into_inner());
        raised
    }

    /// Takes them down.
    fn fall(&mut self, standing: Standing) {
        self.watch.borrow_mut().progress.begin(&ProgressText::TakingDown.to_string(), None);
        let fell = standing.down();
        self.watch.borrow_mut().progress.wipe();
        self.standing.extend(fell.err().map_or_else(Vec::new, |failure| failure.lines));
    }

    /// Measures what is not known of a stage.
    fn carry(
        &mut self,
        asked: &mut StudyRequest,
        number: usize,
        (mut study, journal): (Option<&mut (dyn Finds + 'static)>, &Journal),
        interrupt: &Arc<AtomicBool>,
    ) -> Result<(), Failure> {
        if !matches!(asked.stages[number].work, Work::Recorded(..)) {
            let stage = &mut asked.stages[number];
            let made = make(stage, &asked.engine, self.seed, interrupt, &self.watch);
            let agreed = self.hosts.agree(made);
            self.are_hosts_together &= agreed.is_ok();
            agreed?;
        }
        let stage = &asked.stages[number];
        match (&mut study, &stage.work) {
            (None, Work::Ramp(work)) => self.climb(stage, number, work, &asked.engine, interrupt),
            (Some(study), Work::Recorded(_, rows)) => {
                self.watch.borrow_mut().stage_begins(0, true);
                let mut rows = rows.clone();
                let places = (&self.watch, &self.recorder);
                let (points, driven) = drive(*study, journal, &mut rows, number, places);
                self.stage_record(number).points.extend(points);
                "recorded".clone_into(&mut self.record.engine);
                driven
            }
            (Some(study), _) => {
                let manner = Manner {
                    engine: asked.engine.clone(),
                    seed: self.seed,
                    pause_ns: asked.pause_ns(stage, &stage.shelf.stacks()),
                    begun_before_s: self.now_s(number, stage.shelf.simulated()),
                    all_must_answer: stage.study == StudyKind::Scale,
                    grows_hosts: stage.study == StudyKind::Scale && stage.shelf.hosts() > 1,
                };
                self.measure(stage, number, (*study, journal), &manner, interrupt)
            }
            (None, _) => Ok(()),
        }
    }

    fn measure(
        &mut self,
        stage: &Stage,
        number: usize,
        (study, journal): (&mut dyn Finds, &Journal),
        manner: &Manner,
        interrupt: &Arc<AtomicBool>,
    ) -> Result<(), Failure> {
        let witness = warnings::Seen::start(&stage.shelf);
        let simulated = stage.shelf.simulated();
        self.watch.borrow_mut().stage_begins(manner.pause_ns, simulated);
        let places = (&self.watch, &self.recorder);
        let mut runner =
            PointRunner::new(&stage.shelf, manner.clone(), interrupt, places.0, places.1);
        runner.runner.hosts = self.hosts.several();
        let (points, driven) = drive(study, journal, &mut runner, number, places);
        let (trials, mut totals) = (std::mem::take(&mut runner.trials), runner.runner.totals);
        self.hosts.end_stage();
        totals.ours = self.hosts.moved_beside(totals.ours);
        self.watch.borrow_mut().progress.wipe();
        let ran = (trials, totals);
        self.cpu_busy_share = conclude::take(&mut self.record, stage, ran, &witness, manner);
        self.stage_record(number).points.extend(points);
        let (finding, drift) = (study.finding(), study.drift());
        let record = self.stage_record(number);
        (record.finding, record.drift) = (Some(finding), drift);
        driven
    }

    /// Tells the other hosts what comes next.
    fn tell_hosts(&mut self, turn: StageTurn) -> Result<(), Failure> {
        let told = self.hosts.turn(turn).map(drop);
        self.are_hosts_together &= told.is_ok();
        told
    }

    /// Ends the study on all hosts, and takes their figures.
    fn conclude_hosts(&mut self, interrupted: bool) {
        if self.are_hosts_together && !interrupted && !self.hosts.has_lost() {
            // A host that is lost only now is found missing below.
            drop(self.tell_hosts(StageTurn::End));
        }
        if self.are_hosts_together {
            self.record.hosts = self.hosts.conclude(self.cpu_busy_share, &self.record.warnings);
        }
    }

    /// The record, stored.
    fn finish(
        mut self,
        failed: &Result<(), Failure>,
        interrupted: bool,
    ) -> (Record, Recorder, Progress) {
        self.record.state = match failed {
            _ if interrupted => State::Interrupted,
            Err(_) => State::Failed,
            Ok(()) => State::Done,
        };
        // Nights and weekends between sessions took nothing.
        self.record.seconds += (sys::clock::unix_now() - self.begun_ns) as f64 / 1e9;
        conclude::close(&mut self.record, interrupted);
        let mut recorder = self.recorder.into_inner();
        recorder.finish(&mut self.record);
        (self.record, recorder, self.watch.into_inner().progress)
    }
}

/// Makes the places of a stage ready.
fn make(
    stage: &mut Stage,
    engine: &EngineChoice,
    seed: u64,
    interrupt: &AtomicBool,
    watch: &RefCell<Watch>,
) -> Result<(), Failure> {
    if stage.study == StudyKind::Scale {
        stage.shelf.answers()?;
    }
    stage.shelf.make(engine)?;
    stage.shelf.lay(seed, interrupt, watch)
}

/// Conducts a study to its end; gives every point that was measured, each of which is in the store by then.
fn drive<R: Runner<PointRequest>>(
    study: &mut dyn Finds,
    journal: &Journal,
    runner: &mut R,
    number: usize,
    (watch, recorder): (&RefCell<Watch>, &RefCell<Recorder>),
) -> (Vec<PointRecord>, Result<(), Failure>)
where
    R::Error: std::fmt::Display,
{
    let mut points = Vec::new();
    let conducted = conduct(&mut Dyn(study, recorder), journal, runner, &mut |step| match step {
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

/// Tells a study everything that is known already; whether this was all it wanted.
fn all_known(study: &mut dyn Finds, journal: &Journal) -> bool {
    while let Some(ask) = study.next_request() {
        let Some(known) = journal.get(&ask.point.id()) else { return false };
        study.take(&ask, known);
    }
    true
}

/// A study that finds, as one that is conducted.
struct Dyn<'a>(&'a mut dyn Finds, &'a RefCell<Recorder>);

impl Study for Dyn<'_> {
    fn next_request(&mut self) -> Option<PointRequest> {
        self.0.next_request()
    }

    fn take(&mut self, ask: &PointRequest, seen: &Measured) {
        self.0.take(ask, seen);
    }

    fn outlook(&self) -> Outlook {
        self.0.outlook()
    }

    fn skip_failed(&mut self, ask: &PointRequest, reason: &str) -> bool {
        // Without a store it is not the point that fails.
        self.1.borrow().stops().is_none() && self.0.skip_failed(ask, reason)
    }
}

/// The record of a study that has just begun.
fn empty_record(run: &RunStart, start: &StudyStart) -> Record {
    let stage = |stage: &StageStart| StageRecord {
        name: stage.name.clone(),
        study: stage.study,
        provenance: stage.provenance,
        command: stage.command.clone(),
        points: Vec::new(),
        finding: None,
        drift: None,
    };
    let study = StudyRecord {
        identity: start.identity.clone(),
        stages: start.stages.iter().map(stage).collect(),
    };
    Record { study: Some(study), ..load::empty_record(run) }
}
