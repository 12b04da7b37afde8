### Das Urteil einer Prüfung.
### Glossar: load line = Lastgrenze; role = Rolle; verdict = Urteil; latency limit = Latenzlimit; queue depth =
### Warteschlangentiefe; trial = Testlauf; target = Ziel; requirement = Anforderung; stall = Aussetzer; budget = Zeitbudget;
### throughput = Durchsatz; closed/open loop = geschlossenes/offenes Lastmodell; page cache = Page-Cache; flush = Flush.

verdict-fit = GEEIGNET
verdict-not-fit = NICHT GEEIGNET
verdict-cannot-tell = UNKLAR
on = für { $subject } auf { $target }
subject-on = { $subject } auf { $target }
state-running = nicht abgeschlossen
state-interrupted = abgebrochen
state-failed = fehlgeschlagen
required = gefordert: { $requirement }
weight-forbids = ungültig
weight-warning = Warnung
weight-note = Hinweis
limit-device = Storage selbst
limit-cpu = CPU-Zeit von plimsoll
limit-depth = größte Warteschlangentiefe dieser Prüfung, nicht der Storage
rate-for = { $rate } ({ $time } lang)
limit-unknown = unbekannte Ursache
limit-quota-owner = Kontingent der cgroup { $group } auf { $device } ({ $rate })
limit-quota-commit = { $limit }; jeder Commit zählt als { $count } Schreibzugriffe, weil der Kernel einen Flush als
    Schreibzugriff zählt
limit-quota-rate = vermutlich Kontingent (konstant { $rate })
limit-quota-unsure = Kontingent oder Schnittstelle (konstante, runde Rate)
job-multiple = { $times } × Last des Jobs ({ $rate })
mean-latency = Mittel { $mean }
sessions-reached = { $sessions } Sitzungen erreichen { $rate }; jede Transaktion wartet auf den Speicher: { $latency }
sessions-required = . Bei { $required }/s: { $rate }, { $latency }
job-log = . Das Log behält seine { $rate } Schreibzugriffe/s, jeder { $times }-mal so groß, weil sich mehr Commits einen Flush teilen (Group
    Commit). Alle anderen Streams leisten das { $times }-Fache ihrer { $other } IOPS
job-peak = Die Rate des Jobs ändert sich: Die Spitze ist das { $peak }-Fache des Mittels. Das Urteil gilt für das Mittel. Mit --require
    'load>={ $multiple }x' fordern Sie die Spitze.
confidence = { $percent }-%-Intervalle in Klammern
io-of-job = { $streams ->
        [one] 1 Stream
       *[other] { $streams } Streams
    } eines Jobs, { $reads } % Lesen
io-reads = { $size } { $random ->
        [yes] zufällig
       *[no] sequenziell
    } lesen
io-writes = { $size } { $random ->
        [yes] zufällig
       *[no] sequenziell
    } schreiben{ $sync }
io-mixed = { $size } { $random ->
        [yes] zufällig
       *[no] sequenziell
    }, { $reads } % Lesen{ $sync }
io-durable = , jeder Schreibzugriff dauerhaft ({ $flag })
io-sizes = { $from } bis { $to }
order-unknown = Zugriffsfolge unbekannt
load-depth = Warteschlangentiefe { $depth }
load-threads = { $threads } Threads
