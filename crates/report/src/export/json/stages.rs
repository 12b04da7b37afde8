//! The study of a record as JSON: its stages with their findings and every point.
//!
//! Findings are told without their points and without what was asked: the points stand beside them, the command says the rest.

use super::EstimateOut;
use base::Bytes;
use record::calibrate::{CalibrateFinding, Judgement};
use record::depth_sweep::DepthSweepFinding;
use record::race::{
    Answer, Criterion, Fate, GroupKind, RaceFinding, Score, Setting, SettingFinding,
};
use record::scale::{Law, Saturation, ScaleFinding};
use record::{Drift, Finding, PointRecord, StageRecord, StudyRecord, TargetStalls};
use serde_json::{Value, json};
use summary::Estimate;

pub(super) fn study(study: &StudyRecord) -> Value {
    let stages: Vec<Value> = study.stages.iter().map(stage).collect();
    let identity = format!("{:016x}", record::hash(&study.identity));
    json!({ "identity": identity, "stages": stages })
}

fn stage(stage: &StageRecord) -> Value {
    let told = crate::studies::told(stage);
    json!({
        "name": stage.name,
        "study": stage.study.name(),
        "provenance": stage.provenance.name(),
        "command": stage.command,
        "answer": told.headline,
        "remarks": told.notes,
        "warnings": told.warnings,
        "finding": stage.finding.as_ref().map(finding),
        "drift": stage.drift.as_ref().map(drift),
        "points": stage.points.iter().map(point).collect::<Vec<_>>(),
    })
}

/// A number with its interval.
fn estimate(of: &Estimate) -> EstimateOut {
    super::estimate(of)
}

fn finding(finding: &Finding) -> Value {
    match finding {
        Finding::Calibrate(of) => calibrate(of),
        Finding::Scale(of) => scale(of),
        Finding::Race(of) => race(of),
        Finding::DepthSweep(of) => depth_sweep(of),
        Finding::Ramp(of) => json!({ "kind": "ramp", "role": super::finding(of) }),
    }
}

fn point(record: &PointRecord) -> Value {
    let PointRecord { purpose, point, seen } = record;
    json!({
        "id": point.id().to_string(),
        "purpose": purpose.name(),
        "descriptor": point.descriptor(),
        "subject": point.subject,
        "targets": point.targets,
        "read_percent": point.load.read_percent,
        "block_bytes": point.load.block.0,
        "depth": point.load.depth,
        "threads": point.load.threads,
        "random": point.load.random,
        "fill_percent": point.fill_percent,
        "repeat": point.repeat,
        "mibps": estimate(&seen.mibps),
        "iops": estimate(&seen.iops),
        "latency_ns_mean": seen.latency_ns_mean,
        "latency_ns_p99": seen.latency_ns_p99,
        "seconds": seen.seconds,
        "settled": seen.settled,
        "errors": seen.errors,
        "began_s": seen.began_s,
        "stalls": stalls(&seen.stalls),
    })
}

fn stalls(all: &[TargetStalls]) -> Value {
    let one = |one: &TargetStalls| {
        json!({
            "target": one.target,
            "count": one.count,
            "longest_s": one.longest_s,
            "length_s": one.length_s,
        })
    };
    all.iter().map(one).collect()
}

fn drift(drift: &Drift) -> Value {
    let points: Vec<Value> = drift
        .points
        .iter()
        .map(|point| json!({ "began_s": point.began_s, "mibps": estimate(&point.mibps) }))
        .collect();
    json!({
        "change": estimate(&drift.change),
        "excursion": drift.excursion,
        "wander": drift.wander,
        "matters": drift.matters,
        "references": points,
    })
}

fn calibrate(of: &CalibrateFinding) -> Value {
    let loads = of.loads.iter().map(|load| {
        let per_mibps = Bytes::MIB as f64 / load.load.block.0.max(1) as f64;
        let disks = load.disks.iter().map(|disk| {
            json!({
                "name": disk.name,
                "mibps": estimate(&disk.mibps),
                "iops": estimate(&disk.mibps.times(per_mibps)),
                "deviation": estimate(&disk.deviation),
                "judgement": judgement_name(disk.judgement),
                "chance": disk.chance,
                "group": disk.group,
                "points": disk.points,
                "seconds": disk.seconds,
                "settled": disk.settled,
                "errors": disk.errors,
                "failure": disk.reason.as_ref().map(|reason| crate::studies::unlike(disk, reason)),
            })
        });
        let groups = load.groups.iter().map(
            |group| json!({ "mibps": group.mibps, "disks": group.disks, "spread": group.spread }),
        );
        json!({
            "load": load.load.to_string(),
            "groups": groups.collect::<Vec<_>>(),
            "disks": disks.collect::<Vec<_>>(),
            "noise": load.noise,
            "rounds": load.rounds,
            "whole": load.whole,
        })
    });
    json!({
        "kind": "calibrate",
        "outliers": of.outliers(),
        "loads": loads.collect::<Vec<_>>(),
        "whole": of.whole,
    })
}

fn judgement_name(judgement: Judgement) -> &'static str {
    match judgement {
        Judgement::Open => "open",
        Judgement::NotSuspected => "not-suspected",
        Judgement::NotAnOutlier => "not-an-outlier",
        Judgement::Slow => "slow",
        Judgement::Fast => "fast",
        Judgement::CannotTell => "cannot-tell",
        Judgement::OneOfTwo => "one-of-two",
        Judgement::Alone => "alone",
        Judgement::Failed => "failed",
    }
}

fn scale(of: &ScaleFinding) -> Value {
    let saturation = match &of.saturation {
        Saturation::Open => json!({
            "state": "open", "cpus_full": of.cpus_full, "full_or_slow": of.ends_unclear(),
        }),
        Saturation::NotReached { at_least } => {
            json!({ "state": "not-reached", "at_least": at_least })
        }
        Saturation::Reached { count, knee, plateau } => json!({
            "state": "reached", "count": count, "knee": estimate(knee), "plateau": estimate(plateau),
        }),
    };
    let sets = of.sets.iter().map(|set| {
        json!({
            "disks": set.disks,
            "mibps": estimate(&set.mibps),
            "iops": set.iops,
            "latency_ns_mean": set.latency_ns_mean,
            "points": set.points,
            "seconds": set.seconds,
            "settled": set.settled,
            "errors": set.errors,
        })
    });
    let law = match of.law {
        Law::Open => "open",
        Law::Linear => "linear",
        Law::Hinge => "hinge",
        Law::Usl => "usl",
        Law::None => "none",
    };
    json!({
        "kind": "scale",
        "load": of.config.load.to_string(),
        "saturation": saturation,
        "calibrate_left_aside": of.left_aside,
        "slope": estimate(&of.slope),
        "law": law,
        "hinge": of.hinge.map(|hinge| json!({ "slope": hinge.slope, "cap": hinge.cap, "sharpness": hinge.sharpness })),
        "usl": of.usl.map(|usl| json!({ "lambda": usl.lambda, "sigma": usl.sigma, "kappa": usl.kappa })),
        "falls_after": of.falls.map(|falls| falls.0),
        "falls_by": of.falls.map(|falls| falls.1),
        "sets": sets.collect::<Vec<_>>(),
        "whole": of.whole,
    })
}

fn answer(answer: &Answer) -> Value {
    let (state, of) = match answer {
        Answer::Best(one) => ("best", vec![*one]),
        Answer::NoDifference(few) => ("no-difference", few.clone()),
        Answer::CannotTell(few) => ("cannot-tell", few.clone()),
        Answer::NotYet(few) => ("not-yet", few.clone()),
        Answer::NoneRan => ("none-ran", Vec::new()),
    };
    json!({ "state": state, "candidates": of })
}

fn race(of: &RaceFinding) -> Value {
    let standings = of.standings.iter().map(|s| {
        let (fate, round, by, reason) = match &s.fate {
            Fate::Raced => ("raced", None, None, None),
            Fate::Dropped { round, by } => ("dropped", Some(*round), Some(*by), None),
            Fate::Out { reason } => ("out", None, None, Some(crate::studies::exclusion(reason))),
        };
        json!({
            "candidate": s.candidate,
            "name": s.name,
            "mean_mibps": estimate(&s.mean_mibps),
            "latency_ns_p99": s.latency_ns_p99.as_ref().map(estimate),
            "lead": estimate(&s.lead),
            "over": s.over,
            "points": s.points,
            "fate": fate,
            "dropped_in_round": round,
            "dropped_behind": by,
            "out_because": reason,
            "price": s.price,
            "usable_bytes": s.usable.map(|bytes| bytes.0),
            "may_fail": s.may_fail,
            "price_per_mibps": s.price_per_mibps,
            "price_per_tib": s.price_per_tib,
            "head_room": s.head_room,
        })
    });
    let groups = of.groups.iter().map(|group| {
        let kind = match group.kind {
            GroupKind::Block => "block",
            GroupKind::Direction => "direction",
            GroupKind::Order => "order",
            GroupKind::Depth => "depth",
            GroupKind::Role => "role",
            GroupKind::Fill => "fill",
        };
        json!({
            "by": kind,
            "label": group.label,
            "loads": group.loads,
            "means_mibps": group.means_mibps.iter().map(estimate).collect::<Vec<_>>(),
            "latencies_ns_p99": group.latencies_ns_p99.iter().map(estimate).collect::<Vec<_>>(),
            "best": answer(&group.answer),
            "lead": group.lead.as_ref().map(estimate),
            "leads": group.leads.iter().map(estimate).collect::<Vec<_>>(),
            "seen": group.seen,
            "unproven": group.unproven,
        })
    });
    json!({
        "kind": "race",
        "best": answer(&of.answer),
        "why": crate::studies::reason(of),
        "standings": standings.collect::<Vec<_>>(),
        "groups": groups.collect::<Vec<_>>(),
        "score": match of.score {
            Score::Mean => "mean",
            Score::Ratio => "ratio",
        },
        "ranked_by": ranked_by(of.criterion),
        "practical": of.practical,
        "rounds": of.rounds,
        "rounds_max": of.rounds_max,
        "seconds": of.seconds,
        "drift_percent_per_hour": of.drift_percent_per_hour.as_ref().map(estimate),
        "settings": of.settings.iter().map(|one| setting(one, of.practical)).collect::<Vec<_>>(),
    })
}

fn ranked_by(criterion: Criterion) -> &'static str {
    match criterion {
        Criterion::Throughput => "throughput",
        Criterion::Price => "price",
        Criterion::LatencyP99 => "p99",
    }
}

/// One setting of a layout that is alone; `best` names its values by their place.
fn setting(of: &SettingFinding, practical: f64) -> Value {
    let values = of.values.iter().map(|value| {
        json!({ "label": value.label, "mean_mibps": value.mean_mibps, "points": value.points })
    });
    json!({
        "setting": match of.setting {
            Setting::Block => "block",
            Setting::Depth => "depth",
            Setting::Threads => "threads",
            Setting::Direction => "direction",
            Setting::Order => "order",
        },
        "best": answer(&of.answer),
        "in_order": of.in_order(practical),
        "points": of.points,
        "points_max": of.points_max,
        "values": values.collect::<Vec<_>>(),
    })
}

fn depth_sweep(of: &DepthSweepFinding) -> Value {
    let steps = of.steps.iter().map(|step| {
        let seen = &step.measured;
        json!({
            "depth": step.depth,
            "mibps": estimate(&seen.mibps),
            "iops": estimate(&seen.iops),
            "latency_ns_mean": seen.latency_ns_mean,
            "latency_ns_p99": seen.latency_ns_p99,
            "gain": step.gain,
        })
    });
    let fall = of.fall.as_ref().map(|fall| {
        let again = &fall.again;
        json!({
            "depth": fall.depth,
            "mibps_again": estimate(&again.mibps),
            "iops_again": estimate(&again.iops),
            "fleeting": fall.fleeting,
        })
    });
    json!({
        "kind": "depth-sweep",
        "knee": of.knee,
        "fall": fall,
        "gain_min": of.gain_min,
        "steps": steps.collect::<Vec<_>>(),
        "whole": of.whole,
    })
}
