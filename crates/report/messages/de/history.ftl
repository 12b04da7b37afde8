### Der Verlauf eines Ziels und Speicher mit Preisen. Das Glossar steht in verdict.ftl.

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
priced = { $subject }, { $role }: { $unit } innerhalb von { $limit }
priced-job = { $subject }: { $unit } innerhalb von { $limit }
storage = Speicher
verdict = Urteil
load-line = Lastgrenze
usable = Nutzbar
head-room = Reserve
price = Preis
price-of-1000 = Je 1.000
price-difference = Preisunterschied
usable-ratio = Ratenverhältnis
measured = Gemessen
price-of-required = Gefordert sind { $rate }. Der Preis ({ $unit }) ist der des Angebots, dessen IOPS dafür ausreichen. GEEIGNET:
    Die Limits werden allein und mit allen geforderten Raten gleichzeitig eingehalten.
price-of-line = Es ist keine Rate gefordert. Der Preis ({ $unit }) ist der des Angebots mit genug IOPS für die Lastgrenze oder des größten Angebots.
price-columns = Lastgrenze: die höchste Rate innerhalb des Latenzlimits, mit ihrem 95-%-Intervall in Klammern. Nutzbar: die Lastgrenze, oder die IOPS des Angebots, wenn sie darunter liegen. Reserve: wie weit die nutzbare Rate über der geforderten liegt. Je 1.000: der Preis von 1.000 nutzbaren Operationen je Sekunde.
compared-with = Preisunterschied und Ratenverhältnis vergleichen jeden Speicher mit { $storage }, dem Speicher mit dem
    niedrigsten Preis.
offered-at-most = das Angebot hat höchstens { $iops } IOPS
none-within = keine innerhalb des Limits
run-link = Lauf { $run }
same = gleich
times = { $times }-fach
