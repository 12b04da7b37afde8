//! How several hosts divide a job that they run together.

use serde::{Deserialize, Serialize};

/// How the hosts divide the load and the targets of a job.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HostDivision {
    /// Whether the load in the job is that of all hosts together or of each.
    pub load: LoadDivision,
    /// Which part of a target each host uses if all hosts use the same file or device.
    pub ranges: HostRanges,
}

base::words! {
    /// Whether the load in a job is that of all hosts together or of each host.
    #[derive(Default)]
    pub enum LoadDivision {
        #[default]
        Each = "each",
        /// All hosts together: each host runs an even share of the rate, depth and limits.
        Shared = "shared",
    }
}

base::words! {
    /// Which part of a target each host uses.
    #[derive(Default)]
    pub enum HostRanges {
        /// A separate range of a target that all hosts use.
        #[default]
        Disjoint = "disjoint",
        /// Every n-th block of a target that all n hosts use.
        Strided = "strided",
        /// The whole target, whether each host has its own or all hosts use the same.
        Whole = "common",
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum HostChoice {
    /// By its number, from 0.
    Rank(u32),
    /// By its name: that of the machine, optionally followed by `#` and the number, as results show it.
    Name(String),
}
