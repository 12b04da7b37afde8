### Widersprüche in einem importierten Ergebnis. Das Glossar steht in verdict.ftl.

in-line = Zeile { $line }: { $sentence }
rate-times-size = { $mibps } MiB/s wurden gemeldet, aber { $iops } Operationen pro Sekunde zu { $block } Bytes ergeben { $expected }
littles-law = die Warteschlangentiefe war { $depth }, aber IOPS × mittlere Latenz ergibt { $range }: Latenzen fehlen,
    Zeit ging außerhalb des Storage verloren, oder diese Tiefe wurde nicht erreicht
rate = { $operations } Operationen in { $seconds } s sind { $counted } pro Sekunde, nicht die gemeldeten { $iops }
total = { $reads } Lese- und { $writes } Schreibzugriffe pro Sekunde ergeben zusammen nicht die gemeldeten { $iops }
operation-size = { $of }: eine Operation übertrug im Mittel { $mean } Bytes, angefordert waren { $block }
mean-outside-range = { $of }: die mittlere Latenz liegt nicht zwischen der kleinsten und der größten
mean-above-percentiles = { $of }: die mittlere Latenz liegt über dem 99,99. Perzentil: den Perzentilen fehlt ein Teil der Zeit,
    oder sie enden bei der größten Latenz, die das Werkzeug zählen kann; brauchbar sind Mittel und größte Latenz
percentiles-fall = { $of }: die Perzentile der Latenz sind nicht aufsteigend
percentile-above-max = { $of }: ein Perzentil der Latenz liegt über der größten Latenz
histogram-count = { $of }: das Histogramm enthält { $held } Operationen, ausgeführt wurden { $done }
histogram-percents = die Prozentwerte des Histogramms ergeben zusammen { $sum }; Rundung erklärt höchstens einen
    Unterschied von { $most }
failed = { $of }: { $failed } fehlgeschlagen
tool-error = das Werkzeug beendete diesen Job mit Fehler { $code }
reads = Lesen
writes = Schreiben
flushes = Flushes
