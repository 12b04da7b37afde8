//! Records of every kind with any text and any number: the examples, of which any leaves of their documents are replaced.

#![expect(clippy::unwrap_used, reason = "a test fails by a panic, also in what several tests call")]

use base::Rng;
use record::hosts::{HostRecord, HostSilence, HostsRecord};
use record::{Record, RunFailure, StageRecord, StudyRecord, TrialRecord};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use testkit::proof::proof_example;
use testkit::record::{HOSTILE, check_example};
use testkit::soak::soak_example;
use testkit::study::plan_example;

/// How many leaves of a part are tried to be replaced; a value that its type refuses is left as it was.
const TRIES: usize = 8;

/// Any record: the parts of all kinds of runs, of which some are left out.
pub(crate) fn record(seed: u64) -> Record {
    let rng = &mut Rng::new(seed);
    let example = check_example();
    let mut trial = |trial: &TrialRecord| TrialRecord {
        streams: trial.streams.iter().map(|stream| any(rng, stream)).collect(),
        ..any(rng, trial)
    };
    let trials = example.trials[..3].iter().map(&mut trial).collect();
    let mut stage = |stage: &StageRecord| StageRecord {
        points: stage.points.iter().take(3).map(|point| any(rng, point)).collect(),
        finding: any(rng, &stage.finding),
        ..any(rng, stage)
    };
    let study = plan_example().study.filter(|_| seed.is_multiple_of(3)).map(|study| StudyRecord {
        stages: study.stages.iter().map(&mut stage).collect(),
        ..study
    });
    Record {
        trials,
        study,
        subject: any(rng, &example.subject),
        facts: any(rng, &example.facts),
        findings: any(rng, &example.findings),
        warnings: any(rng, &example.warnings),
        notes: any(rng, &example.notes),
        proof: any(rng, &proof_example().proof).filter(|_| seed.is_multiple_of(4)),
        soak: any(rng, &soak_example().soak).filter(|_| seed.is_multiple_of(5)),
        hosts: any(rng, &Some(hosts())).filter(|_| seed.is_multiple_of(6)),
        ..any(rng, &example)
    }
}

fn hosts() -> HostsRecord {
    let silence = HostSilence { from_unix_s: 1_763_712_000, seconds: 2.5 };
    let host = HostRecord {
        name: "db1".to_owned(),
        target: "/srv/db".to_owned(),
        clock_offset_ns: -250,
        clock_bound_ns: Some(90),
        clock_drift_ppm: Some(0.5),
        cpu_busy_share: None,
        pauses: vec![silence],
        lost: Some(silence),
        failure: Some(RunFailure::HostsEnded),
        warnings: Vec::new(),
    };
    HostsRecord {
        group: "a1".to_owned(),
        part: Some(1),
        hosts: vec![host.clone(), host],
        shares: Vec::new(),
        start_spread_ns: Some(1_000),
        interval_bytes: None,
    }
}

/// A value with other leaves.
fn any<T: Serialize + DeserializeOwned>(rng: &mut Rng, value: &T) -> T {
    let mut document = serde_json::to_value(value).unwrap();
    for _ in 0..TRIES {
        let mut changed = document.clone();
        let mut leaves = Vec::new();
        collect(&mut changed, &mut leaves);
        let Some(last) = leaves.len().checked_sub(1) else { break };
        let leaf = leaves.swap_remove(rng.below(last as u64 + 1) as usize);
        *leaf = other(rng, leaf);
        if serde_json::from_value::<T>(changed.clone()).is_ok() {
            document = changed;
        }
    }
    serde_json::from_value(document).unwrap()
}

fn collect<'a>(value: &'a mut Value, leaves: &mut Vec<&'a mut Value>) {
    match value {
        Value::Array(list) => list.iter_mut().for_each(|value| collect(value, leaves)),
        Value::Object(map) => map.values_mut().for_each(|value| collect(value, leaves)),
        leaf => leaves.push(leaf),
    }
}

/// Another value in place of a leaf: any text, any finite float with both zeros and the smallest ones, any whole number, none.
fn other(rng: &mut Rng, leaf: &Value) -> Value {
    let float = |rng: &mut Rng| {
        let edges = [0.0, -0.0, 1.0, 5e-324, 1e308];
        let bits = f64::from_bits(rng.bits());
        if bits.is_finite() && rng.below(2) == 0 { bits } else { edges[rng.below(5) as usize] }
    };
    match leaf {
        Value::String(_) => {
            let chars =
                (0..rng.below(12)).filter_map(|_| char::from_u32(rng.below(0x11_0000) as u32));
            let texts =
                [HOSTILE.to_owned(), "\0'\";--\n".to_owned(), String::new(), chars.collect()];
            Value::from(texts[rng.below(4) as usize].as_str())
        }
        Value::Bool(flag) => Value::from(!flag),
        Value::Number(number) if number.is_f64() => match rng.below(4) {
            0 => Value::Null,
            _ => Value::from(float(rng)),
        },
        Value::Number(_) => match rng.below(3) {
            0 => Value::from(rng.bits()),
            1 => Value::from(-(rng.below(1 << 40) as i64)),
            _ => Value::from(rng.below(256)),
        },
        _ => match rng.below(3) {
            0 => Value::from(rng.bits()),
            1 => Value::from(float(rng)),
            _ => Value::from(HOSTILE),
        },
    }
}
