//! What keeps a power-cut test from running: takes the typed fact, gives the sentence.

use base::Bytes;
use std::fmt;

/// What keeps a power-cut test from running.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the sentences below say what each is")]
pub enum PowerCutFault {
    SaidNothing,
    WriterNotBegun { line: String },
    CannotRemount { target: String },
    NotUnmounted { shown: String, told: String },
    NotMounted { source: String, shown: String, told: String, kind: String, options: String },
    OtherFile { target: String },
    SharedFate { ledger: String, why: String },
    NotReserved { shown: String, error: String },
    NameLarger,
    LargestSize { size: Bytes },
    TooSmall { shown: String, size: Bytes, wanted: Bytes, help: String },
    Exchanged { shown: String },
    NotOpened { shown: String, mode: String, error: String, advice: String },
    PageTooSmall { shown: String, align_bytes: u32 },
    LiesInMemory,
    LiesOn { name: String },
    LiesOnFileSystem,
}

impl fmt::Display for PowerCutFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SaidNothing => f.write_str("it said nothing"),
            Self::WriterNotBegun { line } => write!(f, "the writer did not begin: {line}"),
            Self::CannotRemount { target } => write!(
                f,
                "--remount: {target} is on no file system that could be taken away for a moment; leave it out"
            ),
            Self::NotUnmounted { shown, told } => write!(f, "failed to unmount {shown}: {told}"),
            Self::NotMounted { source, shown, told, kind, options } => write!(
                f,
                "failed to mount {source} at {shown} again: {told}; do it by hand: mount -t {kind} -o {options} \
                 {source} {shown}"
            ),
            Self::OtherFile { target } => write!(f, "{target} is another file by now"),
            Self::SharedFate { ledger, why } => write!(
                f,
                "the ledger {ledger} {why}: what takes the target can take it too. Name a file on another device, or \
                 a ledger on another machine (HOST:PORT); --same-device takes it all the same"
            ),
            Self::NotReserved { shown, error } => write!(
                f,
                "failed to reserve space for {shown}: {error}; choose a smaller --size, or free space there"
            ),
            Self::NameLarger => f.write_str("name a larger one"),
            Self::LargestSize { size } => write!(f, "choose a --size of up to {size}"),
            Self::TooSmall { shown, size, wanted, help } => {
                write!(f, "{shown} holds {size}, and {wanted} are wanted: {help}")
            }
            Self::Exchanged { shown } => {
                write!(f, "{shown} is not what it was when the run began; nothing is written to it")
            }
            Self::NotOpened { shown, mode, error, advice } => {
                write!(f, "failed to open {shown} for {mode}: {error}{advice}")
            }
            Self::PageTooSmall { shown, align_bytes } => write!(
                f,
                "direct writes to {shown} go in units of {align_bytes} bytes: choose a larger --page-size"
            ),
            Self::LiesInMemory => f.write_str("lies in memory"),
            Self::LiesOn { name } => write!(f, "lies on {name}, as the target does"),
            Self::LiesOnFileSystem => f.write_str("lies on the target's file system"),
        }
    }
}

/// What keeps a ledger of commits from being used.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the sentences below say what each is")]
pub enum LedgerFault {
    BrokenLink { shown: String },
    NotRegular { shown: String },
    LedgerInUse { shown: String },
    NotALedger { ledger: String },
    OtherDesign,
    LedgerFull,
    WantsSecret { ledger: String },
    SecretIsReadable { shown: String },
    SecretTooShort { shown: String, bytes_min: usize },
    NoSuchRun { run: u64 },
    NoRun,
    Listening { address: String },
    ListensEverywhere { address: String },
    NotLetIn { from: String, error: String },
    NoRoomInLedger,
    ConfirmedLess { confirmed: u32, commit: u32 },
    LedgerLost { ledger: String, error: String },
    UnknownSecret,
    Stranger,
}

impl fmt::Display for LedgerFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BrokenLink { shown } => write!(
                f,
                "{shown} is a symbolic link that leads nowhere; name the ledger's file itself"
            ),
            Self::NotRegular { shown } => {
                write!(f, "{shown} is no regular file; name one for the ledger")
            }
            Self::LedgerInUse { shown } => write!(
                f,
                "another program writes to the ledger {shown}: wait until it ends, or name another file"
            ),
            Self::NotALedger { ledger } => {
                write!(f, "{ledger} is no ledger of plimsoll; name another file")
            }
            Self::OtherDesign => f.write_str("the run is there with another design"),
            Self::LedgerFull => f.write_str("the ledger is full; begin a new one"),
            Self::WantsSecret { ledger } => write!(
                f,
                "the ledger at {ledger} wants the secret that it was started with: --secret-file FILE"
            ),
            Self::SecretIsReadable { shown } => write!(
                f,
                "others may read or write {shown}, which holds a secret: chmod 600 {shown}"
            ),
            Self::SecretTooShort { shown, bytes_min } => write!(
                f,
                "{shown} holds fewer than {bytes_min} bytes; make a secret with: head -c 32 /dev/urandom | base64"
            ),
            Self::NoSuchRun { run } => {
                write!(f, "the ledger knows no run {run:016x}: nothing can be told")
            }
            Self::NoRun => f.write_str("the ledger knows no run: nothing can be told"),
            Self::Listening { address } => writeln!(f, "listening at {address}; Ctrl-C ends it"),
            Self::ListensEverywhere { address } => write!(
                f,
                "warning: the ledger listens on all addresses of this machine ({address}): everybody who reaches one \
                 of them can open connections; name the address that the writer uses"
            ),
            Self::NotLetIn { from, error } => write!(f, "{from} was not let in: {error}"),
            Self::NoRoomInLedger => {
                f.write_str("the ledger has no room for the run; begin a new ledger file")
            }
            Self::ConfirmedLess { confirmed, commit } => {
                write!(f, "the ledger confirmed {confirmed}, not {commit}")
            }
            Self::LedgerLost { ledger, error } => write!(f, "lost the ledger at {ledger}: {error}"),
            Self::UnknownSecret => f.write_str("the other side does not know the secret"),
            Self::Stranger => f.write_str("something else than a ledger of plimsoll answers there"),
        }
    }
}
