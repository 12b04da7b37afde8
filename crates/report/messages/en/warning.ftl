### The findings of validity checks: what happened, with its number, and what that does to the result. The advice stands in meaning.ftl.

# The depth of a closed loop differs from IOPS x latency.
# $depth (number): the queue depth
# $held (number): IOPS x latency
# $difference (text): of the two in percent, with its sign
# $allowed (number): percent
depth-differs = The queue depth was { $depth }, but IOPS x latency (Little's law) gives { $held } ({ $difference } %; allowed:
    { $allowed } %). Time was lost outside the storage, or latencies are missing.
# Operations moved more or fewer bytes than their block size.
# $mean (count): bytes of an operation on average
# $block (count): bytes that were requested
# $short (count): short transfers
size-differs = An operation moved { $mean } bytes on average instead of { $block } ({ $short } short transfers). IOPS and
    throughput contradict each other.
# The device counted fewer bytes.
# $share (share): of the bytes of this run
device-counted-less = The device counted { $share } of the bytes of this run. A cache or holes answered the rest.
# The device moved more bytes.
# $times (number): as a multiple of the bytes of this run
device-moved-more = The device moved { $times } times the bytes of this run. The file system, copy-on-write, redundancy or other
    processes add I/O.
# The device received smaller requests.
# $device (number): KiB of a request at the device
# $issued (number): KiB of a request as it was issued
request-split = The device received requests of { $device } KiB on average; { $issued } KiB were issued. A layer splits them
    (queue/max_sectors_kb, chunks of an array): the figures are those of smaller requests.
# The device received larger requests.
# $device (number): KiB of a request at the device
# $issued (number): KiB of a request as it was issued
request-merged = The device received requests of { $device } KiB on average; { $issued } KiB were issued. The kernel merges
    neighbours: the figures are those of larger requests.
# A rate that is constant.
# $rate (text): with its unit
steady-rate = The rate is constant at { $rate }; a storage at its own limit varies. Probably a quota (cloud volume, control group, controller)
    or the interface (bus, link) is the limit.
# All CPUs were busy.
# $share (share): how busy
# $quota (flag): whether a rate also stood at a quota
cpus-busy = The CPUs were { $share } busy. The figures may show the limit of this machine instead of the storage{ $quota ->
        [yes] , except where a rate is constant: such a rate shows a quota
       *[no] { "" }
    }.
# All CPUs were busy in some points of a study.
# $full (count): in so many points
# $points (count): all points
# $share (share): how busy at most
# $quota (flag): whether a rate also stood at a quota
cpus-busy-in-points = In { $full } of { $points } points the CPUs were up to { $share } busy. The figures of these points may show
    the limit of this machine instead of the storage{ $quota ->
        [yes] , except where a rate is constant: such a rate shows a quota
       *[no] { "" }
    }.
# CPU steal.
# $percent (number): of the CPU time
cpu-steal = The hypervisor took { $percent } % of the CPU time (CPU steal). Latencies include waits for a CPU.
# More workers than CPUs.
# $workers (count): threads that issue I/O
# $cpus (count): of the machine
few-cpus = { $workers } workers share { $cpus } { $cpus ->
        [one] CPU
       *[other] CPUs
    }. They wait for each other, and that counts as latency.
# I/O of others before the test.
# $iops (number): their I/Os per second
other-io = Other processes did { $iops } I/Os per second on this device before the test. The storage may carry more than these
    figures say.
# An array is busy.
# $action (text): such as md0: resync 12 %
array-sync = An array below the target is busy ({ $action }). This work shares the disks with the test.
# The I/O scheduler.
# $name (text): of the scheduler
scheduler = The I/O scheduler { $name } reorders and merges requests. Latencies differ from those of the device.
# A partition that is not aligned.
# $offset (count): the byte where it starts
# $unit (count): bytes of a physical block
misaligned = The partition starts at byte { $offset }, which is not a multiple of { $unit }. A write touches two blocks of the device.
# The wall clock jumped.
# $seconds (text): with its sign
clock-jump = The wall clock moved by { $seconds } s against the monotonic clock: the machine was suspended or migrated, or its clock
    was set. Times of day in the report may be wrong.
# The process did not run once.
# $seconds (number): how long
# $time (text): the time of day in UTC
# $left-out (flag): whether those intervals are left out
stopped-once = The process did not run for { $seconds } s at { $time } UTC (stopped process, paused virtual machine or suspend). { $left-out ->
        [yes] The intervals concerned are left out.
       *[no] The latencies of this run are not valid.
    }
# The process did not run several times.
# $times (count): how often
# $all (number): seconds in all
# $first (number): seconds of the first time
# $time (text): the time of day of the first time in UTC
# $left-out (flag): whether those intervals are left out
stopped = The process stopped running { $times } times, for { $all } s in all, first for { $first } s at { $time } UTC (stopped process,
    paused virtual machine or suspend). { $left-out ->
        [yes] The intervals concerned are left out.
       *[no] The latencies of this run are not valid.
    }
# Another engine was used.
# $change (text): such as uring -> libaio: not permitted
engine-fallback = The preferred I/O engine does not work here, so another one was used ({ $change }). It may need more CPU.
# The target is memory.
# $place (text): the path
memory = { $place } is memory, not storage. Its content is lost without power, and the result says nothing about a disk.
# The I/O went through the page cache.
buffered = The I/O went through the page cache. Memory may have answered reads, and writes reach the storage later.
# The page cache holds a part of the file.
# $share (share): of the file
cached-share = { $share } of the file is in the page cache although the I/O was direct. Another process reads the file, or the file
    system ignores direct I/O.
# A loop device with buffered I/O.
# $device (text): its path
buffered-loop = The page cache lies between { $device } and its backing file. This cache may have answered instead of the disk.
    To bypass it: losetup --direct-io=on { $device }.
# Data that compress or repeat.
# $percent (number): of what was written
easy-data = { $percent } % of the written data is compressible or repeated. Storage that compresses or deduplicates does less work than
    with other data.
# Parts that were never written.
# $holes (bytes): never written
# $file (bytes): tested
holes = { $holes } of the tested { $file } were never written. The storage answers reads of them without the medium.
# The test file fits into a cache of the storage.
# $file (bytes): tested
# $cache (bytes): the cache
fits-cache = The tested { $file } fit into the storage's cache of { $cache }. The cache may have answered instead of the disks.
# The test file is small beside the memory.
# $file (bytes): tested
# $memory (bytes): of this machine
fits-memory = The tested { $file } are less than twice the memory of { $memory }. A cache in the host, the controller or the array may
    have answered.
# The file system was unmounted.
# $target (text): the path
unmounted = The file system of { $target } was unmounted during the run (umount -l). The result is about that file system; the
    path now belongs to another one.
# The store refused results.
# $error (text): why
not-stored = Some results are not in the store: { $error }. This output is complete.
# Too few operations for a percentile.
# $quantile (text): such as p99.9
# $needed (count): operations
# $measured (count): operations
few-operations = { $measured ->
        [one] Only { $measured } operation was
       *[other] Only { $measured } operations were
    } measured. { $quantile } needs { $needed } for an upper limit with 95 %
    confidence; with fewer operations the value may be far off.
# Shorter than a cycle of the database.
# $seconds (number): of the run
# $cycle (number): seconds of the cycle
short-cycle = { $seconds } s do not cover this database's cycle of { $cycle } s (checkpoints, backups). The peak of the cycle may be
    missing.
# Everything was done within the warm-up.
nothing-counted = All operations completed within the warm-up, so nothing was counted.
# No confidence interval.
no-interval = There are too few intervals for a confidence interval of the rate.
# A wide confidence interval.
# $percent (number): half of its width
wide-interval = The rate has not settled: its confidence interval is +/- { $percent } %.
# More arrived than was done; arrivals were dropped.
# $offered (number): operations per second
# $done (number): operations per second
# $dropped (count): operations
# $waiting (number): operations at the end
overloaded-dropped = { $offered } operations per second arrived and { $done } completed; { $dropped } were dropped and about
    { $waiting } still waited at the end. The storage is overloaded, and the latencies leave out the dropped operations.
# More arrived than was done; nothing was dropped.
# $offered (number): operations per second
# $done (number): operations per second
# $waiting (number): operations at the end
overloaded = { $offered } operations per second arrived and { $done } completed; about { $waiting } still waited at the end. The storage
    is overloaded, and the latencies grow with the length of the run.
# Operations started late.
# $late (latency): the median
# $latency (latency): the median of the storage
# $simulated (flag): whether the storage is simulated
late-arrivals = Half of the operations started at least { $late } late; the storage takes { $latency } for an operation. All slots of
    the queue were taken{ $simulated ->
        [yes] { "" }
       *[no] , or this machine was too busy
    }.
# Operations failed.
# $failed (count): operations
# $done (count): operations
failed-operations = { $failed } { $failed ->
        [one] operation failed
       *[other] operations failed
    }; { $done } completed. The notes name the first ones.
# The user stopped the run.
interrupted = The run was interrupted. Only what was measured before is shown.
# The user stopped an integrity test.
audit-interrupted = The integrity test was interrupted. Pages that were not read back by then may hold anything.
# An integrity test could not use direct I/O.
audit-through-cache = Direct I/O was requested and refused. The pages were read back through a page cache that was asked to drop them.
# The data of an integrity test fit into memory; no fault was found.
# $file (bytes): data and log
# $memory (bytes): in front of the storage
audit-fits-memory = { $file } of data and log fit into { $memory } of memory in front of the storage. That memory may have answered
    when the pages were read back.
# The data of an integrity test fit into memory; faults were found.
# $file (bytes): data and log
# $memory (bytes): in front of the storage
audit-fits-memory-faulty = { $file } of data and log fit into { $memory } of memory in front of the storage. That memory may have
    answered reads: there may be more faults.
# The user stopped a study.
study-interrupted = The study was interrupted. The same command resumes it.
# The run is under way or was killed.
unfinished = The run is still going or was killed. Only what it has stored so far is shown.
# The rate fell for good.
# $after (number): seconds
# $from (number): IOPS
# $to (number): IOPS
rate-fell = After { $after } s the rate fell from { $from } to { $to } IOPS and stayed there. Burst credits or a cache ran out: only the
    lower rate lasts.
# The median latency moved for good.
# $after (number): seconds
# $from (latency): before
# $to (latency): after
median-moved = After { $after } s the median latency moved from { $from } to { $to } and stayed there to the end. The figures mix two states.
# Stalls of a role.
# $stalls (text): in a sentence
# $percent (number): of all operations
# $left-out (flag): whether the figures leave out the stalls
stalls = { $stalls } Because of stalls, { $percent } % of all operations exceed the latency limit, even at a low load.{ $left-out ->
        [yes] { " " }The figures are those between stalls.
       *[no] { "" }
    }
# Stalls in the points of a study.
# $stalled (count): points
# $points (count): all points
# $targets (text): a list
# $first (text): a point
stalls-in-points = No I/O completed for a second or more in { $stalled } of { $points } points: { $targets } (first in
    { $first }). The figures of these points contain that loss. A point without a stall does not show how often stalls occur.
# One of the targets in the list of stalls.
# $target (text): its name
# $count (count): stalls
# $longest (number): seconds
target-stalls = { $target } { $count ->
        [one] once, for { $longest } s
       *[other] { $count } times, { $longest } s at most
    }
# At the end of the list of targets.
# $count (count): targets
more-targets = and { $count } more
# The storage has slow phases.
# $fast (number): IOPS
# $slow (number): IOPS
# $seen (number): seconds in slow phases
# $after (number): seconds to the first one
# $who (text): empty, or other processes in brackets
slow-phases = At full queue depth the storage did { $fast } IOPS, but { $slow } in slow phases (measured for { $seen } s, first
    at { $after } s). Another workload probably uses the storage or the CPUs at these times{ $who }. The load line is that of
    the slow phases.
# The storage became slower for good.
# $after (number): seconds
# $operations (count): until then
# $fast (number): IOPS
# $slow (number): IOPS
# $lasted (text): empty, or how long it stayed
# $who (text): empty, or other processes in brackets
slower = After { $after } s and about { $operations } operations the rate at full queue depth fell from { $fast } to { $slow }
    IOPS{ $lasted }. A quota was lowered, burst credits or a cache ran out, or another workload competes for the
    storage{ $who }. The load line is that of the lower rate; earlier trials do not count.
# How long the storage stayed slower.
# $seconds (number): at least
slower-lasted = { " " }and stayed there for { $seconds } s
# Another process that did I/O.
# $name (text): with its number
# $megabytes (number): that it moved
# $from (number): second
# $until (number): second
process = { $name } moved { $megabytes } MB from { $from } s to { $until } s
# The speed drifts.
# $percent (number): from trial to trial
# $contradiction (text): empty, or two loads in brackets
drift = The speed of the storage drifts by about { $percent } % from trial to trial{ $contradiction }. The load line holds only
    while the storage is as fast as it was during these trials.
# Two loads that contradict each other.
# $met (number): IOPS
# $exceeded (number): IOPS
drift-contradiction = : { $exceeded } IOPS exceeded the limit, although { $met } IOPS met it in another trial
# A warning of one trial.
# $trial (text): its name
# $warning (text): sentences
in-trial = In the trial "{ $trial }": { $warning }
# A warning of one point of a study.
# $target (text): its name
# $point (text): its name
# $warning (text): sentences
in-point = { $target } in { $point }: { $warning }
# After a warning of one point: others have it, too.
# $count (count): points
more-points = { $count ->
        [one] One more point has this warning.
       *[other] { $count } more points have this warning.
    }
