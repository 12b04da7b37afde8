//! Races over records whose truth is known: how often the best is named, and how often where there is none.

mod truths;

use record::race::{Answer, CandidateState};
use truths::{NOISES, Noise, Place, Truth, first, named, raced, reads_and_writes};

const FEW: Noise = |_, _| 0.03;

#[test]
fn a_lead_that_no_noise_explains_is_decided_however_few_the_points_are() {
    let exact: Noise = |_, _| 0.0;
    let leads: [fn(Place) -> Vec<f64>; 3] = [
        |_| vec![10.0, 1.0],
        |_| vec![14.0, 1.0],
        |(_, kib, _)| vec![if kib > 8 { 14.0 } else { 10.0 }, 1.0],
    ];
    for (places, repeats) in [
        (first(1), 1),
        (first(2), 1),
        (first(4), 1),
        (first(8), 1),
        (reads_and_writes(), 1),
        (first(1), 2),
    ] {
        for noise in [exact, FEW] {
            for speeds in leads {
                let truth = Truth { places: places.clone(), repeats, speeds, noise };
                for seed in 1..=20 {
                    let found = raced(&truth, seed);
                    assert_eq!(found.answer, Answer::Best(0), "{}: {found:?}", places.len());
                    let lead = found.standings[0].lead.expect("it is ahead").ends();
                    assert!(lead.low > 1.0 && lead.high < 100.0, "{lead:?}");
                }
            }
        }
    }
    // A quarter at one point may be noise.
    let quarter = Truth { places: first(1), repeats: 1, speeds: |_| vec![1.25, 1.0], noise: exact };
    let found = raced(&quarter, 1);
    assert!(matches!(found.answer, Answer::CannotTell(_)), "{found:?}");
    let equal = Truth { places: first(8), speeds: |_| vec![1.0, 1.0], ..quarter };
    assert!(matches!(raced(&equal, 1).answer, Answer::NoDifference(_)));
}

#[test]
fn repeats_tell_who_is_faster_however_few_a_block_size_has() {
    for (count, repeats) in [(2, 3), (4, 2), (4, 3), (6, 2), (6, 3), (8, 2), (12, 2), (12, 3)] {
        let truth =
            Truth { places: first(count), repeats, speeds: |_| vec![2.0, 1.0], noise: |_, _| 0.01 };
        for seed in 1..=20 {
            let found = raced(&truth, seed);
            let lead = found.standings[0].lead.expect("it is ahead").ends();
            assert_eq!(found.answer, Answer::Best(0), "{count}x{repeats}, {seed}: {found:?}");
            assert!(lead.low > 0.8 && lead.high < 1.2, "{count}x{repeats}, {seed}: {lead:?}");
            // All of them were taken.
            assert!(
                found.standings.iter().all(|it| it.state == CandidateState::Raced),
                "{found:?}"
            );
        }
    }
}

/// A layout that only writes faster is best, although its reads do not differ.
#[test]
fn a_difference_between_reads_and_writes_is_no_noise() {
    let speeds = |(read, ..): Place| vec![if read > 0.0 { 1.0 } else { 2.5 }, 1.0];
    let truth = Truth { places: reads_and_writes(), repeats: 1, speeds, noise: FEW };
    let named = named(&truth, 1..101);
    assert!(named[0] >= 90 && named[1] == 0, "{named:?} of 100");
}

#[test]
fn of_equal_layouts_none_is_best_in_95_of_100_records() {
    for (places, repeats) in [
        (first(2), 1),
        (first(4), 1),
        (first(8), 1),
        (reads_and_writes(), 1),
        (first(12), 1),
        (first(4), 2),
        (first(4), 3),
        (first(6), 2),
        (first(8), 2),
        (first(12), 2),
    ] {
        for (name, noise) in NOISES {
            let truth =
                Truth { places: places.clone(), repeats, speeds: |_| vec![1.0, 1.0], noise };
            let wrong: u32 = named(&truth, 1..401).iter().sum();
            eprintln!("{}x{repeats}, {name}: {wrong} of 400", places.len());
            // 5 %, and three standard deviations.
            assert!(wrong <= 33, "{}x{repeats}, {name}: {wrong} of 400", places.len());
        }
    }
}

/// The slowest is too noisy to be proven slower than the best; the one in the middle, which is ahead of it, stays too.
#[test]
fn elimination_keeps_the_order_of_the_layouts() {
    let truth = Truth {
        places: first(8),
        repeats: 1,
        speeds: |_| vec![1.4, 1.0, 0.98],
        noise: |layout, _| if layout == 2 { 0.5 } else { 0.02 },
    };
    let mut open = 0;
    for seed in 1..=100 {
        let found = raced(&truth, seed);
        let order: Vec<usize> = found.standings.iter().map(|it| it.candidate).collect();
        if let Answer::CannotTell(left) = &found.answer {
            open += 1;
            assert_eq!(left[..], order[..left.len()], "{found:?}");
            let means = |at: usize| found.standings[at].mean_mibps.expect("it ran").value;
            let rest = left.len()..order.len();
            assert!(rest.clone().all(|at| means(at) < means(left.len() - 1)), "{found:?}");
        }
        for group in &found.groups {
            if let Answer::CannotTell(left) = &group.answer {
                let mean = |at: usize| group.means_mibps[at].expect("it ran").value;
                let worst = left.iter().map(|&at| mean(at)).fold(f64::INFINITY, f64::min);
                let behind = |at: usize| left.contains(&at) || mean(at) < worst;
                assert!((0..3).all(behind), "{group:?}");
            }
        }
    }
    assert!(open > 20, "{open} of 100 were open");
}
