//! The keys of a plan of studies: the plan as a whole and its stages.
//!
//! They are documented in `docs/reference/studies.md`, not with those of a job.

use super::domain::size_from;
use super::markdown::value_of;
use super::{JobKey, KeyDefault, KeyDomain};
use base::{Bytes, Nanos};

/// Every key of a plan, in the order of the documentation; `section` is `study` or `stage`.
pub const STUDY_KEYS: &[JobKey] = &[
    JobKey {
        section: "study",
        name: "name",
        domain: KeyDomain::Text("one line"),
        fallback: KeyDefault::Derived("the file's name without its ending"),
        help: "The name of the plan.",
        example: "name = \"five layouts\"",
    },
    JobKey {
        section: "study",
        name: "seed",
        domain: KeyDomain::Whole(0, i64::MAX as u64),
        fallback: KeyDefault::Derived("drawn at random and recorded"),
        help: "The seed of all random choices; --seed overrides it.",
        example: "seed = 42",
    },
    JobKey {
        section: "study",
        name: "engine",
        domain: KeyDomain::Word(|| vec!["uring", "libaio", "sync"]),
        fallback: KeyDefault::Derived("the best that works"),
        help: "The I/O engine of every stage.",
        example: "engine = \"uring\"",
    },
    JobKey {
        section: "study",
        name: "pause",
        domain: KeyDomain::Duration(Nanos(0), Nanos::secs(3600)),
        fallback: KeyDefault::Derived("30s on rotating disks, 1s on others"),
        help: "Idle time before each measurement point.",
        example: "pause = \"30s\"",
    },
    JobKey {
        section: "study",
        name: "size",
        domain: size_from(Bytes::mib(1)),
        fallback: KeyDefault::Derived("4GiB in a directory, the whole of a disk"),
        help: "Size of the test file in each directory, or the part of a disk to use.",
        example: "size = \"16GiB\"",
    },
    JobKey {
        section: "stage",
        name: "study",
        domain: KeyDomain::Word(studies),
        fallback: KeyDefault::Required(""),
        help: "The command that the stage runs.",
        example: "study = \"calibrate\"",
    },
    JobKey {
        section: "stage",
        name: "name",
        domain: KeyDomain::Text("one line, each once"),
        fallback: KeyDefault::Derived("the study's name, numbered"),
        help: "The name of the stage.",
        example: "name = \"each disk\"",
    },
    JobKey {
        section: "stage",
        name: "disks",
        domain: KeyDomain::Form(
            "list of text",
            "devices, directories, files, or one sim:... with layout=none",
        ),
        fallback: KeyDefault::Required("to calibrate and scale, and with build"),
        help: "The disks, in the order in which scale adds them, or those that build uses. `[b-o]` is each letter or digit from b to o.",
        example: "disks = [\"/dev/sd[b-o]\"]",
    },
    JobKey {
        section: "stage",
        name: "write",
        domain: KeyDomain::YesNo,
        fallback: KeyDefault::Value("false"),
        help: "calibrate measures writes too; scale writes instead of reading.",
        example: "write = true",
    },
    JobKey {
        section: "stage",
        name: "block",
        domain: KeyDomain::Size { least: Bytes(512), most: Bytes::mib(64), step: Bytes(512) },
        fallback: KeyDefault::Derived("64k; 8k for ramp, which also takes a list"),
        help: "Size of each operation of calibrate, scale and ramp.",
        example: "block = \"64k\"",
    },
    JobKey {
        section: "stage",
        name: "depth",
        domain: KeyDomain::Whole(1, 4096),
        fallback: KeyDefault::Value("1"),
        help: "Queue depth: outstanding operations of each thread, for calibrate and scale.",
        example: "depth = 4",
    },
    JobKey {
        section: "stage",
        name: "threads",
        domain: KeyDomain::Whole(1, 1024),
        fallback: KeyDefault::Value("1"),
        help: "Threads on each disk, for calibrate and scale.",
        example: "threads = 2",
    },
    JobKey {
        section: "stage",
        name: "random",
        domain: KeyDomain::YesNo,
        fallback: KeyDefault::Value("false"),
        help: "Random I/O instead of sequential, for calibrate and scale.",
        example: "random = true",
    },
    JobKey {
        section: "stage",
        name: "time",
        domain: KeyDomain::Duration(Nanos::secs(1), Nanos::secs(86_400)),
        fallback: KeyDefault::Derived("10s; 3s for compare"),
        help: "Shortest time of a point.",
        example: "time = \"20s\"",
    },
    JobKey {
        section: "stage",
        name: "layouts",
        domain: KeyDomain::Form("list of text", "NAME=PLACE[,usable=SIZE][,redundancy=N]"),
        fallback: KeyDefault::Required("to compare, unless build or recorded is given"),
        help: "The layouts to compare.",
        example: "layouts = [\"raid10=/mnt/a,redundancy=1\", \"raid5=/mnt/b\"]",
    },
    JobKey {
        section: "stage",
        name: "each_size",
        domain: KeyDomain::YesNo,
        fallback: KeyDefault::Value("false"),
        help: "compare names the best layout for each request size, random and sequential separately, as for chunk sizes.",
        example: "each_size = true",
    },
    JobKey {
        section: "stage",
        name: "build",
        domain: KeyDomain::Form("text", "as --build: 'none; raid0,raid10 x 64k,256k; btrfs-raid1'"),
        fallback: KeyDefault::Derived("none"),
        help: "compare builds these layouts when the stage begins, and removes them when it ends.",
        example: "build = \"raid10,raid5 x 64k\"",
    },
    JobKey {
        section: "stage",
        name: "slice",
        domain: size_from(Bytes::mib(256)),
        fallback: KeyDefault::Derived("16GiB, or an equal share of smaller disks"),
        help: "Size of the slice of each disk that each built layout gets.",
        example: "slice = \"32GiB\"",
    },
    JobKey {
        section: "stage",
        name: "fill",
        domain: KeyDomain::Percent(1.0, 95.0),
        fallback: KeyDefault::Derived("none; one or a list of whole percentages"),
        help: "compare fills each target to these levels in turn, and uses all filled space at each level.",
        example: "fill = [10, 50]",
    },
    JobKey {
        section: "stage",
        name: "recorded",
        domain: KeyDomain::Text("a CSV file, the number of a stored run, or last"),
        fallback: KeyDefault::Derived("none"),
        help: "compare uses these recorded points instead of measuring.",
        example: "recorded = \"grid.csv\"",
    },
    JobKey {
        section: "stage",
        name: "for",
        domain: KeyDomain::Text("a profile's name, or the file of a job"),
        fallback: KeyDefault::Derived("none"),
        help: "compare measures the I/O of this database or job, each role or stream with its weight; ramp raises the load of this job.",
        example: "for = \"sqlserver-oltp\"",
    },
    JobKey {
        section: "stage",
        name: "grid",
        domain: KeyDomain::Form("text", "-k(...) -b(...) -o(...) -t(...) -f(...)"),
        fallback: KeyDefault::Derived("210 points; 32 points with each_size"),
        help: "The points that compare measures, in the notation of SQLIO.",
        example: "grid = \"-k(R,W) -b(8,64) -o(1-64)\"",
    },
    JobKey {
        section: "stage",
        name: "metric",
        domain: KeyDomain::Word(|| vec!["throughput", "p99"]),
        fallback: KeyDefault::Value("throughput"),
        help: "Compare throughput, or the 99th percentile of latency at each point.",
        example: "metric = \"p99\"",
    },
    JobKey {
        section: "stage",
        name: "practical",
        domain: KeyDomain::PercentWithin(0.0, 100.0),
        fallback: KeyDefault::Derived("2%; 10% with metric = \"p99\""),
        help: "The smallest difference between layouts that counts.",
        example: "practical = \"5%\"",
    },
    JobKey {
        section: "stage",
        name: "passes",
        domain: KeyDomain::Whole(1, 1000),
        fallback: KeyDefault::Derived("160 divided by the number of points, from 1 to 32"),
        help: "The most times each point is measured before the comparison ends undecided.",
        example: "passes = 3",
    },
    JobKey {
        section: "stage",
        name: "target",
        domain: KeyDomain::Text("a directory, a file, a device or sim:..."),
        fallback: KeyDefault::Required("to ramp"),
        help: "The target that ramp loads.",
        example: "target = \"/mnt/a\"",
    },
    JobKey {
        section: "stage",
        name: "mix",
        domain: KeyDomain::Percent(0.0, 100.0),
        fallback: KeyDefault::Derived("100%; one or a list"),
        help: "Share of reads, for ramp; each value has its own load line.",
        example: "mix = [70, 100]",
    },
    JobKey {
        section: "stage",
        name: "latency_limit",
        domain: KeyDomain::Form("text", "pNN<=TIME"),
        fallback: KeyDefault::Value("p99<=20ms"),
        help: "The latency limit of ramp.",
        example: "latency_limit = \"p99<=10ms\"",
    },
    JobKey {
        section: "stage",
        name: "sequential",
        domain: KeyDomain::YesNo,
        fallback: KeyDefault::Value("false"),
        help: "Sequential I/O instead of random, for ramp.",
        example: "sequential = true",
    },
    JobKey {
        section: "stage",
        name: "depth_max",
        domain: KeyDomain::Whole(1, 4096),
        fallback: KeyDefault::Value("64"),
        help: "The most outstanding operations, for ramp.",
        example: "depth_max = 128",
    },
    JobKey {
        section: "stage",
        name: "budget",
        domain: KeyDomain::Duration(Nanos::secs(5), Nanos::secs(86_400)),
        fallback: KeyDefault::Derived("60s, on rotating disks 45min"),
        help: "Time to measure each load line, for ramp.",
        example: "budget = \"10min\"",
    },
    JobKey {
        section: "stage",
        name: "depths",
        domain: KeyDomain::Form("text", "1-256, or a list such as 1,4,16"),
        fallback: KeyDefault::Derived("none"),
        help: "ramp measures at these queue depths, in a closed loop, instead of a load line.",
        example: "depths = \"1-256\"",
    },
];

/// The keys of a stage that each study has, in addition to `study` and `name`.
pub const STUDY_KEYS_OF: [(&str, &[&str]); 4] = [
    ("calibrate", &["disks", "write", "block", "depth", "threads", "random", "time"]),
    ("scale", &["disks", "write", "block", "depth", "threads", "random", "time"]),
    (
        "compare",
        &[
            "layouts",
            "each_size",
            "build",
            "disks",
            "slice",
            "fill",
            "recorded",
            "for",
            "grid",
            "metric",
            "time",
            "practical",
            "passes",
        ],
    ),
    (
        "ramp",
        &[
            "target",
            "for",
            "block",
            "mix",
            "latency_limit",
            "sequential",
            "depth_max",
            "budget",
            "depths",
            "time",
        ],
    ),
];

/// The words of the studies.
fn studies() -> Vec<&'static str> {
    STUDY_KEYS_OF.iter().map(|(study, _)| *study).collect()
}

/// The two tables of keys in `docs/reference/studies.md`.
pub fn study_markdown() -> String {
    let mut out = String::new();
    for (section, title) in
        [("study", "`[study]`, which may be left out"), ("stage", "`[[stage]]`")]
    {
        out += &format!("### {title}\n\n| key | value | default | what it is |\n");
        out += "| --- | --- | --- | --- |\n";
        for key in STUDY_KEYS.iter().filter(|key| key.section == section) {
            let JobKey { name, domain, fallback, help, .. } = key;
            let (value, default) = (value_of(domain), fallback.text());
            out += &format!("| `{name}` | {value} | {default} | {help} |\n");
        }
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_of_a_study_is_in_the_table_and_used() {
        let used = |key: &&JobKey| STUDY_KEYS_OF.iter().any(|(_, keys)| keys.contains(&key.name));
        let stage = || STUDY_KEYS.iter().filter(|key| key.section == "stage");
        assert_eq!(stage().filter(used).count() + 2, stage().count());
        for (study, keys) in STUDY_KEYS_OF {
            for name in keys {
                assert!(stage().any(|key| key.name == *name), "{study} {name}");
            }
        }
    }

    #[test]
    fn the_documentation_holds_these_tables() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/reference/studies.md");
        let docs = std::fs::read_to_string(path).unwrap();
        let want = study_markdown();
        assert!(
            docs.contains(want.trim_end()),
            "put these tables into docs/reference/studies.md:\n{want}"
        );
    }
}
