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
    /// The engine in use.
    pub used: EngineKind,
    /// Why the usual one does not work here; none if it worked again after the run.
    pub error: Option<SystemError>,
}

/// Why the store refused results.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum StoreTrouble {
    /// The file system is full.
    Full {
        /// The file.
        path: String,
    },
    /// Another process kept the lock.
    Busy {
        /// The file.
        path: String,
    },
    /// The medium or the file is read-only.
    ReadOnly {
        /// The file.
        path: String,
    },
    /// The file cannot be opened.
    Open {
        /// The file.
        path: String,
        /// The message of SQLite.
        error: String,
    },
    /// The file is damaged.
    Damaged {
        /// The file.
        path: String,
        /// The message of SQLite.
        error: String,
    },
    /// The file is not a store any more.
    Foreign {
        /// The file.
        path: String,
    },
    /// The run was removed while it was measured.
    NoSuchRun {
        /// Its number.
        run: String,
    },
    /// Another error of SQLite.
    Database {
        /// The file.
        path: String,
        /// The message of SQLite.
        error: String,
    },
    /// A part of the run cannot be read or is missing.
    Unusable {
        /// The file.
        path: String,
    },
}
