### Ein Integritätstest. Das Glossar steht in verdict.ftl.

sound = UNVERSEHRT
sound-as-read = UNVERSEHRT, SOWEIT GELESEN
faulty = FEHLERHAFT
cannot-tell = UNKLAR
interrupted = ABGEBROCHEN
written-as = { $target }, geschrieben wie { $database }
reason-sound = Jede geprüfte Seite enthielt die zuletzt geschriebenen Daten.
reason-sound-share = Jede geprüfte Seite enthielt die zuletzt geschriebenen Daten. { $share } der geschriebenen Seiten wurden
    zurückgelesen, bevor sie wieder geschrieben wurden.
reason-little-read = Jede gelesene Seite enthielt die zuletzt geschriebenen Daten. Nur { $share } der geschriebenen Seiten wurden
    zurückgelesen, bevor sie wieder geschrieben wurden; Fehler in den übrigen bleiben unsichtbar.
reason-faulty = { $faults ->
        [one] { $faults } Fehler wurde gefunden.
       *[other] { $faults } Fehler wurden gefunden.
    } Speichern Sie darauf keine Daten.
reason-idle-log = Kein Fehler wurde gefunden, aber das Log wurde nie geschrieben: Testen Sie länger.
reason-not-all = Nicht jede Seite konnte geprüft werden.
reason-interrupted = Der Test wurde abgebrochen. Bis dahin gab es keinen Fehler.
checksum = eine Seite enthält nie geschriebene Bytes; der Rest stimmt
torn-page = Sektoren verschiedener Schreibvorgänge in einer Seite, ohne laufendes Schreiben
lost-write = jedes Lesen liefert die Seite vor dem letzten bestätigten Schreiben
stale-read = ein Lesen lieferte die Seite vor dem letzten bestätigten Schreiben, ein anderes die neueste
misdirected = an dieser Stelle steht eine andere Seite oder ein Teil davon
bytes-not-read = ein erfolgreiches Lesen ließ Bytes des Puffers unverändert
wrong-length = die Datei endete zu früh
zeroed = Nullen statt Daten
strange-content = eine Seite eines anderen Laufs oder Daten, die kein Lauf schrieb
never-written = die Seite enthält eine Version, die nie geschrieben wurde oder deren Schreiben früher fehlschlug
io-error = die Operation schlug fehl
late = die Operation dauerte länger, als eine Datenbank wartet (15 s)
file = { $size }, { $writing }; { $pages } Seitenoperationen, { $audited } Seiten in Abschlussprüfungen
count-reads = { $single } einzelner Seiten, { $runs } mehrerer; { $pages } Seiten
count-writes = { $single } einzelner Seiten, { $runs } mehrerer; { $pages } Seiten; { $flushes } Flushes
count-latency = Mittel { $mean }, längste { $longest }; { $slow } langsam, { $late } zu spät; { $throttled }-mal gedrosselt
count-coverage = { $share } der geschriebenen Seiten wurden zurückgelesen; die übrigen wurden vorher überschrieben
label-reads = Lesen
label-writes = Schreiben
label-latency = Latenz
label-coverage = Abdeckung
label-also = außerdem
resizes = { $count } Größenänderungen
short = { $count } unvollständige Übertragungen
interrupted-calls = { $count } unterbrochen
retries = { $count } Fehler wiederholt
no-space = { $count } ohne Platz
rereads = { $count } Seiten erneut gelesen
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
again-stayed = weiter falsch
again-open = wird noch versucht
actors = Operationen nach Akteur
head-actor = Akteur
head-flushes = Flushes
head-pages = Seiten
faults-heading = Fehler
each-fault = Jeder Fehler
more-faults = { $count ->
        [one] 1 weiterer Fehler wurde gezählt.
       *[other] { $count } weitere Fehler wurden gezählt.
    }
no-evidence = Es wurde keine Beweisdatei geschrieben.
evidence = Beweise
evidence-text = erwartete und erhaltene Bytes und die Geschichte jeder Seite:
done-heading = Was geprüft wurde
done-text = { $cycles }: geschrieben und gelesen wie { $database }, dann ein letzter Checkpoint, dann eine Prüfung jeder Seite.
expected-received = Erwartet und erhalten
cycles-endless = Zyklen zu { $time } bis zum Abbruch
cycles = { $count ->
        [one] 1 Zyklus zu { $time }
       *[other] { $count } Zyklen zu je { $time }
    }
by-label = durch
files = Dateien
head-what = Rolle
head-size = Größe
head-faults = Fehler
head-audited = geprüfte Seiten
head-mean = Mittel
head-longest = längste
head-throttled = gedrosselt
head-writing = geschrieben
