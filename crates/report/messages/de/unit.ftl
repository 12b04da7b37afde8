### Einheiten und Wörter neben Zahlen.

iops = IOPS
transfers = Transfers/s
commits = Commits/s
transactions = Transaktionen/s
shared-commits = Commits/s mit gemeinsamem Flush
mibps = MiB/s
per-second = /s
no-interval = ohne Intervall
share-of-required = { $share } der geforderten { $required }
times-required = das { $times }-Fache der geforderten { $required }
share-of-limit = { $share } des Latenzlimits
times-limit = das { $times }-Fache des Latenzlimits
from-to = { $low } bis { $high }
and-more = { $list } und { $count } weitere
both = { $first } und { $last }
about = etwa { $middle }, ± { $half }
read-iops = Lese-IOPS
write-iops = Schreib-IOPS
read-mibps = MiB/s beim Lesen
write-mibps = MiB/s beim Schreiben
reads = Lesezugriffe/s
writes = Schreibzugriffe/s
read-mbps = MB/s beim Lesen
write-mbps = MB/s beim Schreiben
