### Berechnete Werte eines Streams, unter seinen Raten.

mb-per-s = { $rate } MB/s
operation-kib = { $size } KiB je Operation
iops-cv = relative Standardabweichung der IOPS { $share }
