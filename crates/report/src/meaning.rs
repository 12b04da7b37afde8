//! The meaning of each kind of warning for the reader, and the action to take.
//!
//! Thresholds and sources are in docs/explanation/methods/warnings.md.

use crate::catalogue::warning as text;
use crate::language::Language;
use summary::WarningKind;

/// The meaning of a kind of warning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meaning {
    /// A heading of a few words.
    pub title: &'static str,
    /// Why it matters.
    pub why: &'static str,
    /// The action to take.
    pub action: &'static str,
}

/// Returns the meaning of a kind of warning.
pub fn meaning(language: Language, kind: WarningKind) -> Meaning {
    Meaning {
        title: text::kind_text(language, &kind),
        why: text::kind_why(language, &kind),
        action: text::kind_action(language, &kind),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_warning_has_a_title_of_its_own_in_every_language() {
        for language in Language::ALL {
            let mut titles: Vec<_> =
                WarningKind::ALL.iter().map(|kind| meaning(language, *kind).title).collect();
            titles.sort_unstable();
            titles.dedup();
            assert_eq!(titles.len(), WarningKind::ALL.len());
        }
        let scripts = |kind: WarningKind| {
            let of = meaning(Language::Ru, kind);
            [of.title, of.why, of.action]
                .iter()
                .all(|text| text.contains(|c: char| ('а'..='я').contains(&c)))
        };
        assert!(
            WarningKind::ALL.iter().all(|kind| scripts(*kind)),
            "a Russian text is not Russian"
        );
    }
}
