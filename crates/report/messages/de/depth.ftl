### Der Durchlauf der Warteschlangentiefen und die Rampe bis zum Latenzlimit. Das Glossar steht in verdict.ftl.

not-finished = Nicht abgeschlossen.
nothing-measured = Es wurde nichts gemessen.
knee = Oberhalb von Warteschlangentiefe { $depth } bringt eine Verdopplung weniger als { $gain } Durchsatz. Bei Warteschlangentiefe
    { $depth }: { $rate } mit einer mittleren Latenz von { $latency }.
single = { $rate } bei Warteschlangentiefe { $depth }. Eine einzelne Tiefe zeigt nicht, was eine größere brächte.
still-gains = Bis Warteschlangentiefe { $depth } bringt jede Verdopplung noch { $gain } Durchsatz oder mehr.
slowed = Unklar: Der Storage wurde während der Messung langsamer.
slowed-from = Warteschlangentiefe { $depth } erreichte anfangs { $first } und am Ende { $last }.
deeper-slower = Größere Warteschlangentiefen ergeben eine niedrigere Rate. Der Storage wurde nicht langsamer: Tiefe { $depth }
    erreichte bei der Wiederholung am Ende dieselbe Rate.
fleeting = Die Rate bei Warteschlangentiefe { $depths } hielt nicht an: Ein Cache lief voll, oder Burst-Guthaben war aufgebraucht. Planen
    Sie mit der niedrigeren Rate.
head-depth = Tiefe
head-mean = Mittel
head-gain = je Verdopplung
ramp-line = { $rate } bei { $limit }.
ramp-none = Keine Last hielt { $limit } ein.
limited-by = Begrenzt durch: { $limit }.
limited-by-depth = Begrenzt durch: { $limit }. Eine größere Warteschlangentiefe erreicht vielleicht mehr (--depth-max).
chart = Last und Latenz
chart-text = Die Zahl an einer Marke ist die Warteschlangentiefe je Thread. Marken weiter rechts und weiter unten sind besser.
at-depth = Warteschlangentiefe { $depth }: { $iops }, { $mibps }, { $latency }
knee-at = Knick bei Warteschlangentiefe { $depth }
