//! A request that gets no answer: its status, and what is wrong, as a page or as a document.

use axum::http::StatusCode;
use session::failure::{Ending, Failure};
use store::StoreError;

/// What is wrong with a request.
#[derive(Debug)]
pub(crate) struct Problem {
    pub(crate) status: StatusCode,
    pub(crate) failure: Failure,
}

impl Problem {
    /// The request itself is wrong.
    pub(crate) fn wrong(lines: Vec<String>) -> Self {
        let failure = Failure::of(Ending::Wrong, lines);
        Self { status: StatusCode::BAD_REQUEST, failure }
    }

    /// This is not allowed.
    pub(crate) fn forbidden(line: String) -> Self {
        Self { status: StatusCode::FORBIDDEN, failure: Failure::wrong(line) }
    }

    /// There is no such page.
    pub(crate) fn missing(line: String) -> Self {
        Self { status: StatusCode::NOT_FOUND, failure: Failure::wrong(line) }
    }
}

/// A run that is not there is no such page; everything else is ours.
impl From<Failure> for Problem {
    fn from(failure: Failure) -> Self {
        let status = match failure.ending {
            Ending::Wrong => StatusCode::NOT_FOUND,
            _ => StatusCode::INTERNAL_SERVER_ERROR,
        };
        Self { status, failure }
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        Failure::target(error).into()
    }
}
