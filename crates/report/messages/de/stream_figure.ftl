### Berechnete Werte eines Streams, unter seinen Raten.

mbps = { $rate } MB/s
operation-kib = { $size } KiB je Operation
iops-cv = Standardabweichung der IOPS { $share }
