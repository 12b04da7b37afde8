### Ein Dauertest (Soak). Das Glossar steht in verdict.ftl; SLA = Dienstgütevereinbarung.

verdict-met = ERFÜLLT
verdict-not-met = NICHT ERFÜLLT
verdict-cannot-tell = UNKLAR
no-verdict = DAUERTEST
head = Dauertest von { $target }, { $course }
complete-with-pauses = abgeschlossen: { $load } mit Last, { $pause } ohne
so-far = { $done } von { $planned }
load = Last
result = Ergebnis
continues = Derselbe Befehl setzt diesen Dauertest fort.
no-minute = Noch ist keine Minute zu Ende.
offered = Angeboten: { $load }
role = { $role }: { $rate } pro Sekunde
role-uncounted = { $role }: keine Minute zählt
role-load = { $role } { $rate } pro Sekunde
role-load-share = { $role } { $rate } pro Sekunde ({ $share } der Lastgrenze)
load-together = zusammen { $share } der Lastgrenzen, jede Rolle zu gleichen Teilen: { $roles }
mean-latency = mittlere Latenz ≤ { $limit }
iops-metric = IOPS ≥ { $rate }
mibps-metric = MiB/s ≥ { $rate }
every-minute = { $metric } in jeder Minute
every-hour = { $metric } in jeder Stunde
every-day = { $metric } an jedem Tag
of-minutes = { $metric } in { $share } der Minuten
of-hours = { $metric } in { $share } der Stunden
of-days = { $metric } an { $share } der Tage
met-minutes = Das Limit wurde in { $met } von { $all } { $all ->
        [one] Minute
       *[other] Minuten
    } eingehalten.
met-hours = Das Limit wurde in { $met } von { $all } { $all ->
        [one] Stunde
       *[other] Stunden
    } eingehalten.
met-days = Das Limit wurde an { $met } von { $all } { $all ->
        [one] Tag
       *[other] Tagen
    } eingehalten.
no-minute-counts = Keine Minute zählt.
no-whole-hour = Es wurde keine ganze Stunde gemessen.
no-whole-day = Es wurde kein ganzer Tag gemessen.
share = Das sind { $share } (95-%-Konfidenzintervall { $low } bis { $high }).
share-unknown = Es wurde nichts gemessen.
allowed = Das Limit wurde { $broken }-mal nicht eingehalten; die Vereinbarung erlaubt das in der geplanten Zeit
    { $allowed }-mal.
unoffered = { $count ->
        [one] 1 weitere zählt
       *[other] { $count } weitere zählen
    } nicht, weil die Last weniger anbot, als die Klausel verlangt. Erhöhen Sie --load.
broken = Nicht eingehalten ab { $from }, { $time } lang: { $what }.
worst-latency = bis zu { $latency }
worst-iops = nur { $rate } pro Sekunde
worst-mibps = nur { $rate } MiB/s
worst-none = nichts wurde abgeschlossen
failed = { $count ->
        [one] { $count } Operation schlug
       *[other] { $count } Operationen schlugen
    } fehl
more-broken = { $count ->
        [one] Eine weitere Überschreitung steht
       *[other] { $count } weitere Überschreitungen stehen
    } im JSON-Dokument.
used-up = Bei diesem Tempo ist die erlaubte Zahl am { $at } aufgebraucht.
needs = Eine Entscheidung braucht insgesamt etwa { $time }.
needs-all = Eine Entscheidung braucht die ganze geplante Zeit, denn das Limit muss in jeder Minute, in jeder Stunde oder
    an jedem Tag dieser Zeit eingehalten werden.
signable = p99 ≤ { $limit } in { $share } der Minuten
minute-p99 = Das p99 einer Minute war gewöhnlich { $usual } und höchstens { $slowest }.
uncounted = In { $count ->
        [one] der Minute, die nicht zählt
       *[other] den { $count } Minuten, die nicht zählen
    }: { $rate } pro Sekunde, p99 gewöhnlich { $usual } und höchstens { $slowest }.
signables = Eine Vereinbarung kann mit 95 % Konfidenz zusagen: { $limits }.
more-changes = { $count ->
        [one] Eine weitere Änderung steht im JSON-Dokument.
       *[other] { $count } weitere Änderungen stehen im JSON-Dokument.
    }
more-overloads = { $count ->
        [one] Eine weitere Überlast steht im JSON-Dokument.
       *[other] { $count } weitere Überlasten stehen im JSON-Dokument.
    }
more-stalls = { $count ->
        [one] Ein weiterer Aussetzer steht im JSON-Dokument.
       *[other] { $count } weitere Aussetzer stehen im JSON-Dokument.
    }
more-gaps = { $count ->
        [one] Eine weitere Lücke steht im JSON-Dokument.
       *[other] { $count } weitere Lücken stehen im JSON-Dokument.
    }
level-change = Seit { $at } ist die mittlere Latenz { $percent } % { $higher ->
        [yes] höher
       *[no] niedriger
    }: { $before } davor, { $after } danach.
spread-change = Seit { $at } schwankt die mittlere Latenz von Minute zu Minute { $more ->
        [yes] stärker
       *[no] schwächer
    }: { $before } % davor, { $after } % danach.
by-hour = Die Latenz hängt von der Tageszeit ab.
slow-hours = Täglich ist die Latenz zu diesen Zeiten höher: { $hours }; bis zu { $percent } % über dem Median der
    Stunden.
hour-range = { $from } bis { $to }
by-weekday = Die Latenz hängt vom Wochentag ab.
slow-days = Wochentage mit höherer Latenz: { $days }; bis zu { $percent } % über dem Median der Wochentage.
monday = Montag
    .short = Mo
tuesday = Dienstag
    .short = Di
wednesday = Mittwoch
    .short = Mi
thursday = Donnerstag
    .short = Do
friday = Freitag
    .short = Fr
saturday = Samstag
    .short = Sa
sunday = Sonntag
    .short = So
trend = Die mittlere Latenz { $rises ->
        [yes] steigt
       *[no] fällt
    } um { $percent } % pro Tag (95-%-Konfidenzintervall { $low } bis { $high } %).
overload = Ab { $from } trug der Storage die angebotene Rate { $time } lang nicht: Er schaffte { $rate } Operationen pro Sekunde.{ $quota ->
        [yes] { " " }Die Rate war konstant, wie bei einem Kontingent mit verbrauchtem Burst-Guthaben.
       *[no] { "" }
    }
stall = { $at }: { $time } lang wurde kein I/O abgeschlossen.
gap = Der Dauertest lief ab { $from } { $time } lang nicht; diese Zeit zählt nicht.
excluded-short = { $count ->
        [one] { $count } Minute zählt nicht: Die Last lief weniger als die Hälfte dieser Minute.
       *[other] { $count } Minuten zählen nicht: Die Last lief jeweils weniger als die Hälfte der Zeit.
    }
excluded-busy = { $count ->
        [one] { $count } Minute zählt
       *[other] { $count } Minuten zählen
    } nicht: Die CPUs dieses Rechners waren ausgelastet.
excluded-steal = { $count ->
        [one] { $count } Minute zählt
       *[other] { $count } Minuten zählen
    } nicht: Der Hypervisor entzog diesem Rechner CPU-Zeit (CPU-Steal).
notes = Aussetzer, Lücken und was nicht zählt
agreement = Die Vereinbarung
windows = Die Last lief nur in Zeitfenstern; die Zeit dazwischen zählt nicht.
rate-course = Rate im Zeitverlauf
rate-course-text = Abgeschlossene Operationen pro Sekunde.
latency-course = Latenz im Zeitverlauf
latency-course-text = Das p99 der Minuten, mit Wartezeit.
course-excluded = Grau: Minuten, die nicht zählen.
course-not-met = Ein Kreuz, oder Rot bei längerer Dauer: Die Vereinbarung wurde nicht eingehalten.
course-changes = Eine senkrechte Linie: Die mittlere Latenz änderte sich.
usual-minute = gewöhnliche Minute
slowest-minute = langsamste Minute
not-met-mark = nicht eingehalten
calendar = p99 nach Tag und Stunde
calendar-text = Der Median des p99 der Minuten jeder Stunde, in Millisekunden. Eine kräftigere Farbe bedeutet eine höhere Latenz;
    ein leeres Feld wurde nicht gemessen.
day = Tag
overload-begins = Seit { $at } trägt der Storage die angebotene Rate von { $role } nicht: { $waiting ->
        [one] 1 Operation wartet.
       *[other] { $waiting } Operationen warten.
    }
overload-ends = Ab { $at } trägt der Storage die angebotene Rate von { $role } wieder.
change-event = { $at }: Die mittlere Latenz von { $role } änderte sich von { $before } auf { $after }.

runs-already = dieser Dauertest läuft bereits: Lauf { $run }, Prozess { $process }; beenden Sie zuerst diesen Prozess,
    oder geben Sie einen anderen soak-Befehl ein
resumed = Lauf { $run } wird fortgesetzt.
complete = Lauf { $run } ist dieser Dauertest und vollständig; --once beginnt keinen zweiten.
taken-over = Lauf { $run } wird von einem anderen Prozess fortgesetzt; verfolgen Sie ihn im Terminal dieses Prozesses
not-a-soak = Lauf { $run } ist kein Dauertest; `plimsoll results` zeigt die Arten der Läufe
too-many-commands = --on-event: { $commands-max } Befehle laufen noch, daher wurde für dieses Ereignis keiner
    gestartet: { $command }
command-not-started = --on-event: { $command } konnte nicht gestartet werden: { $error }
profile-has-no-rate = --load: { $profile } ist ein Profil und hat keine Rate zum Vervielfachen; schreiben Sie einen
    Anteil der Lastgrenze wie 60% oder Raten wie { $role }=500
several-roles = --load: { $profile } hat mehrere Rollen; schreiben Sie eine Rate für jede, zum Beispiel { $example }
unknown-role = --load: „{ $name }“ ist hier keine Rolle; es gibt { $roles }
load-lines-first = Zuerst werden die Lastgrenzen gemessen.
not-begun = unterbrochen, bevor die Lastgrenzen gemessen waren; der Dauertest hat nicht begonnen
no-load-line-found = der Dauertest hat nicht begonnen, weil für { $role } keine Lastgrenze gefunden wurde: { $reason }; oder nennen Sie Raten, zum
    Beispiel --load { $name }=100
closed-loop = --for: Stream { $stream } läuft im geschlossenen Lastmodell, aber ein Dauertest braucht Raten; geben Sie
    dem Stream eine Rate, zum Beispiel rate = 500, oder entfernen Sie ihn
interval-not-in-range = --interval: { $interval } liegt nicht zwischen 100ms und 60s; nennen Sie eine Länge in diesem Bereich
not-a-load = --load: „{ $load }“ ist keine Last. Nennen Sie einen Anteil der Lastgrenze (60%), ein Vielfaches der Raten eines Jobs (1x), eine
    Rate (500) oder eine Rate für jede Rolle (log=200,data=1500).
more-than-the-line = --load: { $load } ist mehr als die Lastgrenze, die höchste Last innerhalb des Latenzlimits; geben
    Sie höchstens 100% an
not-days = --days: „{ $days }“ ist keine Zahl von Tagen über 0; schreiben Sie zum Beispiel 7 oder 0.5
length-not-in-range = { $option }: { $length } liegt außerhalb des Bereichs; ein Dauertest dauert 1 min bis 366 d
window-too-short = --window: { $window } ist zu kurz; geben Sie mindestens 1min an (üblich sind 5min)
window-not-shorter = --window: { $window } ist nicht kürzer als --every { $every }, die Last würde also nie pausieren;
    geben Sie ein kürzeres Zeitfenster an
not-above-zero = { $option }: { $time } ist nicht größer als null; nennen Sie eine längere Zeit
weekly-too-long = --weekly: ein Dauertest von { $length-s } endet nicht vor dem nächsten; geben Sie höchstens 6 Tage an
no-sheet-yet = --sla-sheet: nicht geschrieben, weil Lauf { $run } zu kurz ist; es braucht mindestens { $days } { $days ->
        [one] Tag
       *[other] Tage
    } mit Minuten, die zählen
