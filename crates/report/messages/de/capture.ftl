### Woraus eine aufgezeichnete Last besteht. Das Glossar steht in verdict.ftl.

title = Last auf { $device }
title-host = Last auf { $device } von { $host }
from = Quelle: { $source }
local-time = { $moment } Ortszeit
not-recorded = { $time } nicht aufgezeichnet
source-block-trace = Block-Trace des Kernels
source-disk-counters = Laufwerkszähler des Kernels
source-iostat = iostat
source-sar = sar
source-performance-counters = Windows-Leistungsindikatoren
source-node-exporter = node_exporter
source-blkparse = blkparse
source-fio-iolog = iolog von fio
load = Last
reads = Lesen
writes = Schreiben
flushes = Flushes
discards = Discards
queue-depth = Tiefe
durability = Dauerhaft
arrivals = Ankünfte
phase = Phase
device = Gerät
files = Dateien
processes = Prozesse
slowest = langsamste
slow = { $latency } bei { $at } s: { $what }
note = Hinweis
not-known = unbekannt
ambiguous = mehrdeutig
more = und { $count } weitere; --json enthält alle
share-of-reads = { $share } Lesezugriffe
no-rate = { $count ->
        [one] 1 I/O
       *[other] { $count } I/Os
    }, zu kurz für eine Rate
lost = { $count ->
        [one] 1 I/O ging
       *[other] { $count } I/Os gingen
    } bei der Aufzeichnung verloren
sequential = { $share } sequenziell
sequential-streams = { $share } sequenziell in etwa { $streams } gleichzeitigen Streams
footprint = angesprochener Bereich { $size }
footprint-hot = angesprochener Bereich { $size }; { $share } der zufälligen Zugriffe treffen { $hot } davon
zipf = Zipf-Theta { $theta } ± { $error }
latency-mean = mittlere Latenz { $mean }
latency-mean-p99 = mittlere Latenz { $mean }, p99 { $p99 }
queueing = davor im Kernel gewartet: Mittel { $mean }, p99 { $p99 }
queueing-share = { $share } davor im Kernel gewartet: Mittel { $mean }, p99 { $p99 }
sizes = mindestens 80 % davon { $low } bis { $high }, im Mittel { $mean }
size-range = { $low } bis { $high }
size-mean = im Mittel { $mean }
depth-mean = mittlere Warteschlangentiefe { $mean }
depth-busy = { $share } der Zeit aktiv, dann im Mittel { $mean }
depth-most = in 99 % der Zeit höchstens { $depth }
flush-rate = { $rate } Flushes/s
fua-share = { $share } der Schreibzugriffe mit FUA
sync-share = { $share } der Schreibzugriffe sind synchron
discard-rate = { $rate } Discards/s
dispersion-in = { $index } in Fenstern von { $window }
dispersion = Dispersionsindex { $list }
dispersion-unknown = die Aufzeichnung ist für einen Dispersionsindex zu kurz
hurst = Hurst-Exponent { $hurst }
no-bursts = (Ankünfte ohne Bursts: Index 1, Hurst-Exponent 0,50)
phase-load = { $from } s bis { $to } s: { $load }
no-file = in keiner bekannten Datei: { $share } der Lese- und Schreibzugriffe (Metadaten, Journal oder nach dem Start
    angelegte Dateien)
role-log = Log
role-data = Daten
role-temp = temporär
role-backup = Backup
role-other = sonstige
by-accesses = aus den Zugriffen erschlossen
file-count = { $count } { $count ->
        [one] Datei
       *[other] Dateien
    }
file-side = { $share } der { $reads ->
        [yes] Lesezugriffe
       *[no] Schreibzugriffe
    }, { $order } { $sizes }
order-sequential = sequenziell
order-random = zufällig
durable-each = jeder Schreibzugriff mit Flush danach oder mit FUA
durable-share = { $share } der Schreibzugriffe mit Flush danach oder mit FUA
process = { $name } ({ $pid }): { $share } der I/Os, { $reads } Lese- und { $writes ->
        [one] 1 Schreibzugriff
       *[other] { $writes } Schreibzugriffe
    }, { $bytes }
unknown = Nicht erfasst (Quelle: { $source }): { $list }.
unknown-read-share = der Anteil der Lesezugriffe
unknown-sizes = Größen (nur Mittelwerte)
unknown-size = Größen
unknown-sequences = der Anteil sequenzieller Zugriffe
unknown-places = Hotspots
unknown-arrivals = Bursts innerhalb eines Intervalls
unknown-queue-depths = die Verteilung der Warteschlangentiefen (nur der Mittelwert)
unknown-queue-depth = Warteschlangentiefen
unknown-latencies = Perzentile der Latenz (nur Mittelwerte)
unknown-busy = die Zeit mit I/O (das Log nennt mehr, als die Queue-Tiefe zulässt)
unknown-latency = Latenzen
unknown-latency-by-direction = getrennte Latenzen von Lesen und Schreiben
unknown-durable-writes = synchrone und dauerhafte Schreibzugriffe
unknown-flushes = Flushes
unknown-processes = Prozesse
unknown-files = Dateien
same-counters = Jeder Job mit { $load } ergibt diese Zähler, zufällig oder sequenziell, mit einer Größe oder mehreren,
    gleichmäßig oder in Bursts. Ein Block-Trace zeigt, welche Last es ist.
mean-load = { $rate } { $reads ->
        [yes] Lesezugriffen
       *[no] Schreibzugriffen
    } pro Sekunde zu im Mittel { $mean }
note-first-report-left-out = { $reports ->
        [one] Der erste Bericht ist ausgelassen: Sein Intervall ist unbekannt oder beginnt mit dem Start des Rechners.
       *[other] { $reports } Berichte sind ausgelassen, je Start des Werkzeugs der erste: Deren Intervalle beginnen mit dem Start des Rechners.
    }
note-only-first-report = Das Protokoll hat nur einen Bericht, vielleicht den Mittelwert seit dem Start des Rechners.
    Protokollieren Sie mehrere Berichte, etwa mit `iostat -x -t 1 600`.
interval-assumed = Das Protokoll zeigt nicht, wie lang seine Intervalle sind. Für jeden Bericht wurden { $interval } angenommen: Die
    Raten stimmen, die Dauern vielleicht nicht. Nennen Sie die Länge mit --interval, oder protokollieren Sie mit Zeitstempeln
    (`iostat -t`).
note-operations-divided-like-bytes = Das Protokoll zählt Lesen und Schreiben zusammen. Die Operationen wurden im Verhältnis der
    gelesenen und geschriebenen Bytes aufgeteilt.
note-latency-of-both-directions = Das Protokoll hat eine mittlere Latenz für Lesen und Schreiben. Sie wird für beide verwendet.
note-date-order-assumed = Die Reihenfolge von Tag und Monat ist nicht eindeutig. Es wurde angenommen, dass der Monat zuerst steht.
note-clock-steps = Die Uhr ging { $steps ->
        [one] einmal zurück, in Zeile { $line }. Für das betroffene Intervall
       *[other] { $steps }-mal zurück, zuerst in Zeile { $line }. Für die betroffenen Intervalle
    } wurde die übliche Länge angenommen.
long-intervals = { $intervals ->
        [one] 1 Intervall ist länger als die anderen (Zeile { $line }: { $longest }). In ihm fehlen Berichte.
       *[other] { $intervals } Intervalle sind länger als die anderen (das erste in Zeile { $line }; das längste dauert { $longest }). In ihnen fehlen Berichte.
    }
note-cut-report = Der letzte Bericht des Protokolls (Zeile { $line }) ist abgeschnitten: Die Zeile des Geräts fehlt. Er wurde ausgelassen.
note-impossible-rows = { $rows ->
        [one] 1 Zeile mit Werten, die fehlen oder die kein Gerät haben kann, ist ausgelassen: Zeile { $line }.
       *[other] { $rows } Zeilen mit Werten, die fehlen oder die kein Gerät haben kann, sind ausgelassen; die erste ist Zeile { $line }.
    }
note-records-missing = Im Protokoll { $records ->
        [one] fehlt 1 Eintrag
       *[other] fehlen { $records } Einträge
    }: Einige I/Os, Latenzen oder beides sind unbekannt. Zeichnen Sie erneut mit größeren Puffern auf (blktrace -b 4096 -n 16).
note-without-completion = Der Abschluss von { $operations ->
        [one] 1 I/O
       *[other] { $operations } I/Os
    } fehlt im Protokoll.
note-without-issue = { $operations ->
        [one] 1 Abschluss gehört zu einem I/O, das
       *[other] { $operations } Abschlüsse gehören zu I/Os, die
    } vor dem Beginn des Protokolls abgesetzt { $operations ->
        [one] wurde
       *[other] wurden
    }.
made-of = Zusammensetzung der Last
rates-over-time = Raten im Zeitverlauf
rates-caption = pro Sekunde, in Intervallen von { $interval }
rates-label = Lese- und Schreibzugriffe pro Sekunde im Zeitverlauf
places-over-time = Offsets im Zeitverlauf
places-caption = I/Os nach Zeit und Offset auf dem Gerät. Eine kräftigere Farbe bedeutet mehr I/Os.
latency-over-time = Latenz im Zeitverlauf
latency-caption = I/Os nach Zeit und Latenz. Eine kräftigere Farbe bedeutet mehr I/Os.
sizes-heading = Größen und Latenzen
sizes-label = Größen nach I/O-Richtung
up-to = bis
files-heading = Dateien
processes-heading = Prozesse
slowest-heading = Langsamste I/Os

needs-trace = --process braucht den Block-Trace, denn Zähler zeigen nicht, welcher Prozess I/O ausführt; { $why }
process-with-counters = --process braucht den Block-Trace, denn Zähler zeigen nicht, welcher Prozess I/O ausführt; lassen Sie --counters weg
several-need-trace = Mehrere Geräte zugleich brauchen den Block-Trace; { $why }
several-with-counters = Mehrere Geräte zugleich brauchen den Block-Trace; lassen Sie --counters weg
name-one-device = { $path } enthält die I/O mehrerer Geräte ({ $devices }); nennen Sie eines davon mit --device
no-such-device = { $path } enthält keine I/O von { $device }, nur von { $devices }
no-relation = { $path }, Zeile { $line }: das ist kein Pfad mit Namen; schreiben Sie base/5/16397|orders
not-regular = { $shown } ist ein Verzeichnis, ein Gerät oder eine andere Spezialdatei; geben Sie mit --output eine Datei
    an, die es noch nicht gibt
exists = { $shown } existiert bereits; nennen Sie eine andere Datei, oder ersetzen Sie sie mit --overwrite
not-written = { $shown } konnte nicht geschrieben werden ({ $error }); das zuvor Aufgezeichnete steht in der Datei und
    ist lesbar; nennen Sie eine Datei auf einem Dateisystem mit freiem Platz
trace-needs-root = der Block-Trace braucht root-Rechte; starten Sie den Befehl mit sudo
no-trace-in-kernel = dieser Kernel hat keinen Block-Trace ({ $error }); verwenden Sie einen mit CONFIG_BLK_DEV_IO_TRACE
no-trace-on-system = dieses System hat keinen Block-Trace
trace-not-started = der Block-Trace kann nicht gestartet werden: { $error }
trace-unreadable = der Trace-Puffer konnte nicht gelesen werden: { $error }; das zuvor Aufgezeichnete steht in der
    Datei
no-counters = { $name } hat keine Zähler; nennen Sie das Laufwerk, auf dem es liegt (siehe plimsoll inventory)
device-gone = das Gerät von { $shown } wurde entfernt; schließen Sie es wieder an
device-not-found = { $shown } nicht gefunden: { $error }; nennen Sie ein Blockgerät (plimsoll inventory listet sie) oder einen Pfad auf dessen
    Dateisystem
no-block-device = { $shown } liegt auf einem Dateisystem ohne Blockgerät ({ $kind }); nennen Sie ein Blockgerät (plimsoll inventory listet sie)
not-a-file = { $shown } ist keine Datei; nennen Sie die Datei einer Aufzeichnung
log-not-a-file = { $shown } ist keine Datei; ein Protokoll wird mehrmals gelesen, schreiben Sie es daher in eine Datei
output-not-written = { $shown } konnte nicht geschrieben werden: { $error }
imported-nothing = der Import hat keine Aufzeichnung erzeugt
log-mistakes = { $log } enthält Fehler; nichts wurde importiert
capture-not-written = die Aufzeichnung konnte nicht geschrieben werden: { $error }
too-many-ios = die Aufzeichnung enthält mehr als { $ios-max } I/Os, die nicht in den Arbeitsspeicher passen; zeichnen Sie eine
    kürzere Zeit auf
no-single-io = die Aufzeichnung enthält nur Zähler je Intervall und keine einzelnen I/Os; zeichnen Sie einen Block-Trace auf (als
    root, ohne --counters)
no-sessions = { $path } zeigt keine Sitzungen, daher sagen --transactions und --clients nichts darüber aus; zeichnen Sie den Block-Trace
    einer Datenbank auf, die liest und Commits schreibt, mit ihren Dateien
no-read-or-write = { $path }: die Aufzeichnung enthält weder Lese- noch Schreibzugriffe; zeichnen Sie zu einer Zeit
    mit mehr Last auf

interrupted = vor dem Verfeinern des Jobs abgebrochen; es wurde kein Job geschrieben
compares-ios = --refine vergleicht einzelne I/Os und braucht den Block-Trace; { $reason }
lost-events = Warnung: Die Aufzeichnung des Laufs verlor { $lost ->
        [one] 1 Trace-Ereignis
       *[other] { $lost } Trace-Ereignisse
    }, daher sind die angepassten Werte zu niedrig; schließen Sie andere Programme
nothing-seen = der Block-Trace zeigt kein I/O von { $shown }, daher lässt sich nichts vergleichen; nennen Sie ein
    Blockgerät oder eine Datei auf ext4 oder xfs
no-trace = --refine zeichnet jedes I/O des Laufs mit dem Block-Trace des Kernels auf, der nicht verfügbar ist ({ $error }); starten
    Sie den Befehl mit sudo
round = Lauf { $round } des angepassten Jobs
run-capture-failed = die Aufzeichnung des Laufs endete wegen eines Fehlers in plimsoll; bitte melden Sie ihn
no-io = der angepasste Job führte kein I/O auf { $shown } aus; zeichnen Sie zu einer Zeit mit mehr Last auf
simulated = --refine braucht eine Datei oder ein Gerät, denn der Kernel sieht kein I/O eines simulierten Storage
counters-only = Warnung: Nur Zähler wurden aufgezeichnet. Grund: { $reason }. Größen, Offsets, Latenzperzentile und
    Prozesse der I/Os sind nicht bekannt.
output-on-device = Warnung: { $file } liegt auf { $device }, daher enthält die Aufzeichnung ihre eigenen
    Schreibzugriffe. Schreiben Sie sie auf ein anderes Gerät.
cost = Aufwand der Aufzeichnung: { $cpu } einer CPU, { $memory } Arbeitsspeicher
captured-intervals = { $count ->
        [one] 1 Intervall
       *[other] { $count } Intervalle
    } von { $device } in { $time } nach { $file } aufgezeichnet ({ $size }).
captured-ios = { $count ->
        [one] 1 I/O
       *[other] { $count } I/Os
    } von { $device } in { $time } ({ $rate } IOPS mit Flushes und Discards) nach { $file } aufgezeichnet ({ $size }).
none-of-process = Warnung: Von { $count ->
        [one] 1 gesehenen I/O
       *[other] { $count } gesehenen I/Os
    } kam keines von einem Prozess namens { $process }. Der Kernel benennt Threads, mit höchstens 15 Zeichen: Geben Sie den
    Namen des Threads an, von dem das I/O kommt (ps -eLo comm zeigt sie).
lost-trace-events = Verlorene Trace-Ereignisse: { $count }
too-slow = Warnung: Die Aufzeichnung kam mit den Trace-Ereignissen nicht mit (zwei je I/O). Schließen Sie andere
    Programme, und zeichnen Sie erneut auf.
under-way = I/Os, die zu Beginn schon liefen: { $started }; I/Os ohne erfassten Abschluss: { $unfinished }
in-files = In bekannten Dateien: { $share } der I/Os. Der Rest sind Metadaten, Journal oder nach dem Start angelegte
    Dateien.
left-out-files = Dateien und Verzeichnisse, deren Lage auf dem Gerät nicht erfasst wurde: { $count } (eine Grenze
    wurde erreicht, oder Rechte fehlen)
size-each = Größe: { $size } je Million I/Os
imported-ios = { $count ->
        [one] 1 I/O
       *[other] { $count } I/Os
    } von { $device } ({ $time }) nach { $file } importiert.
imported-intervals = { $count ->
        [one] 1 Intervall
       *[other] { $count } Intervalle
    } von { $device } ({ $time }) nach { $file } importiert.
ring-written = Die letzten { $time } ({ $count ->
        [one] 1 I/O
       *[other] { $count } I/Os
    }) stehen in { $file }; die Aufzeichnung läuft weiter.
show-them = Anzeigen: plimsoll capture show { $file }
option-missing = { $option } fehlt; siehe plimsoll capture --help
last-needs-server = --last braucht die Adresse eines Prometheus-Servers, etwa --import http://prometheus:9090
device-missing = das Gerät fehlt; siehe plimsoll capture --help
interval-too-short = --interval: das kürzeste Intervall der Zähler ist 100ms; schreiben Sie 100ms oder mehr
no-time = { $option }: „{ $text }“ ist keine Zeit; schreiben Sie eine Zeit wie 10m
cut-short = Warnung: { $file } ist unvollständig: Alles nach Byte { $bytes } fehlt. Die Aufzeichnung wurde
    vorzeitig beendet (kill), oder der Datenträger war voll.
source-cloud-watch = CloudWatch
source-azure-monitor = Azure Monitor
plain-only = { $url }: nur http:// ohne TLS wird abgefragt; speichern Sie die Antwort mit curl und importieren Sie die Datei
no-answer = { $url } antwortet nicht: { $error }
other-answer = { $url } antwortet „{ $status }“, nicht wie Prometheus; nennen Sie den Server, etwa http://prometheus:9090
