### Das Programm selbst: Fehler, die weder den Storage noch die Argumente betreffen. Das Glossar steht in verdict.ftl.

too-few-threads = zu wenig Arbeitsspeicher oder Threads: Das System verweigerte einen Thread. Nehmen Sie weniger Worker oder
    Ziele, oder erhöhen Sie die Grenzen (ulimit -u, ulimit -v, cgroup). Gespeicherte Ergebnisse bleiben erhalten.
bug = das ist ein Fehler von plimsoll, nicht Ihres Storage. Bitte melden Sie die Zeilen darüber, den Befehl und die Ausgabe von
    `plimsoll --version`. Vorher gespeicherte Ergebnisse bleiben erhalten.
man-page-not-made = die Handbuchseite konnte nicht erzeugt werden: { $error }
program-not-found = die Programmdatei von plimsoll wurde nicht gefunden: { $error }
working-folder-not-found = das Arbeitsverzeichnis wurde nicht gefunden: { $error }; wechseln Sie in ein vorhandenes Verzeichnis
more-errors = und { $count ->
        [one] 1 weiterer Fehler
       *[other] { $count } weitere Fehler
    }
