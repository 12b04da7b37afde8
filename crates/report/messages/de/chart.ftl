### Wörter in den Diagrammen.

limit = Limit
own-flush = ein Flush je Commit
shared-flushes = gemeinsamer Flush
offered = angeboten
done = erreicht
load-line = Lastgrenze
required = gefordert
latency = Latenz
load-done = erreichte Last
faster = Anteil schnellerer Operationen
second = Sekunde
seconds = Sekunden der Messung
warm-up = Aufwärmphase
