//! Requests of studies: takes what disks, layouts or a target are studied for as plain data, whoever read it; gives a study
//! that can be carried out, or everything that is wrong with it at once. Measures nothing.

pub mod build;
pub mod command_line;
pub mod compare;
pub mod disks;
mod job_ramp;
pub mod mistakes;
pub mod plan;
pub mod race;
pub mod ramp;
mod recorded;

use crate::leave::Permission;
use base::{Bytes, Nanos};
use record::Until;
use std::path::PathBuf;
use workload::{EngineChoice, EngineKind};

/// How much longer than its shortest time a point may take.
const LONGEST: u64 = 6;
/// Half the width of the interval to which a point is to be known, relative to its value.
const HALF_WIDTH: f64 = 0.02;

/// What points of a study of one target call it.
const TARGET: &str = "target";

/// What every study takes.
#[derive(Clone, Debug, Default)]
pub struct StudySetup {
    pub engine: EngineChoice,
    /// Quiet time before each point; none: by what the places are.
    pub pause: Option<Nanos>,
    /// How large a file is prefilled in each directory, or how much of a disk is used.
    pub size: Option<Bytes>,
    pub permission: Permission,
    /// The file that keeps all results; none: the usual one.
    pub store: Option<PathBuf>,
}

/// The engine of this name, of those that a user may name.
pub fn engine(name: &str) -> Option<EngineChoice> {
    let known = [EngineKind::Uring, EngineKind::Libaio, EngineKind::Sync];
    let kind = known.into_iter().find(|kind| kind.name() == name)?;
    Some(EngineChoice { kind: Some(kind), ..EngineChoice::default() })
}

/// Points of at least this long.
fn until_of(time_min: Nanos) -> Until {
    let time_min_ns = time_min.0;
    Until {
        half_width: HALF_WIDTH,
        time_min_ns,
        time_max_ns: time_min_ns.saturating_mul(LONGEST),
        warm_up_ns: (time_min_ns / 5).clamp(200_000_000, 2_000_000_000),
    }
}
