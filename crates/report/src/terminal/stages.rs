//! The result of a study: the answer of each stage first, then its rows, its warnings, and how to repeat it.
//!
//! Returns at most [`ROWS_MAX`] rows. If there is too much text, tables lose their least important rows, and the page says how
//! many.

use super::check::{ROWS_MAX, failures, warnings};
use super::ink::{Page, Paint, Span};
use super::{Places, Style, foot, run};
use crate::catalogue::{study as text, terminal as label};
use crate::studies::{Line, Rows, StageText, Tone, stage_texts, title, tone};
use crate::words;
use record::{Note, Record, StageRecord, StudyRecord};

#[derive(Clone, Copy, Debug)]
struct StageDetail {
    /// The maximum number of rows of each table; 0: no tables.
    rows: usize,
    notes: usize,
    /// The maximum number of warnings of each stage, and of the record.
    warnings: usize,
}

/// From the most detail to the least.
const LADDER: [StageDetail; 9] = [
    StageDetail { rows: usize::MAX, notes: 9, warnings: 6 },
    StageDetail { rows: 16, notes: 6, warnings: 4 },
    StageDetail { rows: 12, notes: 4, warnings: 4 },
    StageDetail { rows: 8, notes: 3, warnings: 3 },
    StageDetail { rows: 5, notes: 2, warnings: 2 },
    StageDetail { rows: 3, notes: 2, warnings: 2 },
    StageDetail { rows: 3, notes: 1, warnings: 1 },
    StageDetail { rows: 0, notes: 1, warnings: 1 },
    StageDetail { rows: 0, notes: 0, warnings: 0 },
];

pub(super) fn page(record: &Record, study: &StudyRecord, style: &Style, places: &Places) -> Page {
    let language = style.language;
    let stages: Vec<(&StageRecord, StageText)> =
        study.stages.iter().zip(stage_texts(language, record.state, study)).collect();
    let mut last = None;
    for stages_max in std::iter::once(stages.len()).chain((1..stages.len()).rev()) {
        for detail in LADDER {
            let page = page_in(record, &stages, stages_max, style, places, detail);
            if page.rows() <= ROWS_MAX {
                return page;
            }
            last = Some(page);
        }
    }
    last.unwrap_or_else(|| page_in(record, &stages, 0, style, places, LADDER[0]))
}

fn page_in(
    record: &Record,
    stages: &[(&StageRecord, StageText)],
    stages_max: usize,
    style: &Style,
    places: &Places,
    detail: StageDetail,
) -> Page {
    let mut page = Page::new(style);
    let language = page.language();
    let ended =
        words::state(language, record.state).map_or(String::new(), |state| format!(" ({state})"));
    let title = title(language, record) + &ended;
    page.wrapped(Vec::new(), 2, Paint::Quiet, &title);
    for (record, texts) in stages.iter().take(stages_max) {
        let name = (stages.len() > 1).then_some(record.name.as_str());
        stage(&mut page, (name, tone(record)), texts, detail);
    }
    if stages.len() > stages_max {
        let more = text::more_stages(language, (stages.len() - stages_max) as u64);
        page.line(vec![(Paint::Quiet, more)]);
    }
    run::hosts(&mut page, record, detail.rows.min(run::HOSTS_MAX));
    if !record.warnings.is_empty() {
        page.blank();
        warnings(&mut page, &words::warnings(record), detail.warnings, false);
        failures(&mut page, record, detail.warnings);
    }
    notes(&mut page, record, detail);
    page.blank();
    foot(&mut page, record, places);
    page
}

/// The notes on the study, in few lines: the page and `--json` have all of them. I/O failures are shown with their warning.
fn notes(page: &mut Page, record: &Record, detail: StageDetail) {
    let language = page.language();
    let mut all: Vec<&Note> = record.notes.iter().filter(|note| !note.is_failed_io()).collect();
    if record.warnings.is_empty() && !all.is_empty() {
        page.blank();
    }
    let most = match detail.rows {
        0 => 0,
        1..8 => 1,
        _ => 3,
    };
    let rest = all.split_off(most.min(all.len())).len();
    for note in &all {
        page.pair(label::note(language), Paint::Plain, &words::note(language, note));
    }
    if rest > 0 {
        let more = text::more_notes(language, rest as u64);
        page.line(vec![(Paint::Quiet, format!("  {more}"))]);
    }
}

fn stage(
    page: &mut Page,
    (name, tone): (Option<&str>, Tone),
    texts: &StageText,
    detail: StageDetail,
) {
    let language = page.language();
    let (paint, symbol) = mark(page, tone);
    let head = match name {
        Some(name) => format!("{symbol} {name}: "),
        None => format!("{symbol} "),
    };
    page.wrapped(vec![(paint, head)], 2, Paint::Strong, &texts.headline);
    for note in texts.notes.iter().take(detail.notes) {
        page.wrapped(vec![(Paint::Plain, "  ".to_owned())], 2, Paint::Plain, note);
    }
    let more = texts.notes.len().saturating_sub(detail.notes);
    if more > 0 && detail.notes > 0 {
        let more = text::more_notes(language, more as u64);
        page.line(vec![(Paint::Quiet, format!("  {more}"))]);
    }
    for warning in texts.warnings.iter().take(detail.warnings) {
        page.wrapped(vec![(Paint::Unsure, "  ! ".to_owned())], 4, Paint::Plain, warning);
    }
    let more = texts.warnings.len().saturating_sub(detail.warnings);
    if more > 0 {
        let more = text::more_warnings(language, more as u64);
        page.line(vec![(Paint::Quiet, format!("  ! {more}"))]);
    }
    if detail.rows > 0 {
        for table in &texts.tables {
            rows(page, table, detail.rows, RowPlace::Report);
        }
    }
}

fn mark(page: &Page, tone: Tone) -> (Paint, &'static str) {
    match tone {
        Tone::Good => (Paint::Good, page.glyph("✔", "+")),
        Tone::Bad => (Paint::Bad, page.glyph("✘", "x")),
        Tone::Unsure => (Paint::Unsure, "?"),
        Tone::Plain => (Paint::Plain, page.glyph("·", "-")),
    }
}

/// The place of the rows and columns that a terminal omits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RowPlace {
    Report,
    Json,
}

/// A table in columns. Rows that are not plain stay if not every row fits. The text says how much was omitted, and where it is.
pub(crate) fn rows(page: &mut Page, table: &Rows, most: usize, elsewhere: RowPlace) {
    let all = table.heads.len();
    let table = &fitting(page, table);
    let kept = remarkable(&table.rows, most);
    let (language, in_json) = (page.language(), elsewhere == RowPlace::Json);
    let caption = match (all - table.heads.len()) as u64 {
        0 => table.caption.clone(),
        more => format!("{} ({})", table.caption, text::more_columns(language, more, in_json)),
    };
    page.wrapped(vec![(Paint::Plain, "  ".to_owned())], 4, Paint::Quiet, &caption);
    let (widths, bar) = columns(page, table, &kept);
    // Columns that do not fit beside the names come below, with the names again; a number is never cut.
    for block in blocks(&widths, page.width()) {
        let widths: Vec<usize> = block.iter().map(|&column| widths[column]).collect();
        let of = |all: &[String]| -> Vec<String> {
            block.iter().map(|&column| all[column].clone()).collect()
        };
        let words: Vec<bool> =
            block.iter().map(|column| *column == 0 || table.words.contains(column)).collect();
        let mut head = cells(&widths, &words, &of(&table.heads));
        if let Some(cells) = bar {
            head.insert(1, " ".repeat(cells + 2));
        }
        page.line(vec![(Paint::Quiet, format!("  {}", head.join("  ")))]);
        for line in &kept {
            row(page, line, cells(&widths, &words, &of(&line.cells)), bar);
        }
    }
    let left = table.rows.len() - kept.len();
    if left > 0 {
        let more = text::more_rows(language, left as u64, in_json);
        page.line(vec![(Paint::Quiet, format!("  {more}"))]);
    }
}

fn row(page: &mut Page, line: &Line, words: Vec<String>, bar: Option<usize>) {
    let (paint, _) = mark(page, line.tone);
    let mut words = words.into_iter();
    let first = words.next().unwrap_or_default();
    let mut spans: Vec<Span> = vec![(paint, format!("  {first}  "))];
    if let Some(cells) = bar {
        let tone = if paint == Paint::Plain { Paint::Quiet } else { paint };
        spans.extend(page.bar(line.share.unwrap_or(0.0), cells, tone));
        // In ASCII a bar has two brackets of its own.
        let gap = if page.has_unicode() { "    " } else { "  " };
        spans.push((Paint::Plain, gap.to_owned()));
    }
    spans.push((paint, words.collect::<Vec<_>>().join("  ")));
    page.line(spans);
}

/// The columns of each block of a table: the names, and as many others as fit beside them.
fn blocks(widths: &[usize], room: usize) -> Vec<Vec<usize>> {
    let names = widths.first().map_or(0, |width| width + 2);
    let mut all: Vec<Vec<usize>> = vec![vec![0]];
    let mut used = names;
    for (column, width) in widths.iter().enumerate().skip(1) {
        if used + width + 2 > room && used > names {
            all.push(vec![0]);
            used = names;
        }
        all.last_mut().expect("there is one from the beginning").push(column);
        used += width + 2;
    }
    all
}

/// The minimum width to which a name is cut, in columns.
const NAME_MIN: usize = 16;
const WORDS_MIN: usize = 12;

/// The table without the spare columns that do not fit.
fn fitting(page: &Page, table: &Rows) -> Rows {
    let widest = |column: &usize| {
        let cells = table.rows.iter().map(|line| &line.cells[*column]);
        let cells = cells.chain([&table.heads[*column]]);
        let width = cells.map(|cell| cell.chars().count()).max().unwrap_or(0) + 2;
        // A long name is cut before a number.
        if *column == 0 { width.min(NAME_MIN) } else { width }
    };
    let mut kept: Vec<usize> = (0..table.heads.len()).collect();
    for spare in &table.spare {
        if kept.iter().map(widest).sum::<usize>() <= page.width() {
            break;
        }
        kept.retain(|column| column != spare);
    }
    let of = |all: &[String]| kept.iter().map(|&column| all[column].clone()).collect();
    let rows = table.rows.iter().map(|line| Line { cells: of(&line.cells), ..line.clone() });
    let words = kept.iter().enumerate().filter(|(_, column)| table.words.contains(column));
    let words = words.map(|(at, _)| at).collect();
    Rows { heads: of(&table.heads), rows: rows.collect(), words, ..table.clone() }
}

/// At most `most` rows in their order; rows that are not plain have priority.
fn remarkable(rows: &[Line], most: usize) -> Vec<&Line> {
    let mut order: Vec<usize> = (0..rows.len()).collect();
    order.sort_by_key(|&i| match rows[i].tone {
        Tone::Bad => 0,
        Tone::Good => 1,
        Tone::Unsure => 2,
        Tone::Plain => 3,
    });
    order.truncate(most);
    order.sort_unstable();
    order.into_iter().map(|i| &rows[i]).collect()
}

/// The widths of the columns within the page, and that of a bar if there is room for one.
fn columns(page: &Page, table: &Rows, kept: &[&Line]) -> (Vec<usize>, Option<usize>) {
    let widest = |column: usize| {
        let cells = kept.iter().map(|line| &line.cells[column]).chain([&table.heads[column]]);
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let mut widths: Vec<usize> = (0..table.heads.len()).map(widest).collect();
    let whole = |widths: &[usize]| widths.iter().map(|width| width + 2).sum::<usize>();
    // Names are cut first, then words and headings, never a value.
    for column in 0..widths.len() {
        let values = kept.iter().map(|line| line.cells[column].chars().count()).max().unwrap_or(0);
        let least = match column {
            0 => NAME_MIN.min(page.width() / 5),
            _ if table.words.contains(&column) => WORDS_MIN.min(page.width() / 7),
            _ => values.max(WORDS_MIN.min(page.width() / 7)),
        };
        let over = whole(&widths).saturating_sub(page.width());
        widths[column] = widths[column].min(widths[column].saturating_sub(over).max(least));
    }
    let bars = kept.iter().any(|line| line.share.is_some_and(f64::is_finite));
    let room = page.width().saturating_sub(whole(&widths) + 4);
    (widths, (bars && room >= 8).then_some(room.min(16)))
}

/// A text cut to a width. Paths differ at their end, so they lose their beginning.
fn cut(text: &str, width: usize) -> String {
    let length = text.chars().count();
    let kept = width.saturating_sub(2);
    match length > width {
        true if text.starts_with('/') => {
            "..".chars().chain(text.chars().skip(length - kept)).collect()
        }
        true => text.chars().take(kept).chain("..".chars()).collect(),
        false => text.to_owned(),
    }
}

/// Each cell padded to its column: names and words to the left, values to the right. Words that end a row are not padded.
fn cells(widths: &[usize], words: &[bool], cells: &[String]) -> Vec<String> {
    let last = widths.len().saturating_sub(1);
    let one = |(i, (cell, width)): (usize, (&String, &usize))| {
        let text = cut(cell, *width);
        match words[i] {
            true if i == last => text,
            true => format!("{text:<width$}"),
            false => format!("{text:>width$}"),
        }
    };
    cells.iter().zip(widths).enumerate().map(one).collect()
}
