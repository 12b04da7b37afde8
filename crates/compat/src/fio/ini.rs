//! Job files: splits lines into sections of options, each with its place. Handles comments, includes and globals.

use super::options::{self, FioOption, OptionValueKind};
use super::{Context, expand, value};
use crate::foreign::Source;
use job::nearest;
use job::{Diagnostics, TextPlace};
use std::ops::Range;

/// An option as it was given.
#[derive(Clone, Debug)]
pub(super) struct JobOption {
    pub entry: &'static FioOption,
    /// After replacements; empty for a flag.
    pub value: String,
    /// The place of the value; of the name when there is no value.
    pub place: TextPlace,
}

impl JobOption {
    /// fio's own name of the option and the value, as results repeat them.
    pub(super) fn pair(&self) -> (String, String) {
        (self.entry.row.name.to_owned(), self.value.clone())
    }
}

/// A section, or the options of one `--name` on the command line.
#[derive(Clone, Debug, Default)]
pub(super) struct JobSection {
    pub name: String,
    pub place: TextPlace,
    /// Whether its options apply to all jobs that follow.
    pub global: bool,
    /// The number of the job file that it comes from, from 1; 0 is the command line.
    pub file: usize,
    pub options: Vec<JobOption>,
}

/// Whether a section of this name applies to all jobs that follow.
pub(super) fn is_global(name: &str) -> bool {
    name.get(..6).is_some_and(|start| start.eq_ignore_ascii_case("global"))
}

/// The deepest nesting of includes; deeper ones are taken as a cycle.
const DEEPEST: usize = 10;
const SOURCES_MAX: usize = 256;

/// Collects the sections of job files.
pub(super) struct SectionCollector<'a> {
    pub context: &'a Context<'a>,
    pub sources: Vec<Source>,
    pub sections: Vec<JobSection>,
    pub sink: Diagnostics,
    /// Whether reading stops because of a cycle of includes or too many files.
    pub stopped: bool,
}

impl SectionCollector<'_> {
    /// Reads a job file that `place` names.
    pub(super) fn file(&mut self, name: &str, place: &TextPlace, number: usize) {
        match (self.context.load)(name) {
            Ok(text) => {
                let source = self.source(name, text);
                self.lines(source, number, true, 0);
            }
            Err(why) => {
                let text = format!("the job file {name} cannot be read: {why}");
                self.sink.problem(place, text, "name a job file, or write --name=NAME for a job");
            }
        }
    }

    fn source(&mut self, name: &str, text: String) -> usize {
        self.sources.push(Source { name: name.to_owned(), text });
        self.sources.len() - 1
    }

    fn lines(&mut self, source: usize, number: usize, mut fresh: bool, depth: usize) {
        let text = self.sources[source].text.clone();
        let mut at = 0;
        for line in text.split_inclusive('\n') {
            if self.stopped {
                return;
            }
            let start = at;
            at += line.len();
            let line = line.strip_prefix('\u{feff}').unwrap_or(line);
            let skipped = start + (text[start..at].len() - line.len());
            let trimmed = line.trim();
            if trimmed.is_empty() || trimmed.starts_with(['#', ';']) {
                continue;
            }
            let start = skipped + (line.len() - line.trim_start().len());
            let place = |span: Range<usize>| TextPlace { source, span };
            if trimmed.starts_with('[') {
                let header = cut(trimmed, None, self.context.literal).0;
                self.header(header, place(start..start + header.len()), number);
                fresh = false;
            } else if let Some(name) =
                trimmed.strip_prefix("include").filter(|rest| rest.starts_with(char::is_whitespace))
            {
                let name = cut(name.trim(), Some(OptionValueKind::Text), self.context.literal)
                    .0
                    .to_owned();
                let whole = place(start..start + trimmed.len());
                self.include(&name, source, &whole, number, depth);
            } else if fresh {
                self.sink.problem(
                    place(start..start + trimmed.len()),
                    "an option stands before the first section",
                    "write [global] above it, or [NAME] for a job",
                );
            } else {
                self.option(trimmed, start, source);
            }
        }
    }

    fn header(&mut self, header: &str, place: TextPlace, file: usize) {
        let name = header.trim_start_matches('[');
        let name = match name.rfind(']') {
            Some(end) => &name[..end],
            None => {
                self.sink.problem(&place, "the section has no closing bracket", "write [NAME]");
                name
            }
        };
        let global = is_global(name);
        let options = Vec::new();
        self.sections.push(JobSection { name: name.to_owned(), place, global, file, options });
    }

    fn include(
        &mut self,
        name: &str,
        source: usize,
        place: &TextPlace,
        number: usize,
        depth: usize,
    ) {
        if depth >= DEEPEST || self.sources.len() > SOURCES_MAX {
            self.stopped = true;
            self.sink.problem(
                place,
                "includes form a circle, or there are too many",
                "remove one of them",
            );
            return;
        }
        let beside = self.sources[source]
            .name
            .rsplit_once('/')
            .map_or_else(|| name.to_owned(), |(folder, _)| format!("{folder}/{name}"));
        let load = self.context.load;
        match load(name).or_else(|why| load(&beside).map_err(|_| why)) {
            Ok(text) => {
                let inner = self.source(name, text);
                self.lines(inner, number, self.sections.is_empty(), depth + 1);
            }
            Err(why) => {
                let text = format!("the included file {name} cannot be read: {why}");
                self.sink.problem(
                    place,
                    text,
                    "the path is relative to the current folder, then to this file",
                );
            }
        }
    }

    fn option(&mut self, line: &str, start: usize, source: usize) {
        let (name, raw) = match line.split_once('=') {
            Some((name, raw)) => (name.trim_end(), Some(raw)),
            None => (cut(line, None, self.context.literal).0, None),
        };
        let key = TextPlace { source, span: start..start + name.len() };
        let kind = options::of_job(name).map(|entry| entry.kind);
        let value = raw.map(|raw| {
            let (value, kept) = cut(raw, kind, self.context.literal);
            let from = start + line.len() - raw.len() + (raw.len() - raw.trim_start().len());
            let (blank, value) = (value, value.trim());
            let place = TextPlace { source, span: from..from + value.len() };
            // fio does not see the unit of a number that follows a blank.
            let numeric = self.context.literal && kind == Some(OptionValueKind::Plain);
            let value = if numeric { blank.trim_end() } else { value };
            if kept {
                let text =
                    "`#` or `;` within a name is kept; fio itself takes what follows as a comment";
                self.sink.note(&place, text);
            }
            (value, place)
        });
        if let Some(given) = given(name, value, key, self.context, &mut self.sink)
            && let Some(section) = self.sections.last_mut()
        {
            section.options.push(given);
        }
    }
}

/// Returns the text without its comment, and whether a `#` or `;` was kept as part of a name.
fn cut(text: &str, kind: Option<OptionValueKind>, literal: bool) -> (&str, bool) {
    let named = matches!(kind, Some(OptionValueKind::Text | OptionValueKind::Optional)) && !literal;
    let (mut quoted, mut kept, mut before) = (false, false, ' ');
    for (at, c) in text.char_indices() {
        match c {
            '"' if named => quoted = !quoted,
            '#' | ';' if named && (quoted || !before.is_whitespace()) => kept = true,
            '#' | ';' => return (text[..at].trim_end(), kept),
            _ => {}
        }
        before = c;
    }
    (text.trim_end(), kept)
}

/// An option by its name and value; `None` when the name is unknown.
pub(super) fn given(
    name: &str,
    value: Option<(&str, TextPlace)>,
    key: TextPlace,
    context: &Context<'_>,
    sink: &mut Diagnostics,
) -> Option<JobOption> {
    let Some(entry) = options::of_job(name) else {
        if sink.is_full() {
            return None;
        }
        let known: Vec<&str> = options::job_names().collect();
        let help = match nearest(name, &known) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "fio has no such option either; see docs/dialects/fio.md".to_owned(),
        };
        sink.problem(&key, format!("there is no option `{name}`"), help);
        return None;
    };
    let Some((raw, place)) = value else {
        if !matches!(entry.kind, OptionValueKind::Flag | OptionValueKind::Optional) {
            let text = format!("`{name}` needs a value");
            sink.problem(&key, text, format!("write {name}=VALUE: {}", entry.row.meaning));
            return None;
        }
        return Some(JobOption { entry, value: String::new(), place: key });
    };
    let expanded = expand::expand(raw, context);
    for variable in expanded.unset.iter().filter(|_| !context.literal) {
        let text = format!("the environment has no variable {variable}");
        sink.problem(&place, text, format!("set it: {variable}=... plimsoll fio ..."));
    }
    let value = match entry.kind {
        OptionValueKind::Plain | OptionValueKind::Flag if !context.literal => {
            value::plain_dashes(&expanded.value)
        }
        _ => expanded.value,
    };
    let place = if place.span.is_empty() { key } else { place };
    Some(JobOption { entry, value, place })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_end_values_and_are_part_of_names() {
        let text = Some(OptionValueKind::Text);
        assert_eq!(cut("4k ; c", Some(OptionValueKind::Plain), false), ("4k", false));
        assert_eq!(cut("4k#c", Some(OptionValueKind::Plain), false), ("4k", false));
        assert_eq!(cut("/tmp/a#b", text, false), ("/tmp/a#b", true));
        assert_eq!(cut("/tmp/a#b", text, true), ("/tmp/a", false));
        assert_eq!(cut("/tmp/a # b", text, false), ("/tmp/a", false));
        assert_eq!(cut("\"a ; b\"", text, false), ("\"a ; b\"", true));
    }
}
