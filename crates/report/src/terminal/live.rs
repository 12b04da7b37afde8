//! Live progress: a bar with the remaining time, the position in the work, and the current rates of the storage.
//!
//! Returns lines without a line feed, never wider than the style allows.

use super::Style;
use super::busiest::{BusiestOwners, table};
use super::ink::{Paint, Span, bar, clean, render, width_of};
use crate::catalogue::{terminal as label, unit};
use crate::language::Language;
use crate::words;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// The current activity, such as `prefilling the file` or `data: confirming`.
    pub doing: String,
    /// The position of the activity, shown before it: stage, point of how many. Empty: the progress is that of the activity.
    pub within: Vec<String>,
    /// The completed share, 0 to 1; `None` if it cannot be known.
    pub share: Option<f64>,
    pub elapsed_s: f64,
    /// Seconds left; `None` if that cannot be known.
    pub left_s: Option<f64>,
    /// Seconds left at most; `None` if that cannot be known, or equals `left_s`.
    pub left_max_s: Option<f64>,
    pub iops: Option<f64>,
    pub mibps: Option<f64>,
    /// 99th percentile of the total latency in the last interval, in nanoseconds.
    pub p99_ns: Option<u64>,
    /// Further facts about the last interval, shown after the rates as far as there is room.
    pub details: Vec<String>,
    /// What a capture found in the last interval: a table on a terminal.
    pub busiest: BusiestOwners,
}

/// The lengths of the bar, longest first; a shorter bar or none is used if text would not fit otherwise.
const BARS: [usize; 3] = [16, 8, 0];
/// The width of a line in a log, which has no edge at which lines wrap.
const LOG_WIDTH: usize = 120;
/// The minimum length to which the current activity is cut.
const DOING_MIN: usize = 8;

/// A part of a line, to be shown or left out as a whole.
type LinePart = Vec<Span>;

/// Progress as one line for a log, without a bar.
pub fn progress_line(live: &Live, style: &Style) -> String {
    let first =
        share(live, 0, style).into_iter().chain([vec![(Paint::Plain, time(live, style.language))]]);
    let busiest = live.busiest.files.iter().chain(&live.busiest.processes).map(|owner| {
        let rate = style.language.number(owner.iops);
        let text = format!("{} {rate} {}", owner.name, unit::iops(style.language));
        vec![(Paint::Plain, clean(&text, style.unicode))]
    });
    let parts = first.chain(within(live, style)).chain(now(live, style)).chain(busiest);
    fitted(parts, style.width.max(LOG_WIDTH), style)
}

/// Progress on a terminal: a line with a bar. If the progress covers more than the activity, a second line shows that.
pub fn progress_lines(live: &Live, style: &Style) -> Vec<String> {
    let width = style.width.max(40);
    let mut words = vec![vec![(Paint::Plain, time(live, style.language))]];
    words.extend(within(live, style));
    let (now, below) = if live.within.is_empty() {
        (now(live, style), Vec::new())
    } else {
        (Vec::new(), now(live, style))
    };
    let part_width = |part: &LinePart| 2 + width_of(part);
    let needed: usize = words.iter().chain(now.first()).map(part_width).sum();
    let fits = |points: &&usize| {
        share(live, **points, style).map_or(0, |part| width_of(&part)) + needed < width
    };
    let points = *BARS.iter().find(fits).unwrap_or(&BARS[2]);
    let first = share(live, points, style).into_iter().chain(words).chain(now);
    let mut lines = vec![fitted(first, width, style)];
    if !below.is_empty() {
        lines.push(format!("  {}", fitted(below, width - 2, style)));
    }
    lines.extend(table(&live.busiest, style));
    lines
}

fn within(live: &Live, style: &Style) -> Vec<LinePart> {
    live.within.iter().map(|text| vec![(Paint::Plain, clean(text, style.unicode))]).collect()
}

/// The current activity, and the current rates of the storage.
fn now(live: &Live, style: &Style) -> Vec<LinePart> {
    let language = style.language;
    let rates = [
        live.iops.map(|iops| format!("{} {}", language.number(iops), unit::iops(language))),
        live.mibps.map(|mibps| format!("{} {}", language.number(mibps), unit::mibps(language))),
        live.p99_ns.map(|ns| format!("p99 {}", language.latency(ns as f64))),
    ];
    let details = live.details.iter().map(|text| clean(text, style.unicode));
    let rates = rates.into_iter().flatten().chain(details).map(|text| vec![(Paint::Plain, text)]);
    let doing = vec![(Paint::Strong, clean(&live.doing, style.unicode))];
    [doing].into_iter().chain(rates).collect()
}

/// As many parts as fit into a line; the last ones matter least. A line that wraps would scroll the screen at every update.
fn fitted(parts: impl IntoIterator<Item = LinePart>, width: usize, style: &Style) -> String {
    let mut line: LinePart = Vec::new();
    for part in parts {
        let gap = if line.is_empty() { 0 } else { 2 };
        let room = width.saturating_sub(width_of(&line) + gap + 1);
        let part = match part.as_slice() {
            whole if width_of(whole) <= room => part,
            [(Paint::Strong, text)] if room >= DOING_MIN => {
                vec![(Paint::Strong, text.chars().take(room).collect())]
            }
            _ => break,
        };
        line.push((Paint::Plain, " ".repeat(gap)));
        line.extend(part);
    }
    render(&line, style.colour)
}

fn share(live: &Live, points: usize, style: &Style) -> Option<LinePart> {
    let share = live.share.filter(|share| share.is_finite())?;
    let mut spans = Vec::new();
    if points > 0 {
        spans = bar(share, points, Paint::Good, style.unicode);
        spans.push((Paint::Plain, " ".to_owned()));
    }
    let percent = format!("{:>3.0} %", (share * 100.0).clamp(0.0, 100.0).floor());
    spans.push((Paint::Strong, percent));
    Some(spans)
}

/// The remaining time, as one number with its margin up to the maximum; the elapsed time if the remaining time cannot be known.
fn time(live: &Live, language: Language) -> String {
    let Some(left_s) = live.left_s.filter(|left| left.is_finite()) else {
        return language.duration(live.elapsed_s.floor());
    };
    let left_s = left_s.max(0.0).ceil();
    let most_s = live.left_max_s.unwrap_or(left_s).ceil().max(left_s);
    match words::margin(left_s, most_s) {
        Some([middle, half, unit]) => {
            let [middle, half] = [middle, half].map(|number| language.digits(&number));
            let (middle, half, unit) = (&*middle, &*half, language.unit(&unit));
            label::time_left_within(language, &label::TimeLeftWithin { middle, half, unit })
        }
        None => label::time_left(language, &language.duration(left_s)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    fn live() -> Live {
        Live {
            doing: "data: confirming".to_owned(),
            share: Some(0.42),
            elapsed_s: 38.0,
            left_s: Some(51.2),
            iops: Some(8_240.4),
            mibps: Some(64.4),
            p99_ns: Some(9_120_000),
            ..Live::default()
        }
    }

    #[test]
    fn it_tells_progress_in_one_line() {
        let style = Style { colour: false, unicode: true, width: 100, language: Language::En };
        expect!["██████▊░░░░░░░░░  42 %  52 s left  data: confirming  8,240 IOPS  64.4 MiB/s  p99 9.12 ms"]
            .assert_eq(&progress_lines(&live(), &style).join("\n"));
        expect![" 42 %  52 s left  data: confirming  8,240 IOPS  64.4 MiB/s  p99 9.12 ms"]
            .assert_eq(&progress_line(&live(), &Style::PLAIN));
    }

    #[test]
    fn details_give_way_to_rates() {
        let capture = Live {
            doing: "capturing vda".to_owned(),
            p99_ns: None,
            details: ["38 % reads", "var/lib/postgresql/15/main/pg_wal 34 %", "base/16384 21 %"]
                .map(str::to_owned)
                .to_vec(),
            ..live()
        };
        let shown = |width| {
            let style = Style { colour: false, unicode: true, width, language: Language::En };
            progress_lines(&capture, &style).join("\n")
        };
        expect![
            "██████▊░░░░░░░░░  42 %  52 s left  capturing vda  8,240 IOPS  64.4 MiB/s  38 % reads"
        ]
        .assert_eq(&shown(100));
        expect!["██████▊░░░░░░░░░  42 %  52 s left  capturing vda  8,240 IOPS  64.4 MiB/s  38 % reads  var/lib/postgresql/15/main/pg_wal 34 %"].assert_eq(&shown(140));
    }

    /// On a terminal of 80 columns: the progress of the plan, the shortest and longest remaining time, the stage and the point;
    /// below them the activity and its rates. In a log the same in one line.
    #[test]
    fn a_plan_is_told_whole_in_eighty_columns() {
        let style = Style { colour: false, unicode: true, width: 80, language: Language::En };
        let plan = Live {
            doing: "raid10 -kR -b64 -o1 -t1".to_owned(),
            within: vec!["2/4 compare".to_owned(), "point 49 of 121-310".to_owned()],
            left_s: Some(700.0),
            left_max_s: Some(2760.0),
            ..live()
        };
        let shown = |live: &Live| format!("|{}", progress_lines(live, &style).join("\n|"));
        expect![[r#"
            |██████▊░░░░░░░░░  42 %  29 +/- 18 min left  2/4 compare  point 49 of 121-310
            |  raid10 -kR -b64 -o1 -t1  8,240 IOPS  64.4 MiB/s  p99 9.12 ms"#]]
        .assert_eq(&shown(&plan));
        let days = Live { left_max_s: Some(200_000.0), ..plan };
        let name = vec!["12/14 a stage of m".to_owned(), "point 4900 of 12100-33310".to_owned()];
        expect![[r#"
            |███▍░░░░  42 %  28 +/- 28 h left  12/14 a stage of m  point 4900 of 12100-33310
            |  raid10 -kR -b64 -o1 -t1  8,240 IOPS  64.4 MiB/s  p99 9.12 ms"#]]
        .assert_eq(&shown(&Live { within: name, ..days.clone() }));
        expect![" 42 %  28 +/- 28 h left  2/4 compare  point 49 of 121-310  raid10 -kR -b64 -o1 -t1  8,240 IOPS  64.4 MiB/s  p99 9.12 ms"].assert_eq(&progress_line(&days, &Style::PLAIN));
    }

    #[test]
    fn it_never_wraps_and_never_breaks_the_line() {
        for (width, within) in (40..120).flat_map(|width| [(width, 0), (width, 1), (width, 30)]) {
            let within = vec!["stage".repeat(within); within.min(2)];
            let live = Live { doing: "lay\ning\x1b[2J".to_owned(), within, ..live() };
            for line in progress_lines(
                &live,
                &Style { colour: false, unicode: true, width, language: Language::En },
            ) {
                assert!(line.chars().count() < width, "{width}: {line}");
                assert!(!line.contains(['\n', '\x1b']));
            }
        }
    }
}
