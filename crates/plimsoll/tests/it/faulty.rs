//! The whole binary on a file system with injected faults, by seed: every fault is found and correctly named, without false
//! alarms. Needs `/dev/fuse` and root or `fusermount3`; skips visibly otherwise.

mod beside_fio;
mod coverage;
mod cuts;
mod proofs;
mod same_as_fio;
mod scene;
