//! Every option of Orion and its treatment; the reader follows this table and the documentation is generated from it.

use crate::foreign::{OptionRow, honoured, nearly, refused};

pub(super) const SEVERAL_LUNS: &str = "several LUNs";

pub(super) const STRIPED_STREAMS: &str = "-simulate raid0 with -type seq";

pub const OPTIONS: &[OptionRow] = &[
    honoured("-run", "simple, normal, oltp, dss or advanced"),
    honoured("-testname", "name of the LUN list (`<name>.lun`) and of the results"),
    honoured(
        "-num_disks",
        "disks behind the LUNs; the loads grow with their number (default: number of LUNs)",
    ),
    honoured("-size_small", "size of small I/Os in KB (default 8)"),
    honoured("-size_large", "size of large I/Os in KB (default 1024)"),
    honoured("-type", "order of large I/O: `rand` or `seq`"),
    honoured("-num_streamIO", "outstanding I/Os of a sequential stream (default 4)"),
    honoured("-simulate", "LUNs are concatenated (`concat`) or striped (`raid0`)"),
    nearly(
        STRIPED_STREAMS,
        "sequential streams over striped LUNs",
        "each stream stays on one LUN; the streams are assigned to the LUNs in turn",
    ),
    honoured("-stripe", "stripe size of raid0 in KB (default 1024)"),
    nearly(
        SEVERAL_LUNS,
        "one volume of all LUNs",
        "each LUN gets an equal share of the outstanding I/Os, while Orion chooses a random LUN for each I/O; if there are fewer I/Os than LUNs, each point uses the next LUNs",
    ),
    honoured("-write", "percentage of writes (default 0); destroys the data on the LUNs"),
    honoured(
        "-cache_size",
        "MB to read before points with sequential streams, to warm the cache (default: 2 minutes of reads)",
    ),
    honoured("-duration", "seconds per point (default 60)"),
    honoured("-matrix", "with -run advanced: basic, detailed, point, col, row or max"),
    honoured("-num_small", "with -matrix: outstanding small I/Os"),
    honoured("-num_large", "with -matrix: outstanding large I/Os or large streams"),
    honoured("-hugenotneeded", "runs without huge pages, as Plimsoll always does"),
    nearly("-verbose", "prints more on the screen", "progress is printed on stderr"),
    honoured("-help", "prints the usage"),
    honoured("-storax skgfr", "I/O by the operating system"),
    refused(
        "-storax",
        "I/O by a library of Oracle: oss, asmlib or odmlib",
        "libraries of Oracle are not supported; leave the option out and name the devices",
    ),
];

pub(super) fn of(name: &str) -> Option<&'static OptionRow> {
    OPTIONS.iter().find(|row| row.name == name)
}
