### Der Durchlauf der Warteschlangentiefen und die Rampe bis zum Latenzlimit. Das Glossar steht in verdict.ftl.

not-finished = Nicht abgeschlossen.
nothing-measured = Es wurde nichts gemessen.
knee = Über Warteschlangentiefe { $depth } bringt Verdoppeln weniger als { $gain }: { $rate } bei { $latency }.
single = { $rate } bei Warteschlangentiefe { $depth }. Eine einzelne Tiefe zeigt nicht, was eine größere brächte.
still-gains = Verdoppeln der Warteschlangentiefe bis { $depth } bringt noch { $gain } oder mehr.
slowed = Unklar: Der Speicher wurde während der Messung langsamer.
slowed-from = Warteschlangentiefe { $depth } erreichte anfangs { $first } und am Ende { $last }.
deeper-slower = Größere Tiefen sind langsamer: Tiefe { $depth } erreichte am Ende wieder dieselbe Rate.
fleeting = Die Rate bei Warteschlangentiefe { $depths } hielt nicht: Ein Cache lief voll oder Burst-Guthaben sind erschöpft. Planen Sie mit der
    niedrigeren.
head-depth = Tiefe
head-mean = Mittel
head-gain = je Verdopplung
ramp-line = { $rate } bei { $limit }.
ramp-none = Keine Last hielt { $limit } ein.
limited-by = Begrenzt durch: { $limit }.
limited-by-depth = Begrenzt durch: { $limit }. Mit größerem --depth-max ist vielleicht mehr möglich.
chart = Last und Latenz
chart-text = Die Zahlen an den Marken sind die Warteschlangentiefe je Thread. Weiter rechts und tiefer ist besser.
at-depth = Warteschlangentiefe { $depth }: { $iops }, { $mibps }, { $latency }
knee-at = Knick bei Tiefe { $depth }
