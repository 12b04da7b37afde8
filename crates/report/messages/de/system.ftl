### Was das Betriebssystem verweigerte. Das Glossar steht in verdict.ftl.

ask-ledger = das Protokoll auf { $object } konnte nicht abgefragt werden: { $error }
ask-size = die Größe von { $object } konnte nicht abgefragt werden: { $error }
ask-space = der freie Platz in { $object } konnte nicht abgefragt werden: { $error }
begin-in-ledger = der Lauf konnte im Protokoll { $object } nicht begonnen werden: { $error }
create = { $object } konnte nicht angelegt werden: { $error }
drop-caches = die Caches des Kernels konnten nicht geleert werden, was nur root darf: { $error }
find = { $object } wurde nicht gefunden: { $error }
find-extents = die Lage von { $object } auf seinem Gerät konnte nicht ermittelt werden: { $error }
listen = auf { $object } konnte nicht gelauscht werden: { $error }
lock = { $object } konnte nicht gesperrt werden: { $error }
look-at = { $object } konnte nicht untersucht werden: { $error }
make-folder-of = das Verzeichnis von { $object } konnte nicht angelegt werden: { $error }
make-in = in { $object } konnte keine Datei angelegt werden: { $error }
open = { $object } konnte nicht geöffnet werden: { $error }
open-ledger = das Protokoll { $object } konnte nicht geöffnet werden: { $error }
prefill = { $object } konnte nicht vorbefüllt werden: { $error }
read = { $object } konnte nicht gelesen werden: { $error }
read-ledger = das Protokoll { $object } konnte nicht gelesen werden: { $error }
remove = { $object } konnte nicht entfernt werden: { $error }
reserve = für { $object } konnte kein Platz reserviert werden: { $error }
reserve-bytes = { $bytes } für { $object } konnten nicht reserviert werden: { $error }
start-writer = ein Schreibprozess konnte nicht gestartet werden: { $error }
write = { $object } konnte nicht geschrieben werden: { $error }
write-ledger = in das Protokoll { $object } konnte nicht geschrieben werden: { $error }
write-stdout = auf die Standardausgabe konnte nicht geschrieben werden: { $error }
as-owner = starten Sie den Befehl als Eigentümer der Datei oder des Verzeichnisses oder mit sudo (ls -ld zeigt die Rechte)
check-path = prüfen Sie den Pfad
free-space = geben Sie eine kleinere Größe an, oder schaffen Sie dort Platz
as-root = starten Sie den Befehl mit sudo
elsewhere = nennen Sie einen schreibbaren Ort
memory-refused = nicht genug Speicher: das System verweigerte
memory-refused-bytes = Bytes; verwenden Sie weniger Worker, kleinere Tiefe, kleinere Blöcke oder ein kleineres Ziel, oder erhöhen Sie die
    Speichergrenze (ulimit -v, Control Group, Container); gespeicherte Ergebnisse bleiben erhalten
file-space-shortage = im Dateisystem blieben nur { $left } frei, frei bleiben müssen { $kept } (10 % seiner Größe, mindestens 1 GiB)
file-other-file = seit der Prüfung steht an seiner Stelle eine andere Datei
file-only-read = es darf nur gelesen werden
