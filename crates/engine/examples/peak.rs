//! Measures the speed of the engine: runs a job on a file and writes one line of figures to standard error.
//!
//! `peak ENGINE FILE SECONDS [depth=32] [batch=N] [block=4096] [rate=N] [poisson] [read=1.0] [cpu=N] [direct] [sqpoll]`

use base::Bytes;
use engine::{RunControl, run};
use plan::{PhasePlan, Plan, TargetPlan, WorkerPlan};
use sample::{EngineEvent, Histogram};
use std::io::Write;
use sys::target::Target;
use workload::{BlockSizes, CacheMode, EngineKind, Pace};

struct Arguments(Vec<String>);

impl Arguments {
    fn number(&self, key: &str) -> Option<f64> {
        let found = self.0.iter().find_map(|x| x.strip_prefix(key)?.strip_prefix('='))?;
        Some(found.parse().expect("a number after ="))
    }

    fn has(&self, word: &str) -> bool {
        self.0.iter().any(|x| x == word)
    }
}

fn phase_of(worker: WorkerPlan) -> PhasePlan {
    PhasePlan { name: "peak".to_owned(), warm_up_ns: 0, pause_ns: 0, workers: vec![worker] }
}

fn job(arguments: &Arguments) -> Plan {
    let engine = match arguments.0[0].as_str() {
        "uring" => EngineKind::Uring,
        "libaio" => EngineKind::Libaio,
        "sync" => EngineKind::Sync,
        _ => EngineKind::Null,
    };
    let path = std::path::PathBuf::from(&arguments.0[1]);
    let seconds: f64 = arguments.0[2].parse().expect("seconds");
    let size_bytes = std::fs::metadata(&path).map_or(1 << 30, |x| x.len());
    let block = BlockSizes::Fixed(Bytes(arguments.number("block").unwrap_or(4096.0) as u64));
    let pace = match arguments.number("rate") {
        Some(rate_iops) if arguments.has("poisson") => Pace::Poisson { rate_iops },
        Some(rate_iops) => Pace::Fixed { rate_iops },
        None => Pace::Closed,
    };
    let read_share = arguments.number("read").unwrap_or(1.0);
    let worker = WorkerPlan {
        align_bytes: 4096,
        read_share,
        read_blocks: block.clone(),
        write_blocks: block,
        depth: arguments.number("depth").unwrap_or(32.0) as u32,
        cpu: arguments.number("cpu").map(|x| x as u32),
        pace,
        cache: if arguments.has("direct") { CacheMode::Direct } else { CacheMode::Buffered },
        duration_ns: Some((seconds * 1e9) as u64),
        seed: 1,
        emulation: workload::emulation::Emulation {
            batch: arguments.number("batch").map(|most| workload::Batch {
                submit: most as u32,
                complete_min: most as u32,
                complete_max: 0,
                low: u32::MAX,
            }),
            ..Default::default()
        },
        ..WorkerPlan::random_reads(size_bytes, Bytes(4096))
    };
    Plan {
        engine,
        iopoll: false,
        sqpoll: arguments.has("sqpoll"),
        seed: 1,
        interval_ns: 1_000_000_000,
        targets: vec![TargetPlan {
            path: Some(path),
            sim: None,
            size_bytes,
            prefill_bytes: 0,
            prefill: workload::emulation::Prefill::Data,
            writes: read_share < 1.0,
        }],
        streams: vec!["peak".to_owned()],
        phases: vec![phase_of(worker)],
    }
}

fn main() {
    let arguments = Arguments(std::env::args().skip(1).collect());
    let plan = job(&arguments);
    let (mut ios, mut due, mut length_ns) = (0, 0, 0);
    let (mut total, mut late) = (Histogram::new(), Histogram::new());
    let path = plan.targets[0].path.clone().unwrap_or_default();
    let target = if plan.targets[0].writes {
        let file = std::fs::File::options().read(true).write(true).open(&path);
        file.and_then(|file| Target::own(&path, file)).ok()
    } else {
        Target::to_read(&path).ok()
    };
    let notes = run(&plan, &[target], &RunControl::new(&plan), &mut |event| {
        if let EngineEvent::Interval(interval) = event {
            total.merge(&interval.read.total);
            total.merge(&interval.write.total);
            late.merge(&interval.read.late);
            ios += interval.ios();
            due += interval.due;
            length_ns += interval.length_ns();
        }
    })
    .expect("the run works");
    let us = |ns: u64| ns as f64 / 1e3;
    let line = format!(
        "{} {:.0} IOPS, due {:.1}/s, mean {:.2} us, p50 {:.2} us, p99 {:.2} us, late p50 {:.2} us p99 {:.2} us, cpu {:.2} s",
        notes.engine,
        ios as f64 / (length_ns as f64 / 1e9),
        due as f64 / (length_ns as f64 / 1e9),
        total.mean_ns() / 1e3,
        us(total.quantile_ns(0.5)),
        us(total.quantile_ns(0.99)),
        us(late.quantile_ns(0.5)),
        us(late.quantile_ns(0.99)),
        notes.cpu_ns as f64 / 1e9,
    );
    writeln!(std::io::stderr(), "{line}").expect("standard error can be written");
}
