//! The place of versions and the reasons for dependencies.
//!
//! Takes manifests; gives breaches. Never asks the network.

/// Checks the root's table of dependencies and every crate's use of it.
pub(super) fn check(manifests: &[(String, String)]) -> Result<Vec<String>, String> {
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

    fn breaches(path: &str, text: &str) -> Vec<String> {
        check(&[(path.to_owned(), text.to_owned())]).unwrap()
    }

    #[test]
    fn a_version_outside_the_root_is_a_breach() {
        let text = "[lints]\nworkspace = true\n[dependencies]\nthiserror = \"2\"\n";
        assert_eq!(breaches("crates/base/Cargo.toml", text).len(), 1);
        let text = "[lints]\nworkspace = true\n[dependencies]\nthiserror.workspace = true\n";
        assert!(breaches("crates/base/Cargo.toml", text).is_empty());
    }

    #[test]
    fn a_crate_without_the_lints_is_a_breach() {
        assert_eq!(breaches("crates/base/Cargo.toml", "[dependencies]\n").len(), 1);
    }

    #[test]
    fn a_dependency_without_a_reason_is_a_breach() {
        let table = |rest: &str| format!("[workspace.dependencies]\n{rest}");
        assert_eq!(breaches("Cargo.toml", &table("clap = \"4\"\n")).len(), 1);
        assert_eq!(breaches("Cargo.toml", &table("# a\nb = \"1\"\n\nclap = \"4\"\n")).len(), 1);
        assert_eq!(
            breaches("Cargo.toml", &table("# a\na = \"1\"\nb = \"1\"\nc = \"1\"\n")).len(),
            1
        );
        assert!(breaches("Cargo.toml", &table("# Why.\nclap = \"4\"\n")).is_empty());
    }
}
