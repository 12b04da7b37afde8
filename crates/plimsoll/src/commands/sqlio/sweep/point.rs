//! One point of a matrix: its words, its time, and the pause before it.

use crate::commands::papers::print_bytes;
use crate::exit::Outcome;
use base::{Clock, Nanos};
use compat::sqlio::SqlioView;
use compat::sqlio::sweep::{SweepRun, readable};
use report::messages::foreign::ForeignFault;
use session::foreign::Job;
use session::write_permission;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use sys::clock::SystemClock;
use workload::TargetLocation;

/// The interval at which a pause checks for its end, in nanoseconds.
const STEP_NS: u64 = 50_000_000;

/// The words that repeat only this point; `--destroy` of devices that it does not use is left out.
pub(super) fn of_point(given: &[String], point: &SweepRun, places: &[&Path]) -> Vec<String> {
    let works_on =
        |device| write_permission::check_all_used([device], places.iter().copied()).is_ok();
    let mut words = point.words.clone();
    let mut given = given.iter();
    while let Some(word) = given.next() {
        let ours = ["--map", "--overwrite", "--destroy", "--store", "--seed", "--size"];
        let (name, joined) =
            word.split_once('=').map_or((word.as_str(), None), |(name, value)| (name, Some(value)));
        if ours.contains(&name) {
            let apart = if joined.is_none() { given.next() } else { None };
            let value = joined.or(apart.map(String::as_str)).unwrap_or_default();
            if name != "--destroy" || works_on(Path::new(value)) {
                words.push(word.clone());
                words.extend(apart.cloned());
            }
        } else if word == "--zeros" {
            words.push(word.clone());
        }
    }
    words
}

pub(super) fn file_names(view: &SqlioView) -> String {
    view.files.iter().map(|file| file.name.as_str()).collect::<Vec<_>>().join(" ")
}

/// What the table calls the layout of a point: by the user's name, or its files. Each of several sets of files is a layout.
pub(super) fn layout_name(name: Option<&str>, view: &SqlioView, one_set: bool) -> String {
    match name {
        Some(name) if one_set => name.to_owned(),
        Some(name) => format!("{name} {}", file_names(view)),
        None => file_names(view),
    }
}

pub(super) fn list(points: &[SweepRun], jobs: &[Job<SqlioView>], pause: Nanos) -> Outcome {
    let mut text = String::new();
    for point in points {
        text += &format!("sqlio {} > {}\n", point.words.join(" "), point.log);
    }
    let (count, time) = (points.len() as u64, readable(duration_s(jobs.iter(), pause)));
    text += &format!("{}\n", ForeignFault::SweepTotal { count, time });
    print_bytes(text.as_bytes())
}

/// Whether a point uses real storage, which needs idle time before it.
pub(super) fn real(job: &Job<SqlioView>) -> bool {
    job.workload.targets.iter().any(|target| matches!(target.place, TargetLocation::Path(_)))
}

/// The time of all points, with their pauses.
pub(super) fn duration_s<'a>(jobs: impl Iterator<Item = &'a Job<SqlioView>>, pause: Nanos) -> u64 {
    let pause_s = pause.0 / 1_000_000_000;
    jobs.map(|job| u64::from(job.view.seconds) + if real(job) { pause_s } else { 0 }).sum()
}

/// Waits until the pause is over, or the user stops the sweep.
pub(super) fn rest(pause: Nanos, stop: &AtomicBool) {
    let clock = SystemClock::new();
    let end_ns = clock.now_ns() + pause.0;
    while clock.now_ns() < end_ns && !stop.load(Ordering::Relaxed) {
        clock.sleep_until(end_ns.min(clock.now_ns() + STEP_NS));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_keeps_our_words_and_none_of_the_sweeps() {
        let words = |line: &str| line.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let point = SweepRun { words: words("-kR -b8"), log: "x.log".to_owned() };
        let given = words(
            "--sweep -b(8) --map 1:=/dev/sdb --destroy /dev/sdb --destroy=/dev/sdc --pause 1s --seed=4 --zeros -s1",
        );
        let kept = |places: &[&str]| {
            of_point(&given, &point, &places.iter().map(Path::new).collect::<Vec<_>>()).join(" ")
        };
        let most = "-kR -b8 --map 1:=/dev/sdb --destroy=/dev/sdc --seed=4 --zeros";
        assert_eq!(kept(&["/dev/sdc"]), most);
        assert_eq!(kept(&["x"]), most.replace(" --destroy=/dev/sdc", ""));
    }
}
