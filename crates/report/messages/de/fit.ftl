### Eine Wiedergabe und ein angepasster Job. Das Glossar steht in verdict.ftl.

replay-timing = Zeiten der Wiedergabe: { $operations } I/Os in { $time }; die Aufzeichnung dauerte { $due } ({ $error })
replay-late = Verspätung der I/Os: Median { $median }, p99 { $p99 }, höchstens { $most }; Ankunftsabstände um { $moved } ihres Mittels
    verschoben
left-out = { $count } I/Os gehören zu keinem Strom: Discards, fehlgeschlagene I/Os und Prozesse mit unter 0,2 % aller I/Os.
closed = geschlossenes Lastmodell, Warteschlangentiefe { $depth }
open = offenes Lastmodell, { $rate } pro Sekunde
bursts = in Bursts zu { $burst }
steps = in { $steps } Stufen
operations = { $operations } I/Os, { $bytes }
flushes = { $flushes } Flushes
of-process = Prozess „{ $process }“
in-files = Dateien der Rolle { $role }
averages = Die Aufzeichnung enthält nur Mittelwerte. Andere Lasten haben dieselben; der Job nimmt an:
random-places = wahlfreie Zugriffe. Schreiben Sie access = "sequential", wenn die Last ein Scan, eine Kopie oder ein Log ist.
sizes-around-mean = eine Größe je Richtung oder die zwei Zweierpotenzen um das Mittel. Schreiben Sie block = {"{"} 8k = 9, 64k = 1 {"}"}, wenn Sie die Größen kennen.
closed-loop = ein geschlossenes Lastmodell, denn die Warteschlange war konstant und das Gerät immer ausgelastet. Schreiben Sie rate = N, wenn I/Os
    von selbst ankommen.
random-arrivals = einzelne I/Os zu zufälligen Zeiten. Schreiben Sie arrivals = "bursts" und burst = N, wenn sie zusammen ankommen. Entfernen Sie
    rate, wenn ein Abschluss das nächste I/O auslöst.
flushes-unknown = keine Flushes, denn das Protokoll zählt sie nicht. Schreiben Sie sync = "fdatasync", wenn Schreibzugriffe persistent werden.
fidelity-unknown = Genauigkeit: nicht gemessen. `plimsoll fit CAPTURE --refine TARGET` führt den Job aus und misst sie.
figure = Kennzahl
captured = Aufzeichn.
fitted = Job
error = Fehler
goal = Ziel
missed = verfehlt
points = Punkte
read-share = Leseanteil
size-mean = mittlere Größe
sequential-share = sequenzieller Anteil
flush-share = Flushes je I/O
latency-mean = mittlere Gerätelatenz
latency-p99 = p99 der Gerätelatenz
depth-mean = mittlere Tiefe
size-mix = Größenmischung (JS)
gaps = Ankunftsabstand (EMD)
latencies = Latenz (EMD)
of-mean = { $percent } v. Mittel
