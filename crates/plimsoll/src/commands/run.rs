//! `plimsoll run`: job text -> workload -> plan -> engine -> samples -> summary -> store -> report.

use crate::commands::exposing::exposed;
use crate::commands::papers::print_bytes;
use crate::commands::{batch, hosts};
use crate::exit::Outcome;
use crate::flags::Run;
use report::messages::system::SystemAction;
use session::failure::{Ending, Failure};
use session::foreign::of_file::is_batch;
use session::hosts::HostGroup;
use session::job::JobRequest;
use session::repeat_command::RepeatCommand;
use session::{answer, input, load};
use std::path::Path;
use workload::Workload;

pub(crate) fn run(flags: &Run) -> Outcome {
    if compat::batch::is_named_so(&flags.job.to_string_lossy()) {
        return batch::run(flags);
    }
    let interrupt = session::interrupt()?;
    let hosts = hosts::join(&interrupt)?;
    let read = || {
        let wrong = |e| Failure::system(Ending::Wrong, SystemAction::Read, flags.job.display(), &e);
        input::text(&flags.job).map_err(wrong)
    };
    let text = hosts.value_of_first(read)?;
    let name = flags.job.display().to_string();
    if !name.ends_with(".toml") && is_batch(&name, &text) {
        return batch::run(flags);
    }
    let mut workload = hosts.agree(load::read(&name, &text))?;
    let seed = || Ok(flags.output.seed.or(workload.seed).unwrap_or_else(answer::new_seed));
    let seed = hosts.value_of_first(seed)?;
    hosts.take_job(&mut workload)?;
    let mut request = JobRequest {
        subject: workload.name.clone().into(),
        workload: &workload,
        source: &flags.job,
        source_text: &text,
        writes: flags.writes.clone(),
        seed,
        command: command(flags, &workload, &hosts, seed),
        notes: Vec::new(),
        json: flags.output.json,
        language: flags.output.lang.language(),
        store: flags.output.store.as_deref(),
        csv: flags.csv.as_deref(),
        report: flags.report.as_deref(),
        exposed: None,
        hosts,
    };
    let ready = request.plan()?;
    if flags.dry_run {
        return print_bytes(report::job_plan(request.language, &ready.plan).as_bytes());
    }
    let targets: Vec<&Path> = load::paths(&workload).collect();
    let store = flags.output.store.as_deref();
    if request.hosts.leads() {
        request.exposed = exposed(&flags.exposing, &targets, store)?;
    }
    let (_, ending) = request.run(ready, &mut ())?;
    Ok(ending.into())
}

fn command(flags: &Run, workload: &Workload, hosts: &HostGroup, seed: u64) -> String {
    let line = RepeatCommand::of("run").path(&flags.job).permission(&flags.writes);
    line.on(hosts).seed(seed).needs(load::paths(workload)).from_anywhere()
}
