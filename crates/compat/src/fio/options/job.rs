//! Rows: what a job does, when, how fast, and in which order.

use super::{FioOption, near, no, yes};

const UNWATCHED: &str = "the job continues where fio would end it; check the result instead";
const MINIMUM: &str = "judged by the whole job, which fio ends as soon as the rate is lower";
const CHECKED: &str = "accepted without effect; data is read back at the end, and mismatches are reported with their offset";
const TRIM: &str = "use rw=trim, randtrim, trimwrite or randtrimwrite; each trim has one range";
const PRIORITY: &str = "accepted without effect; start the command under nice or ionice";

pub(super) const ENTRIES: &[FioOption] = &[
    yes("name", "name of the job").text(),
    yes("description", "text that the results repeat").text(),
    yes("rw", "direction and order of the I/O").or(&["readwrite"]),
    yes("rw_sequencer", "how N changes the offset in `rw=PATTERN:N`"),
    yes("bs", "block size, for reads, writes and trims").or(&["blocksize"]),
    yes("bsrange", "smallest and largest block size").or(&["blocksize_range"]),
    yes("bssplit", "block sizes and their shares"),
    yes("ba", "alignment of offsets").or(&["blockalign"]),
    near(
        "bs_unaligned",
        "block sizes that are not aligned",
        "block sizes are multiples of the smallest size",
    )
    .or(&["blocksize_unaligned"])
    .flag(),
    yes("bs_is_seq_rand", "the first block size is for sequential I/O, the second for random I/O"),
    yes("rwmixread", "share of reads"),
    yes("rwmixwrite", "share of writes"),
    yes("size", "bytes that each clone transfers, and the size of its range"),
    yes("io_size", "bytes that each clone transfers").or(&["io_limit"]),
    yes("number_ios", "operations after which a clone ends"),
    yes("loops", "number of times that the job runs"),
    yes("offset", "start of the I/O range").or(&["fileoffset"]),
    near(
        "offset_align",
        "alignment of the start offset",
        "accepted without effect; the offset is used as given",
    ),
    yes("offset_increment", "distance between the start offsets of the clones"),
    yes("percentage_random", "share of random I/O in a random job"),
    yes(
        "random_distribution",
        "distribution of random offsets: random, zipf, pareto, normal or zoned",
    ),
    near(
        "random_generator",
        "generator of random offsets",
        "Plimsoll's own generator makes the offsets",
    )
    .off("tausworthe"),
    yes("randrepeat", "whether each run repeats the same offsets").or(&["allrandrepeat"]),
    yes("randseed", "the seed of the offsets"),
    yes("norandommap", "random offsets may repeat before all blocks were visited").flag(),
    yes("softrandommap", "runs without a map of visited blocks; no map is needed here"),
    yes("direct", "bypasses the page cache"),
    yes("buffered", "uses the page cache"),
    no("atomic", "atomic writes", "atomic writes are not supported; leave the option out"),
    yes("numjobs", "number of clones of the job"),
    yes("thread", "clones are threads; here they always are").or(&["threads"]).flag(),
    yes("group_reporting", "reports a group of jobs as one").flag(),
    yes("new_group", "starts a new report group").flag(),
    yes("stonewall", "waits for all earlier jobs").or(&["wait_for_previous"]).flag(),
    near("wait_for", "waits for one job", "the job waits for all earlier jobs").text(),
    yes("exitall", "the end of this job ends all jobs that run with it").flag(),
    near("exit_what", "which jobs `exitall` ends", "all jobs that run together end").off("group"),
    near("exitall_on_error", "an error ends all jobs", "an error ends only its own job").flag(),
    yes("startdelay", "delay before the start; for a range, a random delay in it"),
    yes("runtime", "time limit of the job").or(&["timeout"]),
    yes("time_based", "runs for the whole runtime, even if `size` is done earlier").flag(),
    yes("ramp_time", "warm-up time, which counts only if the job ends in it"),
    near("rate", "bytes per second", "operations start on a fixed schedule (open loop)"),
    near("rate_iops", "operations per second", "operations start on a fixed schedule (open loop)"),
    yes("rate_process", "arrival process: linear or poisson"),
    near("rate_min", "the job fails with less", MINIMUM).or(&["ratemin"]),
    near("rate_iops_min", "the job fails with less", MINIMUM),
    near(
        "rate_cycle",
        "time over which the rate is averaged",
        "accepted without effect; each operation has its own start time",
    )
    .or(&["ratecycle"]),
    yes("rate_ignore_thinktime", "thinktime does not count in the rate"),
    yes("thinktime", "pause after operations"),
    near(
        "thinktime_spin",
        "part of the pause that uses the CPU",
        "the job sleeps for the whole pause",
    ),
    yes("thinktime_blocks", "operations between pauses"),
    near(
        "thinktime_blocks_type",
        "whether issues or completions are counted",
        "completions are counted",
    )
    .off("complete"),
    yes("thinktime_iotime", "running time between pauses"),
    near("max_latency", "ends the job at an operation that takes longer", UNWATCHED),
    yes("latency_target", "finds the highest queue depth within this latency"),
    yes("latency_window", "time for which each queue depth is tested"),
    yes("latency_percentile", "percentage of operations within the latency").off("100"),
    yes("latency_run", "keeps adjusting the queue depth, and counts the whole run"),
    yes("steadystate", "ends the job at steady state").or(&["ss"]),
    yes("steadystate_duration", "time for which the rate must be steady").or(&["ss_dur"]),
    yes("steadystate_ramp_time", "time before the steady-state check starts").or(&["ss_ramp"]),
    near(
        "steadystate_check_interval",
        "interval of the steady-state check",
        "the check runs every second",
    )
    .or(&["ss_interval"]),
    yes("iodepth", "outstanding operations"),
    yes("iodepth_batch", "operations submitted together").or(&["iodepth_batch_submit"]),
    yes("iodepth_batch_complete_min", "minimum completions to wait for")
        .or(&["iodepth_batch_complete"]),
    yes("iodepth_batch_complete_max", "maximum completions taken together"),
    yes("iodepth_low", "depth to which a full queue drains before it is filled again"),
    near(
        "serialize_overlap",
        "overlapping operations wait for each other",
        "accepted without effect; overlapping operations may be outstanding together",
    ),
    near(
        "io_submit_mode",
        "which thread submits",
        "one thread submits and takes completions; the rate holds without a second thread",
    )
    .off("inline"),
    yes("fsync", "fsync after this many writes"),
    yes("fdatasync", "fdatasync after this many writes"),
    yes("sync", "writes are durable when they complete").off("none"),
    near(
        "sync_file_range",
        "starts writeback of parts of the file",
        "accepted without effect; use fdatasync",
    ),
    near("write_barrier", "every Nth write is a barrier", "accepted without effect; use fdatasync"),
    near(
        "write_hint",
        "expected lifetime of the data",
        "accepted without effect; no hint is given",
    )
    .off("none"),
    yes("end_fsync", "fsync at the end; its time counts"),
    yes("fsync_on_close", "fsync when a file is closed; its time counts"),
    yes("zero_buffers", "writes zeros").flag(),
    yes("refill_buffers", "every write has new data").flag(),
    yes("scramble_buffers", "writes differ slightly from each other"),
    yes("buffer_pattern", "writes this pattern").text().off(""),
    yes("buffer_compress_percentage", "percentage by which data can be compressed"),
    near("buffer_compress_chunk", "unit of compressible data", "each block compresses as a whole")
        .off("512"),
    yes("dedupe_percentage", "percentage of duplicate blocks"),
    near(
        "dedupe_mode",
        "which blocks are repeated",
        "an earlier block of the same stream is repeated",
    )
    .off("repeat"),
    near(
        "dedupe_working_set_percentage",
        "size of the set of repeated blocks",
        "an earlier block of the same stream is repeated",
    ),
    near(
        "dedupe_global",
        "repeats blocks of other jobs",
        "an earlier block of the same stream is repeated",
    ),
    yes("verify", "verifies data by fio's headers, also data from another run or from fio"),
    yes("do_verify", "reads the data back after writing"),
    yes("verify_interval", "bytes covered by one header"),
    yes("verify_offset", "offset of the header in a block"),
    yes("verify_pattern", "pattern to write and verify").text().off(""),
    yes("verify_pattern_interval", "restarts the pattern at each header"),
    yes("verify_fatal", "the first mismatch ends the job"),
    near(
        "verify_dump",
        "writes mismatching blocks to files",
        "accepted without effect; no block is written to a file, mismatches are reported with their offset",
    ),
    near("verify_async", "number of verification threads", CHECKED),
    near("verify_async_cpus", "CPUs of the verification threads", CHECKED).off(""),
    near(
        "verify_backlog",
        "verifies after this many writes",
        "all data is read back after the writes have ended",
    )
    .judged(),
    near("verify_backlog_batch", "verifies this many blocks together", CHECKED),
    yes("verify_only", "writes nothing, and verifies the data of an earlier run").flag(),
    near("experimental_verify", "another verification method", CHECKED),
    near("verify_state_load", "loads the verification state of an earlier run", CHECKED),
    near("verify_state_save", "saves the verification state", CHECKED),
    near("verify_policy", "which writes are verified", CHECKED).off("completed"),
    near("verify_write_sequence", "verifies the order of writes", CHECKED),
    near("verify_header_seed", "verifies the seed of each block", CHECKED),
    no("trim_percentage", "percentage of written blocks to trim", TRIM),
    near("trim_verify_zero", "verifies that trimmed blocks are zero", CHECKED),
    near("trim_backlog", "trims after this many blocks", CHECKED),
    near("trim_backlog_batch", "trims this many blocks together", CHECKED),
    no("num_range", "number of ranges per trim", TRIM).off("1"),
    yes("continue_on_error", "counts errors and continues").off("none"),
    near(
        "ignore_error",
        "errors that are not counted",
        "every failed operation counts; use continue_on_error to continue",
    )
    .off(""),
    near("error_dump", "prints each error", "errors are counted, and the first one is reported"),
    yes("flow", "keeps the operation counts of jobs in the ratio of their weights"),
    yes("flow_id", "group of jobs that share the ratio of flow"),
    near(
        "flow_watermark",
        "how far a job may be ahead",
        "a job that is ahead waits at each operation",
    ),
    near(
        "flow_sleep",
        "how long a job waits for others",
        "a job that is ahead checks again every 50 us; its outstanding operations continue",
    ),
    yes("cpus_allowed", "CPUs on which the job runs"),
    yes("cpumask", "bit mask of the CPUs on which the job runs"),
    yes("cpus_allowed_policy", "whether clones share the CPUs or take one each"),
    near(
        "numa_cpu_nodes",
        "NUMA nodes on which the job runs",
        "accepted without effect; name CPUs with cpus_allowed",
    )
    .off(""),
    near(
        "numa_mem_policy",
        "NUMA policy of the memory",
        "accepted without effect; start the command under numactl",
    )
    .off("default"),
    near("nice", "niceness of the processes", PRIORITY),
    near("prio", "priority of the I/O", PRIORITY),
    near("prioclass", "priority class", PRIORITY),
    near("priohint", "priority hint", PRIORITY),
    no(
        "cgroup",
        "runs in a control group",
        "Plimsoll creates no control groups; start the command with systemd-run or cgexec",
    )
    .text()
    .off(""),
    near(
        "cgroup_weight",
        "weight of the control group",
        "accepted without effect; cgroup is not supported",
    ),
    near(
        "cgroup_nodelete",
        "keeps the control group after the run",
        "accepted without effect; cgroup is not supported",
    ),
    no("uid", "runs as this user", "the job runs as the user who starts it; use sudo -u").off(""),
    no("gid", "runs as this group", "the job runs as the user who starts it; use sudo -g").off(""),
    no(
        "exec_prerun",
        "runs a program before the job",
        "job files cannot start programs here; run the program before the command",
    )
    .text()
    .off(""),
    no(
        "exec_postrun",
        "runs a program after the job",
        "job files cannot start programs here; run the program after the command",
    )
    .text()
    .off(""),
    no(
        "profile",
        "a built-in profile of jobs",
        "fio's built-in profiles are not supported; write their jobs",
    )
    .off(""),
    no(
        "sprandom",
        "prepares a drive for random I/O",
        "this preparation is not supported; write the whole drive first",
    ),
    no("ramp_size", "bytes of warm-up", "warm-up is limited by time here; use ramp_time"),
    no(
        "thinkcycles",
        "CPU cycles of work after operations",
        "CPU work between operations is not supported; use thinktime",
    ),
];
