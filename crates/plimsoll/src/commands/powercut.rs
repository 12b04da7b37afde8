//! `plimsoll powercut`: flags -> request -> session -> exit code.

use crate::exit::Outcome;
use crate::flags::{Powercut, PowercutAction, PowercutCheck, PowercutLedger, PowercutWrite};
use base::Bytes;
use report::messages::powercut::PowerCutFault;
use session::failure::Failure;
use session::powercut::listen::{LedgerRequest, listen};
use session::powercut::once::{CheckRequest, check_once};
use session::powercut::request::{WriteRequest, write};

/// Runs the requested part.
pub(crate) fn run(flags: &Powercut) -> Outcome {
    let ending = match &flags.action {
        PowercutAction::Write(flags) => write(&to_write(flags)?)?,
        PowercutAction::Ledger(flags) => listen(&to_keep(flags))?,
        PowercutAction::Check(flags) => check_once(&to_check(flags)?)?,
    };
    Ok(ending.into())
}

fn to_write(flags: &PowercutWrite) -> Result<WriteRequest, Failure> {
    let bytes = |option: &str, text: &str| {
        Bytes::with_unit(text).map_err(|e| Failure::wrong(format!("{option}: {e}")))
    };
    Ok(WriteRequest {
        target: flags.target.clone(),
        ledger: flags.ledger.clone(),
        secret_file: flags.secret_file.clone(),
        mode: flags.mode,
        group: flags.group,
        pages: flags.pages,
        page_size: bytes("--page-size", &flags.page_size)?,
        size: bytes("--size", &flags.size)?,
        seconds: flags.seconds,
        seed: flags.seed,
        same_device: flags.same_device,
        kill: flags.kill,
        drop_caches: flags.drop_caches,
        remount: flags.remount,
        only: flags.only.as_deref().map(numbers).transpose()?,
        permission: flags.writes.permission(),
    })
}

fn to_keep(flags: &PowercutLedger) -> LedgerRequest {
    LedgerRequest {
        file: flags.file.clone(),
        listen: flags.listen,
        secret_file: flags.secret_file.clone(),
    }
}

fn to_check(flags: &PowercutCheck) -> Result<CheckRequest, Failure> {
    let run = |text: &str| {
        let wrong = || Failure::wrong(PowerCutFault::NotARunNumber { text: text.to_owned() });
        u64::from_str_radix(text, 16).map_err(|_| wrong())
    };
    Ok(CheckRequest {
        target: flags.target.clone(),
        ledger: flags.ledger.clone(),
        secret_file: flags.secret_file.clone(),
        run: flags.run.as_deref().map(run).transpose()?,
        same_target: flags.same_target,
        as_json: flags.json,
    })
}

/// The numbers of a file or device, as a parent process passes them to a writer.
fn numbers(text: &str) -> Result<(u64, u64), Failure> {
    let parts = text.split_once(':').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
    parts.ok_or_else(|| Failure::wrong(PowerCutFault::NotTwoNumbers { text: text.to_owned() }))
}
