//! Every option of Orion and its treatment; the reader follows this table and the documentation is generated from it.

use crate::foreign::OptionRow;
use crate::foreign::Treatment::{self, Approximated, Honoured, Refused};

const fn row(name: &'static str, meaning: &'static str, treatment: Treatment) -> OptionRow {
    OptionRow { name, meaning, treatment }
}

/// The name of the row about several LUNs.
pub(super) const SEVERAL_LUNS: &str = "several LUNs";

/// The name of the row about striped sequential streams.
pub(super) const STRIPED_STREAMS: &str = "-simulate raid0 with -type seq";

/// Every option.
pub const OPTIONS: &[OptionRow] = &[
    row("-run", "simple, normal, oltp, dss or advanced", Honoured),
    row("-testname", "name of the LUN list (`<name>.lun`) and of the results", Honoured),
    row(
        "-num_disks",
        "disks behind the LUNs; the loads grow with their number (default: number of LUNs)",
        Honoured,
    ),
    row("-size_small", "size of small I/Os in KB (default 8)", Honoured),
    row("-size_large", "size of large I/Os in KB (default 1024)", Honoured),
    row("-type", "order of large I/O: `rand` or `seq`", Honoured),
    row("-num_streamIO", "outstanding I/Os of a sequential stream (default 4)", Honoured),
    row("-simulate", "LUNs are concatenated (`concat`) or striped (`raid0`)", Honoured),
    row(
        STRIPED_STREAMS,
        "sequential streams over striped LUNs",
        Approximated("each stream stays on one LUN; the streams are assigned to the LUNs in turn"),
    ),
    row("-stripe", "stripe size of raid0 in KB (default 1024)", Honoured),
    row(
        SEVERAL_LUNS,
        "one volume of all LUNs",
        Approximated(
            "each LUN gets an equal share of the outstanding I/Os, while Orion chooses a random LUN for each I/O; if there are fewer I/Os than LUNs, each point uses the next LUNs",
        ),
    ),
    row("-write", "percentage of writes (default 0); destroys the data on the LUNs", Honoured),
    row(
        "-cache_size",
        "MB to read before points with sequential streams, to warm the cache (default: 2 minutes of reads)",
        Honoured,
    ),
    row("-duration", "seconds per point (default 60)", Honoured),
    row("-matrix", "with -run advanced: basic, detailed, point, col, row or max", Honoured),
    row("-num_small", "with -matrix: outstanding small I/Os", Honoured),
    row("-num_large", "with -matrix: outstanding large I/Os or large streams", Honoured),
    row("-hugenotneeded", "runs without huge pages, as Plimsoll always does", Honoured),
    row("-verbose", "prints more on the screen", Approximated("progress is printed on stderr")),
    row("-help", "prints the usage", Honoured),
    row("-storax skgfr", "I/O by the operating system", Honoured),
    row(
        "-storax",
        "I/O by a library of Oracle: oss, asmlib or odmlib",
        Refused("libraries of Oracle are not supported; leave the option out and name the devices"),
    ),
];

/// The row of an option.
pub(super) fn of(name: &str) -> Option<&'static OptionRow> {
    OPTIONS.iter().find(|row| row.name == name)
}
