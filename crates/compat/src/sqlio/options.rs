//! Every option of SQLIO and its treatment; the reader follows this table and the documentation is generated from it.

use crate::foreign::OptionRow;
use crate::foreign::Treatment::{self, Approximated, Honoured, Refused};

const fn row(name: &'static str, meaning: &'static str, treatment: Treatment) -> OptionRow {
    OptionRow { name, meaning, treatment }
}

/// The name of the row about several files without `-o`.
pub(super) const SEVERAL_FILES: &str = "several files without -o";

/// The name of the row about written data.
pub(super) const DATA: &str = "data of -kW";

/// Options of ours that only this command has.
pub const OWN_OPTIONS: &str = "\
Only in `plimsoll sqlio`: --zeros writes zeros as SQLIO does. --size SIZE is the size of files that do not exist yet.
--sweep 'LISTS' runs a matrix of points, such as --sweep '-b(8,64) -o(1-64) -t(1,2,4) -f(1,2,4) -k(R,W) -R(2->14)'; other options
apply to every point. -o(1-64) means 1, 2, 4 ... 64. -R(2->14) means growing sets of disks: 2, then 2 and 3, and so on to 14.
Lists of -f, -t and -i with the same length are paired value by value; --cross combines all their values instead.
With --sweep: --dry-run lists the points, --pause TIME sets the pause between points (default 30s), --logs DIR is the folder of the
logs and of sweep.csv, --resume runs only the points that are missing in sweep.csv, --decimal-comma writes decimal commas,
--part SIZE calculates -i from this size of a file.
";

/// Every option.
pub const OPTIONS: &[OptionRow] = &[
    row("-k", "reads (`-kR`) or writes (`-kW`)", Honoured),
    row(
        DATA,
        "zeros",
        Approximated(
            "random data is written, because arrays that do not store zeros would look too fast; --zeros writes zeros",
        ),
    ),
    row("-t", "threads, at most 256", Honoured),
    row("-s", "duration in seconds", Honoured),
    row("-b", "size of each I/O in KB", Honoured),
    row("-f", "stripe size in blocks, or `random`, or `sequential`", Honoured),
    row("-i", "number of I/Os in each run over the stripes", Honoured),
    row("-o", "outstanding I/Os per thread and file", Honoured),
    row(
        SEVERAL_FILES,
        "each thread uses its files in turn, one I/O at a time",
        Approximated(
            "without -o, a thread here has one outstanding I/O on each of its files, not one in total",
        ),
    ),
    row("-d", "drive letters to put before the single file name", Honoured),
    row("-R", "raw disks by number, raw partitions by letter", Honoured),
    row("-F", "a parameter file with file, threads, mask and size on each line", Honoured),
    row("FILE", "file names (default `testfile.dat`)", Honoured),
    row("-p", "pin all threads to this CPU", Honoured),
    row(
        "-pI",
        "make this the ideal CPU of all threads",
        Approximated("Linux has no ideal CPU; the threads are pinned to it"),
    ),
    row(
        "-a",
        "CPU mask of the process",
        Approximated(
            "each thread is pinned to one CPU of the mask, in turn; with SQLIO it may use all of them",
        ),
    ),
    row("-aR", "pin each thread to one CPU of the mask, in turn", Honoured),
    row(
        "-aRI",
        "give each thread one ideal CPU of the mask, in turn",
        Approximated("Linux has no ideal CPU; each thread is pinned to its CPU"),
    ),
    row(
        "-mC",
        "copy each I/O from or to sub-blocks",
        Approximated(
            "accepted without effect; each I/O is transferred as one piece, without copies",
        ),
    ),
    row(
        "-mS",
        "scatter each I/O to pages, or gather it from pages",
        Approximated(
            "accepted without effect; each I/O is transferred as one piece, from adjacent pages",
        ),
    ),
    row("-LS", "measure latency with the system's counter", Honoured),
    row(
        "-LP",
        "measure latency with the processor's counter",
        Approximated(
            "latency is measured with the kernel's nanosecond clock, so the report names 1000 MHz",
        ),
    ),
    row(
        "-L?i",
        "also measure the time of submissions",
        Approximated(
            "submission time is not measured separately; the report omits its three lines",
        ),
    ),
    row(
        "-U",
        "report CPU use (`-Up`: of each CPU)",
        Approximated(
            "user, privileged and busy time are measured; the DPC and interrupt columns are always 0 on Linux",
        ),
    ),
    row("-BN", "use no file cache and no disk cache: `O_DIRECT` and `O_DSYNC`", Honoured),
    row("-BY", "use both caches: buffered", Honoured),
    row("-BH", "use only the disk's cache: `O_DIRECT`", Honoured),
    row("-BS", "use only the file cache: buffered, `O_DSYNC`", Honoured),
    row("-S", "the first block that is used", Honoured),
    row("-v", "`-v1.1.1`: each thread repeats its first run", Honoured),
    row("-64", "use memory beyond 4 GB", Honoured),
    row("-?", "prints the usage", Honoured),
    row(
        "-D",
        "debugging output",
        Refused(
            "SQLIO's internal trace does not exist here; leave the option out; `plimsoll results` shows every interval",
        ),
    ),
    row(
        "-T",
        "SQLIO2: percentage of reads",
        Refused(
            "SQLIO 1.5.SG only reads or only writes; for a mix, use `plimsoll diskspd -w` or a job of `plimsoll run`",
        ),
    ),
    row(
        "-I",
        "SQLIO2: number of I/Os per thread",
        Refused("SQLIO 1.5.SG ends after a time; use -s"),
    ),
    row(
        "-c",
        "SQLIO2: maximum IOPS per thread",
        Refused("SQLIO 1.5.SG has no limit; use `plimsoll diskspd -g` or `rate` in a job"),
    ),
    row(
        "-e",
        "SQLIO2: minimum size of a file",
        Refused("set the size in the parameter file of -F"),
    ),
    row(
        "-q",
        "SQLIO2: source of the written data",
        Refused(
            "the written data is random here; use --zeros for the zeros that SQLIO 1.5.SG writes",
        ),
    ),
    row(
        "-W",
        "SQLIO2: warm-up in seconds",
        Refused("SQLIO 1.5.SG has no warm-up; use `warm_up` in a job"),
    ),
    row(
        "-z",
        "SQLIO2: results as CSV",
        Refused(
            "use --sweep, which writes one CSV of its points, or `plimsoll results export` for any run",
        ),
    ),
    row("-r", "SQLIO2", Refused("SQLIO 1.5.SG has no such option; leave the option out")),
];

/// The row of an option.
pub(super) fn of(name: &str) -> Option<&'static OptionRow> {
    OPTIONS.iter().find(|row| row.name == name)
}
