//! `plimsoll diff`: one stored result held against another.

use crate::commands::papers::print_bytes;
use crate::commands::results;
use crate::commands::studies::{self, Slips};
use crate::exit::{Exit, Failure, Outcome};
use crate::flags::Diff;
use crate::session::{recorder, terminal};
use report::comparison::{comparison, comparison_json};
use study::diff::{Answer, diff};

/// Compares, prints, and ends with the answer.
pub(crate) fn run(flags: &Diff) -> Outcome {
    let mut slips = Slips::default();
    let practical = slips.keep("--practical", studies::practical(&flags.practical));
    let store = recorder::open_to_read(flags.store.as_deref());
    let both = store.and_then(|store| results::named(&store, &[&flags.a, &flags.b]));
    let both = slips.take(both);
    let (Some(practical), Some(both)) = (practical, both) else { return Err(slips.told()) };
    let [(first, a), (second, b)] = &both[..] else { unreachable!("two names give two runs") };
    let runs = [*first, *second];
    if first == second {
        let text = format!("both names are run {first}; diff takes two results");
        return Err(Failure::wrong(text));
    }
    let found = diff(a, b, practical);
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
