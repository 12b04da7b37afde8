//! Records like those of real studies: fourteen disks with a slow one, a controller that saturates, three layouts of which one is
//! eliminated, a queue-depth sweep, and a plan of all of them; with hostile names and missing values.
//!
//! Gives plain data, equal on every call and every machine. The numbers are made up but consistent.

mod race;

use crate::record::{HOSTILE, check_example};
use base::{Bytes, Rng};
use record::calibrate::{
    CalibrateConfig, CalibrateFinding, DiskFinding, Group, Judgement, LoadFinding,
};
use record::depth_sweep::{DepthStep, DepthSweepFinding};
use record::scale::{DiskSetResult, Hinge, Law, Saturation, ScaleConfig, ScaleFinding, Usl};
use record::{
    Drift, Finding, Measurement, Point, PointRecord, Provenance, Purpose, Record, ReferencePoint,
    RunKind, StageRecord, StudyKind, StudyRecord, Until,
};
use summary::Estimate;
use workload::{PointLoad, SyncMode};

/// The throughput of one healthy disk in MiB/s, and the limit of all together.
const DISK_MIBPS: f64 = 171.0;
const CAP_MIBPS: f64 = 1_330.0;

const UNTIL: Until = Until {
    half_width: 0.02,
    time_min_ns: 5_000_000_000,
    time_max_ns: 60_000_000_000,
    warm_up_ns: 2_000_000_000,
};

/// Fourteen disks, one at a time: the sixth is 12 % slow, the ninth was suspected and cleared.
pub fn calibrate_example() -> Record {
    record(RunKind::Calibrate, vec![calibrate_stage()])
}

/// One to fourteen disks: eight saturate the controller.
pub fn scale_example() -> Record {
    record(RunKind::Scale, vec![scale_stage()])
}

/// Three layouts on the classic grid, sequential: one is eliminated, one could not be run.
pub fn compare_example() -> Record {
    record(RunKind::Compare, vec![race::stage()])
}

/// Outstanding I/Os from 1 to 256.
pub fn depth_sweep_example() -> Record {
    record(RunKind::Ramp, vec![depth_sweep_stage()])
}

/// All of them in one plan; the last stage was not reached.
pub fn plan_example() -> Record {
    let mut ramp = depth_sweep_stage();
    (ramp.name, ramp.points, ramp.finding) = ("not reached".to_owned(), Vec::new(), None);
    record(
        RunKind::Study,
        vec![calibrate_stage(), scale_stage(), race::stage(), depth_sweep_stage(), ramp],
    )
}

fn record(kind: RunKind, stages: Vec<StageRecord>) -> Record {
    let check = check_example();
    Record {
        kind,
        command: format!("plimsoll {kind} '/dev/{HOSTILE}' --seed 42"),
        target: format!("/dev/disk01 to /dev/disk14 {HOSTILE}"),
        subject: format!("{kind} {HOSTILE}").into(),
        requirement: String::new(),
        seconds: 5_412.0,
        trials: Vec::new(),
        findings: Vec::new(),
        verdict: None,
        reason: record::Reason::Study,
        study: Some(StudyRecord { identity: format!("{kind} of {HOSTILE}"), stages }),
        ..check
    }
}

fn stage(study: StudyKind, points: Vec<PointRecord>, finding: Finding) -> StageRecord {
    StageRecord {
        name: study.to_string(),
        study,
        provenance: Provenance::Measured,
        command: format!("plimsoll {study} '{HOSTILE}' --seed 42"),
        points,
        finding: Some(finding),
        drift: Some(drift()),
    }
}

/// The names of the disks; the first one is hostile.
pub fn disks() -> Vec<String> {
    let name = |n: usize| if n == 1 { format!("disk01{HOSTILE}") } else { format!("disk{n:02}") };
    (1..=14).map(name).collect()
}

/// A value with an interval of `half` (relative) around it.
fn about(value: f64, half: f64) -> Estimate {
    Estimate::between(value, value * (1.0 - half), value * (1.0 + half))
}

/// The measurement of a point with this throughput.
fn measured(load: &PointLoad, targets: usize, mibps: f64, began_s: f64) -> Measurement {
    let seen = Measurement::of(load, targets, about(mibps, 0.018), 12.0);
    Measurement { latency_ns_p99: Some((seen.latency_ns_mean * 2.2) as u64), began_s, ..seen }
}

fn drift() -> Drift {
    let point = |(i, mibps): (usize, f64)| ReferencePoint {
        began_s: 540.0 * i as f64,
        mibps: about(mibps, 0.015),
    };
    let points = [171.2, 170.4, 169.1, 171.9, 167.8, 168.3, 166.9].into_iter().enumerate();
    Drift {
        points: points.map(point).collect(),
        change: Estimate::between(-0.022, -0.038, -0.006),
        excursion: 0.019,
        wander: 0.006,
        matters: true,
    }
}

/// The throughput of the disks under one load, and the verdicts on them.
fn compared(load: PointLoad, typical: f64, rng: &mut Rng) -> LoadFinding {
    let disk = |(index, name): (usize, String)| {
        let (factor, judgement) = match index {
            5 => (0.88, Judgement::Slow),
            8 => (0.97, Judgement::NotAnOutlier),
            _ => (1.0 + 0.008 * rng.normal(), Judgement::NotSuspected),
        };
        let suspected = judgement != Judgement::NotSuspected;
        DiskFinding {
            name,
            mibps: match index {
                13 => Estimate::unknown(typical * factor),
                _ => about(typical * factor, if suspected { 0.011 } else { 0.02 }),
            },
            deviation: Some(Estimate::between(factor - 1.0, factor - 1.02, factor - 0.98)),
            judgement,
            chance: suspected.then_some(if index == 5 { 2.4e-6 } else { 0.21 }),
            group: 0,
            points: if suspected { 3 } else { 1 },
            seconds: if suspected { 62.0 } else { 14.0 },
            settled: index != 2,
            errors: u64::from(index == 3),
            reason: None,
        }
    };
    LoadFinding {
        load,
        groups: vec![Group { mibps: typical, disks: 14, spread: Some(0.009) }],
        disks: disks().into_iter().enumerate().map(disk).collect(),
        noise: Some(0.012),
        rounds: 2,
        whole: true,
    }
}

fn calibrate_stage() -> StageRecord {
    let mut rng = Rng::new(4);
    let loads = vec![
        compared(PointLoad::SEQUENTIAL_READ, DISK_MIBPS, &mut rng),
        compared(PointLoad::SEQUENTIAL_WRITE, 158.0, &mut rng),
    ];
    let mut points = Vec::new();
    for load in &loads {
        for disk in &load.disks {
            let began_s = points.len() as f64 * 45.0;
            points.push(PointRecord {
                purpose: Purpose::EachAlone,
                point: Point::new("disk", std::slice::from_ref(&disk.name), load.load),
                measured: measured(&load.load, 1, disk.mibps.value, began_s),
            });
        }
    }
    let mut config = CalibrateConfig::new(&disks(), UNTIL, 42);
    config.loads = loads.iter().map(|load| load.load).collect();
    let finding = CalibrateFinding { config, loads, whole: true };
    stage(StudyKind::Calibrate, points, Finding::Calibrate(finding))
}

fn scale_stage() -> StageRecord {
    let load = PointLoad::SEQUENTIAL_READ;
    let config = ScaleConfig::new(&disks(), UNTIL, 42);
    let hinge = Hinge { slope: DISK_MIBPS, cap: CAP_MIBPS, sharpness: Some(12.0) };
    let mut rng = Rng::new(5);
    let (mut sets, mut points) = (Vec::new(), Vec::new());
    for count in [1, 2, 4, 6, 7, 8, 9, 11, 14] {
        let law = hinge.at(count as f64);
        let mibps = law * (1.0 + 0.004 * rng.normal());
        let seen = measured(&load, count, mibps, points.len() as f64 * 60.0);
        sets.push(DiskSetResult {
            disks: count,
            mibps: seen.mibps,
            iops: seen.iops.value,
            latency_ns_mean: seen.latency_ns_mean,
            points: 2,
            seconds: 24.0,
            settled: count != 14,
            errors: 0,
        });
        points.push(PointRecord {
            purpose: Purpose::GrowingSet,
            point: Point::new("disks", &config.disks[..count], load),
            measured: seen,
        });
    }
    let finding = ScaleFinding {
        config,
        contradicted_mibps: None,
        sets,
        saturation: Saturation::Reached {
            count: 8,
            knee: Estimate::between(7.78, 7.6, 7.95),
            plateau: about(CAP_MIBPS, 0.008),
        },
        slope: about(DISK_MIBPS, 0.01),
        law: Law::Hinge,
        hinge: Some(hinge),
        usl: Some(Usl { lambda: 176.0, sigma: 0.041, kappa: 0.002 }),
        falls: None,
        cpus_full: None,
        whole: true,
    };
    stage(StudyKind::Scale, points, Finding::Scale(finding))
}

fn depth_sweep_stage() -> StageRecord {
    let base = PointLoad {
        read_percent: 70.0,
        block: Bytes(8192),
        random: true,
        sync: SyncMode::Dsync,
        ..PointLoad::SEQUENTIAL_READ
    };
    let subject = format!("raid10{HOSTILE}");
    let targets = vec![format!("/mnt/{HOSTILE}")];
    let (mut steps, mut points) = (Vec::new(), Vec::<PointRecord>::new());
    for depth in (0..=8).map(|power| 1 << power) {
        let load = PointLoad { depth, ..base };
        let mibps = 96.0 * f64::from(depth) / (f64::from(depth) + 10.0);
        let seen = measured(&load, 1, mibps, f64::from(depth) * 3.0);
        let below = points.last().map(|point| point.measured.mibps.value);
        steps.push(DepthStep {
            depth,
            measured: seen.clone(),
            gain: below.map(|below| mibps / below - 1.0),
        });
        let point = Point::new(&subject, &targets, load);
        points.push(PointRecord { purpose: Purpose::DepthStep, point, measured: seen });
    }
    let finding =
        DepthSweepFinding { steps, knee: Some(128), gain_min: 0.05, whole: true, fall: None };
    StageRecord { drift: None, ..stage(StudyKind::Ramp, points, Finding::DepthSweep(finding)) }
}
