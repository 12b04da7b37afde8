//! What the planner makes of jobs and of layouts.

mod layouts;
mod plan;
