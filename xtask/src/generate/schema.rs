//! The JSON Schema of the document of a run: takes the keys and types of the documents that a test holds still, gives the schema for
//! validators and generators of code.

use crate::source;
use fluent_syntax::ast::{Entry, Message};
use report::STREAM_FIGURES;
use report::export::trial_columns;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;

const KEYS: &str = "crates/session/tests/simulated/keys.txt";
const SCHEMA: &str = "docs/reference/run.schema.json";

/// A value of the documents, by what it was seen as.
#[derive(Default)]
struct SeenValue {
    /// `object`, `list`, `text`, `number`, `boolean`, `null`, joined by `or`.
    types: String,
    keys: BTreeMap<String, SeenValue>,
    /// The elements of a list.
    elements: Option<Box<SeenValue>>,
}

impl SeenValue {
    /// The value at a path such as `findings[].reason`.
    fn at(&mut self, path: &str) -> &mut Self {
        let mut here = self;
        for part in path.split('.').filter(|part| !part.is_empty()) {
            let name = part.trim_end_matches("[]");
            if !name.is_empty() {
                here = here.keys.entry(name.to_owned()).or_default();
            }
            for _ in 0..part[name.len()..].len() / "[]".len() {
                here = here.elements.get_or_insert_default();
            }
        }
        here
    }

    fn schema(&self) -> Value {
        // What was never more than null may be anything; of the others, each may be unknown.
        if self.types == "null" {
            return json!(true);
        }
        let mut schema = Map::new();
        // One of several cases is a text or an object, and the documents show one of them.
        let names = self.types.split(" or ").flat_map(|name| match name {
            "text" | "object" => vec!["string", "object"],
            "list" => vec!["array"],
            other => vec![other],
        });
        let names: BTreeSet<&str> = names.chain(["null"]).collect();
        schema.insert("type".to_owned(), json!(names));
        if !self.keys.is_empty() {
            let keys = self.keys.iter().map(|(name, value)| (name.clone(), value.schema()));
            schema.insert("properties".to_owned(), Value::Object(keys.collect()));
        }
        if let Some(elements) = &self.elements {
            schema.insert("items".to_owned(), elements.schema());
        }
        Value::Object(schema)
    }
}

pub(super) fn document() -> (String, String) {
    let text = fs::read_to_string(source::root().join(KEYS)).expect("the keys lie in the project");
    let mut run = SeenValue::default();
    for line in text.lines() {
        let (path, types) = line.split_once(": ").expect("a key and its type");
        run.at(path.strip_prefix("run").expect("a key of a run")).types = types.to_owned();
    }
    let mut schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The JSON document of a run of Plimsoll; docs/reference/json.md says what each key is",
    });
    let own = schema.as_object_mut().expect("made as one");
    own.extend(run.schema().as_object().expect("a run is an object").clone());
    own.insert("type".to_owned(), json!("object"));
    (SCHEMA.to_owned(), format!("{schema:#}\n"))
}

/// The pages with their tables: path and text.
pub(super) fn figure_tables() -> [(String, String); 2] {
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
    let text = fs::read_to_string(&path).expect("the catalogue is there");
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
    let before = fs::read_to_string(source::root().join(path)).unwrap_or_default();
    let begin = format!("<!-- Made by cargo xtask generate: {name} -->\n");
    let made = before.split_once(&begin).and_then(|(head, rest)| {
        let (_, tail) = rest.split_once("<!-- End -->")?;
        Some(format!("{head}{begin}{text}\n<!-- End -->{tail}"))
    });
    (path.to_owned(), made.unwrap_or_else(|| panic!("{path} has no marks for {name}")))
}
