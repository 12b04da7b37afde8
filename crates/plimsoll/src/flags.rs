//! The command line, defined once: parser, `--help`, completions and man page are made from it.

mod capture;
mod capture_show;
mod help;
mod papers;
mod powercut;
mod reading;
mod serve;
mod soak;
mod studies;
mod verify;

pub(crate) use capture::{Capture, CaptureAction, CaptureSourceFlags, Fit, Replay};
pub(crate) use capture_show::CaptureShow;
pub(crate) use help::{WORDS, command};
pub(crate) use papers::{Diff, Size};
pub(crate) use powercut::{Powercut, PowercutAction};
pub(crate) use reading::read;
pub(crate) use serve::Serve;
pub(crate) use soak::{Soak, SoakAction, SoakFlags, SoakReport, SoakUnit, SoakWords};
pub(crate) use studies::{Calibrate, Compare, Ramp, Scale, Study, StudyFlags};
pub(crate) use verify::Verify;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;
use compat::{TOOLS, Tool, tool};
use report::Language;
use session::requests::values;
use session::requests::values::{COURSE, LENGTH, RESULT, WHAT};
use session::write_permission::Permission;
use std::net::SocketAddr;
use std::path::PathBuf;
use workload::EngineChoice;

/// How much database load a storage can safely carry, how sure that is, and what breaks first.
#[derive(Debug, Parser)]
#[command(name = "plimsoll", version, max_term_width = 100)]
pub(crate) struct Flags {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What is wrong with a command line, without its usage.
pub(crate) fn mistake(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let text = text.split("\n\nUsage:").next().unwrap_or_default();
    text.trim_start_matches("error: ").trim().to_owned()
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Check(Check),
    Run(Run),
    Soak(Box<Soak>),
    Verify(Verify),
    Powercut(Powercut),
    Inventory(Inventory),
    Calibrate(Calibrate),
    Scale(Scale),
    Compare(Compare),
    Ramp(Ramp),
    Study(Study),
    Capture(Capture),
    Profiles(Profiles),
    Results(Results),
    Diff(Diff),
    Size(Size),
    Serve(Serve),
    Convert(Convert),
    #[command(hide = true)]
    Completions(Completions),
    #[command(hide = true)]
    Man(Man),
}

/// Is this storage fit for a database?
///
/// In a directory it prefills a file with random data and removes it at the end. For each role (kind of I/O) of
/// the database it finds the highest load within the latency limit, and says whether that is enough.
#[derive(Args, Debug)]
#[command(next_help_heading = WHAT)]
pub(crate) struct Check {
    /// A directory, a file, a block device, or simulated storage such as sim:hdd?disks=14
    #[arg(default_value = ".")]
    pub(crate) target: String,
    /// The database profile (see `plimsoll profiles`), or a job file of plimsoll, fio or another tool, or a batch file
    /// (FILE#2 is its second test): then the result is the multiple of the load of the job that the storage carries
    #[arg(long = "for", alias = "profile", value_name = "PROFILE", default_value = "generic-oltp")]
    pub(crate) profile: String,
    /// The requirement, such as 'iops>=5,000, p99<=10ms' (5k is 5,000); also mib/s>=N, mb/s>=N, commits>=N, and load>=Nx
    /// (N times the load of the job)
    #[arg(long = "require", value_name = "REQUIREMENT", allow_hyphen_values = true)]
    pub(crate) requirement: Option<String>,
    /// Total time to measure, such as 90s or 10min; up to a quarter more if trials at required rates need it for a decision
    #[arg(long, help_heading = LENGTH, value_name = "TIME", default_value = "90s", allow_hyphen_values = true)]
    pub(crate) budget: String,
    /// Size of the test file in a directory, such as 4GiB, at least 64 MiB, or the part of a device or file to use; 10 % of
    /// the file system, at least 1 GiB, stays free [default: the smaller of 25 % of the free space and 2 x RAM; all of a
    /// device or file]
    #[arg(long, value_name = "SIZE", allow_hyphen_values = true)]
    pub(crate) size: Option<String>,
    /// The roles of the profile to measure: names, or `all` [default: the usual roles of the profile]
    #[arg(long, value_name = "ROLES", value_delimiter = ',')]
    pub(crate) roles: Vec<String>,
    /// I/O engine: uring, libaio, iocp or sync [default: the best that works here]
    #[arg(long, help_heading = COURSE, value_name = "ENGINE")]
    pub(crate) engine: Option<String>,
    #[command(flatten)]
    pub(crate) writes: Permission,
    #[command(flatten)]
    pub(crate) output: Output,
    #[command(flatten)]
    pub(crate) exposing: MetricsFlags,
    /// The file for the HTML report [default: plimsoll-check-DATE.html beside the store]
    #[arg(long, help_heading = RESULT, value_name = "FILE")]
    pub(crate) report: Option<PathBuf>,
    /// Write no HTML report; `plimsoll results report` can write it later
    #[arg(long, help_heading = RESULT, conflicts_with = "report")]
    pub(crate) no_report: bool,
}

/// Convert a job between the languages of plimsoll and of other tools
#[derive(Args, Debug)]
#[command(next_help_heading = "What to convert")]
pub(crate) struct Convert {
    /// The job files, batch files too; `-` is standard input
    #[arg(required = true, value_name = "JOB")]
    pub(crate) jobs: Vec<String>,
    /// The language of the output
    #[arg(long, value_parser = language())]
    pub(crate) to: String,
    /// The language of the job [default: recognized by the name and the text of the file]
    #[arg(long, value_parser = language_of(|_| true))]
    pub(crate) from: Option<String>,
    /// Replace a drive, path or device of the job by one of this machine, such as 'C:=/mnt/c'
    #[arg(long, value_name = "FROM=TO")]
    pub(crate) map: Vec<String>,
    /// The file to write, or a folder for several jobs [default: standard output]
    #[arg(short, long, help_heading = RESULT, value_name = "FILE")]
    pub(crate) output: Option<String>,
}

/// The name of Plimsoll's own job language.
pub(crate) const NATIVE: &str = "native";

/// Reads the name of a language in which jobs are written.
fn language() -> PossibleValuesParser {
    language_of(|of| of.write.is_some())
}

fn language_of(is_one: fn(&tool::Language) -> bool) -> PossibleValuesParser {
    let own = PossibleValue::new(NATIVE).help("Plimsoll's own (docs/reference/job-language.md)");
    let others = Tool::languages().filter(|(_, of)| is_one(of));
    let others = others.map(|(tool, of)| PossibleValue::new(tool.name).help(of.about));
    PossibleValuesParser::new(std::iter::once(own).chain(others))
}

/// The help of `results import`.
fn imported() -> String {
    let files = TOOLS.iter().filter_map(|tool| Some(tool.results?.about));
    let files: Vec<&str> = files.collect();
    format!("Import results of other tools: {}, grids of points as CSV", files.join(", "))
}

/// The engine of this name; without a name the best one.
pub(crate) fn engine(name: Option<&str>) -> Result<EngineChoice, String> {
    let named = name.map(values::engine).transpose();
    named.map(Option::unwrap_or_default).map_err(|wrong| format!("--engine: {wrong}"))
}

/// The language of texts for people; JSON is the same in every language.
#[derive(Args, Clone, Copy, Debug, Default)]
#[command(next_help_heading = RESULT)]
pub(crate) struct LanguageFlag {
    /// Language of the result and of the HTML report: en, ru or de [default: from LC_ALL, LC_MESSAGES or LANG, else en]
    #[arg(long, global = true, value_name = "LANGUAGE", value_parser = written_language(), hide_possible_values = true)]
    lang: Option<Language>,
}

impl LanguageFlag {
    /// The requested language, or that of the locale.
    pub(crate) fn language(self) -> Language {
        self.lang.unwrap_or_else(session::terminal::language_of_locale)
    }
}

/// Reads the code of a language, such as en.
fn written_language() -> impl TypedValueParser<Value = Language> {
    PossibleValuesParser::new(Language::ALL.map(Language::code))
        .map(|code| code.parse().expect("it is one of the codes"))
}

/// How results are printed and stored.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = RESULT)]
pub(crate) struct Output {
    #[command(flatten)]
    pub(crate) lang: LanguageFlag,
    /// Print one JSON document on standard output and nothing else
    #[arg(long)]
    pub(crate) json: bool,
    /// The store, a file with all results [default: plimsoll/results.db in the XDG data directory]
    #[arg(long, value_name = "FILE", env = "PLIMSOLL_STORE")]
    pub(crate) store: Option<PathBuf>,
    /// Seed of all random choices, to repeat a run [default: drawn at random and recorded]
    #[arg(long, help_heading = COURSE, value_name = "N", allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
}

/// Metrics for a monitoring system during the run.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Metrics for monitoring")]
pub(crate) struct MetricsFlags {
    /// Serve the current metrics to Prometheus at http://ADDRESS:PORT/metrics, which only this machine can reach (see
    /// docs/reference/metrics.md)
    #[arg(long, value_name = "ADDRESS:PORT")]
    pub(crate) metrics: Option<SocketAddr>,
    /// Write Prometheus metrics to a file every 10 s and at the end, for the textfile collector of node_exporter
    #[arg(long, value_name = "FILE.prom")]
    pub(crate) metrics_file: Option<PathBuf>,
}

/// Show the storage of this machine, and what would distort a test
#[derive(Args, Debug)]
#[command(next_help_heading = "What to show")]
pub(crate) struct Inventory {
    /// A directory, file or block device [default: the whole machine]
    pub(crate) target: Option<PathBuf>,
    /// Print one JSON document
    #[arg(long, help_heading = RESULT)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) lang: LanguageFlag,
}

/// Run one workload from a job file and print what was measured
#[derive(Args, Debug)]
#[command(next_help_heading = WHAT)]
pub(crate) struct Run {
    /// The job file (see docs/reference/job-language.md), or a batch file of tests
    #[arg(value_name = "JOB.toml|TESTS.cmd")]
    pub(crate) job: PathBuf,
    /// Replace a drive or device of a batch file by a place of this machine, such as 'D:=/mnt/d'
    #[arg(long, value_name = "FROM=TO")]
    pub(crate) map: Vec<String>,
    /// Check the job, print what each worker would do, and touch no target
    #[arg(long, help_heading = COURSE)]
    pub(crate) dry_run: bool,
    #[command(flatten)]
    pub(crate) writes: Permission,
    #[command(flatten)]
    pub(crate) output: Output,
    #[command(flatten)]
    pub(crate) exposing: MetricsFlags,
    /// Write the values of each reporting interval as CSV
    #[arg(long, help_heading = RESULT, value_name = "FILE")]
    pub(crate) csv: Option<PathBuf>,
    /// Write the HTML report
    #[arg(long, help_heading = RESULT, value_name = "FILE")]
    pub(crate) report: Option<PathBuf>,
}

/// List the database profiles, or print one
#[derive(Args, Debug)]
#[command(next_help_heading = "What to show")]
pub(crate) struct Profiles {
    /// The profile to print
    pub(crate) name: Option<String>,
    /// Print one JSON document
    #[arg(long, help_heading = RESULT)]
    pub(crate) json: bool,
}

/// List, show, report, export, import, merge, tag or remove results
#[derive(Args, Debug)]
#[command(next_help_heading = "What to list")]
pub(crate) struct Results {
    #[command(subcommand)]
    pub(crate) action: Option<ResultsAction>,
    #[command(flatten)]
    pub(crate) filter: ListFilter,
    /// The store, a file with all results [default: plimsoll/results.db in the XDG data directory]
    #[arg(long, help_heading = RESULT, value_name = "FILE", env = "PLIMSOLL_STORE", global = true)]
    pub(crate) store: Option<PathBuf>,
    /// Print one JSON document; report, export and rm print one only for an error
    #[arg(long, help_heading = RESULT, global = true)]
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
    /// List only runs that were measured on this host
    #[arg(long, value_name = "HOST")]
    pub(crate) host: Option<String>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ResultsAction {
    /// Print one line for each run, newest first
    List {
        #[command(flatten)]
        filter: ListFilter,
    },
    /// Print the summary of one run
    Show {
        /// The run's number, or `last`
        run: String,
    },
    /// Write the HTML report of a run
    Report {
        /// The run's number, or `last`
        run: String,
        /// The file to write [default: plimsoll-report-RUN.html in the working directory]
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Write the intervals of a run, the points of a study or the trials of a ramp as CSV
    Export {
        /// The run's number, or `last`
        run: String,
        /// Write comma-separated values (the only format so far)
        #[arg(long)]
        csv: bool,
        /// Write one line for each trial (load and latency), not for each interval or point
        #[arg(long)]
        trials: bool,
        /// Write decimal commas, with semicolons between the fields (points and trials only)
        #[arg(long)]
        decimal_comma: bool,
        /// The file to write [default: standard output]
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    #[command(about = imported())]
    Import {
        /// Files, and folders with everything below them; name all files of one Orion run together
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// Copy the finished runs of other stores, such as those of other hosts, into this store; runs that it already has are skipped
    Merge {
        /// The stores; they are only read
        #[arg(required = true, value_name = "OTHER.db")]
        files: Vec<PathBuf>,
    },
    /// Add tags to a run; `results list` and the pages of `serve` can be filtered by tag
    Tag {
        /// The run's number, or `last`
        run: String,
        /// The tags: letters, digits and - _ . : / +
        #[arg(required = true, value_name = "TAG")]
        tags: Vec<String>,
        /// Remove these tags instead of adding them
        #[arg(long)]
        remove: bool,
    },
    /// Write a note about a run; it replaces an earlier note
    Note {
        /// The run's number, or `last`
        run: String,
        /// The note; an empty text removes the note
        text: String,
    },
    /// Remove runs permanently
    Rm {
        /// The runs' numbers
        #[arg(required = true)]
        runs: Vec<String>,
    },
}

/// The shells whose completions can be written, in the order of `--help`.
const SHELLS: [&str; 5] = ["bash", "zsh", "fish", "elvish", "powershell"];

/// Print the completion script for a shell
#[derive(Args, Debug)]
pub(crate) struct Completions {
    /// The shell
    #[arg(value_parser = PossibleValuesParser::new(SHELLS).try_map(|name| name.parse::<Shell>()))]
    pub(crate) shell: Shell,
}

/// Print a man page, or write all of them
#[derive(Args, Debug)]
pub(crate) struct Man {
    /// Print the page of this command, such as check or powercut write [default: of plimsoll itself]
    #[arg(conflicts_with = "dir")]
    pub(crate) command: Vec<String>,
    /// Write the page of every command into this directory, such as /usr/local/share/man/man1
    #[arg(long, value_name = "DIR")]
    pub(crate) dir: Option<PathBuf>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use session::foreign::Call;
    use session::write_permission;
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
            Command::Run(flags) => flags.writes,
            Command::Ramp(flags) => flags.studying.permission(),
            other => panic!("{other:?}"),
        };
        type PermissionReader<'a> = &'a dyn Fn(&str) -> Permission;
        let run: PermissionReader<'_> = &|link| parsed(words(&["plimsoll", "run", "job"], link));
        let ramp: PermissionReader<'_> = &|link| parsed(words(&["plimsoll", "ramp", "t"], link));
        let fio: PermissionReader<'_> =
            &|link| Call::new("fio", words(&["job.fio"], link)).expect("read").options.writes;
        for (name, read) in [("run", run), ("ramp", ramp), ("fio", fio)] {
            let link = folder.path().join(name);
            symlink(&wanted, &link).expect("own");
            let writes = read(&link.display().to_string());
            std::fs::remove_file(&link).expect("own");
            symlink(&precious, &link).expect("own");
            let refused = write_permission::to_write(&link, &writes);
            assert!(refused.is_err(), "{name}: {refused:?}");
            std::fs::remove_file(&link).expect("own");
            symlink(&wanted, &link).expect("own");
            let granted = write_permission::to_write(&link, &writes);
            assert!(matches!(granted, Ok(FileWritePermission::Present(_))), "{name}: {granted:?}");
        }
    }
}
