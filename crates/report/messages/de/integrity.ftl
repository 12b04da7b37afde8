### Integritätstests. Das Glossar steht in verdict.ftl.

keeps-no-data = { $shown } ist simuliert und speichert keine Daten; nennen Sie ein Verzeichnis, eine Datei oder ein Gerät
too-small = { $shown } hat { $size }; { $least } sind das Mindeste
in-use = { $path } ist von einem anderen Lauf belegt
kept = plimsoll: { $files } bleiben für die Suche nach der Ursache
kept-read-only = plimsoll: { $files } bleiben für die Suche nach der Ursache, schreibgeschützt, bis rm -f
size-beside-configuration = --size: die Konfiguration nennt die Dateien und ihre Größen; nennen Sie auch ein Ziel, oder ändern Sie
    sie dort
no-configurations = --cfg: das Werkzeug mit solchen Konfigurationen fehlt in diesem Build
too-many-users = { $users } Benutzer sind mehr als die { $most }, die { $cpus } CPUs bedienen; senken Sie UserCount in der Konfiguration
no-such-cpus = Affinity={ $affinity } nennt keine der hier nutzbaren CPUs ({ $allowed }); 0 nimmt alle
evidence-in-store = plimsoll: { $why }; die Belege zeigen `plimsoll report { $run } -o FILE` und `plimsoll results show { $run } --json`
fault = plimsoll: Fehler in { $what } { $path }: { $text }
waiting = plimsoll: warte auf { $waiting } { $waiting ->
        [one] Operation
       *[other] Operationen
    }, die längste läuft seit { $oldest };
    nochmals unterbrechen, um nicht zu warten: der Befund steht in { $place }
removed = entfernt: { $path }
stays-in-use = in Gebrauch, bleibt: { $path }
stays-of-others = von einem anderen Befehl, bleibt: { $path }
stays-as-evidence = Beleg eines Fehlers, bleibt bis rm -f: { $path }
nothing-to-remove = nichts zu entfernen
