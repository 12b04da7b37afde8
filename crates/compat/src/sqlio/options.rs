//! Every option of SQLIO and how it is treated; the reader judges by this table and the documentation is made from it.

use crate::foreign::OptionRow;
use crate::foreign::Treatment::{self, Approximated, Honoured, Refused};

const fn row(name: &'static str, meaning: &'static str, treatment: Treatment) -> OptionRow {
    OptionRow { name, meaning, treatment }
}

/// The name of the row of several files without `-o`.
pub(super) const SEVERAL_FILES: &str = "several files without -o";

/// The name of the row of what is written.
pub(super) const DATA: &str = "what -kW writes";

/// Words of ours that only this command knows.
pub const OWN_OPTIONS: &str = "\
Of `plimsoll sqlio`: --zeros writes zeros as SQLIO does. --size SIZE is that of files which do not exist yet. --sweep 'LISTS' runs a matrix, such as
--sweep '-b(8,64) -o(1-64) -t(1,2,4) -f(1,2,4) -k(R,W) -R(2->14)' with words that hold for every point beside it:
1-64 are powers of two, 2->14 sets that grow; -f, -t and -i move in step where their lists have one length.
With it: --dry-run lists the points, --pause TIME (30s) between them, --logs DIR for their logs and sweep.csv,
--resume goes on with the points that sweep.csv lacks, --decimal-comma, --cross takes every combination of -f, -t
and -i, --part SIZE makes -i of a file's size.
";

/// Every option.
pub const OPTIONS: &[OptionRow] = &[
    row("-k", "reads (`-kR`) or writes (`-kW`)", Honoured),
    row(
        DATA,
        "zeros",
        Approximated(
            "random data are written, for arrays that leave zeros out would look faster than they are; --zeros writes zeros",
        ),
    ),
    row("-t", "threads, at most 256", Honoured),
    row("-s", "seconds", Honoured),
    row("-b", "size of an I/O in KB", Honoured),
    row("-f", "blocks of a stripe, or `random`, or `sequential`", Honoured),
    row("-i", "I/Os of a run down the stripes", Honoured),
    row("-o", "outstanding I/Os of each thread on each file", Honoured),
    row(
        SEVERAL_FILES,
        "a thread takes its files in turn, one I/O at a time",
        Approximated(
            "without -o, a thread here has one I/O under way on each of its files, not one in all",
        ),
    ),
    row("-d", "drive letters put before the one file name", Honoured),
    row("-R", "raw disks by number, raw partitions by letter", Honoured),
    row("-F", "a parameter file with file, threads, mask and size on each line", Honoured),
    row("FILE", "file names; `testfile.dat` when there is none", Honoured),
    row("-p", "all threads on this CPU", Honoured),
    row(
        "-pI",
        "this CPU is ideal for all threads",
        Approximated("Linux has no ideal CPU: the threads are bound to it"),
    ),
    row(
        "-a",
        "a mask of CPUs for the process",
        Approximated(
            "each thread is bound to one CPU of the mask, in turn, where the mask lets it move among them",
        ),
    ),
    row("-aR", "each thread on one CPU of the mask, in turn", Honoured),
    row(
        "-aRI",
        "each thread has one CPU of the mask as its ideal, in turn",
        Approximated("Linux has no ideal CPU: the threads are bound to theirs"),
    ),
    row(
        "-mC",
        "each I/O copied from or to sub-blocks",
        Approximated("each I/O moves as one piece; nothing is copied between sub-blocks"),
    ),
    row(
        "-mS",
        "each I/O scattered to or gathered from pages",
        Approximated("each I/O moves as one piece; its pages lie side by side in memory"),
    ),
    row("-LS", "latencies by the system's counter", Honoured),
    row(
        "-LP",
        "latencies by the processor's counter",
        Approximated(
            "the kernel's clock in nanoseconds times latencies, so the report names 1000 MHz",
        ),
    ),
    row(
        "-L?i",
        "also how long submissions take",
        Approximated(
            "the time of a submission alone is not measured: its three lines are left out of the report",
        ),
    ),
    row(
        "-U",
        "CPU use (`-Up`: of each CPU)",
        Approximated(
            "user, privileged and busy time are measured; DPC and interrupt columns are 0, for Linux has no such",
        ),
    ),
    row("-BN", "neither file nor disk caches: `O_DIRECT` and `O_DSYNC`", Honoured),
    row("-BY", "both caches: buffered", Honoured),
    row("-BH", "the disk's cache: `O_DIRECT`", Honoured),
    row("-BS", "the file cache: buffered, `O_DSYNC`", Honoured),
    row("-S", "the first block that is used", Honoured),
    row("-v", "`-v1.1.1`: each thread keeps to its first run", Honoured),
    row("-64", "memory beyond 4 GB", Honoured),
    row("-?", "usage", Honoured),
    row(
        "-D",
        "debugging output",
        Refused(
            "its text belongs to the original's inside; leave it away, and see `plimsoll results` for every interval",
        ),
    ),
    row(
        "-T",
        "SQLIO2: percentage of reads",
        Refused(
            "1.5.SG reads or writes; a mix is `plimsoll diskspd -w` or a job of `plimsoll run`",
        ),
    ),
    row("-I", "SQLIO2: I/Os of each thread", Refused("1.5.SG ends by time; give -s")),
    row(
        "-c",
        "SQLIO2: IOPS of each thread at most",
        Refused("1.5.SG has no cap; `plimsoll diskspd -g` or `rate` of a job has one"),
    ),
    row("-e", "SQLIO2: least size of a file", Refused("say the size in the parameter file of -F")),
    row(
        "-q",
        "SQLIO2: where written data come from",
        Refused("what is written here is random; --zeros writes zeros as 1.5.SG does"),
    ),
    row(
        "-W",
        "SQLIO2: seconds of warming up",
        Refused("1.5.SG counts from the start; `warm_up` of a job leaves the start out"),
    ),
    row(
        "-z",
        "SQLIO2: results as CSV",
        Refused(
            "a sweep (--sweep) writes one CSV of its points; `plimsoll results export` writes any run",
        ),
    ),
    row("-r", "SQLIO2", Refused("1.5.SG has no such option; leave it away")),
];

/// The row of an option.
pub(super) fn of(name: &str) -> Option<&'static OptionRow> {
    OPTIONS.iter().find(|row| row.name == name)
}
