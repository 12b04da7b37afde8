//! Errors of the store as sentences for the user.

use crate::failure::{Ending, Failure};
use report::Language;
use report::messages::store_fault::{LabelFault, StoreFault};
use std::path::Path;
use store::{LabelError, NOTE_CHARS_MAX, OtherFileKind, StoreError, TAG_CHARS_MAX, TAGS_MAX};
use summary::warning::StoreTrouble;

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        let errno = match &error {
            StoreError::Folder { source, .. } => source.raw_os_error(),
            _ => None,
        };
        Self { errno, ..Self::of(Ending::Target, vec![text(Language::of_process(), &error)]) }
    }
}

/// Why stored runs could not be read or written.
pub fn text(language: Language, error: &StoreError) -> String {
    let shown = |path: &Path| path.display().to_string();
    let fault = match error {
        StoreError::Folder { path, source } => {
            StoreFault::Folder { path: shown(path), error: source.to_string() }
        }
        StoreError::NotAFile { path, kind } => match kind {
            OtherFileKind::Directory => StoreFault::IsDirectory { path: shown(path) },
            OtherFileKind::Device => StoreFault::IsDevice { path: shown(path) },
            OtherFileKind::Pipe => StoreFault::IsPipe { path: shown(path) },
            OtherFileKind::DanglingLink => StoreFault::IsDanglingLink { path: shown(path) },
        },
        StoreError::Missing { path } => StoreFault::Missing { path: shown(path) },
        StoreError::OtherVersion { path, found, known } => StoreFault::OtherVersion {
            path: shown(path),
            found: found.to_string(),
            known: known.to_string(),
        },
        StoreError::NoSuchStage { run, stage } => {
            StoreFault::NoSuchStage { run: run.to_string(), stage: stage.to_string() }
        }
        StoreError::Document { run, reason } => {
            StoreFault::UnreadableRun { run: run.to_string(), reason: reason.clone() }
        }
        StoreError::Changed { run, part } => StoreFault::Changed {
            run: run.to_string(),
            part: report::words::stored_part(language, part),
        },
        StoreError::Open { path, .. }
        | StoreError::Foreign { path }
        | StoreError::Damaged { path, .. }
        | StoreError::Full { path }
        | StoreError::Busy { path }
        | StoreError::Displaced { path }
        | StoreError::ReadOnly { path }
        | StoreError::Database { path, .. } => {
            return report::words::store_trouble(language, &trouble(error, path));
        }
        StoreError::NoSuchRun(_) => {
            return report::words::store_trouble(language, &trouble(error, Path::new("")));
        }
    };
    fault.text(language)
}

/// Why results of a running measurement were refused by the store in `path`, as data for its record.
pub fn trouble(error: &StoreError, path: &Path) -> StoreTrouble {
    let path = path.display().to_string();
    match error {
        StoreError::Full { .. } => StoreTrouble::Full { path },
        StoreError::Busy { .. } => StoreTrouble::Busy { path },
        StoreError::ReadOnly { .. } => StoreTrouble::ReadOnly { path },
        StoreError::Open { detail, .. } => StoreTrouble::Open { path, error: detail.clone() },
        StoreError::Damaged { detail, .. } => StoreTrouble::Damaged { path, error: detail.clone() },
        StoreError::Foreign { .. } => StoreTrouble::Foreign { path },
        StoreError::NoSuchRun(run) => StoreTrouble::NoSuchRun { run: run.to_string() },
        StoreError::Database { source, .. } => {
            StoreTrouble::Database { path, error: source.to_string() }
        }
        StoreError::Folder { .. }
        | StoreError::NotAFile { .. }
        | StoreError::Missing { .. }
        | StoreError::Displaced { .. }
        | StoreError::OtherVersion { .. }
        | StoreError::NoSuchStage { .. }
        | StoreError::Document { .. }
        | StoreError::Changed { .. } => StoreTrouble::Unusable { path },
    }
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
