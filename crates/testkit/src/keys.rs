//! The keys of JSON documents with their types, for a golden file that shows a changed key.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Every key of some documents, and the types of its values.
#[derive(Clone, Debug, Default)]
pub struct DocumentKeys(BTreeMap<String, BTreeSet<&'static str>>);

impl DocumentKeys {
    /// Adds a document; its keys go under `path`.
    pub fn add(&mut self, path: &str, document: &Value) {
        let of = match document {
            Value::Null => "null",
            Value::Bool(_) => "boolean",
            Value::Number(_) => "number",
            Value::String(_) => "text",
            Value::Array(_) => "list",
            Value::Object(_) => "object",
        };
        self.0.entry(path.to_owned()).or_default().insert(of);
        match document {
            Value::Array(values) => {
                values.iter().for_each(|value| self.add(&format!("{path}[]"), value));
            }
            Value::Object(fields) => {
                fields.iter().for_each(|(key, value)| self.add(&format!("{path}.{key}"), value));
            }
            _ => {}
        }
    }

    pub fn text(&self) -> String {
        let line = |(path, types): (&String, &BTreeSet<&str>)| {
            let types: Vec<&str> = types.iter().copied().collect();
            format!("{path}: {}\n", types.join(" or "))
        };
        self.0.iter().map(line).collect()
    }
}
