//! The I/O engine of a run, with its features.

use crate::catalogue::engine as text;
use crate::language::Language;
use workload::EngineUse;

/// The engine of a run; empty if it is not known.
pub(crate) fn engine(language: Language, of: &EngineUse) -> String {
    match of {
        EngineUse::Own(kind, features) if !features.is_empty() => {
            let names: Vec<&str> =
                features.iter().map(|one| text::feature_text(language, one)).collect();
            text::with_features(language, kind.name(), &names.join(", "))
        }
        EngineUse::Simulated => text::simulated(language).to_owned(),
        EngineUse::Recorded => text::recorded(language).to_owned(),
        EngineUse::Imported(tool) => text::imported(language, tool),
        EngineUse::Own(..) | EngineUse::Unknown | EngineUse::Other(_) => of.to_string(),
    }
}
