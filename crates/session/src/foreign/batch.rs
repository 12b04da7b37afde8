//! Runs the tests of a batch file in order: each tool's own run and output, then one list of results.
//!
//! Each test is a process of its own, so that its output goes where the batch file sends it. All lines are read before the first
//! one runs.

use super::call::PlimsollOptions;
use super::{read_text, with_machine_facts};
use crate::failure::{Ending, Failure};
use crate::stored::LIST_RUNS_MAX;
use crate::stored::listing::{answer_with_figure, row_json, table};
use crate::write_permission::Permission;
use crate::{output, recorder, terminal};
use base::Clock;
use compat::batch::{self, ASSUMED_BYTES, Batch, BatchAction, OutputFile, Places, ToolCall};
use compat::foreign::{Context, Foreign, Mapping};
use job::{LineCounter, Problem};
use report::Language;
use report::messages::conversion::ConversionMessage;
use report::messages::input::WrongText;
use report::messages::system::SystemAction;
use serde_json::json;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use store::{RunQuery, RunRow};
use sys::clock::SystemClock;

/// The width of a list if the width of the terminal is unknown.
const COLUMNS_PIPED: usize = 80;
const LOOK_NS: u64 = 100_000_000;

/// A batch file, and what applies to each of its tests.
#[derive(Debug)]
pub struct BatchRequest<'a> {
    pub file: &'a Path,
    pub store: Option<&'a Path>,
    pub seed: Option<u64>,
    pub writes: Permission,
    /// Places of the file and their places here, as in `--map`.
    pub maps: &'a [String],
    pub dry_run: bool,
    pub json: bool,
    pub language: Language,
}

#[derive(Debug)]
pub enum BatchEnd {
    Interrupted,
    /// The exit code of the first test that failed, or 0, and the list of results.
    Done {
        code: u8,
        results: String,
    },
}

impl BatchRequest<'_> {
    pub fn run(&self, interrupt: &AtomicBool) -> Result<BatchEnd, Failure> {
        let file = self.file.display().to_string();
        let text = read_text(&file).map_err(|error| {
            Failure::wrong(ConversionMessage::NotRead { file: file.clone(), error })
        })?;
        let maps = self.mappings()?;
        let batch = read(&file, &text, &maps)?;
        let newest_before = self.newest_run()?;
        let mut lines = LineCounter::new(&text);
        let mut code = 0;
        for step in &batch.steps {
            if interrupt.load(Ordering::Relaxed) {
                return Ok(BatchEnd::Interrupted);
            }
            match &step.action {
                BatchAction::Wait { .. } if self.dry_run => {}
                BatchAction::Wait { seconds } => wait(*seconds, interrupt),
                BatchAction::MakeFolder { path } => {
                    let line = lines.number(step.span.start);
                    terminal::tell(&format!("{file}:{line}: mkdir {path}\n"));
                    let folder = place(path, &maps);
                    if !self.dry_run {
                        let (ending, action) = (Ending::Target, SystemAction::Create);
                        std::fs::create_dir_all(&folder).map_err(Failure::refused(
                            ending,
                            action,
                            folder.display(),
                        ))?;
                    }
                }
                BatchAction::Run(call) => {
                    let (line, words) = (lines.number(step.span.start), call.words.join(" "));
                    terminal::tell(&format!("{file}:{line}: {} {words}\n", call.tool.name));
                    if !self.dry_run {
                        let test_code = self.run_test(call, &maps)?;
                        code = if code == 0 { test_code } else { code };
                    }
                }
            }
        }
        let results = if self.dry_run { String::new() } else { self.results_after(newest_before)? };
        Ok(BatchEnd::Done { code, results })
    }

    /// Runs one test; gives its exit code.
    fn run_test(&self, call: &ToolCall, maps: &[Mapping]) -> Result<u8, Failure> {
        let failed = Failure::refused(Ending::Target, SystemAction::Open, call.tool.name);
        let mut command = Command::new(std::env::current_exe().map_err(&failed)?);
        command.arg(call.tool.name).args(&call.words);
        if let Some(store) = self.store {
            command.arg("--store").arg(store);
        }
        if let Some(seed) = self.seed {
            command.arg("--seed").arg(seed.to_string());
        }
        // A device that only some of the tests write to is no mistake here, as it would be on their command lines.
        let named = [
            ("PLIMSOLL_OVERWRITE", &self.writes.overwrite),
            ("PLIMSOLL_DESTROY", &self.writes.destroy),
        ];
        for (variable, paths) in named.into_iter().filter(|(_, paths)| !paths.is_empty()) {
            // A name with the separator in it would be taken for two.
            let list = std::env::join_paths(paths).map_err(|e| failed(io::Error::other(e)))?;
            command.env(variable, list);
        }
        let maps_here = maps.iter().map(|map| format!("{}={}", map.from, map.to));
        command.env("PLIMSOLL_MAP", maps_here.collect::<Vec<_>>().join(";"));
        let output = call.output.as_ref();
        let file = output.map(|file| self.result_file(file, maps)).transpose()?;
        if file.is_some() || self.json {
            command.stdout(Stdio::piped());
        }
        let done = command.spawn().and_then(Child::wait_with_output).map_err(&failed)?;
        if let Some(file) = file {
            file.write(&String::from_utf8_lossy(&done.stdout))?;
        }
        Ok(done.status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1))
    }

    fn mappings(&self) -> Result<Vec<Mapping>, Failure> {
        let words: Vec<String> = self.maps.iter().map(|map| format!("--map={map}")).collect();
        Ok(PlimsollOptions::separate(&words, &|name| std::env::var(name).ok())?.0.maps)
    }

    fn result_file(&self, file: &OutputFile, maps: &[Mapping]) -> Result<ResultFile, Failure> {
        let path = place(&file.path, maps);
        let store = recorder::place(self.store)?;
        let kept = [vec![self.file.to_owned()], output::files_of_store(&store)].concat();
        if file.appends {
            let file = output::append(">>", &path, &kept)?;
            return Ok(ResultFile::Appended { file, path });
        }
        let place = output::place(">", &path, &kept, Some(&self.writes.overwrite))?;
        Ok(ResultFile::New(place))
    }

    /// The number of the newest run; 0 without one.
    fn newest_run(&self) -> Result<i64, Failure> {
        let Some(store) = recorder::open_if_there(self.store)? else { return Ok(0) };
        let rows = store.search(&RunQuery::default(), 1)?;
        Ok(rows.first().map_or(0, |row| row.id.0))
    }

    /// The results of all tests together, the first one first.
    fn results_after(&self, newest_before: i64) -> Result<String, Failure> {
        let store = recorder::open(self.store)?;
        let mut rows: Vec<RunRow> = store.search(&RunQuery::default(), LIST_RUNS_MAX)?;
        rows.retain(|row| row.id.0 > newest_before);
        rows.reverse();
        if self.json {
            let list: Vec<_> = rows.iter().map(|row| row_json(&store, row)).collect();
            return Ok(format!("{:#}\n", json!({ "format": 1, "runs": list })));
        }
        let answers: Vec<String> =
            rows.iter().map(|row| answer_with_figure(self.language, &store, row)).collect();
        let columns = terminal::columns().unwrap_or(COLUMNS_PIPED);
        let text = table(self.language, &rows, &answers, columns);
        Ok(terminal::with_known_symbols(&text).into_owned())
    }
}

/// The steps of a batch file whose every line can run; tells its notes.
fn read(file: &str, text: &str, maps: &[Mapping]) -> Result<Batch, Failure> {
    let mut batch = batch::read(text);
    let mut places = Places::new(maps, &Path::exists);
    for step in &batch.steps {
        let mut workload = None;
        if let BatchAction::Run(call) = &step.action {
            let span = || step.span.clone();
            match read_call(call, maps) {
                Ok(foreign) => {
                    workload = foreign.workload;
                    let problems = foreign.problems.into_iter();
                    let at_step = problems.map(|(_, problem)| Problem { span: span(), ..problem });
                    batch.problems.extend(at_step);
                }
                Err(failure) => {
                    let problem = |text| Problem { span: span(), text, help: String::new() };
                    batch.problems.extend(failure.lines.into_iter().map(problem));
                }
            }
        }
        batch.problems.extend(places.missing(step, workload.as_ref()));
    }
    batch.problems.dedup();
    report_problems(file, text, batch)
}

/// The place here of a folder or file; every unmapped one was refused before the first step.
fn place(path: &str, maps: &[Mapping]) -> PathBuf {
    batch::local(path, maps).unwrap_or_else(|| PathBuf::from(path))
}

/// Tells the notes of a batch file; fails with its problems.
pub(super) fn report_problems(file: &str, text: &str, batch: Batch) -> Result<Batch, Failure> {
    let mut lines = LineCounter::new(text);
    for note in &batch.notes {
        terminal::tell(&format!("{file}:{}: {}\n", lines.number(note.span.start), note.text));
    }
    if batch.problems.is_empty() {
        return Ok(batch);
    }
    let colour = terminal::colours_progress();
    Err(Failure::shown(&WrongText::JobWrong, file, text, &batch.problems, colour))
}

pub(super) fn read_call(
    call: &ToolCall,
    maps: &[Mapping],
) -> Result<Foreign<Option<String>>, Failure> {
    let environment = |name: &str| std::env::var(name).ok();
    let (options, words) = PlimsollOptions::separate(&call.words, &environment)?;
    let maps = [maps, &options.maps].concat();
    Ok(with_machine_facts(false, |context| {
        let existing = |path: &str| (context.existing_bytes)(path).or(Some(ASSUMED_BYTES));
        let context = Context { existing_bytes: &existing, ..*context };
        (call.tool.read)(&words, &context, &maps)
    }))
}

fn wait(seconds: u64, interrupt: &AtomicBool) {
    let clock = SystemClock::new();
    let end_ns = clock.now_ns().saturating_add(seconds.saturating_mul(1_000_000_000));
    while clock.now_ns() < end_ns && !interrupt.load(Ordering::Relaxed) {
        clock.sleep_until(end_ns.min(clock.now_ns() + LOOK_NS));
    }
}

/// The file to which a batch file sends the output of a test.
enum ResultFile {
    New(output::Place),
    Appended { file: File, path: PathBuf },
}

impl ResultFile {
    fn write(self, text: &str) -> Result<(), Failure> {
        match self {
            Self::New(place) => place.save(text),
            Self::Appended { mut file, path } => file
                .write_all(text.as_bytes())
                .map_err(Failure::refused(Ending::Target, SystemAction::Write, path.display())),
        }
    }
}
