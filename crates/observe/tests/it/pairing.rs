//! Issues are paired with completions, on simulated sequences of events with printed seeds.

use base::Rng;
use observe::trace::{
    BlockEvent, BlockStep, PairingLevel, PairingState, PairingTotals, TracedVolume,
};
use observe::{IoEvent, IoFlags, IoKind};
use std::collections::BTreeMap;

const START_NS: u64 = 1_000_000;

fn step(at_ns: u64, step: BlockStep, operation: IoKind, sector: u64, sectors: u32) -> BlockEvent {
    BlockEvent {
        at_ns: START_NS + at_ns,
        step,
        device: 0,
        operation: Some(operation),
        flags: IoFlags::default(),
        sector,
        sectors,
        pid: 7,
        command: *b"postgres\0\0\0\0\0\0\0\0",
    }
}

fn paired(
    level: PairingLevel,
    events: &[BlockEvent],
    lost_until: Option<u64>,
) -> (Vec<IoEvent>, PairingTotals) {
    let mut state = PairingState::new(START_NS, vec![TracedVolume::alone(level)]);
    let mut found = Vec::new();
    if let Some(end_ns) = lost_until {
        state.lost_until(START_NS + end_ns);
    }
    events.iter().for_each(|event| state.push(event, &mut |io| found.push(io)));
    let names = state.take_processes();
    assert!(names.iter().all(|process| process.name == "postgres" && process.pid == 7));
    let totals = state.finish(&mut |io| found.push(io));
    (found, totals)
}

/// Issue time, latency, offset and length.
fn short(found: &[IoEvent]) -> Vec<(u64, Option<u64>, u64, u32)> {
    found.iter().map(|e| (e.issued_ns, e.latency_ns, e.offset_bytes, e.length_bytes)).collect()
}

use BlockStep::{Complete, Insert, Issue, Requeue};
use IoKind::{Flush, Read, Write};

#[test]
fn parts_of_a_request_complete_it_together() {
    let events = [
        step(10, Issue, Write, 100, 16),
        step(20, Complete, Write, 100, 8),
        step(30, Issue, Write, 100, 8),
        step(45, Complete, Write, 108, 8),
        step(50, Complete, Write, 100, 8),
    ];
    let (found, totals) = paired(PairingLevel::Request, &events, None);
    let expected = [(10, Some(35), 51200, 8192), (30, Some(20), 51200, 4096)];
    assert_eq!(short(&found), expected);
    assert_eq!(totals, PairingTotals::default());
}

#[test]
fn a_requeued_request_counts_from_its_last_issue_and_is_one_io() {
    let events = [
        step(10, Issue, Read, 8, 8),
        step(20, Requeue, Read, 8, 8),
        step(90, Issue, Read, 8, 8),
        step(100, Complete, Read, 8, 8),
    ];
    let (found, totals) = paired(PairingLevel::Request, &events, None);
    assert_eq!(short(&found), [(90, Some(10), 4096, 4096)]);
    assert_eq!(totals, PairingTotals { requeues: 1, ..PairingTotals::default() });
}

/// The second request merged with the one before it, the fourth has an earlier front. A request that skips the scheduler has no
/// time there.
#[test]
fn the_time_in_the_scheduler_is_that_of_the_first_merged_request_and_absent_without_one() {
    let events = [
        step(10, Insert, Write, 100, 8),
        step(20, Insert, Write, 108, 8),
        step(30, Insert, Read, 100, 8),
        step(35, Insert, Write, 504, 8),
        step(50, Issue, Write, 100, 16),
        step(60, Issue, Read, 100, 8),
        step(70, Issue, Write, 108, 8),
        step(80, Issue, Write, 500, 12),
    ];
    let (found, totals) = paired(PairingLevel::Request, &events, None);
    let queued: Vec<_> = found.iter().map(|io| io.queued_ns).collect();
    assert_eq!(queued, [Some(40), Some(30), None, Some(45)]);
    assert_eq!(totals.issues_without_completion, 4);
}

/// Two partitions of a disk and a device of bios: equal sectors in flight at once do not meet.
#[test]
fn ios_of_several_devices_pair_apart_and_follow_one_another_in_offsets() {
    let volume = |device, level, first_sector, begin_bytes| TracedVolume {
        devices: vec![device],
        level,
        first_sector,
        sectors: Some(2048),
        begin_bytes,
    };
    let volumes = vec![
        volume(1, PairingLevel::Request, 2048, 0),
        volume(1, PairingLevel::Request, 4096, 1 << 20),
        volume(2, PairingLevel::Bio, 0, 2 << 20),
    ];
    let on = |device, event: BlockEvent| BlockEvent { device, ..event };
    let events = [
        on(1, step(10, Issue, Read, 4096, 8)),
        on(2, step(11, Issue, Read, 8, 8)),
        on(1, step(12, Issue, Read, 2056, 8)),
        on(2, step(13, Issue, Flush, 0, 0)),
        on(3, step(14, Issue, Read, 8, 8)),
        on(2, step(20, Complete, Read, 8, 8)),
        on(1, step(31, Complete, Read, 4096, 8)),
        on(1, step(42, Complete, Read, 2056, 8)),
        on(2, step(53, Complete, Flush, 0, 0)),
    ];
    let mut state = PairingState::new(START_NS, volumes);
    let mut found = Vec::new();
    events.iter().for_each(|event| state.push(event, &mut |io| found.push(io)));
    assert_eq!(state.finish(&mut |io| found.push(io)), PairingTotals::default());
    let mib = 1 << 20;
    let expected = [
        (10, Some(21), mib, 4096),
        (11, Some(9), 2 * mib + 4096, 4096),
        (12, Some(30), 4096, 4096),
        (13, Some(40), 2 * mib, 0),
    ];
    assert_eq!(short(&found), expected);
}

#[test]
fn flushes_pair_and_the_empty_end_of_their_request_does_not_count() {
    let events = [
        step(10, Issue, Flush, 0, 0),
        step(30, Complete, Flush, u64::MAX, 0),
        step(31, Complete, Write, 0, 0),
        step(40, Complete, Read, 800, 8),
        step(50, Issue, Read, 80, 8),
    ];
    let (found, totals) = paired(PairingLevel::Request, &events, None);
    assert_eq!(short(&found), [(10, Some(20), 0, 0), (50, None, 40960, 4096)]);
    let expected = PairingTotals {
        completions_without_issue: 1,
        issues_without_completion: 1,
        ..PairingTotals::default()
    };
    assert_eq!(totals, expected);
}

#[test]
fn a_bio_whose_start_moved_is_found_by_its_end() {
    let events = [step(10, Issue, Write, 64, 16), step(25, Complete, Write, 80, 0)];
    let (found, totals) = paired(PairingLevel::Bio, &events, None);
    assert_eq!(short(&found), [(10, Some(15), 32768, 8192)]);
    assert_eq!(totals, PairingTotals::default());
}

#[test]
fn a_completion_that_was_lost_does_not_give_its_latency_to_the_next_io() {
    let events = [
        step(10, Issue, Read, 8, 8),
        step(5_000, Issue, Read, 8, 8),
        step(5_100, Complete, Read, 8, 8),
    ];
    let (found, totals) = paired(PairingLevel::Request, &events, Some(4_000));
    assert_eq!(short(&found), [(10, None, 4096, 4096), (5_000, Some(100), 4096, 4096)]);
    assert_eq!(totals.issues_without_completion, 1);
}

#[test]
fn every_io_comes_once_in_the_order_of_issue_with_its_latency() {
    for seed in 0..50 {
        let mut random = Rng::new(seed);
        // Issue numbers by time of completion: many are in flight, some at the same offset.
        let mut events = Vec::new();
        let mut expected = Vec::new();
        let mut ends: BTreeMap<u64, (u64, u32)> = BTreeMap::new();
        let mut busy = std::collections::BTreeSet::new();
        let mut at_ns = 0;
        for _ in 0..2_000 {
            at_ns += 1 + random.below(50);
            while let Some((&end, &(sector, sectors))) = ends.iter().next().filter(|e| *e.0 < at_ns)
            {
                events.push(step(end, Complete, Read, sector, sectors));
                ends.remove(&end);
                busy.remove(&sector);
            }
            let (sector, sectors) = (random.below(500) * 8, 8 * (1 + random.below(4)) as u32);
            let end = at_ns + 1 + random.below(3_000);
            if ends.contains_key(&end) || !busy.insert(sector) {
                continue;
            }
            ends.insert(end, (sector, sectors));
            events.push(step(at_ns, Issue, Read, sector, sectors));
            expected.push((at_ns, Some(end - at_ns), sector * 512, sectors * 512));
        }
        for (&end, &(sector, sectors)) in &ends {
            events.push(step(end, Complete, Read, sector, sectors));
        }
        let (found, totals) = paired(PairingLevel::Request, &events, None);
        assert_eq!(short(&found), expected, "seed {seed}");
        assert_eq!(totals, PairingTotals::default(), "seed {seed}");
    }
}

#[test]
fn more_io_in_flight_than_any_device_has_ends_in_linear_time() {
    // All at once: none is older than the others.
    let count = 600_000;
    let events: Vec<_> = (0..count).map(|at| step(5, Issue, Write, at * 8, 8)).collect();
    let (found, totals) = paired(PairingLevel::Request, &events, None);
    assert_eq!((found.len() as u64, totals.issues_without_completion), (count, count));
    assert!(found.is_sorted_by_key(|io| io.offset_bytes), "in the order of issue");
}
