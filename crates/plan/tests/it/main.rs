//! What the planner makes of jobs and of layouts.

mod hosts;
mod layouts;
mod plan;
