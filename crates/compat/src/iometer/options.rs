//! Everything in Iometer's configurations and command line, and how it is treated.

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
        "the configuration, and the file to which results are appended",
        Honoured,
    ),
    row("/c, -c", "the configuration", Honoured),
    row("/r, -r", "the file to which results are appended", Honoured),
    row(
        TIMEOUT,
        "seconds to wait for managers to log in",
        Approximated(
            "accepted without effect; all workers run here, so there is no manager to wait for",
        ),
    ),
    row(
        GUI,
        "port, monitoring and window settings",
        Refused("Plimsoll has no window and no remote managers; leave these options out"),
    ),
    row(
        "--spec",
        "name of a classic specification, instead of a configuration (Plimsoll only)",
        Honoured,
    ),
    row(
        DYNAMO,
        "how dynamo connects to Iometer's window",
        Refused(
            "there is no window to report to; `plimsoll iometer CONFIG.icf RESULTS.csv` replaces both programs",
        ),
    ),
    row(
        "--target",
        "a file, device or sim:MEDIUM for --spec, or for workers without targets (Plimsoll only)",
        Honoured,
    ),
    row(
        "--depth",
        "outstanding I/Os for --spec, or several separated by commas (Plimsoll only)",
        Honoured,
    ),
    row("--workers", "number of workers for --spec (Plimsoll only)", Honoured),
    row("--time", "seconds per test, instead of the configuration's (Plimsoll only)", Honoured),
    row("--ramp", "warm-up in seconds, instead of the configuration's (Plimsoll only)", Honoured),
    row("--columns", "number of result columns, 56 or 80 (default 80; Plimsoll only)", Honoured),
    row(
        "Version",
        "layout of the configuration; before 1998.05.21, specifications have no names",
        Honoured,
    ),
    row("Test Description", "text that the results repeat", Honoured),
    row("Run Time", "hours, minutes and seconds of each test", Honoured),
    row(
        ENDLESS,
        "a test that runs until it is stopped by hand",
        Refused("a test needs an end; use --time SECONDS, or Run Time in the configuration"),
    ),
    row("Ramp Up Time", "warm-up in seconds", Honoured),
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
    row("Record Results", "which rows the results contain", Honoured),
    row("Worker Cycling", "tests with a growing number of workers", Honoured),
    row(
        CYCLE_TARGETS,
        "tests with a growing number of targets",
        Approximated("the number of targets grows for all workers at once"),
    ),
    row("Queue Depth Cycling", "tests with a growing number of outstanding I/Os", Honoured),
    row("Test Type", "what is cycled: workers, targets or outstanding I/Os", Honoured),
    row("RESULTS DISPLAY", "what the window shows; without effect on the results", Honoured),
    row("Access specification name", "name and default assignment of a specification", Honoured),
    row("size", "bytes of an I/O, a multiple of 512", Honoured),
    row("% of size", "share of the I/Os that use this line", Honoured),
    row("% reads", "share of reads", Honoured),
    row("% random", "share of I/Os at random offsets", Honoured),
    row(
        MIXED_RANDOM,
        "each line has its own share of random I/Os",
        Approximated(
            "all lines use their mean % random; size and offset of an I/O are drawn independently",
        ),
    ),
    row("delay", "pause before each burst in milliseconds", Honoured),
    row("burst", "I/Os per burst", Honoured),
    row(
        MIXED_DELAY,
        "each line has its own delay and burst",
        Approximated(
            "all lines use the mean delay, and the burst of the line with the largest share",
        ),
    ),
    row("align", "I/Os start at multiples of this; 0: at sectors", Honoured),
    row(
        MIXED_ALIGN,
        "each line has its own align",
        Approximated("all I/Os start at multiples of the smallest align of the lines"),
    ),
    row(
        REPLY,
        "each I/O is followed by one of this size in the other direction",
        Approximated(
            "replies have the same number and size, but occur at random instead of right after their I/O",
        ),
    ),
    row("Manager", "name and address of a host", Honoured),
    row(
        MANAGERS,
        "workers on several hosts",
        Approximated("the workers of all managers run on this machine"),
    ),
    row("Worker", "name of a worker", Honoured),
    row(
        NETWORK,
        "traffic between hosts",
        Refused("Plimsoll tests only disks; remove the network workers and targets"),
    ),
    row("Number of outstanding IOs", "outstanding I/Os per target of the worker", Honoured),
    row(
        RATE_TEST,
        "open and close the target for each transaction group",
        Refused("the target stays open here; set this field to DISABLED"),
    ),
    row("use fixed seed", "seed of the random choices", Honoured),
    row("Disk maximum size", "number of 512-byte sectors to use; 0: all", Honoured),
    row("starting sector", "the first sector that is used", Honoured),
    row(
        PATTERN,
        "each write is one byte repeated",
        Approximated(
            "random bytes are written, because repeated bytes would make a compressing storage look too fast",
        ),
    ),
    row("Data pattern 1 and 2", "random bytes are written", Honoured),
    row(
        "Assigned access specs",
        "the specifications that a worker runs, one after the other",
        Honoured,
    ),
    row("Target", "the disk, or the root of a file system that holds iobw.tst", Honoured),
];
