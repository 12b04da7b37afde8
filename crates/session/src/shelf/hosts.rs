//! A shelf that several hosts measure together: takes what each of them has, gives each host a place of its own where the study
//! grows a set of hosts.

use super::{Kind, Shelf, Spot};
use crate::hosts::SharedTarget;
use base::Bytes;
use std::os::unix::fs::MetadataExt;

impl Shelf {
    /// What this host has of each target.
    pub(crate) fn shared_targets(&self) -> Vec<SharedTarget> {
        let target = |spot: &Spot| {
            let held = self.held[spot.target].as_ref();
            let folder = || std::fs::metadata(&spot.word).ok().map(|folder| folder.dev());
            let device = if spot.kind == Kind::Directory { folder() } else { None };
            SharedTarget::of(&spot.word, Some(spot.size_bytes), self.will_write, held).on(device)
        };
        self.targets_spots().map(target).collect()
    }

    /// All hosts use so much of each target: what the smallest of them has.
    pub(crate) fn measured_by(&mut self, hosts: u32, sizes_bytes: &[u64]) {
        self.hosts = hosts;
        let used: Vec<(usize, u64)> =
            self.targets_spots().map(|spot| spot.target).zip(sizes_bytes.iter().copied()).collect();
        for (target, bytes) in used {
            let own = self.spots.iter_mut().filter(|spot| spot.target == target);
            own.filter(|spot| spot.size_bytes > bytes).for_each(|spot| spot.size_bytes = bytes);
            if let Some(size) = &mut self.targets[target].size {
                *size = workload::Extent::Bytes(Bytes(bytes));
            }
        }
    }

    /// How many hosts measure it together.
    pub(crate) fn hosts(&self) -> u32 {
        self.hosts
    }

    /// Makes a place for each host of the only place there is; of a target that all hosts share each gets a part of its own.
    pub(crate) fn divide(&mut self, hosts: &[String], is_shared: bool) {
        let Some(whole) = self.spots.pop() else { return };
        let shares = whole.kind == Kind::Simulated || is_shared;
        let own_bytes = whole.size_bytes / hosts.len() as u64 / Bytes::MIB * Bytes::MIB;
        let spot = |(rank, name): (u64, &String)| {
            let part = shares.then_some((rank * own_bytes, own_bytes));
            let size_bytes = part.map_or(whole.size_bytes, |part| part.1);
            Spot { name: name.clone(), part, size_bytes, ..whole.clone() }
        };
        self.spots = (0..).zip(hosts).map(spot).collect();
    }
}
