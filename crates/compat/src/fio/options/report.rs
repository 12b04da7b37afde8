//! Rows: statistics, logs, memory and clocks.

use super::{FioOption, near, no, yes};

const MEMORY: &str = "accepted without effect; buffers are aligned memory of this process";
const SAMPLES: &str = "each sample is the mean of one interval";

pub(super) const ENTRIES: &[FioOption] = &[
    yes("stats", "whether the job is reported"),
    yes("unified_rw_reporting", "reports all directions together"),
    yes("clat_percentiles", "percentiles from submission to completion (clat)"),
    yes("lat_percentiles", "percentiles of total latency (lat)"),
    yes("slat_percentiles", "percentiles of submission time (slat)"),
    yes("percentile_list", "list of the reported percentiles"),
    yes("significant_figures", "significant digits in text results"),
    yes("disk_util", "reports the activity of the devices"),
    yes("disable_lat", "does not record total latency"),
    yes("disable_clat", "does not record latency from submission to completion"),
    yes("disable_slat", "does not record submission time"),
    yes("disable_bw_measurement", "does not record bandwidth samples").or(&["disable_bw"]),
    yes("kb_base", "1024, or 1000 for KB of 1,000 bytes"),
    near("unit_base", "bits or bytes in text results", "bytes are reported"),
    near(
        "gtod_reduce",
        "reads the clock less often",
        "the clock is read as usual; the result omits latencies",
    ),
    near(
        "gtod_cpu",
        "a CPU that only reads the clock",
        "accepted without effect; each thread reads the clock itself",
    )
    .off(""),
    near("clocksource", "which clock", "the kernel's monotonic clock is used").off("clock_gettime"),
    near("job_start_clock_id", "clock of the job's start", "the wall clock is used"),
    no(
        "block_error_percentiles",
        "errors per trimmed block",
        "errors are counted per direction; leave the option out",
    ),
    yes("write_bw_log", "writes a log file of bandwidth").optional(),
    yes("write_lat_log", "writes log files of latency").optional(),
    yes("write_iops_log", "writes a log file of operations per second").optional(),
    yes("write_hist_log", "writes a log file of latency histograms").optional(),
    yes("log_avg_msec", "time covered by one log line"),
    yes("log_hist_msec", "time between histograms in the log"),
    yes("log_hist_coarseness", "reduces the resolution of histograms"),
    yes("log_max_value", "log lines show the largest value").or(&["log_window_value"]),
    yes("log_offset", "log lines show the offset"),
    near("log_prio", "log lines show the priority", "the priority is always 0x0000"),
    yes("log_issue_time", "log lines show the issue time"),
    near(
        "log_entries",
        "initial number of log lines in memory",
        "accepted without effect; all lines are kept",
    )
    .off("1024"),
    near(
        "log_compression",
        "compresses logs in memory",
        "accepted without effect; logs in memory are not compressed",
    ),
    near(
        "log_compression_cpus",
        "CPUs that compress logs",
        "accepted without effect; logs in memory are not compressed",
    )
    .off(""),
    near(
        "log_store_compressed",
        "compresses log files",
        "in the layout of fio 3.33, which has neither `log_issue_time` nor two values; histograms are plain text",
    ),
    yes("log_unix_epoch", "log times are those of the wall clock").or(&["log_alternate_epoch"]),
    near("log_alternate_epoch_clock_id", "which clock", "the wall clock is used"),
    yes("per_job_logs", "each job has its own log files"),
    near("bwavgtime", "averaging time of a bandwidth sample", SAMPLES).off("500"),
    near("iopsavgtime", "averaging time of an IOPS sample", SAMPLES).off("500"),
    near("mem", "type of memory for buffers", MEMORY).or(&["iomem"]).off("malloc"),
    near("iomem_align", "alignment of buffers", MEMORY).or(&["mem_align"]),
    near("hugepage-size", "size of huge pages", MEMORY).off(""),
    near(
        "lockmem",
        "locks this much memory",
        "accepted without effect; no memory is locked, so the page cache may be larger",
    ),
];
