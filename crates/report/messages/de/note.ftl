### Hinweise zu einem Lauf: wie er gemessen wurde, ohne Gewicht für das Urteil. Das Glossar steht in verdict.ftl.

note-page-cache-used = { $place } lehnt direktes I/O ab: Geschrieben und gelesen wurde durch den Page-Cache
note-commit-group-per-thread = bei der Engine sync ist jeder Thread eine eigene Commit-Gruppe und setzt seine Schreibzugriffe nacheinander ab; andere
    Engines setzen die Schreibzugriffe einer Gruppe auf einmal ab
note-unregistered-buffers = der Kernel hat die I/O-Puffer nicht registriert (das Limit für gesperrten Arbeitsspeicher ist zu niedrig, oder die
    Puffer sind zu groß); direktes I/O muss ihre Speicherseiten daher bei jeder Operation neu fixieren
shared-fs = { $targets } liegen auf demselben Dateisystem: Es sind keine getrennten Speichersysteme
note-nearly-full = in { $folder } sind { $free-bytes } frei, die Dateien des Jobs lassen davon { $left-bytes } übrig; ein fast volles Dateisystem kann
    langsamer sein
taken = diese Messungen stammen aus Lauf { $run }: { $stages }
changed = { $place } war { $was } und ist jetzt { $is }
other-storage = Lauf { $run } wurde auf einem anderen Storage gemessen ({ $changes }); keiner seiner Messpunkte wird verwendet
failed-io = { $stream }: { $operation } von { $bytes } Bytes bei Offset { $offset } schlug nach { $time } fehl: { $cause }
target-ended = das Ziel endet vor diesem Offset; es wurde während der Nutzung verkleinert
page-of-write = { $kind }: Im Block stehen die Daten von Schreibzugriff { $write }; { $expected }
page-of-other-block = { $kind }: Im Block stehen die Daten eines anderen Blocks; { $expected }
page-differs = { $kind }: { $bytes ->
        [one] 1 Byte weicht ab, Byte
       *[other] { $bytes } Bytes weichen ab, das erste ist Byte
    } { $first } des Blocks; { $expected }
must-hold = richtig wären die von Schreibzugriff { $write }
must-hold-one = richtig wären die eines der Schreibzugriffe { $oldest } bis { $newest }
fault-no-room-for-header = ein Block von { $block-bytes } Bytes hat keinen Platz für einen Header
fault-header-magic = bad magic header: { $received } statt { $expected }
fault-header-length = bad header length: { $received } statt { $expected }
fault-header-offset = bad header offset: { $received } statt { $expected }
fault-header-number = bad header numberio: { $received } statt { $expected }; im Block steht ein anderer Schreibzugriff
fault-header-checksum = bad header crc: { $received }, berechnet { $calculated }
pattern-byte = Muster: Byte { $at } ist { $received } statt { $expected }
fault-digest = { $digest }: die Daten passen nicht zu ihrer Prüfsumme
note-discards-left-out = { $count ->
        [one] 1 aufgezeichnetes Discard wurde
       *[other] { $count } aufgezeichnete Discards wurden
    } ausgelassen: Simulierter Storage kennt keine Discards
note-limited-by-group = Das Kontingent ist das der cgroup { $group }. Läuft die Datenbank außerhalb von ihr, wiederholen Sie den Check dort.
not-measured = Nicht gemessen: { $roles }. Mit --roles all werden alle Rollen des Profils gemessen.
note-job-limit = Das Latenzlimit gilt für alle Operationen des Jobs zusammen. Ein Stream mit wenigen Operationen, etwa ein Log, kann es überschreiten.
note-job-depth = Bis zu { $test } Operationen dürfen gleichzeitig laufen statt { $job } wie im Job, damit keine auf das Ende einer anderen wartet.
closed-loops = { $count ->
        [one] Stream { $streams } läuft
       *[other] Streams { $streams } laufen
    } im geschlossenen Lastmodell ohne Rate. Diese Last wird nicht vervielfacht und in den Zahlen nicht gezählt. Sie läuft neben den
    anderen Streams, wie der Job es vorgibt.
fitted-meets = Auf { $target } erreicht der angepasste Job alle Ziele.
fitted-misses = Auf { $target } verfehlt der angepasste Job seine Ziele für: { $goals }.
repeats = { $points ->
        [one] 1 Messpunkt ist
       *[other] { $points } Messpunkte sind
    } mehrfach gespeichert, bis zu { $most }-mal; Wiederholungen eines Messpunkts weichen um bis zu { $apart } % voneinander ab
left-out = { $points } von { $all } gespeicherten Messpunkten { $points ->
        [one] ist ausgelassen: Seine Last ist nicht für alles aufgezeichnet, was verglichen wird
       *[other] sind ausgelassen: Deren Lasten sind nicht für alles aufgezeichnet, was verglichen wird
    }
order-unknown = { $points } von { $all } gespeicherten Messpunkten { $points ->
        [one] nennt keine Zugriffsfolge: Er zählt
       *[other] nennen keine Zugriffsfolge: Sie zählen
    } weder als zufällig noch als sequenziell
limit-layout = { $name } hat { $rows ->
        [one] 1 Wert
       *[other] { $rows } Werte
    }
uneven-rows = { $layout } hat { $rows } Werte für einen Messpunkt, aber { $limit }. Das betrifft { $points ->
        [one] 1 Messpunkt: Seine Werte
       *[other] { $points } Messpunkte: Die Werte eines jeden
    } sind auf die Runden des Vergleichs verteilt, und jede Runde verwendet das Mittel ihrer Werte
import-earlier-document = das Dokument in Zeile { $line } ist ein Zwischenstand derselben Jobs und wurde ausgelassen
import-no-figures = der Lauf in Zeile { $line } hat keine Zahlen und wurde ausgelassen
import-joined-with = zusammengeführt mit { $file }
import-completion-latency = Perzentile und Histogrammklassen sind die der Completion Latency von fio (clat), Mittelwerte die seiner Gesamtlatenz
import-mixed = fio hat Lesen und Schreiben zusammen gemeldet (unified_rw_reporting), daher sind die Latenzen von beiden
    einzeln nicht bekannt
import-group-of-jobs = ein Eintrag gilt für eine Gruppe von Jobs: fio nennt Namen und Optionen des ersten, die Dateien der anderen sind unbekannt
import-trims = Trims werden nicht importiert
import-whole-milliseconds = SQLIO rundet Latenzen auf ganze Millisekunden ab und meldet keine Anzahlen: Operationen, Bytes und
    die Zahlen des Histogramms sind aus der Rate berechnet
import-taken-as-milliseconds = für die Latenzen in der Tabelle von Orion werden Millisekunden angenommen
import-file-date = die Datei nennt den Beginn des Laufs nicht; verwendet wird das Datum der Datei
import-points-file-date = in der Datei fehlt der Zeitpunkt der Messungen; verwendet wird das Datum der Datei
import-order-unknown = die Datei nennt nicht für jeden Messpunkt die Zugriffsfolge; Messpunkte ohne sie zählen weder als zufällig noch als
    sequenziell
import-text-cut = vom Text der Datei ist nur das erste MiB gespeichert; ihre Zahlen sind alle gespeichert
import-windows1252 = die Datei ist nicht UTF-8; Buchstaben außerhalb von ASCII wurden als Windows-1252 gelesen und können falsch sein, Zahlen sind
    nicht betroffen
note-rebuilt-from-parts = Dieses Ergebnis ist aus den Teilen wiederhergestellt, die { $parts } von { $all } Hosts { $parts ->
        [one] gespeichert hat. Es enthält die Zahlen dieses Hosts
       *[other] gespeichert haben. Es enthält die Zahlen dieser Hosts
    } und kein Urteil.
note-host-clock = Die Systemuhr von Host { $host } weicht von der des ersten Hosts um { $apart-s } ab. Um ebenso viel weichen die
    Zeitangaben in den Ergebnissen von { $host } ab. Die Messung ist davon nicht betroffen.
note-host-target-larger = Das Ziel von Host { $host } ist { $bytes } groß. Jeder Host nutzt nur die ersten { $used-bytes } seines Ziels.
operation-read = Lesen
operation-write = Schreiben
operation-flush = Flush
operation-trim = Trim
