//! Tables that were pasted with more than their lines: titles and command lines above the header or in it.
//!
//! Takes a text that does not begin as a grid; gives what to delete or rename, with the line.

use super::{columns, lines};

/// So many lines above a header are looked at.
const HEADING_MAX: usize = 20;
/// A line that names so many kinds of columns is a header.
const NAMES_LEAST: usize = 3;

/// Why a text that holds a grid does not begin as one: lines above its header, such as the command line that a table was
/// published under, or a command line among the names of its columns. With the line.
pub fn found(text: &str) -> Option<(usize, String)> {
    let at = text.lines().position(|line| !line.trim().is_empty())? + 1;
    let (_, first) = lines(text).next()?;
    let command = first.iter().enumerate().find(|(_, name)| is_command(name));
    if let Some((column, name)) = command.filter(|_| columns::kinds(&first) > 0) {
        let column = column + 1;
        return Some((
            at,
            format!(
                "column {column} of the header is a command line, `{name}`: put the name of what the column holds there, such as \
                 layout, and give what the options say columns of their own (op, block_kib, depth, threads)"
            ),
        ));
    }
    let all: Vec<&str> = text.lines().take(HEADING_MAX + 1).collect();
    let names = |text: &str| lines(text).next().map_or(0, |(_, header)| columns::kinds(&header));
    let header = (1..all.len()).find(|&skipped| names(all[skipped]) >= NAMES_LEAST)?;
    let heading = all[..header].iter().find(|line| !line.trim().is_empty())?.trim();
    let what =
        if is_command(heading) { "is the command line of the table" } else { "is no header" };
    Some((
        at,
        format!(
            "`{heading}` {what}: delete all lines above the header, which is line {}",
            header + 1
        ),
    ))
}

/// Whether a text is the call of a storage tool: its name and an option.
fn is_command(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let name = words.next().unwrap_or_default().rsplit(['\\', '/', '>']).next().unwrap_or_default();
    let name = name.to_ascii_lowercase();
    let tool = name.strip_suffix(".exe").unwrap_or(&name);
    ["sqlio", "diskspd", "fio", "orion", "iometer", "plimsoll"].contains(&tool)
        && words.any(|word| word.starts_with(['-', '\u{2010}', '\u{2013}', '\u{2212}']))
}
