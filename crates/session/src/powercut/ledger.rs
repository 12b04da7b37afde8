//! The ledger that the user named, a file or a listening ledger, and its secret.

use super::reporter::{RemoteLedger, ReportSink};
use super::wire::{LedgerQuestion, SECRET_BYTES_MIN, Secret};
use crate::failure::{Ending, Failure};
use crate::input;
use integrity::commits::{CommitDesign, DESIGN_BYTES, ENTRY_BYTES, LedgerEntry};
use report::messages::powercut::LedgerFault;
use report::messages::system::SystemAction;
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use sys::file::{FileFacts, FileKind, read_exact_at, write_all_at};

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
    let failed = Failure::refused(Ending::Wrong, SystemAction::Read, &shown);
    let found = FileFacts::at(path).map_err(failed)?;
    if found.kind == FileKind::File && found.is_private == Some(false) {
        return Err(Failure::wrong(LedgerFault::SecretIsReadable { shown: shown.to_string() }));
    }
    let bytes =
        input::bytes(path).map_err(Failure::refused(Ending::Wrong, SystemAction::Read, &shown))?;
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

const MAGIC: [u8; 8] = *b"PLPCLED1";
const BLOCK_BYTES: u64 = 4096;
/// The offsets of the two slots of an entry in a block, each in its own sector.
const SLOTS: [u64; 2] = [1024, 2048];
/// The most runs of a ledger (ours): its file has at most 4 MiB.
const RUNS_MAX: usize = 1024;
const DIGEST_BYTES: usize = 8;
/// Attempts at the lock of a ledger, and the pause between: half a second in all (ours). A process that the last writer forked
/// holds the lock until exec.
const LOCK_TRIES: u32 = 20;
const LOCK_PAUSE: Duration = Duration::from_millis(25);

/// One block for each run, with its design and two slots for the acknowledged commits. The slots are written in turn, so that a ledger
/// that loses power itself keeps the previous entry. The file does not grow during a run.
#[derive(Debug)]
pub struct LedgerFile {
    file: File,
    runs: Vec<(CommitDesign, LedgerEntry)>,
    /// The path, if this process created the file.
    created: Option<PathBuf>,
}

/// A ledger that was created for a run that never began is removed.
impl Drop for LedgerFile {
    fn drop(&mut self) {
        if let Some(path) = self.created.as_deref().filter(|_| self.runs.is_empty())
            && let (Ok(own), Ok(there)) = (FileFacts::of(&self.file), FileFacts::of_entry(path))
            && own.identity == there.identity
        {
            drop(std::fs::remove_file(path));
        }
    }
}

impl LedgerFile {
    /// Opens a ledger for writing, and creates it if it does not exist. Only one process may write to it at a time.
    pub fn open(path: &Path) -> Result<Self, Failure> {
        let shown = path.display();
        let failed = Failure::refused(Ending::Target, SystemAction::OpenLedger, &shown);
        let mut created = None;
        let file = match File::options().read(true).write(true).open(path) {
            // The file would be created at a path that the user did not name.
            Err(_) if path.is_symlink() && !path.exists() => {
                return Err(Failure::target(LedgerFault::BrokenLink { shown: shown.to_string() }));
            }
            Err(e) if e.kind() == io::ErrorKind::NotFound => {
                created = Some(path.to_owned());
                sys::file::create_private(path)
            }
            result => result,
        };
        let file = file.map_err(&failed)?;
        if !file.metadata().map_err(&failed)?.is_file() {
            return Err(Failure::wrong(LedgerFault::NotRegular { shown: shown.to_string() }));
        }
        if !lock(&file) {
            return Err(Failure::target(LedgerFault::LedgerInUse { shown: shown.to_string() }));
        }
        let mut book = Self::read_runs(file, path)?;
        book.created = created;
        // The name of a new file must be durable too.
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        sys::file::sync_folder(folder).map_err(&failed)?;
        Ok(book)
    }

    pub fn read(path: &Path) -> Result<Self, Failure> {
        let file = File::open(path).map_err(Failure::refused(
            Ending::Wrong,
            SystemAction::OpenLedger,
            path.display(),
        ))?;
        Self::read_runs(file, path)
    }

    fn read_runs(file: File, path: &Path) -> Result<Self, Failure> {
        let failed = Failure::refused(Ending::Target, SystemAction::ReadLedger, path.display());
        let length = file.metadata().map_err(&failed)?.len();
        let mut runs = Vec::new();
        for number in 0..(length / BLOCK_BYTES).min(RUNS_MAX as u64) {
            let mut block = [0; BLOCK_BYTES as usize];
            read_exact_at(&file, &mut block, number * BLOCK_BYTES).map_err(&failed)?;
            // An incomplete last block belongs to a run that never began.
            let Some(run) = parse(&block) else { break };
            runs.push(run);
        }
        let mut head = [0; MAGIC.len()];
        let is_ledger = length == 0 || read_exact_at(&file, &mut head, 0).is_ok() && head == MAGIC;
        if !is_ledger {
            return Err(Failure::wrong(LedgerFault::NotALedger {
                ledger: path.display().to_string(),
            }));
        }
        Ok(Self { file, runs, created: None })
    }

    /// A run by its number, or the last.
    pub fn find(&self, run: Option<u64>) -> Option<(CommitDesign, LedgerEntry)> {
        let mut runs = self.runs.iter().rev();
        runs.find(|(design, _)| run.is_none_or(|run| run == design.run)).copied()
    }

    /// Begins a run, or continues one that has begun. Returns what is acknowledged of it.
    pub fn begin(&mut self, design: CommitDesign) -> io::Result<LedgerEntry> {
        if let Some((known, entry)) = self.runs.iter().find(|(known, _)| known.run == design.run) {
            return if *known == design {
                Ok(*entry)
            } else {
                Err(invalid(&LedgerFault::OtherDesign.to_string()))
            };
        }
        if self.runs.len() >= RUNS_MAX {
            return Err(invalid(&LedgerFault::LedgerFull.to_string()));
        }
        let entry = LedgerEntry { run: design.run, ..LedgerEntry::default() };
        let mut block = [0; BLOCK_BYTES as usize];
        block[..8].copy_from_slice(&MAGIC);
        block[8..8 + DESIGN_BYTES].copy_from_slice(&design.to_bytes());
        let digest = digest(&block[..8 + DESIGN_BYTES]);
        block[8 + DESIGN_BYTES..][..DIGEST_BYTES].copy_from_slice(&digest);
        let place = SLOTS[0] as usize;
        block[place..place + ENTRY_BYTES].copy_from_slice(&entry.to_bytes());
        write_all_at(&self.file, &block, self.runs.len() as u64 * BLOCK_BYTES)?;
        self.file.sync_all()?;
        self.runs.push((design, entry));
        Ok(entry)
    }

    /// Records that all commits of a run up to `commit` are acknowledged, and returns the last acknowledged commit. The entry
    /// is durable on the ledger's own storage when this returns.
    pub fn acknowledge(&mut self, run: u64, commit: u32, ended: bool) -> io::Result<u32> {
        let number = self.runs.iter().position(|(design, _)| design.run == run);
        let number = number.ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))?;
        let mut entry = self.runs[number].1;
        let is_new = entry.take(commit, sys::clock::unix_now());
        if !is_new && (entry.ended || !ended) {
            return Ok(entry.acknowledged);
        }
        entry.ended |= ended;
        entry.turn += 1;
        let place = number as u64 * BLOCK_BYTES + SLOTS[(entry.turn % 2) as usize];
        write_all_at(&self.file, &entry.to_bytes(), place)?;
        self.file.sync_data()?;
        self.runs[number].1 = entry;
        Ok(entry.acknowledged)
    }
}

fn invalid(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, why.to_owned())
}

fn digest(bytes: &[u8]) -> [u8; DIGEST_BYTES] {
    let whole = Sha256::digest(bytes);
    std::array::from_fn(|at| whole[at])
}

fn parse(block: &[u8; BLOCK_BYTES as usize]) -> Option<(CommitDesign, LedgerEntry)> {
    let (content, rest) = block.split_at(8 + DESIGN_BYTES);
    if content[..8] != MAGIC || rest[..DIGEST_BYTES] != digest(content) {
        return None;
    }
    let design = CommitDesign::from_bytes(content[8..].try_into().ok()?)?;
    let entries = SLOTS.iter().filter_map(|&place| {
        let place = place as usize;
        LedgerEntry::from_bytes(&block[place..place + ENTRY_BYTES])
    });
    let newest = entries.filter(|entry| entry.run == design.run).max_by_key(|entry| entry.turn)?;
    Some((design, newest))
}

/// Locks a ledger for writing; false if another process writes to it. If the file system has no locks, another writer cannot be
/// detected.
fn lock(file: &File) -> bool {
    for attempt in 0..LOCK_TRIES {
        if attempt > 0 {
            std::thread::sleep(LOCK_PAUSE);
        }
        if !matches!(sys::file::take(file), Ok(false)) {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::super::tests::{design, place};
    use super::*;

    #[test]
    fn a_ledger_comes_back_even_if_its_last_entry_was_cut_off() {
        let folder = place("book");
        let path = folder.join("l");
        let mut book = LedgerFile::open(&path).unwrap();
        for run in [4, 5] {
            assert_eq!(book.begin(design(run)).unwrap().acknowledged, 0);
        }
        for commit in [8, 16, 16, 4, 24] {
            book.acknowledge(4, commit, false).unwrap();
        }
        assert!(book.acknowledge(6, 8, false).is_err(), "a run that never began");
        let entry = book.runs[0].1;
        drop(book);
        let read = || LedgerFile::read(&path).unwrap().find(Some(4)).unwrap().1;
        assert_eq!(read(), entry);
        assert_eq!(LedgerFile::read(&path).unwrap().find(None).unwrap().0.run, 5);
        let torn = SLOTS[(entry.turn % 2) as usize];
        let file = File::options().write(true).open(&path).unwrap();
        write_all_at(&file, &[9; 30], torn).unwrap();
        assert_eq!(read().acknowledged, 16, "the one before");
        let mut book = LedgerFile::open(&path).unwrap();
        assert_eq!(book.begin(design(4)).unwrap().acknowledged, 16);
        let other = CommitDesign { seed: 99, ..design(4) };
        assert!(book.begin(other).is_err());
    }

    #[test]
    fn two_programs_do_not_write_to_one_ledger() {
        let folder = place("shared");
        let path = folder.join("l");
        let mut book = LedgerFile::open(&path).unwrap();
        book.begin(design(4)).unwrap();
        let refused = LedgerFile::open(&path).unwrap_err();
        assert!(refused.lines[0].contains("another program"), "{:?}", refused.lines);
        assert_eq!(LedgerFile::read(&path).unwrap().runs.len(), 1, "who only reads may");
        drop(book);
        LedgerFile::open(&path).unwrap();
    }

    #[test]
    fn a_strangers_file_is_refused() {
        let folder = place("stranger");
        let path = folder.join("l");
        std::fs::write(&path, "my diary").unwrap();
        assert!(LedgerFile::open(&path).is_err());
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "my diary");
        assert!(LedgerFile::open(Path::new("/dev/null")).is_err());
    }
}
