//! Lines of coloured text: wrapping, bars, colours, and the conversion to plain ASCII.
//!
//! Returns lines no wider than the style allows, except for commands, which are never wrapped.

use super::Style;
use crate::language::Language;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Paint {
    Plain,
    Strong,
    Quiet,
    Good,
    Bad,
    Unsure,
}

impl Paint {
    fn code(self) -> &'static str {
        match self {
            Self::Plain => "",
            Self::Strong => "1",
            Self::Quiet => "2",
            Self::Good => "1;32",
            Self::Bad => "1;31",
            Self::Unsure => "1;33",
        }
    }
}

/// A piece of text that is not broken across lines.
pub(crate) type Span = (Paint, String);

/// The column at which values start, below role and footer headings.
pub(crate) const INDENT: usize = 13;

#[derive(Debug)]
pub(crate) struct Page {
    style: Style,
    lines: Vec<Vec<Span>>,
}

impl Page {
    pub(crate) fn new(style: &Style) -> Self {
        Self { style: Style { width: style.width.max(40), ..*style }, lines: Vec::new() }
    }

    pub(crate) fn width(&self) -> usize {
        self.style.width
    }

    pub(crate) fn language(&self) -> Language {
        self.style.language
    }

    /// `fine` if the terminal can show it, otherwise `plain`, which is ASCII.
    pub(crate) fn glyph(&self, fine: &'static str, plain: &'static str) -> &'static str {
        if self.style.unicode { fine } else { plain }
    }

    pub(crate) fn has_unicode(&self) -> bool {
        self.style.unicode
    }

    /// The number of rows on the screen; a line that is too wide counts as the rows that it occupies.
    pub(crate) fn rows(&self) -> usize {
        self.lines.iter().map(|line| width_of(line).div_ceil(self.style.width).max(1)).sum()
    }

    pub(crate) fn blank(&mut self) {
        self.lines.push(Vec::new());
    }

    pub(crate) fn line(&mut self, spans: Vec<Span>) {
        let unicode = self.style.unicode;
        self.lines
            .push(spans.into_iter().map(|(paint, text)| (paint, clean(&text, unicode))).collect());
    }

    /// Adds `head`, then words wrapped at the width, continued at column `indent`. A head that does not end in a blank is too
    /// long for its column and gets a line of its own. Otherwise a name "disk 1" before 4,376 could be read as 14,376.
    pub(crate) fn wrapped(&mut self, head: Vec<Span>, indent: usize, paint: Paint, text: &str) {
        let words = clean(text, self.style.unicode);
        let mut line = head;
        if line.last().is_some_and(|(_, text)| !text.ends_with(' ')) && !words.trim().is_empty() {
            self.line(std::mem::replace(&mut line, vec![(Paint::Plain, " ".repeat(indent))]));
        }
        let mut fresh = true;
        // A no-break space within a number does not split it.
        for word in words.split_ascii_whitespace() {
            let room = self.style.width.saturating_sub(width_of(&line) + usize::from(!fresh));
            if !fresh && word.chars().count() > room {
                self.line(std::mem::replace(&mut line, vec![(Paint::Plain, " ".repeat(indent))]));
                fresh = true;
            }
            let space = if fresh { "" } else { " " };
            line.push((paint, format!("{space}{word}")));
            fresh = false;
        }
        self.line(line);
    }

    /// Adds a label in the first column and spans after it, separated by gaps and wrapped between them.
    pub(crate) fn flow(&mut self, label: &str, items: Vec<Vec<Span>>) {
        let start =
            |text: &str| vec![(Paint::Quiet, format!("  {text:<width$}", width = INDENT - 2))];
        let mut line = start(label);
        let mut fresh = true;
        for item in items {
            let gap = if fresh { 0 } else { 3 };
            if !fresh && width_of(&line) + gap + width_of(&item) > self.style.width {
                self.line(std::mem::replace(&mut line, start("")));
                fresh = true;
            }
            if !fresh {
                line.push((Paint::Plain, "   ".to_owned()));
            }
            line.extend(item);
            fresh = false;
        }
        self.line(line);
    }

    pub(crate) fn pair(&mut self, label: &str, paint: Paint, text: &str) {
        let head = vec![(Paint::Quiet, format!("{label:<INDENT$}"))];
        self.wrapped(head, INDENT, paint, text);
    }

    /// Adds a label and a text that is never wrapped, so that it can be copied.
    pub(crate) fn raw(&mut self, label: &str, text: &str) {
        let head = (Paint::Quiet, format!("{label:<INDENT$}"));
        self.line(vec![head, (Paint::Strong, text.to_owned())]);
    }

    /// A bar of `cells` columns with `share` of it filled; a share above 1 fills it.
    pub(crate) fn bar(&self, share: f64, cells: usize, paint: Paint) -> Vec<Span> {
        bar(share, cells, paint, self.style.unicode)
    }

    pub(crate) fn text(&self) -> String {
        let mut out = String::new();
        for line in &self.lines {
            out.push_str(&render(line, self.style.colour));
            out.push('\n');
        }
        out
    }
}

/// A bar in eighths of a column, or of `#` and `-`.
pub(crate) fn bar(share: f64, cells: usize, paint: Paint, unicode: bool) -> Vec<Span> {
    let share = if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 };
    if !unicode {
        let full = (share * cells as f64).round() as usize;
        let text = format!("[{}{}]", "#".repeat(full), "-".repeat(cells - full));
        return vec![(Paint::Plain, text)];
    }
    let eighths = (share * cells as f64 * 8.0).round() as usize;
    let (full, part) = (eighths / 8, eighths % 8);
    let mut filled = "█".repeat(full);
    if part > 0 {
        filled.push(['▏', '▎', '▍', '▌', '▋', '▊', '▉'][part - 1]);
    }
    let rest = "░".repeat(cells - full - usize::from(part > 0));
    vec![(paint, filled), (Paint::Quiet, rest)]
}

/// One line with its colours, without trailing blanks.
pub(crate) fn render(line: &[Span], colour: bool) -> String {
    let mut out = String::new();
    let last = line.iter().rposition(|(_, text)| !text.trim_end().is_empty());
    for (i, (paint, text)) in line.iter().enumerate().take(last.map_or(0, |last| last + 1)) {
        let text = if Some(i) == last { text.trim_end() } else { text };
        if colour && !paint.code().is_empty() && !text.trim().is_empty() {
            out.push_str(&format!("\x1b[{}m{text}\x1b[0m", paint.code()));
        } else {
            out.push_str(text);
        }
    }
    out
}

/// The width of a line in columns; every character counts as one.
pub(crate) fn width_of(line: &[Span]) -> usize {
    line.iter().map(|(_, text)| text.chars().count()).sum()
}

/// The text without characters that control the terminal, and with this program's symbols in ASCII if requested.
///
/// File names and messages of the system may contain escape sequences or marks that change the direction of writing; these become
/// `?`.
pub(crate) fn clean(text: &str, unicode: bool) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' | '\t' | '\r' => out.push(' '),
            c if base::shown::steers(c) => out.push('?'),
            c => out.push(c),
        }
    }
    if unicode { out } else { symbols_in_ascii(&out) }
}

/// The text with this program's symbols in ASCII; names stay as they are.
pub fn symbols_in_ascii(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            'µ' | 'μ' => out.push('u'),
            '≤' => out.push_str("<="),
            '≥' => out.push_str(">="),
            '×' => out.push('x'),
            '–' | '—' => out.push('-'),
            '…' => out.push_str("..."),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_name_steers_the_terminal() {
        assert_eq!(clean("a\x1b[31mb\u{202e}c\nd\u{9b}", true), "a?[31mb?c d?");
        assert_eq!(clean("Söhne ≤ 5 µs", false), "Söhne <= 5 us");
    }

    #[test]
    fn bars_are_as_wide_as_asked_for_whatever_the_share() {
        for share in [f64::NAN, -1.0, 0.0, 0.001, 0.5, 0.99, 0.999, 1.0, 7.0] {
            assert_eq!(width_of(&bar(share, 20, Paint::Good, true)), 20, "{share}");
            assert_eq!(width_of(&bar(share, 20, Paint::Good, false)), 22, "{share}");
        }
    }
}
