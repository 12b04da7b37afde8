### Befehlszeilen anderer Werkzeuge. Das Glossar steht in verdict.ftl.

and-others = { $about } und { $count } weitere
needs-value = { $option } braucht einen Wert
null-device = { $device } wird ohne Systemaufrufe bedient; die Rate ist daher die des Programms selbst
interrupted = nach { $seconds } s Messung unterbrochen; alle Werte gelten nur für diese Zeit
not-stored = Hinweis: Dieser Lauf ist nicht gespeichert: { $why }; seine Ergebnisse werden nur ausgegeben; um sie an einem
    anderen Ort zu speichern, geben Sie --store FILE an
read-only-store = in { $store } kann nicht geschrieben werden
notes-unwritable = PLIMSOLL_NOTES={ $file }: { $error }; nennen Sie eine beschreibbare Datei
not-a-mapping = „{ $value }“ ist nicht FROM=TO, etwa --map 'C:=/mnt/c'
seed-not-a-number = --seed { $value }: keine ganze Zahl
empty-file = --size: eine Datei von 0 Bytes lässt sich nicht testen; geben Sie eine größere an
needs-size = { $path } existiert nicht; ergänzen Sie die Größe: --size 4GiB
log-option = das Log
log-not-written = das Log { $file } konnte nicht geschrieben werden: { $why }
not-a-compressed-log = { $file } ist kein von fio komprimiertes Log oder ist beschädigt
jobs-left-out = einige Jobs konnten nicht starten, die übrigen laufen ohne sie: { $jobs }
not-iometer-results = { $file } enthält etwas anderes als Ergebnisse von Iometer; nennen Sie eine andere Datei
not-a-sweep-table = die erste Zeile von { $file } ist nicht die der Tabelle, die dieser Befehl schreibt; nennen Sie mit
    --logs ein anderes Verzeichnis
log-set-aside = { $file } enthielt kein vollständiges Ergebnis und heißt jetzt { $aside }
log-exists = { $file } existiert schon; setzen Sie die Messreihe dort mit --resume fort, oder nennen Sie mit --logs ein anderes Verzeichnis
sweep-wrong = das Argument von --sweep enthält Fehler
points-left-out = { $count ->
        [one] { $count } Messpunkt hat mehr Threads als Streifen und entfällt
       *[other] { $count } Messpunkte haben mehr Threads als Streifen und entfallen
    }
sweep-progress = { $number } von { $count }, noch { $left }: { $log }
sweep-interrupted = unterbrochen; zum Fortsetzen geben Sie denselben Befehl mit --resume ein
sweep-total = { $count ->
        [one] { $count } Messpunkt
       *[other] { $count } Messpunkte
    }, { $time } mit Pausen
