### Die Anforderung und die Datei der Datenträger: was an ihnen falsch ist. Das Glossar steht in verdict.ftl.

no-rate = „{ $text }“ fordert keine Rate; ergänzen Sie eine, etwa iops>=8000 oder mibps>=400
in-line = Zeile { $line }: { $error }
twice = Layout { $name } steht zweimal da; entfernen Sie eine der Zeilen
twice-of-disks = Layout { $name } mit { $disks } Datenträgern steht zweimal da; entfernen Sie eine der Zeilen
no-name = nach { $kind } fehlt ein Name
unknown-kind = „{ $word }“ ist weder disk noch layout
unknown-key = „{ $key }“ ist kein bekannter Schlüssel; es gibt { $known }
order = eine Zugriffsart ist random oder sequential
share = ein Schreibanteil ist 0 bis 1, etwa 0.3 oder 30%
number = „{ $text }“ ist keine Zahl über 0
turns = für { $turns } U/min ist keine übliche Rate bekannt; schreiben Sie stattdessen iops=N
level = „{ $text }“ ist keines von single, raid0, raid1, raid10, raid5, raid6
