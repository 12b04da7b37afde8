### Der Vergleich zweier Ergebnisse: `plimsoll diff` und der Vergleich in `serve`. Das Glossar steht in verdict.ftl.

same = Kein Unterschied zwischen { $a } und { $b }.
same-may-differ = Kein Unterschied zwischen { $a } und { $b } gefunden; ein Unterschied von bis zu { $most } ist möglich.
better-in = { $b } ist bei { $better } von { $all } beurteilten { $all ->
        [one] Kennzahl
       *[other] Kennzahlen
    } besser als { $a } und bei keiner schlechter.
better-latency = { $b } ist in der Latenz besser als { $a }, und die Rate ist nicht schlechter.
no-worse = { $b } ist nicht schlechter als { $a }.
worse = { $b } ist schlechter als { $a }.
worse-in = { $b } ist bei { $worse } von { $all } { $all ->
        [one] Kennzahl
       *[other] Kennzahlen
    } schlechter als { $a }.
worse-and-better = { $b } ist bei { $worse } von { $all } Kennzahlen schlechter als { $a } und bei { $better } besser.
nothing-common = { $a } und { $b } sind nicht vergleichbar: Sie haben keine gemeinsame Kennzahl. Verglichen werden Lastgrenzen bei gleicher
    Last und gleichem Latenzlimit, Messpunkte bei gleicher Last.
no-intervals = Unklar, ob { $b } schlechter ist als { $a }: { $all ->
        [one] Die einzige gemeinsame Kennzahl hat kein Konfidenzintervall.
       *[other] Keine der { $all } gemeinsamen Kennzahlen hat ein Konfidenzintervall.
    }
without-interval = Die { $rates } Raten änderten sich um { $least } bis { $most }.
rates-disagree = Unklar, ob { $b } schlechter ist als { $a }: Manche Raten sind höher, andere niedriger.
line-lost = Unklar, ob { $b } schlechter ist als { $a }: { $b } hat keine Lastgrenze für { $roles }, { $a } hat eine.
other-limits = Unklar, ob { $b } schlechter ist als { $a }: Die Lastgrenzen für { $roles } gelten für verschiedene Latenzlimits.
forbidden = Unklar, ob { $b } schlechter ist als { $a }: Eine Warnung lässt kein Urteil zu.
intervals-wide = Unklar, ob { $b } schlechter ist als { $a }: Die Konfidenzintervalle sind zu breit.
unlike = Nicht vergleichbar: { $number } wurde mit verschiedenen Lasten gemessen. In { $a }: { $load-a }. In { $b }: { $load-b }.
unlike-more = { $count ->
        [one] Eine weitere Last unterscheidet sich.
       *[other] { $count } weitere Lasten unterscheiden sich.
    }
together = Alle { $rates } Raten zusammen: { $change }.
together-apart = Alle { $rates } Raten zusammen: { $change }. Einzelne Raten änderten sich um Faktoren zwischen { $low } und { $high }.
same-run = Kein Unterschied: { $a } und { $b } stammen aus derselben Messung. Das eine Ergebnis wurde aus der Ausgabe des anderen importiert.
nothing-twice = Nichts wurde zweimal gemessen: { $points ->
        [one] Der Messpunkt ist in beiden Ergebnissen dieselbe Messung.
       *[other] Alle { $points } Messpunkte sind in beiden Ergebnissen dieselbe Messung.
    }
same-points = { $points ->
        [one] 1 Messpunkt ist in beiden Ergebnissen dieselbe Messung.
       *[other] { $points } Messpunkte sind in beiden Ergebnissen dieselbe Messung.
    }
only-in = nur in
to-do = Abhilfe
do-same-load = Messen Sie beide Ergebnisse mit derselben Last.
do-mend = Beheben Sie, was die Warnung nennt, und messen Sie erneut.
do-longer = Messen Sie länger, oder erhöhen Sie mit --practical den kleinsten Unterschied, der zählt.
do-larger-budget = Geben Sie beiden ein größeres --budget, oder erhöhen Sie mit --practical den kleinsten Unterschied, der zählt.
do-more-points = Messen Sie fünf oder mehr Messpunkte, die in beiden Ergebnissen vorkommen: Deren Raten zusammen haben dann ein
    Konfidenzintervall.
method = Methode
method-text = Ein Unterschied zählt, wenn das ganze Konfidenzintervall eines Verhältnisses um mehr als { $rate } (Rate) oder
    { $latency } (Latenz) von 1 abweicht. Alle Intervalle zusammen gelten mit 95 % Konfidenz. Änderungen von Tag zu Tag sind im
    Intervall eines einzelnen Laufs nicht enthalten.
conditions = Bedingungen
conditions-same = Alle erfassten Bedingungen sind gleich: Parameter, Versionen, Angaben zum Rechner.
conditions-differ = Bedingungen, die sich unterscheiden
not-recorded = nicht erfasst
more-in-json = { $count } weitere im JSON
warning = ! Warnung
warnings-about = Warnungen zu { $name }
rows = { $all } Kennzahlen insgesamt: { $worse } schlechter, { $better } besser, { $same } ohne Unterschied, { $no-worse } nicht schlechter,
    { $unknown } unklar. Das JSON enthält alle.
none = keine
change-same = kein Unterschied
change-better = besser
change-not-worse = nicht schlechter
change-worse = SCHLECHTER
change-cannot-tell = unklar
change-forbidden = eine Warnung lässt kein Urteil zu
change-small = verschieden, aber vielleicht unerheblich
change-reported-only = bei gleicher Last, nicht bewertet
change-at-other-loads = bei verschiedenen Lasten, nicht bewertet
no-interval = { $change } (ohne Intervall)
every-number = Alle gemeinsamen Kennzahlen
condition = Bedingung
number = Kennzahl
unit = Einheit
change = Änderung
meaning = Bedeutung
line-of = Lastgrenze für { $operation } bei { $limit }
percentile-of = { $quantile } an der Lastgrenze für { $operation }, Limit { $limit }
mean-of = mittlere Latenz an der Lastgrenze für { $operation }, Limit { $limit }
at-rate = { $quantile } bei den geforderten { $rate }
one-by-one = ein Commit nach dem anderen
in-groups = Commits in Gruppen zu { $size }
p99-of = p99 von { $load }
p99-intervals = mittleres p99 der Intervalle von { $stream }
mean-latency = mittlere Latenz von { $stream }
at-arrivals = { $what } bei { $rate } Ankünften/s
all-rates = { $points } Messpunkte zusammen
all-latencies = p99 von { $points } Messpunkten zusammen
reads-of = { $percent } % Lesen zu { $size }
writes-of = Schreiben zu { $size }
with-flushes = mit Flushes
depth = Warteschlangentiefe { $depth }
random = zufällig
sequential = sequenziell
direct = direktes I/O
cached = durch den Page-Cache
not-durable = Schreiben nicht dauerhaft
writes-with = Schreiben mit { $flag }
sync-every = { $call } { $writes ->
        [one] nach jedem Schreibzugriff
       *[other] alle { $writes } Schreibzugriffe
    }
name-kind = Art
name-version = Version
name-target = Ziel
name-subject = Profil/Job
name-engine = I/O-Engine
name-requirement = Anforderung
name-seed = Seed
name-command = Befehl
name-source = Job oder Profil
name-points = Messpunkte
text-lines = { $lines ->
        [one] ein Text von 1 Zeile
       *[other] ein Text von { $lines } Zeilen
    }
other-content = { $value }, mit anderem Inhalt
