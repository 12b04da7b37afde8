### Ergebnisse und ihr Storage. Das Glossar steht in verdict.ftl.

names-a-folder = --store { $folder } ist ein Verzeichnis, aber Ergebnisse stehen in einer Datei; nennen Sie eine Datei darin: --store
    { $file }
no-home = weder HOME noch XDG_DATA_HOME ist gesetzt; nennen Sie eine Datei für die Ergebnisse mit --store FILE
no-run-yet = in { $store } ist noch kein Lauf gespeichert
not-a-run = „{ $name }“ ist kein Lauf; nennen Sie die Nummer aus `plimsoll results` oder `last`
name-of-runs = „{ $name }“ ist der Name dieser Läufe: { $runs }; nennen Sie die Nummer eines davon
stored-as = Lauf { $run } in { $store }
stored-in-part = nur teilweise: { $place }
study-stopped = die Studie wurde angehalten, weil ihre Ergebnisse nicht gespeichert werden können: { $why }
displaced = plimsoll: { $from } wurde während des Laufs gelöscht oder ersetzt. Alle Läufe daraus und der neue Lauf { $run } stehen in
    { $store }.
not-stored = nirgends: { $store } wurde während des Laufs gelöscht oder ersetzt
left = gespeichert: { $points } { $points ->
        [one] Messpunkt
       *[other] Messpunkte
    } von Lauf { $run }; nicht gespeichert: die laufende Messung. Schaffen Sie Platz, und geben Sie dann denselben Befehl erneut ein: Er
    setzt Lauf { $run } fort
left-lost = gespeichert: { $points } { $points ->
        [one] Messpunkt
       *[other] Messpunkte
    } von Lauf { $run }; nicht gespeichert: die laufende Messung und { $lost } { $lost ->
        [one] abgeschlossener Messpunkt
       *[other] abgeschlossene Messpunkte
    }. Schaffen Sie Platz, und geben Sie dann denselben Befehl erneut ein: Er setzt Lauf { $run } fort

none-there = es gibt keinen Lauf { $name }: { $place } enthält keine Läufe
no-such-run = in { $place } gibt es keinen Lauf { $name }; vorhanden sind { $known }
own-store = { $file } ist der Ergebnisspeicher, dem die anderen hinzugefügt werden; lassen Sie ihn weg
page-not-written = plimsoll: { $error }. Das Ergebnis ist gespeichert; `plimsoll results report last -o FILE` schreibt die Seite.
copy-elsewhere = kein Platz mehr für { $store }; bis die Läufe entfernt sind, liegt eine Kopie davon in { $copy }
copy-needed = die Ergebnisse konnten nicht wieder in { $store } geschrieben werden; schaffen Sie Platz, und kopieren Sie dann { $copy }
    dorthin
made-folder = plimsoll: Verzeichnis { $folder } für die Ergebnisse angelegt (--store { $store })
none-stored = es gibt keinen Lauf { $name }: Es ist noch kein Lauf gespeichert
export-not-written = die exportierten Werte konnten nicht geschrieben werden: { $error }
nothing-imported = nichts wurde importiert
already-there = { $file } ist schon da: Lauf { $run }
same-file = { $file } hat dieselben Ergebnisse wie { $first }
not-read = { $file }: konnte nicht gelesen werden: { $error }
not-a-file = { $file } ist keine reguläre Datei; nennen Sie eine Datei mit Ergebnissen
too-large = { $file }: { $error }; teilen Sie die Datei
run = Lauf { $run }
tests = { $count ->
        [one] { $count } Test
       *[other] { $count } Tests
    }
points = { $count ->
        [one] { $count } Messpunkt
       *[other] { $count } Messpunkte
    }
warnings = { $count ->
        [one] { $count } Warnung
       *[other] { $count } Warnungen
    }; siehe `plimsoll results show { $run }`
