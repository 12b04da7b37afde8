//! A whole integrity test on a storage in memory, for a seed and a kind of fault: returns the findings and the injected
//! faults.

use super::disk::{DiskFault, InjectedFault, MemoryDisk, MemoryFile, OrdinaryErrors};
use super::store::MemoryBackend;
use base::Rng;
use engine::integrity_test::{
    Durability, IntegrityFinding, IntegritySetup, IntegrityTest, OperationTotals,
};
use integrity::FaultKind;
use integrity::actors::{
    Actor, ActorParameters, CheckpointParameters, LazyWriterParameters, LogActor,
    PageRunParameters, RandomUserParameters, ShrinkParameters,
};
use std::cell::RefCell;
use std::rc::Rc;

#[derive(Clone, Copy, Debug)]
pub(crate) struct IntegrityScenario {
    pub(crate) seed: u64,
    pub(crate) pages: usize,
    pub(crate) page_bytes: u32,
    pub(crate) for_ms: u64,
    pub(crate) wrong: Option<(DiskFault, f64)>,
    pub(crate) weather: OrdinaryErrors,
    pub(crate) overlapping: bool,
    pub(crate) durability: Durability,
    pub(crate) shrinks: bool,
    pub(crate) log: bool,
    pub(crate) read_back_share: f64,
}

pub(crate) struct ScenarioOutcome {
    pub(crate) tally: OperationTotals,
    pub(crate) findings: Vec<IntegrityFinding>,
    pub(crate) truths: Vec<InjectedFault>,
    pub(crate) injected: u64,
}

impl IntegrityScenario {
    pub(crate) fn new(seed: u64) -> Self {
        let durability =
            [Durability::WriteThrough, Durability::Fua, Durability::Fdatasync, Durability::Fsync]
                [(seed % 4) as usize];
        Self {
            seed,
            pages: 600,
            page_bytes: [8192, 4096, 16384][(seed % 3) as usize],
            for_ms: 60,
            wrong: None,
            weather: OrdinaryErrors::default(),
            overlapping: false,
            durability,
            shrinks: seed.is_multiple_of(5),
            log: seed % 7 == 6,
            read_back_share: 0.0,
        }
    }

    /// Parameters for busy actors in a short time.
    pub(crate) fn parameters(&self) -> ActorParameters {
        let runs = |users, least, most, delay_ns| PageRunParameters {
            users,
            least,
            most,
            cycles: 2,
            delay_ns,
        };
        let pages = self.pages as u64;
        ActorParameters {
            cache_hit_share: 0.2,
            pool_pages: 60,
            outstanding_max: 24,
            random: RandomUserParameters {
                users: 4,
                chain_min: 1,
                chain_max: 12,
                rest_ns: 300_000,
                ..RandomUserParameters::default()
            },
            audit: runs(1, 16, 16, 2_000_000),
            read_ahead: runs(1, 32, 64, 2_000_000),
            bulk: runs(1, 16, 48, 4_000_000),
            shrink: self.shrinks.then(|| ShrinkParameters {
                every_ns_min: 3_000_000,
                every_ns_max: 9_000_000,
                increment_pages: 8,
                pages_min: pages / 2,
                pages_max: pages * 3 / 2,
                ..ShrinkParameters::default()
            }),
            checkpoint: CheckpointParameters { every_ns: 10_000_000 },
            lazy_writer: LazyWriterParameters {
                every_ns: 1_000_000,
                ..LazyWriterParameters::default()
            },
            read_back_share: self.read_back_share,
            ..ActorParameters::default()
        }
    }

    fn actors(&self, parameters: &ActorParameters) -> Vec<Actor> {
        if !self.log {
            return parameters.data_actors(self.seed);
        }
        let mut log = parameters.log;
        log.flushes = !matches!(self.durability, Durability::WriteThrough | Durability::Fua);
        vec![Actor::Log(LogActor::new(log, 512, Rng::new(self.seed)))]
    }

    pub(crate) fn play(&self) -> ScenarioOutcome {
        let parameters = self.parameters();
        let page_bytes = if self.log { 512 } else { self.page_bytes };
        let mut setup = IntegritySetup::new(&parameters, page_bytes, self.seed + 77, self.seed);
        setup.run_pages_max = setup.run_pages_max.max(128);
        setup.durability = self.durability;
        setup.overlapping_writes = self.overlapping;
        setup.findings_max = 100_000;
        // One seed in four uses contiguous buffers.
        setup.scatter = self.seed % 4 != 3;
        if self.log {
            setup.log_from_others = true;
            setup.log_tap.store(400_000, std::sync::atomic::Ordering::Relaxed);
        }
        let disk = Rc::new(RefCell::new(MemoryDisk::new(self.pages, page_bytes as usize)));
        let mut store =
            MemoryBackend::new(Rc::clone(&disk), setup.depth, setup.slot_bytes(), self.seed);
        store.mixes = self.wrong.is_none();
        let floor = MemoryFile(Rc::clone(&disk));
        let mut proof = IntegrityTest::new(setup, store, floor, self.pages as u64);
        let mut quiet = |_: &engine::integrity_test::IntegrityProgress<'_>| {};
        proof.fill(&mut quiet).expect("the store takes it");
        disk.borrow_mut().wrong = self.wrong;
        disk.borrow_mut().weather = self.weather;
        for cycle in 0..2 {
            disk.borrow_mut().resize_fails = self.weather.full > 0.0 && cycle == 1;
            proof
                .exercise(self.actors(&parameters), self.for_ms * 1_000_000, &mut quiet)
                .and_then(|()| proof.settle(&mut quiet))
                .and_then(|()| proof.audit(&mut quiet))
                .expect("the store goes on");
        }
        let (_, _, findings, tally) = proof.into_parts();
        let disk = disk.borrow();
        ScenarioOutcome { tally, findings, truths: disk.truths.clone(), injected: disk.injected }
    }
}

impl ScenarioOutcome {
    /// Checks that every fault that must be found was found and named correctly, and nothing else was.
    pub(crate) fn judge(&self) -> Result<(), String> {
        for truth in self.truths.iter().filter(|truth| truth.must) {
            if !self.findings.iter().any(|finding| fits(finding, truth)) {
                let near: Vec<String> = self.about(truth.page);
                return Err(format!("not found: {truth:?}; told of this page: {near:?}"));
            }
        }
        for finding in &self.findings {
            if !self.truths.iter().any(|truth| fits(finding, truth)) {
                let IntegrityFinding { fault, transient, past, .. } = finding;
                let truths: Vec<&InjectedFault> =
                    self.truths.iter().filter(|truth| truth.page == fault.id.page).collect();
                return Err(format!(
                    "false alarm: {fault:?}, transient {transient}, past {past:?}; done there: {truths:?}"
                ));
            }
        }
        Ok(())
    }

    fn about(&self, page: u64) -> Vec<String> {
        let here = |finding: &&IntegrityFinding| covers(finding, page);
        let told = |f: &IntegrityFinding| format!("{} (transient: {})", f.fault.kind, f.transient);
        self.findings.iter().filter(here).map(told).collect()
    }
}

fn covers(finding: &IntegrityFinding, page: u64) -> bool {
    let first = finding.fault.id.page;
    (first..first + u64::from(finding.pages)).contains(&page)
}

fn fits(finding: &IntegrityFinding, truth: &InjectedFault) -> bool {
    let kind = finding.fault.kind;
    // A write in between repairs a page: a permanent fault may look transient, but not the reverse.
    let stays = !finding.transient && kind != FaultKind::Late;
    let named = truth.kinds.contains(&kind)
        || kind == FaultKind::StaleRead && truth.kinds.contains(&FaultKind::LostWrite);
    covers(finding, truth.page) && named && !(truth.transient && stays)
}
