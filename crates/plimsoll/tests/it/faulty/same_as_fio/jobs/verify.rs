//! Verification: each sum, reading what another call wrote, faults that are found.

use super::FioCase;

pub(crate) const JOBS: &[FioCase] = &[
    FioCase::new(
        "verify-md5",
        &["--name=j --filename=f --size=1m --rw=write --bs=8k --verify=md5 \
             --ioengine=psync"],
    ),
    FioCase::new(
        "verify-crc32c",
        &["--name=j --filename=f --size=1m --rw=randwrite --bs=8k --verify=crc32c \
             --verify_interval=4k --direct=1 --ioengine=libaio --iodepth=8"],
    ),
    FioCase::new(
        "verify-sha256",
        &["--name=j --filename=f --size=512k --rw=randrw --bs=8k --verify=sha256 \
             --ioengine=psync"],
    )
    .timed(10.0),
    FioCase::new(
        "verify-pattern",
        &["--name=j --filename=f --size=512k --rw=write --bs=4k --verify=pattern \
             --verify_pattern=0x1234abcd --ioengine=psync"],
    )
    .same_bytes(&["f"]),
    FioCase::new(
        "verify-pattern-offset",
        &["--name=j --filename=f --size=512k --rw=write --bs=4k --verify=pattern \
             --verify_pattern=%o --ioengine=psync"],
    )
    .same_bytes(&["f"]),
    FioCase::new(
        "verify-later",
        &[
            "--name=j --filename=f --size=512k --rw=randwrite --bs=8k --verify=crc32c \
             --do_verify=0 --ioengine=psync",
            "--name=j --filename=f --size=512k --rw=randwrite --bs=8k --verify=crc32c \
             --verify_only --ioengine=psync",
            "--name=j --filename=f --size=512k --rw=read --bs=8k --verify=crc32c \
             --ioengine=psync",
        ],
    )
    .differs(
        &["write total_ios", "write io_bytes", "latency_", "write/clat_ns/percentile"],
        "fio counts writes of verify_only that it does not do",
    ),
    FioCase::new(
        "verify-nothing-there",
        &[
            "--name=j --filename=f --size=64k --rw=write --bs=8k --zero_buffers \
             --ioengine=psync",
            "--name=j --filename=f --size=64k --rw=read --bs=8k --verify=crc32c \
             --ioengine=psync",
        ],
    ),
    FioCase::new(
        "verify-goes-on",
        &[
            "--name=j --filename=f --size=64k --rw=write --bs=8k --zero_buffers \
             --ioengine=psync",
            "--name=j --filename=f --size=64k --rw=read --bs=8k --verify=md5 \
             --continue_on_error=verify --ioengine=psync",
        ],
    ),
    FioCase::new(
        "verify-clones",
        &["--name=j --size=256k --rw=write --bs=8k --verify=crc32c --numjobs=2 \
             --ioengine=psync"],
    ),
    FioCase::new(
        "verify-backlog",
        &["--name=j --filename=f --size=1m --rw=write --bs=8k --verify=crc32c \
             --verify_backlog=16 --ioengine=psync"],
    ),
    FioCase::plain(
        "verify-text",
        &["--name=j --filename=f --size=256k --rw=write --bs=8k --verify=md5 \
             --ioengine=psync --output-format=normal --eta=never"],
    ),
    FioCase::new(
        "verify-state",
        &[
            "--name=j --filename=f --size=256k --rw=randwrite --bs=8k --verify=crc32c \
             --do_verify=0 --verify_state_save=1 --ioengine=psync",
            "--name=j --filename=f --size=256k --rw=randwrite --bs=8k --verify=crc32c \
             --verify_only --verify_state_load=1 --ioengine=psync",
        ],
    )
    .differs(
        &["write total_ios", "write io_bytes", "latency_", "write/clat_ns/percentile"],
        "fio counts writes of verify_only that it does not do",
    ),
    FioCase::new(
        "verify-offset",
        &["--name=j --filename=f --size=256k --rw=write --bs=8k --verify=crc32c \
             --verify_offset=64 --ioengine=psync"],
    ),
    FioCase::new(
        "verify-bssplit",
        &["--name=j --filename=f --size=1m --rw=randwrite --bssplit=4k/50:16k/50 \
             --verify=crc32c --ioengine=psync"],
    )
    .timed(15.0),
    FioCase::new(
        "verify-bsrange",
        &["--name=j --filename=f --size=1m --rw=write --bsrange=4k-32k --verify=md5 \
             --ioengine=psync"],
    )
    .timed(15.0),
    FioCase::new(
        "verify-bssplit-deep",
        &["--name=j --filename=f --size=4m --rw=randwrite --bssplit=4k/70:64k/30 --direct=1 \
             --verify=crc32c --verify_interval=512 --ioengine=libaio --iodepth=8"],
    )
    .timed(25.0)
    .depths(25.0),
    FioCase::new(
        "verify-async",
        &["--name=j --filename=f --size=256k --rw=write --bs=8k --verify=crc32c \
             --verify_async=2 --ioengine=psync"],
    )
    .depths(50.0),
    FioCase::new(
        "verify-trim",
        &["--name=j --filename=@dev --size=1m --rw=randwrite --bs=8k --verify=crc32c \
             --trim_percentage=20 --trim_backlog=4 --direct=1 --ioengine=psync"],
    )
    .timed(30.0)
    .differs(&["call 1: "], "trims are done by jobs that trim"),
];
