//! The begins and lengths of the reports of a log.
//!
//! Takes the moments in the log; gives begins and lengths in nanoseconds since the first report. Reports gaps and steps of the
//! clock. Never reads a clock.

use super::moment::{DateOrder, Moment};
use crate::CaptureNote;
use std::collections::BTreeMap;

const SECOND_NS: i64 = 1_000_000_000;

/// The most different lengths that are counted to find the usual one.
const LENGTHS_MAX: usize = 4_096;

#[derive(Debug, Default)]
pub(super) struct IntervalLengths(BTreeMap<i64, u64>);

impl IntervalLengths {
    pub(super) fn add(&mut self, length_ns: i64) {
        let rounded = (length_ns + SECOND_NS / 2).div_euclid(SECOND_NS);
        if rounded > 0 && (self.0.len() < LENGTHS_MAX || self.0.contains_key(&rounded)) {
            *self.0.entry(rounded).or_default() += 1;
        }
    }

    /// The usual length, the median; `None` without two reports that have times.
    pub(super) fn usual_ns(&self) -> Option<i64> {
        let all: u64 = self.0.values().sum();
        let mut before = 0;
        self.0.iter().find_map(|(seconds, count)| {
            before += count;
            (before * 2 >= all).then_some(seconds * SECOND_NS)
        })
    }
}

/// The begin and the length of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ReportSpan {
    pub begin_ns: u64,
    pub length_ns: u64,
}

/// Follows the moments of a log.
#[derive(Debug)]
pub(super) struct ReportClock {
    order: DateOrder,
    usual_ns: i64,
    /// Whether the rates of a late report are those of all the time since the report before, not of the usual length.
    covers_delay: bool,
    previous: Option<Moment>,
    /// The end of the last report, since the begin of the first.
    at_ns: u64,
    steps: (u64, u64),
    long: (u64, i64, u64),
}

impl ReportClock {
    /// `usual_ns` is the length of a report without times, and of those whose times are rounded to the second.
    pub(super) fn new(order: DateOrder, usual_ns: i64, covers_delay: bool) -> Self {
        let (steps, long) = ((0, 0), (0, 0, 0));
        Self { order, usual_ns, covers_delay, previous: None, at_ns: 0, steps, long }
    }

    /// The tool was started again: the next report does not follow the previous one.
    pub(super) fn restart(&mut self, begin: Option<Moment>) {
        let gap = begin.zip(self.previous).map(|(begin, end)| begin.since_ns(end, self.order));
        self.at_ns += gap.and_then(|gap| u64::try_from(gap).ok()).unwrap_or(0);
        if begin.is_some() {
            self.previous = begin;
        }
    }

    /// Advances to a moment without a report that counts.
    pub(super) fn pass(&mut self, moment: Option<Moment>) {
        self.restart(moment);
    }

    pub(super) fn report(&mut self, line: u64, moment: Option<Moment>) -> ReportSpan {
        let length_ns = match moment.zip(self.previous) {
            Some((end, begin)) => self.length_ns(line, end, end.since_ns(begin, self.order)),
            None => self.usual_ns,
        };
        self.previous = moment.or(self.previous);
        let length_ns = u64::try_from(length_ns).unwrap_or(1).max(1);
        let span = ReportSpan { begin_ns: self.at_ns, length_ns };
        self.at_ns = self.at_ns.saturating_add(length_ns);
        span
    }

    fn length_ns(&mut self, line: u64, end: Moment, step_ns: i64) -> i64 {
        let rounded = end.time_ns % SECOND_NS == 0;
        // Times in whole seconds and intervals of whole seconds: the difference is rounding.
        if rounded && step_ns >= 0 && (step_ns - self.usual_ns).abs() <= SECOND_NS {
            return self.usual_ns;
        }
        if step_ns <= 0 {
            self.steps = (self.steps.0 + 1, if self.steps.0 == 0 { line } else { self.steps.1 });
            return self.usual_ns;
        }
        if step_ns > self.usual_ns * 2 {
            let first = if self.long.0 == 0 { line } else { self.long.2 };
            self.long = (self.long.0 + 1, self.long.1.max(step_ns), first);
            if !self.covers_delay {
                self.at_ns = self.at_ns.saturating_add((step_ns - self.usual_ns) as u64);
                return self.usual_ns;
            }
        }
        step_ns
    }

    /// The notes on irregular times.
    pub(super) fn notes(&self) -> Vec<CaptureNote> {
        let steps = CaptureNote::ClockSteps { steps: self.steps.0, line: self.steps.1 };
        let (intervals, longest, line) = self.long;
        let longest_ns = u64::try_from(longest).unwrap_or(0);
        let long = CaptureNote::LongIntervals { intervals, longest_ns, line };
        let mut notes = Vec::new();
        notes.extend((self.steps.0 > 0).then_some(steps));
        notes.extend((intervals > 0).then_some(long));
        notes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::moment;

    fn spans(times: &[&str], covers_delay: bool) -> (Vec<(u64, u64)>, Vec<CaptureNote>) {
        let read = |text: &&str| moment::read(text).expect("it is a time");
        let mut clock = ReportClock::new(DateOrder::MonthFirst, 10 * SECOND_NS, covers_delay);
        clock.restart(Some(read(&times[0])));
        let spans = times[1..].iter().enumerate().map(|(index, text)| {
            let span = clock.report(index as u64 + 2, Some(read(text)));
            (span.begin_ns / 1_000_000_000, span.length_ns / 1_000_000_000)
        });
        let spans = spans.collect();
        (spans, clock.notes())
    }

    #[test]
    fn midnight_rounding_gaps_and_steps_are_followed() {
        let (found, notes) = spans(&["23:59:50", "00:00:00", "00:00:11", "00:00:20"], true);
        assert_eq!((found, notes), (vec![(0, 10), (10, 10), (20, 10)], vec![]));
        let times = ["12:00:00", "12:00:10", "12:01:00", "11:30:00", "11:30:10"];
        assert_eq!(spans(&times, false).0, [(0, 10), (50, 10), (60, 10), (70, 10)]);
        let (found, notes) = spans(&times, true);
        assert_eq!(found, [(0, 10), (10, 50), (60, 10), (70, 10)]);
        let long = CaptureNote::LongIntervals { intervals: 1, longest_ns: 50_000_000_000, line: 3 };
        assert_eq!(notes, [CaptureNote::ClockSteps { steps: 1, line: 4 }, long]);
    }

    #[test]
    fn the_usual_length_is_the_median() {
        let mut lengths = IntervalLengths::default();
        for seconds in [10, 10, 11, 10, 600, 9] {
            lengths.add(seconds * SECOND_NS);
        }
        assert_eq!(lengths.usual_ns(), Some(10 * SECOND_NS));
        assert_eq!(IntervalLengths::default().usual_ns(), None);
    }
}
