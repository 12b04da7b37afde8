### The verdict of a check: the head line, the roles, what limits them.
### Glossary: load line = highest load that was confirmed within the latency limit. Role = one kind of I/O of a database, such as
### its log. Verdict = FIT, NOT FIT or CANNOT TELL.

# After the verdict: what was checked, and on what.
# $subject (text): the profile
# $target (text): the device, file or folder
on = for { $subject } on { $target }
# What was checked and on what, without a verdict.
# $subject (text): the profile or job
# $target (text): the device, file or folder
subject-on = { $subject } on { $target }
# The state of a run that is under way or was killed.
state-running = not finished
# The state of a run that was stopped.
state-interrupted = interrupted
# The state of a run that failed.
state-failed = failed
# The requirement as the user wrote it.
# $requirement (text): such as iops>=5000
required = required: { $requirement }
# What limits a role: the end of "limited by".
limit-device = the storage
# What limits a role.
limit-cpu = the CPU time of plimsoll
# What limits a role.
limit-depth = the highest queue depth of this check, not the storage
# A rate that ran for some time.
# $rate (text): with its unit
# $time (text): how long
rate-for = { $rate } for { $time }
# What limits a role.
limit-unknown = an unknown cause
# What limits a role.
# $group (text): the path of a control group
# $device (text): the name of a device
# $rate (text): with its unit
limit-quota-owner = the quota of the control group { $group } on { $device } ({ $rate })
# What limits a role of commits.
# $limit (text): the quota
# $count (count): writes and flushes of a commit
limit-quota-commit = { $limit }; each commit counts as { $count } writes, because the kernel counts a flush as a write
# What limits a role.
# $rate (text): with its unit
limit-quota-rate = probably a quota (constant { $rate })
# What limits a role.
limit-quota-unsure = a quota or the interface (constant rate at a round number)
# How much of the load of its job a role carries.
# $times (text): a number and its interval
# $rate (text): the load of the job
job-multiple = { $times } times the load of the job ({ $rate })
# How long a transaction waits for the storage.
# $mean (latency)
mean-latency = mean { $mean }
# What the sessions of a job reach.
# $sessions (count)
# $rate (text): transactions per second
# $latency (text): how long each waits for the storage
sessions-reached = { $sessions } sessions reach { $rate }; each waits for the storage: { $latency }
# After the message above: the same at the required rate.
# $required (number): transactions per second
# $rate (text): transactions per second that were done
# $latency (text): how long each waits for the storage
sessions-required = . At { $required }/s: { $rate }, { $latency }
# After the message above: a log whose writes grow above the load of the job.
# $rate (number): writes per second of the log
# $times (number): how many times the load
# $other (number): IOPS of the other streams in the job
job-log = . The log keeps its { $rate } writes/s, each { $times } times as large, because more commits share a flush (group commit). All
    other streams do { $times } times their { $other } IOPS
# A note on a job whose rate changes.
# $peak (number): the peak as a multiple of the mean
# $multiple (text): the same number as --require takes it, equal in every language
job-peak = The rate of the job changes: its peak is { $peak } times its mean. The verdict is for the mean. Add --require
    'load>={ $multiple }x' to require the peak.
# At the end: the confidence of the intervals.
# $percent (number): such as 95
confidence = { $percent } % intervals in brackets
# What the operations of a role are.
# $streams (count)
# $reads (number): percent
io-of-job = { $streams ->
        [one] 1 stream
       *[other] { $streams } streams
    } of a job, { $reads } % reads
# The same of reads only.
# $size (text): of an operation
# $random (flag)
io-reads = { $size } { $random ->
        [yes] random
       *[no] sequential
    } read
# The same of writes only.
# $size (text): of an operation
# $random (flag)
# $sync (text): empty, or how they are made durable
io-writes = { $size } { $random ->
        [yes] random
       *[no] sequential
    } write{ $sync }
# The same of reads and writes.
# $size (text): of an operation
# $random (flag)
# $reads (number): percent
# $sync (text): empty, or how writes are made durable
io-mixed = { $size } { $random ->
        [yes] random
       *[no] sequential
    }, { $reads } % reads{ $sync }
# How writes are made durable, after the message above.
# $flag (text): such as O_DSYNC
io-durable = , each durable ({ $flag })
# The sizes of operations.
# $from (text)
# $to (text)
io-sizes = { $from } to { $to }
# The loads of a record that does not say whether they were random.
order-unknown = order unknown
# The queue depths of loads.
# $depth (text): one or a range
load-depth = queue depth { $depth }
# The threads of loads, if they are more than one.
# $threads (text): a number or a range
load-threads = { $threads } threads

## record::Verdict verdict-*: The verdict in capitals.

verdict-fit = FIT
verdict-not-fit = NOT FIT
verdict-cannot-tell = CANNOT TELL

## summary::Weight weight-*: The effect of a warning on the answer, in at most 10 letters.

weight-forbids = no verdict
weight-warning = warning
weight-note = note
