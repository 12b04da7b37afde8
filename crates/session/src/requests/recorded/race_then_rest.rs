//! A race over recorded points, followed by every point that it did not take, so that all points of the record are shown and
//! stored. Takes rows; reads no file and no store.

use crate::study::FindingStudy;
use record::{Finding, Measurement, Point, PointId, Purpose};
use std::collections::HashMap;
use study::race::{Race, RaceConfig};
use study::{Outlook, PointRequest, RecordedRow, Study};

/// A race, followed by every point that it did not take.
pub(super) struct RaceThenRest {
    race: Race,
    /// Every row, `None` after it was taken. No layout has the same load both with and without its order (`points`).
    rows: Vec<Option<PointRequest>>,
    numbers: HashMap<PointId, usize>,
    /// The first row that was not taken.
    first: usize,
    left: usize,
}

impl RaceThenRest {
    pub(super) fn begin(
        config: &RaceConfig,
        seed: u64,
        rows: &[RecordedRow],
    ) -> Box<dyn FindingStudy> {
        let race = Race::new(RaceConfig { seed, ..config.clone() });
        let mut repeats: HashMap<PointId, u32> = HashMap::new();
        let request = |row: &RecordedRow| {
            let point = Point::new(&row.subject, std::slice::from_ref(&row.subject), row.load);
            let next = repeats.entry(point.id()).or_default();
            let repeat = std::mem::replace(next, *next + 1);
            let purpose =
                if row.is_order_known { Purpose::Recorded } else { Purpose::RecordedWithoutOrder };
            PointRequest { point: Point { repeat, ..point }, until: race.until(), purpose }
        };
        let rows: Vec<PointRequest> = rows.iter().map(request).collect();
        let ids = rows.iter().map(|request| request.point.id());
        let numbers = ids.zip(0..).collect();
        let left = rows.len();
        Box::new(Self { race, rows: rows.into_iter().map(Some).collect(), numbers, first: 0, left })
    }
}

impl Study for RaceThenRest {
    fn next_request(&mut self) -> Option<PointRequest> {
        let Some(raced) = self.race.next_request() else {
            return self.rows.get(self.first)?.clone();
        };
        let number = self.numbers.get(&raced.point.id());
        let row = number.and_then(|number| self.rows[*number].as_ref());
        let unknown = row.is_some_and(|row| row.purpose == Purpose::RecordedWithoutOrder);
        let purpose = if unknown { Purpose::RecordedWithoutOrder } else { raced.purpose };
        Some(PointRequest { purpose, ..raced })
    }

    fn take(&mut self, request: &PointRequest, measured: &Measurement) {
        if self.race.next_request().is_some() {
            self.race.take(request, measured);
        }
        if let Some(number) = self.numbers.get(&request.point.id()) {
            self.left -= usize::from(self.rows[*number].take().is_some());
        }
        while self.rows.get(self.first).is_some_and(Option::is_none) {
            self.first += 1;
        }
    }

    fn outlook(&self) -> Outlook {
        let race = self.race.outlook();
        Outlook {
            points_likely: race.points_likely.max(self.left),
            points_max: race.points_max.max(self.left),
            longest_ns: 0,
        }
    }
}

impl FindingStudy for RaceThenRest {
    fn finding(&self) -> Finding {
        FindingStudy::finding(&self.race)
    }
}
