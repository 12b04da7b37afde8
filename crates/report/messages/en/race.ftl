### The study compare: layouts compared with each other.

# The answer, and its first part.
# $name (text): of a layout
best = { $name } is best.
# The answer.
# $name (text): of a layout
# $sizes (text): a list of request sizes
best-at = { $name } is best at { $sizes }.
# The answer.
# $list (text): of layouts
alike = No difference between { $list }.
# The answer.
# $list (text): of layouts
# $sizes (text): a list of request sizes
alike-at = No difference between { $list } at { $sizes }.
# The answer.
# $list (text): of layouts
open = Cannot tell which is better: { $list }.
# The answer.
# $sizes (text): a list of request sizes
open-at = Cannot tell which is best at { $sizes }.
# The answer.
# $list (text): of layouts
not-yet = Not decided yet: { $list }.
# The answer.
none-ran = None of the layouts could be run.
# In place of a list of request sizes.
every-size = every block size
# In place of a list of request sizes.
every-random = every block size with random I/O
# In place of a list of request sizes.
every-sequential = every block size with sequential I/O
# A warning.
# $percent (number): per hour
# $slower (flag): whether it became slower
drifted = The storage became { $percent } % { $slower ->
        [yes] slower
       *[no] faster
    } per hour. The comparison in rounds cancels this; how the speed changes later is not known.
# A warning.
# $between (text): a percentage
# $within (text): a percentage
unrest = Repeats of a point differ by { $between }, although each has an interval of { $within }: the speed of the
    storage varies over longer times than a point lasts. Measure each point for longer (--time).
# A warning.
# $name (text): of a layout
# $why (text): a clause
out = { $name } could not be run: { $why }.
# Why a layout could not be run.
out-all-failed = every operation failed
# Why a layout could not be run.
# $failed (count): operations
# $all (count): operations
out-many-failed = { $failed } of { $all } operations failed
# Why a layout could not be ranked.
# $operations (number): of a point
out-few = a point has too few operations for a p99 ({ $operations }); use a longer --time
# A remark: how much of recorded points was used.
# $points (count)
recorded = The comparison used { $points ->
        [one] 1 recorded point
       *[other] { $points } recorded points
    }.
# A remark.
# $points (count): that were measured
# $time (seconds): in all
measured = { $points ->
        [one] 1 point was measured
       *[other] { $points } points were measured
    } in { $time }.
# After the message above.
# $rounds (count): of the comparison
# $most (count): rounds
# $least (text): a percentage
rounds = { $rounds } of { $most } rounds { $rounds ->
        [one] was
       *[other] were
    } used; differences below { $least } do not count.
# A remark.
# $time (seconds): of load
unseen = A cache or burst credits that last longer than { $time } of load would not have been noticed.
# A cell: how many points.
# $points (count): of the layout
dropped = { $points }, eliminated
# A cell.
did-not-run = did not run
# Head of a table.
head-layout = layout
# Head of a table.
head-mean = mean MiB/s
# Head of a table, and an axis.
head-score = score
# Head of a table.
head-lead = lead
# Head of a table.
head-difference = difference
# Head of a table: bytes that can be used.
head-usable = usable
# Head of a table: disks that may fail without loss.
head-may-fail = may fail
# Head of a table: measurement points.
head-points = points
# The caption of a table, and the title of a chart.
standings = Standings
# The caption of a table.
# $how (text): what ranks
standings-by = Standings, best first. { $how }
# What ranks.
by-mean = The lead is over the best other layout.
# What ranks.
by-ratio = The score is the weighted geometric mean of the ratios to the best layout (100) at each load. A fast load counts no
    more than a slow one. The lead is over the best other layout.
# What ranks.
by-latency = p99 is the weighted geometric mean of the p99 at each load. The difference is from the best other layout; lower is
    better.
# The caption of a table.
# $name (text): of a layout
# $loads (text): in words
means-of = Means of { $name } in MiB/s, over { $loads }
# Head of a table.
head-block = block
# The last row of a table.
all-blocks = all
# Head of a table: which group of points.
head-at = at
# Head of a table: the unit of its numbers, and which group of points.
# $unit (text): such as MiB/s
head-unit-at = { $unit } at
# Head of a table.
head-best = best
# The caption of a table.
# $kinds (text): a list
by-groups = By { $kinds }.
# After the message above.
by-groups-ratio = Each value is a weighted geometric mean. Layouts are ranked by the ratios of their results at equal loads.
# After the message above.
by-groups-fewer = A ~ marks a layout that was eliminated before it had all points. Its value is estimated from its ratio to another
    layout at the points that both have.
# A cell.
# $list (text): of layouts
group-alike = no difference: { $list }
# A cell.
# $list (text): of layouts
group-undecided = undecided: { $list }
# A cell.
# $list (text): of layouts
group-open = cannot tell: { $list }
# A cell, after the best: one that is worse.
# $name (text): of a layout
group-worse = { $name } worse
# A cell, after the best.
# $name (text): of a layout
# $by (text): a percentage
group-slower = { $name } { $by } slower
# A cell, after the best: a latency.
# $name (text): of a layout
# $by (text): a percentage
group-longer = { $name }: p99 { $by } higher
# After the message above.
# $text (text): what is not proven
# $seen (count): points
# $all (count): points
group-unproven = { $text } (not proven: measured at { $seen } of { $all } points)
# After a percentage.
# $change (text): a percentage
few-rounds = { $change } (too few rounds for an interval)
# When a comparison ended, after its reason.
# $rounds (count): of the comparison
# $most (count): rounds
after-rounds = Decided after { $rounds } of at most { $most } rounds.
# Why the answer.
# $list (text): of layouts
why-only-one = { $list } is the only layout that could be run.
# Why the answer.
why-none = No layout could be run.
# Why the answer.
# $list (text): of layouts
# $rounds (count): of the comparison
# $most (count): rounds
why-not-over = The comparison of { $list } is not finished after { $rounds } of at most { $most } rounds.
# Before the lead, where each size was asked about.
# $lead (text): a sentence
over-sizes = Over all block sizes: { $lead }
# Why the answer.
# $list (text): of layouts
# $least (text): a percentage
why-alike = { $list } differ by less than { $least }, the smallest difference that counts.
# Why the answer.
# $list (text): of layouts
# $least (text): a percentage
# $most (text): a percentage
why-alike-may = As measured, { $list } differ by less than { $least }, the smallest difference that counts; a difference of up to
    { $most } is possible.
# Why the answer.
# $list (text): of layouts
why-close = Over all block sizes, the results of { $list } are too close together to tell which is best.
# Why the answer.
# $list (text): of layouts
why-time = The time ran out before { $list } could be distinguished.
# Why the answer.
# $list (text): of layouts
why-record = The recorded points ran out before { $list } could be distinguished.
# Why the answer.
# $list (text): of layouts
why-grid = All points of the grid were used before { $list } could be distinguished.
# Why the answer.
# $list (text): which is best for which order
why-orders = No layout is best for both random and sequential I/O: { $list }.
# Which is best.
# $order (text): such as random
# $name (text): of a layout
best-for = { $order }: { $name }
# Why the answer.
# $busy (share): of the CPUs
# $list (text): of layouts
why-cpus = The CPUs of this machine were { $busy } busy while { $list } were being measured. The CPUs may be the limit instead of
    the storage.
# After the reason: where another layout is best.
# $name (text): of a layout
# $groups (text): a list
but-best = { $name } is best at { $groups }.
# A lead.
# $first (text): a layout
# $second (text): a layout
# $by (text): a percentage with its interval
lead-throughput = { $first } is { $by } ahead of { $second }.
# A lead.
# $first (text): a layout
# $second (text): a layout
# $by (text): a percentage with its interval
lead-latency = The p99 of { $first } is { $by } lower than that of { $second }.
# After a percentage.
# $by (text): a percentage
no-interval = { $by } (no interval)
# The title of a chart.
chart-block = Layouts by block size
# The title of a chart.
chart-role = Layouts by role
# The title of a chart.
chart-direction = Layouts by direction
# The title of a chart.
chart-order = Layouts by order
# The title of a chart.
chart-depth = Layouts by queue depth
# The title of a chart.
chart-fill = Layouts by fill level
# How to read a chart.
chart-mean = Weighted mean over all points with its confidence interval, best on top.
# How to read a chart.
chart-ratio = Weighted geometric mean of the ratios to the best layout (100) at each load, with the confidence interval of the
    lead. Best on top.
# How to read a chart.
chart-latency = Weighted geometric mean of the p99 at each load with its confidence interval. Lower is better; best on top.
# The marks of a chart.
layouts = layouts
# How to read a chart.
group-means = Means with their confidence intervals; taller is better.
# How to read a chart.
group-ratios = Means with their confidence intervals; the best of each group is 100.
# An axis.
percent-of-best = % of best
# At a bar of a chart.
# $name (text): of a layout
# $group (text): its name
# $value (text): with its unit
bar = { $name } at { $group }: { $value }
# At a bar of a chart, where points are missing.
# $value (text): with its unit
# $points (count): that the layout has
bar-fewer = { $value }, estimated from its ratio to another layout at { $points ->
        [one] 1 point
       *[other] { $points } points
    }
# A group of points.
label-reads = reads
# A group of points.
label-writes = writes
# A group of points.
label-random = random
# A group of points.
label-sequential = sequential
# A group of points.
label-depth = depth
# A group of points.
label-mixes = mixes
# A group of points at one fill level.
# $percent (count)
label-fill = { $percent } % full
# A layout that is no array.
single-disks = single disks (none)

## record::race::GroupKind kind-*: What the groups of a race go by.

kind-block = block size
kind-direction = direction
kind-order = order
kind-depth = queue depth
kind-role = role
kind-fill = fill level
