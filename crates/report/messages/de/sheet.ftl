### Das Blatt der Dienstgütevereinbarung. Das Glossar steht in verdict.ftl.

title = Service-Level: Storage-Latenz von { $target }
measured = Gemessen mit plimsoll { $version }: { $minutes } Minuten ab { $from }.
metric = Messgröße
metric-text = Das 99. Perzentil (p99) der Latenz aller Operationen, die innerhalb einer Minute der Uhr abgeschlossen werden. Die
    Latenz einer Operation läuft von ihrem geplanten Beginn bis zu ihrem Abschluss, Wartezeit zählt also mit.
load = Last
load-text = Die Limits gelten für diese oder eine kleinere Last. Operationen treffen zu zufälligen Zeitpunkten ein (Poisson), unabhängig
    davon, ob frühere abgeschlossen sind.
role-load = { $role }: { $rate } Operationen pro Sekunde
thresholds = Schwellenwerte
load-column = Last
limit-column = Limit
share-column = Anteil der Minuten
thresholds-text = Das untere Ende des 95-%-Konfidenzintervalls des Anteils guter Minuten liegt nicht unter dem genannten Anteil.
    Das Intervall berücksichtigt, dass schlechte Minuten gehäuft auftreten, und gilt, wann immer der Test endet.
excluded = Was nicht zählt
excluded-text = Minuten, in denen der Client die Last nicht anbieten konnte, weil seine CPUs ausgelastet waren oder er nicht lief.
    Angekündigte Wartung zählt nicht, wenn der Vertrag das so festlegt.
agreement = Die Vereinbarung dieses Dauertests
verify = Wie geprüft wird
verify-text = Führen Sie diesen Befehl auf einem gleich großen Client aus, und vergleichen Sie sein Ergebnis mit den Schwellenwerten:
