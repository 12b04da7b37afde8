### The meaning of each kind of warning: a title, why it matters, and the advice. A message has the name of its check.

# The check littles-law.
littles-law = Queue depth, rate and latency disagree
    .why = With a fixed number of I/Os in flight, rate times latency equals that number (Little's law). Here it does not, so one
        of the three is wrong.
    .action = Repeat the run on a quiet machine. If the difference stays, report a bug.
# The check rate-times-size.
rate-times-size = Rate and throughput disagree
    .why = Operations per second times their size equals the throughput. Short transfers or a wrong block size break that.
    .action = Look for short transfers in the table of the run.
# The check contradiction.
contradiction = The imported figures contradict each other
    .why = Two figures of the imported file cannot both be true: counts, rates, percentiles or the histogram do not match.
    .action = Look at the line that the warning names. Measure again, or leave the result out.
# The check device-counters.
device-counters = The device counted different I/O
    .why = The kernel's counters of the device show another amount of I/O than was issued.
    .action = Look for a cache, RAID or encryption layer between the target and the device.
# The check request-size.
request-size = The device received requests of another size
    .why = The figures belong to another block size than the requested one.
    .action = Use random access, the scheduler none, or a block size that the device takes in one request.
# The check quota.
quota = A quota may limit the rate
    .why = A constant rate with almost no spread comes from a limiter (the plan you pay for) or from a bus, not from the medium.
    .action = Compare the rate with the limits of the volume, the machine type and the interface.
# The check burst-credits.
burst-credits = Burst credits ran out
    .why = The storage was fast for a while, then slowed down and stayed slow.
    .action = Plan with the rate after the drop.
# The check holes.
holes = Never-written blocks were read
    .why = Reads of never-written blocks do not touch the medium, so they look too fast.
    .action = Prefill the file, or let the check create its own.
# The check page-cache.
page-cache = Memory answered instead of the storage
    .why = The page cache of the operating system took part, so some of the I/O never reached the storage.
    .action = Use direct I/O or a larger file.
# The check memory.
memory = The target is memory
    .why = No disk takes part, and the data are lost when the power fails.
    .action = Name a folder or device on the storage that will hold the data.
# The check small-file.
small-file = The test file is small
    .why = A cache in the storage or the controller may hold the whole file; real data will not fit in it.
    .action = If your data are larger, test with a --size near theirs. Otherwise ignore this note.
# The check easy-data.
easy-data = The written data are compressible
    .why = Some storage does less work for compressible or repeated data than for real data.
    .action = Write incompressible data, which is the default.
# The check array-sync.
array-sync = The array synchronises
    .why = A resync, scrub or rebuild shares the disks with the test, so the figures are too low.
    .action = Wait until it has finished, then repeat the run.
# The check scheduler.
scheduler = An I/O scheduler reorders requests
    .why = The kernel's scheduler may delay and reorder I/O, which changes latencies.
    .action = Use the scheduler none, which is usual for SSDs and virtual disks.
# The check misaligned.
misaligned = The partition is not aligned
    .why = Blocks straddle the physical sectors of the device, so one write becomes two.
    .action = Create the partition on a 1 MiB boundary.
# The check latency-step.
latency-step = The latency changed its level
    .why = The latency moved to another level and stayed there; an average describes neither level.
    .action = Look at the figures over time and at what happened at that moment.
# The check slow-phases.
slow-phases = The storage has slow phases
    .why = Throughput drops periodically although I/O keeps completing: another workload or background work competes for this
        storage.
    .action = Plan with the lower figure, or find out what else runs at those times. A longer run measures more phases.
# The check stalls.
stalls = The storage stalled
    .why = For some time no I/O completed, and everything that arrived then waited, whatever the load.
    .action = Find the cause, such as a snapshot or a cache that is written back. A longer run shows how often stalls occur.
# The check few-ios.
few-ios = Too few operations for the percentile
    .why = A high percentile depends on the few slowest operations; with so few operations in all it may be far off.
    .action = Measure longer: set a longer duration, or a larger --budget for check and ramp.
# The check not-settled.
not-settled = The rate is uncertain
    .why = The run was short, or the rate still changed at its end. A longer run may give another figure.
    .action = Measure at least 10 s longer while nothing else uses the storage.
# The check cpu-saturated.
cpu-saturated = The CPUs were busy
    .why = The machine may have run out of CPU before the storage reached its limit; the storage may carry more.
    .action = Use more CPUs, or take the figure as the limit of this machine.
# The check cpu-stolen.
cpu-stolen = CPU steal
    .why = Other guests of the same host ran while this one was ready to run, which appears as latency.
    .action = Repeat the run at another hour and compare.
# The check few-cpus.
few-cpus = More workers than CPUs
    .why = The workers wait for each other, and that waiting counts as latency.
    .action = Use fewer workers with a greater queue depth each.
# The check other-io.
other-io = Other processes used the device
    .why = Other processes did I/O on the same device, so the storage carries more than the figure says.
    .action = Repeat the run while they are stopped.
# The check clock-jump.
clock-jump = The clock jumped
    .why = Times of day in this report may be wrong; durations and latencies are not affected.
    .action = Nothing, unless it happens again.
# The check engine-fallback.
engine-fallback = Another I/O engine was used
    .why = The preferred engine is not available; the one in use may need more CPU and reach a lower rate.
    .action = Allow io_uring (kernel.io_uring_disabled, the container's system call filter), or name the engine with --engine.
# The check interrupted.
interrupted = The run was interrupted
    .why = It ended early, so figures rest on less data than planned.
    .action = Repeat it with the command below.
# The check process-stopped.
process-stopped = The process was stopped
    .why = The program did not run for some time. That time is not a latency of the storage.
    .action = Repeat the run if the missing time matters.
# The check unmounted.
unmounted = The file system was unmounted during the run
    .why = Files that were open were tested to the end; the path now belongs to another file system.
    .action = Find out who unmounted it, mount it again and repeat the run.
# The check not-stored.
not-stored = Results are missing from the store
    .why = The store refused a part of the results; reports made from it later lack that part.
    .action = Keep this report. Free space for the store, or name another one with --store, and repeat the run.
# The check too-short.
too-short = The run is shorter than the cycle of the database
    .why = The database has a cycle, such as its checkpoints, that is longer than the run.
    .action = Measure for longer than the cycle.
# The check overloaded.
overloaded = The storage was overloaded
    .why = Operations arrived faster than they completed, so they waited ever longer.
    .action = Reduce the load, unless it was meant to be too high.
# The check late-arrivals.
late-arrivals = The load generator was late
    .why = Operations were issued later than scheduled; the delay counts as latency.
    .action = Use a greater queue depth, more workers or CPUs, or a lower rate.
# The check io-errors.
io-errors = I/O operations failed
    .why = The storage returned errors; figures that were measured while operations failed are not reliable.
    .action = Look at the notes and at the kernel log, and repair or replace the storage.
