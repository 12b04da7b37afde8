### Warum gespeicherte Läufe nicht gelesen oder geschrieben wurden. Das Glossar steht in verdict.ftl.

folder = das Verzeichnis { $path } für die Ergebnisse konnte nicht angelegt werden: { $error }; nennen Sie mit --store eine andere Datei
open = die Ergebnisse in { $path } konnten nicht geöffnet werden: { $error }; prüfen Sie die Rechte, oder nennen Sie mit --store eine
    andere Datei
is-directory = { $path } ist ein Verzeichnis, Ergebnisse stehen aber in einer Datei; nennen Sie mit --store eine Datei
is-device = { $path } ist ein Gerät, Ergebnisse stehen aber in einer Datei; nennen Sie mit --store eine Datei
is-pipe = { $path } ist eine Pipe oder ein Socket, Ergebnisse stehen aber in einer Datei; nennen Sie mit --store eine Datei
is-dangling-link = { $path } ist ein symbolischer Link, der ins Leere führt; hängen Sie sein Ziel ein, oder nennen Sie mit --store eine Datei
missing = in { $path } sind noch keine Ergebnisse; `plimsoll check VERZEICHNIS` speichert die ersten
other-version = die Ergebnisse in { $path } haben das Format { $found }, diese Version von plimsoll liest aber Format { $known };
    verwenden Sie die Version, die sie schrieb, oder nennen Sie mit --store eine andere Datei
foreign = { $path } ist keine Ergebnisdatei von plimsoll, oder ihr Anfang ist beschädigt; sie wurde nicht verändert; nennen Sie mit
    --store eine andere Datei
damaged = die Ergebnisse in { $path } sind beschädigt ({ $error }); verschieben Sie die Datei, um eine neue zu beginnen, oder stellen
    Sie eine Kopie wieder her
full = für die Ergebnisse in { $path } ist kein Platz mehr; schaffen Sie Platz, oder nennen Sie mit --store eine andere Datei
busy = ein anderer Prozess hat die Ergebnisse in { $path } gesperrt; versuchen Sie es wieder, wenn er beendet ist
read-only = die Ergebnisse in { $path } sind schreibgeschützt; nennen Sie mit --store eine andere Datei
no-such-run = es gibt keinen Lauf { $run }; `plimsoll results list` zeigt alle Läufe
no-such-stage = Lauf { $run } hat keine Stufe { $stage }
unreadable-run = Lauf { $run } ist nicht lesbar ({ $reason }); vielleicht kann eine neuere Version von plimsoll ihn lesen
changed = ein Teil des Laufs { $run } ist beschädigt ({ $part }): Seine Prüfsumme stimmt nicht, also haben sich Bits auf dem
    Storage oder im Arbeitsspeicher geändert. Seine Werte werden nicht gezeigt. Prüfen Sie den Storage mit den Ergebnissen.
    Stellen Sie dann eine Kopie wieder her, oder entfernen Sie den Lauf: plimsoll results rm { $run }
database = die Ergebnisse in { $path } konnten nicht gelesen oder geschrieben werden: { $error }; prüfen Sie den Storage, auf dem sie liegen,
    oder nennen Sie mit --store eine andere Datei
part-document = ein Dokument
part-trial = Testlauf { $number }
part-point = ein Messpunkt der Stufe { $stage }
part-distribution = eine Latenzverteilung
part-time-series = eine Zeitreihe
part-soak-minute = eine Minute eines Dauertests
part-interval = Intervall { $number } des Streams { $stream } in Testlauf { $trial }
tag-signs = „{ $tag }“ ist kein Tag. Ein Tag besteht nur aus Buchstaben, Ziffern und den Zeichen - _ . : / + und
    enthält kein Leerzeichen.
tag-long = Das Tag „{ $tag }“ hat mehr als { $most } Zeichen. Kürzen Sie es.
tags-many = Es wären { $count } Tags; ein Lauf kann höchstens { $most } haben. Entfernen Sie einige.
note-long = Die Notiz hat { $count } Zeichen; sie kann höchstens { $most } haben. Kürzen Sie die Notiz.
unusable = die Ergebnisse in { $path } wurden während des Laufs geändert oder entfernt; messen Sie erneut, und nennen Sie mit --store eine
    andere Datei
