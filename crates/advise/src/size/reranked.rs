//! Comparisons that measured nothing, because they ranked the points of another run again: these points count once, as that run
//! measured them, and only the offers of the layouts are new.
//!
//! Takes stored runs; returns what was ranked again. Pure; judges nothing.

use super::storage::{MeasuredStorage, measured};
use record::race::CandidateResult;
use record::{Finding, PointRecord, Provenance, Record, StageRecord};

/// The largest relative difference between a point that was ranked again and the measured one: digits are lost on the way.
const SAME_RATE: f64 = 0.01;

/// A layout as it was offered when the points of an earlier run were ranked again.
pub(super) struct LaterOffer<'a> {
    /// The run that ranked them.
    run: usize,
    /// The run that measured them.
    source: usize,
    standing: &'a CandidateResult,
}

/// The run whose points a stage ranked again, if that run is among these.
pub(super) fn source(
    records: &[(String, Record)],
    run: usize,
    stage: &StageRecord,
) -> Option<usize> {
    if stage.provenance != Provenance::Recorded || measured(stage).next().is_none() {
        return None;
    }
    let known = |(_, record): &(String, Record)| {
        let stages = record.study.iter().flat_map(|study| &study.stages);
        let own = stages.filter(|stage| stage.provenance != Provenance::Recorded);
        let own: Vec<&PointRecord> = own.flat_map(measured).collect();
        measured(stage).all(|point| is_among(point, &own))
    };
    let mut others = records.iter().enumerate().filter(|(other, _)| *other != run);
    others.find(|(_, other)| known(other)).map(|(other, _)| other)
}

/// Whether a point is one of these, or the mean of its repeats.
fn is_among(point: &PointRecord, measured: &[&PointRecord]) -> bool {
    let same = |other: &&&PointRecord| {
        other.point.subject == point.point.subject && other.point.load == point.point.load
    };
    let rates = measured.iter().filter(same).map(|other| other.measured.mibps.value);
    let (low, high) =
        rates.fold((f64::INFINITY, 0.0_f64), |(low, high), rate| (low.min(rate), high.max(rate)));
    let rate = point.measured.mibps.value;
    rate >= low * (1.0 - SAME_RATE) && rate <= high * (1.0 + SAME_RATE)
}

/// The layouts of a stage of this run as they were offered, if it ranked the points of the run `source` again.
pub(super) fn offers(run: usize, source: usize, stage: &StageRecord) -> Vec<LaterOffer<'_>> {
    match &stage.finding {
        Some(Finding::Race(race)) => {
            race.standings.iter().map(|standing| LaterOffer { run, source, standing }).collect()
        }
        _ => Vec::new(),
    }
}

/// Gives the storages what was offered when their points were ranked again; `offers` are of the newest run first.
pub(super) fn apply(offers: &[LaterOffer<'_>], storages: &mut [MeasuredStorage<'_>]) {
    for LaterOffer { run, source, standing } in offers.iter().rev() {
        let own = storages.iter_mut().filter(|storage| {
            storage.name == standing.name && storage.points.iter().any(|(own, _)| own == source)
        });
        for storage in own {
            let newest = storage.points.iter().all(|(own, _)| run < own);
            let (price, usable, may_fail) = (standing.price, standing.usable, standing.may_fail);
            if newest {
                storage.price = price.or(storage.price);
                storage.usable = usable.or(storage.usable);
                storage.may_fail = may_fail.or(storage.may_fail);
            } else {
                storage.price = storage.price.or(price);
                storage.usable = storage.usable.or(usable);
                storage.may_fail = storage.may_fail.or(may_fail);
            }
        }
    }
}
