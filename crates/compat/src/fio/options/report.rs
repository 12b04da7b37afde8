//! Rows: statistics, logs, memory and clocks.

use super::{FioOption, near, no, yes};

const MEMORY: &str = "buffers are aligned memory of this process";
const SAMPLES: &str = "samples are means of the cells";

pub(super) const ENTRIES: &[FioOption] = &[
    yes("stats", "whether the job is told"),
    yes("unified_rw_reporting", "directions are told together"),
    yes("clat_percentiles", "percentiles from submission to completion"),
    yes("lat_percentiles", "percentiles of the whole"),
    yes("slat_percentiles", "percentiles of submission"),
    yes("percentile_list", "which percentiles"),
    yes("significant_figures", "figures of numbers for people"),
    yes("disk_util", "tells what the devices did"),
    yes("disable_lat", "does not keep whole latencies"),
    yes("disable_clat", "does not keep latencies from submission to completion"),
    yes("disable_slat", "does not keep latencies of submission"),
    yes("disable_bw_measurement", "does not keep bandwidth samples").or(&["disable_bw"]),
    yes("kb_base", "1024, or 1000 for KB of 1,000 bytes"),
    near("unit_base", "bits or bytes for people", "bytes are told"),
    near(
        "gtod_reduce",
        "asks the clock less often",
        "the clock is asked as always; latencies are left out of the result",
    ),
    near("gtod_cpu", "a CPU that only reads the clock", "the clock is asked where it is needed")
        .off(""),
    near("clocksource", "which clock", "the kernel's steady clock").off("clock_gettime"),
    near("job_start_clock_id", "clock of the job's start", "the wall clock"),
    no(
        "block_error_percentiles",
        "errors by trim block",
        "errors are counted by direction; leave it out",
    ),
    yes("write_bw_log", "bandwidth as a file").optional(),
    yes("write_lat_log", "latencies as files").optional(),
    yes("write_iops_log", "operations per second as a file").optional(),
    yes("write_hist_log", "histograms of latencies as a file").optional(),
    yes("log_avg_msec", "the time that one line stands for"),
    yes("log_hist_msec", "the time between histograms"),
    yes("log_hist_coarseness", "coarser histograms"),
    yes("log_max_value", "lines tell the largest value").or(&["log_window_value"]),
    yes("log_offset", "lines tell the offset"),
    near("log_prio", "lines tell the priority", "the priority is told as 0x0000"),
    yes("log_issue_time", "lines tell the time of issue"),
    near("log_entries", "room for lines", "as many lines are kept as come").off("1024"),
    near("log_compression", "compresses logs in memory", "logs are kept as they are"),
    near("log_compression_cpus", "CPUs that compress logs", "logs are kept as they are").off(""),
    near("log_store_compressed", "compresses log files", "log files are plain text"),
    yes("log_unix_epoch", "times of the wall clock").or(&["log_alternate_epoch"]),
    near("log_alternate_epoch_clock_id", "which clock", "the wall clock"),
    yes("per_job_logs", "each job has its files"),
    near("bwavgtime", "time of a bandwidth sample", SAMPLES).off("500"),
    near("iopsavgtime", "time of a sample of operations", SAMPLES).off("500"),
    near("mem", "where buffers are", MEMORY).or(&["iomem"]).off("malloc"),
    near("iomem_align", "alignment of buffers", MEMORY).or(&["mem_align"]),
    near("hugepage-size", "size of huge pages", MEMORY).off(""),
    near(
        "lockmem",
        "locks this much memory",
        "no memory is taken away, so the page cache may be larger",
    ),
];
