//! Limits on the length and words of sentences in the documentation and the English messages, for understanding at first reading.
//!
//! Takes documents; gives breaches. Never looks into code, tables or comments.

use fluent_syntax::ast::{Entry, Expression, Pattern, PatternElement};

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
    if path.starts_with(MESSAGES) { sentences(&prose(text)) } else { sentences(text) }
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

struct Sentence {
    /// Its line, from 1.
    line: usize,
    /// The number of words; text in code marks counts as one.
    words: usize,
    /// The sentence in one line; links are replaced by their text.
    text: String,
}

impl Sentence {
    /// Its words in lower case without punctuation and code, each between spaces.
    fn spoken(&self) -> String {
        let plain: String = self.text.split('`').step_by(2).collect::<Vec<_>>().join(" ");
        let letters = |c: char| if c.is_alphanumeric() || c == '-' { c } else { ' ' };
        let words: String = plain.to_lowercase().chars().map(letters).collect();
        format!(" {} ", words.split_whitespace().collect::<Vec<_>>().join(" "))
    }
}

fn sentences(text: &str) -> Vec<Sentence> {
    let mut found = Vec::new();
    let mut paragraph = Vec::<(usize, &str)>::new();
    let (mut fence, mut comment, mut in_list) = (false, false, false);
    for (number, line) in text.lines().enumerate() {
        let bare = line.trim();
        let item = item_text(bare);
        let fenced = bare.starts_with("```");
        let code = line.starts_with("    ") && !in_list && paragraph.is_empty();
        if fence || comment || fenced || code || bare.starts_with("<!--") {
            split(&mut paragraph, &mut found);
            comment = (comment || bare.starts_with("<!--")) && !bare.ends_with("-->");
            fence ^= fenced;
        } else if bare.is_empty() || bare.starts_with(['|', '#']) || bare.starts_with("![") {
            split(&mut paragraph, &mut found);
            in_list &= bare.is_empty();
        } else if let Some(item) = item {
            split(&mut paragraph, &mut found);
            paragraph.push((number + 1, item));
            in_list = true;
        } else {
            in_list &= line.starts_with(' ') || !paragraph.is_empty();
            paragraph.push((number + 1, bare));
        }
    }
    split(&mut paragraph, &mut found);
    found
}

/// The text after the marker of a list item.
fn item_text(line: &str) -> Option<&str> {
    let numbered = line.trim_start_matches(|c: char| c.is_ascii_digit());
    if numbered.len() < line.len() {
        return numbered.strip_prefix(". ");
    }
    ["- ", "* ", "+ "].iter().find_map(|sign| line.strip_prefix(sign))
}

fn split(paragraph: &mut Vec<(usize, &str)>, found: &mut Vec<Sentence>) {
    let (mut current, mut begins) = (Vec::<String>::new(), None);
    let lines = std::mem::take(paragraph);
    let whole = lines.iter().flat_map(|(number, line)| {
        without_links(line).split(' ').map(|word| (*number, word.to_owned())).collect::<Vec<_>>()
    });
    let words: Vec<(usize, String)> = whole.filter(|(_, word)| !word.is_empty()).collect();
    let mut in_code = false;
    for (place, (number, word)) in words.iter().enumerate() {
        begins.get_or_insert(*number);
        in_code ^= word.matches('`').count() % 2 == 1;
        current.push(word.clone());
        let next = words.get(place + 1).map_or("", |next| next.1.as_str());
        if next.is_empty() || !in_code && ends(word, next) {
            let text = current.join(" ");
            found.push(Sentence { line: begins.take().unwrap_or(1), words: count(&text), text });
            current.clear();
        }
    }
}

/// Whether a sentence ends with `word` where `next` follows.
fn ends(word: &str, next: &str) -> bool {
    let closed = word.trim_end_matches(['"', ')', '*', '`', '_', ']']);
    let abbreviated = ["e.g.", "i.e.", "vs.", "cf.", "etc.", "No.", "..."];
    let begins = next.trim_start_matches(['"', '(', '*', '`', '_', '[']).chars().next();
    closed.ends_with(['.', '?', '!'])
        && !abbreviated.contains(&closed)
        && (next.starts_with(['`', '*', '[']) || begins.is_some_and(|c| !c.is_lowercase()))
}

fn without_links(line: &str) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some((before, after)) = rest.split_once("](") {
        out.push_str(before);
        out.push(']');
        rest = after.split_once(')').map_or("", |(_, behind)| behind);
    }
    out + rest
}

/// Counts words; text in code marks counts as one.
fn count(text: &str) -> usize {
    let parts = text.split('`').enumerate();
    let mut words = 0;
    let mut glued = false;
    for (place, part) in parts {
        if place % 2 == 1 {
            words += usize::from(!glued);
            glued = true;
        } else {
            let said = part.split_whitespace().filter(|word| word.contains(char::is_alphanumeric));
            let first = part.starts_with(char::is_alphanumeric) && glued;
            words += said.count() - usize::from(first);
            glued = part.ends_with(|c: char| !c.is_whitespace() && c != '(');
        }
    }
    words
}

/// The texts of a file, with an empty line between them; a value counts as one word, and of a choice only the default counts.
fn prose(text: &str) -> String {
    let resource = fluent_syntax::parser::parse(text).unwrap_or_else(|(read, _)| read);
    let mut paragraphs = Vec::new();
    for entry in &resource.body {
        let Entry::Message(message) = entry else { continue };
        let attributes = message.attributes.iter().map(|attribute| &attribute.value);
        paragraphs.extend(message.value.iter().chain(attributes).map(words));
    }
    paragraphs.join("\n\n")
}

fn words(pattern: &Pattern<&str>) -> String {
    let word = |element: &PatternElement<&str>| match element {
        PatternElement::TextElement { value } => value.replace('\n', " "),
        PatternElement::Placeable { expression: Expression::Inline(_) } => "N".to_owned(),
        PatternElement::Placeable { expression: Expression::Select { variants, .. } } => {
            let default = variants.iter().find(|variant| variant.default);
            default.map_or(String::new(), |variant| words(&variant.value))
        }
    };
    pattern.elements.iter().map(word).collect()
}

#[cfg(test)]
mod tests {
    use super::{prose, *};

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

    fn read_all(text: &str) -> Vec<(usize, usize, String)> {
        sentences(text).into_iter().map(|s| (s.line, s.words, s.text)).collect()
    }

    #[test]
    fn sentences_end_at_their_signs_and_not_within_numbers_or_code() {
        let all = read_all("A disk gives 3.5 ms. Run `a. B c` e.g. twice. Then\nstop! Why?");
        let texts: Vec<&str> = all.iter().map(|s| s.2.as_str()).collect();
        assert_eq!(
            texts,
            ["A disk gives 3.5 ms.", "Run `a. B c` e.g. twice.", "Then stop!", "Why?"]
        );
        assert_eq!(all.iter().map(|s| s.1).collect::<Vec<_>>(), [5, 4, 2, 1]);
    }

    #[test]
    fn items_are_sentences_of_their_own() {
        let all =
            read_all("Three steps:\n\n1. Measure\n2. Read\n   it\n- see [a page](docs/a.md)\n");
        let texts: Vec<&str> = all.iter().map(|s| s.2.as_str()).collect();
        assert_eq!(texts, ["Three steps:", "Measure", "Read it", "see [a page]"]);
        assert_eq!(all[3].0, 6);
    }

    #[test]
    fn code_tables_headings_and_comments_do_not_count() {
        let text = "# Head line\n\n```sh\nrun it. Now.\n```\n\n    run it. Now.\n\n| a. B | c |\n\n<!-- a\nb. C -->\n\nOnly this.\n";
        assert_eq!(read_all(text).len(), 1);
    }

    #[test]
    fn a_message_is_a_paragraph_and_a_choice_is_read_once() {
        let text = "### A file.\n\n# Where it stands.\n# $n (count): disks\nfew = { $n ->\n        [one] One disk\n       *[other] { $n } disks\n    } failed.\n    .why = It\n        matters.\n";
        assert_eq!(prose(text), "N disks failed.\n\nIt matters.");
    }
}
