//! `plimsoll fio`: fio's command line and job files -> workload -> run -> fio's results, in every format it has.

use crate::commands::papers::print_bytes;
use crate::exit::{Exit, Outcome};
use compat::fio::options::{self, OPTIONS};
use compat::fio::write::{Setting, failed_jobs, logs, opening, results, steady_streams};
use compat::fio::{self, Command, Eta, Format, View};
use compat::outcome::StreamOutcome;
use session::failure::{Ending, Failure};
use session::foreign::gather::Gather;
use session::foreign::{
    Call, Job, Measured, News, alone, measure, only, option_lines, say, surroundings, usage,
};
use session::output::Place;
use std::collections::BTreeMap;
use workload::JobTarget;

/// What fio ends with after Ctrl-C.
const STOPPED: Exit = Exit::Tool(128);
/// What fio ends with when nothing could be run.
const WRONG: Exit = Exit::Tool(1);

/// How often it is looked whether jobs are steady; fio does so every second, of which each is a sample.
const STEADY_LOOK_NS: u64 = 100_000_000;

/// Runs fio's jobs.
pub(crate) fn run(words: Vec<String>) -> Outcome {
    let mut call = match Call::new("fio", words.clone()) {
        Ok(call) => call,
        Err(failure) => {
            let foreign = surroundings(false, |context| fio::read(&words, context, &[]));
            nothing_ran(None, &foreign.view)?;
            return Err(failure);
        }
    };
    let literal = call.take_flag("--fio-literal");
    let foreign = surroundings(literal, |context| fio::read(&call.words, context, &call.own.maps));
    for line in &foreign.view.output.debug {
        print_bytes(format!("{line}\n").as_bytes())?;
    }
    match &foreign.view.command {
        Command::DebugNames => {
            let names = fio::DEBUG_NAMES.join(",");
            return print_bytes(format!("fio: dumping debug options:{names},all\n").as_bytes());
        }
        Command::Help => {
            return print_bytes(usage("plimsoll fio [OPTIONS] [JOB FILE...]", OPTIONS).as_bytes());
        }
        Command::HelpOn(name) => return help_on(name),
        Command::Engines(name) => return engines(name.as_deref()),
        Command::Version => return print_bytes(format!("{}\n", fio::write::VERSION).as_bytes()),
        Command::Run | Command::ParseOnly | Command::ShowCommand(_) => {}
    }
    let job = match call.understood(foreign) {
        Ok(job) => ended_by_steadiness(job),
        Err(view) => return nothing_ran(Some(&call), &view).map(|()| WRONG),
    };
    match &job.view.command {
        Command::ParseOnly => return Ok(Exit::Done),
        Command::ShowCommand(lines) => return print_bytes((lines.join("\n") + "\n").as_bytes()),
        _ => {}
    }
    call.progress = job.view.output.eta != Eta::Never;
    let places = Output::of(&call, &job.view, &job.workload.targets)
        .and_then(|output| Ok((output, log_places(&call, &job)?)));
    let (mut output, mut log_places) = match places {
        Ok(places) => places,
        Err(failure) => {
            nothing_ran(None, &job.view)?;
            failure.lines.iter().for_each(|line| say(line));
            return Ok(WRONG);
        }
    };
    output.put(&opening(&job.view))?;
    let measured = run_what_can(&call, &job, &mut output);
    output.put(&results(&job.view, &measured.outcome, &setting(&measured)))?;
    let written = write_logs(&call, &job, &measured, &mut log_places);
    Ok(match exit(&job.view, &measured) {
        Exit::Done if !written => WRONG,
        exit => exit,
    })
}

/// One option, or those whose names begin so.
fn help_on(name: &str) -> Outcome {
    let rows = options::named(name);
    if rows.is_empty() {
        say(&format!("there is no option {name}; --help prints all of them"));
        return Ok(WRONG);
    }
    print_bytes(option_lines(&rows).as_bytes())
}

/// The engines, or one of them with the options that engines have.
fn engines(name: Option<&str>) -> Outcome {
    let line = |(name, how): (&str, &str)| {
        let remark = if how.is_empty() { String::new() } else { format!(" ({how})") };
        format!("  {name}{remark}\n")
    };
    let Some(name) = name else {
        let lines: String = fio::engines().map(line).collect();
        return print_bytes(format!("engines:\n{lines}").as_bytes());
    };
    let base = name.split(',').next().unwrap_or(name).trim();
    let Some(known) = fio::engines().find(|engine| engine.0 == base) else {
        say(&format!("there is no engine {base} here; --enghelp prints all of them"));
        return Ok(WRONG);
    };
    let text =
        format!("{}\noptions of engines:\n{}", line(known), option_lines(&options::of_engines()));
    print_bytes(text.as_bytes())
}

/// What a caller that asked for JSON gets when no job could begin: fio's header without jobs. fio itself prints nothing
/// then, and callers fail on the empty text rather than on what was wrong. Other formats stay empty, as fio's do. Without
/// a call it goes to standard output, whatever `--output` says.
fn nothing_ran(call: Option<&Call>, view: &View) -> Result<(), Failure> {
    let json = |format: &&Format| matches!(format, Format::Json | Format::JsonPlus);
    let Some(format) = view.output.formats.iter().find(json) else { return Ok(()) };
    if view.command != Command::Run {
        return Ok(());
    }
    let mut bare = View { jobs: Vec::new(), ..view.clone() };
    bare.output.formats = vec![*format];
    let mut measured = Measured::nothing();
    measured.outcome.started_unix_ns = sys::clock::unix_now();
    let text = results(&bare, &measured.outcome, &setting(&measured));
    let output = call.map(|call| Output::of(call, view, &[]));
    match output {
        Some(Ok(mut output)) => output.put(&text),
        Some(Err(failure)) => {
            failure.lines.iter().for_each(|line| say(line));
            print_bytes(text.as_bytes()).map(drop)
        }
        None => print_bytes(text.as_bytes()).map(drop),
    }
}

/// What ends a job that is to be steady is fio's own criterion, not the one that the same job has in our language.
fn ended_by_steadiness(mut job: Job<View>) -> Job<View> {
    for stream in &mut job.workload.streams {
        let stop = &mut stream.stop;
        if stop.duration_ns.is_some() || stop.bytes.is_some() || stop.ios.is_some() {
            stop.until_steady = None;
        }
    }
    job
}

/// Runs the jobs. As with fio, one that cannot even begin does not keep the others from it.
fn run_what_can(call: &Call, job: &Job<View>, output: &mut Output) -> Measured {
    let measured = perform(call, job, output);
    let jobs = &job.view.jobs;
    if measured.began || measured.outcome.failure.is_empty() || jobs.len() < 2 {
        return measured;
    }
    let parts: Vec<&[String]> = jobs.iter().map(|job| &job.streams[..]).collect();
    let wrong = alone(call, job, &parts);
    let failed = || jobs.iter().zip(&wrong).filter_map(|(job, wrong)| Some((job, (*wrong)?)));
    let with_errors = |mut measured: Measured| {
        for (name, errno) in
            failed().flat_map(|(job, errno)| job.streams.iter().map(move |s| (s, errno)))
        {
            let streams = &mut measured.outcome.streams;
            match streams.iter_mut().find(|stream| stream.name == *name) {
                Some(stream) => stream.errno = errno,
                None => {
                    streams.push(StreamOutcome { name: name.clone(), errno, ..Default::default() })
                }
            }
        }
        measured
    };
    if failed().count() == jobs.len() || failed().count() == 0 {
        return with_errors(measured);
    }
    let mut names: Vec<&str> = failed().map(|(job, _)| job.name.as_str()).collect();
    names.dedup();
    say(&format!("the other jobs run without {}", names.join(", ")));
    let left_out = |name: &str| failed().any(|(job, _)| job.streams.iter().any(|own| own == name));
    let rest = Job { workload: only(&job.workload, &|name| !left_out(name)), ..job.clone() };
    with_errors(perform(call, &rest, output))
}

/// Runs the jobs; the results so far are put out at each `--status-interval` and `SIGUSR1`.
fn perform(call: &Call, job: &Job<View>, output: &mut Output) -> Measured {
    let every_ns = job.view.output.status_interval.map(|every| every.0.max(1));
    let mut next_ns = every_ns;
    let mut trouble = None;
    let steady = job.view.jobs.iter().any(|job| job.steady.is_some());
    let mut next_look_ns = STEADY_LOOK_NS;
    // Without the handler the signal would end the run: who sends it loses no result by a kernel that refuses it.
    let _ = sys::signal::note_requests();
    let measured = measure(call, job, &mut |news, so_far| {
        if steady && so_far.elapsed_ns() >= next_look_ns {
            next_look_ns = so_far.elapsed_ns() + STEADY_LOOK_NS;
            so_far.end_streams(&steady_streams(&job.view, &so_far.outcome()));
        }
        let News::Event(sample::EngineEvent::Cell(_)) = news else { return };
        let elapsed_ns = so_far.elapsed_ns();
        let due = next_ns.is_some_and(|due_ns| elapsed_ns >= due_ns);
        if due || sys::signal::was_asked() {
            next_ns = every_ns.map(|every_ns| (elapsed_ns / every_ns + 1) * every_ns);
            let text = so_far_text(&job.view, so_far);
            trouble = output.put(&text).err().or(trouble.take());
        }
    });
    for line in trouble.into_iter().flat_map(|failure: Failure| failure.lines) {
        say(&line);
    }
    measured
}

fn so_far_text(view: &View, so_far: &Gather) -> String {
    let measured = Measured { outcome: so_far.outcome(), ..Measured::nothing() };
    results(view, &measured.outcome, &setting(&measured))
}

/// Where fio's output goes: the file of `--output`, or standard output.
struct Output {
    file: Option<Place>,
    /// All that was put into the file so far: it is written anew each time, so that it is always whole.
    text: String,
}

impl Output {
    fn of(call: &Call, view: &View, targets: &[JobTarget]) -> Result<Self, Failure> {
        let place = |name: &String| call.place_beside("--output", name, targets);
        let file = view.output.path.as_ref().map(place).transpose();
        Ok(Self { file: file?, text: String::new() })
    }

    fn put(&mut self, text: &str) -> Result<(), Failure> {
        let Some(place) = &self.file else { return print_bytes(text.as_bytes()).map(drop) };
        self.text.push_str(text);
        place
            .write_text(&self.text)
            .map_err(|e| Failure::target(format!("failed to write {}: {e}", place.shown())))
    }
}

/// The places of the log files that jobs ask for, by their names: that they may be written is better known before a run.
fn log_places(call: &Call, job: &Job<View>) -> Result<BTreeMap<String, Place>, Failure> {
    let mut places = BTreeMap::new();
    for log in logs(&job.view, &compat::outcome::Outcome::default()) {
        let place = call.place("the log", &log.name, job);
        places.insert(log.name, place?);
    }
    Ok(places)
}

/// Writes the log files that jobs ask for, and gives whether all were; one that cannot be written costs no result.
fn write_logs(
    call: &Call,
    job: &Job<View>,
    measured: &Measured,
    places: &mut BTreeMap<String, Place>,
) -> bool {
    let mut written = true;
    for log in logs(&job.view, &measured.outcome) {
        let known = places.remove(&log.name).map(Ok);
        let trouble = match known.unwrap_or_else(|| call.place("the log", &log.name, job)) {
            Ok(place) => place.write_text(&log.text).err().map(|e| vec![e.to_string()]),
            Err(failure) => Some(failure.lines),
        };
        for line in trouble.into_iter().flatten() {
            say(&format!("failed to write {}: {line}", log.name));
            written = false;
        }
    }
    written
}

fn setting(measured: &Measured) -> Setting {
    let started_s = (measured.outcome.started_unix_ns / 1_000_000_000).cast_signed();
    Setting { pid: std::process::id(), utc_offset_s: sys::clock::utc_offset_s(started_s) }
}

/// fio ends with the number of jobs that failed.
fn exit(view: &View, measured: &Measured) -> Exit {
    let failed = failed_jobs(view, &measured.outcome);
    match measured.ending {
        Ending::Interrupted => STOPPED,
        Ending::Done | Ending::Target if failed > 0 => {
            Exit::Tool(u8::try_from(failed % 256).unwrap_or(1))
        }
        // Errors that a job was to count and not to end by.
        Ending::Done | Ending::Target if measured.outcome.failure.is_empty() => Exit::Done,
        _ => WRONG,
    }
}
