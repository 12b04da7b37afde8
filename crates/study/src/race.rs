//! The race of candidates over points: which layout, or any other target, is best, and does the difference matter?
//!
//! Takes a [`RaceConfig`] and requests short points, each of all candidates one after the other. Stops measuring a candidate as
//! soon as it is proven worse by more than the practical difference. Returns a [`record::race::RaceFinding`] at any time. Knows
//! no target and no clock. The rules and their error rates are in docs/explanation/methods/comparison.md.

mod answer;
mod board;
mod course;
mod decisive_lead;
mod drift;
mod groups;
mod means;
mod order;
mod surface;

pub use course::Race;
pub use record::race::{Candidate, RaceConfig};
