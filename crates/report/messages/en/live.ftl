### The page of a run under way.

# The title of the page.
# $subject (text): the profile or job
# $target (text): what is measured
title = Running: { $subject } on { $target }
# In place of the title once the run has ended.
# $subject (text): the profile or job
# $target (text): what was measured
title-ended = Ended: { $subject } on { $target }
# A link for screen readers at the top.
skip = Skip to the figures
# At the top.
# $at (moment): when
started = started { $at }
# Appears when the run has ended.
ended = The run has ended.
# A link after it.
open-report = Open its report
# Under the title of the chart.
# $intervals (count): that are shown
time-text = Rate and latency of the newest { $intervals ->
        [one] interval
       *[other] { $intervals } intervals
    }. Grey is the warm-up, which does not count.
# The same for a soak.
# $minutes (count): that are shown
time-text-minutes = Rate and latency of the newest { $minutes ->
        [one] minute
       *[other] { $minutes } minutes
    }. Grey is the warm-up, which does not count.
# The chart for screen readers.
chart-label = Rate and latency of the newest intervals. The newest figures are in the table above.
# Where the browser runs no scripts.
# $seconds (count): between two loads of the page
no-script = This page reloads every { $seconds } s. Charts need JavaScript, which is off here.
# Where the charts' library does not start.
no-chart = This browser could not draw the chart. The figures are in the table.
# Appears when the server does not answer.
connection-lost = The connection to the server is lost. The page tries to restore it.
# The large word at the top.
running = RUNNING
# What is running.
# $kind (text): the command
# $subject (text): the profile or job
# $target (text): what is measured
what = { $kind }, { $subject } on { $target }
# A run that stored nothing for a while.
# $time (seconds): how long
silent = Nothing was stored for { $time }. The run waits, prepares its target, or was killed.
# What the run does before its first trial.
preparing = preparing
# What a soak does.
# $rate (number): operations per second
offered = offered: { $rate } operations per second
# After what is measured.
# $trial (text): what is measured
# $depth (count): I/Os in flight
depth = { $trial }, queue depth { $depth }
# What a study measures.
# $number (count): of the point
# $trial (text): what is measured
point = measurement point { $number }: { $trial }
# A trial of a role.
# $role (text): its name
# $trial (text): what it is for
of-role = { $role }: { $trial }
# A trial with an offered rate.
# $trial (text): what it is for
# $rate (number): operations per second
at-rate = { $trial } at { $rate } per second
# A heading.
newest-interval = The newest interval
# A heading.
newest-minute = The newest minute
# How long the run will take.
# $middle (text): a number
# $half (text): half of the interval
# $unit (text): of both
left-about = { $middle } ± { $half } { $unit } left
# How long the run will take.
# $time (seconds): until its end
left = { $time } left
# On the bar of the progress.
# $share (share): of the run
done = { $share } done
# The bar of the progress, for screen readers.
progress = Progress
# The caption of the table.
table = Rates and total latencies; latencies are those of reads or writes, whichever are slower
# A stream in its warm-up.
# $stream (text): its name
stream-warm-up = { $stream } (warm-up)
# A heading.
heat-map = Latency heat map
# How to read the heat map.
# $intervals (count): that are shown
heat-map-text = The newest { $intervals ->
        [one] interval
       *[other] { $intervals } intervals
    }, newest on the right. A stronger colour means more operations with that latency. Each interval is
    drawn from its p50, p90, p99, p99.9 and longest latency.
# The heat map for screen readers.
# $low (text): a latency
# $high (text): a latency
heat-map-label = Latencies from { $low } to { $high }. The newest figures are in the table above.
