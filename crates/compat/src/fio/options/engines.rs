//! Rows: the engine, and the options of supported engines.

use super::{FioOption, near, no, yes};

const RING: &str = "accepted without effect; the engine decides";
const COMMAND: &str =
    "all operations of a process have one priority; start the command under ionice";

pub(super) const ENTRIES: &[FioOption] = &[
    yes(
        "ioengine",
        "how I/O is issued: io_uring, libaio, sync, psync, vsync, pvsync, pvsync2, posixaio, mmap or null",
    ),
    yes("hipri", "polls for completions").flag(),
    near(
        "hipri_percentage",
        "percentage of polled operations",
        "either all operations are polled or none",
    )
    .off("100"),
    near("fixedbufs", "registered buffers", RING).flag(),
    near("registerfiles", "registered files", RING).flag(),
    yes("sqthread_poll", "a kernel thread submits").flag(),
    near("sqthread_poll_cpu", "CPU of the submitting kernel thread", "the kernel chooses the CPU")
        .off(""),
    near("nonvectored", "plain reads and writes", RING).off("1"),
    no("uncached", "drops pages from the cache after I/O", "use direct=1"),
    near(
        "nowait",
        "does not wait for a free queue entry",
        "accepted without effect; an operation waits for a free queue entry",
    ),
    near("force_async", "a kernel thread performs each operation", RING),
    near("userspace_reap", "reads completions without a system call", RING).flag(),
    near("libaio_vectored", "vectored operations", RING),
    no("cmdprio_percentage", "percentage of operations with a priority", COMMAND),
    no("cmdprio_class", "priority class", COMMAND),
    no("cmdprio_hint", "priority hint", COMMAND),
    no("cmdprio", "priority level", COMMAND),
    no("cmdprio_bssplit", "priority by block size", COMMAND).off(""),
    near("thp", "huge pages of a mapping", "accepted without effect; nothing is mapped"),
    no(
        "cmd_type",
        "commands that are sent directly to a drive",
        "commands that bypass the block layer are not supported; use ioengine=io_uring on the block device",
    ),
];
