//! The writer of `powercut`: takes a request, writes commits and has them acknowledged, returns how it ended.

use super::ledger::{self, LedgerAddress};
use super::reporter::Reporter;
use super::{kills, target};
use crate::failure::{Ending, Failure};
use crate::requests::values::{self, COURSE, LENGTH, WHAT, WrongValue};
use crate::write_permission::{self, Permission};
use crate::{interrupt, terminal};
use base::{Bytes, Clock, random};
use clap::Args;
use integrity::PageStamper;
use integrity::commits::{CommitDesign, DesignFault, DurabilityMode, PageLocation};
use report::Language;
use report::messages::powercut::PowerCutFault;
use report::power_cut::{self, WriterFigures};
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use sys::blocking::BlockingQueue;
use sys::clock::SystemClock;
use sys::transfer::{DiskOperation, IoKind, OperationQueue};

/// The least number of commits that a writer may be ahead of its ledger.
const AHEAD_MIN: u32 = 512;

/// Write commits as a database does, until the power fails or Ctrl-C is pressed
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = WHAT)]
pub struct WriteRequest {
    /// A directory, a file or a block device
    pub target: PathBuf,
    /// Where acknowledged commits are recorded: HOST:PORT of `powercut ledger`, or a file on another device
    #[arg(long, value_name = "HOST:PORT|FILE")]
    pub ledger: String,
    /// The file with the secret that the ledger was started with
    #[arg(long, value_name = "FILE")]
    pub secret_file: Option<PathBuf>,
    /// How commits are made durable
    #[arg(long, value_parser = values::durability_mode(), default_value = "fdatasync")]
    pub mode: DurabilityMode,
    /// Number of commits that become durable together (group commit)
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub group: u32,
    /// The most data pages that one commit overwrites in place
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub pages: u32,
    /// Size of a page
    #[arg(long, value_name = "SIZE", default_value = "8KiB", value_parser = values::size)]
    pub page_size: Bytes,
    /// Size of all data pages together, at least twice --pages times --page-size; the log takes another 16 MiB, or more with
    /// larger pages or a --group above 128
    #[arg(long, value_name = "SIZE", default_value = "128MiB", value_parser = values::size)]
    pub size: Bytes,
    /// Stop after this many seconds [default: write until the power fails]
    #[arg(long, help_heading = LENGTH, value_name = "N")]
    pub seconds: Option<u64>,
    /// Seed of all random choices [default: drawn at random]
    #[arg(long, help_heading = COURSE, value_name = "N")]
    pub seed: Option<u64>,
    /// Allow a ledger file on the tested device; every verdict then carries a warning
    #[arg(long)]
    pub same_device: bool,
    /// Test kills instead of a power cut: N times start a writer, kill it (SIGKILL) at a random moment, and check
    #[arg(long, help_heading = COURSE, value_name = "N")]
    pub kill: Option<u32>,
    /// Drop the kernel's caches before each check after a kill (root only)
    #[arg(long, help_heading = COURSE, requires = "kill")]
    pub drop_caches: bool,
    /// Unmount the target's file system and mount it again before each check after a kill (root only)
    #[arg(long, help_heading = COURSE, requires = "kill")]
    pub remount: bool,
    /// For a writer that --kill starts: device and inode that the target must have
    #[arg(long, value_name = "N:N", hide = true, value_parser = device_and_inode)]
    pub only: Option<(u64, u64)>,
    #[command(flatten)]
    pub permission: Permission,
}

/// The numbers of a file or device, as a parent process passes them to a writer.
fn device_and_inode(text: &str) -> Result<(u64, u64), WrongValue> {
    let parts = text.split_once(':').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
    parts.ok_or_else(|| values::wrong(PowerCutFault::NotTwoNumbers { text: text.to_owned() }))
}

/// Writes commits, or kills writers of commits and checks what is left.
pub fn write(request: &WriteRequest) -> Result<Ending, Failure> {
    let destroy = request.permission.destroy.iter().map(PathBuf::as_path);
    write_permission::check_all_used(destroy, [request.target.as_path()])?;
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

#[derive(Clone, Copy, Debug, Default)]
pub struct WriterTotals {
    /// Commits that the storage reported as durable.
    pub commits: u32,
    /// Groups, each made durable once.
    pub groups: u64,
    /// The sum over all groups of the time from the first byte of the log to its durability, in nanoseconds.
    pub durable_ns: u64,
    pub durable_ns_max: u64,
}

/// As a database does: writes the log, makes it durable, reports to the ledger, writes the pages in place.
pub struct CommitWriter {
    design: CommitDesign,
    stamper: PageStamper,
    queue: BlockingQueue,
    clock: SystemClock,
    begun_ns: u64,
}

impl CommitWriter {
    pub fn new(design: CommitDesign, file: File) -> Result<Self, Failure> {
        let bytes = design.page_bytes as usize * design.group as usize;
        let queue = BlockingQueue::on(vec![file], 1, bytes).map_err(Failure::target)?;
        let stamper = PageStamper::new(design.run, design.seed, design.page_bytes as usize);
        let clock = SystemClock::new();
        Ok(Self { design, stamper, queue, begun_ns: clock.now_ns(), clock })
    }

    /// Writes for `time_ns`, or until `stop`.
    pub fn run(
        &mut self,
        reporter: &Reporter,
        time_ns: Option<u64>,
        stop: &AtomicBool,
    ) -> Result<WriterTotals, Failure> {
        let until_ns = time_ns.map(|time| self.begun_ns.saturating_add(time));
        let mut written = WriterTotals::default();
        let over = |clock: &SystemClock| until_ns.is_some_and(|until| clock.now_ns() >= until);
        while !stop.load(Ordering::Relaxed) && !over(&self.clock) {
            let group = self.design.group(written.commits + 1);
            let behind = group.last.saturating_sub(self.design.ahead);
            if group.last > self.design.commit_max() || !reporter.wait(behind, stop)? {
                break;
            }
            let began_ns = self.clock.now_ns();
            self.log(group.first, group.last).map_err(|e| {
                let (commit, error) = (group.first.into(), e.to_string());
                Failure::target(PowerCutFault::LogWriteFailed { commit, error })
            })?;
            let took_ns = self.clock.now_ns() - began_ns;
            reporter.report(group.last);
            written.commits = group.last;
            written.groups += 1;
            written.durable_ns += took_ns;
            written.durable_ns_max = written.durable_ns_max.max(took_ns);
            for (page, commit) in group.data {
                self.stamp(0, PageLocation::Data(page), commit);
                let put = self.put(PageLocation::Data(page), 1);
                put.map_err(|e| {
                    let (commit, error) = (commit.into(), e.to_string());
                    Failure::target(PowerCutFault::PageWriteFailed { commit, error })
                })?;
            }
        }
        Ok(written)
    }

    /// Writes the log of a group and makes it durable.
    fn log(&mut self, first: u32, last: u32) -> io::Result<()> {
        let mut from = first;
        while from <= last {
            // The log is circular: a group may wrap from its end to its beginning.
            let slot = self.design.slot_of(from);
            let count = (last - from + 1).min(self.design.log_pages - slot);
            for at in 0..count {
                self.stamp(at, PageLocation::Log(slot + at), from + at);
            }
            self.put(PageLocation::Log(slot), count)?;
            from += count;
        }
        match self.design.mode {
            DurabilityMode::Dsync | DurabilityMode::Fua => Ok(()),
            DurabilityMode::Fdatasync => self.flush(true),
            DurabilityMode::Fsync | DurabilityMode::BufferedFsync => self.flush(false),
        }
    }

    fn stamp(&mut self, at: u32, place: PageLocation, commit: u32) {
        let bytes = self.design.page_bytes as usize;
        let time_ns = self.clock.now_ns().saturating_sub(self.begun_ns);
        let page = &mut self.queue.buffer(0)[at as usize * bytes..][..bytes];
        self.stamper.stamp(page, self.design.id(place), commit, time_ns);
    }

    fn put(&mut self, place: PageLocation, pages: u32) -> io::Result<()> {
        let length = pages * self.design.page_bytes;
        let durable = self.design.mode == DurabilityMode::Fua;
        let mut moved = 0;
        while moved < length {
            let op = DiskOperation {
                kind: IoKind::Write,
                offset_bytes: self.design.offset_bytes(place) + u64::from(moved),
                length_bytes: length - moved,
                skip_bytes: moved,
                durable,
                ..DiskOperation::IDLE
            };
            match self.operation(&op)? {
                0 => return Err(io::ErrorKind::WriteZero.into()),
                more => moved += more,
            }
        }
        Ok(())
    }

    fn flush(&mut self, data_only: bool) -> io::Result<()> {
        self.operation(&DiskOperation::flush(0, 0, data_only)).map(|_| ())
    }

    fn operation(&mut self, op: &DiskOperation) -> io::Result<u32> {
        let mut done = Vec::with_capacity(1);
        loop {
            self.queue.push(op);
            self.queue.turn(1, || None, &mut done)?;
            let result = done.pop().map_or(0, |completion| completion.result);
            match u32::try_from(result) {
                Ok(moved) => return Ok(moved),
                Err(_) => {
                    let error = io::Error::from_raw_os_error(-result);
                    if error.kind() != io::ErrorKind::Interrupted {
                        return Err(error);
                    }
                }
            }
        }
    }
}
