//! The whole binary on a file system that does wrong, by seed: what it does is found and rightly named, and nothing else is
//! told. Takes `/dev/fuse` and root or `fusermount3`; skips, visibly, otherwise.

mod beside_fio;
mod coverage;
mod cuts;
mod proofs;
mod same_as_fio;
mod scene;
