//! The hosts of a command: this one alone, or several. A host alone does everything at once and exchanges nothing.

use super::{Hosts, StageTurn};
use crate::conditions::OwnIo;
use crate::failure::{Ending, Failure};
use crate::load::PlannedJob;
use crate::shelf::Shelf;
use crate::study::StudyRequest;
use crate::target::TestTarget;
use crate::{claim, recorder};
use cluster::Transport;
use record::hosts::HostsRecord;
use record::{Note, Record};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use store::Store;
use summary::Warning;
use workload::Workload;

#[derive(Debug, Default)]
pub struct HostGroup(Option<RefCell<Hosts>>);

impl HostGroup {
    pub fn alone() -> Self {
        Self::default()
    }

    /// The processes behind a transport.
    pub fn join(
        transport: Arc<dyn Transport>,
        interrupt: &Arc<AtomicBool>,
    ) -> Result<Self, Failure> {
        Ok(Self(Some(RefCell::new(Hosts::join(transport, interrupt)?))))
    }

    /// The hosts; `None` if this host is alone.
    pub(crate) fn several(&self) -> Option<&RefCell<Hosts>> {
        self.0.as_ref()
    }

    pub fn count(&self) -> usize {
        self.0.as_ref().map_or(1, |hosts| hosts.borrow().count())
    }

    pub fn leads(&self) -> bool {
        self.0.as_ref().is_none_or(|hosts| hosts.borrow().leads())
    }

    /// Succeeds only if every host succeeds.
    pub fn agree<T>(&self, own: Result<T, Failure>) -> Result<T, Failure> {
        match &self.0 {
            Some(hosts) => hosts.borrow_mut().agree(own),
            None => own,
        }
    }

    /// The first host's value, for all.
    pub fn value_of_first<T: Serialize + DeserializeOwned + Default>(
        &self,
        own: impl FnOnce() -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        match &self.0 {
            Some(hosts) => hosts.borrow_mut().value_of_first(own),
            None => own(),
        }
    }

    /// This host's own place: `{host}` and `{rank}` are replaced by the host's name and number.
    pub fn place(&self, text: &str) -> String {
        self.0.as_ref().map_or_else(|| text.to_owned(), |hosts| hosts.borrow().place(text))
    }

    /// Claims the places for this command.
    pub fn claim(&self, places: &[PathBuf]) -> Result<(), Failure> {
        match &self.0 {
            Some(hosts) => hosts.borrow_mut().claim(places),
            None => claim::all(places),
        }
    }

    /// Runs work that must not run twice at once on one machine. `own` gets whether this host is the first on its machine.
    pub fn run_in_turn(
        &self,
        mut own: impl FnMut(bool) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        match &self.0 {
            Some(hosts) => hosts.borrow_mut().run_in_turn(own),
            None => own(true),
        }
    }

    /// Opens the stores: the named one on the first host, and on each host one for its own part, in a file beside it.
    pub fn open_store(&self, named: Option<&Path>) -> Result<Store, Failure> {
        let Some(hosts) = &self.0 else { return recorder::open(named) };
        let mut hosts = hosts.borrow_mut();
        let part = recorder::place(named)
            .and_then(|place| recorder::open(Some(&hosts.part_place(&place))));
        if !hosts.leads() {
            return hosts.agree(part);
        }
        let (opened, part) =
            hosts.agree(part.and_then(|part| Ok((recorder::open(named)?, part))))?;
        hosts.part_store = Some(part);
        Ok(opened)
    }

    /// Keeps the record with which the first host's own part begins, if there are several hosts.
    pub(crate) fn keep_part(&self, record: &Record) {
        if let Some(hosts) = &self.0 {
            hosts.borrow_mut().keep_part(record);
        }
    }

    pub(crate) fn of_part(&self) -> Option<HostsRecord> {
        self.0.as_ref().map(|hosts| hosts.borrow().of_part())
    }

    pub fn share(&self, test_target: TestTarget, writes: bool) -> Result<TestTarget, Failure> {
        match &self.0 {
            Some(hosts) => hosts.borrow_mut().share(test_target, writes),
            None => Ok(test_target),
        }
    }

    /// Compares the storage of a study that grows a set of hosts: each host becomes a place.
    pub fn grow_hosts(&self, shelf: &mut Shelf) -> Result<(), Failure> {
        match &self.0 {
            Some(hosts) => hosts.borrow_mut().share_shelf(shelf, true),
            None => Ok(()),
        }
    }

    /// Compares the places of every stage of a study whose load all hosts divide.
    pub fn share_study(&self, study: &mut StudyRequest) -> Result<(), Failure> {
        let Some(hosts) = &self.0 else { return Ok(()) };
        for stage in &mut study.stages {
            hosts.borrow_mut().share_shelf(&mut stage.shelf, false)?;
        }
        Ok(())
    }

    /// Sends the next step of a study to the other hosts, and returns that of the first host.
    pub(crate) fn turn(&self, own: StageTurn) -> Result<StageTurn, Failure> {
        match &self.0 {
            Some(hosts) => Ok(hosts.borrow_mut().exchange(&own)?.swap_remove(0)),
            None => Ok(own),
        }
    }

    /// The plans of a stage are over: the following hosts continue with the next stage.
    pub(crate) fn end_stage(&self) {
        if let Some(hosts) = &self.0 {
            hosts.borrow().end_stage();
        }
    }

    /// Takes a job that every host has read: sets which hosts run each stream, how they divide the load, and this host's paths.
    pub fn take_job(&self, workload: &mut Workload) -> Result<(), Failure> {
        self.0.as_ref().map_or(Ok(()), |hosts| hosts.borrow_mut().take_job(workload))
    }

    /// Compares the targets of a job that every host has planned and prepared.
    pub fn share_targets(&self, workload: &Workload, planned: &PlannedJob) -> Result<(), Failure> {
        self.0.as_ref().map_or(Ok(()), |hosts| hosts.borrow_mut().share_targets(workload, planned))
    }

    pub(crate) fn has_ended_early(&self) -> bool {
        self.0.as_ref().is_some_and(|hosts| hosts.borrow().has_ended_early())
    }

    /// Whether a host was lost; then the others wait for nothing more.
    pub(crate) fn has_lost(&self) -> bool {
        self.0.as_ref().is_some_and(|hosts| hosts.borrow().lost.is_some())
    }

    /// The words that start a command on these hosts again.
    pub(crate) fn launcher(&self) -> Vec<String> {
        self.0.as_ref().map_or_else(Vec::new, |hosts| hosts.borrow().launcher())
    }

    pub(crate) fn notes(&self) -> Vec<Note> {
        self.0.as_ref().map_or_else(Vec::new, |hosts| hosts.borrow().notes().to_vec())
    }

    /// The I/O of all hosts that the counters of this host's devices include; `own` if this host is alone.
    pub(crate) fn counted_io(&self, own: OwnIo) -> OwnIo {
        self.0.as_ref().map_or(own, |hosts| hosts.borrow().counted_io())
    }

    /// Ends the runs of all hosts and returns their record; `None` if this host is alone.
    pub(crate) fn conclude(
        &self,
        cpu_busy_share: Option<f64>,
        warnings: &[Warning],
    ) -> Option<HostsRecord> {
        let hosts = self.0.as_ref()?;
        Some(hosts.borrow_mut().conclude(cpu_busy_share, warnings))
    }
}

/// Why a host cannot continue, as sent to the other hosts.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
struct HostRefusal {
    ending: RefusalEnding,
    lines: Vec<String>,
}

#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
enum RefusalEnding {
    Target,
    Wrong,
    Interrupted,
}

impl HostRefusal {
    fn of(failure: &Failure) -> Self {
        let ending = match failure.ending {
            Ending::Interrupted => RefusalEnding::Interrupted,
            Ending::Wrong => RefusalEnding::Wrong,
            _ => RefusalEnding::Target,
        };
        Self { ending, lines: failure.messages().map(|line| line.into_owned()).collect() }
    }
}

impl Hosts {
    /// Succeeds only if every host succeeds. The first host reports the lines of each failed host, with the host's name.
    pub fn agree<T>(&mut self, own: Result<T, Failure>) -> Result<T, Failure> {
        let all = self.exchange(&own.as_ref().err().map(HostRefusal::of))?;
        if all.iter().all(Option::is_none) {
            return own;
        }
        let refusals = || all.iter().flatten();
        let ending = match refusals().map(|refusal| refusal.ending).max() {
            Some(RefusalEnding::Interrupted) => Ending::Interrupted,
            Some(RefusalEnding::Wrong) => Ending::Wrong,
            _ => Ending::Target,
        };
        // Report the same failure of all hosts only once.
        let is_common =
            refusals().count() == self.count() && all.windows(2).all(|two| two[0] == two[1]);
        if !self.leads() {
            return Err(Failure::of(ending, Vec::new()));
        }
        if is_common {
            // The own failure also has the positions in the user's text.
            return own;
        }
        let mut lines = Vec::new();
        for (name, refusal) in self.names.iter().zip(&all) {
            let of_host = refusal.iter().flat_map(|refusal| &refusal.lines);
            lines.extend(of_host.map(|line| format!("{name}: {line}")));
        }
        Err(Failure::of(ending, lines))
    }

    fn before_on_machine(&self, rank: usize) -> impl Iterator<Item = usize> {
        (0..rank).filter(move |other| self.facts[*other].boot == self.facts[rank].boot)
    }

    /// Claims places for all hosts together. If several hosts on one machine measure a place, the first of them claims it.
    pub fn claim(&mut self, places: &[PathBuf]) -> Result<(), Failure> {
        let all = self.exchange(&places.to_vec())?;
        let before: Vec<usize> = self.before_on_machine(self.rank()).collect();
        let is_claimed = |place: &&PathBuf| before.iter().any(|rank| all[*rank].contains(place));
        let claimed = claim::all(places.iter().filter(|place| !is_claimed(place)));
        self.agree(claimed)
    }

    /// Runs work that must not run twice at once on one machine: the hosts of a machine run it one after the other. `own` is told
    /// whether this host is the first one on its machine.
    pub fn run_in_turn(
        &mut self,
        mut own: impl FnMut(bool) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let turn = |rank: usize| self.before_on_machine(rank).count();
        let last_turn = (0..self.count()).map(turn).max().unwrap_or(0);
        let own_turn = turn(self.rank());
        for now in 0..=last_turn {
            let result = if now == own_turn { own(now == 0) } else { Ok(()) };
            self.agree(result)?;
        }
        Ok(())
    }

    /// The first host's value, for all.
    pub fn value_of_first<T: Serialize + DeserializeOwned + Default>(
        &mut self,
        own: impl FnOnce() -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let value = if self.leads() { own() } else { Ok(T::default()) };
        let value = self.agree(value)?;
        Ok(self.exchange(&value)?.swap_remove(0))
    }

    /// This host's own place: `{host}` and `{rank}` are replaced by the host's name and number.
    pub fn place(&self, text: &str) -> String {
        text.replace("{host}", self.name()).replace("{rank}", &self.rank().to_string())
    }
}
