### Der Test von Stromausfällen. Das Glossar steht in verdict.ftl.

said-nothing = er meldete nichts
writer-not-begun = der Schreibprozess begann nicht: { $line }
cannot-remount = --remount: { $target } liegt auf keinem Dateisystem, das sich kurz aushängen lässt; lassen Sie es weg
not-unmounted = { $shown } konnte nicht ausgehängt werden: { $told }
not-mounted = { $source } konnte nicht wieder unter { $shown } eingehängt werden: { $told }; tun Sie es von Hand: mount -t { $kind } -o
    { $options } { $source } { $shown }
other-file = { $target } ist inzwischen eine andere Datei
shared-fate = das Protokoll { $ledger } { $why }: was das Ziel trifft, kann auch es treffen. Nennen Sie eine Datei auf einem anderen
    Gerät oder ein Protokoll auf einem anderen Rechner (HOST:PORT); --same-device lässt es trotzdem zu
not-reserved = für { $shown } konnte kein Platz reserviert werden: { $error }; wählen Sie ein kleineres --size, oder schaffen Sie dort
    Platz
name-larger = nennen Sie ein größeres
largest-size = wählen Sie ein --size bis { $size }
too-small = { $shown } fasst { $size }, gebraucht werden { $wanted }: { $help }
exchanged = { $shown } ist nicht mehr das, was es zu Beginn des Laufs war; darauf wird nichts geschrieben
not-opened = { $shown } konnte nicht geöffnet werden ({ $mode }): { $error }
not-opened-direct = { $shown } konnte nicht geöffnet werden ({ $mode }): { $error }; versuchen Sie --mode buffered+fsync
page-too-small = direkte Schreibzugriffe auf { $shown } gehen in Einheiten von { $align-bytes } Bytes: wählen Sie ein größeres
    --page-size
lies-in-memory = liegt im Arbeitsspeicher
lies-on = liegt wie das Ziel auf { $name }
lies-on-file-system = liegt auf dem Dateisystem des Ziels

broken-link = { $shown } ist ein symbolischer Link ins Leere; nennen Sie die Datei des Protokolls selbst
not-regular = { $shown } ist keine reguläre Datei; nennen Sie eine für das Protokoll
ledger-in-use = ein anderes Programm schreibt in das Protokoll { $shown }: warten Sie sein Ende ab, oder nennen Sie eine andere Datei
not-a-ledger = { $ledger } ist kein Protokoll von plimsoll; nennen Sie eine andere Datei
other-design = der Lauf ist dort mit einem anderen Aufbau verzeichnet
ledger-full = das Protokoll ist voll; beginnen Sie ein neues
wants-secret = das Protokoll auf { $ledger } verlangt das Geheimnis, mit dem es gestartet wurde: --secret-file FILE
secret-is-readable = andere dürfen { $shown } mit dem Geheimnis lesen oder schreiben: chmod 600 { $shown }
secret-too-short = { $shown } enthält weniger als { $bytes-min } Bytes; erzeugen Sie ein Geheimnis mit: head -c 32 /dev/urandom | base64
no-such-run = das Protokoll kennt keinen Lauf { $run }: über ihn ist keine Aussage möglich
no-run = das Protokoll kennt keinen Lauf: keine Aussage ist möglich
listening = lauscht auf { $address }; Ctrl-C beendet es
listens-everywhere = Warnung: das Protokoll lauscht auf allen Adressen dieses Rechners ({ $address }): jeder, der eine erreicht, kann
    Verbindungen öffnen; nennen Sie die Adresse, die der Schreibprozess nutzt
not-let-in = { $from } wurde abgewiesen: { $error }
no-room-in-ledger = das Protokoll hat keinen Platz für den Lauf; beginnen Sie eine neue Datei
confirmed-less = das Protokoll bestätigte { $confirmed }, nicht { $commit }
ledger-lost = Verbindung zum Protokoll auf { $ledger } verloren: { $error }
unknown-secret = die Gegenseite kennt das Geheimnis nicht
stranger = dort antwortet etwas anderes als ein Protokoll von plimsoll
copy = das ist nach Seriennummer oder Datei nicht das beschriebene Ziel: ist es eine Kopie, gilt als verloren, was in ihr fehlt
ledger-shares-device = die Datei des Protokolls liegt auf dem getesteten Gerät: verliert es beides, ist der Verlust hier nicht
    sichtbar
rate-of-revolutions = { $flushes } Flushes/s nacheinander sind mehr, als eine drehende Platte schafft (höchstens { $most } bei 15.000
    Umdrehungen pro Minute): es antwortet ein Cache, gegen Stromausfall geschützt oder nicht
program-time = ein Flush alle { $took } µs ist schneller, als Flash programmierbar ist (bestenfalls { $least } µs), und laut Gerät
    verliert der Cache ohne Strom seinen Inhalt
verdict-kept = + ERHALTEN alle { $commits } bestätigten Commits sind da
verdict-lied = x VERLOREN { $pages } Seite(n) sind nicht, was der Speicher als dauerhaft bestätigte
verdict-unknown = ? UNKLAR { $why }
nothing-here = von diesem Lauf ist nichts da, obwohl es dasselbe Ziel ist
run = Lauf
acknowledged = bestätigt
promised = zugesagt
newest = jüngster
log = Log
pages = Seiten
warning = Warnung
first-lie = Verlust
writer-ended = { $run }, { $mode }; der Schreibprozess endete von selbst
writer-cut = { $run }, { $mode }; der Schreibprozess wurde unterbrochen
in-ledger = { $commits } Commits im Protokoll
nothing-acknowledged = nichts wurde bestätigt
overwritten = Lauf { $other } hat diesen später überschrieben; --run { $other } prüft ihn
other-run = von diesem Lauf ist nichts auf dem Ziel, aber Seiten von Lauf { $other }: ist es das richtige Ziel? --run { $other } prüft
    jenen Lauf, wenn das Protokoll ihn hat; --same-target sagt, dass es das richtige ist und alles verlor
no-run-here = von diesem Lauf ist nichts auf dem Ziel, und nichts zeigt, dass es das beschriebene ist: Gerätenamen ändern sich
    beim Neustart. --same-target sagt, dass es das ist und alles verlor
durable = { $durable } Commits galten als dauerhaft: { $acknowledged } laut Protokoll, { $later } weitere laut späteren Seiten
last-commit = Commit { $commit } ist der letzte, von dem etwas da ist
log-pages = es muss Commits { $from } bis { $durable } enthalten: { $whole } sind da, { $overwritten } werden von späteren überschrieben,
    { $gone } fehlen
data-pages = { $sound } der { $written } an ihrem Ort geschriebenen sind richtig; { $torn } Seite(n) beim Schreiben zerrissen, das ist kein
    Verlust
never-written = { $place } wurde von keinem Commit geschrieben und enthält nicht die Nullen vom Anfang
lost-commit = ist verloren, wie alle danach
overtaken = fehlt, während der spätere Commit { $later } da ist
torn = ist zerrissen
older = ist auf eine ältere Seite zurückgefallen
zeroed = ist von seiner Seite verschwunden
damaged = ist beschädigt ({ $kind })
holds-zeros = Nullen
holds-commit = Commit { $commit }
holds-parts = Teile der Commits { $oldest } bis { $newest }
holds-strange = nichts von diesem Lauf
was-acknowledged = bestätigt
was-followed = nicht im Protokoll, aber eine spätere Seite wurde erst nach ihm geschrieben
loss = Commit { $commit } { $what }: { $place } enthält { $found } ({ $source })
log-page = Log-Seite { $slot }
data-page = Seite { $page }
head = der Kopf
more-lies = und { $count } weitere
log-write-failed = Das Log von Commit { $commit } konnte nicht geschrieben werden: { $error }
page-write-failed = Eine Seite von Commit { $commit } konnte nicht geschrieben werden: { $error }
not-a-run-number = --run: „{ $text }“ ist nicht die Nummer eines Laufs; nennen Sie ihre 16 hexadezimalen Ziffern
not-two-numbers = --only: „{ $text }“ ist nicht die Nummer einer Datei; nennen Sie zwei Zahlen wie 1:2
