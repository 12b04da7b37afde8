### Die Studie scale: wie viele Laufwerke den gemeinsamen Pfad sättigen. Das Glossar steht in verdict.ftl.

reached = { $disks ->
        [one] 1 Laufwerk sättigt
       *[other] { $disks } Laufwerke sättigen
    } den gemeinsamen Pfad bei { $rate }.
not-reached = { $disks } Laufwerke sättigen den gemeinsamen Pfad nicht.
not-reached-near = { $disks } Laufwerke sättigen den gemeinsamen Pfad wohl nicht; innerhalb der Konfidenzintervalle könnten es
    { $least } tun.
cpus-busy = Unklar, wo der Pfad gesättigt ist: Die CPUs dieses Rechners waren zu { $share } ausgelastet, wo weitere Laufwerke nichts brachten, und
    begrenzen vielleicht.
few-points = Zu wenige Messpunkte, um die Sättigung des Pfads zu finden.
end-unclear = Unklar, ob { $disks } Laufwerke den Pfad sättigen oder Laufwerk { $disks } langsam ist. `plimsoll calibrate` zeigt
    es.
ends-unclear = Unklar, ob { $disks } Laufwerke den Pfad sättigen oder eines der Laufwerke { $first } bis { $disks } langsam ist. `plimsoll calibrate`
    zeigt es.
aside = { $disk } erreicht hier allein { $here }; calibrate fand { $there }. Die Geschwindigkeiten aus calibrate wurden nicht
    verwendet.
adds-less = Laufwerk { $disk } bringt { $size } { $less ->
        [yes] weniger
       *[no] mehr
    } als die davor.
add-less = Die Laufwerke { $first } bis { $last } bringen { $size } { $less ->
        [yes] weniger
       *[no] mehr
    } als die davor.
look-alike = Ein gesättigter Pfad und ein langsames Laufwerk sehen hier gleich aus.
unequal-reached = Die Laufwerke sind nicht gleich; die Zahl bei Sättigung kann um eins danebenliegen. Welches abweicht, zeigt
    `plimsoll calibrate`.
unequal = Die Laufwerke sind nicht gleich. Welches abweicht, zeigt `plimsoll calibrate`.
plateau = Das Plateau entspricht dem { $disks }-Fachen des Durchsatzes eines Laufwerks.
plateau-of-first = Das Plateau entspricht dem Durchsatz der ersten { $disks } dieser Laufwerke.
falls = Jenseits von { $disks ->
        [one] 1 Laufwerk
       *[other] { $disks } Laufwerken
    } fällt der Durchsatz: Der größte Satz erreichte { $loss } weniger.
stalls-left-out = Die Zeit der Aussetzer ist in der Anpassung nicht enthalten: Sie zeigt nicht, was der Pfad trägt.
adds-nothing = Ein Laufwerk erreicht die Grenze mit { $rate }, weitere bringen nichts. Ohne die Grenze schafft es vielleicht mehr.
adds-average = Im Mittel bringt jedes Laufwerk { $rate }.
adds-unequal = Im Mittel bringt jedes Laufwerk { $rate }, aber die Laufwerke sind nicht gleich.
adds = Jedes Laufwerk bringt { $rate }{ $until ->
        [yes] { " " }unterhalb der Sättigung
       *[no] { "" }
    }.
adds-usual = Ein Laufwerk mittlerer Geschwindigkeit (Median) bringt { $rate }{ $until ->
        [yes] { " " }unterhalb der Sättigung
       *[no] { "" }
    }.
unusual = { $disk } erreichte allein { $size } { $less ->
        [yes] weniger
       *[no] mehr
    } und zählt als { $worth } Laufwerke mittlerer Geschwindigkeit.
unusual-more = { $count ->
        [one] 1 weiteres Laufwerk zählt
       *[other] { $count } weitere Laufwerke zählen
    } ebenfalls nach eigener Geschwindigkeit.
order-matters = Diese Zahl hängt von der Reihenfolge ab: { $disks } Laufwerke mittlerer Geschwindigkeit sättigen den Pfad.
fits = Beste Anpassung: { $law }.
fits-other = Das Universal Scalability Law hätte { $coefficients }.
counts-usual = N zählt Laufwerke mittlerer Geschwindigkeit.
law-line = eine Gerade, Steigung × N
law-hinge = min(Steigung × N, Deckel){ $rounded ->
        [yes] { " " }mit runder Ecke
       *[no] { "" }
    }, Steigung { $slope }, Deckel { $cap }
law-usl = das Universal Scalability Law ({ $coefficients }){ $if-equal ->
        [yes] , falls die Laufwerke gleich sind
       *[no] { "" }
    }
no-law-equal = Kein Gesetz für gleiche Laufwerke passt in die Konfidenzintervalle.
no-law = Kein Gesetz passt in die Konfidenzintervalle.
head-disks = Laufwerke
head-each = je Laufwerk
head-latency = Latenz
chart = Durchsatz nach Anzahl der Laufwerke
chart-text = Alle Laufwerke eines Satzes gleichzeitig. Die gepunktete Linie ist die Summe der einzelnen ohne gemeinsame Grenze.
slope = Steigung × N
measured = gemessen
at-disks = { $disks } Laufwerke: { $rate }
full-at = gesättigt bei { $disks } Laufwerken
fit-hinge = Anpassung: min(Steigung × N, Deckel)
fit-usl = Anpassung: Universal Scalability Law
