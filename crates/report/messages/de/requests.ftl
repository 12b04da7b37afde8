### Anforderungen von Studien: was an ihnen falsch ist. Das Glossar steht in verdict.ftl.

mixed-clocks = simulierter Storage hat eine eigene Uhr und lässt sich nicht mit Layouts vergleichen, die gebaut werden; lassen
    Sie eines von beiden weg
few-disks-to-compare = calibrate vergleicht Laufwerke miteinander; nennen Sie zwei oder mehr, oder simulierte Laufwerke wie
    'sim:hdd?disks=14&layout=none'
few-disks-to-add = scale misst einen wachsenden Satz von Laufwerken; nennen Sie zwei oder mehr, oder simulierte Laufwerke wie
    'sim:hdd?disks=14&layout=none&cap_mibps=900'
few-disks-recorded = --recorded: calibrate vergleicht Laufwerke miteinander, aber die Dateien enthalten nur Ergebnisse eines Laufwerks
few-sets-recorded = --recorded: für keine Last sind zwei Anzahlen von Laufwerken aufgezeichnet; nennen Sie Ergebnisse eines
    wachsenden Satzes, deren Texte jedes Laufwerk nennen, oder eine CSV-Datei mit der Spalte „disks“
no-load-in-common = --recorded: Keine Last (Lesen oder Schreiben, Blockgröße, Zugriffsfolge, Warteschlangentiefe) ist für alle Laufwerke
    aufgezeichnet: { $names }
profile-not-job = --for: { $file } ist ein Profil und kein Job; für ein Profil verwenden Sie `plimsoll check --for`
layout-without-place = --layout { $layout }: es ist kein Ziel angegeben
layout-form = schreiben Sie { $form }
name-is-taken = der Name { $name } ist reserviert; wählen Sie einen anderen
key-twice = { $key }= ist zweimal angegeben
value-twice = { $option }: { $value } ist zweimal genannt; nennen Sie jeden Wert nur einmal
not-a-number-of-disks = „{ $value }“ ist keine Anzahl von Laufwerken
unknown-key = „{ $key }“ ist kein Schlüssel eines Layouts; verwenden Sie usable oder redundancy
grid-names-layouts = --grid: -R hat hier keine Bedeutung; die Layouts nennen Sie mit --layout
one-layout-recorded = --recorded: { $record } enthält ein Layout, aber ein Vergleich braucht zwei oder mehr; importieren Sie die Datei
    mit `plimsoll results import`, um die Mittelwerte zu sehen
few-layouts = compare vergleicht Layouts miteinander; nennen Sie zwei oder mehr mit --layout oder --build
too-many-layouts = --recorded: { $record } enthält { $count } Layouts, aber ein Vergleich erlaubt höchstens { $most }; entfernen Sie einige
    aus der Datei
too-many-points = --recorded: { $record } enthält { $count } Messpunkte, aber ein Vergleich erlaubt höchstens { $most }; entfernen Sie
    einige aus der Datei
record-unreadable = --recorded: { $shown } konnte nicht gelesen werden: { $error }
order-unknown-in-part = die Layouts haben keinen gemeinsamen Messpunkt: Die Messpunkte von { $told } sind als zufällig
    oder sequenziell gekennzeichnet, die von { $untold } nicht; schreiben Sie random oder sequential in die Spalte
    „order“ jeder Zeile
nothing-in-common = die Layouts haben keinen gemeinsamen Messpunkt (Blockgröße, Warteschlangentiefe, Threads); messen
    Sie bei jedem Layout dieselben Messpunkte

unknown-role = --roles: „{ $name }“ ist keine Rolle von { $profile }; seine Rollen sind { $roles }
job-of-another-tool = { $file } ist ein Job von { $tool }. Führen Sie ihn mit `plimsoll { $command }` aus, oder wandeln Sie ihn zuerst um:
    plimsoll convert { $file } --to native -o JOB.toml
unknown-profile = es gibt kein Profil „{ $name }“; die Profile sind { $profiles }
stream-of-sessions = { $file }: Stream { $stream } gehört zu Sitzungen ohne Rate. Prüfen Sie jeden Speicher mit `plimsoll check` und
    vergleichen Sie die Transaktionen mit `plimsoll diff`, oder ergänzen Sie `rate` in `transaction`
stream-without-rate = { $file }: Stream { $stream } läuft im geschlossenen Lastmodell und hat daher keine Rate, aus der
    sein Gewicht folgen könnte; geben Sie dem Stream eine Rate, etwa rate = 500 (in einem fio-Job: rate_iops=500), oder entfernen Sie ihn
unknown-profile-near = es gibt kein Profil „{ $name }“; meinten Sie { $near }? Die Profile sind { $profiles }

own-profiles = Eigene Profile: NAME.toml in { $folder }
