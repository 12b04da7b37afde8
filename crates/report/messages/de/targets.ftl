### Ziele: was ihre Verwendung verhindert. Das Glossar steht in verdict.ftl.

named-twice = { $name } ist zweimal genannt; nennen Sie jedes Ziel einmal
being-measured = { $target } wird von { $by } gemessen; warten Sie das Ende ab, oder beenden Sie es
gone = { $target } ist weg
no-target = { $target } ist weder ein Verzeichnis noch eine Datei, ein Blockgerät oder sim:MEDIUM
no-room = { $folder } hat { $free } frei, davon bleiben { $reserve } frei; für { $wanted } ist kein Platz: { $help }
size-too-small = --size muss mindestens { $least } sein
file-too-small = --size muss für eine Testdatei mindestens { $least } sein
less-than-one-mib = { $shown } fasst weniger als 1 MiB; nennen Sie ein Verzeichnis, darin wird eine Testdatei angelegt

smaller = wählen Sie { $option } bis { $largest } oder ein anderes Verzeichnis
elsewhere = die kleinste Testdatei ({ $least }) passt nicht. Schaffen Sie dort Platz, wählen Sie ein anderes Verzeichnis, oder geben
    Sie eine vorhandene Datei als Ziel an: ZIEL und --overwrite ZIEL nennen dieselbe Datei
