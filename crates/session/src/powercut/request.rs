//! The writer of `powercut`: takes a request, writes commits and has them acknowledged, returns how it ended.

use super::ledger::{self, LedgerAddress};
use super::reporter::Reporter;
use super::writer::{CommitWriter, WriterTotals};
use super::{kills, target};
use crate::failure::{Ending, Failure};
use crate::write_permission::Permission;
use crate::{interrupt, marked_devices, terminal};
use base::{Bytes, random};
use integrity::commits::{CommitDesign, DesignFault, DurabilityMode};
use report::messages::powercut::PowerCutFault;
use report::power_cut::WriterFigures;
use report::{Language, power_cut};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

/// The least number of commits that a writer may be ahead of its ledger.
const AHEAD_MIN: u32 = 512;

/// The settings of a writer.
#[derive(Clone, Debug)]
pub struct WriteRequest {
    /// A directory, a file or a block device.
    pub target: PathBuf,
    /// HOST:PORT of a listening ledger, or a file.
    pub ledger: String,
    /// The file with the ledger's secret.
    pub secret_file: Option<PathBuf>,
    pub mode: DurabilityMode,
    /// Commits that become durable together.
    pub group: u32,
    /// The most pages in place that one commit writes.
    pub pages: u32,
    pub page_size: Bytes,
    /// Size of the pages in place.
    pub size: Bytes,
    /// The longest time in seconds; `None`: until the power is cut.
    pub seconds: Option<u64>,
    pub seed: Option<u64>,
    /// Whether a ledger file on the tested device is accepted.
    pub same_device: bool,
    /// How many writers to kill and check; `None`: this process is the writer.
    pub kill: Option<u32>,
    /// Whether the kernel's caches are dropped before each check.
    pub drop_caches: bool,
    /// Whether the target's file system is mounted again before each check.
    pub remount: bool,
    /// Device and inode that the target must have.
    pub only: Option<(u64, u64)>,
    pub permission: Permission,
}

/// Writes commits, or kills writers of commits and checks what is left.
///
/// # Errors
/// Why the target or the ledger is refused, and failures of either.
pub fn write(request: &WriteRequest) -> Result<Ending, Failure> {
    let destroy = request.permission.destroy.iter().map(PathBuf::as_path);
    marked_devices::check_all_used(destroy, [request.target.as_path()])?;
    let design = design(request)?;
    match request.kill {
        Some(count) => kills::kill_and_check(request, &design, count),
        None => until_stopped(request, design),
    }
}

fn design(request: &WriteRequest) -> Result<CommitDesign, Failure> {
    let pages = request.size.0.checked_div(request.page_size.0).unwrap_or(0);
    let ahead = request.group.saturating_mul(4).max(AHEAD_MIN);
    let now = sys::clock::unix_now();
    let design = CommitDesign {
        run: random::derive(now, &[u64::from(std::process::id())]),
        seed: request.seed.unwrap_or_else(|| random::derive(now, &[1]) >> 32),
        page_bytes: u32::try_from(request.page_size.0).unwrap_or(u32::MAX),
        log_pages: ahead.saturating_mul(4),
        data_pages: u32::try_from(pages).unwrap_or(u32::MAX),
        pages_max: request.pages,
        group: request.group,
        ahead,
        mode: request.mode,
        same_device: false,
        identity: 0,
    };
    // A size that does not fit into the field is refused by its own value.
    let page = request.page_size;
    let fits = u32::try_from(page.0).map(drop).map_err(|_| DesignFault::PageSize { page });
    fits.and_then(|()| design.check())
        .map_err(|fault| Failure::wrong(power_cut::design_fault(Language::of_process(), &fault)))?;
    Ok(design)
}

/// Writes until the power is cut, or the time is over.
fn until_stopped(request: &WriteRequest, mut design: CommitDesign) -> Result<Ending, Failure> {
    let named = ledger::named(&request.ledger, request.secret_file.as_deref())?;
    let stop = interrupt()?;
    let shared = is_ledger_on_target_device(request, &named)?;
    design.same_device = shared;
    // Check everything that may be refused before anything is prefilled.
    let sink = named.sink(&stop)?;
    let made = !target::file_path(&request.target).exists();
    let target = target::prepare(&request.target, &request.permission, &design, request.only)?;
    design.identity = target::identity(&target.path);
    let file = target.open(&design).inspect_err(|_| {
        if made {
            drop(target.held.finish());
        }
    })?;
    target.prefill(&design)?;
    let reporter = Reporter::begin(design, sink)?;
    let language = Language::of_process();
    // The first line of the output: `kill` waits for it.
    terminal::print(power_cut::writer_begins(language, &design, &target.path).as_bytes())?;
    let time_ns = request.seconds.map(|seconds| seconds.saturating_mul(1_000_000_000));
    let written = CommitWriter::new(design, file)?.run(&reporter, time_ns, &stop);
    // Even after a failure, send the last acknowledgements.
    let confirmed = reporter.end();
    print_totals(&design, &written?, confirmed?, &target.path)?;
    Ok(if stop.load(Ordering::Relaxed) { Ending::Interrupted } else { Ending::Done })
}

/// Whether the ledger's file would be lost together with the target, which the user must permit.
fn is_ledger_on_target_device(
    request: &WriteRequest,
    named: &LedgerAddress,
) -> Result<bool, Failure> {
    let LedgerAddress::File(file) = named else { return Ok(false) };
    match target::shared_device_reason(&target::file_path(&request.target), file) {
        Some(why) if !request.same_device => Err(Failure::target(PowerCutFault::SharedFate {
            ledger: file.display().to_string(),
            why: why.to_string(),
        })),
        shared => Ok(shared.is_some()),
    }
}

fn print_totals(
    design: &CommitDesign,
    written: &WriterTotals,
    confirmed: u32,
    path: &Path,
) -> Result<(), Failure> {
    let mean_ns = written.durable_ns.checked_div(written.groups).unwrap_or(0);
    let figures = WriterFigures {
        commits: written.commits,
        confirmed,
        mean_ns,
        most_ns: written.durable_ns_max,
    };
    let rate = (mean_ns > 0).then(|| f64::from(design.group) * 1e9 / mean_ns as f64);
    let language = Language::of_process();
    let mut text = power_cut::writer_totals(language, &figures);
    for warning in power_cut::warnings(language, design, rate, target::medium(path))
        .into_iter()
        .chain(target::in_memory(path))
    {
        text.push_str(&power_cut::warning_line(language, &warning));
    }
    terminal::print(text.as_bytes())
}
