### Der Test von Stromausfällen. Das Glossar steht in verdict.ftl.

said-nothing = er gab nichts aus
writer-not-begun = der Schreibprozess startete nicht: { $line }
cannot-remount = --remount: { $target } liegt auf keinem Dateisystem, das sich kurz aushängen lässt; lassen Sie --remount weg
not-unmounted = { $shown } konnte nicht ausgehängt werden: { $told }
not-mounted = { $source } konnte nicht wieder unter { $shown } eingehängt werden: { $told }; hängen Sie es von Hand ein: mount -t { $kind }
    -o { $options } { $source } { $shown }
other-file = nach dem erneuten Einhängen ist { $target } eine andere Datei als zuvor
shared-fate = das Protokoll { $ledger } { $why }: Ein Fehler, der die Daten des Ziels zerstört, kann auch das Protokoll
    zerstören. Nennen Sie eine Datei auf einem anderen Gerät oder ein Protokoll auf einem anderen Rechner (HOST:PORT); um dieses
    trotzdem zu verwenden, geben Sie --same-device an
name-larger = nennen Sie ein größeres Ziel
largest-size = wählen Sie ein --size bis { $size }
too-small = { $shown } fasst { $size }, gebraucht werden { $wanted }: { $help }
exchanged = { $shown } ist nicht mehr das, was es zu Beginn des Laufs war; darauf wird nichts geschrieben
not-opened = { $shown } konnte nicht geöffnet werden ({ $mode }): { $error }
not-opened-direct = { $shown } konnte nicht geöffnet werden ({ $mode }): { $error }; versuchen Sie --mode buffered+fsync
page-too-small = direkte Schreibzugriffe auf { $shown } müssen Vielfache von { $align-bytes } Bytes sein; wählen Sie ein größeres
    --page-size
lies-in-memory = liegt im Arbeitsspeicher
lies-on = liegt wie das Ziel auf { $name }
lies-on-file-system = liegt auf dem Dateisystem des Ziels

broken-link = { $shown } ist ein symbolischer Link ins Leere; nennen Sie die Datei des Protokolls selbst
not-regular = { $shown } ist ein Verzeichnis, ein Gerät oder eine andere Spezialdatei; nennen Sie eine neue Datei für
    das Protokoll
ledger-in-use = ein anderes Programm schreibt in das Protokoll { $shown }; warten Sie sein Ende ab, oder nennen Sie eine andere Datei
not-a-ledger = { $ledger } ist kein Protokoll von plimsoll; nennen Sie eine andere Datei
other-design = das Protokoll enthält diesen Lauf schon mit anderen Einstellungen
ledger-full = das Protokoll ist voll; beginnen Sie eine neue Protokolldatei
wants-secret = das Protokoll auf { $ledger } verlangt das Geheimnis, mit dem es gestartet wurde; geben Sie --secret-file FILE an
secret-is-readable = andere Benutzer dürfen { $shown } lesen oder schreiben, obwohl es ein Geheimnis enthält: chmod 600 { $shown }
secret-too-short = { $shown } enthält weniger als { $bytes-min } Bytes; erzeugen Sie ein Geheimnis mit: head -c 32 /dev/urandom | base64
no-such-run = das Protokoll enthält keinen Lauf { $run }, deshalb lässt sich nichts prüfen
no-run = das Protokoll enthält keinen Lauf, deshalb lässt sich nichts prüfen
listening = lauscht auf { $address }; Ctrl-C beendet es
listens-everywhere = Warnung: Das Protokoll lauscht auf allen Adressen dieses Rechners ({ $address }). Jeder, der eine davon
    erreicht, kann Verbindungen öffnen; geben Sie nur die Adresse an, die der Schreibprozess nutzt
not-let-in = { $from } wurde abgewiesen: { $error }
no-room-in-ledger = das Protokoll hat keinen Platz für den Lauf; beginnen Sie eine neue Protokolldatei
confirmed-less = das Protokoll bestätigte nur Commit { $confirmed }, nicht Commit { $commit }
ledger-lost = Verbindung zum Protokoll auf { $ledger } verloren: { $error }
unknown-secret = die Gegenseite kennt das Geheimnis nicht
stranger = das Programm, das unter dieser Adresse antwortet, ist kein Protokoll von plimsoll
copy = dieses Ziel enthält die Daten des Laufs, aber seine Seriennummer oder Datei ist nicht die des Ziels, auf das geschrieben
    wurde: Ist es eine Kopie, gelten Daten, die in ihr fehlen, als verloren
ledger-shares-device = die Datei des Protokolls liegt auf dem getesteten Gerät: Verliert das Gerät das Protokoll zusammen mit
    seinen Seiten, kann diese Prüfung den Verlust nicht erkennen
rate-of-revolutions = { $flushes } Flushes/s nacheinander sind mehr, als ein rotierendes Laufwerk dauerhaft macht (höchstens
    { $most } bei 15.000 U/min): Ein Cache antwortet. Prüfen Sie, ob er gegen Stromausfall geschützt ist
program-time = ein Flush alle { $took } µs ist schneller, als Flash programmiert wird (bestenfalls { $least } µs), und das Gerät
    nennt seinen Cache flüchtig
verdict-kept = + ERHALTEN alle { $commits } bestätigten Commits sind vorhanden
verdict-lied = x VERLOREN { $pages } { $pages ->
        [one] Seite enthält
       *[other] Seiten enthalten
    } nicht, was der Storage als dauerhaft gemeldet hat
verdict-unknown = ? UNKLAR { $why }
nothing-here = dies ist dasselbe Ziel, aber es enthält nichts von diesem Lauf
run = Lauf
acknowledged = bestätigt
promised = zugesagt
newest = jüngster
log = Log
pages = Seiten
warning = Warnung
first-lie = 1. Verlust
writer-ended = { $run }, { $mode }; der Schreibprozess endete von selbst
writer-cut = { $run }, { $mode }; der Schreibprozess wurde unterbrochen
in-ledger = { $commits } Commits im Protokoll
nothing-acknowledged = nichts wurde bestätigt
overwritten = Lauf { $other } hat diesen Lauf später überschrieben; um jenen zu prüfen, geben Sie --run { $other } an
other-run = das Ziel enthält nichts von diesem Lauf, aber Seiten von Lauf { $other }. Wenn es das falsche Ziel ist, nennen Sie das richtige.
    Um Lauf { $other } zu prüfen, falls das Protokoll ihn enthält, geben Sie --run { $other } an. Wenn es das richtige Ziel ist und alles
    verloren hat, geben Sie --same-target an
no-run-here = das Ziel enthält nichts von diesem Lauf, und nichts anderes zeigt, dass darauf geschrieben wurde: Gerätenamen können sich bei
    einem Neustart ändern. Wenn es das Ziel ist und alles verloren hat, geben Sie --same-target an
durable = { $durable } Commits wurden als dauerhaft gemeldet: { $acknowledged } stehen im Protokoll, { $later } weitere
    sind aus späteren Seiten bekannt
last-commit = Commit { $commit } ist der letzte, der auf dem Ziel etwas hinterlassen hat
log-pages = die Commits { $from } bis { $durable } müssen im Log stehen: { $whole } sind vorhanden, { $overwritten } wurden gerade von
    späteren Commits überschrieben, { $gone } fehlen
data-pages = { $sound } der { $written } geschriebenen Datenseiten sind richtig; { $torn } { $torn ->
        [one] Seite ist
       *[other] Seiten sind
    } während eines Schreibzugriffs zerrissen, was bei einem Stromausfall erlaubt ist
never-written = { $place } wurde von keinem Commit geschrieben, enthält aber nicht die Nullen, mit denen das Ziel zuerst gefüllt wurde
lost-commit = ist verloren, ebenso alle späteren
overtaken = fehlt, obwohl der spätere Commit { $later } vorhanden ist
torn = ist zerrissen
older = wurde durch eine ältere Version seiner Seite ersetzt
zeroed = ist von seiner Seite verschwunden
damaged = ist beschädigt ({ $kind })
found-zeros = Nullen
found-commit = Commit { $commit }
found-parts = Teile der Commits { $oldest } bis { $newest }
found-strange = nichts von diesem Lauf
was-acknowledged = bestätigt
was-followed = nicht im Protokoll, aber eine spätere Seite wurde erst geschrieben, als dieser Commit dauerhaft war
loss = Commit { $commit } { $what }: { $place } enthält { $found } ({ $source })
place-log = Log-Seite { $slot }
place-data = Seite { $page }
place-head = der Kopf
more-lies = und { $count } weitere
log-write-failed = das Log von Commit { $commit } konnte nicht geschrieben werden: { $error }
page-write-failed = eine Seite von Commit { $commit } konnte nicht geschrieben werden: { $error }
not-a-run-number = „{ $text }“ ist nicht die Nummer eines Laufs; nennen Sie ihre 16 hexadezimalen Ziffern
not-two-numbers = „{ $text }“ ist nicht die Nummer einer Datei; nennen Sie zwei Zahlen wie 1:2
writer-begins = Lauf { $run } wird auf { $target } geschrieben, Seed { $seed }, { $mode }, Gruppen von { $group }; zum Beenden
    schalten Sie den Strom ab
writer-totals = { $commits } Commits dauerhaft, { $confirmed } vom Protokoll bestätigt; eine Gruppe dauerte im Mittel { $mean }, höchstens { $most }
found-after-kill = Verlust gefunden nach Kill Nr. { $number } mit Seed { $seed }
kept-after-kills = + ERHALTEN   nach { $kills ->
        [one] { $kills } Kill
       *[other] { $kills } Kills
    } mit { $commits } bestätigten Commits fehlt nichts; ein Kill trifft einen Prozess und nicht den Strom: Das prüft den Kernel und das
    Dateisystem, nicht das Gerät
unknown-after-kills = ? UNKLAR   in { $kills ->
        [one] { $kills } zwangsweise beendeten Lauf
       *[other] { $kills } zwangsweise beendeten Läufen
    } wurde kein Commit bestätigt; geben Sie ein kleineres --size an, oder prüfen Sie das Protokoll
