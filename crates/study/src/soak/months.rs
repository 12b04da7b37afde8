//! Minutes of months whose truth is known: the model of the tests and of the table of crates/study/METHODS.md.
//!
//! The logarithm of a minute's latency follows a first-order process; neighbours and steps multiply it. Returns minutes.

use base::Rng;
use record::soak::{SoakMinute, SoakRole, SoakSetup};
use workload::SlaClause;

pub(crate) const DAY_MINUTES: usize = 1_440;
/// The mean latency of a quiet minute, and how many times longer its 99th percentile is.
pub(crate) const QUIET_NS: f64 = 2e6;
pub(crate) const P99_FACTOR: f64 = 4.0;

/// How the logarithm of the latency wanders.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wander {
    pub(crate) deviation: f64,
    /// The correlation of a minute with the next.
    pub(crate) lag1: f64,
}

impl Wander {
    /// The correlation of the methodology's tables.
    pub(crate) const fn of(deviation: f64) -> Self {
        Self { deviation, lag1: 0.9 }
    }

    /// Minutes at 100 operations per second; `factor` of a minute's number multiplies its latency.
    pub(crate) fn minutes(
        self,
        seed: u64,
        minutes: usize,
        factor: &dyn Fn(usize) -> f64,
    ) -> Vec<SoakMinute> {
        let mut rng = Rng::at(seed, &[minutes as u64]);
        let mut state = rng.normal();
        let fresh = (1.0 - self.lag1 * self.lag1).sqrt();
        let next = |number: usize| {
            state = self.lag1 * state + fresh * rng.normal();
            let mean_ns = QUIET_NS * factor(number) * (self.deviation * state).exp();
            SoakMinute {
                start_unix_s: number as i64 * 60,
                counted_s: 60.0,
                due: 6_000,
                ios: 6_000,
                bytes: 6_000 * 8_192,
                errors: 0,
                backlog: 0,
                mean_ns,
                p50_ns: (mean_ns * 0.8) as u64,
                p99_ns: (mean_ns * P99_FACTOR) as u64,
                p999_ns: (mean_ns * 7.0) as u64,
                max_ns: (mean_ns * 12.0) as u64,
                excluded: None,
            }
        };
        (0..minutes).map(next).collect()
    }
}

/// A soak of one role over this many days.
pub(crate) fn setup(days: u64, sla: Vec<SlaClause>) -> SoakSetup {
    let role = SoakRole { name: "data".to_owned(), rate_iops: 100.0, line_share: None };
    SoakSetup {
        roles: vec![role],
        sla,
        planned_s: days * 86_400,
        window_every_s: None,
        window_s: None,
        utc_offset_s: 0,
    }
}

/// Twice as slow from 9 to 17 o'clock, and a tenth slower from day 9 on.
pub(crate) fn neighbour_and_step(number: usize) -> f64 {
    let hour = number % DAY_MINUTES / 60;
    let daily = if (9..17).contains(&hour) { 2.0 } else { 1.0 };
    if number >= 9 * DAY_MINUTES { 1.1 * daily } else { daily }
}

/// Credits that run out for 90 minutes from minute `from` on: exactly half of the offered rate, and a backlog.
pub(crate) fn spend_credits(minutes: &mut [SoakMinute], from: usize) {
    for (number, minute) in minutes.iter_mut().enumerate().skip(from).take(90) {
        minute.ios = 3_000 + (number % 2) as u64;
        minute.backlog = 50_000;
        minute.mean_ns = 4e9;
        minute.p99_ns = 8_000_000_000;
    }
}
