//! Mistakes of a command line that was copied from a log, an article or a Windows prompt: a header in front of it, and
//! backslashes that a shell removed. Never does I/O.

use job::Problem;
use job::notation::DASHES;

/// A problem for text in front of the tool's own words, from a log (`Command Line: diskspd`) or a prompt
/// (`C:\SQLIO>sqlio`); its place is in the words joined by blanks.
pub fn header(words: &[String], tool: &str) -> Option<Problem> {
    let at = words.iter().position(|word| names(word, tool)).or_else(|| label(words))?;
    let next = words.get(at + 1)?;
    let is_option = |word: &String| word.starts_with('-') || word.starts_with(DASHES);
    if words[..at].iter().any(is_option) {
        return None;
    }
    let header = words[..=at].join(" ");
    Some(Problem {
        span: 0..header.len(),
        text: format!("\"{header}\" was pasted with the command line and is not part of it"),
        help: format!(
            "leave it out and begin with {next}: `plimsoll {tool}` replaces the name of the tool"
        ),
    })
}

/// The last word of a log's label that is not followed by the name of a tool, such as Orion's `Commandline:`.
fn label(words: &[String]) -> Option<usize> {
    let ends = |at: usize| words.get(at).is_some_and(|word| word.ends_with(':'));
    let begins = words.first()?.to_ascii_lowercase().starts_with("command");
    (0..2).find(|&at| begins && ends(at))
}

/// Whether a word is the tool's name, with or without a folder, a prompt and `.exe`.
fn names(word: &str, tool: &str) -> bool {
    let name = word.rsplit(['\\', '/', '>', '$', '#']).next().unwrap_or(word);
    let name = name.to_ascii_lowercase();
    name.strip_suffix(".exe").unwrap_or(&name) == tool
}

/// Advice on a Windows path whose backslashes a shell may have removed; `None` for a path with backslashes.
pub fn quoted(path: &str) -> Option<String> {
    let mut letters = path.chars();
    let drive =
        letters.next().is_some_and(|c| c.is_ascii_alphabetic()) && letters.next() == Some(':');
    let rest = letters.as_str();
    let file = drive && !rest.is_empty() && !rest.contains(['\\', '/', ':']);
    let disk =
        path.get(..2) == Some("\\.") && path.get(2..).is_some_and(|rest| !rest.starts_with('\\'));
    let example = match (file, disk) {
        (true, _) => format!("'{}\\folder\\file'", &path[..2]),
        (_, true) => r"'\\.\PHYSICALDRIVE1'".to_owned(),
        _ => return None,
    };
    Some(format!(
        "{path} has no backslash after its start: a shell removes backslashes from a word without quotes; if the path had some, write it in quotes, such as {example}"
    ))
}

/// Advice on a Windows path, followed by that of [`quoted`].
pub fn with_quotes(advice: String, path: &str) -> String {
    match quoted(path) {
        Some(more) => format!("{advice}; {more}"),
        None => advice,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<String> {
        line.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn headers_are_found_in_front_of_a_command_line_only() {
        for (line, tool, header_, next) in [
            ("Command Line: diskspd -b4K f", "diskspd", "Command Line: diskspd", "-b4K"),
            (r"PS C:\> .\DiskSpd.exe -b4K f", "diskspd", r"PS C:\> .\DiskSpd.exe", "-b4K"),
            (r"C:\SQLIO>sqlio -kR f", "sqlio", r"C:\SQLIO>sqlio", "-kR"),
            ("$ /usr/bin/fio job.fio", "fio", "$ /usr/bin/fio", "job.fio"),
            ("Commandline: -run simple", "orion", "Commandline:", "-run"),
            ("orion -run simple", "orion", "orion", "-run"),
        ] {
            let found = header(&words(line), tool).unwrap_or_else(|| panic!("{line}"));
            assert_eq!(&line[found.span.clone()], header_);
            assert!(found.text.contains(header_) && found.help.contains(next), "{found:?}");
        }
        for (line, tool) in [
            ("-b4K diskspd x", "diskspd"),
            ("fio", "fio"),
            ("sqliosim -cfg x", "sqlio"),
            ("", "fio"),
        ] {
            assert_eq!(header(&words(line), tool), None, "{line}");
        }
    }

    #[test]
    fn backslashes_are_missed_where_a_shell_takes_them() {
        for path in ["C:dirfile", "d:Testdata.dat", r"\.PHYSICALDRIVE1"] {
            assert!(quoted(path).is_some_and(|text| text.contains("in quotes")), "{path}");
        }
        for path in
            [r"C:\dir\file", "C:/dir/file", "C:", "/srv/x", r"\\.\PHYSICALDRIVE1", "é:x", "x"]
        {
            assert_eq!(quoted(path), None, "{path}");
        }
    }
}
