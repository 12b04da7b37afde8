//! Orion as the rest of the project sees it: its command, its files and its page of the documentation.

use super::{import, read};
use crate::tool::{Page, Results, SIMULATED_TARGETS, Tool};

pub const TOOL: Tool = Tool {
    name: "orion",
    title: "Orion",
    programs: &["orion"],
    has_switch: |word| word == "-run" || word == "-testname",
    about: "Run the load matrix of Orion, and write its summary and tables",
    options: super::OPTIONS,
    read: |words, context, maps| read(words, context.load, maps).with_view(|_| None),
    language: None,
    results: Some(Results {
        join: import::joined,
        ..Results::of("Orion files", |name, text| {
            if text.contains("Large/Small,") {
                return Some(import::csv::read(name, text));
            }
            let heads = ["Maximum Small IOPS", "Maximum Large MBPS"];
            heads.iter().any(|head| text.contains(head)).then(|| import::read(name, text))
        })
    }),
    simulation: None,
    page: Page {
        intro: "Your Orion line does the same here, except for the options in the tables below. `plimsoll orion` reads the list of LUNs (`NAME.lun`, one path a line) and runs the matrix of small and large loads.\n\
            It writes the summary and the tables of MB/s, IOPS and latencies beside the list.\n\
            After an interruption the summary counts the data points and marks the best as \"so far\"; the exit code is 130.",
        own: &[SIMULATED_TARGETS],
        examples: &[
            ("-run simple -testname mytest -num_disks 2", "Small I/O alone, then large I/O alone"),
            ("-run oltp -testname mytest -num_disks 2", "Small random I/O up to a high load"),
            ("-run dss -testname mytest -num_disks 2", "Large I/O up to a high load"),
            (
                "-run advanced -testname mytest -num_disks 2 -type rand -write 20 -matrix row -num_large 0 -duration 30",
                "Small I/O with 20 % writes",
            ),
            (
                "-run advanced -testname mytest -num_disks 2 -matrix point -num_small 4 -num_large 1 -size_large 512",
                "One point with small and large I/O",
            ),
        ],
        files: &[("mytest.lun", "/srv/lun1\n/srv/lun2\n")],
    },
};
