//! The run that would decide what the stored runs do not: a ramp to the latency limit, or a deeper sweep without one.
//!
//! Takes a requirement and a storage; returns a run as data. Runs nothing.

use super::SizeRequirement;
use super::storage::{CommitRole, MeasuredStorage};
use super::targets::TargetKind;
use base::Bytes;
use workload::LatencyLimit;

/// The depth for a ramp whose usual depth limited it.
const DEPTH_MAX: u32 = 256;
/// The minutes for a ramp after an inconclusive one: never less than a ramp takes by default, which is longest on rotating disks.
const BUDGET_AGAIN_MIN: u32 = 45;

/// A run that would decide.
#[derive(Clone, Debug, PartialEq)]
pub struct NextRun {
    pub target: String,
    /// What is overwritten there, and how that is confirmed; `None`: nothing is.
    pub write: Option<WriteTarget>,
    pub limit: Option<LatencyLimit>,
    pub load: NextLoad,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteTarget {
    Device,
    File,
}

#[derive(Clone, Debug, PartialEq)]
pub enum NextLoad {
    Commits {
        rate: f64,
        role: String,
        /// The profile of that role; `None`: the usual one.
        profile: Option<String>,
    },
    /// A sweep over the queue depth.
    Sweep { mix: NextMix, depth_max: u32 },
    Ramp {
        mix: NextMix,
        /// The depth and the minutes for it, if an earlier one was inconclusive.
        again: Option<(u32, u32)>,
    },
}

/// What one operation of a run would be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NextMix {
    pub block: Bytes,
    pub write: f64,
    pub sequential: bool,
}

/// The run that measures this requirement on this storage; `None` if one run cannot, as on several targets at once. `again`:
/// there was a ramp already, and it takes more depth and time. `unclear`: the run whose load line is unclear.
pub(super) fn run(
    requirement: &SizeRequirement,
    storage: &MeasuredStorage<'_>,
    block: Bytes,
    again: bool,
    unclear: Option<usize>,
) -> Option<NextRun> {
    let [target] = &storage.places[..] else { return None };
    let write = match storage.kind {
        TargetKind::Device => Some(WriteTarget::Device),
        TargetKind::File => Some(WriteTarget::File),
        TargetKind::Other => None,
        TargetKind::Removed | TargetKind::Record => return None,
    };
    let mix = NextMix {
        // The mean of a job's blocks may be no size that a storage takes.
        block: Bytes((requirement.block.unwrap_or(block).0 + 256).max(512) / 512 * 512),
        write: requirement.write,
        sequential: requirement.random == Some(false),
    };
    let load = match requirement.latency_limit {
        _ if requirement.commits => {
            let own = storage.commits.iter().find(|one| Some(one.run) == unclear);
            let CommitRole { role, profile, .. } =
                own.or(storage.commits.first()).cloned().unwrap_or_default();
            NextLoad::Commits { rate: requirement.iops.unwrap_or_default(), role, profile }
        }
        None => NextLoad::Sweep { mix, depth_max: DEPTH_MAX },
        Some(_) => NextLoad::Ramp { mix, again: again.then_some((DEPTH_MAX, BUDGET_AGAIN_MIN)) },
    };
    Some(NextRun {
        target: target.clone(),
        write: write.filter(|_| requirement.write > 0.0),
        limit: requirement.latency_limit,
        load,
    })
}
