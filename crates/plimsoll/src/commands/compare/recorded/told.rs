//! A race over recorded cells, and behind it every cell that it did not take, so that all that the record holds is shown and
//! kept. Takes rows; reads no file and no store.

use crate::session::study::Finds;
use record::{Cell, Finding, Measured, Purpose};
use std::collections::VecDeque;
use study::race::{Race, RaceConfig};
use study::{Ask, Outlook, RecordedRow, Study};

/// A race, and behind it every cell that it did not take.
pub(super) struct Told {
    race: Race,
    /// Rows that the race did not ask for, so far, each with the number of its repeat.
    rest: VecDeque<(RecordedRow, u32)>,
}

impl Told {
    pub(super) fn begin(config: &RaceConfig, seed: u64, all: &[RecordedRow]) -> Box<dyn Finds> {
        let race = Race::new(RaceConfig { seed, ..config.clone() });
        let mut rest: VecDeque<(RecordedRow, u32)> = VecDeque::new();
        for row in all {
            let alike = |one: &RecordedRow| {
                (&one.subject, one.random, one.load()) == (&row.subject, row.random, row.load())
            };
            let repeat = rest.iter().filter(|(one, _)| alike(one)).count() as u32;
            rest.push_back((row.clone(), repeat));
        }
        Box::new(Self { race, rest })
    }
}

/// Whether a row is what this cell asks for. No layout has a load both with its order and without (`cells`).
fn answers((row, repeat): &(RecordedRow, u32), cell: &Cell) -> bool {
    row.subject == cell.subject && *repeat == cell.repeat && row.load() == cell.load
}

impl Study for Told {
    fn ask(&mut self) -> Option<Ask> {
        let rest = &self.rest;
        if let Some(ask) = self.race.ask() {
            let row = rest.iter().find(|row| answers(row, &ask.cell));
            let untold = row.is_some_and(|(row, _)| row.random.is_none());
            let purpose = if untold { Purpose::RecordedWithoutOrder } else { ask.purpose };
            return Some(Ask { purpose, ..ask });
        }
        let (row, repeat) = rest.front()?;
        let cell = Cell::new(&row.subject, std::slice::from_ref(&row.subject), row.load());
        let cell = Cell { repeat: *repeat, ..cell };
        let purpose = match row.random {
            None => Purpose::RecordedWithoutOrder,
            Some(_) => Purpose::Recorded,
        };
        Some(Ask { cell, until: self.race.until(), purpose })
    }

    fn take(&mut self, ask: &Ask, seen: &Measured) {
        if self.race.ask().is_none() {
            self.rest.pop_front();
            return;
        }
        self.race.take(ask, seen);
        self.rest.retain(|row| !answers(row, &ask.cell));
    }

    fn outlook(&self) -> Outlook {
        let race = self.race.outlook();
        let rest = self.rest.len();
        Outlook { cells_likely: race.cells_likely.max(rest), cells_max: race.cells_max.max(rest) }
    }
}

impl Finds for Told {
    fn finding(&self) -> Finding {
        Finds::finding(&self.race)
    }
}
