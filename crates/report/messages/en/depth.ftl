### The queue-depth sweep and the ramp to a latency limit.

# The answer.
not-finished = Not finished.
# The answer.
nothing-measured = Nothing was measured.
# The answer.
# $depth (count): of the knee
# $gain (text): a percentage
# $rate (text): at the knee
# $latency (text): the mean at the knee
knee = Beyond queue depth { $depth }, doubling the depth gains less than { $gain } throughput. At queue depth { $depth }: { $rate }
    with a mean latency of { $latency }.
# The answer.
# $rate (text): with its unit
# $depth (count): that was measured
single = { $rate } at queue depth { $depth }. A single depth does not show what a greater one would gain.
# The answer.
# $depth (count): the greatest one
# $gain (text): a percentage
still-gains = Doubling the queue depth up to { $depth } still gains { $gain } throughput or more.
# The answer.
slowed = Cannot tell: the storage became slower during the measurement.
# After the message above.
# $depth (count): that was measured twice
# $first (text): a rate
# $last (text): a rate
slowed-from = Queue depth { $depth } reached { $first } at first and { $last } at the end.
# A remark.
# $depth (count): that was measured twice
deeper-slower = Greater queue depths give a lower rate. The storage did not become slower: depth { $depth } reached the same rate
    when it was measured again at the end.
# A remark.
# $depths (text): a list
fleeting = The rate at queue depth { $depths } did not last: a cache filled up or burst credits ran out. Plan with the lower rate.
# Head of a table.
head-depth = queue depth
# Head of a table: a latency.
head-mean = mean
# Head of a table: what a doubling gains.
head-gain = per doubling
# The answer of a ramp.
# $rate (text): with its unit
# $limit (limit): the latency limit
ramp-line = { $rate } with { $limit }.
# The answer of a ramp.
# $limit (limit): the latency limit
ramp-none = No load met { $limit }.
# A remark.
# $limit (text): what limits
limited-by = Limited by: { $limit }.
# A remark.
# $limit (text): what limits
limited-by-depth = Limited by: { $limit }. A greater queue depth may reach more (--depth-max).
# The title of a chart.
chart = Load and latency
# How to read it.
chart-text = The number beside a mark is the queue depth of each thread. Marks further right and lower are better.
# At a mark of the chart.
# $depth (count): of the queue
# $iops (text): with its unit
# $mibps (text): with its unit
# $latency (text): its name and value
at-depth = queue depth { $depth }: { $iops }, { $mibps }, { $latency }
# A line of the chart.
# $depth (count): of the queue
knee-at = knee at queue depth { $depth }
