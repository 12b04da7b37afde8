//! One job section with the globals above it: which options apply, and what their values are.
//!
//! Each part reads related options: [`blocks`] and [`pattern`] what an operation is, [`target`] where it goes,
//! [`pace`] when, [`durable`] how it is written, [`emulate`] which of fio's habits it follows, [`verify`] how contents
//! are checked, [`reporting`] what the results report.

pub(super) mod blocks;
pub(super) mod durable;
pub(super) mod emulate;
pub(super) mod pace;
pub(super) mod pattern;
pub(super) mod replay;
pub(super) mod reporting;
pub(super) mod several;
pub(super) mod target;
pub(super) mod verify;

use super::Context;
use super::ini::{JobOption, JobSection};
use super::options::OptionValueKind;
use super::value::{Units, ValueResult};
use crate::foreign::{Mapping, Treatment};
use job::{Diagnostics, TextPlace};
use std::collections::HashSet;

/// A job with every option that applies to it.
pub(super) struct FioJob<'a> {
    /// The section's name, which names files.
    pub section: &'a str,
    /// `name` in the section, which names results and logs; the section's own without it.
    pub name: &'a str,
    pub place: &'a TextPlace,
    /// Globals first; the last one of the same name applies.
    pub options: Vec<&'a JobOption>,
    pub units: Units,
    pub context: &'a Context<'a>,
    pub maps: &'a [Mapping],
}

impl<'a> FioJob<'a> {
    pub(super) fn new(
        section: &'a JobSection,
        globals: &[&'a JobOption],
        context: &'a Context<'a>,
        maps: &'a [Mapping],
    ) -> Self {
        let units = Units { literal: context.literal, kb_base: 1024 };
        let options = last_of_each(globals.iter().copied().chain(&section.options));
        let own_name = section.options.iter().rev().find(|own| own.entry.row.name == "name");
        let name = own_name.map_or(&section.name, |own| &own.value);
        let (place, section) = (&section.place, &section.name);
        let mut job = Self { section, name, place, options, units, context, maps };
        if job.given("kb_base").is_some_and(|given| given.value.trim() == "1000") {
            job.units.kb_base = 1000;
        }
        job
    }

    pub(super) fn given(&self, name: &str) -> Option<&'a JobOption> {
        self.options.iter().rev().find(|given| given.entry.row.name == name).copied()
    }

    /// The values of an option that is given several times, those for all jobs first.
    pub(super) fn all(&self, name: &str) -> impl Iterator<Item = &'a str> {
        let given = self.options.iter().filter(move |given| given.entry.row.name == name);
        given.map(|given| given.value.trim())
    }

    /// The place of the option; of the job's header when the option is not given.
    pub(super) fn place_of(&self, name: &str) -> &'a TextPlace {
        self.given(name).map_or(self.place, |given| &given.place)
    }

    /// Whether a flag or a 0/1 option is on.
    pub(super) fn on(&self, name: &str, sink: &mut Diagnostics) -> Option<bool> {
        self.read(name, sink, |units, text| units.boolean(text))
    }

    /// The value of an option; reports what is wrong with it or worth knowing.
    pub(super) fn read<T>(
        &self,
        name: &str,
        sink: &mut Diagnostics,
        parse: impl FnOnce(Units, &str) -> ValueResult<T>,
    ) -> Option<T> {
        let given = self.given(name)?;
        match parse(self.units, &given.value) {
            Ok(noted) => {
                if let Some(note) = noted.note {
                    sink.note(&given.place, format!("`{name}`: {note}"));
                }
                Some(noted.value)
            }
            Err(_) if given.value.is_empty() && sink.is_wrong_at(&given.place) => None,
            Err(wrong) => {
                let text = format!("`{name}={}` {wrong}", given.value);
                sink.problem(&given.place, text, given.entry.row.meaning);
                None
            }
        }
    }

    /// Checks every option that is used against the table.
    pub(super) fn judge(&self, sink: &mut Diagnostics) {
        for given in &self.options {
            let row = &given.entry.row;
            let last = self.given(row.name).is_some_and(|last| std::ptr::eq(last, *given));
            let flag = given.entry.kind == OptionValueKind::Flag && given.value.is_empty();
            let off = !flag && given.entry.is_off(given.value.trim());
            if !last || off || given.entry.judged {
                continue;
            }
            match row.treatment {
                Treatment::Honoured => {}
                Treatment::Approximated(how) => {
                    sink.note(&given.place, format!("`{}`: {how}", row.name));
                }
                Treatment::Refused(why) => {
                    sink.problem(&given.place, format!("`{}` is not supported", row.name), why);
                }
            }
        }
    }
}

/// The last value of each option, in their order, and every `filename`.
pub(super) fn last_of_each<'g>(
    all: impl DoubleEndedIterator<Item = &'g JobOption>,
) -> Vec<&'g JobOption> {
    let mut seen = HashSet::new();
    let mut applies = |name| name == "filename" || seen.insert(name);
    let mut last: Vec<&JobOption> = all.rev().filter(|one| applies(one.entry.row.name)).collect();
    last.reverse();
    last
}
