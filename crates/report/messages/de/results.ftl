### Ergebnisse und ihr Speicher. Das Glossar steht in verdict.ftl.

names-a-folder = --store { $folder } nennt ein Verzeichnis, Ergebnisse stehen aber in einer Datei; nennen Sie eine darin: --store
    { $file }
no-home = weder HOME noch XDG_DATA_HOME ist gesetzt; nennen Sie den Ort der Ergebnisse mit --store FILE
no-run-yet = in { $store } ist noch kein Lauf
not-a-run = „{ $name }“ ist kein Lauf; nennen Sie die Nummer aus `plimsoll results` oder `last`
stored-in-part = nicht vollständig: { $place }
study-stopped = die Studie wurde angehalten, weil ihre Ergebnisse nicht gespeichert werden können: { $why }
left = gespeichert: { $points } { $points ->
        [one] Punkt
       *[other] Punkte
    } von Lauf { $run }; nicht gespeichert: das gerade Gemessene.
    Schaffen Sie Platz, und geben Sie denselben Befehl erneut: er setzt Lauf { $run } fort
left-lost = gespeichert: { $points } { $points ->
        [one] Punkt
       *[other] Punkte
    } von Lauf { $run }; nicht gespeichert: das gerade Gemessene
    und { $lost } fertige { $lost ->
        [one] Punkt
       *[other] Punkte
    }. Schaffen Sie Platz, und geben Sie denselben Befehl erneut: er setzt
    Lauf { $run } fort

none-there = es gibt keinen Lauf { $name }: { $place } enthält keinen
no-such-run = in { $place } gibt es keinen Lauf { $name }; es gibt { $known }
own-store = { $file } ist der Speicher, dem die anderen hinzugefügt werden; lassen Sie ihn weg
page-not-written = plimsoll: { $error }. Das Ergebnis ist gespeichert; `plimsoll report last -o FILE` schreibt die Seite.
made-folder = plimsoll: Ordner { $folder } für die Ergebnisse angelegt (--store { $store })
none-stored = es gibt keinen Lauf { $name }: noch ist kein Lauf gespeichert
export-not-written = die exportierten Werte konnten nicht geschrieben werden: { $error }
problems = { $count } Fehler; nichts wurde importiert
not-read = { $file }: konnte nicht gelesen werden: { $error }
not-a-file = { $file }: ist keine reguläre Datei; nennen Sie eine Datei mit Ergebnissen
too-large = { $file }: { $error }; teilen Sie die Datei
run = Lauf { $run }
tests = { $count ->
        [one] { $count } Test
       *[other] { $count } Tests
    }
points = { $count ->
        [one] { $count } Punkt
       *[other] { $count } Punkte
    }
warnings = { $count ->
        [one] { $count } Warnung
       *[other] { $count } Warnungen
    }; siehe `plimsoll results show { $run }`
