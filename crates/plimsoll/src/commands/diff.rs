//! `plimsoll diff`: one stored result held against another.

use crate::commands::papers::print_bytes;
use crate::exit::{Exit, Outcome};
use crate::flags::{Diff, percent};
use advise::diff::{Answer, JobLoad, diff_of_jobs};
use record::{Record, RunKind};
use report::comparison::{comparison, comparison_json};
use session::failure::Failure;
use session::requests::mistakes::Mistakes;
use session::stored;
use session::{recorder, terminal};
use workload::{AccessPattern, CacheMode, Stream};

/// Compares, prints, and ends with the answer.
pub(crate) fn run(flags: &Diff) -> Outcome {
    let mut mistakes = Mistakes::default();
    let practical =
        mistakes.keep("--practical", percent(&flags.practical)).map(|percent| percent / 100.0);
    let store = recorder::open_to_read(flags.store.as_deref());
    let both = store.and_then(|store| stored::named(&store, &[&flags.a, &flags.b]));
    let both = mistakes.take(both);
    let (Some(practical), Some(both)) = (practical, both) else { return Err(mistakes.failure()) };
    let [(first, a), (second, b)] = &both[..] else { unreachable!("two names give two runs") };
    let runs = [*first, *second];
    if first == second {
        let text = format!("both names are run {first}; diff takes two results");
        return Err(Failure::wrong(text));
    }
    let found = diff_of_jobs(a, b, practical, &unlike(a, b));
    let text = if flags.json {
        comparison_json(&found, runs.map(|run| run.0))
    } else {
        let names = runs.map(|run| format!("run {run}"));
        terminal::shown(comparison(&found, [&names[0], &names[1]], &terminal::style()))
    };
    print_bytes(text.as_bytes())?;
    Ok(match found.answer {
        Answer::Same | Answer::NoWorse => Exit::Done,
        Answer::Worse => Exit::NotFit,
        Answer::CannotTell => Exit::CannotTell,
    })
}

/// Streams of two jobs of ours that are called alike, and go to other places, past the cache or through it, or make their writes
/// durable in another way: what a rate alone does not show.
fn unlike(a: &Record, b: &Record) -> Vec<(String, [JobLoad; 2])> {
    let streams = |record: &Record| {
        let text = Some(&record.source_text).filter(|_| record.kind == RunKind::Run);
        let read = text.and_then(|text| job::read("job", text).workload);
        read.map(|workload| workload.streams).unwrap_or_default()
    };
    let (first, second) = (streams(a), streams(b));
    let both = first.iter().filter_map(|one| {
        let other = second.iter().find(|other| other.name == one.name)?;
        let loads = [one, other].map(load);
        (loads[0] != loads[1]).then(|| (one.name.clone(), loads))
    });
    both.collect()
}

/// A stream's load, as far as its rate does not show it.
fn load(stream: &Stream) -> JobLoad {
    JobLoad {
        sequential: stream.access == AccessPattern::Sequential,
        direct: stream.cache == CacheMode::Direct,
        durability: stream.writes().then_some(stream.sync),
    }
}
