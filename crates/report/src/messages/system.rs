//! What the operating system refused: takes the action, its object and the error, gives the sentence. What helps depends on
//! the number of the error, never on its text.

use base::Bytes;
use std::fmt;
use std::io;

/// Linux's numbers of the refusals that a person can do something about.
const NOT_PERMITTED: i32 = 1;
const ACCESS_DENIED: i32 = 13;
const READ_ONLY_FILE_SYSTEM: i32 = 30;

/// What was tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the words of `words` say what each is")]
pub enum SystemAction {
    AskLedger,
    AskSize,
    AskSpace,
    BeginInLedger,
    Create,
    DropCaches,
    Find,
    FindExtents,
    Listen,
    Lock,
    LookAt,
    Make,
    MakeFolderOf,
    MakeIn,
    Open,
    OpenLedger,
    Prefill,
    Read,
    ReadLedger,
    Remove,
    RemoveUnfinished,
    Reserve,
    ReserveBytes(u64),
    StartWriter,
    Write,
    WriteLedger,
    WriteStdout,
}

impl SystemAction {
    /// The words before the object and after it.
    fn words(self) -> (String, &'static str) {
        let (before, after) = match self {
            Self::AskLedger => ("ask the ledger at", ""),
            Self::AskSize => ("ask", " for its size"),
            Self::AskSpace => ("ask for the free space in", ""),
            Self::BeginInLedger => ("begin the run in the ledger", ""),
            Self::Create => ("create", ""),
            Self::DropCaches => ("drop the kernel's caches, which only root may", ""),
            Self::Find => ("find", ""),
            Self::FindExtents => ("find where", " lies on its device"),
            Self::Listen => ("listen at", ""),
            Self::Lock => ("lock", ""),
            Self::LookAt => ("look at", ""),
            Self::Make => ("make", ""),
            Self::MakeFolderOf => ("make the folder of", ""),
            Self::MakeIn => ("make a file in", ""),
            Self::Open => ("open", ""),
            Self::OpenLedger => ("open the ledger", ""),
            Self::Prefill => ("prefill", ""),
            Self::Read => ("read", ""),
            Self::ReadLedger => ("read the ledger", ""),
            Self::Remove => ("remove", ""),
            Self::RemoveUnfinished => ("remove the unfinished", ""),
            Self::Reserve => ("reserve space for", ""),
            Self::ReserveBytes(bytes) => return (format!("reserve {} for", Bytes(bytes)), ""),
            Self::StartWriter => ("start a writer", ""),
            Self::Write => ("write", ""),
            Self::WriteLedger => ("write to the ledger", ""),
            Self::WriteStdout => ("write to standard output", ""),
        };
        (before.to_owned(), after)
    }
}

/// An action that the system refused; its display is the sentence.
pub struct SystemFailure<'a> {
    /// What was tried.
    pub action: SystemAction,
    /// On what; empty where the action says it.
    pub object: &'a dyn fmt::Display,
    /// What the system said.
    pub error: &'a io::Error,
}

impl fmt::Display for SystemFailure<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (before, after) = self.action.words();
        let object = self.object.to_string();
        let space = if object.is_empty() { "" } else { " " };
        write!(f, "failed to {before}{space}{object}{after}: {}", Advised(self.error))
    }
}

/// An error of the system, followed by what to do where that is known.
#[derive(Debug)]
pub struct Advised<'a>(pub &'a io::Error);

impl fmt::Display for Advised<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match advice(self.0) {
            Some(advice) => write!(f, "{}; {advice}", self.0),
            None => write!(f, "{}", self.0),
        }
    }
}

/// What to do where the system refused.
pub fn advice(error: &io::Error) -> Option<&'static str> {
    match error.raw_os_error()? {
        ACCESS_DENIED => {
            Some("run it with sudo, or as a user with the right to it (ls -l shows who has it)")
        }
        NOT_PERMITTED => Some("run it with sudo"),
        READ_ONLY_FILE_SYSTEM => Some("name a place that can be written to"),
        _ => None,
    }
}

/// Why the text of a file is not taken although the system gave it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputFault {
    /// The byte of this number, counted from 0, is not UTF-8.
    NotUtf8(usize),
    /// It is larger than so many bytes.
    TooLarge(u64),
}

impl fmt::Display for InputFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotUtf8(byte) => write!(f, "byte {byte} is not UTF-8"),
            Self::TooLarge(bytes) => {
                write!(f, "it is larger than {}, the limit for such a file", Bytes(*bytes))
            }
        }
    }
}

impl std::error::Error for InputFault {}

impl From<InputFault> for io::Error {
    fn from(fault: InputFault) -> Self {
        Self::new(io::ErrorKind::InvalidData, fault)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(action: SystemAction, object: &str, errno: i32) -> String {
        let error = &io::Error::from_raw_os_error(errno);
        SystemFailure { action, object: &object, error }.to_string()
    }

    #[test]
    fn a_refusal_of_the_system_says_what_to_do_once() {
        assert_eq!(
            said(SystemAction::Open, "/srv/x", ACCESS_DENIED),
            "failed to open /srv/x: Permission denied (os error 13); run it with sudo, or as a user with the right to it \
             (ls -l shows who has it)"
        );
        assert_eq!(
            said(SystemAction::AskSize, "/srv/x", NOT_PERMITTED),
            "failed to ask /srv/x for its size: Operation not permitted (os error 1); run it with sudo"
        );
        assert_eq!(
            said(SystemAction::StartWriter, "", 11),
            "failed to start a writer: Resource temporarily unavailable (os error 11)"
        );
    }
}
