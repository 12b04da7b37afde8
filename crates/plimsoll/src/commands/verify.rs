//! `plimsoll verify`: request -> session -> exit code.

use crate::exit::Outcome;
use crate::flags::Verify;
use session::verify::request::{self, ProofRequest};

/// Tests the integrity of storages, or removes the files of killed runs.
pub(crate) fn run(flags: &Verify) -> Outcome {
    let request = ProofRequest {
        as_json: flags.output.json,
        language: flags.output.lang.language(),
        store: flags.output.store.clone(),
        seed: flags.output.seed,
        ..flags.request.clone()
    };
    let ending =
        if flags.clean { request::clean(&request.targets) } else { request::carry_out(&request) };
    Ok(ending?.into())
}
