//! The parts of several hosts: together they are the whole load, their ranges are disjoint, and equal seeds give equal parts.

use crate::plan::{facts, stream, workload};
use base::Bytes;
use plan::hosts::{HostPart, part};
use plan::{Plan, TargetKind, WorkerPlan};
use proptest::prelude::*;
use workload::{AccessPattern, HostRanges, LoadDivision, Pace, StopCondition, Stream};

fn planned(stream: Stream) -> Plan {
    let job = workload("/dev/sdz", None, vec![stream]);
    plan::plan(&job, &facts(TargetKind::Device, Bytes::GIB), 7).expect("a plan")
}

fn parts(plan: &Plan, hosts: u32, division: LoadDivision, ranges: HostRanges) -> Vec<Plan> {
    let ranges = [ranges];
    let host = |rank| HostPart { rank, hosts, division, ranges: &ranges, runs: &[] };
    (0..hosts).map(|rank| part(plan, &host(rank)).expect("a part")).collect()
}

fn workers(parts: &[Plan]) -> Vec<&WorkerPlan> {
    parts.iter().flat_map(|part| &part.phases[0].workers).collect()
}

proptest! {
    #[test]
    fn shares_of_rate_depth_and_operations_add_up(
        hosts in 1u32..20, count in 1u32..6, depth in 1u32..40, ios in 6u64..100_000, is_paced in any::<bool>(),
    ) {
        let pace = if is_paced { Pace::Poisson { rate_iops: 12_345.0 } } else { Pace::Closed };
        let stop = StopCondition { ios: Some(ios), ..StopCondition::default() };
        let whole = planned(Stream { workers: count, depth, pace, stop, ..stream("s") });
        let all = parts(&whole, hosts, LoadDivision::Shared, HostRanges::Whole);
        let all = workers(&all);
        let depths: u32 = all.iter().map(|work| work.depth).sum();
        if is_paced {
            prop_assert!(depths >= count * depth && depths < count * depth + hosts);
            let rate: f64 = all.iter().filter_map(|work| work.pace.rate_iops()).sum();
            prop_assert!((rate - 12_345.0).abs() < 1e-6, "{rate}");
        } else {
            prop_assert_eq!(depths, count * depth);
        }
        prop_assert!(all.iter().all(|work| work.depth >= 1));
        if depths >= hosts {
            prop_assert_eq!(all.iter().filter_map(|work| work.ios_max).sum::<u64>(), ios);
        }
    }

    #[test]
    fn ranges_of_hosts_are_disjoint_and_inside_the_target(
        hosts in 1u32..20, count in 1u32..4, is_strided in any::<bool>(), is_random in any::<bool>(),
    ) {
        let access = if is_random { AccessPattern::Uniform } else { AccessPattern::Sequential };
        let whole = planned(Stream { workers: count, access, ..stream("s") });
        let ranges = if is_strided { HostRanges::Strided } else { HostRanges::Disjoint };
        let all = parts(&whole, hosts, LoadDivision::Each, ranges);
        let mut blocks = std::collections::HashMap::new();
        for (host, part) in all.iter().enumerate() {
            for work in &part.phases[0].workers {
                let block = work.read_blocks.largest().0;
                let step = if is_strided && hosts > 1 { block * u64::from(hosts) } else { block };
                let end = work.offset_bytes + work.length_bytes;
                prop_assert!(end <= Bytes::GIB);
                let first = (0..16).map(|n| work.offset_bytes + n * step);
                for at in first.filter(|at| at + block <= end) {
                    prop_assert_eq!(*blocks.entry(at / block).or_insert(host), host, "block {}", at / block);
                }
            }
        }
    }
}

#[test]
fn equal_seeds_give_equal_parts_and_different_hosts_draw_differently() {
    let whole = planned(Stream { workers: 2, depth: 8, ..stream("s") });
    let all = parts(&whole, 3, LoadDivision::Shared, HostRanges::Whole);
    assert_eq!(all, parts(&whole, 3, LoadDivision::Shared, HostRanges::Whole));
    let mut seeds: Vec<u64> = workers(&all).iter().map(|work| work.seed).collect();
    seeds.sort_unstable();
    seeds.dedup();
    assert_eq!(seeds.len(), 6);
    assert_eq!(parts(&whole, 1, LoadDivision::Shared, HostRanges::Disjoint), [whole]);
}

#[test]
fn a_stream_runs_on_the_hosts_that_are_named_and_shares_its_load_among_them() {
    let log = Stream { pace: Pace::Fixed { rate_iops: 100.0 }, ..stream("log") };
    let job = workload("/dev/sdz", None, vec![log, stream("data")]);
    let whole = plan::plan(&job, &facts(TargetKind::Device, Bytes::GIB), 7).expect("a plan");
    let runs = [vec![0, 2], vec![1]];
    let streams = |rank| {
        let host = HostPart {
            rank,
            hosts: 4,
            division: LoadDivision::Shared,
            ranges: &[HostRanges::Whole],
            runs: &runs,
        };
        let part = part(&whole, &host).expect("a part");
        let of = |work: &WorkerPlan| (work.stream, work.pace.rate_iops());
        part.phases[0].workers.iter().map(of).collect::<Vec<_>>()
    };
    assert_eq!(streams(0), [(0, Some(50.0))]);
    assert_eq!(streams(1), [(1, None)]);
    assert_eq!(streams(2), [(0, Some(50.0))]);
    assert_eq!(streams(3), []);
}

#[test]
fn a_range_without_room_for_a_block_is_told_by_its_stream() {
    let whole = planned(stream("s"));
    let hosts = HostPart {
        rank: 0,
        hosts: 1_000_000,
        division: LoadDivision::Each,
        ranges: &[HostRanges::Disjoint],
        runs: &[],
    };
    assert_eq!(part(&whole, &hosts), Err("s".to_owned()));
}
