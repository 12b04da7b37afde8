//! Enough, in time, and without errors: operations for a percentile, arrivals that were kept up with, failures.

use super::{Doubt, DoubtKind, Weight};
use crate::{Conditions, LatencySummary, StreamSummary};
use base::{Nanos, units};

/// How much less than offered counts as overloaded. A Poisson stream of n arrivals varies by 1/sqrt(n) itself, which is
/// added three times.
const SHORTFALL_SHARE_MAX: f64 = 0.01;
/// Median lateness of the generator beyond this share of the median latency falsifies it.
const LATE_SHARE_MAX: f64 = 0.1;
/// Lateness that matters to nobody.
const LATE_NS_MIN: u64 = 20_000;
/// A share of failed operations from which on rates and latencies are not the storage's.
const ERROR_SHARE_MAX: f64 = 0.001;

/// Everything about volume, time and errors.
pub(super) fn doubts(stream: &StreamSummary, conditions: &Conditions) -> Vec<Doubt> {
    let found = [
        few_ios(stream, conditions),
        too_short(stream, conditions),
        overloaded(stream),
        late(stream),
        errors(stream),
    ];
    found.into_iter().flatten().collect()
}

/// A percentile needs ln 0.05 / ln q operations: 299 for p99, 2,995 for p99.9, 29,956 for p99.99.
fn few_ios(stream: &StreamSummary, conditions: &Conditions) -> Option<Doubt> {
    let q = conditions.quantile.filter(|q| *q > 0.0 && *q < 1.0)?;
    let needed = (0.05f64.ln() / q.ln()).ceil() as u64;
    let ios = stream.read.ios + stream.write.ios;
    (ios < needed).then(|| {
        let text = format!(
            "p{} needs {} operations and {} were seen; run longer",
            units::trimmed(q * 100.0, 3),
            units::grouped(needed),
            units::grouped(ios)
        );
        Doubt::new(DoubtKind::FewIos, Weight::Warning, &stream.name, text)
    })
}

fn too_short(stream: &StreamSummary, conditions: &Conditions) -> Option<Doubt> {
    let cycle_s = conditions.cycle_s?;
    (stream.seconds < cycle_s).then(|| {
        let text = format!(
            "{:.0} s do not cover the cycle of {cycle_s:.0} s that this database has (checkpoints, backups)",
            stream.seconds
        );
        Doubt::new(DoubtKind::TooShort, Weight::Note, &stream.name, text)
    })
}

fn overloaded(stream: &StreamSummary) -> Option<Doubt> {
    let offered = stream.offered_iops.filter(|o| *o > 0.0)?;
    let arrivals = (offered * stream.seconds).max(1.0);
    let allowed = SHORTFALL_SHARE_MAX + 3.0 / arrivals.sqrt();
    let short = 1.0 - stream.iops.value / offered;
    (stream.dropped > 0 || short > allowed).then(|| {
        let text = format!(
            "{} operations a second arrived and {} were done ({} given up): the storage is overloaded, \
             its latencies grow with the length of the run",
            units::readable(offered),
            units::readable(stream.iops.value),
            units::grouped(stream.dropped)
        );
        Doubt::new(DoubtKind::Overloaded, Weight::Warning, &stream.name, text)
    })
}

fn late(stream: &StreamSummary) -> Option<Doubt> {
    let median = |l: &LatencySummary| l.quantiles.iter().find(|q| q.0 >= 0.5).map(|q| q.2);
    let found = [&stream.read, &stream.write].into_iter().find_map(|l| {
        let (late, usual) = (l.late_ns_p50?, median(l)?);
        (late > LATE_NS_MIN && late as f64 > LATE_SHARE_MAX * usual as f64).then_some((late, usual))
    });
    let overloaded = overloaded(stream).is_some();
    found.filter(|_| !overloaded).map(|(late, usual)| {
        let text = format!(
            "half of the operations started {} late or more, where the storage takes {}: all slots of the depth were \
             taken, or this machine was too busy to keep time",
            Nanos(late),
            Nanos(usual)
        );
        Doubt::new(DoubtKind::LateArrivals, Weight::Warning, &stream.name, text)
    })
}

fn errors(stream: &StreamSummary) -> Option<Doubt> {
    let all = [&stream.read, &stream.write, &stream.flush];
    let errors: u64 = all.iter().map(|l| l.errors).sum();
    let ios: u64 = all.iter().map(|l| l.ios).sum();
    (errors > 0).then(|| {
        let heavy = errors as f64 > ERROR_SHARE_MAX * (ios + errors) as f64;
        let weight = if heavy { Weight::Forbids } else { Weight::Warning };
        let text = format!(
            "{} operations failed ({} were done); see the notes for the first ones, and the kernel log",
            units::grouped(errors),
            units::grouped(ios)
        );
        Doubt::new(DoubtKind::IoErrors, weight, &stream.name, text)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doubt::law::tests::healthy;

    fn check(change: impl Fn(&mut StreamSummary, &mut Conditions), want: &[DoubtKind]) {
        let (mut stream, mut conditions) = healthy(2);
        change(&mut stream, &mut conditions);
        let kinds: Vec<_> = doubts(&stream, &conditions).iter().map(|d| d.kind).collect();
        assert_eq!(kinds, want);
    }

    #[test]
    fn each_is_provoked_and_silent_otherwise() {
        check(|_, _| {}, &[]);
        check(|s, _| s.read.ios = 298, &[DoubtKind::FewIos]);
        check(|s, _| s.read.ios = 299, &[]);
        check(|_, c| c.cycle_s = Some(300.0), &[DoubtKind::TooShort]);
        check(|s, _| s.offered_iops = Some(5000.0), &[DoubtKind::Overloaded]);
        check(|s, _| s.offered_iops = Some(4010.0), &[]);
        check(|s, _| (s.offered_iops, s.dropped) = (Some(4000.0), 1), &[DoubtKind::Overloaded]);
        check(|s, _| s.read.late_ns_p50 = Some(300_000), &[DoubtKind::LateArrivals]);
        check(|s, _| s.read.late_ns_p50 = Some(8_000), &[]);
        check(|s, _| s.read.errors = 1, &[DoubtKind::IoErrors]);
    }

    #[test]
    fn many_errors_forbid_a_verdict() {
        let (mut stream, conditions) = healthy(2);
        stream.read.errors = 1000;
        assert_eq!(doubts(&stream, &conditions)[0].weight, Weight::Forbids);
    }
}
