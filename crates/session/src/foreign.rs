//! What the commands of other tools share: takes what the tool's reader understood, runs it as any job is run, gives
//! the numbers for that tool's writer. Notes and warnings go to the store and to where `PLIMSOLL_NOTES` says, progress
//! goes to a terminal, and stderr holds what the tool itself would print there: what is wrong.
//!
//! A tool's command reads its words with [`load()`], calls [`Call::understood`], then [`measure`], and gives its writer's text
//! to standard output or to the file that was named. It alone knows the tool's exit codes.

mod machine;
pub mod of_file;
pub mod outcome;
pub mod own;
pub mod sizes;

use crate::failure::{Ending, Failure};
use crate::live::Progress;
use crate::recorder::{self};
pub use crate::terminal::say;
use crate::{answer, given_up, input, load, output, terminal};
use compat::foreign::{Context, Foreign, Source};
use compat::outcome::Outcome;
use compat::pasted;
use job::{LineCounter, Note, Problem};
use outcome::OutcomeBuilder;
use own::Own;
use plan::Plan;
use record::Record;
use report::Language;
use report::messages::foreign::ForeignFault;
use report::messages::system::Advised;
use sample::EngineEvent;
use std::collections::{BTreeMap, HashSet};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use store::Store;
use summary::{WarningKind, Weight};
use sys::guard::{self, FreeSpaceRule};
use workload::{JobTarget, Stream, TargetLocation, Workload};

/// What a tool's command hears while its job runs.
#[derive(Clone, Copy, Debug)]
pub enum News<'a> {
    /// Everything is prefilled, and the run is about to begin: sizes and seed are known.
    Prepared,
    /// Something happened, and was counted.
    Event(&'a EngineEvent),
}

/// Hears the news, each with what was counted so far.
pub type Hear<'a> = &'a mut dyn FnMut(News<'_>, &OutcomeBuilder);

/// A call of a tool.
#[derive(Clone, Debug)]
pub struct Call {
    /// The tool's name, as in `plimsoll NAME`.
    pub tool: &'static str,
    /// All words after the name, as they were given.
    pub given: Vec<String>,
    /// The tool's own words.
    pub words: Vec<String>,
    /// What was meant for us.
    pub own: Own,
    /// Whether progress may be shown on a terminal.
    pub progress: bool,
}

impl Call {
    /// Parts the words into the tool's and ours.
    pub fn new(tool: &'static str, given: Vec<String>) -> Result<Self, Failure> {
        let (own, words) = Own::take(&given, &|name| std::env::var(name).ok())?;
        Ok(Self { tool, given, words, own, progress: true })
    }

    /// Tells what was understood; its job, where nothing is wrong with it and it works on all that was given up for it.
    /// Otherwise the view, so that the tool's own words can be said too.
    pub fn understood<V>(&self, foreign: Foreign<V>) -> Result<Job<V>, V> {
        let job = understood(self.without_header(foreign))?;
        match self.all_meant(load::paths(&job.workload)) {
            Ok(()) => Ok(job),
            Err(failure) => {
                failure.lines.iter().for_each(|line| say(line));
                Err(job.view)
            }
        }
    }

    /// A header that was pasted with the command line, unless it is a file of that name.
    pub fn pasted_header(&self) -> Option<Problem> {
        pasted::header(&self.words, self.tool).filter(|_| !Path::new(self.tool).is_file())
    }

    /// What was read; of words behind a pasted header nothing but the header.
    pub fn without_header<V>(&self, foreign: Foreign<V>) -> Foreign<V> {
        match self.pasted_header() {
            Some(header) => Foreign {
                problems: vec![(0, header)],
                workload: None,
                notes: Vec::new(),
                ..foreign
            },
            None => foreign,
        }
    }

    /// Whether these are all the places that the words gave up.
    pub fn all_meant<'a>(
        &'a self,
        places: impl IntoIterator<Item = &'a Path>,
    ) -> Result<(), Failure> {
        given_up::all_meant(self.own.given_up.iter().map(PathBuf::as_path), places)
    }

    /// Takes one of our words that only this tool's command knows, with its value.
    pub fn take_value(&mut self, option: &str) -> Result<Option<String>, Failure> {
        let joined = format!("{option}=");
        let Some(at) = self.words.iter().position(|w| w == option || w.starts_with(&joined)) else {
            return Ok(None);
        };
        let word = self.words.remove(at);
        if let Some(value) = word.strip_prefix(&joined) {
            return Ok(Some(value.to_owned()));
        }
        if at == self.words.len() {
            return Err(Failure::wrong(ForeignFault::NeedsValue { option: option.to_string() }));
        }
        Ok(Some(self.words.remove(at)))
    }

    /// Whether nothing but the usage is asked for, as people ask any program.
    pub fn asks_for_help(&self) -> bool {
        self.words == ["--help"]
    }

    /// Takes one of our words without a value; whether it was there.
    pub fn take_flag(&mut self, option: &str) -> bool {
        let found = self.words.iter().position(|word| word == option);
        found.map(|at| self.words.remove(at)).is_some()
    }

    /// The place of a file that the tool writes; `option` is how the user asked for it. Never the store or a target.
    pub fn place<V>(
        &self,
        option: &str,
        name: &str,
        job: &Job<V>,
    ) -> Result<output::Place, Failure> {
        self.place_beside(option, name, &job.workload.targets)
    }

    /// The same where no job was understood: never the store or one of `targets`.
    pub fn place_beside(
        &self,
        option: &str,
        name: &str,
        targets: &[JobTarget],
    ) -> Result<output::Place, Failure> {
        // Where there is no place for a store, nothing of it can be hit.
        let store = recorder::place(self.own.store.as_deref()).ok();
        let mut kept = store.map_or_else(Vec::new, |store| output::files_of_store(&store));
        kept.extend(targets.iter().filter_map(|target| match &target.place {
            TargetLocation::Path(path) => Some(path.clone()),
            TargetLocation::Sim(_) | TargetLocation::Null => None,
        }));
        output::place(option, Path::new(name), &kept, Some(&self.own.writes.overwrite))
    }

    /// The command that repeats the run, which works on these paths.
    pub fn command<'a>(&'a self, seed: u64, paths: impl IntoIterator<Item = &'a Path>) -> String {
        let mut words = vec!["plimsoll".to_owned(), self.tool.to_owned()];
        words.extend(self.given.iter().map(|word| answer::quoted(word.as_str())));
        if self.own.seed.is_none() {
            words.push(format!("--seed {seed}"));
        }
        let named = answer::files_among(self.given.iter().map(String::as_str));
        answer::from_anywhere(words.join(" "), named.chain(paths))
    }
}

/// A foreign job that can be run.
#[derive(Clone, Debug)]
pub struct Job<V> {
    /// What is asked; simulated and null targets are places of ours by now.
    pub workload: Workload,
    /// What the tool's output needs beside it.
    pub view: V,
    /// Every text that was read.
    pub text: String,
    /// What the user was told.
    pub notes: Vec<String>,
}

/// What a run gave, whatever became of it.
#[derive(Clone, Debug)]
pub struct Measured {
    /// The numbers; those of a run that never began are all zero.
    pub outcome: Outcome,
    /// How a command of ours would end.
    pub ending: Ending,
    /// Whether it came as far as the first operation.
    pub began: bool,
}

impl Measured {
    /// Of a call that asked for no run.
    pub fn nothing() -> Self {
        Self { outcome: Outcome::default(), ending: Ending::Done, began: false }
    }
}

/// Says of a run that the user stopped how much there is of it: what a tool prints looks the same whole and cut.
pub fn tell_if_cut(outcome: &Outcome) {
    if outcome.interrupted {
        let counted_ns = outcome.streams.iter().map(|stream| stream.runtime_ns).max().unwrap_or(0);
        let seconds = counted_ns as f64 / 1e9;
        say(&ForeignFault::Interrupted { seconds: format!("{seconds:.1}") }.to_string());
    }
}

/// Says of files that are not there yet where a shell may have taken the backslashes of their names away.
pub fn tell_lost_backslashes<'a>(
    workload: &Workload,
    named: impl IntoIterator<Item = (&'a str, &'a str)>,
) {
    for (target, name) in named {
        let absent = |known: &&JobTarget| {
            known.name == target
                && matches!(&known.place, TargetLocation::Path(path) if !path.exists())
        };
        if let Some(advice) = pasted::quoted(name)
            && workload.targets.iter().any(|known| absent(&known))
        {
            say(&format!("warning: {advice}"));
        }
    }
}

/// The text of a file that a foreign input names, or of standard input for `-`. UTF-16 with its mark is understood, as
/// are bytes of old Windows files, one character each.
pub fn load(name: &str) -> Result<String, String> {
    let bytes = match name {
        "-" => input::read_up_to(&mut std::io::stdin().lock(), input::INPUT_BYTES_MAX),
        _ => input::bytes(Path::new(name)),
    };
    let bytes = bytes.map_err(|error| Advised(&error).to_string())?;
    Ok(decoded(&bytes))
}

fn decoded(bytes: &[u8]) -> String {
    let wide = |unit: fn([u8; 2]) -> u16| {
        let units: Vec<u16> = bytes[2..].chunks_exact(2).map(|c| unit([c[0], c[1]])).collect();
        String::from_utf16_lossy(&units)
    };
    match bytes {
        [0xff, 0xfe, ..] => wide(u16::from_le_bytes),
        [0xfe, 0xff, ..] => wide(u16::from_be_bytes),
        [0xef, 0xbb, 0xbf, rest @ ..] => String::from_utf8_lossy(rest).into_owned(),
        _ => match std::str::from_utf8(bytes) {
            Ok(text) => text.to_owned(),
            Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
        },
    }
}

/// Has something read where this machine's files are; `literal` as a tool itself reads, even where that is absurd.
pub fn surroundings<T>(literal: bool, read: impl FnOnce(&Context<'_>) -> T) -> T {
    let machine = machine::machine();
    read(&Context {
        load: &load,
        environment: &|name| std::env::var(name).ok(),
        existing_bytes: &existing_bytes,
        is_device: &is_device,
        cpus: machine.cpus,
        page_bytes: sys::extents::page_bytes(),
        memory_bytes: machine.memory_bytes,
        literal,
    })
}

/// The size of what is there; simulated storage is there, too.
fn existing_bytes(path: &str) -> Option<u64> {
    if let Some(medium) = path.strip_prefix("sim:") {
        return engine::virtual_time::facts(medium).ok().map(|facts| facts.size_bytes);
    }
    let file = std::fs::File::open(path).ok()?;
    sys::file::size_bytes(&file).ok().filter(|bytes| *bytes > 0)
}

/// Whether the path is a block device.
fn is_device(path: &str) -> bool {
    use std::os::unix::fs::FileTypeExt;
    std::fs::metadata(path).is_ok_and(|metadata| metadata.file_type().is_block_device())
}

/// Tells every note of a configuration on stderr, and gives them; what is wrong with it otherwise, each with its place.
pub fn judged(
    sources: &[Source],
    notes: &[(usize, Note)],
    problems: &[(usize, Problem)],
) -> Result<Vec<String>, Failure> {
    let told = shown_notes(sources, notes);
    told.iter().for_each(|line| remark(&format!("note: {line}")));
    if problems.is_empty() {
        return Ok(told);
    }
    let mut failure = Failure::of(Ending::Wrong, strays(sources, problems));
    let colour = terminal::colours_progress();
    for (source, own) in by_source(sources, problems) {
        let head = "what is asked is wrong";
        failure.add(Failure::shown(head, &source.name, &source.text, &own, colour));
    }
    Err(failure)
}

/// Tells every note and problem on stderr. A job with problems gives its view back, so that the tool's own words for
/// them can be said too.
pub fn understood<V>(foreign: Foreign<V>) -> Result<Job<V>, V> {
    let Foreign { sources, workload, view, notes, problems } = foreign;
    let told = shown_notes(&sources, &notes);
    told.iter().for_each(|line| remark(&format!("note: {line}")));
    match workload {
        Some(mut workload) if problems.is_empty() => {
            at_home(&mut workload);
            Ok(Job { workload, view, text: whole_text(&sources), notes: told })
        }
        _ => {
            tell_problems(&sources, &problems);
            Err(view)
        }
    }
}

/// `sim:MEDIUM` and `null` are no files in any tool, and no engine but their own can serve them.
fn at_home(workload: &mut Workload) {
    for target in &mut workload.targets {
        let TargetLocation::Path(path) = &target.place else { continue };
        let text = path.to_string_lossy();
        if text == "null" {
            target.place = TargetLocation::Null;
        } else if let Some(medium) = text.strip_prefix("sim:") {
            target.place = TargetLocation::Sim(medium.to_owned());
        }
    }
    let elsewhere = |place: &TargetLocation| !matches!(place, TargetLocation::Path(_));
    if workload.targets.iter().all(|target| elsewhere(&target.place)) {
        workload.engine = workload::EngineChoice::default();
    }
}

/// The notes as lines of text. Each line appears once, although clones of a job repeat their notes.
fn shown_notes(sources: &[Source], notes: &[(usize, Note)]) -> Vec<String> {
    let mut numbers: Vec<LineCounter<'_>> =
        sources.iter().map(|source| LineCounter::new(&source.text)).collect();
    let mut shown = HashSet::new();
    let lines = notes.iter().map(|(index, note)| match (sources.get(*index), *index) {
        // Source 0 is the command line.
        (None, _) | (_, 0) => note.text.clone(),
        (Some(source), index) => {
            format!("{}:{}: {}", source.name, numbers[index].number(note.span.start), note.text)
        }
    });
    lines.filter(|line| shown.insert(line.clone())).collect()
}

fn tell_problems(sources: &[Source], problems: &[(usize, Problem)]) {
    let colour = terminal::colours_progress();
    for (source, own) in by_source(sources, problems) {
        terminal::tell(&job::show(&source.name, &source.text, &own, colour));
    }
    strays(sources, problems).iter().for_each(|line| say(line));
}

/// Each text with what is wrong in it, where something is.
fn by_source<'a>(
    sources: &'a [Source],
    problems: &[(usize, Problem)],
) -> Vec<(&'a Source, Vec<Problem>)> {
    let own = |index| problems.iter().filter(move |p| p.0 == index).map(|p| p.1.clone()).collect();
    let each = sources.iter().enumerate().map(|(index, source)| (source, own(index)));
    each.filter(|(_, own): &(_, Vec<Problem>)| !own.is_empty()).collect()
}

/// A reader that names a source which is not there has a fault, but nothing it found may be lost.
fn strays(sources: &[Source], problems: &[(usize, Problem)]) -> Vec<String> {
    let strays = problems.iter().filter(|p| p.0 >= sources.len());
    strays.map(|(_, problem)| format!("{} {}", problem.text, problem.help)).collect()
}

/// All texts as one, each under its name.
fn whole_text(sources: &[Source]) -> String {
    let one = |source: &Source| format!("# {}\n{}\n", source.name, source.text.trim_end());
    sources.iter().map(one).collect()
}

/// Raised by the first Ctrl-C; the second ends the process. One flag for every run of this process.
pub fn interrupt() -> Result<Arc<AtomicBool>, Failure> {
    static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    if let Some(flag) = FLAG.get() {
        return Ok(Arc::clone(flag));
    }
    let flag = Arc::clone(FLAG.get_or_init(Arc::default));
    sys::signal::on_interrupt(&flag).map_err(Failure::bug)?;
    Ok(flag)
}

/// Runs a job to its end; there is always an outcome: what went wrong is in it, and was told on stderr.
pub fn measure<V>(call: &Call, job: &Job<V>, hear: Hear<'_>) -> Measured {
    let mut counted = OutcomeBuilder::new(&job.workload);
    let ending = attempt(call, job, &mut counted, hear).unwrap_or_else(|failure| {
        failure.lines.iter().for_each(|line| say(line));
        counted.fail(&failure.lines.join("\n"), errno(&failure));
        failure.ending
    });
    Measured { began: counted.has_begun(), outcome: counted.outcome(), ending }
}

/// Looks for each part of a job, given by the names of its streams, whether it can be run alone, and lays what it needs:
/// for one that cannot, the system's number for what is wrong.
pub fn alone<V>(call: &Call, job: &Job<V>, parts: &[&[String]]) -> Vec<Option<i32>> {
    let try_one = |names: &[String]| -> Result<(), Failure> {
        let workload = only(&job.workload, &|name| names.iter().any(|own| own == name));
        let seed = call.own.seed.or(workload.seed).unwrap_or(0);
        let mut ready = load::plan(&workload, &call.own.writes, seed)?;
        let progress = &mut Progress::for_tool(false);
        load::lay(&workload, &mut ready, FreeSpaceRule::Nothing, &*interrupt()?, progress)
    };
    parts.iter().map(|names| try_one(names).err().map(|failure| errno(&failure))).collect()
}

/// The workload with those streams alone whose names are wanted, and with what they need.
pub fn only(workload: &Workload, wanted: &dyn Fn(&str) -> bool) -> Workload {
    let mut part = workload.clone();
    part.streams.retain(|stream| wanted(&stream.name));
    let used: HashSet<&str> = part.streams.iter().flat_map(Stream::targets).collect();
    part.targets.retain(|target| used.contains(target.name.as_str()));
    for phase in &mut part.phases {
        phase.streams.retain(|name| wanted(name));
    }
    part.phases.retain(|phase| !phase.streams.is_empty());
    part
}

/// The system's number for a failure, as tools that tell one need it: its own where the system said it, the one that a
/// full disk, a refusal or a wrong argument has otherwise.
fn errno(failure: &Failure) -> i32 {
    const NOT_PERMITTED: i32 = 1;
    const INTERRUPTED: i32 = 4;
    const IO: i32 = 5;
    const INVALID: i32 = 22;
    failure.errno.unwrap_or(match failure.ending {
        Ending::Target => NOT_PERMITTED,
        Ending::Interrupted => INTERRUPTED,
        Ending::Wrong => INVALID,
        _ => IO,
    })
}

fn attempt<V>(
    call: &Call,
    asked: &Job<V>,
    counted: &mut OutcomeBuilder,
    hear: Hear<'_>,
) -> Result<Ending, Failure> {
    let workload = &asked.workload;
    let seed = call.own.seed.or(workload.seed).unwrap_or_else(answer::new_seed);
    let mut ready = load::plan(workload, &call.own.writes, seed)?;
    let interrupt = interrupt()?;
    let mut progress = Progress::for_tool(call.progress);
    let (store, lost) = open_store(call)?;
    if let Some(why) = lost {
        remark(&ForeignFault::NotStored { why: why.to_string() }.to_string());
    }
    let mut notes: Vec<record::Note> = asked.notes.iter().cloned().map(Into::into).collect();
    let crowded = crowded(&ready.plan, &|path| guard::space(path).unwrap_or_default());
    for note in crowded {
        remark(&format!("note: {}", report::words::note(Language::En, &note)));
        notes.push(note);
    }
    let told = notes.len();
    load::lay(workload, &mut ready, FreeSpaceRule::Nothing, &interrupt, &mut progress)?;
    let command = call.command(seed, load::paths(workload));
    let begin = load::Asked { text: &asked.text, command: &command, notes };
    let mut course = load::Course::begin(workload, &ready, begin, store)?;
    counted.begin(workload, &ready.plan, &course.stacks());
    hear(News::Prepared, counted);
    let failed = course.run(&interrupt, &mut progress, &mut |event| {
        counted.hear(event);
        hear(News::Event(event), counted);
        counted.take_ends()
    });
    counted.end(interrupt.load(Ordering::Relaxed));
    let record = course.finish(failed.is_err());
    progress.wipe();
    for kept in load::remove_files(workload, &ready) {
        remark(&format!("note: {kept}"));
    }
    course
        .recorder()
        .lost()
        .iter()
        .for_each(|lost| say(&report::words::warning(Language::En, lost)));
    remarks(&record, told);
    failed?;
    Ok(answer::ending(&record))
}

/// What is to be known of file systems that new files leave nearly full, as the tool does without a word.
fn crowded(plan: &Plan, space: &dyn Fn(&Path) -> guard::FileSystemSpace) -> Vec<record::Note> {
    let mut folders: BTreeMap<&Path, (u64, guard::FileSystemSpace)> = BTreeMap::new();
    for target in plan.targets.iter().filter(|target| target.prefill_bytes > 0) {
        let Some(path) = &target.path else { continue };
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        let parent = parent.unwrap_or(Path::new("."));
        let folder = folders.entry(parent).or_insert_with(|| (0, space(parent)));
        folder.0 = folder.0.saturating_add(target.prefill_bytes);
    }
    let mut notes = Vec::new();
    for (folder, (laid, space)) in folders {
        let left = space.free_bytes.saturating_sub(laid);
        if space.total_bytes > 0 && left < FreeSpaceRule::Reserve.bytes(space.total_bytes) {
            notes.push(record::Note::NearlyFull {
                folder: folder.display().to_string(),
                free_bytes: space.free_bytes,
                left_bytes: left,
            });
        }
    }
    notes
}

/// The store. Where none can be written to, one that is kept nowhere, and why: the tool's own output holds what was
/// measured, as it does for callers who never heard of a store.
pub fn open_store(call: &Call) -> Result<(Store, Option<String>), Failure> {
    let nowhere =
        |why: String| Store::in_memory().map(|store| (store, Some(why))).map_err(Failure::target);
    match recorder::open(call.own.store.as_deref()) {
        Ok(store) if store.read_only() => nowhere(
            ForeignFault::ReadOnlyStore { store: store.path().display().to_string() }.to_string(),
        ),
        Ok(store) => Ok((store, None)),
        Err(failure) => nowhere(failure.lines.join("; ")),
    }
}

/// What the run itself taught, and what makes its numbers doubtful.
fn remarks(record: &Record, told: usize) {
    record
        .notes
        .iter()
        .skip(told)
        .for_each(|note| remark(&report::words::note(Language::En, note)));
    // What is not stored was said already, whatever becomes of remarks.
    let said = |kind| kind == WarningKind::NotStored;
    let grave = record.warnings.iter().filter(|d| d.weight > Weight::Note && !said(d.kind));
    // Thousands of streams may have the same warning: one line tells it of all of them.
    let mut told: Vec<(&str, String, usize)> = Vec::new();
    for warning in grave {
        let text = report::words::detail(Language::En, &warning.detail);
        match told.iter_mut().find(|known| known.1 == text) {
            Some(known) => known.2 += 1,
            None => told.push((&warning.about, text, 0)),
        }
    }
    for (about, text, others) in told {
        let colon = if about.is_empty() { "" } else { ": " };
        let others = if others > 0 { format!(" and {others} more") } else { String::new() };
        remark(&format!("warning: {about}{others}{colon}{text}"));
    }
}

/// A note or a warning: stderr belongs to the tool, whose callers may take any word there for a failure.
fn remark(line: &str) {
    match std::env::var("PLIMSOLL_NOTES").as_deref() {
        Ok("stderr") => say(line),
        Err(_) | Ok("" | "store") => {}
        Ok(file) => {
            let opened = std::fs::OpenOptions::new().create(true).append(true).open(file);
            let written =
                opened.and_then(|mut file| file.write_all(format!("{line}\n").as_bytes()));
            if let Err(e) = written {
                say(&ForeignFault::NotesUnwritable {
                    file: file.to_string(),
                    error: e.to_string(),
                }
                .to_string());
            }
        }
    }
}

#[cfg(test)]
mod tests;
