### Frühere Läufe. Das Glossar steht in verdict.ftl.

key-unreadable = Lauf { $run } kann nicht fortgesetzt werden: { $error }; alles wird erneut gemessen (`plimsoll results show { $run }`
    zeigt das Gemessene)
under-way = dieselbe Studie misst Prozess { $process } gerade (Lauf { $run }); warten Sie, beenden Sie ihn, oder geben Sie dieser ein
    anderes --seed und --store
under-way-unknown = dieselbe Studie wird gerade gemessen (Lauf { $run }); warten Sie, beenden Sie sie, oder geben Sie dieser ein
    anderes --seed und --store
resumed = Lauf { $run } wird fortgesetzt, gemessene Punkte: { $points }
plan-is-done = Lauf { $run } hat diesen Plan schon gemessen; er wird erneut gemessen
taken = übernommen aus Lauf { $run }: { $stages }
new-stages = neu: { $names }
fresh = --fresh misst alles erneut
stage-points = { $name } ({ $points } Punkte)
changed-stage = { $points } Punkte des geänderten { $name }
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
unfinished = { $runs } unfertig und weggelassen
label-run = Lauf
label-tags = Tags
label-note = Notiz
none = keine
