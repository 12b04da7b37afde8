### Was eine Studie täte. Das Glossar steht in verdict.ftl.

stage = Stufe „{ $name }“ ({ $study })
ramp-trials = Messungen von { $role }, die sich der höchsten Last mit { $limit } nähern
all-stages = alle Stufen: { $range }; höchstens { $longest }
of-earlier-runs = aus früheren Läufen
left = davon bleiben: { $range }; höchstens { $longest }
would-build = würde die Layouts bauen und den Inhalt der Datenträger zerstören
would-take-down = und sie abbauen, jeden Schritt, wo er nötig ist
to-know = zu beachten
points-if-alike = Punkte, wenn alle Ziele gleich sind (die Messung entscheidet, was folgt)
more-points = ... und { $count } weitere
label-points = Punkte
points = wahrscheinlich { $likely }, höchstens { $most }, mit einer Pause von { $pause } vor jedem
label-time = Zeit
time = { $range }; höchstens { $longest }
time-virtual = { $range }; höchstens { $longest } (auf einer virtuellen Uhr, die viel schneller läuft)
label-space = Platz
no-space = keiner
prefilled = { $bytes } in Dateien, die zuerst befüllt (in { $fast } bei 1.000 MiB/s, { $slow } bei 100 MiB/s) und am Ende entfernt werden
label-fills = füllt
fill-level = { $percent } % ({ $size })
filled = { $place } bis { $levels }
then = , dann{" "}
label-writes = schreibt auf
no-writes = nichts
overwritten = { $place } (der Inhalt geht verloren)
own-file = eine eigene Datei in { $place }
