### Contradictions between the figures of an imported result.

# A contradiction and its line in the result.
# $line (text)
# $sentence (text)
in-line = line { $line }: { $sentence }
# A contradiction.
# $mibps (text)
# $iops (text)
# $block (text)
# $expected (text)
rate-times-size = { $mibps } MiB/s were reported, but { $iops } operations a second of { $block } bytes make { $expected }
# A contradiction.
# $depth (text)
# $range (text)
littles-law = the queue depth was { $depth }, but IOPS x mean latency gives { $range }: latencies are missing, time was lost
    outside the storage, or this depth was not reached
# A contradiction.
# $operations (count)
# $seconds (text)
# $counted (text)
# $iops (text)
rate = { $operations } operations in { $seconds } s are { $counted } a second, not the reported { $iops }
# A contradiction.
# $reads (text)
# $writes (text)
# $iops (text)
total = { $reads } reads and { $writes } writes a second do not add up to the reported { $iops }
# A contradiction.
# $of (text)
# $mean (text)
# $block (text)
operation-size = each of the { $of } moved { $mean } bytes on average, but { $block } were requested
# A contradiction.
# $of (text)
mean-outside-range = the mean latency of the { $of } is not between the smallest and the largest latency
# A contradiction.
# $of (text)
mean-above-percentiles = the mean latency of the { $of } is above their 99.99th percentile: the percentiles leave out a part of the
    time, or end at the largest latency that the tool can count; use the mean and the largest latency
# A contradiction.
# $of (text)
percentiles-fall = the latency percentiles of the { $of } are not in ascending order
# A contradiction.
# $of (text)
percentile-above-max = a latency percentile of the { $of } is above their largest latency
# A contradiction.
# $of (text)
# $held (count)
# $done (count)
histogram-count = the histogram of the { $of } contains { $held } operations, but { $done } were done
# A contradiction.
# $sum (text)
# $most (text)
histogram-percents = the percentages of the histogram add up to { $sum }; rounding explains a difference of at most { $most }
# A contradiction.
# $failed (count)
# $of (text)
failed = { $failed } { $of } failed
# A contradiction.
# $code (text)
tool-error = the tool ended this job with error { $code }
# The operations that a contradiction is about.
reads = reads
# The operations that a contradiction is about.
writes = writes
# The operations that a contradiction is about.
flushes = flushes
