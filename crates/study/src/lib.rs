//! Decides which run is next and when the measurement is sufficient: pure state machines, driven through the [`Runner`] trait.
//!
//! Takes intervals of running trials, returns findings. Knows no backend, does no I/O, reads no clock. Start at [`runner`], which
//! defines requests and observations; [`CheckPlan`] and [`ramp`] request trials, a [`Study`] requests [`record::Point`]s. The
//! result of a run is a [`record::Record`].

pub mod calibrate;
pub mod check;
pub mod conduct;
pub mod depth_sweep;
pub mod fold;
pub mod judge;
pub mod race;
pub mod ramp;
pub mod recorded;
pub mod reference;
pub mod runner;
pub mod scale;
pub mod settle;
pub mod soak;
pub mod stalls;
mod tried;

pub use check::{CheckPlan, CheckResult};
pub use conduct::PointRequest;
pub use conduct::{Outlook, Study, conduct};
pub use depth_sweep::{DepthSweep, DepthSweepConfig};
pub use fold::Fold;
pub use race::{Candidate, Race, RaceConfig};
pub use recorded::{RecordedPoints, RecordedRow};
pub use runner::{Observation, OnInterval, Runner, TogetherTrial, Trial, TrialFlow, TrialInterval};
pub use settle::Settle;
pub use tried::Attempts;
