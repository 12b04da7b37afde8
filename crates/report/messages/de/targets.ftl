### Ziele: was ihre Verwendung verhindert. Das Glossar steht in verdict.ftl.

named-twice = { $name } ist zweimal genannt; nennen Sie jedes Ziel einmal
being-measured = { $target } wird von Prozess { $process } gemessen; warten Sie das Ende dieses Laufs ab, oder beenden Sie ihn
being-measured-unseen = { $target } wird von einem anderen Prozess gemessen; warten Sie das Ende dieses Laufs ab, oder beenden Sie
    ihn
gone = { $target } verschwand während der Untersuchung; schließen Sie es an oder legen Sie es an, und geben Sie den
    Befehl dann erneut ein
no-target = { $target } kann kein Ziel sein; nennen Sie ein Verzeichnis, eine Datei, ein Blockgerät oder sim:MEDIUM
no-room-for-files = in { $folder } sind { $free } frei, davon müssen { $reserve } frei bleiben; kein Platz ist für { $count ->
        [one] eine Datei
       *[other] { $count } Dateien
    } von { $each }: { $help }
no-room = { $folder } hat { $free } frei, davon müssen { $reserve } frei bleiben; für { $wanted } ist kein Platz: { $help }
size-too-small = --size muss mindestens { $least } sein
file-too-small = --size muss für eine Testdatei mindestens { $least } sein
size-beyond-device = --size { $size } ist mehr als die { $present } von { $shown }
less-than-one-mib = { $shown } ist kleiner als 1 MiB; nennen Sie ein größeres Ziel oder ein Verzeichnis, in dem dann
    eine Testdatei angelegt wird

smaller = wählen Sie { $option } bis { $largest } oder ein anderes Verzeichnis
elsewhere = die kleinste Testdatei ({ $least }) passt nicht. Schaffen Sie dort Platz, wählen Sie ein anderes Verzeichnis, oder nennen Sie
    eine vorhandene Datei als Ziel, und zwar als TARGET und mit --overwrite TARGET
not-a-target = { $path } ist weder Datei noch Blockgerät; wenn es ein Verzeichnis ist, nennen Sie eine Datei darin
