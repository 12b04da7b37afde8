//! `ramp --for JOB.toml`: a target and a whole job -> the highest multiple of the job's load within the latency limit.

use super::StudySetup;
use super::ramp::{RampRequest, budget_ns, shelf};
use crate::failure::Failure;
use crate::profiles;
use crate::repeat_command::RepeatCommand;
use crate::study::{RampWork, Stage, StudyRequest, Work};
use base::Bytes;
use record::key::Settings;
use record::{RunSubject, StudyKind};
use report::messages::requests::RequestFault;
use workload::{JobLoad, Role, Stream};

/// A study of one line: the rate of all streams of the job together.
pub(super) fn job_ramp(
    request: &RampRequest,
    file: &str,
    setup: &StudySetup,
) -> Result<StudyRequest, Failure> {
    let (text, profile) = profiles::load_open(file)?;
    let role =
        profile.roles.into_iter().find(|role| role.job.is_some()).ok_or_else(|| {
            Failure::wrong(RequestFault::ProfileNotJob { file: file.to_string() })
        })?;
    let role = Role { latency_limit: request.latency_limit, ..role };
    let Some(load) = &role.job else { unreachable!("the role was found by its job") };
    let will_write = all_streams(load).any(Stream::writes);
    let shelf = shelf(request, will_write, &smallest_blocks(load), setup)?;
    let command = RepeatCommand::of("ramp").options(request).setup(setup);
    let budget_ns = budget_ns(request, &shelf);
    let settings = Settings::JobRamp {
        job: format!("{:016x}", record::hash(&text)),
        quantile: request.latency_limit.quantile,
        latency_ns: request.latency_limit.latency_ns.0,
        budget_ns,
    };
    let work = Work::Ramp(Box::new(RampWork { role: role.clone(), budget_ns }));
    let stage = Stage::of(StudyKind::Ramp, None, &command, (settings, shelf, work));
    let stages = vec![Stage { name: role.name.clone(), ..stage }];
    let subject = RunSubject::RoleUnderLimit { role: role.name, limit: request.latency_limit };
    let request = setup.request(command, subject, stages);
    Ok(StudyRequest { source_text: text, ..request })
}

fn all_streams(load: &JobLoad) -> impl Iterator<Item = &Stream> {
    load.streams.iter().chain(&load.background)
}

fn smallest_blocks(load: &JobLoad) -> Vec<Bytes> {
    let smallest =
        |stream: &Stream| stream.read_blocks.smallest().min(stream.write_blocks.smallest());
    all_streams(load).map(smallest).collect()
}
