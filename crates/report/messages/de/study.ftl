### Studien: was alle gemeinsam haben, im Terminal und im HTML-Bericht. Das Glossar steht in verdict.ftl; point = Messpunkt.

named = Studie „{ $name }“
on = { $kind } auf { $target }
built-target = { $target }; Layouts mit Laufwerken in Klammern wurden für den Test aufgebaut und danach entfernt
not-begun = Nicht gestartet.
stopped-early = Beendet, bevor es ein Ergebnis gab.
stopped-after = Nach { $points ->
        [one] 1 Messpunkt
       *[other] { $points } Messpunkten
    } angehalten.
no-verdict = Kein Urteil: In { $points ->
        [one] 1 Messpunkt
       *[other] { $points } Messpunkten
    } schlugen zu viele Operationen fehl. Nach den gelungenen Operationen: { $answer }
not-finished = Nicht abgeschlossen. { $answer }
unsettled = { $points } von { $all } Messpunkten { $points ->
        [one] hat sich in seiner Zeit nicht eingependelt; sein Intervall ist
       *[other] haben sich in ihrer Zeit nicht eingependelt; ihre Intervalle sind
    } deshalb breiter als angefordert.
unsettled-reference = { $points ->
        [one] 1 davon ist eine Messung
       *[other] { $points } davon sind Messungen
    } des Referenzpunkts, den keine Tabelle zeigt.
failed = { $operations ->
        [one] 1 Operation schlug
       *[other] { $operations } Operationen schlugen
    } in { $points ->
        [one] 1 Messpunkt
       *[other] { $points } Messpunkten
    } fehl.
changed = Rechner oder Storage wurden während der Messung schneller oder langsamer. { $drift }
drift-unknown = Der Referenzpunkt wurde nur { $repeats }-mal gemessen, zu selten, um eine Änderung zu erkennen.
drift = Der { $repeats }-mal gemessene Referenzpunkt wurde von der ersten zur letzten Messung { $change } und wich höchstens { $excursion } von
    seinem Median ab.
slower = { $size } langsamer
faster = { $size } schneller
stalled = { $count ->
        [one] einmal, { $longest } s
       *[other] { $count }-mal, höchstens { $longest } s
    }
stalls = { $count ->
        [one] 1 Aussetzer von { $longest } s
       *[other] { $count } Aussetzer von bis zu { $longest } s
    }
cell-failed = { $count } fehlgeschlagen
cell-unsettled = nicht eingependelt
reads = Lesen
writes = Schreiben
mixed = { $percent } % Lesen
in-random = { $direction }, zufällig
in-sequence = { $direction }, sequenziell
in-unknown = { $direction }, Zugriffsfolge nicht erfasst
more-stages = { $count ->
        [one] 1 weitere Stufe
       *[other] { $count } weitere Stufen
    } im Bericht
more-notes = { $count ->
        [one] 1 weiterer Hinweis
       *[other] { $count } weitere Hinweise
    } im Bericht
more-warnings = { $count ->
        [one] 1 weitere Warnung
       *[other] { $count } weitere Warnungen
    } im Bericht
more-columns = { $count ->
        [one] 1 weitere Spalte
       *[other] { $count } weitere Spalten
    } im { $in-json ->
        [yes] JSON
       *[no] Bericht
    }
more-rows = { $count ->
        [one] 1 weitere Zeile
       *[other] { $count } weitere Zeilen
    } im { $in-json ->
        [yes] JSON
       *[no] Bericht
    }
imported = { $points ->
        [one] 1 Messpunkt von { $layouts } wurde importiert.
       *[other] { $points } Messpunkte von { $layouts } wurden importiert.
    }
imported-next = `plimsoll compare --recorded FILE` vergleicht die Layouts.
disks-failed = { $count } von { $all } Laufwerken { $count ->
        [one] konnte
       *[other] konnten
    } nicht gemessen werden.
disks-outliers = { $count } von { $all } Laufwerken { $count ->
        [one] ist ein Ausreißer
       *[other] sind Ausreißer
    }.
disks-open = { $count } von { $all } Laufwerken { $count ->
        [one] bleibt
       *[other] bleiben
    } unklar.
stages-against = { $count ->
        [one] 1 Stufe hat
       *[other] { $count } Stufen haben
    } eine negative Antwort.
stages-open = { $count ->
        [one] 1 Stufe ist
       *[other] { $count } Stufen sind
    } unentschieden.
stages-all = { $count ->
        [one] Die einzige Stufe ist
       *[other] Alle { $count } Stufen sind
    } fertig.
stages-done = { $done } von { $all } Stufen { $done ->
        [one] ist
       *[other] sind
    } fertig.
load-lines = Lastgrenzen
stage-alone = Befehl nur für diese Stufe:
chart-label = { $title }. Die Zahlen stehen in der Tabelle darunter.
drift-title = Referenzpunkt im Zeitverlauf
minutes = Minuten
minute = Minute { $minute }
median = Median
every-point = Alle Messpunkte
every-point-text = In MiB/s. Je kräftiger die Farbe, desto höher der Durchsatz, auf einer Skala für alle Layouts; ein
    Strich bedeutet: nicht gemessen. Die Mittel am Rand einer Tabelle umfassen die Messpunkte, die alle Layouts haben.
threads = Threads
kib-depth = KiB \ Tiefe
mean = Mittel
percent-full = { $layout }, zu { $percent } % gefüllt
layout-load = { $layout }: { $load }
lines-title = Last und Latenz aller Rampen
lines-text = Das Perzentil, das jedes Latenzlimit nennt, bei jeder angebotenen Last. Senkrechte Linien sind die Lastgrenzen.
latency = Latenz
drift-moved = Der { $repeats }-mal gemessene Referenzpunkt änderte sich von der ersten zur letzten Messung um { $change } und wich höchstens
    { $excursion } von seinem Median ab.
