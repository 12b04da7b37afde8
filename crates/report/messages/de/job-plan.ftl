### Der Plan eines Jobs, den ein Probelauf ausgibt. Das Glossar steht in verdict.ftl.

engine = I/O-Engine { $engine }; Seed { $seed }; Intervalle von { $interval }
polled-completions = Abfrage der Abschlüsse
kernel-submits = ein Kernel-Thread sendet die I/Os ab
target = Ziel { $name }: { $size }; { $usage }
prefilled = davon werden { $size } vorbefüllt
written = wird beschrieben
only-read = wird nur gelesen
phase = Phase „{ $name }“
warm-up = Aufwärmphase { $time }
pause = dann eine Pause von { $time }
stream = Stream „{ $name }“: { $operations }
label-where = wo
label-load = Last
label-ends = Ende
range = { $size } ab { $start }, ausgerichtet an { $align }, { $order }
reads = Lesen zu { $blocks }
writes = Schreiben zu { $blocks }
mix = { $percent } % Lesen, Blöcke zu { $blocks }
mix-of-sizes = { $percent } % Lesen in Blöcken von { $reads }, Schreiben in Blöcken von { $writes }
direct = direktes I/O
buffered = durch den Page-Cache
dropped = durch den Page-Cache, der zuerst geleert wird
dropped-often = durch den Page-Cache, der zuerst und bei jedem Durchgang geleert wird
fua = jeder Schreibzugriff dauerhaft (RWF_DSYNC)
flush-every = { $call } { $every ->
        [one] nach jedem Schreibzugriff
       *[other] alle { $every } Schreibzugriffe
    }
examined = geprüft, wo der Lauf geschrieben hat
stamped = gestempelt und geprüft
trims-instead = TRIM statt Schreiben
trims-before = ein TRIM vor jedem Schreiben
block-range = { $low } bis { $high } in Schritten von { $step }
sequential = sequenziell
random = zufällig
shuffled = jeder Block einmal in zufälliger Reihenfolge
pareto = Pareto { $hot } % auf { $rest } %
normal = normalverteilt um { $center } % mit einer Abweichung von { $deviation } %
strided = mit Schrittweite { $stride }
backwards = rückwärts mit Schrittweite { $stride }
runs = sequenziell in Folgen von { $run }, deren Anfänge { $stride } auseinanderliegen
hops = zufällig: { $bytes } in einem Fenster von { $window }, dann im nächsten, { $stride } weiter
columns = mit Schrittweite { $stride }, { $columns } Spalten der Reihe nach
sequential-share = { $percent } % sequenziell
zones = zufällig: { $zones }
zone = { $percent } % auf { $range }
one-position = eine gemeinsame Position
workers = { $workers } Worker
on-cpus = { $workers } auf CPU { $cpus }
depth = Warteschlangentiefe jeweils { $depth }
depth-steered = Warteschlangentiefe bis { $depth }, die p{ $percentile } ≤ { $latency } einhält
sessions = Sitzungen: je { $reads } Lesevorgänge, der Commit, { $think } Denkzeit
commits-of-sessions = ein dauerhafter Schreibvorgang für alle wartenden Commits
ios-behind = { $ios } je Transaktion
closed-loop = geschlossenes Lastmodell
think-time = geschlossenes Lastmodell, { $time } Denkzeit { $burst ->
        [one] nach jeder Operation
       *[other] nach je { $burst } Operationen
    }
open-equal = offenes Lastmodell, { $rate } pro Sekunde in gleichen Abständen
open-random = offenes Lastmodell, { $rate } pro Sekunde zu zufälligen Zeiten (Poisson)
open-bursts = offenes Lastmodell, { $rate } pro Sekunde in Bursts zu { $burst }
curve = ändert sich in { $steps } Stufen von je { $time }
delay = beginnt nach { $time }
tie = im Takt mit Gruppe { $group }, Gewicht { $weight }
after-time = nach { $time }
after-bytes = nach { $size }
after-operations = nach { $operations } { $operations ->
        [one] Operation
       *[other] Operationen
    }
when-known = sobald der Durchsatz auf { $percent } % genau bekannt ist
with-flush = mit einem Flush
ends-others = und beendet die anderen Streams der Phase
or = oder
