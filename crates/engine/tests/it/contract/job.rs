//! Plans for the engine's tests, a scratch file, and the engines that work here.

use base::Bytes;
use engine::{RunControl, run};
use plan::{PhasePlan, Plan, TargetPlan, WorkerPlan};
use sample::{EngineEvent, IntervalSample};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use sys::target::Target;
use workload::{CacheMode, EngineKind};

/// A file that is removed on drop.
pub(super) struct ScratchFile {
    pub(super) path: PathBuf,
}

impl ScratchFile {
    pub(super) fn new(size_bytes: u64) -> Self {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("plimsoll-engine-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let file = std::fs::File::create(&path).expect("the temporary directory can be written");
        file.set_len(size_bytes).expect("a sparse file fits");
        Self { path }
    }

    pub(super) fn read(&self) -> Vec<u8> {
        std::fs::read(&self.path).expect("the scratch file is there")
    }
}

impl Drop for ScratchFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
    }
}

/// Every engine but `sim` that works here.
pub(super) fn engines() -> Vec<EngineKind> {
    let mut works = Vec::new();
    for (engine, reason) in engine::probe::engines() {
        if let Some(reason) = reason {
            eprintln!("SKIPPED: engine {} does not work here: {reason:?}", engine.name());
        } else if engine != EngineKind::Sim {
            works.push(engine);
        }
    }
    works
}

/// Every engine that does real I/O and works here.
pub(crate) fn real_engines() -> impl Iterator<Item = EngineKind> {
    engines().into_iter().filter(|engine| *engine != EngineKind::Null)
}

pub(super) fn base_plan(engine: EngineKind, scratch: &ScratchFile) -> Plan {
    let worker = WorkerPlan {
        depth: 4,
        cache: CacheMode::Buffered,
        seed: 11,
        ..WorkerPlan::random_reads(1 << 20, Bytes(4096))
    };
    Plan {
        engine,
        iopoll: false,
        sqpoll: false,
        seed: 11,
        interval_ns: 1_000_000_000,
        targets: vec![TargetPlan {
            path: Some(scratch.path.clone()),
            sim: None,
            size_bytes: 1 << 20,
            prefill_bytes: 0,
            prefill: workload::emulation::Prefill::Data,
            writes: true,
        }],
        streams: vec!["s".to_owned()],
        phases: vec![PhasePlan {
            name: "p".to_owned(),
            warm_up_ns: 0,
            pause_ns: 0,
            workers: vec![worker],
        }],
    }
}

/// The same plan for worker number `worker`.
pub(super) fn numbered(work: &WorkerPlan, worker: u32) -> WorkerPlan {
    WorkerPlan { worker, seed: work.seed + u64::from(worker), ..work.clone() }
}

/// A file of the test, opened for reading and writing.
pub(super) fn own(path: &Path) -> Target {
    let file = std::fs::File::options().read(true).write(true).open(path);
    Target::own(path, file.expect("the test may write to it")).expect("it is no device")
}

/// The open targets of a plan.
pub(super) fn held(plan: &Plan) -> Vec<Option<Target>> {
    plan.targets.iter().map(|target| target.path.as_deref().map(own)).collect()
}

pub(super) fn go(plan: &Plan) -> Vec<IntervalSample> {
    let mut intervals = Vec::new();
    run(plan, &held(plan), &RunControl::new(plan), &mut |event| {
        if let EngineEvent::Interval(interval) = event {
            intervals.push(*interval);
        }
    })
    .expect("the plan runs");
    intervals
}

pub(super) fn totals(intervals: &[IntervalSample]) -> IntervalSample {
    let mut sum = IntervalSample::new(0, 0, 0);
    for interval in intervals {
        sum.merge(interval);
    }
    sum
}
