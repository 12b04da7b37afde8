//! The keys of a plan of studies: the plan as a whole and its stages.
//!
//! They are documented in `docs/reference/studies.md`, not with those of a job.

use super::domain::size_from;
use super::markdown::value_of;
use super::{JobKey, KeyDefault, KeyDomain, Section};
use base::{Bytes, Nanos};

const STUDY: &[JobKey] = &[
    JobKey {
        name: "name",
        domain: KeyDomain::Text("one line"),
        fallback: KeyDefault::Derived("the file's name without its ending"),
        help: "The name of the plan.",
        example: "name = \"five layouts\"",
    },
    JobKey {
        name: "seed",
        domain: KeyDomain::Whole(0, i64::MAX as u64),
        fallback: KeyDefault::Derived("drawn at random and recorded"),
        help: "The seed of all random choices; --seed overrides it.",
        example: "seed = 42",
    },
    JobKey {
        name: "engine",
        domain: KeyDomain::Word(|| vec!["uring", "libaio", "iocp", "sync"]),
        fallback: KeyDefault::Derived("the best that works"),
        help: "The I/O engine of every stage.",
        example: "engine = \"uring\"",
    },
    JobKey {
        name: "pause",
        domain: KeyDomain::Duration(Nanos(0), Nanos::secs(3600)),
        fallback: KeyDefault::Derived("30s on rotating disks, 1s on others"),
        help: "Idle time before each measurement point.",
        example: "pause = \"30s\"",
    },
    JobKey {
        name: "size",
        domain: size_from(Bytes::mib(1)),
        fallback: KeyDefault::Derived("4GiB in a directory, the whole of a disk"),
        help: "Size of the test file in each directory, or the part of a disk to use.",
        example: "size = \"16GiB\"",
    },
];

const STAGE: &[JobKey] = &[
    JobKey {
        name: "study",
        domain: KeyDomain::Word(|| STUDIES.to_vec()),
        fallback: KeyDefault::Required(""),
        help: "The command that the stage runs; its options are the other keys, with `_` for `-`.",
        example: "study = \"calibrate\"",
    },
    JobKey {
        name: "name",
        domain: KeyDomain::Text("one line, each once"),
        fallback: KeyDefault::Derived("the study's name, numbered"),
        help: "The name of the stage.",
        example: "name = \"each disk\"",
    },
];

/// The sections of a plan, in the order of the documentation.
pub(super) const SECTIONS: [Section; 2] = [("study", STUDY), ("stage", STAGE)];

/// The studies that a stage may run; their options are the other keys of a stage.
pub const STUDIES: [&str; 4] = ["calibrate", "scale", "compare", "ramp"];

/// The table of these keys in `docs/reference/studies.md`.
pub fn study_markdown() -> String {
    let mut out = String::new();
    for ((_, keys), title) in
        SECTIONS.iter().zip(["`[study]`, which may be left out", "`[[stage]]`"])
    {
        out += &format!("### {title}\n\n| key | value | default | what it is |\n");
        out += "| --- | --- | --- | --- |\n";
        for key in *keys {
            let JobKey { name, domain, fallback, help, .. } = key;
            let (value, default) = (value_of(domain), fallback.text());
            out += &format!("| `{name}` | {value} | {default} | {help} |\n");
        }
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documentation_holds_these_tables() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/reference/studies.md");
        let docs = std::fs::read_to_string(path).unwrap();
        let want = study_markdown();
        assert!(
            docs.contains(want.trim_end()),
            "put these tables into docs/reference/studies.md:\n{want}"
        );
    }
}
