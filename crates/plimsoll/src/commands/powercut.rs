//! `plimsoll powercut`: what survives when the power goes?

use crate::commands::papers::print_bytes;
use crate::exit::{Exit, Outcome};
use crate::flags::{Powercut, PowercutAction, PowercutCheck, PowercutLedger, PowercutWrite};
use base::units::{grouped, readable};
use base::{Bytes, Rng, random};
use integrity::commits::{
    CommitCheck, CommitConclusion, CommitDesign, DurabilityVerdict, LedgerEntry, TargetContinuity,
};
use session::failure::Failure;
use session::foreign::say;
use session::leave;
use session::powercut::book::LedgerFile;
use session::powercut::ledger::{self, LedgerAddress};
use session::powercut::reporter::Reporter;
use session::powercut::writer::{CommitWriter, WriterTotals};
use session::powercut::{check, kill, server, target, words};
use session::{given_up, interrupt};
use std::ffi::OsString;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use sys::file::PathKind;
use sys::target::Target as Held;

/// The least that a writer may be ahead of its ledger, in commits.
const AHEAD_MIN: u32 = 512;
/// Strangers that are told one by one.
const STRANGERS_TOLD: u32 = 10;

/// Runs the part that was asked for.
pub(crate) fn run(flags: &Powercut) -> Outcome {
    if let PowercutAction::Write(flags) = &flags.action {
        let destroy = flags.writes.destroy.iter().map(PathBuf::as_path);
        given_up::all_meant(destroy, [flags.target.as_path()])?;
    }
    match &flags.action {
        PowercutAction::Write(flags) if flags.kill.is_some() => kill_and_check(flags),
        PowercutAction::Write(flags) => write(flags),
        PowercutAction::Ledger(flags) => listen(flags),
        PowercutAction::Check(flags) => check_once(flags),
    }
}

fn design(flags: &PowercutWrite) -> Result<CommitDesign, Failure> {
    let bytes = |option: &str, text: &str| {
        let parsed = Bytes::with_unit(text).map(|bytes| bytes.0);
        parsed.map_err(|e| Failure::wrong(format!("{option}: {e}")))
    };
    let page_bytes = bytes("--page-size", &flags.page_size)?;
    let pages = bytes("--size", &flags.size)?.checked_div(page_bytes).unwrap_or(0);
    let ahead = flags.group.saturating_mul(4).max(AHEAD_MIN);
    let now = sys::clock::unix_now();
    let design = CommitDesign {
        run: random::derive(now, &[u64::from(std::process::id())]),
        seed: flags.seed.unwrap_or_else(|| random::derive(now, &[1]) >> 32),
        page_bytes: u32::try_from(page_bytes).unwrap_or(u32::MAX),
        log_pages: ahead.saturating_mul(4),
        data_pages: u32::try_from(pages).unwrap_or(u32::MAX),
        pages_max: flags.pages,
        group: flags.group,
        ahead,
        mode: flags.mode.mode(),
        same_device: false,
        identity: 0,
    };
    design.check().map_err(Failure::wrong)?;
    Ok(design)
}

fn write(flags: &PowercutWrite) -> Outcome {
    let mut design = design(flags)?;
    let named = ledger::named(&flags.ledger, flags.secret_file.as_deref())?;
    let stop = interrupt()?;
    let shared = shared_fate(flags, &named)?;
    design.same_device = shared;
    // Whatever can be refused is, before anything is laid.
    let sink = named.sink(&stop)?;
    let only = flags.only.as_deref().map(numbers).transpose()?;
    let target = target::prepare(&flags.target, &flags.writes.permission(), &design, only)?;
    design.identity = target::identity(&target.path);
    let file = target.open(&design)?;
    target.lay(&design)?;
    let reporter = Reporter::begin(design, sink)?;
    print_bytes(
        format!(
            "{} run {:016x} to {}, seed {}, {}, groups of {}; end it by cutting the power\n",
            kill::WRITING,
            design.run,
            target.path.display(),
            design.seed,
            design.mode.name(),
            design.group
        )
        .as_bytes(),
    )?;
    let time_ns = flags.seconds.map(|seconds| seconds.saturating_mul(1_000_000_000));
    let written = CommitWriter::new(design, file)?.run(&reporter, time_ns, &stop);
    // What was acknowledged before a failure is kept all the same.
    let confirmed = reporter.end();
    told(&design, &written?, confirmed?, &target.path)?;
    Ok(if stop.load(Ordering::Relaxed) { Exit::Interrupted } else { Exit::Done })
}

/// Whether the ledger's file goes where the target goes, which has to be allowed.
fn shared_fate(flags: &PowercutWrite, named: &LedgerAddress) -> Result<bool, Failure> {
    let LedgerAddress::File(file) = named else { return Ok(false) };
    match target::shared_fate(&target::meant(&flags.target), file) {
        Some(why) if !flags.same_device => Err(Failure::target(format!(
            "the ledger {} {why}: what takes the target can take it too. Name a file on another device, or a ledger on \
             another machine (HOST:PORT); --same-device takes it all the same",
            file.display()
        ))),
        shared => Ok(shared.is_some()),
    }
}

fn told(design: &CommitDesign, written: &WriterTotals, confirmed: u32, path: &Path) -> Outcome {
    let mean_ns = written.durable_ns.checked_div(written.groups).unwrap_or(0);
    let mut text = format!(
        "{} commits durable, {} confirmed by the ledger; a group took {} us, {} us at most\n",
        grouped(u64::from(written.commits)),
        grouped(u64::from(confirmed)),
        readable(mean_ns as f64 / 1e3),
        readable(written.durable_ns_max as f64 / 1e3)
    );
    let rate = (mean_ns > 0).then(|| f64::from(design.group) * 1e9 / mean_ns as f64);
    for doubt in
        words::doubts(design, rate, target::medium(path)).into_iter().chain(target::in_memory(path))
    {
        text.push_str(&format!("! doubt      {doubt}\n"));
    }
    print_bytes(text.as_bytes())
}

fn listen(flags: &PowercutLedger) -> Outcome {
    let secret = ledger::secret(&flags.secret_file)?;
    let book = LedgerFile::open(&flags.file)?;
    let failed =
        |e: std::io::Error| Failure::target(format!("failed to listen at {}: {e}", flags.listen));
    let listener = TcpListener::bind(flags.listen).map_err(failed)?;
    let stop = interrupt()?;
    let address = listener.local_addr().map_err(failed)?;
    print_bytes(format!("listening at {address}; Ctrl-C ends it\n").as_bytes())?;
    if address.ip().is_unspecified() {
        eprintln!(
            "plimsoll: warning: the ledger listens on all addresses of this machine ({address}): everybody who reaches one of \
             them can open connections; name the address that the writer uses"
        );
    }
    let strangers = AtomicU32::new(0);
    let refused = |from: std::net::SocketAddr, error: &std::io::Error| {
        // Whoever knocks a million times does not fill a disk with lines.
        if strangers.fetch_add(1, Ordering::Relaxed) < STRANGERS_TOLD {
            say(&format!("{from} was not let in: {error}"));
        }
    };
    server::serve(&listener, book, &secret, &stop, &refused).map_err(failed)?;
    Ok(Exit::Done)
}

fn exit(verdict: DurabilityVerdict) -> Exit {
    match verdict {
        DurabilityVerdict::Kept => Exit::Done,
        DurabilityVerdict::Lied => Exit::NotFit,
        DurabilityVerdict::CannotTell => Exit::CannotTell,
    }
}

fn check_once(flags: &PowercutCheck) -> Outcome {
    let run = match &flags.run {
        Some(text) => Some(u64::from_str_radix(text, 16).map_err(|_| {
            Failure::wrong(format!("--run {text}: 16 hexadecimal digits are wanted"))
        })?),
        None => None,
    };
    let named = ledger::named(&flags.ledger, flags.secret_file.as_deref())?;
    let (design, entry) = named.find(run)?;
    let given =
        CheckArguments { target: &flags.target, ledger: &named, same_target: flags.same_target };
    let (conclusion, doubts) = checked(&given, &design, &entry)?;
    let text = match flags.json {
        true => format!("{:#}\n", words::document(&design, &entry, &conclusion, &doubts)),
        false => words::text(&design, &entry, &conclusion, &doubts),
    };
    print_bytes(text.as_bytes())?;
    Ok(exit(conclusion.verdict()))
}

/// What a check was given.
struct CheckArguments<'a> {
    target: &'a Path,
    ledger: &'a LedgerAddress,
    /// The user says that it is the target that was written to.
    same_target: bool,
}

fn checked(
    given: &CheckArguments,
    design: &CommitDesign,
    entry: &LedgerEntry,
) -> Result<(CommitConclusion, Vec<String>), Failure> {
    let path = target::meant(given.target);
    let identity = target::identity(&path);
    let standing = |seen: &CommitCheck| standing(given, design, entry, identity, seen);
    let conclusion = check::check(&path, design, entry, standing)?;
    let mut doubts = words::doubts(design, entry.commits_per_s(), target::medium(&path));
    doubts.extend(target::in_memory(&path));
    let moved = design.identity != 0 && identity != 0 && design.identity != identity;
    if moved && conclusion.is_the_target() {
        doubts.push(words::COPY.to_owned());
    }
    Ok((conclusion, doubts))
}

/// What is known of the target beside the pages of the run.
fn standing(
    given: &CheckArguments,
    design: &CommitDesign,
    entry: &LedgerEntry,
    identity: u64,
    seen: &CommitCheck,
) -> Result<TargetContinuity, Failure> {
    if given.same_target {
        return Ok(TargetContinuity::Same);
    }
    if let Some(other) = seen.other_run() {
        match given.ledger.known(Some(other))? {
            Some((_, later)) if later.first_unix_ns > entry.first_unix_ns => {
                return Ok(TargetContinuity::Replaced);
            }
            // Pages of an earlier run have come back, or are of another target.
            Some(_) => {}
            None if !seen.is_here() => return Ok(TargetContinuity::Unknown),
            None => {}
        }
    }
    let same = identity != 0 && identity == design.identity;
    Ok(if same { TargetContinuity::Same } else { TargetContinuity::Unknown })
}

/// What writers of our own write to. It is judged once, and made where there is none; each writer is told its numbers.
struct KillTarget {
    numbers: (u64, u64),
    /// Keeps a file open, so that its numbers are given to no other; a device is left to the writers, who take it for
    /// themselves.
    held: Option<Held>,
}

impl KillTarget {
    fn take(flags: &PowercutWrite, design: &CommitDesign) -> Result<Self, Failure> {
        let held = target::prepare(&flags.target, &flags.writes.permission(), design, None)?.held;
        let numbers = held.numbers();
        Ok(Self { numbers, held: Some(held).filter(|held| held.kind() == PathKind::File) })
    }

    /// Finds it after its file system was mounted again, which may have another number by then.
    fn again(&mut self, path: &Path) -> Result<(), Failure> {
        let numbers = Held::to_read(path).map_err(Failure::target)?.numbers();
        if numbers.1 != self.numbers.1 {
            return Err(Failure::target(format!("{} is another file by now", path.display())));
        }
        self.numbers = numbers;
        Ok(())
    }
}

/// Kills writers of our own, and ends at the first lie.
fn kill_and_check(flags: &PowercutWrite) -> Outcome {
    let design = design(flags)?;
    let stop = interrupt()?;
    let path = target::meant(&flags.target);
    let mut rng = Rng::at(design.seed, &[2]);
    let (mut kills, mut commits) = (0, 0);
    let made = !path.exists();
    let removable = if flags.remount { Some(kill::removable(&path)?) } else { None };
    let mut aim = KillTarget::take(flags, &design)?;
    for number in 0..flags.kill.unwrap_or(1) {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        kill::one(&child(flags, &design, number, aim.numbers), &mut rng)?;
        if let Some(system) = &removable {
            // An open file would keep it mounted.
            aim.held = None;
            leave::forget();
            kill::remount(system)?;
            aim.again(&path)?;
        }
        if flags.drop_caches {
            kill::drop_caches()?;
        }
        let named = ledger::named(&flags.ledger, flags.secret_file.as_deref())?;
        let (design, entry) = named.find(None)?;
        let given = CheckArguments { target: &flags.target, ledger: &named, same_target: false };
        let (conclusion, _) = checked(&given, &design, &entry)?;
        kills += 1;
        commits += u64::from(conclusion.acknowledged);
        if conclusion.verdict() == DurabilityVerdict::Lied {
            // The target stays as it is: it is the evidence.
            print_bytes(words::text(&design, &entry, &conclusion, &[]).as_bytes())?;
            print_bytes(
                format!("found after kill {} with seed {}\n", number + 1, design.seed).as_bytes(),
            )?;
            return Ok(Exit::NotFit);
        }
    }
    if made {
        let finish = || sys::guard::finish(&path);
        aim.held.as_ref().map_or_else(finish, Held::finish).map_err(Failure::target)?;
    }
    print_bytes(
        format!(
            "{} after {kills} kill{} with {} acknowledged commits; a kill ends a process and not the power: this tells of \
             kernel and file system, not of the device\n",
            if commits > 0 { "+ KEPT   nothing was lost" } else { "? CANNOT TELL   nothing was acknowledged" },
            if kills == 1 { "" } else { "s" },
            grouped(commits)
        )
        .as_bytes(),
    )?;
    if let Some(doubt) = target::in_memory(&path) {
        print_bytes(format!("! doubt      {doubt}\n").as_bytes())?;
    }
    Ok(match (stop.load(Ordering::Relaxed), commits) {
        (true, _) => Exit::Interrupted,
        (false, 0) => Exit::CannotTell,
        (false, _) => Exit::Done,
    })
}

/// The numbers of a file or device, as a parent hands them to a writer.
fn numbers(text: &str) -> Result<(u64, u64), Failure> {
    let parts = text.split_once(':').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
    parts.ok_or_else(|| Failure::wrong(format!("--only {text}: two numbers are wanted, 1:2")))
}

/// The words of the writer that is killed.
fn child(
    flags: &PowercutWrite,
    design: &CommitDesign,
    number: u32,
    (device, inode): (u64, u64),
) -> Vec<OsString> {
    let seed = random::derive(design.seed, &[u64::from(number)]) >> 32;
    let mut words: Vec<OsString> = ["powercut", "write"].map(OsString::from).to_vec();
    words.push(flags.target.clone().into());
    // The process ends, not the ledger's device.
    words.push("--same-device".into());
    let mut pair = |option: &str, value: OsString| words.extend([OsString::from(option), value]);
    pair("--ledger", flags.ledger.clone().into());
    pair("--mode", design.mode.name().into());
    pair("--group", design.group.to_string().into());
    pair("--pages", design.pages_max.to_string().into());
    pair("--page-size", flags.page_size.clone().into());
    pair("--size", flags.size.clone().into());
    pair("--seed", seed.to_string().into());
    if let Some(file) = &flags.secret_file {
        pair("--secret-file", file.into());
    }
    flags.writes.destroy.iter().for_each(|device| pair("--destroy", device.into()));
    flags.writes.overwrite.iter().for_each(|file| pair("--overwrite", file.into()));
    // That file and no other: it was made before the first of them, and changed by processes that could not say so.
    pair("--overwrite", target::meant(&flags.target).into());
    pair("--only", format!("{device}:{inode}").into());
    words
}
