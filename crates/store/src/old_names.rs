//! Keys and words of stored documents that have been renamed since.
//!
//! Converts the JSON of a document of an earlier version to the current names. The stored text is not changed.

use serde_json::Value;

/// The enclosing key (empty: any), the stored key, and its current name.
const KEYS: [(&str, &str, &str); 18] = [
    ("race", "points", "loads"),
    ("race", "why", "reason"),
    ("groups", "points", "loads"),
    ("cells", "point", "load"),
    ("scale", "points", "sets"),
    ("disks", "failure", "reason"),
    ("doubts", "text", "detail"),
    ("", "cell", "point"),
    ("", "cells", "points"),
    ("", "cells_max", "points_max"),
    ("", "ceiling_quantile", "latency_limit_quantile"),
    ("", "ceiling_latency_ns", "latency_limit_ns"),
    ("", "doubts", "warnings"),
    ("", "need", "requirement"),
    ("", "at_need", "at_required_rate"),
    ("", "need-breaks", "required-rate-exceeds-limit"),
    ("", "ladder", "depth-sweep"),
    ("", "rungs", "steps"),
];

/// The key, the word that was stored as its value, and the current word.
const WORDS: [(&str, &str, &str); 5] = [
    ("judgement", "like", "not-suspected"),
    ("judgement", "cleared", "not-an-outlier"),
    ("kind", "slow-spells", "slow-phases"),
    ("purpose", "rung", "depth step"),
    ("purpose", "needed rate", "required rate"),
];

/// Gives the document of an earlier version the current names.
pub(crate) fn rename(document: &mut Value) {
    rename_below("", document);
}

/// Returns the purpose of a trial that an earlier version stored, in the current words.
pub(crate) fn purpose(stored: &str) -> String {
    let (word, rest) = stored.split_at(stored.find(", ").unwrap_or(stored.len()));
    word_today("purpose", word).map_or(stored.to_owned(), |word| format!("{word}{rest}"))
}

/// Drops the sentence of each finding of an integrity test; today it is made from the finding's data.
pub(crate) fn drop_sentences(around: &str, value: &mut Value) {
    match value {
        Value::Array(values) => values.iter_mut().for_each(|value| drop_sentences(around, value)),
        Value::Object(fields) => {
            if around == "findings" {
                fields.remove("text");
            }
            fields.iter_mut().for_each(|(key, value)| drop_sentences(key, value));
        }
        _ => {}
    }
}

/// Renames in place; `around` is the key that encloses this value.
fn rename_below(around: &str, value: &mut Value) {
    match value {
        Value::Array(values) => values.iter_mut().for_each(|value| rename_below(around, value)),
        Value::Object(fields) => {
            let renamed = std::mem::take(fields).into_iter().map(|(key, mut value)| {
                rename_below(&key, &mut value);
                (key_today(around, &key).map_or(key, str::to_owned), value)
            });
            *fields = renamed.collect();
        }
        Value::String(text) => {
            if let Some(word) = word_today(around, text) {
                word.clone_into(text);
            }
        }
        _ => {}
    }
}

fn key_today(around: &str, key: &str) -> Option<&'static str> {
    let is = |row: &&(&str, &str, &str)| (row.0.is_empty() || row.0 == around) && row.1 == key;
    KEYS.iter().find(is).map(|row| row.2)
}

fn word_today(key: &str, word: &str) -> Option<&'static str> {
    WORDS.iter().find(|row| (row.0, row.1) == (key, word)).map(|row| row.2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_renamed_by_what_is_around_it() {
        let old = r#"{"race":{"why":"x","cells":[{"point":3,"cell":1}],"points":[{"points":2}]},"points":5,"purpose":"rung"}"#;
        let today = r#"{"race":{"reason":"x","points":[{"load":3,"point":1}],"loads":[{"points":2}]},"points":5,"purpose":"depth step"}"#;
        let [mut document, today] =
            [old, today].map(|json| serde_json::from_str::<Value>(json).unwrap());
        rename(&mut document);
        assert_eq!(document, today);
    }

    #[test]
    fn the_sentence_of_a_finding_is_dropped_and_other_texts_stay() {
        let old =
            r#"{"files":[{"findings":[{"kind":"torn page","text":"a"}]}],"notes":[{"text":"b"}]}"#;
        let today = r#"{"files":[{"findings":[{"kind":"torn page"}]}],"notes":[{"text":"b"}]}"#;
        let mut document = serde_json::from_str(old).unwrap();
        drop_sentences("", &mut document);
        assert_eq!(document.to_string(), today);
    }

    #[test]
    fn the_purpose_of_a_trial_keeps_what_follows_it() {
        assert_eq!(purpose("needed rate, shared flushes"), "required rate, shared flushes");
        assert_eq!(purpose("rung, broken off"), "depth step, broken off");
        assert_eq!(purpose("confirm"), "confirm");
    }
}
