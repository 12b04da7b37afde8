//! How several hosts that run one job together divide it.

use crate::WordChoice;
use serde::{Deserialize, Serialize};

/// How the hosts divide the load and the targets of a job.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HostDivision {
    /// Whose load the job names.
    pub load: LoadDivision,
    /// Which part of a target each host uses where all of them use the same file or device.
    pub ranges: HostRanges,
}

/// Whose load a job names when several hosts run it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LoadDivision {
    /// That of all hosts together: each host runs an even share of its rate, depth and limits.
    Shared,
    /// That of each host.
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
    /// A range of its own of a target that all hosts use.
    #[default]
    Disjoint,
    /// Every n-th block of a target that all n hosts use.
    Strided,
    /// The whole of a target of its own, or of one that all hosts use.
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
    /// By its name: that of the machine, or with `#` and the number behind it as results show it.
    Name(String),
}
