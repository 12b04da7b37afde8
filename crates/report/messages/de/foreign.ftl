### Befehlszeilen anderer Werkzeuge. Das Glossar steht in verdict.ftl.

needs-value = { $option } braucht einen Wert
interrupted = nach { $seconds } s Zählung unterbrochen; alle Werte gelten nur für diese Zeit
not-stored = Hinweis: dieser Lauf ist nicht gespeichert: { $why }; die Ergebnisse sind ausgegeben, --store FILE nennt einen anderen
    Ort
read-only-store = { $store } ist nicht schreibbar
notes-unwritable = PLIMSOLL_NOTES={ $file }: { $error }; nennen Sie eine schreibbare Datei
not-a-mapping = „{ $value }“ ist nicht FROM=TO, etwa --map 'C:=/mnt/c'
seed-not-a-number = --seed { $value }: keine ganze Zahl
empty-file = --size: eine Datei von 0 Bytes fasst nichts
needs-size = { $path } existiert nicht; ergänzen Sie die Größe: --size 4GiB
log-option = das Log
log-not-written = das Log { $file } konnte nicht geschrieben werden: { $why }
jobs-left-out = einige Jobs konnten nicht beginnen, die übrigen laufen ohne sie: { $jobs }
not-iometer-results = { $file } enthält etwas anderes als Ergebnisse von Iometer; nennen Sie eine andere Datei
not-a-sweep-table = { $file } ist nicht die Tabelle einer solchen Messreihe; nennen Sie mit --logs einen anderen Ordner
log-set-aside = { $file } enthielt kein vollständiges Ergebnis und heißt jetzt { $aside }
log-exists = { $file } existiert schon; setzen Sie die Messreihe dort mit --resume fort, oder nennen Sie mit --logs einen anderen Ordner
sweep-wrong = das Argument von --sweep enthält Fehler
points-left-out = { $count ->
        [one] { $count } Punkt hat mehr Threads als Streifen und entfällt
       *[other] { $count } Punkte haben mehr Threads als Streifen und entfallen
    }
sweep-progress = { $number } von { $count }, noch { $left }: { $log }
sweep-interrupted = unterbrochen; derselbe Befehl mit --resume setzt die Messreihe fort
sweep-total = { $count ->
        [one] { $count } Punkt
       *[other] { $count } Punkte
    }, { $time } mit Pausen
