### Die Studien compare und segment: Varianten (layouts) im Vergleich. Das Glossar steht in verdict.ftl; round = Runde.

best = { $name } ist am besten.
best-at = { $name } ist am besten bei { $sizes }.
alike = Kein Unterschied zwischen { $list }.
alike-at = Kein Unterschied zwischen { $list } bei { $sizes }.
open = Unklar, was besser ist: { $list }.
open-at = Unklar, was am besten ist bei { $sizes }.
not-yet = Noch nicht entschieden: { $list }.
none-ran = Keine der Varianten ließ sich ausführen.
one-layout = { $name } ist die einzige Variante. { $rest }
means-below = Die Tabelle darunter zeigt ihre Mittel.
every-size = jeder Anforderungsgröße
every-random = jeder zufälligen Größe
every-sequential = jeder sequenziellen Größe
drifted = Der Speicher wurde innerhalb einer Stunde { $percent } % { $slower ->
        [yes] langsamer
       *[no] schneller
    }. Die Runden gleichen das im Vergleich aus; was danach kommt, ist unbekannt.
unrest = Wiederholungen eines Messpunkts unterscheiden sich um { $between }, obwohl jede ein Intervall von { $within } hat. Etwas ändert sich
    langsamer als ein Messpunkt: Messen Sie länger (--time).
out = { $name } ließ sich nicht ausführen: { $why }.
out-all-failed = jede Operation schlug fehl
out-many-failed = { $failed } von { $all } Operationen schlugen fehl
out-few = ein Messpunkt hat { $operations } Operationen, zu wenige für ein p99; messen Sie länger (--time)
recorded = Der Vergleich nutzte { $taken } von { $all } gespeicherten Messpunkten.
measured = { $points ->
        [one] 1 Messpunkt wurde
       *[other] { $points } Messpunkte wurden
    } in { $time } gemessen.
rounds = { $rounds } von { $most } Runden waren nötig; Unterschiede unter { $least } zählen nicht.
unseen = Ein Cache oder Burst-Guthaben, die länger als { $time } Last reichen, wären nicht aufgefallen.
lacking = { $loads ->
        [one] 1 gespeicherte Last fehlt
       *[other] { $loads } gespeicherte Lasten fehlen
    } im Vergleich, weil nicht alle Varianten sie haben: { $list }.
lacks = { $name } fehlen { $loads }
dropped = { $points }, ausgeschieden
did-not-run = lief nicht
head-layout = Variante
head-mean = Mittel MiB/s
head-score = Punkte
head-lead = Vorsprung
head-difference = Unterschied
head-per-mibps = je MiB/s
head-per-score = je Punkt
head-price = Preis
head-usable = nutzbar
head-may-fail = Ausfälle
head-room = Reserve
head-points = Messpunkte
standings = Rangfolge
standings-by = Rangfolge, beste zuerst. { $how }
by-mean = Der Vorsprung gilt gegenüber der besten anderen Variante.
by-price = Geordnet nach dem Preis eines MiB/s. Der Vorsprung vor der besten anderen Variante gilt in MiB/s für den Preis.
by-ratio = Die Punkte sind das gewichtete geometrische Mittel der Verhältnisse bei jeder Last; die erste Variante hat 100. Eine schnelle Last zählt
    nicht mehr als eine langsame. Der Vorsprung gilt gegenüber der besten anderen Variante.
by-ratio-price = Die Punkte sind das gewichtete geometrische Mittel der Verhältnisse bei jeder Last, geteilt durch den Preis; die erste Variante hat 100.
    Der Vorsprung gilt gegenüber der besten anderen Variante.
by-latency = p99 ist das gewichtete geometrische Mittel der p99 bei jeder Last. Der Unterschied gilt gegenüber der besten anderen Variante; weniger
    ist besser.
means-of = Mittel von { $name } in MiB/s, über { $loads }
head-block = Block
all-blocks = alle
head-at = bei
head-unit-at = { $unit } bei
head-best = beste
by-groups = Nach { $kinds }.
by-groups-ratio = Gewichtete geometrische Mittel; ihre Verhältnisse bestimmen die Rangfolge.
by-groups-fewer = Ein ~ kennzeichnet eine vorher ausgeschiedene Variante: Ihr Wert ist aus dem Verhältnis an ihren Messpunkten
    geschätzt.
kind-block = Blockgröße
kind-direction = Richtung
kind-order = Zugriffsfolge
kind-depth = Warteschlangentiefe
kind-role = Rolle
kind-fill = Füllstand
group-alike = kein Unterschied: { $list }
group-undecided = unentschieden: { $list }
group-open = unklar: { $list }
group-worse = { $name } schlechter
group-slower = { $name } { $by } langsamer
group-dearer = { $name } { $by } weniger für den Preis
group-longer = { $name } { $by } länger
group-unproven = { $text }, unbewiesen an { $seen } von { $all } Messpunkten
few-rounds = { $change } (zu wenige Runden für ein Intervall)
after-rounds = Entschieden nach { $rounds } von höchstens { $most } Runden.
why-alone = { $list } hat keinen Gegner. Fügen Sie für eine Rangfolge Messpunkte einer anderen Variante mit denselben Lasten
    hinzu.
why-only-one = { $list } ist die einzige Variante, die sich ausführen ließ.
why-none = Keine Variante ließ sich ausführen.
why-not-over = Der Vergleich von { $list } ist nach { $rounds } von höchstens { $most } Runden nicht abgeschlossen.
over-sizes = Über alle Größen: { $lead }
why-alike = { $list } unterscheiden sich um weniger als { $least }, was nicht zählt.
why-alike-may = { $list } unterscheiden sich in der Messung um weniger als { $least }, was nicht zählt; bis zu { $most } sind
    möglich.
why-close = Über alle Größen liegen { $list } zu nah beieinander.
why-time = Die Zeit reichte nicht, um { $list } zu unterscheiden.
why-record = Die gespeicherten Messpunkte reichten nicht, um { $list } zu unterscheiden.
why-grid = Alle Messpunkte des Rasters reichten nicht, um { $list } zu unterscheiden.
why-orders = Keine Variante ist für beide Zugriffsfolgen die beste: { $list }.
best-for = { $order }: { $name }
why-cpus = Die CPUs dieses Rechners waren in den Messpunkten von { $list } zu { $busy } ausgelastet. Vielleicht begrenzen sie
    statt des Speichers.
but-best = { $name } ist am besten bei { $groups }.
lead-none = { $first } und { $second } haben an jedem Messpunkt dieselben Zahlen, daher gibt es kein Intervall.
lead-multiple = { $first } liegt { $by } vor { $second }. Es gibt kein Intervall: An jedem Messpunkt ist es das { $times }-Fache.
lead-throughput = { $first } liegt { $by } vor { $second }.
lead-price = { $first } bietet für seinen Preis { $by } mehr als { $second }.
lead-latency = Das p99 von { $first } ist { $by } niedriger als das von { $second }.
one-value = { $by } (ein Wert je Messpunkt, ohne Intervall)
few-repeats = { $by } (zu wenige Wiederholungen für ein Intervall)
no-interval = { $by } (ohne Intervall)
setting-block = Blockgrößen
setting-depth = Warteschlangentiefen
setting-threads = Threads
setting-direction = Richtungen
setting-order = Zugriffsfolgen
ranks = { $points } von { $all } Messpunkten ordnen die { $setting }
ranks-not = { $points } von { $all } Messpunkten ordnen die { $setting } nicht
ranks-within = { $list }, auf { $least } genau.
settings = Einstellungen, Messpunkt für Messpunkt geordnet, bis Unterschiede von { $least } sichtbar sind, verglichen mit der Ordnung nach allen
    Messpunkten. Jede gespeicherte Zahl gilt als exakt.
head-setting = Einstellung
head-needed = nötige Messpunkte
head-by-all = bester nach allen
head-order = Ordnung
order-same = gleich
order-other = anders
head-value = Wert
values = Alle Werte, beste zuerst, mit dem Mittel aller ihrer Messpunkte
of-all = { $points } von { $all }
chart-block = Varianten nach Blockgröße
chart-role = Varianten nach Rolle
chart-direction = Varianten nach Richtung
chart-order = Varianten nach Zugriffsfolge
chart-depth = Varianten nach Warteschlangentiefe
chart-fill = Varianten nach Füllstand
chart-mean = Gewichtetes Mittel aller Messpunkte mit Konfidenzintervall, beste oben.
chart-price = Durchsatz für den Preis; die erste Variante hat 100. Beste oben.
chart-ratio = Gewichtetes geometrisches Mittel der Verhältnisse bei jeder Last mit dem Intervall des Vorsprungs. Die erste Variante hat 100; beste
    oben.
chart-latency = Gewichtetes geometrisches Mittel der p99 bei jeder Last mit Konfidenzintervall. Weniger ist besser; beste oben.
layouts = Varianten
price-throughput = Preis und Durchsatz
price-score = Preis und Punkte
price-text = Links oben ist mehr für weniger Geld.
group-means = Mittel mit Konfidenzintervallen; höher ist besser.
group-ratios = Mittel mit Konfidenzintervallen; das beste jeder Gruppe hat 100.
percent-of-best = % vom besten
bar = { $name } bei { $group }: { $value }
bar-fewer = { $value }, nach dem Verhältnis an { $points } der Messpunkte
label-reads = Lesen
label-writes = Schreiben
label-random = zufällig
label-sequential = sequenziell
label-depth = Tiefe
