### Figures of a stream that are computed from others, below its rates. The comments are the descriptions in the documentation.

# Throughput in millions of bytes per second, as vendors give it.
# $rate (number): millions of bytes per second
mb-per-s = { $rate } MB/s
# Mean size of a read or write.
# $size (number): in KiB
operation-kib = { $size } KiB per operation
# How much the rate varies: the sample standard deviation of the IOPS of the whole intervals without warm-up, divided by their mean.
# $share (share): the standard deviation divided by the mean
iops-cv = IOPS vary by { $share } (relative standard deviation)
