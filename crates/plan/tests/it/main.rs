//! Tests of the planner with jobs and with layouts.

mod hosts;
mod layouts;
mod plan;
