### Layouts, die auf Datenträgern gebaut werden. Das Glossar steht in verdict.ftl.

too-few-bytes = { $layout }: { $disks } Abschnitte zu { $slice } fassen eine Testdatei von { $offered }, nicht von { $size }: nehmen Sie ein
    kleineres --size oder größeres --slice
size-too-small = { $layout }: { $size } ist zu wenig für eine Testdatei (mindestens { $least }): nehmen Sie ein größeres --size oder
    --slice
fill-too-small = { $layout }: { $level } % von { $offered } sind zu wenig für eine Testdatei (mindestens { $least }): nehmen Sie ein größeres
    --fill oder --slice
needs-disks = --build braucht --disks: die Datenträger, auf denen die Layouts gebaut werden
needs-root = Layouts baut nur root; starten Sie es mit sudo
no-program = das Programm { $program } ist nicht installiert (Paket { $package })
no-module = { $layout }: dieser Kernel hat kein { $module }; nehmen Sie Layouts einer anderen Art
taken-down = das bis dahin Gebaute wurde abgebaut; die Datenträger sind leer
not-built = die Layouts konnten nicht gebaut werden: { $why }
exchanged-device = { $disk } ist nicht das Gerät, das geprüft wurde; darauf wird nichts geschrieben
building = Layouts werden gebaut
not-recorded = der Stand des Aufbaus konnte nicht vermerkt werden: { $error }
prefilling = Vorbefüllen: Zufallsdaten auf { $disk }
not-taken-down = ein Layout konnte nicht abgebaut werden: { $why }
by-hand = bauen Sie es von Hand ab, oder starten Sie erneut, dann wird es noch einmal versucht
stands-elsewhere = dieselben Layouts stehen auf diesen Datenträgern für einen anderen Lauf; warten Sie sein Ende ab
unknown-marker = { $file } beschreibt Layouts desselben Namens, die diese Version nicht abbauen kann; entfernen Sie sie und diese
    Datei
did-not-appear = { $path } ist nicht erschienen
not-installed = das Programm ist nicht installiert

copied-table = zwei Geräte tragen die Partitionstabelle von { $disk }
not-marked = es steht auf { $shown }, das dieser Befehl nicht mit --destroy { $shown } freigibt
built-in-part = der Lauf endete, bevor { $shown } vollständig gebaut war
other-content = { $shown } enthält nicht mehr, was darauf gebaut wurde
mounted = { $part } ist unter { $at } eingehängt
swap-in-use = { $part } ist als Swap in Gebrauch
held = { $device } wird von { $holder } gehalten
leftover = { $disks } enthalten Layouts eines früheren, abgebrochenen Laufs ({ $layouts }). Sie werden nicht abgebaut: { $reasons }. Wenn
    nichts davon gebraucht wird, entfernen Sie sie von Hand: { $by-hand }
leftover-elsewhere = { $disks } enthalten Layouts eines früheren, abgebrochenen Laufs ({ $layouts }); entfernen Sie sie von Hand, oder
    bauen Sie erneut auf diesen Datenträgern: { $by-hand }
leftover-taken-down = abgebaut, was ein früherer Lauf hinterließ: { $layouts }
cannot-make = { $path } kann nicht angelegt werden: { $error }
cannot-remove = { $path } kann nicht entfernt werden: { $error }
cannot-read = { $path } kann nicht gelesen werden: { $error }
step-failed = es schlug fehl
