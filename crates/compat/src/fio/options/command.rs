//! Rows: what stands on the command line only.

use super::{FioOption, near, no, yes};

const REMOTE: &str = "a run is of this machine; start it on each machine";
const TOOL: &str = "this is a tool of fio's own; use fio for it";
const TRIGGER: &str = "a run starts no programs; watch it from outside";

pub(super) const ENTRIES: &[FioOption] = &[
    yes("--output", "where results go").text(),
    yes("--output-format", "normal, terse, json or json+"),
    yes("--minimal", "terse results").flag(),
    yes("--append-terse", "terse results after those for people").flag(),
    yes("--terse-version", "version of the terse results"),
    yes("--bandwidth-log", "bandwidth of all jobs as files").text().flag(),
    yes("--status-interval", "time between full results"),
    yes("--eta", "when the time left is shown"),
    yes("--eta-newline", "time after which it is shown on a new line"),
    near("--eta-interval", "how often the time left is shown", "it is shown every second"),
    yes("--parse-only", "only reads the jobs").flag(),
    yes("--showcmd", "prints jobs as a command line").flag(),
    yes("--section", "runs only these jobs").text(),
    yes("--readonly", "writes nothing").flag(),
    near("--warnings-fatal", "a warning ends the run", "what is wrong ends the run always").flag(),
    yes("--max-jobs", "most clones"),
    near("--alloc-size", "memory for jobs", "memory is taken as it is needed"),
    near("--aux-path", "where fio keeps its files", "no such files are made").text(),
    near("--debug", "traces what fio does", "it is said what is traced, and nothing is traced"),
    yes("--version", "prints the version").flag(),
    yes("--help", "prints the options").flag(),
    yes("--cmdhelp", "prints options of jobs").flag(),
    yes("--enghelp", "prints engines and their options").flag(),
    near("--idle-prof", "how idle CPUs are", "the kernel's own counters tell it"),
    no("--server", "waits for clients", REMOTE).flag(),
    no("--client", "runs on other machines", REMOTE),
    no("--remote-config", "a job file of the other machine", REMOTE).text(),
    no("--daemonize", "runs in the background", "use systemd-run or nohup").text(),
    no("--trigger-file", "a file that starts a program", TRIGGER).text(),
    no("--trigger-timeout", "a time that starts a program", TRIGGER),
    no("--trigger", "a program that is started", TRIGGER).text(),
    no("--trigger-remote", "a program that is started there", TRIGGER).text(),
    no("--inflate-log", "prints a compressed log", TOOL).text(),
    no("--merge-blktrace-only", "merges traces", TOOL).flag(),
    no(
        "--profile",
        "a built-in set of jobs",
        "fio's built-in sets are not known here; write their jobs",
    ),
    no("--cpuclock-test", "tests the processor's clock", TOOL).flag(),
    no("--crctest", "tests checksums", TOOL).flag(),
    no("--memcpytest", "tests copying", TOOL).flag(),
];
