//! The documentation of the job language, generated from the table of keys. Returns text, writes no file.

use super::{JobKey, KeyDomain, NOT_IN_ROLES, SECTIONS};
use std::fmt::Write as _;

const INTRO: &str = "\
# The job language

<!-- Generated from the table of keys in crates/workload/src/keys. Do not edit: change the table and run
     UPDATE_EXPECT=1 cargo test -p workload -->

A job is a TOML file. `plimsoll run JOB.toml` reports all mistakes at once with their positions, and only then opens a
target.

```toml
[target.disk]
path = \"/srv/test/plimsoll.dat\"
size = \"16GiB\"

[stream.data]              # 8 KiB random, 70 % reads, 32 outstanding
read = \"70%\"
block = \"8k\"
depth = 32
duration = \"60s\"

[stream.log]               # beside it: the log, one durable write after the other
read = 0
block = \"4k\"
access = \"sequential\"
sync = \"dsync\"
offset = \"90%\"
duration = \"60s\"
```

Streams run side by side. A job without `[[phase]]` has one phase with every stream.

## Values

| kind | written as |
| --- | --- |
| size | bytes as a number, or text with a unit: `4096`, `\"4k\"`, `\"4KiB\"`, `\"1.5GiB\"` (k, KiB, m, MiB, ... are powers of 1,024; kB, MB, ... of 1,000) |
| duration | seconds as a number, or text with a unit: `30`, `\"250us\"`, `\"10ms\"`, `\"90s\"`, `\"10min\"`, `\"2h\"`, `\"7d\"` |
| percent | `70`, `2.5` or `\"70%\"` |
| size or percent | a size, or text that ends in `%` |

";

fn intro_of(section: &str) -> &'static str {
    match section {
        "job" => "## `[job]`\n\nThe whole job. The section may be left out.\n\n",
        "target" => {
            "## `[target.NAME]`\n\nA file, a device or a simulated storage; at least one. A device is written only with \
             `--destroy DEVICE`, an existing file only with `--overwrite FILE`.\n\n"
        }
        "stream" => "## `[stream.NAME]`\n\nOne kind of I/O; at least one.\n\n",
        "phase" => {
            "## `[[phase]]`\n\nStreams that run side by side; phases run one after the other.\n\n"
        }
        "engine" => "## `[engine]`\n\nHow I/O is issued. The section may be left out.\n\n",
        "hosts" => {
            "## `[hosts]`\n\nHow hosts divide a job that `mpirun` starts on several. The section may be left out.\n\n"
        }
        "fidelity" => {
            "## `[fidelity]`\n\nHow closely a fitted job repeated the captured load. `plimsoll capture fit --refine` writes the section; \
             a run ignores it. A figure with two numbers has the captured and the fitted value.\n\n"
        }
        "profile" => {
            "## Profiles\n\nA profile names the I/O roles of a database. It is a TOML file of its own; `plimsoll profiles NAME` \
             prints one to start from.\n\n"
        }
        _ => {
            "## `[role.NAME]` of a profile\n\nOne kind of I/O of the database, most important first.\n\n"
        }
    }
}

fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

/// The kind and the range of a value; a list of words needs no kind.
pub(super) fn value_of(domain: &KeyDomain) -> String {
    match domain {
        KeyDomain::YesNo | KeyDomain::Word(_) => domain.range(),
        _ => format!("{}: {}", domain.kind(), domain.range()),
    }
}

/// The table of the values and defaults of a section's keys.
fn values_of(keys: &[JobKey]) -> String {
    let mut out = "| key | value | default |\n| --- | --- | --- |\n".to_owned();
    for key in keys {
        let (value, default) = (value_of(&key.domain), key.fallback.text());
        writeln!(out, "| `{}` | {} | {} |", key.name, cell(&value), cell(&default))
            .expect("a String takes all text");
    }
    out + "\n"
}

/// The line of a key's example that sets the key.
fn example_of(key: &JobKey) -> &'static str {
    let sets = |line: &&str| line.strip_prefix(key.name).is_some_and(|rest| rest.starts_with(" ="));
    key.example.lines().find(sets).expect("an example sets its key")
}

/// The whole of `docs/reference/job-language.md`.
pub fn markdown() -> String {
    let mut out = INTRO.to_owned();
    for (section, keys) in SECTIONS {
        out.push_str(intro_of(section));
        // Nobody writes that section: the examples show its values.
        if section != "fidelity" {
            out.push_str(&values_of(keys));
        }
        for key in keys {
            writeln!(out, "**`{}`** {}\n", example_of(key), key.help)
                .expect("a String takes all text");
        }
    }
    let left: Vec<String> = NOT_IN_ROLES.iter().map(|name| format!("`{name}`")).collect();
    writeln!(
        out,
        "A role also has the keys of a stream, except those that the study sets:\n\n{}.",
        left.join(", ")
    )
    .expect("a String takes all text");
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Refresh with `UPDATE_EXPECT=1 cargo test -p workload`.
    #[test]
    fn the_documentation_is_fresh() {
        expect_test::expect_file!["../../../../docs/reference/job-language.md"]
            .assert_eq(&markdown());
    }
}
