### Words inside the charts, which the script of the page draws.

# Before the latency limit at its line.
limit = limit
# After a percentile: a commit has a flush of its own.
own-flush = a flush each
# After a percentile, and before a rate: commits share flushes.
shared-flushes = shared flushes
# Before an offered rate.
offered = offered
# Before an achieved rate.
done = achieved
# Before the load line at its line.
load-line = load line
# Before the required rate at its line.
required = required
# An axis.
latency = latency
# An axis.
load-done = achieved load
# An axis of the latency distribution.
faster = operations that were faster
# Before a time on the axis of seconds.
second = second
# An axis.
seconds = seconds of measurement
# After a time in the warm-up.
warm-up = warm-up
