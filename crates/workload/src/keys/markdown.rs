//! The documentation of the job language, generated from the table of keys. Returns text, writes no file.

use super::{NOT_IN_ROLES, SECTIONS, of};
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
| yes or no | `true` or `false` |

";

fn intro_of(section: &str) -> &'static str {
    match section {
        "job" => "## `[job]`\n\nThe job as a whole. The section may be left out.\n\n",
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
            "## `[hosts]`\n\nHow several hosts divide a job that `mpirun` starts on them. The section may be left out.\n\n"
        }
        "fidelity" => {
            "## `[fidelity]`\n\nHow closely a fitted job repeated the captured load when it ran. `plimsoll fit --refine` writes the \
             section; it changes nothing in a run. Each figure has the captured value and the fitted one.\n\n"
        }
        "profile" => {
            "## Profiles\n\nA profile names the I/O roles of a database. It is a TOML file of its own; `plimsoll profiles NAME` \
             prints one to start from. It begins with these keys:\n\n"
        }
        _ => {
            "## `[role.NAME]` of a profile\n\nOne kind of I/O of the database, most important first. A role has these keys:\n\n"
        }
    }
}

fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

/// The whole of `docs/reference/job-language.md`.
pub fn markdown() -> String {
    let mut out = INTRO.to_owned();
    for section in SECTIONS {
        out.push_str(intro_of(section));
        out.push_str("| key | kind | range | default |\n| --- | --- | --- | --- |\n");
        for key in of(section) {
            writeln!(
                out,
                "| `{}` | {} | {} | {} |",
                key.name,
                cell(key.domain.kind()),
                cell(&key.domain.range()),
                cell(&key.fallback.text())
            )
            .expect("a String takes all text");
        }
        out.push('\n');
        for key in of(section) {
            // An example of one line stands in place of the key.
            let example = key.example;
            let entry = if example.contains('\n') {
                format!("**`{}`** {}\n\n```toml\n{example}\n```\n\n", key.name, key.help)
            } else {
                format!("**`{example}`** {}\n\n", key.help)
            };
            out.push_str(&entry);
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
