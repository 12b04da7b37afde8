//! A plan of studies: takes its text, gives its stages as the options of their commands, and every problem with its place.
//!
//! Knows no option: the commands read their values.

use super::section::{self, KeyTable};
use super::value::{self, TomlValue, ValueProblem};
use crate::{Diagnostics, Problem, suggest};
use base::{Bytes, Nanos};
use std::ops::Range;
use toml::de::{DeTable, DeValue};
use workload::keys::STUDIES;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct StudyPlan {
    pub name: String,
    pub seed: Option<u64>,
    pub engine: Option<&'static str>,
    pub pause: Option<Nanos>,
    /// The size of each target that is prefilled or used.
    pub size: Option<Bytes>,
    /// The stages, in order; at least one.
    pub stages: Vec<PlanStage>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct PlanStage {
    /// Its name for people; unique in the plan.
    pub name: String,
    pub span: Range<usize>,
    pub study: &'static str,
    pub keys: Vec<StageKey>,
}

/// A key of a stage: an option of its command, with `_` for `-`.
#[derive(Clone, Debug, PartialEq)]
pub struct StageKey {
    pub name: String,
    pub span: Range<usize>,
    /// Its value, or the members of its list.
    pub values: Vec<StageValue>,
}

/// A value as the command line has it.
#[derive(Clone, Debug, PartialEq)]
pub struct StageValue {
    pub text: String,
    pub span: Range<usize>,
}

impl PlanStage {
    pub fn lacks(&self, key: &str) -> Problem {
        let text = format!("{} \"{}\" has no `{key}`", self.study, self.name);
        Problem { span: self.span.clone(), text, help: String::new() }
    }
}

impl StageKey {
    /// The problem that the command of `study` has no such option, but those of `known`.
    pub fn unknown(&self, study: &str, known: &[&str]) -> Problem {
        let help = match suggest::nearest(&self.name, known) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("{study} has {}", known.join(", ")),
        };
        let text = format!("`{}` means nothing to {study}", self.name);
        Problem { span: self.span.clone(), text, help }
    }

    pub fn wrong(&self, value: &StageValue, why: &str) -> Problem {
        let text = format!("`{}`: {why}", self.name);
        Problem { span: value.span.clone(), text, help: String::new() }
    }

    /// The value of a key that is either true or false.
    pub fn switch(&self) -> Result<bool, Problem> {
        match &self.values[..] {
            [value] => value.text.parse().map_err(|_| self.wrong(value, "write true or false")),
            _ => Err(Problem {
                span: self.span.clone(),
                text: format!("`{}` takes one value", self.name),
                help: "write true or false".to_owned(),
            }),
        }
    }
}

/// Reads a plan as far as possible; `name` is the file's name, from which a plan without a name gets one. Also returns all
/// problems, in the order of the text. An unreadable value is left out.
pub fn read(name: &str, text: &str) -> (StudyPlan, Vec<Problem>) {
    let (document, syntax) = section::parse(text);
    let root = document.get_ref();
    let mut sink = Diagnostics::default();
    KeyTable::open("plan", "", 0..0, root, &["study", "stage"], &mut sink);
    let stem = name.rsplit('/').next().unwrap_or(name);
    let name = stem.strip_suffix(".toml").unwrap_or(stem).to_owned();
    let mut plan = StudyPlan { name, ..StudyPlan::default() };
    read_study_section(root, &mut plan, &mut sink);
    plan.stages = read_stages(root, &mut sink);
    let (_, problems) = sink.close(text, syntax);
    (plan, problems)
}

fn read_study_section(root: &DeTable<'_>, plan: &mut StudyPlan, sink: &mut Diagnostics) {
    let Some((key, value)) = root.get_key_value("study") else { return };
    let DeValue::Table(table) = value.get_ref() else {
        let help = "write [study] on a line of its own and its keys below";
        sink.problem(key.span(), "`study` is not a section".to_owned(), help);
        return;
    };
    let known = section::names_of("study");
    let section = KeyTable::open("study", "", key.span(), table, &known, sink);
    if let Some(name) = section.get("name", sink) {
        plan.name = name;
    }
    plan.seed = section.get("seed", sink);
    plan.engine = section.word("engine", sink);
    plan.pause = section.get("pause", sink);
    plan.size = section.get("size", sink);
}

fn read_stages(root: &DeTable<'_>, sink: &mut Diagnostics) -> Vec<PlanStage> {
    let help = "add [[stage]] with for example: study = \"calibrate\"";
    let Some((key, value)) = root.get_key_value("stage") else {
        sink.absent(0..0, "the plan has no stage".to_owned(), help);
        return Vec::new();
    };
    let DeValue::Array(list) = value.get_ref() else {
        let help = "write [[stage]] with two brackets: stages run in the order of the file";
        sink.problem(key.span(), "`stage` is not a list of stages".to_owned(), help);
        return Vec::new();
    };
    let mut stages: Vec<PlanStage> = Vec::new();
    let mut names: Vec<String> = Vec::new();
    for member in list.iter() {
        let DeValue::Table(table) = member.get_ref() else {
            let help = "write [[stage]] on a line of its own and its keys below";
            sink.problem(member.span(), "this is not a stage".to_owned(), help);
            continue;
        };
        let section = KeyTable::of_any_keys("stage", member.span(), table);
        let named = section.get::<String>("name", sink);
        if let Some(name) = named.as_ref().filter(|name| names.contains(name)) {
            let text = format!("there is a stage \"{name}\" already");
            sink.problem(section.span_of("name"), text, "give each stage a name of its own");
        }
        if let Some(study) = read_study(&section, sink) {
            let name = named.unwrap_or_else(|| free_name(study, &names));
            names.push(name.clone());
            let keys = read_stage_keys(table, sink);
            stages.push(PlanStage { name, span: member.span(), study, keys });
        }
    }
    stages
}

/// The study's name, with a number if an earlier stage has the same name.
fn free_name(study: &str, used: &[String]) -> String {
    let numbered = (2u32..).map(|number| format!("{study} {number}"));
    let mut names = std::iter::once(study.to_owned()).chain(numbered);
    names.find(|name| !used.contains(name)).expect("a plan cannot hold every number")
}

/// The command of a stage; for a misspelt word the one that was most likely meant.
fn read_study(section: &KeyTable<'_, '_>, sink: &mut Diagnostics) -> Option<&'static str> {
    section.must_have("study", sink);
    section.word("study", sink).or_else(|| suggest::nearest(section.written("study")?, &STUDIES))
}

/// The keys of a stage that are options of its command, each with its readable values.
fn read_stage_keys(table: &DeTable<'_>, sink: &mut Diagnostics) -> Vec<StageKey> {
    let mut keys = Vec::new();
    for (key, value) in table.iter() {
        let name = key.get_ref().to_string();
        if ["study", "name"].contains(&name.as_str()) {
            continue;
        }
        let members: Vec<&TomlValue<'_>> = match value.get_ref() {
            DeValue::Array(members) => members.iter().collect(),
            _ => vec![value],
        };
        if members.is_empty() {
            sink.problem(value.span(), format!("`{name}` is an empty list"), "leave it out");
        }
        let mut values = Vec::new();
        for member in members {
            match read_stage_values(&name, member) {
                Ok(read) => values.extend(read),
                Err(wrong) => sink.problem(member.span(), format!("`{name}` {}", wrong.text), ""),
            }
        }
        keys.push(StageKey { name, span: key.span(), values });
    }
    keys
}

/// A value, or the disks that it stands for.
fn read_stage_values(key: &str, value: &TomlValue<'_>) -> Result<Vec<StageValue>, ValueProblem> {
    let text = match value.get_ref() {
        DeValue::Integer(number) => number.to_string(),
        DeValue::Float(number) => number.to_string(),
        DeValue::Boolean(on) => on.to_string(),
        _ => value::line(value)?,
    };
    let texts = match key {
        "disks" => expand_range(&text).map_err(ValueProblem::new)?,
        _ => vec![text],
    };
    Ok(texts.into_iter().map(|text| StageValue { text, span: value.span() }).collect())
}

/// Expands `sd[b-o]` to sdb to sdo; keeps a simulated storage unchanged.
fn expand_range(name: &str) -> Result<Vec<String>, String> {
    let Some((before, rest)) =
        name.split_once('[').filter(|_| workload::simulation(name).is_none())
    else {
        return Ok(vec![name.to_owned()]);
    };
    let wrong = || format!("\"{name}\" has no range of one letter or digit to another");
    let (range, after) = rest.split_once(']').ok_or_else(wrong)?;
    let letters: Vec<char> = range.chars().collect();
    let [low, '-', high] = letters[..] else { return Err(wrong()) };
    let is_one_kind = low.is_ascii_digit() && high.is_ascii_digit()
        || low.is_ascii_lowercase() && high.is_ascii_lowercase()
        || low.is_ascii_uppercase() && high.is_ascii_uppercase();
    if !is_one_kind || low > high {
        return Err(wrong());
    }
    let mut names = Vec::new();
    for tail in expand_range(after)? {
        names.extend((low..=high).map(|letter| format!("{before}{letter}{tail}")));
    }
    names.sort();
    Ok(names)
}
