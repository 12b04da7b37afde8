//! `plimsoll orion`: Orion's command line -> the matrix of loads -> run -> Orion's summary and tables.

use crate::commands::papers::print_bytes;
use crate::exit::{Exit, Outcome};
use compat::foreign::usage;
use compat::orion::{self, OPTIONS, Table};
use session::failure::{Ending, Failure};
use session::foreign::{Call, ToolEvent, measure, read_text, say};

const FAILED: Exit = Exit::Tool(1);

/// Runs one command line. The results are written beside the list of LUNs, as by Orion.
pub(crate) fn run(words: Vec<String>) -> Outcome {
    let call = Call::new("orion", words)?;
    let foreign = orion::read(&call.arguments, &read_text, &call.options.maps);
    if foreign.view.usage || call.asks_for_help() {
        let synopsis = "plimsoll orion -run simple|normal|oltp|dss|advanced [OPTIONS]";
        return print_bytes(usage(synopsis, OPTIONS).as_bytes());
    }
    let Ok(job) = call.accept_job(foreign) else { return Ok(FAILED) };
    let now_ns = sys::clock::unix_now();
    let offset_s = sys::clock::utc_offset_s((now_ns / 1_000_000_000).cast_signed());
    let local_ns = now_ns.saturating_add_signed(i64::from(offset_s) * 1_000_000_000);
    let name = format!("{}_{}", job.view.testname, orion::stamp(local_ns));
    let place = |ending: &str| call.place("-testname", &format!("{name}_{ending}"), &job);
    let summary_place = place("summary.txt")?;
    let table = |table: Table| Ok((table, place(table.suffix())?));
    let tables = Table::ALL.into_iter().map(table).collect::<Result<Vec<_>, Failure>>()?;
    let (mut begun, mut sizes) = (None, Vec::new());
    let measured = measure(&call, &job, &mut |news, so_far| {
        if let ToolEvent::Prepared = news {
            sizes = so_far.grounds.iter().map(|g| g.size_bytes).collect();
            begun = Some(print_bytes(orion::screen(&job.view, &name).as_bytes()));
        }
    });
    let Some(begun) = begun else { return Ok(FAILED) };
    begun?;
    let outcome = &measured.outcome;
    let summary = orion::summary(&job.view, &sizes, outcome);
    summary_place.save(&summary)?;
    for (table, place) in tables {
        place.save(&orion::table(&job.view, table, outcome))?;
    }
    print_bytes(orion::extremes(&job.view, outcome).as_bytes())?;
    if let Some(cut) = orion::cut(&job.view, outcome) {
        say(&cut);
    }
    Ok(match measured.ending {
        Ending::Done | Ending::Interrupted => measured.ending.into(),
        _ => FAILED,
    })
}
