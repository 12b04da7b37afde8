//! The interface of a tool's folder to the rest of the project, as one value; [`TOOLS`] lists all built-in tools.
//!
//! The command line, `convert`, the import, the documentation and the fuzzer use the list. No other code names a tool.

use crate::foreign::{Context, Foreign, Load, Mapping, OptionRow};
use crate::import::ReaderResult;
use crate::import::contents::Run;
use crate::simulation::Simulation;
use workload::Workload;

#[derive(Clone, Copy, Debug)]
pub struct Tool {
    /// The name of its command and its folder, such as `fio`.
    pub name: &'static str,
    /// Its name for people, such as `DISKSPD`.
    pub title: &'static str,
    /// The names of its programs; a link with such a name to the binary is the tool's command.
    pub programs: &'static [&'static str],
    /// Whether a word is a switch that no other tool has, by which a line without the program's name is known.
    pub has_switch: fn(&str) -> bool,
    /// A line of help on its command.
    pub about: &'static str,
    pub options: &'static [OptionRow],
    /// Reads the words after the program's name. The view is the job in the tool's own language, if it has one.
    pub read: LineReader,
    /// Its jobs as a language of `convert`.
    pub language: Option<Language>,
    pub results: Option<Results>,
    /// Reads its configuration of a simulated database, for `verify`.
    pub simulation: Option<SimulationReader>,
    pub page: Page,
}

/// Reads words as a tool does.
pub type LineReader = fn(&[String], &Context<'_>, &[Mapping]) -> Foreign<Option<String>>;

/// Reads a configuration of a simulated database from the file of this name.
pub type SimulationReader = fn(&str, Load<'_>, &[Mapping]) -> Foreign<Simulation>;

/// The jobs of a tool as files.
#[derive(Clone, Copy, Debug)]
pub struct Language {
    /// A line of help on such a file.
    pub about: &'static str,
    /// Whether a text is certainly such a file; `None` for the language of any text that no other language recognises.
    pub recognises: Option<fn(&str) -> bool>,
    /// The command-line words for a file of this name and text.
    pub words: fn(name: &str, text: &str) -> Vec<String>,
    /// The error when it cannot be read.
    pub failure: &'static str,
    /// Writes a job; `None` for a language that is only read.
    pub write: Option<fn(&Workload) -> JobText>,
    /// What begins a comment where jobs may follow one another in a file; `None` where each needs its own file.
    pub remark: Option<&'static str>,
}

impl Language {
    /// The job, with everything that the language cannot express; `None` for a language that is only read.
    pub fn job(&self, workload: &Workload) -> Option<JobText> {
        let open = workload.without_sessions();
        let workload = open.as_ref().unwrap_or(workload);
        let mut job = self.write?(workload);
        let curves = workload.streams.iter().filter(|stream| stream.curve.is_some());
        job.unsupported.extend(curves.map(|stream| {
            format!("{}: its rate changes over time (`curve`); here it is constant", stream.name)
        }));
        let parts = workload.streams.iter().filter(|stream| stream.transaction.is_some());
        job.unsupported.extend(parts.map(|stream| {
            format!(
                "{}: it waits for its transactions (`transaction`); here for nothing",
                stream.name
            )
        }));
        let seeds = workload.streams.iter().filter(|stream| stream.seed.is_some());
        job.unsupported.extend(seeds.map(|stream| {
            format!("{}: it has a seed of its own (`seed`), which is left out here", stream.name)
        }));
        Some(job)
    }
}

/// A job in the language of a tool.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JobText {
    pub text: String,
    /// The properties of the workload that the text does not have, in lower case, each once.
    pub unsupported: Vec<String>,
}

#[derive(Clone, Copy, Debug)]
pub struct Results {
    /// A help text on such files.
    pub about: &'static str,
    /// Reads a file of this name and text; `None` when it is no result of the tool.
    pub read: fn(name: &str, text: &str) -> Option<ReaderResult>,
    /// Joins the runs of all files that are given together.
    pub join: fn(Vec<Run>) -> Vec<Run>,
}

impl Results {
    /// Results whose files are independent of each other.
    pub const fn of(about: &'static str, read: fn(&str, &str) -> Option<ReaderResult>) -> Self {
        Self { about, read, join: |runs| runs }
    }
}

/// The page of a tool in the documentation.
#[derive(Clone, Copy, Debug)]
pub struct Page {
    /// The first paragraphs: what runs, and what differs with any options.
    pub intro: &'static str,
    /// Options and targets that only Plimsoll has, each with its meaning.
    pub own: &'static [(&'static str, &'static str)],
    /// Command lines as articles and manuals print them, without the program's name, each with its purpose.
    pub examples: &'static [(&'static str, &'static str)],
    /// Files that the examples name.
    pub files: &'static [(&'static str, &'static str)],
}

/// The targets besides files and devices, on most pages.
pub const SIMULATED_TARGETS: (&str, &str) =
    ("sim:MEDIUM, null", "targets: a simulated storage; no storage");

/// Every built-in tool, in the order of the help.
pub const TOOLS: &[Tool] = &[
    #[cfg(feature = "fio")]
    crate::fio::TOOL,
    #[cfg(feature = "diskspd")]
    crate::diskspd::TOOL,
    #[cfg(feature = "sqlio")]
    crate::sqlio::TOOL,
    #[cfg(feature = "iometer")]
    crate::iometer::TOOL,
    #[cfg(feature = "orion")]
    crate::orion::TOOL,
    #[cfg(feature = "sqliosim")]
    crate::sqliosim::TOOL,
];

impl Tool {
    pub fn named(name: &str) -> Option<&'static Self> {
        TOOLS.iter().find(|tool| tool.name == name)
    }

    /// The tools that are languages of `convert`.
    pub fn languages() -> impl Iterator<Item = (&'static Self, &'static Language)> {
        TOOLS.iter().filter_map(|tool| Some((tool, tool.language.as_ref()?)))
    }

    pub fn of_text(text: &str) -> Option<&'static Self> {
        let sure = |language: &Language| language.recognises.is_some_and(|is| is(text));
        let certain = Self::languages().find(|(_, language)| sure(language));
        let other = || Self::languages().find(|(_, language)| language.recognises.is_none());
        certain.or_else(other).map(|(tool, _)| tool)
    }

    /// Reads a job file of this name and text; `load` reads the files that it names.
    pub fn read_text(
        &self,
        language: &Language,
        (name, text): (&str, &str),
        context: &Context<'_>,
        maps: &[Mapping],
    ) -> Foreign<Option<String>> {
        // The text is already loaded, and standard input cannot be read twice.
        let load: Load<'_> =
            &|asked| if asked == name { Ok(text.to_owned()) } else { (context.load)(asked) };
        (self.read)(&(language.words)(name, text), &Context { load, ..*context }, maps)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(all(feature = "fio", feature = "diskspd"))]
    fn the_language_shows_in_the_text() {
        for (text, name) in [
            ("[global]\nrw=read\n", "fio"),
            ("C:\\tools\\DiskSpd.exe -b8K x.dat\n", "diskspd"),
            ("<Profile>\n<TimeSpans>\n", "diskspd"),
        ] {
            assert_eq!(Tool::of_text(text).map(|tool| tool.name), Some(name), "{text}");
        }
    }

    #[test]
    fn a_rate_that_changes_is_said_to_be_lost() {
        let text = "[target.a]\npath = 'a'\n[stream.s]\nduration = 1\nrate = 9\n";
        let job = |text: &str| job::read("x", text).workload.expect("it is right");
        for (_, language) in Tool::languages().filter(|(_, language)| language.write.is_some()) {
            let lost = |text: &str| {
                let written = language.job(&job(text)).expect("it is written");
                written
                    .unsupported
                    .iter()
                    .filter(|line| line.starts_with("s: its rate changes"))
                    .count()
            };
            assert_eq!((lost(text), lost(&format!("{text}curve = [1, 2]\n"))), (0, 1));
        }
    }
}
