//! Takes bytes; gives them to a reader as a command line and the files that it names, and holds what must hold of
//! every answer. The fuzzer and the test of the seeds share it.
//!
//! The first line holds the words, split by blanks; all after it is the text of every file that is asked for.

use compat::foreign::{Context, Foreign, Mapping};
use compat::{TOOLS, Tool};
use std::cell::Cell;

/// A reader, fed with bytes.
type Feed = fn(&[u8]);

/// The readers of our own texts, by the folder of their seeds. A new reader has its row here: the tests of seeds and of
/// hostile input go through all of them, and through every tool.
const OWN: &[(&str, Feed)] = &[
    ("native", native),
    ("plan", plan),
    ("profile", profile),
    ("grid", grid),
    ("layouts", layouts),
];

/// Every reader, by the folder of its seeds.
pub(crate) fn readers() -> impl Iterator<Item = &'static str> {
    TOOLS.iter().map(|tool| tool.name).chain(OWN.iter().map(|own| own.0))
}

/// Feeds one of them.
pub(crate) fn feed(reader: &str, data: &[u8]) {
    match OWN.iter().find(|own| own.0 == reader) {
        Some((_, own)) => own(data),
        None => tool(Tool::named(reader).expect("the tool is built in"), data),
    }
}

/// Files that one reading may ask for: one that names itself must come to an end by the reader's own doing.
const FILES_MAX: u32 = 100_000;

fn split(data: &[u8]) -> (Vec<String>, String) {
    let text = String::from_utf8_lossy(data).into_owned();
    let (line, rest) = text.split_once('\n').unwrap_or((&text, ""));
    (line.split(' ').map(str::to_owned).collect(), rest.to_owned())
}

fn loader(text: String) -> impl Fn(&str) -> Result<String, String> {
    let left = Cell::new(FILES_MAX);
    move |_| {
        left.set(left.get().checked_sub(1).expect("a reader asks for files without end"));
        Ok(text.clone())
    }
}

fn maps() -> [Mapping; 2] {
    let map = |from: &str, to: &str| Mapping { from: from.to_owned(), to: to.to_owned() };
    [map("C:", "/mnt/c"), map("#1", "/dev/sdb")]
}

/// A workload or a problem; places that can be shown.
fn sound<V>(foreign: &Foreign<V>) {
    assert!(foreign.workload.is_none() || foreign.problems.is_empty(), "a wrong job is no job");
    for (index, source) in foreign.sources.iter().enumerate() {
        let own: Vec<_> =
            foreign.problems.iter().filter(|p| p.0 == index).map(|p| p.1.clone()).collect();
        job::show(&source.name, &source.text, &own, false);
    }
    if let Some(workload) = &foreign.workload {
        job::write(workload);
        // Thousands of streams in the first language take time enough.
        Tool::languages().take(1).for_each(|(_, language)| drop(language.job(workload)));
    }
}

/// The reader of a tool.
fn tool(tool: &Tool, data: &[u8]) {
    let (words, text) = split(data);
    #[cfg(feature = "sqlio")]
    if tool.name == "sqlio" {
        sweep(&text, &words);
    }
    #[cfg(feature = "sqliosim")]
    if tool.name == "sqliosim" {
        saved(&words, &text);
    }
    let load = loader(text);
    for literal in [false, true] {
        let context = Context {
            load: &load,
            environment: &|name| (name == "SIZE").then(|| "1g".to_owned()),
            existing_bytes: &|path| path.starts_with("/dev/").then_some(1 << 40),
            is_device: &|path| path.starts_with("/dev/"),
            cpus: 4,
            page_bytes: 4096,
            memory_bytes: 1 << 33,
            literal,
        };
        sound(&(tool.read)(&words, &context, &maps()));
    }
}

/// The notation of sweeps stays within its bounds.
#[cfg(feature = "sqlio")]
fn sweep(text: &str, words: &[String]) {
    use compat::sqlio::sweep::{SweepOptions, expand};
    if let Ok(sweep) = expand(text, words, SweepOptions::default()) {
        assert!(sweep.points.len() <= 100_000, "{}", sweep.points.len());
    }
}

/// A configuration that is saved reads as what was asked.
#[cfg(feature = "sqliosim")]
fn saved(words: &[String], text: &str) {
    use compat::sqliosim::{log, read, write};
    let foreign = read(words, &loader(text.to_owned()), &maps());
    if foreign.view.usage || !foreign.problems.is_empty() {
        return;
    }
    let simulation = foreign.view.simulation;
    let saved = write(&simulation);
    let words = ["-cfg".to_owned(), "saved".to_owned()];
    let again = read(&words, &loader(saved.clone()), &maps());
    assert_eq!(again.problems, [], "{saved}");
    assert_eq!(again.view.simulation, simulation, "{saved}");
    log::beginning(&simulation, 4, 100);
}

/// Our own language.
fn native(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let reading = job::read("fuzz.toml", &text);
    job::show("fuzz.toml", &text, &reading.problems, false);
    if let Some(workload) = reading.workload {
        let again = job::read("again.toml", &job::write(&workload));
        assert_eq!(again.workload.as_ref(), Some(&workload), "{:?}", again.problems);
    }
}

/// Plans of studies.
fn plan(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let (_, problems) = job::plan::read("fuzz.toml", &text);
    job::show("fuzz.toml", &text, &problems, false);
}

/// Profiles of databases.
fn profile(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    if let Err(problems) = job::profile::read("fuzz.toml", &text) {
        job::show("fuzz.toml", &text, &problems, false);
    }
}

/// The notation of points.
fn grid(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    if let Err(problems) = job::grid::read(&text) {
        job::show("--grid", &text, &problems, false);
    }
}

/// The notation of layouts.
fn layouts(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    if let Err(problems) = job::layouts::read(&text) {
        job::show("--build", &text, &problems, false);
    }
}
