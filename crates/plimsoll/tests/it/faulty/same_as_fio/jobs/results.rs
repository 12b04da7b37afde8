//! Results: formats, logs, traces of intervals, commands that run nothing.

use super::FioCase;

const GROUPS: &str = "[global]\nioengine=null\nsize=4m\n[mix]\nrw=randrw\nnumjobs=2\n\
    group_reporting\ndescription=all together\n[reads]\nnew_group\nrw=randread\nbs=64k\n";

pub(crate) const JOBS: &[FioCase] = &[
    FioCase::plain(
        "json-plus",
        &["--name=j --filename=f --size=512k --rw=randrw --ioengine=psync \
             --output-format=json+"],
    )
    .timed(20.0),
    FioCase::plain(
        "normal",
        &["--name=j --filename=f --size=512k --rw=rw --fsync=16 --ioengine=psync \
             --output-format=normal --eta=never"],
    ),
    FioCase::plain(
        "terse-2",
        &["--name=j --filename=f --size=512k --rw=read --ioengine=psync \
             --output-format=terse --terse-version=2"],
    ),
    FioCase::plain(
        "terse-3",
        &["--name=j --filename=f --size=512k --rw=read --ioengine=psync --minimal"],
    ),
    FioCase::plain(
        "terse-4",
        &["--name=j --filename=f --size=512k --rw=read --ioengine=psync \
             --output-format=terse --terse-version=4"],
    ),
    FioCase::plain(
        "terse-5",
        &["--name=j --filename=f --size=512k --rw=read --ioengine=psync \
             --output-format=terse --terse-version=5"],
    ),
    FioCase::plain(
        "terse-appended",
        &["--name=j --filename=f --size=512k --rw=read --ioengine=psync --append-terse \
             --eta=never"],
    ),
    FioCase::plain(
        "normal-and-terse",
        &["--name=j --filename=f --size=512k --rw=read --ioengine=psync \
             --output-format=normal,terse --eta=never"],
    ),
    FioCase::plain(
        "output-file",
        &["--name=j --filename=f --size=512k --rw=read --ioengine=psync \
             --output-format=json --output=out.json"],
    ),
    FioCase::new(
        "unified",
        &["--name=j --filename=f --size=512k --rw=rw --unified_rw_reporting=1 \
             --ioengine=psync"],
    ),
    FioCase::new(
        "unified-both",
        &["--name=j --filename=f --size=512k --rw=rw --unified_rw_reporting=both \
             --ioengine=psync"],
    )
    .timed(20.0),
    FioCase::plain(
        "unified-any-error",
        &["--output-format=json job.fio", "--output-format=json+ job.fio", "--eta=never job.fio"],
    )
    .job(
        "[both]\nioengine=null\nsize=64m\nrw=rw\nunified_rw_reporting=mixed\nlat_percentiles=1\n\
         percentile_list=50:99.9:99.999\ncontinue_on_error=all\n",
    ),
    FioCase::plain("groups", &["--output-format=json job.fio", "--output-format=json+ job.fio"])
        .job(GROUPS)
        .timed(20.0),
    FioCase::plain("groups-text", &["--eta=never job.fio", "--minimal --eta=never job.fio"])
        .job(GROUPS),
    FioCase::new(
        "no-latencies",
        &["--name=j --filename=f --size=512k --rw=read --disable_lat=1 --disable_clat=1 \
             --disable_slat=1 --ioengine=psync"],
    ),
    FioCase::new(
        "gtod-reduce",
        &["--name=j --filename=f --size=512k --rw=read --gtod_reduce=1 --ioengine=psync"],
    ),
    FioCase::plain(
        "gtod-reduce-text",
        &["--name=j --filename=f --size=512k --rw=read --gtod_reduce=1 --ioengine=psync \
             --eta=never"],
    ),
    FioCase::new(
        "percentiles",
        &["--name=j --filename=f --size=512k --rw=read --lat_percentiles=1 \
             --slat_percentiles=1 --clat_percentiles=1 --percentile_list=50:99:99.99 \
             --direct=1 --ioengine=libaio --iodepth=4"],
    ),
    FioCase::new(
        "status-interval",
        &["--name=j --size=64m --rw=read --ioengine=null --rate_iops=100 --runtime=2 \
             --time_based --status-interval=1"],
    )
    .timed(20.0),
    FioCase::new(
        "lat-log",
        &["--name=j --filename=f --size=128k --rw=read --ioengine=psync \
             --write_lat_log=l --write_bw_log=l --write_iops_log=l"],
    ),
    FioCase::new(
        "lat-log-offset",
        &["--name=j --filename=f --size=128k --rw=rw --direct=1 --ioengine=libaio \
             --iodepth=4 --write_lat_log=l --log_offset=1"],
    )
    .timed(20.0),
    FioCase::new(
        "lat-log-prio",
        &["--name=j --filename=f --size=128k --rw=write --ioengine=psync \
             --write_lat_log=l --log_prio=1"],
    ),
    FioCase::new(
        "lat-log-all",
        &["--name=j --filename=f --size=128k --rw=randwrite --ioengine=psync \
             --write_lat_log=l --log_prio=1 --log_offset=1 --numjobs=2"],
    ),
    FioCase::new(
        "logs-averaged",
        &["--name=j --size=64m --rw=read --ioengine=null --rate_iops=500 --runtime=1 \
             --time_based --write_lat_log=l --write_bw_log=l --write_iops_log=l \
             --log_avg_msec=200"],
    )
    .timed(10.0),
    FioCase::new(
        "logs-largest",
        &["--name=j --size=64m --rw=read --ioengine=null --rate_iops=500 --runtime=1 \
             --time_based --write_lat_log=l --log_avg_msec=200 --log_max_value=1"],
    )
    .timed(10.0),
    FioCase::new(
        "logs-together",
        &["--name=j --filename=f --size=128k --rw=read --ioengine=psync \
             --write_lat_log=l --per_job_logs=0 --numjobs=2"],
    ),
    FioCase::new(
        "hist-log",
        &["--name=j --size=64m --rw=read --ioengine=null --rate_iops=500 --runtime=1 \
             --time_based --write_hist_log=h --log_hist_msec=250"],
    )
    .timed(10.0),
    FioCase::new(
        "hist-log-coarse",
        &["--name=j --size=64m --rw=read --ioengine=null --rate_iops=500 --runtime=1 \
             --time_based --write_hist_log=h --log_hist_msec=250 --log_hist_coarseness=3"],
    )
    .timed(10.0),
    FioCase::plain(
        "parse-only",
        &["--parse-only --name=j --filename=missing --size=512k --rw=read"],
    ),
    FioCase::plain("parse-only-file", &["--parse-only job.fio"])
        .job("[a]\nrw=write\nsize=1m\nfilename=f\n[b]\nrw=read\n"),
    FioCase::plain("showcmd", &["--showcmd=job.fio"]).job(
        "[global]\nbs=8k\n[a]\nrw=write\nsize=1m\nfilename=f\n[b]\nrw=read\nsize=1m\nfsync=1\n",
    ),
    FioCase::plain("section", &["--section=b --output-format=json job.fio"])
        .job("[a]\nrw=write\nsize=64k\nfilename=f\n[b]\nrw=write\nsize=64k\nfilename=g\n"),
    FioCase::new("name-in-a-section", &["job.fio"])
        .job("[sect]\nname=real\nsize=64k\nrw=write\nioengine=psync\nwrite_lat_log\n"),
    FioCase::plain("parse-nothing", &["--parse-only"]),
    FioCase::plain("show-nothing", &["--showcmd"]),
    FioCase::plain("showcmd-engine", &["--showcmd job.fio"]).job("[a]\nioengine=rbd\npool=x\n"),
    FioCase::plain("version", &["--version"]),
    FioCase::plain("debug-names", &["--debug=help"]),
    FioCase::plain("debug-of-nothing", &["--debug=rate,verify,time --version"]),
    FioCase::plain("debug-unknown", &["--debug=nothing,rate --version"]),
    FioCase::plain(
        "literal-numbers",
        &["--parse-only --name=j --filename=f --size=1m --bs=8k --rw=read"],
    ),
];
