### The history of a target, and storages with prices.

# Under the heading: nothing to show.
no-runs = The store contains no finished check and no finished job for this target.
# Under the heading.
# $at (moment): when it started
one-run = 1 finished run, { $at }
# Under the heading.
# $count (count): finished runs
# $first (moment): when the first one started
# $last (moment): when the last one started
runs = { $count } finished runs from { $first } to { $last }
# Under the title of the chart of load lines.
load-line-text = The highest load within the latency limit, with its 95 % confidence interval.
# An axis.
per-second = operations per second
# The title of a chart.
job-rate = Rate of jobs
# Under that title.
job-rate-text = The rate that each job reached, with its 95 % confidence interval.
# The title of a chart.
throughput = Throughput
# Under that title.
throughput-text = For checks: the throughput at the load line. For jobs: the throughput that was reached.
# The title of a chart.
latency = Latency
# Under that title.
latency-text = For checks: the percentile that the latency limit names, at the load line. For jobs: p99.
# A point of a chart: its run.
# $run (text): the number
# $at (text): when it started
run = run { $run }, { $at }
# The head of a column.
head-run = run
# The head of a column.
head-started = started
# The head of a column.
head-kind = kind
# The head of a column.
head-subject = subject
# The head of a column.
head-rate = rate
# The head of a column.
head-latency = latency
# The head of a column.
head-percentile = percentile
# The caption of the table.
table = Every run, newest first; the rate of a check is its load line
