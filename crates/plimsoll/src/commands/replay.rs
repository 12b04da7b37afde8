//! `plimsoll capture replay`: capture -> operations with due times -> workload -> record with its timing.

use crate::exit::Outcome;
use crate::flags::Replay;
use base::Bytes;
use observe::replay::{ReplaySpace, ReplaySpeed};
use session::hosts::HostGroup;
use session::job::JobRequest;
use session::repeat_command::RepeatCommand;
use session::replay::ReplayRequest;
use session::{answer, captured, load, replay};

pub(crate) fn run(flags: &Replay) -> Outcome {
    let captured = captured::read(&flags.capture)?;
    let captured = captured.of_device(flags.device.as_deref(), &flags.capture)?;
    let space = if flags.scale_space { ReplaySpace::Scaled } else { ReplaySpace::Exact };
    let target = workload::TargetLocation::simulated_or_path(&flags.target);
    let request = ReplayRequest { target, size: flags.size, speed: flags.speed, space };
    let mut planned = replay::plan(&captured, &request)?;
    // From here on the plan contains the I/Os.
    drop(captured);
    let seed = flags.output.seed.unwrap_or_else(answer::new_seed);
    let workload = planned.workload.clone();
    let request = JobRequest {
        workload: &workload,
        subject: record::RunSubject::Replay { device: planned.device.clone() },
        source: &flags.capture,
        source_text: "",
        writes: flags.writes.clone(),
        seed,
        command: command(flags, &workload, seed),
        notes: planned.notes.clone(),
        json: flags.output.json,
        language: flags.output.lang.language(),
        store: flags.output.store.as_deref(),
        csv: flags.csv.as_deref(),
        report: flags.report.as_deref(),
        exposed: None,
        hosts: HostGroup::alone(),
    };
    let ready = request.plan()?;
    let (_, ending) = request.run(ready, &mut planned.listener())?;
    Ok(ending.into())
}

fn command(flags: &Replay, workload: &workload::Workload, seed: u64) -> String {
    let speed = match flags.speed {
        ReplaySpeed::Factor(1.0) => None,
        ReplaySpeed::Factor(factor) => Some(factor.to_string()),
        ReplaySpeed::AsFastAsPossible => Some("asap".to_owned()),
    };
    RepeatCommand::of("capture")
        .word("replay")
        .path(&flags.capture)
        .word(&flags.target)
        .option("--device", flags.device.as_deref())
        .option("--speed", speed)
        .switch("--scale-space", flags.scale_space)
        .option("--size", flags.size.map(Bytes::option_value))
        .permission(&flags.writes)
        .seed(seed)
        .needs(load::paths(workload))
        .from_anywhere()
}
