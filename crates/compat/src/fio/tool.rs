//! fio as the rest of the project sees it: its command, its files and its page of the documentation.

use super::{import, read, write_job};
use crate::tool::{Language, Page, Results, SIMULATED_TARGETS, Tool};

pub const TOOL: Tool = Tool {
    name: "fio",
    title: "fio",
    programs: &["fio"],
    has_switch: |word| word.starts_with("--name=") || word.starts_with("--rw="),
    about: "Run job files and command lines of fio, and print results as fio does",
    options: super::options::OPTIONS,
    read: |words, context, maps| read(words, context, maps).with_view(|_| None),
    language: Some(Language {
        about: "Job files of fio",
        recognises: None,
        words: |name, _| vec![name.to_owned()],
        failure: "the job is wrong",
        write: Some(write_job),
        remark: None,
    }),
    results: Some(Results::of("fio JSON and text", |_, text| {
        if text.contains("\"fio version\"") {
            Some(import::read(text))
        } else if import::is_normal(text) {
            Some(import::read_normal(text))
        } else {
            import::is_terse(text).then(|| import::read_terse(text))
        }
    })),
    simulation: None,
    page: Page {
        intro: "Your fio job does the same here, except for the options in the tables below. `plimsoll fio` takes fio's command line and job files, and prints fio's text, terse, JSON or JSON+.\n\
            The largest differences: a rate is open loop, `verify` reads back at the end, and engines for services and networks are refused ([fio's own examples](fio-examples.md)). A test runs [many jobs beside fio](fio-beside.md).\n\
            \n\
            Through a link named `fio` to the binary, scripts start `plimsoll fio`. `plimsoll convert JOB --to native` and `--to fio` translate jobs.\n\
            \n\
            | in a job | here |\n\
            | --- | --- |\n\
            | `runtime=10min`, `size=1.5g` | 10 min and 1.5 GiB, with a note; fio takes 10 us and one byte, as `--fio-literal` does |\n\
            | `ioengine` | `io_uring`, `libaio`, `sync`, `psync`, `pvsync`, `pvsync2` and `null` as in fio; `vsync` merges nothing, `posixaio` and `windowsaio` are io_uring, `mmap` and `splice` are buffered calls; others are refused |\n\
            | several engines | io_uring does all I/O if a job names it, else libaio; `null` beside others is refused |\n\
            | `iodepth` with buffered libaio | the kernel does one operation at a time; use `direct=1` or io_uring |\n\
            | `hipri` | polls with io_uring only |\n\
            | several `ramp_time` or `randseed` | the longest `ramp_time` of the jobs that run together; the seed of the first job |\n\
            | `rate` with `thinktime` | equal intervals at the mean rate of both |\n\
            | `cpus_allowed` of several CPUs | each clone is pinned to one, in turn, also with `cpus_allowed_policy=shared` |\n\
            | `continue_on_error=read`, `write`, `verify` | counts errors of both directions |\n\
            | `verify` | writes the headers of fio until 3.40, which 3.41 and later refuse; reads both |\n\
            | `read_iolog` | versions 2 and 3 |\n\
            | `unlink` | removes only files that Plimsoll created |\n\
            | `--output`, logs | replace only files that Plimsoll wrote and nobody changed since, or that `--overwrite` names |\n\
            | a job that cannot begin | the others run; the exit code counts it; its error is 28 (no space), 22 (invalid argument) or 1 (target may not be overwritten) |\n\
            | no job can begin, JSON | fio's header without jobs; fio prints nothing |",
        own: &[("--fio-literal", "reads values as fio does"), SIMULATED_TARGETS],
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
    },
};
