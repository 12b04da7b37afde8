//! The keys of a stream, for jobs and for the roles of profiles alike.
//!
//! One list of keys serves both directions, so that a stream is written as it is read. To add a key, write its line in [`keys`]; a key with
//! a form of its own is a [`StreamForm`].

mod forms;
mod times;
mod transaction;

use super::section::{self, KeyTable};
use super::value::KeyValue;
use super::write::JobWriter;
use super::written::quoted;
use crate::Diagnostics;
use base::Nanos;
use std::collections::HashSet;
use workload::keys::KeyDefault;
use workload::{StopCondition, Stream, WordChoice};

/// All keys of a stream except its target, in the order of the written text.
fn keys(list: &mut impl StreamKeys, stream: &mut Stream) {
    list.shown("read", &mut stream.read_percent);
    list.form(forms::BLOCKS, stream);
    list.form(forms::ACCESS, stream);
    list.word("cursor", &mut stream.cursor);
    list.optional("align", &mut stream.align);
    list.value("offset", &mut stream.offset);
    list.optional("size", &mut stream.size);
    list.shown("depth", &mut stream.depth);
    list.form(forms::HOSTS, stream);
    list.form(forms::KEEP, stream);
    list.value("workers", &mut stream.workers);
    list.form(forms::PIN, stream);
    list.form(forms::DELAY, stream);
    list.form(times::PACE, stream);
    list.form(times::CURVE, stream);
    list.form(forms::TIE, stream);
    list.form(transaction::TRANSACTION, stream);
    list.word("trim", &mut stream.trim);
    list.form(forms::SYNC, stream);
    list.shown_word("cache", &mut stream.cache);
    list.optional("drop_every", &mut stream.drop_every);
    list.value("flush_last", &mut stream.flush_last);
    list.optional("seed", &mut stream.seed);
    list.form(forms::SUBMIT, stream);
    list.value("compress", &mut stream.content.compress_percent);
    list.value("dedupe", &mut stream.content.dedupe_percent);
    list.value("zeros", &mut stream.content.zeros);
    list.word("check", &mut stream.check);
    list.form(times::STOP, stream);
    list.word("on_error", &mut stream.on_error);
}

/// One direction of the list: reads the keys of a section into a stream, or writes them from it.
trait StreamKeys {
    /// A key with a default, which is written where the value is another.
    fn value<T: KeyValue + PartialEq>(&mut self, key: &'static str, field: &mut T);
    /// A key that is always written, because people look for it first.
    fn shown<T: KeyValue + PartialEq>(&mut self, key: &'static str, field: &mut T);
    /// A key whose absence means something else than each of its values.
    fn optional<T: KeyValue>(&mut self, key: &'static str, field: &mut Option<T>);
    /// A key with the words of a choice, which is written where the choice is not the default.
    fn word<T: WordChoice>(&mut self, key: &'static str, field: &mut T);
    /// The same, always written.
    fn shown_word<T: WordChoice>(&mut self, key: &'static str, field: &mut T);
    fn form(&mut self, form: StreamForm, stream: &mut Stream);
}

struct StreamForm {
    /// Whether a role of a profile has these keys; those that it lacks are decided by the study that measures the role.
    in_roles: bool,
    read: fn(&KeyTable<'_, '_>, &mut Stream, &mut Diagnostics),
    write: fn(&Stream, &mut JobWriter),
}

/// The stream of a section. A wrong value keeps its default, so that the rest can still be checked. The caller sets
/// the target; `common` is the job's own duration.
pub(super) fn read(
    section: &KeyTable<'_, '_>,
    common: Option<Nanos>,
    sink: &mut Diagnostics,
) -> Stream {
    let mut stream = Stream::new(&section.name, "");
    stream.stop = StopCondition { duration_ns: common, ..StopCondition::default() };
    keys(&mut StreamReader { section, sink }, &mut stream);
    stream
}

pub(super) fn write(stream: &Stream, out: &mut JobWriter) {
    keys(out, &mut stream.clone());
}

struct StreamReader<'s, 'a, 'i> {
    section: &'s KeyTable<'a, 'i>,
    sink: &'s mut Diagnostics,
}

impl StreamKeys for StreamReader<'_, '_, '_> {
    fn value<T: KeyValue + PartialEq>(&mut self, key: &'static str, field: &mut T) {
        *field = self.section.get_or_default(key, self.sink);
    }

    fn shown<T: KeyValue + PartialEq>(&mut self, key: &'static str, field: &mut T) {
        self.value(key, field);
    }

    fn optional<T: KeyValue>(&mut self, key: &'static str, field: &mut Option<T>) {
        *field = self.section.get(key, self.sink);
    }

    fn word<T: WordChoice>(&mut self, key: &'static str, field: &mut T) {
        *field = self.section.choice(key, self.sink).unwrap_or(*field);
    }

    fn shown_word<T: WordChoice>(&mut self, key: &'static str, field: &mut T) {
        self.word(key, field);
    }

    fn form(&mut self, form: StreamForm, stream: &mut Stream) {
        if form.in_roles || self.section.kind != "role" {
            (form.read)(self.section, stream, self.sink);
        }
    }
}

impl StreamKeys for JobWriter {
    fn value<T: KeyValue + PartialEq>(&mut self, key: &'static str, field: &mut T) {
        if *field != section::default_value(section::stream_key(key)) {
            self.shown(key, field);
        }
    }

    fn shown<T: KeyValue + PartialEq>(&mut self, key: &'static str, field: &mut T) {
        self.key(key, field.written());
    }

    fn optional<T: KeyValue>(&mut self, key: &'static str, field: &mut Option<T>) {
        if let Some(value) = field {
            self.key(key, value.written());
        }
    }

    fn word<T: WordChoice>(&mut self, key: &'static str, field: &mut T) {
        let fallback = section::stream_key(key).fallback;
        if !matches!(fallback, KeyDefault::Value(word) if word == field.word()) {
            self.shown_word(key, field);
        }
    }

    fn shown_word<T: WordChoice>(&mut self, key: &'static str, field: &mut T) {
        self.key(key, quoted(field.word()));
    }

    fn form(&mut self, form: StreamForm, stream: &mut Stream) {
        (form.write)(stream, self);
    }
}

pub(super) struct KnownTargets<'a> {
    names: Vec<&'a str>,
    set: HashSet<&'a str>,
    listed: String,
}

impl<'a> KnownTargets<'a> {
    pub(super) fn of(names: impl Iterator<Item = &'a str>) -> Self {
        let names: Vec<&str> = names.collect();
        let listed = base::shown::clipped(&names.join(", "), LISTED_CHARS_MAX).into_owned();
        Self { set: names.iter().copied().collect(), names, listed }
    }
}

/// The most characters of a list of names.
const LISTED_CHARS_MAX: usize = 400;

/// The target that the stream names, or the only one.
pub(super) fn target(
    section: &KeyTable<'_, '_>,
    known: &KnownTargets<'_>,
    sink: &mut Diagnostics,
) -> String {
    match section.get::<String>("target", sink) {
        Some(name) if known.set.contains(name.as_str()) || sink.is_full() => name,
        Some(name) => {
            let help = match crate::suggest::nearest(&name, &known.names) {
                Some(near) => format!("did you mean \"{near}\"?"),
                None if known.names.is_empty() => format!("add [target.{name}]"),
                None => format!("known here: {}", known.listed),
            };
            sink.problem(section.span_of("target"), format!("there is no target \"{name}\""), help);
            name
        }
        None if section.has("target") => String::new(),
        None => {
            if known.names.len() > 1 {
                sink.absent(
                    section.span.clone(),
                    format!("{} does not say which target", section.title()),
                    format!("add `target`: one of {}", known.listed),
                );
            }
            known.names.first().copied().unwrap_or_default().to_owned()
        }
    }
}
