//! Requests of studies: takes the settings of a study of disks, layouts or a target as plain data; returns a study that can
//! be carried out, or all problems at once. Measures nothing.

pub mod build;
pub mod disks;
pub mod mistakes;
pub mod plan;
pub mod race;
pub mod ramp;
mod recorded;
pub mod values;

use crate::repeat_command::RepeatCommand;
use crate::study::{Stage, StudyRequest};
use crate::write_permission::Permission;
use base::{Bytes, Nanos};
use clap::Args;
use record::{RunKind, RunSubject, Until};
use std::path::PathBuf;
use workload::EngineChoice;

/// The longest time of a point, as a multiple of its shortest time.
const LONGEST: u64 = 6;
/// The required half-width of the confidence interval of a point, relative to its value.
const HALF_WIDTH: f64 = 0.02;

/// The name of the target in the points of a study of one target.
const TARGET: &str = "target";

#[derive(Clone, Debug, Default)]
pub struct StudySetup {
    pub engine: EngineChoice,
    /// Quiet time before each point; `None`: depends on the kind of the places.
    pub pause: Option<Nanos>,
    /// How large a file is prefilled in each directory, or how much of a disk is used.
    pub size: Option<Bytes>,
    pub permission: Permission,
    /// The store of all results; `None`: the default one.
    pub store: Option<PathBuf>,
}

impl StudySetup {
    /// The request of a command, whose stages are all of its kind.
    fn request(
        &self,
        command: RepeatCommand,
        subject: RunSubject,
        stages: Vec<Stage>,
    ) -> StudyRequest {
        StudyRequest {
            kind: RunKind::from(stages[0].study),
            command,
            subject,
            source_text: String::new(),
            stages,
            engine: self.engine.clone(),
            pause: self.pause,
        }
    }
}

/// The request of a command line with one nameless place and no options.
fn defaults<T: Args>() -> T {
    let command = T::augment_args(clap::Command::new("request").no_binary_name(true));
    let matches = command.try_get_matches_from([""]).expect("a request needs no more than a place");
    T::from_arg_matches(&matches).expect("the command takes the arguments of the request")
}

/// The stopping rule of points that take at least this long.
fn until_of(time_min: Nanos) -> Until {
    let time_min_ns = time_min.0;
    Until {
        half_width: HALF_WIDTH,
        time_min_ns,
        time_max_ns: time_min_ns.saturating_mul(LONGEST),
        warm_up_ns: (time_min_ns / 5).clamp(200_000_000, 2_000_000_000),
    }
}
