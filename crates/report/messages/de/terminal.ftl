### Beschriftungen im Terminal: bei Rollen höchstens 10 Buchstaben, in den letzten Zeilen höchstens 12.

load-line = Lastgrenze
load-line-is = die höchste Rate, die das Latenzlimit einhält
latency-of-limit = { $quantile } { $latency } { $line ->
        [yes] an der Lastgrenze
       *[no] bei der kleinsten Last dieser Prüfung
    }, Limit { $limit }
required = gefordert
operations-of-job = { $required ->
        [yes] bei der geforderten Rate
       *[no] an der Lastgrenze
    }: { $quantile } der Lesezugriffe { $reads }, der Schreibzugriffe { $writes }, der Commits { $commits }
job = Job
closed-loop = jeder wartet auf den vorigen (geschlossenes Lastmodell)
of-capture = I/O der Aufzeichnung
limited-by = Grenze
measured = gemessen
took = Dauer { $time }
report = Bericht
stored = gespeichert
repeat = wiederholen
note = Hinweis
more-warnings = { $count ->
        [one] eine weitere Meldung ({ $weights }): siehe Bericht oder --json
       *[other] { $count } weitere Meldungen ({ $weights }): siehe Bericht oder --json
    }
count-forbids = { $count } × ungültig
count-warnings = { $count ->
        [one] { $count } Warnung
       *[other] { $count } Warnungen
    }
count-notes = { $count ->
        [one] { $count } Hinweis
       *[other] { $count } Hinweise
    }
more-notes = { $count ->
        [one] ein weiterer Hinweis im Bericht
       *[other] { $count } weitere Hinweise im Bericht
    }
phase = Phase { $name }
nothing-measured = es wurde nichts gemessen
depth = Warteschlangentiefe { $mean }
depth-of = Warteschlangentiefe { $mean } von { $set }
over = Messdauer { $seconds }
open-loop = offenes Lastmodell, { $rate } IOPS angeboten
dropped = { $count ->
        [one] { $count } Ankunft verworfen
       *[other] { $count } Ankünfte verworfen
    }
no-latencies = keine Latenzen bekannt
no-operation = keine Operation abgeschlossen
latency-column = Latenz
mean-column = Mittel
read = Lesen
write = Schreiben
commit = Commit
flush = Flush
total = { $operation } ges.
service = Service
trouble = { $errors } Fehler, { $short } { $short ->
        [one] unvollständige Übertragung
       *[other] unvollständige Übertragungen
    }
time-left = noch { $time }
time-left-within = noch { $middle } +/- { $half } { $unit }
roles = jede Rolle allein:
head-role = Rolle
head-carries = trägt
head-latency = Latenz dabei
head-room = Reserve
latency-of = { $quantile } { $latency } von { $limit }
times = { $times }-fach
shared-commits = { $role }: { $shared } mit bis zu { $size } Commits je Flush, { $alone } mit einem
by-storage = der Storage
tried = versucht: { $figures }
by-quota = Kontingent, { $rate }
by-group-quota = Cgroup, { $rate }
by-some-quota = ein Kontingent
by-cpus = die CPUs
by-depth = Tiefe { $depth }
by-unknown = unbekannt
process-column = Prozess
file-column = Datei
max-column = max.
flushes-column = Flushes/s
device-column = Gerät
