//! A shelf that several hosts measure together: takes the targets of each host; if the study grows a set of hosts, gives each
//! host its own place.

use super::{Kind, Shelf, Spot};
use crate::hosts::SharedTarget;
use base::Bytes;
use std::path::Path;

impl Shelf {
    /// The targets of this host, for comparison with the other hosts.
    pub(crate) fn shared_targets(&self) -> Vec<SharedTarget> {
        let target = |spot: &Spot| {
            let held = self.held[spot.target].as_ref();
            let folder = || sys::file::file_system(Path::new(&spot.word));
            let device = if spot.kind == Kind::Directory { folder() } else { None };
            SharedTarget::of(&spot.word, Some(spot.size_bytes), self.will_write, held).on(device)
        };
        self.targets_spots().map(target).collect()
    }

    /// Limits each target to the size that all hosts use, that of the smallest host.
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

    /// The number of hosts that measure the shelf together.
    pub(crate) fn hosts(&self) -> u32 {
        self.hosts
    }

    /// Replaces the only place by one for each host. If all hosts share the target, each gets its own part of it.
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
