//! Why a request failed: the kind of failure, one line for each problem, and the positions in the user's texts. Never
//! prints, and knows no exit code.

use base::shown::ERRORS_MAX;
use job::Problem;
use report::Language;
use report::messages::program::ProgramFault;
use report::messages::store_fault::{LabelFault, StoreFault};
use report::messages::system::{SystemAction, SystemFailure};
use serde_json::{Value, json};
use std::borrow::Cow;
use std::path::Path;
use std::{fmt, io};
use store::{LabelError, NOTE_CHARS_MAX, OtherFileKind, StoreError, TAG_CHARS_MAX, TAGS_MAX};
use summary::warning::StoreTrouble;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Done, and the verdict (if one was requested) is fit.
    Done,
    NotFit,
    CannotTell,
    /// The command line or the job is wrong.
    Wrong,
    /// The target was refused, or failed: it could not be prefilled or opened, a job's I/O failed, or too many of a
    /// check's I/Os failed for a verdict.
    Target,
    Bug,
    /// Interrupted; what was measured is kept.
    Interrupted,
}

/// Why a request failed: the messages for the user, and how the request ended.
#[derive(Debug)]
pub struct Failure {
    pub ending: Ending,
    /// One line for each problem, each saying what the user can do.
    pub lines: Vec<String>,
    /// The problems in the user's texts, shown before those lines.
    pub shown: Vec<TextProblems>,
    /// The `errno` if a system call failed.
    pub errno: Option<i32>,
}

#[derive(Debug)]
pub struct TextProblems {
    text: String,
    /// The problems for programs: each with its place (file, line and column), its description, and what to do.
    problems: Vec<[String; 3]>,
    /// The number of problems; only the first ones are kept.
    count: usize,
}

impl Failure {
    pub fn of(ending: Ending, lines: Vec<String>) -> Self {
        Self { ending, lines, shown: Vec::new(), errno: None }
    }

    /// A failure about a text of the user: `head` says which text, and every problem is shown with its place.
    pub fn shown(
        head: &impl fmt::Display,
        name: &str,
        text: &str,
        problems: &[Problem],
        colour: bool,
    ) -> Self {
        let mut lines = job::LineCounter::new(text);
        let placed = |problem: &Problem| {
            let before = text.get(..problem.span.start).unwrap_or(text);
            let line = lines.number(before.len());
            let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
            [format!("{name}:{line}:{column}"), problem.text.clone(), problem.help.clone()]
        };
        let shown = job::show(name, text, problems, colour);
        let shown = TextProblems {
            text: format!("{head}\n{}", shown.trim_end()),
            problems: problems.iter().take(ERRORS_MAX).map(placed).collect(),
            count: problems.len(),
        };
        Self { ending: Ending::Wrong, lines: Vec::new(), shown: vec![shown], errno: None }
    }

    /// The messages for people, one after the other; a long list is cut, and the rest is counted.
    pub fn messages(&self) -> impl Iterator<Item = Cow<'_, str>> {
        let lines = self.lines.iter().map(|line| Cow::Borrowed(line.as_str()));
        let shown = self.shown.iter().map(|shown| Cow::Borrowed(shown.text.as_str()));
        let more = self.lines.len().saturating_sub(ERRORS_MAX);
        let more = (more > 0).then(|| Cow::Owned(more_errors(Language::of_process(), more)));
        shown.chain(lines.take(ERRORS_MAX)).chain(more)
    }

    /// One line for each problem, without the excerpts of the text.
    pub fn lines_with_places(&self) -> Vec<String> {
        let shown = self.shown.iter().flat_map(|shown| &shown.problems);
        let placed = shown.map(|[place, text, help]| {
            if help.is_empty() {
                format!("{place}: {text}")
            } else {
                format!("{place}: {text}; {help}")
            }
        });
        placed.chain(self.lines.iter().cloned()).collect()
    }

    /// The problems for programs, as in docs/reference/json.md: `place`, `text` and `help` of each; a long list is cut.
    pub fn errors(&self) -> Vec<Value> {
        let placed = self.shown.iter().flat_map(|shown| &shown.problems).map(|problem| {
            let [place, text, help] = problem;
            json!({ "place": place, "text": text, "help": Some(help).filter(|help| !help.is_empty()) })
        });
        let plain = self.lines.iter();
        let plain = plain.map(|line| json!({ "place": null, "text": line, "help": null }));
        let mut errors: Vec<_> = placed.chain(plain).collect();
        let left_out: usize =
            self.shown.iter().map(|shown| shown.count - shown.problems.len()).sum();
        let more = left_out + errors.len().saturating_sub(ERRORS_MAX);
        errors.truncate(ERRORS_MAX);
        if more > 0 {
            errors.push(
                json!({ "place": null, "text": more_errors(Language::En, more), "help": null }),
            );
        }
        errors
    }

    /// The command line or the job is wrong.
    pub fn wrong(line: impl fmt::Display) -> Self {
        Self::of(Ending::Wrong, vec![line.to_string()])
    }

    pub fn target(line: impl fmt::Display) -> Self {
        Self::of(Ending::Target, vec![line.to_string()])
    }

    /// The system refused an action on an object.
    pub fn system(
        ending: Ending,
        action: SystemAction,
        object: impl fmt::Display,
        error: &io::Error,
    ) -> Self {
        let line = SystemFailure { action, object: &object, error }.to_string();
        Self { errno: error.raw_os_error(), ..Self::of(ending, vec![line]) }
    }

    /// The same for `map_err`.
    pub fn refused(
        ending: Ending,
        action: SystemAction,
        object: impl fmt::Display,
    ) -> impl Fn(io::Error) -> Self {
        move |error| Self::system(ending, action, &object, &error)
    }

    /// `Err` if it has a message.
    pub fn into_result(self) -> Result<(), Self> {
        if self.lines.is_empty() && self.shown.is_empty() { Ok(()) } else { Err(self) }
    }

    /// Adds another failure. An error in the command line or the job takes precedence over a refused target.
    pub fn add(&mut self, other: Self) {
        if other.ending == Ending::Wrong {
            self.ending = Ending::Wrong;
        }
        self.shown.extend(other.shown);
        self.lines.extend(other.lines);
        self.errno = self.errno.or(other.errno);
    }

    pub fn bug(line: impl fmt::Display) -> Self {
        Self::of(Ending::Bug, vec![line.to_string()])
    }
}

fn more_errors(language: Language, count: usize) -> String {
    ProgramFault::MoreErrors { count: count as u64 }.text(language)
}

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
