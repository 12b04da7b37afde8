### Labels of the terminal. A label of a role has at most 10 letters, one of the last lines at most 12.

# The load line of a role.
load-line = load line
# Below a comparison of runs: what a load line is.
load-line-is = the highest rate that meets the latency limit
# The latency of a role beside the limit.
# $quantile (text): such as p99
# $latency (latency): at the load line or the smallest load
# $line (flag): whether there is a load line
# $limit (latency): of the role
latency-of-limit = { $quantile } { $latency } { $line ->
        [yes] at the load line
       *[no] at the smallest load of this check
    }, limit { $limit }
# The label of the latency at the required rate.
required = required
# The latency of each kind of operation of a job.
# $quantile (text): such as p99
# $reads (text): a latency
# $writes (text): a latency
# $commits (text): a latency
# $required (flag): whether it is at the required rate
operations-of-job = { $required ->
        [yes] at the required rate
       *[no] at the load line
    }, { $quantile } of reads { $reads }, of writes { $writes }, of commits { $commits }
# The load of the job as a multiple.
job = job
# After commits one at a time.
closed-loop = each waits for the one before (closed loop)
# Of a replayed stream, in place of its model of load.
of-capture = I/O of the capture
# What limits a role that is fit.
limited-by = limited by
# Under what conditions it was measured.
measured = measured
# Beside the conditions of a run.
# $time (text): how long the run took
took = took { $time }
# Where the report is.
report = report
# Where the run is stored.
stored = stored
# The command that repeats it.
repeat = repeat
# A note of the run.
note = note
# Warnings that are not shown for lack of space.
# $count (count): how many
# $weights (text): how many of each weight
more-warnings = { $count ->
        [one] one more ({ $weights }): see the report or --json
       *[other] { $count } more ({ $weights }): see the report or --json
    }
# How many warnings forbid a verdict.
# $count (count): how many
count-forbids = { $count } × no verdict
# How many warnings there are.
# $count (count): how many
count-warnings = { $count ->
        [one] { $count } warning
       *[other] { $count } warnings
    }
# How many notes there are.
# $count (count): how many
count-notes = { $count ->
        [one] { $count } note
       *[other] { $count } notes
    }
# Notes that are not shown for lack of space.
# $count (count): how many
more-notes = { $count ->
        [one] one more note in the report
       *[other] { $count } more notes in the report
    }
# The heading of a phase of a run.
# $name (text): of the phase
phase = phase { $name }
# In place of the streams of a run.
nothing-measured = nothing was measured
# The queue depth of a stream.
# $mean (number): over the run
depth = queue depth { $mean }
# The queue depth of a stream with its setting.
# $mean (number): over the run
# $set (count): as requested
depth-of = queue depth { $mean } of { $set }
# How long a stream was measured.
# $seconds (seconds): counted
over = over { $seconds }
# A stream with scheduled arrivals.
# $rate (number): IOPS
open-loop = open loop, { $rate } IOPS offered
# Arrivals that were dropped.
# $count (count): how many
dropped = { $count ->
        [one] { $count } arrival dropped
       *[other] { $count } arrivals dropped
    }
# In place of latencies that are not known.
no-latencies = no latencies are known
# In place of latencies where nothing was done.
no-operation = no operation completed
# The head of the table of latencies.
latency-column = latency
# The head of a column: the mean.
mean-column = mean
# A row of the table of latencies; at most 10 letters.
read = read
# A row of the table of latencies; at most 10 letters.
write = write
# A row of the table of latencies: a write and its flush; at most 10 letters.
commit = commit
# A row of the table of latencies: a flush alone; at most 10 letters.
flush = flush
# The latency from the scheduled arrival; at most 12 letters.
# $operation (text): read, write or flush
total = { $operation } total
# The latency from the submission; at most 10 letters.
service = service
# Errors of a direction.
# $errors (count): operations that failed
# $short (count): transfers that moved less than was requested
trouble = { $errors } { $errors ->
        [one] error
       *[other] errors
    }, { $short } { $short ->
        [one] short transfer
       *[other] short transfers
    }
# In the line of progress.
# $time (text): with its unit
time-left = { $time } left
# In the line of progress, where the time is not known well.
# $middle (text): a number
# $half (text): a number
# $unit (text): of both
time-left-within = { $middle } +/- { $half } { $unit } left
# Above the table of the roles of a check.
roles = each role alone:
# The head of a column: the role.
head-role = role
# The head of a column: the confirmed load.
head-carries = carries
# The head of a column: the latency at that load and its limit.
head-latency = latency there
# The head of a column: the confirmed load as a multiple of the required one.
head-room = head-room
# A latency beside its limit.
# $quantile (text): such as p99
# $latency (latency): measured
# $limit (latency): of the role
latency-of = { $quantile } { $latency } of { $limit }
# The confirmed load as a multiple of the required one.
# $times (number)
times = { $times } x
# Below the table: commits of a role that share flushes.
# $role (text): its name
# $shared (text): the rate
# $size (count): commits in a flush
# $alone (text): the rate with a flush for each
shared-commits = { $role }: { $shared } with up to { $size } commits per flush, { $alone } with one
# In a column: what limits a role.
by-storage = the storage
# Below the roles: what a trial at the required rate showed.
# $figures (text): role, rate and latency
tried = tried: { $figures }
# In a column: what limits a role.
# $rate (text): with its unit
by-quota = a quota, { $rate }
# In a column: what limits a role.
# $rate (text): with its unit
by-group-quota = cgroup, { $rate }
# In a column: what limits a role.
by-some-quota = a quota
# In a column: what limits a role.
by-cpus = the CPUs
# In a column: what limits a role.
# $depth (count): the most operations in flight
by-depth = depth { $depth }
# In a column: what limits a role.
by-unknown = unknown
# The head of a column: a process.
process-column = process
# The head of a column: a file.
file-column = file
# The head of a column: the largest value.
max-column = max
# The head of a column: flushes per second.
flushes-column = flushes/s
# The head of a column: a captured device.
device-column = device
