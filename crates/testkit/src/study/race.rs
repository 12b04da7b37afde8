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

struct Layout {
    name: &'static str,
    /// The limit of large blocks at a high depth.
    read_mibps: f64,
    write_mibps: f64,
    usable_tib: u64,
    may_fail: u32,
    measured_points: usize,
}

const LAYOUTS: [Layout; 3] = [
    Layout {
        name: "raid10",
        read_mibps: 1_290.0,
        write_mibps: 640.0,
        usable_tib: 7,
        may_fail: 1,
        measured_points: LOADS,
    },
    Layout {
        name: "raid5",
        read_mibps: 1_210.0,
        write_mibps: 310.0,
        usable_tib: 13,
        may_fail: 1,
        measured_points: 96,
    },
    Layout {
        name: "raid6",
        read_mibps: 0.0,
        write_mibps: 0.0,
        usable_tib: 12,
        may_fail: 2,
        measured_points: 0,
    },
];

/// The loads of the classic grid.
const LOADS: usize = 210;
/// Has no common factor with [`LOADS`]: steps of this size visit each load once, in another order than the grid's.
const ROUND_STRIDE: usize = 97;
/// From the start of one point to that of the next.
const POINT_S: f64 = 17.0;
/// The block and the number of outstanding I/Os at which a layout reaches half of its limit.
const HALF_BLOCK_KIB: f64 = 48.0;
const HALF_OUTSTANDING: f64 = 2.5;

const LEAD: Estimate = Estimate::between(0.31, 0.22, 0.4);

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
    assert_eq!(loads.len(), LOADS);
    let order = (0..LOADS).map(|round| round * ROUND_STRIDE % LOADS);
    let mut points = Vec::new();
    for (round, load_index) in order.enumerate() {
        let measured_now = |candidate: &usize| round < LAYOUTS[*candidate].measured_points;
        for candidate in (0..LAYOUTS.len()).filter(measured_now) {
            let load = &loads[load_index].load;
            let began_s = points.len() as f64 * POINT_S;
            points.push(RacedPoint {
                candidate,
                load: load_index,
                fill_percent: 0,
                round: round + 1,
                repeat: 0,
                measured: measured(load, 1, mibps(candidate, load), began_s),
            });
        }
    }
    let finding = RaceFinding {
        standings: (0..LAYOUTS.len()).map(|candidate| standing(candidate, &loads)).collect(),
        answer: Answer::Best(0),
        reason: RaceReason::Ahead(LeadOver { first: 0, second: 1, lead: LEAD }),
        each_block: false,
        groups: groups(&loads),
        points,
        loads,
        score: Score::Mean,
        criterion: Criterion::Throughput,
        practical: 0.02,
        rounds: LOADS,
        rounds_max: LOADS,
        seconds: 5_202.0,
        drift_percent_per_hour: Some(Estimate::between(-0.4, -1.1, 0.3)),
    };
    let points = stage_points(&finding.points, &finding.loads);
    super::stage(StudyKind::Compare, points, Finding::Race(finding))
}

fn name(candidate: usize) -> String {
    let name = LAYOUTS[candidate].name;
    if candidate == 1 { format!("{name}{HOSTILE}") } else { name.to_owned() }
}

fn targets(candidate: usize) -> Vec<String> {
    vec![format!("/mnt/{}", name(candidate))]
}

fn mibps(candidate: usize, load: &PointLoad) -> f64 {
    let layout = &LAYOUTS[candidate];
    let limit = if load.writes() { layout.write_mibps } else { layout.read_mibps };
    let kib = load.block.0 as f64 / 1024.0;
    let outstanding = f64::from(load.depth * load.threads);
    limit * (kib / (kib + HALF_BLOCK_KIB)) * (outstanding / (outstanding + HALF_OUTSTANDING))
}

fn mean_mibps(candidate: usize, loads: &[&PointLoad]) -> f64 {
    loads.iter().map(|load| mibps(candidate, load)).sum::<f64>() / loads.len().max(1) as f64
}

fn standing(candidate: usize, loads: &[WeightedLoad]) -> CandidateResult {
    let layout = &LAYOUTS[candidate];
    let loads: Vec<&PointLoad> = loads.iter().map(|weighted| &weighted.load).collect();
    CandidateResult {
        candidate,
        name: name(candidate),
        mean_mibps: (layout.measured_points > 0)
            .then(|| about(mean_mibps(candidate, &loads), 0.02)),
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
        points: layout.measured_points,
        state: match candidate {
            0 => CandidateState::Raced,
            1 => CandidateState::Dropped { round: layout.measured_points, by: 0 },
            _ => CandidateState::Out {
                reason: Exclusion::Failed(RunFailure::Refused {
                    error: SystemError::Text(HOSTILE.to_owned()),
                }),
            },
        },
        usable: Some(Bytes(layout.usable_tib << 40)),
        may_fail: Some(layout.may_fail),
    }
}

fn groups(loads: &[WeightedLoad]) -> Vec<GroupFinding> {
    let blocks = PointGrid::classic().blocks.into_iter().map(GroupProperty::Block);
    let directions = [LoadDirection::Reads, LoadDirection::Writes].map(GroupProperty::Direction);
    blocks.chain(directions).map(|property| group(property, loads)).collect()
}

fn group(property: GroupProperty, loads: &[WeightedLoad]) -> GroupFinding {
    let has_property = |load: &&PointLoad| match property {
        GroupProperty::Block(block) => load.block == block,
        GroupProperty::Direction(direction) => LoadDirection::of(load) == direction,
        _ => unreachable!("the loads are grouped by block and direction"),
    };
    let loads: Vec<&PointLoad> =
        loads.iter().map(|weighted| &weighted.load).filter(has_property).collect();
    let means_mibps: [f64; LAYOUTS.len()] =
        std::array::from_fn(|candidate| mean_mibps(candidate, &loads));
    let measured_loads = LAYOUTS.iter().map(|layout| loads.len() * layout.measured_points / LOADS);
    let reads = GroupProperty::Direction(LoadDirection::Reads);
    let [first_mibps, second_mibps, _] = means_mibps;
    GroupFinding {
        loads: loads.len(),
        means_mibps: LAYOUTS
            .iter()
            .zip(means_mibps)
            .map(|(layout, mean)| (layout.measured_points > 0).then(|| about(mean, 0.03)))
            .collect(),
        latencies_ns_p99: Vec::new(),
        answer: if property == reads { Answer::NoDifference(vec![0, 1]) } else { Answer::Best(0) },
        lead: Some(about(first_mibps / second_mibps - 1.0, 0.2)),
        leads: vec![None, Some(Estimate::unknown(second_mibps / first_mibps - 1.0)), None],
        measured_loads: measured_loads.collect(),
        unproven: Vec::new(),
        group: LoadGroup::of(property),
    }
}
