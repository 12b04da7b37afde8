### Die Ziele von Studien. Das Glossar steht in verdict.ftl.

same-storage = { $name } und { $other } sind derselbe Storage; nennen Sie ihn nur einmal
smaller-than-block = { $place }: der genutzte Teil von { $used } ist kleiner als ein Block von { $block }; nutzen Sie
    einen größeren Teil oder kleinere Blöcke
not-a-multiple = { $place }: die Blockgröße muss ein Vielfaches von { $sector } sein, und { $block } ist keines; wählen
    Sie eine andere Blockgröße
prefilling = Vorbefüllen: { $size } Zufallsdaten in { $place }
mixed-clocks = simulierter Storage hat eine eigene Uhr und lässt sich nicht zusammen mit echtem messen; nennen Sie nur
    simulierten oder nur echten
unreadable = { $place } ist nicht lesbar: { $error }; lassen Sie es weg, oder reparieren Sie es
fill-too-small = { $place }: { $percent } % von { $size } sind weniger als 1 MiB; wählen Sie einen höheren Füllstand
full-already = das Dateisystem von { $folder } ist schon zu { $used } voll; bei { $percent } % ist kein Platz für eine Datei von { $least }:
    wählen Sie einen höheren Füllstand
cannot-be-filled = das Dateisystem von { $folder } lässt sich nicht zu { $percent } % füllen: { $free } sind frei, davon müssen { $reserve }
    frei bleiben; wählen Sie einen niedrigeren Füllstand
one-array = { $place } ist ein Array, seine Laufwerke lassen sich nicht einzeln nutzen; schreiben Sie layout=none
uses-too-little = { $place }: weniger als 1 MiB würde genutzt; nutzen Sie einen größeren Teil
filling = { $place } wird zu { $percent } % gefüllt ({ $size })
nothing-to-destroy = --destroy { $device }: dieser Befehl arbeitet nicht mit diesem Gerät; lassen Sie die Option weg, oder nennen Sie das
    Gerät auch als Ziel
not-removed = { $file } konnte nicht entfernt werden: { $error }; wenn Sie die Datei nicht mehr brauchen, entfernen Sie sie von Hand
output-changed = { $wanted } wurde während des Laufs von einem anderen Programm angelegt oder geändert und wird deshalb
    nicht ersetzt; die Ausgabe steht in { $written }
not-ours = { $file } wird nicht entfernt, weil Plimsoll die Datei nicht angelegt hat; wenn Sie sie nicht mehr brauchen,
    entfernen Sie sie von Hand
replaced = { $file } wird nicht entfernt, weil jetzt eine andere Datei diesen Namen hat; wenn Sie diese nicht mehr brauchen,
    entfernen Sie sie von Hand
directory-to-destroy = --destroy { $device }: das ist ein Verzeichnis, dessen Dateien nicht zerstört werden; lassen Sie die Option weg
file-to-destroy = --destroy { $file }: das ist eine Datei; schreiben Sie --overwrite { $file }, falls ihr Inhalt verloren gehen darf
