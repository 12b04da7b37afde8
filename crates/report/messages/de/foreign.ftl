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
