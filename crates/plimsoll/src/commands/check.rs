//! `plimsoll check`: ground -> facts -> prefilling -> the study of every role -> verdict -> store -> report.

mod request;

use crate::commands::exposing::exposed;
use crate::commands::hosts;
use crate::exit::Outcome;
use crate::flags::Check;
use session::answer;
use session::check::{ActiveCheck, CheckRequest};
use session::failure::Failure;
use session::hosts::HostGroup;
use session::live::Progress;
use session::output::{self, Place};
use session::recorder;
use session::target;
use session::write_permission;
use std::path::{Path, PathBuf};

pub(crate) fn run(flags: &Check) -> Outcome {
    let interrupt = session::interrupt()?;
    let hosts = hosts::join(&interrupt)?;
    let target = hosts.place(&flags.target);
    let (request, page) = hosts.agree(prepare(flags, &target, &hosts))?;
    let request = CheckRequest { seed: hosts.value_of_first(|| Ok(request.seed))?, ..request };
    if workload::simulation(&target).is_none() {
        hosts.claim(&[PathBuf::from(&target)])?;
    }
    let test_target = target::open(&target, request.size, &flags.writes);
    let test_target = hosts.agree(test_target)?;
    let writes = request.profile.roles.iter().any(|role| role.stream.writes());
    let test_target = hosts.share(test_target, writes)?;
    let store = hosts.open_store(flags.output.store.as_deref())?;
    let leads = hosts.leads();
    let mut progress = Progress::new(flags.output.json || !leads, flags.output.lang.language());
    if leads {
        let (targets, named) = ([Path::new(&target)], flags.output.store.as_deref());
        progress.exposed = exposed(&flags.exposing, &targets, named)?;
    }
    let active_check = ActiveCheck::begin(&request, test_target, store, &mut progress);
    let mut active_check = hosts.agree(active_check)?;
    active_check.join(hosts);
    active_check.prefill(&interrupt, &mut progress)?;
    let failed = active_check.measure(&interrupt, &mut progress);
    let record = active_check.finish(failed.is_err());
    progress.wipe();
    if !leads {
        return failed.map(|()| answer::ending(&record).into());
    }
    // The user did not request the default page, so a failure to write it does not prevent the answer.
    let page = page.or_else(|| {
        if flags.no_report {
            return None;
        }
        let told = |failure: Failure| failure.lines.iter().for_each(|line| progress.say(line));
        usual_page(flags, record.started_unix_s).map_err(told).ok()
    });
    let page_written = answer::show(
        &record,
        flags.output.json,
        page.as_ref(),
        active_check.recorder(),
        &mut progress,
    )?;
    failed?;
    let page_written = page_written || flags.report.is_none();
    Ok(answer::final_ending(answer::ending(&record), page_written, active_check.recorder()).into())
}

/// Reads the command line; changes nothing.
fn prepare(
    flags: &Check,
    target: &str,
    hosts: &HostGroup,
) -> Result<(CheckRequest, Option<Place>), Failure> {
    let request = request::read(flags, hosts)?;
    let destroy = flags.writes.destroy.iter().map(PathBuf::as_path);
    write_permission::check_all_used(destroy, [Path::new(target)])?;
    let page = flags.report.as_deref().map(|named| page(flags, named)).transpose()?;
    Ok((CheckRequest { target: target.to_owned(), ..request }, page))
}

/// Beside the store: the working directory is the user's, and often under version control.
fn usual_page(flags: &Check, started_unix_s: i64) -> Result<Place, Failure> {
    let store = recorder::place(flags.output.store.as_deref())?;
    let folder = store.parent().unwrap_or(Path::new(""));
    page(flags, &answer::usual_file(folder, "check", started_unix_s, "html"))
}

fn page(flags: &Check, named: &Path) -> Result<Place, Failure> {
    let mut kept = output::files_of_store(&recorder::place(flags.output.store.as_deref())?);
    if workload::simulation(&flags.target).is_none() {
        kept.push(PathBuf::from(&flags.target));
    }
    output::place("--report", named, &kept, Some(&flags.writes.overwrite))
}
