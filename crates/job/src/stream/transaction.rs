//! `transaction`: the part of a stream in the transactions of its phase.

use super::StreamForm;
use super::forms::excludes;
use crate::value::{self, TomlValue, ValueProblem};
use crate::written::{quoted, size, time};
use base::{Bytes, Nanos};
use toml::de::DeValue;
use workload::keys::TIME_MAX;
use workload::{SessionCycle, TransactionPart};

/// The most that a transaction adds to a log.
const COMMIT_MAX: Bytes = Bytes(64 * Bytes::MIB);

pub(super) const TRANSACTION: StreamForm = StreamForm {
    in_roles: false,
    read: |section, stream, sink| {
        let others = ["rate", "throughput", "think", "tie", "keep"];
        excludes(section, sink, "transaction", &others, |key| {
            format!("`transaction` sets when operations start, and so does `{key}`")
        });
        stream.transaction = section.read("transaction", sink, part);
    },
    write: |stream, out| {
        if let Some(part) = stream.transaction {
            out.key("transaction", part_text(part));
        }
    },
};

fn part_text(part: TransactionPart) -> String {
    match part {
        TransactionPart::Commit { bytes: None } => quoted("commit"),
        TransactionPart::Commit { bytes: Some(bytes) } => format!("{{ commit = {} }}", size(bytes)),
        TransactionPart::Behind { ios, burst: 1 } => format!("{{ behind = {ios} }}"),
        TransactionPart::Behind { ios, burst } => {
            format!("{{ behind = {ios}, burst = {burst} }}")
        }
        TransactionPart::Sessions(SessionCycle { reads, think_ns, rate }) => {
            let think = time(think_ns);
            let rate = rate.map_or(String::new(), |rate| format!(", rate = {rate}"));
            format!("{{ reads = {reads}, think = {think}{rate} }}")
        }
    }
}

fn part(value: &TomlValue<'_>) -> Result<TransactionPart, ValueProblem> {
    let table = match value.get_ref() {
        DeValue::String(text) if text == "commit" => {
            return Ok(TransactionPart::Commit { bytes: None });
        }
        DeValue::Table(table) => table,
        _ => return value::not_a(value, "a table or \"commit\""),
    };
    let mut cycle = SessionCycle { reads: 0.0, think_ns: Nanos(0), rate: None };
    let (mut behind, mut burst, mut commit) = (None, 1, None);
    for (key, value) in table.iter() {
        let read = match key.get_ref().as_ref() {
            "reads" => operations(value).map(|reads| cycle.reads = reads),
            "think" => value::duration(Nanos(0)..=TIME_MAX)(value).map(|ns| cycle.think_ns = ns),
            "rate" => value::positive(1e6)(value).map(|rate| cycle.rate = Some(rate)),
            "burst" => value::whole(1..=4096)(value).map(|count| burst = count as u32),
            "commit" => value::size(Bytes(1)..=COMMIT_MAX)(value).map(|bytes| commit = Some(bytes)),
            "behind" => operations(value).map(|count| behind = Some(count)),
            other => {
                let text = format!("has no \"{other}\"");
                return Err(ValueProblem { span: Some(key.span()), text });
            }
        };
        read.map_err(|wrong| ValueProblem {
            span: Some(wrong.span.unwrap_or_else(|| value.span())),
            text: format!("has a value of \"{}\" that {}", key.get_ref(), wrong.text),
        })?;
    }
    if commit.is_some() {
        if table.len() > 1 {
            return Err(ValueProblem::new("has `commit`, which must be alone"));
        }
        return Ok(TransactionPart::Commit { bytes: commit });
    }
    let own = if table.get("burst").is_some() { 2 } else { 1 };
    match behind {
        Some(ios) if table.len() == own && ios > 0.0 => Ok(TransactionPart::Behind { ios, burst }),
        Some(_) => {
            Err(ValueProblem::new("has `behind`, which must be above 0 and alone or with `burst`"))
        }
        None if table.is_empty() || own > 1 => Err(ValueProblem::new("names no part")),
        None => Ok(TransactionPart::Sessions(cycle)),
    }
}

fn operations(value: &TomlValue<'_>) -> Result<f64, ValueProblem> {
    let count = value::factor(value)?;
    if count <= TransactionPart::OPERATIONS_MAX {
        Ok(count)
    } else {
        Err(ValueProblem::new(format!("must be at most {}", TransactionPart::OPERATIONS_MAX)))
    }
}
