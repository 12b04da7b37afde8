### Die Studie compare: Layouts im Vergleich. Das Glossar steht in verdict.ftl; round = Runde.

best = { $name } ist am besten.
best-at = { $name } ist am besten bei { $sizes }.
alike = Kein Unterschied zwischen { $list }.
alike-at = Kein Unterschied zwischen { $list } bei { $sizes }.
open = Unklar, was besser ist: { $list }.
open-at = Bei { $sizes } ist unklar, was am besten ist.
not-yet = Noch nicht entschieden: { $list }.
none-ran = Keines der Layouts ließ sich messen.
every-size = jeder Blockgröße
every-random = jeder Blockgröße mit zufälligem Zugriff
every-sequential = jeder Blockgröße mit sequenziellem Zugriff
drifted = Der Storage wurde pro Stunde um { $percent } % { $slower ->
        [yes] langsamer
       *[no] schneller
    }. Der Vergleich in Runden gleicht das aus; wie sich die Geschwindigkeit später ändert, ist nicht bekannt.
unrest = Wiederholungen eines Messpunkts unterscheiden sich um { $between }, obwohl jede ein Intervall von { $within } hat: Die
    Geschwindigkeit des Storage schwankt über längere Zeiten, als ein Messpunkt dauert. Messen Sie jeden Messpunkt länger
    (--time).
out = { $name } ließ sich nicht messen: { $why }.
out-all-failed = jede Operation schlug fehl
out-many-failed = { $failed } von { $all } Operationen schlugen fehl
out-few = ein Messpunkt hat zu wenige Operationen für ein p99 ({ $operations }); verwenden Sie ein längeres --time
recorded = Der Vergleich nutzte { $points ->
        [one] 1 gespeicherten Messpunkt
       *[other] { $points } gespeicherte Messpunkte
    }.
measured = { $points ->
        [one] 1 Messpunkt wurde
       *[other] { $points } Messpunkte wurden
    } in { $time } gemessen.
rounds = { $rounds } von { $most } Runden { $rounds ->
        [one] wurde
       *[other] wurden
    } verwendet; Unterschiede unter { $least } zählen nicht.
unseen = Ein Cache oder Burst-Guthaben, die länger als { $time } unter Last reichen, wären nicht aufgefallen.
dropped = { $points }, ausgeschieden
did-not-run = nicht gemessen
head-layout = Layout
head-mean = Mittel MiB/s
head-score = Punktzahl
head-lead = Vorsprung
head-difference = Unterschied
head-usable = nutzbar
head-may-fail = Ausfälle
head-points = Messpunkte
standings = Rangfolge
standings-by = Rangfolge, bestes zuerst. { $how }
by-mean = Der Vorsprung gilt gegenüber dem besten anderen Layout.
by-ratio = Die Punktzahl ist das gewichtete geometrische Mittel der Verhältnisse zum besten Layout (100) bei jeder
    Last. Eine schnelle Last zählt nicht mehr als eine langsame. Der Vorsprung gilt gegenüber dem besten
    anderen Layout.
by-latency = p99 ist das gewichtete geometrische Mittel der p99 bei jeder Last. Der Unterschied gilt gegenüber dem
    besten anderen Layout; niedriger ist besser.
means-of = Mittel von { $name } in MiB/s, über { $loads }
head-block = Block
all-blocks = alle
head-at = bei
head-unit-at = { $unit } bei
head-best = bestes
by-groups = Nach { $kinds }.
by-groups-ratio = Jeder Wert ist ein gewichtetes geometrisches Mittel. Die Rangfolge folgt aus den Verhältnissen der Ergebnisse bei gleichen Lasten.
by-groups-fewer = Ein ~ kennzeichnet ein Layout, das ausschied, bevor es alle Messpunkte hatte. Sein Wert ist aus seinem Verhältnis
    zu einem anderen Layout geschätzt, an den Messpunkten, die beide haben.
kind-block = Blockgröße
kind-direction = I/O-Richtung
kind-order = Zugriffsfolge
kind-depth = Warteschlangentiefe
kind-role = Rolle
kind-fill = Füllstand
group-alike = kein Unterschied: { $list }
group-undecided = unentschieden: { $list }
group-open = unklar: { $list }
group-worse = { $name } schlechter
group-slower = { $name } { $by } langsamer
group-longer = { $name }: p99 { $by } höher
group-unproven = { $text } (nicht erwiesen: an { $seen } von { $all } Messpunkten gemessen)
few-rounds = { $change } (zu wenige Runden für ein Intervall)
after-rounds = Entschieden nach { $rounds } von höchstens { $most } Runden.
why-only-one = { $list } ist das einzige Layout, das sich messen ließ.
why-none = Kein Layout ließ sich messen.
why-not-over = Der Vergleich von { $list } ist nach { $rounds } von höchstens { $most } Runden nicht abgeschlossen.
over-sizes = Über alle Blockgrößen: { $lead }
why-alike = { $list } unterscheiden sich um weniger als { $least }, den kleinsten Unterschied, der zählt.
why-alike-may = { $list } unterscheiden sich in der Messung um weniger als { $least }, den kleinsten Unterschied, der zählt; ein
    Unterschied von bis zu { $most } ist möglich.
why-close = Über alle Blockgrößen liegen die Ergebnisse von { $list } so nah beieinander, dass unklar bleibt, was am besten ist.
why-time = Die Zeit reichte nicht, um { $list } zu unterscheiden.
why-record = Die gespeicherten Messpunkte reichten nicht, um { $list } zu unterscheiden.
why-grid = Auch mit allen Messpunkten des Rasters ließen sich { $list } nicht unterscheiden.
why-orders = Kein Layout ist für zufälliges und sequenzielles I/O zugleich das beste: { $list }.
best-for = { $order }: { $name }
why-cpus = Während { $list } gemessen wurden, waren die CPUs dieses Rechners zu { $busy } ausgelastet. Vielleicht begrenzen die CPUs
    statt des Storage.
but-best = { $name } ist am besten bei { $groups }.
lead-throughput = { $first } liegt { $by } vor { $second }.
lead-latency = Das p99 von { $first } ist { $by } niedriger als das von { $second }.
no-interval = { $by } (ohne Intervall)
chart-block = Layouts nach Blockgröße
chart-role = Layouts nach Rolle
chart-direction = Layouts nach I/O-Richtung
chart-order = Layouts nach Zugriffsfolge
chart-depth = Layouts nach Warteschlangentiefe
chart-fill = Layouts nach Füllstand
chart-mean = Gewichtetes Mittel aller Messpunkte mit Konfidenzintervall, bestes oben.
chart-ratio = Gewichtetes geometrisches Mittel der Verhältnisse zum besten Layout (100) bei jeder Last, mit dem
    Konfidenzintervall des Vorsprungs; bestes oben.
chart-latency = Gewichtetes geometrisches Mittel der p99 bei jeder Last mit Konfidenzintervall. Niedriger ist besser;
    bestes oben.
layouts = Layouts
group-means = Mittel mit Konfidenzintervallen; höher ist besser.
group-ratios = Mittel mit Konfidenzintervallen; das beste jeder Gruppe hat 100.
percent-of-best = % des besten
bar = { $name } bei { $group }: { $value }
bar-fewer = { $value }, geschätzt aus dem Verhältnis zu einem anderen Layout an { $points ->
        [one] 1 Messpunkt
       *[other] { $points } Messpunkten
    }
label-reads = Lesen
label-writes = Schreiben
label-random = zufällig
label-sequential = sequenziell
label-depth = Tiefe
label-mixes = Mischlasten
label-fill = { $percent } % gefüllt
single-disks = einzelne Laufwerke (none)
