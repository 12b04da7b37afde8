//! A problem of a job as a sentence.

use crate::Language;
use crate::catalogue::plan_fault;
use plan::PlanProblem;

/// A problem of a job behind its place, in the language of the process.
pub fn plan_problem(problem: &PlanProblem) -> String {
    format!("{}: {}", problem.place, plan_fault::text(Language::of_process(), &problem.fault))
}
