//! Times in which the process did not run.

use crate::catalogue::warning as text;
use crate::language::Language;
use base::ProcessStop;

pub(super) fn stopped(l: Language, stops: &[ProcessStop], left_out: bool) -> String {
    let Some(first) = stops.first() else { return String::new() };
    let seconds = |ns: u64| (ns as f64 / 1e9).round();
    let of_day_s = first.at_unix_s.rem_euclid(86_400);
    let (hour, minute, second) = (of_day_s / 3600, of_day_s / 60 % 60, of_day_s % 60);
    let time = format!("{hour:02}:{minute:02}:{second:02}");
    let first_s = seconds(first.length_ns);
    match stops.len() as u64 {
        1 => text::stopped_once(l, first_s, &time, left_out),
        count => {
            let all_s = seconds(stops.iter().map(|stop| stop.length_ns).sum());
            text::stopped(l, count, all_s, first_s, &time, left_out)
        }
    }
}
