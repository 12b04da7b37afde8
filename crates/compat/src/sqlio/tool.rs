//! SQLIO as the rest of the project sees it: its command, its files and its page of the documentation.

use super::{import, read};
use crate::tool::{Page, Results, SIMULATED_TARGETS, Tool};

pub const TOOL: Tool = Tool {
    name: "sqlio",
    title: "SQLIO",
    programs: &["sqlio"],
    has_switch: |word| {
        ["-kr", "-kw", "-frandom", "-fsequential"].contains(&&*word.to_ascii_lowercase())
    },
    about: "Run a command line of SQLIO, or with --sweep a matrix, and print its output",
    options: super::OPTIONS,
    read: |words, context, maps| read(words, context.load, maps).with_view(|_| None),
    language: None,
    results: Some(Results::of("SQLIO logs", |_, text| {
        let known = ["sqlio v", "CUMULATIVE DATA:"].iter().any(|word| text.contains(word));
        known.then(|| import::read(text))
    })),
    simulation: None,
    page: Page {
        intro: "Your SQLIO line does the same here as in 1.5.SG, and prints its report, except for the options in the tables below; those of SQLIO2 are refused.\n\
            `--sweep` runs a matrix in the notation of the lab book, such as `--sweep '-b(8,64,256) -o(1-64) -t(1,2,4) -k(R,W) -R(2->14)'`.\n\
            It writes a log for each point and `sweep.csv`. An interrupted run prints its results and ends with exit code 130.",
        own: &[
            (
                "--sweep LISTS",
                "`-o(1-64)`: 1, 2, 4 ... 64; `-R(2->14)`: disk 2, then 2 and 3, up to 14; lists of `-f`, `-t` and `-i` with the same length are paired",
            ),
            ("--cross", "combines all values of such lists instead"),
            ("--part SIZE", "size of the file, from which `-i` is calculated"),
            ("--pause TIME", "between points (default 30s)"),
            ("--logs DIR", "folder of the logs and `sweep.csv` (default: the current one)"),
            (
                "--layout NAME",
                "the layout in `sweep.csv`, instead of its files; `compare --recorded` compares layouts",
            ),
            ("--decimal-comma", "decimal commas, for spreadsheets"),
            ("--dry-run", "lists the points"),
            ("--resume", "runs only points that are missing in `sweep.csv`"),
            ("--zeros", "writes zeros, as SQLIO does"),
            ("--size SIZE", "size of files that do not exist yet"),
            SIMULATED_TARGETS,
        ],
        examples: &[
            (
                "-kR -s360 -frandom -o8 -b8 -LS -BN /srv/test.dat",
                "Random reads, as in articles about SQL Server",
            ),
            (
                "-kW -s300 -t2 -fsequential -o8 -b64 -LS -BN /srv/test.dat",
                "Writes of a log or a backup",
            ),
            (
                r"-kR -t4 -s120 -dDE -o16 -frandom -b64 -BH -LS \test.dat --map D:=/mnt/d --map E:=/mnt/e",
                "One file on two drives",
            ),
            (
                "-kW -s10 -f1 -i2000000 -o2 -b64 -R1 -LP -a0xf -BN --map 1:=/dev/sdb",
                "The stripe geometry of a lab book, on a raw disk",
            ),
            (
                "\u{2013}kR \u{2013}s60 \u{2013}f64 \u{2013}b2 \u{2013}i64 /srv/test.dat",
                "The tool's own defaults, with typographic dashes",
            ),
        ],
        files: &[],
    },
};
