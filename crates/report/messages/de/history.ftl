### Der Verlauf eines Ziels und Storage mit Preisen. Das Glossar steht in verdict.ftl.

no-runs = Im Ergebnisspeicher gibt es für dieses Ziel keine abgeschlossene Prüfung und keinen abgeschlossenen Job.
one-run = 1 abgeschlossener Lauf, { $at }
runs = { $count } abgeschlossene Läufe von { $first } bis { $last }
load-line-text = Die höchste Last innerhalb des Latenzlimits mit ihrem 95-%-Konfidenzintervall.
per-second = Operationen pro Sekunde
job-rate = Rate der Jobs
job-rate-text = Die erreichte Rate jedes Jobs mit ihrem 95-%-Konfidenzintervall.
throughput = Durchsatz
throughput-text = Prüfungen: der Durchsatz an der Lastgrenze. Jobs: der erreichte Durchsatz.
latency = Latenz
latency-text = Prüfungen: das Perzentil, das das Latenzlimit nennt, an der Lastgrenze. Jobs: p99.
run = Lauf { $run }, { $at }
head-run = Lauf
head-started = Beginn
head-kind = Art
head-subject = Profil/Job
head-rate = Rate
head-latency = Latenz
head-percentile = Perzentil
table = Alle Läufe, neueste zuerst; die Rate einer Prüfung ist ihre Lastgrenze
