### Was eine Studie täte. Das Glossar steht in verdict.ftl.

stage = Stufe „{ $name }“ ({ $study })
ramp-trials = Testläufe von { $role }, die die höchste Last innerhalb von { $limit } suchen
all-stages = alle Stufen: { $range }; höchstens { $longest }
of-earlier-runs = frühere Läufe
left = von diesen Zeiten noch offen: { $range }; höchstens { $longest }
would-build = würde die Layouts bauen und den Inhalt der Laufwerke zerstören
would-take-down = würde die Layouts am Ende abbauen (jeder Schritt nur, wenn er nötig ist)
to-know = zu beachten
points-if-alike = Messpunkte, wenn alle Ziele gleich sind (jedes Ergebnis bestimmt den nächsten Messpunkt)
more-points = ... und { $count } weitere
label-points = Messpunkte
points = wahrscheinlich { $likely }, höchstens { $most }, mit einer Pause von { $pause } vor jedem Messpunkt
label-time = Zeit
time = { $range }; höchstens { $longest }
time-virtual = { $range }; höchstens { $longest } (auf einer virtuellen Uhr, die viel schneller läuft)
label-space = Platz
no-space = keiner
prefilled = { $bytes } in Dateien, die zuerst befüllt (in { $fast } bei 1.000 MiB/s, { $slow } bei 100 MiB/s) und am Ende entfernt werden
label-fills = füllt
fill-level = { $percent } % ({ $size })
filled = { $place } auf { $levels }
then = , dann{" "}
label-writes = schreibt auf
no-writes = nichts
overwritten = { $place } (sein Inhalt geht verloren)
own-file = eine neue Datei in { $place }
