//! The numbers of a soak: for each role the p99 of its minutes, at the rate that it offered. Takes a record, which has parts of
//! the time and not each minute; gives nothing for roles of which no minute counts.

use super::measures::{Kind, Measure};
use super::quantity::{OfferedRate, Quantity, StreamName};
use super::shape::{LoadShape, StreamShape};
use record::soak::{CoursePart, SoakRole, SoakRoleFinding};
use record::{RateUnit, Record};
use summary::estimate::rate_of_all;

const MINUTE_S: i64 = 60;

pub(super) fn measures(record: &Record) -> Vec<Measure> {
    let Some(soak) = &record.soak else { return Vec::new() };
    let findings = soak.finding.iter().flat_map(|finding| &finding.roles);
    soak.setup.roles.iter().zip(findings).filter_map(|(role, found)| p99(role, found)).collect()
}

fn p99(role: &SoakRole, found: &SoakRoleFinding) -> Option<Measure> {
    // The figures of a part in which none counts are those of what does not.
    let counts = |part: &&CoursePart| {
        part.excluded.cast_signed() * MINUTE_S < part.until_unix_s - part.from_unix_s
    };
    let parts = || found.course.iter().filter(counts).map(|part| part.figures);
    let values: Vec<f64> = parts().map(|part| part.p99_ns as f64 / 1e6).collect();
    let minutes: u64 = parts().map(|part| part.minutes).sum();
    let sum: f64 = parts().zip(&values).map(|(part, ms)| ms * part.minutes as f64).sum();
    let mean = (minutes > 0).then(|| sum / minutes as f64)?;
    let name = StreamName { name: role.name.clone(), number: 1 };
    Some(Measure {
        kind: Kind::Latency,
        group: role.name.clone(),
        what: Quantity::IntervalP99(name, Some(OfferedRate(role.rate_iops))),
        unit: RateUnit::Millis,
        // The record of a soak has no bytes; another profile is among the conditions that differ.
        shape: LoadShape::Stream(StreamShape::default()),
        value: rate_of_all(&values, mean),
    })
}
