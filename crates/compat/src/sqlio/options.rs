//! Every option of SQLIO and its treatment; the reader follows this table and the documentation is generated from it.

use crate::foreign::{OptionRow, honoured, nearly, refused};

/// The name of the row about several files without `-o`.
pub(super) const SEVERAL_FILES: &str = "several files without -o";

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

pub const OPTIONS: &[OptionRow] = &[
    honoured("-k", "reads (`-kR`) or writes (`-kW`)"),
    nearly(
        DATA,
        "zeros",
        "random data is written, because arrays that do not store zeros would look too fast; --zeros writes zeros",
    ),
    honoured("-t", "threads, at most 256"),
    honoured("-s", "duration in seconds"),
    honoured("-b", "size of each I/O in KB"),
    honoured("-f", "stripe size in blocks, or `random`, or `sequential`"),
    honoured("-i", "number of I/Os in each run over the stripes"),
    honoured("-o", "outstanding I/Os per thread and file"),
    nearly(
        SEVERAL_FILES,
        "each thread uses its files in turn, one I/O at a time",
        "without -o, a thread here has one outstanding I/O on each of its files, not one in total",
    ),
    honoured("-d", "drive letters to put before the single file name"),
    honoured("-R", "raw disks by number, raw partitions by letter"),
    honoured("-F", "a parameter file with file, threads, mask and size on each line"),
    honoured("FILE", "file names (default `testfile.dat`)"),
    honoured("-p", "pin all threads to this CPU"),
    nearly(
        "-pI",
        "make this the ideal CPU of all threads",
        "the threads are pinned, because Linux has no ideal CPU",
    ),
    nearly(
        "-a",
        "CPU mask of the process",
        "each thread is pinned to one CPU of the mask, in turn; SQLIO lets it use all",
    ),
    honoured("-aR", "pin each thread to one CPU of the mask, in turn"),
    nearly(
        "-aRI",
        "give each thread one ideal CPU of the mask, in turn",
        "the threads are pinned, because Linux has no ideal CPU",
    ),
    nearly(
        "-mC",
        "copy each I/O from or to sub-blocks",
        "accepted without effect; each I/O is transferred as one piece, without copies",
    ),
    nearly(
        "-mS",
        "scatter each I/O to pages, or gather it from pages",
        "accepted without effect; each I/O is transferred as one piece, from adjacent pages",
    ),
    honoured("-LS", "measure latency with the system's counter"),
    nearly(
        "-LP",
        "measure latency with the processor's counter",
        "latency is measured with the kernel's nanosecond clock, so the report names 1000 MHz",
    ),
    nearly(
        "-L?i",
        "also measure the time of submissions",
        "submission time is not measured separately; the report omits its three lines",
    ),
    nearly(
        "-U",
        "report CPU use (`-Up`: of each CPU)",
        "user, privileged and busy time are measured; the DPC and interrupt columns are always 0 on Linux",
    ),
    honoured("-BN", "use no file cache and no disk cache: `O_DIRECT` and `O_DSYNC`"),
    honoured("-BY", "use both caches: buffered"),
    honoured("-BH", "use only the disk's cache: `O_DIRECT`"),
    honoured("-BS", "use only the file cache: buffered, `O_DSYNC`"),
    honoured("-S", "the first block that is used"),
    honoured("-v", "`-v1.1.1`: each thread repeats its first run"),
    honoured("-64", "use memory beyond 4 GB"),
    honoured("-?", "prints the usage"),
    refused(
        "-D",
        "debugging output",
        "there is no such trace here; `plimsoll results` shows every interval",
    ),
    refused(
        "-T",
        "SQLIO2: percentage of reads",
        "SQLIO 1.5.SG only reads or only writes; for a mix, use `plimsoll diskspd -w` or a job of `plimsoll run`",
    ),
    refused("-I", "SQLIO2: number of I/Os per thread", "a time ends the run; use -s"),
    refused(
        "-c",
        "SQLIO2: maximum IOPS per thread",
        "use `plimsoll diskspd -g`, or `rate` in a job",
    ),
    refused("-e", "SQLIO2: minimum size of a file", "set the size in the parameter file of -F"),
    refused(
        "-q",
        "SQLIO2: source of the written data",
        "the written data is random here; use --zeros for the zeros that SQLIO 1.5.SG writes",
    ),
    refused("-W", "SQLIO2: warm-up in seconds", "use `warm_up` in a job"),
    refused(
        "-z",
        "SQLIO2: results as CSV",
        "use --sweep, which writes a CSV, or `plimsoll results export`",
    ),
    refused("-r", "SQLIO2", "leave the option out"),
];

pub(super) fn of(name: &str) -> Option<&'static OptionRow> {
    OPTIONS.iter().find(|row| row.name == name)
}
