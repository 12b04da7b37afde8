//! Takes bytes; gives them to a reader as a command line and the files that it names, and holds what must hold of
//! every answer. The fuzzer and the test of the seeds share it.
//!
//! The first line holds the words, split by blanks; all after it is the text of every file that is asked for.

use compat::foreign::{Foreign, Mapping};
use compat::sqlio::sweep::Ways;
use std::cell::Cell;

/// A reader, fed with bytes.
pub(crate) type Feed = fn(&[u8]);

/// Every reader of text that this crate has, by the folder of its seeds. A new reader has its row here: the tests of seeds
/// and of hostile input go through all of them.
pub(crate) const READERS: &[(&str, Feed)] = &[
    ("fio", fio),
    ("diskspd", diskspd),
    ("sqlio", sqlio),
    ("sqliosim", sqliosim),
    ("iometer", iometer),
    ("orion", orion),
    ("native", native),
    ("plan", plan),
    ("profile", profile),
    ("grid", grid),
    ("layouts", layouts),
];

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
        compat::fio::write_job(workload);
    }
}

/// fio.
pub(crate) fn fio(data: &[u8]) {
    let (words, text) = split(data);
    let load = loader(text);
    for literal in [false, true] {
        let context = compat::fio::Context {
            load: &load,
            environment: &|name| (name == "SIZE").then(|| "1g".to_owned()),
            existing_bytes: &|path| path.starts_with("/dev/").then_some(1 << 40),
            is_device: &|path| path.starts_with("/dev/"),
            cpus: 4,
            page_bytes: 4096,
            memory_bytes: 1 << 33,
            literal,
        };
        sound(&compat::fio::read(&words, &context, &maps()));
    }
}

/// DISKSPD.
pub(crate) fn diskspd(data: &[u8]) {
    let (words, text) = split(data);
    let foreign = compat::diskspd::read(&words, &loader(text), &maps());
    sound(&foreign);
    compat::diskspd::write_profile(&foreign.view, compat::diskspd::Version::V22);
}

/// SQLIO, and the lab book's notation.
pub(crate) fn sqlio(data: &[u8]) {
    let (words, text) = split(data);
    if let Ok(sweep) = compat::sqlio::sweep::expand(&text, &words, Ways::default()) {
        assert!(sweep.cells.len() <= 100_000, "{}", sweep.cells.len());
    }
    sound(&compat::sqlio::read(&words, &loader(text), &maps()));
}

/// SQLIOSim: what is saved reads as what was asked, and every place can be shown.
pub(crate) fn sqliosim(data: &[u8]) {
    let (words, text) = split(data);
    let foreign = compat::sqliosim::read(&words, &loader(text.clone()), &maps());
    sound(&foreign);
    if foreign.view.usage || !foreign.problems.is_empty() {
        return;
    }
    let simulation = foreign.view.simulation;
    let saved = compat::sqliosim::write(&simulation);
    let words = ["-cfg".to_owned(), "saved".to_owned()];
    let again = compat::sqliosim::read(&words, &loader(saved.clone()), &maps());
    assert_eq!(again.problems, [], "{saved}");
    assert_eq!(again.view.simulation, simulation, "{saved}");
    compat::sqliosim::log::beginning(&simulation, 4, 100);
}

/// Iometer.
pub(crate) fn iometer(data: &[u8]) {
    let (words, text) = split(data);
    sound(&compat::iometer::read(&words, &loader(text), &maps()));
}

/// Orion.
pub(crate) fn orion(data: &[u8]) {
    let (words, text) = split(data);
    sound(&compat::orion::read(&words, &loader(text), &maps()));
}

/// Our own language.
pub(crate) fn native(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let reading = job::read("fuzz.toml", &text);
    job::show("fuzz.toml", &text, &reading.problems, false);
    if let Some(workload) = reading.workload {
        let again = job::read("again.toml", &job::write(&workload));
        assert_eq!(again.workload.as_ref(), Some(&workload), "{:?}", again.problems);
    }
}

/// Plans of studies.
pub(crate) fn plan(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    if let Err(problems) = job::plan::read("fuzz.toml", &text) {
        job::show("fuzz.toml", &text, &problems, false);
    }
}

/// Profiles of databases.
pub(crate) fn profile(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    if let Err(problems) = job::profile::read("fuzz.toml", &text) {
        job::show("fuzz.toml", &text, &problems, false);
    }
}

/// The notation of points.
pub(crate) fn grid(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    if let Err(problems) = job::grid::read(&text) {
        job::show("--grid", &text, &problems, false);
    }
}

/// The notation of layouts.
pub(crate) fn layouts(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    if let Err(problems) = job::layouts::read(&text) {
        job::show("--build", &text, &problems, false);
    }
}
