### Die Anforderung und die Datei der Datenträger: was an ihnen falsch ist. Das Glossar steht in verdict.ftl.

no-rate = „{ $text }“ fordert keine Rate; ergänzen Sie eine, etwa iops>=8000 oder mibps>=400
sign = „{ $clause }“: hier ist nur { $sign } erlaubt
in-line = Zeile { $line }: { $error }
twice = Layout { $name } ist zweimal definiert; entfernen Sie eine der Zeilen
twice-of-disks = Layout { $name } mit { $disks } Laufwerken ist zweimal definiert; entfernen Sie eine der Zeilen
no-name = nach { $kind } fehlt ein Name
unknown-kind = „{ $word }“ ist weder disk noch layout; beginnen Sie die Zeile mit einem davon
unknown-key = „{ $key }“ ist kein bekannter Schlüssel; bekannt sind { $known }
order = die Zugriffsfolge muss random oder sequential sein
share = der Schreibanteil muss zwischen 0 und 1 liegen, etwa 0.3 oder 30%
number = „{ $text }“ ist keine Zahl über 0
count = „{ $text }“ ist keine ganze Zahl von 1 bis 4294967295
turns = für { $turns } U/min ist keine übliche Rate bekannt; schreiben Sie stattdessen iops=N
level = „{ $text }“ ist keines von single, raid0, raid1, raid10, raid5, raid6
