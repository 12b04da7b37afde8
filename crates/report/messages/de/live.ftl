### Die Seite eines laufenden Tests. Das Glossar steht in verdict.ftl.

title = Läuft: { $subject } auf { $target }
title-ended = Beendet: { $subject } auf { $target }
skip = Zu den Zahlen springen
started = Beginn: { $at }
ended = Der Lauf ist beendet.
open-report = Bericht öffnen
time-text = Rate und Latenz { $intervals ->
        [one] des letzten Intervalls
       *[other] der letzten { $intervals } Intervalle
    }. Grau ist die Aufwärmphase, die nicht zählt.
time-text-minutes = Rate und Latenz { $minutes ->
        [one] der letzten Minute
       *[other] der letzten { $minutes } Minuten
    }. Grau ist die Aufwärmphase, die nicht zählt.
chart-label = Rate und Latenz der letzten Intervalle. Die neuesten Zahlen stehen in der Tabelle oben.
no-script = Diese Seite lädt alle { $seconds } s neu. Diagramme brauchen JavaScript, das hier ausgeschaltet ist.
no-chart = Dieser Browser konnte das Diagramm nicht zeichnen. Die Zahlen stehen in der Tabelle.
connection-lost = Die Verbindung zum Server ist unterbrochen. Die Seite versucht, sie wiederherzustellen.
running = LÄUFT
what = { $kind }, { $subject } auf { $target }
silent = Seit { $time } wurde nichts gespeichert. Der Lauf wartet, bereitet sein Ziel vor oder wurde von außen beendet.
preparing = Vorbereitung
offered = angeboten: { $rate } Operationen pro Sekunde
depth = { $trial }, Warteschlangentiefe { $depth }
point = Messpunkt { $number }: { $trial }
of-role = { $role }: { $trial }
at-rate = { $trial } bei { $rate } pro Sekunde
newest-interval = Letztes Intervall
newest-minute = Letzte Minute
left-about = noch { $middle } ± { $half } { $unit }
left = noch { $time }
done = { $share } erledigt
progress = Fortschritt
table = Raten und Gesamtlatenzen; gezeigt ist die Latenz der langsameren Richtung, Lesen oder Schreiben
stream-warm-up = { $stream } (Aufwärmphase)
heat-map = Heatmap der Latenz
heat-map-text = { $intervals ->
        [one] Das letzte Intervall
       *[other] Die letzten { $intervals } Intervalle, das neueste rechts
    }. Je kräftiger die Farbe, desto mehr Operationen mit dieser Latenz. Jedes Intervall ist aus p50, p90, p99, p99.9 und der
    längsten Latenz gezeichnet.
heat-map-label = Latenzen von { $low } bis { $high }. Die neuesten Zahlen stehen in der Tabelle oben.
