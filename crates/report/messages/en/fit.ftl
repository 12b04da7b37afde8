### A replay and a fitted job: how well the replay kept its times, and what the job was made from.

# A remark on a replay.
# $operations (count): of the capture
# $time (text): that the replay took
# $due (text): that the capture took
# $error (text): a percentage with its sign
replay-timing = replay timing: { $operations } I/Os in { $time }; the capture took { $due } ({ $error }).
# The time that the capture took, where the replay has another speed.
# $captured (text): that the capture took
# $speed (number): a factor
# $due (text): at this speed
at-speed = { $captured }, at { $speed } times its speed { $due }
# A remark on a replay.
# $median (latency): of the delays
# $p99 (latency): of the delays
# $most (latency): of the delays
# $moved (text): a percentage
replay-late = Delay of I/O starts: median { $median }, p99 { $p99 }, longest { $most }; inter-arrival times changed by { $moved } of their mean.
# A line of a fitted job.
# $count (count): I/Os
left-out = { $count ->
        [one] 1 I/O is
       *[other] { $count } I/Os are
    } in no stream: discards, failed I/Os, and those of processes with less than 0.2 % of all I/O.
# The pace of a stream.
# $depth (count): its queue depth
closed = closed loop at queue depth { $depth }
# The pace of the reads of sessions.
# $sessions (count): at once
# $transactions (count): of them
# $reads (number): of a transaction, on average
# $think (latency): of a transaction, on average
# $grouped (number): commits of a flush, on average
sessions = { $sessions ->
        [one] 1 session
       *[other] { $sessions } sessions
    } with about { $transactions } transactions: each { $reads } reads and { $think } of other work; { $grouped } commits per flush
# After the sessions.
# $rate (number): transactions per second
paused-sessions = clients pause between transactions, { $rate } per second
# The pace of the writes of the log.
commits = for the commits of the sessions
# The same if no flush was captured.
commits-assumed = for the commits of the sessions; sync = "fdatasync" is assumed, as the capture has no flushes of it
# The pace of I/Os for which no session waits.
# $ios (number): for each transaction
behind = { $ios } for each transaction
# The pace of a stream.
# $rate (number): per second
open = open loop, { $rate } per second
# After the pace of a stream.
# $burst (count): I/Os
bursts = in bursts of { $burst }
# After the pace of a stream.
# $steps (count): with a rate each
steps = in { $steps ->
        [one] 1 step
       *[other] { $steps } steps
    }
# What a stream does.
# $operations (count): of it
# $bytes (bytes): of them
operations = { $operations ->
        [one] 1 I/O
       *[other] { $operations } I/Os
    }, { $bytes }
# What a stream does beside its I/Os.
# $flushes (count): of it
flushes = { $flushes ->
        [one] 1 flush
       *[other] { $flushes } flushes
    }
# Whose stream it is.
# $process (text): its name
of-process = of process "{ $process }"
# Where its I/Os go.
# $role (text): a word of the job language
in-files = in { $role } files
# Before the assumptions.
averages = The capture has only averages. The job assumes:
# A line of a fitted job that was not run.
fidelity-unknown = Fidelity: not measured. `plimsoll capture fit CAPTURE --refine TARGET` runs the job and measures it.
# The head of a column.
figure = figure
# The head of a column.
captured = captured
# The head of a column.
fitted = fitted
# The head of a column.
error = error
# The head of a column.
goal = goal
# After a goal.
missed = missed
# The unit of a difference of percentages.
points = points
# A distance.
# $percent (text): of the mean
of-mean = { $percent } of mean

## observe::fit::FitAssumption assumed-*: An assumption of a job that was fitted to averages.

assumed-random-places = random offsets. For a scan, a copy or a log, write access = "sequential".
assumed-sizes-around-mean = one I/O size for each direction, or the two powers of two around the mean size. If you know the sizes, write
    `block = {"{"} 8k = 9, 64k = 1 {"}"}`.
assumed-sizes-unknown = an I/O size of 8 KiB, as the capture has no sizes. If you know it, write block = N.
assumed-constant-queue = the queue depth as the limit of I/Os in flight: it was constant and the device always busy.
assumed-random-arrivals = single I/Os at random times. If they arrive in bursts, write arrivals = "bursts" and burst = N. If a
    completion starts the next I/O, remove rate.
assumed-flushes-unknown = no flushes: the log has no flush counts. If the load syncs, add sync = "fdatasync".

## workload::FidelityDistance distance-*: The name of a distance.

distance-size-mix = size mix (JS)
distance-gaps = inter-arrival time (EMD)
distance-latencies = latency (EMD)

## workload::FidelityFigure figure-*: The name of a figure.

figure-read-share = read share
figure-size-mean = mean size
figure-sequential-share = sequential share
figure-flush-share = flushes per I/O
figure-latency-mean = mean device latency
figure-latency-p99 = p99 device latency
figure-depth-mean = mean queue depth
figure-iops = IOPS
