### Was jede Art von Warnung bedeutet: Überschrift, warum sie wichtig ist und was zu tun ist. Das Glossar steht in verdict.ftl.

littles-law = Warteschlangentiefe, Rate und Latenz passen nicht zusammen
    .why = Bei einer festen Zahl laufender I/Os ist Rate mal Latenz gleich dieser Zahl (Gesetz von Little). Hier ist
        das nicht so, also ist eine der drei Größen falsch.
    .action = Wiederholen Sie den Lauf auf einem unbelasteten Rechner. Bleibt die Abweichung, melden Sie einen Fehler.
rate-times-size = Rate und Durchsatz passen nicht zusammen
    .why = Operationen pro Sekunde mal ihre Größe ergibt den Durchsatz. Unvollständige Übertragungen oder eine falsche
        Blockgröße stören das.
    .action = Suchen Sie unvollständige Übertragungen in der Tabelle des Laufs.
contradiction = Die importierten Zahlen widersprechen sich
    .why = Zwei Zahlen der importierten Datei können nicht beide stimmen: Anzahlen, Raten, Perzentile oder Histogramm
        passen nicht zusammen.
    .action = Sehen Sie sich die Zeile an, die die Warnung nennt. Messen Sie neu, oder lassen Sie das Ergebnis weg.
device-counters = Das Gerät zählte eine andere Menge I/O
    .why = Die Zähler des Kernels für das Gerät zeigen eine andere Menge I/O, als abgesetzt wurde.
    .action = Suchen Sie einen Cache, ein RAID oder eine Verschlüsselung zwischen Ziel und Gerät.
request-size = Das Gerät erhielt I/O-Anfragen anderer Größe
    .why = Die Zahlen gelten für eine andere Blockgröße als die verlangte.
    .action = Verwenden Sie zufälligen Zugriff, den Scheduler none oder eine Blockgröße, die das Gerät in einer
        Anfrage annimmt.
quota = Vielleicht begrenzt ein Kontingent die Rate
    .why = Eine konstante Rate fast ohne Streuung kommt von einer Drossel (dem gebuchten Tarif) oder von einem Bus,
        nicht vom Medium.
    .action = Vergleichen Sie die Rate mit den Limits des Volumes, des Maschinentyps und der Schnittstelle.
burst-credits = Das Burst-Guthaben ist erschöpft
    .why = Der Speicher war eine Zeit lang schnell, wurde dann langsamer und blieb langsam.
    .action = Planen Sie mit der Rate nach dem Abfall.
holes = Nie beschriebene Blöcke wurden gelesen
    .why = Das Lesen nie beschriebener Blöcke berührt das Medium nicht und wirkt daher zu schnell.
    .action = Füllen Sie die Datei vorab, oder lassen Sie die Prüfung eine eigene anlegen.
page-cache = Der Arbeitsspeicher antwortete statt des Speichers
    .why = Der Page-Cache des Betriebssystems war beteiligt; ein Teil des I/O erreichte den Speicher nie.
    .action = Verwenden Sie direktes I/O oder eine größere Datei.
memory = Das Ziel ist Arbeitsspeicher
    .why = Kein Laufwerk ist beteiligt, und bei einem Stromausfall gehen die Daten verloren.
    .action = Nennen Sie ein Verzeichnis oder ein Gerät auf dem Speicher, auf dem die Daten liegen werden.
small-file = Die Testdatei ist klein
    .why = Ein Cache im Speicher oder Controller kann die ganze Datei aufnehmen; echte Daten passen nicht hinein.
    .action = Sind Ihre Daten größer, testen Sie mit einer --size nahe ihrer Größe. Sonst gilt der Hinweis nicht.
easy-data = Die geschriebenen Daten sind komprimierbar
    .why = Komprimierbare oder wiederholte Daten machen manchem Speicher weniger Arbeit als echte Daten.
    .action = Schreiben Sie nicht komprimierbare Daten; das ist die Voreinstellung.
array-sync = Das Array synchronisiert
    .why = Resync, Scrub oder Rebuild belasten dieselben Laufwerke wie der Test; die Zahlen sind daher zu niedrig.
    .action = Warten Sie, bis das Array fertig ist, und wiederholen Sie dann den Lauf.
scheduler = Ein I/O-Scheduler sortiert I/O-Anfragen um
    .why = Der Scheduler des Kernels kann I/O verzögern und umsortieren; das ändert die Latenzen.
    .action = Verwenden Sie den Scheduler none, wie bei SSDs und virtuellen Laufwerken üblich.
misaligned = Die Partition ist nicht ausgerichtet
    .why = Blöcke reichen über die Grenzen der physischen Sektoren; aus einem Schreibzugriff werden zwei.
    .action = Legen Sie die Partition auf einer 1-MiB-Grenze an.
latency-step = Die Latenz wechselte das Niveau
    .why = Die Latenz wechselte auf ein anderes Niveau und blieb dort; ein Mittelwert beschreibt keines von beiden.
    .action = Sehen Sie sich den Zeitverlauf an, und prüfen Sie, was in diesem Moment geschah.
slow-phases = Der Speicher hat langsame Phasen
    .why = Der Durchsatz fällt periodisch, obwohl weiter I/O abgeschlossen wird: Eine andere Last oder
        Hintergrundarbeit konkurriert um diesen Speicher.
    .action = Planen Sie mit der niedrigeren Zahl, oder finden Sie heraus, was zu diesen Zeiten läuft. Ein
        längerer Lauf erfasst mehr Phasen.
stalls = Der Speicher setzte aus
    .why = Eine Zeit lang wurde kein I/O abgeschlossen. Alles, was dann eintraf, musste warten, bei jeder Last.
    .action = Suchen Sie die Ursache, etwa einen Snapshot oder das Zurückschreiben eines Caches. Ein längerer Lauf
        zeigt, wie oft Aussetzer vorkommen.
few-ios = Zu wenige Operationen für das Perzentil
    .why = Ein hohes Perzentil hängt von den wenigen langsamsten Operationen ab; bei so wenigen Operationen insgesamt
        kann es weit daneben liegen.
    .action = Messen Sie länger: mit längerer Dauer, bei check und ramp mit größerem --budget.
not-settled = Die Rate ist unsicher
    .why = Der Lauf war kurz, oder die Rate änderte sich an seinem Ende noch. Ein längerer Lauf ergibt vielleicht eine
        andere Zahl.
    .action = Messen Sie mindestens 10 s länger, während sonst nichts den Speicher nutzt.
cpu-saturated = Die CPUs waren ausgelastet
    .why = Vielleicht waren die CPUs voll ausgelastet, bevor der Speicher seine Grenze erreichte; dann trägt er mehr.
    .action = Verwenden Sie mehr CPUs, oder werten Sie die Zahl als Grenze dieses Rechners.
cpu-stolen = Der Hypervisor entzog CPU-Zeit (CPU-Steal)
    .why = Andere Gäste desselben Hosts liefen, während dieser auf eine CPU wartete; das erscheint als Latenz.
    .action = Wiederholen Sie den Lauf zu einer anderen Tageszeit, und vergleichen Sie.
few-cpus = Mehr Worker als CPUs
    .why = Die Worker warten aufeinander, und dieses Warten zählt als Latenz.
    .action = Verwenden Sie weniger Worker mit jeweils größerer Warteschlangentiefe.
other-io = Andere Prozesse nutzten das Gerät
    .why = Andere Prozesse führten I/O auf demselben Gerät aus; der Speicher trägt mehr, als die Zahl zeigt.
    .action = Halten Sie diese Prozesse an, und wiederholen Sie den Lauf.
clock-jump = Die Uhr sprang
    .why = Uhrzeiten in diesem Bericht können falsch sein; Dauern und Latenzen sind nicht betroffen.
    .action = Nichts, außer es geschieht wieder.
engine-fallback = Eine andere I/O-Engine wurde verwendet
    .why = Die bevorzugte Engine ist nicht verfügbar; die verwendete braucht vielleicht mehr CPU und erreicht eine
        niedrigere Rate.
    .action = Erlauben Sie io_uring (kernel.io_uring_disabled, Systemaufruffilter des Containers), oder nennen Sie die
        Engine mit --engine.
interrupted = Der Lauf wurde abgebrochen
    .why = Er endete vorzeitig, daher beruhen die Zahlen auf weniger Daten als geplant.
    .action = Wiederholen Sie ihn mit dem Befehl unten.
process-stopped = Der Prozess war angehalten
    .why = Das Programm lief eine Zeit lang nicht. Diese Zeit ist keine Latenz des Speichers.
    .action = Wiederholen Sie den Lauf, wenn die fehlende Zeit wichtig ist.
unmounted = Das Dateisystem wurde während des Laufs ausgehängt
    .why = Offene Dateien wurden bis zum Ende getestet; der Pfad gehört jetzt zu einem anderen Dateisystem.
    .action = Finden Sie heraus, wer das Dateisystem ausgehängt hat, hängen Sie es wieder ein, und wiederholen Sie den
        Lauf.
not-stored = Im Ergebnisspeicher fehlen Ergebnisse
    .why = Der Ergebnisspeicher nahm einen Teil der Ergebnisse nicht an; in späteren Berichten daraus fehlt dieser
        Teil.
    .action = Behalten Sie diesen Bericht. Schaffen Sie Platz für den Ergebnisspeicher, oder nennen Sie mit --store
        einen anderen, und wiederholen Sie den Lauf.
too-short = Der Lauf ist kürzer als der Zyklus der Datenbank
    .why = Die Datenbank hat einen Zyklus, etwa ihre Checkpoints, der länger ist als der Lauf.
    .action = Messen Sie länger, als der Zyklus dauert.
overloaded = Der Speicher war überlastet
    .why = Operationen trafen schneller ein, als sie abgeschlossen wurden, und warteten immer länger.
    .action = Verringern Sie die Last, sofern sie nicht absichtlich zu hoch war.
late-arrivals = Der Lastgenerator war zu spät
    .why = Operationen wurden später als geplant abgesetzt; die Verspätung zählt als Latenz.
    .action = Verwenden Sie eine größere Warteschlangentiefe, mehr Worker oder CPUs oder eine niedrigere Rate.
io-errors = I/O-Operationen sind fehlgeschlagen
    .why = Der Speicher meldete Fehler; Zahlen, die gemessen wurden, während Operationen fehlschlugen, sind nicht
        verlässlich.
    .action = Sehen Sie sich die Hinweise und das Kernel-Log an, und reparieren oder ersetzen Sie den Speicher.
