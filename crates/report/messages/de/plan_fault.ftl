### Fehler eines Jobs auf diesem Rechner, gefunden, bevor etwas geöffnet wird. Das Glossar steht in verdict.ftl.

targets-mixed = echte, simulierte und Null-Ziele haben verschiedene Uhren und können nicht zusammen laufen; machen Sie für jede
    Art einen eigenen Job
engine-of-targets = Ziele der Art { $forced } laufen mit der Engine { $forced }, nicht mit { $requested }; lassen Sie die Angabe weg
engine-without-files = { $engine } macht kein I/O auf Dateien oder Geräten; verwenden Sie ein Ziel mit path = "{ $path }"
uring-unusable = uring funktioniert hier nicht: Der Kernel ist älter als 5.6, oder io_uring ist abgeschaltet (siehe
    /proc/sys/kernel/io_uring_disabled); ohne Angabe wird die beste von diesen verwendet: { $engines }
libaio-unusable = libaio funktioniert hier nicht: Der Kernel hat kein natives asynchrones I/O, oder fs.aio-max-nr ist
    ausgeschöpft; ohne Angabe wird die beste von diesen verwendet: { $engines }
engine-unusable = { $engine } ist auf diesem Rechner nicht verwendbar; ohne Angabe wird die beste von diesen verwendet: { $engines }
no-engine = auf diesem Rechner funktioniert keine Engine
needs-uring = braucht die Engine uring, nicht { $engine }; lassen Sie eines von beiden weg
iopoll-needs-direct = iopoll braucht direktes I/O; schreiben Sie cache = "direct", oder lassen Sie iopoll weg
iopoll-cannot-flush = ein abgefragter Ring kann keinen Flush ausführen; schreiben Sie sync = "dsync", oder lassen Sie iopoll weg
facts-mismatch = die Angaben zum Rechner passen nicht zu den Zielen; das ist ein Fehler dieses Programms
name-twice = kommt zweimal vor; geben Sie jedem einen eigenen Namen
none-named = nichts angegeben; nennen Sie mindestens eines ({ $kind })
phase-without-stream = führt keinen Stream aus; nennen Sie mindestens einen
stream-twice = nennt Stream „{ $stream }“ zweimal
no-stream = es gibt keinen Stream „{ $stream }“
no-target = es gibt kein Ziel „{ $target }“
buffers-too-large = Tiefe × Worker × Block belegen { $needed } Arbeitsspeicher, mehr als { $most }; verringern Sie eines davon
must-be-above-zero = muss größer als 0 sein
count-out-of-range = muss zwischen 1 und { $most } liegen, nicht bei { $value }
count-below-one = muss mindestens 1 sein
not-a-percentage = muss zwischen 0 % und 100 % liegen, nicht bei { $percent } %
rate-out-of-range = muss größer als 0 und höchstens { $most } sein, nicht { $rate }
delay-reversed = geht von { $least } bis { $most }, das ist kein Bereich
weight-out-of-range = hat das Gewicht { $weight }, nicht eines von { $least } bis { $most }
curve-out-of-range = braucht eine Stufe größer als 0 und Faktoren ab 0, von denen einer größer als 0 ist
latency-target-out-of-range = braucht einen Anteil über 0 % und höchstens 100 % sowie Latenz und Fenster größer als 0
access-out-of-range = eine Zahl des Zugriffsmusters liegt außerhalb ihres zulässigen Bereichs; siehe `access` in docs/reference/job-language.md
steady-out-of-range = muss über 0 % und unter 100 % liegen
zeros-shaped = Nullen lassen sich weder komprimieren noch wiederholen; behalten Sie eines davon
transaction-mixed = Sitzungen lesen nur, ein Log schreibt nur, und was folgt, tut eines von beiden: read auf 100 oder 0 setzen
transaction-out-of-range = die Anzahlen müssen zwischen 0 und 1.000.000 liegen; ein Log braucht Tiefe 1, einen Worker und dauerhafte Schreibvorgänge
transaction-paced = bestimmt, wann Operationen beginnen: rate, think, tie, keep und trim weglassen
transaction-alone = hat Teile von Transaktionen: Sie braucht einen Stream mit Sitzungen und höchstens ein Log
tie-with-pause = hält geschlossene Lastmodelle und Raten im Takt; eine Pause hat ihren eigenen Rhythmus; lassen Sie eines davon weg
latency-target-with-rate = eine Rate behält ihre Ankünfte, gleich wie groß die Tiefe ist; lassen Sie eines davon weg
latency-target-with-workers = jeder Worker würde seine eigene Tiefe finden; machen Sie aus jedem einen eigenen Stream
latency-target-on-sync = die Engine sync hat einen Thread für jedes ausstehende I/O und lässt sich nicht steuern; verwenden Sie engine
    "uring" oder "libaio"
trim-without-writes = macht Schreibzugriffe zu TRIMs, aber es gibt keine; verringern Sie `read`
trim-simulated = simulierter Storage kennt kein TRIM; verwenden Sie eine Datei, ein Gerät oder null
trim-checked = lässt nichts übrig, was geprüft werden könnte; lassen Sie `check` weg
trim-off-sectors = ein Gerät führt TRIM auf ganzen Sektoren aus; verwenden Sie Blöcke, die Vielfache davon sind
files-simulated = simulierter Storage hat eine Datei je Stream; nennen Sie eine Datei
files-on-sync = mehrere Dateien der Reihe nach brauchen genau einen Thread, aber die Engine sync hat einen für jedes ausstehende I/O;
    verwenden Sie depth = 1 oder engine "uring" oder "libaio"
files-with-workers = mehrere Dateien der Reihe nach brauchen genau einen Worker; verwenden Sie workers = 1
cpu-not-allowed = CPU { $cpu } darf dieser Prozess nicht verwenden; erlaubt sind { $allowed }
blocks-out-of-range = braucht Größen und Gewichte größer als 0
block-off-sectors = { $block } B sind kein Vielfaches von 512 B; verwenden Sie ganze Sektoren
block-off-direct = { $block } B sind kein Vielfaches von { $unit }, was direktes I/O auf diesem Ziel braucht; runden Sie auf,
    oder schreiben Sie cache = "buffered"
not-multiple = muss ein Vielfaches von { $unit } sein, nicht { $value } B
runs-not-filled = Folgen von { $run } brauchen Operationen einer Größe, die sie genau füllen
shuffled-sizes = jeder Block kommt nur dann einmal vor, wenn alle gleich groß sind; schreiben Sie access = "random"
window-too-small = in ein Fenster von { $window } passt kein Block
stride-off-grid = die Schrittweite { $stride } ist kein Vielfaches der Ausrichtung { $align }
worker-part-too-small = bei { $workers } Workern hat jeder { $part }, weniger als einen Block von { $block }; verringern Sie `workers`,
    vergrößern Sie `size`, oder geben Sie allen eine gemeinsame Position
file-part-too-small = { $part } von „{ $target }“ sind kleiner als ein Block von { $block }
part-too-small = { $part } sind kleiner als ein Block von { $block }
offset-beyond-end = beginnt bei { $offset }, aber das Ziel hat { $size }
part-beyond-end = { $part } ab { $offset } sind mehr als die { $size } des Ziels
no-end = der Stream hat kein Ende; geben Sie eine Dauer, bytes, ios oder until_steady an
too-few-operations = { $workers } Worker können sich { $operations ->
        [one] 1 Operation
       *[other] { $operations } Operationen
    } nicht teilen; verringern Sie `workers`
too-few-bytes = { $bytes } sind weniger als ein Block je Worker (Worker: { $workers }); mindestens nötig sind { $least }
check-shared = teilt einen Teil seines Ziels mit „{ $stream }“, der ihn ohne Stempel beschreibt oder anders aufteilt; geben Sie
    beiden denselben Teil und dieselbe Prüfung oder jedem einen eigenen Teil
check-workers-share = nur ein Worker zugleich darf einen Teil eines geprüften Ziels benutzen, weil keiner die Schreibzugriffe der anderen
    kennt; geben Sie jedem ein eigenes offset und size
check-memory = die Prüfung braucht { $needed } Arbeitsspeicher, mehr als { $most }; prüfen Sie einen kleineren Teil, oder
    verwenden Sie größere Blöcke
check-keeps-nothing = braucht ein Ziel, das Geschriebenes behält; Null-Ziele und simulierte tun das nicht
check-on-sync = die Engine sync hat einen Thread für jedes ausstehende I/O, und die Threads kennen die Schreibzugriffe der anderen nicht;
    verwenden Sie engine "uring" oder "libaio" oder depth = 1
check-shaped = die Stempel der Prüfung lassen sich nicht komprimieren und wiederholen sich nicht; lassen Sie compress, dedupe und zeros weg
check-off-sectors = die Stempel der Prüfung umfassen ganze Sektoren; verwenden Sie Blöcke, die Vielfache von 512 B sind
check-written-writes = "written" ist für Streams, die nur lesen; schreiben Sie "yes"
check-written-without-bytes = "written" findet vielleicht nichts zu lesen; geben Sie `bytes` an: Ausgelassenes zählt dabei mit
no-direct = Ziel „{ $target }“ nimmt kein direktes I/O an; schreiben Sie cache = "dropped" oder "buffered"
absent-without-size = die Datei existiert nicht; geben Sie ihre Größe an, zum Beispiel "4GiB"
absent-percentage = die Datei existiert nicht, also gibt es keinen Prozentsatz davon; geben Sie Bytes an
size-not-a-percentage = muss über 0 % und höchstens 100 % sein, nicht { $percent } %
size-beyond-target = { $size } sind mehr als die vorhandenen { $present }
target-empty = enthält nichts; geben Sie eine Größe an, zum Beispiel "4GiB"
device-not-marked = Schreiben würde zerstören, was auf { $device } steht; wenn das gewollt ist, ergänzen Sie --destroy { $device }
file-written = { $file } wurde nicht von plimsoll angelegt, und der Job schreibt hinein; wenn das gewollt ist, ergänzen Sie
    --overwrite { $file }
file-grown = { $file } wurde nicht von plimsoll angelegt und würde um { $growth } wachsen; wenn das gewollt ist, ergänzen Sie
    --overwrite { $file }
space-short = { $needed } mehr werden gebraucht, aber nur { $free } sind frei; { $is-full ->
        [yes] schaffen Sie dort Platz, oder nennen Sie eine Datei, die dort schon liegt
       *[no] verringern Sie die Größe
    }
space-reserved = { $needed } mehr werden gebraucht, aber nur { $usable } dürfen belegt werden: { $free } sind frei, und 10 % des
    Dateisystems (mindestens 1 GiB) bleiben frei; { $is-full ->
        [yes] schaffen Sie dort Platz, oder nennen Sie eine Datei, die dort schon liegt
       *[no] verringern Sie die Größe
    }
too-few-disks = braucht mindestens { $least } Laufwerke; vorhanden: { $disks }
odd-disks = braucht eine gerade Zahl von Laufwerken; vorhanden: { $disks }
slice-out-of-range = { $slice } von jedem Laufwerk sind nicht möglich: nötig sind mindestens { $least } in ganzen MiB
disk-too-small = fasst { $disk }, aber { $layouts ->
        [one] 1 Layout zu { $slice } braucht
       *[other] { $layouts } Layouts zu { $slice } brauchen
    } { $wanted }; nehmen Sie weniger oder kleinere
host-part-too-small = der Anteil jedes Hosts am Ziel ist kleiner als ein Block; nehmen Sie weniger Hosts, ein größeres Ziel oder kleinere
    Blöcke
