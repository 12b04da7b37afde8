### Integritätstests. Das Glossar steht in verdict.ftl.

keeps-no-data = { $shown } ist simuliert und speichert keine Daten; nennen Sie ein Verzeichnis, eine Datei oder ein Gerät
too-small = { $shown } hat { $size }; nötig sind mindestens { $least }
in-use = { $path } wird von einem anderen Lauf genutzt; warten Sie dessen Ende ab, oder nennen Sie einen anderen Pfad
kept = plimsoll: { $files } bleiben als Belege erhalten
kept-read-only = plimsoll: { $files } bleiben als Belege erhalten, schreibgeschützt; entfernen Sie sie mit rm -f
size-beside-configuration = --size: die Konfiguration nennt die Dateien und ihre Größen; nennen Sie auch ein Ziel, oder
    ändern Sie die Größen in der Konfiguration
no-configurations = --cfg: dieser Build kann keine Konfigurationen von SQLIOSim lesen; verwenden Sie einen Build mit
    SQLIOSim
too-many-users = { $users } Benutzer sind zu viele: { $cpus } CPUs bedienen höchstens { $most }; senken Sie UserCount in der Konfiguration
no-such-cpus = Affinity={ $affinity } ist eine Bitmaske, die keine der CPUs auswählt, die hier nutzbar sind
    ({ $allowed }); Affinity=0 wählt alle
evidence-in-store = plimsoll: { $why }; die Belege zeigen `plimsoll results report { $run } -o FILE` und `plimsoll results show { $run } --json`
fault = plimsoll: Fehler in { $what } { $path }: { $text }
late-operation = plimsoll: { $what } { $path }: { $text }
waiting = plimsoll: warte auf den Abschluss von { $waiting } { $waiting ->
        [one] Operation
       *[other] Operationen
    }, die älteste läuft seit { $oldest };
    brechen Sie noch einmal ab, um nicht länger zu warten: Die Befunde stehen in { $place }
leftovers = ein abgebrochenes `verify` hat { $size } in { $folder } hinterlassen: { $files }.
    Zum Entfernen: plimsoll verify --clean { $quoted }
removed = entfernt: { $path }
stays-in-use = bleibt, weil in Gebrauch: { $path }
stays-of-others = bleibt, weil von einem anderen Befehl angelegt: { $path }
stays-as-evidence = bleibt als Beleg eines Fehlers: { $path }; wenn Sie es nicht mehr brauchen, entfernen Sie es mit rm -f
nothing-to-remove = nichts zu entfernen
