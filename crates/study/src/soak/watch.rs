//! What is reported of a soak while it runs: that the storage fell behind, or that its latency is far from the usual.
//!
//! Rules here are coarse and quick. What a report says of changes is concluded from all minutes ([`super::conclude`]).

use super::DAY_S;
use super::overload::{BACKLOG_S, is_overloaded};
use super::pattern::median;
use record::soak::{SoakEvent, SoakMinute, SoakSetup};
use std::collections::VecDeque;

/// The fewest and the most minutes that show what is usual.
const USUAL_MIN: usize = 10;
const USUAL_MAX: usize = 1_440;
/// The least distance from the usual level in standard deviations, which [`MINUTES`] successive minutes must all have.
const DEVIATIONS: f64 = 6.0;
const MINUTES: usize = 3;
/// A spread from few minutes is raised by this over their number: minutes that move together spread less than later ones.
const UNSURE: f64 = 20.0;
/// The least spread, as a share of the latency: clocks and histograms round.
const SPREAD_MIN: f64 = 0.02;

/// The storage is behind if at least [`BACKLOG_S`] of arrivals wait for this many seconds.
const BEHIND_S: f64 = 10.0;

/// A level equals that of a day ago if it is within this factor of the levels around the same minute.
const ALIKE: f64 = 1.2;
const AROUND_S: i64 = 600;

#[derive(Debug)]
pub struct SoakWatch {
    roles: Vec<RoleWatch>,
}

#[derive(Debug)]
struct RoleWatch {
    name: String,
    /// Logarithms of mean latencies since the last change.
    usual: Vec<f64>,
    /// Successive minutes far from the usual: when, and their logarithm.
    far: Vec<(i64, f64)>,
    /// Since when at least [`BACKLOG_S`] of arrivals wait, and whether that was reported.
    behind: Option<(f64, bool)>,
    /// The levels of the last day, in the order of time.
    day: VecDeque<(i64, f64)>,
}

impl SoakWatch {
    /// A watch that does not know yet what is usual.
    pub fn new(setup: &SoakSetup) -> Self {
        let watch = |name: &String| RoleWatch {
            name: name.clone(),
            usual: Vec::new(),
            far: Vec::new(),
            behind: None,
            day: VecDeque::new(),
        };
        Self { roles: setup.roles.iter().map(|role| watch(&role.name)).collect() }
    }

    /// Takes how many arrivals of a role wait at this time and offered rate; returns an event if it shows one.
    pub fn backlog(
        &mut self,
        role: usize,
        at_unix_s: f64,
        backlog: u64,
        rate_iops: f64,
    ) -> Option<SoakEvent> {
        self.roles.get_mut(role)?.backlog(at_unix_s, backlog, backlog as f64 / rate_iops)
    }

    /// Takes a minute of a role; returns an event if it shows one.
    pub fn push(&mut self, role: usize, minute: &SoakMinute) -> Option<SoakEvent> {
        if minute.excluded.is_some() || minute.mean_ns <= 0.0 {
            return None;
        }
        self.roles.get_mut(role)?.push(minute)
    }
}

impl RoleWatch {
    fn backlog(&mut self, at_unix_s: f64, backlog: u64, waiting_s: f64) -> Option<SoakEvent> {
        let role = self.name.clone();
        match self.behind {
            None if waiting_s >= BACKLOG_S => self.behind = Some((at_unix_s, false)),
            Some((_, reported)) if waiting_s < BACKLOG_S => {
                self.behind = None;
                let at_unix_s = at_unix_s as i64;
                return reported.then_some(SoakEvent::OverloadEnded { role, at_unix_s });
            }
            Some((since_s, false)) if at_unix_s - since_s >= BEHIND_S => {
                self.behind = Some((since_s, true));
                let (at_unix_s, known_unix_s) = (since_s as i64, at_unix_s as i64);
                return Some(SoakEvent::Overload { role, at_unix_s, known_unix_s, backlog });
            }
            _ => {}
        }
        None
    }

    fn push(&mut self, minute: &SoakMinute) -> Option<SoakEvent> {
        let log = minute.mean_ns.ln();
        self.day.push_back((minute.start_unix_s, log));
        while self.day.front().is_some_and(|first| first.0 < minute.start_unix_s - DAY_S - AROUND_S)
        {
            self.day.pop_front();
        }
        let level = median(self.usual.clone());
        let far = self.is_far(log, level);
        let behind = is_overloaded(minute);
        if !far {
            self.far.clear();
            if !behind {
                self.usual.push(log);
                let more = self.usual.len().saturating_sub(USUAL_MAX);
                self.usual.drain(..more);
            }
            return None;
        }
        self.far.push((minute.start_unix_s, log));
        if self.far.len() < MINUTES || behind {
            return None;
        }
        let (at_unix_s, _) = self.far[0];
        self.usual = self.far.drain(..).map(|minute| minute.1).collect();
        let after = median(self.usual.clone());
        let is_reportable = !self.is_daily(minute.start_unix_s, after);
        is_reportable.then(|| self.change(at_unix_s, minute, level, after))
    }

    /// Whether the level was about the same at this time a day ago.
    fn is_daily(&self, at_unix_s: i64, after: f64) -> bool {
        let then = at_unix_s - DAY_S;
        let around = self.day.iter().filter(|(at, _)| (at - then).abs() <= AROUND_S);
        let around: Vec<f64> = around.map(|minute| minute.1).collect();
        !around.is_empty() && (median(around) - after).abs() <= ALIKE.ln()
    }

    fn is_far(&self, log: f64, level: f64) -> bool {
        let n = self.usual.len();
        if n < USUAL_MIN {
            return false;
        }
        let around = self.usual.iter().map(|one| (one - level).abs()).collect();
        let spread = (median(around) / 0.6745).max(SPREAD_MIN) * (1.0 + UNSURE / n as f64);
        (log - level).abs() > DEVIATIONS * spread
    }

    fn change(&self, at_unix_s: i64, minute: &SoakMinute, before: f64, after: f64) -> SoakEvent {
        SoakEvent::Change {
            role: self.name.clone(),
            at_unix_s,
            known_unix_s: minute.start_unix_s + 60,
            before_ns: before.exp(),
            after_ns: after.exp(),
        }
    }
}
