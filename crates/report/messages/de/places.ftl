### Die Ziele von Studien. Das Glossar steht in verdict.ftl.

same-storage = { $name } und { $other } sind derselbe Speicher
smaller-than-block = { $place }: genutzt werden { $used }, weniger als ein Block von { $block }
not-a-multiple = { $place } nimmt Blöcke in Vielfachen von { $sector }, nicht von { $block }
prefilling = Vorbefüllen: { $size } Zufallsdaten in { $place }
mixed-clocks = simulierte Speicher haben eine eigene Uhr und passen nicht neben echte; lassen Sie eines davon weg
unreadable = { $place } ist nicht lesbar: { $error }; lassen Sie es weg, oder reparieren Sie es
fill-too-small = { $place }: { $percent } % von { $size } sind weniger als 1 MiB
full-already = das Dateisystem von { $folder } ist schon zu { $used } voll: bei { $percent } % ist kein Platz für eine Datei von { $least };
    nehmen Sie einen höheren Füllstand
cannot-be-filled = das Dateisystem von { $folder } kann nicht zu { $percent } % voll werden: es hat { $free } frei, davon bleiben { $reserve }
    frei; nehmen Sie einen niedrigeren Füllstand
one-array = { $place } ist ein Array, seine Datenträger sind nicht einzeln verfügbar; schreiben Sie layout=none
uses-too-little = { $place }: mindestens 1 MiB davon muss genutzt werden
filling = { $place } wird zu { $percent } % gefüllt ({ $size })
nothing-to-destroy = --destroy { $device } nennt nichts, womit dieser Befehl arbeitet; lassen Sie es weg, oder nennen Sie das Gerät
    auch als Ziel
all-failed = jede Operation auf { $places } schlug fehl; lassen Sie es weg, oder reparieren Sie es
not-removed = { $file } ist nicht entfernt: { $error }; entfernen Sie es, wenn es nicht gebraucht wird
output-changed = { $wanted } wurde währenddessen von anderen angelegt oder geändert und bleibt, wie es ist; die Ausgabe steht in
    { $written }
