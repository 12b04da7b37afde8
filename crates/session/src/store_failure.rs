//! Errors of the store as sentences for the user.

use crate::failure::{Ending, Failure};
use report::Language;
use report::messages::store_fault::{LabelFault, StoreFault};
use std::path::Path;
use store::{LabelError, NOTE_CHARS_MAX, OtherFileKind, StoreError, TAG_CHARS_MAX, TAGS_MAX};

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        let errno = match &error {
            StoreError::Folder { source, .. } => source.raw_os_error(),
            _ => None,
        };
        Self { errno, ..Self::of(Ending::Target, vec![text(&error)]) }
    }
}

/// Why stored runs could not be read or written.
pub fn text(error: &StoreError) -> String {
    let shown = |path: &Path| path.display().to_string();
    let fault = match error {
        StoreError::Folder { path, source } => {
            StoreFault::Folder { path: shown(path), error: source.to_string() }
        }
        StoreError::Open { path, detail } => {
            StoreFault::Open { path: shown(path), error: detail.clone() }
        }
        StoreError::NotAFile { path, kind } => match kind {
            OtherFileKind::Directory => StoreFault::IsDirectory { path: shown(path) },
            OtherFileKind::Device => StoreFault::IsDevice { path: shown(path) },
            OtherFileKind::Pipe => StoreFault::IsPipe { path: shown(path) },
        },
        StoreError::Missing { path } => StoreFault::Missing { path: shown(path) },
        StoreError::Newer { path, found, known } => StoreFault::Newer {
            path: shown(path),
            found: found.to_string(),
            known: known.to_string(),
        },
        StoreError::Foreign { path } => StoreFault::Foreign { path: shown(path) },
        StoreError::Damaged { path, detail } => {
            StoreFault::Damaged { path: shown(path), error: detail.clone() }
        }
        StoreError::Full { path } => StoreFault::Full { path: shown(path) },
        StoreError::Busy { path } => StoreFault::Busy { path: shown(path) },
        StoreError::ReadOnly { path } => StoreFault::ReadOnly { path: shown(path) },
        StoreError::NoSuchRun(run) => StoreFault::NoSuchRun { run: run.to_string() },
        StoreError::NoSuchTrial { run, trial } => {
            StoreFault::NoSuchTrial { run: run.to_string(), trial: trial.to_string() }
        }
        StoreError::NoSuchStage { run, stage } => {
            StoreFault::NoSuchStage { run: run.to_string(), stage: stage.to_string() }
        }
        StoreError::Document { run, reason } => {
            StoreFault::UnreadableRun { run: run.to_string(), reason: reason.clone() }
        }
        StoreError::Changed { run, part } => StoreFault::Changed {
            run: run.to_string(),
            part: report::words::stored_part(Language::of_process(), part),
        },
        StoreError::Database { path, source } => {
            StoreFault::Database { path: shown(path), error: source.to_string() }
        }
    };
    fault.to_string()
}

/// Why a tag or a note was not stored.
pub fn label_fault(error: &LabelError) -> LabelFault {
    match error {
        LabelError::TagSigns(tag) => LabelFault::TagSigns { tag: tag.clone() },
        LabelError::TagLong(tag) => {
            LabelFault::TagLong { tag: tag.clone(), most: TAG_CHARS_MAX as u64 }
        }
        LabelError::TooMany(count) => {
            LabelFault::TagsMany { count: *count as u64, most: TAGS_MAX as u64 }
        }
        LabelError::NoteLong(count) => {
            LabelFault::NoteLong { count: *count as u64, most: NOTE_CHARS_MAX as u64 }
        }
    }
}
