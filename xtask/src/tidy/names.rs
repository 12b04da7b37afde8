//! Names of types: nouns that describe the value, and one meaning for each name.
//!
//! Takes all sources; gives breaches. Associated types are not checked, because their traits define the names.

use crate::source::Source;
use std::collections::BTreeMap;

/// Participles, pronouns and adverbs, which say nothing about a value.
const NO_NOUNS: &str = "
    Again Alike Asked Begun Blocking Building Built Carried Chosen Claimed Confirmed Counted
    Decided Divided Does Done Ended Expected Explained Exposing Found Gathered Given Going Gone
    Got Held Judged Kept Known Laid Left Listen Looked Made Marked Measured Merged Mixed Named
    Needed Next Numbered Observed Ordered Other Ours Own Packed Paired Planned Played Proved Ran
    Read Refused Removed Retold Said Seen Shared Shown Silent Slowed Stalled Standing Stored
    Studying Summed Taken Tell Then Told Tried Unfinished Unsaid View Visited Wandering Wanted
    Watched What When Written Wrong
";

/// The most declarations of one name.
const REUSE_LIMIT: usize = 3;

/// Checks the names of all declared types.
pub(super) fn check(sources: &[Source]) -> Vec<String> {
    let mut places = BTreeMap::<&str, Vec<String>>::new();
    for source in sources {
        for (name, line) in declarations(source) {
            places.entry(name).or_default().push(format!("{}:{line}", source.path));
        }
    }
    let breach = |(name, places): (&str, Vec<String>)| {
        let (limit, reason) = match is_no_noun(name) {
            true => (0, "name what the value is"),
            false => (REUSE_LIMIT, "say of what"),
        };
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

fn is_no_noun(name: &str) -> bool {
    NO_NOUNS.split_whitespace().any(|word| word == name)
}

/// Names of structs, enums, traits and unions, and other names of a type (`type`, `use as`) that are no nouns, with their lines.
fn declarations(source: &Source) -> impl Iterator<Item = (&str, usize)> {
    source
        .tokens
        .windows(2)
        .filter(|pair| match pair[0].text.as_str() {
            // A macro leaves the name to its caller.
            "struct" | "enum" | "trait" | "union" => pair[1].text != "$",
            "type" | "as" => is_no_noun(&pair[1].text),
            _ => false,
        })
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
        assert_eq!(breaches("use a::Target as Held; type Ordered = u8;").len(), 2);
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
