//! Takes the components of the binary; gives the licence text for distribution: each component, its licence, and each text once.

use super::components::{Component, Origin};
use std::collections::BTreeMap;
use std::fmt::Write as _;

const HEAD: &str = "\
Plimsoll is licensed under MIT or Apache-2.0, as you like. Its binary contains the components below, under these licences.
";
const GLIBC: &str = "\
It contains glibc under the LGPL 2.1: the source of Plimsoll is public, and `cargo xtask dist` links it with another glibc.
";

pub(super) fn text(components: &[Component]) -> Result<String, String> {
    let mut text = HEAD.to_owned();
    if components.iter().any(|component| component.identity.0 == "glibc") {
        text.push_str(GLIBC);
    }
    // Many crates have the same text.
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    text.push('\n');
    for component in components.iter().filter(|c| c.origin != Origin::Workspace) {
        let (name, version) = &component.identity;
        let _ = writeln!(text, "{name} {version}: {}", component.licence);
        for path in &component.texts {
            let bytes = std::fs::read(path)
                .map_err(|error| format!("failed to read {}: {error}", path.display()))?;
            let licence = String::from_utf8_lossy(&bytes).replace("\r\n", "\n").trim().to_owned();
            let users = texts.entry(licence).or_default();
            if users.last().is_none_or(|last| !last.starts_with(&format!("{name} {version}"))) {
                users.push(format!("{name} {version}"));
            }
        }
    }
    let mut texts: Vec<_> = texts.into_iter().collect();
    texts.sort_by(|a, b| a.1.cmp(&b.1).then_with(|| a.0.cmp(&b.0)));
    for (licence, users) in texts {
        let _ = write!(text, "\n{}\n{}\n\n{licence}\n", "=".repeat(80), users.join(", "));
    }
    Ok(text)
}
