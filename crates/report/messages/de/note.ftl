### Hinweise zu einem Lauf: wie er gemessen wurde, ohne Gewicht für das Urteil. Das Glossar steht in verdict.ftl.

page-cache = { $place } lehnt direktes I/O ab: Geschrieben und gelesen wurde durch den Page-Cache
commit-groups = jeder Thread der Engine sync ist eine eigene Commit-Gruppe, deren Schreibvorgänge nacheinander laufen; andere
    schreiben eine Gruppe auf einmal
unregistered = Puffer ließen sich nicht registrieren (Limit für gesperrten Speicher oder Größe): Jedes I/O heftet seine Seiten an
shared-fs = { $targets } liegen auf einem Dateisystem: Sie sind keine getrennten Speicher
nearly-full = { $folder } hat { $free } frei, und die Dateien des Jobs lassen { $left } davon; ein fast volles Dateisystem ist
    vielleicht langsamer
taken = aus Lauf { $run } übernommen: seine Messungen von { $stages }
changed = { $place } war { $was } und ist jetzt { $is }
other-storage = Lauf { $run } wurde auf anderem Speicher gemessen: { $changes }; keiner seiner Messpunkte wird übernommen
failed-io = { $stream }: { $operation } von { $bytes } Bytes bei Offset { $offset } schlug nach { $time } fehl: { $cause }
target-ended = das Ziel endet vor diesem Offset; es wurde während der Nutzung gekürzt
closed-loops = { $count ->
        [one] Strom { $streams } ist ein geschlossenes Lastmodell
       *[other] Ströme { $streams } sind geschlossene Lastmodelle
    } ohne Rate: Diese Last wird nicht vervielfacht und zählt nicht in den Zahlen; sie läuft daneben wie im Job
fitted-meets = Auf { $target } erreicht der angepasste Job alle Ziele.
fitted-misses = Auf { $target } verfehlt der angepasste Job das Ziel: { $goals }.
repeats = { $points ->
        [one] 1 Messpunkt ist
       *[other] { $points } Messpunkte sind
    } mehrfach vorhanden, bis zu { $most }-mal; die Zeilen liegen bis zu { $apart } % auseinander{ $as-mean ->
        [yes] ; jeder Messpunkt zählt einmal, als Mittel
       *[no] { "" }
    }
order-unknown-twice = { $points } gespeicherte Messpunkte ohne Zugriffsfolge sind ausgelassen: Ihre Variante hat dieselbe Last
    auch als sequenzielle
left-out = { $points } von { $all } gespeicherten Messpunkten sind ausgelassen: Ihre Lasten kommen im Vergleich nicht vor
order-unknown = { $points } von { $all } gespeicherten Messpunkten nennen keine Zugriffsfolge: Sie stehen für keine
limit-layout = { $name } hat { $rows }
limit-passes = --passes erlaubt { $passes }
uneven-rows = { $layout } hat { $rows } Werte eines Messpunkts, aber { $limit }: Die Zeilen von { $points } solchen Messpunkten sind auf die gemeinsamen
    Runden verteilt, jede hat das Mittel ihres Anteils
one-value = ein Wert je Messpunkt: Die Aufzeichnung zeigt nicht, wie eine Wiederholung abwiche; das Intervall des Vorsprungs folgt aus den Unterschieden
    der Messpunkte, bei wenigen gibt es keines
compared-as = erneut verglichen wie in Lauf { $run }: { $ratio ->
        [yes] seine Messpunkte mit ihren Gewichten, nach Verhältnissen
       *[no] seine Messpunkte, nach dem Mittel
    } (ändern mit --for oder --grid)
answer-of = die Entscheidung von Lauf { $run }: Nichts wird erneut gemessen oder verglichen (das tun --grid, --for, --by, --metric, --practical oder
    --passes)
warning-of = eine Warnung von Lauf { $run }: { $warning }
earlier-document = das Dokument in Zeile { $line } zeigt dieselben Jobs unterwegs und wurde ausgelassen
no-figures = der Lauf in Zeile { $line } hat keine Zahlen und wurde ausgelassen
joined = verbunden mit { $file }
completion-latency = Perzentile und Histogramm gelten für die Completion Latency von fio (clat), Mittel für die Gesamtlatenz
whole-milliseconds = SQLIO meldet Latenzen in ganzen, abgeschnittenen Millisekunden und nur Raten: Operationen, Bytes und das
    Histogramm folgen aus der Rate
orion-milliseconds = Latenzen der Tabelle von Orion werden als Millisekunden gelesen
file-date = die Datei sagt nicht, wann der Lauf begann; verwendet wird ihr Datum
points-file-date = die Datei sagt nicht, wann die Messpunkte gemessen wurden; verwendet wird ihr Datum
import-order-unknown = die Datei nennt nicht für alle Messpunkte die Zugriffsfolge: Diese stehen für keine
text-cut = nur das erste MiB des Dateitexts ist gespeichert; die Zahlen sind es alle
windows-1252 = die Datei ist nicht UTF-8; Buchstaben außerhalb von ASCII wurden als Windows-1252 gelesen und können falsch sein,
    Zahlen nicht
rebuilt = Aus den Teilen wiederhergestellt, die { $parts } von { $all } Hosts gespeichert haben. Die Zahlen sind die dieser Hosts; ein Urteil gibt es nicht.
host-clock = Die Systemuhr von Host { $host } weicht von der des ersten Hosts um { $apart } ab. Um ebenso viel weichen Daten in
    seinen eigenen Ergebnissen ab. Die Messung ist davon nicht betroffen.
host-target-larger = Das Ziel von Host { $host } hat { $size }. Jeder Host nutzt nur die ersten { $used }.
