//! One line of a batch file: its variables, its commands, their words and redirections.

const NUMBERS_MAX: usize = 10_000;
#[derive(Debug, Default)]
pub(super) struct Call {
    pub words: Vec<String>,
    pub output: Option<Redirection>,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Redirection {
    pub path: String,
    pub appends: bool,
}

pub(super) struct Expanded {
    pub text: String,
    /// Names without a value; they are empty in the text.
    pub unknown: Vec<String>,
    /// Parameters of the batch file, such as `%1`; they are empty in the text.
    pub parameters: Vec<String>,
}

/// Replaces `%%x` and `%%~x` of loops, and `%NAME%` and `!NAME!`.
pub(super) fn expand(
    text: &str,
    loops: &[(char, String)],
    known: &dyn Fn(&str) -> Option<String>,
) -> Expanded {
    let of_loop = |name: char| loops.iter().rev().find(|one| one.0 == name).map(|one| &one.1);
    let mut found = Expanded { text: String::new(), unknown: Vec::new(), parameters: Vec::new() };
    let mut rest = text;
    while let Some(at) = rest.find(['%', '!']) {
        found.text.push_str(&rest[..at]);
        let mark = &rest[at..=at];
        rest = &rest[at + 1..];
        let plain = rest.trim_start_matches('%').trim_start_matches('~');
        let variable = plain.chars().next().and_then(of_loop).filter(|_| mark == "%");
        if let Some(value) = variable {
            let is_tilde = rest.trim_start_matches('%').starts_with('~');
            found.text.push_str(if is_tilde { value.trim_matches('"') } else { value });
            rest = &plain[1..];
            continue;
        }
        if let Some((parameter, after)) = parameter(rest).filter(|_| mark == "%") {
            found.parameters.push(format!("%{parameter}"));
            rest = after;
            continue;
        }
        let is_name = |name: &&str| !name.is_empty() && !name.contains(char::is_whitespace);
        let Some(name) = rest.split_once(mark).map(|(name, _)| name).filter(is_name) else {
            found.text.push_str(mark);
            rest = rest.strip_prefix(mark).unwrap_or(rest);
            continue;
        };
        rest = &rest[name.len() + 1..];
        match known(name) {
            Some(value) => found.text.push_str(&value),
            None => found.unknown.push(name.to_owned()),
        }
    }
    found.text.push_str(rest);
    found
}

/// A parameter of the batch file after its `%`, such as `1` and `~dp0`, and the text after it.
fn parameter(text: &str) -> Option<(&str, &str)> {
    let letters = text.strip_prefix('~').map_or("", |rest| {
        rest.split(|c: char| !c.is_ascii_lowercase()).next().unwrap_or_default()
    });
    let at = usize::from(text.starts_with('~')) + letters.len();
    let is_one = text[at..].starts_with(|c: char| c.is_ascii_digit() || c == '*');
    is_one.then(|| text.split_at(at + 1))
}

/// Whether `if [/i] [not] A==B`, `if A neq B` or `if errorlevel N` holds, and the command after it; `None` for other conditions. Variables
/// are expanded already. No program has failed: the error level is 0.
pub(super) fn condition(text: &str) -> Option<(bool, &str)> {
    let mut rest = strip_word(text, "if")?;
    let any_case = strip_word(rest, "/i").inspect(|after| rest = *after).is_some();
    let negated = strip_word(rest, "not").inspect(|after| rest = *after).is_some();
    if let Some(after) = strip_word(rest, "errorlevel") {
        let (level, command) = divided(after);
        return Some(((level.parse::<i64>().ok()? <= 0) != negated, command));
    }
    let Some((left, right)) = rest.split_once("==") else {
        let (left, after) = divided(rest);
        let (word, after) = divided(after);
        let (right, command) = divided(after);
        return Some((compared(left, word, right)? != negated, command));
    };
    let right = right.trim_start();
    let end = match right.strip_prefix('"') {
        Some(quoted) => quoted.find('"')? + 2,
        None => right.find(|c: char| c.is_whitespace() || c == '(').unwrap_or(right.len()),
    };
    let (right, command) = right.split_at(end);
    let equal =
        if any_case { left.trim().eq_ignore_ascii_case(right) } else { left.trim() == right };
    Some((equal != negated, command.trim()))
}

/// The first word and the rest; a bracket begins the rest.
fn divided(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    let end = text.find(|c: char| c.is_whitespace() || c == '(').unwrap_or(text.len());
    let (word, rest) = text.split_at(end);
    (word, rest.trim())
}

/// Whether a comparison of whole numbers holds, such as `0 neq 0`.
fn compared(left: &str, word: &str, right: &str) -> Option<bool> {
    let (left, right) = (left.parse::<i64>().ok()?, right.parse::<i64>().ok()?);
    Some(match word.to_ascii_lowercase().as_str() {
        "equ" => left == right,
        "neq" => left != right,
        "lss" => left < right,
        "leq" => left <= right,
        "gtr" => left > right,
        "geq" => left >= right,
        _ => return None,
    })
}

/// The text after its first word, if it is this one.
fn strip_word<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let (first, rest) = text.trim_start().split_once(char::is_whitespace)?;
    first.eq_ignore_ascii_case(word).then(|| rest.trim_start())
}

/// The command without the title of a window: `start "title" /wait PROGRAM`.
pub(super) fn untitled(command: &str) -> String {
    let titled = strip_word(command, "start").and_then(|rest| {
        let (title, rest) = rest.strip_prefix('"')?.split_once('"')?;
        (!title.is_empty()).then(|| format!("start {rest}"))
    });
    titled.unwrap_or_else(|| command.to_owned())
}

/// The commands of a line, which `&`, `&&` and `||` separate.
pub(super) fn commands(text: &str) -> impl Iterator<Item = &str> {
    let mut quoted = false;
    let mut before = ' ';
    let parts = text.split(move |c: char| {
        quoted ^= c == '"';
        let parts = c == '&' && !quoted && before != '>';
        before = c;
        parts
    });
    parts.map(str::trim).filter(|part| !part.is_empty())
}

/// The words and the output of a command. What a pipe passes on has no effect on the test.
pub(super) fn call(command: &str) -> Call {
    let mut call = Call::default();
    let mut rest = command;
    while let Some(word) = next_word(&mut rest) {
        match word {
            Word::Plain(text) => call.words.push(text),
            Word::Output { path, appends } => {
                if !path.eq_ignore_ascii_case("nul") {
                    call.output = Some(Redirection { path, appends });
                }
            }
            Word::OtherStream => {}
            Word::Pipe => break,
        }
    }
    call
}

enum Word {
    Plain(String),
    Output {
        path: String,
        appends: bool,
    },
    /// Standard error or input.
    OtherStream,
    Pipe,
}

fn next_word(rest: &mut &str) -> Option<Word> {
    *rest = rest.trim_start();
    let first = rest.chars().next()?;
    if first == '|' {
        return Some(Word::Pipe);
    }
    let stream = ["2>", "1>", ">", "<"].iter().find(|mark| rest.starts_with(**mark));
    if let Some(mark) = stream {
        let after = &rest[mark.len()..];
        let appends = after.starts_with('>');
        let mut after = after.trim_start_matches('>');
        if let Some(end) = after.strip_prefix('&') {
            *rest = end.trim_start_matches(|c: char| c.is_ascii_digit());
            return Some(Word::OtherStream);
        }
        let path = plain_word(&mut after);
        *rest = after;
        let is_output = matches!(*mark, "1>" | ">");
        return Some(if is_output { Word::Output { path, appends } } else { Word::OtherStream });
    }
    Some(Word::Plain(plain_word(rest)))
}

/// A word up to a blank or a redirection; quotes join blanks and are removed.
fn plain_word(rest: &mut &str) -> String {
    let text = rest.trim_start();
    let (mut word, mut quoted, mut end) = (String::new(), false, text.len());
    for (at, c) in text.char_indices() {
        if c == '"' {
            quoted = !quoted;
        } else if !quoted && (c.is_whitespace() || matches!(c, '>' | '<' | '|')) {
            end = at;
            break;
        } else {
            word.push(c);
        }
    }
    *rest = &text[end..];
    word
}

/// A program's name without folder and `.exe`, in lower case.
pub(super) fn program(word: &str) -> String {
    let name = word.rsplit(['\\', '/']).next().unwrap_or(word).to_ascii_lowercase();
    name.strip_suffix(".exe").unwrap_or(&name).to_owned()
}

pub(super) fn list(text: &str) -> Vec<String> {
    let words = text.split([' ', '\t', ',', ';', '=']).filter(|word| !word.is_empty());
    words.map(str::to_owned).collect()
}

/// The numbers of `for /L`; `None` without three whole numbers.
pub(super) fn numbers(text: &str) -> Option<Vec<String>> {
    let parts: Vec<i64> =
        list(text).iter().map(|part| part.parse()).collect::<Result<_, _>>().ok()?;
    let [first, step, last] = parts[..] else { return None };
    let mut all = Vec::new();
    let mut at = first;
    while step != 0 && all.len() < NUMBERS_MAX && (if step > 0 { at <= last } else { at >= last }) {
        all.push(at.to_string());
        at = at.saturating_add(step);
    }
    Some(all)
}

/// How long `timeout`, `sleep`, `choice` or `ping` waits; `None` if it does not.
pub(super) fn wait_s(program: &str, words: &[String]) -> Option<u64> {
    let after = |switch: &str| {
        let at = words.iter().position(|word| word.eq_ignore_ascii_case(switch))?;
        words.get(at + 1)?.parse::<u64>().ok()
    };
    match program {
        // One echo request a second, the first at once.
        "ping" => after("-n").map(|requests| requests.saturating_sub(1)),
        _ => after("/t").or_else(|| words.iter().find_map(|word| word.parse().ok())),
    }
}
