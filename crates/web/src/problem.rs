//! A request that cannot be answered: its status and its errors, as a page or as a document.

use crate::pages::start::StartError;
use axum::http::StatusCode;
use report::{Language, site as text};
use serde_json::Value;
use session::failure;
use session::failure::{Ending, Failure};
use session::stored::RunNameError;
use store::{RunId, StoreError};

#[derive(Debug)]
pub(crate) struct Problem {
    pub(crate) status: StatusCode,
    cause: Cause,
}

#[derive(Debug)]
enum Cause {
    Request(Vec<RequestError>),
    Failure(Failure),
    RunNames(Vec<RunNameError>),
    /// The store could not be read or written.
    Store(StoreError),
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum RequestError {
    NoResults,
    NoRun(String),
    NoPage(String),
    NoCapture(String),
    CapturesOff,
    StartOff,
    OldForm,
    LongAddress(usize),
    TokenNeeded,
    OtherMachine,
    FollowersFull(usize),
    OneTarget,
    TwoRuns,
    ChosenRuns { count: usize, most: usize },
    Key { key: String, error: KeyError },
    Start(StartError),
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum KeyError {
    Unknown { known: String },
    ManyWords(usize),
    Value { value: String, known: String },
    RunNumber(String),
    RunCount(String),
}

impl RequestError {
    pub(crate) fn text(&self, language: Language) -> String {
        match self {
            Self::NoResults => text::no_runs(language).to_owned(),
            Self::NoRun(run) => text::missing_run(language, run),
            Self::NoPage(path) => text::missing_page(language, path),
            Self::NoCapture(name) => text::missing_capture(language, name),
            Self::CapturesOff => text::captures_off(language).to_owned(),
            Self::StartOff => text::start_off(language).to_owned(),
            Self::OldForm => text::old_form(language).to_owned(),
            Self::LongAddress(most) => text::long_address(language, *most as u64),
            Self::TokenNeeded => text::token_needed(language).to_owned(),
            Self::OtherMachine => text::other_machine(language).to_owned(),
            Self::FollowersFull(most) => text::followers_full(language, *most as u64),
            Self::OneTarget => text::one_target(language).to_owned(),
            Self::TwoRuns => text::two_runs(language).to_owned(),
            Self::ChosenRuns { count, most } => {
                text::choose_runs(language, *count as u64, *most as u64)
            }
            Self::Key { key, error } => text::key_mistake(language, key, &error.text(language)),
            Self::Start(error) => error.text(language),
        }
    }
}

impl KeyError {
    fn text(&self, language: Language) -> String {
        match self {
            Self::Unknown { known } => text::key_unknown(language, known),
            Self::ManyWords(most) => text::many_words(language, *most as u64),
            Self::Value { value, known } => text::unknown_value(language, value, known),
            Self::RunNumber(value) => text::no_run_number(language, value),
            Self::RunCount(value) => text::no_count(language, value),
        }
    }
}

impl StartError {
    fn text(&self, language: Language) -> String {
        match self {
            Self::NotAllowed(target) => text::start_not_allowed(language, target),
            Self::Profile(name) => text::start_profile(language, name),
            Self::Budget(value) => text::start_budget(language, value),
            Self::Busy(target) => text::start_busy(language, target),
            Self::System(error) => text::start_failed(language, error),
        }
    }
}

impl Problem {
    pub(crate) fn wrong(errors: Vec<RequestError>) -> Self {
        Self { status: StatusCode::BAD_REQUEST, cause: Cause::Request(errors) }
    }

    pub(crate) fn of(status: StatusCode, error: RequestError) -> Self {
        Self { status, cause: Cause::Request(vec![error]) }
    }

    pub(crate) fn forbidden(error: RequestError) -> Self {
        Self::of(StatusCode::FORBIDDEN, error)
    }

    pub(crate) fn missing(error: RequestError) -> Self {
        Self::of(StatusCode::NOT_FOUND, error)
    }

    pub(crate) fn no_run(run: RunId) -> Self {
        Self::missing(RequestError::NoRun(run.to_string()))
    }

    pub(crate) fn lines(&self, language: Language) -> Vec<String> {
        match &self.cause {
            Cause::Request(errors) => errors.iter().map(|error| error.text(language)).collect(),
            Cause::Failure(failure) => failure.lines_with_places(),
            Cause::RunNames(errors) => errors.iter().map(|error| error.text(language)).collect(),
            Cause::Store(error) => vec![failure::text(language, error)],
        }
    }

    /// The errors for programs, in the form of docs/reference/json.md.
    pub(crate) fn errors(&self) -> Vec<Value> {
        match &self.cause {
            Cause::Request(_) | Cause::RunNames(_) | Cause::Store(_) => {
                Failure::of(Ending::Wrong, self.lines(Language::En)).errors()
            }
            Cause::Failure(failure) => failure.errors(),
        }
    }
}

/// A missing run is "not found"; every other failure is an error of the server.
impl From<Failure> for Problem {
    fn from(failure: Failure) -> Self {
        let status = match failure.ending {
            Ending::Wrong => StatusCode::NOT_FOUND,
            _ => StatusCode::INTERNAL_SERVER_ERROR,
        };
        Self { status, cause: Cause::Failure(failure) }
    }
}

/// A run that is not there is "not found"; a store that cannot be read is an error of the server.
impl From<Vec<RunNameError>> for Problem {
    fn from(errors: Vec<RunNameError>) -> Self {
        let status = if errors.iter().any(RunNameError::is_of_store) {
            StatusCode::INTERNAL_SERVER_ERROR
        } else {
            StatusCode::NOT_FOUND
        };
        Self { status, cause: Cause::RunNames(errors) }
    }
}

impl From<RunNameError> for Problem {
    fn from(error: RunNameError) -> Self {
        Self::from(vec![error])
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        Self { status: StatusCode::INTERNAL_SERVER_ERROR, cause: Cause::Store(error) }
    }
}
