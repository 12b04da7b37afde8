//! Takes the computed figures of a stream and the columns of trials; gives their tables in the pages on JSON and CSV.

use crate::source;
use fluent_syntax::ast::{Entry, Message};
use report::STREAM_FIGURES;
use report::export::trial_columns;
use std::collections::HashMap;

/// The pages with their tables: path and text.
pub(super) fn documents() -> [(String, String); 2] {
    let header = format!("\nThe header in full:\n\n```csv\n{}\n```\n", trial_columns().join(","));
    [
        page("docs/reference/json.md", "stream figures", &table("key")),
        page("docs/reference/csv.md", "trial columns", &(table("column") + &header)),
    ]
}

fn table(head: &str) -> String {
    let abouts = comments();
    let row = |figure: &report::StreamFigure| {
        let about = &abouts[&figure.key.replace('_', "-")];
        format!("| `{}` | {} | {about} |\n", figure.key, figure.unit)
    };
    let rows: String = STREAM_FIGURES.iter().map(row).collect();
    format!("\n| {head} | unit | what it is |\n| --- | --- | --- |\n{rows}")
}

/// What the comments of the figures' messages say, by the name of the message.
fn comments() -> HashMap<String, String> {
    let path = source::root().join("crates/report/messages/en/stream_figure.ftl");
    let text = std::fs::read_to_string(&path).expect("the catalogue is there");
    let resource = fluent_syntax::parser::parse(text.as_str()).expect("the build read it");
    let messages = resource.body.iter().filter_map(|entry| match entry {
        Entry::Message(message) => Some((message.id.name.to_owned(), about(message))),
        _ => None,
    });
    messages.collect()
}

/// The comment of a message without the declarations of its arguments.
fn about(message: &Message<&str>) -> String {
    let comment = message.comment.as_ref().map(|comment| comment.content.as_slice());
    let about = comment.unwrap_or_default().iter().filter(|line| !line.starts_with('$'));
    about.copied().collect::<Vec<_>>().join(" ")
}

/// The page at this path with this text between the marks of this name.
fn page(path: &str, name: &str, text: &str) -> (String, String) {
    let before = std::fs::read_to_string(source::root().join(path)).unwrap_or_default();
    let begin = format!("<!-- Made by cargo xtask generate: {name} -->\n");
    let made = before.split_once(&begin).and_then(|(head, rest)| {
        let (_, tail) = rest.split_once("<!-- End -->")?;
        Some(format!("{head}{begin}{text}\n<!-- End -->{tail}"))
    });
    (path.to_owned(), made.unwrap_or_else(|| panic!("{path} has no marks for {name}")))
}
