//! Takes the tables in the code; writes the documents made from them, or compares them.
//!
//! In a document that people write, only the text between its marks is made from a table.

mod dialects;
mod schema;

use crate::source;

/// Every generated file: path from the root and its text.
fn documents() -> Vec<(String, String)> {
    let mut all = vec![("docs/reference/job-language.md".to_owned(), workload::keys::markdown())];
    all.push(dialects::profiles());
    all.push(schema::document());
    all.extend(dialects::documents());
    all.extend(schema::figure_tables());
    all
}

/// Writes every document, or with `--check` names those that are stale.
pub(crate) fn run(words: &[&str]) -> Result<(), String> {
    let check = match words {
        [] => false,
        ["--check"] => true,
        _ => return Err("generate takes nothing, or --check".to_owned()),
    };
    let stale = stale();
    if check {
        return if stale.is_empty() {
            println!("generate: every generated file is fresh");
            Ok(())
        } else {
            let names: Vec<_> = stale.into_iter().map(|d| d.0).collect();
            Err(format!("stale: {}; run cargo xtask generate", names.join(", ")))
        };
    }
    for (path, text) in stale {
        let full = source::root().join(&path);
        let folder = full.parent().expect("a document lies in a folder");
        std::fs::create_dir_all(folder)
            .and_then(|()| std::fs::write(&full, text))
            .map_err(|error| format!("failed to write {path}: {error}"))?;
        println!("wrote {path}");
    }
    Ok(())
}

fn stale() -> Vec<(String, String)> {
    let on_disk = |path: &str| std::fs::read_to_string(source::root().join(path)).ok();
    documents().into_iter().filter(|(path, text)| on_disk(path).as_ref() != Some(text)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generated_files_are_fresh() {
        let stale: Vec<_> = stale().into_iter().map(|d| d.0).collect();
        assert!(stale.is_empty(), "stale: {stale:?}; run cargo xtask generate");
    }

    #[test]
    fn documents_are_made_from_something() {
        for (path, text) in documents() {
            assert!(text.lines().count() > 20, "{path} is nearly empty");
        }
    }
}
