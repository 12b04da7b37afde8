//! Rows: files and what is done with them before and after; traces; zones.

use super::{FioOption, near, no, yes};

const LAID: &str =
    "files that are read are filled with incompressible data and made durable before the run";
const TRACE: &str =
    "traces of blktrace are not read here; replay one of write_iolog with read_iolog";
const NO_TRACE: &str = "it has no effect without read_iolog";
const NO_ZONES: &str = "it has no effect without zones of a device";

pub(super) const ENTRIES: &[FioOption] = &[
    yes("filename", "files or devices, split by colons; several are used in turn").text(),
    yes("directory", "where files are made").text(),
    yes("filename_format", "how files are named").text(),
    near("unique_filename", "names of files differ between clients", "there is one client")
        .off("1"),
    near("lockfile", "locks files", "files are not locked").off("none"),
    no("opendir", "uses all files of a directory", "name the files with filename").text().off(""),
    yes("nrfiles", "files of the job, which share its size").or(&["nr_files"]),
    yes("openfiles", "files in use at the same time; all of them are open"),
    yes("file_service_type", "which file is next, and after how many operations"),
    yes("filesize", "size of each file; of a range, a size that is drawn for each"),
    near("file_append", "writes after the end", "the range is that of size and offset"),
    near(
        "fill_device",
        "writes until the device is full",
        "it writes to the end of a device or file that is there; any other needs a size",
    ),
    near("fallocate", "how space is taken", "space is taken natively, or not at all (none)")
        .off("native"),
    near("fadvise_hint", "tells the kernel the order", "no hint is given"),
    near("create_serialize", "makes files one after the other", LAID).off("1"),
    near("create_fsync", "makes new files durable", LAID).off("1"),
    near("create_on_open", "makes files when they are opened", LAID),
    no("create_only", "only makes the files", "a job measures here; leave it out"),
    yes("allow_file_create", "whether missing files may be made"),
    near(
        "allow_mounted_write",
        "may write to mounted devices",
        "what is written needs --destroy DEVICE, and mounted devices never are",
    ),
    yes("overwrite", "fills the file before it writes"),
    yes("unlink", "removes the files after the run, those that plimsoll made"),
    near(
        "unlink_each_loop",
        "removes files between loops",
        "the next loop begins in the same files",
    ),
    near(
        "pre_read",
        "reads files into the page cache before",
        "files are not read before; run a reading job before, and stonewall",
    ),
    yes("invalidate", "drops the file's cached pages before"),
    near("ioscheduler", "sets the scheduler of the device", "the scheduler stays; set it before")
        .text()
        .off(""),
    no("filetype", "what the file is", "the file itself tells what it is").off("file"),
    yes("write_iolog", "writes a trace").text(),
    yes("read_iolog", "replays a trace of fio's second or third version").text(),
    near("read_iolog_chunked", "reads the trace in pieces", NO_TRACE),
    yes("replay_no_stall", "replays without pauses"),
    yes("replay_redirect", "replays on another device").text(),
    yes("replay_scale", "divides offsets"),
    yes("replay_align", "aligns offsets"),
    yes("replay_time_scale", "stretches times"),
    yes("replay_skip", "directions that are left out"),
    no("merge_blktrace_file", "merges traces", TRACE).text().off(""),
    near("merge_blktrace_scalars", "scales merged traces", NO_TRACE).off(""),
    near("merge_blktrace_iters", "repeats merged traces", NO_TRACE).off(""),
    near(
        "zonemode",
        "zones that are done one after the other",
        "`strided` is done for sequential I/O; zones of a device (`zbd`) are refused",
    )
    .judged()
    .off("none"),
    yes("zonesize", "what is done of each zone"),
    near("zonecapacity", "what a zone holds", NO_ZONES),
    yes("zonerange", "length of a zone"),
    yes("zoneskip", "what is left out between zones"),
    near("read_beyond_wp", "reads what was not written", NO_ZONES),
    near("max_open_zones", "zones open at once", NO_ZONES),
    near("job_max_open_zones", "zones open at once for one job", NO_ZONES),
    near("ignore_zone_limits", "does not mind the device's limit", NO_ZONES),
    near("zone_reset_threshold", "resets zones when this full", NO_ZONES),
    near("zone_reset_frequency", "how often zones are reset", NO_ZONES),
    near("zone_reset_before_write", "resets zones before writes", NO_ZONES),
    no("fdp", "places data on the drive", "placement is not known here; leave it out"),
    no("dataplacement", "places data on the drive", "placement is not known here; leave it out")
        .off("none"),
    near("plids", "where data is placed", "it has no effect without fdp").or(&["fdp_pli"]).off(""),
];
