//! Places named in a document must exist: linked files, paths in code marks, and modules of the crates.
//!
//! Takes documents and the root folder; gives breaches. Never judges the text about them.

use std::path::Path;

/// Documents that describe the layout of the project: every path and module in code marks is looked up.
const MAPS: &[&str] = &["ARCHITECTURE.md", "CONTRIBUTING.md"];

/// Checks the links of every document, and all places that the maps name.
pub(super) fn check(root: &Path, documents: &[(String, String)]) -> Vec<String> {
    let mut breaches = Vec::new();
    for (path, text) in documents {
        let folder = Path::new(path).parent().unwrap_or(Path::new(""));
        for (number, line) in text.lines().enumerate() {
            let mut missing = |what: &str| {
                breaches.push(format!("{path}:{}: {what}: there is no such place", number + 1));
            };
            for link in links(line) {
                let (target, heading) = link.split_once('#').unwrap_or((link, ""));
                let own = root.join(path);
                let file = if target.is_empty() { own } else { root.join(folder).join(target) };
                if !file.exists() {
                    missing(target);
                } else if !heading.is_empty() && !has_heading(&file, heading) {
                    missing(link);
                }
            }
            if MAPS.contains(&path.as_str()) {
                for word in line.split('`').skip(1).step_by(2) {
                    if !known(root, word) {
                        missing(word);
                    }
                }
            }
        }
    }
    breaches
}

/// The files and headings that a line of Markdown links to.
fn links(line: &str) -> impl Iterator<Item = &str> {
    line.split("](").skip(1).filter_map(|rest| {
        let target = rest.split(')').next()?;
        (!target.is_empty() && !target.contains(':')).then_some(target)
    })
}

/// Whether a document has a heading with this anchor, as GitHub and mdBook make them.
fn has_heading(file: &Path, anchor: &str) -> bool {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    let slug = |heading: &str| -> String {
        let kept = heading.trim().to_lowercase();
        let kept = kept.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
        kept.map(|c| if c == ' ' { '-' } else { c }).collect()
    };
    let headings = text.lines().filter(|line| line.starts_with('#'));
    headings.map(|line| slug(line.trim_start_matches('#'))).any(|slug| slug == anchor)
}

/// Whether a word in code marks is not a place, or a place that exists.
fn known(root: &Path, word: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-./{},:".contains(c);
    if !word.chars().all(plain) || word.starts_with(['/', '.']) && word != ".ci/run" {
        return true;
    }
    if let Some((room, rest)) = word.split_once("::") {
        return module(root, room, rest.split("::").next().unwrap_or_default());
    }
    let Some((first, rest)) = word.split_once('/') else { return true };
    if rest.is_empty() {
        return root.join(first).exists() || root.join("crates").join(first).exists();
    }
    alternatives(word)
        .iter()
        .all(|path| root.join(path).exists() || root.join("crates").join(path).exists())
}

/// A path with one `{a,b}` written out.
fn alternatives(word: &str) -> Vec<String> {
    let Some((head, rest)) = word.split_once('{') else { return vec![word.to_owned()] };
    let Some((middle, tail)) = rest.split_once('}') else { return vec![word.to_owned()] };
    middle.split(',').map(|part| format!("{head}{part}{tail}")).collect()
}

/// Whether a crate has a module of that name; items (functions, types) are not checked.
fn module(root: &Path, room: &str, name: &str) -> bool {
    let source = root.join("crates").join(room).join("src");
    if !source.is_dir() || name.starts_with(|c: char| c.is_ascii_uppercase()) {
        return true;
    }
    if source.join(name).is_dir() || source.join(format!("{name}.rs")).is_file() {
        return true;
    }
    let library = std::fs::read_to_string(source.join("lib.rs")).unwrap_or_default();
    library.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source;

    fn missing(path: &str, text: &str) -> Vec<String> {
        check(&source::root(), &[(path.to_owned(), text.to_owned())])
    }

    #[test]
    fn what_is_not_there_is_told_with_its_line() {
        let text = "See [x](docs/gone.md), [y](README.md#install) [h](README.md#gone) and [z](https://example.org).\n\
                    `sys/src/{ring,gone}.rs`, `sys::gone`, `docs/gone` and `engine/src/gone`\n";
        let found = missing("ARCHITECTURE.md", text);
        for (part, line) in [
            ("docs/gone.md", 1),
            ("README.md#gone", 1),
            ("sys/src/{ring,gone}.rs", 2),
            ("sys::gone", 2),
            ("docs/gone", 2),
            ("engine/src/gone", 2),
        ] {
            let start = format!("ARCHITECTURE.md:{line}: {part}:");
            assert!(found.iter().any(|breach| breach.starts_with(&start)), "{start} {found:?}");
        }
        assert_eq!(found.len(), 6, "{found:?}");
    }

    #[test]
    fn what_is_there_passes_and_so_does_what_is_no_place() {
        let text = "`sys/src/linux/{ring,aio}.rs` `sys::guard` `study::Record` `plan::plan` `std::fs` `foo.rs`\n\
                    `unsafe_code` `read = \"70%\"` `cargo xtask tidy` `.ci/run` [a](STYLE.md)\n";
        assert_eq!(missing("ARCHITECTURE.md", text), Vec::<String>::new());
    }

    /// The document says how to measure every method again.
    #[test]
    fn every_method_with_error_rates_stands_in_the_document() {
        let root = source::root();
        let text = std::fs::read_to_string(root.join("docs/explanation/methods/README.md"));
        let text = text.expect("the document is there");
        for entry in std::fs::read_dir(root.join("crates/study/examples/error_rates")).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            if let Some(method) = name.strip_suffix("_rates.rs") {
                assert!(
                    text.contains(&format!("`{method}`")),
                    "the document does not name {method}"
                );
            }
        }
    }

    #[test]
    fn other_documents_are_held_to_their_links_only() {
        assert_eq!(missing("docs/x.md", "`docs/gone` [a](gone.md)").len(), 1);
    }
}
