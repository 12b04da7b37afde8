### Ein Integritätstest. Das Glossar steht in verdict.ftl.

sound = UNVERSEHRT
sound-as-read = UNVERSEHRT, SOWEIT GELESEN
faulty = FEHLERHAFT
cannot-tell = UNKLAR
interrupted = ABGEBROCHEN
written-as = { $target }, mit dem I/O-Muster von { $database }
reason-sound = Jede geprüfte Seite enthielt die zuletzt geschriebenen Daten.
reason-sound-share = Jede geprüfte Seite enthielt die zuletzt geschriebenen Daten. { $share } der geschriebenen Seiten wurden zurückgelesen,
    bevor sie erneut geschrieben wurden.
reason-little-read = Jede gelesene Seite enthielt die zuletzt geschriebenen Daten. Nur { $share } der geschriebenen
    Seiten wurden zurückgelesen, bevor sie erneut geschrieben wurden; Fehler in den übrigen Seiten bleiben unerkannt.
reason-faulty = { $faults ->
        [one] { $faults } Fehler wurde gefunden.
       *[other] { $faults } Fehler wurden gefunden.
    } Legen Sie auf diesem Storage keine Daten ab.
reason-idle-log = Es wurde kein Fehler gefunden, aber das Log wurde nie geschrieben: Testen Sie länger.
reason-not-all = Nicht alle Seiten konnten geprüft werden; Fehler in den übrigen Seiten bleiben unerkannt.
reason-interrupted = Der Test wurde abgebrochen. Bis dahin wurde kein Fehler gefunden.
meaning-checksum = eine Seite enthält Bytes, die nie geschrieben wurden; der Rest ist richtig
meaning-torn = Sektoren verschiedener Schreibzugriffe in einer Seite, ohne laufenden Schreibzugriff
meaning-lost-write = jeder Lesezugriff liefert die Seite, wie sie vor dem letzten bestätigten Schreibzugriff war
meaning-stale-read = ein Lesezugriff lieferte die Seite, wie sie vor dem letzten bestätigten Schreibzugriff war; ein anderer lieferte die neueste
meaning-misdirected = an dieser Stelle steht eine andere Seite oder ein Teil davon
meaning-not-read = ein erfolgreicher Lesezugriff ließ Bytes des Puffers unverändert
meaning-wrong-length = die Datei endete zu früh
meaning-zeroed = Nullen statt Daten
meaning-strange = eine Seite eines anderen Laufs oder Daten, die kein Lauf geschrieben hat
meaning-never-written = die Seite enthält eine Version, die nie geschrieben wurde oder deren Schreibzugriff zuvor fehlschlug
meaning-io-error = die Operation schlug fehl
meaning-late = die Operation dauerte über 15 s länger, als der Flush der wartenden Daten erklärt
writing-direct = Seiten von { $page }, direkt, { $durability }
writing-cached = Seiten von { $page }, durch den Page-Cache, { $durability }
file = { $size }, { $writing }; { $pages } Seitenoperationen, { $audited } Seiten in Abschlussprüfungen
count-reads = { $single } mit einer Seite, { $runs } mit mehreren; { $pages } Seiten
count-writes = { $single } mit einer Seite, { $runs } mit mehreren; { $pages } Seiten; { $flushes } Flushes
count-latency = Mittel { $mean }, längste { $longest }; { $slow } länger als die Zielzeit, { $late } verspätet; { $throttled ->
        [one] einmal
       *[other] { $throttled }-mal
    } gedrosselt
count-coverage = { $share } der geschriebenen Seiten wurden zurückgelesen; die übrigen wurden überschrieben, bevor sie gelesen wurden
label-reads = Lesen
label-writes = Schreiben
label-latency = Latenz
label-coverage = Abdeckung
label-also = außerdem
resizes = { $count ->
        [one] 1 Änderung
       *[other] { $count } Änderungen
    } der Dateigröße
short = { $count ->
        [one] 1 unvollständige Übertragung
       *[other] { $count } unvollständige Übertragungen
    }
interrupted-calls = { $count ->
        [one] 1 unterbrochener Aufruf
       *[other] { $count } unterbrochene Aufrufe
    }
retries = { $count ->
        [one] 1 Fehlschlag
       *[other] { $count } Fehlschläge
    } wiederholt
no-space = { $count } ohne freien Platz
rereads = { $count ->
        [one] 1 Seite
       *[other] { $count } Seiten
    } erneut gelesen
kinds = Fehler nach Art
head-fault = Fehler
head-times = Anzahl
head-meaning = Bedeutung
at-page = { $kind } auf Seite { $page }
at-pages = { $kind } auf Seite { $page } und { $more } weiteren
row-file = Datei
row-offset = Offset
row-by = gefunden von
row-after = nach
row-again = erneut gelesen
row-took = dauerte
row-error = Fehler
offset-bytes = { $bytes } Bytes
again-passed = richtig
again-untried = nicht versucht
again-stayed = weiterhin falsch
again-open = wird noch versucht
actors = Operationen nach Akteur
head-actor = Akteur
head-flushes = Flushes
head-pages = Seiten
faults-heading = Fehler
each-fault = Die einzelnen Fehler
more-faults = { $count ->
        [one] 1 weiterer Fehler wurde gezählt.
       *[other] { $count } weitere Fehler wurden gezählt.
    }
no-evidence = Es wurde keine Belegdatei geschrieben.
evidence = Belege
evidence-label = Belege
evidence-text = erwartete und erhaltene Bytes und der Verlauf jeder Seite:
done-heading = Was geprüft wurde
done-text = { $cycles }: gelesen und geschrieben mit dem I/O-Muster von { $database }, dann ein letzter Checkpoint, dann eine
    Prüfung jeder Seite.
expected-received = Erwartet und erhalten
cycles-endless = Zyklen zu je { $time } bis zum Abbruch
cycles = { $count ->
        [one] 1 Zyklus zu { $time }
       *[other] { $count } Zyklen zu je { $time }
    }
by-label = I/Os von
files = Dateien
head-what = Rolle
head-size = Größe
head-faults = Fehler
head-audited = geprüfte Seiten
head-mean = Mittel
head-longest = längste
head-throttled = gedrosselt
head-writing = geschrieben
