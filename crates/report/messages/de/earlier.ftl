### Frühere Läufe. Das Glossar steht in verdict.ftl.

under-way = Prozess { $process } misst diese Studie gerade (Lauf { $run }); warten Sie das Ende dieses Prozesses ab,
    beenden Sie ihn, oder geben Sie ein anderes --seed und ein anderes --store an
under-way-unknown = diese Studie wird gerade gemessen (Lauf { $run }); warten Sie das Ende dieses Laufs ab, beenden Sie
    ihn, oder geben Sie ein anderes --seed und ein anderes --store an
resumed = Lauf { $run } wird fortgesetzt:
    { $points ->
        [0] noch kein Messpunkt ist gemessen
        [one] 1 Messpunkt ist gemessen
       *[other] { $points } Messpunkte sind gemessen
    }
plan-is-done = Lauf { $run } hat diesen Plan schon gemessen; der Plan wird erneut gemessen
taken = übernommen aus Lauf { $run }: { $stages }
new-stages = neu: { $names }
fresh = --fresh würde alles erneut messen
stage-points = { $name } ({ $points } Messpunkte)
changed-stage = { $points } Messpunkte der geänderten Stufe { $name }
rebuilt = Lauf { $run }: aus den Teilen von { $parts } von { $hosts } Hosts wiederhergestellt
merged = { $file }: { $runs } { $runs ->
        [one] Lauf
       *[other] Läufe
    } hinzugefügt
known = { $runs } { $runs ->
        [one] Lauf
       *[other] Läufe
    } schon vorhanden
relabelled = davon { $runs } mit neuen Tags oder Notizen
unfinished = { $runs } { $runs ->
        [one] Lauf
       *[other] Läufe
    } nicht abgeschlossen und ausgelassen
label-run = Lauf
label-tags = Tags
label-note = Notiz
none = keine
