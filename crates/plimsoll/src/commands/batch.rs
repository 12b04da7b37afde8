//! `plimsoll run TESTS.cmd`: a batch file -> the tests in it, each with its own tool -> one list of results.

use crate::commands::papers::print_bytes;
use crate::exit::{Exit, Outcome};
use crate::flags::Run;
use session::foreign::batch::{BatchEnd, BatchRequest};

/// Runs every test; the exit code is that of the first test that failed.
pub(crate) fn run(flags: &Run) -> Outcome {
    let request = BatchRequest {
        file: &flags.job,
        store: flags.output.store.as_deref(),
        seed: flags.output.seed,
        writes: flags.writes.clone(),
        maps: &flags.map,
        dry_run: flags.dry_run,
        json: flags.output.json,
        language: flags.output.lang.language(),
    };
    let interrupt = session::interrupt()?;
    match request.run(&interrupt)? {
        BatchEnd::Interrupted => Ok(Exit::INTERRUPTED),
        BatchEnd::Done { code, results } => {
            let printed = print_bytes(results.as_bytes())?;
            Ok(if code == 0 { printed } else { Exit::Tool(code) })
        }
    }
}
