//! Takes the built-in profiles; gives a page with the roles of each: limit, block, mix and source.

use report::Language;
use report::words::profile_role;
use std::fmt::Write as _;
use workload::profile::BUILT_IN;

/// The page: path and text.
pub(super) fn document() -> (String, String) {
    let mut out = "# Profiles\n\n<!-- Generated from crates/workload/profiles. Do not edit: change these and run cargo xtask generate -->\n\n\
                   This page lists the roles of each built-in profile, most important first. `plimsoll profiles NAME` prints a profile as a \
                   file to start from. `--roles` measures other roles than the usual ones. \"Ours\" marks a number that no vendor gives.\n"
        .to_owned();
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
            let (name, source) = (&role.name, role.source.replace('|', "\\|"));
            line(&mut out, &format!("| `{name}` | {title} | {limit} | {usual} | {source} |"));
        }
    }
    ("docs/reference/profiles.md".to_owned(), out)
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
        assert!(rows.iter().all(|row| row.contains("<=") && !row.contains("|  |")), "{text}");
    }
}
