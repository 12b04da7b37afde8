//! Two results held against each other, in words and as JSON: conditions before numbers, "no difference" as an answer.
//!
//! Takes what `advise::diff` found; judges nothing itself.

use crate::language::Language;
use crate::studies::{percent, ranged, signed, signed_range};
use crate::terminal::Style;
use crate::terminal::ink::{INDENT, Page, Paint};
use crate::words;
use crate::words::diff as told;
use advise::diff::{Answer, Change, Diff, DiffWarning, Kind, NumberName, Row};
use serde_json::{Value, json};
use summary::Estimate;

/// Rows of numbers that a terminal shows; the JSON has them all.
const ROWS_MAX: usize = 24;
/// Conditions that a terminal shows.
const CONDITIONS_MAX: usize = 14;
/// Warnings about each of them that a terminal shows.
const WARNINGS_MAX: usize = 3;
/// The version of the JSON document.
const FORMAT: u32 = 2;

/// The answer in one sentence; `names` are those of the two results.
pub fn headline(diff: &Diff, names: [&str; 2]) -> String {
    let (all, points, are) = match diff.same_points {
        0 => return held(diff, names),
        1 => ("", "1 point".to_owned(), "is"),
        many => ("all ", crate::studies::counted(many, "point"), "are"),
    };
    let same = format!("{points} {are} one and the same measurement in both");
    // Numbers that are one measurement agree to the last digit, and say nothing of what would come again.
    if diff.rows.iter().all(|row| row.a.value == row.b.value) {
        return format!("nothing was measured twice: {all}{same}");
    }
    format!("{}; {same}", held(diff, names))
}

fn held(diff: &Diff, names: [&str; 2]) -> String {
    let [a, b] = names;
    let count = |change: Change| diff.rows.iter().filter(|row| row.change == change).count();
    let (worse, better) = (count(Change::Worse), count(Change::Better));
    let all = diff.rows.iter().filter(|row| row.change != Change::Told).count();
    let (judged, most) = together(diff);
    if let Some((number, [one, other])) = diff.unlike.first() {
        let more = match diff.unlike.len() {
            1 => String::new(),
            many => format!(" (and {} more)", many - 1),
        };
        return format!(
            "not comparable: the load of {} is {} in {a} and {} in {b}{more}",
            told::number_name(number),
            told::unlike_load(one),
            told::unlike_load(other)
        );
    }
    match diff.answer {
        Answer::Same => match most {
            Some(most) => {
                let most = percent(most);
                format!(
                    "no difference seen: {b} is like {a}, and may differ by up to {most}{judged}"
                )
            }
            None => format!("no difference: {b} is like {a}{judged}"),
        },
        Answer::NoWorse if better > 0 => {
            format!("{b} is better than {a} in {better} of {all} and worse in none{judged}")
        }
        Answer::NoWorse if diff.overall_latency.as_ref().is_some_and(better_row) => {
            format!("{b} is better than {a} in latency and no worse in rate{judged}")
        }
        Answer::NoWorse => format!("{b} is no worse than {a}{judged}"),
        Answer::Worse if worse == 0 => format!("{b} is worse than {a}{judged}"),
        Answer::Worse if better > 0 => {
            format!("{b} is worse than {a} in {worse} of {all} and better in {better}{judged}")
        }
        Answer::Worse => format!("{b} is worse than {a} in {worse} of {all}{judged}"),
        Answer::CannotTell if all == 0 => format!(
            "not comparable: {a} and {b} have no number in common: a load line is held against one of the same load and latency limit, a point against \
             one of the same load only"
        ),
        Answer::CannotTell if !diff.rows.iter().any(|row| row.ratio.is_known()) => {
            let numbers = if all == 1 { "number has" } else { "numbers have" };
            format!("cannot tell whether {b} is worse than {a}: their {all} {numbers} no interval")
        }
        Answer::CannotTell => {
            let why = match diff.apart {
                Some(_) => "their rates disagree",
                None => "the intervals are too wide",
            };
            format!("cannot tell whether {b} is worse than {a}: {why}{judged}")
        }
    }
}

/// All rates together in words, with how far single ones are from each other; and how far the two may still differ where no
/// difference was seen.
fn together(diff: &Diff) -> (String, Option<f64>) {
    let Some(row) = &diff.overall else { return (String::new(), None) };
    let rates = diff.rows.iter().filter(|row| row.kind == Kind::Rate).count();
    let apart = diff.apart.map_or(String::new(), |(low, high)| {
        let [low, high] = [low, high].map(base::units::significant);
        format!(", single ones from x{low} to x{high}")
    });
    let most = (row.ratio.high - 1.0).max(1.0 - row.ratio.low);
    let may = row.change == Change::Same && most > diff.practical;
    (format!(", all {rates} rates together {}{apart}", ratio(&row.ratio)), may.then_some(most))
}

fn better_row(row: &Row) -> bool {
    row.change == Change::Better
}

/// The comparison for a terminal.
pub fn comparison(diff: &Diff, names: [&str; 2], style: &Style) -> String {
    let mut page = Page::new(style);
    let (paint, symbol) = match diff.answer {
        Answer::Same | Answer::NoWorse => (Paint::Good, page.glyph("✔", "+")),
        Answer::Worse => (Paint::Bad, page.glyph("✘", "x")),
        Answer::CannotTell => (Paint::Unsure, "?"),
    };
    page.wrapped(vec![(paint, format!("{symbol} "))], 2, Paint::Strong, &headline(diff, names));
    conditions(&mut page, diff, names);
    warnings(&mut page, diff, names);
    if !diff.rows.is_empty() {
        page.blank();
        numbers(&mut page, diff, names);
    }
    for (name, only) in names.iter().zip([&diff.only_a, &diff.only_b]) {
        if !only.is_empty() {
            let names: Vec<String> = only.iter().map(told::number_name).collect();
            let listed: Vec<&str> = names.iter().map(String::as_str).collect();
            let text = crate::studies::names(&listed, 4);
            page.pair("only there", Paint::Quiet, &format!("{name}: {text}"));
        }
    }
    page.blank();
    if diff.answer == Answer::CannotTell && !(diff.rows.is_empty() && diff.unlike.is_empty()) {
        let text = if !diff.unlike.is_empty() {
            "run both with the same load"
        } else if diff.rows.iter().any(|row| row.ratio.is_known()) {
            "measure longer, or let larger differences not count with --practical"
        } else {
            "no number of theirs has an interval; five points or more that both have are told together"
        };
        page.pair("to tell", Paint::Plain, text);
    }
    let how = format!(
        "a difference is claimed where the whole interval of a ratio lies beyond the smallest one that counts: {} of a \
         rate, {} of a latency; the intervals hold for all rows together, and all \
         rates together are as uncertain as they differ from each other; what changes from one day to the next is in no \
         interval of one run",
        percent(diff.practical),
        percent(diff.practical_latency)
    );
    page.pair("judged by", Paint::Quiet, &how);
    page.text()
}

fn conditions(page: &mut Page, diff: &Diff, names: [&str; 2]) {
    page.blank();
    if diff.conditions.is_empty() {
        let same = "the same in all that was recorded: parameters, versions, facts";
        page.pair("conditions", Paint::Plain, same);
        return;
    }
    let shown =
        |text: &str| if text.is_empty() { "(not told)".to_owned() } else { text.to_owned() };
    let head = format!("conditions that differ, {} -> {}", names[0], names[1]);
    page.line(vec![(Paint::Strong, head)]);
    for condition in diff.conditions.iter().take(CONDITIONS_MAX) {
        let [a, b] = told::condition_values(condition);
        let text = format!("{} -> {}", shown(&a), shown(&b));
        let name = told::condition_name(&condition.what);
        let head = format!("  {name:<width$} ", width = INDENT - 3);
        page.wrapped(vec![(Paint::Quiet, head)], INDENT, Paint::Plain, &text);
    }
    let more = diff.conditions.len().saturating_sub(CONDITIONS_MAX);
    if more > 0 {
        page.line(vec![(Paint::Quiet, format!("  and {more} more in the JSON"))]);
    }
}

/// What no interval of theirs has.
fn warnings(page: &mut Page, diff: &Diff, names: [&str; 2]) {
    for (name, warnings) in names.iter().zip(&diff.warnings) {
        for warning in warnings.iter().take(WARNINGS_MAX) {
            page.pair("! warning", Paint::Unsure, &format!("{name}: {}", warning_line(warning)));
        }
        if let Some(more) = warnings.len().checked_sub(WARNINGS_MAX).filter(|more| *more > 0) {
            page.pair("! warning", Paint::Quiet, &format!("{name}: and {more} more in the JSON"));
        }
    }
}

/// What makes a result doubtful, with the stream or role that it concerns.
pub(crate) fn warning_line(warning: &DiffWarning) -> String {
    match warning {
        DiffWarning::Warning(warning) => {
            let text = words::detail(Language::En, &warning.detail);
            match text.starts_with(&warning.about) {
                true => text,
                false => format!("{}: {text}", warning.about),
            }
        }
        DiffWarning::Role(role, reason) => {
            format!("{role}: {}", words::reason(Language::En, reason))
        }
    }
}

fn warning_lines(warnings: &[DiffWarning]) -> Vec<String> {
    warnings.iter().map(warning_line).collect()
}

fn numbers(page: &mut Page, diff: &Diff, names: [&str; 2]) {
    // Where points are judged together, single ones are worth a line when they stand out.
    let stands_out = |row: &Row| matches!(row.change, Change::Worse | Change::Better);
    let mut order: Vec<usize> = (0..diff.rows.len())
        .filter(|&i| diff.overall.is_none() || stands_out(&diff.rows[i]))
        .filter(|&i| diff.overall_latency.is_none() || !loose_latency(&diff.rows[i]))
        .collect();
    order.sort_by_key(|&i| match diff.rows[i].change {
        Change::Worse => 0,
        Change::Better => 1,
        Change::CannotTell => 2,
        Change::NotWorse => 3,
        Change::Same => 4,
        Change::Told => 5,
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
        let title = format!("  {symbol} {}: ", told::quantity(&row.what));
        let (a, b) = (value(row, &row.a), value(row, &row.b));
        let text = if row.kind == Kind::Line && [&a, &b].iter().any(|text| *text == "none") {
            format!("{a} -> {b} {}, {}", row.unit, meaning(row))
        } else {
            format!("{a} -> {b} {}, {}, {}", row.unit, ratio(&row.ratio), meaning(row))
        };
        page.wrapped(vec![(paint, title)], 6, Paint::Plain, &text);
    }
    let more = diff.rows.len() - order.len();
    if more > 0 {
        let count = |change: Change| diff.rows.iter().filter(|row| row.change == change).count();
        let text = format!(
            "{} in all: {} worse, {} better, {} without a difference that counts, {} not worse, {} that cannot be \
             told one by one; all of them are in the JSON",
            diff.rows.len(),
            count(Change::Worse),
            count(Change::Better),
            count(Change::Same),
            count(Change::NotWorse),
            count(Change::CannotTell)
        );
        page.wrapped(vec![(Paint::Quiet, "  ".to_owned())], 2, Paint::Quiet, &text);
    }
}

/// One of the two values of a row.
pub(crate) fn value(row: &Row, of: &Estimate) -> String {
    match (row.kind, of.value) {
        (Kind::Line, 0.0) => "none".to_owned(),
        _ => ranged(of),
    }
}

fn mark(page: &Page, change: Change) -> (Paint, &'static str) {
    match change {
        Change::Same => (Paint::Plain, "="),
        Change::Better => (Paint::Good, page.glyph("✔", "+")),
        Change::NotWorse => (Paint::Plain, page.glyph("≥", ">")),
        Change::Worse => (Paint::Bad, page.glyph("✘", "x")),
        Change::CannotTell => (Paint::Unsure, "?"),
        Change::Told => (Paint::Quiet, page.glyph("·", "-")),
    }
}

/// A percentile of one point, which has no interval of its own.
fn loose_latency(row: &Row) -> bool {
    row.kind == Kind::Latency && !row.ratio.is_known()
}

/// What a change means, in words.
pub(crate) fn meaning(row: &Row) -> &'static str {
    // Of a latency more is worse.
    let (less, more) = (row.ratio.high < 1.0, row.ratio.low > 1.0);
    match row.change {
        Change::CannotTell if less || more => "it differs; whether that counts cannot be told",
        Change::Same => "no difference that counts",
        Change::Better => "better",
        Change::NotWorse => "not worse",
        Change::Worse => "WORSE",
        Change::CannotTell => "cannot tell",
        Change::Told => "each at a load of its own, not judged",
    }
}

/// A ratio as a change: `+2.1 % (-0.3 to +4.6 %)`.
pub(crate) fn ratio(ratio: &Estimate) -> String {
    let change = Estimate {
        value: ratio.value - 1.0,
        low: ratio.low - 1.0,
        high: ratio.high - 1.0,
        ..*ratio
    };
    match change.is_known() {
        true => signed_range(&change),
        false => format!("{} (no interval)", signed(change.value)),
    }
}

/// The comparison as one JSON document; `runs` are the numbers of the two.
pub fn comparison_json(diff: &Diff, runs: [i64; 2]) -> String {
    let names = runs.map(|run| format!("run {run}"));
    let conditions = diff.conditions.iter().map(|condition| {
        let [a, b] = told::condition_values(condition);
        json!({ "what": told::condition_name(&condition.what), "a": a, "b": b })
    });
    let unlike = diff.unlike.iter().map(|(number, loads)| {
        let loads: Vec<String> = loads.iter().map(told::unlike_load).collect();
        json!({ "number": told::number_name(number), "loads": loads })
    });
    let names_of = |only: &[NumberName]| only.iter().map(told::number_name).collect::<Vec<_>>();
    let text = json!({
        "format": FORMAT,
        "a": runs[0],
        "b": runs[1],
        "answer": answer_name(diff.answer),
        "sentence": headline(diff, [&names[0], &names[1]]),
        "practical": diff.practical,
        "practical_latency": diff.practical_latency,
        "conditions": conditions.collect::<Vec<_>>(),
        "overall": diff.overall.as_ref().map(row),
        "rates_from_to": diff.apart.map(|(low, high)| [low, high]),
        "overall_latency": diff.overall_latency.as_ref().map(row),
        "same_points": diff.same_points,
        "rows": diff.rows.iter().map(row).collect::<Vec<_>>(),
        "warnings": { "a": warning_lines(&diff.warnings[0]), "b": warning_lines(&diff.warnings[1]) },
        "unlike": unlike.collect::<Vec<_>>(),
        "only_a": names_of(&diff.only_a),
        "only_b": names_of(&diff.only_b),
    });
    format!("{text:#}\n")
}

fn row(row: &Row) -> Value {
    let estimate = |of: &Estimate| json!({ "value": of.value, "low": of.low, "high": of.high, "confidence": of.confidence });
    let change = match row.change {
        Change::Same => "same",
        Change::Better => "better",
        Change::Worse => "worse",
        Change::NotWorse => "not-worse",
        Change::CannotTell => "cannot-tell",
        Change::Told => "told",
    };
    let kind = match row.kind {
        Kind::Line => "load-line",
        Kind::Rate => "rate",
        Kind::Latency => "latency",
        Kind::Told => "told",
    };
    json!({
        "kind": kind,
        "group": row.group,
        "what": told::quantity(&row.what),
        "unit": row.unit,
        "a": estimate(&row.a),
        "b": estimate(&row.b),
        "ratio": estimate(&row.ratio),
        "change": change,
    })
}

fn answer_name(answer: Answer) -> &'static str {
    match answer {
        Answer::Same => "same",
        Answer::NoWorse => "no-worse",
        Answer::Worse => "worse",
        Answer::CannotTell => "cannot-tell",
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
    fn a_result_is_like_itself_where_its_intervals_are_narrow() {
        let mut record = check_example();
        record.warnings.clear();
        record.findings.truncate(1);
        for line in record.findings[0].load_line.iter_mut() {
            (line.low, line.high) = (line.value * 0.995, line.value * 1.005);
        }
        record.findings[0].commits_single = None;
        record.findings[0].commits_group = None;
        let found = diff(&record, &record, PRACTICAL);
        assert_eq!(found.answer, Answer::Same, "{found:?}");
        let text = comparison(&found, NAMES, &Style::PLAIN);
        assert!(text.starts_with("+ no difference: run 2 is like run 1"), "{text}");
        assert!(text.contains("conditions   the same"), "{text}");
    }

    #[test]
    fn warnings_of_either_travel_with_what_is_held_against_each_other() {
        let mut a = check_example();
        a.warnings.clear();
        let mut b = a.clone();
        let warning = |about: &str, weight: Weight| Warning {
            kind: WarningKind::BurstCredits,
            weight,
            about: about.to_owned(),
            detail: Detail::Earlier(format!("{about}: burst credits ran out")),
        };
        b.warnings = vec![warning("data", Weight::Warning), warning("data", Weight::Note)];
        b.warnings.push(warning("nobody's", Weight::Warning));
        let found = diff(&a, &b, PRACTICAL);
        let text = comparison(&found, NAMES, &Style::PLAIN);
        assert_eq!(text.matches("burst credits ran out").count(), 1, "{text}");
        assert!(text.contains("run 2: data: burst credits ran out"), "{text}");
    }

    #[test]
    fn conditions_come_before_numbers_and_what_is_worse_is_named() {
        let a = check_example();
        let mut b = a.clone();
        (b.version, b.seed) = ("0.2.0".to_owned(), 43);
        b.facts[2].rows[0].1 = "4".to_owned();
        b.warnings.clear();
        let mut a = a;
        a.warnings.clear();
        if let Some(line) = &mut b.findings[1].load_line {
            for value in [&mut line.value, &mut line.low, &mut line.high] {
                *value *= 0.8;
            }
        }
        let found = diff(&a, &b, PRACTICAL);
        assert_eq!(found.answer, Answer::Worse);
        let text = comparison(&found, NAMES, &Style::PLAIN);
        let at = |part: &str| text.find(part).unwrap_or_else(|| panic!("{part} is not in {text}"));
        assert!(at("worse than run 1 in 1 of") < at("version"));
        assert!(at("Machine: CPUs") < at("data"));
        let mut mixed = found.clone();
        mixed
            .rows
            .push(mixed.rows.iter().find(|row| row.change == Change::Worse).cloned().expect("one"));
        mixed.rows.last_mut().expect("just added").change = Change::Better;
        let told = headline(&mixed, NAMES);
        assert!(
            told.contains("worse than run 1 in 1 of") && told.contains("better in 1"),
            "{told}"
        );
        assert!(at("-20 %") < at("WORSE"));
        let json: Value = serde_json::from_str(&comparison_json(&found, [1, 2])).unwrap();
        assert_eq!(json["answer"], "worse");
    }

    #[test]
    fn what_has_nothing_in_common_cannot_be_told() {
        let found = diff(&compare_example(), &run_example(), PRACTICAL);
        assert_eq!(found.answer, Answer::CannotTell);
        let text = comparison(&found, NAMES, &Style::PLAIN);
        assert!(text.contains("have no number in common") && text.contains("only there"), "{text}");
    }

    #[test]
    fn a_layout_of_210_points_is_told_in_a_screen() {
        let mut a = compare_example();
        a.warnings.clear();
        let mut b = a.clone();
        for stage in &mut b.study.as_mut().unwrap().stages {
            for point in &mut stage.points {
                let seen = &mut point.seen.mibps;
                for value in [&mut seen.value, &mut seen.low, &mut seen.high] {
                    *value *= 0.95;
                }
            }
        }
        let found = diff(&a, &b, PRACTICAL);
        let overall = found.overall.as_ref().expect("many points are judged together");
        assert!((overall.ratio.value - 0.95).abs() < 1e-9);
        assert_eq!(found.answer, Answer::Worse, "{overall:?}");
        let text = comparison(&found, NAMES, &Style::PLAIN);
        assert!(text.lines().count() < 80, "{text}");
        assert!(text.contains("306 points together"), "{text}");
    }
}
