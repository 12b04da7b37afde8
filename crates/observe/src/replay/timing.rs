//! How well a replay kept the captured times: takes the due times and the start times of its operations.

use record::ReplayTiming;

/// Compares the due times with the start times of the same operations; both count from the start of the replay and are
/// in any order. The due times are the captured ones divided by `speed`. `None` with fewer than two operations, or if their numbers differ, because the replay was cut short.
pub fn of(mut due_ns: Vec<u64>, mut started_ns: Vec<u64>, speed: f64) -> Option<ReplayTiming> {
    if due_ns.len() < 2 || due_ns.len() != started_ns.len() {
        return None;
    }
    due_ns.sort_unstable();
    started_ns.sort_unstable();
    let span = |times: &[u64]| times[times.len() - 1] - times[0];
    let (due_duration_ns, duration_ns) = (span(&due_ns), span(&started_ns));
    let mut late_ns: Vec<u64> =
        due_ns.iter().zip(&started_ns).map(|(due, start)| start.saturating_sub(*due)).collect();
    late_ns.sort_unstable();
    let late = |q: f64| late_ns[((late_ns.len() - 1) as f64 * q).round() as usize];
    // Between sorted samples of equal size the distance is the mean difference of their ranks.
    let (due_gaps, gaps) = (sorted_gaps(&due_ns), sorted_gaps(&started_ns));
    let moved: u128 = due_gaps.iter().zip(&gaps).map(|(a, b)| u128::from(a.abs_diff(*b))).sum();
    Some(ReplayTiming {
        operations: due_ns.len() as u64,
        due_duration_ns,
        speed,
        duration_ns,
        gap_distance: moved as f64 / (due_duration_ns as f64).max(1.0),
        late_ns_p50: late(0.5),
        late_ns_p99: late(0.99),
        late_ns_max: late(1.0),
    })
}

fn sorted_gaps(times: &[u64]) -> Vec<u64> {
    let mut gaps: Vec<u64> = times.windows(2).map(|pair| pair[1] - pair[0]).collect();
    gaps.sort_unstable();
    gaps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_replay_on_time_has_no_error() {
        let due: Vec<u64> = (0..1000).map(|k| k * k).collect();
        let timing = of(due.clone(), due, 1.0).expect("as many as were due");
        assert_eq!(
            (timing.gap_distance, timing.late_ns_max, timing.duration_error()),
            (0.0, 0, 0.0)
        );
    }

    #[test]
    fn a_constant_delay_moves_no_gap_and_a_slower_replay_moves_all() {
        let due: Vec<u64> = (0..1001).map(|k| k * 1000).collect();
        let late = due.iter().map(|ns| ns + 70).collect();
        let timing = of(due.clone(), late, 1.0).expect("as many as were due");
        assert_eq!(
            (timing.gap_distance, timing.late_ns_p50, timing.duration_ns),
            (0.0, 70, 1_000_000)
        );
        let slower = due.iter().map(|ns| ns * 11 / 10).collect();
        let timing = of(due, slower, 1.0).expect("as many as were due");
        assert!((timing.duration_error() - 0.1).abs() < 1e-9, "{timing:?}");
        assert!((timing.gap_distance - 0.1).abs() < 1e-9, "{timing:?}");
    }

    #[test]
    fn bursts_in_place_of_even_gaps_are_far_apart() {
        let due: Vec<u64> = (0..1000).map(|k| k * 1000).collect();
        let bursts = (0..1000).map(|k| k / 10 * 10_000).collect();
        let timing = of(due, bursts, 1.0).expect("as many as were due");
        assert!(timing.gap_distance > 1.5, "{timing:?}");
    }

    #[test]
    fn a_replay_that_was_cut_short_has_no_timing() {
        assert_eq!(of(vec![0, 1, 2], vec![0, 1], 1.0), None);
        assert_eq!(of(vec![0], vec![0], 1.0), None);
    }
}
