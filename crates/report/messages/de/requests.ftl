### Anforderungen von Studien: was an ihnen falsch ist. Das Glossar steht in verdict.ftl.

mixed-clocks = simulierte Speicher haben eine eigene Uhr und passen nicht neben Layouts, die gebaut werden; lassen Sie eines davon
    weg
over-classic-grid = über das klassische Raster von 210 Punkten
each-alone = { $disks } Datenträger, jeder für sich
few-disks-to-compare = calibrate vergleicht Datenträger miteinander; nennen Sie zwei oder mehr, oder simulierte Datenträger wie
    'sim:hdd?disks=14&layout=none'
few-disks-to-add = scale vergrößert eine Menge von Datenträgern; nennen Sie zwei oder mehr, oder simulierte Datenträger wie
    'sim:hdd?disks=14&layout=none&cap_mibps=900'
profile-not-job = --for: { $file } ist ein Profil und kein Job; für ein Profil gibt es `plimsoll check --for`
layout-without-place = --layout { $layout }: es fehlt ein Ziel
layout-with-place = --layout { $layout }: neben --recorded hat ein Layout kein Ziel, denn seine Punkte sind schon da; schreiben Sie
    { $name }=,price=N für den Preis
layout-says-nothing = --layout { $layout }: sagt nichts aus; ergänzen Sie price=, usable= oder redundancy=
name-is-taken = der Name { $name } ist vergeben; nehmen Sie einen anderen
key-twice = { $key }= steht zweimal da
not-a-number-of-disks = „{ $value }“ ist keine Anzahl von Datenträgern
unknown-key = „{ $key }“ ist weder price noch usable noch redundancy
not-a-price = „{ $price }“ ist kein Preis; schreiben Sie eine Zahl über 0
grid-names-layouts = --grid: -R hat hier keine Bedeutung; die Layouts nennt --layout
few-layouts = { $kind } vergleicht Layouts miteinander; nennen Sie zwei oder mehr mit --layout oder --build
time-too-short = --time: { $time } ist zu kurz; mindestens 1 s, üblich sind { $usual }
no-passes = --passes: muss 1 oder mehr sein
no-price = --by price: für { $layouts } fehlt ein Preis; ergänzen Sie price=N bei jedem --layout, alle in einer Währung
too-many-layouts = --recorded: { $record } enthält { $count } Layouts; ein Vergleich nimmt bis zu { $most }: lassen Sie einige in der Datei
    weg
too-many-points = --recorded: { $record } enthält { $count } Punkte; ein Vergleich nimmt bis zu { $most }: lassen Sie einige in der Datei
    weg
no-percentile = --metric p99: { $shown } enthält Punkte ohne 99. Perzentil; vergleichen Sie nach Durchsatz
layout-not-recorded = --layout { $layout }: die Aufzeichnung hat kein solches Layout; sie hat { $layouts }
record-unreadable = --recorded: { $shown } ist nicht lesbar: { $error }
no-points-of-layouts = --recorded: Lauf { $run } enthält keine Punkte von Layouts; nennen Sie einen von { $kinds } oder die Datei eines
    Rasters
order-unknown-in-part = seine Layouts haben keinen Punkt gemeinsam: { $told } nennt den Zugriff der Punkte, { $untold } nicht; schreiben
    Sie random oder sequential in die Spalte order jeder Zeile
nothing-in-common = seine Layouts haben keinen Punkt gemeinsam
point-missing = { $shown }: kein Punkt { $point } von { $layouts }
order-unknown = { $shown }: Punkte ohne Zugriffsart gelten weder für random noch für sequential; schreiben Sie sie in die Spalte
    order jeder Zeile, oder lassen Sie --for und -f von --grid weg
leave-out-missing = { $shown }: lassen Sie das Fehlende weg, oder --grid und --for ganz

unknown-role = --roles: „{ $name }“ ist keine Rolle von { $profile }; es gibt { $roles }
job-of-another-tool = { $file } ist ein Auftrag von { $tool }. Führen Sie ihn mit `plimsoll { $command }` aus, oder wandeln Sie ihn zuerst
    um: plimsoll convert { $file } --to native -o JOB.toml
unknown-profile = es gibt kein Profil „{ $name }“; es gibt { $profiles }
stream-without-rate = { $file }: Strom { $stream } ist eine geschlossene Schleife ohne Rate, nach der er gewichtet würde; geben Sie ihm eine, etwa rate = 500, oder entfernen Sie ihn
unknown-profile-near = es gibt kein Profil „{ $name }“; meinten Sie { $near }? Es gibt { $profiles }

own-profiles = Eigene Profile: NAME.toml in { $folder }
