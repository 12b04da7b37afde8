//! Characterises existing captures, and imports logs of other tools as captures.
//!
//! Takes paths; returns a characterisation, or writes a capture. A failed import leaves no file behind.

use crate::captured;
use crate::failure::{Ending as RequestEnding, Failure};
use crate::input;
use observe::character::{CharacterFold, Characterisation};
use observe::file::{
    CaptureChunk, CaptureFileError, CaptureReader, CaptureTotals, CaptureWriter, Ending,
    latest_file_map,
};
use observe::import::{ImportError, ImportItem, ImportRequest, import};
use observe::relations::RelationNames;
use observe::{CaptureHeader, CounterInterval, StartTime};
use report::messages::capture::CaptureFault;
use report::messages::system::SystemAction;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Cursor};
use std::path::{Path, PathBuf};
use std::sync::Arc;

#[derive(Debug)]
pub struct CapturedLoad {
    pub load: Characterisation,
    /// Where the last whole chunk ends, if the capture was cut short; `None` if it is complete.
    pub cut_short_bytes: Option<u64>,
}

/// Characterises the I/O of a capture, or of one of its devices.
pub fn characterised(path: &Path, device: Option<&str>) -> Result<CapturedLoad, Failure> {
    let open = || File::open(path).map_err(|error| unreadable(path, &error));
    let damaged = |error: CaptureFileError| Failure::target(format!("{}: {error}", path.display()));
    if !open()?.metadata().is_ok_and(|facts| facts.is_file()) {
        return Err(Failure::wrong(CaptureFault::NotAFile { shown: path.display().to_string() }));
    }
    let mut map = latest_file_map(BufReader::new(open()?)).map_err(damaged)?;
    let (mut header, mut reader) = CaptureReader::open(BufReader::new(open()?)).map_err(damaged)?;
    let volume = captured::volume(&header, device, path)?;
    if let Some(volume) = &volume {
        header = volume.header(&header);
        map = map.map(|map| volume.map(&map));
    }
    let mut fold = CharacterFold::new(header, map.as_ref());
    for chunk in reader.by_ref() {
        match chunk.map_err(damaged)? {
            CaptureChunk::Processes(more) => fold.processes(more),
            CaptureChunk::Events(events) => match &volume {
                Some(volume) => events
                    .iter()
                    .filter_map(|event| volume.event(event))
                    .for_each(|event| fold.event(&event)),
                None => events.iter().for_each(|event| fold.event(event)),
            },
            CaptureChunk::Counters(intervals) => {
                intervals.iter().for_each(|one| fold.interval(one))
            }
            CaptureChunk::Losses(losses) => losses.iter().for_each(|loss| fold.lost(loss.events)),
            CaptureChunk::End(totals) => fold.lasts_until(totals.length_ns),
            CaptureChunk::FileMap(_) => {}
        }
    }
    let cut_short_bytes = match reader.ending() {
        Ending::CutShort { offset_bytes } => Some(offset_bytes),
        Ending::Whole | Ending::NotReached => None,
    };
    Ok(CapturedLoad { load: fold.finish(), cut_short_bytes })
}

/// Reads the names of relations.
pub fn relation_names(path: &Path) -> Result<RelationNames, Failure> {
    let text = input::text(path).map_err(|error| unreadable(path, &error))?;
    RelationNames::parse(&text).map_err(|line| {
        Failure::wrong(CaptureFault::NoRelation { path: path.display().to_string(), line })
    })
}

fn unreadable(path: &Path, error: &io::Error) -> Failure {
    Failure::system(RequestEnding::Wrong, SystemAction::Read, path.display(), error)
}

/// A capture in a folder, without its characterisation.
#[derive(Debug)]
pub struct ListedCapture {
    pub name: String,
    pub bytes: u64,
    pub header: CaptureHeader,
}

/// The captures of a folder, the newest first, at most `limit`. Skips other files, links and folders.
pub fn listed(folder: &Path, limit: usize) -> Result<Vec<ListedCapture>, Failure> {
    let entries = std::fs::read_dir(folder).map_err(|error| unreadable(folder, &error))?;
    let mut captures = Vec::new();
    for entry in entries {
        let entry = entry.map_err(|error| unreadable(folder, &error))?;
        // A link could lead out of the folder.
        if !entry.file_type().is_ok_and(|kind| kind.is_file()) {
            continue;
        }
        let (Ok(name), Ok(file)) = (entry.file_name().into_string(), File::open(entry.path()))
        else {
            continue;
        };
        let bytes = file.metadata().map_or(0, |facts| facts.len());
        if let Ok((header, _)) = CaptureReader::open(BufReader::new(file)) {
            captures.push(ListedCapture { name, bytes, header });
        }
    }
    let newest_first =
        |one: &ListedCapture| std::cmp::Reverse(one.header.started.map(StartTime::clock_s));
    captures.sort_by(|a, b| newest_first(a).cmp(&newest_first(b)).then(a.name.cmp(&b.name)));
    captures.truncate(limit);
    Ok(captures)
}

#[derive(Debug)]
pub struct ImportedLog {
    /// Where and when it was made, with the notes of the import.
    pub header: CaptureHeader,
    pub totals: CaptureTotals,
    pub recorded_ns: u64,
}

/// What to import; it is read several times.
#[derive(Clone, Debug)]
pub enum LogSource {
    File(PathBuf),
    Answer { url: String, body: Arc<[u8]> },
}

impl LogSource {
    fn shown(&self) -> String {
        match self {
            Self::File(path) => path.display().to_string(),
            Self::Answer { url, .. } => url.clone(),
        }
    }
}

pub fn imported(
    source: &LogSource,
    output: &Path,
    overwrite: bool,
    request: &ImportRequest,
) -> Result<ImportedLog, Failure> {
    if let LogSource::File(log) = source {
        let facts = log.metadata().map_err(|error| unreadable(log, &error))?;
        if !facts.is_file() {
            let shown = log.display().to_string();
            return Err(Failure::wrong(CaptureFault::LogNotAFile { shown }));
        }
    }
    if output.exists() && (!overwrite || !output.is_file()) {
        let shown = output.display().to_string();
        return Err(Failure::wrong(if output.is_file() {
            CaptureFault::Exists { shown }
        } else {
            CaptureFault::NotRegular { shown }
        }));
    }
    let mut target = ImportTarget {
        output,
        writer: None,
        header: None,
        intervals: Vec::new(),
        length_ns: 0,
        recorded_ns: 0,
        created: false,
    };
    let mut open = || -> io::Result<Box<dyn BufRead>> {
        Ok(match source {
            LogSource::File(log) => Box::new(BufReader::new(File::open(log)?)),
            LogSource::Answer { body, .. } => Box::new(Cursor::new(Arc::clone(body))),
        })
    };
    let result = import(&mut open, request, &mut |item| target.take(item));
    match result.map_err(|error| wrong(&source.shown(), error)).and_then(|_| target.finish()) {
        Ok(found) => Ok(found),
        Err(failure) => {
            if target.created {
                // The file is an incomplete capture.
                drop(std::fs::remove_file(output));
            }
            Err(failure)
        }
    }
}

struct ImportTarget<'p> {
    output: &'p Path,
    writer: Option<CaptureWriter<BufWriter<File>>>,
    header: Option<CaptureHeader>,
    intervals: Vec<CounterInterval>,
    length_ns: u64,
    /// The lengths of all intervals.
    recorded_ns: u64,
    created: bool,
}

const INTERVALS_MAX: usize = 512;

impl ImportTarget<'_> {
    fn take(&mut self, item: ImportItem) -> io::Result<()> {
        match (item, &mut self.writer) {
            (ImportItem::Header(header), _) => {
                let file = BufWriter::new(File::create(self.output)?);
                self.created = true;
                self.writer = Some(CaptureWriter::new(file, &header).map_err(io::Error::other)?);
                self.header = Some(*header);
                Ok(())
            }
            (ImportItem::Process(_, process), Some(writer)) => {
                writer.add(&CaptureChunk::Processes(vec![process])).map_err(io::Error::other)
            }
            (ImportItem::Event(event), Some(writer)) => {
                let end_ns = event.issued_ns.saturating_add(event.latency_ns.unwrap_or(0));
                self.length_ns = self.length_ns.max(end_ns);
                writer.event(event).map_err(io::Error::other)
            }
            (ImportItem::Interval(interval), Some(writer)) => {
                self.length_ns =
                    self.length_ns.max(interval.begin_ns.saturating_add(interval.length_ns));
                self.recorded_ns = self.recorded_ns.saturating_add(interval.length_ns);
                self.intervals.push(*interval);
                if self.intervals.len() >= INTERVALS_MAX {
                    writer.intervals(std::mem::take(&mut self.intervals)).map_err(io::Error::other)
                } else {
                    Ok(())
                }
            }
            (_, None) => Ok(()),
        }
    }

    fn finish(&mut self) -> Result<ImportedLog, Failure> {
        let failed = |error: CaptureFileError| {
            Failure::target(CaptureFault::OutputNotWritten {
                shown: self.output.display().to_string(),
                error: error.to_string(),
            })
        };
        let (Some(mut writer), Some(header)) = (self.writer.take(), self.header.take()) else {
            return Err(Failure::bug(CaptureFault::ImportedNothing));
        };
        if !self.intervals.is_empty() {
            writer.intervals(std::mem::take(&mut self.intervals)).map_err(failed)?;
        }
        let totals = CaptureTotals { length_ns: self.length_ns, ..CaptureTotals::default() };
        let (_, totals) = writer.finish(totals).map_err(failed)?;
        let has_events = header.source.has_events();
        let recorded_ns = if has_events { self.length_ns } else { self.recorded_ns };
        Ok(ImportedLog { header, totals, recorded_ns })
    }
}

fn wrong(log: &str, error: ImportError) -> Failure {
    match error {
        ImportError::Mistakes(problems) => {
            let mut lines: Vec<String> =
                problems.iter().map(|problem| format!("{log}: {problem}")).collect();
            lines.push(CaptureFault::LogMistakes { log: log.to_string() }.to_string());
            Failure::of(RequestEnding::Wrong, lines)
        }
        ImportError::Write(error) => {
            Failure::target(CaptureFault::CaptureNotWritten { error: error.to_string() })
        }
        other => Failure::wrong(format!("{log}: {other}")),
    }
}
