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

#[cfg(test)]
mod tests {
    use super::*;
    use record::StoredPart;
    use std::path::PathBuf;
    use store::RunId;

    #[test]
    fn every_error_of_the_store_has_its_own_sentence_and_ending() {
        let path = || PathBuf::from("/srv/r.db");
        let part = StoredPart::Interval { number: 12, stream: "log".to_owned(), trial: 3 };
        let other = |kind| StoreError::NotAFile { path: path(), kind };
        let denied = std::io::Error::from_raw_os_error(13);
        for (error, wanted) in [
            (StoreError::Folder { path: path(), source: denied }, "cannot create the folder"),
            (StoreError::Open { path: path(), detail: "x".to_owned() }, "cannot be opened: x;"),
            (other(OtherFileKind::Directory), "is a directory"),
            (other(OtherFileKind::Device), "is a device"),
            (other(OtherFileKind::Pipe), "is a pipe or a socket"),
            (other(OtherFileKind::DanglingLink), "is a symbolic link that leads nowhere"),
            (StoreError::Missing { path: path() }, "there are no results in /srv/r.db yet"),
            (
                StoreError::OtherVersion { path: path(), found: 12, known: 10 },
                "have format 12, but",
            ),
            (StoreError::Foreign { path: path() }, "is not a plimsoll results file"),
            (StoreError::Damaged { path: path(), detail: "x".to_owned() }, "are damaged (x)"),
            (StoreError::Full { path: path() }, "no space left"),
            (StoreError::Busy { path: path() }, "another process has locked"),
            (StoreError::ReadOnly { path: path() }, "are read-only"),
            (StoreError::Displaced { path: path() }, "were changed or removed during the run"),
            (StoreError::NoSuchRun(RunId(7)), "there is no run 7;"),
            (StoreError::NoSuchStage { run: RunId(7), stage: 2 }, "run 7 has no stage 2"),
            (
                StoreError::Document { run: RunId(7), reason: "x".to_owned() },
                "run 7 cannot be read (x)",
            ),
            (
                StoreError::Changed { run: RunId(7), part },
                "interval 12 of stream log in trial 3 of run 7",
            ),
        ] {
            let errno = matches!(error, StoreError::Folder { .. }).then_some(13);
            let failure = Failure::from(error);
            assert!(failure.lines[0].contains(wanted), "{wanted}: {failure:?}");
            assert_eq!((failure.ending, failure.errno), (Ending::Target, errno), "{wanted}");
        }
    }

    #[test]
    fn labels_that_cannot_be_stored_name_their_limits() {
        for (error, wanted) in [
            (LabelError::TagSigns("a b".to_owned()), "\"a b\" is not a tag".to_owned()),
            (LabelError::TagLong("x".to_owned()), format!("more than {TAG_CHARS_MAX} characters")),
            (LabelError::TooMany(99), format!("99 tags; a run can have at most {TAGS_MAX}")),
            (LabelError::NoteLong(9), "has 9 characters; it can have at most".to_owned()),
        ] {
            let text = label_fault(&error).text(Language::En);
            assert!(text.contains(&wanted), "{text}");
        }
    }
}
