### Why a run ended early.

# The engine could not be started.
# $engine (text): its name
# $error (error): of the system
start = failed to start the engine { $engine }: { $error }; try another engine, a smaller depth or smaller blocks
# Every operation failed.
# $places (text): a list
all-failed = every operation on { $places } failed; repair each target that failed, or leave it out

## record::RunFailure: Why a run ended early.
## By crate::words::failure::computed: Start, Io, AllFailed

# $error (advised)
open = failed to open { $path }: { $error }
# $error (advised)
open-direct = failed to open { $path } for direct I/O: { $error }. If the file system has no direct I/O, use cache = "buffered"
# $number (count): counted from 0
no-path = target { $number } is neither a file nor a device; use the engine "null" or "sim" for it
# $error (error)
worker = failed to start a worker: { $error }; use fewer workers or other CPUs
# $error (error)
refused = the kernel refused I/O: { $error }; try another engine, such as sync
nothing-in-flight = the simulation stopped, because no operation was in flight; this is a bug in Plimsoll; please report it
not-simulated = the engine "sim" runs only simulated targets; name one, such as sim:hdd
worker-panicked = a worker ended because of a bug in Plimsoll; please report it
# $error (error)
prefill = failed to prefill { $path }: { $error }; check free space, quotas and your rights
# $offset-bytes (count)
# $error (error)
prefill-write = failed to prefill { $path }: the write at offset { $offset-bytes } failed: { $error }; check free space and the kernel log
# $size-bytes (count)
# $wanted-bytes (count)
too-small = { $path } has only { $size-bytes } of the requested { $wanted-bytes } bytes; choose a smaller size
prefill-stopped = the prefill was interrupted before it finished
# $size-bytes (count)
# $error (error)
resize = failed to set the size of the file to { $size-bytes } bytes: { $error }; check quotas and your rights
simulation-unreadable = the description of a simulated target cannot be read; correct the text after sim:
part-too-small = the part of the target for each thread or host is smaller than a block; use fewer threads or hosts, a larger target or
    smaller blocks
hosts-ended = a host was lost or failed, so all hosts ended the run; measurements that were complete by then are stored
    (see the hosts in the result)
