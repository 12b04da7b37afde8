### Was eine Gültigkeitsprüfung festgestellt hat und was es bedeutet. Das Glossar steht in verdict.ftl.

depth-differs = Die Warteschlangentiefe war { $depth }, aber IOPS × Latenz (Gesetz von Little) ergibt { $held }
    ({ $difference } %; erlaubt: { $allowed } %). Zeit ging außerhalb des Storage verloren, oder Latenzen fehlen.
request-split = Das Gerät erhielt I/O-Anfragen von im Mittel { $device } KiB; abgesetzt wurden { $issued } KiB. Eine
    Schicht teilt sie auf (queue/max_sectors_kb, Chunks eines Arrays): Die Zahlen gelten für kleinere Anfragen.
request-merged = Das Gerät erhielt I/O-Anfragen von im Mittel { $device } KiB; abgesetzt wurden { $issued } KiB. Der
    Kernel fasst benachbarte Anfragen zusammen: Die Zahlen gelten für größere Anfragen.
steady-rate = Die Rate liegt konstant bei { $rate }; ein Storage an seiner eigenen Grenze schwankt. Die Grenze ist
    vermutlich ein Kontingent (Cloud-Volume, cgroup, Controller) oder die Schnittstelle (Bus, Link).
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
slow-phases = Bei voller Warteschlangentiefe leistete der Storage { $fast } IOPS, in langsamen Phasen aber { $slow }
    (gemessen über { $seen } s, zuerst nach { $after } s). Vermutlich nutzt zu diesen Zeiten eine andere Last den
    Storage oder die CPUs{ $who }. Die Lastgrenze ist die der langsamen Phasen.
slower = Nach { $after } s und etwa { $operations } Operationen fiel die Rate bei voller Warteschlangentiefe von
    { $fast } auf { $slow } IOPS{ $lasted }. Ein Kontingent wurde gesenkt, Burst-Guthaben oder ein Cache sind
    erschöpft, oder eine andere Last konkurriert um den Storage{ $who }. Die Lastgrenze ist die der niedrigeren Rate;
    frühere Testläufe zählen nicht.
slower-lasted = { " " }und blieb { $seconds } s lang dort
process = { $name } übertrug { $megabytes } MB von { $from } s bis { $until } s
drift = Die Geschwindigkeit des Storage schwankt von Testlauf zu Testlauf um etwa { $percent } %{ $contradiction }.
    Die Lastgrenze gilt nur, solange der Storage so schnell ist wie während dieser Testläufe.
drift-contradiction = : { $exceeded } IOPS überschritten das Limit, obwohl { $met } IOPS es in einem anderen Testlauf einhielten
in-trial = Im Testlauf „{ $trial }“: { $warning }
in-point = { $target } in { $point }: { $warning }
more-points = { $count ->
        [one] Ein weiterer Messpunkt hat diese Warnung.
       *[other] { $count } weitere Messpunkte haben diese Warnung.
    }

size-differs = Eine Operation übertrug im Mittel { $mean-bytes } Bytes statt { $block-bytes } ({ $short } { $short ->
        [one] unvollständige Übertragung
       *[other] unvollständige Übertragungen
    }). IOPS und
    Durchsatz widersprechen sich.
device-counted-less = Das Gerät zählte { $share } der Bytes dieses Laufs. Der Rest kam aus einem Cache oder aus nie
    beschriebenen Bereichen der Datei.
device-moved-more = Das Gerät übertrug das { $times }-Fache der Bytes dieses Laufs. Dateisystem, Copy-on-Write, Redundanz oder andere
    Prozesse erzeugen zusätzliches I/O.
cpus-busy = Die CPUs waren zu { $busy } ausgelastet: plimsoll nutzte { $own }, andere Programme { $foreign }.{ $set } Die Zahlen zeigen
    vielleicht die Grenze dieses Rechners, nicht die des Storage{ $beside-quota ->
        [yes] , außer wo eine Rate konstant ist: Eine solche Rate zeigt ein Kontingent
       *[no] { "" }
    }.
cpu-set = Die cgroup { $group } beschränkt plimsoll auf { $cpus } { $cpus ->
        [one] CPU
       *[other] CPUs
    }.
cpus-busy-in-points = In { $full } von { $points } Messpunkten waren die CPUs ausgelastet (bis zu { $share }). Deren Zahlen zeigen
    vielleicht die Grenze dieses Rechners, nicht die des Storage{ $beside-quota ->
        [yes] , außer wo eine Rate konstant ist: Eine solche Rate zeigt ein Kontingent
       *[no] { "" }
    }.
foreign-in-points = In { $full } von { $points } Messpunkten waren die CPUs ausgelastet (bis zu { $share }). { $programs }
foreign-cpu = Andere Programme nutzten { $foreign } der CPUs{ $programs }; dieser Lauf nutzte { $own }.
another-plimsoll = ein anderes plimsoll
cpu-throttled = Die cgroup { $group } gibt plimsoll ein CPU-Kontingent von { $cpus }; in { $periods } der Perioden wurde es
    angehalten.
memory-wait = Programme warteten während { $share } der Zeit auf Arbeitsspeicher.
cpu-steal = Der Hypervisor entzog { $share } der CPU-Zeit (CPU-Steal). Die Latenzen enthalten das Warten auf eine
    CPU.
few-cpus = { $workers } Worker teilen sich { $cpus } { $cpus ->
        [one] CPU
       *[other] CPUs
    }. Sie warten aufeinander, und das zählt als Latenz.
other-io = Andere Prozesse führten vor dem Test { $iops } I/Os pro Sekunde auf { $device } aus. Der Storage trägt
    vielleicht mehr, als diese Zahlen zeigen.
array-sync = Ein Array unter dem Ziel ist beschäftigt ({ $action }). Diese Arbeit belastet dieselben Laufwerke wie der
    Test.
scheduler = Der I/O-Scheduler { $name } sortiert I/O-Anfragen um und fasst sie zusammen. Die Latenzen weichen von
    denen des Geräts ab.
misaligned = Die Partition beginnt bei Byte { $offset-bytes }; das ist kein Vielfaches von { $unit-bytes }. Ein Schreibzugriff
    trifft dann zwei Blöcke des Geräts.
engine-fallback = Die bevorzugte I/O-Engine funktioniert hier nicht, daher wurde eine andere verwendet ({ $change }). Sie braucht
    vielleicht mehr CPU.
memory = { $place } ist Arbeitsspeicher, kein Storage. Ohne Strom geht der Inhalt verloren, und das Ergebnis sagt nichts über
    ein Laufwerk.
buffered = Das I/O lief durch den Page-Cache. Lesezugriffe hat vielleicht der Arbeitsspeicher beantwortet, und
    Schreibzugriffe erreichen den Storage erst später.
cached-share = { $share } der Datei liegen im Page-Cache, obwohl direktes I/O verwendet wurde. Ein anderer Prozess
    liest die Datei, oder das Dateisystem ignoriert direktes I/O.
buffered-loop = Zwischen { $device } und der Datei dahinter liegt der Page-Cache. Vielleicht hat er statt des
    Laufwerks geantwortet. So umgehen Sie ihn: losetup --direct-io=on /dev/{ $device }.
easy-data = { $percent } % der geschriebenen Daten sind komprimierbar oder wiederholen sich. Storage mit Kompression oder Deduplizierung
    leistet dabei weniger Arbeit als mit anderen Daten.
holes = { $hole-bytes } der getesteten { $file-bytes } wurden nie beschrieben. Lesezugriffe darauf beantwortet der Storage ohne
    das Medium.
fits-cache = Die getesteten { $file-bytes } passen in den Cache des Storage ({ $cache-bytes }). Vielleicht hat er statt der
    Laufwerke geantwortet.
fits-memory = Die getesteten { $file-bytes } sind weniger als das Doppelte des Arbeitsspeichers ({ $ram-bytes }). Vielleicht
    hat ein Cache im Host, im Controller oder im Array geantwortet.
unmounted = Das Dateisystem von { $target } wurde während des Laufs ausgehängt (umount -l). Das Ergebnis gilt für dieses
    Dateisystem; der Pfad gehört jetzt zu einem anderen.
not-stored = Einige Ergebnisse fehlen im Ergebnisspeicher: { $error }. Diese Ausgabe ist vollständig.
few-operations = { $measured ->
        [one] Nur { $measured } Operation wurde
       *[other] Nur { $measured } Operationen wurden
    } gemessen. { $quantile } braucht { $needed } für eine Obergrenze mit
    95 % Konfidenz; bei weniger kann der Wert weit daneben liegen.
shorter-than-cycle = { $seconds } s decken den Zyklus dieser Datenbank von { $cycle-s } s nicht ab (Checkpoints, Backups). Die
    Lastspitze des Zyklus fehlt vielleicht.
nothing-counted = Alle Operationen waren schon in der Aufwärmphase abgeschlossen, daher wurde nichts gezählt.
no-interval = Es gibt zu wenige Intervalle für ein Konfidenzintervall der Rate.
wide-interval = Die Rate hat sich nicht eingependelt: Ihr Konfidenzintervall beträgt ±{ $half }.
overloaded = { $offered-iops } Operationen pro Sekunde trafen ein, { $done-iops } wurden abgeschlossen; { $dropped ->
        [0] { "" }
       *[other] { $dropped } { $dropped ->
            [one] wurde
           *[other] wurden
        } verworfen, und{ " " }
    }etwa { $waiting } warteten am Ende noch. Der Storage ist überlastet, und { $dropped ->
        [0] die Latenzen wachsen mit der Dauer des Laufs
       *[other] in den Latenzen fehlen die verworfenen Operationen
    }.
late-arrivals = Die Hälfte der Operationen begann mindestens { $late-ns } zu spät; der Storage braucht { $latency-ns } für eine Operation. Die
    Warteschlange war voll{ $simulated ->
        [yes] { "" }
       *[no] , oder dieser Rechner war überlastet
    }.
failed = { $failed } { $failed ->
        [one] Operation ist
       *[other] Operationen sind
    } fehlgeschlagen; { $done } wurden abgeschlossen. Die Hinweise nennen die ersten Fehler.
interrupted = Der Lauf wurde abgebrochen. Gezeigt wird nur, was bis dahin gemessen wurde.
audit-interrupted = Der Integritätstest wurde abgebrochen. Seiten, die bis dahin nicht zurückgelesen waren, können
    beliebigen Inhalt haben.
audit-through-cache = Direktes I/O wurde verlangt und abgelehnt. Die Seiten wurden durch einen Page-Cache
    zurückgelesen, der sie zuvor verwerfen sollte.
audit-late = { $operations ->
        [one] { $operations } Operation war
       *[other] { $operations } Operationen waren
    } um über 15 s verspätet (höchstens { $longest-ns }); die Zeit für noch nicht geflushte Bytes zählt nicht mit. Das allein ist kein Fehler. SQL
    Server meldet Operationen von über 15 s (Meldung 833).
audit-fits-memory = { $file-bytes } an Daten und Log passen in { $memory-bytes } Arbeitsspeicher vor dem Storage. Beim Zurücklesen
    hat vielleicht dieser Arbeitsspeicher geantwortet{ $sound ->
        [yes] { "" }
       *[no] : Es kann mehr Fehler geben
    }.
study-interrupted = Die Studie wurde abgebrochen. Derselbe Befehl setzt sie fort.
unfinished = Der Lauf ist noch im Gang oder wurde gewaltsam beendet. Gezeigt wird nur, was er bisher gespeichert hat.
rate-fell = Nach { $after-s } s fiel die Rate von { $from-iops } auf { $to-iops } IOPS und blieb dort. Burst-Guthaben oder ein
    Cache sind erschöpft: Auf Dauer gilt nur die niedrigere Rate.
median-moved = Nach { $after-s } s änderte sich der Median der Latenz von { $from-ns } auf { $to-ns } und blieb dort. Die
    Zahlen mischen zwei Zustände.

kind-littles-law = Warteschlangentiefe, Rate und Latenz passen nicht zusammen
    .why = Bei einer festen Zahl laufender I/Os ist Rate mal Latenz gleich dieser Zahl (Gesetz von Little). Hier ist
        das nicht so, also ist eine der drei Größen falsch.
    .action = Wiederholen Sie den Lauf auf einem unbelasteten Rechner. Bleibt die Abweichung, melden Sie einen Fehler.
kind-rate-times-size = Rate und Durchsatz passen nicht zusammen
    .why = Operationen pro Sekunde mal Größe ergibt den Durchsatz. Bei unvollständigen Übertragungen oder einer falschen
        Blockgröße stimmt das nicht.
    .action = Suchen Sie unvollständige Übertragungen in der Tabelle des Laufs.
kind-contradiction = Die importierten Zahlen widersprechen sich
    .why = Zwei Zahlen der importierten Datei können nicht beide stimmen: Anzahlen, Raten, Perzentile oder Histogramm
        passen nicht zusammen.
    .action = Sehen Sie sich die Zeile an, die die Warnung nennt. Messen Sie neu, oder lassen Sie das Ergebnis weg.
kind-device-counters = Das Gerät zählte eine andere Menge I/O
    .why = Die Zähler des Kernels für das Gerät zeigen eine andere Menge I/O, als abgesetzt wurde.
    .action = Suchen Sie einen Cache, ein RAID oder eine Verschlüsselung zwischen Ziel und Gerät.
kind-request-size = Das Gerät erhielt I/O-Anfragen anderer Größe
    .why = Die Zahlen gelten für eine andere Blockgröße als die verlangte.
    .action = Verwenden Sie zufälligen Zugriff, den Scheduler none oder eine Blockgröße, die das Gerät in einer
        Anfrage annimmt.
kind-quota = Vielleicht begrenzt ein Kontingent die Rate
    .why = Eine konstante Rate fast ohne Streuung kommt von einer Drossel (dem gebuchten Tarif) oder von einem Bus,
        nicht vom Medium.
    .action = Vergleichen Sie die Rate mit den Limits des Volumes, des Maschinentyps und der Schnittstelle.
kind-burst-credits = Die Rate fiel während des Laufs
    .why = Der Storage war eine Zeit lang schnell, wurde dann langsamer und blieb langsam.
    .action = Planen Sie mit der Rate nach dem Abfall.
kind-holes = Nie beschriebene Blöcke wurden gelesen
    .why = Das Lesen nie beschriebener Blöcke berührt das Medium nicht und wirkt daher zu schnell.
    .action = Füllen Sie die Datei vorab, oder lassen Sie die Prüfung eine eigene anlegen.
kind-page-cache = Der Arbeitsspeicher antwortete statt des Storage
    .why = Der Page-Cache des Betriebssystems war beteiligt; ein Teil des I/O erreichte den Storage nie.
    .action = Verwenden Sie direktes I/O oder eine größere Datei.
kind-memory = Das Ziel ist Arbeitsspeicher
    .why = Kein Laufwerk ist beteiligt, und bei einem Stromausfall gehen die Daten verloren.
    .action = Nennen Sie ein Verzeichnis oder ein Gerät auf dem Storage, auf dem die Daten liegen werden.
kind-small-file = Die Testdatei ist klein
    .why = Ein Cache im Storage oder Controller kann die ganze Datei aufnehmen; echte Daten passen nicht hinein.
    .action = Sind Ihre Daten größer, testen Sie mit einer --size nahe ihrer Größe. Sonst gilt der Hinweis nicht.
kind-easy-data = Die geschriebenen Daten sind komprimierbar
    .why = Komprimierbare oder wiederholte Daten machen manchem Storage weniger Arbeit als echte Daten.
    .action = Schreiben Sie nicht komprimierbare Daten; das ist die Voreinstellung.
kind-array-sync = Das Array synchronisiert
    .why = Resync, Scrub oder Rebuild belasten dieselben Laufwerke wie der Test; die Zahlen sind daher zu niedrig.
    .action = Warten Sie, bis das Array fertig ist, und wiederholen Sie dann den Lauf.
kind-scheduler = Ein I/O-Scheduler sortiert I/O-Anfragen um
    .why = Der Scheduler des Kernels kann I/O verzögern und umsortieren; das ändert die Latenzen.
    .action = Verwenden Sie den Scheduler none, wie bei SSDs und virtuellen Laufwerken üblich.
kind-misaligned = Die Partition ist nicht ausgerichtet
    .why = Blöcke reichen über die Grenzen der physischen Sektoren; aus einem Schreibzugriff werden zwei.
    .action = Legen Sie die Partition auf einer 1-MiB-Grenze an.
kind-latency-step = Die Latenz wechselte das Niveau
    .why = Die Latenz wechselte auf ein anderes Niveau und blieb dort; ein Mittelwert beschreibt keines von beiden.
    .action = Sehen Sie sich den Zeitverlauf an, und prüfen Sie, was in diesem Moment geschah.
kind-slow-phases = Der Storage hat langsame Phasen
    .why = Der Durchsatz fällt periodisch, obwohl weiter I/O abgeschlossen wird: Eine andere Last oder
        Hintergrundarbeit konkurriert um diesen Storage.
    .action = Planen Sie mit der niedrigeren Zahl, oder finden Sie heraus, was zu diesen Zeiten läuft. Ein
        längerer Lauf erfasst mehr Phasen.
kind-stalls = Der Storage setzte aus
    .why = Eine Zeit lang wurde kein I/O abgeschlossen. Alles, was dann eintraf, musste warten, bei jeder Last.
    .action = Suchen Sie die Ursache, etwa einen Snapshot oder das Zurückschreiben eines Caches. Ein längerer Lauf
        zeigt, wie oft Aussetzer vorkommen.
kind-few-ios = Zu wenige Operationen für das Perzentil
    .why = Ein hohes Perzentil hängt von den wenigen langsamsten Operationen ab; bei so wenigen Operationen insgesamt
        kann es weit daneben liegen.
    .action = Messen Sie länger: mit längerer Dauer, bei check und ramp mit größerem --budget.
kind-not-settled = Die Rate ist unsicher
    .why = Der Lauf war kurz, oder die Rate änderte sich an seinem Ende noch. Ein längerer Lauf ergibt vielleicht eine
        andere Zahl.
    .action = Messen Sie mindestens 10 s länger, während sonst nichts den Storage nutzt.
kind-cpu-saturated = Die CPUs waren ausgelastet
    .why = Vielleicht waren die CPUs voll ausgelastet, bevor der Storage seine Grenze erreichte; dann trägt er mehr.
    .action = Verwenden Sie mehr CPUs, oder werten Sie die Zahl als Grenze dieses Rechners.
kind-foreign-cpu = Andere Programme nutzten die CPUs
    .why = Operationen dieses Laufs warteten auf eine CPU; das erscheint als Latenz. Der Storage trägt vielleicht mehr.
    .action = Halten Sie diese Programme an, oder verschieben Sie sie auf andere CPUs; wiederholen Sie dann den Lauf.
kind-cpu-throttled = Ein CPU-Kontingent hielt plimsoll an
    .why = Operationen warteten, während plimsoll angehalten war; das erscheint als Latenz. Der Storage trägt vielleicht mehr.
    .action = Erhöhen Sie das Kontingent, und wiederholen Sie den Lauf.
kind-memory-pressure = Programme warteten auf Arbeitsspeicher
    .why = Arbeitsspeicher war knapp: Das System lagert Seiten aus; das verzögert Operationen und nutzt vielleicht denselben Storage.
    .action = Geben Sie Arbeitsspeicher frei, und wiederholen Sie den Lauf.
kind-cpu-stolen = Der Hypervisor entzog CPU-Zeit (CPU-Steal)
    .why = Andere Gäste desselben Hosts liefen, während dieser auf eine CPU wartete; das erscheint als Latenz.
    .action = Wiederholen Sie den Lauf zu einer anderen Tageszeit, und vergleichen Sie.
kind-few-cpus = Mehr Worker als CPUs
    .why = Die Worker warten aufeinander, und dieses Warten zählt als Latenz.
    .action = Verwenden Sie weniger Worker mit jeweils größerer Warteschlangentiefe.
kind-other-io = Andere Prozesse nutzten das Gerät
    .why = Andere Prozesse führten I/O auf demselben Gerät aus; der Storage trägt mehr, als die Zahl zeigt.
    .action = Halten Sie diese Prozesse an, und wiederholen Sie den Lauf.
kind-clock-jump = Die Uhr sprang
    .why = Uhrzeiten in diesem Bericht können falsch sein; Dauern und Latenzen sind nicht betroffen.
    .action = Nichts, außer es geschieht wieder.
kind-engine-fallback = Eine andere I/O-Engine wurde verwendet
    .why = Die bevorzugte Engine ist nicht verfügbar; die verwendete braucht vielleicht mehr CPU und erreicht eine
        niedrigere Rate.
    .action = Erlauben Sie io_uring (kernel.io_uring_disabled, Systemaufruffilter des Containers), oder nennen Sie die
        Engine mit --engine.
kind-interrupted = Der Lauf wurde abgebrochen
    .why = Er endete vorzeitig, daher beruhen die Zahlen auf weniger Daten als geplant.
    .action = Wiederholen Sie ihn mit dem Befehl unten.
kind-process-stopped = Der Prozess war angehalten
    .why = Das Programm lief eine Zeit lang nicht. Diese Zeit ist keine Latenz des Storage.
    .action = Wiederholen Sie den Lauf, wenn die fehlende Zeit wichtig ist.
kind-unmounted = Das Dateisystem wurde während des Laufs ausgehängt
    .why = Offene Dateien wurden bis zum Ende getestet; der Pfad gehört jetzt zu einem anderen Dateisystem.
    .action = Finden Sie heraus, wer das Dateisystem ausgehängt hat, hängen Sie es wieder ein, und wiederholen Sie den
        Lauf.
kind-not-stored = Im Ergebnisspeicher fehlen Ergebnisse
    .why = Der Ergebnisspeicher nahm einen Teil der Ergebnisse nicht an; in späteren Berichten daraus fehlt dieser
        Teil.
    .action = Behalten Sie diesen Bericht. Schaffen Sie Platz für den Ergebnisspeicher, oder nennen Sie mit --store
        einen anderen, und wiederholen Sie den Lauf.
kind-too-short = Der Lauf ist kürzer als der Zyklus der Datenbank
    .why = Die Datenbank hat einen Zyklus, etwa ihre Checkpoints, der länger ist als der Lauf.
    .action = Messen Sie länger, als der Zyklus dauert.
kind-overloaded = Der Storage war überlastet
    .why = Operationen trafen schneller ein, als sie abgeschlossen wurden, und warteten immer länger.
    .action = Verringern Sie die Last, sofern sie nicht absichtlich zu hoch war.
kind-late-arrivals = Der Lastgenerator war zu spät
    .why = Operationen wurden später als geplant abgesetzt; die Verspätung zählt als Latenz.
    .action = Verwenden Sie eine größere Warteschlangentiefe, mehr Worker oder CPUs oder eine niedrigere Rate.
kind-io-errors = I/O-Operationen sind fehlgeschlagen
    .why = Der Storage meldete Fehler; Zahlen, die gemessen wurden, während Operationen fehlschlugen, sind nicht
        verlässlich.
    .action = Sehen Sie sich die Hinweise und das Kernel-Log an, und reparieren oder ersetzen Sie den Storage.
