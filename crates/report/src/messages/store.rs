//! What became of stored runs.

use base::units::grouped;

fn counted(count: usize, what: &str) -> String {
    format!("{} {what}{}", grouped(count as u64), if count == 1 { "" } else { "s" })
}

/// What was added of another store: `a.db: 12 runs added (3 runs here already, 1 run unfinished and left out)`. Of the runs that
/// were here already, the second number got tags or a note.
pub fn merged(
    file: &str,
    added: usize,
    (known, relabelled): (usize, usize),
    unfinished: usize,
) -> String {
    let left_out: Vec<String> = [
        (known > 0).then(|| format!("{} here already", counted(known, "run"))),
        (relabelled > 0).then(|| format!("{relabelled} of them with new tags or notes")),
        (unfinished > 0).then(|| format!("{} unfinished and left out", counted(unfinished, "run"))),
    ]
    .into_iter()
    .flatten()
    .collect();
    let more =
        if left_out.is_empty() { String::new() } else { format!(" ({})", left_out.join(", ")) };
    format!("{file}: {} added{more}\n", counted(added, "run"))
}

/// The tags and the note that a run has now.
pub fn labelled<'a>(run: i64, tags: impl Iterator<Item = &'a str>, note: &str) -> String {
    let tags = tags.collect::<Vec<_>>().join(", ");
    let tags = if tags.is_empty() { "none" } else { &tags };
    let note = if note.is_empty() { "none" } else { note };
    format!("run   {run}\ntags  {tags}\nnote  {}\n", note.replace('\n', "\n      "))
}

#[cfg(test)]
mod tests {
    use super::merged;

    #[test]
    fn what_was_left_out_is_told() {
        assert_eq!(merged("a.db", 0, (0, 0), 0), "a.db: 0 runs added\n");
        let told = merged("a.db", 1, (3, 2), 1);
        assert_eq!(
            told,
            "a.db: 1 run added (3 runs here already, 2 of them with new tags or notes, 1 run unfinished and left out)\n"
        );
    }
}
