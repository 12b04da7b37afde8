//! Limits on the length and words of sentences in the documentation and the English messages, for understanding at first reading.
//!
//! Takes documents; gives breaches. Never looks into code, tables or comments.

mod catalogue;
mod prose;

use prose::{Sentence, sentences};

/// Half of the sentences of a document have at most this many words.
const MEDIAN_WORDS: usize = 17;
/// Nine of ten have at most this many.
const P90_WORDS: usize = 28;
const MAX_WORDS: usize = 40;
/// Documents of the root that are checked in addition to docs.
const ROOT_DOCUMENTS: &[&str] =
    &["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "STYLE.md", "CHANGELOG.md"];
const MESSAGES: &str = "crates/report/messages/en/";

/// Words that the glossary replaces, and what to write.
const REPLACED: &[(&str, &str)] = &[
    ("anew", "again"),
    ("doubt", "warning"),
    ("doubts", "warnings"),
    ("told", "reported"),
    ("accused", "called an outlier"),
    ("laying", "prefilling"),
    ("meanwhile", "at the same time"),
    ("thereof", "of it"),
    ("lest", "so that ... not"),
    ("at times", "sometimes, with a frequency"),
    ("all the while", "during the whole test"),
    ("go on with", "resume"),
    ("gone on with", "resumed"),
    ("goes on where", "resumes where"),
    ("sent off", "eliminated"),
    ("ladder", "queue-depth sweep"),
    ("rung", "step"),
    ("rungs", "steps"),
    ("shelf", "disk set, target set"),
    ("shelves", "disk sets, target sets"),
    ("ceiling", "latency limit"),
    ("ceilings", "latency limits"),
    ("spell", "slow phase"),
    ("spells", "slow phases"),
    ("weather", "drift"),
    ("steering", "latency-target control"),
    ("of ours", "of Plimsoll"),
    ("likewise", "also"),
    ("whatsoever", "any"),
    ("save for", "except"),
    ("but for", "except"),
];

pub(super) fn check(documents: &[(String, String)]) -> Vec<String> {
    let ours = documents.iter().filter(|document| measured(&document.0));
    ours.flat_map(|(path, text)| breaches_of(path, text)).collect()
}

fn measured(path: &str) -> bool {
    path.starts_with("docs/") || path.starts_with(MESSAGES) || ROOT_DOCUMENTS.contains(&path)
}

/// The sentences of a document, or of a file of messages.
fn read(path: &str, text: &str) -> Vec<Sentence> {
    if path.starts_with(MESSAGES) { sentences(&catalogue::prose(text)) } else { sentences(text) }
}

/// Words of sentences, in order of length.
struct Lengths {
    median: usize,
    p90: usize,
    max: usize,
}

impl Lengths {
    fn of(all: &[Sentence]) -> Self {
        let mut words: Vec<usize> = all.iter().map(|sentence| sentence.words).collect();
        words.sort_unstable();
        let at = |share: usize| {
            let place = (words.len() * share).div_ceil(100).saturating_sub(1);
            words.get(place).copied().unwrap_or(0)
        };
        Self { median: at(50), p90: at(90), max: at(100) }
    }
}

impl std::fmt::Display for Lengths {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "median {} words, p90 {}, longest {}", self.median, self.p90, self.max)
    }
}

fn breaches_of(path: &str, text: &str) -> Vec<String> {
    let all = read(path, text);
    let lengths = Lengths::of(&all);
    let mut breaches = Vec::new();
    if lengths.median > MEDIAN_WORDS || lengths.p90 > P90_WORDS {
        breaches.push(format!(
            "{path}: sentences have {lengths}; wanted: median <= {MEDIAN_WORDS}, p90 <= {P90_WORDS}"
        ));
    }
    for sentence in &all {
        let Sentence { line, words, text } = sentence;
        if *words > MAX_WORDS {
            breaches.push(format!("{path}:{line}: {words} words, at most {MAX_WORDS}: {text}"));
        }
        let spoken = sentence.spoken();
        for (word, instead) in REPLACED {
            if spoken.contains(&format!(" {word} ")) {
                breaches.push(format!("{path}:{line}: \"{word}\": write \"{instead}\""));
            }
        }
    }
    breaches
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> Vec<String> {
        breaches_of("docs/x.md", text)
    }

    #[test]
    fn a_long_sentence_is_a_breach_and_its_place_is_named() {
        let long = format!("First.\n\nThe disk {} end.\n", "is very ".repeat(20));
        let found = told(&long);
        assert!(found.iter().any(|b| b.starts_with("docs/x.md:3: 43 words")), "{found:?}");
        assert!(told("The disk is slow. It needs a replacement.\n").is_empty());
    }

    #[test]
    fn many_sentences_of_medium_length_are_a_breach() {
        let medium = format!("The disk {} end. ", "is slow ".repeat(8));
        assert_eq!(told(&medium.repeat(3)).len(), 1);
        // One of ten may be longer than the median.
        let mixed =
            format!("{}{}", "A disk is slow. ".repeat(9), "The ".to_owned() + &"disk ".repeat(30));
        assert!(told(&mixed).is_empty(), "{:?}", told(&mixed));
    }

    #[test]
    fn words_that_the_glossary_replaces_are_breaches_outside_of_code() {
        assert_eq!(told("The disk is measured anew.").len(), 1);
        assert_eq!(told("At times, it is slow.").len(), 1);
        assert_eq!(told("The option `anew` is old.").len(), 0);
        assert_eq!(told("A renewal is due.").len(), 0);
    }
}
