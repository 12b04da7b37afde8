//! The sentences of a Markdown document.
//!
//! Takes its text; gives every sentence with its line and its number of words. Code blocks, tables, headings and comments are not
//! sentences; a list item is one or more separate sentences.

pub(super) struct Sentence {
    /// Its line, from 1.
    pub(super) line: usize,
    /// The number of words; text in code marks counts as one.
    pub(super) words: usize,
    /// The sentence in one line; links are replaced by their text.
    pub(super) text: String,
}

impl Sentence {
    /// Its words in lower case without punctuation and code, each between spaces.
    pub(super) fn spoken(&self) -> String {
        let plain: String = self.text.split('`').step_by(2).collect::<Vec<_>>().join(" ");
        let letters = |c: char| if c.is_alphanumeric() || c == '-' { c } else { ' ' };
        let words: String = plain.to_lowercase().chars().map(letters).collect();
        format!(" {} ", words.split_whitespace().collect::<Vec<_>>().join(" "))
    }
}

pub(super) fn sentences(text: &str) -> Vec<Sentence> {
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

/// Splits the lines of a paragraph into sentences.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> Vec<(usize, usize, String)> {
        sentences(text).into_iter().map(|s| (s.line, s.words, s.text)).collect()
    }

    #[test]
    fn sentences_end_at_their_signs_and_not_within_numbers_or_code() {
        let all = told("A disk gives 3.5 ms. Run `a. B c` e.g. twice. Then\nstop! Why?");
        let texts: Vec<&str> = all.iter().map(|s| s.2.as_str()).collect();
        assert_eq!(
            texts,
            ["A disk gives 3.5 ms.", "Run `a. B c` e.g. twice.", "Then stop!", "Why?"]
        );
        assert_eq!(all.iter().map(|s| s.1).collect::<Vec<_>>(), [5, 4, 2, 1]);
    }

    #[test]
    fn items_are_sentences_of_their_own() {
        let all = told("Three steps:\n\n1. Measure\n2. Read\n   it\n- see [a page](docs/a.md)\n");
        let texts: Vec<&str> = all.iter().map(|s| s.2.as_str()).collect();
        assert_eq!(texts, ["Three steps:", "Measure", "Read it", "see [a page]"]);
        assert_eq!(all[3].0, 6);
    }

    #[test]
    fn code_tables_headings_and_comments_do_not_count() {
        let text = "# Head line\n\n```sh\nrun it. Now.\n```\n\n    run it. Now.\n\n| a. B | c |\n\n<!-- a\nb. C -->\n\nOnly this.\n";
        assert_eq!(told(text).len(), 1);
    }
}
