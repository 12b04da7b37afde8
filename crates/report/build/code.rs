//! Writes the Rust code of the catalogue: a module for each file with a function for each message.

use super::messages::{Argument, CatalogueFile, Message, MessageEnum, Part};
use std::collections::BTreeSet;
use std::fmt::Write;

/// The names of the languages in the code, in the order of the texts.
const NAMES: [&str; 3] = ["En", "Ru", "De"];

/// The files whose messages other crates use: those of the pages of `serve`.
const PUBLIC: [&str; 1] = ["site"];

pub(crate) fn code(files: &[CatalogueFile]) -> String {
    let mut out = String::new();
    for file in files {
        let is_public = PUBLIC.contains(&&*file.module);
        let defines = |own: &MessageEnum| !own.name.contains("::");
        let is_open = is_public || file.enums.iter().any(defines);
        let of_module = if is_open { "pub" } else { "pub(crate)" };
        let module = file.module.replace('-', "_");
        writeln!(out, "/// {}\n{of_module} mod {module} {{", file.about).expect("a string");
        out.push_str("    use crate::language::Language;\n");
        for message in &file.messages {
            let reach = match (&message.of_enum, is_public) {
                (Some(_), _) => "",
                (None, true) => "pub ",
                (None, false) => "pub(crate) ",
            };
            if is_named(&message.arguments) {
                values(&mut out, reach, message);
            }
            function(&mut out, reach, message);
        }
        for own in &file.enums {
            let of_it = |message: &&Message| message.of_enum.as_ref() == Some(&own.name);
            let messages: Vec<_> = file.messages.iter().filter(of_it).collect();
            facts(&mut out, own, &messages);
        }
        out.push_str("}\n");
    }
    out
}

/// The sentences of an enum. Unless another crate defines it (`crate::Name`), it is defined here, and each of its values shows its
/// sentence in the language of the process.
fn facts(out: &mut String, own: &MessageEnum, messages: &[&Message]) {
    let MessageEnum { name, about, .. } = own;
    if name.contains("::") {
        texts_of(out, own, messages);
        return;
    }
    writeln!(out, "/// {about}\n#[derive(Clone, Debug, PartialEq)]\npub enum {name} {{")
        .expect("a string");
    for message in messages {
        variant(out, message);
    }
    let path = |message: &Message| format!("Self::{}", values_type(&message.id));
    let arms: String = messages.iter().map(|message| arm(&path(message), message)).collect();
    write!(
        out,
        "}}\nimpl {name} {{\n/// The sentence.\npub fn text(&self, language: Language) -> String {{\nmatch self {{\n{arms}}}\n}}\n}}\n\
         impl std::fmt::Display for {name} {{\n\
         fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {{\nf.write_str(&self.text(Language::of_process()))\n}}\n}}\n"
    )
    .expect("a string");
}

/// The function that gives the sentence of an enum of another crate, and one for each attribute of its messages: `text`, `why`, or with a
/// prefix `kind_text`, `kind_why`.
fn texts_of(out: &mut String, own: &MessageEnum, messages: &[&Message]) {
    let MessageEnum { name, prefix, about, computed } = own;
    let parts = |message: &Message| {
        let id = message.id.strip_prefix(prefix.as_str()).unwrap_or(&message.id);
        let (id, part) = id.split_once('.').unwrap_or((id, "text"));
        (id.to_owned(), prefix.replace('-', "_") + part)
    };
    let computed = computed.as_ref().map_or(String::new(), |(function, variants)| {
        let paths: Vec<_> =
            variants.iter().map(|variant| format!("{name}::{variant} {{ .. }}")).collect();
        format!("{} => {function}(language, of),\n", paths.join(" | "))
    });
    let functions: BTreeSet<String> = messages.iter().map(|message| parts(message).1).collect();
    for function in functions {
        let own = messages.iter().filter(|message| parts(message).1 == function);
        let has_values = own.clone().any(|message| !message.arguments.is_empty());
        let is_fixed = computed.is_empty() && !has_values;
        let mut arms: String = own
            .map(|message| {
                let arm = arm(&format!("{name}::{}", values_type(&parts(message).0)), message);
                if is_fixed { arm.replace(".to_owned()", "") } else { arm }
            })
            .collect();
        arms.push_str(&computed);
        let result = if is_fixed { "&'static str" } else { "String" };
        write!(
            out,
            "/// {about}\npub(crate) fn {function}(language: Language, of: &{name}) -> {result} {{\nmatch of {{\n{arms}}}\n}}\n"
        )
        .expect("a string");
    }
}

fn variant(out: &mut String, message: &Message) {
    let english = message.texts.first().map(|parts| source(parts)).unwrap_or_default();
    let name = values_type(&message.id);
    writeln!(out, "/// `{}`", english.replace('`', "'")).expect("a string");
    if message.arguments.is_empty() {
        writeln!(out, "{name},").expect("a string");
        return;
    }
    writeln!(out, "{name} {{").expect("a string");
    for argument in &message.arguments {
        let (field, (kind, _)) = (snake(&argument.name), owned(argument));
        writeln!(out, "/// {}\n{field}: {kind},", described(argument)).expect("a string");
    }
    out.push_str("},\n");
}

/// The arm of a match that gives the sentence of a variant with this path.
fn arm(path: &str, message: &Message) -> String {
    let (variant, function) = (values_type(&message.id), function_name(message));
    if message.arguments.is_empty() {
        return format!("{path} => {function}(language).to_owned(),\n");
    }
    let is_named = is_named(&message.arguments);
    let mut names = Vec::new();
    let mut values = Vec::new();
    for argument in &message.arguments {
        let (field, (_, value)) = (snake(&argument.name), owned(argument));
        let is_shorthand = !is_named || value == field;
        values.push(if is_shorthand { value } else { format!("{field}: {value}") });
        names.push(field);
    }
    let (names, values) = (names.join(", "), values.join(", "));
    let values = if is_named { format!("&{variant} {{ {values} }}") } else { values };
    let is_unnamed = message.arguments.iter().any(|argument| argument.is_unnamed);
    let fields = if is_unnamed { format!("({names})") } else { format!("{{ {names} }}") };
    format!("{path} {fields} => {function}(language, {values}),\n")
}

/// The name of the function of a message. The fields of an enum variant must not shadow it.
fn function_name(message: &Message) -> String {
    let name = message.id.replace(['-', '.'], "_");
    if message.of_enum.is_some() { name + "_text" } else { name }
}

fn described(argument: &Argument) -> &str {
    if argument.about.is_empty() { "Stands in the sentence." } else { &argument.about }
}

/// The type of a field, and the expression that passes it to a function.
fn owned(argument: &Argument) -> (&'static str, String) {
    let name = snake(&argument.name);
    match argument.kind.as_str() {
        "text" => ("String", name),
        "path" => ("std::path::PathBuf", name),
        "bytes" => ("base::Bytes", format!("super::whole(*{name})")),
        "count" | "plain" | "hex" => ("u64", format!("super::whole(*{name})")),
        "latency" => ("f64", format!("super::Nanoseconds::ns(*{name})")),
        "limit" => ("workload::LatencyLimit", name),
        "error" | "advised" => ("base::SystemError", name),
        kind => (rust_type(kind), format!("*{name}")),
    }
}

fn function(out: &mut String, reach: &str, message: &Message) {
    let name = function_name(message);
    let english = message.texts.first().map(|parts| source(parts)).unwrap_or_default();
    if !message.about.is_empty() {
        write!(out, "    /// {}\n    ///\n", message.about).expect("a string");
    }
    writeln!(out, "    /// `{}`", english.replace('`', "'")).expect("a string");
    let named = is_named(&message.arguments);
    write!(out, "    {reach}fn {name}(language: Language").expect("a string");
    if named {
        let values = values_type(&message.id);
        let lifetime = if has_references(&message.arguments) { "<'_>" } else { "" };
        write!(out, ", values: &{values}{lifetime}").expect("a string");
    } else {
        for argument in &message.arguments {
            write!(out, ", {}: {}", snake(&argument.name), rust_type(&argument.kind))
                .expect("a string");
        }
    }
    if message.arguments.is_empty() {
        out.push_str(") -> &'static str {\n        match language {\n");
        for (language, parts) in NAMES.iter().zip(&message.texts) {
            writeln!(out, "            Language::{language} => {:?},", source(parts))
                .expect("a string");
        }
        out.push_str("        }\n    }\n");
        return;
    }
    out.push_str(") -> String {\n");
    if named {
        let names: Vec<_> =
            message.arguments.iter().map(|argument| snake(&argument.name)).collect();
        let (values, names) = (values_type(&message.id), names.join(", "));
        writeln!(out, "        let &{values} {{ {names} }} = values;").expect("a string");
    }
    out.push_str("        let mut out = String::new();\n        match language {\n");
    for (language, parts) in NAMES.iter().zip(&message.texts) {
        writeln!(out, "            Language::{language} => {{").expect("a string");
        write_parts(out, message, parts);
        out.push_str("            }\n");
    }
    out.push_str("        }\n        out\n    }\n");
}

/// Functions with more adjacent arguments of one type than this take a struct: only names distinguish such arguments.
const ALIKE_MAX: usize = 2;
/// Functions with more arguments than this take a struct, whatever the types.
const ARGUMENTS_MAX: usize = 6;

fn is_named(arguments: &[Argument]) -> bool {
    let types = arguments.iter().map(|argument| rust_type(&argument.kind));
    let runs = types.scan((0, ""), |(alike, last), own| {
        *alike = if *last == own { *alike + 1 } else { 1 };
        *last = own;
        Some(*alike)
    });
    arguments.len() > ARGUMENTS_MAX || runs.max().is_some_and(|most| most > ALIKE_MAX)
}

fn has_references(arguments: &[Argument]) -> bool {
    arguments.iter().any(|argument| rust_type(&argument.kind).starts_with('&'))
}

/// The name of the struct with the values of a message: `RateFell` for `rate-fell`.
fn values_type(id: &str) -> String {
    let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
    id.split(['-', '.']).map(capital).collect()
}

/// The struct with the values of a message with many arguments.
fn values(out: &mut String, reach: &str, message: &Message) {
    let lifetime = if has_references(&message.arguments) { "<'a>" } else { "" };
    let name = values_type(&message.id);
    writeln!(out, "    /// The values of `{}`.\n    {reach}struct {name}{lifetime} {{", message.id)
        .expect("a string");
    for argument in &message.arguments {
        let kind = rust_type(&argument.kind).replace('&', "&'a ");
        let (field, about) = (snake(&argument.name), described(argument));
        writeln!(out, "        /// {about}\n        {reach}{field}: {kind},").expect("a string");
    }
    out.push_str("    }\n");
}

fn snake(name: &str) -> String {
    name.replace('-', "_")
}

fn rust_type(kind: &str) -> &'static str {
    match kind {
        "text" => "&str",
        "path" => "&std::path::Path",
        "count" | "plain" | "hex" | "bytes" => "u64",
        "limit" => "&workload::LatencyLimit",
        "error" | "advised" => "&base::SystemError",
        "moment" => "i64",
        "flag" => "bool",
        _ => "f64",
    }
}

fn shown(kind: &str, name: &str) -> String {
    match kind {
        "text" => name.to_owned(),
        "plain" => format!("&{name}.to_string()"),
        "hex" => format!("&format!(\"{{{name}:x}}\")"),
        "share" => format!("&language.percent({name})"),
        "seconds" => format!("&language.duration({name})"),
        "error" => format!("&crate::messages::system::system_error(language, {name})"),
        "advised" => format!("&crate::messages::system::advised(language, {name})"),
        kind => format!("&language.{kind}({name})"),
    }
}

fn write_parts(out: &mut String, message: &Message, parts: &[Part]) {
    let kind = |name: &str| {
        let argument = message.arguments.iter().find(|argument| argument.name == name);
        argument.map_or("", |argument| argument.kind.as_str())
    };
    for part in parts {
        match part {
            Part::Text(text) if text.chars().count() == 1 => {
                let letter = text.chars().next().expect("one letter");
                writeln!(out, "out.push({letter:?});").expect("a string");
            }
            Part::Text(text) => writeln!(out, "out.push_str({text:?});").expect("a string"),
            Part::Value(name) => {
                let shown = shown(kind(name), &snake(name));
                writeln!(out, "out.push_str({shown});").expect("a string");
            }
            Part::Choice(name, variants) => {
                let flag = kind(name) == "flag";
                let subject =
                    if flag { snake(name) } else { format!("language.plural({})", snake(name)) };
                writeln!(out, "match {subject} {{").expect("a string");
                for (i, (key, parts)) in variants.iter().enumerate() {
                    let last = i + 1 == variants.len();
                    let pattern = match key.as_str() {
                        "yes" => "true".to_owned(),
                        "no" => "false".to_owned(),
                        _ if last => "_".to_owned(),
                        "0" | "1" => format!("_ if {} == {key}", snake(name)),
                        key => format!(
                            "crate::language::Plural::{}{}",
                            key[..1].to_uppercase(),
                            &key[1..]
                        ),
                    };
                    writeln!(out, "{pattern} => {{").expect("a string");
                    write_parts(out, message, parts);
                    out.push_str("}\n");
                }
                out.push_str("}\n");
            }
        }
    }
}

/// A text as it is in the file, on one line.
fn source(parts: &[Part]) -> String {
    let mut out = String::new();
    for part in parts {
        match part {
            Part::Text(text) => out.push_str(text),
            Part::Value(name) => write!(out, "{{ ${name} }}").expect("a string"),
            Part::Choice(name, variants) => {
                write!(out, "{{ ${name} ->").expect("a string");
                for (key, parts) in variants {
                    write!(out, " [{key}] {}", source(parts)).expect("a string");
                }
                out.push_str(" }");
            }
        }
    }
    out
}
