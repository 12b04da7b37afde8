//! Problems of a workload on this machine, with their place.

use crate::PlanFault;

#[derive(Clone, Debug, PartialEq)]
pub struct PlanProblem {
    /// The stream, target or phase and the key, such as `stream "log": depth`.
    pub place: String,
    pub fault: PlanFault,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlanProblemKind {
    /// A mistake in the job (exit 3).
    Mistake,
    /// A refusal to protect data (exit 4).
    Refusal,
    /// A refusal because the file system lacks space.
    NoSpace,
}

impl PlanProblemKind {
    /// Whether it is a refusal rather than a mistake.
    pub fn is_refusal(self) -> bool {
        self != Self::Mistake
    }
}
