//! DISKSPD as the rest of the project sees it: its command, its files and its page of the documentation.

use super::{DiskspdView, Version, import, read, write_job, write_profile};
use crate::tool::{Language, Page, Results, SIMULATED_TARGETS, Tool};

pub const TOOL: Tool = Tool {
    name: "diskspd",
    title: "DISKSPD",
    programs: &["diskspd"],
    has_switch: |word| {
        let digit = |rest: &str| rest.starts_with(|c: char| c.is_ascii_digit());
        word == "-L"
            || word == "-Sh"
            || ["-d", "-w", "-c"].iter().any(|own| word.strip_prefix(own).is_some_and(digit))
    },
    about: "Run a command line or an XML profile of DISKSPD, and print results as DISKSPD does",
    options: super::OPTIONS,
    read: |words, context, maps| {
        let profile = |view: DiskspdView| Some(write_profile(&view, Version::default()));
        read(words, context.load, maps).with_view(profile)
    },
    language: Some(Language {
        about: "A command line of DISKSPD, or its XML profile",
        recognises: Some(is_job),
        words,
        failure: "the command line is wrong",
        write: Some(write_job),
        remark: Some("rem "),
    }),
    results: Some(Results::of("DISKSPD text or XML", |_, text| {
        let known = |word: &str| text.contains(word);
        if known("<Results>") && known("<TimeSpan>") {
            return Some(import::xml::read(text));
        }
        (known("Results for timespan") || known("Results for job")).then(|| import::read(text))
    })),
    simulation: None,
    page: Page {
        intro: "Your DISKSPD line or XML profile does the same here, except for the options in the tables below. `plimsoll diskspd` takes the options of 2.2 and 2.3, and prints DISKSPD's text or XML.\n\
            The largest differences: `-g` is open loop, new files are written in full first, and threads are pinned only to CPUs that `-a` names.\n\
            \n\
            | where | here |\n\
            | --- | --- |\n\
            | a wrong command line | DISKSPD's own message, word for word, then that of Plimsoll |\n\
            | typographic dashes | read as hyphens, with a note |\n\
            | time spans with different seeds | the first one's seed holds for the whole run |\n\
            | an interrupted run | prints its results, and its seconds on stderr; exit code 130 |",
        own: &[
            (
                "--as VERSION",
                "2.0, 2.2 or 2.3: writes results as this version does; 2.0 also reads as 2.0 does: `-s` may be given twice, later options are refused",
            ),
            ("--size SIZE", "size of files that do not exist yet and have no size otherwise"),
            SIMULATED_TARGETS,
        ],
        examples: &[
            (
                "-b8K -d180 -h -L -o32 -t3 -r -w75 -c50G /srv/test.dat",
                "The OLTP test of many articles about SQL Server",
            ),
            ("-b60K -d60 -h -L -o32 -t1 -s -w100 -c10G /srv/log.dat", "A transaction log"),
            (
                "-b512K -d60 -h -L -o32 -t3 -si -c50G /srv/test.dat",
                "Read-ahead of a scan, by several threads at one position",
            ),
            (
                "-b8K -d60 -o4 -t8 -h -r -w25 -L -Z1G -c20G C:\\iotest.dat --map C:=/mnt/c",
                "The line of a vendor's guide, with a Windows path",
            ),
            (
                "\u{2013}b64K \u{2013}d120 \u{2013}o8 \u{2013}t2 \u{2013}r \u{2013}w30 \u{2013}Sh \u{2013}L /srv/test.dat",
                "A line pasted from a page, with typographic dashes",
            ),
        ],
        files: &[],
    },
};

/// Whether a text is a profile, or a command line that begins with the tool's name.
fn is_job(text: &str) -> bool {
    text.contains("<TimeSpans>") || text.split_whitespace().next().is_some_and(is_program)
}

/// The words for a file that holds one command line, or an XML profile.
fn words(name: &str, text: &str) -> Vec<String> {
    if text.trim_start_matches('\u{feff}').trim_start().starts_with('<') {
        vec![format!("-X{name}")]
    } else {
        split(text)
    }
}

/// The words of a command line after the program's name. Quotes group words as in a shell; backslashes are part of
/// Windows paths; a redirection ends the line; `%`, `^` and `rem` of batch files are not supported.
fn split(text: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for letter in text.chars() {
        match (letter, quote) {
            ('"' | '\'', None) => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (_, Some(open)) if letter == open => quote = None,
            ('>', None) => {
                // `2>` redirects messages.
                word = word.filter(|word| !matches!(word.as_str(), "1" | "2"));
                break;
            }
            (_, None) if letter.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    if words.first().is_some_and(|first| is_program(first)) {
        words.remove(0);
    }
    words
}

fn is_program(word: &str) -> bool {
    let name = word.rsplit(['/', '\\']).next().unwrap_or_default().to_ascii_lowercase();
    name == "diskspd" || name == "diskspd.exe"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_as_a_shell_splits_them() {
        assert_eq!(split("diskspd -b8K  '/srv/a b' \"c d\"\n"), ["-b8K", "/srv/a b", "c d"]);
        assert_eq!(split("diskspd -b8K /srv/a > Results.txt 2>&1"), ["-b8K", "/srv/a"]);
        assert_eq!(split("-b8K '/srv/a>b' 2>errors.txt"), ["-b8K", "/srv/a>b"]);
        assert_eq!(split(" -b8K /srv/it's one' ''"), ["-b8K", "/srv/its one", ""]);
    }
}
