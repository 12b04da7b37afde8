//! `plimsoll profiles`: the database profiles, built in and the user's own.

use crate::commands::papers::print_bytes;
use crate::exit::Outcome;
use crate::flags::Profiles;
use job::profile;
use session::failure::{Ending, Failure};
use session::input;
use std::path::PathBuf;
use workload::Profile;

/// Lists all profiles, or prints the text of one.
pub(crate) fn run(flags: &Profiles) -> Outcome {
    match &flags.name {
        Some(name) => one(name, flags.json),
        None => list(flags.json),
    }
}

fn one(name: &str, json: bool) -> Outcome {
    let (text, profile) = load(name)?;
    if json {
        return print_bytes(format!("{:#}\n", profile_json(&profile)).as_bytes());
    }
    print_bytes(text.as_bytes())
}

fn list(json: bool) -> Outcome {
    let mut profiles = Vec::new();
    for name in names() {
        profiles.push(load(&name)?.1);
    }
    if json {
        let list: Vec<_> = profiles.iter().map(profile_json).collect();
        let text = serde_json::json!({ "format": 1, "profiles": list });
        return print_bytes(format!("{text:#}\n").as_bytes());
    }
    let width = profiles.iter().map(|p| p.name.len()).max().unwrap_or(0);
    let mut text = String::new();
    for profile in &profiles {
        text.push_str(&format!("{:width$}  {}\n", profile.name, profile.title));
    }
    if let Some(folder) = folder() {
        text.push_str(&format!("\nYour own: NAME.toml in {}\n", folder.display()));
    }
    print_bytes(text.as_bytes())
}

fn profile_json(profile: &Profile) -> serde_json::Value {
    let roles: Vec<_> = profile
        .roles
        .iter()
        .map(|role| {
            serde_json::json!({
                "name": role.name, "title": role.title, "measured": role.measured,
                "ceiling": role.ceiling.to_string(), "weight": role.weight, "source": role.source,
            })
        })
        .collect();
    serde_json::json!({ "name": profile.name, "title": profile.title, "roles": roles })
}

/// The text and the meaning of a profile: the user's own first, then the built-in ones.
pub(crate) fn load(name: &str) -> Result<(String, Profile), Failure> {
    let own = folder().map(|f| f.join(format!("{name}.toml"))).filter(|_| is_plain(name));
    let text = match own.filter(|path| path.exists()) {
        Some(path) => input::text(&path)
            .map_err(|e| Failure::wrong(format!("failed to read {}: {e}", path.display())))?,
        None => workload::profile::BUILT_IN
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, text)| (*text).to_owned())
            .ok_or_else(|| unknown(name))?,
    };
    match profile::read(name, &text) {
        Ok(profile) => Ok((text, profile)),
        Err(problems) => Err(Failure::of(
            Ending::Wrong,
            vec![job::show(&format!("{name}.toml"), &text, &problems, false)],
        )),
    }
}

fn unknown(name: &str) -> Failure {
    let known = names();
    let near = near(name, &known);
    let meant = match near.is_empty() {
        true => "there are".to_owned(),
        false => format!("did you mean {}? There are", near.join(" or ")),
    };
    Failure::wrong(format!("there is no profile \"{name}\"; {meant} {}", known.join(", ")))
}

/// What databases are called elsewhere, and what their profiles begin with here.
const HABITS: [(&str, &str); 8] = [
    ("mssql", "sqlserver"),
    ("sql-server", "sqlserver"),
    ("pg", "postgres"),
    ("mariadb", "mysql"),
    ("innodb", "mysql"),
    ("mongo", "mongodb"),
    ("oltp", "generic-oltp"),
    ("generic", "generic-oltp"),
];

/// The profiles that a name was perhaps meant to be: those that begin with it or are the beginning of it, or the nearest.
fn near<'a>(name: &str, known: &'a [String]) -> Vec<&'a str> {
    let lower = name.to_lowercase().replace('_', "-");
    let written = HABITS.iter().find(|(there, _)| *there == lower).map_or(&*lower, |habit| habit.1);
    let begins =
        |one: &&str| !written.is_empty() && (one.starts_with(written) || written.starts_with(one));
    let known: Vec<&str> = known.iter().map(String::as_str).collect();
    let begun: Vec<&str> = known.iter().copied().filter(begins).collect();
    match begun.is_empty() {
        true => job::nearest(written, &known).into_iter().collect(),
        false => begun,
    }
}

/// A name that cannot leave the folder of profiles.
fn is_plain(name: &str) -> bool {
    !name.is_empty()
        && name.chars().all(|c| c.is_alphanumeric() || "-_.".contains(c))
        && !name.starts_with('.')
}

fn names() -> Vec<String> {
    let mut names: Vec<String> =
        workload::profile::BUILT_IN.iter().map(|p| p.0.to_owned()).collect();
    let mut own: Vec<String> = folder()
        .and_then(|folder| std::fs::read_dir(folder).ok())
        .into_iter()
        .flatten()
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter_map(|file| file.strip_suffix(".toml").map(str::to_owned))
        .filter(|name| is_plain(name) && !names.contains(name))
        .collect();
    own.sort();
    names.append(&mut own);
    names
}

/// Where the user's own profiles are: `plimsoll/profiles` under the XDG configuration directory.
fn folder() -> Option<PathBuf> {
    let absolute =
        |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|p| p.is_absolute());
    let config = absolute("XDG_CONFIG_HOME")
        .or_else(|| absolute("HOME").map(|home| home.join(".config")))?;
    Some(config.join("plimsoll").join("profiles"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_profile_by_another_name_is_suggested() {
        let known: Vec<String> =
            workload::profile::BUILT_IN.iter().map(|profile| profile.0.to_owned()).collect();
        for (written, meant) in [
            ("sqlserver", &["sqlserver-oltp", "sqlserver-dw"][..]),
            ("SQLServer_OLTP", &["sqlserver-oltp"]),
            ("mssql", &["sqlserver-oltp", "sqlserver-dw"]),
            ("postgresql", &["postgres"]),
            ("Postgres", &["postgres"]),
            ("pg", &["postgres"]),
            ("postgrse", &["postgres"]),
            ("mysql", &["mysql-innodb"]),
            ("oracle", &["oracle-oltp"]),
            ("kafak", &["kafka"]),
            ("oltp", &["generic-oltp"]),
            ("colour", &[]),
            ("", &[]),
        ] {
            let (mut near, mut meant) = (near(written, &known), meant.to_vec());
            near.sort_unstable();
            meant.sort_unstable();
            assert_eq!(near, meant, "{written}");
        }
    }
}
