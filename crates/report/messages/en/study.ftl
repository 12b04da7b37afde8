### Studies: what all of them have in common, on the terminal and in the HTML report.

# What was done: a plan by its name.
# $name (text): of the plan
named = study "{ $name }"
# What was done on which target.
# $kind (text): the command
# $target (text): its name
on = { $kind } on { $target }
# After the kind of a study.
# $target (text): the names of what was measured
built-target = { $target }; layouts with disks in brackets were built for the test and removed afterwards
# The answer of a stage.
not-begun = Not started.
# The answer of a stage.
stopped-early = Stopped before it had a result.
# The answer of a stage.
# $points (count): that were measured
stopped-after = Stopped after { $points ->
        [one] 1 point
       *[other] { $points } points
    }.
# The answer of a stage with failed operations.
# $points (count): where they failed
# $answer (text): without them
no-verdict = No verdict: too many operations failed in { $points ->
        [one] 1 point
       *[other] { $points } points
    }. By the operations that succeeded: { $answer }
# Before the answer of a stage that was stopped.
# $answer (text): so far
not-finished = Not finished. { $answer }
# A warning of a stage.
# $points (count): that did not settle
# $all (count): points
unsettled = { $points } of { $all } points { $points ->
        [one] did not settle in its time, so its interval is
       *[other] did not settle in their time, so their intervals are
    } wider than requested.
# After the message above.
# $points (count): of the reference point
unsettled-reference = { $points ->
        [one] 1 of them is a measurement
       *[other] { $points } of them are measurements
    } of the reference point, which no table shows.
# A warning of a stage.
# $operations (count): that failed
# $points (count): where
failed = { $operations ->
        [one] 1 operation
       *[other] { $operations } operations
    } failed in { $points ->
        [one] 1 point
       *[other] { $points } points
    }.
# A warning of a stage.
# $drift (text): a sentence
changed = The machine or the storage changed speed during the measurement. { $drift }
# What the reference point shows.
# $repeats (count): how often it was measured
drift-unknown = The reference point was measured { $repeats ->
        [one] once
       *[other] { $repeats } times
    }, too few times to see a change.
# What the reference point shows.
# $repeats (count): how often it was measured
# $change (text): such as 2 % slower
# $excursion (text): a percentage
drift = The reference point, measured { $repeats } times, became { $change } from first to last and differed by at most
    { $excursion } from its median.
# A difference.
# $size (text): a percentage
slower = { $size } slower
# A difference.
# $size (text): a percentage
faster = { $size } faster
# How often a target stalled, after its name.
# $count (count): stalls
# $longest (text): seconds
stalled = { $count ->
        [one] once, for { $longest } s
       *[other] { $count } times, { $longest } s at most
    }
# In a cell of a table.
# $count (count): stalls
# $longest (text): seconds
stalls = { $count ->
        [one] 1 stall of { $longest } s
       *[other] { $count } stalls of up to { $longest } s
    }
# In a cell of a table.
# $count (count): operations
cell-failed = { $count } failed
# In a cell of a table.
cell-unsettled = not settled
# A direction.
reads = reads
# A direction.
writes = writes
# A direction.
# $percent (text): a number
mixed = { $percent } % reads
# A direction with its order.
# $direction (text): such as reads
in-random = { $direction }, random
# A direction with its order.
# $direction (text): such as reads
in-sequence = { $direction }, sequential
# A direction whose order is not known.
# $direction (text): such as reads
in-unknown = { $direction }, order not recorded
# After the first stages.
# $count (count): that are left out
more-stages = { $count ->
        [one] 1 more stage
       *[other] { $count } more stages
    } in the report
# After the first notes.
# $count (count): that are left out
more-notes = { $count ->
        [one] 1 more note
       *[other] { $count } more notes
    } in the report
# After the first warnings.
# $count (count): that are left out
more-warnings = { $count ->
        [one] 1 more warning
       *[other] { $count } more warnings
    } in the report
# After the caption of a table.
# $count (count): that are left out
# $in-json (flag): where they are: in the JSON, or in the report
more-columns = { $count ->
        [one] 1 more column
       *[other] { $count } more columns
    } in the { $in-json ->
        [yes] JSON
       *[no] report
    }
# After the rows of a table.
# $count (count): that are left out
# $in-json (flag): where they are: in the JSON, or in the report
more-rows = { $count ->
        [one] 1 more row
       *[other] { $count } more rows
    } in the { $in-json ->
        [yes] JSON
       *[no] report
    }
# The answer of imported points.
# $points (count): how many
# $layouts (text): their names
imported = { $points ->
        [one] 1 point of { $layouts } was imported.
       *[other] { $points } points of { $layouts } were imported.
    }
# What to do with them.
imported-next = `plimsoll compare --recorded FILE` compares the layouts.
# The answer of a plan.
# $count (count): disks that failed
# $all (count): disks
disks-failed = { $count } of { $all } disks could not be measured.
# The answer of a plan.
# $count (count): outliers
# $all (count): disks
disks-outliers = { $count } of { $all } disks { $count ->
        [one] is an outlier
       *[other] are outliers
    }.
# The answer of a plan.
# $count (count): disks
# $all (count): disks
disks-open = { $count } of { $all } disks { $count ->
        [one] remains
       *[other] remain
    } unclear.
# The answer of a plan.
# $count (count): stages
stages-against = { $count ->
        [one] 1 stage has
       *[other] { $count } stages have
    } a negative answer.
# The answer of a plan.
# $count (count): stages
stages-open = { $count ->
        [one] 1 stage is
       *[other] { $count } stages are
    } undecided.
# The answer of a plan.
# $count (count): stages
stages-all = { $count ->
        [one] The only stage is
       *[other] All { $count } stages are
    } done.
# The answer of a plan.
# $done (count): stages
# $all (count): stages
stages-done = { $done } of { $all } stages { $done ->
        [one] is
       *[other] are
    } done.
# A heading of the report.
load-lines = Load lines
# Before the command of a stage.
stage-alone = Command for this stage alone:
# A chart for screen readers.
# $title (text): of the chart
chart-label = { $title }. The table below contains the numbers.
# The title of a chart.
drift-title = Reference point over time
# An axis.
minutes = minutes
# At a point of that chart.
# $minute (text): a number
minute = minute { $minute }
# A line of a chart.
median = median
# A heading of the report.
every-point = Every point
# How to read the tables below it.
every-point-text = In MiB/s. A stronger colour is a higher throughput, on one scale for all layouts; a dash means not measured.
    Means at the edges of a table cover the points that all layouts have.
# Head of a table.
threads = threads
# Head of a table.
kib-depth = KiB \ queue depth
# Head of a table.
mean = mean
# After a layout.
# $layout (text): its name and load
# $percent (count): of the space
percent-full = { $layout }, { $percent } % full
# A layout with its load.
# $layout (text): its name
# $load (text): such as reads, random
layout-load = { $layout }: { $load }
# The title of a chart.
lines-title = Load and latency of all ramps
# How to read it.
lines-text = The percentile that each latency limit names, at each offered load. Vertical lines are the load lines.
# An axis.
latency = latency
# What the reference point shows, where the change may be none.
# $repeats (count): how often it was measured
# $change (text): a percentage with its interval
# $excursion (text): a percentage
drift-moved = The reference point, measured { $repeats } times, changed by { $change } from first to last and differed by at most { $excursion }
    from its median.
