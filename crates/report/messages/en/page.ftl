### The HTML report: headings, cards, tables, how to read the charts.

# A link for screen readers at the top.
skip = Skip to the answer
# The name of the links at the top, for screen readers.
sections = Sections
# A link and a heading.
warnings = Warnings
# A link and a heading.
facts = Facts
# A link and a heading.
repeat = Repeat it
# Where the browser runs no scripts.
no-script = Charts need JavaScript, which is off here. The tables contain every number.
# Where the charts' library does not start.
no-charts = This browser could not draw the charts. The tables contain every number.
# The last line.
# $version (text): of the program
footer = Made by plimsoll { $version }. This file needs no network and sends nothing anywhere.
# The warnings before the cards: how many forbid a verdict.
# $count (count): how many
count-forbids = { $count ->
        [one] { $count } warning that makes a verdict impossible
       *[other] { $count } warnings that make a verdict impossible
    }
# The link from the top to the warnings.
# $list (text): how many of each weight
about-numbers = { $list } about the numbers below
# The heading of the cards of roles.
carries = Load line of each role
# The head of a card.
# $time (text)
all-at-once = All required rates at once, { $time }
# The heading of the cards of streams.
measured = Results
# A run that did not end well.
# $state (text): such as interrupted
ended = State of this run: { $state }. The page shows the results so far.
# On a card: the bar of the load line against the requirement.
carried = Load line
# On a card: the same for commits that share flushes.
carried-shared = Load line with shared flushes
# Above the charts of a role.
# $io (text): such as 8 KiB random, 70 % reads
tested-io = Tested I/O: { $io }
# On a card without a latency, and above the charts of a role.
# $limit (text): such as p99 ≤ 10 ms
latency-limit = Latency limit: { $limit }
# On a card without a load line: the large figure.
none = none
# On a card without a load line: beside the figure.
no-load-confirmed = no load confirmed
# Under a large figure.
# $confidence (share): such as 95 %
# $interval (text): two numbers and their unit
interval = { $confidence } confidence interval: { $interval }
# Under a large figure without an interval.
no-interval = Too few intervals for a confidence interval
# On a card: the latency at the rate that is required.
# $quantile (text): such as p99
# $rate (text): the required rate with its unit
at-required = { $quantile } at the required { $rate }
# On a card: the load of the job.
job-load = Load of the job
# On a card: commits that share flushes.
# $size (count): commits in a flush
shared = Up to { $size } commits per flush
# On a card: commits one at a time.
one-by-one = One commit at a time, closed loop
# On a card: the latency of commits one at a time.
commit-latency = Commit latency, closed loop
# On a card: the rate of a closed loop at full depth.
at-saturation = At saturation
# On a card.
limited-by = Limited by
# On the card of a stream.
reads = Reads
# On the card of a stream.
writes = Writes
# On the card of a stream.
commits = Commits
# After the percentiles of a direction.
# $count (count): operations
failed = { $count } failed
# Under the heading of a role without data.
nothing-measured = Nothing was measured.
# The title of a chart.
load-title = Load and latency
# The title of a chart.
tail-title = Latency distribution
# The title of a chart.
course-title = Time series
# A chart for screen readers.
# $name (text): the role
# $title (text): of the chart
chart-label = { $name }: { $title }. The table below contains the numbers.
# How to read the chart of load and latency.
load-text = Each trial has two marks: its p50, and the percentile of the latency limit (without a limit, p99). Filled marks: the
    latency limit was met. Hollow marks: it was exceeded, or the trial was too short to tell. Squares: a closed loop.
# How to read the same where some commits share flushes.
load-text-shared = Dotted lines join trials whose commits share flushes; solid lines join those with a flush for each commit.
# How to read the latency distribution.
tail-text = How slow the slowest operations are. Rarer latencies are further to the right.
# Whose latencies the distribution shows.
# $trial (text): its name
tail-text-trial = Measured in the trial "{ $trial }".
# How to read the time series.
# $several (flag): whether there are several trials
course-text = Rate and latency of every interval{ $several ->
        [yes] , trial after trial
       *[no] { "" }
    }.
# How to read the same with several streams.
course-text-streams = For latency, solid lines are p99 and dotted lines are p50.
# How to read the same with a warm-up.
course-text-warm-up = Grey is the warm-up, which does not count.
# The caption of the table of streams.
# $name (text): the phase
streams = { $name }: streams (total latency)
# Head of a table.
stream = stream
# Head of a table.
operation = operation
# Head of a table.
depth = mean queue depth
# Head of a table.
mean = mean
# Head of a table: the highest value.
max = max
# Head of a table.
service-p99 = service p99
# Head of a table.
errors = errors
# A cell.
read = read
# A cell.
write = write
# A cell: the rate of both together.
reads-and-writes = read + write
# A cell.
commit = commit
# A cell.
flush = flush
# The summary of a folded table.
# $title (text): of the chart
numbers = Numbers: { $title }
# The caption of the table of trials.
# $name (text): the role
trials = { $name }: trials
# Head of a table.
trial = trial
# Head of a table.
offered = offered /s
# Head of a table.
achieved = achieved /s
# Head of a table and a cell: whether the latency limit was met.
limit = limit
# A cell, and in a chart.
closed-loop = closed loop
# A cell, and in a chart.
held = met
# A cell, and in a chart.
not-held = not met
# A cell: the trial was not compared with the limit.
not-judged = not compared
# A cell: the trial was too short to tell whether the limit was met.
undecided = undecided
# The caption of a table.
# $name (text): the role
# $title (text): of the chart
caption = { $name }: { $title }
# Head of a table.
share = share of operations
# Head of a table.
second = second
# Head of a table.
interval-head = interval
# A cell: the interval does not count.
warm-up = warm-up
# A cell: the interval counts.
counted = counted
# Under the heading of the warnings of what was recorded before.
warnings-unknown = Not known: the points were measured earlier or by another tool, so no validity check was made here.
# Under the heading of the warnings where there are none.
warnings-none = None: all validity checks passed.
# Under the heading of the warnings.
warnings-lead = The figures were checked for consistency, and the machine for limits of its own. The checks found:
# Before what to do about a warning.
what-to-do = What to do:
# Under the heading of the facts where there are none.
no-facts = None were recorded.
# The heading of the notes.
notes = Notes
# Under the heading of the command.
repeat-lead = The same command with the same seed makes the same random choices.
# The name of the command for screen readers.
command = Command
# A condition of the run.
seed = Seed
# A condition of the run.
engine = I/O engine
# A condition of the run.
started = Started
# A condition of the run.
took = Duration
# A condition of the run.
version = Version
# The summary of a folded text.
source-check = The profile of this check
# The summary of a folded text.
source-import = The imported text
# The summary of a folded text.
source-verify = The configuration of this test
# The summary of a folded text.
source-job = The job of this run
# The name of a folded text for screen readers.
text = Text
# The summary of the folded glossary.
glossary = Terms used here
# A term.
load-line = Load line
    .text = The highest load that was confirmed within the latency limit.
# A term.
latency-limit-term = Latency limit
    .text = The upper bound of a latency percentile. With p99 ≤ 10 ms, 99 of 100 operations take 10 ms or less.
# A term.
total-latency = Total latency
    .text = From the scheduled start of an operation to its completion. An application sees this time.
# A term.
service-time = Service time
    .text = The time from when an operation is submitted to the storage until it completes.
# A term.
open-loop-term = Open loop
    .text = Operations arrive on a schedule, whether or not earlier ones have completed.
# A term.
closed-loop-term = Closed loop
    .text = A completed operation starts the next one; the queue depth is fixed.
# A term.
trial-term = Trial
    .text = One load for a few seconds. Closed-loop trials find the saturation. Search trials find the load line. Confirming trials
        check the load line.
# A term.
interval-term = Confidence interval
    .text = A range that contains the true value with the stated confidence, no matter when the run was stopped.
# Above the trial of several roles.
together = All roles with a required rate ran at the same time, each at its rate.
# What a trial is for, where its commits share flushes.
# $purpose (text): of the trial
purpose-shared = { $purpose }, shared flushes

## record::TrialPurpose purpose-*: The purpose of a trial.
## By crate::words::computed_purpose: Shared, Point, Other

purpose-closed = closed loop
purpose-alone = one at a time
purpose-bracket = search
purpose-confirm = confirmation
purpose-required-rate = required rate
purpose-together = all required rates
purpose-half-depth = half depth
purpose-run = run
purpose-broken-off = stopped early
