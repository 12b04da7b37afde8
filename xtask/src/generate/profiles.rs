//! Takes the built-in profiles; gives a page with the roles of each: limit, block, mix and the number of its source.

use report::Language;
use report::words::profile_role;
use std::fmt::Write as _;
use workload::profile::BUILT_IN;

pub(super) fn document() -> (String, String) {
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

fn line(out: &mut String, text: &str) {
    writeln!(out, "{text}").expect("a String takes all text");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_role_has_its_limit_and_its_source() {
        let (_, text) = document();
        let rows: Vec<&str> = text.lines().filter(|line| line.starts_with("| `")).collect();
        let roles = |text: &str| text.lines().filter(|line| line.starts_with("[role.")).count();
        let roles: usize = BUILT_IN.iter().map(|(_, text)| roles(text)).sum();
        assert_eq!(rows.len(), roles);
        let limited = rows.iter().all(|row| row.contains("<="));
        assert!(limited && !text.contains("|  |"), "{text}");
    }
}
