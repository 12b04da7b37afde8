//! Enough, in time, and without errors: operations for a percentile, arrivals that were kept up with, failures.

use super::{Detail, Warning, WarningKind, Weight};
use crate::{Conditions, LatencySummary, StreamSummary, ios_needed};

/// The shortfall from the offered rate that counts as overload. A Poisson stream of n arrivals varies by 1/sqrt(n) itself, which
/// is added three times. One that arrives in bursts of b varies like a stream of n / b arrivals.
const SHORTFALL_SHARE_MAX: f64 = 0.01;
/// Median lateness of the generator beyond this share of the median latency falsifies it.
const LATE_SHARE_MAX: f64 = 0.1;
/// Lateness that does not matter.
const LATE_NS_MIN: u64 = 20_000;
/// The share of failed operations from which on rates and latencies are not the storage's.
pub const ERROR_SHARE_MAX: f64 = 0.001;

/// Everything about volume, time and errors.
pub(super) fn warnings(stream: &StreamSummary, conditions: &Conditions) -> Vec<Warning> {
    let found = [
        few_ios(stream, conditions),
        nothing_counted(stream).or_else(|| too_short(stream, conditions)),
        overloaded(stream, conditions),
        late(stream, conditions),
        errors(stream),
    ];
    found.into_iter().flatten().collect()
}

fn few_ios(stream: &StreamSummary, conditions: &Conditions) -> Option<Warning> {
    let quantile = conditions.quantile.filter(|q| *q > 0.0 && *q < 1.0)?;
    let needed = ios_needed(quantile);
    let ios = stream.read.ios + stream.write.ios;
    (ios < needed).then(|| {
        let detail = Detail::FewOperations { quantile, needed, measured: ios };
        Warning::of_stream(&stream.name, WarningKind::FewIos, Weight::Warning, detail)
    })
}

fn too_short(stream: &StreamSummary, conditions: &Conditions) -> Option<Warning> {
    let cycle_s = conditions.cycle_s?;
    (stream.seconds < cycle_s).then(|| {
        let detail = Detail::ShorterThanCycle { seconds: stream.seconds, cycle_s };
        Warning::of_stream(&stream.name, WarningKind::TooShort, Weight::Note, detail)
    })
}

fn overloaded(stream: &StreamSummary, conditions: &Conditions) -> Option<Warning> {
    let offered = stream.offered_iops.filter(|o| *o > 0.0)?;
    let arrivals = (offered * stream.seconds).max(1.0);
    let burst = f64::from(conditions.burst.unwrap_or(1).max(1));
    let allowed = SHORTFALL_SHARE_MAX + 3.0 * (burst / arrivals).sqrt();
    let directions = [&stream.read, &stream.write];
    // Failed operations were answered as well, and wait no longer.
    let failed = directions.iter().map(|l| l.errors).sum::<u64>() as f64 / stream.seconds.max(1e-9);
    let short = 1.0 - (stream.iops.value + failed) / offered;
    (stream.dropped > 0 || short > allowed).then(|| {
        let done: u64 = directions.iter().map(|l| l.ios + l.errors).sum();
        let left = (arrivals - (done + stream.dropped) as f64).max(0.0).round();
        let detail = Detail::Overloaded {
            offered_iops: offered,
            done_iops: stream.iops.value,
            dropped: stream.dropped,
            waiting: left,
        };
        Warning::of_stream(&stream.name, WarningKind::Overloaded, Weight::Warning, detail)
    })
}

fn late(stream: &StreamSummary, conditions: &Conditions) -> Option<Warning> {
    if overloaded(stream, conditions).is_some() {
        return None;
    }
    let mut directions = [&stream.read, &stream.write].into_iter();
    let (late_ns, latency_ns) = directions.find_map(lateness_that_matters)?;
    let detail = Detail::LateArrivals { late_ns, latency_ns, simulated: conditions.simulated };
    Some(Warning::of_stream(&stream.name, WarningKind::LateArrivals, Weight::Warning, detail))
}

/// The median lateness and the median latency, if the first is too much of the second.
fn lateness_that_matters(latency: &LatencySummary) -> Option<(u64, u64)> {
    let late_ns = latency.late_ns_p50?;
    let median_ns = latency.quantiles.iter().find(|q| q.quantile >= 0.5)?.service_ns;
    let matters = late_ns > LATE_NS_MIN && late_ns as f64 > LATE_SHARE_MAX * median_ns as f64;
    matters.then_some((late_ns, median_ns))
}

/// Failed operations, and all, of a trial in which too many failed for its numbers to mean something: too many of all together, or of
/// reads, writes or flushes alone, so that the others do not hide their failures. The one rule for the warning and for the
/// answer.
pub fn failed_too_often(stream: &StreamSummary) -> Option<(u64, u64)> {
    let counts = [&stream.read, &stream.write, &stream.flush]
        .map(|direction| (direction.errors, direction.ios + direction.errors));
    let failed = counts.iter().map(|(failed, _)| failed).sum();
    let total = counts.iter().map(|(_, total)| total).sum();
    let are_too_many = |(failed, total)| failed as f64 > ERROR_SHARE_MAX * total as f64;
    counts.into_iter().chain([(failed, total)]).any(are_too_many).then_some((failed, total))
}

fn errors(stream: &StreamSummary) -> Option<Warning> {
    let all = [&stream.read, &stream.write, &stream.flush];
    let errors: u64 = all.iter().map(|l| l.errors).sum();
    let ios: u64 = all.iter().map(|l| l.ios).sum();
    failed_operations(&stream.name, errors, ios, failed_too_often(stream).is_some())
}

fn failed_operations(stream: &str, failed: u64, done: u64, heavy: bool) -> Option<Warning> {
    let weight = if heavy { Weight::Forbids } else { Weight::Warning };
    let detail = Detail::Failed { failed, done };
    (failed > 0).then(|| Warning::of_stream(stream, WarningKind::IoErrors, weight, detail))
}

/// The warning about operations of a role that failed during a soak.
pub fn failed_in_soak(role: &str, failed: u64, done: u64) -> Option<Warning> {
    failed_operations(role, failed, done, false)
}

/// The warning about a run in which nothing counts: everything was done during the warm-up.
fn nothing_counted(stream: &StreamSummary) -> Option<Warning> {
    let counted = [&stream.read, &stream.write, &stream.flush].iter().any(|l| l.ios + l.errors > 0);
    let warm: Vec<_> = stream.points.iter().filter(|p| p.warm_up && p.iops > 0.0).collect();
    if counted || warm.is_empty() {
        return None;
    }
    let detail = Detail::NothingCounted;
    Some(Warning::of_stream(&stream.name, WarningKind::TooShort, Weight::Forbids, detail))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::warning::law::tests::healthy;

    fn check(change: impl Fn(&mut StreamSummary, &mut Conditions), want: &[WarningKind]) {
        let (mut stream, mut conditions) = healthy(2);
        change(&mut stream, &mut conditions);
        let kinds: Vec<_> = warnings(&stream, &conditions).iter().map(|d| d.kind).collect();
        assert_eq!(kinds, want);
    }

    #[test]
    fn each_is_provoked_and_silent_otherwise() {
        check(|_, _| {}, &[]);
        check(|s, _| s.read.ios = 298, &[WarningKind::FewIos]);
        check(|s, _| s.read.ios = 299, &[]);
        check(|_, c| c.cycle_s = Some(300.0), &[WarningKind::TooShort]);
        check(|s, _| s.offered_iops = Some(5000.0), &[WarningKind::Overloaded]);
        check(|s, _| s.offered_iops = Some(4010.0), &[]);
        check(|s, _| (s.offered_iops, s.dropped) = (Some(4000.0), 1), &[WarningKind::Overloaded]);
        check(|s, _| s.read.late_ns_p50 = Some(300_000), &[WarningKind::LateArrivals]);
        check(|s, _| s.read.late_ns_p50 = Some(8_000), &[]);
        check(|s, _| s.read.errors = 1, &[WarningKind::IoErrors]);
        // Failed operations do not wait: all arrivals were answered.
        let failed =
            |s: &mut StreamSummary| (s.offered_iops, s.read.errors) = (Some(5000.0), 60_000);
        check(|s, _| failed(s), &[WarningKind::IoErrors]);
    }

    /// 160 I/Os in bursts of 40: the last burst waits when the run ends.
    #[test]
    fn a_burst_at_the_end_is_no_overload() {
        let few = WarningKind::FewIos;
        for (burst, warned) in [(None, &[few, WarningKind::Overloaded][..]), (Some(40), &[few])] {
            let change = |s: &mut StreamSummary, c: &mut Conditions| {
                (s.iops.value, s.offered_iops, s.read.ios) = (2.0, Some(160.0 / 60.0), 120);
                c.burst = burst;
            };
            check(change, warned);
        }
        let bursts = |s: &mut StreamSummary, c: &mut Conditions| {
            (s.offered_iops, c.burst) = (Some(5000.0), Some(40));
        };
        check(bursts, &[WarningKind::Overloaded]);
    }

    #[test]
    fn what_was_given_up_and_what_still_waited_is_told() {
        let (mut stream, conditions) = healthy(2);
        (stream.offered_iops, stream.dropped) = (Some(5000.0), 50_000);
        let detail = warnings(&stream, &conditions).remove(0).detail;
        let Detail::Overloaded { dropped, waiting, .. } = detail else { panic!("{detail:?}") };
        assert_eq!((dropped, waiting.round()), (50_000, 10_000.0));
    }

    #[test]
    fn late_arrivals_of_a_simulation_are_no_fault_of_the_machine() {
        let (mut stream, mut conditions) = healthy(2);
        stream.read.late_ns_p50 = Some(300_000);
        for simulated in [false, true] {
            conditions.simulated = simulated;
            let detail = warnings(&stream, &conditions).remove(0).detail;
            let own =
                matches!(detail, Detail::LateArrivals { simulated: own, .. } if own == simulated);
            assert!(own, "{detail:?}");
        }
    }

    #[test]
    fn a_run_that_ended_within_its_warm_up_says_that_nothing_was_counted() {
        let (mut stream, conditions) = healthy(2);
        (stream.read, stream.seconds) = (LatencySummary::default(), 0.0);
        stream.points.truncate(3);
        assert_eq!(nothing_counted(&stream), None);
        stream.points.iter_mut().for_each(|p| p.warm_up = true);
        let found = warnings(&stream, &conditions);
        let told = found.iter().find(|d| d.detail == Detail::NothingCounted);
        assert_eq!(told.map(|d| d.weight), Some(Weight::Forbids), "{found:?}");
    }

    #[test]
    fn failures_of_one_direction_do_not_hide_behind_the_other() {
        let (mut stream, conditions) = healthy(2);
        (stream.write.ios, stream.write.errors) = (98, 2);
        let all = stream.read.ios + stream.flush.ios + 100;
        assert_eq!(failed_too_often(&stream), Some((2, all)));
        assert_eq!(warnings(&stream, &conditions)[0].weight, Weight::Forbids);
    }

    #[test]
    fn many_errors_forbid_a_verdict() {
        let (mut stream, conditions) = healthy(2);
        stream.read.errors = 1000;
        assert_eq!(warnings(&stream, &conditions)[0].weight, Weight::Forbids);
    }
}
