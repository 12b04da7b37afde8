### Die Studie scale: wie viele Laufwerke den gemeinsamen Pfad sättigen. Das Glossar steht in verdict.ftl.

reached = { $disks ->
        [one] 1 Laufwerk sättigt
       *[other] { $disks } Laufwerke sättigen
    } den gemeinsamen Pfad bei { $rate }.
not-reached = { $disks ->
        [one] 1 Laufwerk sättigt
       *[other] { $disks } Laufwerke sättigen
    } den gemeinsamen Pfad nicht.
not-reached-near = { $disks } Laufwerke sättigen den gemeinsamen Pfad wohl nicht; innerhalb der Konfidenzintervalle { $least ->
        [one] könnte es 1 Laufwerk
       *[other] könnten es { $least } Laufwerke
    } tun.
cpus-busy = Unklar, wie viele Laufwerke den Pfad sättigen: Als weitere Laufwerke nichts brachten, waren die CPUs dieses
    Rechners zu { $share } ausgelastet und sind vielleicht die Grenze.
few-points = Zu wenige Messpunkte, um die Sättigung des Pfads zu finden.
end-unclear = Unklar, ob { $disks } Laufwerke den Pfad sättigen oder Laufwerk { $disks } langsam ist. Führen Sie
    `plimsoll calibrate` aus, um das zu klären.
ends-unclear = Unklar, ob { $disks } Laufwerke den Pfad sättigen oder eines der Laufwerke { $first } bis { $disks }
    langsam ist. Führen Sie `plimsoll calibrate` aus, um das zu klären.
aside = { $disk } erreicht allein in dieser Studie { $here }, in calibrate aber { $there }. Die Geschwindigkeiten aus calibrate
    wurden nicht verwendet.
adds-less = Laufwerk { $disk } bringt { $size } { $less ->
        [yes] weniger
       *[no] mehr
    } als die davor.
add-less = Die Laufwerke { $first } bis { $last } bringen { $size } { $less ->
        [yes] weniger
       *[no] mehr
    } als die davor.
look-alike = Ein gesättigter Pfad und ein langsames Laufwerk sehen hier gleich aus.
unequal-reached = Die Laufwerke sind nicht gleich; die Zahl der Laufwerke, die den Pfad sättigen, kann um eins abweichen. Welches Laufwerk
    abweicht, zeigt `plimsoll calibrate`.
unequal = Die Laufwerke sind nicht gleich. Welches abweicht, zeigt `plimsoll calibrate`.
plateau = Das Plateau entspricht { $disks } × dem Durchsatz eines Laufwerks.
plateau-of-first = Das Plateau entspricht dem Durchsatz der ersten { $disks } dieser Laufwerke.
falls = Der Durchsatz ist mit { $disks ->
        [one] 1 Laufwerk
       *[other] { $disks } Laufwerken
    } am höchsten; der größte Satz erreichte { $loss } weniger.
stalls-left-out = Die Zeit der Aussetzer ist in der Anpassung nicht enthalten, weil sie nicht zeigt, was der Pfad trägt.
adds-nothing = Ein Laufwerk erreicht die Grenze des gemeinsamen Pfads mit { $rate }, und weitere Laufwerke bringen
    nichts. Ohne diese Grenze erreicht ein Laufwerk vielleicht mehr.
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
    } als ein Laufwerk mittlerer Geschwindigkeit und zählt als { $worth } solche Laufwerke.
unusual-more = { $count ->
        [one] 1 weiteres Laufwerk zählt
       *[other] { $count } weitere Laufwerke zählen
    } ebenfalls nach eigener Geschwindigkeit.
order-matters = Wie viele Laufwerke den Pfad sättigen, hängt von der Reihenfolge der Laufwerke ab; bei Laufwerken mittlerer
    Geschwindigkeit { $disks ->
        [one] sättigt ihn 1.
       *[other] sättigen ihn { $disks }.
    }
fits = Beste Anpassung: { $law }.
fits-other = Eine Anpassung des Universal Scalability Law ergibt { $coefficients }.
coefficients = Lambda { $lambda } (Durchsatz bei einem), Sigma { $sigma } (Konkurrenz), Kappa { $kappa } (Kohärenz)
counts-usual = N ist die Zahl der Laufwerke mittlerer Geschwindigkeit.
law-line = eine Gerade, Steigung × N
law-hinge = min(Steigung × N, Obergrenze){ $rounded ->
        [yes] { " " }mit abgerundeter Ecke
       *[no] { "" }
    }, Steigung { $slope }, Obergrenze { $cap }
law-usl = das Universal Scalability Law ({ $coefficients }){ $if-equal ->
        [yes] , falls die Laufwerke gleich sind
       *[no] { "" }
    }
no-law-equal = Kein Skalierungsgesetz für gleiche Laufwerke passt innerhalb der Konfidenzintervalle.
no-law = Kein Skalierungsgesetz passt innerhalb der Konfidenzintervalle.
head-disks = Laufwerke
head-each = je Laufwerk
head-latency = Latenz
chart = Durchsatz nach Anzahl der Laufwerke
chart-text = Die Laufwerke eines Punktes liefen gleichzeitig. Gepunktete Linie: Summe der Durchsätze, die die Laufwerke
    unterhalb der Sättigung bringen.
slope = Steigung × N
measured = gemessen
at-disks = { $disks ->
        [one] 1 Laufwerk
       *[other] { $disks } Laufwerke
    }: { $rate }
full-at = gesättigt bei { $disks } Laufwerken
fit-hinge = Anpassung: min(Steigung × N, Obergrenze)
fit-usl = Anpassung: Universal Scalability Law
