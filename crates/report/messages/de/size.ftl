### Die Antwort von `plimsoll size`: welcher Storage eine Anforderung trägt. Das Glossar steht in verdict.ftl; head-room = Reserve.

none-carries = Kein gemessener Storage erfüllt die Anforderung.
nearest = Am nächsten: { $name } trägt { $share } der geforderten Last.
nearest-rate = Am nächsten: { $name } mit { $rate }, { $share } der geforderten Last.
carries = { $name } erfüllt die Anforderung mit { $room } Reserve.
carries-rate = { $name } erfüllt die Anforderung: { $rate }, { $room } Reserve.
costs = Preis: { $price }.
costs-of-disks = Preis: { $price } (nur die Laufwerke).
limit-first = Erste Grenze: { $what }.
no-disk-may-fail = Kein Laufwerk darf ausfallen.
moved = { $rate } mit { $block } { $what }
operations = Operationen
cannot-tell = Unklar: { $why }
rule-would = Nichts Passendes wurde gemessen. Nach einer Faustregel{ $latency ->
        [yes] , die keine Latenz berücksichtigt,
       *[no] { "" }
    } würde { $name } die Anforderung erfüllen.
rule-blocks = Nichts Passendes wurde gemessen. Die Faustregeln zählen Operationen und sagen nichts über MiB/s.
rule-none = Nichts Passendes wurde gemessen, und nach keiner Faustregel reichen die Laufwerke. Messen Sie einen Storage mit
    `plimsoll ramp`, oder beschreiben Sie die Laufwerke in einer Datei für --disks.
required = Gefordert: { $rate }.
more-required = Gefordert ist mehr.
carried-no-further = { $name } trug { $rate } und wurde nicht weiter belastet.
carried-may = { $name } trug { $rate } und trägt vielleicht bis zu { $most }.
seems = { $name } trägt anscheinend { $rate }, aber { $why }.
looser-limit = das Latenzlimit der Messung war lockerer als gefordert
carried-sure = { $name } trug { $rate }; das untere Ende des Konfidenzintervalls ist { $low }.
loaded-to = { $name } wurde nur bis { $rate } belastet.
of-disks = { $layout } aus { $disks ->
        [one] 1 Laufwerk
       *[other] { $disks } Laufwerken
    }
first-latency = Latenz
first-throughput = Durchsatz
first-quota = eine konstante Rate (Kontingent oder Schnittstelle)
first-processors = die CPUs dieses Rechners
first-cpus-cell = CPUs
first-not-seen = unbekannt
first-capacity = Kapazität
needed = Gefordert: { $requirement }
part-writes = Schreibanteil { $share }
part-random = zufällig
part-sequential = sequenziell
part-blocks = Blöcke zu { $size }
part-usable = { $size } nutzbar
runs-used = Läufe
left-out = ausgelassen
more-in-json = { $count } weitere mit --json
together = Alle Rollen auf einem Storage
together-text = Oben wird jede Rolle beurteilt, als hätte sie den Storage allein. Unten stehen alle zusammen, berechnet und
    nicht gemessen: Die benötigten Anteile dürfen zusammen höchstens 100 % ergeben.
nothing-suitable = Nichts Passendes wurde gemessen.
full = { $share } der Kapazität belegt
carries-all = trägt alle Rollen
carries-not-all = trägt nicht alle Rollen
carries-unknown = unklar, denn über { $roles } ist nichts bekannt
to-do = ausführen
at-p99 = { $rate } bei p99 { $latency }
open-deeper = größere Warteschlangentiefen oder Blöcke wurden nicht gemessen
open-beyond = eine höhere Last wurde nicht gemessen
open-up-to = möglich sind bis zu { $most }
rule-remark = Faustregel: { $text }
caption = Gemessener Storage zuerst; oben der günstigste, der die Anforderung erfüllt.
caption-no-price = Gemessener Storage zuerst. Preise sind nicht bekannt, daher sagt die Reihenfolge nichts über Kosten; nennen
    Sie Preise mit --disks.
caption-unknown = Ein ? unter „Ausfälle“ heißt: Das RAID-Level dieses Layouts ist nicht bekannt. Nennen Sie es in der Datei, die
    --disks angibt: `layout NAME level=raid5 disks=8`.
head-layout = Layout
head-disks = Laufw.
head-may-fail = Ausfälle
head-room = Reserve
head-first = 1. Grenze
head-carries = trägt
head-price = Preis
head-usable = nutzbar
head-from = Quelle
yes = ja
no = nein
from-line = Lastgrenze
from-points = Messpunkte
from-rule = Faustregel
by-rule = Faustregel { $formula }; ein Laufwerk leistet { $iops } IOPS ({ $source })
line = Lastgrenze der Rolle { $role } bei { $limit }, in { $run }
points = { $order } { $block } { $mix }, Warteschlangentiefe { $depth }, in { $run }
mix-computed = aus Lesen und Schreiben berechnet
mix-measured = bei dieser Mischung
run-name = Lauf { $run }
disk-measured = gemessen bei Warteschlangentiefe { $depth } mit { $block }
disk-sheet = aus seinem Datenblatt
caveat-only-block = nur { $block } wurde gemessen
caveat-only-p99 = Messpunkte haben nur p99; messen Sie ein höheres Perzentil mit einer Rampe
caveat-rate-fell = die Rate fiel während der Messung: Ein Cache lief voll, oder Burst-Guthaben ist erschöpft; die niedrigere
    Rate zählt
caveat-mean-block = die Operationen sind im Mittel { $block } groß
line-allows = die Lastgrenze bei { $limit } in { $run } erlaubt höchstens { $iops } IOPS
outdated = { $old } IOPS bei { $old-limit } in { $old-run } zählen nicht: Der neuere { $new-run } ergibt { $new } bei
    { $new-limit }
points-outdated = Messpunkte von { $old } zählen nicht: Der neuere { $new } widerspricht ihnen
caveat-larger-blocks-untried = Blöcke über { $block } wurden nicht gemessen und ergeben vielleicht einen höheren Durchsatz
caveat-capacity-unknown = die nutzbare Kapazität ist unbekannt; nennen Sie sie in der Datei von --disks: `layout NAME usable=2TiB`
caveat-offered-at-most = das Angebot hat höchstens { $iops } IOPS
caveat-not-measured = nicht gemessen; eine Faustregel berücksichtigt keine Latenz
other-layouts = die Datei von --disks enthält Layout { $name } mit { $disks } Laufwerken; kennzeichnen Sie das
    gemessene mit at=ORT
depths-left-out = der Storage wurde während der Reihe von Warteschlangentiefen in { $run } langsamer: Ergebnisse bei
    Warteschlangentiefe { $depths } sind ausgelassen
caveat-from-record = die Messpunkte stammen aus einer gespeicherten Messreihe; messen Sie den Storage selbst mit ramp oder
    compare
gap-mix-of = weder diese Mischung noch Lesen und Schreiben zu { $block } wurden gemessen
gap-none-confirmed = bei { $limit } ist keine Last bestätigt
gap-none-confirmed-below = bei { $limit } ist keine Last bestätigt; dabei trägt der Storage höchstens { $most } IOPS
gap-lightest-breaks = schon die leichteste Last, Warteschlangentiefe { $outstanding }, hält { $limit } nicht ein
gap-none-meets = von keiner gemessenen Last ist bekannt, dass sie { $limit } einhält
gap-nothing-measured = es wurde nichts gemessen
gap-order-unknown = die Messpunkte sagen nicht, ob sie zufällig sind; importieren Sie sie mit einer Spalte `order`
gap-no-commits = Commits wurden nicht gemessen
gap-only-commits = nur Commits wurden gemessen
gap-only-sequential = nur sequenzielles I/O wurde gemessen; das sagt nichts über zufälliges I/O (sequenzielles fordern
    Sie mit order=sequential)
gap-only-random = nur zufälliges I/O wurde gemessen; das sagt nichts über sequenzielles I/O
gap-mix = weder diese Mischung noch Lesen und Schreiben einer Blockgröße wurden gemessen
gap-no-percentile = kein Messpunkt hat ein p99: Es gab zu wenige Operationen, oder in der gespeicherten Messreihe fehlt
    es
older-left-out = eine ältere Messung von { $name } in { $place } ({ $runs }) ist ausgelassen; mit --run wählen Sie
    eine andere
newer-used = eine ältere Messung von { $name } in { $place } ({ $runs }) ist ausgelassen; verwendet wird
    { $new-place } ({ $new-runs }); mit --run wählen Sie eine andere
line-unused = { $storage }: Rolle { $line } von { $run } wird nicht verwendet: { $why }
line-unused-for = { $storage }: Rolle { $line } von { $run } wird nicht für { $role } verwendet: { $why }
why-forbidden = der Lauf hat die Warnung { $warning }, die kein Urteil zulässt
why-operation = ihre Lastgrenze gilt für { $operation }
