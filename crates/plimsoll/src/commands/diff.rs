//! `plimsoll diff`: compares one stored result with another.

use crate::commands::capture_show;
use crate::commands::papers::print_bytes;
use crate::exit::{Exit, Outcome};
use crate::flags::Diff;
use advise::diff::Answer;
use report::comparison::{comparison, comparison_json};
use report::messages::arguments::ArgumentFault;
use report::site;
use session::failure::Failure;
use session::requests::mistakes::Mistakes;
use session::requests::values;
use session::stored::{self, compared};
use session::{recorder, terminal};
use std::path::Path;

pub(crate) fn run(flags: &Diff) -> Outcome {
    let captures = [Path::new(&flags.a), Path::new(&flags.b)];
    if captures.iter().all(|capture| capture.is_file()) {
        return capture_show::compare(captures, flags.json, flags.lang.language());
    }
    let mut mistakes = Mistakes::default();
    let practical = mistakes.keep("--practical", values::practical(&flags.practical));
    let practical = practical.map(|percent| percent / 100.0);
    let store = recorder::open_to_read(flags.store.as_deref());
    let both = store.and_then(|store| Ok(stored::load_runs(&store, &[&flags.a, &flags.b])?));
    let both = mistakes.take(both);
    let (Some(practical), Some(both)) = (practical, both) else { return Err(mistakes.failure()) };
    let [(first, a), (second, b)] = &both[..] else { unreachable!("two names give two runs") };
    let runs = [*first, *second];
    if first == second {
        return Err(Failure::wrong(ArgumentFault::SameRunTwice { run: first.to_string() }));
    }
    let found = compared(a, b, practical);
    let text = if flags.json {
        comparison_json(&found, runs.map(|run| run.0))
    } else {
        let language = flags.lang.language();
        let names = runs.map(|run| site::run_number(language, &run.to_string()));
        let style = terminal::style(language);
        terminal::shown(comparison(&found, [&names[0], &names[1]], &style), language)
    };
    print_bytes(text.as_bytes())?;
    Ok(match found.answer {
        Answer::Same | Answer::NoWorse => Exit::DONE,
        Answer::Worse => Exit::NOT_FIT,
        Answer::CannotTell => Exit::CANNOT_TELL,
    })
}
