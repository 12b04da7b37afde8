//! `plimsoll run TESTS.cmd`: a batch file -> the command line of each test -> each tool's own run and output -> one list of results.
//!
//! Each test is a process of its own, so that its output goes where the batch file sends it. All lines are read before the first
//! one runs.

use crate::commands::papers::print_bytes;
use crate::exit::{Exit, Outcome};
use crate::flags::Run;
use base::Clock;
use compat::batch::{self, BatchAction, OutputFile, ToolCall};
use compat::foreign::Context;
use job::{LineCounter, Problem};
use report::messages::conversion::ConversionMessage;
use report::messages::input::WrongText;
use report::messages::system::SystemAction;
use serde_json::json;
use session::failure::{Ending, Failure};
use session::foreign::plimsoll_options::PlimsollOptions;
use session::foreign::{read_text, with_machine_facts};
use session::stored::LIST_RUNS_MAX;
use session::stored::listing::{figured, row_json, table};
use session::{output, recorder, terminal};
use std::io::Write;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use store::{RunQuery, RunRow};
use sys::clock::SystemClock;

/// The size that a file is assumed to have while the lines are read: an earlier line may make it.
const ASSUMED_BYTES: u64 = 1 << 40;
/// The width of a list if the width of the terminal is unknown.
const COLUMNS_PIPED: usize = 80;
/// How often a wait looks for Ctrl-C.
const LOOK_NS: u64 = 100_000_000;

/// Runs every test of a batch file in order; the exit code is that of the first test that failed.
pub(crate) fn run(flags: &Run) -> Outcome {
    let interrupt = session::interrupt()?;
    let name = flags.job.display().to_string();
    let text = read_text(&name).map_err(|error| {
        Failure::wrong(ConversionMessage::NotRead { file: name.clone(), error })
    })?;
    let text = text.as_str();
    let mut batch = batch::read(text);
    let calls = batch.steps.iter().filter_map(|step| match &step.action {
        BatchAction::Run(call) => Some((step.span.clone(), call)),
        BatchAction::Wait { .. } => None,
    });
    let wrong: Vec<Problem> = calls
        .flat_map(|(span, call)| {
            problems(call).map(move |text| Problem { span: span.clone(), ..text })
        })
        .collect();
    batch.problems.extend(wrong);
    batch.problems.dedup();
    let mut lines = LineCounter::new(text);
    for note in &batch.notes {
        terminal::tell(&format!("{name}:{}: {}\n", lines.number(note.span.start), note.text));
    }
    if !batch.problems.is_empty() {
        let colour = terminal::colours_progress();
        return Err(Failure::shown(&WrongText::JobWrong, &name, text, &batch.problems, colour));
    }
    let known = newest(flags)?;
    let mut exit = Exit::DONE;
    let mut lines = LineCounter::new(text);
    for step in &batch.steps {
        if interrupt.load(Ordering::Relaxed) {
            return Ok(Exit::INTERRUPTED);
        }
        match &step.action {
            BatchAction::Wait { .. } if flags.dry_run => {}
            BatchAction::Wait { seconds } => wait(*seconds, &interrupt),
            BatchAction::Run(call) => {
                let words = call.words.join(" ");
                let line = lines.number(step.span.start);
                terminal::tell(&format!("{name}:{line}: {} {words}\n", call.tool.name));
                if !flags.dry_run {
                    let code = test(flags, call)?;
                    if exit == Exit::DONE && code != 0 {
                        exit = Exit::Tool(code);
                    }
                }
            }
        }
    }
    if !flags.dry_run {
        print_results(flags, known)?;
    }
    Ok(exit)
}

fn wait(seconds: u64, interrupt: &AtomicBool) {
    let clock = SystemClock::new();
    let end_ns = clock.now_ns().saturating_add(seconds.saturating_mul(1_000_000_000));
    while clock.now_ns() < end_ns && !interrupt.load(Ordering::Relaxed) {
        clock.sleep_until(end_ns.min(clock.now_ns() + LOOK_NS));
    }
}

/// What a tool finds wrong in its words.
fn problems(call: &ToolCall) -> impl Iterator<Item = Problem> {
    let read = || -> Result<Vec<Problem>, Failure> {
        let environment = |name: &str| std::env::var(name).ok();
        let (options, words) = PlimsollOptions::separate(&call.words, &environment)?;
        let foreign = with_machine_facts(false, |context| {
            let existing = |path: &str| (context.existing_bytes)(path).or(Some(ASSUMED_BYTES));
            (call.tool.read)(
                &words,
                &Context { existing_bytes: &existing, ..*context },
                &options.maps,
            )
        });
        Ok(foreign.problems.into_iter().map(|(_, problem)| problem).collect())
    };
    let found = read().unwrap_or_else(|failure| {
        let lines = failure.lines.into_iter();
        lines.map(|text| Problem { span: 0..0, text, help: String::new() }).collect()
    });
    found.into_iter()
}

/// Runs one test; gives its exit code.
fn test(flags: &Run, call: &ToolCall) -> Result<u8, Failure> {
    let failed = |e| Failure::system(Ending::Target, SystemAction::Open, call.tool.name, &e);
    let mut command = Command::new(std::env::current_exe().map_err(failed)?);
    command.arg(call.tool.name).args(&call.words);
    if let Some(store) = &flags.output.store {
        command.arg("--store").arg(store);
    }
    if let Some(seed) = flags.output.seed {
        command.arg("--seed").arg(seed.to_string());
    }
    let writes = flags.writes.permission();
    for (option, paths) in [("--overwrite", &writes.overwrite), ("--destroy", &writes.destroy)] {
        paths.iter().for_each(|path| {
            command.arg(option).arg(path);
        });
    }
    let file = call.output.as_ref().map(|file| ResultFile::of(flags, file)).transpose()?;
    if file.is_some() || flags.output.json {
        command.stdout(Stdio::piped());
    }
    let done = command.spawn().and_then(Child::wait_with_output).map_err(failed)?;
    if let Some(file) = file {
        file.write(&String::from_utf8_lossy(&done.stdout))?;
    }
    Ok(done.status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1))
}

/// The file to which a batch file sends the output of a test.
enum ResultFile {
    New(output::Place),
    Grown(std::fs::File, PathBuf),
}

impl ResultFile {
    fn of(flags: &Run, file: &OutputFile) -> Result<Self, Failure> {
        let path = PathBuf::from(file.path.replace('\\', "/"));
        let store = recorder::place(flags.output.store.as_deref())?;
        let kept = [vec![flags.job.clone()], output::files_of_store(&store)].concat();
        let option = if file.appends { ">>" } else { ">" };
        if file.appends {
            return Ok(Self::Grown(output::append(option, &path, &kept)?, path));
        }
        let overwrite = flags.writes.permission().overwrite;
        Ok(Self::New(output::place(option, &path, &kept, Some(&overwrite))?))
    }

    fn write(self, text: &str) -> Result<(), Failure> {
        match self {
            Self::New(place) => place.save(text),
            Self::Grown(mut file, path) => file.write_all(text.as_bytes()).map_err(|e| {
                Failure::system(Ending::Target, SystemAction::Write, path.display(), &e)
            }),
        }
    }
}

/// The number of the newest run; 0 without one.
fn newest(flags: &Run) -> Result<i64, Failure> {
    let Some(store) = recorder::open_if_there(flags.output.store.as_deref())? else {
        return Ok(0);
    };
    let rows = store.search(&RunQuery::default(), 1)?;
    Ok(rows.first().map_or(0, |row| row.id.0))
}

/// The results of all tests together, the first one first.
fn print_results(flags: &Run, known: i64) -> Result<(), Failure> {
    let store = recorder::open(flags.output.store.as_deref())?;
    let mut rows: Vec<RunRow> = store.search(&RunQuery::default(), LIST_RUNS_MAX)?;
    rows.retain(|row| row.id.0 > known);
    rows.reverse();
    if flags.output.json {
        let list: Vec<_> = rows.iter().map(|row| row_json(&store, row)).collect();
        let text = format!("{:#}\n", json!({ "format": 1, "runs": list }));
        return print_bytes(text.as_bytes()).map(drop);
    }
    let language = flags.output.lang.language();
    let answers: Vec<String> = rows.iter().map(|row| figured(language, &store, row)).collect();
    let columns = terminal::columns().unwrap_or(COLUMNS_PIPED);
    let text = table(language, &rows, &answers, columns);
    print_bytes(terminal::with_known_symbols(&text).as_bytes()).map(drop)
}
