//! One line of live progress: a bar with the time left and what the storage does right now.
//!
//! Takes a [`Live`], gives one line without a line end, never wider than the style says.

use super::Style;
use super::ink::{Paint, Span, bar, clean, render, width_of};
use crate::words;

/// The state of what is going on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// What is being done, such as `laying the file` or `data: confirming`.
    pub doing: String,
    /// How much is done, 0 to 1; `None` when nobody can know.
    pub share: Option<f64>,
    /// Seconds since the start.
    pub elapsed_s: f64,
    /// Seconds left; `None` when nobody can know.
    pub left_s: Option<f64>,
    /// Operations per second in the last interval.
    pub iops: Option<f64>,
    /// Throughput in the last interval in MiB/s.
    pub mibps: Option<f64>,
    /// 99th percentile of the total latency in the last interval, in nanoseconds.
    pub p99_ns: Option<u64>,
}

/// Progress in one line: a bar on a terminal (`bar`), words only in a log.
pub fn progress_line(live: &Live, style: &Style, bar_wanted: bool) -> String {
    let width = style.width.max(40);
    let mut parts: Vec<Vec<Span>> = Vec::new();
    if let Some(share) = live.share.filter(|share| share.is_finite()) {
        let mut spans = Vec::new();
        if bar_wanted {
            spans = bar(share, 16, Paint::Good, style.unicode);
            spans.push((Paint::Plain, " ".to_owned()));
        }
        let percent = format!("{:>3.0} %", (share * 100.0).clamp(0.0, 100.0).floor());
        spans.push((Paint::Strong, percent));
        parts.push(spans);
    }
    let time = match live.left_s.filter(|left| left.is_finite()) {
        Some(left) => format!("{} left", words::duration(left.max(0.0).ceil())),
        None => words::duration(live.elapsed_s.floor()),
    };
    parts.push(vec![(Paint::Plain, time)]);
    parts.push(vec![(Paint::Strong, clean(&live.doing, style.unicode))]);
    let rates = [
        live.iops.map(|iops| format!("{} IOPS", words::number(iops))),
        live.mibps.map(|mibps| format!("{} MiB/s", words::number(mibps))),
        live.p99_ns.map(|ns| format!("p99 {}", words::latency(ns as f64))),
    ];
    parts.extend(rates.into_iter().flatten().map(|text| vec![(Paint::Plain, text)]));
    let mut line: Vec<Span> = Vec::new();
    for part in parts {
        let gap = if line.is_empty() { 0 } else { 2 };
        // What comes last matters least; a line that wraps would scroll the screen at every update.
        if width_of(&line) + gap + width_of(&part) >= width {
            break;
        }
        line.push((Paint::Plain, " ".repeat(gap)));
        line.extend(part);
    }
    render(&line, style.colour)
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
        }
    }

    #[test]
    fn it_tells_progress_in_one_line() {
        let style = Style { colour: false, unicode: true, width: 100 };
        expect!["██████▊░░░░░░░░░  42 %  52 s left  data: confirming  8,240 IOPS  64.4 MiB/s  p99 9.12 ms"]
            .assert_eq(&progress_line(&live(), &style, true));
        expect![" 42 %  52 s left  data: confirming  8,240 IOPS  64.4 MiB/s  p99 9.12 ms"]
            .assert_eq(&progress_line(&live(), &Style::PLAIN, false));
    }

    #[test]
    fn it_never_wraps_and_never_breaks_the_line() {
        for width in 40..120 {
            let live = Live { doing: "lay\ning\x1b[2J".to_owned(), ..live() };
            let line = progress_line(&live, &Style { colour: false, unicode: true, width }, true);
            assert!(line.chars().count() < width, "{width}: {line}");
            assert!(!line.contains(['\n', '\x1b']));
        }
    }
}
