//! Reads a command line whole: values that an option does not take are left out, so that they are told together with all
//! other mistakes.

use super::command;
use clap::ArgMatches;
use clap::error::{ContextKind, ContextValue};
use session::requests::mistakes::Mistakes;
use session::requests::values::WrongValue;
use std::error::Error;
use std::ffi::OsString;

/// The arguments without wrong values, and what is wrong with these.
///
/// # Errors
/// The words are no command line, whatever the values are.
pub(crate) fn read(words: &[OsString]) -> Result<(ArgMatches, Mistakes), clap::Error> {
    let (mut words, mut mistakes) = (words.to_vec(), Mistakes::default());
    loop {
        let error = match command().try_get_matches_from(&words) {
            Ok(matches) => return Ok((matches, mistakes)),
            Err(error) => error,
        };
        let why = error.source().and_then(|why| why.downcast_ref::<WrongValue>());
        let texts = [ContextKind::InvalidArg, ContextKind::InvalidValue].map(|kind| {
            match error.get(kind) {
                Some(ContextValue::String(text)) => text.as_str(),
                _ => "",
            }
        });
        let option = texts[0].split(' ').next().unwrap_or_default();
        let rest = without(&words, option, texts[1]);
        let (Some(why), Some(rest)) = (why, rest) else { return Err(error) };
        mistakes.add(format!("{option}: {why}"));
        words = rest;
    }
}

/// The words without this value of an option, and without the option if it was its only value.
fn without(words: &[OsString], option: &str, value: &str) -> Option<Vec<OsString>> {
    let text = |at: usize| words.get(at).and_then(|word| word.to_str());
    for at in 0..words.len() {
        let joined = text(at).and_then(|word| word.strip_prefix(option)?.strip_prefix('='));
        let (list, end) = match joined {
            Some(list) => (list, at + 1),
            None if text(at) == Some(option) => (text(at + 1)?, at + 2),
            None => continue,
        };
        let is_wrong = |one: &&str| *one == value;
        if list != value && !list.split(',').any(|one| is_wrong(&one)) {
            continue;
        }
        let left: Vec<&str> =
            list.split(',').filter(|one| !is_wrong(one) && list != value).collect();
        let mut rest = words[..at].to_vec();
        if !left.is_empty() {
            rest.push(format!("{option}={}", left.join(",")).into());
        }
        rest.extend_from_slice(&words[end..]);
        return Some(rest);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_wrong_values_are_left_out_and_told() {
        let line = "plimsoll compare --fill=0,10,x --practical 7% --time -1s --slice 1q";
        let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        let (matches, mistakes) = read(&words).expect("it is a command line");
        let told = mistakes.failure().lines.join("\n");
        for part in ["--fill: \"0\"", "--fill: \"x\"", "--time: ", "--slice: "] {
            assert!(told.contains(part), "{part}\n{told}");
        }
        let (_, compare) = matches.subcommand().expect("it is a command");
        assert_eq!(compare.get_many::<u8>("fills").map(Iterator::collect), Some(vec![&10]));
        assert_eq!(compare.get_one("practical_percent"), Some(&7.0));
        assert!(read(&["plimsoll", "run"].map(OsString::from)).is_err());
    }
}
