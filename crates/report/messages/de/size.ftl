### Die Antwort von `plimsoll size`: welcher Speicher eine Anforderung trägt. Das Glossar steht in verdict.ftl; head-room = Reserve.

none-carries = Kein gemessener Speicher trägt das.
nearest = Am nächsten: { $name } trägt { $share } davon.
nearest-rate = Am nächsten: { $name } mit { $rate }, { $share } davon.
carries = { $name } trägt das mit { $room } Reserve.
carries-rate = { $name } trägt das: { $rate }, { $room } Reserve.
costs = Preis: { $price }.
costs-of = Preis: { $price } ({ $basis }).
limit-first = Erste Grenze: { $what }.
no-disk-may-fail = Kein Laufwerk darf ausfallen.
moved = { $rate } mit { $block } { $what }
operations = Operationen
cannot-tell = Unklar: { $why }
rule-would = Nichts Passendes wurde gemessen. Nach einer Faustregel{ $latency ->
        [yes] { " " }(ohne Latenz)
       *[no] { "" }
    } trägt { $name } das.
rule-blocks = Nichts Passendes wurde gemessen. Die Faustregeln zählen Operationen und sagen nichts über MiB/s.
rule-none = Nichts Passendes wurde gemessen, und nach keiner Faustregel reichen die Laufwerke.
required = Gefordert: { $rate }.
more-required = Gefordert ist mehr.
carried-no-further = { $name } trug { $rate } und wurde nicht weiter belastet.
carried-may = { $name } trug { $rate } und trägt vielleicht bis zu { $most }.
seems = { $name } trägt wohl { $rate }, aber { $why }.
looser-limit = das Latenzlimit war lockerer
carried-sure = { $name } trug { $rate }; das untere Ende des Konfidenzintervalls ist { $low }.
loaded-to = { $name } wurde nur bis { $rate } belastet.
of-disks = { $layout } aus { $disks ->
        [one] 1 Laufwerk
       *[other] { $disks } Laufwerken
    }
first-latency = Latenz
first-throughput = Durchsatz
first-quota = eine konstante Rate (Kontingent oder Schnittstelle)
first-cpus = die CPUs dieses Rechners
first-cpus-cell = CPUs
first-unknown = unbekannt
first-capacity = Kapazität
needed = Gefordert: { $requirement }
part-writes = { $share } Schreiben
part-random = zufällig
part-sequential = sequenziell
part-blocks = Blöcke zu { $size }
part-usable = { $size } nutzbar
placement = Wohin mit den Dateien
runs-used = Läufe
left-out = ausgelassen
more-in-json = { $count } weitere mit --json
together = Alle Rollen auf einem Speicher
together-text = Oben wird jede Rolle beurteilt, als hätte sie den Speicher allein. Diese Regel wurde nicht gemessen: Ein Speicher trägt alle Rollen, wenn
    sich ihre Anteile zu höchstens 100 % addieren.
nothing-suitable = Nichts Passendes wurde gemessen.
full = { $share } voll
carries-all = trägt alle Rollen
carries-not-all = trägt nicht alle Rollen
carries-unknown = unklar, über { $roles } ist nichts bekannt
to-do = ausführen
rules-heading = Faustregeln und Messungen
at-p99 = { $rate } bei p99 { $latency }
open-deeper = größere Tiefen oder Blöcke wurden nicht gemessen
open-beyond = eine höhere Last wurde nicht gemessen
open-up-to = es trägt vielleicht bis zu { $most }
rule-remark = Faustregel: { $text }
caption = Gemessene Speicher zuerst; oben der günstigste, der die Anforderung trägt.
caption-unknown = ? unter „Ausfälle“: Die Anordnung ist unbekannt; nennen Sie sie in der Datei von --disks: `layout NAME
    level=raid5 disks=8`.
head-layout = Variante
head-disks = Laufw.
head-may-fail = Ausfälle
head-room = Reserve
head-first = Grenze
head-carries = trägt
head-price = Preis
head-usable = nutzbar
head-from = Quelle
yes = ja
no = nein
from-line = Lastgrenze
from-points = Messpunkte
from-scaled = skaliert
from-rule = Faustregel
rule-against = { $name } ({ $level }): { $measured } IOPS gemessen { $how }; ein Laufwerk { $each }, { $source }; { $write }
    Schreiben
with-depth = bei Warteschlangentiefe { $depth }
in-closed-loop = im geschlossenen Lastmodell
by = nach: { $basis }
choice-short = es fehlen { $share }
choice-room = { $share } Reserve
choice-first = erste Grenze: { $what }
choice-may-fail = { $disks ->
        [0] kein Laufwerk darf ausfallen
        [one] 1 Laufwerk darf ausfallen
       *[other] { $disks } Laufwerke dürfen ausfallen
    }
choice-line = gemessene Lastgrenze
choice-points = aus Messpunkten
scaled = { $from }; gemessen mit { $disks } Laufwerken und so skaliert wie die gemessenen, mit gleicher Last auf jedem
by-rule = Faustregel { $formula }; ein Laufwerk leistet { $iops } IOPS ({ $source })
line = Lastgrenze der Rolle { $role } bei { $limit }, in { $run }
limit-stricter = { $limit } (strenger als gefordert)
limit-meets = { $limit } (die Latenz hält auch das geforderte Limit ein)
limit-looser = { $limit } (lockerer als gefordert)
limit-other = { $limit } (nicht das geforderte Limit)
points = { $order } { $block } { $mix }, Warteschlangentiefe { $depth }, in { $run }
mix-computed = aus Lesen und Schreiben berechnet
mix-measured = bei dieser Mischung
unnamed-run = einem Lauf ohne Namen
disk-measured = gemessen bei Warteschlangentiefe { $depth } mit { $block }
disk-sheet = aus seinem Datenblatt
only-block = nur { $block } wurde gemessen
only-p99 = Messpunkte haben nur p99; ein selteneres Perzentil misst eine Rampe
rate-fell = die Rate fiel während der Messung: Ein Cache lief voll oder Burst-Guthaben sind erschöpft; es zählt die niedrigere
not-confirmed = kein Lauf bestätigte diese Lastgrenze; geben Sie der Rampe ein größeres Zeitbudget
mean-block = die Operationen sind im Mittel { $block } groß
other-line-confirms = eine andere Lastgrenze, gleich streng oder neuer, bestätigt { $iops } IOPS
newer-line-allows = eine neuere { $line } erlaubt höchstens { $iops } IOPS
line-beside = zum Vergleich: { $line } mit { $iops } IOPS
lower-bound = eine untere Schranke: Es ist kein Latenzlimit gefordert, und die Rate ohne Limit wurde nicht gemessen
outdated = { $old } IOPS bei { $old-limit } in { $old-run } zählen nicht: Der neuere { $new-run } erlaubt höchstens { $new } bei
    { $new-limit }
larger-blocks = Blöcke über { $block } wurden nicht gemessen und bewegen vielleicht mehr
scaled-by = nicht mit { $disks } Laufwerken gemessen; skaliert nach der Kurve von { $load } in { $run }
other-curve = für andere Anzahlen unbekannt: { $run } maß, wie { $load } skaliert, eine andere Last
capacity-unknown = die nutzbare Kapazität ist unbekannt
rule-latency = nicht gemessen; eine Faustregel kennt keine Latenz
rule-high = für die gemessenen Varianten liegt die Regel bis zu { $share } zu hoch (hier abgezogen)
rule-low = für die gemessenen Varianten liegt die Regel bis zu { $share } zu niedrig (hier nicht addiert)
rule-both = für die gemessenen Varianten liegt die Regel bis zu { $high } zu hoch (hier abgezogen) und bis zu { $low } zu niedrig
    (hier nicht addiert)
no-such-layout = die Datei von --disks enthält keine Variante { $name } mit { $disks } Laufwerken
several-layouts = die Datei von --disks enthält { $name } mit { $disks } Laufwerken: Nennen Sie die gemessene mit at=ORT
depths-left-out = der Speicher wurde während des Tiefendurchlaufs in { $run } langsamer: Ergebnisse bei Tiefe { $depths } sind
    ausgelassen
from-record = die Messpunkte stammen aus einer Aufzeichnung; messen Sie den Speicher selbst mit ramp oder compare
gap-mix-of = weder diese Mischung noch Lesen und Schreiben zu { $block } wurden gemessen
gap-beyond-line = die Messpunkte liegen über den { $iops } IOPS, die eine Lastgrenze erlaubt
gap-lightest = schon die leichteste Last, Warteschlangentiefe { $depth }, überschreitet { $limit }
gap-none-meets = keine Last hält bekanntermaßen { $limit } ein
gap-nothing = es wurde nichts gemessen
gap-order = die Messpunkte sagen nicht, ob sie zufällig sind; importieren Sie sie mit einer Spalte `order`
gap-no-commits = Commits wurden nicht gemessen
gap-only-commits = nur Commits wurden gemessen
gap-only-sequential = nur sequenzielles I/O wurde gemessen, das nichts über zufälliges sagt (gefordert mit order=sequential)
gap-only-random = nur zufälliges I/O wurde gemessen, das nichts über sequenzielles sagt
gap-mix = weder diese Mischung noch Lesen und Schreiben einer Blockgröße wurden gemessen
gap-percentile = kein Messpunkt hat ein p99: zu wenige Operationen, oder in der Aufzeichnung fehlt es
older-left-out = ein älterer { $name } in { $place } ({ $runs }) ist ausgelassen; wählen Sie mit --run
newer-used = ein älterer { $name } in { $place } ({ $runs }) ist ausgelassen; verwendet wird { $new-place } ({ $new-runs });
    wählen Sie mit --run
line-unused = { $storage }: Rolle { $line } von { $run } wird nicht verwendet: { $why }
line-unused-for = { $storage }: Rolle { $line } von { $run } wird nicht für { $role } verwendet: { $why }
why-forbidden = der Lauf hat die Warnung { $warning }, die ein Urteil verbietet
why-operation = sie gilt für { $operation }
too-small = fasst { $holds } von { $required }
not-known-enough = reicht vielleicht nicht ({ $why })
not-as-required = nicht wie gefordert gemessen
not-durable = { $load }, nicht dauerhaft: sagt wenig über ein Log
in-run = { $load } in { $run }
basis-nothing = nichts dieser Art wurde gemessen
basis-lines = Lastgrenzen
basis-lines-mixed = Lastgrenzen mit verschiedenen Latenzlimits, ohne strenge Rangfolge
basis-both = { $lines }; Speicher ohne Lastgrenze nach: { $points }
points-required = Messpunkte mit dieser Anforderung
points-reads = die kleinsten zufälligen Lesezugriffe
points-durable-required = dauerhaftes Schreiben mit dieser Anforderung
points-durable = das kleinste dauerhafte Schreiben, einzeln
points-writes = das kleinste Schreiben, einzeln; Commits wurden nicht gemessen
points-medium = das Schreiben zu etwa 64 KiB
points-largest = die größten sequenziellen Blöcke
price-disks = nur die Laufwerke
price-plus = { $price } für { $disks } Laufwerke plus { $more }
price-minus = { $price } für { $disks } Laufwerke minus { $fewer }
