//! Names of types: nouns that describe the value, and one meaning for each name.
//!
//! Takes all sources; gives breaches. Associated types are not checked, because their traits define the names.

use crate::source::Source;
use std::collections::BTreeMap;

/// Participles, pronouns and adverbs, which say nothing about a value.
const NO_NOUNS: &[&str] = &[
    "Again",
    "Alike",
    "Asked",
    "Begun",
    "Built",
    "Carried",
    "Chosen",
    "Claimed",
    "Confirmed",
    "Counted",
    "Decided",
    "Does",
    "Done",
    "Ended",
    "Expected",
    "Explained",
    "Found",
    "Gathered",
    "Given",
    "Going",
    "Gone",
    "Got",
    "Held",
    "Judged",
    "Kept",
    "Known",
    "Laid",
    "Left",
    "Looked",
    "Made",
    "Marked",
    "Measured",
    "Merged",
    "Mixed",
    "Named",
    "Needed",
    "Next",
    "Observed",
    "Other",
    "Ours",
    "Own",
    "Packed",
    "Paired",
    "Planned",
    "Played",
    "Proved",
    "Ran",
    "Read",
    "Refused",
    "Removed",
    "Retold",
    "Said",
    "Seen",
    "Shared",
    "Shown",
    "Silent",
    "Slowed",
    "Standing",
    "Stalled",
    "Summed",
    "Taken",
    "Tell",
    "Then",
    "Told",
    "Tried",
    "Unsaid",
    "Visited",
    "Wanted",
    "Watched",
    "What",
    "When",
    "Written",
    "Wrong",
];

/// The most declarations of one name.
const REUSE_LIMIT: usize = 3;

/// Bad names that still exist, with the most declarations of each; these numbers may only decrease.
const REMAINING: &[(&str, usize)] =
    &[("Does", 1), ("Measured", 1), ("Shown", 1), ("Stalled", 1), ("View", 6)];

/// Checks the names of all declared types.
pub(super) fn check(sources: &[Source]) -> Vec<String> {
    let mut places = BTreeMap::<&str, Vec<String>>::new();
    for source in sources {
        for (name, line) in declarations(source) {
            places.entry(name).or_default().push(format!("{}:{line}", source.path));
        }
    }
    let breach = |(name, places): (&str, Vec<String>)| {
        let (limit, reason) = match NO_NOUNS.contains(&name) {
            true => (0, "name what the value is"),
            false => (REUSE_LIMIT, "say of what"),
        };
        let remaining = REMAINING.iter().find(|(remaining, _)| *remaining == name);
        let limit = remaining.map_or(limit, |(_, count)| *count);
        let count = places.len();
        let text = || {
            format!(
                "{}: {name} names {count} types, the limit is {limit}: {reason}",
                places.join(", ")
            )
        };
        (count > limit).then(text)
    };
    places.into_iter().filter_map(breach).collect()
}

/// Names of structs, enums, traits and unions with their lines.
fn declarations(source: &Source) -> impl Iterator<Item = (&str, usize)> {
    source
        .tokens
        .windows(2)
        .filter(|pair| matches!(pair[0].text.as_str(), "struct" | "enum" | "trait" | "union"))
        .map(|pair| (pair[1].text.as_str(), pair[1].line))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn breaches(text: &str) -> Vec<String> {
        check(&[Source::parse("crates/base/src/a.rs", &format!("//! x\n{text}")).unwrap()])
    }

    #[test]
    fn a_participle_is_no_name_of_a_type() {
        assert_eq!(breaches("struct Observation;").len(), 0);
        assert_eq!(
            breaches("struct Taken;")[0],
            "crates/base/src/a.rs:2: Taken names 1 types, the limit is 0: name what the value is"
        );
        assert_eq!(breaches("mod a { pub(crate) enum Visited { A } }").len(), 1);
    }

    #[test]
    fn a_name_has_three_declarations_at_most() {
        let declared = |count: usize| {
            (0..count).map(|i| format!("mod m{i} {{ struct Kind; }}\n")).collect::<String>()
        };
        assert_eq!(breaches(&declared(REUSE_LIMIT)).len(), 0);
        assert!(
            breaches(&declared(REUSE_LIMIT + 1))[0].contains("Kind names 4 types, the limit is 3")
        );
    }
}
