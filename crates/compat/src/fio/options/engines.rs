//! Rows: the engine, and the options of engines that are known here.

use super::{FioOption, near, no, yes};

const RING: &str = "the engine decides it by itself";
const COMMAND: &str = "I/O is not given a priority; leave it out or start it under ionice";

pub(super) const ENTRIES: &[FioOption] = &[
    yes(
        "ioengine",
        "how I/O is issued: io_uring, libaio, sync, psync, vsync, pvsync, pvsync2, posixaio, mmap or null",
    ),
    yes("hipri", "polls for completions").flag(),
    near("hipri_percentage", "share that is polled", "all or nothing is polled").off("100"),
    near("fixedbufs", "registered buffers", RING).flag(),
    near("registerfiles", "registered files", RING).flag(),
    yes("sqthread_poll", "a kernel thread submits").flag(),
    near("sqthread_poll_cpu", "CPU of that thread", "the kernel chooses the CPU").off(""),
    near("nonvectored", "plain reads and writes", RING).off("1"),
    no("uncached", "pages leave the cache after I/O", "use direct=1"),
    near("nowait", "does not wait for a queue", "an operation waits for its place in the queue"),
    near("force_async", "a thread takes each operation", RING),
    near("userspace_reap", "looks at completions without the kernel", RING).flag(),
    near("libaio_vectored", "vectored operations", RING),
    near("cmdprio_percentage", "share with a priority", COMMAND),
    near("cmdprio_class", "class of the priority", COMMAND),
    near("cmdprio_hint", "hint of the priority", COMMAND),
    near("cmdprio", "the priority", COMMAND),
    near("cmdprio_bssplit", "priority by size", COMMAND).off(""),
    near("thp", "huge pages of a mapping", "nothing is mapped"),
    no(
        "cmd_type",
        "commands for a drive",
        "commands are not sent past the block layer; use ioengine=io_uring on the block device",
    ),
];
