### Der Plan eines Jobs, den ein Probelauf ausgibt. Das Glossar steht in verdict.ftl.

engine = Engine { $engine }; Startwert { $seed }; Intervalle von { $interval }
polled-completions = Abfrage der Abschlüsse
kernel-submits = ein Thread des Kernels reicht ein
target = Ziel { $name }: { $size }; { $usage }
prefilled = davon werden { $size } zuerst vorbefüllt
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
reads = Lesen von { $blocks }
writes = Schreiben von { $blocks }
mix = { $percent } % Lesen, Blöcke von { $blocks }
mix-of-sizes = { $percent } % Lesen von { $reads }, Schreiben von { $writes }
direct = direkt
buffered = über den Page-Cache
dropped = über den Page-Cache, der zuerst geleert wird
dropped-often = über den Page-Cache, der zuerst und bei jedem Durchgang geleert wird
fua = jeder Schreibvorgang dauerhaft (RWF_DSYNC)
flush-every = { $call } alle { $every }
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
hops = zufällig: { $bytes } in { $window }, dann weiter zum nächsten in { $stride }
columns = mit Schrittweite { $stride }, { $columns } Spalten abwechselnd
sequential-share = { $percent } % sequenziell
zones = zufällig: { $zones }
zone = { $percent } % auf { $range }
one-position = eine gemeinsame Position
workers = { $workers ->
        [one] { $workers } Worker
       *[other] { $workers } Worker
    }
on-cpus = { $workers } auf CPU { $cpus }
depth = je Tiefe { $depth }
depth-steered = Tiefe bis { $depth }, die p{ $percentile } <= { $latency } einhält
closed-loop = geschlossenes Lastmodell
think-time = geschlossenes Lastmodell, { $time } Denkzeit nach je { $burst }
open-equal = offenes Lastmodell, { $rate } je Sekunde in gleichen Abständen
open-random = offenes Lastmodell, { $rate } je Sekunde zufällig (Poisson)
open-bursts = offenes Lastmodell, { $rate } je Sekunde in Schüben von { $burst }
curve = wechselnd in { $steps } Schritten von { $time }
delay = beginnt nach { $time }
tie = im Takt mit Gruppe { $group }, Gewicht { $weight }
after-time = nach { $time }
after-bytes = nach { $size }
after-operations = nach { $operations } Operationen
when-known = wenn auf { $percent } % bekannt
with-flush = mit einem Flush
ends-others = und beendet die anderen Streams der Phase
or = oder
