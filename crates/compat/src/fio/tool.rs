//! fio as the rest of the project sees it: its command, its files and its page of the documentation.

use super::{import, read, write_job};
use crate::tool::{EXAMPLES_AS_JOBS, Language, Page, Results, SIMULATED_TARGETS, Tool};

/// fio.
pub const TOOL: Tool = Tool {
    name: "fio",
    title: "fio",
    programs: &["fio"],
    about: "Run job files and command lines of fio, and print results as fio does",
    options: super::options::OPTIONS,
    read: |words, context, maps| read(words, context, maps).with_view(|_| None),
    language: Some(Language {
        about: "Job files of fio",
        recognises: None,
        words: |name, _| vec![name.to_owned()],
        failure: "the job is wrong",
        write: write_job,
    }),
    results: Some(Results {
        advice: |text| {
            let known = |words: &[&str]| words.iter().any(|word| text.contains(word));
            let header = known(&["run=", "groupid="]) && known(&["IOPS=", "iops="]);
            (header || known(&[";fio-"])).then(|| (1, NORMAL.to_owned()))
        },
        ..Results::of("fio JSON", |_, text| {
            text.contains("\"fio version\"").then(|| import::read(text))
        })
    }),
    simulation: None,
    page: Page {
        table: "options",
        intro: "`plimsoll fio WORDS` takes job files and the command line of fio and prints its results: text, terse, JSON or \
            JSON with every bucket. Some values mean something unexpected to fio, without a warning: for fio, \
            `runtime=10min` is 10 us and `size=1.5g` is one byte. Plimsoll uses the intended value and adds a note; \
            `--fio-literal` reads as fio does. \
            `plimsoll convert JOB --to native` and `--to fio` translate jobs.\n\n\
            If a link named `fio` points to the binary, programs that start fio start `plimsoll fio`. Like fio's, its \
            stderr is silent unless something is wrong.\n\n\
            Blocks of `verify` have fio's own headers. Plimsoll writes those of fio until 3.40, which fio 3.41 \
            and later refuse, and reads the new ones too. A job that cannot begin \
            does not stop the others. It is reported with the system's error number, and fio's exit code counts it. The \
            number is 28 \
            for no space, 22 for an invalid argument, and 1 for a target that may not be overwritten. \
            `--output` and logs replace only files that Plimsoll wrote and that nobody changed since. Any other file needs \
            `--overwrite`.",
        examples: &[
            (
                "--name=randrw --filename=/srv/test --size=4g --direct=1 --rw=randrw --bs=4k --ioengine=libaio --iodepth=64 --runtime=120 --numjobs=1 --time_based --group_reporting --rwmixread=75",
                "Mixed random I/O, as in guides to cloud disks",
            ),
            (
                "--name=log --filename=/srv/test-log --rw=write --ioengine=sync --fdatasync=1 --size=22m --bs=2300",
                "The commit test of guides to etcd (its block size is not a multiple of a sector)",
            ),
            (
                "--name=global --filename=/srv/test --size=4g --direct=1 --ioengine=libaio --iodepth=32 --bs=8k --time_based --runtime=60 --name=writes --rw=write --flow=1 --name=reads --rw=randread --flow=8",
                "Two jobs whose operations keep a ratio, as in fio's own flow.fio",
            ),
            (
                "--name=ora --filename=/srv/test --ioengine=libaio --direct=1 --rw=randwrite --bs=8k --iodepth=10 --numjobs=2 --size=1g --time_based --runtime=10min",
                "Oracle's writers, with a time that fio would read as 10 us",
            ),
            (
                "--name=tail --filename=/srv/test --size=2g --rw=randread --bs=8k --direct=1 --ioengine=io_uring --iodepth=32 --rate_iops=2000 --rate_process=poisson --time_based --runtime=60 --percentile_list=50:95:99:99.9",
                "Latency at a given load",
            ),
        ],
        files: &[],
        targets: SIMULATED_TARGETS,
        examples_intro: EXAMPLES_AS_JOBS,
    },
};

const NORMAL: &str = "is fio's text output, which omits most figures; run fio with \
                      --output-format=json or json+ and import that";
