//! Rows: what a job does, when, how fast, and in which order.

use super::{FioOption, near, no, yes};

const UNWATCHED: &str = "the run goes on where fio would end it; read the result instead";
const CHECKED: &str = "what is wrong is told by its place, and nothing is dumped or kept; all is read back at the end";
const TRIM: &str =
    "trims are done by rw=trim, randtrim, trimwrite and randtrimwrite, one range each";
const PRIORITY: &str = "threads keep the priority of the process; start it under nice or ionice";

pub(super) const ENTRIES: &[FioOption] = &[
    yes("name", "the job's name").text(),
    yes("description", "a text that results repeat").text(),
    yes("rw", "direction and order of the I/O").or(&["readwrite"]),
    yes("rw_sequencer", "how `rw=PATTERN:N` goes on"),
    yes("bs", "block size, for reads, writes and trims").or(&["blocksize"]),
    yes("bsrange", "block sizes between two bounds").or(&["blocksize_range"]),
    yes("bssplit", "block sizes with their shares"),
    yes("ba", "what offsets are multiples of").or(&["blockalign"]),
    near("bs_unaligned", "sizes of any byte count", "sizes stay multiples of the smallest")
        .or(&["blocksize_unaligned"])
        .flag(),
    yes("bs_is_seq_rand", "the first size is of sequential, the second of random I/O"),
    yes("rwmixread", "share of reads"),
    yes("rwmixwrite", "share of writes"),
    yes("size", "how much each clone moves, and how much of its files it uses"),
    yes("io_size", "how much each clone moves").or(&["io_limit"]),
    yes("number_ios", "operations after which a clone ends"),
    yes("loops", "how often the job is repeated"),
    yes("offset", "where the I/O begins").or(&["fileoffset"]),
    near("offset_align", "what the offset is a multiple of", "the offset is taken as given"),
    yes("offset_increment", "how much further each clone begins"),
    yes("percentage_random", "share of a random job that is random"),
    yes("random_distribution", "where random I/O falls: random, zipf, pareto, normal or zoned"),
    near(
        "random_generator",
        "how random offsets are made",
        "offsets come from this project's own generator",
    )
    .off("tausworthe"),
    yes("randrepeat", "whether each run repeats the same offsets").or(&["allrandrepeat"]),
    yes("randseed", "the seed of the offsets"),
    yes("norandommap", "random offsets may repeat before all were visited").flag(),
    yes("softrandommap", "goes on without a map of visited blocks; none is needed"),
    yes("direct", "past the page cache"),
    yes("buffered", "through the page cache"),
    no("atomic", "atomic writes", "writes are not made atomic; leave it out"),
    yes("numjobs", "clones of the job"),
    yes("thread", "clones are threads; here they always are").or(&["threads"]).flag(),
    yes("group_reporting", "a group of jobs is told as one").flag(),
    yes("new_group", "a new group of the report begins").flag(),
    yes("stonewall", "waits for all jobs before").or(&["wait_for_previous"]).flag(),
    near("wait_for", "waits for one job", "the job waits for all jobs before it").text(),
    yes("exitall", "the job's end is that of all jobs that run with it").flag(),
    near("exit_what", "which jobs `exitall` ends", "jobs of the same phase end").off("group"),
    near("exitall_on_error", "an error ends all jobs", "an error ends the job that met it").flag(),
    yes("startdelay", "waits before it starts; of a range, a time that is drawn"),
    yes("runtime", "how long it runs").or(&["timeout"]),
    yes("time_based", "runs for the whole runtime, whatever its size").flag(),
    yes("ramp_time", "runs before it counts"),
    near(
        "rate",
        "bytes per second",
        "arrivals keep their times whatever completes, and latency counts from the intended start",
    ),
    near(
        "rate_iops",
        "operations per second",
        "arrivals keep their times whatever completes, and latency counts from the intended start",
    ),
    yes("rate_process", "how arrivals fall: linear or poisson"),
    near("rate_min", "ends the job below this rate", UNWATCHED).or(&["ratemin"]),
    near("rate_iops_min", "ends the job below this rate", UNWATCHED),
    near("rate_cycle", "the time over which a rate is held", "each arrival has its own time")
        .or(&["ratecycle"]),
    yes("rate_ignore_thinktime", "thinktime does not count in the rate"),
    yes("thinktime", "pause after operations"),
    near(
        "thinktime_spin",
        "the part of the pause that burns processor time",
        "the whole pause is slept",
    ),
    yes("thinktime_blocks", "operations between pauses"),
    near(
        "thinktime_blocks_type",
        "whether issues or completions are counted",
        "completions are counted",
    )
    .off("complete"),
    no(
        "thinktime_iotime",
        "time between pauses",
        "pauses come after a number of operations; use thinktime_blocks",
    ),
    near("max_latency", "ends the job at a slower operation", UNWATCHED),
    yes("latency_target", "finds the depth that keeps a latency"),
    yes("latency_window", "how long a depth is tried"),
    yes("latency_percentile", "the share that keeps the latency").off("100"),
    yes("latency_run", "goes on steering the depth, and counts all of it"),
    yes("steadystate", "ends once the rate is steady").or(&["ss"]),
    yes("steadystate_duration", "how long it must be steady").or(&["ss_dur"]),
    yes("steadystate_ramp_time", "how long steadiness is not looked at").or(&["ss_ramp"]),
    near(
        "steadystate_check_interval",
        "how often steadiness is looked at",
        "it is looked at every second",
    )
    .or(&["ss_interval"]),
    yes("iodepth", "outstanding operations"),
    yes("iodepth_batch", "operations submitted together").or(&["iodepth_batch_submit"]),
    yes("iodepth_batch_complete_min", "completions waited for together")
        .or(&["iodepth_batch_complete"]),
    yes("iodepth_batch_complete_max", "completions taken together, at most"),
    yes("iodepth_low", "depth down to which a full queue is emptied"),
    near(
        "serialize_overlap",
        "operations on the same blocks wait",
        "operations on the same blocks may be under way together",
    ),
    near(
        "io_submit_mode",
        "who submits",
        "the thread that takes completions submits; a rate is held without it",
    )
    .off("inline"),
    yes("fsync", "fsync after this many writes"),
    yes("fdatasync", "fdatasync after this many writes"),
    yes("sync", "writes are durable when they return").off("none"),
    near(
        "sync_file_range",
        "writes back parts of the file",
        "nothing is written back; use fdatasync",
    ),
    near(
        "write_barrier",
        "every Nth write is a barrier",
        "writes are not ordered by barriers; use fdatasync",
    ),
    near("write_hint", "how long data will live", "no hint is given").off("none"),
    yes("end_fsync", "fsync at the end, which counts in the time"),
    yes("fsync_on_close", "fsync when a file is closed, which counts in the time"),
    yes("zero_buffers", "writes zeros").flag(),
    yes("refill_buffers", "every write has new data").flag(),
    yes("scramble_buffers", "writes differ a little from each other"),
    yes("buffer_pattern", "writes this pattern").text().off(""),
    yes("buffer_compress_percentage", "share that compresses away"),
    near(
        "buffer_compress_chunk",
        "the piece in which data compresses",
        "each block compresses as a whole",
    )
    .off("512"),
    yes("dedupe_percentage", "share of repeated blocks"),
    near("dedupe_mode", "what is repeated", "an earlier block of the same stream is repeated")
        .off("repeat"),
    near(
        "dedupe_working_set_percentage",
        "how much may be repeated",
        "an earlier block of the same stream is repeated",
    ),
    near(
        "dedupe_global",
        "blocks of other jobs are repeated",
        "an earlier block of the same stream is repeated",
    ),
    yes("verify", "checks contents by fio's headers, also what another run or fio itself wrote"),
    yes("do_verify", "reads back after writing"),
    yes("verify_interval", "bytes that one header stands for"),
    yes("verify_offset", "where the header is in a block"),
    yes("verify_pattern", "the pattern that is written and checked").text().off(""),
    yes("verify_pattern_interval", "the pattern begins again with each header"),
    yes("verify_fatal", "the first mismatch ends the job"),
    near("verify_dump", "writes blocks that mismatch to files", CHECKED),
    near("verify_async", "threads that check", CHECKED),
    near("verify_async_cpus", "CPUs of the threads that check", CHECKED).off(""),
    near(
        "verify_backlog",
        "checks after this many writes",
        "all is read back once the writes have ended",
    )
    .judged(),
    near("verify_backlog_batch", "checks this many blocks together", CHECKED),
    yes("verify_only", "writes nothing, and checks what an earlier run wrote").flag(),
    near("experimental_verify", "another way to check", CHECKED),
    near("verify_state_load", "knows what an earlier run wrote", CHECKED),
    near("verify_state_save", "keeps what was written", CHECKED),
    near("verify_policy", "which writes are checked", CHECKED).off("completed"),
    near("verify_write_sequence", "checks the order of writes", CHECKED),
    near("verify_header_seed", "checks the seed of a block", CHECKED),
    no("trim_percentage", "share of written blocks that is trimmed", TRIM),
    near("trim_verify_zero", "trimmed blocks must be zero", CHECKED),
    near("trim_backlog", "trims after this many blocks", CHECKED),
    near("trim_backlog_batch", "trims this many blocks together", CHECKED),
    no("num_range", "ranges of one trim", TRIM).off("1"),
    yes("continue_on_error", "counts errors and goes on").off("none"),
    near(
        "ignore_error",
        "errors that do not count",
        "any error of an operation counts; use continue_on_error to go on",
    )
    .off(""),
    near("error_dump", "tells each error", "errors are counted and the first one is told"),
    yes("flow", "keeps the operations of jobs in the ratio of their weights"),
    yes("flow_id", "which jobs keep in step"),
    near(
        "flow_watermark",
        "how far jobs may be apart",
        "a job that is ahead waits at each operation",
    ),
    near(
        "flow_sleep",
        "how long a job waits for others",
        "a job that is ahead looks again every 50 us, and goes on with what it has under way",
    ),
    yes("cpus_allowed", "CPUs the job runs on"),
    yes("cpumask", "CPUs the job runs on, as bits"),
    yes("cpus_allowed_policy", "whether clones share the CPUs or take one each"),
    near(
        "numa_cpu_nodes",
        "nodes the job runs on",
        "clones are not bound to nodes; name CPUs with cpus_allowed",
    )
    .off(""),
    near(
        "numa_mem_policy",
        "where memory is taken",
        "memory is taken where the kernel gives it; start it under numactl",
    )
    .off("default"),
    near("nice", "the processes' niceness", PRIORITY),
    near("prio", "priority of the I/O", PRIORITY),
    near("prioclass", "class of the priority", PRIORITY),
    near("priohint", "hint of the priority", PRIORITY),
    no(
        "cgroup",
        "runs in a control group",
        "control groups are not made here; start it with systemd-run or cgexec",
    )
    .text()
    .off(""),
    near("cgroup_weight", "weight of the control group", "it has no effect without cgroup"),
    near("cgroup_nodelete", "keeps the control group", "it has no effect without cgroup"),
    no("uid", "runs as this user", "it runs as the user who starts it; use sudo -u").off(""),
    no("gid", "runs as this group", "it runs as the user who starts it; use sudo -g").off(""),
    no("exec_prerun", "runs a program before", "a job file runs no programs here; run it before")
        .text()
        .off(""),
    no("exec_postrun", "runs a program after", "a job file runs no programs here; run it after")
        .text()
        .off(""),
    no(
        "profile",
        "a built-in set of jobs",
        "fio's built-in sets are not known here; write their jobs",
    )
    .off(""),
    no(
        "sprandom",
        "prepares a drive for random I/O",
        "preparing is not known here; write the whole drive before",
    ),
    no("ramp_size", "bytes before it counts", "a warm-up is a time here; use ramp_time"),
    no(
        "thinkcycles",
        "cycles of work after operations",
        "no work is done between operations; use thinktime",
    ),
];
