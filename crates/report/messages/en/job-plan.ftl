### The plan of a job, which a dry run prints.

# The first line.
# $engine (text): the engine, and what it does otherwise than usual
# $seed (text): a number
# $interval (latency): the length of an interval
engine = engine { $engine }; seed { $seed }; intervals of { $interval }
# After the engine.
polled-completions = polled completions
# After the engine.
kernel-submits = a kernel thread submits
# A target.
# $name (text): a path or a simulated storage
# $size (text): its size, and what is prefilled
# $usage (text): whether it is written
target = target { $name }: { $size }; { $usage }
# After the size of a target.
# $size (bytes)
prefilled = of which { $size } are prefilled first
# What happens to a target.
written = written
# What happens to a target.
only-read = only read
# A phase.
# $name (text)
phase = phase "{ $name }"
# After a phase.
# $time (latency)
warm-up = warm-up { $time }
# After a phase.
# $time (latency)
pause = then a pause of { $time }
# A stream.
# $name (text)
# $operations (text): what it does
stream = stream "{ $name }": { $operations }
# The heading of the place of the operations.
label-where = where
# The heading of the load.
label-load = load
# The heading of the end.
label-ends = ends
# The place of the operations.
# $size (bytes): the bytes that are used
# $start (bytes): the first of them
# $align (bytes): offsets are multiples of it
# $order (text): the order of offsets
range = { $size } from { $start }, aligned to { $align }, { $order }
# Operations.
# $blocks (text): block sizes
reads = reads of { $blocks }
# Operations.
# $blocks (text): block sizes
writes = writes of { $blocks }
# Operations.
# $percent (text): of the operations
# $blocks (text): block sizes
mix = { $percent } % reads, blocks of { $blocks }
# Operations.
# $percent (text): of the operations
# $reads (text): block sizes
# $writes (text): block sizes
mix-of-sizes = { $percent } % reads of { $reads }, writes of { $writes }
# How the page cache is used.
direct = direct
# How the page cache is used.
buffered = through the page cache
# How the page cache is used.
dropped = through the page cache, dropped first
# How the page cache is used.
dropped-often = through the page cache, dropped first and at each pass
# How writes become durable.
fua = each write durable (RWF_DSYNC)
# How writes become durable.
# $call (text): fsync or fdatasync
# $every (count): a number of writes
flush-every = { $call } every { $every }
# After the operations.
examined = examined where the run wrote
# After the operations.
stamped = stamped and examined
# After the operations.
trims-instead = trims instead of writes
# After the operations.
trims-before = a trim before each write
# Block sizes.
# $low (text): a size
# $high (text): a size
# $step (text): a size
block-range = { $low } to { $high } by { $step }
# The order of offsets.
sequential = sequential
# The order of offsets.
random = random
# The order of offsets.
shuffled = every block once in random order
# The order of offsets.
# $hot (text): a percentage of the operations
# $rest (text): a percentage of the range
pareto = pareto { $hot } % on { $rest } %
# The order of offsets.
# $center (text): a percentage of the range
# $deviation (text): a percentage of the range
normal = normal around { $center } % with a deviation of { $deviation } %
# The order of offsets.
# $stride (text): a size
strided = strided by { $stride }
# The order of offsets.
# $stride (text): a size
backwards = backwards by { $stride }
# The order of offsets.
# $run (text): a size
# $stride (text): a size
runs = sequential in runs of { $run } that start { $stride } apart
# The order of offsets.
# $bytes (text): a size
# $window (text): a size
# $stride (text): a size
hops = random: { $bytes } in { $window }, then on to the next { $stride } further
# The order of offsets.
# $stride (text): a size
# $columns (text): a number
columns = strided by { $stride }, { $columns } columns in turn
# The order of offsets.
# $percent (text)
sequential-share = { $percent } % sequential
# The order of offsets.
# $zones (text): shares of the operations and their ranges
zones = random: { $zones }
# A part of the operations and its range.
# $percent (text): of the operations
# $range (text): a size or a percentage
zone = { $percent } % on { $range }
# After the order of offsets: all workers share it.
one-position = one common position
# The number of workers.
# $workers (count)
workers = { $workers ->
        [one] { $workers } worker
       *[other] { $workers } workers
    }
# After the workers.
# $workers (text): how many
# $cpus (text): numbers
on-cpus = { $workers } on CPU { $cpus }
# The queue depth.
# $depth (text)
depth = depth { $depth } each
# The queue depth.
# $depth (text)
# $percentile (text): such as 99
# $latency (latency)
depth-steered = depth up to { $depth } that keeps p{ $percentile } ≤ { $latency }
# In place of a rate: sessions of a database.
# $reads (text): a number
# $think (latency)
sessions = sessions: { $reads } reads each, the commit, { $think } of thinking
# In place of a rate: the log of sessions.
commits-of-sessions = one durable write for all commits that wait
# In place of a rate: I/Os of transactions for which no session waits.
# $ios (text): a number
ios-behind = { $ios } for each transaction
# When operations start.
closed-loop = closed loop
# When operations start.
# $time (latency)
# $burst (count): a number of operations
think-time = closed loop, { $time } of thinking after every { $burst }
# When operations start.
# $rate (text): operations per second
open-equal = open loop, { $rate } a second at equal distances
# When operations start.
# $rate (text): operations per second
open-random = open loop, { $rate } a second at random (Poisson)
# When operations start.
# $rate (text): operations per second
# $burst (text): a number of operations
open-bursts = open loop, { $rate } a second in bursts of { $burst }
# After the rate.
# $steps (text): a number
# $time (latency)
curve = changing in { $steps } steps of { $time }
# After the rate.
# $time (latency)
delay = starts after { $time }
# After the rate.
# $group (text): a number
# $weight (text): a number
tie = in step with group { $group } by { $weight }
# When a stream ends.
# $time (latency)
after-time = after { $time }
# When a stream ends.
# $size (bytes)
after-bytes = after { $size }
# When a stream ends.
# $operations (count)
after-operations = after { $operations } operations
# When a stream ends.
# $percent (text)
when-known = when known to { $percent } %
# When a stream ends.
with-flush = with a flush
# When a stream ends.
ends-others = and takes the other streams of the phase with it
# Between two ends.
or = or
