//! Generates Rust from the message catalogue `messages/{en,ru,de}/*.ftl`: one typed function for each message.
//!
//! Every error in the catalogue fails the build: a missing or extra translation, an argument that one language omits, an argument
//! without a type.

#[path = "build/code.rs"]
mod code;
#[path = "build/messages.rs"]
mod messages;

use std::path::{Path, PathBuf};

/// The languages; the first decides which messages and arguments exist.
const LANGUAGES: [&str; 3] = ["en", "ru", "de"];

fn main() -> Result<(), String> {
    println!("cargo::rerun-if-changed=messages");
    println!("cargo::rerun-if-changed=build");
    let variable = |name: &str| std::env::var_os(name).ok_or(format!("{name} is not set"));
    let root = PathBuf::from(variable("CARGO_MANIFEST_DIR")?).join("messages");
    let out = PathBuf::from(variable("OUT_DIR")?).join("catalogue.rs");
    let mut texts = Vec::new();
    for name in file_names(&root)? {
        let text = |language: &str| {
            let path = root.join(language).join(&name);
            std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))
        };
        let [en, ru, de] = LANGUAGES.map(text);
        texts.push((name, [en?, ru?, de?]));
    }
    let mut mistakes = Vec::new();
    let files: Vec<_> = texts
        .iter()
        .map(|(name, texts)| {
            let module = name.trim_end_matches(".ftl");
            messages::read(module, LANGUAGES, texts, &mut mistakes)
        })
        .collect();
    if !mistakes.is_empty() {
        for mistake in &mistakes {
            println!("cargo::error={mistake}");
        }
        return Err(format!("the message catalogue has {} mistakes", mistakes.len()));
    }
    std::fs::write(&out, code::code(&files)).map_err(|error| format!("{}: {error}", out.display()))
}

/// The names of the files, which are the same for all languages.
fn file_names(root: &Path) -> Result<Vec<String>, String> {
    let names = |language: &str| -> Result<Vec<String>, String> {
        let folder = root.join(language);
        let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
        let entries = std::fs::read_dir(&folder).map_err(failed)?;
        let mut names = Vec::new();
        for entry in entries {
            names.push(entry.map_err(failed)?.file_name().to_string_lossy().into_owned());
        }
        names.sort();
        Ok(names)
    };
    let [en, ru, de] = LANGUAGES.map(names);
    let (en, ru, de) = (en?, ru?, de?);
    if en != ru || en != de {
        return Err(format!("the languages have different files: {en:?}, {ru:?}, {de:?}"));
    }
    Ok(en)
}
