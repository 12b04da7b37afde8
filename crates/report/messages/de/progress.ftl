### Fortschritt. Das Glossar steht in verdict.ftl.

looks-at-storage = der Storage wird untersucht
prefilling = Vorbefüllen: { $size } Zufallsdaten
prefill-takes = Vorbefüllen: { $size } Zufallsdaten zu schreiben dauert etwa { $takes }.
prefill-takes-before = Vorbefüllen: { $size } Zufallsdaten zu schreiben dauert etwa { $takes }; danach wird { $budget } lang
    gemessen.
prefill-takes-at-most = Vorbefüllen: Die Testdatei wird so groß, wie { $takes } reichen; danach wird { $budget } lang gemessen.
prefill-took = Das Vorbefüllen dauerte { $took }.
prefill-took-before = Das Vorbefüllen dauerte { $took }. Gemessen wird { $budget } lang.
taking-down = Layouts werden abgebaut
starting = startet
pause-before-point = Pause vor dem nächsten Messpunkt
simulating-again = simuliert die früher gemessenen Messpunkte noch einmal
pause-between-windows = soak: Pause zwischen den Fenstern
stage = Stufe { $number } von { $all }: { $name }
stage-measured = Stufe { $number } von { $all }: { $name } ist schon gemessen
preparing = bereitet vor
measuring = misst
capturing = zeichnet { $device } auf
reads = { $percent } % Lesen
targets = { $count } Ziele
mapping-files = ordnet die Dateien von { $device } zu
files = { $count } Dateien
point = Messpunkt { $number } von { $all }
trial-at-depth = { $role }: { $purpose } bei Tiefe { $depth }
trial-at-rate = { $role }: { $purpose } bei { $rate } pro Sekunde
hosts-answering = { $count } von { $all } Hosts antworten
prefilling-place = Vorbefüllen: { $place }
faults-found = { $phase }, Fehler: { $faults }
test-phase-filling = Füllen
test-phase-exercising = Lesen und Schreiben
test-phase-checkpoint = Checkpoint
test-phase-final-audit = letzte Prüfung
