//! Takes the tools that the project replaces; gives a document for each: its options and examples.
//!
//! The documented readers read the examples; their output follows each example.

use compat::foreign::{Context, Foreign, Mapping, Treatment};
use compat::{TOOLS, Tool};
use std::fmt::Write as _;

/// The most lines of a job in a document.
const SHOWN_MAX: usize = 60;

/// Every document: path and text.
pub(super) fn documents() -> Vec<(String, String)> {
    TOOLS.iter().map(|tool| (format!("docs/dialects/{}.md", tool.name), document(tool))).collect()
}

/// The result of a tool's reader for an example.
fn read(tool: &Tool, command: &str) -> Foreign<Option<String>> {
    let load = |name: &str| {
        let found = tool.page.files.iter().find(|file| file.0.eq_ignore_ascii_case(name));
        let text = found.map(|file| file.1.to_owned());
        text.ok_or_else(|| format!("{name} is not part of an example"))
    };
    let context = Context { cpus: 4, ..Context::of(&load) };
    let (maps, words) = mapped(command);
    (tool.read)(&words, &context, &maps)
}

/// The words without Plimsoll's own `--map FROM=TO`, which the command removes before the reader sees them.
fn mapped(command: &str) -> (Vec<Mapping>, Vec<String>) {
    let (mut maps, mut rest) = (Vec::new(), Vec::new());
    let mut words = command.split(' ');
    while let Some(word) = words.next() {
        if word == "--map" {
            maps.extend(words.next().and_then(Mapping::read));
        } else {
            rest.push(word.to_owned());
        }
    }
    (maps, rest)
}

/// Each text once, in order.
fn once<'a>(texts: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut all = Vec::new();
    for text in texts {
        if !all.contains(&text) {
            all.push(text);
        }
    }
    all
}

fn document(tool: &Tool) -> String {
    let page = &tool.page;
    let mut out = format!(
        "# {}\n\n<!-- Generated from crates/compat/src/{name}/{} and from examples in crates/compat/src/{name}/tool.rs.\n     \
         Do not edit: change these and run cargo xtask generate -->\n\n{}\n\nThese options of Plimsoll are allowed at any position:\n\n\
         - `--map FROM=TO` replaces a Windows path by one of this machine.\n\
         - `--overwrite FILE` and `--destroy DEVICE` name files and devices that may be overwritten. `PLIMSOLL_OVERWRITE` and \
         `PLIMSOLL_DESTROY` do the same, with colons between the names.\n\
         - `--store FILE` and `--seed N` are those of `plimsoll run`.\n\n\
         Notes and warnings are stored. `PLIMSOLL_NOTES=stderr` prints them, and `PLIMSOLL_NOTES=FILE` appends them to a \
         file. {}\n\n## Options\n\n\
         The column *treatment* has one of three values:\n\n\
         - *Honoured*: the option has the same effect as in the tool.\n\
         - *Nearly*: the option has the effect that the remark states, and each run with it has a note.\n\
         - *Refused*: the run ends before it opens a file or device.\n\n| option | meaning | treatment |\n| --- | --- | --- |\n",
        tool.title,
        page.table,
        page.intro,
        page.targets,
        name = tool.name
    );
    for row in tool.options {
        let treatment = match row.treatment {
            Treatment::Honoured => "honoured".to_owned(),
            Treatment::Approximated(how) => format!("nearly: {how}"),
            Treatment::Refused(why) => format!("refused: {why}"),
        };
        let cell = |text: &str| text.replace('|', "\\|").replace('\n', " ");
        line(
            &mut out,
            &format!("| `{}` | {} | {} |", cell(row.name), cell(row.meaning), cell(&treatment)),
        );
    }
    line(&mut out, &format!("\n## Examples\n\n{}", page.examples_intro));
    for (command, about) in page.examples {
        example(tool, command, about, &mut out);
    }
    out
}

fn example(tool: &Tool, command: &str, about: &str, out: &mut String) {
    let read = read(tool, command);
    line(out, &format!("\n### {about}\n\n```sh\nplimsoll {} {command}\n```\n", tool.name));
    let files = tool.page.files.iter();
    for (file, text) in files.filter(|file| command.split(' ').any(|word| word == file.0)) {
        line(out, &format!("`{file}`:\n\n```ini\n{}\n```\n", text.trim_end()));
    }
    for note in once(read.notes.iter().map(|note| note.1.text.as_str())) {
        line(out, &format!("Note: {note}.\n"));
    }
    for problem in once(read.problems.iter().map(|problem| problem.1.text.as_str())) {
        line(out, &format!("Refused: {problem}.\n"));
    }
    if let Some(workload) = &read.workload {
        shown_job(&job::write(workload), out);
    } else if let Some(text) = read.view.filter(|_| read.problems.is_empty()) {
        line(out, &format!("```ini\n{}\n```", text.trim_end()));
    }
}

fn shown_job(job: &str, out: &mut String) {
    let lines: Vec<&str> = job.trim_end().lines().collect();
    let shown = lines[..lines.len().min(SHOWN_MAX)].join("\n");
    let more = match lines.len().saturating_sub(SHOWN_MAX) {
        0 => String::new(),
        n => format!("\n# ... and {n} lines more"),
    };
    // A truncated job is not fenced as a job, because it is not complete.
    let fence = if more.is_empty() { "toml" } else { "text" };
    line(out, &format!("```{fence}\n{shown}{more}\n```"));
}

fn line(out: &mut String, text: &str) {
    writeln!(out, "{text}").expect("a String takes all text");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_is_a_job_or_refused_with_a_reason() {
        for tool in TOOLS {
            for (command, _) in tool.page.examples {
                let read = read(tool, command);
                let answered = read.workload.is_some() || read.view.is_some();
                let refused = !read.problems.is_empty();
                assert!(answered || refused, "{}: {command}", tool.title);
                assert!(!refused || read.workload.is_none(), "{}: {command}", tool.title);
            }
        }
    }
}
