//! Iometer as the rest of the project sees it: its command, its files and its page of the documentation.

use super::{import, read};
use crate::tool::{EXAMPLES_AS_JOBS, Page, Results, SIMULATED_TARGETS, Tool};

/// Iometer.
pub const TOOL: Tool = Tool {
    name: "iometer",
    title: "Iometer",
    programs: &["iometer", "dynamo"],
    about: "Run a configuration of Iometer, or a classic specification, and write its results.csv",
    options: super::OPTIONS,
    read: |words, context, maps| read(words, context.load, maps).with_view(|_| None),
    language: None,
    results: Some(Results::of("Iometer CSV", |_, text| {
        if text.contains("TimeStamp,'Target Type") {
            let line = text.lines().position(|l| l.starts_with("TimeStamp,")).unwrap_or(0) + 1;
            return Some(Err(vec![(line, INSTANTANEOUS.to_owned())]));
        }
        let heads = ["'Target Type,Target Name", "'Test Type,Test Description"];
        heads.iter().any(|head| text.contains(head)).then(|| import::read(text))
    })),
    simulation: None,
    page: Page {
        table: "options.rs",
        intro: "`plimsoll iometer JOB.icf RESULTS.csv` takes Iometer's configurations of 1998 to 2014 and appends to its \
            results; `--spec NAME` runs one of the classic access specifications without a file. `--size SIZE` is \
            the size of targets that do not exist yet. An interrupted run prints its results, reports on stderr after how \
            many seconds it was interrupted, and ends with exit code 130.",
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
        targets: SIMULATED_TARGETS,
        examples_intro: EXAMPLES_AS_JOBS,
    },
};

const INSTANTANEOUS: &str = "is Iometer's log of single updates, not its results; give the file without \"inst\" in \
                             front of its name";
