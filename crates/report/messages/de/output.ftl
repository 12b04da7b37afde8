### Ausgabedateien. Das Glossar steht in verdict.ftl.

unreadable = kann nicht untersucht werden ({ $error })
broken-link = ist ein symbolischer Link auf eine Datei, die es nicht gibt
part-of-run = ist der Ergebnisspeicher, der Job oder ein Ziel dieses Laufs
in-use-as-swap = ist als Swap in Gebrauch
in-use-by-loop = ist als Inhalt von { $device } in Gebrauch
foreign = wurde nicht von plimsoll geschrieben oder seitdem geändert und wird deshalb nicht ersetzt
unwritable = ist nicht beschreibbar ({ $error })
directory = ist ein Verzeichnis
socket = ist ein Socket
device = ist ein Gerät, und auf Geräte wird keine Ausgabe geschrieben
not-a-name = ist kein Dateiname
no-folder = kann nicht angelegt werden: Es gibt kein Verzeichnis { $folder } ({ $error })

refused = { $option }: { $path } { $fault }; nennen Sie eine andere Datei
refused-overwrite = { $option }: { $path } { $fault }; nennen Sie eine andere Datei, oder erlauben Sie mit --overwrite { $overwrite }, diese
    zu ersetzen
