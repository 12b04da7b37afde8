//! Wrong jobs: both programs report an error and end with the same code.

use super::FioCase;

pub(crate) const JOBS: &[FioCase] = &[
    FioCase::plain("bad-option", &["--name=j --no_such_option=1 --size=64k"]),
    FioCase::plain("bad-option-in-file", &["job.fio"]).job("[a]\nrw=write\nsize=64k\nno_such=1\n"),
    FioCase::plain("bad-value", &["--name=j --filename=f --rw=upwards --size=64k"]),
    FioCase::plain("bad-engine", &["--name=j --filename=f --ioengine=warp --size=64k"]),
    FioCase::plain("bad-format", &["--name=j --filename=f --size=64k --output-format=xml"]),
    FioCase::plain("bad-range", &["--name=j --filename=f --size=64k --rwmixread=120"]),
    FioCase::plain(
        "bad-cpu",
        &["--name=j --filename=f --size=64k --rw=read --ioengine=psync \
             --cpus_allowed=900"],
    ),
    FioCase::plain("no-size", &["--name=j --filename=f --rw=read --ioengine=psync"]),
    FioCase::new("no-job", &["--output-format=json"]),
    FioCase::plain("no-job-file", &["missing.fio"]),
    FioCase::plain("empty-file", &["job.fio"]).job("\n"),
    FioCase::plain("option-outside", &["job.fio"]).job("rw=read\n[a]\nsize=64k\n"),
    FioCase::plain("missing-include", &["--parse-only job.fio"])
        .job("[a]\ninclude missing\nsize=64k\n"),
    FioCase::plain(
        "readonly-writes",
        &["--readonly --name=j --filename=f --rw=write --size=64k --ioengine=psync"],
    ),
    FioCase::plain(
        "readonly-missing",
        &["--readonly --name=j --filename=f --rw=read --size=64k --ioengine=psync \
             --eta=never"],
    ),
    FioCase::plain(
        "no-create",
        &["--name=j --filename=f --rw=read --size=64k --ioengine=psync \
             --allow_file_create=0 --eta=never"],
    ),
    FioCase::plain(
        "block-larger-than-size",
        &["--name=j --filename=f --rw=read --size=2k --bs=4k --ioengine=psync \
             --eta=never"],
    ),
    FioCase::new(
        "one-of-two-is-wrong",
        &["--name=j --filename=/proc/no/file --rw=write --size=64k --ioengine=psync \
             --name=k --filename=f --rw=write --size=64k --ioengine=psync"],
    )
    .differs(&["latency_", "error is"], "fio does not say which job could not begin"),
    FioCase::plain(
        "trim-of-a-file",
        &["--name=j --filename=f --rw=trim --size=64k --ioengine=psync --eta=never"],
    )
    .differs(&["exit code"], "a trim of a file punches a hole in it here"),
    FioCase::plain(
        "unaligned-direct",
        &["--name=j --filename=f --rw=write --size=10000 --bs=1000 --direct=1 \
             --ioengine=psync --eta=never"],
    )
    .differs(&["files are"], "it is refused before the file is made"),
    FioCase::plain(
        "beyond-the-device",
        &["--name=j --filename=@dev --rw=read --size=64m --ioengine=psync --eta=never"],
    ),
];
