//! A folder with a store, where requests are carried out as by the commands, without an answer on the terminal.

use base::{Bytes, Nanos};
use cluster::LocalTransport;
use record::Record;
use report::Language;
use report::terminal::Style;
use serde_json::Value;
use session::failure::{Ending, Failure};
use session::hosts::HostGroup;
use session::live::Progress;
use session::requests::disks::{self, DisksRequest};
use session::requests::mistakes::Mistakes;
use session::requests::race::RaceRequest;
use session::requests::ramp::{self, RampRequest};
use session::requests::{StudySetup, plan, race};
use session::study::{self, StudyOptions, StudyRequest};
use session::write_permission::Permission;
use session::{answer, check, profiles, recorder, target};
use std::path::PathBuf;
use std::sync::Arc;
use testkit::TempDir;
use workload::{EngineChoice, Requirement};

const PLAIN: Style = Style { colour: false, unicode: false, width: 80, language: Language::En };

pub(crate) struct TestPlace {
    dir: TempDir,
}

#[derive(Clone, Copy)]
pub(crate) struct CheckWords<'a> {
    pub(crate) target: &'a str,
    pub(crate) profile: &'a str,
    pub(crate) requirement: &'a str,
    pub(crate) roles: &'a [&'a str],
    pub(crate) budget_s: u64,
    pub(crate) seed: u64,
}

impl CheckWords<'static> {
    /// A check with the default settings: 90 s with the general profile.
    pub(crate) const USUAL: Self = Self {
        target: "",
        profile: "generic-oltp",
        requirement: "",
        roles: &[],
        budget_s: 90,
        seed: 3,
    };
}

impl TestPlace {
    pub(crate) fn new(name: &str) -> Self {
        Self { dir: TempDir::new(&format!("simulated-{name}")) }
    }

    pub(crate) fn store(&self) -> PathBuf {
        self.dir.join("results.db")
    }

    pub(crate) fn folder(&self, name: &str) -> PathBuf {
        let path = self.dir.join(name);
        std::fs::create_dir(&path).expect("the folder is the test's");
        path
    }

    pub(crate) fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.dir.join(name);
        std::fs::write(&path, text).expect("the folder is the test's");
        path
    }

    fn setup(&self) -> StudySetup {
        StudySetup { store: Some(self.store()), ..StudySetup::default() }
    }

    fn options(&self, seed: Option<u64>) -> StudyOptions {
        StudyOptions { store: Some(self.store()), seed, ..StudyOptions::default() }
    }

    #[track_caller]
    fn measure(&self, request: StudyRequest, options: &StudyOptions) -> Record {
        self.measure_on(request, options, HostGroup::alone())
    }

    #[track_caller]
    fn measure_on(
        &self,
        request: StudyRequest,
        options: &StudyOptions,
        hosts: HostGroup,
    ) -> Record {
        let progress = Progress::new(true, Language::En);
        let run = study::measure(request, options, hosts, &Arc::default(), progress);
        let run = run.unwrap_or_else(|failure| panic!("{failure:?}"));
        run.failed.unwrap_or_else(|failure| panic!("{failure:?}"));
        assert!(run.recorder.lost().is_none());
        run.record
    }

    #[track_caller]
    fn requested(&self, seed: u64, request: Result<StudyRequest, Failure>) -> Record {
        let request = request.unwrap_or_else(|failure| panic!("{failure:?}"));
        self.measure(request, &self.options(Some(seed)))
    }

    #[track_caller]
    pub(crate) fn calibrate(&self, request: &DisksRequest, seed: u64) -> Record {
        self.requested(seed, disks::calibrate(request, &self.setup(), Mistakes::default()))
    }

    #[track_caller]
    pub(crate) fn scale(&self, request: &DisksRequest, seed: u64) -> Record {
        self.requested(seed, disks::scale(request, &self.setup(), Mistakes::default()))
    }

    /// Runs a study that adds hosts to one storage. Returns the record of the first host.
    pub(crate) fn scale_hosts(&self, request: &DisksRequest, hosts: usize, seed: u64) -> Record {
        let own = |group: HostGroup| {
            let study = disks::scale_hosts(request, &self.setup(), &group, Mistakes::default());
            let study = study.unwrap_or_else(|failure| panic!("{failure:?}"));
            self.measure_on(study, &self.options(Some(seed)), group)
        };
        on_hosts(hosts, own).swap_remove(0)
    }

    /// Finds the highest load of this many hosts together.
    pub(crate) fn ramp_on_hosts(&self, request: &RampRequest, hosts: usize, seed: u64) -> Record {
        let own = |group: HostGroup| {
            let study = ramp::ramp(request, &self.setup(), Mistakes::default());
            let mut study = study.unwrap_or_else(|failure| panic!("{failure:?}"));
            group.share_study(&mut study).expect("simulated hosts share everything");
            self.measure_on(study, &self.options(Some(seed)), group)
        };
        on_hosts(hosts, own).swap_remove(0)
    }

    #[track_caller]
    pub(crate) fn compare(&self, request: &RaceRequest, seed: u64) -> Record {
        self.requested(seed, race::compare(request, &self.setup(), Mistakes::default()))
    }

    #[track_caller]
    pub(crate) fn ramp(&self, request: &RampRequest, seed: u64) -> Record {
        self.requested(seed, ramp::ramp(request, &self.setup(), Mistakes::default()))
    }

    #[track_caller]
    pub(crate) fn plan(&self, text: &str, seed: Option<u64>) -> Record {
        let (file, mut options) = (self.write("plan.toml", text), self.options(seed));
        let request = plan::read(&file, &self.setup(), &mut options, Mistakes::default());
        self.measure(request.unwrap_or_else(|failure| panic!("{failure:?}")), &options)
    }

    #[track_caller]
    pub(crate) fn check(&self, words: &CheckWords<'_>) -> Record {
        self.check_on(HostGroup::alone(), words)
    }

    /// Checks a simulated storage from this many hosts at the same time. Returns the record of the first one.
    pub(crate) fn check_from_hosts(&self, words: &CheckWords<'_>, hosts: usize) -> Record {
        on_hosts(hosts, |group| self.check_on(group, words)).swap_remove(0)
    }

    fn check_on(&self, hosts: HostGroup, words: &CheckWords<'_>) -> Record {
        let (source_text, profile) = profiles::load(words.profile).expect("the profile is known");
        let roles: Vec<String> = words.roles.iter().map(|role| (*role).to_owned()).collect();
        let requirement = Requirement::read(words.requirement).expect("the requirement is right");
        let request = check::CheckRequest {
            requirement: profile.requirement(requirement),
            target: words.target.to_owned(),
            profile: profiles::choose(profile, &roles).expect("the profile has these roles"),
            source_text,
            requirement_text: words.requirement.to_owned(),
            budget_ns: Nanos::secs(words.budget_s).0,
            size: None::<Bytes>,
            engine: EngineChoice::default(),
            seed: words.seed,
            command: "plimsoll check".to_owned(),
        };
        let test_target = target::open(words.target, None, &Permission::default());
        let test_target = test_target.and_then(|test_target| hosts.share(test_target, true));
        let test_target = test_target.unwrap_or_else(|failure| panic!("{failure:?}"));
        let store = hosts.open_store(Some(&self.store())).expect("the folder is the test's");
        let mut progress = Progress::new(true, Language::En);
        let mut active_check =
            check::ActiveCheck::begin(&request, test_target, store, &mut progress)
                .expect("it can begin");
        active_check.join(hosts);
        active_check
            .measure(&Arc::default(), &mut progress)
            .expect("simulated storage does not fail");
        active_check.finish(false)
    }

    pub(crate) fn stored(&self) -> Record {
        let store = recorder::open_to_read(Some(&self.store())).expect("the store is there");
        let run = session::stored::find(&store, "last").expect("a run was stored");
        store.load(run).expect("the record can be read")
    }
}

/// Runs the same on this many hosts, each a thread of this process. Returns the result of each, by rank.
pub(crate) fn on_hosts<T: Send>(hosts: usize, own: impl Fn(HostGroup) -> T + Sync) -> Vec<T> {
    let own = &own;
    std::thread::scope(|scope| {
        let host = |end| {
            scope.spawn(move || {
                own(HostGroup::join(Arc::new(end), &Arc::default()).expect("all hosts are there"))
            })
        };
        let threads: Vec<_> = LocalTransport::group(hosts).into_iter().map(host).collect();
        threads.into_iter().map(|thread| thread.join().expect("a host does not fail")).collect()
    })
}

pub(crate) fn ending(record: &Record) -> Ending {
    answer::ending(record)
}

pub(crate) fn json(record: &Record) -> Value {
    serde_json::from_str(&report::export::json(record)).expect("the export is JSON")
}

pub(crate) fn finding(record: &Record, stage: usize) -> Value {
    json(record)["study"]["stages"][stage]["finding"].clone()
}

/// The record as the terminal shows it, without its line breaks.
pub(crate) fn shown(record: &Record) -> String {
    let text = report::terminal::terminal(record, &PLAIN);
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The part of the record that the seed decides: everything but the times of the run.
pub(crate) fn decided(record: &Record) -> Value {
    let mut document = json(record);
    let fields = document.as_object_mut().expect("a document is an object");
    for time in ["started_unix_s", "seconds"] {
        assert!(fields.remove(time).is_some(), "the document has no {time}");
    }
    document
}

pub(crate) fn disks(shelf: &str) -> DisksRequest {
    DisksRequest { disks: vec![shelf.to_owned()], ..DisksRequest::default() }
}

pub(crate) fn race(layouts: &[&str], grid: &str) -> RaceRequest {
    RaceRequest {
        layouts: layouts.iter().map(|layout| (*layout).to_owned()).collect(),
        grid: Some(grid.to_owned()),
        ..RaceRequest::default()
    }
}
