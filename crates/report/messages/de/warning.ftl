### Was eine Gültigkeitsprüfung festgestellt hat. Das Glossar steht in verdict.ftl.

depth-differs = Die Warteschlangentiefe war { $depth }, aber IOPS × Latenz ergibt { $held } ({ $difference } %; das Gesetz von Little
    erlaubt { $allowed } %). Zeit ging außerhalb des Speichers verloren, oder Latenzen fehlen.
size-differs = Eine Operation übertrug im Mittel { $mean } Bytes statt { $block } ({ $short } unvollständige Übertragungen). IOPS und
    Durchsatz widersprechen sich.
device-counted-less = Das Gerät zählte { $share } der Bytes dieses Laufs. Den Rest beantwortete ein Cache, oder es waren Lücken der Datei.
device-moved-more = Das Gerät übertrug das { $times }-Fache der Bytes dieses Laufs. Dateisystem, Copy-on-Write, Redundanz oder andere
    Prozesse erzeugen zusätzliches I/O.
request-split = Beim Gerät kamen im Mittel Anforderungen von { $device } KiB an; abgesetzt wurden { $issued } KiB. Eine Schicht teilt sie
    (queue/max_sectors_kb, Chunks eines Arrays): Die Zahlen gelten für kleinere Anforderungen.
request-merged = Beim Gerät kamen im Mittel Anforderungen von { $device } KiB an; abgesetzt wurden { $issued } KiB. Der Kernel fasst
    benachbarte zusammen: Die Zahlen gelten für größere Anforderungen.
steady-rate = Die Rate ist konstant { $rate }; ein Speicher an seiner eigenen Grenze schwankt stärker. Vermutlich begrenzt ein Kontingent
    (Cloud-Volume, Control Group, Controller) oder die Schnittstelle (Bus, Link).
cpus-busy = Die CPUs waren zu { $share } ausgelastet. Die Zahlen können die Grenze dieses Rechners sein, nicht die des Speichers{ $quota ->
        [yes] , außer wo eine Rate konstant ist
       *[no] { "" }
    }.
cpus-busy-in-points = In { $full } von { $points } Messpunkten waren die CPUs zu bis zu { $share } ausgelastet. Deren Zahlen können die
    Grenze dieses Rechners sein, nicht die des Speichers{ $quota ->
        [yes] , außer wo eine Rate konstant ist
       *[no] { "" }
    }.
cpu-steal = Der Hypervisor entzog { $percent } % der CPU-Zeit (CPU Steal). Die Latenzen enthalten Wartezeiten auf eine CPU.
few-cpus = { $workers } Worker teilen sich { $cpus } { $cpus ->
        [one] CPU
       *[other] CPUs
    }. Sie warten aufeinander, und das zählt als Latenz.
other-io = Andere Prozesse führten vor dem Test { $iops } I/Os pro Sekunde auf diesem Gerät aus. Der Speicher trägt vielleicht mehr, als
    diese Zahlen sagen.
array-sync = Ein Array unter dem Ziel ist beschäftigt ({ $action }). Es teilt sich die Laufwerke mit dem Test.
scheduler = Der I/O-Scheduler { $name } sortiert Anforderungen um und fasst sie zusammen. Die Latenzen weichen von denen des Geräts ab.
misaligned = Die Partition beginnt bei Byte { $offset }, keinem Vielfachen von { $unit }. Ein Schreibzugriff berührt zwei Blöcke des Geräts.
clock-jump = Die Systemuhr sprang um { $seconds } s gegenüber der monotonen Uhr: Der Rechner war im Ruhezustand, wurde migriert, oder die
    Uhr wurde gestellt. Uhrzeiten im Bericht können falsch sein.
stopped-once = Der Prozess lief ab { $time } UTC { $seconds } s lang nicht (angehaltener Prozess, pausierte virtuelle Maschine oder
    Ruhezustand). { $left-out ->
        [yes] Die betroffenen Intervalle sind nicht enthalten.
       *[no] Die Latenzen dieses Laufs sind kein Ergebnis.
    }
stopped = Der Prozess lief { $times }-mal nicht, insgesamt { $all } s, zuerst { $first } s ab { $time } UTC (angehaltener Prozess,
    pausierte virtuelle Maschine oder Ruhezustand). { $left-out ->
        [yes] Die betroffenen Intervalle sind nicht enthalten.
       *[no] Die Latenzen dieses Laufs sind kein Ergebnis.
    }
engine-fallback = Die bevorzugte I/O-Engine funktioniert hier nicht, daher wurde eine andere verwendet ({ $change }). Sie braucht
    vielleicht mehr CPU.
memory = { $place } ist Arbeitsspeicher, kein Datenspeicher. Ohne Strom geht der Inhalt verloren, und das Ergebnis sagt nichts über ein
    Laufwerk.
buffered = Das I/O lief durch den Page-Cache. Lesezugriffe beantwortete vielleicht der Arbeitsspeicher, und Schreibzugriffe erreichen den
    Speicher später.
cached-share = { $share } der Datei liegen im Page-Cache, obwohl das I/O direkt war. Ein anderer Prozess liest die Datei, oder das
    Dateisystem ignoriert direktes I/O.
buffered-loop = Zwischen { $device } und seiner Datei liegt der Page-Cache. Er hat vielleicht statt des Laufwerks geantwortet. Umgehen:
    losetup --direct-io=on { $device }.
easy-data = { $percent } % der geschriebenen Daten sind komprimierbar oder wiederholen sich. Speicher mit Kompression oder Deduplizierung
    leistet dabei weniger Arbeit als mit anderen Daten.
holes = { $holes } der getesteten { $file } wurden nie beschrieben. Der Speicher beantwortet deren Lesen ohne das Medium.
fits-cache = Die getesteten { $file } passen in den Cache des Speichers ({ $cache }). Er hat vielleicht statt der Laufwerke geantwortet.
fits-memory = Die getesteten { $file } sind weniger als das Doppelte des Arbeitsspeichers ({ $memory }). Vielleicht antwortete ein Cache im
    Host, im Controller oder im Array.
unmounted = Das Dateisystem von { $target } wurde während des Laufs ausgehängt (umount -l). Das Ergebnis gilt für dieses Dateisystem; der
    Pfad führt jetzt woandershin.
not-stored = Einige Ergebnisse sind nicht gespeichert: { $error }. Diese Ausgabe ist vollständig.
few-operations = { $measured } Operationen wurden gemessen. { $quantile } braucht { $needed } für eine obere Grenze mit 95 % Vertrauen; hier kann der Wert weit daneben liegen.
short-cycle = { $seconds } s decken den Zyklus dieser Datenbank von { $cycle } s nicht ab (Checkpoints, Backups). Die Spitze des Zyklus
    fehlt vielleicht.
nothing-counted = Alle Operationen endeten in der Aufwärmphase, daher wurde nichts gezählt.
no-interval = Es gibt zu wenige Intervalle für ein Konfidenzintervall der Rate.
wide-interval = Die Rate hat sich nicht eingependelt: Ihr Konfidenzintervall beträgt ±{ $percent } %.
overloaded-dropped = { $offered } Operationen pro Sekunde trafen ein, { $done } wurden fertig; { $dropped } wurden verworfen, und etwa
    { $waiting } warteten am Ende noch. Der Speicher ist überlastet, und in den Latenzen fehlen die verworfenen Operationen.
overloaded = { $offered } Operationen pro Sekunde trafen ein, { $done } wurden fertig; etwa { $waiting } warteten am Ende noch. Der Speicher
    ist überlastet, und die Latenzen wachsen mit der Dauer des Laufs.
late-arrivals = Die Hälfte der Operationen begann { $late } oder mehr zu spät; der Speicher braucht { $latency }. Alle Plätze der
    Warteschlange waren belegt{ $simulated ->
        [yes] { "" }
       *[no] , oder dieser Rechner war überlastet
    }.
failed-operations = { $failed } { $failed ->
        [one] Operation ist
       *[other] Operationen sind
    } fehlgeschlagen; { $done } wurden fertig. Die Hinweise nennen die ersten.
interrupted = Der Lauf wurde abgebrochen. Gezeigt wird nur, was davor gemessen wurde.
audit-interrupted = Der Integritätstest wurde abgebrochen. Seiten, die bis dahin nicht zurückgelesen waren, können alles enthalten.
audit-through-cache = Direktes I/O wurde verlangt und abgelehnt. Die Seiten wurden durch einen Page-Cache zurückgelesen, der sie verwerfen
    sollte.
audit-fits-memory = { $file } an Daten und Log passen in { $memory } Arbeitsspeicher vor dem Speicher. Beim Zurücklesen hat vielleicht dieser
    geantwortet.
audit-fits-memory-faulty = { $file } an Daten und Log passen in { $memory } Arbeitsspeicher vor dem Speicher. Er hat vielleicht Lesezugriffe
    beantwortet: Es kann mehr Fehler geben.
study-interrupted = Die Studie wurde abgebrochen. Derselbe Befehl setzt sie fort.
unfinished = Der Lauf ist noch im Gang oder wurde beendet. Gezeigt wird nur, was bis dahin gespeichert war.
rate-fell = Nach { $after } s fiel die Rate von { $from } auf { $to } IOPS und blieb dort. Burst-Guthaben oder ein Cache sind erschöpft: Nur
    die niedrigere Rate ist von Dauer.
median-moved = Nach { $after } s änderte sich die mittlere Latenz (Median) von { $from } auf { $to } und blieb dort. Die Zahlen mischen zwei
    Zustände.
stalls = { $stalls } Dadurch überschreiten { $percent } % aller Operationen das Latenzlimit, bei jeder Rate.{ $left-out ->
        [yes] { " " }Die Zahlen gelten für die Zeit zwischen den Aussetzern.
       *[no] { "" }
    }
stalls-in-points = In { $stalled } von { $points } Messpunkten wurde eine Sekunde oder länger kein I/O fertig: { $targets } (zuerst in
    { $first }). Deren Zahlen enthalten diesen Verlust. Ein Messpunkt ohne Aussetzer zeigt nicht, wie oft Aussetzer vorkommen.
target-stalls = { $target } { $count ->
        [one] einmal, { $longest } s
       *[other] { $count }-mal, höchstens { $longest } s
    }
more-targets = und { $count } weitere
slow-phases = Bei voller Warteschlangentiefe leistete der Speicher { $fast } IOPS, in langsamen Phasen aber { $slow } (gemessen über { $seen } s,
    zuerst bei { $after } s). Wahrscheinlich nutzt dann eine andere Last den Speicher oder die CPUs{ $who }. Die Lastgrenze ist die der langsamen
    Phasen.
slower = Nach { $after } s und etwa { $operations } Operationen fiel die Rate bei voller Tiefe von { $fast } auf { $slow } IOPS{ $lasted }. Ein
    Kontingent wurde gesenkt, Burst-Guthaben oder ein Cache sind erschöpft, oder eine andere Last konkurriert um den Speicher{ $who }. Die
    Lastgrenze ist die der niedrigeren Rate; frühere Testläufe zählen nicht.
slower-lasted = { " " }und blieb { $seconds } s lang dort
process = { $name }: { $megabytes } MB von { $from } s bis { $until } s
drift = Die Geschwindigkeit des Speichers schwankt von Testlauf zu Testlauf um etwa { $percent } %{ $contradiction }. Die Lastgrenze gilt für
    Phasen wie die gemessenen.
drift-contradiction = { " " }({ $met } IOPS hielten das Limit ein, { $exceeded } IOPS nicht)
in-trial = Im Testlauf „{ $trial }“: { $warning }
in-point = { $target } in { $point }: { $warning }
more-points = { $count ->
        [one] Ein weiterer Messpunkt hat diese Warnung.
       *[other] { $count } weitere Messpunkte haben diese Warnung.
    }
