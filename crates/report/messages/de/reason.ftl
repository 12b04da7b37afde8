### Warum eine Rolle oder ein Lauf sein Urteil hat. Das Glossar steht in verdict.ftl.

not-measured = Es wurde nichts gemessen.
interrupted = Der Lauf wurde vor seinem Ende abgebrochen.
depth-limited = Der Storage hielt das Latenzlimit auch bei der größten Warteschlangentiefe dieser Prüfung ein, { $depth }; bei
    größerer Tiefe trägt er vielleicht mehr. Geben Sie das Profil mit `plimsoll profiles NAME` aus, erhöhen Sie depth in der
    Rolle, und nennen Sie die Datei bei --for. Der Lauf selbst zeigte: { $otherwise }
failed = { $failed ->
        [one] { $failed } I/O-Operation ist fehlgeschlagen.
       *[other] { $failed } I/O-Operationen sind fehlgeschlagen.
    } Nach einem fehlgeschlagenen I/O bleibt eine Datenbank stehen oder verliert Daten. Reparieren oder ersetzen Sie den Storage,
    und prüfen Sie ihn dann erneut.
trial-failed = Im Testlauf „{ $trial }“ sind { $failed } von { $operations } Operationen fehlgeschlagen.
forbidden = Diese Zahlen lassen kein Urteil zu. { $warning }
slower-since = { $after } nach Beginn der Messung wurde der Storage langsamer; diese Rolle war da schon gemessen.
    Wiederholen Sie die Prüfung. Ergebnis vor der Verlangsamung: { $otherwise }
role = { $role }: { $reason }
more-roles = { $more ->
        [one] Eine weitere Rolle hat dieses Urteil.
       *[other] { $more } weitere Rollen haben dieses Urteil.
    }
all-met = Alle Latenzlimits sind eingehalten und alle Anforderungen erfüllt.
together-met = Bei allen geforderten Raten zugleich, { $time } lang: { $roles }.
together-missed = Alle geforderten Raten zugleich, { $time } lang, sind zu viel: { $roles }.
together-unsure = Alle geforderten Raten zugleich, { $time } lang, waren zu viel; das kann Zufall sein: { $roles }. Ein größeres
    --budget kann es entscheiden.
together-others = Innerhalb des Limits: { $roles }.
together-most = Das Kontingent wäre beim { $times }-Fachen dieser Raten ausgeschöpft.
together-role = { $role } bei { $rate }, { $quantile } { $latency } (Limit { $limit })
together-few = { $role } bei { $rate }, zu wenige Operationen für { $quantile }
slowest-of = die langsamste von { $count }
tried-together = alle zugleich, { $time }: { $roles }
together-quota = { $commits ->
        [yes] Hätte jeder Commit einen eigenen Flush, würden die geforderten Raten zusammen { $share } des Kontingents nutzen ({ $quota }).
            Commits, die sich einen Flush teilen, brauchen weniger.
       *[no] Die geforderten Raten zusammen nutzen { $share } des Kontingents ({ $quota }).
    }
unseen = Gemessen wurden { $bytes } in { $time }: Burst-Guthaben oder Caches, die länger reichen, zeigten sich nicht.
undecided = Die Studie endete, bevor sie zu einer Entscheidung kam. Derselbe Befehl setzt sie fort.
unfinished = Der Lauf ist nicht abgeschlossen.
unfinished-so-far = Der Lauf ist nicht abgeschlossen. Bisher: { $reason }
stalls = { $count ->
        [one] In { $total } s an Testläufen gab es einen Aussetzer von etwa { $usual } s.
       *[other] In { $total } s an Testläufen gab es { $count } Aussetzer von je etwa { $usual } s, einen alle { $every } s.
    }
stalls-break-limit = Das gilt nur zwischen Aussetzern. { $stalls } Bei so häufigen Aussetzern hält keine Last { $limit } ein; ein
    größeres --budget zeigt, wie oft sie vorkommen.
no-load-meets = Keine Last hält { $limit } ein, weil der Storage aussetzt. { $stalls }
smallest-breaks = Selbst mit einer Operation nach der anderen wird { $limit } nicht eingehalten.
load-confirmed = Bestätigt: { $rate } mit { $quantile } { $latency }, { $time } lang.
none-confirmed = Noch keine Last ist bestätigt.
load-refuted = Bei { $rate } ist { $quantile } { $latency }; das Limit ist { $limit }.
rate-refuted = Ab { $rate } wird { $limit } verfehlt.
rate-required = Gefordert: { $required }.
budget-decides = { $options } kann es entscheiden.
