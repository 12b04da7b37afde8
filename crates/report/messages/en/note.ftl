### Notes of a run: facts about how it was measured, without weight for the verdict.

# Direct I/O was refused.
# $place (text): the path
page-cache = { $place } refuses direct I/O: written and read through the page cache instead
# How commits are grouped.
commit-groups = each thread of the sync engine is a commit group of its own, whose writes follow one another; other engines write
    a group at once
# The kernel refused to register buffers.
unregistered = buffers could not be registered (locked-memory limit or size): each I/O pins its pages
# Targets that are not separate storages.
# $targets (text): a list
shared-fs = { $targets } are on one file system: they are not separate storages
# Little space is left.
# $folder (text): the path
# $free (bytes): that are free
# $left (bytes): that stay free
nearly-full = { $folder } has { $free } free, and the files of the job leave { $left } of it; a nearly full file system may be
    slower
# Points of another run are used.
# $run (text): its number
# $stages (text): a list
taken = taken from run { $run }: its measurements of { $stages }
# A storage that is another one now.
# $place (text): the path
# $was (text): before
# $is (text): now
changed = { $place } was { $was } and is { $is } now
# Points of another run cannot be used.
# $run (text): its number
# $changes (text): a list
other-storage = run { $run } was measured on other storage: { $changes }; none of its points is taken
# An operation that failed.
# $stream (text): its name
# $operation (text): such as read
# $bytes (text): of the operation
# $offset (text): in bytes
# $time (latency): since the start
# $cause (text): what the system said
failed-io = { $stream }: { $operation } of { $bytes } bytes at offset { $offset } failed after { $time }: { $cause }
# Why an operation failed.
target-ended = the target ends before that offset; it was truncated while in use
# Streams of a job that cannot be multiplied.
# $count (count): streams
# $streams (text): a list
closed-loops = { $count ->
        [one] stream { $streams } is a closed loop
       *[other] streams { $streams } are closed loops
    } without a rate: its load is not multiplied and not counted in the figures; it runs beside the others as the job says
# A fitted job.
# $target (text): the path
fitted-meets = On { $target } the fitted job meets all goals.
# A fitted job.
# $target (text): the path
# $goals (text): a list
fitted-misses = On { $target } the fitted job misses the goal of: { $goals }.
# Recorded points.
# $points (count): that are repeated
# $most (count): rows of one
# $apart (text): a number in percent
# $as-mean (flag): whether their mean counts
repeats = { $points ->
        [one] 1 point is
       *[other] { $points } points are
    } there more than once, up to { $most } times: these are repeats, whose rows lie up to { $apart } % apart{ $as-mean ->
        [yes] ; each point counts once, as their mean
       *[no] { "" }
    }
# Recorded points.
# $points (count): that are left out
order-unknown-twice = { $points } recorded points that do not say whether they were random are left out: their layout has the same
    load as sequential, too
# Recorded points.
# $points (count): that are left out
# $all (count): points
left-out = { $points } of { $all } recorded points are left out: the comparison does not use their loads
# Recorded points.
# $points (count): without an order
# $all (count): points
order-unknown = { $points } of { $all } recorded points do not say whether they were random: they stand for neither order
# Which limit rows exceed.
# $name (text): of a layout
# $rows (count): that it has
limit-layout = { $name } has { $rows }
# Which limit rows exceed.
# $passes (count): rounds
limit-passes = --passes allows { $passes }
# Recorded points.
# $layout (text): its name
# $rows (count): values of a point
# $limit (text): what others have
# $points (count): such points
uneven-rows = { $layout } has { $rows } values of a point where { $limit }: the rows of { $points } such points are divided among the common rounds, and
    each round has the mean of its share
# Recorded points.
one-value = one value per point: the record does not show how a repeat would differ; the interval of a lead comes from the differences among points,
    and with few points there is none
# A comparison of recorded points.
# $run (text): its number
# $ratio (flag): whether by ratios
compared-as = compared again as run { $run } was: { $ratio ->
        [yes] its points with their weights, by ratios
       *[no] its points, by their mean
    } (--for or --grid change this)
# A comparison of recorded points.
# $run (text): its number
answer-of = the decision of run { $run }: nothing is measured or compared again (--grid, --for, --by, --metric, --practical or --passes compare its
    points again)
# A warning of another run.
# $run (text): its number
# $warning (text): sentences
warning-of = a warning of run { $run }: { $warning }
# An imported file.
# $line (count): of the file
earlier-document = the document at line { $line } shows the same jobs in progress and was left out
# An imported file.
# $line (count): of the file
no-figures = the run at line { $line } has no figures and was left out
# An imported file.
# $file (text): its name
joined = joined with { $file }
# An imported file.
completion-latency = percentiles and buckets are of fio's completion latency (clat), means of its total latency
# An imported file.
whole-milliseconds = SQLIO reports latencies in whole milliseconds, cut off, and rates only: operations, bytes and the counts of the histogram follow from the
    rate
# An imported file.
orion-milliseconds = latencies of Orion's table are read as milliseconds
# An imported file.
file-date = the file does not say when the run started; the date of the file is used
# An imported file.
points-file-date = the file does not say when the points were measured; the date of the file is used
# An imported file.
import-order-unknown = the file does not say of all points whether they were random: those stand for neither order
# An imported file.
text-cut = only the first MiB of the file's text is kept; all of its figures are kept
# An imported file.
windows-1252 = the file is not UTF-8; letters beyond ASCII were read as Windows-1252 and may be wrong, numbers are not affected
# The result of several hosts was put together from their parts.
# $parts (count): hosts whose part was there
# $all (count): hosts of the run
rebuilt = Rebuilt from the parts that { $parts } of { $all } hosts stored. It has the figures of these hosts, and no verdict.
# The date of a host is another one.
# $host (text): its name
# $apart (seconds): how far its clock is from that of the first host
host-clock = The wall clock of host { $host } differs from that of the first host by { $apart }. Dates in its own results differ by as
    much. The measurement is not affected.
# A host has a larger target than the first one.
# $host (text): its name
# $size (bytes): that its target has
# $used (bytes): that are used
host-target-larger = The target of host { $host } has { $size }. Every host uses only the first { $used }.
