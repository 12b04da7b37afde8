### Two results compared: `plimsoll diff` and the comparison of `serve`.

# The answer.
# $a (text): the first result
# $b (text): the second result
same = No difference between { $a } and { $b }.
# The answer where the intervals still allow a difference.
# $a (text): the first result
# $b (text): the second result
# $most (text): a percentage
same-may-differ = No difference found between { $a } and { $b }; a difference of up to { $most } is possible.
# The answer.
# $a (text): the first result
# $b (text): the second result
# $better (count): numbers
# $all (count): numbers
better-in = { $b } is better than { $a } in { $better } of { $all } judged { $all ->
        [one] number
       *[other] numbers
    } and worse in none.
# The answer.
# $a (text): the first result
# $b (text): the second result
better-latency = { $b } is better than { $a } in latency, and its rate is not worse.
# The answer.
# $a (text): the first result
# $b (text): the second result
no-worse = { $b } is no worse than { $a }.
# The answer.
# $a (text): the first result
# $b (text): the second result
worse = { $b } is worse than { $a }.
# The answer.
# $a (text): the first result
# $b (text): the second result
# $worse (count): numbers
# $all (count): numbers
worse-in = { $b } is worse than { $a } in { $worse } of { $all } { $all ->
        [one] number
       *[other] numbers
    }.
# The answer.
# $a (text): the first result
# $b (text): the second result
# $worse (count): numbers
# $better (count): numbers
# $all (count): numbers
worse-and-better = { $b } is worse than { $a } in { $worse } of { $all } numbers and better in { $better }.
# The answer.
# $a (text): the first result
# $b (text): the second result
nothing-common = { $a } and { $b } are not comparable: they have no number in common. Load lines are compared at the same load and latency limit,
    measurement points at the same load.
# The answer.
# $a (text): the first result
# $b (text): the second result
# $all (count): numbers
no-intervals = Cannot tell whether { $b } is worse than { $a }: { $all ->
        [one] the only number that both have has no confidence interval.
       *[other] none of the { $all } numbers that both have has a confidence interval.
    }
# After the message above.
# $rates (count): that are compared
# $least (text): a percentage with its sign
# $most (text): a percentage with its sign
without-interval = The { $rates } rates changed by { $least } to { $most }.
# The answer.
# $a (text): the first result
# $b (text): the second result
rates-disagree = Cannot tell whether { $b } is worse than { $a }: some rates are higher and some lower.
# The answer: a load line is missing.
# $a (text): the first
# $b (text): the second
# $roles (text): names
line-lost = Cannot tell whether { $b } is worse than { $a }: { $b } has no load line for { $roles }, { $a } has one.
# The answer: load lines under different latency limits.
# $a (text): the first
# $b (text): the second
# $roles (text): names
other-limits = Cannot tell whether { $b } is worse than { $a }: their load lines of { $roles } hold for different latency limits.
# The answer.
# $a (text): the first result
# $b (text): the second result
forbidden = Cannot tell whether { $b } is worse than { $a }: a warning forbids an answer.
# The answer.
# $a (text): the first result
# $b (text): the second result
intervals-wide = Cannot tell whether { $b } is worse than { $a }: the confidence intervals are too wide.
# The answer where the loads differ.
# $number (text): what is compared
# $a (text): the first result
# $b (text): the second result
# $load-a (text): the load of the first one
# $load-b (text): the load of the second one
unlike = Not comparable: { $number } was measured with different loads. In { $a }: { $load-a }. In { $b }: { $load-b }.
# After the message above.
# $count (count): loads
unlike-more = { $count ->
        [one] One more load differs.
       *[other] { $count } more loads differ.
    }
# After the answer.
# $rates (count): that are compared
# $change (text): a percentage with its interval
together = All { $rates } rates together: { $change }.
# After the answer, where single rates differ from each other.
# $rates (count): that are compared
# $change (text): a percentage with its interval
# $low (text): a ratio
# $high (text): a ratio
together-apart = All { $rates } rates together: { $change }. Single rates changed by factors between { $low } and { $high }.
# The answer where one result was imported from the output of the other.
# $a (text): a name
# $b (text): a name
same-run = No difference: { $a } and { $b } are the same measurement. One was imported from what the other printed.
# The answer where both results contain the same measurements.
# $points (count): that are the same
nothing-twice = Nothing was measured twice: { $points ->
        [one] the point is the same measurement in both results.
       *[other] all { $points } points are the same measurement in both results.
    }
# After the answer.
# $points (count): that are the same
same-points = { $points ->
        [one] 1 point is the same measurement in both results.
       *[other] { $points } points are the same measurement in both results.
    }
# A label of at most 12 letters: numbers that one of the two has.
only-in = only in
# A label of at most 12 letters.
to-do = to do
# What to do.
do-same-load = Measure both results with the same load.
# What to do.
do-mend = Remove the cause that the warning names, and measure again.
# What to do.
do-longer = Measure longer, or raise the smallest difference that counts with --practical.
# What to do with load lines.
do-larger-budget = Give both a larger --budget, or raise the smallest difference that counts with --practical.
# What to do.
do-more-points = Measure five or more points that both results have: their rates together then have a confidence interval.
# A label of at most 12 letters.
method = method
# How differences are found.
# $rate (text): a percentage
# $latency (text): a percentage
method-text = A difference counts when the whole interval of a ratio is more than { $rate } away from 1, or { $latency } for a
    latency. All intervals hold at once with 95 % confidence. Changes between days are not in the interval of a single run.
# A label of at most 12 letters.
conditions = conditions
# After the label, and on the page.
conditions-same = All recorded conditions are the same: parameters, versions, facts of the machine.
# A heading.
conditions-differ = Conditions that differ
# In place of a value.
not-recorded = not recorded
# After the first ones of a list.
# $count (count): that are left out
more-in-json = { $count } more in the JSON
# A label of at most 12 letters.
warning = ! warning
# A heading.
# $name (text): of a result
warnings-about = Warnings about { $name }
# After the table of the terminal.
# $all (count): numbers
# $worse (count): numbers
# $better (count): numbers
# $same (count): numbers
# $no-worse (count): numbers
# $unknown (count): numbers
rows = { $all } numbers in all: { $worse } worse, { $better } better, { $same } without a difference, { $no-worse } not worse, { $unknown }
    unclear. The JSON contains all of them.
# In place of a load line that was not found.
none = none
# What a change means: a difference that may be too small to count.
change-small = different, but perhaps too little to count
# After a change without an interval.
# $change (text): a percentage
no-interval = { $change } (no interval)
# The caption of the table.
every-number = Every number that both results have
# Head of a table.
condition = condition
# Head of a table.
number = number
# Head of a table.
unit = unit
# Head of a table.
change = change
# Head of a table.
meaning = meaning
# What a number is.
# $operation (text): such as reads of 8 KiB
# $limit (limit): the latency limit
line-of = load line of { $operation } at { $limit }
# What a number is.
# $quantile (text): such as p99
# $operation (text): such as reads of 8 KiB
# $limit (limit): the latency limit
percentile-of = { $quantile } at the load line of { $operation }, limit { $limit }
# What a number is.
# $operation (text): such as reads of 8 KiB
# $limit (limit): the latency limit
mean-of = mean latency at the load line of { $operation }, limit { $limit }
# A number of a role.
# $quantile (text): such as p99
# $rate (text): the required rate with its unit
at-rate = { $quantile } at the required { $rate }
# What a number is: commits.
one-by-one = one commit at a time
# What a number is: commits.
# $size (count): commits of a group
in-groups = commits in groups of { $size }
# What a number is.
# $load (text): of a point
p99-of = p99 of { $load }
# What a number is.
# $stream (text): its name
p99-intervals = mean p99 of the intervals of { $stream }
# What a number is.
# $stream (text): its name
mean-latency = mean latency of { $stream }
# What a number is, with the offered rate.
# $what (text): the number
# $rate (text): arrivals per second
at-arrivals = { $what } at { $rate } arrivals/s
# What a number is.
# $points (count): points
all-rates = { $points } points together
# What a number is.
# $points (count): points
all-latencies = p99 of { $points } points together
# A load.
# $percent (text): share of the operations
# $size (text): of an operation
reads-of = { $percent } % reads of { $size }
# A load.
# $size (text): of an operation
writes-of = writes of { $size }
# A load.
with-flushes = with flushes
# A load.
# $depth (text): a number
depth = queue depth { $depth }
# A load.
random = random
# A load.
sequential = sequential
# A load.
direct = direct I/O
# A load.
cached = through the page cache
# A load.
not-durable = writes not durable
# A load.
# $flag (text): such as O_DSYNC
writes-with = writes with { $flag }
# A load.
# $call (text): the system call
# $writes (count): between two calls
sync-every = { $call } { $writes ->
        [one] after every write
       *[other] every { $writes } writes
    }
# The value of a condition.
# $lines (count): of the text
text-lines = { $lines ->
        [one] a text of 1 line
       *[other] a text of { $lines } lines
    }
# The second value of a condition, which looks like the first.
# $value (text): the value
other-content = { $value }, with other content

## advise::diff::Change change-*: The meaning of a ratio.

change-same = no difference
change-better = better
change-not-worse = not worse
change-worse = WORSE
change-cannot-tell = cannot tell
change-forbidden = a warning forbids an answer
change-reported-only = at the same load, not judged
change-at-other-loads = at different loads, not judged

## advise::diff::ConditionName name-*: A condition that may differ between two results.
## By crate::words::diff::fact_name: Fact

name-kind = kind
name-version = version
name-target = target
name-subject = subject
name-engine = I/O engine
name-requirement = requirement
name-seed = seed
name-command = command
name-source = job or profile
name-points = points
