//! Kinds of I/O: directions, orders, sizes, rates, depths, durability, files, engines.

use super::FioCase;

pub(crate) const JOBS: &[FioCase] = &[
    FioCase::new("read", &["--name=j --filename=f --size=2m --rw=read --direct=1 --ioengine=libaio \
             --iodepth=8"]),
    FioCase::new("randread", &["--name=j --filename=f --size=2m --rw=randread --direct=1 --ioengine=libaio \
             --iodepth=8"]),
    FioCase::new("write", &["--name=j --filename=f --size=2m --rw=write --ioengine=psync"]),
    FioCase::new("randwrite", &["--name=j --filename=f --size=2m --rw=randwrite --direct=1 --ioengine=io_uring \
             --iodepth=16"]),
    FioCase::new("mixed", &["--name=j --filename=f --size=4m --rw=rw --rwmixread=70 --direct=1 \
             --ioengine=libaio --iodepth=4"]).timed(15.0),
    FioCase::new("randrw-clones", &["--name=j --filename=f --size=2m --rw=randrw --numjobs=2 --group_reporting \
             --direct=1 --ioengine=libaio --iodepth=4"]).timed(15.0),
    FioCase::new("sizes-by-direction", &["--name=j --filename=f --size=4m --rw=rw --bs=4k,16k --ioengine=psync"]).timed(8.0),
    FioCase::new("bssplit", &["--name=j --filename=f --size=8m --rw=randread --bssplit=4k/50:16k/30:64k/ \
             --ioengine=psync"]).timed(40.0),
    FioCase::new("bssplit-directions", &["--name=j --filename=f --size=8m --rw=randrw \
             --bssplit=4k/50:8k/50,16k/90:32k/10 --ioengine=psync"]).timed(10.0).differs(&["read io_bytes", "write io_bytes", "total_ios"], "fio ends before all was done where the smallest sizes differ"),
    FioCase::new("bsrange", &["--name=j --filename=f --size=8m --rw=write --bsrange=4k-32k --ioengine=psync"]).timed(8.0),
    FioCase::new("leading-number", &["--name=j --filename=f --size=1m --rw=read --direct=1 --ioengine=libaio --iodepth=8*2"]),
    FioCase::new("buffered-hint", &["--name=j --filename=f --size=1m --rw=randread --fadvise_hint=sequential --ioengine=psync"]),
    FioCase::new("last-block", &["--name=j --filename=f --size=10k --rw=write --bs=4k --ioengine=psync"]),
    FioCase::new("blockalign", &["--name=j --filename=f --size=1m --rw=randread --bs=4k --ba=16k \
             --ioengine=psync"]).draws(),
    FioCase::new("percentage-random", &["--name=j --filename=f --size=1m --rw=randread --percentage_random=50 \
             --ioengine=psync"]),
    FioCase::new("zipf", &["--name=j --filename=f --size=1m --rw=randread --random_distribution=zipf:1.1 \
             --ioengine=psync"]),
    FioCase::new("holes-to-the-end", &["--name=j --filename=f --size=8m --rw=read:512k --bs=1m --ioengine=psync"]),
    FioCase::new("holes", &["--name=j --filename=f --size=1m --rw=write:4k --bs=4k --ioengine=psync"]),
    FioCase::new("backwards", &["--name=j --filename=f --size=1m --rw=read:-8k --bs=4k --ioengine=psync"]),
    FioCase::new("rw-identical", &["--name=j --filename=f --size=1m --rw=randread:4 --rw_sequencer=identical \
             --ioengine=psync"]).differs(&["call 1: "], "no offset is repeated"),
    FioCase::new("trim", &["--name=j --filename=@dev --size=8m --rw=trim --bs=64k --ioengine=psync"]),
    FioCase::new("randtrim", &["--name=j --filename=@dev --size=8m --rw=randtrim --bs=64k --ioengine=libaio \
             --direct=1 --iodepth=4"]),
    FioCase::new("trimwrite", &["--name=j --filename=@dev --size=8m --rw=trimwrite --bs=64k --ioengine=libaio \
             --direct=1 --iodepth=4 --write_iolog=log"]),
    FioCase::new("randtrimwrite", &["--name=j --filename=@dev --size=8m --rw=randtrimwrite --bs=64k \
             --ioengine=psync --direct=1"]),
    FioCase::new("whole-device", &["--name=j --filename=@dev --rw=read --bs=64k --ioengine=libaio --direct=1 \
             --iodepth=4"]),
    FioCase::new("device-share", &["--name=j --filename=@dev --rw=write --size=25% --offset=50% --bs=64k \
             --ioengine=libaio --direct=1 --iodepth=4 --zero_buffers"]).same_bytes(&["@dev"]),
    FioCase::new("rate-iops", &["--name=j --filename=f --size=8m --rw=randread --rate_iops=200 --runtime=1 \
             --time_based --ioengine=psync"]).timed(3.0),
    // fio's own share of depth 1 is 20 to 100 %: it depends on how busy the machine is. So the depths are not compared.
    FioCase::new("rate-iops-deep", &["--name=j --filename=f --size=8m --rw=randread --rate_iops=400 --runtime=1 \
             --time_based --direct=1 --ioengine=libaio --iodepth=8"]).timed(3.0).depths(100.0),
    FioCase::new("rate-bytes", &["--name=j --filename=f --size=8m --rw=read --rate=1m --runtime=1 --time_based \
             --ioengine=psync"]).timed(5.0),
    FioCase::new("rate-directions", &["--name=j --filename=f --size=8m --rw=randrw --rate_iops=200,100 --runtime=1 \
             --time_based --ioengine=psync"]).timed(8.0),
    FioCase::new("thinktime", &["--name=j --filename=f --size=256k --rw=read --thinktime=2000 \
             --ioengine=psync"]),
    FioCase::new("thinktime-blocks", &["--name=j --filename=f --size=1m --rw=read --thinktime=5000 \
             --thinktime_blocks=8 --direct=1 --ioengine=libaio --iodepth=4"]).depths(6.0),
    FioCase::new("batch", &["--name=j --filename=f --size=4m --rw=read --iodepth_batch=8 --direct=1 \
             --ioengine=libaio --iodepth=32"]),
    FioCase::new("batch-complete", &["--name=j --filename=f --size=4m --rw=read --iodepth_batch=4 \
             --iodepth_batch_complete=4 --direct=1 --ioengine=libaio --iodepth=16"]),
    FioCase::new("batch-complete-max", &["--name=j --filename=f --size=4m --rw=read --iodepth_batch_complete_min=2 \
             --iodepth_batch_complete_max=8 --direct=1 --ioengine=libaio --iodepth=16"]).depths(10.0),
    FioCase::new("depth-low", &["--name=j --filename=f --size=4m --rw=read --iodepth_low=4 --direct=1 \
             --ioengine=libaio --iodepth=16"]),
    FioCase::new("batch-uring", &["--name=j --filename=f --size=4m --rw=randread --iodepth_batch=16 \
             --iodepth_batch_complete=16 --direct=1 --ioengine=io_uring --iodepth=64"]),
    FioCase::new("strided", &["--name=j --filename=f --size=4m --rw=read --bs=16k --zonemode=strided \
             --zonesize=64k --zoneskip=192k --ioengine=psync --write_iolog=log"]),
    FioCase::new("strided-range", &["--name=j --filename=f --size=4m --rw=write --bs=16k --zonemode=strided \
             --zonesize=64k --zonerange=128k --zoneskip=64k --io_size=1m --ioengine=psync \
             --write_iolog=log"]),
    FioCase::new("fsync", &["--name=j --filename=f --size=512k --rw=write --fsync=4 --ioengine=psync"]),
    FioCase::new("fdatasync", &["--name=j --filename=f --size=256k --rw=write --bs=2300 --fdatasync=1 \
             --ioengine=sync"]).differs(&["read short_ios", "sync total_ios"], "fio 3.33 counts fdatasync as short reads and not as a flush"),
    FioCase::new("fsync-mixed", &["--name=j --filename=f --size=2m --rw=randrw --fsync=3 --ioengine=psync"]).timed(20.0),
    FioCase::new("fdatasync-mixed", &["--name=j --filename=f --size=2m --rw=rw --rwmixread=70 --fdatasync=2 --ioengine=psync"]).timed(30.0).differs(&["read short_ios", "sync total_ios"], "fio 3.33 counts fdatasync as short reads and not as a flush"),
    FioCase::new("fsync-libaio", &["--name=j --filename=f --size=512k --rw=write --fsync=8 --direct=1 \
             --ioengine=libaio --iodepth=4"]).depths(10.0).differs(&["iodepth_level"], "fio counts flushes in the levels, so that they sum to more than 100 %"),
    FioCase::new("sync", &["--name=j --filename=f --size=256k --rw=write --sync=dsync --ioengine=psync"]),
    FioCase::new("end-fsync", &["--name=j --filename=f --size=256k --rw=write --end_fsync=1 --fsync_on_close=1 \
             --ioengine=psync"]),
    FioCase::new("sections", &["job.fio"]).job(
        "[global]\nioengine=psync\nsize=1m\nfilename=f\n[fill]\nrw=write\nbs=64k\n[reads]\nstonewall\nrw=randread\nbs=4k\nnumjobs=2\n[mixed]\nstonewall\nrw=write\nbs=8k\n",
    ),
    FioCase::new("file-of-earlier-section", &["job.fio"]).job(
        "[make]\nfilename=f\nfilesize=1m\nrw=write\nbs=64k\nioengine=psync\n[use]\nstonewall\nfilename=f\nrw=read\nbs=4k\nioengine=psync\n",
    ),
    FioCase::new("share-of-file", &[
        "--name=make --filename=f --size=4m --rw=write --bs=64k --ioengine=psync",
        "--name=j --filename=f --size=50% --offset=25% --rw=read --ioengine=psync",
    ]),
    FioCase::new("offset-io-size", &["--name=j --filename=f --size=1m --offset=512k --io_size=2m --rw=read \
             --ioengine=psync"]),
    FioCase::new("offset-increment", &["--name=j --filename=f --size=256k --offset_increment=256k --numjobs=3 \
             --rw=write --ioengine=psync"]),
    FioCase::new("number-ios", &["--name=j --filename=f --size=1m --number_ios=40 --rw=randread \
             --ioengine=psync"]).draws(),
    FioCase::new("loops", &["--name=j --filename=f --size=256k --loops=3 --rw=randread --ioengine=psync"]),
    FioCase::new("io-size-again", &["--name=j --filename=f --size=256k --io_size=1m --rw=randwrite \
             --ioengine=psync"]),
    FioCase::new("clones-own-files", &["--name=j --size=256k --numjobs=2 --rw=write --ioengine=psync"]),
    FioCase::new("filename-format", &["--name=j --filename_format=$jobname-$filenum.dat --directory=. --size=128k \
             --rw=write --ioengine=psync"]),
    FioCase::new("zeros", &["--name=j --filename=f --size=128k --rw=write --zero_buffers --ioengine=psync"]).same_bytes(&["f"]),
    FioCase::new("buffer-pattern", &["--name=j --filename=f --size=128k --rw=write --buffer_pattern=0xdeadbeef \
             --ioengine=psync"]).same_bytes(&["f"]),
    FioCase::new("overwrite", &["--name=j --filename=f --size=256k --rw=randwrite --overwrite=1 \
             --ioengine=psync"]),
    FioCase::new("no-fallocate", &["--name=j --filename=f --size=256k --io_size=64k --rw=write --fallocate=none \
             --ioengine=psync"]),
    FioCase::new("create-only", &["--name=j --filename=f --size=256k --rw=read --create_only=1 --ioengine=psync"]).differs(&["call 1: "], "a job without I/O is refused"),
    FioCase::new("buffered-libaio", &["--name=j --filename=f --size=1m --rw=randread --ioengine=libaio --iodepth=8"]),
    FioCase::new("buffered-uring", &["--name=j --filename=f --size=1m --rw=randread --ioengine=io_uring \
             --iodepth=8"]).depths(10.0),
    FioCase::new("posixaio", &["--name=j --filename=f --size=1m --rw=randread --ioengine=posixaio \
             --iodepth=4"]).depths(25.0),
    FioCase::new("posixaio-direct", &["--name=j --filename=f --size=1m --rw=write --direct=1 --ioengine=posixaio \
             --iodepth=4"]).depths(25.0),
    FioCase::new("mmap", &["--name=j --filename=f --size=1m --rw=randwrite --ioengine=mmap"]),
    FioCase::new("vsync", &["--name=j --filename=f --size=1m --rw=write --ioengine=vsync"]),
    FioCase::new("pvsync2", &["--name=j --filename=f --size=1m --rw=randrw --ioengine=pvsync2"]).timed(20.0),
    FioCase::plain("psync-deep", &["--name=j --filename=f --size=1m --rw=read --ioengine=psync --iodepth=8 \
             --output-format=normal"]),
    FioCase::new("null", &["--name=j --size=64m --rw=randrw --ioengine=null --iodepth=4"]).timed(5.0),
    FioCase::new("latency-target", &["--name=j --filename=f --size=8m --rw=randread --direct=1 --ioengine=libaio \
             --iodepth=8 --latency_target=50ms --latency_window=100ms \
             --latency_percentile=99 --runtime=1 --time_based"]).timed(1000.0).depths(100.0),
    FioCase::new("steadystate", &["--name=j --size=64m --rw=randread --ioengine=null --rate_iops=500 \
             --steadystate=iops_slope:50% --steadystate_duration=2 --runtime=6 \
             --time_based"]).timed(60.0),
    FioCase::new("ramp", &["--name=j --size=64m --rw=randread --ioengine=null --rate_iops=300 \
             --ramp_time=1 --runtime=1 --time_based"]).timed(5.0),
    FioCase::new("startdelay", &["--name=j --filename=f --size=64k --rw=read --ioengine=psync --startdelay=1"]),
    FioCase::new("exitall", &["--name=a --filename=f --size=64k --rw=read --ioengine=psync --rate_iops=100 --exitall \
             --name=b --filename=g --size=8m --rw=read --rate_iops=50 --ioengine=psync"]).timed(400.0),
    FioCase::new("wait-for", &["--name=a --filename=f --size=64k --rw=write --ioengine=psync --name=b \
             --wait_for=a --filename=f --size=64k --rw=read --ioengine=psync"]),
    FioCase::new("flow", &["--name=global --size=64m --ioengine=null --number_ios=400 \
             --name=a --rw=randread --flow=1 --name=b --rw=randread --flow=1"]),
    FioCase::new("cpus", &["--name=j --filename=f --size=64k --rw=read --ioengine=psync --cpus_allowed=0"]),
    FioCase::new("iolog", &[
        "--name=j --filename=f --size=256k --rw=randwrite --ioengine=psync \
             --write_iolog=log",
        "--name=j --read_iolog=log --ioengine=psync",
    ]),
    FioCase::new("iolog-mixed", &[
        "--name=j --filename=f --size=256k --rw=rw --ioengine=libaio --direct=1 \
             --iodepth=4 --fsync=8 --write_iolog=log",
        "--name=j --read_iolog=log --replay_no_stall=1 --ioengine=libaio --direct=1 \
             --iodepth=4",
    ]).timed(10.0).depths(10.0).differs(&["sync total_ios", "iodepth_level"], "fio flushes again after each read that follows the write; flushes are counted \
             in its levels"),
    FioCase::new("iolog-v2", &["--name=make --filename=f --size=64k --rw=write --ioengine=psync", "--name=j --read_iolog=job.fio --ioengine=psync"]).job(
        "fio version 2 iolog\nf add\nf open\nf read 0 4096\nf read 8192 8192\nf wait 1000 0\nf write 16384 4096\nf sync 0 0\nf datasync 0 0\nf close\n",
    ).differs(&["call 2: "], "fio 3.33 counts fdatasync as short reads and not as a flush"),
    FioCase::new("iolog-v3", &["--name=make --filename=f --size=64k --rw=write --ioengine=psync", "--name=j --read_iolog=job.fio --ioengine=psync"]).job(
        "fio version 3 iolog\n0 f add\n0 f open\n5000 f read 0 4096\n10000 f read 8192 8192\n20000 f write 16384 4096\n25000 f close\n",
    ),
];
