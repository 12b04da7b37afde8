//! Rows: options of the command line only.

use super::{FioOption, near, no, yes};

const REMOTE: &str = "several hosts run a job together with `mpirun plimsoll run JOB.toml` (plimsoll convert JOB --to native)";
const TOOL: &str = "this function exists only in fio; use fio for it";
const TRIGGER: &str = "a run cannot start programs; use a script that watches the run";

pub(super) const ENTRIES: &[FioOption] = &[
    yes("--output", "file for the results").text(),
    yes("--output-format", "normal, terse, json or json+"),
    yes("--minimal", "prints terse results").flag(),
    yes("--append-terse", "prints terse results after the text results").flag(),
    yes("--terse-version", "version of the terse format"),
    yes("--bandwidth-log", "writes log files of the bandwidth of all jobs").text().flag(),
    yes("--status-interval", "interval between full results"),
    yes("--eta", "when the remaining time is shown"),
    yes("--eta-newline", "interval after which the remaining time starts a new line"),
    near(
        "--eta-interval",
        "interval at which the remaining time is shown",
        "the remaining time is shown every second",
    ),
    yes("--parse-only", "only parses the jobs").flag(),
    yes("--showcmd", "prints jobs as a command line").flag(),
    yes("--section", "runs only these sections").text(),
    yes("--readonly", "refuses to run jobs that write").flag(),
    near("--warnings-fatal", "a warning ends the run", "an error in a job always ends the run")
        .flag(),
    yes("--max-jobs", "maximum number of clones"),
    near(
        "--alloc-size",
        "memory for jobs",
        "accepted without effect; memory is allocated as needed",
    ),
    near(
        "--aux-path",
        "folder of fio's auxiliary files",
        "accepted without effect; there are no such files",
    )
    .text(),
    near(
        "--debug",
        "prints debugging output",
        "the chosen categories are printed, but nothing is traced",
    ),
    yes("--version", "prints the version").flag(),
    yes("--help", "prints the options").flag(),
    yes("--cmdhelp", "prints options of jobs").flag(),
    yes("--enghelp", "prints engines and their options").flag(),
    yes("--inflate-log", "prints a log that fio compressed").text(),
    near(
        "--idle-prof",
        "reports how idle the CPUs are, `system` or `percpu`",
        "the kernel's counters provide the idle time; no unit of work is calibrated",
    ),
    no("--server", "waits for remote clients", REMOTE).flag(),
    no("--client", "runs jobs on other machines", REMOTE),
    no("--remote-config", "uses a job file of the other machine", REMOTE).text(),
    no(
        "--daemonize",
        "runs in the background",
        "Plimsoll stays in the foreground; use systemd-run or nohup",
    )
    .text(),
    no("--trigger-file", "file whose existence starts a program", TRIGGER).text(),
    no("--trigger-timeout", "time after which a program is started", TRIGGER),
    no("--trigger", "program to start", TRIGGER).text(),
    no("--trigger-remote", "program to start on the remote machine", TRIGGER).text(),
    no("--merge-blktrace-only", "merges traces", TOOL).flag(),
    no(
        "--profile",
        "a built-in profile of jobs",
        "fio's built-in profiles are not supported; write their jobs",
    ),
    no("--cpuclock-test", "tests the CPU clock", TOOL).flag(),
    no("--crctest", "tests the speed of checksums", TOOL).flag(),
    no("--memcpytest", "tests the speed of memory copies", TOOL).flag(),
];
