//! Why a run ended early and why the store refused results, in sentences.

use crate::catalogue::{run_failure as text, store_fault};
use crate::language::Language;
use record::RunFailure;
use summary::warning::StoreTrouble;

pub fn run_failure(language: Language, failure: &RunFailure) -> String {
    text::text(language, failure)
}

pub fn store_trouble(language: Language, trouble: &StoreTrouble) -> String {
    store_fault::text(language, trouble)
}

/// The failures whose sentences need more than their values.
pub(crate) fn computed(language: Language, failure: &RunFailure) -> String {
    match failure {
        RunFailure::Start { engine, error } => text::start(language, engine.name(), error),
        RunFailure::Io(failed) => super::note::failed_io(language, failed),
        RunFailure::AllFailed { places } => text::all_failed(language, &places.join(", ")),
        _ => unreachable!("its sentence stands in run_failure.ftl: {failure:?}"),
    }
}
