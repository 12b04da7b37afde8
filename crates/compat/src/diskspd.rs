//! DISKSPD: its command line and XML profiles in, its text and XML results out.
//!
//! The grammar is that of 2.2 with the additions of 2.3; [`read_as`] also reads that of 2.0. Every thread on every
//! target is one stream (a distribution or `-p` makes several), which the [`DiskspdView`] maps back. Start at [`read`] and
//! [`write()`]. Never does I/O.

mod affinity;
mod cache;
mod checks;
mod command;
mod distribution;
mod elements;
pub mod import;
mod input_text;
mod input_xml;
mod job_text;
mod lower;
mod measure;
mod number;
mod options;
mod profile;
mod result_text;
mod result_xml;
mod tables;
mod tool;
mod tree;
mod words;
mod xml;

pub use distribution::{Distribution, Kind, Share};
pub use job_text::{CLOSED, write_job};
pub use options::OPTIONS;
pub use profile::{
    Affinity, BufferContent, Cache, Flush, Format, Profile, Target, Throughput, TimeSpan,
};
pub use tool::TOOL;

use crate::foreign::{Foreign, Load, Mapping};
use crate::outcome::Outcome;

pub const EXIT_WRONG: u8 = 3;
pub const EXIT_FAILED: u8 = 1;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Version {
    V20,
    #[default]
    V22,
    V23,
}

impl Version {
    pub fn read(text: &str) -> Option<Self> {
        match text {
            "2.0" => Some(Self::V20),
            "2.2" => Some(Self::V22),
            "2.3" => Some(Self::V23),
            _ => None,
        }
    }
}

/// What DISKSPD's own output needs beyond the workload.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DiskspdView {
    /// The whole request in DISKSPD's terms.
    pub profile: Profile,
    pub command_line: String,
    /// The lines that DISKSPD itself prints on stderr about errors and oddities; scripts match them.
    pub errors: Vec<String>,
    pub usage: bool,
    /// The lines of the results: one for each thread on a target.
    pub rows: Vec<Row>,
    /// The workload's target and, once known, the size of each requested path.
    pub places: Vec<Place>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// The time span, from 0.
    pub span: usize,
    pub thread: u32,
    /// The target's index within the time span, from 0.
    pub target: usize,
    /// The streams that do its I/O.
    pub streams: Vec<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    pub path: String,
    pub name: String,
    /// Its size in bytes; 0 until [`DiskspdView::set_size`] sets it.
    pub size_bytes: u64,
}

impl DiskspdView {
    /// Whether the profile is only printed and nothing runs (`-Rp`).
    pub fn profile_only(&self) -> bool {
        self.profile.profile_only
    }

    pub fn set_size(&mut self, name: &str, size_bytes: u64) {
        for place in self.places.iter_mut().filter(|place| place.name == name) {
            place.size_bytes = size_bytes;
        }
    }

    /// Sets the seed that the run used: a random one (bare `-z`), or one other than requested.
    pub fn set_seed(&mut self, seed: u64) {
        for span in &mut self.profile.spans {
            span.seed = Some(seed);
        }
    }

    fn size_of(&self, path: &str) -> u64 {
        self.places.iter().find(|place| place.path == path).map_or(0, |place| place.size_bytes)
    }
}

/// Reads the words of a command line, without the program's name, and the XML profile that they name.
pub fn read(words: &[String], load: Load<'_>, maps: &[Mapping]) -> Foreign<DiskspdView> {
    read_as(words, load, maps, Version::default())
}

/// Reads them as a given version does: 2.0 accepts fewer options and has other error texts.
pub fn read_as(
    words: &[String],
    load: Load<'_>,
    maps: &[Mapping],
    version: Version,
) -> Foreign<DiskspdView> {
    let mut findings = words::DiskspdFindings::new(words, version);
    let mut view = DiskspdView { command_line: findings.command_line(), ..DiskspdView::default() };
    command::read(words, load, &mut findings, &mut view);
    let workload = if findings.is_wrong() || view.usage {
        None
    } else {
        checks::profile(&mut view.profile, &mut findings);
        lower::workload(&mut view, maps, &mut findings).filter(|_| !findings.is_wrong())
    };
    view.errors = findings.take_errors();
    findings.into_foreign(workload, view)
}

/// The results of a run in DISKSPD's form: text, or XML when the profile asks for it.
pub fn write(view: &DiskspdView, outcome: &Outcome, version: Version) -> String {
    match view.profile.format {
        Format::Text => result_text::write(view, outcome, version),
        Format::Xml => result_xml::write(view, outcome, version),
    }
}

pub fn write_profile(view: &DiskspdView, version: Version) -> String {
    match view.profile.format {
        Format::Text => input_text::write(view, version),
        Format::Xml => format!("{}\n", input_xml::write(&view.profile, version, "")),
    }
}
