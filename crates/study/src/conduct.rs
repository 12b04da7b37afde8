//! Conducts a study of points to its end: asks it what to run, lets it run, tells it what came out.
//!
//! A [`Study`] is a pure state machine; the [`Runner`] knows how to run a point; what was measured before is taken
//! from the journal instead of measured again. So a study that was killed goes on by being started anew: with the same
//! seed it asks for the same points.

use crate::point::Ask;
use crate::runner::{Next, Runner};
use record::{Drift, Journal, Measured, Point};

/// A methodology that decides which point to run next, and when it is enough.
pub trait Study {
    /// The next point; none once the decision is made. The same until [`Study::take`].
    fn ask(&mut self) -> Option<Ask>;

    /// What the point that was asked for gave.
    fn take(&mut self, ask: &Ask, seen: &Measured);

    /// How much is still to come.
    fn outlook(&self) -> Outlook;

    /// Whether a point is one that it may come to ask for: only then what was measured for another study is of use to this one. All
    /// are, of a study that takes what somebody recorded.
    fn may_ask(&self, point: &Point) -> bool {
        let _ = point;
        true
    }

    /// Told what became of a point that is repeated among its own, where one is. Changes no point that is asked for.
    fn heed(&mut self, drift: &Drift) {
        let _ = drift;
    }

    /// Told that the point that was asked for cannot be run, and why. Gives whether the study goes on without it, and
    /// then asks for another one; most cannot.
    fn go_on_without(&mut self, ask: &Ask, reason: &str) -> bool {
        let _ = (ask, reason);
        false
    }
}

/// How much of a study is still to come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outlook {
    /// Points that are likely to be asked for.
    pub points_likely: usize,
    /// Points that may be asked for at most.
    pub points_max: usize,
}

/// What happened.
#[derive(Clone, Copy, Debug)]
pub enum Progress<'a> {
    /// A point begins.
    Begins(&'a Ask, Outlook),
    /// A point was measured; keep it.
    Measured(&'a Ask, &'a Measured),
    /// A point was found in the journal.
    Known(&'a Ask, &'a Measured),
}

/// Runs a study to its end, or until the user stops it; gives whether it came to its end.
///
/// # Errors
/// A point that could not be run, if the study cannot go on without it; what was measured before it has been told to `on`.
pub fn conduct<R: Runner<Ask>>(
    study: &mut dyn Study,
    journal: &Journal,
    runner: &mut R,
    on: &mut dyn FnMut(Progress<'_>),
) -> Result<bool, R::Error>
where
    R::Error: std::fmt::Display,
{
    while let Some(ask) = study.ask() {
        if let Some(known) = journal.get(&ask.point.id()) {
            on(Progress::Known(&ask, known));
            runner.skip(&ask);
            study.take(&ask, known);
            continue;
        }
        on(Progress::Begins(&ask, study.outlook()));
        let seen = match runner.run(&ask, &mut |_| Next::Continue) {
            Ok(seen) if seen.interrupted => return Ok(false),
            Ok(seen) => seen.total,
            Err(error) if study.go_on_without(&ask, &error.to_string()) => continue,
            Err(error) => return Err(error),
        };
        on(Progress::Measured(&ask, &seen));
        study.take(&ask, &seen);
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Observation, OnInterval};
    use record::{Purpose, Until};
    use summary::Estimate;
    use workload::PointLoad;

    /// Asks for a point again and again until the sum of what came is known.
    struct Sum {
        left: u32,
        sum: f64,
    }

    impl Study for Sum {
        fn ask(&mut self) -> Option<Ask> {
            let point =
                Point { repeat: self.left, ..Point::new("x", &[], PointLoad::SEQUENTIAL_READ) };
            let until = Until { half_width: 0.1, time_min_ns: 1, time_max_ns: 1, warm_up_ns: 0 };
            (self.left > 0).then_some(Ask { point, until, purpose: Purpose::Race })
        }

        fn take(&mut self, _: &Ask, seen: &Measured) {
            self.left -= 1;
            self.sum += seen.mibps.value;
        }

        fn outlook(&self) -> Outlook {
            Outlook { points_likely: self.left as usize, points_max: self.left as usize }
        }
    }

    /// Gives the points' repeats, and is stopped after so many.
    struct Stops {
        after: usize,
        ran: usize,
    }

    impl Runner<Ask> for Stops {
        type Error = std::convert::Infallible;

        fn run(&mut self, ask: &Ask, _: OnInterval<'_>) -> Result<Observation, Self::Error> {
            self.ran += 1;
            let value = Estimate::unknown(f64::from(ask.point.repeat));
            let seen = Observation::of_total(Measured::of(&ask.point.load, 1, value, 1.0));
            Ok(Observation { interrupted: self.ran > self.after, ..seen })
        }
    }

    #[test]
    fn a_study_that_was_stopped_goes_on_where_it_was() {
        let mut journal = Journal::new();
        let mut ran = 0;
        for session in 0.. {
            let (mut study, mut runner) = (Sum { left: 10, sum: 0.0 }, Stops { after: 3, ran: 0 });
            let known = journal.clone();
            let whole = conduct(&mut study, &known, &mut runner, &mut |progress| {
                if let Progress::Measured(ask, seen) = progress {
                    assert!(journal.insert(ask.point.id(), seen.clone()).is_none());
                }
            });
            ran += runner.ran.min(runner.after);
            if whole == Ok(true) {
                assert_eq!((session, ran, study.sum), (3, 10, 55.0));
                break;
            }
        }
    }
}
