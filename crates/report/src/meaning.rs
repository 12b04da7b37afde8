//! The meaning of each kind of warning for the reader, and the action to take.
//!
//! Thresholds and sources are in docs/reference/warnings.md.

use crate::catalogue::warning as text;
use crate::language::Language;
use summary::WarningKind;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meaning {
    pub title: &'static str,
    pub why: &'static str,
    pub action: &'static str,
}

pub fn meaning(language: Language, kind: WarningKind) -> Meaning {
    Meaning {
        title: text::kind_text(language, &kind),
        why: text::kind_why(language, &kind),
        action: text::kind_action(language, &kind),
    }
}
