//! Rows: files, their preparation and cleanup; traces; zones.

use super::{FioOption, near, no, yes};

const LAID: &str =
    "files that are read are filled with incompressible data and made durable before the run";
const TRACE: &str =
    "blktrace files are not supported; replay a trace of write_iolog with read_iolog";
const NO_TRACE: &str = "accepted without effect; one trace is read as a whole";
const NO_ZONES: &str = "accepted without effect; zoned devices are not supported";

pub(super) const ENTRIES: &[FioOption] = &[
    yes("filename", "files or devices, separated by colons; several are used in turn").text(),
    yes("directory", "folder of the files").text(),
    yes("filename_format", "naming pattern of files").text(),
    near(
        "unique_filename",
        "file names differ between clients",
        "accepted without effect; there is only one client",
    )
    .off("1"),
    near("lockfile", "locks files", "accepted without effect; files are not locked").off("none"),
    no("opendir", "uses all files of a directory", "name the files with filename").text().off(""),
    yes("nrfiles", "number of files of the job, among which its size is divided").or(&["nr_files"]),
    yes("openfiles", "files in use at the same time; here all files are open"),
    yes("file_service_type", "which file is next, and after how many operations"),
    yes("filesize", "size of each file; for a range, a random size for each file"),
    near(
        "file_append",
        "starts at the end of the file",
        "accepted without effect; size and offset set the range",
    ),
    near(
        "fill_device",
        "writes until the device is full",
        "writes stop at the end of an existing device or file; a new file needs a size",
    )
    .or(&["fill_fs"]),
    near(
        "fallocate",
        "how space is allocated",
        "the file system allocates the space (native), or nothing is allocated (none)",
    )
    .off("native"),
    yes("fadvise_hint", "tells the kernel the access order"),
    near("create_serialize", "creates files one after the other", LAID).off("1"),
    near("create_fsync", "makes new files durable", LAID).off("1"),
    near("create_on_open", "creates files when they are opened", LAID),
    yes("create_only", "only creates the files"),
    yes("allow_file_create", "whether missing files may be created"),
    near(
        "allow_mounted_write",
        "allows writes to mounted devices",
        "a written device needs --destroy DEVICE, and mounted devices are never written",
    ),
    yes("overwrite", "fills the file before the job writes"),
    yes("unlink", "after the run, removes the files that Plimsoll created"),
    near(
        "unlink_each_loop",
        "removes files between loops",
        "accepted without effect; the next loop uses the same files",
    ),
    near(
        "pre_read",
        "reads files into the page cache before the job",
        "accepted without effect; run a read job first, and set stonewall in the next job",
    ),
    yes("invalidate", "drops the file's cached pages before the job"),
    near(
        "ioscheduler",
        "sets the scheduler of the device",
        "the scheduler is not changed; set it before the run",
    )
    .text()
    .off(""),
    no(
        "filetype",
        "type of the file",
        "the type is that of the existing file; leave the option out",
    )
    .off("file"),
    yes("write_iolog", "writes a trace").text(),
    yes("read_iolog", "replays a trace of fio's format version 2 or 3").text(),
    near("read_iolog_chunked", "reads the trace in pieces", NO_TRACE),
    yes("replay_no_stall", "replays without pauses"),
    yes("replay_redirect", "replays on another device").text(),
    yes("replay_scale", "divides offsets"),
    yes("replay_align", "aligns offsets"),
    yes("replay_time_scale", "scales the times"),
    yes("replay_skip", "directions that are not replayed"),
    no("merge_blktrace_file", "merges traces", TRACE).text().off(""),
    near("merge_blktrace_scalars", "scales merged traces", NO_TRACE).off(""),
    near("merge_blktrace_iters", "repeats merged traces", NO_TRACE).off(""),
    near(
        "zonemode",
        "zones that are processed one after the other",
        "`strided` works for plain sequential and random I/O; `zbd` (zoned devices) is refused",
    )
    .judged()
    .off("none"),
    yes("zonesize", "bytes of I/O in each zone"),
    near("zonecapacity", "capacity of a zone", NO_ZONES),
    yes("zonerange", "length of a zone"),
    yes("zoneskip", "bytes that are skipped between zones"),
    near("read_beyond_wp", "reads beyond the write pointer", NO_ZONES),
    near("max_open_zones", "zones open at once", NO_ZONES),
    near("job_max_open_zones", "zones open at once for one job", NO_ZONES),
    near("ignore_zone_limits", "ignores the device's limit of open zones", NO_ZONES),
    near("zone_reset_threshold", "share of written blocks at which zones are reset", NO_ZONES),
    near("zone_reset_frequency", "how often zones are reset", NO_ZONES),
    near("zone_reset_before_write", "resets zones before writes", NO_ZONES),
    no("fdp", "places data on the drive", "data placement is not supported; leave the option out"),
    no(
        "dataplacement",
        "places data on the drive",
        "data placement is not supported; leave the option out",
    )
    .off("none"),
    near("plids", "placement identifiers", "accepted without effect; fdp is not supported")
        .or(&["fdp_pli"])
        .off(""),
];
