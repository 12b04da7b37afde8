//! Takes the workspace; gives every breach of the project rules, each with its place.
//!
//! Runs as `cargo xtask tidy` and inside `cargo test`. Never changes a file. Each rule has a test with a bad snippet,
//! so that a rule that no longer works is noticed.

mod arrows;
mod files;
mod places;
mod sentences;
mod words;

use crate::source::{self, Source};
use std::path::Path;

pub(crate) fn run() -> Result<(), String> {
    let breaches = breaches(&source::root())?;
    for breach in &breaches {
        println!("{breach}");
    }
    if breaches.is_empty() {
        println!("tidy: the project rules hold");
        Ok(())
    } else {
        Err(format!("{} breaches of the project rules (STYLE.md says why)", breaches.len()))
    }
}

/// Files with text for people.
const SENTENCES: &[&str] = &[".md", ".ftl"];

fn breaches(root: &Path) -> Result<Vec<String>, String> {
    let texts = source::texts(root, &[".rs"])?;
    let (mut breaches, mut sources) = (Vec::new(), Vec::new());
    for (own, parsed) in on_all_cpus(&texts, check_each) {
        breaches.extend(own);
        sources.extend(parsed);
    }
    breaches.extend(files::check(&sources));
    let mut manifests = source::texts(root, &["Cargo.toml"])?;
    // The fuzzer is a separate workspace that needs a nightly compiler: nothing here is built from it.
    manifests.retain(|(path, _)| !path.starts_with("fuzz/"));
    breaches.extend(arrows::check(&manifests)?);
    breaches.extend(arrows::versions_and_reasons(&manifests)?);
    let documents = source::texts(root, &[".md"])?;
    breaches.extend(places::check(root, &documents));
    breaches.extend(sentences::check(&source::texts(root, SENTENCES)?));
    let texts = source::texts(root, &[".rs", ".md", ".toml", ".html", ".css", ".js", "run"])?;
    for (path, text) in &texts {
        breaches.extend(words::machine_paths(path, text));
    }
    Ok(breaches)
}

/// The breaches of each file by itself, and the files that parse.
fn check_each(texts: &[(String, String)]) -> (Vec<String>, Vec<Source>) {
    let (mut breaches, mut sources) = (Vec::new(), Vec::new());
    for (path, text) in texts {
        match Source::parse(path, text) {
            Ok(source) => {
                breaches.extend(files::header(&source));
                breaches.extend(words::check(&source));
                sources.push(source);
            }
            Err(reason) => breaches.push(reason),
        }
    }
    (breaches, sources)
}

/// The results of a function for parts of a list, one part for each CPU.
fn on_all_cpus<T: Sync, R: Send>(all: &[T], work: impl Fn(&[T]) -> R + Sync) -> Vec<R> {
    let cpus = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let part = all.len().div_ceil(cpus).max(1);
    std::thread::scope(|scope| {
        let begun: Vec<_> = all.chunks(part).map(|part| scope.spawn(|| work(part))).collect();
        begun.into_iter().map(|one| one.join().expect("a rule does not panic")).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_house_is_tidy() {
        let breaches = breaches(&source::root()).unwrap();
        assert!(breaches.is_empty(), "\n{}\n", breaches.join("\n"));
    }
}
