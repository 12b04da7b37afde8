### The study calibrate: disks compared with each other.

# The answer, and a part of it.
# $disk (text): its name
# $by (text): a difference
outlier = { $disk } is an outlier: { $by } than its peers.
# The answer where the difference is not known.
# $disk (text): its name
outlier-unsized = { $disk } is an outlier.
# The answer.
# $disk (text): its name
# $stalls (text): how often
# $by (text): a difference
# $between (text): a percentage
outlier-for-stalls = { $disk } stalls ({ $stalls }), which makes it { $by } than its peers. Between stalls it is like
    its peers ({ $between }).
# After the answer.
# $stalls (text): how often
also-stalls = It also stalls ({ $stalls }).
# The answer.
# $count (count): outliers
# $all (count): disks
# $list (text): each with its difference
outliers = { $count } of { $all } disks are outliers: { $list }.
# The answer.
# $all (count): disks
none-measured = None of the { $all } disks could be measured.
# The answer.
# $list (text): their names
some-failed = { $list } could not be measured. No outlier was found among the others.
# The answer.
one-of-two = The two disks differ. Two disks cannot show which one is the outlier.
# The answer.
# $list (text): their names
some-unclear = No disk is proven to be an outlier. Unclear: { $list }.
# The answer.
single = A single disk has no peers to be compared with.
# The answer.
# $all (count): disks
two-kinds = The { $all } disks are of two kinds. Each is like the others of its kind.
# The answer.
# $all (count): disks
all-alike = No outlier among { $all } disks.
# The answer of a comparison that was stopped.
no-outlier-yet = No outlier so far.
# The answer of a comparison that was stopped.
# $list (text): their names
outliers-yet = Outliers so far: { $list }.
# After the message above.
# $list (text): names of disks
open-yet = Still undecided: { $list }.
# After the answer.
# $disk (text): its name
# $stalls (text): how often
other-stalled = { $disk } stalled { $stalls }.
# After the answer.
# $count (count): disks
# $all (count): disks
some-stalled = { $count } of { $all } disks stalled.
# After the answer.
# $list (text): names of disks
named-stalled = Disks that stalled: { $list }.
# A remark on an outlier.
# $disk (text): its name
# $load (text): in words
# $by (text): a difference
at-load = { $disk } at { $load }: { $by } than its peers.
# After the message above.
# $stalls (text): how often
# $between (text): a percentage
at-load-stalls = It stalled { $stalls }. Between stalls it differs by { $between } from its peers.
# A remark.
# $load (text): in words
# $slow (count): disks
# $slow-rate (text): a number
# $fast (count): disks
# $fast-rate (text): a number with its unit
kinds-at-load = At { $load }, there are two kinds of disks: { $slow } at { $slow-rate } and { $fast } at { $fast-rate }. Each was compared with
    its own kind.
# A remark: the rule, and how often simulations of healthy disks break it.
# $least (text): a percentage
# $low (number): percent
# $high (number): percent
rule = An outlier differs from its peers by more than { $least } and by more than the peers differ from each other. In
    simulations, { $low } to { $high } % of healthy sets wrongly had one (docs/explanation/methods/outliers.md).
# A remark: the rule for results that were recorded.
# $least (text): a percentage
# $high (number): percent
rule-recorded = An outlier differs from its peers by more than { $least }, by more than the peers differ from each other, and in several
    results. In simulations, up to { $high } % of healthy sets wrongly had one. Something else that slowed a disk in all of its
    results looks the same (docs/explanation/methods/outliers.md).
# A remark.
# $load (text): in words
# $same (count): disks
# $all (count): disks
# $rate (text): with its unit
same-rate = At { $load }, { $same } of { $all } disks reach { $rate } with almost no spread. If a link or quota limits each disk,
    this limit can hide slower disks.
# A remark.
# $list (text): names of disks
# $load (text): in words
# $why (text): a clause
not-measured = { $list } at { $load } could not be measured: { $why }.
# A remark.
# $list (text): names of disks
# $load (text): in words
# $why (text): a clause
unclear = { $list } at { $load }: unclear, { $why }.
# Why a disk could not be measured.
why-nothing = no data was transferred
# Why a disk could not be measured.
why-all-failed = every operation failed
# Why a disk could not be measured.
why-many-failed = more than 1 % of the operations failed
# Why it is unclear.
# $off (text): a percentage
# $times (count): measurements
# $share (text): a percentage
why-moved = it differs by { $off }, but a point of one disk, measured { $times } times, varied by up to { $share }
# Why it is unclear.
# $off (text): a percentage
# $busy (share): of the CPUs
why-cpus = it differs by { $off }, but the CPUs of this machine were { $busy } busy in its points or those of its peers and may be the limit
# Why it is unclear.
# $off (text): a percentage
why-unsettled = it differs by { $off }, but not all of its points settled; measure each point for longer (--time)
# Why it is unclear.
# $off (text): a percentage
# $share (text): a percentage
why-vary = it differs by { $off }, but repeated points of one disk vary by { $share }; measure each point for longer (--time)
# Why it is unclear.
# $off (text): a percentage
why-once = it differs by { $off }, but was measured only once; measure it and its peers again
# Why it is unclear.
# $off (text): a percentage
why-few-peers = it differs by { $off }, but its peers are too few or differ too much from each other
# Why it is unclear.
# $share (text): a percentage
# $cpus (flag): whether the CPUs were full
why-unseen = no point settled{ $cpus ->
        [yes] , and the CPUs were saturated
       *[no] { "" }
    }, so a difference of { $share } would not be seen; { $cpus ->
        [yes] free the CPUs of other work, and measure each point for longer (--time)
       *[no] measure each point for longer (--time)
    }
# After the load in the caption of the table.
# $load (text): in words
# $rate (text): one or two numbers and the unit
typical = { $load }, typical { $rate }
# After the message above.
# $caption (text): so far
# $spread (text): a percentage
spread = { $caption }, healthy disks differ by { $spread } (standard deviation)
# Head of a table.
head-disk = disk
# Head of a table: the difference from the peers.
head-off = difference
# Head of a table.
head-result = result
# The title of a chart.
chart = Disks compared
# How to read it.
chart-text = Throughput of each disk alone with its 95 % confidence interval. The dashed line is the median of all disks of one
    kind, without the outliers. The table below shows how far each disk is from its peers in the same rounds.
# The marks of a chart.
disks = disks

## record::calibrate::Judgement judged-*: The judgement on a disk.

judged-open = not decided yet
judged-not-suspected = like its peers
judged-not-an-outlier = no outlier on repeat
judged-slow = SLOW
judged-fast = TOO FAST
judged-cannot-tell = cannot tell
judged-one-of-two = one of two that differ
judged-alone = no peers
judged-failed = not measurable
