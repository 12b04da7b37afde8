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
# The heading of a table of prices.
# $subject (text): the profile
# $role (text): of the profile
# $unit (text): of the load line
# $limit (text): the latency limit
priced = { $subject }, { $role }: { $unit } within { $limit }
# The heading of a table of prices of a job.
# $subject (text): the job
# $unit (text): of the load line
# $limit (text): the latency limit
priced-job = { $subject }: { $unit } within { $limit }
# The head of a column.
storage = Storage
# The head of a column.
verdict = Verdict
# The head of a column.
load-line = Load line
# The head of a column: the rate that the storage carries and the price pays for.
usable = Usable
# The head of a column: by how much the usable rate exceeds the required one.
head-room = Head-room
# The head of a column.
price = Price
# The head of a column: the price of 1,000 usable operations a second.
price-of-1000 = Per 1,000
# The head of a column.
price-difference = Price difference
# The head of a column.
usable-ratio = Usable ratio
# The head of a column.
measured = Measured
# Above the table, where a rate is required.
# $unit (text): of a price, such as EUR a month
# $rate (text): the required rate with its unit
price-of-required = { $rate } are required. The price ({ $unit }) is that of the offer with enough IOPS for them. FIT: the limits are
    met alone and with all required rates at the same time.
# Above the table, where no rate is required.
# $unit (text): of a price, such as EUR a month
price-of-line = No rate is required. The price ({ $unit }) is that of the offer with enough IOPS for the load line, or of the largest offer.
# Below all tables of prices.
price-columns = Load line: the highest rate within the latency limit, with its 95 % interval in brackets. Usable: the load line, or the IOPS of the offer if they are fewer. Head-room: how far the usable rate is above the required one. Per 1,000: the price of 1,000 usable operations per second.
# After the message above.
# $storage (text): with the lowest price
compared-with = Price difference and usable ratio compare each storage with { $storage }, which has the lowest price.
# After the verdict: more is required.
# $iops (number): that the offer has at most
offered-at-most = the offer has at most { $iops } IOPS
# In place of a load line.
none-within = none within the limit
# A link to the run.
# $run (text): its number
run-link = run { $run }
# A price or a usable rate compared with another one.
same = equal
# A usable rate compared with another one.
# $times (number): the ratio
times = { $times } times
