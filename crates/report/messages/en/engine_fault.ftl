### Why the engine could not do what was asked of it.

## EngineFault: Why the engine could not examine or fill a target, or run a plan.

open = failed to open { $path }: { $error }; check the path and your rights
open-direct = failed to open { $path } for direct I/O: { $error }; check the path and your rights, or use cache = "buffered"
# $number (count): counted from 0
no-path = target { $number } is neither a file nor a device; use the engine "null" or "sim" for it
start = failed to start the engine { $engine }: { $error }; try another engine, a smaller depth or smaller blocks
worker = failed to start a worker: { $error }; use fewer workers or other CPUs
refused = the kernel refused I/O: { $error }; try another engine, such as sync
nothing-in-flight = the simulation stopped, because no operation was in flight; this is a bug in Plimsoll; please report it
not-simulated = the engine "sim" runs only simulated targets; name one, such as sim:hdd
worker-panicked = a worker ended because of a bug in Plimsoll; please report it
prefill = failed to prefill { $path }: { $error }; check free space, quotas and your rights
# $offset (count)
prefill-write = failed to prefill { $path }: the write at offset { $offset } failed: { $error }; check free space and the kernel log
# $size (count)
# $wanted (count)
too-small = { $path } has only { $size } of the requested { $wanted } bytes; choose a smaller size
prefill-stopped = the prefill was interrupted before it finished
# $bytes (count)
resize = failed to set the size of the file to { $bytes } bytes: { $error }; check quotas and your rights
not-a-target = { $path } is neither a file nor a block device; if it is a directory, name a file in it
