//! The JSON Schema of the document of a run: takes the keys and types of the documents that a test holds still, gives the schema for
//! validators and generators of code.

use crate::source;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};
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
