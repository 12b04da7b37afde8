### Die Studie calibrate: Laufwerke im Vergleich. Das Glossar steht in verdict.ftl; outlier = Ausreißer; peers = die übrigen.

outlier = { $disk } ist ein Ausreißer: { $by } als die übrigen.
outlier-unsized = { $disk } ist ein Ausreißer.
outlier-for-stalls = { $disk } setzt aus ({ $stalls }) und ist dadurch { $by } als die übrigen. Zwischen den Aussetzern gleicht es
    ihnen ({ $between }).
also-stalls = Außerdem setzt es aus ({ $stalls }).
outliers = { $count } von { $all } Laufwerken sind Ausreißer: { $list }.
none-measured = Keines der { $all } Laufwerke ließ sich messen.
some-failed = { $list }: nicht messbar. Unter den übrigen wurde kein Ausreißer gefunden.
one-of-two = Die zwei Laufwerke unterscheiden sich. Bei nur zwei Laufwerken ist nicht zu erkennen, welches der Ausreißer ist.
some-unclear = Kein Laufwerk ist als Ausreißer erwiesen. Unklar: { $list }.
single = Für ein einzelnes Laufwerk gibt es keine anderen zum Vergleich.
two-kinds = Die { $all } Laufwerke sind von zweierlei Art. Jedes gleicht den übrigen seiner Art.
all-alike = Kein Ausreißer unter { $all } Laufwerken.
no-outlier-yet = Bisher kein Ausreißer.
outliers-yet = Bisher Ausreißer: { $list }.
open-yet = Noch unentschieden: { $list }.
other-stalled = { $disk } setzte aus: { $stalls }.
some-stalled = { $count } von { $all } Laufwerken setzten aus.
named-stalled = Mit Aussetzern: { $list }.
at-load = { $disk } bei { $load }: { $by } als die übrigen.
at-load-stalls = Es setzte aus: { $stalls }. Zwischen den Aussetzern weicht es um { $between } von den übrigen ab.
kinds-at-load = Bei { $load } gibt es zwei Arten von Laufwerken: { $slow } mit { $slow-rate } und { $fast } mit { $fast-rate }. Jedes wurde mit seiner
    Art verglichen.
rule = Ein Ausreißer weicht um mehr als { $least } von den übrigen ab, und um mehr, als diese voneinander abweichen. In
    Simulationen hatten { $low } bis { $high } % der gesunden Laufwerkssätze fälschlich einen Ausreißer
    (docs/explanation/methods/outliers.md).
rule-recorded = Ein Ausreißer weicht um mehr als { $least } von den übrigen ab, um mehr, als diese voneinander abweichen, und in
    mehreren Ergebnissen. In Simulationen hatten bis zu { $high } % der gesunden Laufwerkssätze fälschlich einen Ausreißer. Eine andere Ursache,
    die ein Laufwerk in allen seinen Ergebnissen bremste, sieht ebenso aus (docs/explanation/methods/outliers.md).
same-rate = Bei { $load } erreichen { $same } von { $all } Laufwerken { $rate } fast ohne Streuung. Wenn ein Link oder ein
    Kontingent jedes Laufwerk begrenzt, kann diese Grenze langsamere Laufwerke verdecken.
not-measured = { $list } bei { $load } nicht messbar: { $why }.
unclear = { $list } bei { $load } unklar: { $why }.
why-nothing = es wurden keine Daten übertragen
why-all-failed = jede Operation schlug fehl
why-many-failed = mehr als 1 % der Operationen schlugen fehl
why-moved = die Abweichung beträgt { $off }, aber ein Messpunkt eines Laufwerks schwankte bei { $times } Messungen um bis zu { $share }
why-cpus = die Abweichung beträgt { $off }, aber die CPUs dieses Rechners waren bei seinen Messpunkten oder denen der übrigen zu { $busy }
    ausgelastet und sind vielleicht die Grenze
why-unsettled = die Abweichung beträgt { $off }, aber nicht alle Messpunkte haben sich eingependelt; messen Sie jeden Messpunkt
    länger (--time)
why-vary = die Abweichung beträgt { $off }, aber wiederholte Messpunkte eines Laufwerks schwanken um { $share }; messen Sie jeden
    Messpunkt länger (--time)
why-once = die Abweichung beträgt { $off }, aber es gibt nur eine Messung; messen Sie dieses Laufwerk und die übrigen noch einmal
why-few-peers = die Abweichung beträgt { $off }, aber die übrigen sind zu wenige oder weichen zu stark voneinander ab
why-unseen = kein Messpunkt hat sich eingependelt{ $cpus ->
        [yes] , und die CPUs waren ausgelastet
       *[no] { "" }
    }, daher wäre ein Unterschied von { $share } nicht zu sehen; messen Sie länger (--time){ $cpus ->
        [yes] { " " }und mit freien CPUs
       *[no] { "" }
    }
typical = { $load }, typisch { $rate }
spread = { $caption }, gesunde Laufwerke unterscheiden sich um { $spread } (Standardabweichung)
head-disk = Laufwerk
head-off = Abweichung
head-result = Ergebnis
judged-open = noch offen
judged-not-suspected = wie die übrigen
judged-not-an-outlier = bei Wiederholung unauffällig
judged-slow = LANGSAM
judged-fast = ZU SCHNELL
judged-cannot-tell = unklar
judged-one-of-two = eines von zwei verschiedenen
judged-alone = ohne Vergleich
judged-failed = nicht messbar
chart = Laufwerke im Vergleich
chart-text = Durchsatz jedes Laufwerks allein mit 95-%-Konfidenzintervall. Die gestrichelte Linie ist der Median aller Laufwerke
    einer Art, ohne die Ausreißer. Die Tabelle darunter zeigt, wie weit jedes in denselben Runden von den übrigen abweicht.
disks = Laufwerke
