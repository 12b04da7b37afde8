//! The places that a run measured, and what identifies their storage.

use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TargetSet {
    /// The places, stage by stage.
    pub places: Vec<TargetRecord>,
    /// What identifies their storage after a reboot; places without such an identity are missing.
    pub identities: Vec<StorageIdentity>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TargetRecord {
    /// The stage that measures it; empty: the only one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub stage: String,
    /// The name that points use, such as `target` or the name of a layout.
    pub name: String,
    pub kind: TargetKind,
    /// Its path, or the description of a simulated storage; empty if it was built for the test.
    pub path: String,
    pub size_bytes: u64,
    /// The disks on which it was built for the test and removed afterwards; empty: it existed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub disks: Vec<String>,
}

base::words! {
    pub enum TargetKind as "kind of target" {
        Simulated = "simulated",
        /// A file that was made in a directory for the test.
        Directory = "directory",
        Device = "device",
        File = "file",
    }
}

/// What identifies the storage of a place: its file system, or its device.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StorageIdentity {
    /// The path of the place or of one of its disks.
    pub path: String,
    /// The identifier; it is only compared and shown.
    pub id: String,
}

impl TargetSet {
    pub fn place(&self, stage: &str, name: &str) -> Option<&TargetRecord> {
        let mut of_stage =
            self.places.iter().filter(|place| place.stage.is_empty() || place.stage == stage);
        of_stage.find(|place| place.name == name)
    }

    /// Whether a stage measures this place, under whatever name.
    pub fn measures(&self, stage: &str, place: &TargetRecord) -> bool {
        let mut of_stage = self.places.iter().filter(|other| other.stage == stage);
        of_stage.any(|other| (&other.path, &other.disks) == (&place.path, &place.disks))
    }
}

impl TargetRecord {
    /// Whether it was built for the test and removed afterwards.
    pub fn is_removed(&self) -> bool {
        !self.disks.is_empty()
    }

    /// Its path; for a removed one its disks.
    pub fn shown_path(&self) -> String {
        if self.is_removed() { self.disks.join(", ") } else { self.path.clone() }
    }
}
