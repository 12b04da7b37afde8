### Der HTML-Bericht. Das Glossar steht in verdict.ftl.

skip = Zur Antwort springen
sections = Abschnitte
warnings = Warnungen
facts = Angaben
repeat = Wiederholen
no-script = Diagramme brauchen JavaScript, das hier ausgeschaltet ist. Alle Zahlen stehen in den Tabellen.
no-charts = Dieser Browser konnte die Diagramme nicht zeichnen. Alle Zahlen stehen in den Tabellen.
footer = Erstellt mit plimsoll { $version }. Diese Datei braucht kein Netz und sendet nichts.
count-forbids = { $count ->
        [one] { $count } Warnung, die ein Urteil verhindert
       *[other] { $count } Warnungen, die ein Urteil verhindern
    }
about-numbers = { $list } zu den Zahlen unten
carries = Lastgrenze jeder Rolle
all-at-once = Alle geforderten Raten zugleich, { $time }
measured = Ergebnisse
ended = Zustand dieses Laufs: { $state }. Die Seite zeigt die bisherigen Ergebnisse.
carried = Lastgrenze
carried-shared = Lastgrenze mit gemeinsamem Flush
tested-io = Gemessenes I/O: { $io }
latency-limit = Latenzlimit: { $limit }
none = keine
no-load-confirmed = keine Last bestätigt
interval = Konfidenzintervall ({ $confidence }): { $interval }
no-interval = Zu wenige Intervalle für ein Konfidenzintervall
at-required = { $quantile } bei geforderten { $rate }
job-load = Last des Jobs
shared = Bis zu { $size } { $size ->
        [one] Commit
       *[other] Commits
    } je Flush
one-by-one = Einzelne Commits, geschlossenes Lastmodell
commit-latency = Commit-Latenz, geschlossenes Lastmodell
at-saturation = Bei Sättigung
limited-by = Begrenzt durch
reads = Lesen
writes = Schreiben
commits = Commits
failed = { $count } fehlgeschlagen
nothing-measured = Es wurde nichts gemessen.
load-title = Last und Latenz
tail-title = Latenzverteilung
course-title = Zeitverlauf
chart-label = { $name }: { $title }. Die Zahlen stehen in der Tabelle darunter.
load-text = Jeder Testlauf hat zwei Symbole: sein p50 und das Perzentil des Latenzlimits (ohne Limit: p99). Gefüllte
    Symbole: Das Latenzlimit wurde eingehalten. Leere Symbole: Es wurde überschritten, oder der Testlauf war für eine
    Aussage zu kurz. Quadrate: geschlossenes Lastmodell.
load-text-shared = Gepunktete Linien verbinden Testläufe mit gemeinsamem Flush, durchgezogene Linien Testläufe mit
    einem Flush je Commit.
tail-text = Wie langsam die langsamsten Operationen sind. Weiter rechts stehen seltenere Latenzen.
tail-text-trial = Gemessen im Testlauf „{ $trial }“.
course-text = Rate und Latenz jedes Intervalls{ $several ->
        [yes] , Testlauf für Testlauf
       *[no] { "" }
    }.
course-text-streams = Bei der Latenz sind durchgezogene Linien p99 und gepunktete p50.
course-text-warm-up = Grau ist die Aufwärmphase, die nicht zählt.
streams = { $name }: Streams (Gesamtlatenz)
stream = Stream
operation = Operation
depth = mittlere Warteschlangentiefe
mean = Mittel
max = Max.
service-p99 = Service-p99
errors = Fehler
read = Lesen
write = Schreiben
reads-and-writes = Lesen + Schreiben
commit = Commit
flush = Flush
numbers = Zahlen: { $title }
trials = { $name }: Testläufe
trial = Testlauf
offered = angeboten /s
achieved = erreicht /s
limit = Limit
closed-loop = geschlossenes Lastmodell
held = eingehalten
not-held = überschritten
not-judged = nicht verglichen
undecided = unentschieden
caption = { $name }: { $title }
share = Anteil der Operationen
second = Sekunde
interval-head = Intervall
warm-up = Aufwärmphase
counted = gezählt
warnings-unknown = Nicht bekannt: Die Messpunkte wurden früher oder mit einem anderen Werkzeug gemessen, daher gab es
    hier keine Gültigkeitsprüfung.
warnings-none = Keine: Alle Gültigkeitsprüfungen wurden bestanden.
warnings-lead = Die Zahlen wurden auf Widersprüche geprüft, der Rechner auf eigene Grenzen. Ergebnis der Prüfungen:
what-to-do = Was zu tun ist:
no-facts = Es wurden keine erfasst.
notes = Hinweise
repeat-lead = Derselbe Befehl mit demselben Seed trifft dieselben Zufallsentscheidungen.
command = Befehl
seed = Seed
engine = I/O-Engine
started = Beginn
took = Dauer
version = Version
source-check = Das Profil dieser Prüfung
source-import = Der importierte Text
source-verify = Die Konfiguration dieses Tests
source-job = Der Job dieses Laufs
text = Text
glossary = Begriffe
load-line = Lastgrenze
    .text = Die höchste Last, die innerhalb des Latenzlimits bestätigt wurde.
latency-limit-term = Latenzlimit
    .text = Die obere Grenze eines Latenzperzentils. Bei p99 ≤ 10 ms dauern 99 von 100 Operationen höchstens 10 ms.
total-latency = Gesamtlatenz
    .text = Vom geplanten Beginn einer Operation bis zu ihrem Abschluss. Diese Zeit sieht eine Anwendung.
service-time = Servicezeit
    .text = Die Zeit von der Übergabe einer Operation an den Storage bis zu ihrem Abschluss.
open-loop-term = Offenes Lastmodell
    .text = Operationen treffen nach einem Zeitplan ein, auch wenn frühere noch nicht abgeschlossen sind.
closed-loop-term = Geschlossenes Lastmodell
    .text = Eine abgeschlossene Operation startet die nächste; die Warteschlangentiefe ist fest.
trial-term = Testlauf
    .text = Eine Last für einige Sekunden. Testläufe im geschlossenen Lastmodell finden die Sättigung, Suchläufe die
        Lastgrenze, und Bestätigungsläufe prüfen sie.
interval-term = Konfidenzintervall
    .text = Ein Bereich, der den wahren Wert mit der genannten Konfidenz enthält, unabhängig davon, wann der Lauf
        beendet wurde.
purpose-closed = geschlossenes Lastmodell
purpose-alone = einzeln
purpose-bracket = Suche
purpose-confirm = Bestätigung
purpose-required-rate = geforderte Rate
together = Alle Rollen mit einer geforderten Rate liefen zugleich, jede mit ihrer Rate.
purpose-together = alle geforderten Raten
purpose-half-depth = halbe Tiefe
purpose-run = Lauf
purpose-broken-off = vorzeitig beendet
purpose-shared = { $purpose }, gemeinsamer Flush
