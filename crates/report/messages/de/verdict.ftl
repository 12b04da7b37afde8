### Das Urteil einer Prüfung.
### Glossar: load line = Lastgrenze; role = Rolle; verdict = Urteil; latency limit = Latenzlimit; queue depth =
### Warteschlangentiefe; trial = Testlauf; target = Ziel; requirement = Anforderung; stall = Aussetzer; budget = Zeitbudget;
### throughput = Durchsatz; closed/open loop = geschlossenes/offenes Lastmodell; page cache = Page-Cache; flush = Flush.

fit = GEEIGNET
not-fit = NICHT GEEIGNET
cannot-tell = UNKLAR
on = für { $subject } auf { $target }
subject-on = { $subject } auf { $target }
state-running = nicht abgeschlossen
state-interrupted = abgebrochen
state-failed = fehlgeschlagen
required = gefordert: { $requirement }
weight-forbids = ungültig
weight-warning = Warnung
weight-note = Hinweis
limit-device = der Speicher selbst
limit-cpu = die CPUs dieses Rechners
limit-depth = die größte Warteschlangentiefe dieser Prüfung
limit-unknown = unbekannt
limit-quota-owner = das Kontingent von { $owner } ({ $rate })
limit-quota-rate = vermutlich ein Kontingent (konstant { $rate })
limit-quota-unsure = ein Kontingent oder die Schnittstelle (konstante Rate bei einer runden Zahl)
job-multiple = das { $times }-Fache der Last des Jobs ({ $rate })
job-peak = Die Rate des Jobs schwankt: Die Spitze ist das { $peak }-Fache des Mittels. Das Urteil gilt für das Mittel. Mit --require
    'load>={ $peak }x' wird die Spitze gefordert.
confidence = { $percent }-%-Intervalle in Klammern
