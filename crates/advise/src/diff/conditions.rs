//! What differs in the conditions of two results: [`conditions`] compares parameters, versions and the facts of the machines.

use super::measures::point_count;
use record::{Fact, FactKey, FactName, FactTitle, FactValue, Record, RunKind, RunSubject};
use workload::EngineUse;

#[derive(Clone, Debug, PartialEq)]
pub struct Condition {
    pub what: ConditionName,
    pub a: ConditionValue,
    pub b: ConditionValue,
}

/// What may differ between two results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConditionName {
    Kind,
    Version,
    Target,
    Subject,
    Engine,
    Requirement,
    Seed,
    Command,
    /// The text of the job or profile.
    Source,
    Points,
    /// A fact of the machine or its devices, with its group.
    Fact(FactTitle, FactName),
}

#[derive(Clone, Debug, PartialEq)]
pub enum ConditionValue {
    /// A text of the record; empty: it has none.
    Text(String),
    Subject(RunSubject),
    Engine(EngineUse),
    Fact(FactValue),
    /// A text of this many lines, which differs from the other one.
    Lines(usize),
    /// A count; 0: there are none.
    Count(usize),
}

struct TitledFact<'a> {
    title: FactTitle,
    fact: &'a Fact,
}

/// The conditions that differ: parameters and versions first, then the facts of the machines.
pub(super) fn conditions(a: &Record, b: &Record) -> Vec<Condition> {
    let mut found = Vec::new();
    let mut compare = |what: ConditionName, value: &dyn Fn(&Record) -> ConditionValue| {
        let [a, b] = [a, b].map(value);
        if a != b {
            found.push(Condition { what, a, b });
        }
    };
    let text = |text: &str| ConditionValue::Text(text.to_owned());
    compare(ConditionName::Kind, &|record| text(record.kind.name()));
    compare(ConditionName::Version, &|record| text(&record.version));
    compare(ConditionName::Target, &|record| text(&record.target));
    compare(ConditionName::Subject, &|record| ConditionValue::Subject(record.subject.clone()));
    compare(ConditionName::Engine, &|record| ConditionValue::Engine(record.engine.clone()));
    compare(ConditionName::Requirement, &|record| text(&record.requirement));
    compare(ConditionName::Seed, &|record| text(&record.seed.to_string()));
    // An identity is for programs; the command says the same to people. A check has no identity: its command holds the budget.
    let identity = |record: &Record| record.study.as_ref().map(|study| study.identity.clone());
    if identity(a) != identity(b) || a.kind == RunKind::Check {
        compare(ConditionName::Command, &|record| text(&record.command));
    }
    if a.source_text != b.source_text {
        let [a, b] = [a, b].map(|record| ConditionValue::Lines(record.source_text.lines().count()));
        found.push(Condition { what: ConditionName::Source, a, b });
    }
    add_facts(a, b, &mut found);
    let [a, b] = [a, b].map(point_count);
    if a != b {
        let (a, b) = (ConditionValue::Count(a), ConditionValue::Count(b));
        found.push(Condition { what: ConditionName::Points, a, b });
    }
    found
}

/// The lasting facts of a record. Other I/O at that moment is no condition that was chosen: if it matters it is a warning.
fn lasting_facts(record: &Record) -> Vec<TitledFact<'_>> {
    let groups = record.facts.iter().filter(|group| group.title != FactTitle::OtherIo);
    let facts = groups.flat_map(|group| group.rows.iter().map(move |fact| (&group.title, fact)));
    facts
        .filter(|(_, fact)| !is_momentary(fact))
        .map(|(title, fact)| TitledFact { title: title.clone(), fact })
        .collect()
}

/// Whether a fact is different at every moment.
fn is_momentary(fact: &Fact) -> bool {
    const MOMENTARY: [FactKey; 5] =
        [FactKey::Aio, FactKey::Available, FactKey::Dirty, FactKey::Free, FactKey::FreeInodes];
    matches!(fact.name, FactName::Known(key) if MOMENTARY.contains(&key))
}

/// The facts of other devices have other groups: those that only one record has are paired in their order, under the title of the first.
fn rename_groups(a: &[TitledFact<'_>], b: &mut [TitledFact<'_>]) {
    let only_a = titles_missing_in(a, b);
    let only_b = titles_missing_in(b, a);
    for TitledFact { title, .. } in b {
        if let Some(index) = only_b.iter().position(|own| own == title)
            && let Some(renamed) = only_a.get(index)
        {
            *title = renamed.clone();
        }
    }
}

fn titles_missing_in(own: &[TitledFact<'_>], other: &[TitledFact<'_>]) -> Vec<FactTitle> {
    let mut titles: Vec<FactTitle> = own.iter().map(|own| own.title.clone()).collect();
    titles.dedup();
    titles.retain(|title| other.iter().all(|other| other.title != *title));
    titles
}

/// Adds the facts that differ; one that a record lacks counts as empty.
fn add_facts(a: &Record, b: &Record, found: &mut Vec<Condition>) {
    let (a, mut b) = (lasting_facts(a), lasting_facts(b));
    rename_groups(&a, &mut b);
    let mut add = |of: &TitledFact<'_>, a: &FactValue, b: &FactValue| {
        if a != b {
            let what = ConditionName::Fact(of.title.clone(), of.fact.name.clone());
            let [a, b] = [a, b].map(|value| ConditionValue::Fact(value.clone()));
            found.push(Condition { what, a, b });
        }
    };
    for own in &a {
        add(own, &own.fact.value, &find_value(&b, own).unwrap_or_default());
    }
    for own in b.iter().filter(|own| find_value(&a, own).is_none()) {
        add(own, &FactValue::default(), &own.fact.value);
    }
}

fn find_value(facts: &[TitledFact<'_>], wanted: &TitledFact<'_>) -> Option<FactValue> {
    let is_same = |other: &&TitledFact<'_>| {
        other.title == wanted.title && other.fact.name == wanted.fact.name
    };
    facts.iter().find(is_same).map(|other| other.fact.value.clone())
}
