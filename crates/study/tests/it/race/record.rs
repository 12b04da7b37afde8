//! Races over a record whose points have repeats: the more repeats, the more can be told.

use base::{Bytes, Rng};
use record::Journal;
use record::race::{
    Answer, CandidateState, IntervalState, RaceFinding, RaceReason, Resource, WeightedLoad,
};
use study::race::{Candidate, Race, RaceConfig};
use study::{RecordedPoints, RecordedRow, Study, conduct};
use workload::PointLoad;

/// Block sizes in KiB with depths, most of them of the first size.
const LOADS: [(u64, u32); 12] = [
    (8, 1),
    (8, 4),
    (64, 1),
    (8, 16),
    (64, 4),
    (256, 1),
    (8, 64),
    (64, 16),
    (256, 4),
    (256, 16),
    (512, 1),
    (512, 4),
];

/// Races A and B, `lead` times as fast, at the first `loads` points with `repeats` each; `noise` is that of a point by its block
/// size.
fn raced(loads: usize, repeats: u32, lead: f64, noise: fn(u64) -> f64, seed: u64) -> RaceFinding {
    let mut rng = Rng::new(seed);
    let mut rows = Vec::new();
    for &(kib, depth) in &LOADS[..loads] {
        for _ in 0..repeats {
            for (name, share) in [("A", lead), ("B", 1.0)] {
                let noise = 1.0 + noise(kib) * rng.normal();
                let mibps = share * (kib as f64 * f64::from(depth)).sqrt() * noise;
                rows.push(RecordedRow::random_reads(name, Bytes(kib << 10), depth, mibps));
            }
        }
    }
    let load = |&(kib, depth): &(u64, u32)| PointLoad {
        block: Bytes(kib << 10),
        depth,
        random: true,
        ..PointLoad::SEQUENTIAL_READ
    };
    let weighted = |one| WeightedLoad { load: load(one), weight: 1.0, group: String::new() };
    let loads: Vec<WeightedLoad> = LOADS[..loads].iter().map(weighted).collect();
    let candidates = ["A", "B"].map(|name| Candidate::new(name, &[name.to_owned()])).to_vec();
    let times = vec![repeats; loads.len()];
    let config =
        RaceConfig { times, takes_all_points: true, ..RaceConfig::new(candidates, loads, seed) };
    let mut race = Race::new(config);
    let whole = conduct(&mut race, &Journal::new(), &mut RecordedPoints::new(rows), &mut |_| ());
    assert!(whole == Ok(true) && race.next_request().is_none());
    race.finding()
}

#[test]
fn repeats_tell_who_is_twice_as_fast_however_few_a_block_size_has() {
    for (loads, repeats) in [(2, 3), (4, 2), (4, 3), (6, 2), (6, 3), (8, 2), (12, 2), (12, 3)] {
        for seed in 1..=20 {
            let found = raced(loads, repeats, 2.0, |_| 0.01, seed);
            let lead = &found.standings[0].lead;
            assert_eq!(
                found.answer,
                Answer::Best(0),
                "{loads}x{repeats}, {seed}: {:?}",
                found.reason
            );
            assert!(lead.low > 0.8 && lead.high < 1.2, "{loads}x{repeats}, {seed}: {lead:?}");
            // All of them were taken.
            assert!(
                found.standings.iter().all(|it| it.state == CandidateState::Raced),
                "{found:?}"
            );
        }
    }
    for (loads, repeats) in [(1, 2), (2, 2), (4, 1)] {
        let found = raced(loads, repeats, 2.0, |_| 0.01, 1);
        let why = if repeats > 1 { IntervalState::FewRepeats } else { IntervalState::OneValue };
        assert!(matches!(found.answer, Answer::CannotTell(_)), "{loads}x{repeats}: {found:?}");
        let RaceReason::UsedUp(Resource::Record, Some(spread)) = &found.reason else {
            panic!("{loads}x{repeats}: {:?}", found.reason)
        };
        assert_eq!(spread.interval, why, "{loads}x{repeats}");
    }
}

#[test]
fn a_quiet_block_size_does_not_vouch_for_a_noisy_one() {
    // The block size with the fewest repeats has ten times the noise, and decides a mean of MiB/s.
    for noise in [|kib| if kib > 8 { 0.1 } else { 0.01 }, |_| 0.05] {
        for (loads, repeats) in [(4, 2), (4, 3), (6, 2), (8, 2), (12, 2)] {
            let wrong = |seed: &u64| {
                let found = raced(loads, repeats, 1.0, noise, *seed);
                matches!(found.answer, Answer::Best(_))
            };
            let wrong = (1..=400).filter(wrong).count();
            eprintln!("{loads}x{repeats}: {wrong} of 400");
            // 5 %, and three standard deviations.
            assert!(wrong <= 33, "{loads}x{repeats}: {wrong} of 400");
        }
    }
}
