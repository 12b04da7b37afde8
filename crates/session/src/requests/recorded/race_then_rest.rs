//! A race over recorded points, followed by every point that it did not take, so that all points of the record are shown and
//! stored. Takes rows; reads no file and no store.

use crate::study::FindingStudy;
use record::{Finding, Measurement, Point, Purpose};
use std::collections::HashMap;
use study::race::{Race, RaceConfig};
use study::recorded::Key;
use study::{Outlook, PointRequest, RecordedRow, Study};

/// A race, followed by every point that it did not take.
pub(super) struct RaceThenRest {
    race: Race,
    /// All rows, each with the number of its repeat; `None` after its point was taken.
    rows: Vec<Option<(RecordedRow, u32)>>,
    /// The rows of a point, by its key and the number of its repeat. No layout has the same load both with and without the
    /// information random or sequential (`points`).
    answers: HashMap<(Key, u32), Vec<usize>>,
    /// The index of the first row that was not taken, and the number of such rows.
    first: usize,
    left: usize,
}

impl RaceThenRest {
    pub(super) fn begin(
        config: &RaceConfig,
        seed: u64,
        all: &[RecordedRow],
    ) -> Box<dyn FindingStudy> {
        let race = Race::new(RaceConfig { seed, ..config.clone() });
        let mut repeats: HashMap<Key, u32> = HashMap::new();
        let mut answers: HashMap<(Key, u32), Vec<usize>> = HashMap::new();
        let mut rows = Vec::with_capacity(all.len());
        for (number, row) in all.iter().enumerate() {
            let next = repeats.entry(row.key()).or_default();
            let repeat = *next;
            *next += 1;
            let point = (Key::of(&row.subject, &row.load()), repeat);
            answers.entry(point).or_default().push(number);
            rows.push(Some((row.clone(), repeat)));
        }
        let left = rows.len();
        Box::new(Self { race, rows, answers, first: 0, left })
    }

    /// The rows of this point.
    fn rows_of(&self, point: &Point) -> &[usize] {
        let key = (Key::of(&point.subject, &point.load), point.repeat);
        self.answers.get(&key).map_or(&[], Vec::as_slice)
    }

    fn remove(&mut self, number: usize) {
        self.left -= usize::from(self.rows[number].take().is_some());
        while self.rows.get(self.first).is_some_and(Option::is_none) {
            self.first += 1;
        }
    }
}

impl Study for RaceThenRest {
    fn next_request(&mut self) -> Option<PointRequest> {
        if let Some(ask) = self.race.next_request() {
            let mut rows = self.rows_of(&ask.point).iter().filter_map(|at| self.rows[*at].as_ref());
            let without_order = rows.next().is_some_and(|(row, _)| row.random.is_none());
            let purpose = if without_order { Purpose::RecordedWithoutOrder } else { ask.purpose };
            return Some(PointRequest { purpose, ..ask });
        }
        let (row, repeat) = self.rows.get(self.first)?.as_ref()?;
        let point = Point::new(&row.subject, std::slice::from_ref(&row.subject), row.load());
        let point = Point { repeat: *repeat, ..point };
        let purpose = match row.random {
            None => Purpose::RecordedWithoutOrder,
            Some(_) => Purpose::Recorded,
        };
        Some(PointRequest { point, until: self.race.until(), purpose })
    }

    fn take(&mut self, ask: &PointRequest, seen: &Measurement) {
        if self.race.next_request().is_none() {
            if self.left > 0 {
                self.remove(self.first);
            }
            return;
        }
        self.race.take(ask, seen);
        for number in self.rows_of(&ask.point).to_vec() {
            self.remove(number);
        }
    }

    fn outlook(&self) -> Outlook {
        let race = self.race.outlook();
        let rest = self.left;
        Outlook {
            points_likely: race.points_likely.max(rest),
            points_max: race.points_max.max(rest),
            longest_ns: 0,
        }
    }
}

impl FindingStudy for RaceThenRest {
    fn finding(&self) -> Finding {
        FindingStudy::finding(&self.race)
    }
}
