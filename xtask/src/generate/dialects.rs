//! Takes the tools that the project replaces; gives a page for each: the options that differ, and examples.

use compat::foreign::{Context, Foreign, Mapping, Treatment};
use compat::{TOOLS, Tool};
use report::Language;
use report::words::profile_role;
use std::fmt::Write as _;
use workload::profile::BUILT_IN;

const JOB_LINES_MAX: usize = 60;
/// The beginning of the remark on an option that does nothing here.
const NO_EFFECT: &str = "accepted without effect";
/// The options of Plimsoll that every tool's command has.
const OWN: &str = "\
| `--map FROM=TO` | TO is the path here of the Windows path or device FROM |
| `--overwrite FILE`, `--destroy DEVICE` | may be overwritten; also `PLIMSOLL_OVERWRITE` and `PLIMSOLL_DESTROY`, with colons between names |
| `--store FILE`, `--seed N` | as in `plimsoll run` |
| `PLIMSOLL_NOTES=stderr` or a file | where notes and warnings go besides the store |";

pub(super) fn documents() -> Vec<(String, String)> {
    TOOLS.iter().map(|tool| (format!("docs/dialects/{}.md", tool.name), document(tool))).collect()
}

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

fn document(tool: &Tool) -> String {
    let (name, title, page) = (tool.name, tool.title, &tool.page);
    let mut out = format!(
        "# {title}\n\n<!-- Generated from the options and tool.rs in crates/compat/src/{name}.\n     \
         Do not edit: change these and run cargo xtask generate -->\n\n{}\n\n\
         Every option stands below. Differences are noted in the run. A refusal comes before any file or device is \
         opened.\n",
        page.intro
    );
    let (mut differ, mut idle, mut refused, mut same) = (vec![], vec![], vec![], vec![]);
    for row in tool.options {
        match row.treatment {
            Treatment::Honoured => same.push(row.name),
            Treatment::Approximated(how) => match how.strip_prefix(NO_EFFECT) {
                Some(why) => add(&mut idle, row.name, why.trim_start_matches([';', ',', ' '])),
                None => add(&mut differ, row.name, how),
            },
            Treatment::Refused(why) => add(&mut refused, row.name, why),
        }
    }
    same.retain(|option| page.own.iter().all(|own| own.0 != *option));
    table("Options that differ", &differ, &mut out);
    table("Options without effect", &idle, &mut out);
    table("Refused options", &refused, &mut out);
    line(
        &mut out,
        &format!("\n## Options as in {title}\n\n| option |\n| --- |\n| {} |", names(&same)),
    );
    line(&mut out, "\n## Options of Plimsoll\n\n| option | meaning |\n| --- | --- |");
    for (option, meaning) in page.own {
        line(&mut out, &format!("| `{option}` | {meaning} |"));
    }
    line(&mut out, &format!("{OWN}\n\n## Examples\n\n```sh"));
    for (command, about) in page.examples {
        line(&mut out, &format!("# {about}\nplimsoll {name} {command}"));
    }
    line(&mut out, "```");
    if let Some((about, job)) = short_job(tool) {
        let text = format!("\n*{about}* as a job of `plimsoll run`:\n\n```toml\n{job}\n```");
        line(&mut out, &text);
    }
    out
}

struct OptionGroup {
    options: Vec<&'static str>,
    remark: &'static str,
}

fn add(groups: &mut Vec<OptionGroup>, option: &'static str, remark: &'static str) {
    match groups.iter_mut().find(|group| group.remark == remark) {
        Some(group) => group.options.push(option),
        None => groups.push(OptionGroup { options: vec![option], remark }),
    }
}

fn table(heading: &str, groups: &[OptionGroup], out: &mut String) {
    if groups.is_empty() {
        return;
    }
    line(out, &format!("\n## {heading}\n\n| option | here |\n| --- | --- |"));
    for OptionGroup { options, remark } in groups {
        line(out, &format!("| {} | {} |", names(options), cell(remark)));
    }
}

fn names(options: &[&str]) -> String {
    options.iter().map(|option| format!("`{}`", cell(option))).collect::<Vec<_>>().join(", ")
}

fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

/// The first example with a short job, and the job.
fn short_job(tool: &Tool) -> Option<(&'static str, String)> {
    tool.page.examples.iter().find_map(|(command, about)| {
        let text = job::write(&read(tool, command).workload?);
        (text.lines().count() <= JOB_LINES_MAX).then(|| (*about, text.trim_end().to_owned()))
    })
}

fn line(out: &mut String, text: &str) {
    writeln!(out, "{text}").expect("a String takes all text");
}

pub(super) fn profiles() -> (String, String) {
    let mut out = "# Profiles\n\n<!-- Generated from crates/workload/profiles. Do not edit: change these and run cargo xtask generate -->\n\n\
                   The roles of each built-in profile, most important first. `plimsoll profiles NAME` prints a profile as a file to start \
                   from. `--roles` measures other roles than the usual ones. [Sources](#sources) are numbered; \"ours\" marks a number that \
                   no vendor gives.\n"
        .to_owned();
    let mut sources = Vec::new();
    for (name, text) in BUILT_IN {
        let profile = job::profile::read(name, text).expect("the profiles are tested");
        line(&mut out, &format!("\n## {name}\n\n{}.\n", profile.title));
        line(
            &mut out,
            "| role | what it is | latency limit | usual | source |\n| --- | --- | --- | --- | --- |",
        );
        for role in &profile.roles {
            let usual = if role.measured { "yes" } else { "no" };
            let (title, limit) = (profile_role(Language::En, role), &role.latency_limit);
            let (name, source) = (&role.name, numbers_of(&role.source, &mut sources));
            line(&mut out, &format!("| `{name}` | {title} | {limit} | {usual} | {source} |"));
        }
    }
    line(&mut out, "\n## Sources\n\n| number | source |\n| --- | --- |");
    for (at, source) in sources.iter().enumerate() {
        line(&mut out, &format!("| {} | {} |", at + 1, source.replace('|', "\\|")));
    }
    ("docs/reference/profiles.md".to_owned(), out)
}

/// The numbers of the parts of a source in the list, to which new parts are added. The latency limit has a part of its own.
fn numbers_of(source: &str, sources: &mut Vec<String>) -> String {
    let marks = ["; Microsoft guidance", "; latency limit: "];
    let limit = marks.into_iter().filter_map(|mark| source.find(mark)).min();
    let parts = match limit {
        Some(at) => vec![&source[..at], &source[at + "; ".len()..]],
        None => vec![source],
    };
    let number_of = |part: &str| {
        let known = sources.iter().position(|known| known == part);
        let at = known.unwrap_or_else(|| {
            sources.push(part.to_owned());
            sources.len() - 1
        });
        (at + 1).to_string()
    };
    parts.into_iter().map(number_of).collect::<Vec<_>>().join(", ")
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

    #[test]
    fn every_role_has_its_limit_and_its_source() {
        let (_, text) = profiles();
        let rows: Vec<&str> = text.lines().filter(|line| line.starts_with("| `")).collect();
        let roles = |text: &str| text.lines().filter(|line| line.starts_with("[role.")).count();
        let roles: usize = BUILT_IN.iter().map(|(_, text)| roles(text)).sum();
        assert_eq!(rows.len(), roles);
        let limited = rows.iter().all(|row| row.contains("<="));
        assert!(limited && !text.contains("|  |"), "{text}");
    }
}
