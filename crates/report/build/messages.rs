//! Reads the messages of one file in all languages, compares them, and determines the types of their arguments. The syntax is
//! Fluent's.

use fluent_syntax::ast::{
    Entry, Expression, InlineExpression, Message as Parsed, Pattern, PatternElement, VariantKey,
};
use std::collections::{BTreeMap, BTreeSet};

pub(crate) struct CatalogueFile {
    pub(crate) module: String,
    pub(crate) about: String,
    pub(crate) messages: Vec<Message>,
    pub(crate) enums: Vec<MessageEnum>,
}

/// The messages below a comment `## NAME: what they are about`: an enum with a variant for each, which displays its sentence. A name with
/// a path, such as `plan::PlanFault`, is that of an enum of another crate; every variant has a message.
pub(crate) struct MessageEnum {
    pub(crate) name: String,
    /// What each name of a message begins with before the name of its variant: `kind-` for `## NAME kind-*: ...`.
    pub(crate) prefix: String,
    pub(crate) about: String,
    /// `## By FUNCTION: A, B`: the function that makes the sentences of variants without a message, and these variants.
    pub(crate) computed: Option<(String, Vec<String>)>,
}

impl MessageEnum {
    /// The enum of the lines of a comment; `None` if the comment only ends the one before.
    fn of(place: &str, lines: &[&str], mistakes: &mut Vec<String>) -> Option<Self> {
        let (head, about) = lines.first()?.split_once(": ")?;
        let (name, prefix) = head.split_once(' ').unwrap_or((head, ""));
        let computed = |line: &str| {
            let (function, variants) = line.strip_prefix("By ")?.split_once(": ")?;
            Some((function.to_owned(), variants.split(", ").map(str::to_owned).collect()))
        };
        let wrong = lines.iter().skip(1).find(|line| computed(line).is_none());
        mistakes
            .extend(wrong.map(|line| format!("{place}: \"{line}\" is not \"By FUNCTION: A, B\"")));
        let computed = lines.get(1).and_then(|line| computed(line));
        let prefix = prefix.trim_end_matches('*').to_owned();
        Some(Self { name: name.to_owned(), prefix, about: about.to_owned(), computed })
    }
}

/// A message, or an attribute of one, in every language.
pub(crate) struct Message {
    /// Its identifier, such as `limited-by-quota` or `stalls.action`.
    pub(crate) id: String,
    pub(crate) about: String,
    /// The enum of which it is a variant.
    pub(crate) of_enum: Option<String>,
    pub(crate) arguments: Vec<Argument>,
    /// Its texts, in the order of the languages.
    pub(crate) texts: Vec<Vec<Part>>,
}

/// An argument as the comment of the English message declares it: `$rate (number): the offered load`.
#[derive(Clone)]
pub(crate) struct Argument {
    pub(crate) name: String,
    pub(crate) kind: String,
    /// Whether it is the only field of a variant without names of fields: `$iops (number, unnamed)`.
    pub(crate) is_unnamed: bool,
    pub(crate) about: String,
}

/// Declares the arguments that the comment of a variant does not declare as text, since most values are names.
fn declare_texts(declared: &mut Vec<Argument>, text: Option<&Vec<Part>>) {
    let names = text.map(|text| used(text)).unwrap_or_default();
    for name in names {
        if declared.iter().all(|argument| argument.name != name) {
            let (kind, about) = ("text".to_owned(), String::new());
            declared.push(Argument { name, kind, is_unnamed: false, about });
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Part {
    Text(String),
    /// The argument, formatted by its type.
    Value(String),
    /// Texts selected by a flag or by the plural of a count; the last one is the default.
    Choice(String, Vec<(String, Vec<Part>)>),
}

pub(crate) const KINDS: [&str; 17] = [
    "text", "number", "exact", "count", "plain", "hex", "latency", "quantile", "bytes", "share",
    "seconds", "limit", "moment", "flag", "path", "error", "advised",
];

/// The messages of one language: text by id, and the comments.
struct Language {
    texts: BTreeMap<String, Vec<Part>>,
    /// In the order of the file: the id of a message, its comment, and its enum.
    comments: Vec<(String, String, Option<String>)>,
    about: String,
    enums: Vec<MessageEnum>,
}

pub(crate) fn read(
    module: &str,
    names: [&str; 3],
    texts: &[String; 3],
    mistakes: &mut Vec<String>,
) -> CatalogueFile {
    let mut languages = Vec::new();
    for (name, text) in names.iter().zip(texts) {
        let place = format!("messages/{name}/{module}.ftl");
        languages.push(language(&place, text, mistakes));
    }
    let en = &languages[0];
    let mut messages = Vec::new();
    for (message, comment, of_enum) in &en.comments {
        let place = format!("messages/en/{module}.ftl: {message}");
        let (about, mut declared) = declarations(&place, comment, mistakes);
        match of_enum {
            Some(_) => declare_texts(&mut declared, en.texts.get(message)),
            None if !about.is_empty() => {}
            None => mistakes.push(format!("{place}: its comment does not say where it stands")),
        }
        let own = |id: &&String| *id == message || id.starts_with(&format!("{message}."));
        let mut used_by_any = BTreeSet::new();
        for id in en.texts.keys().filter(own) {
            let arguments = used(&en.texts[id]);
            for (other, name) in languages.iter().zip(names).skip(1) {
                let place = format!("messages/{name}/{module}.ftl: {id}");
                match other.texts.get(id) {
                    None => mistakes.push(format!("{place} is missing")),
                    Some(text) if used(text) != arguments => mistakes.push(format!(
                        "{place} uses {:?}, the English text {arguments:?}",
                        used(text)
                    )),
                    Some(_) => {}
                }
            }
            let known = |name: &String| declared.iter().any(|argument| argument.name == *name);
            for name in arguments.iter().filter(|name| !known(name)) {
                mistakes.push(format!("{place}: the comment lacks \"${name} (type)\""));
            }
            let arguments: Vec<_> =
                declared.iter().filter(|a| arguments.contains(&a.name)).collect();
            used_by_any.extend(arguments.iter().map(|a| a.name.clone()));
            messages.push(Message {
                id: id.clone(),
                about: about.clone(),
                of_enum: of_enum.clone(),
                arguments: arguments.into_iter().cloned().collect(),
                texts: languages.iter().filter_map(|of| of.texts.get(id).cloned()).collect(),
            });
        }
        for argument in declared.iter().filter(|argument| !used_by_any.contains(&argument.name)) {
            mistakes.push(format!("{place}: ${} is declared and not used", argument.name));
        }
    }
    for (other, name) in languages.iter().zip(names).skip(1) {
        for id in other.texts.keys().filter(|id| !en.texts.contains_key(*id)) {
            mistakes.push(format!("messages/{name}/{module}.ftl: {id} is not in the English file"));
        }
    }
    for message in &messages {
        for (text, name) in message.texts.iter().zip(names) {
            let place = format!("messages/{name}/{module}.ftl: {}", message.id);
            types(&place, &message.arguments, text, mistakes);
        }
    }
    let Language { about, enums, .. } = languages.swap_remove(0);
    CatalogueFile { module: module.to_owned(), about, messages, enums }
}

/// Checks that selections use arguments with alternatives, and that the other arguments are only shown.
fn types(place: &str, arguments: &[Argument], parts: &[Part], mistakes: &mut Vec<String>) {
    for part in parts {
        let (name, variants) = match part {
            Part::Text(_) => continue,
            Part::Value(name) => (name, None),
            Part::Choice(name, variants) => (name, Some(variants)),
        };
        let kind = arguments.iter().find(|a| a.name == *name).map_or("", |a| a.kind.as_str());
        let keys: &[&str] = match (kind, variants) {
            ("flag", Some(_)) => &["yes", "no"],
            ("count", Some(_)) => &["0", "1", "one", "few", "many", "other"],
            (_, Some(_)) | ("flag", None) => {
                mistakes.push(format!("{place}: ${name} ({kind}) cannot be used in this way"));
                continue;
            }
            (_, None) => continue,
        };
        for (key, parts) in variants.into_iter().flatten() {
            if !keys.contains(&key.as_str()) {
                mistakes.push(format!("{place}: no [{key}] for ${name} ({kind})"));
            }
            types(place, arguments, parts, mistakes);
        }
    }
}

fn language(place: &str, text: &str, mistakes: &mut Vec<String>) -> Language {
    let resource = fluent_syntax::parser::parse(text).unwrap_or_else(|(resource, errors)| {
        for error in errors {
            let line = text[..error.pos.start.min(text.len())].lines().count();
            mistakes.push(format!("{place}:{line}: {error}"));
        }
        resource
    });
    let mut language = Language {
        texts: BTreeMap::new(),
        comments: Vec::new(),
        about: String::new(),
        enums: Vec::new(),
    };
    let mut of_enum = None;
    for entry in &resource.body {
        match entry {
            Entry::Message(message) => {
                let id = message.id.name;
                let comment =
                    message.comment.as_ref().map_or(String::new(), |c| c.content.join("\n"));
                for (id, pattern) in patterns(message) {
                    let parts = parts(&format!("{place}: {id}"), pattern, mistakes);
                    if language.texts.insert(id.clone(), parts).is_some() {
                        mistakes.push(format!("{place}: {id} is there twice"));
                    }
                }
                let prefix =
                    language.enums.last().filter(|own| Some(&own.name) == of_enum.as_ref());
                if prefix.is_some_and(|own| !id.starts_with(&own.prefix)) {
                    mistakes.push(format!("{place}: {id} lacks the prefix of its enum"));
                }
                language.comments.push((id.to_owned(), comment, of_enum.clone()));
            }
            Entry::ResourceComment(comment) => language.about = comment.content.join(" "),
            // An empty comment ends the enum.
            Entry::GroupComment(comment) => {
                let own = MessageEnum::of(place, &comment.content, mistakes);
                of_enum = own.as_ref().map(|own| own.name.clone());
                language.enums.extend(own);
            }
            Entry::Term(term) => {
                mistakes.push(format!("{place}: -{}: write terms out", term.id.name))
            }
            _ => {}
        }
    }
    language
}

/// The text of a message and those of its attributes.
fn patterns<'a>(message: &'a Parsed<&'a str>) -> Vec<(String, &'a Pattern<&'a str>)> {
    let id = message.id.name;
    let own = message.value.iter().map(|value| (id.to_owned(), value));
    let attributes = message.attributes.iter();
    own.chain(attributes.map(|a| (format!("{id}.{}", a.id.name), &a.value))).collect()
}

/// The comment without the declarations, and the declarations.
fn declarations(place: &str, comment: &str, mistakes: &mut Vec<String>) -> (String, Vec<Argument>) {
    let mut about = Vec::new();
    let mut arguments = Vec::new();
    for line in comment.lines() {
        let Some(declaration) = line.strip_prefix('$') else {
            about.push(line.trim());
            continue;
        };
        let parsed = declaration.split_once(" (").and_then(|(name, rest)| {
            let (kind, about) = rest.split_once(')')?;
            let about = about.trim_start_matches(':').trim().to_owned();
            let (kind, is_unnamed) = match kind.strip_suffix(", unnamed") {
                Some(kind) => (kind, true),
                None => (kind, false),
            };
            let (name, kind) = (name.to_owned(), kind.to_owned());
            KINDS.contains(&&*kind).then_some(Argument { name, kind, is_unnamed, about })
        });
        match parsed {
            Some(argument) => arguments.push(argument),
            None => mistakes.push(format!(
                "{place}: \"{line}\" is not \"$name (type)\" with a type of {KINDS:?}"
            )),
        }
    }
    (about.join(" "), arguments)
}

fn used(parts: &[Part]) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for part in parts {
        match part {
            Part::Text(_) => {}
            Part::Value(name) => {
                names.insert(name.clone());
            }
            Part::Choice(name, variants) => {
                names.insert(name.clone());
                names.extend(variants.iter().flat_map(|(_, parts)| used(parts)));
            }
        }
    }
    names
}

fn parts(place: &str, pattern: &Pattern<&str>, mistakes: &mut Vec<String>) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    for element in &pattern.elements {
        let part = match element {
            // A text may be wrapped anywhere; a line break counts as a blank.
            PatternElement::TextElement { value } => Part::Text(value.replace('\n', " ")),
            PatternElement::Placeable { expression } => {
                match placeable(place, expression, mistakes) {
                    Some(part) => part,
                    None => continue,
                }
            }
        };
        match (parts.last_mut(), part) {
            (Some(Part::Text(text)), Part::Text(more)) => text.push_str(&more),
            (_, part) => parts.push(part),
        }
    }
    parts
}

fn placeable(
    place: &str,
    expression: &Expression<&str>,
    mistakes: &mut Vec<String>,
) -> Option<Part> {
    match expression {
        Expression::Inline(InlineExpression::StringLiteral { value }) => {
            Some(Part::Text((*value).to_owned()))
        }
        Expression::Inline(InlineExpression::VariableReference { id }) => {
            Some(Part::Value(id.name.to_owned()))
        }
        Expression::Select { selector: InlineExpression::VariableReference { id }, variants } => {
            let mut choices = Vec::new();
            let (default, others): (Vec<_>, Vec<_>) = variants.iter().partition(|v| v.default);
            for variant in others.into_iter().chain(default) {
                let key = match &variant.key {
                    VariantKey::Identifier { name } => *name,
                    VariantKey::NumberLiteral { value } => *value,
                };
                choices.push((key.to_owned(), parts(place, &variant.value, mistakes)));
            }
            Some(Part::Choice(id.name.to_owned(), choices))
        }
        _ => {
            mistakes.push(format!(
                "{place}: only arguments, texts and choices by an argument are allowed"
            ));
            None
        }
    }
}
