//! Several files of a job: their names, sizes and order, and files that are removed.

use super::FioCase;

pub(crate) const JOBS: &[FioCase] = &[
    FioCase::new(
        "create-only",
        &["--name=j --size=1m --rw=randread --create_only=1 --ioengine=psync"],
    )
    .differs(&["latency_"], "fio leaves these out of a job without I/O"),
    FioCase::new("files", &["--name=j --nrfiles=4 --size=1m --rw=read --ioengine=psync"]),
    FioCase::new(
        "files-in-turn",
        &["--name=j --nrfiles=3 --size=192k --rw=write --ioengine=psync --write_iolog=log"],
    )
    .in_order(),
    FioCase::new(
        "files-several-each-turn",
        &["--name=j --nrfiles=3 --size=192k --rw=read --ioengine=psync \
             --file_service_type=roundrobin:4 --write_iolog=log"],
    )
    .in_order(),
    FioCase::new(
        "files-one-after-the-other",
        &["--name=j --nrfiles=3 --size=192k --rw=write --ioengine=psync \
             --file_service_type=sequential --write_iolog=log"],
    )
    .in_order(),
    FioCase::new(
        "files-at-random",
        &["--name=j --nrfiles=4 --size=1m --rw=randwrite --ioengine=psync \
             --file_service_type=random --write_iolog=log"],
    ),
    FioCase::new(
        "files-by-zipf",
        &["--name=j --nrfiles=8 --size=1m --rw=randread --ioengine=psync \
             --file_service_type=zipf:1.2"],
    ),
    FioCase::new(
        "files-of-drawn-sizes",
        &["--name=j --nrfiles=5 --filesize=16k-256k --rw=write --ioengine=psync \
             --write_iolog=log"],
    )
    .in_order(),
    FioCase::new(
        "files-of-drawn-sizes-by-clones",
        &["--name=j --nrfiles=3 --filesize=64k-1m --rw=randread --ioengine=psync --numjobs=2 \
             --randseed=4711"],
    ),
    FioCase::new(
        "files-used-in-part",
        &["--name=j --nrfiles=4 --filesize=64k --size=128k --rw=read --ioengine=psync \
             --write_iolog=log"],
    )
    .in_order(),
    FioCase::new(
        "files-that-share-unevenly",
        &["--name=j --nrfiles=3 --size=100k --rw=write --ioengine=psync --write_iolog=log"],
    )
    .in_order(),
    FioCase::new(
        "file-larger-than-used",
        &["--name=j --filename=f --filesize=256k --size=64k --rw=read --ioengine=psync \
             --write_iolog=log"],
    )
    .in_order(),
    FioCase::new(
        "file-smaller-than-size",
        &["--name=j --filename=f --filesize=64k --size=1m --rw=read --ioengine=psync"],
    ),
    FioCase::new(
        "files-deep",
        &["--name=j --nrfiles=4 --size=4m --rw=randread --direct=1 --ioengine=libaio \
             --iodepth=8"],
    )
    .depths(10.0),
    FioCase::new(
        "files-deep-ring",
        &["--name=j --nrfiles=4 --size=4m --rw=write --direct=1 --ioengine=io_uring \
             --iodepth=8 --iodepth_batch=4"],
    )
    .depths(10.0),
    FioCase::new(
        "files-mixed",
        &["--name=j --nrfiles=4 --size=2m --rw=randrw --rwmixread=70 --ioengine=psync"],
    )
    .timed(20.0),
    FioCase::new(
        "files-of-clones",
        &["--name=j --nrfiles=2 --size=256k --rw=write --ioengine=psync --numjobs=3 \
             --group_reporting"],
    ),
    FioCase::new(
        "files-again",
        &["--name=j --nrfiles=2 --size=128k --loops=3 --rw=read --ioengine=psync \
             --write_iolog=log"],
    ),
    FioCase::new(
        "files-io-size",
        &["--name=j --nrfiles=2 --size=128k --io_size=320k --rw=read --ioengine=psync"],
    ),
    FioCase::new(
        "files-number-ios",
        &["--name=j --nrfiles=3 --size=384k --number_ios=20 --rw=write --ioengine=psync \
             --write_iolog=log"],
    )
    .in_order(),
    FioCase::new(
        "files-offset",
        &["--name=j --nrfiles=2 --filesize=128k --offset=32k --rw=read --ioengine=psync \
             --write_iolog=log"],
    )
    .in_order(),
    FioCase::new(
        "files-few-open",
        &["--name=j --nrfiles=4 --openfiles=2 --size=256k --rw=read --ioengine=psync"],
    ),
    FioCase::new(
        "files-for-a-time",
        &["--name=j --nrfiles=3 --size=192k --rw=randread --ioengine=psync --time_based \
             --runtime=1 --rate_iops=300"],
    )
    .timed(10.0),
    FioCase::new(
        "files-null",
        &["--name=j --nrfiles=4 --size=64m --rw=randrw --ioengine=null --iodepth=4"],
    )
    .timed(5.0),
    FioCase::new(
        "files-in-folder",
        &["--name=j --nrfiles=3 --size=192k --directory=. \
             --filename_format=$jobname-$jobnum-$filenum.dat --rw=write --ioengine=psync"],
    ),
    FioCase::new(
        "files-log",
        &["--name=j --nrfiles=2 --size=128k --rw=read --ioengine=psync --write_lat_log=l \
             --log_offset=1"],
    ),
    FioCase::new(
        "files-replayed",
        &[
            "--name=j --nrfiles=2 --size=128k --rw=write --ioengine=psync --write_iolog=log \
             --file_service_type=sequential",
            "--name=j --filename=j.0.0 --rw=read --size=64k --ioengine=psync",
        ],
    ),
    FioCase::new(
        "files-end-fsync",
        &["--name=j --nrfiles=3 --size=192k --rw=write --end_fsync=1 --ioengine=psync"],
    ),
    FioCase::new(
        "files-fsync",
        &["--name=j --nrfiles=2 --size=128k --rw=write --fsync=4 --ioengine=psync \
             --write_iolog=log"],
    )
    .in_order(),
    FioCase::plain(
        "files-text",
        &["--name=j --nrfiles=2 --size=512k --rw=read --ioengine=psync --eta=never"],
    ),
    FioCase::new(
        "files-named",
        &["--name=j --filename=a:b --size=512k --rw=write --ioengine=psync"],
    ),
    FioCase::new(
        "files-named-and-sized",
        &["--name=j --filename=a:b:c --filesize=64k --rw=randwrite --ioengine=psync \
             --write_iolog=log"],
    ),
    FioCase::new(
        "files-that-are-there",
        &[
            "--name=make --filename=a --size=64k --rw=write --ioengine=psync",
            "--name=make --filename=b --size=128k --rw=write --ioengine=psync",
            "--name=j --filename=a:b --rw=read --ioengine=psync --write_iolog=log",
        ],
    )
    .in_order(),
    FioCase::new(
        "files-verified",
        &["--name=j --nrfiles=3 --size=384k --rw=randwrite --bs=8k --verify=crc32c \
             --ioengine=psync"],
    ),
    FioCase::new(
        "files-verified-deep",
        &["--name=j --nrfiles=3 --size=768k --rw=write --bs=8k --verify=md5 --direct=1 \
             --ioengine=libaio --iodepth=4"],
    )
    .depths(25.0),
    FioCase::new(
        "files-verified-later",
        &[
            "--name=j --nrfiles=2 --size=256k --rw=write --bs=8k --verify=sha1 --do_verify=0 \
             --ioengine=psync",
            "--name=j --nrfiles=2 --size=256k --rw=read --bs=8k --verify=sha1 --ioengine=psync",
        ],
    ),
    FioCase::new(
        "unlink",
        &["--name=j --filename=f --size=256k --rw=write --unlink=1 --ioengine=psync"],
    ),
    FioCase::new(
        "unlink-what-was-there",
        &[
            "--name=j --filename=f --size=64k --rw=write --ioengine=psync",
            "--name=j --filename=f --size=64k --rw=read --unlink=1 --ioengine=psync",
        ],
    ),
    FioCase::new(
        "unlink-files",
        &["--name=j --nrfiles=3 --size=192k --rw=randrw --unlink=1 --ioengine=psync"],
    )
    .timed(30.0),
    FioCase::new(
        "unlink-each-loop",
        &["--name=j --filename=f --size=64k --loops=2 --rw=write --unlink_each_loop=1 \
             --ioengine=psync"],
    ),
];
