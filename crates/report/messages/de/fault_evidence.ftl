### Die Belege eines Fehlers: was die Seite enthielt, was sie enthalten sollte und welche Operationen auf ihr liefen. Das Wörterbuch steht in verdict.ftl.

file-head = plimsoll: die Fehler eines Integritätstests, Byte für Byte
fault-head = { $role } { $target }, Fehler { $number }:
not-kept = { $count ->
        [one] 1 weiterer Fehler dieser Datei wurde gezählt, aber nicht aufbewahrt.
       *[other] { $count } weitere Fehler dieser Datei wurden gezählt, aber nicht aufbewahrt.
    }
written-last = zuletzt geschrieben: Generation { $generation }; von ihr { $bytes ->
        [one] weicht 1 Byte ab
       *[other] weichen { $bytes } Bytes ab
    }
may-hold = möglich sind die Generationen { $oldest } bis { $newest }; von Generation { $compared } { $bytes ->
        [one] weicht 1 Byte ab
       *[other] weichen { $bytes } Bytes ab
    }
time-unknown = Die Zeit dieses Schreibzugriffs ist nicht bekannt. Zeit und Prüfsumme des Stempels (Bytes 4 bis 7 und 32 bis 39)
    werden nicht verglichen.
sector = Sektor { $number }: { $content }
sectors = Sektoren { $first } bis { $last }: { $content }
this-page = diese Seite, Generation { $generation }
wrong-bytes = diese Seite, Generation { $generation }, mit falschen Bytes
wrong-tag = diese Seite, Generation { $generation }, mit { $bits ->
        [one] einem falschen Bit
       *[other] { $bits } falschen Bits
    } in ihrer Kennung
other-page = Seite { $page } der Datei { $file }, Generation { $generation }
zeros = Nullen
not-read = vom Lesen nicht verändert
unknown = Daten, die dieser Test nie geschrieben hat
reread-kinds = erneut gelesen: { $kinds }
expected-zeros = erwartet: Nullen
expected = erwartet: { $page }, { $time }
received = gelesen: { $page }, { $time } von Lauf { $run }
received-unknown = gelesen: eine Seite ohne Stempel dieses Programms
written-at = geschrieben bei { $ms } ms
time-not-kept = Zeit nicht bekannt
differences = Unterschiede (Offset in der Seite: erwartet | gelesen):
more-rows = { $count ->
        [one] und 1 weitere Zeile zu 16 Bytes
       *[other] und { $count } weitere Zeilen zu 16 Bytes
    }
operations = die letzten Operationen auf der Seite (ms seit Beginn des Tests, dann die Dauer in ms):
operation-read = lesen
operation-write = schreiben
operation-flush = Flush
operation-reread = erneut
took = dauerte { $ms }
page = Seite { $page }
pages = Seiten { $first } bis { $last }
first-generation = die erste als Generation { $generation }
