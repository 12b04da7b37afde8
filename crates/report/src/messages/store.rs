//! Messages about changes to stored runs.

use crate::catalogue::earlier as text;
use crate::language::Language;

/// What was added from another store: `a.db: 12 runs added (3 runs already here, 1 run unfinished and left out)`. The second
/// number counts the runs already here that got tags or a note.
pub fn merged(
    language: Language,
    file: &str,
    added: usize,
    (known, relabelled): (usize, usize),
    unfinished: usize,
) -> String {
    let counted = |count: usize, text: fn(Language, u64) -> String| {
        (count > 0).then(|| text(language, count as u64))
    };
    let left_out: Vec<String> = [
        counted(known, text::known),
        counted(relabelled, text::relabelled),
        counted(unfinished, text::unfinished),
    ]
    .into_iter()
    .flatten()
    .collect();
    let more =
        if left_out.is_empty() { String::new() } else { format!(" ({})", left_out.join(", ")) };
    format!("{}{more}\n", text::merged(language, file, added as u64))
}

/// A result of several hosts that was rebuilt from their parts.
pub fn rebuilt_run(language: Language, run: i64, parts: u64, hosts: u64) -> String {
    format!("{}\n", text::rebuilt(language, &run.to_string(), parts, hosts))
}

/// The tags and the note of a run after a change.
pub fn labelled<'a>(
    language: Language,
    run: i64,
    tags: impl Iterator<Item = &'a str>,
    note: &str,
) -> String {
    let tags = tags.collect::<Vec<_>>().join(", ");
    let or_none = |value: &str| match value {
        "" => text::none(language).to_owned(),
        value => value.to_owned(),
    };
    let lines = [
        (text::label_run(language), run.to_string()),
        (text::label_tags(language), or_none(&tags)),
        (text::label_note(language), or_none(note)),
    ];
    let width = lines.iter().map(|(label, _)| label.chars().count()).max().unwrap_or(0) + 2;
    let indent = format!("\n{}", " ".repeat(width));
    let line = |(label, value): &(&str, String)| {
        format!("{label:<width$}{}\n", value.replace('\n', &indent))
    };
    lines.iter().map(line).collect()
}
