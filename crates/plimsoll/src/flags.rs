//! The command line, defined once: parser, `--help`, completions and man page are made from it.

mod capture;
mod capture_show;
mod papers;
mod powercut;
mod requests;
mod serve;
mod soak;
mod studies;
mod verify;

pub(crate) use capture::{Capture, CaptureAction, CaptureSourceFlags};
pub(crate) use capture_show::CaptureShow;
pub(crate) use papers::{Diff, Size};
pub(crate) use powercut::{
    Durable, Powercut, PowercutAction, PowercutCheck, PowercutLedger, PowercutWrite,
};
pub(crate) use requests::percent;
pub(crate) use serve::Serve;
pub(crate) use soak::{Soak, SoakAction, SoakFlags, SoakReport, SoakUnit};
pub(crate) use studies::{Calibrate, Compare, Ramp, Scale, Segment, Study, Studying};
pub(crate) use verify::Verify;

use base::Bytes;
use clap::builder::{PathBufValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Args, CommandFactory, Parser, Subcommand, ValueEnum};
use compat::{TOOLS, Tool};
use observe::replay::ReplaySpeed;
use report::Language;
use session::leave::{self, Permission};
use std::net::SocketAddr;
use std::path::PathBuf;
use workload::EngineChoice;

/// How much database load a storage can safely carry, how sure that is, and what breaks first.
#[derive(Debug, Parser)]
#[command(name = "plimsoll", version, max_term_width = 100, after_help = EXIT_CODES)]
pub(crate) struct Flags {
    #[command(subcommand)]
    pub(crate) command: Command,
}

const EXIT_CODES: &str = "Exit codes: 0 done or fit, 1 not fit, 2 cannot tell, 3 wrong command line or \
job, 4 target failed or refused, or a report that was asked for could not be written, 5 a bug of ours, 130 interrupted (what was measured is kept).";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Is this storage fit for a database?
    Check(Check),
    /// Which disk is not like the others? Each is measured alone
    Calibrate(Calibrate),
    /// How many disks fill the path to them?
    Scale(Scale),
    /// Which chunk (stripe segment) suits which request size?
    Segment(Segment),
    /// Which layout is best, and is the difference worth a word?
    Compare(Compare),
    /// How much load is carried within a latency limit?
    Ramp(Ramp),
    /// Carry out a plan of studies, unattended
    Study(Study),
    /// Does it hold for days? Offer a fixed load, and watch every minute
    Soak(Soak),
    /// What is here, and what will spoil a test
    Inventory(Inventory),
    /// What survives a power cut?
    Powercut(Powercut),
    /// Run one workload from a job file and print what was measured
    Run(Run),
    /// Record what a running system does to its storage
    Capture(Capture),
    /// Fit a job of few streams to a capture
    Fit(Fit),
    /// Carry out the I/Os of a capture again, at their times
    Replay(Replay),
    /// List the database profiles, or print one
    Profiles(Profiles),
    /// List, show, export, import, merge or remove results
    Results(Results),
    /// Is one stored result worse than another?
    Diff(Diff),
    /// Which storage carries what is needed, from what was measured?
    Size(Size),
    /// Write the HTML report of a stored run
    Report(Report),
    /// Show stored results in a browser, and give them to other programs
    Serve(Serve),
    /// Does it ever lose, tear, misplace or go back on a write?
    Verify(Verify),
    /// Write a job in another language, our own or that of another tool
    #[command(display_order = BEHIND_TOOLS)]
    Convert(Convert),
    /// Print the completions for a shell
    #[command(display_order = BEHIND_TOOLS + 1)]
    Completions(Completions),
    /// Print a man page, or write all of them
    #[command(display_order = BEHIND_TOOLS + 2)]
    Man(Man),
}

/// Where the commands stand in the help that come after those of other tools.
const BEHIND_TOOLS: usize = 1000;

/// The whole command line: our commands, and one for each tool that is built in.
pub(crate) fn command() -> clap::Command {
    let tool = |tool: &Tool| {
        let words = Arg::new(WORDS)
            .help("What that tool takes; also --map, --overwrite, --destroy, --store and --seed of ours")
            .value_name("WORDS")
            .num_args(0..)
            .trailing_var_arg(true)
            .allow_hyphen_values(true);
        clap::Command::new(tool.name).about(tool.about).disable_help_flag(true).arg(words)
    };
    Flags::command().subcommands(TOOLS.iter().map(tool))
}

/// The words of a tool, in the matches of its command.
pub(crate) const WORDS: &str = "words";

/// Is this storage fit for a database?
///
/// Lays a file of random data in a directory (removed at the end), finds for each kind of I/O of the
/// database the highest load held within its latency limit, and says whether that is enough.
#[derive(Args, Debug)]
pub(crate) struct Check {
    /// A directory, a file, a block device, or sim:MEDIUM (such as sim:hdd?disks=14)
    #[arg(default_value = ".")]
    pub(crate) target: String,
    /// The database profile (see `plimsoll profiles`), or a job file, whose load is multiplied
    #[arg(long = "for", alias = "profile", value_name = "PROFILE", default_value = "generic-oltp")]
    pub(crate) profile: String,
    /// What must be met, such as 'iops>=5,000, p99<=10ms' (5k is 5,000); also mib/s>=N, mb/s>=N, commits>=N and load>=Nx
    #[arg(long = "require", value_name = "REQUIREMENT", allow_hyphen_values = true)]
    pub(crate) requirement: Option<String>,
    /// Time to measure in all, such as 90s or 10min
    #[arg(long, value_name = "TIME", default_value = "90s", allow_hyphen_values = true)]
    pub(crate) budget: String,
    /// Size of the file to lay, 64 MiB at least, such as 4GiB; 10 % of the file system, and at least 1 GiB, stay free
    /// [default: the smaller of 25 % of the free space and 2 x RAM]
    #[arg(long, value_name = "SIZE", allow_hyphen_values = true)]
    pub(crate) size: Option<String>,
    /// Measure these roles of the profile instead of its usual ones (names, or `all`)
    #[arg(long, value_name = "ROLES", value_delimiter = ',')]
    pub(crate) roles: Vec<String>,
    /// Engine: uring, libaio or sync [default: the best that works here]
    #[arg(long, value_name = "ENGINE")]
    pub(crate) engine: Option<String>,
    #[command(flatten)]
    pub(crate) writes: Writes,
    #[command(flatten)]
    pub(crate) output: Output,
    #[command(flatten)]
    pub(crate) exposing: Exposing,
    /// Where to write the HTML report [default: plimsoll-check-DATE.html in the working directory]
    #[arg(long, value_name = "FILE")]
    pub(crate) report: Option<PathBuf>,
    /// Write no HTML report; it can be written later from the store
    #[arg(long, conflicts_with = "report")]
    pub(crate) no_report: bool,
}

/// Write a job in another language, our own or that of another tool
#[derive(Args, Debug)]
pub(crate) struct Convert {
    /// The job; `-` is standard input
    pub(crate) job: String,
    /// The language to write
    #[arg(long, value_parser = language())]
    pub(crate) to: String,
    /// The language it is written in [default: by its name and text]
    #[arg(long, value_parser = language())]
    pub(crate) from: Option<String>,
    /// Places of the job's world and what they are here, such as 'C:=/mnt/c'
    #[arg(long, value_name = "FROM=TO")]
    pub(crate) map: Vec<String>,
    /// The file to write [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<String>,
}

/// Our own language of jobs.
pub(crate) const NATIVE: &str = "native";

/// Reads the name of a language of jobs.
fn language() -> PossibleValuesParser {
    let own = PossibleValue::new(NATIVE).help("Our own (docs/reference/job-language.md)");
    let others = Tool::languages();
    let others = others.map(|(tool, of)| PossibleValue::new(tool.name).help(of.about));
    PossibleValuesParser::new(std::iter::once(own).chain(others))
}

/// What `results import` takes.
fn imported() -> String {
    let files = TOOLS.iter().filter_map(|tool| Some(tool.results?.about));
    let files: Vec<&str> = files.collect();
    format!("Take results of other tools: {}, grids of points as CSV", files.join(", "))
}

/// The engine of this name; the best one when none is named.
pub(crate) fn engine(name: Option<&str>) -> Result<EngineChoice, String> {
    let Some(name) = name else { return Ok(EngineChoice::default()) };
    session::requests::engine(name).ok_or_else(|| {
        format!("--engine: \"{name}\" is not an engine here; write uring, libaio or sync")
    })
}

/// Reads a file or device that may be written to, and opens it at once: a link that is swapped later marks nothing.
fn marked() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().map(leave::first_look)
}

/// What a command may write to.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Writes {
    /// Destroy the data on this very block device; refused while it is in use, and where it belongs to a volume manager,
    /// an array or the like, active or not (wipefs -a gives it up first)
    #[arg(long, value_name = "DEVICE", value_parser = marked())]
    pub(crate) destroy: Vec<PathBuf>,
    /// Overwrite this existing file
    #[arg(long, value_name = "FILE", value_parser = marked())]
    pub(crate) overwrite: Vec<PathBuf>,
}

impl Writes {
    /// The same for the crate that writes.
    pub(crate) fn permission(&self) -> Permission {
        Permission {
            destroy: self.destroy.clone(),
            overwrite: self.overwrite.clone(),
            ..Permission::default()
        }
    }
}

/// In which language people read the answer; documents for programs have none.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct LanguageFlag {
    /// The language of the answer and of the HTML report: en, ru or de [default: by LC_ALL, LC_MESSAGES and LANG, else en]
    #[arg(long, value_name = "LANGUAGE", value_parser = written_language(), hide_possible_values = true)]
    lang: Option<Language>,
}

impl LanguageFlag {
    /// The language that is asked for, or that of the locale.
    pub(crate) fn language(self) -> Language {
        self.lang.unwrap_or_else(session::terminal::language_of_locale)
    }
}

/// Reads the code of a language that people read.
fn written_language() -> impl TypedValueParser<Value = Language> {
    PossibleValuesParser::new(Language::ALL.map(Language::code))
        .map(|code| code.parse().expect("it is one of the codes"))
}

/// Where results go.
#[derive(Args, Clone, Debug)]
pub(crate) struct Output {
    #[command(flatten)]
    pub(crate) lang: LanguageFlag,
    /// Print one JSON document on standard output and nothing else
    #[arg(long)]
    pub(crate) json: bool,
    /// The file that keeps all results [default: plimsoll/results.db under the XDG data directory]
    #[arg(long, value_name = "FILE", env = "PLIMSOLL_STORE")]
    pub(crate) store: Option<PathBuf>,
    /// The seed of every random choice, to repeat a run
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
}

/// Where a monitoring system finds the figures while it runs.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Exposing {
    /// Give the figures so far to Prometheus at http://ADDRESS:PORT/metrics, on this machine alone (see docs/reference/metrics.md)
    #[arg(long, value_name = "ADDRESS:PORT")]
    pub(crate) metrics: Option<SocketAddr>,
    /// Write the same to a file every 10 s and at the end, for the textfile collector of node_exporter
    #[arg(long, value_name = "FILE.prom")]
    pub(crate) metrics_file: Option<PathBuf>,
}

/// What is here, and what will spoil a test
#[derive(Args, Debug)]
pub(crate) struct Inventory {
    /// A directory, file or block device [default: the whole machine]
    pub(crate) target: Option<PathBuf>,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

/// Run one workload from a job file and print what was measured
#[derive(Args, Debug)]
pub(crate) struct Run {
    /// The job file (see docs/reference/job-language.md)
    #[arg(value_name = "JOB.toml")]
    pub(crate) job: PathBuf,
    /// Check the job, print every worker's work and stop before touching a target
    #[arg(long)]
    pub(crate) dry_run: bool,
    #[command(flatten)]
    pub(crate) writes: Writes,
    #[command(flatten)]
    pub(crate) output: Output,
    #[command(flatten)]
    pub(crate) exposing: Exposing,
    /// Write the intervals as CSV
    #[arg(long, value_name = "FILE")]
    pub(crate) csv: Option<PathBuf>,
    /// Write the HTML report
    #[arg(long, value_name = "FILE")]
    pub(crate) report: Option<PathBuf>,
}

/// Carry out the I/Os of a capture again, at their times
///
/// Reads, writes, discards and flushes are issued when they were captured, whether or not earlier ones are done. Written
/// data is random. The answer says how well the times were kept.
#[derive(Args, Debug)]
pub(crate) struct Replay {
    /// The capture, a block trace (see `plimsoll capture`)
    #[arg(value_name = "CAPTURE")]
    pub(crate) capture: PathBuf,
    /// A file, a block device, or sim:MEDIUM; a file that does not exist is made
    pub(crate) target: String,
    /// How fast: a factor such as 2.0, or asap (each I/O as soon as the queue has room)
    #[arg(long, value_name = "FACTOR", default_value = "1.0", value_parser = speed)]
    pub(crate) speed: ReplaySpeed,
    /// Shrink or stretch the captured range of offsets to the target
    #[arg(long)]
    pub(crate) scale_space: bool,
    /// Use this much of the target; the size of the file where it is made [default: all, or what the capture spans]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(crate) size: Option<Bytes>,
    #[command(flatten)]
    pub(crate) writes: Writes,
    #[command(flatten)]
    pub(crate) output: Output,
    /// Write the intervals as CSV
    #[arg(long, value_name = "FILE")]
    pub(crate) csv: Option<PathBuf>,
    /// Write the HTML report
    #[arg(long, value_name = "FILE")]
    pub(crate) report: Option<PathBuf>,
}

/// Fit a job of few streams to a capture
///
/// Each stream does the I/O of one process, direction and access pattern of the capture: the same sizes, the same
/// part of the device, and the same rate over time, or the same queue depth where the load is a closed loop.
#[derive(Args, Debug)]
pub(crate) struct Fit {
    /// The capture, a block trace (see `plimsoll capture`)
    #[arg(value_name = "CAPTURE")]
    pub(crate) capture: PathBuf,
    /// The job file to write [default: standard output]
    #[arg(short, long, value_name = "JOB.toml")]
    pub(crate) output: Option<PathBuf>,
    /// Run the job on this file or device under a capture, adjust it until both loads agree, and add its fidelity; needs root
    #[arg(long, value_name = "TARGET", conflicts_with = "target")]
    pub(crate) refine: Option<String>,
    /// The language to write
    #[arg(long, value_parser = language(), default_value = NATIVE)]
    pub(crate) to: String,
    #[command(flatten)]
    pub(crate) writes: Writes,
    /// The target that the job names
    #[arg(long, value_name = "TARGET", default_value = "fitted.data")]
    pub(crate) target: String,
    /// Show no progress
    #[arg(long)]
    pub(crate) quiet: bool,
}

fn speed(word: &str) -> Result<ReplaySpeed, String> {
    if word == "asap" {
        return Ok(ReplaySpeed::AsFastAsPossible);
    }
    match word.parse::<f64>() {
        Ok(factor) if (0.001..=1000.0).contains(&factor) => Ok(ReplaySpeed::Factor(factor)),
        _ => Err("write a factor from 0.001 to 1000, such as 1.0, or asap".to_owned()),
    }
}

fn size(word: &str) -> Result<Bytes, String> {
    word.parse::<Bytes>().map_err(|e| e.to_string())
}

/// List the database profiles, or print one
#[derive(Args, Debug)]
pub(crate) struct Profiles {
    /// The profile to print
    pub(crate) name: Option<String>,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

/// List, show, export, import, merge or remove results
#[derive(Args, Debug)]
pub(crate) struct Results {
    #[command(subcommand)]
    pub(crate) action: Option<ResultsAction>,
    #[command(flatten)]
    pub(crate) filter: ListFilter,
    /// The file that keeps all results
    #[arg(long, value_name = "FILE", env = "PLIMSOLL_STORE", global = true)]
    pub(crate) store: Option<PathBuf>,
    /// Print one JSON document: of list, show, import, merge, tag and note, and of whatever fails
    #[arg(long, global = true)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) lang: LanguageFlag,
}

/// Which runs are listed.
#[derive(Args, Clone, Debug, Default, PartialEq)]
pub(crate) struct ListFilter {
    /// List only runs with this tag
    #[arg(long, value_name = "TAG")]
    pub(crate) tag: Option<String>,
    /// List only runs that this machine measured
    #[arg(long, value_name = "HOST")]
    pub(crate) host: Option<String>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ResultsAction {
    /// One line for each run, newest first
    List {
        #[command(flatten)]
        filter: ListFilter,
    },
    /// The summary of one run
    Show {
        /// The run's number, or `last`
        run: String,
    },
    /// The intervals of one run, the points of a study or the trials of a ramp, as CSV
    Export {
        /// The run's number, or `last`
        run: String,
        /// As comma-separated values (the only format so far)
        #[arg(long)]
        csv: bool,
        /// One line for each trial, its load and its latency, instead of each interval or point
        #[arg(long)]
        trials: bool,
        /// Points or trials with a decimal comma, parted by semicolons
        #[arg(long)]
        decimal_comma: bool,
        /// The file to write [default: standard output]
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    #[command(about = imported())]
    Import {
        /// The files; those of one Orion run together
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// Add the finished runs of other stores, such as those of other hosts; runs that are here already are left out
    Merge {
        /// The stores; they are only read
        #[arg(required = true, value_name = "OTHER.db")]
        files: Vec<PathBuf>,
    },
    /// Add tags to a run; the list and the pages of serve can be filtered by them
    Tag {
        /// The run's number, or `last`
        run: String,
        /// The tags: letters, digits and - _ . : / +
        #[arg(required = true, value_name = "TAG")]
        tags: Vec<String>,
        /// Remove these tags instead
        #[arg(long)]
        remove: bool,
    },
    /// Write a note about a run, in place of the one it had
    Note {
        /// The run's number, or `last`
        run: String,
        /// The note; an empty one removes it
        text: String,
    },
    /// Remove runs for good
    Rm {
        /// The runs' numbers
        #[arg(required = true)]
        runs: Vec<String>,
    },
}

/// Write the HTML report of a stored run
#[derive(Args, Debug)]
pub(crate) struct Report {
    /// The run's number, or `last`
    pub(crate) run: String,
    /// The file to write [default: plimsoll-report-RUN.html in the working directory]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// The file that keeps all results
    #[arg(long, value_name = "FILE", env = "PLIMSOLL_STORE")]
    pub(crate) store: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) lang: LanguageFlag,
}

/// Print the completions for a shell
#[derive(Args, Debug)]
pub(crate) struct Completions {
    /// The shell
    pub(crate) shell: Shell,
}

/// Print a man page, or write all of them
#[derive(Args, Debug)]
pub(crate) struct Man {
    /// The command whose page is printed, such as check or powercut write [default: the program itself]
    #[arg(conflicts_with = "dir")]
    pub(crate) command: Vec<String>,
    /// Write the page of every command into this directory, such as /usr/local/share/man/man1
    #[arg(long, value_name = "DIR")]
    pub(crate) dir: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Shell {
    Bash,
    Zsh,
    Fish,
    Elvish,
    Powershell,
}

#[cfg(test)]
mod tests {
    use super::*;
    use session::foreign::Call;
    use std::os::unix::fs::symlink;
    use sys::guard::FileWritePermission;

    #[test]
    fn a_link_that_is_swapped_after_the_command_line_was_read_marks_nothing() {
        let folder = testkit::TempDir::new("leave");
        let [wanted, precious] = ["wanted", "precious"].map(|name| folder.path().join(name));
        for file in [&wanted, &precious] {
            std::fs::write(file, "rows").expect("own");
        }
        let words = |first: &[&str], link: &str| {
            let words = first.iter().map(|word| (*word).to_owned());
            words.chain(["--overwrite".to_owned(), link.to_owned()]).collect::<Vec<_>>()
        };
        let parsed = |words: Vec<String>| match Flags::try_parse_from(words).expect("read").command
        {
            Command::Run(flags) => flags.writes.permission(),
            Command::Ramp(flags) => flags.studying.permission(),
            other => panic!("{other:?}"),
        };
        type Read<'a> = &'a dyn Fn(&str) -> Permission;
        let run: Read<'_> = &|link| parsed(words(&["plimsoll", "run", "job"], link));
        let ramp: Read<'_> = &|link| parsed(words(&["plimsoll", "ramp", "t"], link));
        let fio: Read<'_> =
            &|link| Call::new("fio", words(&["job.fio"], link)).expect("read").own.writes;
        for (name, read) in [("run", run), ("ramp", ramp), ("fio", fio)] {
            let link = folder.path().join(name);
            symlink(&wanted, &link).expect("own");
            let writes = read(&link.display().to_string());
            std::fs::remove_file(&link).expect("own");
            symlink(&precious, &link).expect("own");
            let refused = leave::to_write(&link, &writes);
            assert!(refused.is_err(), "{name}: {refused:?}");
            std::fs::remove_file(&link).expect("own");
            symlink(&wanted, &link).expect("own");
            let granted = leave::to_write(&link, &writes);
            assert!(matches!(granted, Ok(FileWritePermission::Present(_))), "{name}: {granted:?}");
        }
    }
}
