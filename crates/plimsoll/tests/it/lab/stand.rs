//! A loop device without limits for one test: takes a size, gives its name, its image, and mounts on it.

use super::Mounted;
use crate::drive::TestPlace;
use std::path::PathBuf;
use std::process::Command;
use testkit::lab::{LabConfig, LabGuard};

/// One device. Fields are dropped in this order: the lab before its folder.
pub(crate) struct DeviceLab {
    lab: LabGuard,
    pub(crate) place: TestPlace,
}

impl DeviceLab {
    /// A free device of `size_bytes`; `None`, with a reported skip, if that is impossible.
    pub(crate) fn new(name: &str, size_bytes: u64) -> Option<Self> {
        let place = TestPlace::new(name);
        let wish = LabConfig { size_bytes, ..LabConfig::default() };
        let lab = LabGuard::up_or_skip(&place.dir.join("lab"), &wish)?;
        Some(Self { lab, place })
    }

    pub(crate) fn device(&self) -> String {
        self.lab.0.devices[0].display().to_string()
    }

    /// The file under the device.
    pub(crate) fn image(&self) -> PathBuf {
        self.lab.0.folder.join("disk1.img")
    }

    /// Makes an ext4 on the device and mounts it in the folder; `None`, with a skip, if that is impossible.
    pub(crate) fn mount<'a>(&self, folder: &'a str) -> Option<Mounted<'a>> {
        if testkit::tool("mkfs.ext4").is_none() {
            testkit::skip("mkfs.ext4 is not installed");
            return None;
        }
        done("mkfs.ext4", &["-q", "-F", &self.device()]);
        if tried("mount", &[&self.device(), folder]).is_err() {
            testkit::skip("this kernel mounts no ext4");
            return None;
        }
        Some(Mounted(folder.as_ref()))
    }

    /// Starts a command and waits until it has stored its first intervals.
    pub(crate) fn measuring(&self, words: &[&str]) -> std::process::Child {
        let child = self.place.start(words);
        self.place.until_measured(2);
        child
    }
}

/// Runs a tool that must succeed.
pub(crate) fn done(program: &str, words: &[&str]) -> String {
    tried(program, words).unwrap_or_else(|told| panic!("{program} {words:?}: {told}"))
}

/// Runs a tool; returns its standard output, or its error message.
pub(crate) fn tried(program: &str, words: &[&str]) -> Result<String, String> {
    let output = Command::new(program).args(words).output().map_err(|e| e.to_string())?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
    if output.status.success() { Ok(text(&output.stdout)) } else { Err(text(&output.stderr)) }
}
