//! The ledger that the user named, a file or a listening ledger, and its secret.

use super::book::LedgerFile;
use super::reporter::{RemoteLedger, ReportSink};
use super::wire::{LedgerQuestion, SECRET_BYTES_MIN, Secret};
use crate::failure::{Ending, Failure};
use crate::input;
use integrity::commits::{CommitDesign, LedgerEntry};
use report::messages::powercut::LedgerFault;
use report::messages::system::SystemAction;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use sys::file::{FileFacts, FileKind};

pub enum LedgerAddress {
    File(PathBuf),
    Remote(RemoteLedger),
}

/// Parses the name: `HOST:PORT` is a listening ledger; anything else, and any name with a slash, is a file.
pub fn named(text: &str, secret_file: Option<&Path>) -> Result<LedgerAddress, Failure> {
    let port = text.rsplit_once(':').and_then(|(_, port)| port.parse::<u16>().ok());
    if port.is_none() || text.contains('/') {
        return Ok(LedgerAddress::File(PathBuf::from(text)));
    }
    let Some(file) = secret_file else {
        return Err(Failure::wrong(LedgerFault::WantsSecret { ledger: text.to_string() }));
    };
    Ok(LedgerAddress::Remote(RemoteLedger { address: text.to_owned(), secret: secret(file)? }))
}

/// Reads a secret. Refuses a file that other users may access.
pub fn secret(path: &Path) -> Result<Secret, Failure> {
    let shown = path.display();
    let failed = |e: std::io::Error| Failure::system(Ending::Wrong, SystemAction::Read, &shown, &e);
    let found = FileFacts::at(path).map_err(failed)?;
    if found.kind == FileKind::File && found.is_private == Some(false) {
        return Err(Failure::wrong(LedgerFault::SecretIsReadable { shown: shown.to_string() }));
    }
    let bytes = input::bytes(path)
        .map_err(|why| Failure::system(Ending::Wrong, SystemAction::Read, &shown, &why))?;
    Secret::new(&bytes).ok_or_else(|| {
        Failure::wrong(LedgerFault::SecretTooShort {
            shown: shown.to_string(),
            bytes_min: SECRET_BYTES_MIN as u64,
        })
    })
}

impl LedgerAddress {
    /// Opens the ledger for a writer. Asks a listening ledger whether it knows the secret.
    pub fn sink(self, stop: &AtomicBool) -> Result<ReportSink, Failure> {
        Ok(match self {
            Self::File(path) => ReportSink::File(LedgerFile::open(&path)?),
            Self::Remote(remote) => {
                remote.ask(LedgerQuestion::Read(None), stop).map_err(|e| remote.failed(&e))?;
                ReportSink::Remote(remote, None)
            }
        })
    }

    /// The acknowledged commits of a run, or of the last one; `None` if the ledger does not know it.
    pub fn known(&self, run: Option<u64>) -> Result<Option<(CommitDesign, LedgerEntry)>, Failure> {
        match self {
            Self::File(path) => Ok(LedgerFile::read(path)?.find(run)),
            Self::Remote(remote) => {
                let answer = remote.ask(LedgerQuestion::Read(run), &AtomicBool::new(false));
                Ok(answer.map_err(|e| remote.failed(&e))?.1)
            }
        }
    }

    /// As [`Self::known`], but fails if the ledger does not know the run.
    pub fn find(&self, run: Option<u64>) -> Result<(CommitDesign, LedgerEntry), Failure> {
        self.known(run)?.ok_or_else(|| {
            Failure::of(
                Ending::CannotTell,
                vec![match run {
                    Some(run) => LedgerFault::NoSuchRun { run: format!("{run:016x}") }.to_string(),
                    None => LedgerFault::NoRun.to_string(),
                }],
            )
        })
    }
}
