### Units and words that stand beside numbers.

# The unit of a load line of reads and writes.
iops = IOPS
# The unit of single transfers.
transfers = transfers/s
# The unit of a load line of commits.
commits = commits/s
# Transactions of database sessions.
transactions = transactions/s
# The unit of a load line of commits that share flushes.
shared-commits = commits/s with shared flushes
# The unit of throughput.
mibps = MiB/s
# A unit after a number or a size without a blank.
per-second = /s
# In place of a confidence interval where there is none.
no-interval = no interval
# A share of what is required, on a bar.
# $share (share): of the requirement
# $required (text): what is required, with its unit
share-of-required = { $share } of the required { $required }
# A multiple of what is required, on a bar.
# $times (number): how many times
# $required (text): what is required, with its unit
times-required = { $times } times the required { $required }
# A share of the latency limit, on a bar.
# $share (share): of the limit
share-of-limit = { $share } of the latency limit
# A multiple of the latency limit, on a bar.
# $times (number): how many times
times-limit = { $times } times the latency limit
# An interval whose ends may have signs, in brackets.
# $low (text): a number
# $high (text): a number with its unit
from-to = { $low } to { $high }
# A list that is cut.
# $list (text): its first names
# $count (count): names that are left out
and-more = { $list } and { $count } more
# The last two of a list.
# $first (text): all before
# $last (text): the last one
both = { $first } and { $last }
# A time that is not known exactly.
# $middle (text): a time
# $half (text): the margin
about = about { $middle }, +/- { $half }
# What a quota counts.
read-iops = read IOPS
# What a quota counts.
write-iops = write IOPS
# What a quota counts.
read-mibps = read MiB/s
# What a quota counts.
write-mibps = write MiB/s
# What a quota counts.
reads = reads/s
# What a quota counts.
writes = writes/s
# What a quota counts.
read-mbps = MB/s for reads
# What a quota counts.
write-mbps = MB/s for writes
