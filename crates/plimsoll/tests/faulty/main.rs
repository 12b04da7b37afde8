//! The whole binary on a file system that does wrong, by seed: what it does is found and rightly named, and nothing else is
//! told. Takes `/dev/fuse` and root or `fusermount3`; skips, visibly, otherwise.

#[expect(dead_code, reason = "the driver serves the other tests of the binary too")]
#[path = "../it/drive.rs"]
mod drive;
#[expect(dead_code, reason = "tests of the other binary use more of it")]
#[path = "../it/fio_shapes.rs"]
mod fio_shapes;

mod beside_fio;
mod coverage;
mod cuts;
mod proofs;
mod same_as_fio;
mod scene;
