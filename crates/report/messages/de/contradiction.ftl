### Widersprüche in einem importierten Ergebnis. Das Glossar steht in verdict.ftl.

in-line = Zeile { $line }: { $sentence }
rate-times-size = { $mibps } MiB/s, aber { $iops } Operationen pro Sekunde zu { $block } Bytes sind { $expected }
littles-law = die Warteschlangentiefe war { $depth }, aber IOPS × mittlere Latenz ergibt { $range }: die Latenzen sind unvollständig,
    Zeit ging außerhalb des Speichers verloren, oder die Tiefe wurde nicht erreicht
rate = { $operations } Operationen in { $seconds } s sind { $counted } pro Sekunde, nicht { $iops }
total = { $reads } Lese- und { $writes } Schreibzugriffe pro Sekunde sind zusammen nicht { $iops }
operation-size = { $of }: eine Operation übertrug im Mittel { $mean } Bytes statt der verlangten { $block }
mean-outside-range = { $of }: die mittlere Latenz liegt außerhalb der kleinsten und der größten
percentiles-fall = { $of }: die Perzentile steigen nicht
percentile-above-max = { $of }: ein Perzentil liegt über der größten Latenz
histogram-count = { $of }: das Histogramm enthält { $held } Operationen, ausgeführt wurden { $done }
histogram-percents = die Prozente des Histogramms ergeben { $sum }; Rundung erklärt höchstens { $most }
failed = { $of }: { $failed } fehlgeschlagen
tool-error = das Werkzeug beendete diesen Job mit Fehler { $code }
reads = Lesen
writes = Schreiben
flushes = Flush
