//! The page of all messages: takes the English files of the catalogue, gives a table of each.

use crate::source;
use fluent_syntax::ast::{Entry, Message, Pattern, Resource};
use std::collections::HashMap;
use std::fmt::Write;

const FOLDER: &str = "crates/report/messages/en";
/// The page.
pub(super) const PATH: &str = "docs/reference/messages.md";

/// The page and its path.
pub(super) fn document() -> (String, String) {
    let folder = source::root().join(FOLDER);
    let entries = std::fs::read_dir(&folder).expect("the catalogue is there");
    let mut files: Vec<_> = entries.map(|entry| entry.expect("it is readable").path()).collect();
    files.sort();
    let mut page = "# Messages\n\nEvery sentence of the answer, the HTML report and the warnings, in English. `--lang ru` and `--lang de` show \
                    the same messages in Russian and German. A value such as `{ $rate }` is formatted by the language; `crates/report/src/catalogue.rs` \
                    says how a message is added.\n\nMade by `cargo xtask generate` of the files in `crates/report/messages/en`.\n"
        .to_owned();
    for path in files {
        let text = std::fs::read_to_string(&path).expect("it is text");
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let resource = fluent_syntax::parser::parse(text.as_str()).unwrap_or_else(|(read, _)| read);
        section(&mut page, &name, &resource);
    }
    (PATH.to_owned(), page)
}

fn section(page: &mut String, name: &str, resource: &Resource<&str>) {
    let heading = resource.body.iter().find_map(|entry| match entry {
        Entry::ResourceComment(comment) => Some(comment.content.join(" ")),
        _ => None,
    });
    let heading = heading.unwrap_or_default();
    write!(
        page,
        "\n## {name}\n\n{heading}\n\n| message | text | where it stands |\n| --- | --- | --- |\n"
    )
    .expect("a string");
    let mut group = String::new();
    for entry in &resource.body {
        match entry {
            // The messages of a fact have no comments of their own.
            Entry::GroupComment(comment) => {
                let about = comment.content.first().unwrap_or(&"");
                group = about.split_once(": ").map_or("", |(_, about)| about).to_owned();
            }
            Entry::Message(message) => rows(page, message, &group),
            _ => {}
        }
    }
}

/// A message and its attributes.
fn rows(page: &mut String, message: &Message<&str>, group: &str) {
    let about = about(message);
    let about = if about.is_empty() { group } else { &about };
    let id = message.id.name;
    let own = message.value.iter().map(|pattern| (id.to_owned(), pattern));
    let attributes = message.attributes.iter();
    let attributes = attributes.map(|of| (format!("{id}.{}", of.id.name), &of.value));
    for (id, pattern) in own.chain(attributes) {
        writeln!(page, "| `{id}` | {} | {} |", cell(&shown(pattern)), cell(about))
            .expect("a string");
    }
}

/// The comment of a message without the declarations of its arguments.
fn about(message: &Message<&str>) -> String {
    let comment = message.comment.as_ref().map(|comment| comment.content.as_slice());
    let about = comment.unwrap_or_default().iter().filter(|line| !line.starts_with('$'));
    about.copied().collect::<Vec<_>>().join(" ")
}

/// What the comments of the messages of a file say, by the name of the message.
pub(super) fn comments(file: &str) -> HashMap<String, String> {
    let path = source::root().join(FOLDER).join(file).with_extension("ftl");
    let text = std::fs::read_to_string(&path).expect("it is text");
    let resource = fluent_syntax::parser::parse(text.as_str()).unwrap_or_else(|(read, _)| read);
    let messages = resource.body.iter().filter_map(|entry| match entry {
        Entry::Message(message) => Some((message.id.name.to_owned(), about(message))),
        _ => None,
    });
    messages.collect()
}

/// The text of a pattern on one line, as in the file.
fn shown(pattern: &Pattern<&str>) -> String {
    let message = Message {
        id: fluent_syntax::ast::Identifier { name: "x" },
        value: Some(pattern.clone()),
        attributes: Vec::new(),
        comment: None,
    };
    let text =
        fluent_syntax::serializer::serialize(&Resource { body: vec![Entry::Message(message)] });
    let text = text.trim_start_matches("x =");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A text escaped for a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('<', "&lt;")
}
