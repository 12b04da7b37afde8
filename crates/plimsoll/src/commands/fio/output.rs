//! The output of fio's jobs: takes the texts of results and logs, writes them to standard output or to the named files.

use super::WRONG;
use crate::commands::papers::print_bytes;
use crate::exit::{Exit, Outcome};
use compat::fio::FioView;
use compat::fio::inflate::inflated;
use compat::fio::write::logs;
use report::messages::foreign::ForeignFault;
use report::messages::system::{AdvisedError, SystemAction};
use session::failure::{Ending, Failure};
use session::foreign::{Call, Job, RunResult, say};
use session::input;
use session::load;
use session::output::Place;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write;
use std::path::Path;
use workload::JobTarget;

/// fio's exit code if `--inflate-log` names another file: zlib's Z_DATA_ERROR, -3.
const NOT_COMPRESSED: Exit = Exit::Tool(253);

/// The destination of fio's output: the file of `--output`, or standard output.
pub(super) struct Output {
    file: Option<Place>,
    /// A pipe, open from the start: each open and close would be an end for its reader.
    stream: Option<File>,
    /// The whole text of the file so far: the file is rewritten each time, so that it is always complete.
    text: String,
}

impl Output {
    pub(super) fn of(call: &Call, view: &FioView, targets: &[JobTarget]) -> Result<Self, Failure> {
        let place = |name: &String| call.place_beside("--output", name, targets);
        let file = view.output.path.as_ref().map(place).transpose()?;
        let stream = file.as_ref().and_then(Place::open_stream).transpose()?;
        Ok(Self { file, stream, text: String::new() })
    }

    pub(super) fn put(&mut self, text: &str) -> Result<(), Failure> {
        let Some(place) = &self.file else { return print_bytes(text.as_bytes()).map(drop) };
        if let Some(stream) = &mut self.stream {
            let failed =
                |e| Failure::system(Ending::Target, SystemAction::Write, place.shown(), &e);
            return stream.write_all(text.as_bytes()).map_err(failed);
        }
        self.text.push_str(text);
        place.save(&self.text)
    }
}

/// The places of the log files that jobs request, by name. They are checked before the run.
pub(super) fn log_places(
    call: &Call,
    job: &Job<FioView>,
) -> Result<BTreeMap<String, Place>, Failure> {
    let mut places = BTreeMap::new();
    for log in logs(&job.view, &compat::outcome::Outcome::default()) {
        let place = call.place(&ForeignFault::LogOption.to_string(), &log.name, job);
        places.insert(log.name, place?);
    }
    Ok(places)
}

/// Writes the log files that jobs request; returns whether all were written. A failure does not affect the results.
pub(super) fn write_logs(
    call: &Call,
    job: &Job<FioView>,
    measured: &RunResult,
    places: &mut BTreeMap<String, Place>,
) -> bool {
    let mut written = true;
    for log in logs(&job.view, &measured.outcome) {
        let known = places.remove(&log.name).map(Ok);
        let place = || call.place(&ForeignFault::LogOption.to_string(), &log.name, job);
        let trouble = match known.unwrap_or_else(place) {
            Ok(place) => {
                place.write_bytes(&log.bytes).err().map(|e| vec![AdvisedError(&e).to_string()])
            }
            Err(failure) => Some(failure.lines),
        };
        for why in trouble.into_iter().flatten() {
            say(ForeignFault::LogNotWritten { file: log.name.clone(), why });
            written = false;
        }
    }
    written
}

/// Makes the folders in the names of files, as fio does, but not those of `directory`. A folder that cannot be made shows as the failure
/// of its file.
pub(super) fn make_folders(job: &Job<FioView>) {
    let options = job.view.jobs.iter().flat_map(|job| &job.options);
    let bases = options.filter(|(name, _)| name == "directory").map(|(_, value)| Path::new(value));
    let absent: Vec<&Path> = bases.filter(|base| !base.is_dir()).collect();
    for folder in load::paths(&job.workload).filter_map(Path::parent) {
        if !absent.iter().any(|base| folder.starts_with(base)) {
            drop(sys::file::private_folders(folder));
        }
    }
}

/// Prints a compressed log; the exit code of a file of another kind is fio's.
pub(super) fn print_inflated(file: &str) -> Outcome {
    let bytes = match input::bytes_up_to(Path::new(file), input::RESULT_BYTES_MAX) {
        Ok(bytes) => bytes,
        Err(error) => {
            Failure::system(Ending::Target, SystemAction::Read, file, &error)
                .lines
                .iter()
                .for_each(say);
            return Ok(WRONG);
        }
    };
    let log = inflated(&bytes);
    print_bytes(log.text.as_bytes())?;
    if log.is_broken {
        say(ForeignFault::NotACompressedLog { file: file.to_owned() });
        return Ok(NOT_COMPRESSED);
    }
    Ok(Exit::DONE)
}
