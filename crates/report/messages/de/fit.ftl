### Eine Wiedergabe und ein angepasster Job. Das Glossar steht in verdict.ftl.

replay-timing = Zeittreue der Wiedergabe: { $operations } I/Os in { $time }; die Aufzeichnung dauerte { $due } ({ $error }).
at-speed = { $captured }, bei { $speed }-facher Geschwindigkeit { $due }
replay-late = Verspätung der I/O-Starts: Median { $median }, p99 { $p99 }, höchstens { $most }; Ankunftsabstände um { $moved } ihres Mittels
    verändert.
left-out = { $count ->
        [one] 1 I/O gehört
       *[other] { $count } I/Os gehören
    } zu keinem Stream: Discards, fehlgeschlagene I/Os und die von Prozessen mit weniger als 0,2 % aller I/Os.
closed = geschlossenes Lastmodell, Warteschlangentiefe { $depth }
sessions = { $sessions ->
        [one] 1 Sitzung
       *[other] { $sessions } Sitzungen
    } mit etwa { $transactions } Transaktionen: je { $reads } Lesezugriffe und { $think } andere Arbeit; { $grouped } Commits je Flush
paused-sessions = Clients pausieren zwischen Transaktionen, { $rate } pro Sekunde
commits = für die Commits der Sitzungen
commits-assumed = für die Commits der Sitzungen; sync = "fdatasync" ist angenommen, da die Aufzeichnung keine Flushes davon enthält
behind = { $ios } je Transaktion
open = offenes Lastmodell, { $rate } pro Sekunde
bursts = in Bursts zu { $burst }
steps = in { $steps ->
        [one] 1 Stufe
       *[other] { $steps } Stufen
    }
operations = { $operations ->
        [one] 1 I/O
       *[other] { $operations } I/Os
    }, { $bytes }
flushes = { $flushes ->
        [one] 1 Flush
       *[other] { $flushes } Flushes
    }
of-process = Prozess „{ $process }“
in-files = Dateien der Rolle { $role }
averages = Die Aufzeichnung enthält nur Mittelwerte. Der Job nimmt an:
assumed-random-places = zufällige Offsets. Für einen Scan, eine Kopie oder ein Log schreiben Sie access = "sequential".
assumed-sizes-around-mean = eine I/O-Größe je Richtung oder die zwei Zweierpotenzen um die mittlere Größe. Wenn Sie die Größen kennen, schreiben Sie
    block = {"{"} 8k = 9, 64k = 1 {"}"}.
assumed-sizes-unknown = eine I/O-Größe von 8 KiB, denn die Aufzeichnung hat keine Größen. Wenn Sie die Größe kennen, schreiben Sie block = N.
assumed-constant-queue = die Warteschlangentiefe als Höchstzahl laufender I/Os, denn sie war konstant und das Gerät immer ausgelastet.
assumed-random-arrivals = einzelne I/Os zu zufälligen Zeiten. Wenn sie in Bursts eintreffen, schreiben Sie arrivals = "bursts" und burst
    = N. Wenn ein Abschluss das nächste I/O auslöst, entfernen Sie rate.
assumed-flushes-unknown = keine Flushes: Im Protokoll stehen keine. Wenn die Last Flushes absetzt, ergänzen Sie sync = "fdatasync".
fidelity-unknown = Genauigkeit: nicht gemessen. `plimsoll capture fit CAPTURE --refine TARGET` führt den Job aus und misst sie.
figure = Kennzahl
captured = Aufzeichn.
fitted = Job
error = Fehler
goal = Ziel
missed = verfehlt
points = %-Punkte
figure-read-share = Leseanteil
figure-size-mean = mittlere Größe
figure-sequential-share = sequenzieller Anteil
figure-flush-share = Flushes je I/O
figure-latency-mean = mittlere Gerätelatenz
figure-latency-p99 = p99 der Gerätelatenz
figure-depth-mean = mittlere Tiefe
distance-size-mix = Größenmischung (JS)
distance-gaps = Ankunftsabstand (EMD)
distance-latencies = Latenz (EMD)
of-mean = { $percent } v. Mittel
figure-iops = IOPS
