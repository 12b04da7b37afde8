//! How several hosts divide a job that they run together.

use crate::WordChoice;
use serde::{Deserialize, Serialize};

/// How the hosts divide the load and the targets of a job.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HostDivision {
    /// Whether the load in the job is that of all hosts together or of each.
    pub load: LoadDivision,
    /// Which part of a target each host uses if all hosts use the same file or device.
    pub ranges: HostRanges,
}

/// Whether the load in a job is that of all hosts together or of each host.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LoadDivision {
    /// All hosts together: each host runs an even share of the rate, depth and limits.
    Shared,
    /// Each host.
    #[default]
    Each,
}

impl WordChoice for LoadDivision {
    const WORDS: &'static [(&'static str, Self)] =
        &[("each", Self::Each), ("shared", Self::Shared)];
}

/// Which part of a target each host uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HostRanges {
    /// A separate range of a target that all hosts use.
    #[default]
    Disjoint,
    /// Every n-th block of a target that all n hosts use.
    Strided,
    /// The whole target, whether each host has its own or all hosts use the same.
    Whole,
}

impl WordChoice for HostRanges {
    const WORDS: &'static [(&'static str, Self)] =
        &[("disjoint", Self::Disjoint), ("strided", Self::Strided), ("common", Self::Whole)];
}

/// One of the hosts that run a job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum HostChoice {
    /// By its number, from 0.
    Rank(u32),
    /// By its name: that of the machine, optionally followed by `#` and the number, as results show it.
    Name(String),
}
