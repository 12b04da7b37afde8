//! The table of fio's options: the meaning of each and how it is treated.
//!
//! The reader follows it, and the documentation is generated from it. Names that begin with `--` belong to the command
//! line only; all others are options of jobs, in a job file or as `--name=value`. Never reads anything itself.

mod command;
mod devices;
mod engines;
mod files;
mod job;
mod report;

use crate::foreign::{OptionRow, Treatment};

/// Every option, for the documentation.
pub const OPTIONS: &[OptionRow] = &rows();

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OptionValueKind {
    Flag,
    /// A name or a text, in which blanks, `#` and dashes are kept.
    Text,
    /// A text that may be left out.
    Optional,
    /// Numbers and words.
    Plain,
}

/// One option as the reader needs it.
#[derive(Clone, Copy, Debug)]
pub(super) struct FioOption {
    pub row: OptionRow,
    /// Other names of the same option.
    pub aliases: &'static [&'static str],
    pub kind: OptionValueKind,
    /// The value with which the option has no effect, so that no note or problem is needed.
    pub off: &'static str,
    /// Whether the reader itself reports the treatment instead of using the row's.
    pub judged: bool,
}

impl FioOption {
    const fn new(name: &'static str, meaning: &'static str, treatment: Treatment) -> Self {
        let row = OptionRow { name, meaning, treatment };
        Self { row, aliases: &[], kind: OptionValueKind::Plain, off: "0", judged: false }
    }

    const fn or(mut self, aliases: &'static [&'static str]) -> Self {
        self.aliases = aliases;
        self
    }

    const fn flag(mut self) -> Self {
        self.kind = OptionValueKind::Flag;
        self
    }

    const fn text(mut self) -> Self {
        self.kind = OptionValueKind::Text;
        self
    }

    const fn optional(mut self) -> Self {
        self.kind = OptionValueKind::Optional;
        self
    }

    /// Marks an option whose treatment depends on its value or on other options, so that the reader reports it.
    const fn judged(mut self) -> Self {
        self.judged = true;
        self
    }

    const fn off(mut self, value: &'static str) -> Self {
        self.off = value;
        self
    }
}

impl FioOption {
    /// Whether the option has no effect with this value.
    pub(super) fn is_off(&self, value: &str) -> bool {
        value == self.off || (value == "0" && !matches!(self.off, "" | "1"))
    }
}

const fn yes(name: &'static str, meaning: &'static str) -> FioOption {
    FioOption::new(name, meaning, Treatment::Honoured)
}

const fn near(name: &'static str, meaning: &'static str, how: &'static str) -> FioOption {
    FioOption::new(name, meaning, Treatment::Approximated(how))
}

const fn no(name: &'static str, meaning: &'static str, why: &'static str) -> FioOption {
    FioOption::new(name, meaning, Treatment::Refused(why))
}

const TABLES: [&[FioOption]; 6] = [
    job::ENTRIES,
    files::ENTRIES,
    report::ENTRIES,
    engines::ENTRIES,
    devices::ENTRIES,
    command::ENTRIES,
];

const COUNT: usize = {
    let (mut count, mut table) = (0, 0);
    while table < TABLES.len() {
        count += TABLES[table].len();
        table += 1;
    }
    count
};

const fn rows() -> [OptionRow; COUNT] {
    let mut all = [TABLES[0][0].row; COUNT];
    let (mut at, mut table) = (0, 0);
    while table < TABLES.len() {
        let mut i = 0;
        while i < TABLES[table].len() {
            all[at] = TABLES[table][i].row;
            at += 1;
            i += 1;
        }
        table += 1;
    }
    all
}

fn entries() -> impl Iterator<Item = &'static FioOption> {
    TABLES.iter().flat_map(|table| table.iter())
}

/// The options of jobs or of the command line that match a name, an alias or, if there is no exact match, a prefix, as fio's
/// `--cmdhelp=NAME` finds them.
pub(super) fn named(name: &str) -> Vec<&'static FioOption> {
    let plain = name.trim_start_matches('-');
    let names = |entry: &FioOption| {
        let own = entry.row.name.trim_start_matches('-');
        std::iter::once(own).chain(entry.aliases.iter().copied()).collect::<Vec<_>>()
    };
    let fitting = |fits: &dyn Fn(&str) -> bool| -> Vec<&'static FioOption> {
        entries().filter(|entry| names(entry).into_iter().any(fits)).collect()
    };
    let exact = fitting(&|known| known == plain);
    if exact.is_empty() && !plain.is_empty() {
        fitting(&|known| known.starts_with(plain))
    } else {
        exact
    }
}

pub(super) fn of_engines() -> impl Iterator<Item = &'static FioOption> {
    engines::ENTRIES.iter()
}

pub(super) fn of_jobs() -> impl Iterator<Item = &'static FioOption> {
    entries().filter(|entry| !entry.row.name.starts_with("--"))
}

/// The option of jobs with this name or alias.
pub(super) fn of_job(name: &str) -> Option<&'static FioOption> {
    of_jobs().find(|e| e.row.name == name || e.aliases.contains(&name))
}

/// The option of the command line with this name, written without dashes.
pub(super) fn of_command(name: &str) -> Option<&'static FioOption> {
    entries().find(|e| e.row.name.strip_prefix("--") == Some(name))
}

/// Every option name that a job may contain, aliases included.
pub(super) fn job_names() -> impl Iterator<Item = &'static str> {
    of_jobs().flat_map(|e| std::iter::once(e.row.name).chain(e.aliases.iter().copied()))
}

/// Every option name that is valid on the command line only, without dashes.
pub(super) fn command_names() -> impl Iterator<Item = &'static str> {
    entries().filter_map(|e| e.row.name.strip_prefix("--"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_name_stands_once_and_says_what_it_is() {
        let mut seen = HashSet::new();
        for entry in entries() {
            assert!(seen.insert(entry.row.name), "{} twice", entry.row.name);
            for alias in entry.aliases {
                assert!(seen.insert(alias), "{alias} twice");
            }
            assert!(!entry.row.meaning.is_empty(), "{}", entry.row.name);
            if let Treatment::Approximated(text) | Treatment::Refused(text) = entry.row.treatment {
                assert!(!text.is_empty() && !text.ends_with('.'), "{}", entry.row.name);
            }
        }
        assert_eq!(OPTIONS.len(), entries().count());
    }
}
