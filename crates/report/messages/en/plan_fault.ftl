### Problems of a job on this machine, found before anything is opened.

## plan::PlanFault: What is wrong with a key of a job, or why a target is not used; the place stands before it.

targets-mixed = real, simulated and null targets cannot run together: their clocks differ; make a job of each
engine-of-targets = { $forced } targets run on the engine { $forced }, not { $requested }; leave it out
engine-without-files = { $engine } does not do I/O on files or devices; use a target with path = "{ $path }"
uring-unusable = uring does not work here: the kernel is older than 5.6, or io_uring is switched off (see
    /proc/sys/kernel/io_uring_disabled); leave it out to use the best of: { $engines }
libaio-unusable = libaio does not work here: the kernel has no native asynchronous I/O, or fs.aio-max-nr is used up; leave it out to
    use the best of: { $engines }
engine-unusable = { $engine } cannot be used on this machine; leave it out to use the best of: { $engines }
no-engine = no engine works on this machine
needs-uring = needs the engine uring, not { $engine }; leave out one of them
iopoll-needs-direct = iopoll needs direct I/O; write cache = "direct" or leave out iopoll
iopoll-cannot-flush = a polled ring cannot flush; write sync = "dsync" or leave out iopoll
facts-mismatch = the machine's facts do not match the targets; this is a bug of Plimsoll
name-twice = is there twice; give each its own name
none-named = there is none; name at least one { $kind }
phase-without-stream = runs no stream; name at least one
stream-twice = names stream "{ $stream }" twice
no-stream = there is no stream "{ $stream }"
no-target = there is no target "{ $target }"
# $needed (bytes)
# $most (bytes)
buffers-too-large = depth x workers x block takes { $needed } of memory, more than { $most }; lower one of them
must-be-above-zero = must be above 0
# $most (count)
# $value (count)
count-out-of-range = must be 1 to { $most }, not { $value }
count-below-one = must count at least 1
# $percent (exact)
not-a-percentage = must be 0% to 100%, not { $percent }%
# $most (exact)
# $rate (exact)
rate-out-of-range = must be above 0 and at most { $most }, not { $rate }
delay-reversed = goes from { $least } to { $most }, which is no range
# $weight (exact)
# $least (exact)
# $most (exact)
weight-out-of-range = has a weight of { $weight }, not of { $least } to { $most }
curve-out-of-range = needs a step above 0 and factors of 0 or more, one above 0
latency-target-out-of-range = needs a share above 0% and at most 100%, a latency and a window above 0
access-out-of-range = a number of the access pattern is outside of its range; see `access` in docs/reference/job-language.md
steady-out-of-range = must be above 0% and below 100%
zeros-shaped = zeros are neither compressed nor repeated; keep one of them
transaction-mixed = sessions only read, a log only writes, and what is behind does one of both: set read to 100 or 0
transaction-out-of-range = needs counts of 0 to 1,000,000; a log needs depth 1, one worker and durable writes
transaction-paced = sets when operations start: leave out rate, think, tie, keep and trim
transaction-alone = has parts of transactions: it needs a stream with sessions, and at most one log
tie-with-pause = keeps closed loops and rates in step; a pause has a rhythm of its own: leave one of them out
latency-target-with-rate = a rate keeps its arrivals whatever the depth; leave one of them out
latency-target-with-workers = every worker would find a depth of its own; make a stream of each
latency-target-on-sync = the sync engine has a thread for each outstanding I/O, which cannot be steered; use engine "uring" or "libaio"
trim-without-writes = turns writes into trims, but there are none; lower `read`
trim-simulated = simulated storage knows no trims; use a file, a device or null
trim-checked = leaves nothing that could be checked; leave out `check`
trim-off-sectors = a device trims whole sectors; use blocks that are multiples of them
files-simulated = simulated storage has one file for each stream; name one file
files-on-sync = several files in turn take one thread, and the sync engine has one for each outstanding I/O; use depth = 1, or engine "uring"
    or "libaio"
files-with-workers = several files in turn take one worker; use workers = 1
# $cpu (count)
cpu-not-allowed = CPU { $cpu } is not one this process may use; it may use { $allowed }
blocks-out-of-range = needs sizes and weights above 0
# $block (count)
block-off-sectors = { $block } B is not a multiple of 512 B; use whole sectors
# $block (count)
# $unit (bytes)
block-off-direct = { $block } B is not a multiple of { $unit }, which direct I/O on this target needs; round up or write cache =
    "buffered"
# $unit (bytes)
# $value (count)
not-multiple = must be a multiple of { $unit }, not { $value } B
# $run (bytes)
runs-not-filled = runs of { $run } take operations of one size that fill them exactly
shuffled-sizes = blocks come once each where all are of one size; write access = "random"
# $window (bytes)
window-too-small = no block fits into a window of { $window }
# $stride (bytes)
# $align (bytes)
stride-off-grid = the stride of { $stride } is not a multiple of the alignment of { $align }
# $workers (count)
# $part (bytes)
# $block (bytes)
worker-part-too-small = { $workers } workers have { $part } each, less than a block of { $block }; lower `workers`, raise `size` or share the
    cursor
# $part (bytes)
# $block (bytes)
file-part-too-small = { $part } of "{ $target }" is smaller than a block of { $block }
# $part (bytes)
# $block (bytes)
part-too-small = { $part } is smaller than a block of { $block }
# $offset (bytes)
# $size (bytes)
offset-beyond-end = starts at { $offset }, but the target has { $size }
# $part (bytes)
# $offset (bytes)
# $size (bytes)
part-beyond-end = { $part } from { $offset } on is more than the { $size } of the target
no-end = the stream has no end; give a duration, bytes, ios or until_steady
# $workers (count)
# $operations (count)
too-few-operations = { $workers ->
        [one] 1 worker
       *[other] { $workers } workers
    } cannot share { $operations ->
        [one] 1 operation
       *[other] { $operations } operations
    }; lower `workers`
# $bytes (bytes)
# $workers (count)
# $least (bytes)
too-few-bytes = { $bytes } are less than a block for each worker ({ $workers }); { $least } are the least
check-shared = it shares a part of its target with "{ $stream }", which writes it unstamped or divides it otherwise; give both
    the same part and check, or parts of their own
check-workers-share = only one worker at a time may use a part of a target that is checked, as none knows the writes of the
    others; give each its own offset and size
# $needed (bytes)
# $most (bytes)
check-memory = checking needs { $needed } of memory, more than { $most }; check a smaller part, or use larger blocks
check-keeps-nothing = needs a target that keeps what is written; null and simulated ones do not
check-on-sync = the sync engine has a thread for each outstanding I/O, which do not know of each other's writes; use engine "uring" or
    "libaio", or depth = 1
check-shaped = its stamps neither compress nor repeat; leave out compress, dedupe and zeros
check-off-sectors = its stamps are of whole sectors; use blocks that are multiples of 512 B
check-written-writes = "written" is for streams that only read; write "yes"
check-written-without-bytes = "written" may find nothing to read; give it `bytes`: what is left out counts too
no-direct = target "{ $target }" does not take direct I/O; write cache = "dropped" or "buffered"
absent-without-size = the file does not exist; give its size, for example "4GiB"
absent-percentage = the file does not exist, so it has no percentage; give bytes
# $percent (exact)
size-not-a-percentage = must be above 0% to 100%, not { $percent }%
# $size (bytes)
# $present (bytes)
size-beyond-target = { $size } is more than the { $present } there are
target-empty = there is nothing in it; give a size, for example "4GiB"
device-not-marked = writing would destroy what is on { $device }; if that is meant, add --destroy { $device }
file-written = { $file } was not made by plimsoll and the job writes to it; if that is meant, add --overwrite { $file }
# $growth (bytes)
file-grown = { $file } was not made by plimsoll and it would be grown by { $growth }; if that is meant, add --overwrite { $file }
# $needed (bytes)
# $free (bytes)
# $is-full (flag)
space-short = { $needed } more are needed, but only { $free } are free; { $is-full ->
        [yes] free space there, or name a file that is there already
       *[no] lower the size
    }
# $needed (bytes)
# $usable (bytes)
# $free (bytes)
# $is-full (flag)
space-reserved = { $needed } more are needed, but only { $usable } may be used: { $free } are free, and 10 % of the file system (at least 1 GiB)
    stay so; { $is-full ->
        [yes] free space there, or name a file that is there already
       *[no] lower the size
    }
# $least (count)
# $disks (count)
too-few-disks = needs { $least } disks or more; there are { $disks }
# $disks (count)
odd-disks = needs an even number of disks; there are { $disks }
# $slice (bytes)
# $least (bytes)
slice-out-of-range = { $slice } of each disk is not { $least } or more, in whole MiB
# $disk (bytes)
# $layouts (count)
# $slice (bytes)
# $wanted (bytes)
disk-too-small = holds { $disk }, and { $layouts ->
        [one] 1 layout of { $slice } wants
       *[other] { $layouts } layouts of { $slice } want
    } { $wanted }; take fewer or smaller ones
host-part-too-small = the part of the target for each host is smaller than a block; use fewer hosts, a larger target or smaller blocks
