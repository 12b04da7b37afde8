//! Messages about refusals of the operating system: the action, its object and the error. The advice depends on the number of the
//! error, never on its text.

use crate::catalogue::input::InputFault;
use crate::catalogue::system as text;
use crate::language::Language;
use base::refusal::FileFault;
use std::fmt;
use std::io::{self, ErrorKind};

/// Linux error numbers that a user can do something about and that the standard library has no kind for, or several numbers for one kind.
const NOT_PERMITTED: i32 = 1;
const IO_ERROR: i32 = 5;
const OPEN_FILES: i32 = 24;
const LINK_LOOP: i32 = 40;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the sentences of the catalogue say what each is")]
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
    MakeFolderOf,
    MakeIn,
    Open,
    OpenLedger,
    Prefill,
    Read,
    ReadLedger,
    Remove,
    Reserve,
    ReserveBytes(u64),
    StartWriter,
    Write,
    WriteLedger,
    WriteStdout,
}

impl SystemAction {
    fn refused(self, language: Language, object: &str, error: &str) -> String {
        let sentence = match self {
            Self::DropCaches => return text::drop_caches(language, error),
            Self::StartWriter => return text::start_writer(language, error),
            Self::WriteStdout => return text::write_stdout(language, error),
            Self::ReserveBytes(bytes) => {
                return text::reserve_bytes(language, bytes, object, error);
            }
            Self::AskLedger => text::ask_ledger,
            Self::AskSize => text::ask_size,
            Self::AskSpace => text::ask_space,
            Self::BeginInLedger => text::begin_in_ledger,
            Self::Create => text::create,
            Self::Find => text::find,
            Self::FindExtents => text::find_extents,
            Self::Listen => text::listen,
            Self::Lock => text::lock,
            Self::LookAt => text::look_at,
            Self::MakeFolderOf => text::make_folder_of,
            Self::MakeIn => text::make_in,
            Self::Open => text::open,
            Self::OpenLedger => text::open_ledger,
            Self::Prefill => text::prefill,
            Self::Read => text::read,
            Self::ReadLedger => text::read_ledger,
            Self::Remove => text::remove,
            Self::Reserve => text::reserve,
            Self::Write => text::write,
            Self::WriteLedger => text::write_ledger,
        };
        sentence(language, object, error)
    }
}

/// An action that the system refused; its display is the sentence.
pub struct SystemFailure<'a> {
    pub action: SystemAction,
    /// Its object; empty if the action names it.
    pub object: &'a dyn fmt::Display,
    pub error: &'a io::Error,
}

impl fmt::Display for SystemFailure<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let error = AdvisedError(self.error).to_string();
        let language = Language::of_process();
        f.write_str(&self.action.refused(language, &self.object.to_string(), &error))
    }
}

/// An error of the system in its own words; a fault that this program found, in a sentence of the catalogue.
pub fn error_text(language: Language, error: &io::Error) -> String {
    system_error(language, &error.into())
}

/// The same of an error that is kept as data.
pub(crate) fn system_error(language: Language, error: &base::SystemError) -> String {
    match error {
        base::SystemError::Errno(errno) => io::Error::from_raw_os_error(*errno).to_string(),
        base::SystemError::File(fault) => text::file_text(language, fault),
        base::SystemError::Text(text) => text.clone(),
    }
}

/// The [`error_text`] in the language of the process.
#[derive(Debug)]
pub struct SystemError<'a>(pub &'a io::Error);

impl fmt::Display for SystemError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&error_text(Language::of_process(), self.0))
    }
}

/// An error of the system, followed by advice if there is any.
#[derive(Debug)]
pub struct AdvisedError<'a>(pub &'a io::Error);

impl fmt::Display for AdvisedError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&advised(Language::of_process(), &self.0.into()))
    }
}

/// An error that is kept as data, followed by advice if there is any.
pub(crate) fn advised(language: Language, error: &base::SystemError) -> String {
    let text = system_error(language, error);
    advice(language, error).map_or(text.clone(), |advice| format!("{text}; {advice}"))
}

fn advice(language: Language, error: &base::SystemError) -> Option<&'static str> {
    if let base::SystemError::File(FileFault::SpaceShortage { .. }) = error {
        return Some(text::free_space(language));
    }
    let errno = error.errno()?;
    match io::Error::from_raw_os_error(errno).kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory => Some(text::check_path(language)),
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
            Some(text::free_space(language))
        }
        ErrorKind::PermissionDenied if errno == NOT_PERMITTED => Some(text::as_root(language)),
        ErrorKind::PermissionDenied => Some(text::as_owner(language)),
        ErrorKind::ReadOnlyFilesystem => Some(text::elsewhere(language)),
        _ => match errno {
            LINK_LOOP => Some(text::check_path(language)),
            IO_ERROR => Some(text::kernel_log(language)),
            OPEN_FILES => Some(text::file_limit(language)),
            _ => None,
        },
    }
}

impl std::error::Error for InputFault {}

impl From<InputFault> for io::Error {
    fn from(fault: InputFault) -> Self {
        Self::new(ErrorKind::InvalidData, fault)
    }
}
