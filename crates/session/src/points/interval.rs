//! The length of one interval of a point: long enough to hold operations, short enough for a sufficient number of intervals.

/// The possible lengths in nanoseconds, each of which divides a second.
const LENGTHS_NS: [u64; 5] = [1_000_000_000, 500_000_000, 250_000_000, 200_000_000, 100_000_000];

/// The fewest intervals of the shortest point: a confidence interval of a throughput needs as many
/// (see `summary::estimate`).
const INTERVALS_MIN: u64 = 10;

/// The length in nanoseconds for points that last at least `time_min_ns`.
pub(super) fn interval_ns(time_min_ns: u64) -> u64 {
    let fits = LENGTHS_NS.into_iter().find(|length_ns| length_ns * INTERVALS_MIN <= time_min_ns);
    fits.unwrap_or(LENGTHS_NS[LENGTHS_NS.len() - 1])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_point_has_short_intervals() {
        for (time_s, want_ms) in [(30.0, 1000), (10.0, 1000), (9.0, 500), (2.0, 200), (0.1, 100)] {
            assert_eq!(interval_ns((time_s * 1e9) as u64), want_ms * 1_000_000, "{time_s} s");
        }
    }
}
