//! A shelf that several hosts measure together: takes the targets of each host; if the study grows a set of hosts, gives each
//! host its own place.

use super::{Kind, Shelf, Spot, TargetPart};
use crate::hosts::SharedTarget;
use base::Bytes;
use std::path::Path;

impl Shelf {
    /// The targets of this host, for comparison with the other hosts.
    pub(crate) fn shared_targets(&self) -> Vec<SharedTarget> {
        let targets = self.targets_spots().map(|spot| {
            let held = self.held[spot.target].as_ref();
            let file_system = || sys::file::file_system(Path::new(&spot.word));
            let device = if spot.kind == Kind::Directory { file_system() } else { None };
            SharedTarget::of(&spot.word, Some(spot.size_bytes), self.will_write, held).on(device)
        });
        targets.collect()
    }

    /// Limits each target to the size that all hosts use, that of the smallest host.
    pub(crate) fn measured_by(&mut self, hosts: u32, sizes_bytes: &[u64]) {
        self.hosts = hosts;
        let targets: Vec<usize> = self.targets_spots().map(|spot| spot.target).collect();
        for (target, &bytes) in targets.into_iter().zip(sizes_bytes) {
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
        let has_parts = whole.kind == Kind::Simulated || is_shared;
        let own_bytes = whole.size_bytes / hosts.len() as u64 / Bytes::MIB * Bytes::MIB;
        for (rank, name) in (0..).zip(hosts) {
            let part = TargetPart { offset_bytes: rank * own_bytes, length_bytes: own_bytes };
            self.spots.push(Spot {
                name: name.clone(),
                part: has_parts.then_some(part),
                size_bytes: if has_parts { own_bytes } else { whole.size_bytes },
                ..whole.clone()
            });
        }
    }
}
