//! `plimsoll powercut`: request -> session -> exit code.

use crate::exit::Outcome;
use crate::flags::{Powercut, PowercutAction};
use session::powercut::once::check_once;
use session::powercut::request::write;
use session::powercut::server::listen;

pub(crate) fn run(flags: &Powercut) -> Outcome {
    let ending = match &flags.action {
        PowercutAction::Write(request) => write(request)?,
        PowercutAction::Ledger(request) => listen(request)?,
        PowercutAction::Check(request) => check_once(request)?,
    };
    Ok(ending.into())
}
