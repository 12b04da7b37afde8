//! Takes the built-in profiles; gives a page with the roles of each: limit, block, mix and source.

use std::fmt::Write as _;
use toml::{Table, Value};
use workload::profile::BUILT_IN;

/// The page: path and text.
pub(super) fn document() -> (String, String) {
    let mut out = "# Profiles\n\n<!-- Generated from crates/workload/profiles. Do not edit: change these and run cargo xtask generate -->\n\n\
                   This page lists the roles of each built-in profile, most important first. `plimsoll profiles NAME` prints a profile as a \
                   file to start from. `--roles` measures other roles than the usual ones. \"Ours\" marks a number that no vendor gives.\n"
        .to_owned();
    for (name, text) in BUILT_IN {
        let profile: Table = text.parse().expect("the profiles are tested");
        line(&mut out, &format!("\n## {name}\n\n{}.\n", word(&profile, "title")));
        line(
            &mut out,
            "| role | what it is | latency limit | usual | source |\n| --- | --- | --- | --- | --- |",
        );
        let roles = profile["role"].as_table().expect("a profile has roles");
        for name in role_names(text) {
            let role = roles[name].as_table().expect("a role is a section");
            let usual = role.get("measured").and_then(Value::as_bool).unwrap_or(true);
            let usual = if usual { "yes" } else { "no" };
            let [title, limit, source] =
                ["title", "latency_limit", "source"].map(|key| word(role, key));
            line(&mut out, &format!("| `{name}` | {title} | {limit} | {usual} | {source} |"));
        }
    }
    ("docs/reference/profiles.md".to_owned(), out)
}

/// Names of roles in the order of the text.
fn role_names(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| line.strip_prefix("[role.")?.strip_suffix(']'))
}

fn word(table: &Table, key: &str) -> String {
    table.get(key).and_then(Value::as_str).unwrap_or_default().replace('|', "\\|")
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
        let roles: usize = BUILT_IN.iter().map(|(_, text)| role_names(text).count()).sum();
        assert_eq!(rows.len(), roles);
        assert!(rows.iter().all(|row| row.contains("<=") && !row.contains("|  |")), "{text}");
    }
}
