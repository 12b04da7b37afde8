### Argumente von Befehlen: was an ihnen falsch ist. Das Glossar steht in verdict.ftl.

engine-of-simulation = --engine: { $target } ist ein simulierter Storage und hat eine eigene Engine; lassen Sie --engine weg
unknown-engine = „{ $name }“ ist keine I/O-Engine; es gibt uring, libaio, iocp und sync
budget-too-short = { $budget } ist zu kurz; geben Sie mindestens { $least } an
time-too-short = { $time } ist zu kurz; geben Sie mindestens 1 s an
clause-not-judged = --require: { $clause } gilt für keine Rolle, die diese Prüfung von { $profile } misst; nutzen Sie { $judged }
not-a-percentage = „{ $text }“ ist kein Prozentsatz über 0 und unter 100; geben Sie einen an, etwa 2%
cannot-be-combined = { $one } und { $other } lassen sich nicht zusammen verwenden; lassen Sie eines davon weg
fill-and-size = --fill und --size lassen sich nicht zusammen verwenden: Der Füllstand bestimmt, wie viel belegt wird; lassen Sie eines
    davon weg
needs-build = { $option } gilt nur für Layouts, die gebaut werden; nennen Sie diese mit --build, oder lassen Sie { $option } weg
needs-depths = { $option } gilt nur für --depths; ergänzen Sie --depths, oder lassen Sie { $option } weg
not-with-depths = { $option } und --depths lassen sich nicht zusammen verwenden: --depths misst feste Warteschlangentiefen; lassen Sie
    eines davon weg
block-not-sectors = { $block } ist kein Vielfaches von 512 Bytes; geben Sie eines an, etwa 8KiB
block-in-decimal-unit = { $block } ist kein Vielfaches von 512 Bytes, denn kB und MB sind Potenzen von 1.000. Für { $meant } geben
    Sie { $written } an.
not-in-range = „{ $text }“ ist keine ganze Zahl von 1 bis { $most }
not-a-read-share = „{ $text }“ ist kein Leseanteil in Prozent; geben Sie eine Zahl von 0 bis 100 an
not-a-fill-level = „{ $text }“ ist kein ganzer Prozentsatz von { $least } bis { $most }; nennen Sie Füllstände wie --fill 10,50
same-run-twice = beide Argumente bezeichnen Lauf { $run }; nennen Sie zwei verschiedene Läufe
list-filter = --tag und --host filtern nur die Liste der Läufe; lassen Sie sie hier weg
no-trials = --trials: Lauf { $run } hat keine Testläufe; lassen Sie --trials weg
no-decimal-comma = --decimal-comma gilt für Messpunkte und Testläufe, exportiert werden aber Intervalle von Lauf { $run }; lassen Sie
    --decimal-comma weg
load-without-rate = --for: { $file } ist ein Profil und hat keine Rate; nennen Sie einen Job, oder schreiben Sie die Anforderung:
    --require 'iops>=8000,write=0.3'
requirement-not-json = --require { $file }: { $error }; schreiben Sie ein Objekt wie { "{" }"data": "iops>=8000, write=0.3"{ "}" }
requirement-without-role = --require { $file }: die Datei nennt keine Rolle; schreiben Sie ein Objekt wie { "{" }"data": "iops>=8000,
    write=0.3"{ "}" }
no-minutes = { $minutes } ist keine Testdauer; geben Sie eine Zahl von Minuten über 0 an, etwa 10
no-cycles = „{ $cycles }“ ist keine Zahl von Zyklen; geben Sie 1 oder mehr an
unknown-command = „{ $name }“ ist kein Befehl von plimsoll; `plimsoll --help` zeigt die Befehle
