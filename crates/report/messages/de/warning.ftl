### Was eine Gültigkeitsprüfung festgestellt hat. Das Glossar steht in verdict.ftl.

depth-differs = Die Warteschlangentiefe war { $depth }, aber IOPS × Latenz (Gesetz von Little) ergibt { $held }
    ({ $difference } %; erlaubt: { $allowed } %). Zeit ging außerhalb des Speichers verloren, oder Latenzen fehlen.
size-differs = Eine Operation übertrug im Mittel { $mean } Bytes statt { $block } ({ $short } unvollständige Übertragungen). IOPS und
    Durchsatz widersprechen sich.
device-counted-less = Das Gerät zählte { $share } der Bytes dieses Laufs. Der Rest kam aus einem Cache oder aus nie
    beschriebenen Bereichen der Datei.
device-moved-more = Das Gerät übertrug das { $times }-Fache der Bytes dieses Laufs. Dateisystem, Copy-on-Write, Redundanz oder andere
    Prozesse erzeugen zusätzliches I/O.
request-split = Das Gerät erhielt I/O-Anfragen von im Mittel { $device } KiB; abgesetzt wurden { $issued } KiB. Eine
    Schicht teilt sie auf (queue/max_sectors_kb, Chunks eines Arrays): Die Zahlen gelten für kleinere Anfragen.
request-merged = Das Gerät erhielt I/O-Anfragen von im Mittel { $device } KiB; abgesetzt wurden { $issued } KiB. Der
    Kernel fasst benachbarte Anfragen zusammen: Die Zahlen gelten für größere Anfragen.
steady-rate = Die Rate liegt konstant bei { $rate }; ein Speicher an seiner eigenen Grenze schwankt. Die Grenze ist
    vermutlich ein Kontingent (Cloud-Volume, Control Group, Controller) oder die Schnittstelle (Bus, Link).
cpus-busy = Die CPUs waren zu { $share } ausgelastet. Die Zahlen zeigen vielleicht die Grenze dieses Rechners, nicht die des
    Speichers{ $quota ->
        [yes] , außer wo eine Rate konstant ist: eine solche Rate zeigt ein Kontingent
       *[no] { "" }
    }.
cpus-busy-in-points = In { $full } von { $points } Messpunkten waren die CPUs ausgelastet (bis zu { $share }). Deren Zahlen zeigen
    vielleicht die Grenze dieses Rechners, nicht die des Speichers{ $quota ->
        [yes] , außer wo eine Rate konstant ist: eine solche Rate zeigt ein Kontingent
       *[no] { "" }
    }.
cpu-steal = Der Hypervisor entzog { $percent } % der CPU-Zeit (CPU-Steal). Die Latenzen enthalten das Warten auf eine
    CPU.
few-cpus = { $workers } Worker teilen sich { $cpus } { $cpus ->
        [one] CPU
       *[other] CPUs
    }. Sie warten aufeinander, und das zählt als Latenz.
other-io = Andere Prozesse führten vor dem Test { $iops } I/Os pro Sekunde auf diesem Gerät aus. Der Speicher trägt
    vielleicht mehr, als diese Zahlen zeigen.
array-sync = Ein Array unter dem Ziel ist beschäftigt ({ $action }). Diese Arbeit belastet dieselben Laufwerke wie der
    Test.
scheduler = Der I/O-Scheduler { $name } sortiert I/O-Anfragen um und fasst sie zusammen. Die Latenzen weichen von
    denen des Geräts ab.
misaligned = Die Partition beginnt bei Byte { $offset }; das ist kein Vielfaches von { $unit }. Ein Schreibzugriff
    trifft dann zwei Blöcke des Geräts.
clock-jump = Die Systemuhr sprang gegenüber der monotonen Uhr um { $seconds } s: Der Rechner war im Ruhezustand oder
    wurde migriert, oder seine Uhr wurde gestellt. Uhrzeiten im Bericht können falsch sein.
stopped-once = Der Prozess lief ab { $time } UTC { $seconds } s lang nicht (angehaltener Prozess, pausierte virtuelle Maschine oder
    Ruhezustand). { $left-out ->
        [yes] Die betroffenen Intervalle sind ausgelassen.
       *[no] Die Latenzen dieses Laufs sind ungültig.
    }
stopped = Der Prozess blieb { $times }-mal stehen, insgesamt { $all } s lang, zuerst { $first } s ab { $time } UTC (angehaltener
    Prozess, pausierte virtuelle Maschine oder Ruhezustand). { $left-out ->
        [yes] Die betroffenen Intervalle sind ausgelassen.
       *[no] Die Latenzen dieses Laufs sind ungültig.
    }
engine-fallback = Die bevorzugte I/O-Engine funktioniert hier nicht, daher wurde eine andere verwendet ({ $change }). Sie braucht
    vielleicht mehr CPU.
memory = { $place } ist Arbeitsspeicher, kein Datenspeicher. Ohne Strom geht der Inhalt verloren, und das Ergebnis sagt nichts über ein
    Laufwerk.
buffered = Das I/O lief über den Page-Cache. Lesezugriffe hat vielleicht der Arbeitsspeicher beantwortet, und
    Schreibzugriffe erreichen den Speicher erst später.
cached-share = { $share } der Datei liegen im Page-Cache, obwohl direktes I/O verwendet wurde. Ein anderer Prozess
    liest die Datei, oder das Dateisystem ignoriert direktes I/O.
buffered-loop = Zwischen { $device } und der Datei dahinter liegt der Page-Cache. Vielleicht hat er statt des
    Laufwerks geantwortet. So umgehen Sie ihn: losetup --direct-io=on { $device }.
easy-data = { $percent } % der geschriebenen Daten sind komprimierbar oder wiederholen sich. Speicher mit Kompression oder Deduplizierung
    leistet dabei weniger Arbeit als mit anderen Daten.
holes = { $holes } der getesteten { $file } wurden nie beschrieben. Lesezugriffe darauf beantwortet der Speicher ohne
    das Medium.
fits-cache = Die getesteten { $file } passen in den Cache des Speichers ({ $cache }). Vielleicht hat er statt der
    Laufwerke geantwortet.
fits-memory = Die getesteten { $file } sind weniger als das Doppelte des Arbeitsspeichers ({ $memory }). Vielleicht
    hat ein Cache im Host, im Controller oder im Array geantwortet.
unmounted = Das Dateisystem von { $target } wurde während des Laufs ausgehängt (umount -l). Das Ergebnis gilt für dieses
    Dateisystem; der Pfad gehört jetzt zu einem anderen.
not-stored = Einige Ergebnisse fehlen im Ergebnisspeicher: { $error }. Diese Ausgabe ist vollständig.
few-operations = { $measured ->
        [one] Nur { $measured } Operation wurde
       *[other] Nur { $measured } Operationen wurden
    } gemessen. { $quantile } braucht { $needed } für eine Obergrenze mit
    95 % Konfidenz; bei weniger kann der Wert weit daneben liegen.
short-cycle = { $seconds } s decken den Zyklus dieser Datenbank von { $cycle } s nicht ab (Checkpoints, Backups). Die
    Lastspitze des Zyklus fehlt vielleicht.
nothing-counted = Alle Operationen waren schon in der Aufwärmphase abgeschlossen, daher wurde nichts gezählt.
no-interval = Es gibt zu wenige Intervalle für ein Konfidenzintervall der Rate.
wide-interval = Die Rate hat sich nicht eingependelt: Ihr Konfidenzintervall beträgt ±{ $percent } %.
overloaded-dropped = { $offered } Operationen pro Sekunde trafen ein, { $done } wurden abgeschlossen; { $dropped }
    wurden verworfen, und etwa { $waiting } warteten am Ende noch. Der Speicher ist überlastet, und in den Latenzen
    fehlen die verworfenen Operationen.
overloaded = { $offered } Operationen pro Sekunde trafen ein, { $done } wurden abgeschlossen; etwa { $waiting }
    warteten am Ende noch. Der Speicher ist überlastet, und die Latenzen wachsen mit der Dauer des Laufs.
late-arrivals = Die Hälfte der Operationen begann mindestens { $late } zu spät; der Speicher braucht { $latency } für eine Operation. Alle
    Plätze der Warteschlange waren belegt{ $simulated ->
        [yes] { "" }
       *[no] , oder dieser Rechner war überlastet
    }.
failed-operations = { $failed } { $failed ->
        [one] Operation ist
       *[other] Operationen sind
    } fehlgeschlagen; { $done } wurden abgeschlossen. Die Hinweise nennen die ersten Fehler.
interrupted = Der Lauf wurde abgebrochen. Gezeigt wird nur, was bis dahin gemessen wurde.
audit-interrupted = Der Integritätstest wurde abgebrochen. Seiten, die bis dahin nicht zurückgelesen waren, können
    beliebigen Inhalt haben.
audit-through-cache = Direktes I/O wurde verlangt und abgelehnt. Die Seiten wurden über einen Page-Cache
    zurückgelesen, der sie zuvor verwerfen sollte.
audit-fits-memory = { $file } an Daten und Log passen in { $memory } Arbeitsspeicher vor dem Speicher. Beim
    Zurücklesen hat vielleicht dieser Arbeitsspeicher geantwortet.
audit-fits-memory-faulty = { $file } an Daten und Log passen in { $memory } Arbeitsspeicher vor dem Speicher.
    Lesezugriffe hat vielleicht dieser Arbeitsspeicher beantwortet: Es kann mehr Fehler geben.
study-interrupted = Die Studie wurde abgebrochen. Derselbe Befehl setzt sie fort.
unfinished = Der Lauf ist noch im Gang oder wurde gewaltsam beendet. Gezeigt wird nur, was er bisher gespeichert hat.
rate-fell = Nach { $after } s fiel die Rate von { $from } auf { $to } IOPS und blieb dort. Burst-Guthaben oder ein
    Cache sind erschöpft: Auf Dauer gilt nur die niedrigere Rate.
median-moved = Nach { $after } s änderte sich der Median der Latenz von { $from } auf { $to } und blieb dort. Die
    Zahlen mischen zwei Zustände.
stalls = { $stalls } Durch die Aussetzer überschreiten bei jeder Rate { $percent } % aller Operationen das Latenzlimit.{ $left-out ->
        [yes] { " " }Die Zahlen gelten für die Zeit zwischen den Aussetzern.
       *[no] { "" }
    }
stalls-in-points = In { $stalled } von { $points } Messpunkten wurde eine Sekunde oder länger kein I/O abgeschlossen:
    { $targets } (zuerst in { $first }). Die Zahlen dieser Messpunkte enthalten den Verlust. Ein Messpunkt ohne
    Aussetzer zeigt nicht, wie oft Aussetzer vorkommen.
target-stalls = { $target } { $count ->
        [one] einmal, { $longest } s
       *[other] { $count }-mal, höchstens { $longest } s
    }
more-targets = und { $count } weitere
slow-phases = Bei voller Warteschlangentiefe leistete der Speicher { $fast } IOPS, in langsamen Phasen aber { $slow }
    (gemessen über { $seen } s, zuerst nach { $after } s). Vermutlich nutzt zu diesen Zeiten eine andere Last den
    Speicher oder die CPUs{ $who }. Die Lastgrenze ist die der langsamen Phasen.
slower = Nach { $after } s und etwa { $operations } Operationen fiel die Rate bei voller Warteschlangentiefe von
    { $fast } auf { $slow } IOPS{ $lasted }. Ein Kontingent wurde gesenkt, Burst-Guthaben oder ein Cache sind
    erschöpft, oder eine andere Last konkurriert um den Speicher{ $who }. Die Lastgrenze ist die der niedrigeren Rate;
    frühere Testläufe zählen nicht.
slower-lasted = { " " }und blieb { $seconds } s lang dort
process = { $name } übertrug { $megabytes } MB von { $from } s bis { $until } s
drift = Die Geschwindigkeit des Speichers schwankt von Testlauf zu Testlauf um etwa { $percent } %{ $contradiction }.
    Die Lastgrenze gilt nur, solange der Speicher so schnell ist wie während dieser Testläufe.
drift-contradiction = : { $exceeded } IOPS überschritten das Limit, obwohl { $met } IOPS es in einem anderen Testlauf einhielten
in-trial = Im Testlauf „{ $trial }“: { $warning }
in-point = { $target } in { $point }: { $warning }
more-points = { $count ->
        [one] Ein weiterer Messpunkt hat diese Warnung.
       *[other] { $count } weitere Messpunkte haben diese Warnung.
    }
