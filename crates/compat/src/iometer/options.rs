//! Everything in Iometer's configurations and command line, and how it is treated.

use crate::foreign::{OptionRow, honoured, nearly, refused};

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

pub const OPTIONS: &[OptionRow] = &[
    honoured(
        "CONFIG.icf RESULTS.csv",
        "the configuration, and the file to which results are appended",
    ),
    honoured("/c, -c", "the configuration"),
    honoured("/r, -r", "the file to which results are appended"),
    nearly(
        TIMEOUT,
        "seconds to wait for managers to log in",
        "accepted without effect; all workers run here, so there is no manager to wait for",
    ),
    refused(
        GUI,
        "port, monitoring and window settings",
        "Plimsoll has no window and no remote managers; leave these options out",
    ),
    honoured(
        "--spec",
        "name of a classic specification, instead of a configuration (Plimsoll only)",
    ),
    refused(
        DYNAMO,
        "how dynamo connects to Iometer's window",
        "there is no window to report to; `plimsoll iometer CONFIG.icf RESULTS.csv` replaces both programs",
    ),
    honoured(
        "--target",
        "a file, device or sim:MEDIUM for --spec, or for workers without targets (Plimsoll only)",
    ),
    honoured(
        "--depth",
        "outstanding I/Os for --spec, or several separated by commas (Plimsoll only)",
    ),
    honoured("--workers", "number of workers for --spec (Plimsoll only)"),
    honoured("--time", "seconds per test, instead of the configuration's (Plimsoll only)"),
    honoured("--ramp", "warm-up in seconds, instead of the configuration's (Plimsoll only)"),
    honoured("--columns", "number of result columns, 56 or 80 (default 80; Plimsoll only)"),
    honoured(
        "Version",
        "layout of the configuration; before 1998.05.21, specifications have no names",
    ),
    honoured("Test Description", "text that the results repeat"),
    honoured("Run Time", "hours, minutes and seconds of each test"),
    refused(
        ENDLESS,
        "a test that runs until it is stopped by hand",
        "a test needs an end; use --time SECONDS, or Run Time in the configuration",
    ),
    honoured("Ramp Up Time", "warm-up in seconds"),
    honoured("Default Disk Workers to Spawn", "without effect on a configuration with workers"),
    honoured("Default Network Workers to Spawn", "without effect on a configuration with workers"),
    honoured("Record Results", "which rows the results contain"),
    honoured("Worker Cycling", "tests with a growing number of workers"),
    nearly(
        CYCLE_TARGETS,
        "tests with a growing number of targets",
        "the number of targets grows for all workers at once",
    ),
    honoured("Queue Depth Cycling", "tests with a growing number of outstanding I/Os"),
    honoured("Test Type", "what is cycled: workers, targets or outstanding I/Os"),
    honoured("RESULTS DISPLAY", "what the window shows; without effect on the results"),
    honoured("Access specification name", "name and default assignment of a specification"),
    honoured("size", "bytes of an I/O, a multiple of 512"),
    honoured("% of size", "share of the I/Os that use this line"),
    honoured("% reads", "share of reads"),
    honoured("% random", "share of I/Os at random offsets"),
    nearly(
        MIXED_RANDOM,
        "each line has its own share of random I/Os",
        "all lines use their mean % random; size and offset of an I/O are drawn independently",
    ),
    honoured("delay", "pause before each burst in milliseconds"),
    honoured("burst", "I/Os per burst"),
    nearly(
        MIXED_DELAY,
        "each line has its own delay and burst",
        "all lines use the mean delay, and the burst of the line with the largest share",
    ),
    honoured("align", "I/Os start at multiples of this; 0: at sectors"),
    nearly(
        MIXED_ALIGN,
        "each line has its own align",
        "all I/Os start at multiples of the smallest align of the lines",
    ),
    nearly(
        REPLY,
        "each I/O is followed by one of this size in the other direction",
        "replies have the same number and size, but occur at random instead of right after their I/O",
    ),
    honoured("Manager", "name and address of a host"),
    nearly(MANAGERS, "workers on several hosts", "the workers of all managers run on this machine"),
    honoured("Worker", "name of a worker"),
    refused(
        NETWORK,
        "traffic between hosts",
        "Plimsoll tests only disks; remove the network workers and targets",
    ),
    honoured("Number of outstanding IOs", "outstanding I/Os per target of the worker"),
    refused(
        RATE_TEST,
        "open and close the target for each transaction group",
        "the target stays open here; set this field to DISABLED",
    ),
    honoured("use fixed seed", "seed of the random choices"),
    honoured("Disk maximum size", "number of 512-byte sectors to use; 0: all"),
    honoured("starting sector", "the first sector that is used"),
    nearly(
        PATTERN,
        "each write is one byte repeated",
        "random bytes are written, because repeated bytes would make a compressing storage look too fast",
    ),
    honoured("Data pattern 1 and 2", "random bytes are written"),
    honoured("Assigned access specs", "the specifications that a worker runs, one after the other"),
    honoured("Target", "the disk, or the root of a file system that holds iobw.tst"),
];
