//! The whole binary on a file system that does wrong, by seed: what it does is found and rightly named, and nothing else is
//! told. Takes `/dev/fuse` and root or `fusermount3`; skips, visibly, otherwise.

#[expect(dead_code, reason = "the driver serves the other tests of the binary too")]
#[path = "../it/drive.rs"]
mod drive;

mod beside_fio;
mod cuts;
mod proofs;
mod scene;
