### The findings of validity checks: what happened, with its number, and what that does to the result; then what each kind of warning means.

# The depth of a closed loop differs from IOPS x latency.
# $depth (number): the queue depth
# $held (number): IOPS x latency
# $difference (text): of the two in percent, with its sign
# $allowed (text): percent
depth-differs = The queue depth was { $depth }, but IOPS x latency (Little's law) gives { $held } ({ $difference } %; allowed: { $allowed } %). Time was lost outside the storage, or latencies are missing.
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
# An array is busy.
# $action (text): such as md0: resync 12 %
array-sync = An array below the target is busy ({ $action }). This work shares the disks with the test.
# Another engine was used.
# $change (text): such as uring -> libaio: not permitted
engine-fallback = The preferred I/O engine does not work here, so another one was used ({ $change }). It may need more CPU.
# The store refused results.
# $error (text): why
not-stored = Some results are not in the store: { $error }. This output is complete.

# All CPUs were busy, mostly by this process.
# $busy (share): how busy
# $own (share): used by plimsoll
# $foreign (share): used by other programs
# $set (text): the sentence about its control group, or nothing
# $beside-quota (flag): whether a rate also stood at a quota
cpus-busy = The CPUs were { $busy } busy: plimsoll used { $own }, other programs { $foreign }.{ $set } The figures may show the limit of
    this machine instead of the storage{ $beside-quota ->
        [yes] , except where a rate is constant: such a rate shows a quota
       *[no] { "" }
    }.
# A control group keeps this process on some of the CPUs.
# $group (text): its path
# $cpus (count): the CPUs
cpu-set = The control group { $group } keeps plimsoll on { $cpus } { $cpus ->
        [one] CPU
       *[other] CPUs
    }.
# All CPUs were busy in some points of a study.
# $full (count): in so many points
# $points (count): all points
# $share (share): how busy at most
# $beside-quota (flag): whether a rate also stood at a quota
cpus-busy-in-points = In { $full } of { $points } points the CPUs were up to { $share } busy. The figures of these points may show
    the limit of this machine instead of the storage{ $beside-quota ->
        [yes] , except where a rate is constant: such a rate shows a quota
       *[no] { "" }
    }.
# All CPUs were busy in some points of a study, mostly by other programs.
# $full (count): in so many points
# $points (count): all points
# $share (share): how busy at most
# $programs (text): the sentence about the programs
foreign-in-points = In { $full } of { $points } points the CPUs were up to { $share } busy. { $programs }
# Other programs kept the CPUs busy.
# $foreign (share): used by them
# $programs (text): the busiest with their shares, in parentheses, or nothing
# $own (share): used by plimsoll
foreign-cpu = Other programs used { $foreign } of the CPUs{ $programs }; this run used { $own }.
# In the list of programs: another run of plimsoll.
another-plimsoll = another plimsoll
# A control group's CPU quota stopped this process.
# $group (text): its path
# $cpus (number): the quota in CPUs
# $periods (share): of its periods
cpu-throttled = The control group { $group } gives plimsoll a CPU quota of { $cpus }; it was throttled in { $periods } of its periods.

## summary::warning::Detail: What a check saw.
## By crate::words::warning::computed: DepthDiffers, ArraySync, EngineFallback, NotStored, Imported, InTrial, InPoint, CpusBusy, CpusBusyInPoints, ForeignCpu, CpuThrottled, RequestSize, SteadyRate, ClockJump, ProcessStopped, Slower, Wandering, Stalls, StallsInPoints

# Operations moved more or fewer bytes than their block size.
# $mean-bytes (number): bytes of an operation on average
# $block-bytes (number): bytes that were requested
# $short (count): short transfers
size-differs = An operation moved { $mean-bytes } bytes on average instead of { $block-bytes } ({ $short } { $short ->
        [one] short transfer
       *[other] short transfers
    }). IOPS and
    throughput contradict each other.
# The device counted fewer bytes.
# $share (share, unnamed): of the bytes of this run
device-counted-less = The device counted { $share } of the bytes of this run. A cache or holes answered the rest.
# The device moved more bytes.
# $times (number, unnamed): as a multiple of the bytes of this run
device-moved-more = The device moved { $times } times the bytes of this run. The file system, copy-on-write, redundancy or other
    processes add I/O.
# Processes waited for memory.
# $share (share, unnamed): of the time
memory-wait = Programs waited for memory during { $share } of the time.
# CPU steal.
# $share (share, unnamed): of the CPU time
cpu-steal = The hypervisor took { $share } of the CPU time (CPU steal). Latencies include waits for a CPU.
# More workers than CPUs.
# $workers (count): threads that issue I/O
# $cpus (count): of the machine
few-cpus = { $workers } workers share { $cpus } { $cpus ->
        [one] CPU
       *[other] CPUs
    }. They wait for each other, and that counts as latency.
# I/O of others before the test.
# $device (text): its name
# $iops (number): their I/Os per second
other-io = Other processes did { $iops } I/Os per second on { $device } before the test. The storage may carry more than these figures say.
# The I/O scheduler.
# $name (text, unnamed): of the scheduler
scheduler = The I/O scheduler { $name } reorders and merges requests. Latencies differ from those of the device.
# A partition that is not aligned.
# $offset-bytes (count): the byte where it starts
# $unit-bytes (count): bytes of a physical block
misaligned = The partition starts at byte { $offset-bytes }, which is not a multiple of { $unit-bytes }. A write touches two blocks of the device.
# The target is memory.
# $place (text, unnamed): the path
memory = { $place } is memory, not storage. Its content is lost without power, and the result says nothing about a disk.
# The I/O went through the page cache.
buffered = The I/O went through the page cache. Memory may have answered reads, and writes reach the storage later.
# The page cache holds a part of the file.
# $share (share, unnamed): of the file
cached-share = { $share } of the file is in the page cache although the I/O was direct. Another process reads the file, or the file
    system ignores direct I/O.
# A loop device with buffered I/O.
# $device (text, unnamed): its path
buffered-loop = The page cache lies between { $device } and its backing file. This cache may have answered instead of the disk.
    To bypass it: losetup --direct-io=on /dev/{ $device }.
# Data that compress or repeat.
# $percent (number, unnamed): of what was written
easy-data = { $percent } % of the written data is compressible or repeated. Storage that compresses or deduplicates does less work than
    with other data.
# Parts that were never written.
# $hole-bytes (bytes): never written
# $file-bytes (bytes): tested
holes = { $hole-bytes } of the tested { $file-bytes } were never written. The storage answers reads of them without the medium.
# The test file fits into a cache of the storage.
# $file-bytes (bytes): tested
# $cache-bytes (bytes): the cache
fits-cache = The tested { $file-bytes } fit into the storage's cache of { $cache-bytes }. The cache may have answered instead of the disks.
# The test file is small beside the memory.
# $file-bytes (bytes): tested
# $ram-bytes (bytes): of this machine
fits-memory = The tested { $file-bytes } are less than twice the memory of { $ram-bytes }. A cache in the host, the controller or the array may
    have answered.
# The file system was unmounted.
# $target (text, unnamed): the path
unmounted = The file system of { $target } was unmounted during the run (umount -l). The result is about that file system; the
    path now belongs to another one.
# Too few operations for a percentile.
# $quantile (quantile): such as p99.9
# $needed (count): operations
# $measured (count): operations
few-operations = { $measured ->
        [one] Only { $measured } operation was
       *[other] Only { $measured } operations were
    } measured. { $quantile } needs { $needed } for an upper limit with 95 %
    confidence; with fewer operations the value may be far off.
# Shorter than a cycle of the database.
# $seconds (number): of the run
# $cycle-s (number): seconds of the cycle
shorter-than-cycle = { $seconds } s do not cover this database's cycle of { $cycle-s } s (checkpoints, backups). The peak of the cycle may be
    missing.
# Everything was done within the warm-up.
nothing-counted = All operations completed within the warm-up, so nothing was counted.
# No confidence interval.
no-interval = There are too few intervals for a confidence interval of the rate.
# A wide confidence interval.
# $half (share, unnamed): half of its width
wide-interval = The rate has not settled: its confidence interval is +/- { $half }.
# More arrived than was done.
# $offered-iops (number): operations per second
# $done-iops (number): operations per second
# $waiting (number): operations at the end
# $dropped (count): operations
overloaded = { $offered-iops } operations per second arrived and { $done-iops } completed; { $dropped ->
        [0] { "" }
       *[other] { $dropped } { $dropped ->
            [one] was
           *[other] were
        } dropped and{ " " }
    }about { $waiting } still waited at the end. The storage is overloaded, and the latencies { $dropped ->
        [0] grow with the length of the run
       *[other] leave out the dropped operations
    }.
# Operations started late.
# $late-ns (latency): the median
# $latency-ns (latency): the median of the storage
# $simulated (flag): whether the storage is simulated
late-arrivals = Half of the operations started at least { $late-ns } late; the storage takes { $latency-ns } for an operation. The queue
    was full{ $simulated ->
        [yes] { "" }
       *[no] , or this machine was too busy
    }.
# Operations failed.
# $failed (count): operations
# $done (count): operations
failed = { $failed } { $failed ->
        [one] operation failed
       *[other] operations failed
    }; { $done } completed. The notes name the first ones.
# The user stopped the run.
interrupted = The run was interrupted. Only what was measured before is shown.
# The user stopped an integrity test.
audit-interrupted = The integrity test was interrupted. Pages that were not read back by then may hold anything.
# An integrity test could not use direct I/O.
audit-through-cache = Direct I/O was requested and refused. The pages were read back through a page cache that was asked to drop them.
# Operations of an integrity test took longer than a database waits.
# $operations (count)
# $longest-ns (latency)
audit-late = { $operations ->
        [one] { $operations } operation was
       *[other] { $operations } operations were
    } late by over 15 s (longest { $longest-ns }), not counting the time for bytes that waited for a flush. That alone is no fault. SQL Server
    reports operations of over 15 s (message 833).
# The data of an integrity test fit into memory.
# $file-bytes (bytes): data and log
# $memory-bytes (bytes): in front of the storage
# $sound (flag): whether no fault was found
audit-fits-memory = { $file-bytes } of data and log fit into { $memory-bytes } of memory in front of the storage. That memory may have
    answered when the pages were read back{ $sound ->
        [yes] { "" }
       *[no] : there may be more faults
    }.
# The user stopped a study.
study-interrupted = The study was interrupted. The same command resumes it.
# The run is under way or was killed.
unfinished = The run is still going or was killed. Only what it has stored so far is shown.
# The rate fell for good.
# $after-s (number): seconds
# $from-iops (number): IOPS
# $to-iops (number): IOPS
rate-fell = After { $after-s } s the rate fell from { $from-iops } to { $to-iops } IOPS and stayed there. Burst credits or a cache ran out: only the
    lower rate lasts.
# The median latency moved for good.
# $after-s (number): seconds
# $from-ns (latency): before
# $to-ns (latency): after
median-moved = After { $after-s } s the median latency moved from { $from-ns } to { $to-ns } and stayed there to the end. The figures mix two states.

## summary::WarningKind kind-*: The meaning of a kind of warning: a title, why it matters, and the advice.

kind-littles-law = Queue depth, rate and latency disagree
    .why = With a fixed number of I/Os in flight, rate times latency equals that number (Little's law). Here it does not, so one
        of the three is wrong.
    .action = Repeat the run on a quiet machine. If the difference stays, report a bug.
kind-rate-times-size = Rate and throughput disagree
    .why = Operations per second times their size equals the throughput. Short transfers or a wrong block size break that.
    .action = Look for short transfers in the table of the run.
kind-contradiction = The imported figures contradict each other
    .why = Two figures of the imported file cannot both be true: counts, rates, percentiles or the histogram do not match.
    .action = Look at the line that the warning names. Measure again, or leave the result out.
kind-device-counters = The device counted different I/O
    .why = The kernel's counters of the device show another amount of I/O than was issued.
    .action = Look for a cache, RAID or encryption layer between the target and the device.
kind-request-size = The device received requests of another size
    .why = The figures belong to another block size than the requested one.
    .action = Use random access, the scheduler none, or a block size that the device takes in one request.
kind-quota = A quota may limit the rate
    .why = A constant rate with almost no spread comes from a limiter (your plan) or a bus, not from the medium.
    .action = Compare the rate with the limits of the volume, the machine type and the interface.
kind-burst-credits = The rate fell during the run
    .why = The storage was fast for a while, then slowed down and stayed slow.
    .action = Plan with the rate after the drop.
kind-holes = Never-written blocks were read
    .why = Reads of never-written blocks do not touch the medium, so they look too fast.
    .action = Prefill the file, or let the check create its own.
kind-page-cache = Memory answered instead of the storage
    .why = The page cache of the operating system took part, so some of the I/O never reached the storage.
    .action = Use direct I/O or a larger file.
kind-memory = The target is memory
    .why = No disk takes part, and the data are lost when the power fails.
    .action = Name a folder or device on the storage that will hold the data.
kind-small-file = The test file is small
    .why = A cache in the storage or the controller may hold the whole file; real data will not fit in it.
    .action = If your data are larger, test with a --size near theirs. Otherwise ignore this note.
kind-easy-data = The written data are compressible
    .why = Some storage does less work for compressible or repeated data than for real data.
    .action = Write incompressible data, which is the default.
kind-array-sync = The array synchronises
    .why = A resync, scrub or rebuild shares the disks with the test, so the figures are too low.
    .action = Wait until it has finished, then repeat the run.
kind-scheduler = An I/O scheduler reorders requests
    .why = The kernel's scheduler may delay and reorder I/O, which changes latencies.
    .action = Use the scheduler none, which is usual for SSDs and virtual disks.
kind-misaligned = The partition is not aligned
    .why = Blocks straddle the physical sectors of the device, so one write becomes two.
    .action = Create the partition on a 1 MiB boundary.
kind-latency-step = The latency changed its level
    .why = The latency moved to another level and stayed there; an average describes neither level.
    .action = Look at the figures over time and at what happened at that moment.
kind-slow-phases = The storage has slow phases
    .why = Throughput drops periodically although I/O keeps completing: another workload or background work competes for this
        storage.
    .action = Plan with the lower figure, or find out what else runs at those times. A longer run measures more phases.
kind-stalls = The storage stalled
    .why = For some time no I/O completed, and everything that arrived then waited, whatever the load.
    .action = Find the cause, such as a snapshot or a cache that is written back. A longer run shows how often stalls occur.
kind-few-ios = Too few operations for the percentile
    .why = A high percentile depends on the few slowest operations; with so few operations in all it may be far off.
    .action = Measure longer: give check and ramp a larger --budget, and a job a longer duration.
kind-not-settled = The rate is uncertain
    .why = The run was short, or the rate still changed at its end. A longer run may give another figure.
    .action = Measure at least 10 s longer while nothing else uses the storage.
kind-cpu-saturated = The CPUs were busy
    .why = The machine may have run out of CPU before the storage reached its limit; the storage may carry more.
    .action = Use more CPUs, or take the figure as the limit of this machine.
kind-foreign-cpu = Other programs used the CPUs
    .why = Operations of this run waited for a CPU, which appears as latency; the storage may carry more.
    .action = Stop them or move them to other CPUs, then repeat the run.
kind-cpu-throttled = A CPU quota stopped plimsoll
    .why = Operations waited while plimsoll was stopped, which appears as latency; the storage may carry more.
    .action = Raise the quota, then repeat the run.
kind-memory-pressure = Programs waited for memory
    .why = Memory was short: the system pages, which delays operations and may use the same storage.
    .action = Free memory, then repeat the run.
kind-cpu-stolen = CPU steal
    .why = Other guests of the same host ran while this one was ready to run, which appears as latency.
    .action = Repeat the run at another hour and compare.
kind-few-cpus = More workers than CPUs
    .why = The workers wait for each other, and that waiting counts as latency.
    .action = Use fewer workers with a greater queue depth each.
kind-other-io = Other processes used the device
    .why = Other processes did I/O on the same device, so the storage carries more than the figure says.
    .action = Repeat the run while they are stopped.
kind-clock-jump = The clock jumped
    .why = Times of day in this report may be wrong; durations and latencies are not affected.
    .action = Nothing, unless it happens again.
kind-engine-fallback = Another I/O engine was used
    .why = The preferred engine is not available; the one in use may need more CPU and reach a lower rate.
    .action = Allow io_uring (kernel.io_uring_disabled, the container's system call filter), or name the engine with --engine.
kind-interrupted = The run was interrupted
    .why = It ended early, so figures rest on less data than planned.
    .action = Repeat it with the command below.
kind-process-stopped = The process was stopped
    .why = The program did not run for some time. That time is not a latency of the storage.
    .action = Repeat the run if the missing time matters.
kind-unmounted = The file system was unmounted during the run
    .why = Files that were open were tested to the end; the path now belongs to another file system.
    .action = Find out who unmounted it, mount it again and repeat the run.
kind-not-stored = Results are missing from the store
    .why = The store refused a part of the results; reports made from it later lack that part.
    .action = Keep this report. Free space for the store, or name another one with --store, and repeat the run.
kind-too-short = The run is shorter than the cycle of the database
    .why = The database has a cycle, such as its checkpoints, that is longer than the run.
    .action = Measure for longer than the cycle.
kind-overloaded = The storage was overloaded
    .why = Operations arrived faster than they completed, so they waited ever longer.
    .action = Reduce the load, unless it was meant to be too high.
kind-late-arrivals = The load generator was late
    .why = Operations were issued later than scheduled; the delay counts as latency.
    .action = Use a greater queue depth, more workers or CPUs, or a lower rate.
kind-io-errors = I/O operations failed
    .why = The storage returned errors; figures that were measured while operations failed are not reliable.
    .action = Look at the notes and at the kernel log, and repair or replace the storage.
