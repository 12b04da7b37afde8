//! The lab book's notation of lists, `-b(8,64) -o(1-64) -R(2->14)`: takes its text, gives options with their values,
//! and every list that cannot be parsed, with its place. Callers define the meaning of the options.
//!
//! `1-64` means the powers of two, but every number in -R; `2->14` means growing sets: 2, then 2 and 3, and so on.

use crate::Problem;
use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;

/// The most points of a matrix: months of work.
pub const POINTS_MAX: usize = 100_000;

pub const TEXT_BYTES_MAX: usize = 64 << 10;

/// The problem of a text that is longer than [`TEXT_BYTES_MAX`].
pub fn too_long(text: &str) -> Option<Problem> {
    let message = format!("the lists have {} bytes", text.len());
    let help = format!("write at most {TEXT_BYTES_MAX}");
    (text.len() > TEXT_BYTES_MAX).then(|| problem(0..text.len(), message, &help))
}

/// Characters that articles print in place of a dash.
pub const DASHES: &[char] =
    &['\u{2010}', '\u{2011}', '\u{2012}', '\u{2013}', '\u{2014}', '\u{2212}', '-'];

/// Texts that articles print in place of `->`.
const ARROWS: &[&str] = &["->", "\u{2013}>", "\u{2014}>", "\u{2192}", "\u{e0}"];

/// The most sets of -R, whose total size grows with the square of their number.
const SETS_MAX: u32 = 1_000;
const RANGE_MAX: u32 = 10_000;

const HELP: &str = "write lists such as -b(8,64,256) -o(1-64) -k(R,W) -R(2->14)";

/// A word of the notation: an option with its values, or anything else.
pub struct NotationWord {
    pub span: Range<usize>,
    /// `-b`; empty for a word that is not an option with a list.
    pub option: String,
    pub values: Vec<String>,
    /// The place of each value in the text; values of a range share its place.
    pub places: Vec<Range<usize>>,
    pub listed: bool,
}

pub fn problem(span: Range<usize>, text: String, help: &str) -> Problem {
    Problem { span, text, help: help.to_owned() }
}

/// The most characters of a list that a problem quotes, because many problems may quote the same list.
const QUOTED_CHARS_MAX: usize = 60;

/// A part of the text as a problem quotes it: shortened to its beginning if it is long.
pub fn short(text: &str) -> Cow<'_, str> {
    base::shown::clipped(text, QUOTED_CHARS_MAX)
}

/// Splits the text into words at spaces outside of parentheses.
fn split_words(text: &str) -> Vec<Range<usize>> {
    let mut words = Vec::new();
    let (mut start, mut depth) = (None, 0u32);
    for (at, letter) in text.char_indices() {
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if letter.is_whitespace() && depth == 0 {
            words.extend(start.take().map(|from| from..at));
        } else if start.is_none() {
            start = Some(at);
        }
    }
    words.extend(start.map(|from| from..text.len()));
    words
}

/// A word that all points share.
pub fn fixed(word: &str, end: usize) -> NotationWord {
    let plain = word.trim_start_matches(DASHES);
    let letter = plain.chars().next().filter(char::is_ascii_alphabetic);
    let (option, value) = match letter.filter(|_| plain.len() < word.len()) {
        Some(letter) => (format!("-{letter}"), &plain[1..]),
        None => (String::new(), word),
    };
    let values = vec![value.to_owned()];
    let places = std::iter::once(end..end).collect();
    NotationWord { span: end..end, option, values, places, listed: false }
}

/// Reads the words of the notation and appends them to `terms`.
pub fn read(text: &str, terms: &mut Vec<NotationWord>, problems: &mut Vec<Problem>) {
    if let Some(problem) = too_long(text) {
        problems.push(problem);
        return;
    }
    let mut known: HashSet<String> = terms.iter().map(|term| term.option.clone()).collect();
    for span in split_words(text) {
        let raw = &text[span.clone()];
        let word = raw.trim_start_matches(DASHES);
        let letter = word.chars().next().filter(char::is_ascii_alphabetic);
        // A heading copied from a lab book may lack its first dash.
        let is_option =
            word.len() < raw.len() || word[letter.map_or(0, char::len_utf8)..].starts_with('(');
        let Some(letter) = letter.filter(|_| is_option) else {
            let value = if word.len() < raw.len() { format!("-{word}") } else { raw.to_owned() };
            let (values, places) = (vec![value], vec![span.clone()]);
            terms.push(NotationWord { span, option: String::new(), values, places, listed: false });
            continue;
        };
        let value = &word[1..];
        let place = span.end - value.len()..span.end;
        let option = format!("-{letter}");
        if !known.insert(option.clone()) {
            let text = format!("{option} is there twice");
            problems.push(problem(span, text, "keep one of them"));
            continue;
        }
        let list = value.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
        let found = match list {
            Some(list) => {
                let quoted = format!("-{letter}({})", short(list));
                items(letter, (&quoted, list), place.start + 1, problems)
            }
            None if value.contains(['(', ')']) => {
                let text = format!("{}: a parenthesis is missing", short(raw));
                problems.push(problem(span.clone(), text, "write -o(1-64)"));
                Vec::new()
            }
            None if letter == 'k' && ["RW", "R,W"].contains(&value) => {
                vec![("R".to_owned(), place.clone()), ("W".to_owned(), place)]
            }
            None => vec![(value.to_owned(), place)],
        };
        let listed = found.len() > 1 || list.is_some();
        let (values, places) = found.into_iter().unzip();
        terms.push(NotationWord { span, option, values, places, listed });
    }
}

/// The values of a list that begins at `start`, each with its place. Problems quote it as `quoted`.
pub fn items(
    letter: char,
    (quoted, list): (&str, &str),
    start: usize,
    problems: &mut Vec<Problem>,
) -> Vec<(String, Range<usize>)> {
    let mut values = Vec::new();
    let mut add = |place: Range<usize>, read: Result<Vec<String>, String>| match read {
        Ok(read) => values.extend(read.into_iter().map(|value| (value, place.clone()))),
        Err(why) => problems.push(problem(place, format!("{quoted}: {why}"), HELP)),
    };
    if let Some((low, high)) = ARROWS.iter().find_map(|arrow| list.split_once(arrow)) {
        add(start..start + list.len(), growing_sets(low, high));
        return values;
    }
    let mut item_start = start;
    for item in list.split(',') {
        let trimmed_start = item_start + (item.len() - item.trim_start().len());
        item_start += item.len() + 1;
        let item = item.trim();
        add(trimmed_start..trimmed_start + item.len(), item_values(letter, item));
    }
    values
}

/// The sets from `low` to itself, to the next number, and so on up to `high`.
fn growing_sets(low: &str, high: &str) -> Result<Vec<String>, String> {
    let (low, high) = bounds(low, high)?;
    if high - low >= SETS_MAX {
        return Err(format!("{low} to {high} are too many sets"));
    }
    let set = |end: u32| (low..=end).map(|n| n.to_string()).collect::<Vec<_>>().join(",");
    Ok((low..=high).map(set).collect())
}

fn item_values(letter: char, item: &str) -> Result<Vec<String>, String> {
    if item.is_empty() {
        return Err("a value is missing".to_owned());
    }
    match item.split_once(['-', '\u{2013}', '\u{2014}']) {
        Some((low, high)) if item.starts_with(|c: char| c.is_ascii_digit()) => {
            let (low, high) = bounds(low, high)?;
            Ok(match letter {
                'R' => (low..=high).map(|n| n.to_string()).collect(),
                _ => doubling(low, high).map(|n| n.to_string()).collect(),
            })
        }
        _ => Ok(vec![item.to_owned()]),
    }
}

fn bounds(low: &str, high: &str) -> Result<(u32, u32), String> {
    let number = |text: &str| {
        text.trim().parse::<u32>().map_err(|_| format!("\"{}\" is not a number", text.trim()))
    };
    let (low, high) = (number(low)?, number(high)?);
    if low > high {
        return Err(format!("{low} is above {high}"));
    }
    if high - low > RANGE_MAX {
        return Err(format!("{low} to {high} are too many"));
    }
    Ok((low, high))
}

/// From `low` by doubling, ending with `high`.
fn doubling(low: u32, high: u32) -> impl Iterator<Item = u32> {
    std::iter::successors(Some(low), move |&n| {
        (n < high).then(|| n.saturating_mul(2).max(1).min(high))
    })
}
