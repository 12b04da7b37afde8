### Warum eine Rolle oder ein Lauf sein Urteil hat. Das Glossar steht in verdict.ftl.

not-measured = Es wurde nichts gemessen.
interrupted = Der Lauf wurde vor seinem Ende abgebrochen.
cpus-busy = Die CPUs dieses Rechners waren zu { $share } ausgelastet; vielleicht begrenzen sie statt des Speichers.
    Der Lauf selbst zeigte: { $otherwise }
depth-limited = Der Speicher hielt das Latenzlimit mit allen { $depth } gleichzeitigen Operationen dieser Prüfung ein. Mit mehr
    gleichzeitigen Operationen trägt er vielleicht mehr. Geben Sie das Profil mit `plimsoll profiles NAME` aus, erhöhen Sie depth in der
    Rolle und nennen Sie die Datei bei --for. Der Lauf selbst zeigte: { $otherwise }
failed = { $failed ->
        [one] { $failed } I/O-Operation ist fehlgeschlagen.
       *[other] { $failed } I/O-Operationen sind fehlgeschlagen.
    } Nach einem fehlgeschlagenen I/O bleibt eine Datenbank stehen oder verliert Daten. Reparieren oder ersetzen Sie den Speicher
    und prüfen Sie ihn dann erneut.
trial-failed = Im Testlauf „{ $trial }“ sind { $failed } von { $operations } Operationen fehlgeschlagen.
forbidden = Diese Zahlen lassen kein Urteil zu. { $warning }
slower-since = { $after } nach Beginn der Messung wurde der Speicher langsamer; diese Rolle war da schon gemessen.
    Wiederholen Sie die Prüfung. Ergebnis vor der Verlangsamung: { $otherwise }
stalls-of-roles = In Testläufen anderer Rollen setzte der Speicher aus: { $roles }. { $stalls } Bei so häufigen Aussetzern hält
    keine Last { $limit } ein, obwohl die Testläufe dieser Rolle { $own ->
        [yes] weniger
       *[no] keine
    } hatten. Suchen Sie die Ursache der Aussetzer oder prüfen Sie erneut mit größerem --budget. Ohne die Aussetzer: { $otherwise }
role = { $role }: { $reason }
more-roles = { $more ->
        [one] Eine weitere Rolle hat dieses Urteil.
       *[other] { $more } weitere Rollen haben dieses Urteil.
    }
all-met = Alle Latenzlimits sind eingehalten und alle Anforderungen erfüllt.
rates-met = Alle geforderten Raten sind erreicht und ihre Latenzlimits eingehalten.
roles-alone = Jede Rolle lief allein. Auf einem Volume teilen sie sich dessen Grenzen; Raten, die für mehrere Rollen gefordert
    sind, werden zusammen geprüft.
together-met = Bei allen geforderten Raten zugleich, { $time } lang, hielt jede Rolle ihr Limit ein: { $roles }. Die Lastgrenzen unten sind die
    jeder Rolle allein.
together-missed = Jede Rolle hält ihr Limit allein ein. Bei allen geforderten Raten zugleich, { $time } lang, wurde ein Limit überschritten: { $roles }.
together-unsure = Jede Rolle hält ihr Limit allein ein. Bei allen geforderten Raten zugleich, { $time } lang, wurde ein Limit
    überschritten, aber das kann Zufall sein: { $roles }. Ein größeres --budget kann es entscheiden.
together-others = Innerhalb des Limits: { $roles }.
together-most = Das Kontingent wäre beim { $times }-Fachen dieser Raten ausgeschöpft.
together-role = { $role } bei { $rate }, { $quantile } { $latency } (Limit { $limit })
together-few = { $role } bei { $rate }, zu wenige Operationen für { $quantile }
together-quota = { $commits ->
        [yes] Hätte jeder Commit einen eigenen Flush, würden alle geforderten Raten zusammen { $share } des Kontingents nutzen ({ $quota }). Commits,
            die sich einen Flush teilen, brauchen weniger.
       *[no] Alle geforderten Raten zusammen nutzen { $share } des Kontingents ({ $quota }).
    }
no-rate = Für { $roles } ist keine Rate gefordert, daher genügt es, das Latenzlimit einzuhalten. Mit --require '{ $clauses }'
    fordern Sie eine Rate.
lines-unconfirmed = Unklar für { $roles }: kein Lauf bestätigte die Lastgrenze; eine Rate ist nicht gefordert.
unseen = Die Testläufe führten in { $time } { $operations } Operationen ({ $bytes }) aus. Ob die Rate später fällt, wenn
    Burst-Guthaben oder ein Cache erschöpft sind, ist nicht bekannt; mit einem größeren --budget wird länger gemessen.
undecided = Die Studie endete, bevor sie zu einer Entscheidung kam. Derselbe Befehl setzt sie fort.
unfinished = Der Lauf ist nicht abgeschlossen.
unfinished-so-far = Der Lauf ist nicht abgeschlossen. Bisher: { $reason }
at-required-rate = Bei { $rate } ist { $quantile } { $latency }; das Limit ist { $limit }.
contradicted = Die beiden Ergebnisse widersprechen sich: Wiederholen Sie die Prüfung mit größerem --budget.
short-trial = Der Testlauf bei der geforderten Rate hielt das Limit ein, war aber kurz: So nahe am Limit wächst eine Warteschlange langsam. Die längeren Testläufe entscheiden.
stalls = { $count ->
        [one] In { $total } s an Testläufen gab es einen Aussetzer von etwa { $usual } s.
       *[other] In { $total } s an Testläufen gab es { $count } Aussetzer von je etwa { $usual } s, einen alle { $every } s.
    }
stalls-break-limit = Das gilt nur zwischen Aussetzern. { $stalls } Bei so häufigen Aussetzern hält keine Last { $limit } ein; ein
    größeres --budget zeigt, wie oft sie vorkommen.
stalls-beside-confirmed = Der Bestätigungslauf hatte keinen Aussetzer.
shared-may-carry = Commits mit gemeinsamem Flush erreichen vielleicht die geforderte Rate, aber kein Lauf hat das
    bestätigt.
no-load-meets = Keine Last hält { $limit } ein, weil der Speicher aussetzt. { $stalls }
smallest-breaks = Selbst die kleinste Last dieser Prüfung hält { $limit } nicht ein.
lowest-breaks = Bei { $rate } wird { $limit } nicht eingehalten, und für kleinere Lasten blieb keine Zeit. Die
    Lastgrenze ist nicht bekannt: Verwenden Sie ein größeres --budget.
nothing-held = Keine Last lief lange genug für ein Urteil: Verwenden Sie ein größeres --budget.
against-met = Höchste bestätigte Last: { $line }{ $confirmed }; gefordert sind { $required }.
against-missed = Die höchste Last innerhalb des Limits beträgt höchstens { $high }{ $confirmed }; gefordert sind { $required }.
against-inside = Bestätigt wurden { $line }{ $confirmed }. Die geforderten { $required } liegen im Konfidenzintervall
    der höchsten Last.
confirmed = Höchste bestätigte Last: { $line } bei { $limit }{ $confirmed }.
confirmed-for = { " " }(bestätigt für { $time }{ $slow ->
        [yes] , langsame Phasen eingeschlossen
       *[no] { "" }
    })
vague = { $line } hielten { $limit } ein, aber die höchste Last kann überall zwischen { $low } und { $high } liegen:
    Die Messzeit war zu kurz.
required-exceeds = Bei den geforderten { $required } wird { $limit } nicht eingehalten.
required-met = Bei den geforderten { $required } hielt ein Testlauf von { $time } { $limit } ein. Die Lastgrenze liegt bei mindestens
    { $low }, aber kein Lauf hat sie bestätigt.
slow-state = Der Speicher hat einen schnellen und einen langsamen Zustand. Im langsamen Zustand erscheinen etwa
    { $line } möglich, aber während des Bestätigungslaufs war der Speicher nie in diesem Zustand. Verwenden Sie ein
    größeres --budget.
unconfirmed-vague = Die höchste Last kann überall zwischen { $low } und { $high } liegen, aber { $short ->
        [yes] die Messzeit reichte nicht, um { $limit } zu bestätigen.
       *[no] kein Bestätigungslauf hielt { $limit } ein.
    }
unconfirmed = Etwa { $line } erscheinen möglich, aber { $short ->
        [yes] die Messzeit reichte nicht, um { $limit } zu bestätigen.
       *[no] kein Bestätigungslauf hielt { $limit } ein.
    }
budget-narrows = Ein Zeitbudget von etwa { $time } würde das Intervall auf ±10 % verengen.
budget-confirms = Ein Zeitbudget von etwa { $time } reicht vielleicht, um diese Last zu bestätigen.
