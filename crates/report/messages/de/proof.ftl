### Ein Integritätstest. Das Glossar steht in verdict.ftl.

sound = UNVERSEHRT
sound-as-read = UNVERSEHRT, SOWEIT GELESEN
faulty = FEHLERHAFT
cannot-tell = UNKLAR
interrupted = ABGEBROCHEN
written-as = { $target }, geschrieben wie { $database }
reason-sound = Jede geprüfte Seite enthielt die zuletzt geschriebenen Daten.
reason-sound-share = Jede geprüfte Seite enthielt die zuletzt geschriebenen Daten. { $share } der geschriebenen Seiten wurden
    zurückgelesen, bevor sie wieder geschrieben wurden.
reason-little-read = Jede gelesene Seite enthielt die zuletzt geschriebenen Daten. Nur { $share } der geschriebenen Seiten wurden
    zurückgelesen, bevor sie wieder geschrieben wurden; Fehler in den übrigen bleiben unsichtbar.
reason-faulty = { $faults ->
        [one] { $faults } Fehler wurde gefunden.
       *[other] { $faults } Fehler wurden gefunden.
    } Speichern Sie darauf keine Daten.
reason-idle-log = Kein Fehler wurde gefunden, aber das Log wurde nie geschrieben: Testen Sie länger.
reason-not-all = Nicht jede Seite konnte geprüft werden.
reason-interrupted = Der Test wurde abgebrochen. Bis dahin gab es keinen Fehler.
