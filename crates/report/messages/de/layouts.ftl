### Layouts, die auf Datenträgern gebaut werden. Das Glossar steht in verdict.ftl.

too-few-bytes = { $layout }: { $disks ->
        [one] 1 Abschnitt zu { $slice } fasst
       *[other] { $disks } Abschnitte zu { $slice } fassen
    } eine Testdatei von { $offered }, nicht von { $size }; wählen Sie ein kleineres --size oder ein größeres --slice
size-too-small = { $layout }: { $size } ist zu wenig für eine Testdatei (mindestens { $least }); wählen Sie ein größeres --size oder --slice
fill-too-small = { $layout }: { $level } % von { $offered } sind zu wenig für eine Testdatei (mindestens { $least }); wählen Sie ein
    größeres --fill oder --slice
needs-disks = --build braucht --disks: die Laufwerke, auf denen die Layouts gebaut werden
needs-root = Layouts kann nur root bauen; starten Sie den Befehl mit sudo
no-program = das Programm { $program } ist nicht installiert; installieren Sie das Paket { $package }
no-module = { $layout }: dieser Kernel hat kein { $module }; wählen Sie Layouts, die es nicht brauchen
taken-down = alles, was gebaut war, wurde abgebaut; die Laufwerke sind leer
not-built = die Layouts konnten nicht gebaut werden: { $why }
exchanged-device = { $disk } ist nicht mehr das Gerät, das geprüft wurde; darauf wird nichts geschrieben
building = Layouts werden gebaut
interrupted = der Aufbau wurde unterbrochen
not-recorded = es konnte nicht gespeichert werden, was gebaut wurde: { $error }
prefilling = Vorbefüllen: Zufallsdaten auf { $disk }
not-taken-down = ein Layout konnte nicht abgebaut werden: { $why }
by-hand = bauen Sie es von Hand ab, oder geben Sie den Befehl erneut ein: Er versucht noch einmal, es abzubauen
stands-elsewhere = ein anderer Lauf hat dieselben Layouts auf diesen Laufwerken gebaut; warten Sie sein Ende ab
unknown-marker = { $file } verzeichnet Layouts desselben Namens, die diese Version nicht abbauen kann; entfernen Sie die Layouts und diese
    Datei von Hand
did-not-appear = das System hat { $path } nicht angelegt
not-installed = das Programm ist nicht installiert

copied-table = zwei Geräte tragen die Partitionstabelle von { $disk }
not-marked = diese Layouts nutzen auch { $shown }, und dieser Befehl enthält kein --destroy { $shown }
built-in-part = der Lauf endete, bevor { $shown } vollständig gebaut war
other-content = { $shown } enthält nicht mehr, was darauf gebaut wurde
mounted = { $part } ist unter { $at } eingehängt
swap-in-use = { $part } ist als Swap in Gebrauch
held = { $device } wird von { $holder } belegt
leftover = { $disks } enthalten Layouts eines früheren, abgebrochenen Laufs ({ $layouts }). Sie werden nicht abgebaut: { $reasons }. Wenn
    nichts davon gebraucht wird, entfernen Sie sie von Hand: { $by-hand }
leftover-elsewhere = { $disks } enthalten Layouts eines früheren, abgebrochenen Laufs ({ $layouts }); entfernen Sie sie von Hand, oder bauen
    Sie erneut auf diesen Laufwerken: { $by-hand }
leftover-on-disks = { $names } auf { $count } von { $all } Laufwerken
leftover-taken-down = Layouts eines früheren Laufs abgebaut: { $layouts }
cannot-make = { $path } kann nicht angelegt werden: { $error }
cannot-remove = { $path } kann nicht entfernt werden: { $error }
cannot-read = { $path } kann nicht gelesen werden: { $error }
step-failed = ohne Meldung fehlgeschlagen

disks-differ = die Laufwerke sind verschieden groß; was die größeren mehr haben, nutzen Layouts mit Striping nicht
late-slice = das letzte Layout beginnt bei { $percent } % der Laufwerke; rotierende Laufwerke sind dort langsamer; nehmen Sie kleinere Teile
raid6-synchronised = LVM baut raid6 nur mit der ersten Synchronisation auf; der Aufbau wartet darauf
