//! Linked rates: the members of a group start their operations in the ratio of their weights; a member that is ahead
//! waits.
//!
//! A member is ahead if its operations per weight exceed those of the whole group. At least one member never is, so the
//! group never blocks. A late member begins at the others' count. A member leaves by being dropped, and is not waited
//! for any more.

use super::setup::WorkerSetup;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Weights are stored as integers in units of 1 / `PARTS`.
const PARTS: f64 = 1000.0;

/// The shared state of a group.
#[derive(Debug, Default)]
pub struct LinkedRateGroup {
    started: AtomicU64,
    weight: AtomicU64,
}

#[derive(Debug)]
pub(super) struct LinkedRateMember {
    group: Arc<LinkedRateGroup>,
    weight: u64,
    started: u64,
    joined: bool,
}

impl LinkedRateMember {
    /// The membership of a worker; `None` if its plan has none.
    pub(super) fn of(setup: &WorkerSetup) -> Option<Self> {
        let (group, tie) = (setup.group.clone()?, setup.work.tie?);
        Some(Self::new(group, tie.weight, setup.work.delay_ns > 0))
    }

    /// A member that starts with the phase joins at once, so that no thread runs ahead of one that starts up more slowly.
    /// A member with a delay joins with its first operation, so that it does not block the others before.
    fn new(group: Arc<LinkedRateGroup>, weight: f64, later: bool) -> Self {
        let weight = ((weight * PARTS).round() as u64).max(1);
        let mut member = Self { group, weight, started: 0, joined: !later };
        if !later {
            member.join();
        }
        member
    }

    /// Whether another operation may start now; if so, counts it.
    pub(super) fn takes(&mut self) -> bool {
        if !std::mem::replace(&mut self.joined, true) {
            self.join();
        }
        let all = u128::from(self.group.started.load(Ordering::Relaxed));
        let weights = u128::from(self.group.weight.load(Ordering::Relaxed));
        if u128::from(self.started) * weights > all * u128::from(self.weight) {
            return false;
        }
        self.started += 1;
        self.group.started.fetch_add(1, Ordering::Relaxed);
        true
    }

    fn join(&mut self) {
        let weights = self.group.weight.fetch_add(self.weight, Ordering::Relaxed);
        let all = self.group.started.load(Ordering::Relaxed);
        let share = u128::from(all) * u128::from(self.weight) / u128::from(weights.max(1));
        self.started = if weights == 0 { 0 } else { share as u64 };
        self.group.started.fetch_add(self.started, Ordering::Relaxed);
    }
}

impl Drop for LinkedRateMember {
    fn drop(&mut self) {
        if self.joined {
            self.group.started.fetch_sub(self.started, Ordering::Relaxed);
            self.group.weight.fetch_sub(self.weight, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Starts everything that may start, one member after the other, `rounds` times.
    fn go(members: &mut [LinkedRateMember], rounds: usize) {
        for _ in 0..rounds {
            for member in &mut *members {
                while member.takes() {}
            }
        }
    }

    #[test]
    fn members_keep_the_ratio_of_their_weights_whoever_asks_first() {
        let group = Arc::new(LinkedRateGroup::default());
        let mut members: Vec<LinkedRateMember> = [1.0, 8.0, 2.5]
            .map(|weight| LinkedRateMember::new(Arc::clone(&group), weight, false))
            .into();
        go(&mut members, 1000);
        let started: Vec<f64> = members.iter().map(|member| member.started as f64).collect();
        assert!(started[0] > 50.0, "{started:?}");
        assert!((started[1] / started[0] - 8.0).abs() < 0.2, "{started:?}");
        assert!((started[2] / started[0] - 2.5).abs() < 0.1, "{started:?}");
    }

    #[test]
    fn who_comes_late_has_nothing_to_catch_up_and_who_leaves_is_not_waited_for() {
        let group = Arc::new(LinkedRateGroup::default());
        let mut members = vec![LinkedRateMember::new(Arc::clone(&group), 1.0, false)];
        for _ in 0..1000 {
            assert!(members[0].takes(), "alone it is never ahead");
        }
        members.push(LinkedRateMember::new(Arc::clone(&group), 1.0, true));
        assert!(members[0].takes(), "who is not there yet is not waited for");
        let before = members[0].started;
        for _ in 0..100 {
            members.iter_mut().for_each(|member| {
                member.takes();
            });
        }
        let more = members[0].started - before;
        assert!((49..=100).contains(&more), "{more}");
        assert!(members[1].started.abs_diff(members[0].started) <= 2);
        while members[0].takes() {}
        members.pop();
        assert!(members[0].takes(), "nobody is left to wait for");
        drop(members);
        let left = (group.started.load(Ordering::Relaxed), group.weight.load(Ordering::Relaxed));
        assert_eq!(left, (0, 0));
    }
}
