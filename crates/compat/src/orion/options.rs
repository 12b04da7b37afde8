//! Every option of Orion and how it is treated; the reader judges by this table and the documentation is made from it.

use crate::foreign::OptionRow;
use crate::foreign::Treatment::{self, Approximated, Honoured, Refused};

const fn row(name: &'static str, meaning: &'static str, treatment: Treatment) -> OptionRow {
    OptionRow { name, meaning, treatment }
}

/// The name of the row of several LUNs.
pub(super) const SEVERAL_LUNS: &str = "several LUNs";

/// The name of the row of striped sequential streams.
pub(super) const STRIPED_STREAMS: &str = "-simulate raid0 with -type seq";

/// Every option.
pub const OPTIONS: &[OptionRow] = &[
    row("-run", "simple, normal, oltp, dss or advanced", Honoured),
    row("-testname", "names the list of LUNs (`<name>.lun`) and the results", Honoured),
    row(
        "-num_disks",
        "disks behind the LUNs; loads grow with it; as many as LUNs when absent",
        Honoured,
    ),
    row("-size_small", "size of small I/Os in KB (8)", Honoured),
    row("-size_large", "size of large I/Os in KB (1024)", Honoured),
    row("-type", "large I/O is `rand` or `seq`", Honoured),
    row("-num_streamIO", "outstanding I/Os of a sequential stream (4)", Honoured),
    row("-simulate", "LUNs follow one another (`concat`) or are striped (`raid0`)", Honoured),
    row(
        STRIPED_STREAMS,
        "sequential streams over striped LUNs",
        Approximated("a stream stays on one LUN, and the streams take the LUNs in turn"),
    ),
    row("-stripe", "the stripe of raid0 in KB (1024)", Honoured),
    row(
        SEVERAL_LUNS,
        "one volume of all LUNs",
        Approximated(
            "each LUN has its equal share of the outstanding I/Os, where Orion draws the LUN of each I/O; a load below the number of LUNs takes them in turn from point to point",
        ),
    ),
    row("-write", "percentage of writes (0); destroys what is on the LUNs", Honoured),
    row(
        "-cache_size",
        "MB moved to warm the cache before points with sequential streams (2 minutes when absent)",
        Honoured,
    ),
    row("-duration", "seconds of a point (60)", Honoured),
    row("-matrix", "basic, detailed, point, col, row or max, with -run advanced", Honoured),
    row("-num_small", "outstanding small I/Os, with -matrix", Honoured),
    row("-num_large", "outstanding large I/Os or large streams, with -matrix", Honoured),
    row("-hugenotneeded", "works without huge pages, as this program always does", Honoured),
    row("-verbose", "tells more on the screen", Approximated("progress is told on stderr")),
    row("-help", "usage", Honoured),
    row("-storax skgfr", "I/O by the operating system", Honoured),
    row(
        "-storax",
        "oss, asmlib or odmlib: I/O by a library of Oracle",
        Refused("no library of Oracle is used here; leave it away and name the devices themselves"),
    ),
];

/// The row of an option.
pub(super) fn of(name: &str) -> Option<&'static OptionRow> {
    OPTIONS.iter().find(|row| row.name == name)
}
