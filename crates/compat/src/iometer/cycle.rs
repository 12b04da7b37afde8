//! Cycling: the numbers of workers, of targets and of outstanding I/Os through which the tests of a plan step.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cycle {
    pub(super) start: u32,
    /// The last value; `None` where the size of the plan is the end.
    pub(super) end: Option<u32>,
    pub(super) step: u32,
    pub(super) exponential: bool,
}

impl Default for Cycle {
    fn default() -> Self {
        Self { start: 1, end: Some(32), step: 2, exponential: true }
    }
}

/// The most steps of a cycle; more are taken as a mistake.
pub(super) const STEPS_MAX: usize = 512;

impl Cycle {
    /// Every step from the start to `end` or the cycle's own end, each once.
    pub(super) fn steps(&self, end: u32) -> Vec<u32> {
        let end = self.end.unwrap_or(end).max(1);
        let mut at = self.start.max(1);
        let mut steps = Vec::new();
        while at < end && steps.len() < STEPS_MAX {
            steps.push(at);
            let next = if self.exponential {
                at.saturating_mul(self.step.max(2))
            } else {
                at.saturating_add(self.step.max(1))
            };
            at = next;
        }
        // A step beyond the end of a given range ends the cycle; beyond all workers or targets it runs all of them.
        let jumped = self.end.is_some() && at > end && !steps.is_empty();
        if !jumped {
            steps.push(end);
        }
        steps
    }
}

/// What a type of test cycles through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct CycleKind {
    pub(super) number: u32,
    pub(super) targets: bool,
    pub(super) workers: bool,
    pub(super) depth: bool,
}

/// The types by name; their index is their number in the results.
const KINDS: [(&str, bool, bool, bool); 8] = [
    ("NORMAL", false, false, false),
    ("CYCLE_TARGETS", true, false, false),
    ("CYCLE_WORKERS", false, true, false),
    ("INCREMENT_TARGETS_PARALLEL", true, false, false),
    ("INCREMENT_TARGETS_SERIAL", true, false, false),
    ("CYCLE_WORKERS_AND_TARGETS", true, true, false),
    ("CYCLE_OUTSTANDING_IOS", false, false, true),
    ("CYCLE_OUTSTANDING_IOS_AND_TARGETS", true, false, true),
];

pub(super) fn kind(name: &str) -> Option<CycleKind> {
    let number = KINDS.iter().position(|known| known.0.eq_ignore_ascii_case(name.trim()))?;
    let (_, targets, workers, depth) = KINDS[number];
    Some(CycleKind { number: number as u32, targets, workers, depth })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_go_from_the_start_to_the_end() {
        let cycle = Cycle::default();
        assert_eq!(cycle.steps(9), [1, 2, 4, 8, 16, 32]);
        let odd = Cycle { end: Some(20), ..cycle };
        assert_eq!(odd.steps(9), [1, 2, 4, 8, 16]);
        let linear = Cycle { start: 1, end: None, step: 1, exponential: false };
        assert_eq!(linear.steps(4), [1, 2, 3, 4]);
        let wide = Cycle { step: 3, ..linear };
        assert_eq!(wide.steps(5), [1, 4, 5], "all targets run at the end");
        assert_eq!(Cycle { start: 8, end: Some(4), ..cycle }.steps(1), [4]);
        assert_eq!(kind("cycle_outstanding_ios").map(|k| (k.number, k.depth)), Some((6, true)));
    }
}
