//! The comparison of two results, in words and as JSON: conditions before numbers, "no difference" as an answer.
//!
//! This module shows the result of `advise::diff` and judges nothing.

use crate::catalogue::diff as text;
use crate::catalogue::terminal as label;
use crate::language::Language;
use crate::terminal::Style;
use crate::terminal::ink::{INDENT, Page, Paint};
use crate::words;
use crate::words::diff as diff_words;
use crate::words::figure::{self, percent, ranged, rate_word, signed, signed_range};
use advise::diff::{
    Answer, Change, Diff, DiffWarning, Kind, NumberName, OVERALL_MIN, Quantity, Row, UnlikeLoad,
};
use serde::Serialize;
use serde_json::json;
use summary::Estimate;

/// The maximum number of rows on a terminal; the JSON has all of them.
const ROWS_MAX: usize = 24;
const CONDITIONS_MAX: usize = 14;
/// The maximum number of warnings for each result on a terminal.
const WARNINGS_MAX: usize = 3;
/// The language of documents for programs.
const LANGUAGE: Language = Language::En;
const FORMAT: u32 = 2;

/// The answer in one or two sentences; `names` are the names of the two results.
pub fn headline(language: Language, diff: &Diff, names: [&str; 2]) -> String {
    if diff.same_run {
        return text::same_run(language, names[0], names[1]);
    }
    let points = diff.same_points as u64;
    // Equal numbers come from one measurement, so they say nothing about a repeat.
    if points > 0 && diff.rows.iter().all(|row| row.a.value == row.b.value) {
        return text::nothing_twice(language, points);
    }
    let same = (points > 0).then(|| text::same_points(language, points));
    let sentences = [Some(answer(language, diff, names)), together(language, diff), same];
    sentences.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

fn answer(language: Language, diff: &Diff, names: [&str; 2]) -> String {
    let [a, b] = names;
    let count = |change: Change| diff.rows.iter().filter(|row| row.change == change).count() as u64;
    let (worse, better) = (count(Change::Worse), count(Change::Better));
    let all = diff.rows.iter().filter(|row| row.change.is_judged()).count() as u64;
    if let Some((number, loads)) = diff.unlike.first() {
        return unlike(language, diff, names, number, loads);
    }
    match diff.answer {
        Answer::Same => match may_differ(diff) {
            Some(most) => {
                let most = &percent(language, most);
                text::same_may_differ(language, &text::SameMayDiffer { a, b, most })
            }
            None => text::same(language, a, b),
        },
        Answer::NoWorse if better > 0 => text::better_in(language, a, b, better, all),
        Answer::NoWorse
            if diff.overall_latency.as_ref().is_some_and(|row| row.change == Change::Better) =>
        {
            text::better_latency(language, a, b)
        }
        Answer::NoWorse => text::no_worse(language, a, b),
        Answer::Worse if worse == 0 => text::worse(language, a, b),
        Answer::Worse if better > 0 => {
            text::worse_and_better(language, &text::WorseAndBetter { a, b, worse, better, all })
        }
        Answer::Worse => text::worse_in(language, a, b, worse, all),
        Answer::CannotTell if !diff.lost_lines.is_empty() => {
            let roles = &diff.lost_lines.join(", ");
            text::line_lost(language, &text::LineLost { a, b, roles })
        }
        Answer::CannotTell if !diff.other_limits.is_empty() => {
            let roles = &diff.other_limits.join(", ");
            text::other_limits(language, &text::OtherLimits { a, b, roles })
        }
        Answer::CannotTell if all == 0 => text::nothing_common(language, a, b),
        Answer::CannotTell if !diff.rows.iter().any(|row| row.ratio.is_known()) => {
            let sentence = text::no_intervals(language, a, b, all);
            let range = without_interval(language, diff);
            std::iter::once(sentence).chain(range).collect::<Vec<_>>().join(" ")
        }
        Answer::CannotTell if every_row(diff).any(|row| row.change == Change::Forbidden) => {
            text::forbidden(language, a, b)
        }
        Answer::CannotTell if diff.ratio_range.is_some() || is_outvoted(diff) => {
            text::rates_disagree(language, a, b)
        }
        Answer::CannotTell => text::intervals_wide(language, a, b),
    }
}

/// The first load that differs between the two, and the number of others.
fn unlike(
    language: Language,
    diff: &Diff,
    [a, b]: [&str; 2],
    number: &NumberName,
    loads: &[UnlikeLoad; 2],
) -> String {
    let [load_a, load_b] = [0, 1].map(|at| diff_words::unlike_load(language, &loads[at]));
    let number = diff_words::number_name(language, number);
    let values = text::Unlike { number: &number, a, b, load_a: &load_a, load_b: &load_b };
    let first = text::unlike(language, &values);
    match diff.unlike.len() as u64 - 1 {
        0 => first,
        more => format!("{first} {}", text::unlike_more(language, more)),
    }
}

/// How much the two may still differ if no difference was found.
fn may_differ(diff: &Diff) -> Option<f64> {
    let row = diff.overall.as_ref()?;
    let ends = row.ratio.ends();
    let most = (ends.high - 1.0).max(1.0 - ends.low);
    (row.change == Change::Same && most > diff.practical).then_some(most)
}

/// The least and the greatest change of several rates.
fn without_interval(language: Language, diff: &Diff) -> Option<String> {
    let rates = rate_changes(diff).count();
    let least = rate_changes(diff).fold(f64::INFINITY, f64::min);
    let most = rate_changes(diff).fold(f64::NEG_INFINITY, f64::max);
    let [least, most] = &[least, most].map(|change| signed(language, change));
    (rates > 1).then(|| text::without_interval(language, rates as u64, least, most))
}

fn rate_changes(diff: &Diff) -> impl Iterator<Item = f64> {
    diff.rows.iter().filter(|row| row.kind == Kind::Rate).map(|row| row.ratio.value - 1.0)
}

/// The change of all rates together, and the differences between single rates.
fn together(language: Language, diff: &Diff) -> Option<String> {
    let row = diff.overall.as_ref().filter(|_| diff.unlike.is_empty())?;
    let rates = diff.rows.iter().filter(|row| row.kind == Kind::Rate).count() as u64;
    let change = &ratio(language, &row.ratio);
    Some(match diff.ratio_range {
        Some((low, high)) => {
            let [low, high] = &[low, high].map(|of| language.number(of));
            text::together_apart(language, &text::TogetherApart { rates, change, low, high })
        }
        None => text::together(language, rates, change),
    })
}

fn every_row(diff: &Diff) -> impl Iterator<Item = &Row> {
    diff.rows.iter().chain(&diff.overall)
}

/// Whether most single rates differ from what all of them together say.
fn is_outvoted(diff: &Diff) -> bool {
    let row = diff.overall.as_ref().filter(|row| row.change == Change::CannotTell);
    let change = |row: &Row| advise::diff::change(row.kind, &row.ratio, diff.practical);
    row.is_some_and(|row| change(row) != Change::CannotTell)
}

pub fn comparison(diff: &Diff, names: [&str; 2], style: &Style) -> String {
    let mut page = Page::new(style);
    let language = page.language();
    let (paint, symbol) = match diff.answer {
        Answer::Same | Answer::NoWorse => (Paint::Good, page.glyph("✔", "+")),
        Answer::Worse => (Paint::Bad, page.glyph("✘", "x")),
        Answer::CannotTell => (Paint::Unsure, "?"),
    };
    let head = vec![(paint, format!("{symbol} "))];
    page.wrapped(head, 2, Paint::Strong, &headline(language, diff, names));
    if diff.same_run {
        return page.text();
    }
    conditions(&mut page, diff, names);
    warnings(&mut page, diff, names);
    if !diff.rows.is_empty() {
        page.blank();
        numbers(&mut page, diff, names);
    }
    for (name, only) in names.iter().zip([&diff.only_a, &diff.only_b]) {
        if !only.is_empty() {
            let names: Vec<String> =
                only.iter().map(|only| diff_words::number_name(language, only)).collect();
            let listed: Vec<&str> = names.iter().map(String::as_str).collect();
            let list = figure::names(language, &listed, 4);
            page.pair(text::only_in(language), Paint::Quiet, &format!("{name}: {list}"));
        }
    }
    page.blank();
    if diff.answer == Answer::CannotTell && !(diff.rows.is_empty() && diff.unlike.is_empty()) {
        let advice = if !diff.unlike.is_empty() {
            text::do_same_load(language)
        } else if every_row(diff).any(|row| row.change == Change::Forbidden) {
            text::do_mend(language)
        } else if diff.rows.iter().any(|row| row.kind == Kind::Line) {
            text::do_larger_budget(language)
        } else if diff.rows.iter().any(|row| row.ratio.is_known()) {
            text::do_longer(language)
        } else if rate_changes(diff).count() < OVERALL_MIN {
            text::do_more_points(language)
        } else {
            ""
        };
        if !advice.is_empty() {
            page.pair(text::to_do(language), Paint::Plain, advice);
        }
    }
    let [rate, latency] =
        [diff.practical, diff.practical_latency].map(|least| percent(language, least));
    if diff.rows.iter().any(|row| matches!(row.what, Quantity::LoadLine(..))) {
        page.pair(label::load_line(language), Paint::Quiet, label::load_line_is(language));
    }
    let how = text::method_text(language, &rate, &latency);
    page.pair(text::method(language), Paint::Quiet, &how);
    page.text()
}

fn conditions(page: &mut Page, diff: &Diff, names: [&str; 2]) {
    let language = page.language();
    page.blank();
    if diff.conditions.is_empty() {
        page.pair(text::conditions(language), Paint::Plain, text::conditions_same(language));
        return;
    }
    let shown = |value: &str| match value {
        "" => format!("({})", text::not_recorded(language)),
        value => value.to_owned(),
    };
    let head = format!("{}, {} -> {}", text::conditions_differ(language), names[0], names[1]);
    page.line(vec![(Paint::Strong, head)]);
    for condition in diff.conditions.iter().take(CONDITIONS_MAX) {
        let [a, b] = diff_words::condition_values(language, condition);
        let values = format!("{} -> {}", shown(&a), shown(&b));
        let name = text::name_text(language, &condition.what);
        let head = format!("  {name:<width$} ", width = INDENT - 3);
        page.wrapped(vec![(Paint::Quiet, head)], INDENT, Paint::Plain, &values);
    }
    let more = diff.conditions.len().saturating_sub(CONDITIONS_MAX) as u64;
    if more > 0 {
        page.line(vec![(Paint::Quiet, format!("  {}", text::more_in_json(language, more)))]);
    }
}

/// The warnings, which no interval takes into account.
fn warnings(page: &mut Page, diff: &Diff, names: [&str; 2]) {
    let language = page.language();
    let label = text::warning(language);
    for (name, warnings) in names.iter().zip(&diff.warnings) {
        for warning in warnings.iter().take(WARNINGS_MAX) {
            let line = format!("{name}: {}", warning_line(language, warning));
            page.pair(label, Paint::Unsure, &line);
        }
        if let Some(more) = warnings.len().checked_sub(WARNINGS_MAX).filter(|more| *more > 0) {
            let more = text::more_in_json(language, more as u64);
            page.pair(label, Paint::Quiet, &format!("{name}: {more}"));
        }
    }
}

/// A warning about a result, with the stream or role that it concerns.
pub(crate) fn warning_line(language: Language, warning: &DiffWarning) -> String {
    match warning {
        DiffWarning::Warning(warning) => {
            words::named(warning, words::detail(language, &warning.detail))
        }
        DiffWarning::Role(role, reason) => {
            format!("{role}: {}", words::role_reason(language, role, reason))
        }
    }
}

fn warning_lines(warnings: &[DiffWarning]) -> Vec<String> {
    warnings.iter().map(|warning| warning_line(LANGUAGE, warning)).collect()
}

fn numbers(page: &mut Page, diff: &Diff, names: [&str; 2]) {
    let language = page.language();
    // If all points together have an answer, a single point gets a line only if it stands out.
    let stands_out = |row: &Row| matches!(row.change, Change::Worse | Change::Better);
    let mut order: Vec<usize> = (0..diff.rows.len())
        .filter(|&i| diff.overall.is_none() || stands_out(&diff.rows[i]))
        .filter(|&i| diff.overall_latency.is_none() || !loose_latency(&diff.rows[i]))
        .collect();
    order.sort_by_key(|&i| match diff.rows[i].change {
        Change::Worse => 0,
        Change::Better => 1,
        Change::CannotTell | Change::Forbidden => 2,
        Change::NotWorse => 3,
        Change::Same => 4,
        Change::ReportedOnly | Change::AtOtherLoads => 5,
    });
    order.truncate(ROWS_MAX);
    order.sort_unstable();
    let overall = diff.overall.iter().chain(&diff.overall_latency);
    let rows: Vec<&Row> = overall.chain(order.iter().map(|&i| &diff.rows[i])).collect();
    let mut group = "";
    let head = format!("{} -> {}", names[0], names[1]);
    page.line(vec![(Paint::Strong, head)]);
    for row in &rows {
        if row.group != group {
            group = &row.group;
            page.line(vec![(Paint::Quiet, format!("  {group}"))]);
        }
        let (paint, symbol) = mark(page, row.change);
        let title = format!("  {symbol} {}: ", diff_words::quantity(language, &row.what));
        let (a, b) = (value(language, row, &row.a), value(language, row, &row.b));
        let unit = rate_word(language, row.unit);
        let none = text::none(language);
        let values = if row.kind == Kind::Line && [&a, &b].iter().any(|value| *value == none) {
            format!("{a} -> {b} {unit}, {}", meaning(language, row))
        } else {
            let ratio = ratio(language, &row.ratio);
            format!("{a} -> {b} {unit}, {ratio}, {}", meaning(language, row))
        };
        page.wrapped(vec![(paint, title)], 6, Paint::Plain, &values);
    }
    let more = diff.rows.len() - order.len();
    if more > 0 {
        let count =
            |change: Change| diff.rows.iter().filter(|row| row.change == change).count() as u64;
        let values = text::Rows {
            all: diff.rows.len() as u64,
            worse: count(Change::Worse),
            better: count(Change::Better),
            same: count(Change::Same),
            no_worse: count(Change::NotWorse),
            unknown: count(Change::CannotTell) + count(Change::Forbidden),
        };
        let counted = text::rows(language, &values);
        page.wrapped(vec![(Paint::Quiet, "  ".to_owned())], 2, Paint::Quiet, &counted);
    }
}

pub(crate) fn value(language: Language, row: &Row, of: &Estimate) -> String {
    match (row.kind, of.value) {
        (Kind::Line, 0.0) => text::none(language).to_owned(),
        _ => ranged(language, of),
    }
}

fn mark(page: &Page, change: Change) -> (Paint, &'static str) {
    match change {
        Change::Same => (Paint::Plain, "="),
        Change::Better => (Paint::Good, page.glyph("✔", "+")),
        Change::NotWorse => (Paint::Plain, page.glyph("≥", ">")),
        Change::Worse => (Paint::Bad, page.glyph("✘", "x")),
        Change::CannotTell | Change::Forbidden => (Paint::Unsure, "?"),
        Change::ReportedOnly | Change::AtOtherLoads => (Paint::Quiet, page.glyph("·", "-")),
    }
}

/// Whether the row is a percentile of one point, which has no interval of its own.
fn loose_latency(row: &Row) -> bool {
    row.kind == Kind::Latency && !row.ratio.is_known()
}

pub(crate) fn meaning(language: Language, row: &Row) -> &'static str {
    // A higher latency is worse.
    let (less, more) = match row.ratio.interval {
        Some(ends) => (ends.high < 1.0, ends.low > 1.0),
        None => (false, false),
    };
    if row.change == Change::CannotTell && (less || more) {
        return text::change_small(language);
    }
    text::change_text(language, &row.change)
}

/// A ratio as a change: `+2.1 % (-0.3 to +4.6 %)`.
pub(crate) fn ratio(language: Language, ratio: &Estimate) -> String {
    let change = ratio.map(|ratio| ratio - 1.0);
    if change.is_known() {
        signed_range(language, &change)
    } else {
        text::no_interval(language, &signed(language, change.value))
    }
}

/// The comparison as one JSON document; `runs` are the numbers of the two runs.
pub fn comparison_json(diff: &Diff, runs: [i64; 2]) -> String {
    let names = runs.map(|run| format!("run {run}"));
    let conditions = diff.conditions.iter().map(|condition| {
        let [a, b] = diff_words::condition_values(LANGUAGE, condition);
        json!({ "what": text::name_text(LANGUAGE, &condition.what), "a": a, "b": b })
    });
    let unlike = diff.unlike.iter().map(|(number, loads)| {
        let loads: Vec<String> =
            loads.iter().map(|load| diff_words::unlike_load(LANGUAGE, load)).collect();
        json!({ "number": diff_words::number_name(LANGUAGE, number), "loads": loads })
    });
    let names_of = |only: &[NumberName]| {
        only.iter().map(|only| diff_words::number_name(LANGUAGE, only)).collect::<Vec<_>>()
    };
    let text = json!({
        "format": FORMAT,
        "a": runs[0],
        "b": runs[1],
        "answer": diff.answer,
        "sentence": headline(LANGUAGE, diff, [&names[0], &names[1]]),
        "practical": diff.practical,
        "practical_latency": diff.practical_latency,
        "conditions": conditions.collect::<Vec<_>>(),
        "overall": diff.overall.as_ref().map(RowDocument::of),
        "rates_from_to": diff.ratio_range.map(|(low, high)| [low, high]),
        "overall_latency": diff.overall_latency.as_ref().map(RowDocument::of),
        "same_points": diff.same_points,
        "same_run": diff.same_run,
        "rows": diff.rows.iter().map(RowDocument::of).collect::<Vec<_>>(),
        "warnings": { "a": warning_lines(&diff.warnings[0]), "b": warning_lines(&diff.warnings[1]) },
        "unlike": unlike.collect::<Vec<_>>(),
        "only_a": names_of(&diff.only_a),
        "only_b": names_of(&diff.only_b),
        "lost_lines": diff.lost_lines,
        "other_limits": diff.other_limits,
    });
    format!("{text:#}\n")
}

#[derive(Serialize)]
struct RowDocument<'a> {
    what: String,
    #[serde(flatten)]
    row: &'a Row,
}

impl<'a> RowDocument<'a> {
    fn of(row: &'a Row) -> Self {
        Self { what: diff_words::quantity(LANGUAGE, &row.what), row }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use advise::diff::{PRACTICAL, diff};

    use summary::warning::Detail;
    use summary::{Warning, WarningKind, Weight};
    use testkit::record::{check_example, run_example};
    use testkit::study::compare_example;

    const NAMES: [&str; 2] = ["run 1", "run 2"];

    #[test]
    fn warnings_of_either_travel_with_what_is_held_against_each_other() {
        let mut a = check_example();
        a.warnings.clear();
        let mut b = a.clone();
        let warning = |stream: &str, weight: Weight| {
            let detail = Detail::Unmounted(stream.to_owned());
            Warning::of_stream(stream, WarningKind::BurstCredits, weight, detail)
        };
        b.warnings = vec![warning("data", Weight::Warning), warning("data", Weight::Note)];
        b.warnings.push(warning("nobody's", Weight::Warning));
        // A cached loop device concerns every number.
        let cached = Detail::BufferedLoop("loop0".to_owned());
        b.warnings.push(Warning::of_run(WarningKind::PageCache, Weight::Warning, cached));
        let found = diff(&a, &b, PRACTICAL);
        let text = comparison(&found, NAMES, &Style::PLAIN);
        assert_eq!(text.matches("The file system of data was unmounted").count(), 1, "{text}");
        assert!(text.contains("run 2: data: The file system of data was unmounted"), "{text}");
        assert!(text.contains("run 2: The page cache lies between loop0"), "{text}");
    }

    /// Bug: "-8 % (-8 to -8 %)" under a warning that forbids an answer was "perhaps too little", its interval "too wide".
    #[test]
    fn a_short_interval_under_a_forbidding_warning_is_not_too_wide() {
        let constant = |rate: f64| {
            let mut record = check_example();
            record.warnings.clear();
            record.findings.truncate(1);
            let known = Estimate::between(rate, rate, rate);
            let finding = &mut record.findings[0];
            (finding.load_line, finding.commits_single, finding.commits_group) =
                (Some(known), None, None);
            record
        };
        let (a, mut b) = (constant(500.0), constant(460.0));
        let found = diff(&a, &b, PRACTICAL);
        assert_eq!(found.answer, Answer::Worse, "a constant rate has a short interval");
        let holes = Detail::Holes { hole_bytes: 3 << 30, file_bytes: 4 << 30 };
        b.warnings.push(Warning::of_run(WarningKind::Holes, Weight::Forbids, holes));
        let text =
            comparison(&diff(&a, &b, PRACTICAL), NAMES, &Style::PLAIN).replace("\n      ", " ");
        assert!(text.contains("is worse than run 1: a warning forbids an"), "{text}");
        assert!(text.contains("-8 % (-8 to -8 %), a warning forbids an answer"), "{text}");
        assert!(text.contains("Remove the cause that the warning names"), "{text}");
    }

    #[test]
    fn what_has_nothing_in_common_is_not_comparable() {
        let found = diff(&compare_example(), &run_example(), PRACTICAL);
        assert_eq!(found.answer, Answer::CannotTell);
        let text = comparison(&found, NAMES, &Style::PLAIN);
        assert!(text.contains("have no number in common") && text.contains("only in"), "{text}");
    }
}
