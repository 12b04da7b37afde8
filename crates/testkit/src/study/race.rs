//! Three layouts on the classic grid: the best, one eliminated half way, one that could not be run.

use super::{about, measured};
use crate::record::HOSTILE;
use base::{Bytes, SystemError};
use record::race::{
    Answer, CandidateResult, CandidateState, Criterion, Exclusion, GroupFinding, GroupProperty,
    LeadOver, LoadDirection, LoadGroup, RaceFinding, RaceReason, RacedPoint, Score, WeightedLoad,
};
use record::{Finding, Point, PointRecord, Purpose, RunFailure, StageRecord, StudyKind};
use summary::Estimate;
use workload::{PointGrid, PointLoad};

/// The layouts: name, MiB/s of large reads, of large writes, usable TiB, disks that may fail.
const LAYOUTS: [(&str, f64, f64, u64, u32); 3] = [
    ("raid10", 1_290.0, 640.0, 7, 1),
    ("raid5", 1_210.0, 310.0, 13, 1),
    ("raid6", 0.0, 0.0, 12, 2),
];

/// The lead of the first over the second.
const LEAD: Estimate = Estimate::between(0.31, 0.22, 0.4);

/// The number of measured points of each.
const MEASURED: [usize; 3] = [210, 96, 0];

fn stage_points(points: &[RacedPoint], loads: &[WeightedLoad]) -> Vec<PointRecord> {
    let record = |raced: &RacedPoint| PointRecord {
        purpose: Purpose::Race,
        point: Point {
            repeat: raced.repeat,
            ..Point::new(&name(raced.candidate), &targets(raced.candidate), loads[raced.load].load)
        },
        measured: raced.measured.clone(),
    };
    points.iter().map(record).collect()
}

pub(super) fn stage() -> StageRecord {
    let loads = WeightedLoad::of_grid(&PointGrid::classic());
    // Rounds visit the grid in an order that differs from the grid's.
    let order = (0..loads.len()).map(|i| i * 97 % loads.len());
    let mut points = Vec::new();
    for (round, index) in order.enumerate() {
        for candidate in (0..LAYOUTS.len()).filter(|c| round < MEASURED[*c]) {
            let load = &loads[index].load;
            let began_s = points.len() as f64 * 17.0;
            points.push(RacedPoint {
                candidate,
                load: index,
                fill_percent: 0,
                round: round + 1,
                repeat: 0,
                measured: measured(load, 1, mibps(candidate, load), began_s),
            });
        }
    }
    let finding = RaceFinding {
        standings: (0..LAYOUTS.len()).map(|c| standing(c, &loads)).collect(),
        answer: Answer::Best(0),
        reason: RaceReason::Ahead(LeadOver { first: 0, second: 1, lead: LEAD }),
        each_block: false,
        groups: groups(&loads),
        points,
        loads,
        score: Score::Mean,
        criterion: Criterion::Throughput,
        practical: 0.02,
        rounds: 210,
        rounds_max: 210,
        seconds: 5_202.0,
        drift_percent_per_hour: Some(Estimate::between(-0.4, -1.1, 0.3)),
    };
    let points = stage_points(&finding.points, &finding.loads);
    super::stage(StudyKind::Compare, points, Finding::Race(finding))
}

fn name(candidate: usize) -> String {
    let name = LAYOUTS[candidate].0;
    if candidate == 1 { format!("{name}{HOSTILE}") } else { name.to_owned() }
}

fn targets(candidate: usize) -> Vec<String> {
    vec![format!("/mnt/{}", name(candidate))]
}

fn mibps(candidate: usize, load: &PointLoad) -> f64 {
    let (_, read, write, ..) = LAYOUTS[candidate];
    let most = if load.writes() { write } else { read };
    let kib = load.block.0 as f64 / 1024.0;
    let outstanding = f64::from(load.depth * load.threads);
    most * (kib / (kib + 48.0)) * (outstanding / (outstanding + 2.5))
}

fn mean(candidate: usize, loads: &[WeightedLoad], of: impl Fn(&PointLoad) -> bool) -> f64 {
    let values: Vec<f64> =
        loads.iter().filter(|p| of(&p.load)).map(|p| mibps(candidate, &p.load)).collect();
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

fn standing(candidate: usize, loads: &[WeightedLoad]) -> CandidateResult {
    let (_, _, _, tib, may_fail) = LAYOUTS[candidate];
    let ran = MEASURED[candidate] > 0;
    let all = mean(candidate, loads, |_| true);
    CandidateResult {
        candidate,
        name: name(candidate),
        mean_mibps: ran.then(|| about(all, 0.02)),
        latency_ns_p99: None,
        lead: match candidate {
            0 => Some(LEAD),
            1 => Some(Estimate::between(-0.237, -0.286, -0.18)),
            _ => None,
        },
        over: match candidate {
            0 => Some(1),
            1 => Some(0),
            _ => None,
        },
        points: MEASURED[candidate],
        state: match candidate {
            0 => CandidateState::Raced,
            1 => CandidateState::Dropped { round: MEASURED[1], by: 0 },
            _ => CandidateState::Out {
                reason: Exclusion::Failed(RunFailure::Refused {
                    error: SystemError::Text(HOSTILE.to_owned()),
                }),
            },
        },
        usable: Some(Bytes(tib << 40)),
        may_fail: Some(may_fail),
    }
}

fn groups(loads: &[WeightedLoad]) -> Vec<GroupFinding> {
    let blocks = [8, 64, 256, 512, 1024].map(|kib: u64| Bytes(kib << 10));
    let reads = GroupProperty::Direction(LoadDirection::Reads);
    let group = |property: GroupProperty, of: &dyn Fn(&PointLoad) -> bool| GroupFinding {
        loads: loads.iter().filter(|p| of(&p.load)).count(),
        means_mibps: (0..LAYOUTS.len())
            .map(|c| (MEASURED[c] > 0).then(|| about(mean(c, loads, of), 0.03)))
            .collect(),
        latencies_ns_p99: Vec::new(),
        answer: if property == reads { Answer::NoDifference(vec![0, 1]) } else { Answer::Best(0) },
        lead: Some(about(mean(0, loads, of) / mean(1, loads, of) - 1.0, 0.2)),
        leads: {
            let lead = mean(1, loads, of) / mean(0, loads, of) - 1.0;
            vec![None, Some(Estimate::unknown(lead)), None]
        },
        measured_loads: MEASURED
            .map(|all| loads.iter().filter(|p| of(&p.load)).count() * all / 210)
            .to_vec(),
        unproven: Vec::new(),
        group: LoadGroup::of(property),
    };
    let mut all: Vec<GroupFinding> = blocks
        .into_iter()
        .map(|block| group(GroupProperty::Block(block), &|load| load.block == block))
        .collect();
    for direction in [LoadDirection::Reads, LoadDirection::Writes] {
        let of = |load: &PointLoad| load.writes() == (direction == LoadDirection::Writes);
        all.push(group(GroupProperty::Direction(direction), &of));
    }
    all
}
