//! The allowed dependencies: a table of those between crates and one of the crates that may use heavy ones, compared with
//! every manifest of the workspace; the place of versions and the reasons for dependencies.
//!
//! Takes manifests; gives a breach for each dependency (arrow) that is not in the tables. Never reads the source: a
//! `use` without a dependency does not compile.

/// Every crate with the crates it may depend on, separated by blanks. A crate may depend only on crates above it in the table.
pub(super) const ARROWS: &[(&str, &str)] = &[
    ("base", ""),
    ("workload", "base"),
    ("sample", "base"),
    ("sys", "base"),
    ("integrity", "base workload"),
    ("job", "base workload"),
    ("plan", "base workload"),
    ("engine", "base workload plan sys integrity sample"),
    ("summary", "base workload sample"),
    ("record", "base workload summary"),
    ("compat", "base workload job summary record"),
    ("study", "base workload plan sample summary record"),
    ("advise", "base workload summary record"),
    ("import", "base summary record study compat workload"),
    ("observe", "base workload sample job sys record"),
    ("store", "base workload plan sample sys summary record"),
    ("cluster", "base plan sample record workload"),
    ("mpi_transport", "base cluster sys"),
    ("report", "base workload integrity plan summary record advise observe"),
    (
        "session",
        "base workload sample sys integrity job compat plan engine summary record advise \
         study import observe store cluster report",
    ),
    ("web", "base sys record store report session"),
    // The binary may depend on every crate; nothing may depend on the binary.
    (
        "plimsoll",
        "base workload sample sys integrity job compat plan engine summary record study \
         advise import observe store report session web cluster mpi_transport",
    ),
    // Test fixtures: other crates may use them only as a dev-dependency.
    (
        "testkit",
        "base workload sample sys integrity job compat plan engine summary record study \
         import observe store report web cluster mpi_transport",
    ),
    // xtask generates documents from the tables of keys and figures, and sets up the tests' disk lab.
    ("xtask", "base workload job compat report store testkit"),
];

/// Heavy or far-reaching crates, and the only crates that may depend on them.
const LEAVES: &[(&str, &str)] = &[
    // Only formats, the crates that own one, the record of a run, and the messages between hosts use serde.
    (
        "serde",
        "base workload plan sample summary record job compat store import observe report cluster \
         advise session web testkit integrity",
    ),
    (
        "serde_json",
        "record job compat store import observe report session cluster web plimsoll testkit xtask",
    ),
    ("rusqlite", "store"),
    ("clap", "session plimsoll"),
    ("io-uring", "sys"),
    ("libc", "sys"),
    ("windows-sys", "sys"),
    ("syn", "xtask"),
    ("tar", "xtask"),
    ("flate2", "xtask"),
    ("ar", "xtask"),
    ("rpm", "xtask"),
];

/// External crates that tests may use in addition to those of their crate; `sha2` compares embedded files with the
/// checksums of their releases.
const TEST_GEAR: &str = "
    testkit allocation-counter expect-test hdrhistogram proptest tempfile postcard serde_json toml
    sha2
";

/// Compares every `Cargo.toml` (path from the root, text) with the table.
pub(super) fn check(manifests: &[(String, String)]) -> Result<Vec<String>, String> {
    let mut breaches = table_is_a_river();
    for (path, text) in manifests.iter().filter(|m| m.0 != "Cargo.toml") {
        let manifest: toml::Table = text.parse().map_err(|e| format!("{path}: {e}"))?;
        let package = manifest.get("package").and_then(|p| p.get("name")).and_then(|n| n.as_str());
        let Some(package) = package else { continue };
        let Some((_, allowed)) = ARROWS.iter().find(|row| row.0 == package) else {
            breaches.push(format!("{path}: crate {package} has no row in the table of arrows"));
            continue;
        };
        for section in ["dependencies", "build-dependencies"] {
            for name in names(&manifest, section) {
                let fine = match LEAVES.iter().find(|leaf| leaf.0 == name) {
                    Some((_, users)) => has(users, package),
                    None => !is_room(&name) || has(allowed, &name),
                };
                if !fine {
                    breaches.push(format!("{path}: {package} may not depend on {name}"));
                }
            }
        }
        for name in names(&manifest, "dev-dependencies") {
            let fine = if is_room(&name) {
                name == "testkit" || has(allowed, &name)
            } else {
                has(TEST_GEAR, &name) || names(&manifest, "dependencies").contains(&name)
            };
            if !fine {
                breaches.push(format!("{path}: {name} is not among the tests' gear"));
            }
        }
    }
    Ok(breaches)
}

/// Checks that a crate depends only on crates above it in the table, so that there is no cycle.
fn table_is_a_river() -> Vec<String> {
    let place = |name: &str| ARROWS.iter().position(|row| row.0 == name);
    ARROWS
        .iter()
        .flat_map(|(room, allowed)| allowed.split_whitespace().map(move |to| (*room, to)))
        .filter(|(room, to)| place(to).is_none() || place(to) >= place(room))
        .map(|(room, to)| format!("xtask/src/tidy/arrows.rs: {room} -> {to} points downstream"))
        .collect()
}

/// Whether a name is among the words of a list.
fn has(list: &str, name: &str) -> bool {
    list.split_whitespace().any(|word| word == name)
}

fn is_room(name: &str) -> bool {
    ARROWS.iter().any(|row| row.0 == name)
}

/// Names of the dependencies in one section, the ones for a single system included.
fn names(manifest: &toml::Table, section: &str) -> Vec<String> {
    let keys = |table: Option<&toml::Value>| -> Vec<String> {
        let table = table.and_then(|t| t.get(section)).and_then(|d| d.as_table());
        table.map(|d| d.keys().cloned().collect()).unwrap_or_default()
    };
    let whole = toml::Value::Table(manifest.clone());
    let mut names = keys(Some(&whole));
    if let Some(targets) = manifest.get("target").and_then(|t| t.as_table()) {
        for target in targets.values() {
            names.extend(keys(Some(target)));
        }
    }
    names
}

/// Checks the root's table of dependencies and every crate's use of it.
pub(super) fn versions_and_reasons(manifests: &[(String, String)]) -> Result<Vec<String>, String> {
    let mut breaches = Vec::new();
    for (path, text) in manifests {
        if path == "Cargo.toml" {
            breaches.extend(reasons(path, text));
            continue;
        }
        let manifest: toml::Table = text.parse().map_err(|e| format!("{path}: {e}"))?;
        for section in ["dependencies", "dev-dependencies", "build-dependencies"] {
            let Some(table) = manifest.get(section).and_then(|s| s.as_table()) else { continue };
            for (name, value) in table {
                if value.get("workspace").and_then(toml::Value::as_bool) != Some(true) {
                    breaches.push(format!(
                        "{path}: {name} has a version of its own; write {name}.workspace = true"
                    ));
                }
            }
        }
        if manifest.get("lints").and_then(|l| l.get("workspace")).is_none() {
            breaches.push(format!("{path}: takes no lints from the workspace"));
        }
    }
    Ok(breaches)
}

/// Checks that every dependency of the workspace has a comment with its reason.
fn reasons(path: &str, text: &str) -> Vec<String> {
    let mut breaches = Vec::new();
    let mut inside = false;
    // Lines since the last comment; a comment may cover two crates that belong together.
    let mut uses_left = 0;
    for line in text.lines().map(str::trim) {
        if line.starts_with('[') {
            inside = line == "[workspace.dependencies]";
        } else if inside && line.starts_with('#') {
            uses_left = 2;
        } else if inside && line.is_empty() {
            uses_left = 0;
        } else if inside && !line.contains("path = ") && line.contains('=') {
            if uses_left == 0 && !line.contains('#') {
                let name = line.split(['=', '.']).next().unwrap_or(line).trim();
                breaches.push(format!("{path}: {name} has no comment that says why it is there"));
            }
            uses_left = usize::saturating_sub(uses_left, 1);
        }
    }
    breaches
}

#[cfg(test)]
mod tests {
    use super::*;

    fn breaches(name: &str, rest: &str) -> Vec<String> {
        let text = format!("[package]\nname = \"{name}\"\n{rest}");
        check(&[(format!("crates/{name}/Cargo.toml"), text)]).unwrap()
    }

    #[test]
    fn an_arrow_downstream_is_a_breach() {
        assert_eq!(breaches("base", "[dependencies]\nsys.workspace = true").len(), 1);
        assert_eq!(breaches("plan", "[target.'cfg(unix)'.dependencies]\nengine = \"1\"").len(), 1);
        assert_eq!(breaches("study", "[build-dependencies]\nstore.workspace = true").len(), 1);
        assert!(breaches("study", "[dependencies]\nplan.workspace = true").is_empty());
    }

    #[test]
    fn a_heavy_crate_stays_at_its_leaf() {
        assert_eq!(breaches("report", "[dependencies]\nrusqlite.workspace = true").len(), 1);
        assert!(breaches("store", "[dependencies]\nrusqlite.workspace = true").is_empty());
    }

    #[test]
    fn test_gear_stays_in_tests() {
        assert_eq!(breaches("base", "[dependencies]\ntestkit.workspace = true").len(), 1);
        assert_eq!(breaches("base", "[dev-dependencies]\nrayon = \"1\"").len(), 1);
        assert!(breaches("base", "[dev-dependencies]\ntestkit.workspace = true").is_empty());
    }

    #[test]
    fn a_crate_without_a_row_is_a_breach() {
        assert_eq!(breaches("attic", "").len(), 1);
    }

    fn told(path: &str, text: &str) -> Vec<String> {
        versions_and_reasons(&[(path.to_owned(), text.to_owned())]).unwrap()
    }

    #[test]
    fn a_version_outside_the_root_is_a_breach() {
        let text = "[lints]\nworkspace = true\n[dependencies]\nthiserror = \"2\"\n";
        assert_eq!(told("crates/base/Cargo.toml", text).len(), 1);
        let text = "[lints]\nworkspace = true\n[dependencies]\nthiserror.workspace = true\n";
        assert!(told("crates/base/Cargo.toml", text).is_empty());
    }

    #[test]
    fn a_crate_without_the_lints_is_a_breach() {
        assert_eq!(told("crates/base/Cargo.toml", "[dependencies]\n").len(), 1);
    }

    #[test]
    fn a_dependency_without_a_reason_is_a_breach() {
        let table = |rest: &str| format!("[workspace.dependencies]\n{rest}");
        assert_eq!(told("Cargo.toml", &table("clap = \"4\"\n")).len(), 1);
        assert_eq!(told("Cargo.toml", &table("# a\nb = \"1\"\n\nclap = \"4\"\n")).len(), 1);
        assert_eq!(told("Cargo.toml", &table("# a\na = \"1\"\nb = \"1\"\nc = \"1\"\n")).len(), 1);
        assert!(told("Cargo.toml", &table("# Why.\nclap = \"4\"\n")).is_empty());
    }
}
