//! What a sizing starts from: the requirements and the disks, each with all its mistakes.

use advise::size::requirement::NeedError;
use advise::size::{Shop, SizeRequirement};
use report::Language;
use report::messages::arguments::ArgumentFault;
use report::messages::system::AdvisedError;
use report::words::{need_error, shop_error};
use session::failure::Failure;
use session::{input, profiles};
use std::path::Path;
use workload::LatencyLimit;

pub(super) fn of_job(file: &str, limit: &str) -> Result<SizeRequirement, Failure> {
    let limit = limit
        .parse::<LatencyLimit>()
        .map_err(|error| Failure::wrong(format!("--latency-limit: {error}")))?;
    let (_, profile) = profiles::load_open(file)?;
    let role = profile.roles.into_iter().find_map(|role| Some((role.name, role.job?)));
    let (name, job) = role
        .ok_or_else(|| Failure::wrong(ArgumentFault::LoadWithoutRate { file: file.to_owned() }))?;
    Ok(SizeRequirement::of_job(&name, &job, limit))
}

/// One requirement as written, or all of a file `{"data": "iops>=8000, write=0.3", "log": "commits>=500, p99<=5ms"}`.
pub(super) fn requirements(text: &str) -> Result<Vec<SizeRequirement>, Vec<String>> {
    if !text.trim_end().ends_with(".json") {
        return SizeRequirement::read("", text)
            .map(|requirement| vec![requirement])
            .map_err(|errors| lines_about("--require", &errors).collect());
    }
    let wrong = |why: String| vec![format!("--require {text}: {why}")];
    let words = read(Path::new(text)).map_err(wrong)?;
    let roles: std::collections::BTreeMap<String, String> =
        serde_json::from_str(&words).map_err(|e| {
            let (error, file) = (e.to_string(), text.to_owned());
            vec![ArgumentFault::RequirementNotJson { error, file }.to_string()]
        })?;
    let (mut all, mut problems) = (Vec::new(), Vec::new());
    for (role, requirement) in &roles {
        match SizeRequirement::read(role, requirement) {
            Ok(requirement) => all.push(requirement),
            Err(errors) => {
                problems.extend(lines_about(&format!("--require {text}: {role}"), &errors));
            }
        }
    }
    if all.is_empty() && problems.is_empty() {
        let fault = ArgumentFault::RequirementWithoutRole { file: text.to_owned() };
        problems.push(fault.to_string());
    }
    if problems.is_empty() { Ok(all) } else { Err(problems) }
}

fn lines_about(place: &str, errors: &[NeedError]) -> impl Iterator<Item = String> {
    errors
        .iter()
        .map(move |error| format!("{place}: {}", need_error(Language::of_process(), error)))
}

pub(super) fn shop(path: &Path) -> Result<Shop, Vec<String>> {
    let wrong = |why: &str| format!("--disks {}: {why}", path.display());
    let text = read(path).map_err(|why| vec![wrong(&why)])?;
    Shop::read(&text).map_err(|errors| {
        errors.iter().map(|error| wrong(&shop_error(Language::of_process(), error))).collect()
    })
}

fn read(path: &Path) -> Result<String, String> {
    input::text(path).map_err(|error| AdvisedError(&error).to_string())
}
