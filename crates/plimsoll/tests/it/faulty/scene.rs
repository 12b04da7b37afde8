//! A place with a faulty file system mounted in it.

use crate::drive::TestPlace;
use testkit::fuse::{FaultOptions, FaultyFs};

/// A faulty file system and its directory; the file system is dropped first.
pub(crate) struct Scene {
    pub(crate) fs: FaultyFs,
    pub(crate) place: TestPlace,
}

impl Scene {
    /// Mounts it at `m` in a new place; `None` if that is impossible, which is reported.
    pub(crate) fn new(name: &str, options: FaultOptions) -> Option<Self> {
        let place = TestPlace::new(name);
        let path = place.folder("m");
        match FaultyFs::mount(path.as_ref(), options) {
            Ok(fs) => Some(Self { fs, place }),
            Err(error) => {
                testkit::skip(&format!("no file system of our own can be mounted here: {error}"));
                None
            }
        }
    }
}
