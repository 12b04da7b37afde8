//! Tables: the numbers of each chart, ready to be copied into a spreadsheet.

use super::chart::{Group, courses, dots, tails};
use crate::catalogue::page as text;
use crate::language::Language;
use maud::{Markup, html};

/// A table with a caption. Numbers are right-aligned; the columns `words` are left-aligned and may wrap.
pub(super) fn table(
    caption: &str,
    heads: &[&str],
    rows: &[Vec<String>],
    words: &[usize],
) -> Markup {
    let plain: Vec<(&[String], &str)> = rows.iter().map(|row| (&row[..], "")).collect();
    laid_out(caption, heads, &plain, words)
}

/// A table with rows that are marked good, bad or unsure; the first column names the subject of each row.
pub(super) fn toned(
    caption: &str,
    heads: &[&str],
    rows: &[(Vec<String>, &str)],
    words: &[usize],
) -> Markup {
    let rows: Vec<(&[String], &str)> = rows.iter().map(|(row, class)| (&row[..], *class)).collect();
    laid_out(caption, heads, &rows, words)
}

fn laid_out(caption: &str, heads: &[&str], rows: &[(&[String], &str)], words: &[usize]) -> Markup {
    let class = |column: usize| words.contains(&column).then_some("words");
    html! {
        div.scroll tabindex="0" role="region" aria-label=(caption) {
            table {
                caption { span { (caption) } }
                thead { tr {
                    @for (column, head) in heads.iter().enumerate() { th scope="col" class=[class(column)] { (head) } }
                } }
                tbody {
                    @for (row, tone) in rows {
                        tr class=[(!tone.is_empty()).then(|| format!("toned {tone}"))] {
                            @for (column, cell) in row.iter().enumerate() {
                                @if column == 0 {
                                    th scope="row" { (cell) }
                                } @else {
                                    td class=[class(column)] { (cell) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn folded(language: Language, title: &str, table: Markup) -> Markup {
    html! { details.numbers { summary { (text::numbers(language, title)) } (table) } }
}

pub(super) fn trials(group: &Group<'_>) -> Markup {
    let language = group.language;
    let plain = |value: f64| plain(language, value);
    let rows: Vec<Vec<String>> = dots(group)
        .iter()
        .map(|dot| {
            vec![
                dot.purpose.clone(),
                dot.offered.map_or(text::closed_loop(language).to_owned(), plain),
                plain(dot.achieved),
                plain(dot.mibps),
                plain(dot.depth),
                dot.p50_ms.map_or("-".to_owned(), plain),
                dot.high_ms.map_or("-".to_owned(), plain),
                match dot.held {
                    Some(true) => text::held(language),
                    Some(false) => text::not_held(language),
                    None if dot.offered.is_some() => text::undecided(language),
                    None => text::not_judged(language),
                }
                .to_owned(),
            ]
        })
        .collect();
    let ms = language.unit("ms");
    let [p50, high] = ["p50", &language.quantile(group.quantile())].map(|q| format!("{q} {ms}"));
    let heads = [
        text::trial(language),
        text::offered(language),
        text::achieved(language),
        language.unit("MiB/s"),
        text::depth(language),
        &p50,
        &high,
        text::limit(language),
    ];
    let caption = text::trials(language, group.name);
    folded(language, text::load_title(language), table(&caption, &heads, &rows, &[]))
}

/// The latency distribution at common shares of the operations.
pub(super) fn distribution(group: &Group<'_>) -> Markup {
    let language = group.language;
    let tails = tails(group);
    let shares = [0.0, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 0.995, 0.999, 0.9999, 0.99999];
    let mut heads = vec![text::share(language)];
    let ms = language.unit("ms");
    let names: Vec<String> = tails.iter().map(|tail| format!("{} {ms}", tail.name)).collect();
    heads.extend(names.iter().map(String::as_str));
    let rows: Vec<Vec<String>> = shares
        .iter()
        .map(|share| {
            let mut row = vec![language.quantile(*share)];
            row.extend(tails.iter().map(|tail| {
                let enough = tail.ios >= summary::ios_needed(*share);
                let step = tail.steps.iter().rfind(|(from, _)| enough && from <= share);
                step.map_or("-".to_owned(), |(_, ms)| plain(language, *ms))
            }));
            row
        })
        .collect();
    let title = text::tail_title(language);
    let caption = text::caption(language, group.name, title);
    folded(language, title, table(&caption, &heads, &rows, &[]))
}

pub(super) fn course(group: &Group<'_>, groups: usize) -> Markup {
    let language = group.language;
    let plain = |value: f64| plain(language, value);
    let mut rows = Vec::new();
    for course in courses(group, groups).0 {
        for p in &course.points {
            let counts = if p.warm_up { text::warm_up(language) } else { text::counted(language) };
            rows.push(vec![
                plain(p.at_s),
                course.name.clone(),
                plain(p.iops),
                plain(p.mibps),
                plain(p.p50_ns as f64 / 1e6),
                plain(p.p99_ns as f64 / 1e6),
                plain(p.max_ns as f64 / 1e6),
                counts.to_owned(),
            ]);
        }
    }
    let ms = language.unit("ms");
    let [p50, p99, max] =
        ["p50", "p99", text::max(language)].map(|column| format!("{column} {ms}"));
    let heads = [
        text::second(language),
        text::stream(language),
        "IOPS",
        language.unit("MiB/s"),
        &p50,
        &p99,
        &max,
        text::interval_head(language),
    ];
    let title = text::course_title(language);
    let caption = text::caption(language, group.name, title);
    folded(language, title, table(&caption, &heads, &rows, &[]))
}

/// A number without thousands separators, so that a spreadsheet can parse it; `-` if there is none.
fn plain(language: Language, value: f64) -> String {
    match value {
        v if !v.is_finite() => "-".to_owned(),
        v if v.abs() >= 1_000.0 => format!("{v:.0}"),
        v => language.digits(&base::number::trimmed(v, 3)),
    }
}
