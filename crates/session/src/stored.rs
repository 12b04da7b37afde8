//! Stored runs: finds them by the number or name that the user gives, compares, labels and removes them.
//!
//! The errors are data until they are shown, because a server answers each reader in the language of the reader.

pub mod listing;

use crate::failure::{self, Ending, Failure};
use crate::{recorder, soak, terminal};
use advise::diff::{Diff, JobLoad, diff_of_jobs};
use record::{Record, RunKind, State};
use report::Language;
use report::messages::results::{ImportMessage, ResultsFault, StoredRunFault};
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use store::{Labels, MergeCount, RunId, RunQuery, Store, StoreError};
use sys::file::{FileFacts, FileIdentity, file_system};
use workload::{AccessPattern, CacheMode, Stream};

pub const LIST_RUNS_MAX: usize = 1000;

/// Writes interval rows as CSV: the outer error is the store's, the inner one the file's.
pub fn write_intervals(
    file: &mut dyn Write,
    rows: impl Iterator<Item = Result<summary::IntervalRow, StoreError>>,
) -> Result<std::io::Result<()>, Failure> {
    let mut written = file.write_all(report::export::intervals_header().as_bytes());
    for row in rows {
        let row = row?;
        if written.is_err() {
            break;
        }
        written = file.write_all(report::export::interval_line(&row).as_bytes());
    }
    Ok(written)
}

/// The differences of `b` from `a`. Differences of rates below `practical` do not count.
pub fn compared(a: &Record, b: &Record, practical: f64) -> Diff {
    diff_of_jobs(a, b, practical, &unlike(a, b))
}

/// The streams with the same name in two Plimsoll jobs that differ in access pattern, direct I/O or durability, which the
/// rate alone does not show.
fn unlike(a: &Record, b: &Record) -> Vec<(String, [JobLoad; 2])> {
    let (first, second) = (streams_of_job(a), streams_of_job(b));
    let unlike = first.iter().filter_map(|stream| {
        let other = second.iter().find(|other| other.name == stream.name)?;
        let loads = [stream, other].map(load);
        (loads[0] != loads[1]).then(|| (stream.name.clone(), loads))
    });
    unlike.collect()
}

/// The streams of a Plimsoll job; none of another run.
fn streams_of_job(record: &Record) -> Vec<Stream> {
    let workload = match record.kind {
        RunKind::Run => job::read("job", &record.source_text).workload,
        _ => None,
    };
    workload.map(|workload| workload.streams).unwrap_or_default()
}

/// The properties of a stream's load that its rate does not show.
fn load(stream: &Stream) -> JobLoad {
    JobLoad {
        sequential: stream.access == AccessPattern::Sequential,
        direct: stream.cache == CacheMode::Direct,
        durability: stream.writes().then_some(stream.sync),
    }
}

/// Removes the records that the store has already, and copies of others; returns a line about each.
pub fn take_known(store: &Store, records: &mut Vec<Record>) -> Result<Vec<String>, Failure> {
    let (mut new, mut lines) = (Vec::<Record>::new(), Vec::new());
    for record in records.drain(..) {
        let file = import::place_of(&record).file;
        let said = if let Some(run) = already_there(store, &record)? {
            ImportMessage::AlreadyThere { file, run: run.to_string() }
        } else if let Some(first) = new.iter().find(|first| is_same(first, &record)) {
            ImportMessage::SameFile { file, first: import::place_of(first).file }
        } else {
            new.push(record);
            continue;
        };
        lines.push(said.to_string());
    }
    *records = new;
    Ok(lines)
}

/// Whether both are of the same text and the same line of it, whatever the names of their files.
fn is_same(one: &Record, other: &Record) -> bool {
    let line = |record: &Record| import::place_of(record).line;
    !one.source_text.is_empty() && one.source_text == other.source_text && line(one) == line(other)
}

fn already_there(store: &Store, record: &Record) -> Result<Option<RunId>, Failure> {
    let (kind, target) = (Some(RunKind::Import), Some(record.target.clone()));
    let query = RunQuery { kind, target, ..RunQuery::default() };
    for row in store.search(&query, LIST_RUNS_MAX)? {
        // A damaged run is no reason to refuse a new one.
        let Ok(known) = store.load(row.id) else { continue };
        if is_same(&known, record) {
            return Ok(Some(row.id));
        }
    }
    Ok(None)
}

/// A change of the tags or the note of a run.
#[derive(Clone, Copy, Debug)]
pub enum LabelChange<'a> {
    Add(&'a [String]),
    /// Removes these tags; a tag that the run does not have is ignored.
    Remove(&'a [String]),
    /// Sets the note; an empty text removes it.
    Note(&'a str),
}

/// Changes the tags or the note of a run.
/// If it fails, nothing has changed.
pub fn relabel(
    store: &mut Store,
    name: &str,
    change: LabelChange<'_>,
) -> Result<(RunId, Labels), Failure> {
    let run = find(store, name)?;
    let mut labels = store.labels(run)?;
    match change {
        LabelChange::Add(tags) => labels.tags.extend(tags.iter().cloned()),
        LabelChange::Remove(tags) => labels.tags.retain(|tag| !tags.contains(tag)),
        LabelChange::Note(note) => note.trim().clone_into(&mut labels.note),
    }
    let mistakes = labels.mistakes();
    if !mistakes.is_empty() {
        let lines = mistakes.iter().map(|m| failure::label_fault(m).to_string()).collect();
        return Err(Failure::of(Ending::Wrong, lines));
    }
    match store.set_labels(run, &labels) {
        Ok(()) => Ok((run, labels)),
        Err(StoreError::NoSuchRun(_)) => Err(Failure::wrong(no_run(store, name))),
        Err(error) => Err(Failure::from(error)),
    }
}

/// Removes the runs with these names from the named store, or the default one: all of them, or none if a name is wrong.
pub fn remove(store: Option<&Path>, names: &[&str]) -> Result<(), Failure> {
    let path = recorder::place(store)?;
    let opened = match recorder::open_at(store, &path) {
        Ok(store) => remove_from(store, names)?,
        Err(error) => Err(error),
    };
    let full = match opened {
        Err(error @ StoreError::Full { .. }) => error,
        other => return other.map_err(Failure::from),
    };
    let Some(folder) = folder_elsewhere(&path) else { return Err(full.into()) };
    let copy = folder.join("results.db");
    let (store, kept) = (path.display().to_string(), copy.display().to_string());
    let removed = remove_in_copy(&path, &copy, names, full).map(|mut file| {
        terminal::say(ResultsFault::CopyElsewhere { store: store.clone(), copy: kept.clone() });
        store::write_back(&copy, &mut file, &path)
    });
    if let Ok(Err(_)) = removed {
        // The store needs it.
        return Err(Failure::target(ResultsFault::CopyNeeded { store, copy: kept }));
    }
    drop(std::fs::remove_dir_all(&folder));
    removed.map(drop)
}

/// Removes runs in a copy of a store that nobody has open. Returns the file of the store, which stays locked.
fn remove_in_copy(
    path: &Path,
    copy: &Path,
    names: &[&str],
    full: StoreError,
) -> Result<File, Failure> {
    let locked = File::options().read(true).write(true).open(path).and_then(|file| {
        let is_held = sys::file::lock_bytes(&file, store::LOCK_BYTES)?;
        Ok(is_held.then_some(file))
    });
    match locked {
        Ok(None) => Err(StoreError::Busy { path: path.to_owned() }.into()),
        Ok(Some(file)) if store::copy_closed(path, copy).is_ok() => {
            remove_from(Store::open(copy)?, names)??;
            Ok(file)
        }
        _ => Err(full.into()),
    }
}

/// The outer error is that of a name, the inner one that of the store. Runs that are gone already are left out.
fn remove_from(mut store: Store, names: &[&str]) -> Result<Result<(), StoreError>, Failure> {
    let (mut runs, mut errors) = (Vec::new(), Vec::new());
    for name in names {
        match existing(&store, name) {
            Ok(run) => runs.push(run),
            Err(error) => errors.push(error),
        }
    }
    if !errors.is_empty() {
        return Err(errors.into());
    }
    runs.sort_unstable();
    runs.dedup();
    Ok(runs.into_iter().try_for_each(|run| store.remove(run)))
}

/// The run that the user names; its record may be damaged.
fn existing(store: &Store, name: &str) -> Result<RunId, RunNameError> {
    let run = find(store, name)?;
    store.row(run)?.map(|row| row.id).ok_or_else(|| RunNameError::Missing(no_run(store, name)))
}

/// A new folder on another file system than that of the store.
fn folder_elsewhere(store: &Path) -> Option<PathBuf> {
    let own = file_system(store)?;
    let name = format!("plimsoll-results-{}", std::process::id());
    let folders = [std::env::temp_dir(), "/var/tmp".into(), "/dev/shm".into()];
    let elsewhere =
        folders.iter().filter(|folder| file_system(folder).is_some_and(|other| other != own));
    elsewhere.map(|folder| folder.join(&name)).find(|folder| {
        // Nobody else may put a link there.
        sys::file::private_folder(folder).is_ok()
    })
}

/// The most runs that are named for a word that is no number, the newest first.
const RUNS_OF_NAME_MAX: usize = 20;

#[derive(Debug)]
pub enum RunNameError {
    /// The name is no run number, or there is no newest run.
    Name(ResultsFault),
    Missing(StoredRunFault),
    Store(StoreError),
}

impl RunNameError {
    pub fn text(&self, language: Language) -> String {
        match self {
            Self::Name(fault) => fault.text(language),
            Self::Missing(fault) => fault.text(language),
            Self::Store(error) => failure::text(language, error),
        }
    }

    /// Whether the store could not be read; otherwise, the name is wrong.
    pub fn is_of_store(&self) -> bool {
        matches!(self, Self::Store(_))
    }
}

impl From<StoreError> for RunNameError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<RunNameError> for Failure {
    fn from(error: RunNameError) -> Self {
        match error {
            RunNameError::Name(fault) => Self::wrong(fault),
            RunNameError::Missing(fault) => Self::wrong(fault),
            RunNameError::Store(error) => error.into(),
        }
    }
}

/// All errors at once; the first one decides how the request ended.
impl From<Vec<RunNameError>> for Failure {
    fn from(errors: Vec<RunNameError>) -> Self {
        let mut all = errors.into_iter().map(Self::from);
        let mut first = all.next().expect("a failure has a cause");
        first.lines.extend(all.flat_map(|failure| failure.lines));
        first
    }
}

pub(crate) enum RunName {
    /// The newest run: `last`.
    Newest,
    Number(RunId),
}

impl RunName {
    /// `None` for a word that names no run.
    pub(crate) fn of(word: &str) -> Option<Self> {
        if word == "last" { Some(Self::Newest) } else { word.parse().ok().map(Self::Number) }
    }
}

/// The run that the user names: its number, or `last`.
pub fn find(store: &Store, name: &str) -> Result<RunId, RunNameError> {
    let fault = match RunName::of(name) {
        Some(RunName::Number(run)) => return Ok(run),
        Some(RunName::Newest) => match store.latest()? {
            Some(row) => return Ok(row.id),
            None => ResultsFault::NoRunYet { store: store.path().display().to_string() },
        },
        None => {
            let words = name.split_whitespace().map(str::to_owned).collect();
            let query = RunQuery { words, ..RunQuery::default() };
            let rows = store.search(&query, RUNS_OF_NAME_MAX)?;
            let runs: Vec<String> = rows.iter().map(|row| row.id.to_string()).collect();
            let name = name.to_owned();
            if runs.is_empty() {
                ResultsFault::NotARun { name }
            } else {
                ResultsFault::NameOfRuns { name, runs: runs.join(", ") }
            }
        }
    };
    Err(RunNameError::Name(fault))
}

/// The runs that the user names, each with its record; or all wrong names at once, with the existing runs.
pub fn load_runs(store: &Store, names: &[&str]) -> Result<Vec<(RunId, Record)>, Vec<RunNameError>> {
    let (mut runs, mut errors) = (Vec::new(), Vec::new());
    for name in names {
        match load_run(store, name) {
            Ok(run) => runs.push(run),
            Err(error) => errors.push(error),
        }
    }
    if errors.is_empty() { Ok(runs) } else { Err(errors) }
}

pub fn load_run(store: &Store, name: &str) -> Result<(RunId, Record), RunNameError> {
    let run = find(store, name)?;
    match store.load(run).and_then(|record| soak::concluded(store, run, record)) {
        Ok(record) => Ok((run, record)),
        Err(StoreError::NoSuchRun(_)) => Err(RunNameError::Missing(no_run(store, name))),
        Err(error) => Err(error.into()),
    }
}

/// The error for an unknown run number; lists the existing runs as ranges: `1-4, 7`.
fn no_run(store: &Store, name: &str) -> StoredRunFault {
    let rows = store.list(LIST_RUNS_MAX).unwrap_or_default();
    let mut ids: Vec<i64> = rows.iter().map(|row| row.id.0).collect();
    ids.sort_unstable();
    let mut ranges: Vec<(i64, i64)> = Vec::new();
    for id in ids {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == id => *last = id,
            _ => ranges.push((id, id)),
        }
    }
    let range = |(first, last): &(i64, i64)| match last - first {
        0 => first.to_string(),
        _ => format!("{first}-{last}"),
    };
    let known = ranges.iter().map(range).collect::<Vec<_>>().join(", ");
    let (name, place) = (name.to_owned(), store.path().display().to_string());
    match ranges[..] {
        [] => StoredRunFault::NoneThere { name, place },
        _ => StoredRunFault::NoSuchRun { name, place, known },
    }
}

#[derive(Debug)]
pub struct MergedStores {
    /// The counts of each file, in the order of the files.
    pub counts: Vec<MergeCount>,
    /// Results of several hosts that were recomputed from their parts.
    pub rebuilt: Vec<RebuiltRun>,
}

/// A result of several hosts that was recomputed from their parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RebuiltRun {
    pub run: RunId,
    pub parts: usize,
    pub hosts: usize,
}

/// The largest difference between the start times of the parts of one run, by the clocks of their hosts.
const APART_S_MAX: u64 = 600;

/// Adds the finished runs of other stores to the named store, or the default one: all of them, or none.
pub fn merge(files: &[impl AsRef<Path>], named: Option<&Path>) -> Result<MergedStores, Failure> {
    let own = identity(&recorder::place(named)?);
    let (mut others, mut lines) = (Vec::new(), Vec::new());
    for file in files {
        let file = file.as_ref();
        match Store::open_to_read(file) {
            Ok(_) if own.is_some() && identity(file) == own => {
                let file = file.display();
                lines.push(StoredRunFault::OwnStore { file: file.to_string() }.to_string());
            }
            Ok(other) => others.push(other),
            Err(error) => lines.push(failure::text(Language::of_process(), &error)),
        }
    }
    if !lines.is_empty() {
        return Err(Failure::of(Ending::Wrong, lines));
    }
    let mut store = recorder::open(named)?;
    let counts = store.merge(&others)?;
    let added = counts.iter().flat_map(|count| count.added.iter().map(|(_, run)| *run));
    let rebuilt = rebuild(&mut store, added.collect())?;
    Ok(MergedStores { counts, rebuilt })
}

/// Recomputes the results of several hosts whose parts are among these runs, unless the store has them already.
fn rebuild(store: &mut Store, added: Vec<RunId>) -> Result<Vec<RebuiltRun>, StoreError> {
    let mut rebuilt: Vec<RebuiltRun> = Vec::new();
    let mut known: Vec<String> = Vec::new();
    for run in added {
        let part = store.load(run)?;
        let Some(hosts) = part.hosts.as_ref().filter(|hosts| hosts.part.is_some()) else {
            continue;
        };
        if known.contains(&hosts.group) {
            continue;
        }
        known.push(hosts.group.clone());
        let parts = of_group(store, &part, &hosts.group)?;
        let (parts, wholes): (Vec<Record>, Vec<Record>) = parts.into_iter().partition(is_part);
        let count = |record: &Record| record.hosts.as_ref().map_or(0, |of| of.rates(0).len());
        let Some(record) = advise::parts::rebuild(&parts) else { continue };
        if wholes.iter().any(|whole| count(whole) >= count(&record)) {
            continue;
        }
        for run in store.add(std::slice::from_ref(&record))? {
            rebuilt.push(RebuiltRun { run, parts: parts.len(), hosts: hosts.hosts.len() });
        }
    }
    Ok(rebuilt)
}

fn is_part(record: &Record) -> bool {
    record.hosts.as_ref().is_some_and(|hosts| hosts.part.is_some())
}

/// The finished parts and whole results of one group of hosts.
fn of_group(store: &Store, part: &Record, group: &str) -> Result<Vec<Record>, StoreError> {
    let rows = store.list(usize::MAX)?;
    let near = rows.iter().filter(|row| {
        let apart_s = row.started_unix_s.abs_diff(part.started_unix_s);
        row.state != State::Running && row.seed == part.seed && apart_s <= APART_S_MAX
    });
    let mut found = Vec::new();
    for row in near {
        let record = store.load(row.id)?;
        if record.hosts.as_ref().is_some_and(|hosts| hosts.group == group) {
            found.push(record);
        }
    }
    Ok(found)
}

/// Equal for two names of one file.
fn identity(path: &Path) -> Option<FileIdentity> {
    FileFacts::at(path).ok().map(|found| found.identity)
}
