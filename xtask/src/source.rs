//! Takes the folder of the workspace; gives its Rust files, parsed, its texts and manifests, and Cargo in it.
//!
//! Never judges: the rules are in `tidy`.

use proc_macro2::{TokenStream, TokenTree};
use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::Command;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

/// The folder that holds the workspace's `Cargo.toml`.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("xtask lies in the workspace's folder")
        .to_path_buf()
}

/// The program that `cargo build --release -p plimsoll` makes.
pub(crate) fn release() -> PathBuf {
    root().join("target/release/plimsoll")
}

pub(crate) fn cargo() -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()));
    cargo.current_dir(root());
    cargo
}

/// Runs a command of Cargo, which prints to the terminal; the error names the command.
pub(crate) fn run_cargo(command: &mut Command) -> Result<(), String> {
    let status = command.status().map_err(|e| format!("failed to start cargo: {e}"))?;
    let name = command.get_args().next().unwrap_or_default().display();
    if status.success() { Ok(()) } else { Err(format!("cargo {name} ended with {status}")) }
}

/// One token of a Rust file, flattened out of its brackets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    /// The word or sign as written.
    pub(crate) text: String,
    /// Its line, from 1.
    pub(crate) line: usize,
}

#[derive(Clone, Debug)]
pub(crate) struct Source {
    /// Its path from the root, with forward slashes.
    pub(crate) path: String,
    pub(crate) text: String,
    /// Every token, in order, without comments and the contents of literals.
    pub(crate) tokens: Vec<Token>,
    /// The positions of each text in `tokens`.
    positions: HashMap<String, Vec<usize>>,
    /// Lines of items marked `#[cfg(test)]` or `#[test]`.
    pub(crate) test_lines: Vec<RangeInclusive<usize>>,
}

impl Source {
    /// Parses one file's text; the error names the place where parsing fails.
    pub(crate) fn parse(path: &str, text: &str) -> Result<Self, String> {
        let file = syn::parse_file(text).map_err(|error| {
            format!("{path}:{}: does not parse: {error}", error.span().start().line)
        })?;
        let stream: TokenStream = text.parse().map_err(|e| format!("{path}: {e}"))?;
        let mut tokens = Vec::new();
        flatten(stream, &mut tokens);
        let mut positions: HashMap<String, Vec<usize>> = HashMap::new();
        for (at, token) in tokens.iter().enumerate() {
            positions.entry(token.text.clone()).or_default().push(at);
        }
        let mut finder = Finder::default();
        finder.visit_file(&file);
        Ok(Self {
            path: path.to_owned(),
            text: text.to_owned(),
            tokens,
            positions,
            test_lines: finder.test_lines,
        })
    }

    pub(crate) fn line_count(&self) -> usize {
        self.text.lines().count()
    }

    /// The crate it belongs to: the folder under `crates`, or `xtask`.
    pub(crate) fn crate_name(&self) -> &str {
        self.path.strip_prefix("crates/").unwrap_or(&self.path).split('/').next().unwrap_or("")
    }

    /// Whether the line belongs to test code: tests, benches and examples.
    pub(crate) fn is_test(&self, line: usize) -> bool {
        let path = &self.path;
        path.contains("/tests/")
            || path.ends_with("/tests.rs")
            || path.contains("/benches/")
            || path.contains("/examples/")
            || self.test_lines.iter().any(|lines| lines.contains(&line))
    }

    pub(crate) fn lines_of(&self, words: &[&str]) -> Vec<usize> {
        // Searches only at the rarest of them, because this function is called thousands of times.
        let all = words.iter().map(|word| self.positions.get(*word).map_or(&[][..], Vec::as_slice));
        let Some((before, places)) = all.enumerate().min_by_key(|(_, places)| places.len()) else {
            return Vec::new();
        };
        let starts = places.iter().filter_map(|at| at.checked_sub(before));
        starts
            .filter_map(|start| self.tokens.get(start..start + words.len()))
            .filter(|w| w.iter().zip(words).all(|(token, word)| token.text == *word))
            .map(|w| w[0].line)
            .collect()
    }

    pub(crate) fn lines_of_compared_fields(&self) -> Vec<usize> {
        let named =
            |text: &str| text.starts_with(|first: char| first.is_alphabetic() || first == '_');
        let compared = |w: &&[Token]| {
            let field = w[0].text == "." && named(&w[1].text);
            let equal = matches!(w[2].text.as_str(), "=" | "!") && w[3].text == "=";
            field && equal && w[4].text.starts_with('"')
        };
        self.tokens.windows(5).filter(compared).map(|w| w[0].line).collect()
    }
}

fn flatten(stream: TokenStream, out: &mut Vec<Token>) {
    let mut put = |text: String, line: usize| out.push(Token { text, line });
    for tree in stream {
        let line = tree.span().start().line;
        match tree {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    proc_macro2::Delimiter::Parenthesis => ("(", ")"),
                    proc_macro2::Delimiter::Brace => ("{", "}"),
                    proc_macro2::Delimiter::Bracket => ("[", "]"),
                    proc_macro2::Delimiter::None => ("", ""),
                };
                put(open.to_owned(), line);
                let mut inner = Vec::new();
                flatten(group.stream(), &mut inner);
                let end = group.span_close().start().line;
                for token in inner {
                    put(token.text, token.line);
                }
                put(close.to_owned(), end);
            }
            other => put(other.to_string(), line),
        }
    }
}

#[derive(Default)]
struct Finder {
    test_lines: Vec<RangeInclusive<usize>>,
}

impl Finder {
    fn enter_test(&mut self, attributes: &[syn::Attribute], item: &impl Spanned) -> bool {
        let test = attributes.iter().any(is_test_attribute);
        if test {
            let span = item.span();
            self.test_lines.push(span.start().line..=span.end().line);
        }
        test
    }
}

fn is_test_attribute(attribute: &syn::Attribute) -> bool {
    if attribute.path().is_ident("test") {
        return true;
    }
    match &attribute.meta {
        syn::Meta::List(list) if list.path.is_ident("cfg") => {
            list.tokens.to_string().split(|c: char| !c.is_alphanumeric()).any(|w| w == "test")
        }
        _ => false,
    }
}

impl<'ast> Visit<'ast> for Finder {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if !self.enter_test(&item.attrs, item) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        if !self.enter_test(&item.attrs, item) {
            visit::visit_item_fn(self, item);
        }
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        if !self.enter_test(&item.attrs, item) {
            visit::visit_item_impl(self, item);
        }
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        if !self.enter_test(&item.attrs, item) {
            visit::visit_impl_item_fn(self, item);
        }
    }
}

/// Every file under the root with one of these endings, as path from the root and text, in order of path.
///
/// Folders that begin with a dot (except `.ci`) and build output are left out.
pub(crate) fn texts(root: &Path, endings: &[&str]) -> Result<Vec<(String, String)>, String> {
    let mut found = Vec::new();
    walk(root, root, endings, &mut found)?;
    found.sort();
    Ok(found)
}

fn walk(
    root: &Path,
    folder: &Path,
    endings: &[&str],
    found: &mut Vec<(String, String)>,
) -> Result<(), String> {
    let told = |error: std::io::Error| format!("{}: {error}", folder.display());
    for entry in std::fs::read_dir(folder).map_err(told)? {
        let path = entry.map_err(told)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            if (!name.starts_with('.') || name == ".ci") && name != "target" {
                walk(root, &path, endings, found)?;
            }
        } else if endings.iter().any(|ending| name.ends_with(ending)) {
            let text = std::fs::read_to_string(&path)
                .map_err(|error| format!("{}: {error}", path.display()))?;
            let from_root = path.strip_prefix(root).unwrap_or(&path).to_string_lossy();
            found.push((from_root.into_owned(), text));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_found() {
        let text = "//! x\nfn a() {\n}\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn b() {}\n}\n\
                    struct S;\nimpl S { fn c(&self) -> u8 { 1 } }\n";
        let source = Source::parse("crates/base/src/x.rs", text).unwrap();
        assert!(source.is_test(7) && !source.is_test(2) && !source.is_test(10));
        assert_eq!(source.crate_name(), "base");
    }

    #[test]
    fn words_in_comments_and_literals_do_not_count() {
        let text = "//! x\nfn a() { /* Instant::now */ let _ = \"Instant::now\"; }\n\
                    fn b() { Instant::now(); }\n";
        let source = Source::parse("crates/base/src/x.rs", text).unwrap();
        assert_eq!(source.lines_of(&["Instant", ":", ":", "now"]), [3]);
    }
}
