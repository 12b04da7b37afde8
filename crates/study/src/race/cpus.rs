//! No candidate is best if the CPUs were full: then the race measured the machine.
//!
//! Takes an answer and the points it rests on; returns it, or that the race cannot tell and why.

use super::Race;
use crate::point::limited_by_cpus;
use record::race::{Answer, RaceReason, RacedPoint};

/// A constant rate: the fewest repeats, and the most that they differ by. Full CPUs never keep a rate so constant.
const REPEATS_MIN: usize = 4;
const RANGE_MAX: f64 = 0.002_5;

/// Returns the answer, unless half of the points of a candidate that it rests on ran on full CPUs: of one that is worse than the
/// best, or of one of those that do not differ. Such a candidate could be faster, unless most of its points have a constant rate
/// in repeats. Full CPUs for both are no excuse: one may need more of them for the same I/O. A withdrawn answer comes with the
/// reason.
pub(super) fn unless_held(
    race: &Race,
    answer: Answer,
    of: &dyn Fn(&RacedPoint) -> bool,
) -> (Answer, Option<RaceReason>) {
    let rests_on: Vec<usize> = match &answer {
        Answer::Best(best) => race.runnable().into_iter().filter(|other| other != best).collect(),
        Answer::NoDifference(among) => among.clone(),
        Answer::CannotTell(_) | Answer::NotYet(_) | Answer::NoneRan => return (answer, None),
    };
    if !race.points.iter().any(|point| point.measured.cpus_full()) {
        return (answer, None);
    }
    let busy = |candidate: usize| {
        let own = race.points.iter().filter(|point| point.candidate == candidate && of(point));
        let own: Vec<&RacedPoint> = own.collect();
        let standing = own.iter().filter(|point| is_constant_rate(&own, point)).count();
        if standing * 2 > own.len() {
            return None;
        }
        limited_by_cpus(own.iter().map(|point| &point.measured))
    };
    let held: Vec<(usize, f64)> =
        rests_on.into_iter().filter_map(|one| Some((one, busy(one)?))).collect();
    let Some(most) = held.iter().map(|(_, busy)| *busy).reduce(f64::max) else {
        return (answer, None);
    };
    let candidates = held.iter().map(|(one, _)| *one).collect();
    let reason = RaceReason::CpusFull { busy_share: most, candidates };
    let left = match answer {
        Answer::Best(best) => {
            std::iter::once(best).chain(held.iter().map(|(one, _)| *one)).collect()
        }
        Answer::NoDifference(among) => among,
        _ => Vec::new(),
    };
    (Answer::CannotTell(left), Some(reason))
}

/// Whether this candidate's repeats of `point` are enough and show a constant rate. Points of a race are too short to show it by
/// themselves; with 1 % of noise from second to second, one point in a hundred is so constant by chance.
fn is_constant_rate(own: &[&RacedPoint], point: &RacedPoint) -> bool {
    let at = |point: &RacedPoint| (point.load, point.fill_percent);
    let same = own.iter().filter(|other| at(other) == at(point));
    let values: Vec<f64> = same.map(|other| other.measured.mibps.value).collect();
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = values.iter().copied().fold(0.0, f64::max);
    values.len() >= REPEATS_MIN && most <= least * (1.0 + RANGE_MAX)
}
