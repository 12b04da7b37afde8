//! The offset of another host's clock from the clock of this one, and the bound of its error.
//!
//! A ping reads the other clock between two readings of this one. However long each direction of the message takes, the other
//! clock is read within that span, so half of the round trip bounds the error. The shortest round trip gives the smallest bound
//! (Cristian, "Probabilistic clock synchronization", 1989).

/// One answered ping.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockSample {
    /// When the ping was sent, on this host's clock, in nanoseconds.
    pub sent_ns: u64,
    /// The time of the other clock, in nanoseconds.
    pub other_ns: u64,
    /// When the answer arrived, on this host's clock, in nanoseconds.
    pub received_ns: u64,
}

impl ClockSample {
    fn round_trip_ns(self) -> u64 {
        self.received_ns.saturating_sub(self.sent_ns)
    }

    fn offset_ns(self) -> i64 {
        let middle_ns = self.sent_ns + self.round_trip_ns() / 2;
        self.other_ns.wrapping_sub(middle_ns).cast_signed()
    }
}

/// The offset of another clock, measured repeatedly during a run; its drift follows from the first and the latest sample.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ClockOffset {
    first: Option<ClockSample>,
    best: Option<ClockSample>,
}

/// The age at which a newer sample replaces one with a shorter round trip: clocks drift by up to 100 ppm, 1 us in 10 ms.
const SAMPLE_AGE_NS: u64 = 10_000_000_000;
/// The shortest time between two samples that shows a drift.
const DRIFT_SPAN_NS: u64 = 5_000_000_000;

impl ClockOffset {
    pub fn push(&mut self, sample: ClockSample) {
        let old = |best: ClockSample| sample.sent_ns.saturating_sub(best.sent_ns) > SAMPLE_AGE_NS;
        if self.best.is_none_or(|best| sample.round_trip_ns() <= best.round_trip_ns() || old(best))
        {
            self.best = Some(sample);
        }
        let soon =
            |first: ClockSample| sample.sent_ns.saturating_sub(first.sent_ns) < DRIFT_SPAN_NS;
        let replaces =
            |first: ClockSample| soon(first) && sample.round_trip_ns() <= first.round_trip_ns();
        if self.first.is_none_or(replaces) {
            self.first = Some(sample);
        }
    }

    /// The other clock minus this one in nanoseconds; 0 before the first sample.
    pub fn offset_ns(&self) -> i64 {
        self.best.map_or(0, ClockSample::offset_ns)
    }

    /// The largest error of the offset in nanoseconds; `None` before the first sample.
    pub fn bound_ns(&self) -> Option<u64> {
        self.best.map(|best| best.round_trip_ns().div_ceil(2))
    }

    /// How much faster the other clock runs, in parts per million; `None` before two samples are far enough apart.
    pub fn drift_ppm(&self) -> Option<f64> {
        let (first, best) = (self.first?, self.best?);
        let span_ns =
            best.sent_ns.checked_sub(first.sent_ns).filter(|span| *span >= DRIFT_SPAN_NS)?;
        Some((best.offset_ns() - first.offset_ns()) as f64 / span_ns as f64 * 1e6)
    }

    /// The time of the other clock at an instant of this one.
    pub fn other_ns(&self, this_ns: u64) -> u64 {
        this_ns.wrapping_add_signed(self.offset_ns())
    }

    /// The time of this clock at an instant of the other one.
    pub fn this_ns(&self, other_ns: u64) -> u64 {
        other_ns.wrapping_add_signed(self.offset_ns().wrapping_neg())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A ping at `at_ns` with these times there and back, to a clock with this offset and drift.
    fn ping(
        at_ns: u64,
        there_ns: u64,
        back_ns: u64,
        offset_ns: i64,
        drift_ppm: f64,
    ) -> ClockSample {
        let read_ns = at_ns + there_ns;
        let drifted = (read_ns as f64 * drift_ppm / 1e6) as i64;
        ClockSample {
            sent_ns: at_ns,
            other_ns: read_ns.wrapping_add_signed(offset_ns + drifted),
            received_ns: read_ns + back_ns,
        }
    }

    #[test]
    fn the_bound_holds_the_true_offset_however_unequal_the_two_ways_are() {
        let truth_ns = -7_654_321_000i64;
        let mut offset = ClockOffset::default();
        for (number, (there_ns, back_ns)) in
            [(900_000, 10_000), (20_000, 30_000), (5_000, 400_000)].into_iter().enumerate()
        {
            offset.push(ping(
                1_000_000_000_000 + number as u64 * 1_000_000,
                there_ns,
                back_ns,
                truth_ns,
                0.0,
            ));
            let error_ns = (offset.offset_ns() - truth_ns).unsigned_abs();
            assert!(
                error_ns <= offset.bound_ns().unwrap(),
                "{error_ns} of {:?}",
                offset.bound_ns()
            );
        }
        assert_eq!(offset.bound_ns(), Some(25_000), "the shortest round trip is taken");
        assert_eq!(offset.this_ns(offset.other_ns(123_456_789)), 123_456_789);
    }

    #[test]
    fn a_drift_is_seen_and_followed() {
        let mut offset = ClockOffset::default();
        for second in 0..120u64 {
            let at_ns = second * 1_000_000_000;
            offset.push(ping(at_ns, 40_000 + second % 7 * 1_000, 41_000, 5_000_000, 50.0));
            let truth_ns = 5_000_000 + (at_ns as f64 * 50.0 / 1e6) as i64;
            // The offset lags by at most the age of a sample, at 50 ppm.
            let error_ns = (offset.offset_ns() - truth_ns).unsigned_abs();
            assert!(error_ns <= 600_000, "{error_ns} ns after {second} s");
        }
        let drift_ppm = offset.drift_ppm().unwrap();
        assert!((drift_ppm - 50.0).abs() < 1.0, "{drift_ppm}");
    }
}
