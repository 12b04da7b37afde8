//! Everything that Iometer's configurations and command line can say, and how it is treated.

use crate::foreign::OptionRow;
use crate::foreign::Treatment::{self, Approximated, Honoured, Refused};

const fn row(name: &'static str, meaning: &'static str, treatment: Treatment) -> OptionRow {
    OptionRow { name, meaning, treatment }
}

pub(super) const MIXED_RANDOM: &str = "lines with different % random";
pub(super) const MIXED_DELAY: &str = "lines with different delay or burst";
pub(super) const MIXED_ALIGN: &str = "lines with different align";
pub(super) const REPLY: &str = "reply";
pub(super) const NETWORK: &str = "NETWORK workers and targets";
pub(super) const MANAGERS: &str = "several managers";
pub(super) const ENDLESS: &str = "run time of 0";
pub(super) const CYCLE_TARGETS: &str = "cycling of targets";
pub(super) const RATE_TEST: &str = "test connection rate";
pub(super) const PATTERN: &str = "data pattern 0, repeating bytes";
pub(super) const TIMEOUT: &str = "/t";
pub(super) const GUI: &str = "/p, /m, /a, /d";

pub(super) const DYNAMO: &str = "dynamo's -i, -n, -l, -x, -f, --flag";

/// Every option.
pub const OPTIONS: &[OptionRow] = &[
    row(
        "CONFIG.icf RESULTS.csv",
        "the configuration, and the file that results are appended to",
        Honoured,
    ),
    row("/c, -c", "the configuration", Honoured),
    row("/r, -r", "the file that results are appended to", Honoured),
    row(
        TIMEOUT,
        "seconds to wait for managers to log in",
        Approximated("all workers run here: there is no manager to wait for"),
    ),
    row(
        GUI,
        "port, monitoring and window settings",
        Refused("there is no window and no other host; leave them out"),
    ),
    row("--spec", "a classic specification by name, without a configuration (ours)", Honoured),
    row(
        DYNAMO,
        "how a worker program finds its window",
        Refused(
            "there is no window to report to: `plimsoll iometer CONFIG.icf RESULTS.csv` does the work of both",
        ),
    ),
    row(
        "--target",
        "a file, device or sim:MEDIUM for --spec, or for workers without targets (ours)",
        Honoured,
    ),
    row("--depth", "outstanding I/Os for --spec, several with commas (ours)", Honoured),
    row("--workers", "workers for --spec (ours)", Honoured),
    row("--time", "seconds of each test, instead of the configuration's (ours)", Honoured),
    row(
        "--ramp",
        "seconds before counting starts, instead of the configuration's (ours)",
        Honoured,
    ),
    row("--columns", "56 or 80 columns of results, 80 by default (ours)", Honoured),
    row(
        "Version",
        "which layout the configuration has; before 1998.05.21 specifications have no names",
        Honoured,
    ),
    row("Test Description", "repeated in the results", Honoured),
    row("Run Time", "hours, minutes, seconds of each test", Honoured),
    row(
        ENDLESS,
        "a test until it is stopped by hand",
        Refused("give each test an end: --time SECONDS, or the Run Time of the configuration"),
    ),
    row("Ramp Up Time", "seconds before counting starts", Honoured),
    row(
        "Default Disk Workers to Spawn",
        "without effect on a configuration with workers",
        Honoured,
    ),
    row(
        "Default Network Workers to Spawn",
        "without effect on a configuration with workers",
        Honoured,
    ),
    row("Record Results", "which rows the results have", Honoured),
    row("Worker Cycling", "tests with a growing number of workers", Honoured),
    row(
        CYCLE_TARGETS,
        "tests with a growing number of targets",
        Approximated("the number of targets grows for all workers at once"),
    ),
    row("Queue Depth Cycling", "tests with a growing number of outstanding I/Os", Honoured),
    row("Test Type", "which of them are cycled", Honoured),
    row("RESULTS DISPLAY", "what the window shows; without effect on the results", Honoured),
    row("Access specification name", "its name and default assignment", Honoured),
    row("size", "bytes of an I/O, a multiple of 512", Honoured),
    row("% of size", "share of the I/Os that a line stands for", Honoured),
    row("% reads", "share of reads", Honoured),
    row("% random", "share of I/Os at a random place", Honoured),
    row(
        MIXED_RANDOM,
        "each line has its own share of random I/Os",
        Approximated(
            "all lines share their mean % random: size and place of an I/O are drawn apart",
        ),
    ),
    row("delay", "milliseconds of rest before each burst", Honoured),
    row("burst", "I/Os of a burst", Honoured),
    row(
        MIXED_DELAY,
        "each line has its own delay and burst",
        Approximated("all lines share the mean delay, and the burst of the heaviest line"),
    ),
    row("align", "I/Os start at multiples of this; 0 is a sector", Honoured),
    row(
        MIXED_ALIGN,
        "each line has its own align",
        Approximated("all I/Os start at multiples of the smallest align of the lines"),
    ),
    row(
        REPLY,
        "each I/O is followed by one of this size the other way",
        Approximated(
            "replies are as many and as large, but drawn at random instead of following at once",
        ),
    ),
    row("Manager", "name and address of a host", Honoured),
    row(
        MANAGERS,
        "workers on several hosts",
        Approximated("the workers of all managers run on this machine"),
    ),
    row("Worker", "a worker and its name", Honoured),
    row(
        NETWORK,
        "traffic between hosts",
        Refused("only disks are tested; remove the network workers and targets"),
    ),
    row("Number of outstanding IOs", "on each target of the worker", Honoured),
    row(
        RATE_TEST,
        "opens and closes the target for each transaction group",
        Refused("the target stays open here; set it to DISABLED"),
    ),
    row("use fixed seed", "the seed of the random choices", Honoured),
    row("Disk maximum size", "sectors of 512 bytes that are used; 0 is all", Honoured),
    row("starting sector", "the first sector that is used", Honoured),
    row(
        PATTERN,
        "each write is one byte repeated",
        Approximated(
            "random bytes are written: repeated ones would flatter a storage that compresses",
        ),
    ),
    row("Data pattern 1 and 2", "random bytes are written", Honoured),
    row(
        "Assigned access specs",
        "the specifications that a worker runs, one after the other",
        Honoured,
    ),
    row("Target", "the disk, or the root of a file system with its iobw.tst", Honoured),
];
