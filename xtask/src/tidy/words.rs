//! Words that only some crates may use: clocks, exits, prints, an allowed lint of unsafe code.
//!
//! Takes one source; gives breaches. Never looks into comments or literals, except for machine paths.

use crate::source::Source;

/// A forbidden sequence of tokens and its exceptions.
#[derive(Clone, Copy)]
struct Ban {
    words: &'static [&'static str],
    /// Prefixes of paths where it is allowed.
    except: &'static [&'static str],
    /// Whether test code may use it.
    in_tests: bool,
    instead: &'static str,
}

/// Folders and files that print to people.
const PRINTERS: &[&str] =
    &["crates/plimsoll/", "crates/testkit/", "xtask/", "crates/report/build.rs"];
const CLOCKS: &[&str] = &["crates/sys/src/clock", "xtask/"];
const EXITS: &[&str] = &["crates/plimsoll/src/exit.rs", "crates/sys/src/linux/signal"];
/// Code that may know which operating system it runs on.
const SYSTEMS: &[&str] = &["crates/sys/", "crates/testkit/", "xtask/"];
const SYSTEM: &str = "only sys knows the operating system; call a function of it";
const PRINT: &str = "only the binary and the workshop print; give a value instead";
const CLOCK: &str = "only sys::clock reads the time; take a base::Clock instead";
const EXIT: &str = "the binary's exit.rs holds every exit code";

const BANS: &[Ban] = &[
    ban(&["Instant", ":", ":", "now"], CLOCKS, true, CLOCK),
    ban(&["SystemTime", ":", ":", "now"], CLOCKS, true, CLOCK),
    ban(&["process", ":", ":", "exit"], EXITS, true, EXIT),
    ban(&["process", ":", ":", "abort"], EXITS, true, EXIT),
    ban(&["ExitCode", ":", ":", "from"], EXITS, true, EXIT),
    ban(&["println", "!"], PRINTERS, true, PRINT),
    ban(&["eprintln", "!"], PRINTERS, true, PRINT),
    ban(&["print", "!"], PRINTERS, true, PRINT),
    ban(&["eprint", "!"], PRINTERS, true, PRINT),
    ban(&["#", "[", "ignore"], &[], false, "skip with a line SKIPPED: why, and count it"),
    ban(&["unsafe_code"], &["crates/sys/"], false, "unsafe code lives in sys"),
    ban(&["target_os"], SYSTEMS, true, SYSTEM),
    ban(&["cfg", "(", "windows"], SYSTEMS, true, SYSTEM),
    ban(&["cfg", "(", "unix"], SYSTEMS, true, SYSTEM),
    ban(&["os", ":", ":", "unix"], SYSTEMS, true, SYSTEM),
    ban(&["os", ":", ":", "linux"], SYSTEMS, true, SYSTEM),
    ban(&["os", ":", ":", "windows"], SYSTEMS, true, SYSTEM),
];

const fn ban(
    words: &'static [&'static str],
    except: &'static [&'static str],
    in_tests: bool,
    instead: &'static str,
) -> Ban {
    Ban { words, except, in_tests, instead }
}

/// Crates that do no I/O; they cannot use `sys::clock` and others because they may not depend on `sys`.
const PURE_CRATES: &[&str] = &[
    "base", "workload", "plan", "summary", "record", "study", "advise", "report", "job", "compat",
];
/// Modules of `std` that reach outside the process, and the brace that could hide one.
const OUTSIDE: &[&str] = &["fs", "net", "process", "env", "thread", "os", "{"];

/// The only file that may read whole files, because a user may name a file of any size.
const INPUT: &str = "crates/session/src/input.rs";
/// Folders of code that reads files of users.
const READERS: &[&str] = &["crates/plimsoll/src/", "crates/session/src/"];
const WHOLE_READS: &[&[&str]] =
    &[&["fs", ":", ":", "read", "("], &["read_to_string"], &["read_to_end"]];

/// Texts of a record for people. Decisions must use a type: `kind`, `purpose`, `provenance`, `key`.
const RECORD_TEXTS: &[&str] =
    &["command", "reason", "target", "subject", "engine", "need", "why", "identity", "operation"];
/// Names of variables and fields that always hold texts for people.
const SENTENCES: &[&str] =
    &["detail", "headline", "note", "remark", "remarks", "sentence", "title"];
/// Crates that read files of other tools, whose fields have the same names.
const FOREIGN_READERS: &[&str] = &["compat", "import", "job", "testkit", "xtask"];
/// Methods that would base a decision on such a text.
const TEXT_QUESTIONS: &[&str] =
    &["contains", "starts_with", "ends_with", "split", "split_once", "strip_prefix", "find"];
const RECORD_READERS: &[&str] =
    &["plan", "summary", "record", "study", "advise", "store", "report", "session", "plimsoll"];
/// Files that may do so: the actors' names of an integrity test are texts.
const RECORD_EXCEPT: &[&str] = &["crates/record/src/proof.rs"];

/// Parts of `report` that own a stored or sent format.
const REPORT_FORMATS: &[&str] = &[
    "crates/report/src/export",
    "crates/report/src/html",
    // The documents of `diff` and `size` are their own types.
    "crates/report/src/comparison.rs",
    "crates/report/src/sizing.rs",
];

pub(super) fn check(source: &Source) -> Vec<String> {
    let mut breaches = Vec::new();
    let path = &source.path;
    for ban in BANS {
        if ban.except.iter().any(|start| path.starts_with(start)) {
            continue;
        }
        for line in source.lines_of(ban.words) {
            if !(ban.in_tests && source.is_test(line)) {
                breaches.push(format!("{path}:{line}: {}: {}", ban.words.concat(), ban.instead));
            }
        }
    }
    // A build script is not part of the program.
    if PURE_CRATES.contains(&source.crate_name()) && !path.ends_with("/build.rs") {
        for module in OUTSIDE {
            for line in source.lines_of(&["std", ":", ":", module]) {
                if !source.is_test(line) {
                    breaches.push(format!(
                        "{path}:{line}: std::{module}: {} does no I/O",
                        source.crate_name()
                    ));
                }
            }
        }
    }
    if READERS.iter().any(|start| path.starts_with(start)) && path != INPUT {
        for line in WHOLE_READS.iter().flat_map(|words| source.lines_of(words)) {
            if !source.is_test(line) {
                breaches.push(format!(
                    "{path}:{line}: a file of any size is read whole; session::input holds the limit, sys::inventory \
                     reads /proc and /sys"
                ));
            }
        }
    }
    if RECORD_READERS.contains(&source.crate_name()) && !RECORD_EXCEPT.contains(&path.as_str()) {
        for line in decisions_on_texts(source).into_iter().filter(|line| !source.is_test(*line)) {
            breaches.push(format!(
                "{path}:{line}: a text of a record decides; give the record a type for it (crates/record/src/kinds.rs)"
            ));
        }
    }
    if !FOREIGN_READERS.contains(&source.crate_name()) {
        for line in questions(source, SENTENCES).into_iter().filter(|line| !source.is_test(*line)) {
            breaches.push(format!(
                "{path}:{line}: a sentence decides; give what it says a type of its own"
            ));
        }
    }
    if source.crate_name() == "report"
        && !REPORT_FORMATS.iter().any(|start| path.starts_with(start))
    {
        for line in source.lines_of(&["serde"]) {
            breaches.push(format!("{path}:{line}: serde: only REPORT_FORMATS own a format"));
        }
    }
    breaches
}

/// Lines that base a decision on a text of a record. Command-line options of the same names are the user's input.
fn decisions_on_texts(source: &Source) -> Vec<usize> {
    let mut lines = Vec::new();
    for text in RECORD_TEXTS {
        for question in TEXT_QUESTIONS {
            let options = source.lines_of(&["flags", ".", text, ".", question]);
            let all = source.lines_of(&[".", text, ".", question]);
            lines.extend(all.into_iter().filter(|line| !options.contains(line)));
        }
    }
    lines.extend(source.lines_of_compared_fields());
    lines
}

/// Lines that call one of these methods on one of these texts.
fn questions(source: &Source, texts: &[&str]) -> Vec<usize> {
    let asked = |text: &&str| {
        let of = |question: &&str| source.lines_of(&[*text, ".", *question, "("]);
        TEXT_QUESTIONS.iter().flat_map(of).collect::<Vec<_>>()
    };
    texts.iter().flat_map(asked).collect()
}

/// Prefixes of paths that exist on one machine only; written in parts, so that this file passes.
const MACHINE_PATHS: &[&str] = &[
    concat!("/wo", "rk/"),
    concat!("/tmp/", "target"),
    concat!("/ro", "ot/"),
    concat!("/ho", "me/u"),
];

pub(super) fn machine_paths(path: &str, text: &str) -> Vec<String> {
    let mut breaches = Vec::new();
    for (number, line) in text.lines().enumerate() {
        if let Some(found) = MACHINE_PATHS.iter().find(|place| line.contains(**place)) {
            breaches.push(format!("{path}:{}: {found}: a path of one machine", number + 1));
        }
    }
    breaches
}

#[cfg(test)]
mod tests {
    use super::*;

    fn breaches(path: &str, body: &str) -> Vec<String> {
        check(&Source::parse(path, &format!("//! x\n{body}\n")).unwrap())
    }

    #[test]
    fn every_ban_bites() {
        for ban in BANS {
            let words = ban.words;
            let body = match words[0] {
                "#" => format!("{}] fn f() {{}}", words.concat()),
                "cfg" => format!("#[{})] fn f() {{}}", words.concat()),
                "unsafe_code" => format!("#![expect({}, reason = \"x\")]", words[0]),
                _ => format!("fn f() {{ {}(); }}", words.concat()),
            };
            assert_eq!(breaches("crates/web/src/a.rs", &body).len(), 1, "{body}");
            if let Some(fine) = ban.except.first() {
                assert!(breaches(&format!("{fine}/a.rs"), &body).is_empty(), "{fine} {body}");
            }
            let test = format!("#[cfg(test)]\nmod tests {{\n{body}\n}}");
            let allowed = breaches("crates/web/src/a.rs", &test).is_empty();
            assert_eq!(allowed, ban.in_tests, "{test}");
        }
    }

    /// A bad snippet, a file in which it is a breach, and one in which it is not.
    const SNIPPETS: [(&str, &str, &str); 14] = [
        ("std::fs::read(\"x\")", "summary", "store"),
        // A module inside braces would not be found.
        ("{ use std::{fs, fmt}; }", "summary", "store"),
        ("std::fs::read(\"x\")", "plimsoll", "store"),
        ("fs::read_to_string(\"x\")", "plimsoll", "store"),
        ("file.read_to_end(&mut bytes)", "plimsoll", "store"),
        ("std::io::read_to_string(std::io::stdin())", "plimsoll", "store"),
        ("stage.command.contains(\" --recorded \")", "report", "import"),
        ("g(record.engine == \"recorded\")", "report", "import"),
        ("g(one.reason != \"\")", "report", "import"),
        ("g(part.what == \"log\")", "report", "import"),
        ("level.detail.contains(\"page cache\")", "sys", "compat"),
        ("notes.iter().filter(|note| note.contains(\" failed after \"))", "sys", "compat"),
        ("{ use serde::Serialize; }", "report", "record"),
        ("serde::to_string()", "report", "record"),
    ];

    #[test]
    fn a_bad_snippet_is_found_in_its_crate_alone_and_not_in_tests() {
        for (body, bad, fine) in SNIPPETS {
            let function = format!("fn f() {{ {body}; }}");
            let of = |name: &str| breaches(&format!("crates/{name}/src/a.rs"), &function);
            assert_eq!((of(bad).len(), of(fine).len()), (1, 0), "{function}");
            if !body.contains("serde") {
                let test = format!("#[cfg(test)]\nmod tests {{\n{function}\n}}");
                assert!(breaches(&format!("crates/{bad}/src/a.rs"), &test).is_empty(), "{test}");
            }
        }
        let whole = "fn f() { std::fs::read(\"x\"); }";
        let serde = "use serde::Serialize;";
        for (path, body) in [
            (INPUT, whole),
            ("crates/plimsoll/tests/it/a.rs", whole),
            (
                "crates/plimsoll/src/a.rs",
                "fn f() { std::fs::read_link(\"x\"); std::fs::read_dir(\"x\"); }",
            ),
            (
                "crates/plimsoll/src/a.rs",
                "fn f() { flags.target.starts_with(\"sim:\"); a.target == b.target; }",
            ),
            ("crates/report/src/export/json.rs", serde),
        ] {
            assert!(breaches(path, body).is_empty(), "{path}: {body}");
        }
    }

    #[test]
    fn a_machine_path_is_a_breach() {
        let line = format!("see {}main/README.md", MACHINE_PATHS[0]);
        assert_eq!(machine_paths("README.md", &line).len(), 1);
        assert!(machine_paths("README.md", "see /var/lib/postgresql").is_empty());
    }
}
