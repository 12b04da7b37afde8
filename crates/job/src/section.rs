//! A table of the text whose keys are checked against the table of all keys.

use super::value::{KeyValue, TomlValue, ValueProblem, not_a, word_of};
use crate::{Diagnostics, Problem, suggest};
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};
use workload::WordChoice;
use workload::keys::{self, JobKey, KeyDefault, KeyDomain};

/// Of a longer text, only the first mistake in its syntax is told: the parser takes 500 bytes for each.
const RECOVERY_BYTES_MAX: usize = 64 << 10;

/// The document of a text and the problems of its syntax.
pub(super) fn parse(text: &str) -> (Spanned<DeTable<'_>>, Vec<Problem>) {
    let (document, errors) = if text.len() <= RECOVERY_BYTES_MAX {
        DeTable::parse_recoverable(text)
    } else {
        match DeTable::parse(text) {
            Ok(document) => (document, Vec::new()),
            Err(first) => (Spanned::new(0..0, DeTable::new()), vec![first]),
        }
    };
    let problems = errors
        .iter()
        .map(|error| Problem {
            span: error.span().unwrap_or(0..0),
            text: error.message().to_lowercase(),
            help: "a job is a TOML file; see https://toml.io".to_owned(),
        })
        .collect();
    (document, problems)
}

/// Reports every key of a table that is not in `known`, with the nearest known one; `title` names the table.
pub(super) fn tell_unknown_keys(
    title: &str,
    table: &DeTable<'_>,
    known: &[&'static str],
    sink: &mut Diagnostics,
) {
    for (key, _) in table.iter() {
        let written: &str = key.get_ref();
        if !known.contains(&written) {
            let help = match suggest::nearest(written, known) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("known here: {}", known.join(", ")),
            };
            sink.problem(key.span(), format!("there is no key `{written}` in {title}"), help);
        }
    }
}

/// One table of the text, such as `[stream.data]`.
pub(super) struct KeyTable<'a, 'i> {
    pub kind: &'static str,
    /// Its own name; empty where it has none.
    pub name: String,
    pub span: Range<usize>,
    table: &'a DeTable<'i>,
}

impl<'a, 'i> KeyTable<'a, 'i> {
    /// Opens a table and reports every key that is not in `known`, with the nearest known one.
    pub(super) fn open(
        kind: &'static str,
        name: &str,
        span: Range<usize>,
        table: &'a DeTable<'i>,
        known: &[&'static str],
        sink: &mut Diagnostics,
    ) -> Self {
        tell_unknown_keys(&title(kind, name), table, known, sink);
        Self { kind, name: name.to_owned(), span, table }
    }

    /// A table whose keys somebody else checks.
    pub(super) fn of_any_keys(
        kind: &'static str,
        span: Range<usize>,
        table: &'a DeTable<'i>,
    ) -> Self {
        Self { kind, name: String::new(), span, table }
    }

    /// Its name for people, such as `stream "data"`.
    pub(super) fn title(&self) -> String {
        title(self.kind, &self.name)
    }

    pub(super) fn has(&self, key: &str) -> bool {
        self.table.get(key).is_some()
    }

    /// The place of the value of `key`; of the section's name when the key is missing.
    pub(super) fn span_of(&self, key: &str) -> Range<usize> {
        self.table.get(key).map_or_else(|| self.span.clone(), Spanned::span)
    }

    /// The entry of `key` in the table of keys; a role also has the keys of a stream.
    fn entry(&self, key: &str) -> &'static JobKey {
        let stream = (self.kind == "role").then(|| keys::find("stream", key)).flatten();
        let entry = stream.or_else(|| keys::find(self.kind, key));
        entry.expect("the reader asks only for keys that the table has")
    }

    pub(super) fn domain(&self, key: &str) -> KeyDomain {
        self.entry(key).domain
    }

    /// The value of `key` if it exists and is in its domain; reports problems with it.
    pub(super) fn get<T: KeyValue>(&self, key: &'static str, sink: &mut Diagnostics) -> Option<T> {
        let domain = self.domain(key);
        self.read(key, sink, |value| T::parse(domain, value))
    }

    /// As [`Self::get`], but the table's default when the value is missing or wrong.
    pub(super) fn get_or_default<T: KeyValue>(
        &self,
        key: &'static str,
        sink: &mut Diagnostics,
    ) -> T {
        self.get(key, sink).unwrap_or_else(|| default_value(self.entry(key)))
    }

    /// As [`Self::get`], but reports a missing key.
    pub(super) fn must_get<T: KeyValue>(
        &self,
        key: &'static str,
        sink: &mut Diagnostics,
    ) -> Option<T> {
        self.must_have(key, sink);
        self.get(key, sink)
    }

    /// The word of `key` if it exists and is known.
    pub(super) fn word(&self, key: &'static str, sink: &mut Diagnostics) -> Option<&'static str> {
        let domain = self.domain(key);
        self.read(key, sink, |value| word_of(domain, value))
    }

    pub(super) fn choice<T: WordChoice>(
        &self,
        key: &'static str,
        sink: &mut Diagnostics,
    ) -> Option<T> {
        self.word(key, sink).and_then(T::of_word)
    }

    /// The value of `key` if it exists and `parse` accepts it; reports problems with it.
    pub(super) fn read<T>(
        &self,
        key: &'static str,
        sink: &mut Diagnostics,
        parse: impl FnOnce(&Spanned<DeValue<'i>>) -> Result<T, ValueProblem>,
    ) -> Option<T> {
        let value = self.table.get(key)?;
        parse(value).map_err(|wrong| self.tell(key, value.span(), wrong, sink)).ok()
    }

    /// The valid members of the list `key`, each with its place; reports problems with the others.
    pub(super) fn list<T>(
        &self,
        key: &'static str,
        sink: &mut Diagnostics,
        wanted: &str,
        parse: impl Fn(&TomlValue<'i>) -> Result<T, ValueProblem>,
    ) -> Option<Vec<(T, Range<usize>)>> {
        let value = self.table.get(key)?;
        let DeValue::Array(members) = value.get_ref() else {
            return self.read(key, sink, |value| not_a(value, wanted));
        };
        let mut right = Vec::new();
        for member in members.iter() {
            match parse(member) {
                Ok(read) => right.push((read, member.span())),
                Err(wrong) => self.tell(key, member.span(), wrong, sink),
            }
        }
        Some(right)
    }

    /// Reports a problem with the value of `key` at `span`, or with a part of it.
    fn tell(
        &self,
        key: &'static str,
        span: Range<usize>,
        wrong: ValueProblem,
        sink: &mut Diagnostics,
    ) {
        let domain = self.domain(key);
        let help = format!("{}: {}", domain.kind(), domain.range());
        sink.problem(wrong.span.unwrap_or(span), format!("`{key}` {}", wrong.text), help);
    }

    /// As [`Self::read`], but reports a missing key.
    pub(super) fn required<T>(
        &self,
        key: &'static str,
        sink: &mut Diagnostics,
        parse: impl FnOnce(&Spanned<DeValue<'i>>) -> Result<T, ValueProblem>,
    ) -> Option<T> {
        self.must_have(key, sink);
        self.read(key, sink, parse)
    }

    /// Reports `key` if it is missing.
    pub(super) fn must_have(&self, key: &'static str, sink: &mut Diagnostics) {
        if !self.has(key) {
            let example = self.entry(key).example;
            sink.absent(
                self.span.clone(),
                format!("{} has no `{key}`", self.title()),
                format!("add for example: {example}"),
            );
        }
    }

    /// The text of `key` as written, valid or not.
    pub(super) fn written(&self, key: &str) -> Option<&'a str> {
        self.table.get(key)?.get_ref().as_str()
    }
}

pub(super) fn default_value<T: KeyValue>(key: &JobKey) -> T {
    let KeyDefault::Value(text) = key.fallback else { panic!("{} has no default", key.name) };
    let value = DeValue::String(text.into());
    T::parse_text(key.domain, &Spanned::new(0..0, value))
        .unwrap_or_else(|wrong| panic!("the default of {} {}", key.name, wrong.text))
}

/// The entry of a key of a stream in the table of keys.
pub(super) fn stream_key(key: &str) -> &'static JobKey {
    keys::find("stream", key).expect("the writer asks only for keys that the table has")
}

fn title(kind: &str, name: &str) -> String {
    match (kind, name) {
        ("", _) => "a job".to_owned(),
        ("plan", _) => "a plan of studies".to_owned(),
        ("profile", _) => "a profile".to_owned(),
        ("stage", _) => "a stage".to_owned(),
        (kind, "") => format!("[{kind}]"),
        (kind, name) => format!("{kind} \"{name}\""),
    }
}

pub(super) fn names_of(section: &str) -> Vec<&'static str> {
    keys::of(section).map(|key| key.name).collect()
}

/// The named tables below `root.key`, such as every `[stream.NAME]`, in the order of the text.
pub(super) fn named<'a, 'i>(
    root: &'a DeTable<'i>,
    key: &'static str,
    known: &[&'static str],
    sink: &mut Diagnostics,
) -> Vec<KeyTable<'a, 'i>> {
    let Some(value) = root.get(key) else { return Vec::new() };
    let DeValue::Table(all) = value.get_ref() else {
        sink.problem(
            value.span(),
            format!("`{key}` is not a table"),
            format!("write [{key}.NAME] on a line of its own and its keys below"),
        );
        return Vec::new();
    };
    let mut found: Vec<KeyTable<'a, 'i>> = Vec::new();
    for (name, value) in all.iter() {
        match value.get_ref() {
            DeValue::Table(table) => {
                found.push(KeyTable::open(key, name.get_ref(), name.span(), table, known, sink));
            }
            _ => {
                let written: &str = name.get_ref();
                let help = if known.contains(&written) {
                    format!("a {key} has a name: write [{key}.NAME] instead of [{key}]")
                } else {
                    format!("write [{key}.NAME] on a line of its own and its keys below")
                };
                sink.problem(name.span(), format!("{key} \"{written}\" is not a table"), help);
            }
        }
    }
    found.sort_by_key(|section| section.span.start);
    for section in &found {
        if section.name.is_empty() || section.name.chars().any(char::is_control) {
            sink.problem(
                section.span.clone(),
                format!("this is no name for a {key}"),
                "write one line of text",
            );
        }
    }
    found
}
