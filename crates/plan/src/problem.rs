//! What is wrong with a workload on this machine, with its place and what the user can do.

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanProblem {
    /// The stream, target or phase and the key, such as `stream "log": depth`.
    pub place: String,
    /// What is wrong and what to do, in lower case.
    pub text: String,
    /// Whether it is a refusal for the sake of data (exit 4) rather than a mistake in the job (exit 3).
    pub refused: bool,
}
