//! The purpose of a trial, in a few words.

use crate::catalogue::page as text;
use crate::language::Language;
use record::TrialPurpose;

/// The purpose of a trial. Purposes of points and of imported files keep their names.
pub fn purpose(language: Language, purpose: &TrialPurpose) -> String {
    let word = match purpose {
        TrialPurpose::Closed => text::purpose_closed(language),
        TrialPurpose::Alone => text::purpose_alone(language),
        TrialPurpose::Bracket => text::purpose_bracket(language),
        TrialPurpose::Confirm => text::purpose_confirm(language),
        TrialPurpose::RequiredRate => text::purpose_required(language),
        TrialPurpose::Together => text::purpose_together(language),
        TrialPurpose::HalfDepth => text::purpose_half_depth(language),
        TrialPurpose::Run => text::purpose_run(language),
        TrialPurpose::BrokenOff => text::purpose_broken_off(language),
        TrialPurpose::Shared(own) => {
            return text::purpose_shared(language, &self::purpose(language, own));
        }
        TrialPurpose::Point { .. } | TrialPurpose::Other(_) => return purpose.to_string(),
    };
    word.to_owned()
}
