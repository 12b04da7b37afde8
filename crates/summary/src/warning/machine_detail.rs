//! The data of warnings about the machine and the store: the array below a target, the engine, and the store.

use base::SystemError;
use serde::{Deserialize, Serialize};
use workload::EngineKind;

/// The work of an array below the target that shares its disks with the test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArrayWork {
    /// The array, such as `md0`.
    pub array: String,
    /// The action in the kernel's words, such as `resync`.
    pub action: String,
    /// The progress in the kernel's words; none if it gives none.
    pub progress: Option<String>,
}

/// An engine that replaced the usual one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EngineFallback {
    pub usual: EngineKind,
    pub used: EngineKind,
    /// Why the usual one does not work here; none if it worked again after the run.
    pub error: Option<SystemError>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum StoreTrouble {
    Full {
        path: String,
    },
    /// Another process kept the lock.
    Busy {
        path: String,
    },
    /// The medium or the file is read-only.
    ReadOnly {
        path: String,
    },
    Open {
        path: String,
        error: String,
    },
    Damaged {
        path: String,
        error: String,
    },
    /// The file is not a store any more.
    Foreign {
        path: String,
    },
    /// The run was removed while it was measured.
    NoSuchRun {
        run: String,
    },
    Database {
        path: String,
        error: String,
    },
    /// A part of the run cannot be read or is missing.
    Unusable {
        path: String,
    },
}
