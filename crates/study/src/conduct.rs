//! Conducts a study of cells to its end: asks it what to run, lets it run, tells it what came out.
//!
//! A [`Study`] is a pure state machine; the [`Runner`] knows how to run a cell; what was measured before is taken
//! from the journal instead of measured again. So a study that was killed goes on by being started anew: with the same
//! seed it asks for the same cells.

use crate::cell::Ask;
use crate::runner::{Next, Runner};
use record::{Cell, Drift, Journal, Measured};

/// A methodology that decides which cell to run next, and when it is enough.
pub trait Study {
    /// The next cell; none once the decision is made. The same until [`Study::take`].
    fn ask(&mut self) -> Option<Ask>;

    /// What the cell that was asked for gave.
    fn take(&mut self, ask: &Ask, seen: &Measured);

    /// How much is still to come.
    fn outlook(&self) -> Outlook;

    /// Whether a cell is one that it may come to ask for: only then what was measured for another study is of use to this one. All
    /// are, of a study that takes what somebody recorded.
    fn may_ask(&self, cell: &Cell) -> bool {
        let _ = cell;
        true
    }

    /// Told what became of a cell that is repeated among its own, where one is. Changes no cell that is asked for.
    fn heed(&mut self, drift: &Drift) {
        let _ = drift;
    }

    /// Told that the cell that was asked for cannot be run, and why. Gives whether the study goes on without it, and
    /// then asks for another one; most cannot.
    fn go_on_without(&mut self, ask: &Ask, reason: &str) -> bool {
        let _ = (ask, reason);
        false
    }
}

/// How much of a study is still to come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outlook {
    /// Cells that are likely to be asked for.
    pub cells_likely: usize,
    /// Cells that may be asked for at most.
    pub cells_max: usize,
}

/// What happened.
#[derive(Clone, Copy, Debug)]
pub enum Progress<'a> {
    /// A cell begins.
    Begins(&'a Ask, Outlook),
    /// A cell was measured; keep it.
    Measured(&'a Ask, &'a Measured),
    /// A cell was found in the journal.
    Known(&'a Ask, &'a Measured),
}

/// Runs a study to its end, or until the user stops it; gives whether it came to its end.
///
/// # Errors
/// A cell that could not be run, if the study cannot go on without it; what was measured before it has been told to `on`.
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
        if let Some(known) = journal.get(&ask.cell.id()) {
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
            let cell =
                Cell { repeat: self.left, ..Cell::new("x", &[], PointLoad::SEQUENTIAL_READ) };
            let until = Until { half_width: 0.1, time_min_ns: 1, time_max_ns: 1, warm_up_ns: 0 };
            (self.left > 0).then_some(Ask { cell, until, purpose: Purpose::Race })
        }

        fn take(&mut self, _: &Ask, seen: &Measured) {
            self.left -= 1;
            self.sum += seen.mibps.value;
        }

        fn outlook(&self) -> Outlook {
            Outlook { cells_likely: self.left as usize, cells_max: self.left as usize }
        }
    }

    /// Gives the cells' repeats, and is stopped after so many.
    struct Stops {
        after: usize,
        ran: usize,
    }

    impl Runner<Ask> for Stops {
        type Error = std::convert::Infallible;

        fn run(&mut self, ask: &Ask, _: OnInterval<'_>) -> Result<Observation, Self::Error> {
            self.ran += 1;
            let value = Estimate::unknown(f64::from(ask.cell.repeat));
            let seen = Observation::of_total(Measured::of(&ask.cell.load, 1, value, 1.0));
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
                    assert!(journal.insert(ask.cell.id(), seen.clone()).is_none());
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
