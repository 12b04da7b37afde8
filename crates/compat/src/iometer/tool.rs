//! Iometer as the rest of the project sees it: its command, its files and its page of the documentation.

use super::{import, read};
use crate::tool::{Language, Page, Results, SIMULATED_TARGETS, Tool};
use std::borrow::Cow;

pub const TOOL: Tool = Tool {
    name: "iometer",
    title: "Iometer",
    programs: &["iometer", "dynamo"],
    has_switch: |_| false,
    about: "Run a configuration of Iometer, or a classic specification, and write its results.csv",
    options: super::OPTIONS,
    read: |words, context, maps| read(words, context.load, maps).with_view(|_| None),
    language: Some(Language {
        about: "A configuration of Iometer (.icf)",
        recognises: Some(|text| text.contains("'TEST SETUP ===")),
        words: |name, _| vec![name.to_owned()],
        failure: "the configuration is wrong",
        write: None,
        remark: None,
    }),
    results: Some(Results::of("Iometer CSV", |_, text| {
        let text = &*with_commas(text);
        if text.contains("TimeStamp,'Target Type") {
            let line = text.lines().position(|l| l.starts_with("TimeStamp,")).unwrap_or(0) + 1;
            return Some(Err(vec![(line, INSTANTANEOUS.to_owned())]));
        }
        let heads = ["'Target Type,Target Name", "'Test Type,Test Description"];
        heads.iter().any(|head| text.contains(head)).then(|| import::read(text))
    })),
    simulation: None,
    page: Page {
        intro: "Your configuration of Iometer (1998 to 2014) does the same here, except for the fields in the tables below: `plimsoll iometer JOB.icf RESULTS.csv` appends to its results.\n\
            `--spec NAME` runs a classic access specification without a configuration; `--help` lists them. Network workers are refused.\n\
            \n\
            | where | here |\n\
            | --- | --- |\n\
            | `RESULTS.csv` with other content | refused |\n\
            | an interrupted run | prints its results, and its seconds on stderr; exit code 130 |",
        own: &[
            ("--spec", "name of a classic specification"),
            ("--target", "a file or device for `--spec`, or for workers without targets"),
            ("--depth", "outstanding I/Os for `--spec`, or several separated by commas"),
            ("--workers", "number of workers for `--spec`"),
            ("--time", "seconds per test, instead of the configuration's"),
            ("--ramp", "warm-up in seconds, instead of the configuration's"),
            ("--columns", "of the results: 56 or 80 (default)"),
            ("--size SIZE", "size of targets that do not exist yet"),
            SIMULATED_TARGETS,
        ],
        examples: &[
            (
                "--spec Database --target /srv/test.dat --depth 1,2,4,8 --time 30",
                "Intel's database pattern at increasing queue depths",
            ),
            (
                "--spec Database-1C --target /srv/test.dat --depth 2 --time 60 --ramp 10",
                "68 % reads and 32 % writes, similar to 1C:Enterprise",
            ),
            (
                "--spec FileServer --target /srv/test.dat --depth 16 --time 60",
                "Intel's file server",
            ),
            (
                "--spec WebServer --target /srv/test.dat --depth 32 --time 60",
                "Intel's web server: reads only",
            ),
            (
                "--spec Default --target /srv/a.dat --target /srv/b.dat --workers 2 --time 30",
                "Iometer's own pattern on two targets by two workers",
            ),
        ],
        files: &[],
    },
};

const INSTANTANEOUS: &str = "is Iometer's log of single updates, not its results; give the file without \"inst\" in \
                             front of its name";

/// The results as Iometer wrote them, where a spreadsheet has saved them with semicolons and decimal commas.
fn with_commas(text: &str) -> Cow<'_, str> {
    if !text.contains("'Target Type;Target Name") {
        return Cow::Borrowed(text);
    }
    let mut is_quoted = false;
    let written = |c: char| match c {
        '"' => {
            is_quoted = !is_quoted;
            None
        }
        ';' if !is_quoted => Some(','),
        ',' if !is_quoted => Some('.'),
        other => Some(other),
    };
    Cow::Owned(text.chars().filter_map(written).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spreadsheet_s_semicolons_are_undone() {
        let saved = "'Target Type;Target Name\nDISK;\"4 KiB; 75% Read\";1,5;;\n";
        let written = "'Target Type,Target Name\nDISK,4 KiB; 75% Read,1.5,,\n";
        assert_eq!(with_commas(saved), written);
        assert_eq!(with_commas(written), written);
    }
}
